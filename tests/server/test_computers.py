"""Computer players: they answer for their seats, and a worker that dies is replaced."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
import pytest
from fastapi.testclient import TestClient

from .conftest import app_on, free_port
from .helpers import Json, Seat, Server, asked, begin, good, problem


def wait(until: Callable[[], Any], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < deadline, "it does not come"
        time.sleep(0.02)


def workers(process: int) -> list[int]:
    """The processes that a process has started and that think for it."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            command = (entry / "cmdline").read_bytes()
        except (OSError, ValueError):
            continue
        if parent == process and b"spawn_main" in command:
            found.append(int(entry.name))
    return found


def test_a_seat_given_to_the_recruit_answers(sqlite_client: TestClient) -> None:
    people = begin(sqlite_client)
    red, blue = people["red"], people["blue"]
    start = blue.view()["position"]
    problem(red.put("/seats/blue", {"player": "recruit"}), 403, "not yours")
    problem(people["spectator"].put("/seats/blue", {"player": "recruit"}), 403, "not yours")
    problem(blue.put("/seats/blue", {"player": "guderian"}), 422, "malformed")
    given = good(blue.put("/seats/blue", {"player": "recruit", "name": "Ada"}))
    assert given["seats"][0] == {"side": "blue", "player": "recruit", "name": "Ada", "online": True}
    wait(lambda: asked(red.view()) == "red")
    rows = red.rows(start)
    assert {row["side"] for row in rows} == {"blue"}
    assert any(row["reason"] for row in blue.rows(start)), "its own side hears why"
    assert not any(row["reason"] for row in rows), "the other side does not"
    good(blue.put("/seats/blue", {"player": "human"}))
    end_turn(red, "red")
    time.sleep(0.3)
    assert asked(blue.view()) == "blue", "whoever took the seat back decides"


def end_turn(seat: Seat, side: str) -> None:
    while asked(seat.view()) == side:
        plain = good(seat.get("/legal"))["plain"]
        good(seat.give(plain[-1]["order"]))


def test_computers_play_a_whole_game_to_be_watched(sqlite_client: TestClient) -> None:
    seat = begin(sqlite_client, mode="watch", quick_start=False)["spectator"]
    seen: list[int] = []
    with seat.live() as socket:
        outcome = None
        while outcome is None:
            message = socket.receive_json()
            seen += [row["number"] for row in message["rows"]]
            outcome = message["table"]["outcome"]
    assert seen == list(range(1, len(seen) + 1))
    assert len(seen) > 60
    assert outcome["level"]
    assert outcome["seed"].isdecimal()
    assert {row["side"] for row in seat.rows()} == {"blue", "red"}
    assert any(row["reason"] for row in seat.rows())
    problem(seat.post("/resign", {"position": len(seen)}), 403, "not yours")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="finds processes in /proc")
class TestWorkers:
    def test_one_that_is_killed_is_replaced(self, tmp_path: Path) -> None:
        with TestClient(app_on(str(tmp_path / "games.sqlite3"))) as client:
            others = set(workers(os.getpid()))
            seat = begin(client, mode="watch", quick_start=False)["spectator"]
            wait(lambda: seat.view()["position"] > 5)
            first = set(workers(os.getpid())) - others
            assert len(first) == 1
            os.kill(first.pop(), signal.SIGKILL)
            before = seat.view()["position"]
            wait(lambda: seat.view()["position"] > before + 30 or seat.view()["outcome"])
            numbers = [row["number"] for row in seat.rows()]
            assert numbers == list(range(1, len(numbers) + 1))

    def test_they_do_not_outlive_a_server_that_is_killed(self, tmp_path: Path) -> None:
        server = Server(str(tmp_path / "games.sqlite3"), free_port())
        with httpx2.Client(base_url=server.url) as client:
            seat = begin(client, "pusan-dg", mode="watch")["spectator"]
            start = seat.view()["position"]
            wait(lambda: seat.view()["position"] > start)
        [worker] = workers(server.process.pid)
        server.kill()
        wait(lambda: not running(worker), 10)


def running(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_a_computer_goes_on_after_a_restart_as_soon_as_somebody_looks(tmp_path: Path) -> None:
    address = str(tmp_path / "games.sqlite3")
    with TestClient(app_on(address)) as client:
        seat = begin(client, mode="watch", quick_start=False)["spectator"]
    with TestClient(app_on(address)) as client:
        again = Seat(client, seat.game, seat.token)
        with again.live() as socket:
            rows: list[Json] = []
            while len(rows) < 10:
                rows += socket.receive_json()["rows"]
        assert rows == again.rows()[: len(rows)]
