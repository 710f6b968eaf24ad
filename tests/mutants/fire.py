"""Support fire and bombardment, broken."""

from __future__ import annotations

from typing import Any

from hexfolio.core.odds import Item
from hexfolio.core.state import ELIMINATED, State
from hexfolio.rulebooks.fire_and_movement.frames import BOMBARDED, Combat
from hexfolio.rulebooks.fire_and_movement.sequence import Sequence

from .making import (
    FOLIO,
    NEW,
    ST296,
    Patch,
    Wrong,
    attackers_only,
    both,
    fact,
    items,
    line_of,
    module_value,
    more,
    mutant,
    refused,
    rule,
    step,
    support_if,
    then,
    without_flags,
)


def take(choose: Wrong) -> Wrong:
    """Allotment by another choice of markers."""

    def wrong(right: Any, rules: Any, state: State, side: int, table: Any) -> None:
        chosen = choose(rules, state.pools[side], rules.allotment(state, side))
        state.pools[side] = [marker for marker in state.pools[side] if marker not in chosen]
        state.hands[side] += chosen

    return wrong


def all_hexsides(rules: Any, state: State, combat: Any, best: str, side: str | None) -> Any:
    sides = [
        rules.side_line(state, rules.board.side_between(combat.hex, hex_))
        for hex_ in rules.grid.around(combat.hex)
    ]
    return max(filter(None, [best, *sides]), key=rules.table.shift.__getitem__)


def counting_on(right: Any, rules: Any, state: State, *args: Any) -> None:
    attacks = state.tracks.get("attacks", 0)
    right(state, *args)
    state.tracks["attacks"] = attacks


def better_marker_only(rules: Any, state: State, combat: Any, own: list[Item]) -> list[int]:
    markers = [figure.value for figure in own][len(combat.attackers) :]
    return [*attackers_only(rules, state, combat, own), max(markers, default=0)]


def ground_units_help(rules: Any, state: State, combat: Any, own: list[Item]) -> list[int]:
    near = [
        unit for unit in state.on_map(state.active) if rules.grid.direction(state.at[unit], combat.hex) >= 0
    ]
    values = [figure.value for figure in own]
    return values + (
        [rules.attack_strength(state, unit) for unit in near] if combat.kind == "bombardment" else []
    )


def no_defence_against_fire(rules: Any, state: State, combat: Any, own: list[Item]) -> list[int]:
    values = [figure.value for figure in own]
    return values[len(combat.defenders) :] if combat.kind == "bombardment" else values


def never_below_zero(rules: Any, state: State, combat: Any, own: list[Item]) -> list[int]:
    values = [figure.value for figure in own]
    fire = sum(rules.marker_value[marker] for marker in combat.attacker_markers)
    if combat.kind == "bombardment":
        return [*values[: len(combat.defenders)], min(fire, sum(values[len(combat.defenders) :]))]
    return values


def chance_needs(chance: int, condition: Wrong) -> Patch:
    """At that chance a marker may be placed only where the condition on the combat holds."""

    def wrong(right: Any, rules: Any, state: State, combat: Any) -> bool:
        return bool(right(state, combat)) and (combat.chance != chance or bool(condition(combat)))

    return rule("may_support", wrong)


def near_headquarters(rules: Any, state: State, combat: Any) -> bool:
    units = state.on_map(rules.chance_side(state, combat))
    posts = [state.at[unit] for unit in units if "hq" in rules.counters[unit]]
    return not posts or any(rules.grid.distance(hex_, combat.hex) <= 5 for hex_ in posts)


def must_place(right: Any, step: Any, rules: Any, state: State, order: Any) -> Any:
    return (
        rules.refuse("sequence", "Refused by a mutant.")
        if order.verb == "pass"
        else right(rules, state, order)
    )


def pieces(right: Any, rules: Any, state: State, side: int, value: int) -> Any:
    most = max((rules.marker_value[marker] for marker in state.hands[side]), default=0)
    return None if value < most else right(state, side, value)


