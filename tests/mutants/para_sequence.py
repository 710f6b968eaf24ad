"""Set-up and sequence of play of Paratrooper (para 3 and 4), broken."""

from __future__ import annotations

from typing import Any

from hexfolio.core.state import State
from hexfolio.rulebooks.paratrooper.rulebook import Paratrooper

from .korean import data
from .making import Patch, Wrong
from .para import at_any_time, law, lets, para, says

PHASES = Paratrooper.airborne_turn


def phases(change: Wrong) -> Patch:
    """`change` is given the right phases, whether it is the airborne turn, and the phase under way."""
    return law(
        "phases",
        lambda right, rules, state: change(right(state), state.active == rules.airborne_side, state.phase),
    )


def without(phase: str, airborne: bool) -> Patch:
    """A player turn that lacks a phase, unless it is under way."""
    return phases(
        lambda own, turn, now: (
            tuple(one for one in own if one != phase or one == now) if turn is airborne else own
        )
    )


def swapped(place: int, airborne: bool) -> Patch:
    """A player turn with two phases in the other order."""

    def change(own: tuple[str, ...], turn: bool, now: str) -> tuple[str, ...]:
        if turn is not airborne:
            return own
        return (*own[:place], own[place + 1], own[place], *own[place + 2 :])

    return phases(change)


def one_player_turn(right: Any, rules: Any, state: State, side: int, table: Any) -> None:
    """The defender's player turn is left out."""
    if side == rules.defending_side and state.turn < rules.battle.turns:
        rules.begin_turn(state, table)
    else:
        right(state, side, table)


def defender_first(right: Any, rules: Any, state: State, table: Any) -> None:
    right(state, table)
    rules.begin_player_turn(state, rules.defending_side, table)


def same_turn(right: Any, rules: Any, state: State, table: Any) -> None:
    """The turn marker stays where it is after the first turn."""
    right(state, table)
    if state.turn > 1:
        state.turn -= 1


def works(verb: str) -> Patch:
    """Engineering work at any time."""
    return at_any_time(
        verb, lambda rules, state, order: rules.steps["engineering"].judge(rules, state, order)
    )


MUTANTS = [
    # 3
    para(
        "3: the other side sets up first",
        data(lambda battle: {"set_up_order": battle.set_up_order[::-1]}),
        "3.0.a",
    ),
    para("3: a set-up is left unfinished", says("judge_stage_over", None), "3.0.a"),
    para("3: anybody sets up", lets("judge_place", "set_up"), "3.0.a"),
    # 4
    para("4: the defender has no player turn", law("begin_player_turn", one_player_turn), "4.0.a"),
    para("4: the defender comes first", law("begin_turn", defender_first), "4.0.a 4.2.a"),
    para(
        "4: both sides give orders",
        law("judge", lambda right, rules, state, order, side: right(state, order, None)),
        "4.0.a",
    ),
    para(
        "4: moves at any time",
        at_any_time("move", lambda rules, state, order: rules.steps["movement"].judge(rules, state, order)),
        "4.0.b",
    ),
    *(para(f"4: no {phase}", without(phase, True), "4.2.a") for phase in PHASES),
    *(para(f"4: no {phase} of the defender", without(phase, False), "4.2.b") for phase in PHASES[1:]),
    *(
        para(f"4: {PHASES[place + 1]} before {PHASES[place]}", swapped(place, True), "4.2.a")
        for place in range(5)
    ),
    *(
        para(f"4: {PHASES[place + 2]} of the defender early", swapped(place, False), "4.2.b")
        for place in range(4)
    ),
    para("4: the defender lands, too", phases(lambda own, *_: PHASES), "4.2.b"),
    para("4: no command points for the airborne side", law("reset_command", lambda *_: None), "4.2.a 4.2.b"),
    para("4: no reinforcements", says("call_reinforcements", None), "4.2.a 4.2.b"),
    para("4: drop zones among landings", lets("judge_zone", "zones_first"), "4.2.c"),
    para(
        "4: drop zones while units land",
        at_any_time(
            "zone",
            lambda rules, state, order: (
                None if rules.zones_left(state) > 0 else rules.refuse("zone_limit", "")
            ),
        ),
        "4.2.c",
    ),
    *(
        para(f"4: {verb} at any time", works(verb), "4.2.d")
        for verb in ("demolish", "roadblock", "build", "repair")
    ),
    para("4: one turn too many", data(lambda battle: {"turns": battle.turns + 1}), "4.2.e"),
    para("4: the turn marker stays", law("begin_turn", same_turn), "4.2.e"),
    para("4: orders after the end", law("refuse_finished", lambda *_: None), "4.2.e"),
]
