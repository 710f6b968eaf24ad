"""Engineers in attacks, infiltration, air supply and emergency drops (para 18 and 22.1), broken."""

from __future__ import annotations

from typing import Any

from hexfolio.core.rulings import Refusal
from hexfolio.core.state import REMOVED, WAITING, State

from .making import Patch, Wrong
from .para import adds, bars, changes, chart, law, lets, mistakes, para, price, says, says_if
from .para_pursuit import thinks


def engineers(value: Wrong) -> Patch:
    """Another shift for engineers; `value` is given the right one and what it depends on."""

    def change(own: Any, rules: Any, state: State, assault: Any) -> Any:
        return rules.shift("engineer_shift", "an engineer attacks", int(value(own, rules, state, assault)))

    return changes("_engineer", change)


def with_engineer(rules: Any, units: Any) -> bool:
    return any(rules.has(unit, "engineer") for unit in units)


def infiltrating(right: Any, rules: Any, state: State, unit: int, path: Any, left: int) -> Any:
    """Infiltrators go from zone to zone in the middle of a move, too."""
    own = right(state, unit, path, left)
    stopped = isinstance(own, Refusal) and own.rule == rules.clause("stop")
    return left if stopped and rules.may_infiltrate(state, unit) else own


def no_supply(method: str) -> Patch:
    """A rule that takes supplies for units."""
    return mistakes(
        method,
        "has",
        lambda rules, *_: (
            lambda unit, *traits: (
                "supply" not in traits and bool(rules.counters[unit].traits.intersection(traits))
            )
        ),
    )


def heaped(right: Any, rules: Any, state: State, side: int, hex_: int) -> list[int]:
    supplies = [unit for unit in state.stacks.get(hex_, ()) if rules.has(unit, "supply")]
    return [*right(state, side, hex_), *supplies]


def paid_drop(rules: Any, state: State, unit: int, hex_: int) -> bool:
    return bool(rules.has(unit, "supply")) and not rules.command_points(state, state.active)


def not_near_zones(rules: Any, state: State, unit: int, hex_: int) -> bool:
    return bool(rules.has(unit, "supply")) and not rules.near_zone(state, hex_)


def unchecked(right: Any, rules: Any, state: State, unit: int, table: Any) -> None:
    """Supplies come down where they are wanted."""
    if not rules.has(unit, "supply"):
        right(state, unit, table)
        return
    table.roll()
    state.lists["planned"] = tuple(other for other in state.lists["planned"] if other != unit)


def lost_for_now(right: Any, rules: Any, state: State, unit: int, table: Any) -> None:
    right(state, unit, table)
    if rules.has(unit, "supply"):
        state.put(unit, WAITING)


def stays_where_it_fell(right: Any, rules: Any, state: State, unit: int, table: Any) -> Any:
    """Supplies do not scatter, whatever the dice say."""
    hex_ = state.at[unit]
    result = right(state, unit, table)
    if rules.has(unit, "supply"):
        state.put(unit, hex_)
    return result


def kept_off_the_map(rules: Any, state: State, unit: int, last: int, table: Any) -> None:
    if rules.has(unit, "supply"):
        state.put(unit, last)


def helping(who: Wrong) -> Patch:
    return changes(
        "helped",
        lambda own, rules, state, unit: [other for other in own if who(rules, state, unit, other)],
    )


def far_and_wide(own: list[int], rules: Any, state: State, unit: int) -> list[int]:
    near = rules.grid.within(state.at[unit], 2)
    side = state.side_of[unit]
    return [u for hex_ in near for u in rules.units_in(state, side, hex_) if rules.is_disrupted(state, u)]


def kept(right: Any, rules: Any, state: State, unit: int, table: Any) -> None:
    hex_ = state.at[unit]
    right(state, unit, table)
    state.put(unit, hex_)


def spoilt(rules: Any, state: State, table: Any) -> None:
    """Supplies on the map are gone with the turn."""
    for unit in rules.side_counters[rules.airborne_side]:
        if rules.has(unit, "supply") and state.at[unit] >= 0:
            state.put(unit, REMOVED)


def without_option(method: str) -> Patch:
    return mistakes(method, "options", lambda *_: {})


def far_for_all(own: int, rules: Any, state: State, unit: int, hex_: int) -> int:
    return own + int(bool(rules.options.get("emergency-drops")) and bool(rules.near_zone(state, hex_)))


