"""kill -9 during play: what was acknowledged is there, and nothing else."""

from __future__ import annotations

import time
from random import Random
from threading import Thread

import httpx2

from .conftest import free_port
from .helpers import Json, Seat, Server, asked, begin, choices, good

KILLS = 3


class Player(Thread):
    """Gives orders as fast as it can until nobody answers; keeps what was acknowledged."""

    def __init__(self, url: str, game: str, token: str, random: Random) -> None:
        super().__init__()
        self.url, self.game, self.token = url, game, token
        self.random = random
        self.last: Json | None = None
        self.rows: list[Json] = []
        self.sent = 0
        self.wrong: str | None = None

    def run(self) -> None:
        try:
            with httpx2.Client(base_url=self.url, timeout=10) as client:
                self.play(Seat(client, self.game, self.token))
        except httpx2.TransportError:
            pass
        except AssertionError as error:
            self.wrong = str(error)

    def play(self, seat: Seat) -> None:
        state = seat.view()
        while asked(state):
            order = self.random.choice(choices(seat, self.random))
            self.sent = state["position"] + 1
            given = good(seat.give(order, state["position"]))
            self.rows += given["rows"]
            self.last = state = given["table"]


def test_after_kill_9_the_game_is_as_of_the_last_acknowledged_order(database: str) -> None:
    random, port = Random(17), free_port()
    server = Server(database, port)
    try:
        with httpx2.Client(base_url=server.url) as client:
            seat = begin(client, mode="hot-seat")["red"]
            game, token = seat.game, seat.token
        for _ in range(KILLS):
            player = Player(server.url, game, token, random)
            player.start()
            while player.last is None:
                time.sleep(0.01)
            time.sleep(random.uniform(0.1, 0.5))
            server.kill()
            player.join()
            assert player.wrong is None
            server = Server(database, port)
            with httpx2.Client(base_url=server.url) as client:
                check(Seat(client, game, token), player)
    finally:
        server.kill()


def check(seat: Seat, player: Player) -> None:
    """All that was acknowledged stands; at most the one order on its way beyond it."""
    last = player.last
    assert last is not None
    table = seat.view()
    assert last["position"] <= table["position"] <= player.sent
    rows = seat.rows()
    assert [row["number"] for row in rows] == list(range(1, table["position"] + 1))
    assert rows[player.rows[0]["number"] - 1 : last["position"]] == player.rows
    then = good(seat.get(f"/positions/{last['orders']}", side=last["side"]))
    assert then["view"] == last["view"]
    if table["position"] == last["position"]:
        assert table["view"] == last["view"]
