"""Counters, set-up, the sequence of play and supply, broken."""

from __future__ import annotations

from typing import Any

from hexfolio.core.hexes import Grid
from hexfolio.core.state import State
from hexfolio.rulebooks.fire_and_movement.editions import EDITIONS, VERSION_8_BOMBARDMENT
from hexfolio.rulebooks.fire_and_movement.frames import ATTACKED, MOVED, Combat

from .making import (
    FOLIO,
    at_any_time,
    attribute,
    both,
    fact,
    forget,
    module_value,
    more,
    mutant,
    no_end_while,
    pretend,
    pretending,
    refused,
    rule,
    step,
    support_if,
    then,
)


def marker_zones(right: Any, rules: Any, state: State, side: int) -> bytes:
    zones = bytearray(right(state, side))
    for frame in state.frames:
        if isinstance(frame, Combat) and (
            frame.attacker_markers if side == state.active else frame.defender_markers
        ):
            for hex_ in rules.grid.around(frame.hex):
                zones[hex_] = 1
    return bytes(zones)


def take_by_points(right: Any, rules: Any, state: State, side: int, table: Any) -> None:
    points = rules.allotment(state, side)
    for marker in sorted(state.pools[side], key=lambda marker: int(rules.marker_value[marker])):
        points -= rules.marker_value[marker]
        if points >= 0:
            state.pools[side].remove(marker)
            state.hands[side].append(marker)


def take_again(rules: Any, state: State, side: int, table: Any) -> None:
    for each in (0, 1):
        rules.take_allotment(state, each, table)


def spend_into_hand(right: Any, rules: Any, state: State, combat: Combat) -> None:
    for marker in combat.attacker_markers + combat.defender_markers:
        state.hands[rules.battle.markers[marker].side].append(marker)


def swap_sides(right: Any, rules: Any, state: State, order: Any, side: int | None) -> Any:
    with pretending(state, "active", state.active if side is None else side):
        return right(state, order, None)


def surrounded(rules: Any, state: State, unit: int) -> bool:
    at, zones, enemies = (
        state.at[unit],
        rules.enemy_zones(state, unit),
        state.occupied[1 - state.side_of[unit]],
    )
    return at >= 0 and all(zones[hex_] or enemies[hex_] for hex_ in rules.grid.around(at))


def starve(rules: Any, state: State, side: int, table: Any) -> None:
    for unit in rules.side_counters[0] + rules.side_counters[1]:
        if state.at[unit] >= 0 and surrounded(rules, state, unit):
            rules.lose_step(state, unit, "isolation", table)


def no_second_turn(right: Any, rules: Any, state: State, side: int, table: Any) -> Any:
    return right(state, side, table) if side == rules.battle.first else rules.end_turn(state, table)


def ends_early(right: Any, rules: Any, state: State, side: int, table: Any) -> Any:
    last = side != rules.battle.first and state.turn == rules.battle.turns
    return rules.end_turn(state, table) if last else right(state, side, table)


def never_ends(right: Any, rules: Any, state: State, table: Any) -> None:
    rules.return_markers(state)
    rules.begin_turn(state, table)


def stays_on_turn(rules: Any, state: State, table: Any) -> None:
    state.turn = max(1, state.turn - 1)


def blue_begins(rules: Any, state: State, table: Any) -> None:
    rules.begin_player_turn(state, 0, table)


READ_PRINT = "hexfolio.casebook.questions.read_print"


OPEN_RULES = "hexfolio.casebook.position.open_rules"


LATE = ("movement", "mobile-movement", "combat", "mobile-combat")


LATE_FIRE = ("movement", "combat", "bombardment", "mobile-movement", "mobile-combat")


