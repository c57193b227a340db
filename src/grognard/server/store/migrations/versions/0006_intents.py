"""Intents: what programs say they are about, answer by answer."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; of games begun before nothing is known."""
    op.create_table(
        "intents",
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("n", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("side", sa.String(length=200), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("page", sa.JSON(), nullable=False),
        sa.Column("seen", sa.JSON(), nullable=True),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_intents_game_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "n", name=op.f("pk_intents")),
    )


def downgrade() -> None:
    """Take it away again, with everything in it."""
    op.drop_table("intents")
