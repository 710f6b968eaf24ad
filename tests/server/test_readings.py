"""Readings of the rules: told with a battle, chosen when a game begins, and carried along."""

from __future__ import annotations

from typing import Any

from fastapi.testclient import TestClient

from hexfolio.battles import registry
from hexfolio.rulebooks.readings import readings

from .helpers import Json, Seat, begin, good, problem

OTHERWISE = {"mobile-zones": "on-leaving"}


def lobby(client: TestClient) -> Json:
    told: Any = good(client.get("/api/battles"))
    return {battle["id"]: battle for battle in told}


def test_the_lobby_tells_the_readings_by_book(client: TestClient) -> None:
    battles = lobby(client)
    for entry in registry.entries():
        told = battles[entry.id]["readings"]
        assert list(told) == list(entry.books)
        for book in entry.books:
            known = readings(registry.load(entry.id, book))
            assert [reading["name"] for reading in told[book]] == [reading.name for reading in known]
    zones = next(
        one for one in battles["crossroads"]["readings"]["fm-folio"] if one["name"] == "mobile-zones"
    )
    assert zones == {
        "name": "mobile-zones",
        "clause": "fm-folio:5.1.1.d",
        "rulings": ["R030", "R031", "T51"],
        "question": "When does a mobile unit pay half its allowance for enemy zones?",
        "meanings": [
            {"value": "zone-to-zone", "says": "Only for a step from zone to zone, each time."},
            {
                "value": "on-leaving",
                "says": "For leaving any hex in an enemy zone but the one it started in, wherever it goes.",
            },
        ],
        "ours": "zone-to-zone",
        "option": "",
    }
    assert "mobile-zones" not in [one["name"] for one in battles["crossroads"]["readings"]["fm-2023"]]


def test_an_option_names_the_books_that_know_it(client: TestClient) -> None:
    (bombardment,) = lobby(client)["crossroads"]["options"]
    assert bombardment["books"] == ["fm-folio", "fm-st296", "fm-2023"]


def test_the_sheet_of_a_game_tells_the_readings_of_its_book(client: TestClient) -> None:
    told = lobby(client)["pusan-train"]["readings"]["kwb-train"]
    for options in ("", "mobile-zones=on-leaving", "weather=fair"):
        sheet = good(client.get("/api/battles/pusan-train/kwb-train", params={"options": options}))
        assert sheet["readings"] == told


def test_a_game_says_what_was_chosen_otherwise_and_nothing_of_ours(client: TestClient) -> None:
    chosen = begin(client, book="fm-folio", options={**OTHERWISE, "stiff-resistance": "each"})
    assert chosen["red"].view()["options"] == OTHERWISE
    assert begin(client, options={"stiff-resistance": "each"})["red"].view()["options"] == {}


def test_what_nobody_reads_so_is_refused(client: TestClient) -> None:
    body = {"battle": "crossroads", "book": "fm-folio", "options": {"mobile-zones": "never"}}
    told = problem(client.post("/api/games", json=body), 422)
    assert "expected mobile-zones to be one of zone-to-zone, on-leaving" in told["sentence"]


def test_a_branch_and_a_file_keep_their_readings(client: TestClient) -> None:
    """Also with seats changed, which is how sides are swapped."""
    people = begin(client, book="fm-folio", mode="solo", options=OTHERWISE)
    seat = people["red"]
    body = {"at": 0, "mode": "solo", "seats": {"blue": {"player": "recruit"}}}
    branched = good(seat.post("/branch", body), 201)
    key = next(key for key in branched["keys"] if key["seats"] == ["red"])
    assert Seat(client, branched["game"], key["token"]).view()["options"] == OTHERWISE
    text = seat.get("/file").text
    loaded = good(client.post("/api/games/import", json={"text": text}), 201)
    assert Seat(client, loaded["game"], loaded["keys"][0]["token"]).view()["options"] == OTHERWISE
