"""Where the database is, and how to talk to it so that what was acknowledged is never lost."""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path

import platformdirs
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, OperationalError
from sqlalchemy.pool import ConnectionPoolEntry

from .errors import DatabaseAddressError, FolderNotWritableError

ENVIRONMENT = "HEXFOLIO_DATABASE_URL"
FILE_NAME = "games.sqlite3"
WAIT_SECONDS = 10
"""How long to wait for a lock or for an answer before giving up with a sentence."""
CONNECTIONS = 16
"""Kept open for the server's threads; more are opened and closed again where these are all in use."""

POSTGRES_CONNECT = {
    "connect_timeout": WAIT_SECONDS,
    "application_name": "hexfolio",
    # A listener says nothing for hours; without these it would not notice that the other end is gone.
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
}


def resolve(address: str | Path | None) -> URL:
    """The database's URL: as given, else from the environment, else a file in the user's data folder."""
    if address is None:
        address = os.environ.get(ENVIRONMENT) or Path(platformdirs.user_data_dir("hexfolio")) / FILE_NAME
    if isinstance(address, Path) or "://" not in address:
        return URL.create("sqlite", database=str(address))
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        # The address may hold a password, so it is not repeated.
        raise DatabaseAddressError(
            "The address of the database cannot be read; it looks like postgresql://user@host/name."
        ) from None
    if url.drivername in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    if url.drivername not in ("postgresql+psycopg", "sqlite", "sqlite+pysqlite"):
        raise DatabaseAddressError(
            f"Games are kept in SQLite or PostgreSQL, and {url.drivername!r} is neither of them."
        )
    if url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:"):
        raise DatabaseAddressError("The address of an SQLite database must name a file.")
    return url


def place(url: URL) -> str:
    """The database's address for people, without its password."""
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    return url.set(drivername="postgresql", query={}).render_as_string(hide_password=True)


def connect(url: URL) -> Engine:
    """An engine for the database; values are hidden from its errors, as seeds are among them."""
    if url.get_backend_name() == "sqlite":
        return sqlite_engine(url)
    arguments = {name: value for name, value in POSTGRES_CONNECT.items() if name not in url.query}
    try:
        return create_engine(
            url,
            connect_args=arguments,
            pool_size=CONNECTIONS,
            pool_pre_ping=True,
            hide_parameters=True,
        )
    except ModuleNotFoundError:
        raise DatabaseAddressError(
            "PostgreSQL needs its driver; install it with: pip install 'hexfolio[postgres]'."
        ) from None


def sqlite_engine(url: URL) -> Engine:
    """An engine for an SQLite file, whose folder is made if need be."""
    folder = Path(str(url.database)).absolute().parent
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise FolderNotWritableError(f"The folder {folder} cannot be made: {error.strerror}.") from None
    engine = create_engine(
        url, connect_args={"timeout": WAIT_SECONDS}, hide_parameters=True, pool_size=CONNECTIONS
    )
    event.listen(engine, "connect", prepare_sqlite)
    event.listen(engine, "begin", begin_sqlite)
    return engine


def prepare_sqlite(connection: DBAPIConnection, entry: ConnectionPoolEntry) -> None:
    """Set what SQLite forgets with every connection, and take BEGIN out of the driver's hands."""
    assert isinstance(connection, sqlite3.Connection)
    connection.isolation_level = None
    connection.execute("PRAGMA foreign_keys = ON")
    # In WAL mode a lesser setting may lose the last commits when the power fails.
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA busy_timeout = {WAIT_SECONDS * 1000}")


def begin_sqlite(connection: Connection) -> None:
    """Lock at once for writing: a reader that turns into a writer may be refused without any wait."""
    begin = connection.get_execution_options().get("sqlite_begin", "BEGIN")
    if begin:
        connection.exec_driver_sql(begin)


def writing(engine: Engine) -> Engine:
    """The same engine, for transactions that write."""
    return engine.execution_options(sqlite_begin="BEGIN IMMEDIATE")


def reading(engine: Engine) -> Engine:
    """The same engine, for single queries: neither BEGIN nor COMMIT goes to the database and back."""
    if engine.dialect.name == "sqlite":
        return engine.execution_options(sqlite_begin="")
    return engine.execution_options(isolation_level="AUTOCOMMIT")


def use_wal(engine: Engine) -> None:
    """Let readers go on while somebody writes; the file remembers it.

    SQLite refuses the switch without any wait while another process is at the file, hence the loop.
    """
    until = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            with engine.execution_options(sqlite_begin="").connect() as connection:
                connection.exec_driver_sql("PRAGMA journal_mode = WAL")
            return
        except OperationalError as error:
            if "locked" not in str(error.orig) or time.monotonic() > until:
                raise
            time.sleep(0.05)
