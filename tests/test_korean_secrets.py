"""Hidden North Koreans: nothing that the United Nations see, hear or may order names a counter face down."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from hexfolio.battles import registry
from hexfolio.core.game import Game
from hexfolio.core.orders import Order
from hexfolio.rulebooks.korean_war.dg.rulebook import KwbDg

LENGTH = {"pusan-dg": 200, "seoul-dg": 300}
"""Orders played in a random game."""
LEAST = {"pusan-dg": 8, "seoul-dg": 8}
"""Counters that lie face down when it begins."""


@cache
def rules(battle_id: str) -> KwbDg:
    playing = registry.open_rules(battle_id, "kwb-dg")
    assert isinstance(playing, KwbDg)
    return playing


def hiding(battle_id: str, seed: int) -> Iterator[Game]:
    """A game while the North Koreans set up, order by order: they break divisions up and hide what can be."""
    playing, random = rules(battle_id), Random(seed)
    game = Game(playing, seed)
    while game.state.active == playing.un:
        game.apply("accept")
    yield game
    if battle_id == "pusan-dg":
        for name in random.sample(["NK-6", "NK-4", "NK-5", "NK-13", "NK-8"], 3):
            game.apply(f"break {name}")
            yield game
    for unit in playing.to_place(game.state, playing.communist):
        if game.state.at[unit] < 0:
            hex_ = playing.default_hex(game.state, unit)
            if hex_ >= 0:
                game.apply(Order("place", unit, (hex_,)))
                yield game
    counters = playing.side_counters[playing.communist][:]
    random.shuffle(counters)
    for unit in counters:
        if game.judge(Order("hide", unit)) is None:
            game.apply(Order("hide", unit))
            yield game


def hidden_game(battle_id: str, seed: int) -> Game:
    *_, game = hiding(battle_id, seed)
    game.apply("accept")
    return game


def positions(battle_id: str, seed: int) -> Iterator[Game]:
    """A random game after each of its orders, as long as something lies face down."""
    game, random = hidden_game(battle_id, seed), Random(seed)
    assert len(rules(battle_id).hidden(game.state)) >= LEAST[battle_id]
    for _ in range(LENGTH[battle_id]):
        game.apply(game.legal().sample(random))
        if game.decision is None or not rules(battle_id).hidden(game.state):
            return
        yield game


def named(game: Game, text: str) -> list[str]:
    """Counters face down that a text names."""
    playing = game.rules
    assert isinstance(playing, KwbDg)
    names = "|".join(re.escape(playing.name(unit)) for unit in playing.hidden(game.state))
    return re.findall(rf"(?<![\w/-])(?:{names})(?![\w/-])", text)


def shown(game: Game, side: int | None) -> str:
    """The view of a side as text."""
    return json.dumps(game.view(side))


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("battle_id", LENGTH)
class TestNothingIsNamed:
    def test_in_what_is_shown_and_told(self, battle_id: str, seed: int) -> None:
        playing = rules(battle_id)
        flags = 0
        for game in positions(battle_id, seed):
            for side in (playing.un, None):
                assert named(game, shown(game, side)) == []
            told = "\n".join(map(playing.narrate, game.entry.events))
            assert named(game, told) == [], told
            flags += "flag " in told
            own = json.dumps(game.view(playing.communist))
            assert set(named(game, own)) == {playing.name(unit) for unit in playing.hidden(game.state)}
        assert flags, "hidden counters moved, and that was told"

    def test_in_what_the_united_nations_may_order(self, battle_id: str, seed: int) -> None:
        playing, random = rules(battle_id), Random(seed)
        asked = refused = 0
        for game in positions(battle_id, seed):
            if game.decision is None or game.decision.side != playing.un or random.random() < 0.7:
                continue
            asked += 1
            assert not set(game.decision.units) & set(playing.hidden(game.state))
            assert named(game, game.decision.prompt) == []
            orders = "\n".join(map(playing.notation.write, game.legal()))
            assert named(game, orders) == [], orders
            for order in probes(game, random):
                refusal = game.judge(order, playing.un)
                if refusal is not None:
                    refused += 1
                    assert named(game, str(refusal)) == [], playing.notation.write(order)
        assert asked > 10
        assert refused > 100


def test_the_decision_of_the_other_side_names_nobody_who_is_hidden() -> None:
    """A depleted division sets up as hidden regiments; who may be rebuilt is shown to both sides."""
    playing = rules("pusan-dg")
    game = Game(playing, 1)
    for order in ("accept", "break NK-6", "hide nk-324-1", "accept"):
        game.apply(order)
    while game.decision is not None and game.decision.kind != "rebuilding":
        game.apply("end")
    asked = game.view(playing.un)["asked"]
    if "NK-12" not in asked["units"]:
        pytest.fail("who lies face up may be named")
    assert named(game, json.dumps(asked)) == []


def probes(game: Game, random: Random) -> list[Order]:
    """Moves, attacks and fire of the UN at flags, most of them illegal."""
    playing, state = rules(game.battle.id), game.state
    own = [unit for unit in playing.side_counters[playing.un] if state.at[unit] >= 0]
    orders = []
    for unit in playing.hidden(state):
        near = min(own, key=lambda other: playing.grid.distance(state.at[other], state.at[unit]))
        goal = state.at[unit]
        orders += [
            Order("move", near, (state.at[near], goal)),
            Order("move", random.choice(own), (goal,)),
            Order("attack", path=(goal,), units=(near,)),
            Order("bombard", path=(goal,), markers=(3,)),
        ]
    return orders


@pytest.mark.parametrize("battle_id", LENGTH)
def test_a_set_up_behind_the_screen_shows_nothing(battle_id: str) -> None:
    """While the North Koreans set up the other side's view does not change, whatever they place or hide."""
    playing = rules(battle_id)
    before = None
    changes = 0
    for game in hiding(battle_id, 3):
        view = json.dumps([game.view(playing.un), game.view(None)])
        assert before in (None, view)
        before = view
        changes += 1
        assert not game.entry.events or game.position <= 1
    assert changes > 15


@pytest.mark.parametrize("battle_id", LENGTH)
def test_flags_lie_where_hidden_counters_are(battle_id: str) -> None:
    """Their numbers follow neither the order of the counters nor that of the map."""
    playing = rules(battle_id)
    ranks = set()
    for seed in range(4):
        game = hidden_game(battle_id, seed)
        flags = game.view(playing.un)["flags"]
        hidden = playing.hidden(game.state)
        assert sorted(hex_ for hex_, _ in flags.values()) == sorted(
            playing.number(game.state.at[unit]) for unit in hidden
        )
        numbers = {unit: number for number, unit in enumerate(game.state.lists["flags"])}
        ranks.add(tuple(numbers[unit] for unit in hidden if playing.dummy[unit]))
    assert len(ranks) == 4
