"""Seats lent to computers: who may lend, who decides then, who reads the reasons, how a seat comes back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from hexfolio import opponents
from hexfolio.core.game import Game
from hexfolio.server.desk import Desk

from .conftest import app_on
from .helpers import Json, Seat, asked, begin, good, problem
from .test_computers import wait
from .test_secrets import named


def lend(seat: Seat, side: str, player: str = "captain") -> Json:
    return good(seat.put(f"/seats/{side}", {"player": player}))


def desk_of(client: TestClient) -> Desk:
    desk: Desk = client.app.state.desk  # type: ignore[attr-defined]
    return desk


def test_levels_and_their_sentences_come_from_the_registry(sqlite_client: TestClient) -> None:
    told = good(sqlite_client.get("/api/players"))
    assert [player["name"] for player in told["players"]] == list(opponents.OPPONENTS)
    assert told["usual"] in opponents.OPPONENTS
    for player in told["players"]:
        assert re.fullmatch(r"[A-Z].{15,120}\.", player["description"])


def test_each_side_may_have_a_level_of_its_own(sqlite_client: TestClient) -> None:
    chosen = {"blue": {"player": "recruit"}, "red": {"player": "random"}}
    seat = begin(sqlite_client, mode="watch", seats=chosen)["spectator"]
    assert [one["player"] for one in seat.view()["seats"]] == ["recruit", "random"]
    wait(lambda: seat.view()["outcome"])
    assert {row["side"]: row["reason"] for row in seat.rows()}["red"] == "any legal order will do"


def test_a_game_to_be_watched_has_no_person_in_it(sqlite_client: TestClient) -> None:
    body = {"battle": "crossroads", "book": "fm-folio", "mode": "watch", "seats": {"red": {}}}
    told = problem(sqlite_client.post("/api/games", json=body), 422, "malformed")
    assert "computers" in told["sentence"]


def test_a_lent_seat_is_decided_for_by_the_computer_alone(
    sqlite_client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = begin(sqlite_client, mode="solo")
    seat = people["blue"]
    monkeypatch.setattr(desk_of(sqlite_client).answering, "wake", lambda table: None)
    order = good(seat.get("/legal"))["plain"][-1]["order"]
    lend(seat, "blue", "recruit")
    told = problem(seat.give(order, side="blue"), 403, "not yours")
    assert told["sentence"].startswith("It is for the recruit to decide now")
    problem(seat.get("/legal"), 403, "not yours")
    problem(seat.post("/hint", {"position": seat.view()["position"]}), 403, "not yours")
    assert seat.view()["side"] == "red", "the eyes are those of the side that is left"
    lend(seat, "blue", "human")
    assert seat.view()["side"] == "blue"
    good(seat.give(order))


def test_names_stay_with_their_seats(sqlite_client: TestClient) -> None:
    people = begin(sqlite_client, seats={"blue": {"name": "Ada"}})
    blue = people["blue"]
    assert lend(blue, "blue")["seats"][0]["name"] == "Ada"
    assert lend(blue, "blue", "human")["seats"][0]["name"] == "Ada"


def test_by_link_only_the_own_seat_can_be_lent(sqlite_client: TestClient) -> None:
    people = begin(sqlite_client)
    for other in ("red", "spectator"):
        problem(people[other].put("/seats/blue", {"player": "captain"}), 403, "not yours")
    assert [one["player"] for one in people["red"].view()["seats"]] == ["human", "human"]


def test_the_computer_finishes_the_game(client: TestClient) -> None:
    people = begin(client, mode="solo")
    seat = people["blue"]
    first = good(seat.get("/legal"))["plain"][-1]["order"]
    good(seat.give(first))
    for side in ("blue", "red"):
        lend(seat, side, "recruit")
    wait(lambda: seat.view()["outcome"], 120)
    assert seat.view()["outcome"]["level"]
    told = [row for row in seat.rows() if row["kind"] == "order"]
    assert {row["side"] for row in told[-20:]} == {"blue", "red"} or len(told) < 20
    assert any(row["reason"] for row in told)
    problem(seat.post("/hint", {"position": seat.view()["position"]}), 422, "finished")


def test_a_lent_seat_survives_a_restart_and_comes_back(tmp_path: Path) -> None:
    address = str(tmp_path / "games.sqlite3")
    with TestClient(app_on(address)) as client:
        people = begin(client)
        lend(people["red"], "red", "recruit")
        legal = good(people["blue"].get("/legal"))
        good(people["blue"].give(legal["plain"][-1]["order"]))
    with TestClient(app_on(address)) as client:
        blue = Seat(client, people["blue"].game, people["blue"].token)
        red = Seat(client, people["red"].game, people["red"].token)
        assert [one["player"] for one in blue.view()["seats"]] == ["human", "recruit"]
        while asked(blue.view()) == "blue":
            good(blue.give(good(blue.get("/legal"))["plain"][-1]["order"]))
        start = blue.view()["position"]
        wait(lambda: any(row["side"] == "red" for row in blue.rows(start)) or asked(blue.view()) == "blue")
        lend(red, "red", "human")
        assert [one["player"] for one in blue.view()["seats"]] == ["human", "human"]


def test_orders_taken_back_while_the_computer_thinks(
    sqlite_client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The thought is in vain, and the game goes on from where it was taken back to."""
    people = begin(sqlite_client, mode="solo", seats={"red": {"player": "recruit"}})
    blue = people["blue"]
    answering = desk_of(sqlite_client).answering
    think = answering._computers.answer
    taken: list[int] = []

    def answer(task: object) -> object:
        answers = think(task)  # type: ignore[arg-type]
        if not taken:
            taken.append(blue.view()["position"])
            good(blue.undo())
        return answers

    monkeypatch.setattr(answering._computers, "answer", answer)
    while asked(blue.view()) == "blue" and not taken:
        good(blue.give(good(blue.get("/legal"))["plain"][-1]["order"]))
        wait(lambda: taken or asked(blue.view()) == "blue")
    wait(lambda: not answering._computers._busy)
    assert asked(blue.view()) == "blue"
    assert [row["kind"] for row in blue.rows(taken[0])] == ["undo"]


