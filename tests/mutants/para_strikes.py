"""Airstrikes and naval gunfire of Paratrooper (para 12.1 to 12.5), broken."""

from __future__ import annotations

from typing import Any

from hexfolio.core.state import State
from hexfolio.rulebooks.paratrooper.frames import DEFENDED, STRUCK

from .making import Wrong, without_flags
from .para import (
    adds,
    at_any_time,
    bars,
    figure,
    law,
    lets,
    para,
    pardons,
    price,
    says,
    says_if,
)
from .para_sequence import swapped

STRIKES = ("airstrike", "naval")


def all_at_hand(rules: Any, state: State, side: int, table: Any) -> None:
    """All strikes of a side lie in their display every turn."""
    state.lists.pop(f"strikes {side}", None)
    for kind in STRIKES:
        rules.award(state, side, rules.strike_pool(state, side, kind))


def landed(rules: Any, state: State, order: Any, table: Any) -> None:
    """Strikes stay where they attacked."""
    for unit in order.units:
        state.put(unit, order.path[0])


def used_up(rules: Any, state: State, order: Any, table: Any) -> None:
    for unit in order.units:
        rules.eliminate(state, unit, "used", table)


def paid(often: Wrong) -> Wrong:
    """Every strike order is paid, so many points more than the first."""

    def wrong(right: Any, rules: Any, state: State, order: Any, table: Any) -> None:
        kind = rules.strike_kind(order.units[0])
        right(state, order, table)
        rules.lose_command(state, state.active, often(len(order.units)))
        state.tracks.pop("strikes paid" if kind == "airstrike" else "naval paid", None)

    return wrong


def available_strike(rules: Any, state: State, unit: int, hex_: int) -> bool:
    return unit in rules.available(state, state.active)


def out_of_reach(rules: Any, state: State, order: Any) -> bool:
    """Strikes reach ten hexes from the own units."""
    own = [state.at[unit] for unit in rules.side_counters[state.active] if state.at[unit] >= 0]
    return all(rules.grid.distance(hex_, order.path[0]) > 10 for hex_ in own)


def struck_once(rules: Any, state: State, order: Any, table: Any) -> None:
    for unit in state.stacks[order.path[0]]:
        state.flags[unit] |= DEFENDED


def targets(change: Wrong) -> Wrong:
    """A strike goes against other units: `change` is given the right ones, rules and state."""

    def wrong(right: Any, rules: Any, state: State, order: Any, table: Any) -> None:
        right(state, order, table)
        frame: Any = state.frames[-1]
        state.frames[-1] = frame._replace(targets=tuple(change(frame.targets, rules, state)))

    return wrong


def combats(change: Wrong) -> Wrong:
    """The combat of a strike with something else in it."""

    def wrong(right: Any, rules: Any, state: State, assault: Any, table: Any) -> Any:
        strike = assault.kind in STRIKES
        return right(state, change(rules, state, assault) if strike else assault, table)

    return wrong


def whole_stack(rules: Any, state: State, assault: Any) -> Any:
    return assault._replace(defenders=tuple(rules.units_in(state, 1 - assault.side, assault.hex)))


def one_strike(rules: Any, state: State, assault: Any) -> Any:
    return assault._replace(far=assault.far[:1])


MUTANTS = [
    # 12.1
    para("12: all strikes are at hand", adds("call_reinforcements", all_at_hand), "12.1.a 12.1.b"),
    para("12: awarded strikes stay away", says("award", None), "12.1.b"),
    para(
        "12: one strike of an award stays away",
        law("award", lambda right, rules, state, side, units: right(state, side, units[1:])),
        "12.1.b",
    ),
    para("12: strikes stay on the map", adds("strike", landed), "12.1.c"),
    para("12: used strikes are eliminated", adds("strike", used_up), "12.1.d"),
    para("12: used strikes stay at hand", law("available", without_flags(STRUCK)), "12.1.d 12.8.a"),
    # 12.2
    para(
        "12: strikes at any time",
        at_any_time("strike", lambda rules, state, order: rules.judge_strike(state, order)),
        "12.2.a",
    ),
    para("12: airstrikes are free", price("strikes", 0), "12.2.b"),
    para("12: every strike is paid", law("strike", paid(lambda count: count - 1)), "12.2.b"),
    para("12: every hex that is struck is paid", law("strike", paid(lambda count: 0)), "12.2.b"),
    para("12: any number of strikes", lets("_judge_flight", "strike_limit"), "12.2.c"),
    para("12: two strikes against a hex", figure("strike-limit", 2), "12.2.c"),
    para("12: strikes against empty hexes", lets("judge_strike", "strike_target"), "12.2.d"),
    para(
        "12: airstrikes are awarded by night",
        law("flyable", lambda right, rules, state, count: count),
        "12.2.e",
    ),
    para("12: airstrikes fly by night", lets("_judge_flight", "strike_night"), "12.2.e"),
    para("12: no battle grants airstrikes by night", figure("night-strikes", 0), "12.2.e"),
    # 12.3 and 12.4
    para(
        "12: strikes go from west to east",
        bars("judge_strike", lambda rules, state, order: order.path[0] != min(rules.strike_targets(state))),
        "12.3.a",
    ),
    para(
        "12: one hex is struck in a phase",
        bars("judge_strike", lambda rules, state, order: any(done & STRUCK for done in state.flags)),
        "12.3.a",
    ),
    para("12: strikes come after ground attacks", swapped(3, True), "12.3.b"),
    para(
        "12: strikes join ground attacks", pardons("judge_attacker", "attackers", available_strike), "12.3.b"
    ),
    para("12: who was struck is not attacked", adds("strike", struck_once), "12.3.c"),
    para("12: strikes have a range", bars("judge_strike", out_of_reach), "12.4.a"),
    # 12.5
    para("12: strikes hit the top unit only", law("strike", targets(lambda own, *_: own[:1])), "12.5.a"),
    para(
        "12: strikes go from the bottom to the top",
        law("strike", targets(lambda own, *_: own[::-1])),
        "12.5.a 12.5.d",
    ),
    para("12: a stack defends together", law("roll", combats(whole_stack)), "12.5.a 12.5.b 12.5.d"),
    para("12: strikes do not combine", law("roll", combats(one_strike)), "12.5.a 12.5.b 12.5.d"),
    para("12: strikes attack one after the other", lets("_judge_flight", "strike_combined"), "12.5.a"),
    para(
        "12: strikes are not shifted",
        law(
            "shifts",
            lambda right, rules, state, assault: [] if assault.kind == "airstrike" else right(state, assault),
        ),
        "12.5.c",
    ),
    para(
        "12: ground does not help against strikes",
        says_if("_terrain", lambda rules, assault: assault.kind == "airstrike"),
        "12.5.c",
    ),
    para("12: no anti-aircraft fire at strikes", says("flak", False), "12.5.c"),
]
