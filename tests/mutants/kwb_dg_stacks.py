"""Stacks, options, Marines and the entry of reinforcements (kwb-dg 20.0 to 22.0, 24.0 to 26.0), broken."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hexfolio.core.battle import Battle
from hexfolio.core.counters import Counter
from hexfolio.core.game import Outcome
from hexfolio.core.state import WAITING, State
from hexfolio.rulebooks.fire_and_movement.frames import ATTACKED
from hexfolio.rulebooks.korean_war.dg.options import FOLIO_JUNCTIONS, LEVELS

from .korean import (
    barred,
    counters,
    dg,
    keeping_tracks,
    law,
    mistaking,
    schedule,
    special,
    without_lists,
    without_tracks,
)
from .making import Patch, Wrong, both, items, module_value, pretending, then

OPTIONS = "hexfolio.rulebooks.korean_war.dg.options"


def room_if_big(test: Wrong) -> Patch:
    """Other units count as large when stacks are judged."""
    return law("has_room", mistaking("big", lambda rules, *_: [bool(test(c)) for c in rules.counters]))


def best_defender(rules: Any, state: State, combat: Any, own: list[Any]) -> list[int]:
    values = [figure.value for figure in own]
    units = len(combat.defenders)
    return [max(values[:units]), *values[units:]]


def stacked_attack(rules: Any, state: State, order: Any) -> bool:
    places = [state.at[unit] for unit in order.units]
    return len(set(places)) < len(places)


def comrade_attacked(rules: Any, state: State, unit: int, hex_: int) -> bool:
    return any(state.flags[other] & ATTACKED for other in state.stacks[state.at[unit]] if other != unit)


def all_lose(right: Any, rules: Any, state: State, side: int, units: Any, cause: str, table: Any) -> None:
    for unit in units:
        rules.lose_step(state, unit, cause, table)


def stand_alone(right: Any, rules: Any, state: State, retreat: Any, unit: int, table: Any) -> None:
    rules.relieve(state, retreat, (unit,))
    rules.lose_step(state, unit, "stiff resistance", table)


def one_of_a_stack(result: str) -> Patch:
    """An elimination takes one unit only."""

    def wrong(right: Any, rules: Any, state: State, combat: Any, own: str, table: Any) -> Any:
        if own == result:
            combat = combat._replace(attackers=combat.attackers[:1], defenders=combat.defenders[:1])
        return right(state, combat, own, table)

    return law("apply_result", wrong)


def zone_if(test: Wrong) -> Patch:
    """Other units exert zones."""
    return law(
        "exerts_zone", lambda right, rules, state, unit: bool(test(rules, state, unit, right(state, unit)))
    )


def early(**changed: Any) -> Patch:
    """Other figures for the early 26th Army."""
    return special("early", lambda battle, own: {**own, **changed} if own else own)


def early_turn(old: int, new: int) -> Patch:
    def change(battle: Battle, own: Any) -> Any:
        turns = (own or {}).get("turns", {})
        moved = {unit: new if turn == old else turn for unit, turn in turns.items()}
        return {**own, "turns": moved} if own else own

    return special("early", change)


def announced(right: Any, rules: Any, state: State, *args: Any) -> Any:
    with pretending(state, "tracks", {**state.tracks, "announced": 1}):
        return right(state, *args)


def announce_anytime(right: Any, rules: Any, state: State, order: Any, side: Any) -> Any:
    return None if order.verb == "announce" else right(state, order, side)


def silent(right: Any, rules: Any, state: State, table: Any) -> None:
    state.tracks["announced"] = 1


def higher_level(number: int) -> Patch:
    """One level of victory begins a point higher."""
    return schedule(
        "levels",
        lambda battle, lines: [
            (least + (place == number), *rest) for place, (least, *rest) in enumerate(lines)
        ],
    )


def by_total(right: Any, rules: Any, state: State) -> Any:
    if state.frames:
        return None
    points = rules.victory_points(state)
    winner, level = rules.level(points[0] if points[0] > points[1] else -points[1])
    return Outcome(winner, level, points)


def linked(**changed: Any) -> Patch:
    """Another effect of the die rolled in the linked battle; values are given the die and the junctions."""
    return law(
        "naktong_link",
        lambda right, rules, roll, junctions=0: {
            **right(roll, junctions),
            **{key: value(roll, junctions) for key, value in changed.items()},
        },
    )


def unlinked(right: Any, rules: Any, state: State) -> Any:
    with pretending(rules, "battle", replace(rules.battle, options={})):
        return right(state)


def steps(text: str, *names: str) -> Patch:
    """Other steps for counters."""
    values = tuple(tuple(map(int, step.split("-"))) for step in text.split(" / "))

    def change(counter: Counter) -> Counter:
        return replace(counter, steps=values) if counter.id in names else counter

    return counters(change)


def one_step_for_all(right: Any, rules: Any, state: State, combat: Any, result: str, table: Any) -> Any:
    if result != "De":
        return right(state, combat, result, table)
    for unit in combat.defenders:
        rules.lose_step(state, unit, result, table)
    return None


def last_step_stays(right: Any, rules: Any, state: State, unit: int, *args: Any) -> Any:
    return right(state, unit, *args) if state.step[unit] + 1 < len(rules.counters[unit].steps) else None


MARINES = ("1/1M", "5/1M", "7/1M")


def terrain_cost(right: Any, rules: Any, state: State, unit: int, hex_: int) -> int:
    if rules.is_free(unit):
        return int(right(state, unit, hex_))
    return int(rules.battle.key.hex_cost(rules.board, hex_, rules.counters[unit].mobility))


def without_ways(*kinds: str) -> Wrong:
    """Some ways do not help reinforcements."""

    def wrong(right: Any, rules: Any, *args: Any) -> Any:
        key = rules.battle.key
        ways = {kind: rate for kind, rate in key.ways.items() if kind not in kinds}
        with pretending(rules, "battle", replace(rules.battle, key=replace(key, ways=ways))):
            return right(*args)

    return wrong


def one_column(rules: Any, state: State, unit: int, hex_: int) -> None:
    """The column is one for the whole map."""
    for other in rules.battle.arrivals.values():
        for place in other.hexes:
            state.tracks[f"column {place}"] = state.tracks.get(f"column {hex_}", 0)


def longest_column(most: int) -> Patch:
    def do(rules: Any, state: State, unit: int, hex_: int) -> None:
        key = f"column {hex_}"
        state.tracks[key] = min(most, state.tracks.get(key, 0))

    return law("note_entry", then(do))


def designated(rules: Any, unit: int) -> tuple[int, ...]:
    found: tuple[int, ...] = rules.battle.arrivals[unit].hexes
    return found


def entering(change: Wrong) -> Patch:
    """Other hexes to come on at; `change` is given the right ones."""

    def wrong(right: Any, rules: Any, state: State, unit: int) -> tuple[int, ...]:
        own = right(state, unit)
        return own if rules.is_free(unit) else tuple(dict.fromkeys(change(rules, state, unit, own)))

    return law("entry_hexes", wrong)


def always_beside(rules: Any, state: State, unit: int, own: Any) -> list[int]:
    near = [hex_ for place in designated(rules, unit) for hex_ in rules.grid.around(place)]
    return [*own, *(hex_ for hex_ in near if rules.border[hex_])]


def no_neighbours(rules: Any, state: State, unit: int, own: Any) -> Any:
    return own if unit in state.lists.get("delayed", ()) else designated(rules, unit)


def inland(rules: Any, state: State, unit: int, own: Any) -> list[int]:
    if len(own) == len(designated(rules, unit)):
        return list(own)
    return [*own, *(hex_ for place in designated(rules, unit) for hex_ in rules.grid.around(place))]


def instead(rules: Any, state: State, unit: int, own: Any) -> list[int]:
    other = [hex_ for hex_ in own if hex_ not in designated(rules, unit)]
    return other or list(own)


def only_if_blocked(rules: Any, state: State, unit: int, own: Any) -> list[int]:
    zones, enemies = rules.enemy_zones(state, unit), state.occupied[1 - state.side_of[unit]]
    blocked = any(zones[hex_] or enemies[hex_] for hex_ in designated(rules, unit))
    return list(own if blocked else designated(rules, unit))


def unless(blind: str) -> Patch:
    """Enemy zones, or enemy units, in the entry hex do not open its neighbours."""

    def change(rules: Any, state: State, unit: int, own: Any) -> Any:
        zones, enemies = rules.enemy_zones(state, unit), state.occupied[1 - state.side_of[unit]]
        place = designated(rules, unit)[0]
        delayed = unit in state.lists.get("delayed", ())
        counts = enemies[place] if blind == "zones" else zones[place] and not enemies[place]
        return own if counts or delayed else designated(rules, unit)

    return entering(change)


def everybody_delayed(rules: Any, state: State, table: Any) -> None:
    if state.phase == "movement":
        late = [unit for unit in rules.arrivals(state) if state.at[unit] == WAITING]
        state.lists["delayed"] = tuple(late)


MUTANTS = [
    # Stacks
    dg("three units to a hex", module_value("hexfolio.rulebooks.korean_war.dg.stacking.MOST", 3), "20.0.a"),
    dg(
        "one unit to a hex",
        law(
            "has_room",
            lambda right, rules, state, unit, hex_: (
                state.at[unit] == hex_ or not state.occupied[state.side_of[unit]][hex_]
            ),
        ),
        "20.0.a 20.0.b 11.0.j",
    ),
    *(
        dg(f"a {kind} counts as large", room_if_big(test), "20.0.a")
        for kind, test in (
            ("battalion", lambda c: c.size not in ("company", "cadre") and not c.traits & {"hq", "depot"}),
            ("company", lambda c: c.size not in ("battalion", "cadre") and not c.traits & {"hq", "depot"}),
            ("cadre", lambda c: c.size not in ("battalion", "company") and not c.traits & {"hq", "depot"}),
            (
                "headquarters",
                lambda c: c.size not in ("battalion", "company", "cadre") and "depot" not in c,
            ),
            ("depot", lambda c: c.size not in ("battalion", "company", "cadre") and "hq" not in c),
        )
    ),
    dg("large units share a hex", room_if_big(lambda c: False), "20.0.b 11.0.j"),
    dg("brigades are small", room_if_big(lambda c: c.size in ("", "regiment", "division")), "20.0.b"),
    dg("divisions are small", room_if_big(lambda c: c.size in ("", "regiment", "brigade")), "20.0.b"),
    dg("the best unit of a stack defends", law("defence_items", items(best_defender)), "20.0.d"),
    dg("stacked units attack alone", law("judge_attack_group", barred(stacked_attack)), "20.0.d"),
    dg("a stack attacks one hex", law("judge_attacker", barred(comrade_attacked)), "20.0.d"),
    dg(
        "the first of a stack takes the loss",
        law(
            "take_loss", lambda right, rules, state, side, units, *args: right(state, side, units[:1], *args)
        ),
        "20.0.e",
    ),
    dg("the whole stack takes the loss", law("take_loss", all_lose), "20.0.e"),
    dg("every unit stands for itself", law("stand", stand_alone), "20.0.e"),
    dg("a unit stands when its comrade retreats", law("judge_stand", lambda *_: None), "20.0.e 20.0.d"),
    dg("De takes one unit of a stack", one_of_a_stack("De"), "20.0.f"),
    dg("Ae takes one unit of a stack", one_of_a_stack("Ae"), "20.0.f"),
    dg("all units exert zones", zone_if(lambda *_: True), "20.0.g 20.0.i 16.0.l"),
    *(
        dg(f"a {kind} exerts a zone", zone_if(test), "20.0.g")
        for kind, test in (
            ("battalion", lambda rules, state, unit, own: own or rules.counters[unit].size == "battalion"),
            ("cadre", lambda rules, state, unit, own: own or rules.counters[unit].size == "cadre"),
            ("headquarters", lambda rules, state, unit, own: own or rules.hq[unit]),
            ("depot", lambda rules, state, unit, own: own or rules.depot[unit]),
        )
    ),
    dg(
        "brigades exert no zone",
        zone_if(lambda rules, state, unit, own: own and rules.counters[unit].size != "brigade"),
        "20.0.g",
    ),
    dg(
        "a headquarters hides the zone of its stack",
        zone_if(
            lambda rules, state, unit, own: (
                own and not any(rules.hq[other] for other in state.stacks.get(state.at[unit], ()))
            )
        ),
        "20.0.g",
    ),
    # The 26th Army
    dg("nobody comes early", law("due_turn", without_tracks("announced")), "21.0.a"),
    dg("the army comes early without a word", law("due_turn", announced), "21.0.b"),
    dg("the 26th Army comes on turn 10", early_turn(9, 10), "21.0.a"),
    dg("the 26th Army comes on turn 8", early_turn(9, 8), "21.0.a"),
    dg("the 78th and 88th come on turn 9", early_turn(11, 9), "21.0.a"),
    dg("the 78th and 88th come on turn 12", early_turn(11, 12), "21.0.a"),
    dg(
        "the 78th and 88th come uncalled",
        law("due_turn", lambda right, rules, state, unit, own: right(state, unit, own) or state.turn),
        "21.0.b",
    ),
    dg("the early army is free", early(markers=0), "21.0.c"),
    dg("the early army costs one marker", early(markers=1), "21.0.c"),
    dg("the early army costs three markers", early(markers=3), "21.0.c"),
    dg("the early army is announced at any time", law("judge", announce_anytime), "21.0.d"),
    dg("the early army is kept secret", law("announce", silent), "21.0.d"),
    dg("parts of the army stay behind", law("judge_together", lambda *_: None), "21.0.e"),
    # Levels
    dg(
        "ten points are a defeat",
        both(
            module_value(f"{OPTIONS}.LEVELS", tuple((least + (least == 10), name) for least, name in LEVELS)),
            schedule(
                "levels",
                lambda battle, lines: [(least + (least == 10), *rest) for least, *rest in lines],
            ),
        ),
        "22.0.a",
    ),
    *(
        dg(
            f"level {number} begins a point higher",
            higher_level(number),
            "22.0.a",
        )
        for number in range(8)
    ),
    dg("who is behind reads the table as the winner", law("own_level", lambda r, _, m: r(abs(m))), "22.0.a"),
    dg("the level is read from the total", law("outcome", by_total), "22.0.a"),
    # Marines
    dg("Marines have two steps", steps("8-7-5 / 6-6-5", *MARINES), "24.0.a 24.0.c 24.0.d"),
    dg("Marines have three steps", steps("8-7-5 / 6-6-5 / 4-5-5", *MARINES), "24.0.a 24.0.c 24.0.d"),
    dg(
        "the last Marines march as far as the others",
        steps("8-7-5 / 6-6-5 / 4-5-5 / 2-4-5", *MARINES),
        "24.0.a 24.0.c",
    ),
    *(dg(f"{name} has two steps", steps("8-7-5 / 6-6-5", name), "24.0.a") for name in MARINES),
    dg("Marines have four steps everywhere", steps("8-7-5 / 6-6-5 / 4-5-5 / 2-4-4", *MARINES), "24.0.a"),
    dg("De costs one step", law("apply_result", one_step_for_all), "24.0.d"),
    dg("the last Marines do not die", law("lose_step", last_step_stays), "24.0.d"),
    # The linked battle
    dg("the die brings no markers there", linked(markers=lambda roll, held: 0), "25.0.b"),
    dg("the die brings one marker more there", linked(markers=lambda roll, held: roll + 1), "25.0.b"),
    dg(
        "the die leaves the allotments there alone",
        linked(allotments=lambda roll, held: {1: 8, 5: 7, 10: 6}),
        "25.0.c",
    ),
    dg("the die costs nothing here", linked(points=lambda roll, held: held), "25.0.d"),
    dg(
        "the die costs no more than there is", linked(points=lambda roll, held: max(0, held - roll)), "25.0.d"
    ),
    dg("junctions are worth nothing here", linked(points=lambda roll, held: -roll), "25.0.e"),
    dg("junctions are worth two each", linked(points=lambda roll, held: 2 * held - roll), "25.0.e"),
    dg(
        "one junction is missing",
        module_value("hexfolio.rulebooks.korean_war.dg.options.FOLIO_JUNCTIONS", FOLIO_JUNCTIONS[:-1]),
        "25.0.e",
    ),
    dg("the linked battle has no effect here", law("victory_points", unlinked), "25.0.d 25.0.e"),
    # How reinforcements come on
    dg("reinforcements pay for terrain", law("entry_cost", terrain_cost), "26.0.a 26.0.b 26.0.e"),
    dg("trails do not help reinforcements", law("entry_cost", without_ways("trail")), "26.0.a"),
    dg(
        "reinforcements come on for half a point",
        law("entry_cost", lambda right, rules, *args: min(1, right(*args))),
        "26.0.a 26.0.b",
    ),
    dg(
        "reinforcements come on beside their hex",
        entering(always_beside),
        "26.0.a 26.0.c",
    ),
    dg("there is no column", law("entry_cost", without_tracks("column ")), "26.0.b"),
    dg("the column does not grow", longest_column(1), "26.0.b"),
    dg("the column lasts for good", law("begin_player_turn", keeping_tracks("column ")), "26.0.b"),
    dg("one column for all hexes", law("note_entry", then(one_column)), "26.0.b"),
    dg(
        "a blocked hex has no neighbours",
        entering(no_neighbours),
        "26.0.c",
    ),
    dg("a blocked hex opens hexes inland", entering(inland), "26.0.c"),
    dg("a zone closes the entry hex", entering(instead), "26.0.c"),
    dg("zones do not open the neighbours", unless("zones"), "26.0.c"),
    dg("enemy units do not open the neighbours", unless("units"), "26.0.c"),
    dg("delayed units have no wider choice", law("entry_hexes", without_lists("delayed")), "26.0.d"),
    *(
        dg(
            f"delayed units come on within {number} hexes",
            module_value("hexfolio.rulebooks.korean_war.dg.reinforcements.WIDENED", number),
            "26.0.d",
        )
        for number in (2, 4)
    ),
    dg(
        "delayed units come on inland",
        law("entry_hexes", mistaking("border", lambda rules, *_: rules.land)),
        "26.0.d",
    ),
    dg("the wider choice ends with the enemy", entering(only_if_blocked), "26.0.d"),
    dg("who stays away has a wider choice", law("phase_over", then(everybody_delayed)), "26.0.d"),
    dg(
        "coming on ends the move",
        law("judge_entry", barred(lambda rules, state, unit, path: len(path) > 1)),
        "26.0.e",
    ),
    dg(
        "nobody goes on after coming on",
        law("judge_mover", barred(lambda rules, state, unit: unit in state.lists.get("entered", ()))),
        "26.0.e",
    ),
]