def test_a_seat_taken_back_while_the_computer_thinks(
    sqlite_client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    blue = begin(sqlite_client)["blue"]
    answering = desk_of(sqlite_client).answering
    think = answering._computers.answer

    def answer(task: object) -> object:
        answers = think(task)  # type: ignore[arg-type]
        lend(blue, "blue", "human")
        return answers

    monkeypatch.setattr(answering._computers, "answer", answer)
    before = blue.view()["position"]
    lend(blue, "blue", "recruit")
    wait(lambda: not answering._computers._busy)
    assert (asked(blue.view()), blue.view()["position"]) == ("blue", before)


def reasons(seat: Seat) -> set[str]:
    return {row["side"] for row in seat.rows() if row["reason"]}


class TestReasons:
    """A reason may name what lies face down, so not everybody may read it."""

    def test_by_link_a_side_reads_its_own(self, sqlite_client: TestClient) -> None:
        people = begin(sqlite_client)
        start = people["blue"].view()["position"]
        lend(people["blue"], "blue", "recruit")
        wait(lambda: asked(people["red"].view()) == "red")
        assert people["blue"].view()["position"] > start
        assert reasons(people["blue"]) == {"blue"}
        assert reasons(people["red"]) == reasons(people["spectator"]) == set()
        good(people["red"].post("/resign", {"position": people["red"].view()["position"]}))
        for seat in people.values():
            assert reasons(seat) == {"blue"}, "when the game is over everybody may know"

    def test_nobody_reads_those_of_his_opponent_though_he_has_lent_the_seat(
        self, sqlite_client: TestClient
    ) -> None:
        seat = begin(sqlite_client, mode="solo")["blue"]
        lend(seat, "blue", "recruit")
        wait(lambda: asked(seat.view()) == "red")
        assert reasons(seat) == set()
        lend(seat, "red", "recruit")
        wait(lambda: seat.view()["outcome"], 120)
        assert reasons(seat) == {"blue", "red"}

    def test_a_live_connection_tells_no_more(self, sqlite_client: TestClient) -> None:
        people = begin(sqlite_client)
        start = people["blue"].view()["position"]
        with people["red"].live(start) as red, people["blue"].live(start) as blue:
            lend(people["blue"], "blue", "recruit")
            for socket, told in ((red, False), (blue, True)):
                rows: list[Json] = []
                while not rows:
                    rows = socket.receive_json()["rows"]
                assert any(row["reason"] for row in rows) is told


def test_the_other_side_reads_nothing_of_a_computer_with_hidden_units(sqlite_client: TestClient) -> None:
    people = begin(sqlite_client, "seoul-dg")
    nk, un = people["nk"], people["un"]
    lend(nk, "nk", "recruit")
    while not reasons(nk):
        if asked(un.view()) == "un":
            good(un.give(good(un.get("/legal"))["plain"][-1]["order"]))
    lend(nk, "nk", "human")
    assert reasons(un) == reasons(people["spectator"]) == set()
    with desk_of(sqlite_client).table(nk.game) as table:
        game: Game = table.game
    hidden = [game.rules.name(unit) for unit in game.rules.hidden(game.state)]  # type: ignore[attr-defined]
    assert hidden
    assert named(hidden, un.get("/journal").text) == []
