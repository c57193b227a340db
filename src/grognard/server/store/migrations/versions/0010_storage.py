"""Storage: how many bytes games and scenarios take, and when an abandoned game is removed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns, and count what is there."""
    for table in ("games", "uploads"):
        size = sa.Column("bytes", sa.BigInteger(), nullable=False, server_default="0")
        op.add_column(table, size)
    op.add_column("games", sa.Column("leaves", sa.BigInteger(), nullable=True))
    op.execute(
        "UPDATE games SET bytes = coalesce((SELECT sum(200 + length(CAST(lines.action AS TEXT))"
        " + length(CAST(lines.chance AS TEXT)) + coalesce(length(CAST(lines.wake AS TEXT)), 0))"
        " FROM lines WHERE lines.game_id = games.id), 0)"
    )
    op.execute("UPDATE uploads SET bytes = length(CAST(files AS TEXT))")


def downgrade() -> None:
    """Take them away again."""
    op.drop_column("games", "leaves")
    for table in ("uploads", "games"):
        op.drop_column(table, "bytes")
