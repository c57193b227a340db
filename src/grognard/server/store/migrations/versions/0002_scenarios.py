"""Scenarios: what games are played on, and what people bring to begin games on.

Games from before have no scenario here yet; they get it when the server starts, from the shelf on
which they were begun.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "scenarios",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("id", sa.String(length=200), nullable=False),
        sa.Column("system", sa.String(length=200), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("sources", sa.JSON(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("hash", "id", name=op.f("pk_scenarios")),
    )
    op.create_table(
        "uploads",
        sa.Column("id", sa.String(length=200), nullable=False),
        sa.Column("owner", sa.String(length=32), nullable=False),
        sa.Column("system", sa.String(length=200), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("card", sa.JSON(), nullable=False),
        sa.Column("files", sa.JSON(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["owner"], ["people.id"], name=op.f("fk_uploads_owner")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_uploads")),
    )
    op.create_index(op.f("ix_uploads_owner"), "uploads", ["owner"], unique=False)


def downgrade() -> None:
    """Take them away again, with everything in them."""
    op.drop_index(op.f("ix_uploads_owner"), table_name="uploads")
    op.drop_table("uploads")
    op.drop_table("scenarios")
