"""Bring a database to the form this version knows."""

from __future__ import annotations

import sqlite3
import tempfile
import threading
from contextlib import closing
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, inspect, text

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
            for revision in present:
                back_up(connection, engine.url.database or "", revision)
            command.upgrade(config, "head")


def back_up(connection: Connection, path: str, revision: str) -> None:
    """Keep a copy of a database as it was under a revision, before it is changed.

    An SQLite file is copied beside itself; in PostgreSQL each table is copied to another one. A copy that is
    there already was made by an upgrade that did not come to its end, and is as good.
    """
    if connection.dialect.name == "postgresql":
        for name in inspect(connection).get_table_names():
            if not name.startswith("before_"):
                connection.execute(
                    text(f'CREATE TABLE "before_upgrade_of_{revision}_{name}" AS TABLE "{name}"')
                )
        return
    copy = Path(f"{path}.{revision}")
    if copy.exists():
        return
    with tempfile.TemporaryDirectory(dir=copy.parent) as folder:
        draft = Path(folder, copy.name)
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(draft)) as target:
            source.backup(target)
        draft.replace(copy)
