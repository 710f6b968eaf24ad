"""“What would you do?”: a computer answers for the seat of whoever is asked, and nothing is changed by it."""

from __future__ import annotations

from random import Random

import pytest
from fastapi.testclient import TestClient

from hexfolio.core.game import Game
from hexfolio.server.desk import Desk
from hexfolio.server.thinking import Memory, think

from .helpers import Json, Seat, asked, begin, good, problem


def hint(seat: Seat, player: str | None = None) -> Json:
    body = {"position": seat.view()["position"]} | ({"player": player} if player else {})
    return good(seat.post("/hint", body))


def test_a_hint_can_be_followed_and_changes_nothing_before(client: TestClient) -> None:
    blue = begin(client)["blue"]
    before, rows = blue.view(), blue.rows()
    told = hint(blue)
    assert (told["side"], told["player"], told["position"]) == ("blue", "captain", before["position"])
    assert told["reason"]
    assert told["choice"]["caption"]
    assert hint(blue) == told, "the same question gets the same answer"
    assert (blue.view(), blue.rows()) == (before, rows)
    given = good(blue.give(told["choice"]["order"]))
    assert given["table"]["position"] == before["position"] + 1
    assert not given["rows"][0]["reason"], "a person gave it"


@pytest.mark.parametrize("player", ["recruit", "captain"])
def test_hints_lead_through_a_whole_player_turn(sqlite_client: TestClient, player: str) -> None:
    people = begin(sqlite_client)
    blue, fights = people["blue"], 0
    for _ in range(200):
        if (side := asked(blue.view())) is None or blue.view()["view"]["active"] != "blue":
            break
        told = hint(people[side], player)
        if told["odds"] is not None:
            fights += 1
            assert sum(chance["chance"] for chance in told["odds"]["chances"]) == pytest.approx(1)
        good(people[side].give(told["choice"]["order"]))
    assert blue.view()["view"]["active"] == "red"
    assert fights > 0


def test_hints_are_for_whoever_has_to_decide(sqlite_client: TestClient) -> None:
    people = begin(sqlite_client)
    body = {"position": people["blue"].view()["position"]}
    told = problem(people["red"].post("/hint", body), 403, "not yours")
    assert told["sentence"] == "It is for Western Brigade to decide now."
    problem(people["spectator"].post("/hint", body), 403, "not yours")
    problem(people["blue"].post("/hint", body | {"player": "guderian"}), 422, "malformed")
    problem(people["blue"].post("/hint", body | {"player": "human"}), 422, "malformed")
    stale = problem(people["blue"].post("/hint", {"position": 0}), 409, "stale")
    assert stale["table"]["position"] == body["position"]


def test_there_are_none_when_the_game_is_over(sqlite_client: TestClient) -> None:
    blue = begin(sqlite_client)["blue"]
    good(blue.post("/resign", {"position": blue.view()["position"]}))
    told = problem(blue.post("/hint", {"position": blue.view()["position"]}), 422, "finished")
    assert told["sentence"] == "The game is over."


def test_one_question_at_a_time(sqlite_client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    blue = begin(sqlite_client)["blue"]
    desk: Desk = sqlite_client.app.state.desk  # type: ignore[attr-defined]
    body = {"position": blue.view()["position"]}
    monkeypatch.setattr(desk.answering, "_advising", {blue.game})
    problem(blue.post("/hint", body), 429, "busy")


def test_a_table_that_changes_meanwhile_makes_a_hint_stale(
    sqlite_client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    blue = begin(sqlite_client)["blue"]
    desk: Desk = sqlite_client.app.state.desk  # type: ignore[attr-defined]
    think = desk.answering._computers.answer

    def meanwhile(task: object) -> object:
        answers = think(task)  # type: ignore[arg-type]
        good(blue.give(good(blue.get("/legal"))["plain"][-1]["order"]))
        return answers

    monkeypatch.setattr(desk.answering._computers, "answer", meanwhile)
    problem(blue.post("/hint", {"position": blue.view()["position"]}), 409, "stale")
    monkeypatch.undo()
    assert desk.answering._advising == set()


@pytest.mark.parametrize(
    ("battle", "book", "blind"),
    [("sukchon", "para", "un"), ("tomahawk", "para", "un"), ("seoul-dg", "kwb-dg", "un")],
)
@pytest.mark.parametrize("player", ["recruit", "captain"])
def test_a_hint_knows_no_more_than_its_side(
    sqlite_client: TestClient,
    monkeypatch: pytest.MonkeyPatch,
    battle: str,
    book: str,
    blind: str,
    player: str,
) -> None:
    """In positions that the side cannot tell from the real one the computer says the same."""
    seat = begin(sqlite_client, battle, book=book, mode="solo")[blind]
    desk: Desk = sqlite_client.app.state.desk  # type: ignore[attr-defined]
    # A player whose last hint was followed by chance would go on with its plan in one of the two positions.
    monkeypatch.setattr(desk.answering._computers, "answer", lambda task: think(task, Memory()))
    random, compared, differ = Random(4), 0, 0
    for _ in range(60):
        with desk.table(seat.game) as table:
            game, side = table.game, table.asked
        if side is None:
            break
        if side == blind and compared < 12:
            twin = game.rules.imagine(game.state, game.battle.side_index(side), random)
            differ += twin.digest() != game.state.digest()
            real = hint(seat, player)
            table.game = Game.from_state(game.rules, twin)
            imagined = hint(seat, player)
            table.game = game
            assert imagined == real
            compared += 1
        good(seat.give(game.rules.notation.write(game.legal().sample(random)), side=side))
    assert compared > 5
    assert differ > 2, "something was hidden"
