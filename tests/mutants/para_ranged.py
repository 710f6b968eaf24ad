"""Ranged fire of Paratrooper (para 11.2.2), broken."""

from __future__ import annotations

from typing import Any

from hexfolio.core.state import State
from hexfolio.rulebooks.paratrooper.general import RANGE

from .korean import special
from .making import Patch, Wrong
from .para import bars, changes, law, lets, mistakes, para, pardons, price


def far_of(rules: Any, state: State, units: Any, hex_: int) -> list[int]:
    return [unit for unit in units if not rules.is_near(state, unit, hex_)]


def grouping(condition: Wrong) -> Patch:
    """Groups are refused by a condition on those who are near and those who are far."""

    def meets(rules: Any, state: State, units: Any, hex_: int) -> bool:
        far = far_of(rules, state, units, hex_)
        near = [unit for unit in units if unit not in far]
        return bool(condition(rules, state, near, far, hex_))

    return bars("_judge_group", meets)


def distance(rules: Any, state: State, unit: int, hex_: int) -> int:
    return int(rules.grid.distance(state.at[unit], hex_))


def guns_help(own: Any, rules: Any, state: State, units: Any, hex_: int) -> Any:
    """Guns of the defender within range add their strength."""
    guns = [
        unit
        for unit in rules.side_counters[1 - state.active]
        if state.at[unit] >= 0
        and 1 <= distance(rules, state, unit, hex_) <= rules.values(state, unit)[RANGE]
        and rules.values(state, unit)[RANGE] > 1
    ]
    return own._replace(defenders=(*own.defenders, *guns))


def paying(often: Wrong) -> Wrong:
    """Ranged fire is paid again and again."""

    def wrong(right: Any, rules: Any, state: State, order: Any, table: Any) -> None:
        far = far_of(rules, state, order.units, order.path[0])
        right(state, order, table)
        rules.lose_command(state, state.active, often(far))
        state.tracks.pop("ranged paid", None)

    return wrong


def blocked(what: Wrong) -> Patch:
    """Something on the way stops ranged fire."""

    def meets(rules: Any, state: State, unit: int, hex_: int) -> bool:
        start, far = state.at[unit], distance(rules, state, unit, hex_)
        between = [
            other
            for other in range(rules.grid.size)
            if other not in (start, hex_)
            and rules.grid.distance(start, other) + rules.grid.distance(other, hex_) == far
        ]
        return far > 1 and any(what(rules, state, other) for other in between)

    return bars("judge_attacker", meets)


def as_guns(own: Any, rules: Any, state: State, units: Any, hex_: int) -> Any:
    """Guns next to the target fire from afar all the same."""
    guns = tuple(unit for unit in own.near if rules.values(state, unit)[RANGE] > 1)
    return own._replace(near=tuple(u for u in own.near if u not in guns), far=(*own.far, *guns))


def drawn_in(right: Any, rules: Any, state: State, assault: Any, *args: Any) -> Any:
    """Ranged units count as if they were next to the target."""
    return right(state, assault._replace(near=assault.attackers, far=()), *args)


MUTANTS = [
    para(
        "11: riflemen fire two hexes",
        pardons(
            "judge_attacker",
            "adjacent",
            lambda rules, state, unit, hex_: distance(rules, state, unit, hex_) == 2,
        ),
        "11.2.2.a 11.2.1.a",
    ),
    para("11: range does not matter", lets("judge_attacker", "range"), "11.2.2.b"),
    para(
        "11: the own hex counts for the range",
        bars(
            "judge_attacker",
            lambda rules, state, unit, hex_: (
                1 < rules.values(state, unit)[RANGE] <= distance(rules, state, unit, hex_)
            ),
        ),
        "11.2.2.b",
    ),
    para(
        "11: the target hex does not count for the range",
        pardons(
            "judge_attacker",
            "range",
            lambda rules, state, unit, hex_: (
                distance(rules, state, unit, hex_) == rules.values(state, unit)[RANGE] + 1
            ),
        ),
        "11.2.2.b",
    ),
    para("11: guns help the defender", changes("assault_of", guns_help), "11.2.2.c"),
    para("11: ranged fire is free", price("ranged", 0), "11.2.2.d 11.2.2.f"),
    para("11: ranged fire costs two", price("ranged", 2), "11.2.2.d 11.2.2.f"),
    para("11: every attack pays for ranged fire", law("attack", paying(lambda far: 0)), "11.2.2.d"),
    para("11: any number of guns", lets("_judge_group", "ranged_limit"), "11.2.2.e"),
    para(
        "11: the limits of guns are those of the enemy",
        special("ranged-limit", lambda battle, own: own and own[::-1]),
        "11.2.2.e 11.2.2.f",
    ),
    para("11: one gun supports", grouping(lambda rules, state, near, far, hex_: len(far) > 1), "11.2.2.f"),
    para("11: guns next to an enemy fire far", lets("judge_attacker", "ranged_free"), "11.2.2.g"),
    para(
        "11: guns next to an enemy do not attack",
        bars(
            "judge_attacker",
            lambda rules, state, unit, hex_: (
                rules.values(state, unit)[RANGE] > 1
                and rules.next_to(state, 1 - state.active, state.at[unit])
            ),
        ),
        "11.2.2.g",
    ),
    para("11: guns next to the target are safe", changes("assault_of", as_guns), "11.2.2.g"),
    para(
        "11: what lies face down bars no fire",
        pardons(
            "judge_attacker",
            "ranged_free",
            lambda rules, state, unit, hex_: (
                not any(
                    rules.units_in(state, 1 - state.active, near)
                    for near in rules.grid.around(state.at[unit])
                )
            ),
        ),
        "11.2.2.g",
    ),
    para("11: guns do not fire alone", grouping(lambda rules, state, near, far, hex_: not near), "11.2.2.h"),
    para(
        "11: guns do not fire alone beside friends",
        grouping(
            lambda rules, state, near, far, hex_: (
                not near and any(rules.units_in(state, state.active, h) for h in rules.grid.around(hex_))
            )
        ),
        "11.2.2.h",
    ),
    para(
        "11: guns fire alone only", grouping(lambda rules, state, near, far, hex_: near and far), "11.2.2.i"
    ),
    para(
        "11: guns add nothing",
        law(
            "odds_of",
            lambda right, rules, state, assault: right(
                state, assault._replace(far=()) if assault.near else assault
            ),
        ),
        "11.2.2.i",
    ),
    para("11: guns close the ring", law("_concentric", drawn_in), "11.2.2.j"),
    para("11: the result hits guns", law("apply_result", drawn_in), "11.2.2.k"),
    para(
        "11: peaks stop fire",
        blocked(lambda rules, state, hex_: "peak" in rules.board.terrain[hex_]),
        "11.2.2.l",
    ),
    para(
        "11: hills stop fire",
        blocked(lambda rules, state, hex_: "hill" in rules.board.terrain[hex_]),
        "11.2.2.l",
    ),
    para("11: units stop fire", blocked(lambda rules, state, hex_: hex_ in state.stacks), "11.2.2.l"),
    para(
        "11: disrupted guns fire as before",
        mistakes(
            "judge_attacker", "values", lambda rules, *_: lambda state, unit: rules.counters[unit].steps[0]
        ),
        "11.2.2.m",
    ),
    para(
        "11: disrupted guns do not fire",
        bars(
            "judge_attacker",
            lambda rules, state, unit, hex_: (
                rules.is_disrupted(state, unit) and not rules.is_near(state, unit, hex_)
            ),
        ),
        "11.2.2.m",
    ),
]
