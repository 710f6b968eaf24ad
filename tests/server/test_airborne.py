"""Airborne battles in the contract: picks, shifts, tracks, stacks, and what the sheet says of turns."""

from __future__ import annotations

from typing import Any

import pytest

from hexfolio.battles.registry import new_game
from hexfolio.core.game import Game
from hexfolio.core.orders import Order
from hexfolio.server.battle_sheets import battle_list, battle_sheet
from hexfolio.server.desk import set_up
from hexfolio.server.odds import odds_json
from hexfolio.server.offers import legal_orders

LONGEST = 600


def begun(battle: str, seed: int) -> Game:
    game = new_game(battle, "para", seed=seed)
    set_up(game)
    return game


def played_to(game: Game, kind: str) -> Game:
    """First orders of every decision until one of this kind is open."""
    for _ in range(LONGEST):
        assert game.decision is not None
        if game.decision.kind == kind:
            return game
        ends = [order for order in game.legal().plain() if order.verb == "end"]
        game.apply(ends[0] if ends else next(iter(subject_orders(game)), None) or game.legal().plain()[0])
    raise AssertionError(f"No decision of the kind {kind} came.")


def subject_orders(game: Game) -> list[Order]:
    plain = [order for order in game.legal().plain() if order.verb == "zone"]
    if plain and not game.state.lists.get("zones"):
        return plain[:1]
    return [order for subject in game.legal().subjects() for order in game.legal().of(subject)[:1]]


def test_the_lobby_lists_them() -> None:
    assert {"sukchon", "tomahawk"} <= {info.id for info in battle_list()}


def test_a_mere_choice_of_counters_is_one_offer() -> None:
    game = played_to(begun("sukchon", 4), "receive")
    told = legal_orders(game, game.position)
    (offer,) = told.offers
    assert (offer.unit, offer.hex) == (None, None)
    assert not [choice for choice in told.plain if choice.order.units]
    assert game.decision is not None
    assert offer.candidates == [game.battle.counters[unit].id for unit in sorted(game.decision.units)]
    assert offer.exact in (0, len(offer.suggested))
    names = {counter.id: counter.index for counter in game.battle.counters}
    assert game.judge(Order("receive", units=tuple(names[unit] for unit in offer.suggested))) is None


def test_a_strike_suggests_no_more_than_may_fly() -> None:
    game = played_to(begun("sukchon", 1), "strikes")
    told = legal_orders(game, game.position)
    hex_ = told.subjects[0]
    (offer,) = legal_orders(game, game.position, hex_).offers
    assert len(offer.candidates) == 5
    assert len(offer.suggested) == game.rules.battle.special["strike-limit"]
    exact = game.odds(f"strike {hex_} with {' '.join(offer.suggested)}")
    odds = odds_json(exact)
    assert [(item.rule, item.value) for item in odds.shifts] == [
        (one.rule, one.value) for one in exact.shifts
    ]
    assert sum(chance.chance for chance in odds.chances) == pytest.approx(1)


@pytest.mark.parametrize("battle", ["sukchon", "tomahawk"])
def test_the_sheet_knows_nights_levels_and_liveries(battle: str) -> None:
    sheet = battle_sheet(battle, "para")
    nights = [entry.turn for entry in sheet.track if "night" in entry.conditions]
    assert nights
    assert all("night" in sheet.track[turn - 1].date for turn in nights)
    leasts = [level.least for level in sheet.levels]
    assert leasts == sorted(leasts, reverse=True)
    names = [level.name for level in sheet.levels]
    assert names == names[::-1]
    assert {level.side for level in sheet.levels} == {sheet.sides[0].id, None, sheet.sides[1].id}
    assert "us-airborne" in {counter.nation for counter in sheet.counters}


@pytest.mark.parametrize("margin", [-60, -41, -40, -26, -25, -11, -10, 0, 10, 11, 25, 26, 40, 41, 60])
def test_levels_of_the_sheet_are_those_of_the_rules(margin: int) -> None:
    rules: Any = begun("sukchon", 1).rules
    levels = rules.levels()
    held = next(((side, name) for least, side, name in levels if margin >= least), levels[-1][1:])
    assert held == rules.level(margin)


def test_stacks_are_told_from_the_top_down_without_what_is_hidden() -> None:
    game = begun("sukchon", 2)
    owner, enemy = game.battle.side_index("communist"), game.battle.side_index("un")
    fog = {game.battle.counters[unit].id for unit in game.state.lists["concealed"]}
    mine, theirs = game.view(owner)["stacks"], game.view(enemy)["stacks"]
    assert any(fog & set(stack) for stack in mine.values())
    assert not any(fog & set(stack) for stack in theirs.values())
    hex_, stack = next((hex_, stack) for hex_, stack in theirs.items() if len(stack) == 2)
    lowest_first = [game.battle.counters[u].id for u in game.state.stacks[game.battle.board.grid.index(hex_)]]
    assert [name for name in reversed(lowest_first) if name not in fog] == stack


def test_command_points_and_conditions_are_tracks_of_the_view() -> None:
    game = begun("sukchon", 2)
    tracks = {track["side"]: track for track in game.view(None)["tracks"]}
    assert (tracks["un"]["left"], tracks["un"]["given"]) == (8, 8)
    assert (tracks["communist"]["left"], tracks["communist"]["given"]) == (0, 0)
    assert game.view(None)["conditions"] == []
    while game.state.turn < 2:
        played_to(game, "regroup")
        game.apply("end")
    assert [one["name"] for one in game.view(None)["conditions"]] == ["Night"]
