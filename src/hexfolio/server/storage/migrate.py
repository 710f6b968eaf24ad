"""Bring a database to the form this version knows."""

from __future__ import annotations

import threading

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, text

from .engine import writing
from .errors import NewerDatabaseError

ADVISORY_LOCK = 0x686578666F6C  # "hexfol": any number will do, as long as it stays the same.

_one_at_a_time = threading.Lock()
"""Alembic keeps the migration it runs in module variables, so threads must take turns."""


def configuration(connection: Connection | None = None) -> Config:
    """Alembic's settings; there is no alembic.ini, as an installed package has no place for one."""
    config = Config()
    config.set_main_option("script_location", "hexfolio.server.storage:migrations")
    config.attributes["connection"] = connection
    return config


def upgrade(engine: Engine, place: str) -> None:
    """Run the missing migrations in one transaction, one process at a time."""
    with _one_at_a_time, writing(engine).begin() as connection:
        # On SQLite the transaction itself is the lock.
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ADVISORY_LOCK})
        config = configuration(connection)
        scripts = ScriptDirectory.from_config(config)
        present = set(MigrationContext.configure(connection).get_current_heads())
        if not present <= {script.revision for script in scripts.walk_revisions()}:
            raise NewerDatabaseError(
                f"The database {place} was written by a newer version of Hexfolio; please upgrade Hexfolio."
            )
        if present != set(scripts.get_heads()):
            command.upgrade(config, "head")
