"""Who shares: the person who has shared a replay, so that he can take it back."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; of replays shared before nobody knows."""
    op.add_column("replays", sa.Column("by", sa.String(length=32), nullable=True))


def downgrade() -> None:
    """Take it away again."""
    op.drop_column("replays", "by")
