"""Wakes: what came of every line, so that a game outlives the rules it was begun under."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; the lines of games that go on are filled in when a server starts."""
    op.add_column("lines", sa.Column("wake", sa.JSON(), nullable=True))


def downgrade() -> None:
    """Take it away again."""
    op.drop_column("lines", "wake")
