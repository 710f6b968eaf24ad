"""Reinforcements and night (para 16 and 17), broken."""

from __future__ import annotations

from typing import Any

from hexfolio.core.state import WAITING, State

from .making import Patch, Wrong, pretending
from .para import adds, at_any_time, bars, changes, law, lets, mistakes, para, pardons, says, says_if


def units_alone(right: Any, rules: Any, state: State, side: int, schedule: Any) -> Any:
    """A table is rolled on only as long as units are left to come."""
    lines = tuple(line._replace(strikes=0, gunfire=0) for line in schedule.lines)
    return right(state, side, schedule._replace(lines=lines))


def reading(die: Wrong) -> Wrong:
    """Reinforcements by another line than that of the die."""

    def wrong(right: Any, rules: Any, state: State, side: int, table: Any) -> None:
        class Loaded:
            tell = table.tell

            def roll(self, sides: int = 6) -> int:
                return int(die(table.roll(sides)))

        right(state, side, Loaded())

    return wrong


def on_the_map(rules: Any, state: State, side: int, units: Any, wave: int, table: Any) -> None:
    """Units stand on their edge as soon as they are due."""
    for unit in units:
        state.put(unit, state.lists[f"edges {wave}"][0])


def coming_back(right: Any, rules: Any, state: State, side: int, group: Any, table: Any) -> None:
    """Units that have come are called up again."""
    for unit in rules.contingent(group.contingent):
        state.put(unit, WAITING)
    right(state, side, group, table)


def safe_landing(right: Any, rules: Any, state: State, unit: int, table: Any) -> None:
    """Units of a drop are put down without a check."""
    state.lists["planned"] = tuple(other for other in state.lists["planned"] if other != unit)


def with_a_check(rules: Any, state: State, unit: int, hex_: int, table: Any) -> None:
    """Units that are flown in jump."""
    state.lists["planned"] = (*state.lists.get("planned", ()), unit)
    rules.land(state, unit, table)


def turned_back(right: Any, rules: Any, state: State, table: Any) -> None:
    """Who found no airfield does not come again."""
    state.lists.pop("aloft", None)
    right(state, table)


def crowding(rules: Any, state: State, unit: int, hex_: int) -> int:
    """Half points more for everybody who came on before."""
    return sum(state.at[other] >= 0 for other in state.lists.get("due", ()))


def shifted(kind: Wrong) -> Patch:
    """Some attacks are not shifted at night."""
    return says_if("_night", lambda rules, state, assault: kind(assault))


def without_night(right: Any, rules: Any, *args: Any) -> Any:
    with pretending(rules, "is_night", lambda *_: False):
        return right(*args)


def keeping_strikes(right: Any, rules: Any, state: State, side: int, table: Any) -> None:
    """Strikes of the turn before stay in their display."""
    kept = state.lists.get(f"strikes {side}", ())
    right(state, side, table)
    if kept:
        state.lists.setdefault(f"strikes {side}", kept)


