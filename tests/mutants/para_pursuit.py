"""Pursuit and disruption (para 14 and 15), broken."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from hexfolio.core.state import State
from hexfolio.rulebooks.paratrooper.frames import ATTACKED, FELL_BACK, MOVED, Pursuit

from .making import Patch, Wrong, both, pretending
from .para import (
    adds,
    at_any_time,
    bars,
    changes,
    law,
    lets,
    mistakes,
    no_orders,
    para,
    pardons,
    price,
    says_if,
    step,
)


def pursuing(change: Wrong) -> Patch:
    """Other pursuers: `change` is given those of the right rule, the rulebook, the hex and the attackers."""
    return changes("pursuers", lambda own, *args: tuple(change(own, *args)))


def marked(method: str, trait: str) -> Patch:
    """A rule that takes every counter to have a mark."""
    return mistakes(
        method,
        "has",
        lambda rules, *_: (
            lambda unit, *traits: trait in traits or bool(rules.counters[unit].traits.intersection(traits))
        ),
    )


def thinks(method: str, name: str, answer: Any) -> Patch:
    """A rule that asks another one and always hears the same."""
    return mistakes(method, name, lambda *_: lambda *__: answer)


def fired_from_afar(own: Any, rules: Any, state: State, hex_: int, attackers: Any) -> Any:
    far = [
        unit
        for unit in rules.side_counters[state.active]
        if state.flags[unit] & ATTACKED
        and rules.has(unit, "pursuit")
        and not rules.is_near(state, unit, hex_)
    ]
    return (*own, *far)


def anybody_fell_back(rules: Any, state: State) -> bool:
    return any(flags & FELL_BACK for flags in state.flags)


def after_strikes(right: Any, rules: Any, state: State, frame: Any, table: Any) -> None:
    """Units next to a hex that a strike has emptied may enter it."""
    right(state, frame, table)
    near = [unit for hex_ in rules.grid.around(frame.hex) for unit in rules.units_in(state, frame.side, hex_)]
    if not rules.units_in(state, 1 - frame.side, frame.hex) and near and state.frames[-1][0] != "pursuit":
        state.frames.append(Pursuit("pursuit", frame.side, frame.hex, tuple(near)))


def defenders_follow(condition: Wrong) -> Patch:
    """Where attackers for whom the condition holds have left the defenders may follow."""

    def wrong(right: Any, own: Any, rules: Any, state: State, table: Any) -> bool:
        frame: Any = state.frames[-1]
        result = bool(right(rules, state, table))
        hexes = [hex_ for hex_ in rules.grid.around(frame.hex) if not rules.units_in(state, frame.side, hex_)]
        victors = tuple(rules.units_in(state, 1 - frame.side, frame.hex))
        if victors and any(condition(state, unit) for unit in frame.attackers):
            state.frames.append(Pursuit("pursuit", 1 - frame.side, hexes[0], victors))
        return result

    return step("aftermath", "settle", wrong)


def by_road(rules: Any, state: State, unit: int, hex_: int, path: Any) -> bool:
    roads = rules.board.ways.get("road", frozenset())
    steps = pairwise(path)
    return all(rules.board.side_between(start, goal) in roads for start, goal in steps)


def blind_to_enemies(right: Any, rules: Any, *args: Any) -> Any:
    with pretending(rules, "bars", lambda *_: False), pretending(rules, "_may_step", lambda *_: True):
        return right(*args)


def unspoilt(condition: Wrong) -> Wrong:
    """Disruption leaves some units as they are; the condition is given rules, state, unit and cause."""

    def wrong(right: Any, rules: Any, state: State, unit: int, cause: str, table: Any) -> None:
        if not condition(rules, state, unit, cause):
            right(state, unit, cause, table)

    return wrong


def both_steps(rules: Any, unit: int) -> bool:
    return len(rules.counters[unit].steps) > 1


def regroups_everywhere(rules: Any, state: State, *_: Any) -> None:
    for unit in rules.side_counters[state.active]:
        state.step[unit] = 0


def restored(rules: Any, state: State, unit: int, table: Any) -> None:
    state.tracks["mutant regrouped"] = state.tracks.get("mutant regrouped", 0) + 1


def come_disrupted(rules: Any, state: State, side: int, units: Any, *_: Any) -> None:
    for unit in units:
        state.step[unit] = 1


PURSUIT = [
    # 14.0, 14.1
    para(
        "nobody follows who fell back",
        pursuing(lambda own, rules, state, *_: () if anybody_fell_back(rules, state) else own),
        "14.0.a",
    ),
    para(
        "only who fell back is followed",
        pursuing(lambda own, rules, state, *_: own if anybody_fell_back(rules, state) else ()),
        "14.0.a",
    ),
    para(
        "pursuit is a duty", no_orders("pursuit", lambda rules, state, order: order.verb == "end"), "14.0.a"
    ),
    para("pursuit needs no highlight", marked("pursuers", "pursuit"), "14.1.a 14.1.b"),
    para("disrupted units pursue", thinks("pursuers", "is_disrupted", False), "14.1.a 14.1.b 15.1.c"),
    para("units that fired from afar pursue", pursuing(fired_from_afar), "14.1.a 14.1.b"),
    para("units that cannot move pursue", thinks("pursuers", "allowance", 1), "14.1.b"),
    para(
        "units pursue that did not attack",
        pursuing(
            lambda own, rules, state, hex_, attackers: {
                *own,
                *(
                    unit
                    for unit in rules.side_counters[state.active]
                    if state.at[unit] >= 0
                    and rules.is_near(state, unit, hex_)
                    and rules.has(unit, "pursuit")
                    and not rules.is_disrupted(state, unit)
                    and rules.allowance(state, unit)
                ),
            }
        ),
        "14.1.a 14.1.b",
    ),
    para(
        "nobody pursues but vehicles",
        pursuing(lambda own, rules, *_: filter(rules.is_mechanized, own)),
        "14.1.a",
    ),
    para("strikes open a pursuit", law("strike_next", after_strikes), "14.1.b"),
    # 14.2
    para(
        "pursuit may come later",
        at_any_time("pursue", lambda rules, state, order: None),
        "14.2.a",
    ),
    para(
        "who was lost leads the pursuit",
        says_if("pursuers", lambda rules, state, hex_, near: any(state.at[unit] < 0 for unit in near), ()),
        "14.2.a",
    ),
    para(
        "nobody pursues into a full hex",
        bars(
            "judge_pursuit", lambda rules, state, unit, hex_, path: not rules.room_for(state, unit, path[-1])
        ),
        "14.2.b",
    ),
    para(
        "pursuers may crowd a hex",
        says_if("punish_crowds", lambda rules, state, table: state.phase == "attack"),
        "14.2.b",
    ),
    para(
        "vehicles pursue one hex",
        both(thinks("judge_pursuit", "is_mechanized", False), thinks("pursuit_ways", "is_mechanized", False)),
        "14.2.c",
    ),
    para("vehicles pursue three hexes", lets("judge_pursuit", "pursuit_two"), "14.2.c"),
    para("everybody pursues two hexes", lets("judge_pursuit", "pursuit_one"), "14.2.d"),
    # 14.3
    para("pursuit begins anywhere", lets("judge_pursuit", "pursuit_way"), "14.3.a"),
    para(
        "pursuit does not turn back",
        bars("judge_pursuit", lambda rules, state, unit, hex_, path: path[-1] == path[0]),
        "14.3.a",
    ),
    para(
        "pursuit goes straight on",
        bars(
            "judge_pursuit",
            lambda rules, state, unit, hex_, path: (
                len(path) > 2 and rules.grid.distance(path[0], path[2]) < 2 and path[0] != path[2]
            ),
        ),
        "14.3.a",
    ),
    para(
        "vehicles do not stop after a hex",
        bars(
            "judge_pursuit",
            lambda rules, state, unit, hex_, path: rules.is_mechanized(unit) and len(path) == 2,
        ),
        "14.3.b",
    ),
    # 14.4
    para(
        "who has moved does not pursue",
        pursuing(lambda own, rules, state, *_: [unit for unit in own if not state.flags[unit] & MOVED]),
        "14.4.a",
    ),
    para(
        "defenders pursue who falls back",
        defenders_follow(lambda state, unit: state.flags[unit] & FELL_BACK),
        "14.4.b",
    ),
    para("defenders pursue who is lost", defenders_follow(lambda state, unit: state.at[unit] < 0), "14.4.b"),
    para(
        "pursuit crosses any ground",
        changes(
            "_may_step",
            lambda own, rules, state, unit, start, goal: not rules.enemy_hexes(state, unit)[goal],
        ),
        "14.4.c",
    ),
    para(
        "pursuit enters any hex",
        changes(
            "_may_step",
            lambda own, rules, state, unit, start, goal: (
                own
                or (
                    not rules.enemy_hexes(state, unit)[goal]
                    and "uncrossable" not in rules.board.side_features(start, goal)
                )
            ),
        ),
        "14.4.c",
    ),
    para(
        "pursuit runs into the enemy",
        changes(
            "_may_step",
            lambda own, rules, state, unit, start, goal: own or bool(rules.enemy_hexes(state, unit)[goal]),
        ),
        "14.4.c",
    ),
    para(
        "zones end a pursuit",
        bars(
            "judge_pursuit",
            lambda rules, state, unit, hex_, path: len(path) > 2 and rules.enemy_zones(state, unit)[path[1]],
        ),
        "14.4.d",
    ),
    para(
        "nobody pursues into a zone",
        bars(
            "judge_pursuit",
            lambda rules, state, unit, hex_, path: rules.enemy_zones(state, unit)[path[-1]],
        ),
        "14.4.d",
    ),
    para("roads lengthen a pursuit on foot", pardons("judge_pursuit", "pursuit_one", by_road), "14.4.e"),
    para("roads lengthen a pursuit of vehicles", pardons("judge_pursuit", "pursuit_two", by_road), "14.4.e"),
    para("pursuit does not wait for the last defender", law("pursuers", blind_to_enemies), "14.4.f"),
    para(
        "prisoners bar pursuit",
        pursuing(
            lambda own, rules, state, hex_, _: (
                () if any(rules.has(unit, "prisoners") for unit in state.stacks.get(hex_, ())) else own
            )
        ),
        "14.4.f",
    ),
    para(
        "what lies face down does not bar pursuit",
        law(
            "pursuers",
            lambda right, rules, state, hex_, near: (
                blind_to_enemies(right, rules, state, hex_, near)
                if rules.concealed_in(state, hex_) >= 0
                else right(state, hex_, near)
            ),
        ),
        "14.4.f",
    ),
]

DISRUPTION = [
    para("reinforcements come disrupted", adds("make_due", come_disrupted), "15.0.b"),
    para(
        "disrupted units fight as before",
        law("strength", lambda right, rules, state, unit: rules.counters[unit].steps[0][0]),
        "15.1.a",
    ),
    para(
        "disrupted units march as before",
        law("allowance", lambda right, rules, state, unit: rules.counters[unit].steps[0][2]),
        "15.1.a",
    ),
    para("disrupted flak fires at aircraft", thinks("flak", "is_disrupted", False), "15.1.b"),
    para("disrupted flak fires at paratroopers", thinks("landing_modifier", "is_disrupted", False), "15.1.b"),
    para(
        "disrupted heavy weapons fire at paratroopers",
        mistakes(
            "landing_modifier",
            "is_disrupted",
            lambda rules, state, *_: (
                lambda _, unit: state.step[unit] > 0 and not rules.has(unit, "heavy-weapons")
            ),
        ),
        "15.1.b",
    ),
    para("disrupted engineers help an attack", thinks("_engineer", "is_disrupted", False), "15.1.d"),
    para("disrupted engineers blow bridges", lets("judge_worker", "demolish_disrupted"), "15.1.d"),
    para("disrupted engineers build bridges", lets("judge_worker", "build_disrupted"), "15.1.d"),
    para("disrupted engineers repair bridges", lets("judge_worker", "repair_disrupted"), "15.1.d"),
    para("disrupted units build roadblocks", lets("judge_worker", "roadblock_disrupted"), "15.1.e"),
    *(
        para(
            f"a second disruption by {cause} is harmless",
            law(
                "disrupt",
                unspoilt(
                    lambda rules, state, unit, why, cause=cause: (
                        why == cause and state.step[unit] and both_steps(rules, unit)
                    )
                ),
            ),
            "15.1.f",
        )
        for cause in ("combat", "over-stacking")
    ),
    para(
        "disrupted units control nothing",
        says_if("exerts_zone", lambda rules, state, unit: rules.is_disrupted(state, unit), False),
        "15.1.g",
    ),
    para(
        "disrupted units do not attack",
        bars("judge_attacker", lambda rules, state, unit, hex_: rules.is_disrupted(state, unit)),
        "15.1.g",
    ),
    para("regrouping is free", price("regroup", 0), "15.2.a"),
    para("regrouping costs two points", price("regroup", 2), "15.2.a"),
    para("a point regroups everybody", adds("regroup", regroups_everywhere), "15.2.a"),
    para(
        "units regroup in any phase",
        at_any_time("regroup", lambda rules, state, order: rules.judge_regroup(state, order.unit)),
        "15.2.a",
    ),
    para("effective units regroup", thinks("judge_regroup", "is_disrupted", True), "15.2.a"),
    para(
        "five units regroup in a phase",
        both(
            adds("regroup", restored),
            bars("judge_regroup", lambda rules, state, unit: state.tracks.get("mutant regrouped", 0) > 4),
        ),
        "15.2.b",
    ),
    para(
        "one unit of a hex regroups",
        bars(
            "judge_regroup",
            lambda rules, state, unit: any(
                other != unit and not state.step[other]
                for other in rules.units_in(state, state.active, state.at[unit])
            ),
        ),
        "15.2.b",
    ),
    para(
        "nobody regroups next to the enemy",
        bars("judge_regroup", lambda rules, state, unit: rules.enemy_zones(state, unit)[state.at[unit]]),
        "15.2.c",
    ),
    para(
        "a unit with one step is not disrupted",
        law("disrupt", unspoilt(lambda rules, state, unit, why: not both_steps(rules, unit))),
        "15.3.a",
    ),
]

MUTANTS = PURSUIT + DISRUPTION
