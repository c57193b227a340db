"""Alembic's way in: the connection is handed over by `store.migrate`."""

from __future__ import annotations

from alembic import context

from grognard.server.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
context.run_migrations()
