"""The application on SQLite and on PostgreSQL alike."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from hexfolio.server.app import create_app
from hexfolio.server.settings import Settings
from hexfolio.server.storage import engine

DATABASES = ["sqlite", "postgresql"]


@pytest.fixture(scope="package", autouse=True)
def _fast_disk() -> Iterator[None]:
    """Nothing here outlives the tests, so SQLite in this process need not wait for the disk."""
    careful = engine.prepare_sqlite

    def hasty(connection: Any, entry: Any) -> None:
        careful(connection, entry)
        connection.execute("PRAGMA synchronous = OFF")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "prepare_sqlite", hasty)
        yield


@pytest.fixture(scope="module", params=DATABASES)
def client(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A client of a server that the tests of a module share; each test makes games of its own."""
    if request.param == "sqlite":
        address = str(tmp_path_factory.mktemp("games") / "games.sqlite3")
    else:
        address = request.getfixturevalue("postgres_module_url")
    with TestClient(app_on(address)) as started:
        yield started


@pytest.fixture(params=DATABASES)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a fresh database."""
    if request.param == "sqlite":
        return str(tmp_path / "games.sqlite3")
    address: str = request.getfixturevalue("postgres_url")
    return address


@pytest.fixture(scope="module")
def sqlite_client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """The same on SQLite alone, for what has nothing to do with the database."""
    address = str(tmp_path_factory.mktemp("games") / "games.sqlite3")
    with TestClient(app_on(address)) as started:
        yield started


def app_on(address: str, rate: float = 0, burst: int = 400) -> FastAPI:
    return create_app(Settings(database=address, rate=rate, burst=burst))


@pytest.fixture
def port() -> int:
    return free_port()


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        number: int = probe.getsockname()[1]
        return number
