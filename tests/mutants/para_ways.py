"""Ways, bridges, leaving the map and fast movement of Paratrooper (para 10.6 to 10.10), broken."""

from __future__ import annotations

from typing import Any

from hexfolio.core.state import State
from hexfolio.rulebooks.paratrooper.frames import HASTENED, MOVED, STOPPED

from .making import Patch, Wrong
from .para import bars, changes, law, lets, para, pardons, price
from .para_movement import WET, step_cost


def rates(change: Wrong) -> Patch:
    """Other rates of ways: `change` is given the right rate and the ways that run over the hexside."""
    return law(
        "_way_rate",
        lambda right, rules, side, rain: int(
            change(right(side, rain), {way for way, sides in rules.board.ways.items() if side in sides})
        ),
    )


def any_road_hex(own: Any, rules: Any, state: State, unit: int) -> Any:
    """A road helps between any two hexes that have one."""
    roads, grid = rules.board.ways.get("road", frozenset()), rules.grid
    lies = [
        any(grid.side(h, d) in roads for d in range(6) if grid.neighbour(h, d) >= 0) for h in range(grid.size)
    ]
    for hex_ in range(grid.size):
        for direction in range(6):
            goal = grid.neighbour(hex_, direction)
            if goal >= 0 and lies[hex_] and lies[goal]:
                own[hex_ * 6 + direction] = 1
    return own


def ways_swim(own: int, rules: Any, goal: int, side: int, mobility: str) -> int:
    """Ways help across water without a bridge."""
    return int(rules._way_rate(side, False)) or own


def rivers_under_bridges(own: int, rules: Any, goal: int, side: int, mobility: str) -> int:
    features = rules.board.hexsides.get(side, frozenset())
    wet = [kind for kind in WET if kind in features]
    if "bridge" not in features or not wet:
        return own
    return own + max(int(rules.battle.key.feature_cost(kind, mobility)) for kind in wet)


def no_bridges(right: Any, rules: Any, goal: int, side: int, mobility: str, gone: Any, *rest: Any) -> Any:
    return right(goal, side, mobility, (*gone, side), *rest)


def for_ever(right: Any, rules: Any, goal: int, side: int, mobility: str, gone: Any, *rest: Any) -> Any:
    return right(goal, side, mobility, (), *rest)


def haste(change: Wrong) -> Patch:
    """Another number of points for fast movement."""

    def wrong(right: Any, rules: Any, state: State, unit: int, table: Any) -> None:
        before = state.tracks.get("haste", 0) if state.mover == unit else 0
        right(state, unit, table)
        state.tracks["haste"] = before + change(state.tracks["haste"] - before)

    return law("hasten", wrong)


def rested(right: Any, rules: Any, state: State, unit: int, table: Any) -> None:
    """Who moves fast has lost what it did not spend."""
    left = rules.points_left(state, unit)
    right(state, unit, table)
    state.tracks["haste"] -= left


def tireless(right: Any, rules: Any, state: State, unit: int) -> Any:
    """Who has moved fast goes on after other units have moved."""
    if state.flags[unit] & HASTENED:
        state.flags[unit] &= ~MOVED
    return right(state, unit)


MUTANTS = [
    # 10.6 to 10.9
    para("10: roads are no help", rates(lambda own, ways: 0 if "road" in ways else own), "10.6.a"),
    para("10: roads cost one", rates(lambda own, ways: 2 if "road" in ways else own), "10.6.a"),
    para("10: roads of other hexes help", changes("costs", any_road_hex), "10.6.a"),
    para(
        "10: roads help the light only",
        step_cost(lambda own, rules, goal, side, mobility: own if own > 1 or mobility == "light" else 4),
        "10.6.a",
    ),
    para(
        "10: railroads are no help",
        rates(lambda own, ways: own if "road" in ways or "trail" in ways else 0),
        "10.7.a",
    ),
    para(
        "10: tracks are no help",
        rates(lambda own, ways: own if "road" in ways or "railroad" in ways else 0),
        "10.7.a",
    ),
    para("10: railroads are like roads", rates(lambda own, ways: min(own, 1)), "10.7.a 10.7.b"),
    para(
        "10: trains are free",
        step_cost(
            lambda own, rules, goal, side, mobility: (
                1 if side in rules.board.ways.get("railroad", ()) else own
            )
        ),
        "10.7.b",
    ),
    para("10: ways help across water", step_cost(ways_swim), "10.8.a"),
    para("10: rivers are paid under bridges", step_cost(rivers_under_bridges), "10.8.b"),
    para("10: bridges are no help", law("_step", no_bridges), "10.8.b"),
    para("10: bridges stand for ever", law("_step", for_ever), "10.8.c"),
    para("10: units leave the map", lets("judge_exit", "leave_map", answer=2), "10.9.a"),
    para(
        "10: the airborne side leaves the map",
        pardons(
            "judge_exit", "leave_map", lambda rules, state, unit, *_: state.active == rules.airborne_side
        ),
        "10.9.a",
    ),
    para(
        "10: the defender leaves by any edge",
        pardons(
            "judge_exit", "leave_map", lambda rules, state, unit, *_: state.active == rules.defending_side
        ),
        "10.9.a",
    ),
    # 10.10
    para(
        "10: fast movement after other moves",
        pardons("judge_fast", "fast", lambda rules, state, unit: state.mover != unit),
        "10.10.a",
    ),
    para(
        "10: fast movement out of a zone",
        pardons("judge_fast", "fast", lambda rules, state, unit: state.flags[unit] & STOPPED),
        "10.10.a",
    ),
    para(
        "10: fast movement of those who cannot move",
        pardons("judge_fast", "fast", lambda rules, state, unit: not rules.allowance(state, unit)),
        "10.10.a",
    ),
    para(
        "10: fast movement only after a move",
        bars("judge_fast", lambda rules, state, unit: not state.flags[unit] & MOVED),
        "10.10.a",
    ),
    para("10: fast movement is free", price("fast", 0), "10.10.b"),
    para("10: fast movement costs two", price("fast", 2), "10.10.b 10.10.d"),
    para(
        "10: one point for all fast movement",
        law(
            "pay",
            lambda right, rules, state, side, action, table: (
                right(state, side, action, table)
                if action != "fast" or not any(f & HASTENED for f in state.flags)
                else None
            ),
        ),
        "10.10.b",
    ),
    para("10: fast movement brings nothing", haste(lambda own: 0), "10.10.c"),
    para("10: fast movement brings one point more", haste(lambda own: own + 2), "10.10.c"),
    para("10: fast movement brings six points", haste(lambda own: 12), "10.10.c"),
    para("10: fast movement takes the rest", law("hasten", rested), "10.10.c"),
    para("10: points of haste last", law("judge_mover", tireless), "10.10.c"),
    para(
        "10: one unit moves fast",
        bars("judge_fast", lambda rules, state, unit: any(f & HASTENED for f in state.flags)),
        "10.10.d",
    ),
    para("10: fast movement twice", lets("judge_fast", "fast_once"), "10.10.e"),
]
