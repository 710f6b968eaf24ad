"""Command points of Paratrooper (para 5), broken."""

from __future__ import annotations

from typing import Any

from hexfolio.core.state import State

from .para import bars, changes, law, para, price, says

SPECIAL = "zone fast ranged strikes naval regroup demolish roadblock repair build recon"


def hoarding(right: Any, rules: Any, state: State, side: int, table: Any) -> None:
    """What was not spent is kept."""
    kept = rules.command_points(state, side)
    right(state, side, table)
    state.tracks[f"cp {side}"] += kept


def topping_up(right: Any, rules: Any, state: State, side: int, table: Any) -> None:
    """The better of what is left and what the track gives."""
    kept = rules.command_points(state, side)
    right(state, side, table)
    state.tracks[f"cp {side}"] = max(kept, rules.command_points(state, side))


def by_the_first_turn(right: Any, rules: Any, state: State, side: int, table: Any) -> None:
    """The track is read in its first box for ever."""
    turn, state.turn = state.turn, 1
    right(state, side, table)
    state.turn = turn


def for_both(right: Any, rules: Any, state: State, side: int, table: Any) -> None:
    """A player turn sets the points of both sides."""
    right(state, 1 - side, table)
    right(state, side, table)


def gone_with_the_turn(right: Any, rules: Any, state: State, side: int, table: Any) -> None:
    """Points are gone as soon as the enemy begins."""
    state.tracks[f"cp {1 - side}"] = 0
    right(state, side, table)


def after_the_phase(right: Any, rules: Any, state: State, side: int, action: str, table: Any) -> None:
    """What is spent is only told, not taken."""
    before = rules.command_points(state, side)
    right(state, side, action, table)
    state.tracks[f"cp {side}"] = before


def halved(right: Any, rules: Any, state: State, side: int, action: str, table: Any) -> None:
    """Every second action is paid."""
    before = rules.command_points(state, side)
    right(state, side, action, table)
    if before % 2:
        state.tracks[f"cp {side}"] = before


def below_none(right: Any, rules: Any, state: State, side: int, points: int) -> None:
    state.tracks[f"cp {side}"] = rules.command_points(state, side) - points


def not_at_all(right: Any, rules: Any, state: State, side: int, points: int) -> None:
    """A loss that cannot be met in full is not taken."""
    if rules.command_points(state, side) >= points:
        right(state, side, points)


def for_either(right: Any, rules: Any, state: State, side: int) -> int:
    """The defender gets points for places he holds, too."""
    airborne, rules.airborne_side = rules.airborne_side, side
    try:
        return int(right(state, side))
    finally:
        rules.airborne_side = airborne


def broke(rules: Any, state: State, *_: Any) -> bool:
    return not rules.command_points(state, state.active)


MUTANTS = [
    *(para(f"5: {action} costs nothing", price(action, 0), "5.1.a") for action in SPECIAL.split()),
    para("5: who has nothing left does not move", bars("judge_mover", broke), "5.1.b"),
    para("5: who has nothing left does not attack", bars("judge_attack", broke), "5.1.b"),
    para(
        "5: every attack costs a point",
        law(
            "attack",
            lambda right, rules, state, order, table: (
                rules.pay(state, state.active, "ranged", table),
                right(state, order, table),
            ),
        ),
        "5.1.b",
    ),
    para("5: points are never set anew", says("reset_command", None), "5.2.a"),
    para("5: the track gives the same for all turns", law("reset_command", by_the_first_turn), "5.2.a"),
    para("5: both are set at once", law("reset_command", for_both), "5.2.b"),
    para("5: the stock ends with the own turn", law("reset_command", gone_with_the_turn), "5.2.b"),
    para("5: places add nothing", says("bonus", 0), "5.3.a"),
    para("5: places add a point more", changes("bonus", lambda own, *_: own + bool(own)), "5.3.a"),
    para("5: places add for both sides", law("bonus", for_either), "5.3.a"),
    para("5: spending takes nothing", law("pay", after_the_phase), "5.4.a"),
    para("5: every second action is free", law("pay", halved), "5.4.a"),
    para("5: debts", says("judge_price", None), "5.4.b"),
    para(
        "5: one point is enough for anything",
        law(
            "judge_price",
            lambda right, rules, state, side, *rest: (
                None if rules.command_points(state, side) else right(state, side, *rest)
            ),
        ),
        "5.4.b",
    ),
    para("5: an event brings points below none", law("lose_command", below_none), "5.4.c"),
    para("5: an event takes all or nothing", law("lose_command", not_at_all), "5.4.c"),
    para("5: points are carried over", law("reset_command", hoarding), "5.5.a"),
    para("5: more points than the track are kept", law("reset_command", topping_up), "5.5.a 5.2.a"),
]
