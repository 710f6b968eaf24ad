"""People at a table: what tests of the server share."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import httpx2
from starlette.testclient import WebSocketTestSession

Json = dict[str, Any]
COMMAND = "import sys; from hexfolio.cli import main; sys.exit(main())"


class Seat:
    """Whoever holds one key of one game."""

    def __init__(self, client: httpx2.Client, game: str, token: str) -> None:
        self.client = client
        self.game = game
        self.token = token

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def get(self, path: str = "", **query: Any) -> httpx2.Response:
        return self.client.get(f"/api/games/{self.game}{path}", headers=self.headers, params=query)

    def post(self, path: str, body: Any, **query: Any) -> httpx2.Response:
        return self.client.post(
            f"/api/games/{self.game}{path}", headers=self.headers, json=body, params=query
        )

    def put(self, path: str, body: Any) -> httpx2.Response:
        return self.client.put(f"/api/games/{self.game}{path}", headers=self.headers, json=body)

    def view(self, **query: Any) -> Json:
        """The table; it must be there."""
        return good(self.get(**query))

    def give(self, order: Json | str, position: int | None = None, **query: Any) -> httpx2.Response:
        """Give an order, for the table as it stands if no position is named."""
        at = self.view()["position"] if position is None else position
        return self.post("/orders", {"position": at, "order": order}, **query)

    def undo(self, position: int | None = None) -> httpx2.Response:
        at = self.view()["position"] if position is None else position
        return self.post("/undo", {"position": at})

    def rows(self, after: int = 0) -> list[Json]:
        rows: list[Json] = good(self.get("/journal", after=after))["rows"]
        return rows

    def live(self, after: int = 0, **more: Any) -> Any:
        """A live connection that has said hello."""
        return hello(self.client, self.game, self.token, after, **more)


@contextmanager
def hello(
    client: Any, game: str, token: str, after: int = 0, headers: dict[str, str] | None = None, **more: Any
) -> Iterator[WebSocketTestSession]:
    with client.websocket_connect(f"/api/games/{game}/live", headers=headers or {}) as socket:
        socket.send_json({"token": token, "after": after, **more})
        yield socket


def good(answer: httpx2.Response, status: int | None = None) -> Json:
    """The body of an answer that is as it should be."""
    assert answer.is_success if status is None else answer.status_code == status, answer.text
    body: Json = answer.json()
    return body


def problem(answer: httpx2.Response, status: int, word: str = "") -> Json:
    """The problem that an answer tells of: a word, a sentence, and no insides."""
    assert answer.status_code == status, answer.text
    told: Json = answer.json()
    assert set(told) == {"error", "sentence", "refusal", "table"}
    assert re.fullmatch(r".*[.!?]", told["sentence"], re.DOTALL), told
    assert "Traceback" not in answer.text
    assert word in told["error"]
    return told


def begin(client: httpx2.Client, battle: str = "crossroads", **more: Any) -> dict[str, Seat]:
    """A new game: its seats by side; `spectator` looks on, and `all` plays whatever people may play."""
    book = more.pop("book", "fm-2023" if battle == "crossroads" else f"kwb-{battle.partition('-')[2]}")
    body = {"battle": battle, "book": book, "mode": "link", "quick_start": True, **more}
    return seats(client, good(client.post("/api/games", json=body), 201))


def seats(client: httpx2.Client, created: Json) -> dict[str, Seat]:
    """The seats that somebody who made a game got the keys of."""
    found: dict[str, Seat] = {}
    for key in created["keys"]:
        seat = Seat(client, created["game"], key["token"])
        for side in key["seats"] or ["spectator"]:
            found[side] = seat
    return found


def asked(table: Json) -> str | None:
    """The side that owes a decision."""
    owed = table["view"]["asked"]
    side: str | None = owed and owed["side"]
    return side


def choices(seat: Seat, random: Random | None = None) -> list[Json]:
    """Orders that may be given without putting anything together; with `random`, of one subject."""
    legal = good(seat.get("/legal"))
    offers = legal["offers"]
    if random is not None and legal["subjects"] and not offers:
        offers = good(seat.get("/legal", **{legal["kind"]: random.choice(legal["subjects"])}))["offers"]
    return [choice["order"] for choice in legal["plain"]] + [
        choice["order"] for offer in offers for choice in offer["choices"]
    ]


def play(table: dict[str, Seat], orders: int, random: Random) -> int:
    """Give so many random orders, whoever is asked; returns how many were given before the end."""
    some = next(iter(table.values()))
    state = some.view()
    for number in range(orders):
        side = asked(state)
        if side is None:
            return number
        seat = table[side]
        order = random.choice(choices(seat, random))
        state = good(seat.give(order, state["position"], side=side))["table"]
    return orders


def line(seat: Seat) -> list[Json]:
    """The rows whose orders stand."""
    standing: list[Json] = []
    for row in seat.rows():
        del standing[row["orders"] - (row["kind"] in ("order", "reseed")) :]
        if row["kind"] in ("order", "reseed"):
            standing.append(row)
    return standing


class Server:
    """A server in a process of its own, as `hexfolio serve` starts it."""

    def __init__(self, database: str, port: int, log: Any = subprocess.DEVNULL, **settings: str) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(
            [sys.executable, "-c", COMMAND, "serve", "--port", str(port), "--database", database],
            env={**os.environ, "HEXFOLIO_RATE": "0", **settings},
            stdout=log,
            stderr=log,
        )
        wait_for_server(self.url, lambda: self.process.poll() is None)

    def kill(self) -> None:
        """As by `kill -9`."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()


def wait_for_server(url: str, alive: Callable[[], bool]) -> None:
    """Until it answers."""
    until = time.monotonic() + 60
    port = int(url.rpartition(":")[2])
    while time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            assert alive(), "the server did not start"
            time.sleep(0.05)
    raise AssertionError("the server does not answer")
