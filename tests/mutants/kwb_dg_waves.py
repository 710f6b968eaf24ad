"""Human waves, rebuilding and hidden units (kwb-dg 14.0 to 16.0), broken."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hexfolio.core.battle import Battle
from hexfolio.core.counters import Counter
from hexfolio.core.state import State
from hexfolio.rulebooks.fire_and_movement.frames import ATTACKED
from hexfolio.rulebooks.korean_war.dg.rulebook import KwbDg

from .combat import item
from .korean import (
    barred,
    counters,
    data,
    dg,
    forgiven,
    judged_anytime,
    keeping_lists,
    keeping_tracks,
    law,
    mistaking,
    special,
    unit_of,
    without_tracks,
)
from .making import Patch, Wrong, allowed, attribute, both, pretending, then


def doubled(state: State) -> tuple[int, ...]:
    return state.lists.get("doubled", ())


def all_doubled(rules: Any, state: State, unit: int, combat: Any, own: int) -> int:
    return own * 2 if doubled(state) and unit not in doubled(state) else own


def doubled_first(rules: Any, state: State, unit: int, combat: Any, own: int) -> int:
    strength = rules.attack_strength(state, unit) * 2
    halved = strength if rules.in_supply(state, unit) else (strength + 1) // 2
    return halved if unit in doubled(state) else own


def may_widen(right: Any, rules: Any, state: State, order: Any, side: Any) -> Any:
    late = order.verb == "attack" and order.others and state.frames and state.frames[-1][0] == "support"
    return None if late else right(state, order, side)


def paying(which: Wrong) -> Patch:
    """Only some of the doubled units pay."""
    return law(
        "pay_for_doubling",
        lambda right, rules, state, units, table: right(state, tuple(which(state, units)), table),
    )


def victors_are_spared(right: Any, rules: Any, state: State, combat: Any, table: Any) -> Any:
    if combat.hex not in state.stacks:
        state.lists.pop("doubled", None)
    return right(state, combat, table)


def pay_before_retreats(rules: Any, state: State, combat: Any, result: str, table: Any) -> None:
    rules.pay_for_doubling(state, state.lists.pop("doubled", ()), table)


def all_is_lost(right: Any, rules: Any, state: State, units: Any, table: Any) -> None:
    for unit in units:
        if state.at[unit] >= 0:
            rules.eliminate(state, unit, "doubled", table)


def all_depleted(right: Any, rules: Any, state: State, unit: int) -> Any:
    with pretending(state, "step", [1] * len(state.step)):
        return right(state, unit)


def save_rebuild(rules: Any, state: State, table: Any) -> None:
    if state.phase == "rebuilding" and "rebuilt" not in state.tracks:
        state.tracks["saved"] = 1


def use_saved(rules: Any, state: State, unit: int, table: Any) -> None:
    if state.tracks.pop("saved", 0):
        state.tracks.pop("rebuilt")


def enemies_near(rules: Any, state: State, unit: int) -> list[int]:
    around = rules.grid.around(state.at[unit])
    near = [other for hex_ in around for other in state.stacks.get(hex_, ())]
    return [other for other in near if state.side_of[other] != state.side_of[unit]]


def allowance_of_dummies(points: int) -> Patch:
    def change(counter: Counter) -> Counter:
        return replace(counter, steps=((0, 0, points),)) if "dummy" in counter else counter

    return counters(change)


def mobile_dummies(counter: Counter) -> Counter:
    return replace(counter, mobility="mobile") if "dummy" in counter else counter


def four_dummies(battle: Battle) -> dict[str, Any]:
    fifth = unit_of(battle, "Dummy-5")
    return {"placements": {unit: own for unit, own in battle.placements.items() if unit != fifth}}


def nothing_hidden(rules: Any, state: State, unit: int, hex_: int) -> bool:
    return rules.dummy[unit] and not any(map(rules.is_real, rules.hidden(state)))


def beside_hidden(rules: Any, state: State, unit: int, hex_: int) -> bool:
    hidden = [state.at[other] for other in rules.hidden(state) if other != unit]
    return rules.dummy[unit] and any(rules.grid.distance(place, hex_) <= 1 for place in hidden)


def uncovering(which: Wrong) -> Patch:
    """Only some of the hidden counters are turned face up."""
    return law(
        "uncover",
        lambda right, rules, state, units, table: right(
            state, tuple(unit for unit in units if which(rules, state, unit)), table
        ),
    )


def dummies_fight(right: Any, rules: Any, state: State, units: Any, table: Any) -> None:
    for unit in units:
        rules.show(state, unit)


def hidden_die(right: Any, rules: Any, state: State, units: Any, table: Any) -> None:
    found = [unit for unit in units if unit in rules.hidden(state) and rules.is_real(unit)]
    right(state, units, table)
    for unit in found:
        rules.eliminate(state, unit, "found", table)


def attackers_go_on(rules: Any, state: State, order: Any, table: Any) -> None:
    if state.frames[-1][0] == "combat":
        for unit in order.units:
            state.flags[unit] &= ~ATTACKED


def everybody(value: Any) -> Wrong:
    return lambda rules, *args: [value] * len(rules.counters)


MUTANTS = [
    # Human waves
    dg("no human waves", law("may_double", lambda *_: False), "14.0.a 14.0.b"),
    dg("human waves for everybody", law("may_double", lambda *_: True), "14.0.a"),
    dg(
        "human waves at Seoul",
        special("human-wave", lambda battle, own: 0),
        "14.0.a",
    ),
    dg(
        "no human waves late in the turn",
        law("may_double", lambda right, rules, state: right(state) and state.phase == "combat"),
        "14.0.a",
    ),
    dg(
        "one human wave in a phase",
        law(
            "judge_doubling",
            barred(lambda rules, state, order: order.others and state.tracks.get("attacks")),
        ),
        "14.0.a",
    ),
    dg("a human wave doubles all attackers", law("attack_item", item(all_doubled)), "14.0.b 14.0.c 14.0.d"),
    dg(
        "a human wave triples",
        law(
            "attack_item",
            item(lambda r, state, unit, c, own: own * 3 // 2 if unit in doubled(state) else own),
        ),
        "14.0.a 14.0.b",
    ),
    dg("units are doubled before they are halved", law("attack_item", item(doubled_first)), "14.0.b"),
    dg("units outside the attack are doubled", law("judge_doubling", allowed("doubling_units")), "14.0.b"),
    dg("units are doubled after the markers", law("judge", may_widen), "14.0.c"),
    dg("human waves cost nothing", paying(lambda state, units: ()), "14.0.d 14.0.e"),
    dg("one unit pays for the wave", paying(lambda state, units: units[:1]), "14.0.d"),
    dg(
        "depleted units pay nothing for the wave",
        paying(lambda state, units: [unit for unit in units if not state.step[unit]]),
        "14.0.d",
    ),
    dg("victors pay nothing for the wave", law("after_combat", victors_are_spared), "14.0.d"),
    dg("the wave is paid before retreats", law("apply_result", then(pay_before_retreats)), "14.0.d"),
    dg("a human wave costs the whole unit", law("pay_for_doubling", all_is_lost), "14.0.d 14.0.e"),
    dg("units stay doubled", law("after_combat", keeping_lists("doubled")), "14.0.e"),
    dg(
        "no second human wave for a unit",
        law(
            "judge_doubling",
            barred(lambda rules, state, order: any(state.step[unit] for unit in order.others)),
        ),
        "14.0.d 14.0.e",
    ),
    # Rebuilding
    dg("any number of units is rebuilt", law("judge_rebuild", without_tracks("rebuilt")), "15.0.a 15.0.e"),
    dg("one unit is rebuilt in the battle", law("begin_phase", keeping_tracks("rebuilt")), "15.0.a 15.0.g"),
    dg(
        "full units are rebuilt",
        law("judge_rebuild", all_depleted),
        "15.0.a",
    ),
    dg("unsupplied units are rebuilt", law("judge_rebuild", allowed("rebuild_supply")), "15.0.b"),
    dg(
        "air supply does not help to rebuild",
        law(
            "judge_rebuild",
            barred(lambda rules, state, unit: unit in state.lists.get("airlift", ())),
        ),
        "15.0.b",
    ),
    dg("units are rebuilt at any time", judged_anytime("rebuild", "judge_rebuild"), "15.0.c"),
    dg("enemy units are rebuilt", law("judge_rebuild", allowed("rebuild_own")), "15.0.c"),
    dg(
        "units are rebuilt at the start",
        attribute(KwbDg, "player_turn", ("rebuilding", *KwbDg.player_turn[:-1])),
        "15.0.a 15.0.c",
    ),
    dg("units are rebuilt next to the enemy", law("judge_rebuild", allowed("rebuild_enemy")), "15.0.d"),
    dg(
        "only zones hinder rebuilding",
        law(
            "judge_rebuild",
            forgiven(
                "rebuild_enemy",
                lambda rules, state, unit: not rules.enemy_zones(state, unit)[state.at[unit]],
            ),
        ),
        "15.0.d",
    ),
    dg(
        "depleted enemies do not hinder rebuilding",
        law(
            "judge_rebuild",
            forgiven(
                "rebuild_enemy",
                lambda rules, state, unit: all(
                    state.step[other] for other in enemies_near(rules, state, unit)
                ),
            ),
        ),
        "15.0.d",
    ),
    dg(
        "dummies do not hinder rebuilding",
        law(
            "judge_rebuild",
            forgiven(
                "rebuild_enemy",
                lambda rules, state, unit: not any(map(rules.is_real, enemies_near(rules, state, unit))),
            ),
        ),
        "15.0.d",
    ),
    dg(
        "rebuilds are saved",
        both(law("phase_over", then(save_rebuild)), law("rebuild", then(use_saved))),
        "15.0.e",
    ),
    dg(
        "headquarters are not rebuilt",
        law("judge_rebuild", barred(lambda rules, state, unit: rules.hq[unit])),
        "15.0.g",
    ),
    dg(
        "depots are not rebuilt",
        law("judge_rebuild", barred(lambda rules, state, unit: rules.depot[unit])),
        "15.0.g",
    ),
    dg("units are rebuilt at Chosin", special("rebuild", lambda battle, own: True), "15.0.h"),
    dg("Marines are rebuilt", law("judge_rebuild", allowed("rebuild_marines")), "24.0.e"),
    # Hidden units
    dg("mobile units hide", law("judge_hide", mistaking("mobile", everybody(False))), "16.0.a"),
    dg("all nations hide units", law("judge_hide", mistaking("nation", everybody("nk"))), "16.0.a"),
    dg("units hide at any time", judged_anytime("hide", "judge_hide"), "16.0.a"),
    dg(
        "depots do not hide",
        law("judge_hide", barred(lambda rules, state, unit: rules.depot[unit])),
        "16.0.a",
    ),
    dg("everybody knows hidden units", law("sees", lambda *_: True), "16.0.b"),
    dg("flags are not seen", law("flags_seen", lambda *_: {}), "16.0.b"),
    dg("dummies only among hidden units", law("judge_placement", barred(nothing_hidden)), "16.0.d"),
    dg("four dummies", data(four_dummies), "16.0.d 27.0.p"),
    dg("all dummies must be placed", law("is_voluntary", lambda *_: False), "16.0.d"),
    dg(
        "hidden units stack freely at set-up",
        law(
            "has_room",
            lambda right, rules, state, unit, hex_: (
                (state.phase == "set-up" and unit in rules.hidden(state)) or right(state, unit, hex_)
            ),
        ),
        "16.0.f",
    ),
    dg("neighbours hide", law("judge_hide", allowed("hide_apart")), "16.0.g 16.0.m"),
    dg("hidden units are placed side by side", law("judge_neighbours", allowed("hide_apart")), "16.0.g"),
    dg("dummies keep apart from hidden units", law("judge_area", barred(beside_hidden)), "16.0.g"),
    dg("attacks reveal dummies only", uncovering(lambda rules, state, unit: rules.dummy[unit]), "16.0.i"),
    dg("fire reveals nothing", law("covered", lambda *_: False), "16.0.i"),
    dg(
        "attackers stay hidden",
        uncovering(lambda rules, state, unit: state.side_of[unit] != state.active),
        "16.0.i",
    ),
    dg("whatever is revealed is lost", law("uncover", hidden_die), "16.0.i 16.0.j"),
    dg("dummies fight", law("uncover", dummies_fight), "16.0.j 16.0.l"),
    dg("an attack on a dummy does not count", law("declare", then(attackers_go_on)), "16.0.j"),
    dg("dummies march three hexes", allowance_of_dummies(3), "16.0.k"),
    dg("dummies march five hexes", allowance_of_dummies(5), "16.0.k"),
    dg("dummies are mobile", counters(mobile_dummies), "16.0.k"),
    dg(
        "dummies exert no zone",
        law(
            "exerts_zone",
            lambda right, rules, state, unit: right(state, unit) and not rules.dummy[unit],
        ),
        "16.0.l",
    ),
    dg("divisions hide", law("judge_hide", allowed("hide_division")), "16.0.m"),
    dg(
        "regiments of a division do not hide",
        law("judge_hide", barred(lambda rules, state, unit: "spare" in rules.counters[unit])),
        "16.0.m",
    ),
]
