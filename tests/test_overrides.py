"""What exclusive rulebooks will change is a method they can override: each hook, shown at work."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hexfolio.battles.map_sheets import read_map
from hexfolio.core.battle import Arrival, Battle, Placement, Side
from hexfolio.core.counters import Counter, Marker
from hexfolio.core.dice import ScriptedChance
from hexfolio.core.game import Game, Outcome, Table
from hexfolio.core.odds import Item
from hexfolio.core.state import State
from hexfolio.rulebooks.fire_and_movement.folio import FolioRules
from hexfolio.rulebooks.fire_and_movement.frames import Combat
from hexfolio.rulebooks.sheets import parse_sheet

Patch = dict[str, Callable[..., Any]]


def battle(
    *places: str, due: dict[int, Arrival] | None = None, markers: tuple[int, ...] = (), turns: int = 1
) -> Battle:
    """Units of 4-4-4 on an open map: "b0404" is a blue one in 0404, "r" a red one."""
    board, key = read_map(parse_sheet("size: 12x12\nterrain: {sea: 0101}", "sketch"), "sketch")
    late = due or {}
    counters = tuple(
        Counter(index, place, int(place[0] == "r"), ((4, 4, 4), (2, 2, 4)))
        for index, place in enumerate(places)
    )
    return Battle(
        id="hooks",
        title="Hooks",
        book="fm-folio",
        board=board,
        key=key,
        sides=(Side("blue", "Blue"), Side("red", "Red")),
        counters=counters,
        markers=tuple(Marker(index, 0, value) for index, value in enumerate(markers)),
        turns=turns,
        first=0,
        allotments=((1, 0),),
        table="fm-folio-standard",
        placements={
            c.index: Placement((board.grid.index(c.id[1:]),)) for c in counters if c.index not in late
        },
        arrivals=late,
    )


def play(data: Battle, dice: list[int | str], **overrides: Callable[..., Any]) -> Game:
    """A game under the folio rules with some rules replaced."""
    rules = type("ExclusiveRules", (FolioRules,), overrides)(data)
    return Game(rules, 1, ScriptedChance(dice))


def give(game: Game, *orders: str) -> Game:
    for order in orders:
        game.apply(order)
    return game


def test_stacking() -> None:
    data = battle("b0404", "b0405")
    assert play(data, []).judge("move b0404 0404-0405") is not None
    assert play(data, [], stacking_limit=lambda self, state, hex_: 2).judge("move b0404 0404-0405") is None


def test_who_exerts_zones_and_where_they_reach() -> None:
    data = battle("b0404", "r0704")
    way = "move b0404 0404-0504-0604-0605"
    assert play(data, []).judge(way) is not None
    assert play(data, [], exerts_zone=lambda self, state, unit: False).judge(way) is None
    assert play(data, [], zone_of=lambda self, state, unit: ()).judge(way) is None


def test_supply_as_strength_modifier() -> None:
    def halved(self: FolioRules, state: State, unit: int, combat: Combat) -> Item:
        strength = self.attack_strength(state, unit)
        return Item(
            "fm-folio:9.0.a",
            "out of supply",
            strength if self.in_supply(state, unit) else (strength + 1) // 2,
        )

    game = give(
        play(battle("b0404", "r0405"), [], in_supply=lambda self, state, unit: False, attack_item=halved),
        "end",
    )
    odds = game.odds("attack 0405 with b0404")
    assert (odds.attack, odds.defence, odds.differential) == (2, 4, -2)


def test_marker_draw() -> None:
    def blind(self: FolioRules, state: State, side: int, table: Table) -> None:
        for _ in range(min(self.allotment(state, side), len(state.pools[side]))):
            pool = state.pools[side]
            state.hands[side].append(pool.pop(table.draw([self.marker_value[marker] for marker in pool])))

    data = battle("b0404", markers=(1, 5))
    assert play(data, []).view(0)["hands"]["blue"] == ["+1"]
    assert play(data, ["+5"], take_allotment=blind).view(0)["hands"]["blue"] == ["+5"]


def test_allotment() -> None:
    data = battle("b0404", markers=(1, 5))
    game = play(data, [], allotment=lambda self, state, side: 2)
    assert game.view(0)["hands"]["blue"] == ["+1", "+5"]


def test_step_losses() -> None:
    def never(self: FolioRules, state: State, unit: int, cause: str, table: Table) -> None:
        """A side whose units lose no steps."""

    data = battle("b0404", "r0405")
    hurt = give(play(data, [1]), "end", "attack 0405 with b0404")
    whole = give(play(data, [1], lose_step=never), "end", "attack 0405 with b0404")
    assert hurt.state.step == [1, 1]
    assert whole.state.step == [0, 0]


def test_after_combat() -> None:
    def weary(self: FolioRules, state: State, combat: Combat, table: Table) -> None:
        for unit in combat.attackers:
            self.lose_step(state, unit, "weary", table)

    game = give(play(battle("b0404", "r0405"), [3], after_combat=weary), "end", "attack 0405 with b0404")
    assert game.state.step == [1, 0]


def test_entry_of_reinforcements() -> None:
    data = battle("b0404", "r1010", due={0: Arrival(1, (11,))})
    assert play(data, []).judge("enter b0404 0102") is not None
    elsewhere = play(data, [], entry_hexes=lambda self, state, unit: (self.grid.index("0102"),))
    assert elsewhere.judge("enter b0404 0102") is None
    dear = play(data, [], entry_cost=lambda self, state, unit, hex_: 10)
    assert "costs 5 MP" in str(dear.judge("enter b0404 0112"))


def test_bombardment_range() -> None:
    data = battle("b0404", "r1010", markers=(5,))
    game = give(play(data, []), "end")
    assert game.judge("bombard 1010 +5") is None

    def near(self: FolioRules, state: State, hex_: int) -> Any:
        return self.refuse("bombard_range", "Out of range.", hex_)

    assert give(play(data, [], judge_bombardment_range=near), "end").judge("bombard 1010 +5") is not None


def test_leaving_the_map() -> None:
    data = battle("b0104", "r1010")
    assert play(data, []).judge("move b0104 0104-off") is not None
    assert (
        play(data, [], judge_leaving=lambda self, state, unit, hex_: None).judge("move b0104 0104-off")
        is None
    )


def test_victory() -> None:
    data = battle("b0404", "r1010")
    game = play(data, [], victory_points=lambda self, state: (3, 7))
    while game.decision is not None:
        game.apply("end")
    assert game.outcome == Outcome(1, "victory", (3, 7))
