"""The first tables: people, games, lines, matters, seats, and what goes with them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "claims",
        sa.Column("what", sa.String(length=200), nullable=False),
        sa.Column("worker", sa.String(length=200), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("what", name=op.f("pk_claims")),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=True),
        sa.Column("name_key", sa.String(length=200), nullable=True),
        sa.Column("passphrase", sa.Text(), nullable=True),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
        sa.UniqueConstraint("name_key", name=op.f("uq_people_name_key")),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("owner", sa.String(length=32), nullable=True),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("head", sa.JSON(), nullable=False),
        sa.Column("seed", sa.String(length=64), nullable=False),
        sa.Column("inherited", sa.Integer(), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("parent", sa.String(length=32), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("matters", sa.Integer(), nullable=False),
        sa.Column("link", sa.String(length=64), nullable=False),
        sa.Column("waiting", sa.JSON(), nullable=False),
        sa.Column("waiting_since", sa.BigInteger(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("over", sa.Boolean(), nullable=False),
        sa.Column("result", sa.Text(), nullable=True),
        sa.Column("winner", sa.String(length=200), nullable=True),
        sa.ForeignKeyConstraint(["owner"], ["people.id"], name=op.f("fk_games_owner")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
    )
    op.create_index("ix_games_listed", "games", ["listed", "over"], unique=False)
    op.create_index(op.f("ix_games_over"), "games", ["over"], unique=False)
    op.create_index(op.f("ix_games_owner"), "games", ["owner"], unique=False)
    op.create_table(
        "tokens",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("last_used", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_tokens_person_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_tokens")),
    )
    op.create_index(op.f("ix_tokens_person_id"), "tokens", ["person_id"], unique=False)
    op.create_table(
        "commands",
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("seat_id", sa.String(length=32), nullable=False),
        sa.Column("key", sa.String(length=100), nullable=False),
        sa.Column("wish", sa.String(length=64), nullable=False),
        sa.Column("answer", sa.JSON(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_commands_game_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "seat_id", "key", name=op.f("pk_commands")),
    )
    op.create_table(
        "lines",
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("n", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("by", sa.String(length=200), nullable=False),
        sa.Column("action", sa.JSON(), nullable=False),
        sa.Column("auto", sa.Boolean(), nullable=False),
        sa.Column("chance", sa.JSON(), nullable=False),
        sa.Column("chain", sa.String(length=64), nullable=False),
        sa.Column("seat_id", sa.String(length=32), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_lines_game_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "n", name=op.f("pk_lines")),
    )
    op.create_table(
        "matters",
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("k", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=200), nullable=False),
        sa.Column("seat_id", sa.String(length=32), nullable=True),
        sa.Column("side", sa.String(length=200), nullable=True),
        sa.Column("audience", sa.String(length=200), nullable=True),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_matters_game_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "k", name=op.f("pk_matters")),
    )
    op.create_table(
        "replays",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("audience", sa.String(length=200), nullable=True),
        sa.Column("upto", sa.Integer(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_replays_game_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_replays")),
    )
    op.create_index(op.f("ix_replays_game_id"), "replays", ["game_id"], unique=False)
    op.create_table(
        "seats",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("role", sa.String(length=200), nullable=False),
        sa.Column("side", sa.String(length=200), nullable=True),
        sa.Column("kind", sa.String(length=200), nullable=False),
        sa.Column("player", sa.String(length=200), nullable=True),
        sa.Column("person_id", sa.String(length=32), nullable=True),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("delay_lines", sa.Integer(), nullable=False),
        sa.Column("delay_turns", sa.Integer(), nullable=False),
        sa.Column("seen", sa.Integer(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_seats_game_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_seats_person_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seats")),
    )
    op.create_index(op.f("ix_seats_game_id"), "seats", ["game_id"], unique=False)
    op.create_index(op.f("ix_seats_person_id"), "seats", ["person_id"], unique=False)
    op.create_table(
        "invites",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("seat_id", sa.String(length=32), nullable=True),
        sa.Column("plan", sa.JSON(), nullable=False),
        sa.Column("by", sa.String(length=32), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_invites_game_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["seat_id"], ["seats.id"], name=op.f("fk_invites_seat_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_invites")),
    )
    op.create_index(op.f("ix_invites_game_id"), "invites", ["game_id"], unique=False)


def downgrade() -> None:
    """Take them away again, with everything in them."""
    op.drop_index(op.f("ix_invites_game_id"), table_name="invites")
    op.drop_table("invites")
    op.drop_index(op.f("ix_seats_person_id"), table_name="seats")
    op.drop_index(op.f("ix_seats_game_id"), table_name="seats")
    op.drop_table("seats")
    op.drop_index(op.f("ix_replays_game_id"), table_name="replays")
    op.drop_table("replays")
    op.drop_table("matters")
    op.drop_table("lines")
    op.drop_table("commands")
    op.drop_index(op.f("ix_tokens_person_id"), table_name="tokens")
    op.drop_table("tokens")
    op.drop_index(op.f("ix_games_owner"), table_name="games")
    op.drop_index(op.f("ix_games_over"), table_name="games")
    op.drop_index("ix_games_listed", table_name="games")
    op.drop_table("games")
    op.drop_table("people")
    op.drop_table("claims")