MUTANTS = [
    # 18.1
    para("engineers do not help an attack", says("_engineer", None), "18.1.a 18.1.b"),
    para("engineers do not help over rivers", thinks("_engineer", "_hexside", None), "18.1.a 18.1.b"),
    para("engineers do not help against towns", thinks("_engineer", "_terrain", None), "18.1.a"),
    para(
        "engineers always help",
        engineers(lambda own, rules, state, assault: with_engineer(rules, assault.near) or bool(own)),
        "18.1.a",
    ),
    para(
        "engineers help against town and river",
        engineers(
            lambda own, rules, state, assault: (
                bool(own) + bool(own and rules._terrain(assault) and rules._hexside(state, assault))
            )
        ),
        "18.1.a",
    ),
    para(
        "every engineer helps",
        engineers(
            lambda own, rules, state, assault: (
                bool(own) * sum(rules.has(unit, "engineer") for unit in assault.near)
            )
        ),
        "18.1.a",
    ),
    para("engineers are worth two columns", engineers(lambda own, *_: 2 * bool(own)), "18.1.a 18.1.b"),
    para("disrupted engineers attack as others", thinks("_engineer", "is_disrupted", False), "18.1.a"),
    para(
        "engineers demolish no better",
        chart("demolition", lambda own: {**own, "engineer": own["other"]}),
        "18.1.c",
    ),
    para("engineers demolish like others", thinks("work", "has", False), "18.1.c"),
    # 18.2
    para("nobody infiltrates", says("may_infiltrate", False), "18.2.a"),
    para("everybody infiltrates", says("may_infiltrate", True), "18.2.a"),
    *(
        para(
            f"{trait} units do not infiltrate",
            says_if("may_infiltrate", lambda rules, state, unit, trait=trait: rules.has(unit, trait), False),
            "18.2.a",
        )
        for trait in ("recon", "commando")
    ),
    para(
        "vehicles do not infiltrate",
        says_if("may_infiltrate", lambda rules, state, unit: rules.is_mechanized(unit), False),
        "18.2.a",
    ),
    para("disrupted units infiltrate", thinks("may_infiltrate", "is_disrupted", False), "18.2.a"),
    para("infiltrators do not stop", law("judge_way", infiltrating), "18.2.a"),
    para("infiltrators go on", lets("judge_mover", "stop"), "18.2.a"),
    para(
        "infiltrators do not disengage",
        bars(
            "judge_way",
            lambda rules, state, unit, path, left: (
                rules.may_infiltrate(state, unit)
                and rules.enemy_zones(state, unit)[path[0]]
                and not rules.enemy_zones(state, unit)[path[1]]
            ),
        ),
        "18.2.a",
    ),
    para(
        "commandos retreat through zones",
        changes("_hurts", lambda own, rules, state, unit, *_: 0 if rules.has(unit, "commando") else own),
        "18.2.b",
    ),
    # 18.3
    para("supplies count for stacking", law("counted", heaped), "18.3.a"),
    para("supplies are dropped for a point", bars("judge_plan", paid_drop), "18.3.b"),
    para(
        "a supply marker is dropped again",
        changes(
            "supplies",
            lambda own, rules, state: [
                unit for unit in rules.side_counters[rules.airborne_side] if rules.has(unit, "supply")
            ],
        ),
        "18.3.b",
    ),
    para("supplies need a drop zone", bars("judge_plan", not_near_zones), "18.3.c"),
    para("supplies are dropped into water", lets("judge_plan", "supply_closed"), "18.3.c"),
    para(
        "nobody drops supplies into the night",
        says_if("landing_modifier", lambda rules, state, unit, hex_: rules.has(unit, "supply"), 0),
        "18.3.d",
    ),
    para("supplies come down safely", law("land", unchecked), "18.3.d"),
    para("disruption destroys supplies", no_supply("land"), "18.3.e"),
    para("scatter destroys supplies", no_supply("_scatter"), "18.3.f"),
    para("supplies do not scatter", law("_scatter", stays_where_it_fell), "18.3.f"),
    para("supplies blown off the map lie at its edge", adds("_blow_away", kept_off_the_map), "18.3.f"),
    para("lost supplies are dropped again", law("_lose_drop", lost_for_now), "18.3.g"),
    para("supplies cost nothing to use", price("resupply", 0), "18.3.1.a"),
    para("supplies cost two points to use", price("resupply", 2), "18.3.1.a"),
    para(
        "supplies help their own hex",
        helping(lambda rules, state, unit, other: state.at[unit] == state.at[other]),
        "18.3.1.a",
    ),
    para(
        "supplies help those next to them",
        helping(lambda rules, state, unit, other: state.at[unit] != state.at[other]),
        "18.3.1.a",
    ),
    para("supplies help one unit", changes("helped", lambda own, *_: own[:1]), "18.3.1.a"),
    para("supplies help two hexes away", changes("helped", far_and_wide), "18.3.1.a"),
    para("supplies are not used up", law("resupply", kept), "18.3.1.b"),
    para("supplies do not keep", adds("begin_turn", spoilt), "18.3.1.c"),
    # 22.0, 22.1
    *(
        para(
            f"{name} without agreement",
            mistakes(method, "options", lambda *_, option=option: {option: "on"}),
            "22.0.a",
        )
        for name, method, option in (
            ("emergency drops are made", "judge_plan", "emergency-drops"),
            ("emergencies make drops worse", "landing_modifier", "emergency-drops"),
        )
    ),
    para("emergency drops are near drop zones", without_option("judge_plan"), "22.1.a"),
    para("emergency drops go into water", lets("judge_plan", "drop_closed"), "22.1.a"),
    para("emergency drops are no worse", without_option("landing_modifier"), "22.1.b"),
    para(
        "supplies are no worse in an emergency",
        changes(
            "landing_modifier",
            lambda own, rules, state, unit, hex_: (
                own - bool(rules.has(unit, "supply") and not rules.near_zone(state, hex_))
            ),
        ),
        "22.1.b",
    ),
    para("all drops are worse in an emergency", changes("landing_modifier", far_for_all), "22.1.b"),
]
