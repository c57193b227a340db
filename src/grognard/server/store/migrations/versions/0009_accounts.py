"""Accounts: sessions with their devices, passkeys, names that nobody can borrow, wrong tries."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from grognard.server.names import shapes

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

ID, HASH, WORD = sa.String(length=32), sa.String(length=64), sa.String(length=200)
OF_TOKENS = ("name", "device", "address")


def upgrade() -> None:
    """Make the tables; who has a name keeps it, and guests at tables are known as such."""
    op.add_column("tokens", sa.Column("kind", WORD, nullable=False, server_default="browser"))
    for name in OF_TOKENS:
        op.add_column("tokens", sa.Column(name, WORD, nullable=True))
    op.add_column("tokens", sa.Column("proved", sa.BigInteger(), nullable=True))
    op.add_column("people", sa.Column("needs", WORD, nullable=False, server_default="passphrase"))
    op.add_column(
        "seats", sa.Column("guest", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.create_table(
        "names",
        sa.Column("shape", WORD, nullable=False),
        sa.Column("person_id", ID, nullable=True),
        sa.Column("until", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name="fk_names_person_id", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("shape", name="pk_names"),
    )
    op.create_index("ix_names_person_id", "names", ["person_id"])
    op.create_table(
        "passkeys",
        sa.Column("id", ID, nullable=False),
        sa.Column("person_id", ID, nullable=False),
        sa.Column("credential", sa.String(length=1400), nullable=False),
        sa.Column("public_key", sa.Text(), nullable=False),
        sa.Column("uses", sa.BigInteger(), nullable=False),
        sa.Column("name", WORD, nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("last_used", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name="fk_passkeys_person_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_passkeys"),
        sa.UniqueConstraint("credential", name="uq_passkeys_credential"),
    )
    op.create_index("ix_passkeys_person_id", "passkeys", ["person_id"])
    op.create_table(
        "codes",
        sa.Column("hash", HASH, nullable=False),
        sa.Column("kind", WORD, nullable=False),
        sa.Column("person_id", ID, nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name="fk_codes_person_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("hash", name="pk_codes"),
    )
    op.create_index("ix_codes_person_id", "codes", ["person_id"])
    op.create_table(
        "haunts",
        sa.Column("person_id", ID, nullable=False),
        sa.Column("hash", HASH, nullable=False),
        sa.Column("last_used", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name="fk_haunts_person_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("person_id", "hash", name="pk_haunts"),
    )
    op.create_table(
        "tries",
        sa.Column("hash", HASH, nullable=False),
        sa.Column("wrong", sa.Integer(), nullable=False),
        sa.Column("last", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_tries"),
    )
    _fill_in()


def _fill_in() -> None:
    """Whoever has a name holds its shapes; of two whose names look alike, who came first."""
    connection = op.get_bind()
    people = sa.table("people", sa.column("id"), sa.column("name"), sa.column("created"))
    names = sa.table("names", sa.column("shape"), sa.column("person_id"))
    seats = sa.table("seats", sa.column("person_id"), sa.column("guest"))
    held: dict[str, str] = {}
    named = sa.select(people.c.id, people.c.name).where(people.c.name.is_not(None))
    for person_id, name in connection.execute(named.order_by(people.c.created, people.c.id)):
        for shape in shapes(name):
            held.setdefault(shape, person_id)
    for shape, person_id in sorted(held.items()):
        connection.execute(sa.insert(names).values(shape=shape, person_id=person_id))
    guests = sa.select(people.c.id).where(people.c.name.is_(None))
    connection.execute(sa.update(seats).where(seats.c.person_id.in_(guests)).values(guest=True))


def downgrade() -> None:
    """Take it all away again."""
    for table in ("tries", "haunts", "codes", "passkeys", "names"):
        op.drop_table(table)
    op.drop_column("seats", "guest")
    op.drop_column("people", "needs")
    for name in ("proved", *OF_TOKENS, "kind"):
        op.drop_column("tokens", name)
