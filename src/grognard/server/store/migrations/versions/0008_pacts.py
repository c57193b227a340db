"""Pacts: what players pledge for the dice, and the key by which the server signs receipts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column, which lines of old have empty, and the table."""
    op.add_column("lines", sa.Column("pact", sa.JSON(none_as_null=True), nullable=True))
    op.create_table(
        "server_keys",
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_server_keys")),
    )


def downgrade() -> None:
    """Take them away again."""
    op.drop_table("server_keys")
    op.drop_column("lines", "pact")
