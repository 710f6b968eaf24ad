"""Databases that earlier programs wrote: their games stand as they were seen, and go on."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from alembic import command
from fastapi.testclient import TestClient
from sqlalchemy import MetaData, create_engine, insert, select, text

from hexfolio.battles import saves
from hexfolio.server.desk import Desk
from hexfolio.server.storage.engine import connect, resolve
from hexfolio.server.storage.migrate import configuration

from .conftest import DATABASES, app_on
from .helpers import Json, Seat, asked, choices, good

FOLDER = Path(__file__).parent.parent / "fixtures" / "revision-1"
GAMES: list[Json] = json.loads((FOLDER / "keys.json").read_text(encoding="utf-8"))
NOT_KEPT = ("asked", "moving", "standing")
"""Of a view: what is asked and offered, which is for the rules of today to say."""


def copy_rows(file: Path, address: str) -> None:
    """The database in an SQLite file, as it is, in an empty PostgreSQL database."""
    old, new, shape = create_engine(f"sqlite:///{file}"), connect(resolve(address)), MetaData()
    with new.begin() as there:
        command.upgrade(configuration(there), "0001")
        shape.reflect(there)
        with old.connect() as here:
            for table in shape.sorted_tables:
                if table.name != "alembic_version":
                    # A branch names the game it came from.
                    order = [table.c.created] if table.name == "games" else []
                    rows = here.execute(select(table).order_by(*order)).mappings()
                    there.execute(insert(table), [dict(row) for row in rows])
        there.execute(text("SELECT setval(pg_get_serial_sequence('chat', 'id'), max(id)) FROM chat"))
    old.dispose()
    new.dispose()


@pytest.fixture(scope="module", params=DATABASES)
def old_client(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[TestClient]:
    """A client of a server that was started on a database of revision 1."""
    if request.param == "sqlite":
        file = tmp_path_factory.mktemp("old") / "games.sqlite3"
        shutil.copy(FOLDER / "server.sqlite", file)
        address = str(file)
    else:
        address = request.getfixturevalue("postgres_module_url")
        copy_rows(FOLDER / "server.sqlite", address)
    with TestClient(app_on(address)) as started:
        if request.param == "sqlite":
            assert file.with_name("games.sqlite3.0001").read_bytes()[:6] == b"SQLite"
        yield started


@pytest.fixture(params=GAMES, ids=lambda game: game["name"])
def game(request: pytest.FixtureRequest) -> Json:
    found: Json = request.param
    return found


def seat_for(client: TestClient, game: Json, side: str) -> Seat:
    """A key that sees through the eyes of a side, or of a spectator."""
    keys = game["keys"]
    token = next(
        key["token"] for key in keys if side in key["seats"] or (side == "spectator" and not key["seats"])
    )
    return Seat(client, game["id"], token)


def answers(game: Json) -> Json:
    found: Json = json.loads((FOLDER / "answers" / f"{game['name']}.json").read_text(encoding="utf-8"))
    return found


def seen(view: Json) -> Json:
    return {key: value for key, value in view.items() if key not in NOT_KEPT}


def test_what_was_played_is_shown_as_it_was(old_client: TestClient, game: Json) -> None:
    kept = answers(game)
    looker = seat_for(old_client, game, "spectator")
    rows = looker.rows()
    assert rows[: len(kept["log"])] == kept["log"]
    for orders, views in (
        (kept["middle"]["orders"], kept["middle"]["views"]),
        (game["orders"], kept["views"]),
    ):
        for side, table in views.items():
            seat = seat_for(old_client, game, side)
            more = {} if side == "spectator" else {"side": side}
            answer = good(seat.get(f"/positions/{orders}", **more))
            if not game["finished"]:
                assert seen(answer["view"]) == seen(table["view"])
            assert answer["view"]["counters"] == table["view"]["counters"]


def test_every_position_is_the_one_that_was(old_client: TestClient, game: Json) -> None:
    desk: Desk = old_client.app.state.desk  # type: ignore[attr-defined]
    with desk.table(game["id"]) as table:
        kept = [table.begun, *(table.rows[number - 1] for number in table.line)]
    digests = answers(game)["digests"]
    assert [row.digest for row in kept[: len(digests)]] == digests


def test_its_file_opens_elsewhere(old_client: TestClient, game: Json) -> None:
    whole = max(game["keys"], key=lambda key: len(key["seats"]))
    answer = Seat(old_client, game["id"], whole["token"]).get("/file")
    if answer.status_code == 403:
        assert not game["finished"]
        return
    saved = saves.load(answer.text, game["name"])
    digests = answers(game)["digests"]
    assert [saved.at(n).state.digest()[:12] for n in range(len(digests))] == digests


def test_it_goes_on(old_client: TestClient, game: Json) -> None:
    if game["finished"] or game["mode"] == "watch":
        return
    people: dict[str, Any] = {
        side: seat_for(old_client, game, side) for key in game["keys"] for side in key["seats"]
    }
    random, some = Random(2), seat_for(old_client, game, "spectator")
    given = 0
    for _ in range(8):
        table = some.view()
        side = asked(table)
        if side not in people or next(s for s in table["seats"] if s["side"] == side)["player"] != "human":
            break
        order = random.choice(choices(people[side], random))
        good(people[side].give(order, table["position"], side=side))
        given += 1
    assert given or asked(some.view()) not in people or "lent" in game["name"] or "computer" in game["name"]