def lowest_only(rules: Any, state: State, side: int, value: int) -> bool:
    return bool(value != min((rules.marker_value[marker] for marker in state.hands[side]), default=0))


def old_support(right: Any, rules: Any, state: State, side: int, order: Any) -> Any:
    return None


def all_hidden(right: Any, rules: Any, combat: Any) -> Any:
    return ["?"] * len(combat.attacker_markers), ["?"] * len(combat.defender_markers)


def all_shown(right: Any, rules: Any, combat: Any) -> Any:
    return tuple(
        [f"+{rules.marker_value[marker]}" for marker in markers]
        for markers in (combat.attacker_markers, combat.defender_markers)
    )


def far_from_friends(rules: Any, state: State, hex_: int) -> bool:
    return all(rules.grid.direction(state.at[unit], hex_) < 0 for unit in state.on_map(state.active))


def behind_mountains(rules: Any, state: State, hex_: int) -> bool:
    return any("mountain" in rules.board.terrain[near] for near in rules.grid.around(hex_))


def nearest_own(right: Any, rules: Any, state: State, hex_: int) -> tuple[int, ...]:
    units = state.on_map(state.active)
    nearest = rules.nearest(hex_, [state.at[unit] for unit in units])
    return tuple(unit for unit in units if state.at[unit] in nearest)


def adjacent_own(right: Any, rules: Any, state: State, hex_: int) -> tuple[int, ...]:
    return tuple(u for u in state.on_map(state.active) if rules.grid.direction(state.at[u], hex_) >= 0)


def lost_units(rules: Any, state: State, side: int) -> int:
    return -len([unit for unit in rules.side_counters[side] if state.at[unit] == ELIMINATED])


FIRE = {"De": "eliminated", "D3": "retreat 3", "D2": "retreat 2", "(A)": "friendly fire"}


FIRE_AND_EX = {**FIRE, "Ex": "target loses a step"}


RETREATS = {"A1": "retreat 1", "A2": "retreat 2", "A3": "retreat 3"}


CHANCES = "hexfolio.rulebooks.fire_and_movement.support_fire.CHANCES"


