"""Notes: what people write down for themselves beside a game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "notes",
        sa.Column("seat_id", sa.String(length=32), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_notes_person_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["seat_id"], ["seats.id"], name=op.f("fk_notes_seat_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("seat_id", "person_id", name=op.f("pk_notes")),
    )


def downgrade() -> None:
    """Take it away again, with everything in it."""
    op.drop_table("notes")
