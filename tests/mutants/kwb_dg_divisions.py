"""Divisions, bridges and units of no strength (kwb-dg 11.0 to 13.0), broken."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hexfolio.core.battle import Battle
from hexfolio.core.state import ELIMINATED, REMOVED, WAITING, State
from hexfolio.core.terrain import Cost
from hexfolio.rulebooks.fire_and_movement.frames import DISPLACED
from hexfolio.rulebooks.korean_war.dg.rulebook import KwbDg

from .korean import (
    barred,
    data,
    dg,
    forgiven,
    judged_anytime,
    keeping_lists,
    law,
    mistaking,
    special,
    without_lists,
)
from .making import Patch, Wrong, allowed, attribute, module_value, then

BRIDGE_REACH = "hexfolio.rulebooks.korean_war.dg.bridges.REACH"


def breakdown(nation: str, division: str, regiment: str) -> Patch:
    """A line of the break-down table reads otherwise."""

    def values(text: str) -> tuple[int, ...]:
        return tuple(map(int, text.split("-")))

    def change(battle: Battle, own: Any) -> Any:
        table = own or {}
        return {**table, nation: {**table.get(nation, {}), values(division): values(regiment)}}

    return special("breakdown", change)


def on_break(do: Wrong) -> Patch:
    """Something more happens when a division breaks down."""
    return law("break_down", then(do))


def heal(rules: Any, state: State, unit: int, table: Any) -> None:
    for regiment in state.lists["broken"][-3:]:
        state.step[regiment] = 0


def stay_due(rules: Any, state: State, unit: int, table: Any) -> None:
    if unit in rules.battle.arrivals:
        state.put(unit, WAITING)


def family(state: State, unit: int) -> tuple[int, ...]:
    """The former division of a regiment and its regiments."""
    broken = state.lists.get("broken", ())
    start = broken.index(unit) // 4 * 4 if unit in broken else len(broken)
    return broken[start : start + 4]


def within_reach(rules: Any, state: State, unit: int, hex_: int) -> bool:
    return hex_ in rules.placement_of(state, unit).hexes


def room_among_family(right: Any, rules: Any, state: State, unit: int, hex_: int) -> bool:
    return all(other in family(state, unit) for other in state.stacks.get(hex_, (-1,))) or right(
        state, unit, hex_
    )


def few_hexes(rules: Any, state: State, unit: int) -> bool:
    around = rules.grid.around(rules.post_of(state, unit))
    return len([hex_ for hex_ in around if rules.land[hex_] and rules.has_room(state, unit, hex_)]) < 2


def lost_regiments(place: int) -> Patch:
    """Regiments that found no hex go somewhere else than out of the game."""

    def do(rules: Any, state: State) -> None:
        for position, unit in enumerate(state.lists.get("broken", ())):
            if position % 4 and state.at[unit] == REMOVED:
                state.put(unit, place)

    return law("leave_out", then(do))


def banks(rules: Any, state: State, order: Any) -> list[bool]:
    zones = rules.enemy_zones(state, order.unit)
    return [bool(zones[hex_]) for hex_ in order.path]


def by_points_left(rules: Any, state: State, order: Any) -> bool:
    unit = order.unit
    reached = rules.reach(state, unit, state.at[unit], rules.points_left(state, unit))[0]
    return not any(hex_ in reached for hex_ in order.path)


def near_in_hexes(rules: Any, state: State, order: Any) -> bool:
    return any(rules.grid.distance(state.at[order.unit], hex_) <= 4 for hex_ in order.path)


def unbridged_if(condition: Wrong) -> Wrong:
    """Some units do not find the bridges of engineers."""

    def wrong(right: Any, rules: Any, state: State, unit: int) -> Any:
        if condition(rules, state, unit):
            return without_lists("bridges")(right, rules, state, unit)
        return right(state, unit)

    return wrong


def thaw(battle: Battle) -> dict[str, Any]:
    hexes = {**battle.key.hexes, "reservoir": {"": Cost(2, closed=True)}}
    return {"key": replace(battle.key, hexes=hexes)}


MUTANTS = [
    # Divisions
    dg(
        "the United Nations break no division down",
        law("judge_break", barred(lambda rules, state, unit: state.active == rules.un)),
        "11.0.a 11.0.d",
    ),
    dg(
        "the Communists break no division down",
        law("judge_break", barred(lambda rules, state, unit: state.active != rules.un)),
        "11.0.a 11.0.c",
    ),
    dg(
        "two regiments for a division",
        law("draw_regiments", lambda right, rules, *args: (own := right(*args))[:2] + own[:1]),
        "11.0.a",
    ),
    *(
        dg(f"a {division} breaks down into {regiment}", breakdown(nation, division, regiment), clause)
        for nation, division, regiment, clause in (
            ("nk", "11-10-3", "3-3-4", "11.0.c"),
            ("nk", "10-10-3", "3-4-4", "11.0.c"),
            ("nk", "10-9-3", "3-3-4", "11.0.c 11.0.m"),
            ("rok", "7-9-3", "2-3-4", "11.0.d"),
            ("rok", "6-8-3", "2-2-4", "11.0.d"),
            ("rok", "5-8-3", "2-3-4", "11.0.d"),
        )
    ),
    dg("breaking down heals", on_break(heal), "11.0.c 11.0.d"),
    dg(
        "a broken-down division is in the deadpile",
        on_break(lambda rules, state, unit, table: state.put(unit, ELIMINATED)),
        "11.0.a 11.0.f",
    ),
    dg("lost divisions score nothing", law("scores", lambda *_: False), "11.0.f"),
    dg(
        "regiments set up two hexes off",
        special("breakdown-reach", lambda battle, own: 2),
        "11.0.g 27.0.q",
    ),
    dg(
        "the division's hex may stay empty",
        law("judge_area", forgiven("set_up_breakdown", within_reach)),
        "11.0.g",
    ),
    dg(
        "no stacking limit at set-up",
        law(
            "has_room",
            lambda right, rules, state, *args: state.phase == "set-up" or right(state, *args),
        ),
        "11.0.g 11.0.h 16.0.f 28.0.g 27.0.e",
    ),
    dg("no room, no break-down", law("judge_break", barred(few_hexes)), "11.0.h"),
    dg(
        "all three regiments must be placed",
        law("must_place", lambda right, rules, state: rules.waiting(state)),
        "11.0.h",
    ),
    dg("regiments without room are in the deadpile", lost_regiments(ELIMINATED), "11.0.h"),
    dg("regiments without room wait", lost_regiments(WAITING), "11.0.h"),
    dg("former comrades stack", law("has_room", room_among_family), "11.0.j"),
    dg("divisions break down at any time", judged_anytime("break", "judge_break"), "11.0.k"),
    dg(
        "reinforcements are not broken down",
        law("judge_break", barred(lambda rules, state, unit: unit in rules.battle.arrivals)),
        "11.0.k 11.0.m",
    ),
    dg("regiments never run out", law("judge_regiments", lambda *_: None), "11.0.l"),
    dg(
        "any spare regiments will do",
        law("regiments_for", lambda right, rules, state, unit: rules.spares_left(state, rules.nation[unit])),
        "11.0.l",
    ),
    dg("a broken-down reinforcement may still come", on_break(stay_due), "11.0.m"),
    dg(
        "regiments of a reinforcement do not come",
        law("arrival_of", lambda right, rules, state, unit: rules.battle.arrivals.get(unit)),
        "11.0.m",
    ),
    # Bridges
    dg("engineers build without end", law("judge_bridge", without_lists("builders")), "12.0.b"),
    dg(
        "anybody builds bridges",
        law("judge_bridge", mistaking("engineers", lambda rules, *_: range(len(rules.counters)))),
        "12.0.b",
    ),
    dg(
        "one bridge for all engineers",
        law("judge_bridge", barred(lambda rules, state, order: rules.laid(state))),
        "12.0.b",
    ),
    dg("engineers reach three points far", module_value(BRIDGE_REACH, 6), "12.0.c"),
    dg("engineers reach five points far", module_value(BRIDGE_REACH, 10), "12.0.c"),
    dg(
        "engineers reach as far as they have points left",
        law("judge_bridge", barred(by_points_left)),
        "12.0.c",
    ),
    dg(
        "engineers reach four hexes far",
        law("judge_bridge", forgiven("bridge_reach", near_in_hexes)),
        "12.0.c",
    ),
    dg(
        "no bridges late in the turn",
        attribute(KwbDg.steps["mobile-movement"], "verbs", KwbDg.steps["mobile-movement"].verbs - {"bridge"}),
        "12.0.c",
    ),
    dg("bridges at any time", judged_anytime("bridge", "judge_bridge"), "12.0.c"),
    dg(
        "zones do not hinder engineers",
        law("judge_bridge", allowed("bridge_zone")),
        "12.0.d",
    ),
    dg(
        "a zone on one bank does not hinder engineers",
        law("judge_bridge", forgiven("bridge_zone", lambda *args: not all(banks(*args)))),
        "12.0.d",
    ),
    dg(
        "a zone on the near bank does not hinder engineers",
        law("judge_bridge", forgiven("bridge_zone", lambda *args: not banks(*args)[1])),
        "12.0.d",
    ),
    dg(
        "units without a zone hinder engineers",
        law(
            "judge_bridge",
            barred(lambda rules, state, order: any(rules.next_to(state, 0, hex_) for hex_ in order.path)),
        ),
        "12.0.d",
    ),
    dg(
        "bridges last for one player turn",
        law("begin_player_turn", then(lambda rules, state, *_: state.lists.pop("bridges", None))),
        "12.0.e 12.0.i",
    ),
    dg(
        "bridges last for one phase",
        law("begin_phase", then(lambda rules, state, *_: state.lists.pop("bridges", None))),
        "12.0.e 12.0.i",
    ),
    dg("bridges do not help movement", law("march_costs", without_lists("bridges")), "12.0.e 12.0.f 12.0.g"),
    dg(
        "bridges help all units",
        law("march", mistaking("un", lambda rules, state, unit: state.side_of[unit])),
        "12.0.f",
    ),
    dg(
        "bridges help Americans only",
        law("march", unbridged_if(lambda rules, state, unit: rules.nation[unit] != "us")),
        "12.0.f",
    ),
    dg(
        "engineers do not cross their own bridge",
        law("march", unbridged_if(lambda rules, state, unit: unit in rules.engineers)),
        "12.0.f",
    ),
    dg(
        "bridges come first in the phase",
        law("judge_bridge", barred(lambda rules, state, order: not rules.at_the_start(state))),
        "12.0.g",
    ),
    dg(
        "an engineer that has moved does not build",
        law("judge_bridge", barred(lambda rules, state, order: state.flags[order.unit])),
        "12.0.g",
    ),
    dg("engineers build after an advance", law("judge_bridge", allowed("advanced_rest")), "12.0.c"),
    dg(
        "displaced engineers rest",
        law("judge_bridge", barred(lambda rules, state, order: state.flags[order.unit] & DISPLACED)),
        "12.0.c",
    ),
    dg(
        "engineers of both sides build",
        law(
            "judge_bridge",
            mistaking(
                "engineers",
                lambda rules, *_: [
                    unit for unit, counter in enumerate(rules.counters) if "engineer" in counter
                ],
            ),
        ),
        "12.0.b",
    ),
    dg("bridges stand for good", law("turn_over", keeping_lists("bridges")), "12.0.e 12.0.h 10.2.terrain.d"),
    dg("engineers build once in a battle", law("turn_over", keeping_lists("builders")), "12.0.h"),
    dg("engineers' bridges do not matter in combat", law("bridged", without_lists("bridges")), "12.0.i"),
    dg(
        "engineers' bridges are for attacks of the United Nations",
        law(
            "bridged",
            lambda right, rules, state, side: (
                right(state, side)
                if state.active == rules.un
                else without_lists("bridges")(right, rules, state, side)
            ),
        ),
        "12.0.i",
    ),
    dg("the reservoir is not frozen", data(thaw), "12.0.j"),
    # Strengths of zero
    dg(
        "units without attack strength stay out",
        law(
            "judge_attacker_status",
            barred(lambda rules, state, unit: not rules.attack_strength(state, unit)),
        ),
        "13.0.a 13.0.c",
    ),
    dg(
        "every attacker adds something",
        law("attack_strength", lambda right, rules, *args: max(1, right(*args))),
        "13.0.a 13.0.c",
    ),
    dg(
        "units without attack strength bear no loss",
        law(
            "take_loss",
            lambda right, rules, state, side, units, *args: right(
                state,
                side,
                tuple(unit for unit in units if rules.attack_strength(state, unit)) or units,
                *args,
            ),
        ),
        "13.0.a",
    ),
    dg(
        "every defender adds something",
        law("defence_strength", lambda right, rules, *args: max(1, right(*args))),
        "13.0.b",
    ),
    dg(
        "no fire for attackers without strength",
        law(
            "may_support",
            lambda right, rules, state, combat: (
                right(state, combat) and any(rules.attack_strength(state, unit) for unit in combat.attackers)
            ),
        ),
        "13.0.c",
    ),
    dg(
        "no fire for defenders without strength",
        law(
            "may_support",
            lambda right, rules, state, combat: (
                right(state, combat)
                and (
                    rules.chance_side(state, combat) == state.active
                    or any(rules.defence_strength(state, unit) for unit in combat.defenders)
                )
            ),
        ),
        "13.0.c",
    ),
]