MUTANTS = [
    # Support fire
    mutant(
        "one marker too many",
        rule("allotment", more(lambda *_: 1)),
        "8.0.b 8.0.c 8.1.a",
        "7.1.b 7.1.c 7.1.d 3.0.e",
    ),
    mutant(
        "the numbers of the two sides are swapped",
        rule("allotment", lambda right, rules, state, side: right(state, 1 - side)),
        "8.0.c",
        "7.1.d 4.1.d",
    ),
    mutant(
        "the highest markers first",
        rule(
            "take_allotment",
            take(lambda rules, pool, n: sorted(pool, key=lambda m: -rules.marker_value[m])[:n]),
        ),
        "8.1.a 8.1.c",
        "7.1.c",
    ),
    mutant(
        "markers as they lie",
        rule("take_allotment", take(lambda rules, pool, n: pool[:n])),
        "8.1.a 8.1.c",
        "7.1.c",
    ),
    mutant(
        "nothing from a small pool",
        rule("take_allotment", take(lambda rules, pool, n: pool[:n] if n < len(pool) else [])),
        "8.1.b",
    ),
    mutant("losses cost markers", rule("allotment", more(lost_units)), "8.6.a", "7.2.i"),
    mutant("markers are saved", rule("return_markers", lambda *_: None), "4.1.s 8.6.d", "7.2.d"),
    mutant(
        "used markers are lost", rule("spend_markers", lambda *_: None), "4.1.s 8.3.m 8.4.k", "7.2.c 8.1.h"
    ),
    mutant("markers have a range", support_if(near_headquarters), "8.2.a", "7.2.k"),
    mutant(
        "two chances",
        module_value(CHANCES, 2),
        "8.3.c 8.3.e 8.3.f 8.3.h 8.3.l 8.4.i 8.4.1.a 4.1.k 4.1.l",
        "8.2.1.b 8.2.1.d 8.2.1.e 8.2.1.f 8.2.1.i",
    ),
    mutant(
        "six chances", module_value(CHANCES, 6), "8.3.c 8.3.g 8.3.h 8.3.i 8.3.l", "8.2.1.b 8.2.1.f 8.2.1.g"
    ),
    mutant(
        "the defender begins",
        rule("chance_side", lambda right, rules, state, combat: 1 - right(state, combat)),
        "4.1.l 8.3.c 8.4.1.a",
        "8.2.1.b",
    ),
    mutant(
        "no first chance for the defender alone",
        chance_needs(1, lambda c: c.attacker_markers),
        "8.3.d",
        "8.2.1.c",
    ),
    mutant(
        "no second chance unless both have placed",
        chance_needs(2, lambda c: c.attacker_markers and c.defender_markers),
        "8.3.e",
        "8.2.1.d",
    ),
    mutant("no last chance in an empty combat", chance_needs(3, Combat.holds_marker), "8.3.f", "8.2.1.e"),
    mutant(
        "no last chance after the attacker's pass",
        chance_needs(3, lambda c: len(c.attacker_markers) == 2),
        "8.3.g",
    ),
    mutant(
        "no last chance after an own pass",
        chance_needs(3, lambda c: c.defender_markers),
        "8.3.h",
        "8.2.1.e 8.2.1.f",
    ),
    mutant("two markers at one chance", rule("judge_support", old_support, (FOLIO, ST296)), "8.3.i"),
    mutant("markers are compulsory", step("support", "judge", must_place), "8.3.j"),
    mutant(
        "attacks may be called off", rule("may_cancel", lambda *_: True), "8.3.j 8.3.k", "8.2.1.a 8.2.1.g"
    ),
    mutant("attacks may not be called off", rule("may_cancel", lambda *_: False), "8.3.k"),
    mutant(
        "markers lie face down in the wrong books",
        both(
            rule("committed", all_hidden, (FOLIO, ST296)),
            rule("committed", all_shown, (NEW,)),
        ),
        "8.3.n",
        "2.3.e 7.2.f 8.2.1.h",
    ),
    mutant(
        "markers lie somewhere else",
        rule("_combat_seen", lambda right, rules, state: (seen := right(state)) and {**seen, "hex": "0101"}),
        "8.3.n",
    ),
    mutant(
        "markers are never turned up",
        rule("committed", all_hidden, (NEW,)),
        new="8.1.2.b 8.2.1.i",
    ),
    mutant(
        "markers are turned up in silence",
        rule("reveal", lambda *_: None, (NEW,)),
        new="2.3.e 8.2.1.b 8.2.1.i",
    ),
    mutant("markers are chosen", rule("judge_support", old_support, (NEW,)), new="7.2.e"),
    mutant(
        "markers are taken as they lie",
        rule("draw_marker", lambda right, rules, state, side, table: state.hands[side].pop(0), (NEW,)),
        new="7.2.e",
    ),
    mutant("markers are split", rule("judge_marker", pieces), "8.4.h 8.6.b"),
    mutant("markers are used from the lowest up", rule("judge_marker", refused(lowest_only)), "8.4.j"),
    # Bombardment
    mutant("one ground attack ends all fire", rule("begin_phase", counting_on), "8.4.b"),
    mutant(
        "fire needs a friend beside the target",
        rule("judge_bombardment_range", refused(far_from_friends)),
        "7.0.c 8.4.a",
        "8.1.1.a 8.1.b",
    ),
    mutant(
        "mountains block fire", rule("judge_bombardment_range", refused(behind_mountains)), "8.5.a", "8.1.4.a"
    ),
    mutant("no ranges", rule("judge_bombardment_range", lambda *_: None), new="8.1.1.b"),
    mutant(
        "a unit is bombarded twice", rule("judge_bombarded_hex", without_flags(BOMBARDED)), "7.2.e", "8.0.c"
    ),
    mutant(
        "a hex is bombarded twice",
        rule("judge_bombarded_hex", lambda *_: None),
        "8.4.h 8.4.i 8.6.e 7.2.e",
        "8.0.c 8.1.2.a 8.1.d 8.1.e",
    ),
    mutant(
        "bombarded hexes are open or closed as in the other edition",
        both(
            rule(
                "begin_phase",
                then(lambda rules, state, *_: state.lists.pop("bombarded", None)),
                (FOLIO, ST296),
            ),
            rule("begin_phase", lambda right, *args: Sequence.begin_phase(*args), (NEW,)),
        ),
        "8.6.e",
        "8.0.c",
    ),
    mutant(
        "three markers bombard",
        rule(
            "judge_bombarding_markers",
            lambda right, rules, state, order: right(state, order._replace(number=1)),
            (NEW,),
        ),
        new="8.1.e",
    ),
    mutant(
        "markers that bombard are chosen",
        rule("judge_bombarding_markers", lambda *_: None, (NEW,)),
        new="8.1.2.b",
    ),
    mutant(
        "the better marker bombards",
        rule("attack_items", items(better_marker_only)),
        "8.4.i 8.4.d",
        "8.1.f 8.1.2.b",
    ),
    mutant("ground units help to bombard", rule("attack_items", items(ground_units_help)), new="8.1.c"),
    mutant(
        "fire meets no defence",
        rule("defence_items", items(no_defence_against_fire)),
        "8.4.c 8.4.1.c",
        "8.1.2.c",
    ),
    mutant(
        "hexsides shelter from fire", rule("combat_line", line_of(all_hexsides)), "8.5.b", "8.1.2.c 8.1.4.b"
    ),
    mutant(
        "no counter-battery fire",
        support_if(lambda rules, state, combat: combat.kind == "attack" or combat.chance == 2),
        "8.4.1.a 8.4.1.b 8.4.1.c",
    ),
    mutant(
        "counter-battery fire in version 8",
        rule(
            "open_bombardment",
            then(lambda rules, state, *_: state.frames.append(state.frames.pop()._replace(chance=1))),
            (NEW,),
        ),
        new="8.1.g",
    ),
    mutant("counter-battery fire stops at zero", rule("defence_items", items(never_below_zero)), "8.4.1.b"),
    mutant(
        "fire has no effect",
        fact("bombardment_effects", {}, {}),
        "8.4.d 8.4.e 8.4.2.a 8.4.2.b",
        "8.1.3.a 8.1.3.c crt.g",
    ),
    mutant(
        "fire as in the other edition",
        fact("bombardment_effects", FIRE, FIRE_AND_EX),
        "8.4.e",
        "8.1.3.b crt.g",
    ),
    mutant(
        "fire drives its own side back",
        fact("bombardment_effects", {**FIRE_AND_EX, **RETREATS}, {**FIRE, **RETREATS}),
        "8.4.f",
        "8.1.3.b crt.g",
    ),
    mutant(
        "fire destroys its own side",
        fact("bombardment_effects", {**FIRE_AND_EX, "Ae": "friendly fire"}, {**FIRE, "Ae": "friendly fire"}),
        "8.4.g",
        "8.1.3.b crt.g",
    ),
    mutant(
        "De is void",
        fact("bombardment_effects", {**FIRE_AND_EX, "De": "none"}, {**FIRE, "De": "none"}),
        "8.4.d",
        "8.1.3.a crt.g",
    ),
    mutant(
        "friendly fire as in the other edition",
        both(rule("friendly_fire", adjacent_own, (FOLIO, ST296)), rule("friendly_fire", nearest_own, (NEW,))),
        "8.4.2.a 8.4.2.b",
        "8.1.3.c",
    ),
]