MUTANTS = [
    # 16.1
    para(
        "the die for reinforcements does not matter",
        law("call_reinforcements", reading(lambda die: 1)),
        "16.1.a",
    ),
    para("nobody rolls for reinforcements", says("call_reinforcements", None), "16.1.a"),
    para("no strikes for the defender", law("expects", units_alone), "16.1.a"),
    para("units come on that are not due", lets("judge_entry", "reinforcement", answer=0), "16.1.a"),
    para("units that are due stand on the map", adds("make_due", on_the_map), "16.1.b"),
    para(
        "units that are due are gone with the phase",
        adds("begin_phase", lambda rules, state, *_: state.lists.pop("due", None)),
        "16.1.b",
    ),
    para("no airstrikes are awarded", says("_award", None), "16.1.c"),
    para("all airstrikes are awarded", says("flyable", 9), "16.1.c"),
    para(
        "reinforcements enter in any phase",
        at_any_time("enter", lambda rules, state, order: None),
        "16.1.d",
    ),
    para("reinforcements do not enter in their turn", says("arrivals", []), "16.1.d"),
    para("reinforcements may wait", lets("judge_all_entered", "deploy_now"), "16.1.e"),
    para("nobody is dropped", says("droppable", []), "16.1.f"),
    para("drops may wait", lets("judge_planned", "must_drop"), "16.1.g"),
    para(
        "a drop that is begun may be left",
        says_if("judge_planned", lambda rules, state: bool(state.lists.get("planned"))),
        "16.1.g",
    ),
    para("drops are not checked", law("land", safe_landing), "16.1.h"),
    # 16.2
    para("coming on costs nothing but a half", says("entry_cost", 1), "16.2.a"),
    para(
        "roads do not help to come on",
        mistakes("entry_cost", "special", lambda rules, *_: {}),
        "16.2.a",
    ),
    para("units come on anywhere", lets("judge_entry", "entry_hex", answer=0), "16.2.a"),
    para(
        "those who follow pay more", changes("entry_cost", lambda own, *args: own + crowding(*args)), "16.2.b"
    ),
    para(
        "a road serves two units",
        changes(
            "entry_cost",
            lambda own, rules, state, unit, hex_: (
                own if crowding(rules, state, unit, hex_) < 2 else max(own, 2)
            ),
        ),
        "16.2.b",
    ),
    para("units come on among the enemy", lets("judge_entry", "entry_enemy", answer=0), "16.2.1.a"),
    para(
        "strayed units come on among the enemy",
        mistakes("entry_hexes", "enemy_hexes", lambda rules, *_: lambda *__: bytes(rules.grid.size)),
        "16.2.1.a",
    ),
    para("who comes on in a zone goes on", lets("judge_entry", "entry_stop", answer=0), "16.2.1.b"),
    para(
        "nobody comes on in a zone",
        bars("judge_entry", lambda rules, state, unit, path: rules.enemy_zones(state, unit)[path[0]]),
        "16.2.1.b",
    ),
    # 16.3
    para("units land beside an airfield", lets("judge_airfield", "airfield"), "16.3.a"),
    para(
        "only the airborne side has airfields",
        bars("judge_airfield", lambda rules, state, unit, hex_: state.active != rules.airborne_side),
        "16.3.a",
    ),
    para("nobody is flown in", says("aloft", []), "16.3.a"),
    para("units land among the enemy", lets("judge_airfield", "airfield_enemy"), "16.3.b"),
    para(
        "units land on what lies face down",
        pardons(
            "judge_airfield",
            "airfield_enemy",
            lambda rules, state, unit, hex_: rules.concealed_in(state, hex_) >= 0,
        ),
        "16.3.b",
    ),
    para("an airfield that is held turns units back", law("end_phase", turned_back), "16.3.b"),
    para("units that are flown in jump", adds("air_land", with_a_check), "16.3.c 6.2.b"),
    para(
        "units that are flown in are disrupted",
        adds("air_land", lambda rules, state, unit, *_: state.step.__setitem__(unit, 1)),
        "16.3.c 6.2.b",
    ),
    # 16.4
    para("units come a second time", law("_call_group", coming_back), "16.4.b"),
    # 17
    para("there is no night", says("is_night", False), "17.0.a"),
    para("it is always night", says("is_night", True), "17.0.a"),
    para(
        "nights begin a turn late",
        law("is_night", lambda right, rules, state: state.turn - 1 in rules.special.get("night", ())),
        "17.0.a",
    ),
    para("airstrikes come at night as by day", law("flyable", without_night), "17.0.c"),
    para("airstrikes wait for the night", law("call_reinforcements", keeping_strikes), "17.0.c"),
    para(
        "no airstrike comes at night",
        says_if("flyable", lambda rules, state, count: rules.is_night(state), 0),
        "17.0.c",
    ),
    para(
        "airstrikes come at night without leave",
        changes("flyable", lambda own, rules, state, count: max(own, int(rules.is_night(state)))),
        "17.0.c",
    ),
    para(
        "airstrikes are flown at night without leave",
        lets("judge_strike", "strike_night"),
        "17.0.c",
    ),
    para("the night does not hinder attacks", shifted(lambda assault: assault.near), "17.0.d"),
    para(
        "the night does not hinder guns",
        shifted(lambda assault: assault.kind == "ground" and not assault.near),
        "17.0.d",
    ),
    para("the night does not hinder ships", shifted(lambda assault: assault.kind == "naval"), "17.0.d"),
]
