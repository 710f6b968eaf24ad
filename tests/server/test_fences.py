"""What every answer keeps to: sizes, rates, headers, silence about what goes wrong inside."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import httpx2
import pytest
import uvicorn
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from websockets.sync.client import connect

from hexfolio.cli import main
from hexfolio.core.dice import draw
from hexfolio.server import app as app_module
from hexfolio.server.desk import Desk
from hexfolio.server.storage import Storage, StorageError

from .conftest import app_on
from .helpers import Seat, asked, begin, choices, good, play, problem, wait_for_server

FENCES = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def check_fences(answer: httpx2.Response) -> None:
    policy = answer.headers["Content-Security-Policy"]
    parts = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert parts["default-src"] == "'self'"
    assert parts["frame-ancestors"] == parts["object-src"] == parts["base-uri"] == "'none'"
    assert "unsafe" not in policy
    assert {name: answer.headers[name] for name in FENCES} == FENCES


def chunks(count: int) -> Iterator[bytes]:
    for _ in range(count):
        yield b" " * 1024


def test_every_answer_has_its_fences(sqlite_client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    people = begin(sqlite_client)
    red = people["red"]
    answers = [
        sqlite_client.get("/api/battles"),
        sqlite_client.get("/api/battles/crossroads/fm-2023"),
        sqlite_client.get("/api/battles/crossroads/map.svg"),
        sqlite_client.get("/api/nothing"),
        sqlite_client.get("/"),
        sqlite_client.get("/openapi.json"),
        sqlite_client.delete("/api/battles"),
        sqlite_client.post("/api/games", content=b"{"),
        sqlite_client.post("/api/games", content=b" " * 70_000),
        sqlite_client.get(f"/api/games/{red.game}"),
        red.get(), red.get("/journal"), red.give("end"), red.get("/file"),
        people["blue"].give("end", 1), people["blue"].give("end"),
    ]  # fmt: skip
    monkeypatch.setattr(Desk, "view", fail)
    answers.append(red.get())
    assert {answer.status_code for answer in answers} >= {200, 403, 404, 405, 409, 413, 422, 500}
    for answer in answers:
        check_fences(answer)
        if answer.url.path.startswith("/api/games/"):
            assert answer.headers["Cache-Control"] == "no-store"


def fail(*_: Any, **__: Any) -> None:
    raise LookupError("the cellar is locked")


def test_a_failure_is_told_by_number_alone(
    sqlite_client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    red = begin(sqlite_client)["red"]
    monkeypatch.setattr(Desk, "view", fail)
    answer = red.get()
    told = problem(answer, 500, "failure")
    number = re.search(r"error number is (\w{8})\.", told["sentence"])
    assert number is not None
    assert "cellar" not in answer.text
    assert number[1] in caplog.text
    assert "cellar" in caplog.text
    assert red.token not in caplog.text


def test_a_database_that_is_away_is_told_without_its_address(
    sqlite_client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    red = begin(sqlite_client)["red"]

    def gone(*_: Any, **__: Any) -> None:
        raise StorageError("The database /secret/place cannot be reached.")

    monkeypatch.setattr(Storage, "rows", gone)
    assert "secret" not in problem(red.get(), 503, "storage")["sentence"]


def test_bodies_have_a_greatest_size(sqlite_client: TestClient) -> None:
    red = begin(sqlite_client)["red"]
    path = f"/api/games/{red.game}/chat"
    for chunked in (False, True):
        for place in (path, "/api/games"):
            content = chunks(70) if chunked else b" " * 70_000
            problem(sqlite_client.post(place, content=content, headers=red.headers), 413, "too large")
    imported = "/api/games/import"
    problem(sqlite_client.post(imported, json={"text": "x" * 100_000}), 422, "malformed")
    problem(sqlite_client.post(imported, content=chunks(2100)), 413, "too large")
    problem(sqlite_client.post(imported, content=b" " * 3_000_000), 413, "too large")


def test_too_many_requests_are_turned_away(tmp_path: Path) -> None:
    with TestClient(app_on(str(tmp_path / "games.sqlite3"), rate=0.5, burst=5)) as client:
        answers = [client.get("/api/players") for _ in range(8)]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 3
        told = problem(answers[-1], 429, "too many")
        assert told["sentence"]
        assert answers[-1].headers["Retry-After"]
        check_fences(answers[-1])
        with pytest.raises(WebSocketDisconnect), client.websocket_connect("/api/games/x/live"):
            pytest.fail("a connection is a request, too")


def test_the_page_is_not_served_for_an_unknown_endpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html>hexfolio")
    (tmp_path / "secret.txt").write_text("secret")
    monkeypatch.setattr(app_module, "STATIC", static)
    with TestClient(app_on(str(tmp_path / "games.sqlite3"))) as client:
        for page in (
            "/",
            "/game/x",
            "/..%2fsecret.txt",
            "/%2e%2e/secret.txt",
            "/assets/..%2f..%2fsecret.txt",
        ):
            answer = client.get(page)
            assert "secret" not in answer.text
            check_fences(answer)
        assert client.get("/game/x").text == "<!doctype html>hexfolio"
        for path in ("/api/nothing", "/api", "/api/games/x/nothing"):
            problem(client.get(path), 404)


def test_no_log_line_holds_a_key_or_a_seed(
    client: TestClient, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    with caplog.at_level(logging.DEBUG):
        people = begin(client)
        play(people, 10, Random(1))
        red = people["red"]
        with red.live() as socket:
            socket.receive_json()
        red.give("nonsense")
        with monkeypatch.context() as broken:
            broken.setattr(Desk, "view", fail)
            red.get()
        good(red.post("/resign", {"position": red.view()["position"]}))
        seed = red.view()["outcome"]["seed"]
    assert len(caplog.records) > 10
    for secret in [seed, *(seat.token for seat in people.values())]:
        assert secret not in caplog.text


def test_no_line_of_a_real_server_holds_a_key_or_a_seed(
    tmp_path: Path, port: int, caplog: pytest.LogCaptureFixture
) -> None:
    """With the access log on, which the command leaves off."""
    app = app_on(str(tmp_path / "games.sqlite3"))
    config = uvicorn.Config(app, port=port, log_config=None, log_level="info", access_log=True)
    server = uvicorn.Server(config)
    thread = Thread(target=server.run)
    with caplog.at_level(logging.INFO):
        thread.start()
        try:
            wait_for_server(f"http://127.0.0.1:{port}", thread.is_alive)
            with httpx2.Client(base_url=f"http://127.0.0.1:{port}") as client:
                people = begin(client)
                play(people, 5, Random(1))
                red = people["red"]
                red.give("nonsense")
                good(red.post("/resign", {"position": red.view()["position"]}))
                seed = red.view()["outcome"]["seed"]
            with connect(f"ws://127.0.0.1:{port}/api/games/{red.game}/live") as socket:
                socket.send(json.dumps({"token": red.token, "after": 0}))
                assert json.loads(socket.recv())["rows"]
        finally:
            server.should_exit = True
            thread.join()
    lines = [
        record.getMessage() for record in caplog.records if record.name.startswith(("uvicorn", "hexfolio"))
    ]
    assert any("POST /api/games" in line for line in lines), "the access log is on"
    said = "\n".join(lines)
    for secret in [seed, *(seat.token for seat in people.values())]:
        assert secret not in said


def test_the_seed_comes_with_the_end_and_proves_every_die(client: TestClient) -> None:
    people = begin(client)
    for seat in people.values():
        assert seat.view()["outcome"] is None
    rolls = finish(people, Random(11))
    assert len(rolls) > 3
    seat = people["spectator"]
    outcome = seat.view()["outcome"]
    seed = int(outcome["seed"])
    dice = [die for row in seat.rows() for die in row["dice"]]
    assert dice == rolls
    text = seat.get("/file").text
    recorded = recorded_dice(client, text)
    for number, (sides, result) in enumerate(recorded):
        assert draw(seed, number, sides) == result
    assert [result for sides, result in recorded if sides == 6][: len(dice)]


def recorded_dice(client: TestClient, text: str) -> list[tuple[int, int]]:
    """Every die of a saved game with its number of sides, by playing it again."""
    from hexfolio.battles import registry
    from hexfolio.core import dice, journal

    rolled: list[tuple[int, int]] = []

    class Watch(dice.SeededChance):
        def roll(self, state: Any, sides: int) -> int:
            result = super().roll(state, sides)
            rolled.append((sides, result))
            return result

    from hexfolio.core.game import Game

    saved = journal.load(text, "The file", registry.open_rules)
    snapshot = saved.history()[0].snapshot
    assert snapshot is not None
    game = Game(saved.rules, snapshot.seed, Watch())
    for entry in saved.history()[1:]:
        assert entry.order is not None
        game.apply(entry.order)
        assert list(game.entry.dice) == list(entry.dice)
    return rolled


def finish(people: dict[str, Seat], random: Random) -> list[int]:
    """Play a game to its end, attacking where that is possible; the dice that were told."""
    state = people["spectator"].view()
    dice: list[int] = []
    for _ in range(2000):
        side = asked(state)
        if side is None:
            return dice
        seat = people[side]
        legal = good(seat.get("/legal"))
        attacks = [
            {"order": "attack", "hex": offer["hex"], "units": offer["candidates"]}
            for offer in legal["offers"]
            if offer["verb"] == "attack"
        ]
        allowed = [attack for attack in attacks if good(seat.post("/judge", {"order": attack}))["allowed"]]
        plain = [choice["order"] for choice in legal["plain"]]
        moving = state["view"]["turn"] < 3 and random.random() < 0.7
        order = (allowed or (choices(seat, random) if moving or not plain else plain[-1:]))[-1]
        given = good(seat.give(order, state["position"]))
        dice += [die for row in given["rows"] for die in row["dice"]]
        state = given["table"]
    raise AssertionError("the game does not end")


def test_the_interface_is_described(sqlite_client: TestClient) -> None:
    application = sqlite_client.app
    assert isinstance(application, FastAPI)
    document = good(sqlite_client.get("/openapi.json"))
    assert {"Hello", "Live", "TableView", "Problem"} <= set(document["components"]["schemas"])


def test_a_server_without_a_database_says_so_in_a_sentence(
    tmp_path: Path, port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    code = main(["serve", "--port", str(port), "--database", str(tmp_path / "file" / "games.sqlite3")])
    assert code == 2
    said = capsys.readouterr().err.strip().splitlines()[-1]
    assert re.fullmatch(r"hexfolio: The folder .* cannot be made: .*\.", said)
