"""Movement of Paratrooper (para 10.0 to 10.5), broken."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from hexfolio.core.rulings import Refusal
from hexfolio.core.state import State
from hexfolio.rulebooks.paratrooper.frames import MOVED
from hexfolio.rulebooks.paratrooper.rulebook import Paratrooper

from .making import Patch, Wrong
from .para import bars, changes, forgets, law, lets, no_orders, para, pardons, says

WET = ("river", "stream", "gully")


def water(*kinds: str) -> Patch:
    """Only these hexsides cost anything."""
    return lambda monkeypatch: monkeypatch.setitem(Paratrooper._step.__globals__, "BRIDGED", kinds)


def enemy_move(rules: Any, state: State, unit: int) -> bool:
    return state.side_of[unit] != state.active


def last_step(own: Any, rules: Any, state: State, unit: int, path: Any, left: int) -> Any:
    """A way costs what its last hex costs."""
    if isinstance(own, Refusal):
        return own
    return rules.costs(state, unit)[path[-2] * 6 + rules.grid.direction(path[-2], path[-1])]


def idles(rules: Any, state: State, unit: int, path: Any, left: int) -> bool:
    """Does the way leave points unspent?"""
    cost = sum(rules.costs(state, unit)[a * 6 + rules.grid.direction(a, b)] for a, b in pairwise(path))
    return bool(cost < left)


def saving(monkeypatch: Any) -> None:
    """What is not spent is kept for the next turn."""

    def close(right: Any, rules: Any, state: State, table: Any) -> None:
        if state.phase == "movement" and state.mover >= 0:
            state.tracks[f"saved {state.mover}"] = rules.points_left(state, state.mover)
        right(state, table)

    law("end_phase", close)(monkeypatch)
    changes("points_left", lambda own, rules, state, unit: own + state.tracks.get(f"saved {unit}", 0))(
        monkeypatch
    )


def lent(own: int, rules: Any, state: State, unit: int) -> int:
    """What the last unit did not spend goes to the next one."""
    if state.mover in (-1, unit) or state.flags[unit] & MOVED:
        return own
    return own + int(rules.points_left(state, state.mover))


def step_cost(change: Wrong) -> Patch:
    """Other costs of a step: `change` is given the right cost, rules, the hex, the hexside and the class."""
    return changes(
        "_step",
        lambda own, rules, goal, side, mobility, demolished, built, rain: change(
            own, rules, goal, side, mobility
        ),
    )


def costs_as(mobility: str) -> Wrong:
    return lambda right, rules, goal, side, own, *rest: right(goal, side, mobility, *rest)


def wet_of(rules: Any, side: int) -> list[str]:
    features = rules.board.hexsides.get(side, frozenset())
    return [] if "bridge" in features else [kind for kind in WET if kind in features]


def the_dearer(own: int, rules: Any, goal: int, side: int, mobility: str) -> int:
    """The hex or the hexside, whichever costs more."""
    kinds = wet_of(rules, side)
    if not own or not kinds:
        return own
    key = rules.battle.key
    extra = max(key.feature_cost(kind, mobility) for kind in kinds)
    return int(max(own - extra, extra))


def dear(rules: Any, state: State, unit: int, start: int, goal: int) -> bool:
    """Does the single hex cost more than the unit has?"""
    step = start * 6 + rules.grid.direction(start, goal)
    return bool(rules.costs(state, unit)[step] > rules.points_left(state, unit))


def at_leisure(right: Any, rules: Any, state: State, unit: int, *args: Any) -> Any:
    """The single hex is open at any time of a move."""
    mover, state.mover = state.mover, -1
    flags, state.flags = state.flags, [done & ~MOVED for done in state.flags]
    try:
        return right(state, unit, *args)
    finally:
        state.mover, state.flags = mover, flags


MUTANTS = [
    # 10.0 and 10.1
    para("10: no limit to a move", lets("judge_way", "allowance", answer=2), "10.0.a"),
    para("10: one point more", changes("points_left", lambda own, *_: own + 2 if own else own), "10.0.a"),
    para(
        "10: somebody must move",
        no_orders(
            "movement", lambda rules, state, order: order.verb == "end" and "moves" not in state.tracks
        ),
        "10.0.b",
    ),
    para("10: the other side's units move", pardons("judge_mover", "movement", enemy_move), "10.0.b"),
    para("10: units jump", lets("judge_way", "hex_to_hex", answer=2), "10.0.c"),
    para("10: a way costs its last hex", changes("judge_way", last_step), "10.0.c"),
    para("10: units move again and again", law("judge_mover", forgets(MOVED)), "10.1.a"),
    para("10: a unit must go as far as it can", bars("judge_way", idles), "10.1.b"),
    para(
        "10: a unit moves with one order",
        bars("judge_mover", lambda rules, state, unit: state.flags[unit] & MOVED),
        "10.1.a",
    ),
    para("10: points are saved up", saving, "10.1.c"),
    para("10: points are lent", changes("points_left", lent), "10.1.d"),
    # 10.2 to 10.5
    para("10: every hex costs one", step_cost(lambda own, *_: 2 if own else 0), "10.2.a"),
    para("10: hexsides cost nothing", water(), "10.2.a 10.5.a 10.5.b"),
    para("10: all pay as light units", law("_step", costs_as("light")), "10.3.a"),
    para("10: all pay as vehicles", law("_step", costs_as("mechanized")), "10.3.a"),
    para(
        "10: no move of a single hex",
        bars(
            "judge_way",
            lambda rules, state, unit, path, left: len(path) == 2 and dear(rules, state, unit, *path),
        ),
        "10.4.a",
    ),
    para("10: a single hex at any time", law("judge_single", at_leisure), "10.4.a"),
    para(
        "10: who enters beyond its allowance goes on fast",
        pardons(
            "judge_fast",
            "minimum_move",
            lambda rules, state, unit: unit in state.lists.get("due", ()),
        ),
        "10.4.a",
    ),
    para("10: a single hex for all", changes("allowance", lambda own, *_: max(own, 1)), "10.4.a"),
    para("10: closed hexes are open to single moves", lets("judge_single", "closed_hex", answer=2), "10.4.b"),
    para("10: closed hexes are open", step_cost(lambda own, *_: own or 2), "10.4.b"),
    para("10: a single hex from zone to zone", lets("judge_single", "zone_to_zone", answer=2), "10.4.c"),
    para("10: infiltrators have no single hex", says("may_infiltrate", False), "10.4.c"),
    *(para(f"10: a {kind} costs nothing", water(*(k for k in WET if k != kind)), "10.5.a") for kind in WET),
    para("10: the hex or the hexside", step_cost(the_dearer), "10.5.b 10.2.a"),
]
