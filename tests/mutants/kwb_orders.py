"""Orders of Korean War Battles after combat, at the edge, and where list and judge must agree, broken."""

from __future__ import annotations

from typing import Any

from hexfolio.core.orders import Order
from hexfolio.core.state import State
from hexfolio.rulebooks.fire_and_movement.frames import ADVANCED, DISPLACED
from hexfolio.rulebooks.korean_war.train.rulebook import KwbTrain

from .korean import barred, dg, keeping_lists
from .korean import law as dg_law
from .kwb_train import law as train_law
from .kwb_train import lets, says, train
from .making import Wrong, allowed, attribute


def done(flags: int) -> Wrong:
    """Has the unit done one of these things in this player turn?"""
    return lambda rules, state, unit, *_: state.flags[unit] & flags


def for_anybody(right: Any, rules: Any, state: State, order: Order, side: int | None) -> Any:
    """Nobody looks at who gives the order."""
    return right(state, order, None)


AFTER_COMBAT = [
    dg("units leave the map after an advance", dg_law("judge_mover", allowed("advanced_rest")), "29.0.t"),
    dg("displaced units stay on the map", dg_law("judge_mover", barred(done(DISPLACED))), "29.0.t"),
    dg("an advance ends rebuilding", dg_law("judge_rebuild", barred(done(ADVANCED))), "15.0.a"),
    dg("an advance ends air supply", dg_law("judge_airlift", barred(done(ADVANCED))), "10.2.air.c"),
    train("units leave the map after an advance", lets("judge_mover", "advanced_rest"), "12.3.withdrawal.a"),
    train("displaced units do not ride", train_law("judge_mover", barred(done(DISPLACED))), "5.1.4.a"),
]

LISTS = [
    dg("who may be rebuilt is found once", dg_law("airlift", keeping_lists("rebuildable")), "15.0.b"),
    dg("lost counters stay hidden", dg_law("eliminate", keeping_lists("hidden")), "16.0.b"),
    dg("a unit at the exit is forgotten", dg_law("may_step_off", lambda *_: False), "29.0.t"),
    dg("units come on in closed ground", dg_law("judge_entry", allowed("closed_hex", answer=2)), "26.0.a"),
    train("a unit at the exit is forgotten", says("may_step_off", False), "12.3.withdrawal.a"),
    train(
        "units come on in closed ground",
        train_law("judge_entry", allowed("closed_hex", answer=0)),
        "5.2.3.a",
    ),
    train(
        "orders of any moment from any side", train_law("judge_any_time", for_anybody), "9.1.1.a 12.3.air.a"
    ),
    train("a division's regiment loses one step", says("steps_left", 2), "7.6.b"),
    train(
        "shortages are those of the UN",
        attribute(KwbTrain, "short_side", property(lambda rules: rules.un)),
        "12.1.1.un-shortage.a",
    ),
]

RAISING = [
    train(
        "the Communist side raises one of each nationality", lets("_judge_normal", "raise_one"), "10.1.2.b"
    ),
]

HAN = [
    train(
        "Communist units advance over the Han",
        train_law("_this_side", lambda right, rules, start, trail: trail),
        "12.21.han.a 12.21.han.c",
    ),
    train(
        "everybody crosses the Han from zone to zone",
        train_law("_judge_ferry", allowed("no_infiltration", answer=1)),
        "5.1.2.a",
    ),
]

MUTANTS = [*AFTER_COMBAT, *LISTS, *RAISING, *HAN]
