"""Told: how much each audience of a game has been told, so that a lobby can count what is new."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; of games that go on it is filled in with their next line."""
    op.add_column("games", sa.Column("told", sa.JSON(), nullable=True))


def downgrade() -> None:
    """Take it away again."""
    op.drop_column("games", "told")
