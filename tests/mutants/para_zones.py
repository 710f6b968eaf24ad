"""Zones of control of Paratrooper (para 9), broken."""

from __future__ import annotations

from typing import Any

from hexfolio.core.state import State
from hexfolio.rulebooks.paratrooper.frames import STOPPED

from .making import Patch, Wrong
from .para import adds, bars, changes, law, lets, mistakes, no_orders, para, says, says_if


def zones(change: Wrong) -> Patch:
    """Zones of other hexes: `change` is given rules, state, the unit, its hex and one next to it."""

    def of_side(right: Any, rules: Any, state: State, side: int) -> bytes:
        marked = bytearray(rules.grid.size)
        for unit in rules.side_counters[side]:
            start = state.at[unit]
            if start >= 0 and rules.exerts_zone(state, unit):
                for hex_ in rules.grid.around(start):
                    marked[hex_] |= bool(change(rules, state, unit, start, hex_))
        return bytes(marked)

    def of_unit(right: Any, rules: Any, state: State, unit: int) -> tuple[int, ...]:
        start = state.at[unit]
        return tuple(hex_ for hex_ in right(state, unit) if change(rules, state, unit, start, hex_))

    def patch(monkeypatch: Any) -> None:
        law("zones", of_side)(monkeypatch)
        law("zone_of", of_unit)(monkeypatch)

    return patch


def not_over(feature: str) -> Patch:
    """Zones do not reach over a hexside."""
    return zones(
        lambda rules, state, unit, start, hex_: feature not in rules.board.side_features(start, hex_)
    )


def not_into(terrain: str) -> Patch:
    return zones(lambda rules, state, unit, start, hex_: terrain not in rules.board.terrain[hex_])


def dearer(own: Any, rules: Any, state: State, unit: int, path: Any, *_: Any) -> Any:
    """Entering an enemy zone costs a point."""
    entered = sum(rules.enemy_zones(state, unit)[hex_] for hex_ in path[1:])
    return own + 2 * entered if isinstance(own, int) else own


def all_zones(rules: Any, state: State, unit: int, path: Any, *_: Any) -> bool:
    """A zone is not left at all."""
    return bool(rules.enemy_zones(state, unit)[path[0]])


def zone_after_zone(rules: Any, state: State, unit: int, path: Any, *_: Any) -> bool:
    """Who began in a zone does not enter another one."""
    hexes = rules.enemy_zones(state, unit)
    return bool(hexes[path[0]] and any(hexes[hex_] for hex_ in path[1:]))


def open_country(rules: Any, state: State, unit: int, path: Any, *_: Any) -> Any:
    """No zones for who begins its way in one."""
    free, own = bytes(rules.grid.size), rules.enemy_zones(state, unit)
    return lambda *_: free if own[path[0]] else own


def rolling_on(right: Any, rules: Any, state: State, *args: Any) -> Any:
    """Who has stopped in a zone moves on with a new order."""
    state.flags = [done & ~STOPPED for done in state.flags]
    return right(state, *args)


def must_attack(rules: Any, state: State, order: Any) -> bool:
    hexes = rules.zones(state, 1 - state.active)
    own = [unit for unit in rules.side_counters[state.active] if state.at[unit] >= 0]
    return order.verb == "end" and any(hexes[state.at[unit]] for unit in own)


def punished(rules: Any, state: State, unit: int, path: Any, table: Any) -> None:
    """A pursuit into a zone disrupts."""
    if rules.enemy_zones(state, unit)[state.at[unit]]:
        rules.disrupt(state, unit, "pursuit", table)


def stopped_by_zones(rules: Any, state: State, unit: int, hex_: int, path: Any) -> bool:
    return any(rules.enemy_zones(state, unit)[h] for h in path[1:-1])


def in_zone(rules: Any, state: State, unit: int, *_: Any) -> bool:
    return bool(rules.enemy_zones(state, unit)[state.at[unit]])


MUTANTS = [
    *(
        para(
            f"9: no zone in direction {d}",
            zones(lambda rules, state, unit, start, hex_, d=d: rules.grid.direction(start, hex_) != d),
            "9.0.a",
        )
        for d in (0, 3)
    ),
    para("9: no zones", says("exerts_zone", False), "9.0.a 9.1.a"),
    para(
        "9: disrupted units have no zone",
        says_if("exerts_zone", lambda rules, state, unit: state.step[unit], False),
        "9.1.a",
    ),
    para(
        "9: zones are for movement only",
        says_if("exerts_zone", lambda rules, state, unit: state.phase != "movement", False),
        "9.1.a",
    ),
    *(
        para(f"9: no zone over a {feature}", not_over(feature), "9.1.b")
        for feature in ("river", "stream", "uncrossable")
    ),
    *(para(f"9: no zone into a {kind}", not_into(kind), "9.1.b") for kind in ("peak", "town")),
    para(
        "9: no zone into enemy units",
        zones(lambda rules, state, unit, start, hex_: not state.occupied[1 - state.side_of[unit]][hex_]),
        "9.1.b",
    ),
    para("9: zones do not stop", lets("judge_way", "stop", answer=2), "9.2.a"),
    para("9: who has stopped goes on", law("judge_mover", rolling_on), "9.2.a"),
    para("9: entering a zone costs a point", changes("judge_way", dearer), "9.2.b"),
    para("9: a zone is not left", bars("judge_way", all_zones), "9.3.b 9.3.c"),
    para("9: a zone is left for another", lets("judge_way", "zone_to_zone", answer=2), "9.3.b 9.4.a"),
    para("9: who left a zone enters no other", bars("judge_way", zone_after_zone), "9.3.c"),
    para("9: who left a zone is not stopped", mistakes("judge_way", "enemy_zones", open_country), "9.3.c"),
    para("9: infiltrators do not exist", says("may_infiltrate", False), "9.4.a 9.3.b"),
    para("9: everybody infiltrates", says("may_infiltrate", True), "9.4.a"),
    para(
        "9: disrupted units infiltrate",
        mistakes("may_infiltrate", "is_disrupted", lambda *_: lambda *_: False),
        "9.4.a",
    ),
    para(
        "9: no landing in an enemy zone",
        bars("judge_plan", lambda rules, state, unit, hex_: rules.zones(state, rules.defending_side)[hex_]),
        "9.5.a",
    ),
    para("9: who is next to an enemy must attack", no_orders("attack", must_attack), "9.6.a"),
    para(
        "9: zones do not hurt who retreats",
        changes(
            "_hurts",
            lambda own, rules, state, unit, start, goal: own - bool(rules.enemy_zones(state, unit)[goal]),
        ),
        "9.6.b",
    ),
    para("9: a pursuit into a zone disrupts", adds("pursue", punished), "9.6.c"),
    para("9: a zone stops a pursuit", bars("judge_pursuit", stopped_by_zones), "9.6.c"),
    para(
        "9: no arrival in an enemy zone",
        changes(
            "entry_hexes",
            lambda own, rules, state, unit: tuple(h for h in own if not rules.enemy_zones(state, unit)[h]),
        ),
        "9.7.a",
    ),
    para(
        "9: arrivals march on through zones",
        mistakes("judge_entry", "enemy_zones", lambda rules, *_: lambda *_: bytes(rules.grid.size)),
        "9.7.b",
    ),
    para("9: arrivals go on after a stop", law("judge_mover", rolling_on), "9.7.b"),
    para("9: no regrouping in an enemy zone", bars("judge_regroup", in_zone), "9.8.a"),
]
