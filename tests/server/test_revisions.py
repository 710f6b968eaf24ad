"""A game on a server whose rules are mended: it stands as it was, says so, and goes on."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from fastapi.testclient import TestClient

from hexfolio.battles import registry, saves
from hexfolio.core import journal
from hexfolio.core.game import Game
from hexfolio.rulebooks import books
from hexfolio.rulebooks.fire_and_movement.version8 import Version8Rules
from hexfolio.server.desk import Desk
from hexfolio.study.sheet_changes import changed_battle

from .helpers import Json, asked, begin, good, play, problem, seats

FIXTURES = Path(__file__).parent.parent / "fixtures" / "revision-1" / "games"


def restart(client: TestClient) -> None:
    """Forget all open games, as a server that is started anew does."""
    desk: Desk = client.app.state.desk  # type: ignore[attr-defined]
    desk._tables.clear()


def mended(client: TestClient, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Version8Rules, "revision", "fm-2023/99")
    restart(client)


def test_a_game_stands_and_goes_on_under_mended_rules(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = begin(client, mode="solo")
    seat = people["blue"]
    play(people, 130, Random(5))
    before, rows = seat.view(), seat.rows()
    earlier = [good(seat.get(f"/positions/{n}"))["view"]["counters"] for n in (0, 40, before["orders"])]
    mended(client, monkeypatch)
    after = seat.view()
    assert after["position"] == before["position"] + 1
    assert after["orders"] == before["orders"] + 1
    assert after["view"] == before["view"]
    assert seat.rows()[:-1] == rows
    last = seat.rows()[-1]
    assert last["kind"] == "revised"
    assert "revision fm-2023/99" in last["events"][0]["text"]
    assert [
        good(seat.get(f"/positions/{n}"))["view"]["counters"] for n in (0, 40, before["orders"])
    ] == earlier
    restart(client)
    assert seat.view()["position"] == after["position"], "said once"


def test_taking_back_ends_where_rules_were_mended(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = begin(client, mode="solo")
    seat = people["blue"]
    play(people, 20, Random(5))
    mended(client, monkeypatch)
    table = seat.view()
    assert table["take_back"]["allowed"] is False
    told = problem(seat.post("/undo", {"position": table["position"]}), 422, "nothing to take back")
    assert "since the rules were mended" in told["sentence"]
    play(people, 3, Random(6))
    for _ in range(3):
        table = good(seat.post("/undo", {"position": seat.view()["position"]}))["table"]
    problem(seat.post("/undo", {"position": table["position"]}), 422, "nothing to take back")
    play(people, 5, Random(7))
    restart(client)
    assert seat.view()["orders"] == table["orders"] + 5


def test_files_and_branches_cross_the_row(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    people = begin(client, mode="solo")
    seat = people["blue"]
    play(people, 20, Random(5))
    begun = seat.view()["orders"]
    mended(client, monkeypatch)
    play(people, 5, Random(6))
    saved = saves.load(seat.get("/file").text, "saved")
    assert saved.position == seat.view()["orders"]
    imported = seats(client, good(client.post("/api/games/import", json={"text": journal.save(saved)}), 201))
    assert imported["blue"].view()["view"] == seat.view()["view"]
    assert [row["kind"] for row in imported["blue"].rows()].count("revised") == 1
    for at, kinds in ((begun - 4, ["revised", "reseed"]), (begun + 3, ["order", "reseed"])):
        body = {"at": at, "mode": "solo", "seats": {}}
        branch = seats(client, good(seat.post("/branch", body), 201))["blue"]
        assert [row["kind"] for row in branch.rows()][-2:] == kinds
        counters = good(seat.get(f"/positions/{at}"))["view"]["counters"]
        assert branch.view()["view"]["counters"] == counters
        play(dict.fromkeys(("blue", "red"), branch), 3, Random(8))
        restart(client)
        assert branch.view()["orders"] == at + len([k for k in kinds if k != "order"]) + 3


def test_an_imported_game_keeps_the_sheets_it_brought(client: TestClient) -> None:
    battle = changed_battle("crossroads", "fm-2023", {}, [("counters.blue.A/7.values", "9-9-9")])
    game, random = Game(books.open_rules(battle), 7), Random(3)
    for _ in range(30):
        game.apply(game.legal().sample(random))
    created = good(client.post("/api/games/import", json={"text": journal.save(game)}), 201)
    seat = seats(client, created)["blue"]
    restart(client)
    play(dict.fromkeys(("blue", "red"), seat), 5, Random(4))
    again = saves.load(seat.get("/file").text, "again")
    assert again.battle.counter("A/7").steps[0] == (9, 9, 9)
    assert registry.load("crossroads", "fm-2023").counter("A/7").steps[0] != (9, 9, 9)


def test_a_game_whose_dice_were_laid_down_can_be_imported_and_goes_on(client: TestClient) -> None:
    text = (FIXTURES / "crossroads-fm-2023-scripted.hexfolio").read_text()
    seat = seats(client, good(client.post("/api/games/import", json={"text": text}), 201))["blue"]
    play(dict.fromkeys(("blue", "red"), seat), 60, Random(4))
    saved = seat.get("/file").text
    assert "dice scripted" in saved
    again = seats(client, good(client.post("/api/games/import", json={"text": saved}), 201))["blue"]
    assert again.view()["view"] == seat.view()["view"]
    branch = seats(client, good(seat.post("/branch", {"at": 30, "mode": "solo", "seats": {}}), 201))["blue"]
    play(dict.fromkeys(("blue", "red"), branch), 10, Random(4))
    # Thirty orders, the entries that rules were mended and that dice begin anew, ten orders.
    assert saves.load(branch.get("/file").text, "branch").position == 42


def test_a_computer_thinks_by_the_sheets_of_its_game(client: TestClient) -> None:
    battle = changed_battle("crossroads", "fm-2023", {}, [("counters.blue.A/7.values", "9-9-9")])
    text = journal.save(Game(books.open_rules(battle), 7))
    seat = seats(client, good(client.post("/api/games/import", json={"text": text}), 201))["blue"]
    table: Json = seat.view()
    assert asked(table) is not None
    assert good(seat.post("/hint", {"position": table["position"], "player": "recruit"}))["choice"]
