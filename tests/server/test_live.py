"""Live connections: everybody hears everything once, wherever it was ordered."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Thread
from typing import Any

import httpx2
import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from websockets.sync.client import connect

from hexfolio.server import live

from .conftest import app_on, free_port
from .helpers import Json, Seat, Server, asked, begin, choices, good, hello, play


def hear(socket: Any, upto: int) -> list[Json]:
    """The rows that a connection is told, up to a number."""
    rows: list[Json] = []
    while not rows or rows[-1]["number"] < upto:
        message = socket.receive_json()
        assert message["kind"] == "table"
        rows += message["rows"]
        assert not rows or message["table"]["position"] == rows[-1]["number"]
    return rows


class TestHello:
    def test_catching_up(self, client: TestClient) -> None:
        people = begin(client)
        play(people, 10, Random(1))
        rows = people["red"].rows()
        good(people["blue"].post("/chat", {"text": "one"}), 201)
        last = good(people["blue"].post("/chat", {"text": "two"}), 201)["id"]
        for after in (0, 5, rows[-1]["number"], 1000):
            with people["red"].live(after) as socket:
                message = socket.receive_json()
                assert message["rows"] == rows[after:]
                assert message["table"]["side"] == "red"
                assert [line["text"] for line in message["chat"]] == ["one", "two"]
        with people["spectator"].live(chat=last - 1) as socket:
            message = socket.receive_json()
            assert message["table"]["side"] is None
            assert [line["text"] for line in message["chat"]] == ["two"]

    @pytest.mark.parametrize(
        ("word", "change"),
        [
            ("wrong key", {"token": "x"}),
            ("wrong key", {"token": ""}),
            ("not yours", {"side": "blue"}),
            ("not yours", {"side": "green"}),
            ("malformed", {"token": 5}),
            ("malformed", {"after": -1}),
            ("malformed", {"after": 10**30}),
            ("malformed", {"chat": 10**30}),
            ("malformed", {"more": 1}),
        ],
    )
    def test_whoever_says_nonsense_is_sent_away(self, client: TestClient, word: str, change: Json) -> None:
        red = begin(client)["red"]
        said = {"token": red.token, "after": 0, **change}
        with client.websocket_connect(f"/api/games/{red.game}/live") as socket:
            socket.send_json(said)
            check_sent_away(socket, word)

    def test_bytes_and_broken_json_are_nonsense_too(self, client: TestClient) -> None:
        red = begin(client)["red"]
        for content in (b"\x00", b"\xff" * 10):
            with client.websocket_connect(f"/api/games/{red.game}/live") as socket:
                socket.send_bytes(content)
                check_sent_away(socket, "malformed")
        with client.websocket_connect(f"/api/games/{red.game}/live") as socket:
            socket.send_text("{")
            check_sent_away(socket, "malformed")

    def test_an_unknown_game(self, client: TestClient) -> None:
        with hello(client, "nothing", begin(client)["red"].token) as socket:
            check_sent_away(socket, "unknown game")

    def test_silence(self, client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(live, "HELLO_SECONDS", 0.05)
        with client.websocket_connect(f"/api/games/{begin(client)['red'].game}/live") as socket:
            check_sent_away(socket, "malformed")

    def test_pages_of_other_places_are_not_let_in(self, client: TestClient) -> None:
        red = begin(client)["red"]
        for origin in ("https://evil.example", "null", "http://testserver.evil.example"):
            with (
                pytest.raises(WebSocketDisconnect) as closed,
                hello(client, red.game, red.token, headers={"Origin": origin}) as socket,
            ):
                socket.receive_json()
            assert closed.value.code == 1008
        with hello(client, red.game, red.token, headers={"Origin": "http://testserver"}) as socket:
            assert socket.receive_json()["kind"] == "table"


def check_sent_away(socket: Any, word: str) -> None:
    message = socket.receive_json()
    assert (message["kind"], message["problem"]["error"]) == ("problem", word)
    assert message["problem"]["sentence"].endswith(".")
    assert message["table"] is None
    with pytest.raises(WebSocketDisconnect) as closed:
        socket.receive_json()
    assert closed.value.code == 1008


class TestHearing:
    def test_everybody_hears_every_row_once(self, client: TestClient) -> None:
        people = begin(client)
        start = people["red"].view()["position"]
        with (
            people["red"].live() as red,
            people["blue"].live(start) as blue,
            people["spectator"].live() as all_,
        ):
            play(people, 30, Random(8))
            expected = people["red"].rows()
            assert hear(red, start + 30) == expected
            assert hear(blue, start + 30) == expected[start:]
            assert hear(all_, start + 30) == expected

    def test_a_computer_is_heard_as_well(self, client: TestClient) -> None:
        blue = begin(client, seats={"red": {"player": "random"}})["blue"]
        with blue.live() as socket:
            orders = Thread(target=end_turns, args=(blue, 3))
            orders.start()
            orders.join()
            rows = hear(socket, blue.view()["position"])
        assert [row["number"] for row in rows] == list(range(1, len(rows) + 1))
        assert {row["side"] for row in rows} == {"blue", "red"}
        assert rows == blue.rows()[: len(rows)]

    def test_coming_back_after_a_while(self, client: TestClient) -> None:
        people = begin(client)
        heard: list[Json] = []
        random = Random(9)
        for _ in range(5):
            play(people, 4, random)
            with people["red"].live(len(heard)) as socket:
                play(people, 3, random)
                heard += hear(socket, people["red"].view()["position"])
        assert heard == people["red"].rows()

    def test_undo_and_chat_and_seats_are_heard(self, client: TestClient) -> None:
        people = begin(client)
        with people["red"].live() as socket:
            hear(socket, people["red"].view()["position"])
            blue = people["blue"]
            good(blue.give(choices(blue, Random(1))[-1]))
            good(blue.undo())
            rows = hear(socket, blue.view()["position"])
            assert [row["kind"] for row in rows] == ["order", "undo"]
            good(blue.post("/chat", {"text": "sorry"}), 201)
            assert next_with(socket, "chat")["chat"][0]["text"] == "sorry"
            good(blue.put("/seats/blue", {"player": "human", "name": "Ada"}))
            names = [seat["name"] for seat in until(socket, lambda m: m["table"]["seats"][0]["name"])]
            assert names == ["Ada", None]

    def test_who_is_at_the_table(self, client: TestClient) -> None:
        people = begin(client)

        def online() -> list[bool]:
            return [seat["online"] for seat in people["blue"].view()["seats"]]

        with people["red"].live() as socket:
            socket.receive_json()
            assert online() == [False, True]
            with people["red"].live() as second:
                second.receive_json()
            with people["spectator"].live() as first, people["spectator"].live() as second:
                first.receive_json()
                second.receive_json()
            assert online() == [False, True]
        assert online() == [False, False]

    def test_what_a_client_says_later_is_not_minded(self, client: TestClient) -> None:
        people = begin(client)
        with people["red"].live() as socket:
            hear(socket, people["red"].view()["position"])
            socket.send_text("{")
            socket.send_bytes(b"\x00")
            play(people, 1, Random(1))
            hear(socket, people["red"].view()["position"])


def next_with(socket: Any, key: str) -> Json:
    while True:
        message: Json = socket.receive_json()
        if message[key]:
            return message


def until(socket: Any, wanted: Any) -> list[Json]:
    """The seats in the first message that has what is wanted."""
    while True:
        message = socket.receive_json()
        if wanted(message):
            seats: list[Json] = message["table"]["seats"]
            return seats


def end_turns(seat: Seat, orders: int) -> None:
    """Give the simplest orders whenever the seat is asked."""
    side = seat.view()["side"]
    given, deadline = 0, time.monotonic() + 30
    while given < orders * 6 and time.monotonic() < deadline:
        state = seat.view()
        if asked(state) == side:
            legal = good(seat.get("/legal"))
            orders_ = [choice["order"] for choice in legal["plain"]] or choices(seat)
            given += seat.give(orders_[-1], state["position"]).is_success
        elif state["outcome"]:
            return
        else:
            time.sleep(0.01)


@pytest.fixture(scope="module")
def both(postgres_module_url: str) -> Iterator[tuple[TestClient, httpx2.Client]]:
    with TestClient(app_on(postgres_module_url)) as here:
        server = Server(postgres_module_url, free_port())
        try:
            with httpx2.Client(base_url=server.url) as there:
                yield here, there
        finally:
            server.stop()


class TestTwoProcesses:
    """One serves in this process, the other in one of its own, both on one PostgreSQL."""

    def test_an_order_given_here_is_pushed_there(self, both: tuple[TestClient, httpx2.Client]) -> None:
        here, there = both
        people = begin(here)
        far = {name: Seat(there, seat.game, seat.token) for name, seat in people.items()}
        address = str(there.base_url).replace("http", "ws").rstrip("/")
        with (
            connect(f"{address}/api/games/{people['red'].game}/live") as socket,
            people["blue"].live() as near,
        ):
            socket.send(json.dumps({"token": people["red"].token, "after": 0}))
            for turn in range(20):
                play([people, far][turn % 2], 1, Random(turn))
            last = people["red"].view()["position"]
            rows: list[Json] = []
            while not rows or rows[-1]["number"] < last:
                rows += json.loads(socket.recv(timeout=10))["rows"]
            assert rows == far["red"].rows() == people["red"].rows()
            assert hear(near, last) == rows
        assert far["red"].view()["view"] == people["red"].view()["view"]

    def test_of_orders_for_one_position_one_wins(self, both: tuple[TestClient, httpx2.Client]) -> None:
        people = begin(both[0], mode="hot-seat")
        seats = [Seat(client, people["red"].game, people["red"].token) for client in (both[0], both[1]) * 3]
        random = Random(3)
        with ThreadPoolExecutor(len(seats)) as pool:
            for _ in range(8):
                state = seats[0].view()
                orders = choices(seats[0], random)
                given = [pool.submit(seat.give, random.choice(orders), state["position"]) for seat in seats]
                answers = [answer.result() for answer in given]
                statuses = sorted(answer.status_code for answer in answers)
                assert statuses == [200] + [409] * (len(seats) - 1)
                for answer in answers:
                    table = answer.json()["table"]
                    assert table["position"] == state["position"] + 1
        assert seats[0].rows() == seats[1].rows()
        assert seats[0].view()["view"] == seats[1].view()["view"]

    def test_undo_and_seats_are_known_on_both_sides(self, both: tuple[TestClient, httpx2.Client]) -> None:
        people = begin(both[0])
        far = {name: Seat(both[1], seat.game, seat.token) for name, seat in people.items()}
        before = far["blue"].view()
        good(people["blue"].give(choices(people["blue"], Random(1))[-1]))
        good(far["blue"].undo())
        assert people["blue"].view()["view"] == before["view"]
        good(far["red"].put("/seats/red", {"player": "recruit"}))
        deadline = time.monotonic() + 5
        while people["blue"].view()["seats"][1]["player"] != "recruit":
            assert time.monotonic() < deadline
            time.sleep(0.01)
        end_turns(people["blue"], 1)
        deadline = time.monotonic() + 20
        while "red" not in [row["side"] for row in far["blue"].rows(before["position"])]:
            assert time.monotonic() < deadline, "the computer does not answer"
            time.sleep(0.05)
