"""The battles of Seoul and Chosin (kwb-dg 28.0 and 29.0), broken."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from hexfolio.battles.exclusive import Kind
from hexfolio.core.battle import Battle, Placement
from hexfolio.core.state import ELIMINATED, WAITING, State
from hexfolio.rulebooks.fire_and_movement.sequence import control_track
from hexfolio.rulebooks.korean_war.dg.rulebook import KwbDg
from hexfolio.rulebooks.korean_war.victory import taken_track

from .korean import (
    arrival,
    barred,
    begins,
    data,
    dead,
    dg,
    due_late,
    elsewhere,
    hexes_under,
    late,
    law,
    mistaking,
    of,
    placements,
    schedule,
    special,
    start_steps,
    unit_of,
    without_lists,
    worth,
)
from .making import (
    Patch,
    Wrong,
    allowed,
    attribute,
    more,
    pretending,
    then,
)


def wider(reach: int) -> Patch:
    """Areas of set-up are a hex wider, or narrower."""

    def change(battle: Battle, unit: int, own: Placement) -> Placement:
        around = battle.board.grid.around
        if len(own.hexes) < 4 or own.near:
            return own
        if reach > 0:
            hexes = {*own.hexes, *(other for hex_ in own.hexes for other in around(hex_))}
        else:
            hexes = {hex_ for hex_ in own.hexes if all(other in own.hexes for other in around(hex_))}
        return replace(own, hexes=tuple(sorted(hexes)))

    return placements(change)


def city_in_part(right: Any, rules: Any, state: State, line: Any, points: list[int]) -> None:
    side, value, hexes = line
    points[side] += value * any(taken_track(hex_, side) in state.tracks for hex_ in hexes)


def city_by_hexes(right: Any, rules: Any, state: State, line: Any, points: list[int]) -> None:
    side, value, hexes = line
    points[side] += value * sum(taken_track(hex_, side) in state.tracks for hex_ in hexes)


def city_never_lost(right: Any, rules: Any, state: State, line: Any, points: list[int]) -> None:
    side, value, hexes = line
    if all(state.tracks.get(control_track(hex_)) == side for hex_ in hexes):
        points[side] += value


def storm_from(turn: int) -> Patch:
    return schedule("storm", lambda battle, lines: [(*line[:3], turn) for line in lines])


def storm_held(right: Any, rules: Any, state: State, line: Any, points: list[int]) -> None:
    side, value, hexes, _ = line
    if "storm" in state.tracks and any(state.tracks.get(control_track(hex_)) == side for hex_ in hexes):
        points[side] += value


def clear_of_regiments(right: Any, rules: Any, state: State, side: int, hex_: int) -> bool:
    return any(rules.big[unit] and state.side_of[unit] == side for unit in state.stacks.get(hex_, ()))


def clear_and_full(right: Any, rules: Any, state: State, line: Any, points: list[int]) -> None:
    side, _, hexes = line
    if all(rules.real_in(state, side, hex_) for hex_ in hexes):
        right(state, line, points)


def left_if(test: Wrong) -> Wrong:
    """Only some of the units left on the map count."""

    def wrong(right: Any, rules: Any, state: State, line: Any, points: list[int]) -> None:
        side, value = line
        units = [unit for unit in rules.side_counters[1 - side] if state.at[unit] >= 0]
        points[side] += value * sum(bool(test(rules, state, unit)) for unit in units)

    return wrong


def exits_worth(size: str, value: int) -> Patch:
    return schedule(
        "exited",
        lambda battle, lines: [
            (side, value if size in kind.sizes else own, kind) for side, own, kind in lines
        ],
    )


def for_all(battle: Battle, lines: list[Any]) -> list[Any]:
    """Headquarters and cadres that leave score, too."""
    none: frozenset[str] = frozenset()
    kinds = (Kind(none, frozenset({"hq"}), none), Kind(none, none, frozenset({"cadre"})))
    return [*lines, *((1, 1, kind) for kind in kinds)] if lines else lines


def only_original(right: Any, rules: Any, state: State, line: Any, points: list[int]) -> None:
    """Reinforcements score nothing by leaving."""
    before = state.lists.get("optional", ())
    victory = {**rules.battle.victory, "exited-optional": False}
    with (
        pretending(state, "lists", {**state.lists, "optional": (*before, *rules.battle.arrivals)}),
        pretending(rules, "battle", replace(rules.battle, victory=victory)),
    ):
        right(state, line, points)


def cadres(part: str, **changed: Any) -> Patch:
    def change(battle: Battle, own: Any) -> Any:
        return {**own, part: {**own[part], **changed}} if own and part in own else own

    return special("cadres", change)


def no_cadre(part: str) -> Patch:
    return special("cadres", lambda battle, own: own and {key: own[key] for key in own if key != part})


def weak_cadre(rules: Any, state: State, *args: Any) -> None:
    army = (rules.special.get("cadres") or {}).get("army")
    if army and "army cadre" in state.tracks:
        state.step[army["unit"]] = 1


def cadre_at_once(rules: Any, state: State, *args: Any) -> None:
    for part in (rules.special.get("cadres") or {}).values():
        key = f"due {part['unit']}"
        if key in state.tracks:
            state.tracks[key] = min(state.tracks[key], state.turn)


def second_cadre(right: Any, rules: Any, state: State) -> list[int]:
    army = (rules.special.get("cadres") or {}).get("army")
    own: list[int] = right(state)
    again = "army cadre" in state.tracks and state.turn >= 5 and state.phase == "movement"
    return [*own, army["unit"]] if army and again and state.active == rules.un else own


def tanks_do_not_count(battle: Battle, own: Any) -> Any:
    if not own or "marine" not in own:
        return own
    tanks = unit_of(battle, "Tk-Mar")
    marine = own["marine"]
    return {**own, "marine": {**marine, "of": tuple(unit for unit in marine["of"] if unit != tanks)}}


def on_terms(name: str, change: Callable[[frozenset[str]], frozenset[str]]) -> Patch:
    """One reinforcement on other terms."""

    def changed(battle: Battle) -> dict[str, Any]:
        unit = unit_of(battle, name)
        return {
            "arrivals": {
                other: replace(own, terms=change(own.terms)) if other == unit else own
                for other, own in battle.arrivals.items()
            }
        }

    return data(changed)


def empty_is_enough(right: Any, rules: Any, state: State) -> None:
    right(state)
    ready = [
        unit
        for unit, own in rules.battle.arrivals.items()
        if "vacated" in own.terms and state.at[unit] == WAITING and own.hexes[0] not in state.stacks
    ]
    state.lists["admitted"] = tuple(ready)


def at_first_hex(right: Any, rules: Any, state: State, unit: int) -> Any:
    """Units come where their headquarters began."""
    own = rules.arrival_of(state, unit)
    begun = rules.battle.placements.get(rules.named.get(own.beside, -1)) if own else None
    return begun.hexes[:1] if begun else right(state, unit)


def keep_zones(right: Any, rules: Any, state: State, table: Any) -> None:
    rules.zones(state, 0), rules.zones(state, 1)
    zones = state.zones
    right(state, table)
    state.zones = zones


def unsupplied_storm(right: Any, rules: Any, *args: Any) -> Any:
    with pretending(rules, "in_supply", lambda *_: True):
        return right(*args)


def first_optional(right: Any, rules: Any, state: State, points: list[int]) -> Any:
    with pretending(state, "lists", {**state.lists, "optional": state.lists.get("optional", ())[:1]}):
        return right(state, points)


def near(name: str, centre: str, reach: int) -> Patch:
    """One counter sets up within so many hexes of a hex."""

    def change(battle: Battle, unit: int, own: Placement) -> Placement:
        grid = battle.board.grid
        if battle.counters[unit].id != name:
            return own
        return replace(own, hexes=tuple(grid.within(grid.index(centre), reach)))

    return placements(change)


def divisions_in_play(rules: Any, state: State, side: int) -> int:
    if rules.special.get("division-price", -1) != side:
        return 0
    return sum(rules.is_division(unit) and state.at[unit] >= 0 for unit in rules.side_counters[side])


def divisions_to_come(rules: Any, state: State, side: int) -> int:
    if rules.special.get("division-price", -1) != side:
        return 0
    return sum(
        rules.is_division(unit) and state.at[unit] in (WAITING, ELIMINATED)
        for unit in rules.side_counters[side]
    )


def regiments_too(rules: Any, state: State, side: int) -> int:
    if rules.special.get("division-price", -1) != side:
        return 0
    return sum(
        rules.big[unit] and not rules.is_division(unit) and state.at[unit] >= 0
        for unit in rules.side_counters[side]
    )


def tied_both_ways(battle: Battle, own: Any) -> Any:
    return own and [*own, *((second, first) for first, second in own)]


def always_comes(battle: Battle) -> dict[str, Any]:
    """Units that came later stand ready from the start."""
    names = [unit_of(battle, name) for name in ("58c", "60c", "81b")]
    grid = battle.board.grid
    hexes = tuple(range(grid.size))
    return {
        "placements": {**battle.placements, **{unit: Placement(hexes, False) for unit in names if unit >= 0}}
    }


MUTANTS = [
    # Seoul
    *late("un", (2, 3, 4, 6, 13), "Seoul", "28.0.e2"),
    *late("nk", (5, 7, 8), "Seoul", "28.0.j"),
    *elsewhere("Seoul", "28.0.e", {"ROK-224": "0109", "Eng-1": "0108", "HQ-1M": "0109 0108"}),
    *elsewhere("Seoul", "28.0.j", {"NK-25": "1412", "NK-9/87": "1701", "NK-9/85": "1701", "NK-78": "1701"}),
    dg("the 187th comes to Kimpo at any time", on_terms("187", lambda own: own - {"vacated"}), "28.0.f"),
    dg(
        "the 187th joins a unit at Kimpo", on_terms("187", lambda own: own - {"vacated"} | {"held"}), "28.0.f"
    ),
    dg("the 187th comes to an empty field whoever holds it", law("admit", empty_is_enough), "28.0.f"),
    dg("the garrison begins anywhere", law("judge_area", allowed("set_up_area")), "28.0.g 28.0.m"),
    dg("Seoul reaches a hex farther", wider(1), "28.0.g 28.0.m 29.0.n"),
    dg("Seoul: dummies begin next to the enemy", special("dummies", lambda battle, own: {}), "28.0.k"),
    *begins("Seoul", "28.0.m", {"NK-226": "0308", "NK-42/1": "1211", "NK-18/70": "1405", "NK-877": "0805"}),
    dg("Seoul: units begin where they like", law("refuse_fixed", lambda *_: None), "28.0.m"),
    dg("retaken in part a city counts", law("award_city", city_in_part), "28.0.vp.c"),
    dg("every retaken hex counts", law("award_city", city_by_hexes), "28.0.vp.c"),
    dg("cities need not have been lost", law("award_city", city_never_lost), "28.0.vp.c"),
    dg("retaken cities are worth 10", worth("cities", 10), "28.0.vp.c"),
    dg("Inchon cannot be retaken", schedule("cities", lambda battle, lines: lines[:2]), "28.0.vp.c"),
    dg("Inchon is stormed on turn 4", storm_from(4), "28.0.vp.d"),
    dg("Inchon is stormed from turn 6", storm_from(6), "28.0.vp.d"),
    dg("the storm is worth 25", worth("storm", 25), "28.0.vp.d"),
    dg("Inchon must be held", law("award_storm", storm_held), "28.0.vp.d"),
    dg("unsupplied units storm Inchon", law("storm", unsupplied_storm), "28.0.vp.d"),
    dg(
        "battalions storm Inchon",
        law("storm", mistaking("big", lambda rules, *_: [True] * len(rules.counters))),
        "28.0.vp.d",
    ),
    dg("enemy battalions do not hold Seoul", law("seems_held", clear_of_regiments), "28.0.vp.e"),
    dg("all of Seoul must be taken", law("award_clear", clear_and_full), "28.0.vp.e"),
    dg(
        "battalions clear Seoul",
        law("award_clear", mistaking("big", lambda rules, *_: [True] * len(rules.counters))),
        "28.0.vp.e",
    ),
    dg("Seoul is worth 20", worth("clear", 20), "28.0.vp.e"),
    # Chosin: first turn and cadres
    dg("the cadre moves on turn 1", special("fixed", lambda battle, own: {}), "29.0.e"),
    dg(
        "the cadre does not move on turn 2",
        special("fixed", lambda battle, own: dict.fromkeys(own or (), 2)),
        "29.0.e",
    ),
    dg("31/7 is not surprised", special("no-zone", lambda battle, own: {}), "29.0.f"),
    dg(
        "31/7 is surprised for two turns",
        special("no-zone", lambda battle, own: dict.fromkeys(own or (), 2)),
        "29.0.f",
    ),
    dg(
        "depleted units exert no zone",
        law("exerts_zone", lambda right, rules, state, unit: right(state, unit) and not state.step[unit]),
        "29.0.f",
    ),
    dg("the zone of 31/7 comes back late", law("begin_turn", keep_zones), "29.0.f"),
    dg("the weak cadre comes on turn 6", arrival("Cadre-B", turn=6), "29.0.g"),
    dg("the weak cadre comes on turn 4", arrival("Cadre-B", turn=4), "29.0.g"),
    dg("the weak cadre is strong", start_steps("Cadre-B", 0), "29.0.g"),
    dg("the cadre comes to a lost place", law("lose_uncontrolled", lambda *_: None), "29.0.g 29.0.h"),
    *elsewhere("Chosin", "29.0.g", {"Cadre-B": "1206"}),
    dg("31/7 leaves no cadre", no_cadre("army"), "29.0.h"),
    dg("31/7 leaves a weak cadre", law("call_cadres", then(weak_cadre)), "29.0.h"),
    dg("the cadres come at once", law("call_cadres", then(cadre_at_once)), "29.0.h 29.0.i"),
    dg("a second cadre comes on turn 5", law("arrivals", second_cadre), "29.0.h"),
    dg("the Marines leave no cadre", no_cadre("marine"), "29.0.i"),
    dg("the Marine cadre comes after five steps", cadres("marine", steps=5), "29.0.i"),
    dg("the Marine cadre comes after seven steps", cadres("marine", steps=7), "29.0.i"),
    dg("Marine tanks do not count", special("cadres", tanks_do_not_count), "29.0.i"),
    dg(
        "a lost Marine regiment brings no cadre",
        law("call_cadres", mistaking("big", lambda rules, *_: [False] * len(rules.counters))),
        "29.0.i",
    ),
    dg(
        "the Marine cadre needs no headquarters",
        law("instead", lambda right, rules, unit, own: rules.listed_hexes("sources", rules.un)[:1]),
        "29.0.i",
    ),
    dg(
        "the Marine cadre comes where the headquarters began",
        law("entry_hexes", at_first_hex),
        "29.0.i 29.0.o 29.0.p",
    ),
    # Chosin: regiments and divisions
    dg("divisions cost no markers", law("allotment_change", more(divisions_in_play)), "29.0.k"),
    dg(
        "regiments cost markers", law("allotment_change", more(lambda *args: -regiments_too(*args))), "29.0.k"
    ),
    dg(
        "lost divisions cost markers",
        law("allotment_change", more(lambda *args: -divisions_to_come(*args))),
        "29.0.k",
    ),
    dg("the 58th and 60th are independent", special("ties", lambda battle, own: []), "29.0.l"),
    dg("the default set-up parts the 58th and 60th", law("judge_ties", lambda *_: None), "29.0.l"),
    dg("the 60th binds the 58th", special("ties", tied_both_ways), "29.0.l"),
    dg("regiments begin nearer to their hexes", wider(-1), "29.0.n"),
    *begins("Chosin", "29.0.o", {"CN-58": "1111", "CN-59": "0911", "CN-79": "0407", "CN-89": "0610"}),
    dg("Chosin: later regiments begin on the map", data(always_comes), "29.0.n 29.0.p"),
    dg("CN-80 begins within two hexes", near("CN-80", "0506", 2), "29.0.o"),
    dg("CN-60 comes on turn 4", arrival("CN-60", turn=4), "29.0.o"),
    dg("CN-60 comes on turn 6", arrival("CN-60", turn=6), "29.0.o"),
    *elsewhere("Chosin", "29.0.o", {"CN-60": "0912"}),
    dg("CN-81 comes on turn 4", arrival("CN-81", turn=4), "29.0.o"),
    # Chosin: arrivals
    *late("chinese", (3, 4, 6, 7, 8, 12), "Chosin", "29.0.p"),
    *late("un", (1, 9, 10), "Chosin", "29.0.q"),
    dg("Chosin: everybody may come on at once", law("is_due", lambda *_: True), "29.0.p 29.0.q 29.0.r"),
    *elsewhere("Chosin", "29.0.p", {"58c": "1111", "HQ-26": "0612", "77c": "0612", "CN-76": "0612"}),
    *elsewhere(
        "Chosin",
        "29.0.q",
        {"CW-41": "1903", "Tk-Mar": "1909", "17/7": "1903", "7/3": "1903", "65/3": "1909"},
    ),
    dg(
        "without headquarters nobody comes",
        law("instead", lambda *_: ()),
        "29.0.p",
    ),
    dg("the optional regiments come on turn 8", due_late("un", 7), "29.0.r"),
    dg("the optional regiments come later, too", on_terms("32/7", lambda own: own - {"once"}), "29.0.r"),
    *elsewhere("Chosin", "29.0.r", {"32/7": "1903 1909"}),
    dg(
        "the optional regiments are free",
        special("optional-price", lambda battle, own: (0, 0)),
        "29.0.r 29.0.s 29.0.vp.d",
    ),
    dg(
        "the optional regiments cost 3",
        special("optional-price", lambda battle, own: (3, 3)),
        "29.0.r 29.0.vp.d",
    ),
    dg(
        "both optional regiments cost 4 together",
        law("award_optional", first_optional),
        "29.0.r 29.0.vp.d",
    ),
    dg(
        "optional regiments earn nothing by leaving",
        attribute(KwbDg, "optional_exits_score", property(lambda rules: False)),
        "29.0.s",
    ),
    # Chosin: leaving
    dg("units leave from turn 2", special("exits-from", lambda battle, own: own and 2), "29.0.t"),
    dg("units leave from turn 4", special("exits-from", lambda battle, own: own and 4), "29.0.t 29.0.vp.e"),
    dg("units leave at 1902", hexes_under("exits", "un", add="1902"), "29.0.t"),
    dg("leaving costs a point", attribute(KwbDg, "exit_cost", 2), "29.0.t"),
    dg(
        "nobody leaves late in the turn",
        law("judge_leaving", barred(lambda r, state, *_: state.phase != "movement")),
        "29.0.t 29.0.vp.e",
    ),
    dg("reinforcements leave at once", law("judge_leaving", without_lists("entered")), "29.0.t 29.0.vp.f"),
    # Chosin: victory
    dg("Chosin: lost battalions are worth nothing", dead(of(sizes="battalion")), "29.0.vp.a"),
    dg("Chosin: lost battalions are worth 4", dead(of(sizes="battalion"), 4), "29.0.vp.a"),
    dg("units left behind are worth nothing", worth("left", 0), "29.0.vp.b"),
    dg("units left behind are worth 3", worth("left", 3), "29.0.vp.b"),
    dg(
        "small units left behind do not count",
        law("award_left", left_if(lambda rules, state, unit: rules.big[unit])),
        "29.0.vp.b",
    ),
    dg(
        "supplied units are not left behind",
        law("award_left", left_if(lambda rules, state, unit: not rules.in_supply(state, unit))),
        "29.0.vp.b",
    ),
    dg("Chosin: lost regiments are worth 5", dead(of(sizes="regiment"), 5), "29.0.vp.c"),
    dg("Chosin: lost headquarters are worth nothing", dead(of(kinds="hq")), "29.0.vp.c"),
    dg("leaving battalions are worth 2", exits_worth("battalion", 2), "29.0.vp.e"),
    dg("leaving regiments are worth 1", exits_worth("regiment", 1), "29.0.vp.f 29.0.s"),
    dg("leaving headquarters and cadres score", schedule("exited", for_all), "29.0.vp.e"),
    dg("leaving reinforcements score nothing", law("award_exited", only_original), "29.0.vp.f"),
]
