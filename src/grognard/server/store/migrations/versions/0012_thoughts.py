"""Thoughts: how far a program has come, and whether it is to move now; orders of a deputy."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table, and note of orders whose deputy gave them."""
    op.create_table(
        "thoughts",
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("seat_id", sa.String(length=32), nullable=False),
        sa.Column("at", sa.String(length=200), nullable=False),
        sa.Column("deputy", sa.Boolean(), nullable=False),
        sa.Column("begun", sa.BigInteger(), nullable=False),
        sa.Column("told", sa.BigInteger(), nullable=False),
        sa.Column("rehearsals", sa.Integer(), nullable=False),
        sa.Column("percent", sa.Integer(), nullable=False),
        sa.Column("leading", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("hurried", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_thoughts_game_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_thoughts")),
    )
    op.add_column("intents", sa.Column("seat_id", sa.String(length=32), nullable=True))


def downgrade() -> None:
    """Take them away again."""
    op.drop_column("intents", "seat_id")
    op.drop_table("thoughts")
