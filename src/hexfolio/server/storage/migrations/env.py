"""Alembic runs this for every command; the caller brings the connection and its transaction."""

from __future__ import annotations

from alembic import context

from hexfolio.server.storage.tables import metadata

# Batches, because SQLite can change little about a table but can copy it to a new one.
context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True
)
with context.begin_transaction():
    context.run_migrations()