MUTANTS = [
    # Counters, set-up, reinforcements
    mutant("one unit a hex whatever the battle says", rule("stacking_limit", lambda *_: 1), "1.0.a", "1.0.a"),
    mutant(
        "distances are counted in columns",
        attribute(Grid, "distance", lambda grid, a, b: abs(a // grid.rows - b // grid.rows)),
        "2.1.a",
        "2.1.a",
    ),
    mutant(
        "long names fight better",
        rule("attack_strength", more(lambda rules, state, unit: len(rules.name(unit)) > 6)),
        "2.3.1.a",
        "2.3.1.a",
    ),
    mutant(
        "long names march farther",
        rule("allowance", more(lambda rules, state, unit: len(rules.name(unit)) > 6)),
        "2.3.1.a",
        "2.3.1.a",
    ),
    mutant(
        "print means nothing",
        module_value(READ_PRINT, lambda text: {}),
        "2.3.1.b 2.3.1.c 2.3.1.d 3.0.c",
        "2.3.1.b 2.3.1.c 2.3.1.d",
        folio="2.3.1.e",
        st296="3.0.d",
    ),
    mutant(
        "brigades defend better",
        rule("defence_strength", more(lambda rules, state, unit: rules.counters[unit].size == "brigade")),
        "2.3.1.d",
        "2.3.1.d",
    ),
    mutant(
        "markers exert zones", rule("zones", marker_zones), "8.0.a", "7.0.a", folio="2.3.1.e", st296="3.0.d"
    ),
    mutant(
        "the wrong side sets up first",
        rule("begin_set_up", lambda right, rules, state, side: right(state, 1 - side)),
        new="3.0.b",
        folio="2.3.1.f",
        st296="3.0.e",
    ),
    mutant(
        "units are set up anywhere",
        rule("judge_placement", lambda *_: None),
        "3.0.b",
        "3.0.a 3.0.c",
        folio="2.3.1.f",
        st296="3.0.e",
    ),
    mutant(
        "no reinforcements",
        rule("judge_entry", refused(lambda *_: True)),
        "4.1.e",
        "3.0.d 4.1.e",
        folio="2.3.1.g",
        st296="3.0.f",
    ),
    mutant(
        "reinforcements come on anywhere",
        rule("entry_hexes", lambda right, rules, *_: tuple(range(rules.grid.size))),
        new="3.0.d",
        folio="2.3.1.g",
        st296="3.0.f",
    ),
    mutant("coming on is free", rule("entry_cost", lambda *_: 1), "5.0.d", "5.1.d"),
    mutant("set-up may stay unfinished", step("set-up", "_waiting", lambda *_: []), "3.0.b", "3.0.a"),
    mutant(
        "reinforcements come early",
        rule("judge_entry", pretend("turn", 99)),
        new="3.0.d",
        folio="2.3.1.g",
        st296="3.0.f",
    ),
    mutant(
        "reinforcements come late in the turn",
        rule("judge_entry", pretend("phase", "movement")),
        "4.1.e",
        "4.1.e",
    ),
    mutant(
        "the support number counts points",
        rule("take_allotment", take_by_points),
        new="3.0.e",
        folio="2.3.1.h",
        st296="3.0.g",
    ),
    mutant(
        "used markers come back at once",
        rule("spend_markers", spend_into_hand),
        "7.3.e 8.3.b 8.3.m 8.4.h 8.4.k 8.6.b 8.6.c",
        "7.2.b 7.2.h 8.1.d",
        folio="2.3.1.i",
        st296="3.0.h",
    ),
    mutant(
        "markers are taken again in every player turn",
        rule("begin_player_turn", then(take_again)),
        new="4.1.a 4.1.d",
        folio="2.3.1.i",
        st296="3.0.h",
    ),
    # Sequence of play
    mutant(
        "play never ends",
        rule("end_turn", never_ends),
        "4.0.a 4.0.b",
        "4.0.a 4.1.n",
        folio="2.3.1.k",
        st296="3.0.j",
    ),
    mutant("play ends with the first player turn", rule("begin_player_turn", ends_early), "4.0.b", "4.1.n"),
    mutant(
        "blue always begins",
        rule("begin_turn", then(blue_begins)),
        "4.1.a 4.1.b",
        "3.0.b 4.1.c",
        folio="2.3.1.k",
        st296="3.0.j",
    ),
    mutant(
        "no second player turn", rule("begin_player_turn", no_second_turn), "4.0.a 4.1.a 4.1.r", "4.0.a 4.1.m"
    ),
    mutant("phases in another order", fact("player_turn", LATE, LATE_FIRE), "4.1.c", "4.1.b 4.1.g"),
    mutant("no marker phase", fact("game_turn", new=EDITIONS[FOLIO].game_turn), new="4.1.a"),
    mutant("the turn marker stays", rule("begin_turn", then(stays_on_turn)), "4.1.t", "4.1.n"),
    mutant(
        "version 8 fire is not for older books",
        module_value(OPEN_RULES, lambda b: EDITIONS[b.book](b)),
        new="3.0.f",
    ),
    mutant(
        "version 8 fire is for all books",
        module_value(OPEN_RULES, lambda battle: VERSION_8_BOMBARDMENT[battle.book](battle)),
        new="3.0.f",
    ),
    mutant(
        "everybody must move",
        no_end_while("movement", lambda rules, state: rules.movers(state)),
        "4.1.d 5.0.a 5.0.e 5.1.h",
        "4.1.e 5.1.a 5.5.a",
    ),
    mutant(
        "one unit moves in a phase",
        rule(
            "judge_mover",
            refused(
                lambda rules, state, unit: any(f & MOVED for u, f in enumerate(state.flags) if u != unit)
            ),
        ),
        "4.1.d 5.0.a 5.0.e",
        "4.1.e 5.1.a 5.5.a",
    ),
    mutant("the other side acts as well", rule("judge", swap_sides), "4.1.f 5.1.c 7.0.f", "2.3.2.c 5.2.a"),
    mutant(
        "movement in both phases",
        rule("begin_phase", forget(MOVED)),
        "4.1.g 4.1.n 5.0.e 5.1.i 5.1.k",
        "4.1.f 4.1.j 5.2.c 5.2.j 5.5.b",
    ),
    mutant("movement at any time", at_any_time("move", "movement"), "4.1.h 5.1.a", "4.1.b 5.2.a"),
    mutant(
        "attacks at any time",
        at_any_time("attack", "combat"),
        "4.1.h 4.1.i 7.0.f 7.0.h 7.3.c",
        "4.1.b 4.1.h 8.0.f 8.1.a 8.2.1.k",
    ),
    mutant(
        "bombardment at any time",
        both(
            rule("bombardment_open", lambda *_: None),
            rule(
                "judge",
                lambda right, rules, state, order, side: (
                    rules.judge_bombardment(state, order)
                    if order.verb == "bombard"
                    else right(state, order, side)
                ),
            ),
        ),
        "8.4.a 8.4.b",
        "2.3.2.c 4.1.g 4.1.k 8.1.2.d",
    ),
    mutant(
        "leg units move late",
        rule("may_move_late", lambda *_: True),
        "2.3.2.g 4.1.n 5.1.a",
        "2.3.d 2.3.2.h 4.1.j 5.5.c",
    ),
    mutant("leg units attack late", rule("may_attack_late", lambda *_: True), "4.1.p", "2.3.2.h 4.1.l"),
    mutant("attacks in both phases", rule("begin_phase", forget(ATTACKED)), "4.1.p", "4.1.i 4.1.l 8.2.d"),
    mutant(
        "no late attack after movement",
        rule("judge_attacker_status", refused(lambda rules, state, unit: state.flags[unit] & MOVED)),
        "4.1.p",
        "4.1.l",
    ),
    mutant(
        "no late movement after an attack",
        rule("judge_mover", refused(lambda rules, state, unit: state.flags[unit] & ATTACKED)),
        "4.1.p 5.1.b 7.7.b",
        "4.1.i 5.2.k 8.3.a",
    ),
    mutant(
        "no zones late in the turn",
        rule(
            "zones",
            lambda right, rules, state, side: (
                bytes(rules.grid.size) if state.phase == "mobile-movement" else right(state, side)
            ),
        ),
        "4.1.o",
        "4.1.j 5.5.d",
        st296="5.1.1.k",
    ),
    mutant(
        "no markers late in the turn",
        support_if(lambda rules, state, combat: state.phase != "mobile-combat"),
        "4.1.q 7.1.g",
        "4.1.k 4.1.l",
    ),
    # Supply
    mutant(
        "units can be out of supply",
        rule("in_supply", lambda r, rules, s, unit: not surrounded(rules, s, unit)),
        "9.0.a",
        "9.0.a",
    ),
    mutant(
        "surrounded units defend badly",
        rule("defence_strength", more(lambda rules, state, unit: -surrounded(rules, state, unit))),
        "9.0.a 9.0.b",
        "9.0.a 9.0.b",
    ),
    mutant(
        "surrounded units are weaker",
        rule("attack_strength", more(lambda rules, state, unit: -surrounded(rules, state, unit))),
        "9.0.a 9.0.b",
        "9.0.a 9.0.b",
    ),
    mutant("surrounded units starve", rule("begin_player_turn", then(starve)), "9.0.b", "9.0.b"),
]
