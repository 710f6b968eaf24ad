"""Allotments, bombardment and the combat tables (kwb-dg 17.0 to 19.0, 23.0 and crt), broken."""

from __future__ import annotations

from typing import Any

from hexfolio.core.state import ELIMINATED, WAITING, State
from hexfolio.rulebooks.fire_and_movement.frames import Combat
from hexfolio.rulebooks.fire_and_movement.support_fire import SupportFire

from .combat import column, entry
from .korean import (
    barred,
    dg,
    hexes_of,
    keeping_tracks,
    law,
    special,
)
from .kwb_dg_supply import at_once, lost_depots
from .making import Patch, Wrong, allowed, both, more, then


def headquarters(rules: Any, state: State, side: int) -> list[int]:
    return [unit for unit in rules.side_counters[side] if rules.hq[unit]]


def lost_hqs(rules: Any, state: State, side: int) -> int:
    return sum(state.at[unit] == ELIMINATED for unit in headquarters(rules, state, side))


def hurt_hqs(rules: Any, state: State, side: int) -> int:
    return sum(bool(state.at[unit] >= 0 and state.step[unit]) for unit in headquarters(rules, state, side))


def note_loss(rules: Any, state: State, unit: int, *args: Any) -> None:
    state.tracks["last loss"] = state.turn


def long_ago(rules: Any, state: State, side: int, lost: Wrong = lost_hqs) -> int:
    """Losses that are more than a turn old."""
    return int(lost(rules, state, side)) if state.turn > state.tracks.get("last loss", state.turn) + 1 else 0


def depots_long_ago(rules: Any, state: State, side: int) -> int:
    return long_ago(rules, state, side, lost_depots)


def critical(state: State) -> int:
    return sum(name.startswith("critical ") for name in state.tracks)


def critical_if(condition: Wrong) -> Wrong:
    """At the end of a phase the critical hexes are judged by another condition."""

    def wrong(right: Any, rules: Any, state: State, table: Any) -> None:
        right(state, table)
        for hex_ in rules.special.get("critical", ()):
            if condition(rules, state, hex_):
                state.tracks[f"critical {hex_}"] = 1

    return wrong


def new_ones_if(condition: Wrong) -> Wrong:
    """Critical hexes are lost only when the condition holds at the end of a phase."""

    def wrong(right: Any, rules: Any, state: State, table: Any) -> None:
        before = dict(state.tracks)
        right(state, table)
        for name in [name for name in state.tracks if name.startswith("critical ")]:
            if name not in before and not condition(rules, state):
                del state.tracks[name]

    return wrong


def only_while_there(rules: Any, state: State, table: Any) -> None:
    for hex_ in rules.special.get("critical", ()):
        if not rules.real_in(state, rules.communist, hex_):
            state.tracks.pop(f"critical {hex_}", None)


def recover_together(right: Any, rules: Any, state: State, table: Any) -> None:
    before = critical(state)
    right(state, table)
    if critical(state) < before:
        for name in [name for name in state.tracks if name.startswith("critical ")]:
            del state.tracks[name]


def held_symbols(rules: Any, state: State, side: int) -> int:
    return sum(bool(state.occupied[1 - side][hex_]) for hex_ in rules.listed_hexes("symbols", side))


def highest_first(right: Any, rules: Any, state: State, side: int, table: Any) -> None:
    for _ in range(min(rules.allotment(state, side), len(state.pools[side]))):
        best = max(state.pools[side], key=lambda marker: int(rules.marker_value[marker]))
        state.pools[side].remove(best)
        state.hands[side].append(best)


def unworthy(test: Wrong) -> Wrong:
    """No markers for a combat in which such units take part on the side that fires."""

    def condition(rules: Any, state: State, side: int, order: Any) -> bool:
        combat = state.frames[-1]
        assert isinstance(combat, Combat)
        units = combat.attackers if side == state.active else combat.defenders
        return any(test(rules, unit) for unit in units)

    return barred(condition)


def directed(which: Wrong) -> Patch:
    """Fire is directed by the units on the map for which the condition holds."""
    return law(
        "in_range",
        lambda right, rules, state, side, value, hex_: any(
            state.at[unit] >= 0
            and which(rules, state, unit)
            and rules.grid.distance(state.at[unit], hex_) <= value
            for unit in rules.side_counters[side]
        ),
    )


def hqs_if(condition: Wrong) -> Patch:
    """Only headquarters for which the condition holds direct fire."""
    return directed(lambda rules, state, unit: "hq" in rules.counters[unit] and condition(rules, state, unit))


def reaching(change: int) -> Patch:
    """Markers reach so many hexes farther."""
    return law(
        "in_range",
        lambda right, rules, state, side, value, hex_: right(state, side, value + change, hex_),
    )


def also_in_range(condition: Wrong) -> Patch:
    return law("in_range", lambda right, rules, *args: right(*args) or condition(rules, *args))


def range_for_support(right: Any, rules: Any, state: State, side: int, order: Any) -> Any:
    combat = state.frames[-1]
    assert isinstance(combat, Combat)
    return right(state, side, order) or rules.judge_range(state, side, order.markers[0], combat.hex)


def shifted(*lines: str, by: int = 1) -> Patch:
    """Some lines of the tables begin elsewhere."""
    return column(
        lambda right, table, line, differential: right(
            table, line, differential + (by if line in lines else 0)
        )
    )


MUTANTS = [
    # Allotments
    dg("lost headquarters cost nothing", law("allotment_change", more(lost_hqs)), "17.0.a"),
    dg(
        "lost headquarters cost two markers",
        law("allotment_change", more(lambda *args: -lost_hqs(*args))),
        "17.0.a",
    ),
    dg(
        "depleted headquarters cost a marker",
        law("allotment_change", more(lambda *args: -hurt_hqs(*args))),
        "17.0.a",
    ),
    dg(
        "lost headquarters cost a marker once",
        both(law("eliminate", then(note_loss)), law("allotment_change", more(long_ago))),
        "17.0.a",
    ),
    dg(
        "lost depots cost a marker once",
        both(
            law("eliminate", then(note_loss)),
            law("allotment_change", more(depots_long_ago)),
        ),
        "10.3.c 17.0.b",
    ),
    dg(
        "headquarters matter to the United Nations only",
        law(
            "allotment_change",
            more(lambda rules, state, side: side != rules.un and lost_hqs(rules, state, side)),
        ),
        "17.0.a",
    ),
    dg("a lost headquarters costs a marker at once", at_once("hq"), "17.0.a"),
    dg(
        "the allotment may fall below nothing",
        law("allotment", lambda right, rules, state, side: right(state, side) or 1),
        "23.0.a",
    ),
    dg(
        "critical hexes do not matter",
        law(
            "allotment_change",
            more(lambda rules, state, side: critical(state) if side == rules.un else 0),
        ),
        "18.0.a 18.0.b",
    ),
    dg(
        "critical hexes cost the North Koreans",
        law(
            "allotment_change",
            more(lambda rules, state, side: -critical(state) if side != rules.un else critical(state)),
        ),
        "18.0.a",
    ),
    dg(
        "dummies take critical hexes",
        law("real_in", lambda right, rules, state, side, hex_: bool(state.occupied[side][hex_])),
        "18.0.a 27.0.vp.c 28.0.vp.e",
    ),
    dg(
        "critical hexes are lost in any phase",
        law(
            "phase_over", critical_if(lambda rules, state, hex_: rules.real_in(state, rules.communist, hex_))
        ),
        "18.0.a",
    ),
    dg(
        "critical hexes are lost at the end of the player turn",
        law("phase_over", new_ones_if(lambda rules, state: state.phase == "mobile-combat")),
        "18.0.a",
    ),
    dg(
        "critical hexes are lost in the first combat phase only",
        law("phase_over", new_ones_if(lambda rules, state: state.phase == "combat")),
        "18.0.a",
    ),
    dg(
        "northern Pusan is not critical",
        special("critical", lambda battle, own: (own or ())[:1]),
        "18.0.b",
    ),
    dg(
        "the harbour is critical",
        special("critical", lambda battle, own: own and (*own, *hexes_of(battle, "0215"))),
        "18.0.b",
    ),
    dg(
        "two critical hexes cost one marker",
        law(
            "allotment_change",
            more(lambda rules, state, side: side == rules.un and critical(state) == 2),
        ),
        "18.0.b",
    ),
    dg("critical hexes are lost for good", law("phase_over", keeping_tracks("critical ")), "18.0.c"),
    dg("critical hexes recover when left", law("phase_over", then(only_while_there)), "18.0.a 18.0.c"),
    dg("one recovered hex recovers all", law("phase_over", recover_together), "18.0.c"),
    dg(
        "occupied symbols cost a marker",
        law("allotment_change", more(lambda *args: -held_symbols(*args))),
        "23.0.b",
    ),
    dg(
        "markers are taken by their values",
        law("take_allotment", lambda right, rules, *args: SupportFire.take_allotment(rules, *args)),
        "23.1.a",
    ),
    dg(
        "the highest markers are taken first",
        law("take_allotment", highest_first),
        "23.1.a",
    ),
    dg("no chances of a draw", law("draw_chances", lambda *_: {}), "23.1.a"),
    *(
        dg(f"no markers for {who}", law("judge_support", unworthy(test)), "23.2.a")
        for who, test in (
            ("South Koreans", lambda rules, unit: rules.nation[unit] == "rok" and not rules.hq[unit]),
            ("the Commonwealth", lambda rules, unit: rules.nation[unit] == "cw"),
            ("headquarters", lambda rules, unit: rules.hq[unit]),
        )
    ),
    # Bombardment
    dg(
        "markers bombard at any distance",
        reaching(99),
        "19.0.a 19.0.d 19.0.f",
    ),
    dg("markers bombard a hex farther", reaching(1), "19.0.a 19.0.b"),
    dg("markers bombard a hex less far", reaching(-1), "19.0.a 19.0.b"),
    dg("the second marker is not measured", law("judge_support", allowed("bombard_range")), "19.0.a"),
    dg(
        "fire is directed by any unit",
        directed(lambda *_: True),
        "19.0.b 19.0.e",
    ),
    dg("depleted headquarters direct no fire", hqs_if(lambda r, state, unit: not state.step[unit]), "19.0.c"),
    dg(
        "unsupplied headquarters direct no fire",
        hqs_if(lambda rules, state, unit: rules.in_supply(state, unit)),
        "19.0.c",
    ),
    dg(
        "headquarters in zones direct no fire",
        hqs_if(lambda rules, state, unit: not rules.enemy_zones(state, unit)[state.at[unit]]),
        "19.0.c",
    ),
    dg(
        "headquarters off the map direct fire",
        also_in_range(
            lambda rules, state, side, *_: any(
                state.at[unit] == WAITING for unit in headquarters(rules, state, side)
            )
        ),
        "19.0.c 19.0.e",
    ),
    dg("support fire has a range", law("judge_support", range_for_support), "19.0.d"),
    dg(
        "without headquarters fire has no range",
        also_in_range(
            lambda rules, state, side, *_: all(
                state.at[unit] < 0 for unit in headquarters(rules, state, side)
            )
        ),
        "19.0.e",
    ),
    dg(
        "counter-battery fire has no range",
        law("judge_support", allowed("counter_battery_range")),
        "19.0.f",
    ),
    dg(
        "counter-battery fire is directed by the enemy",
        law(
            "in_range",
            lambda right, rules, state, side, *args: right(state, state.active, *args),
        ),
        "19.0.f",
    ),
    # Tables
    *(
        dg(f"{' and '.join(lines)} one column better", shifted(*lines), clause)
        for lines, clause in (
            (("mountain",), "crt.a"),
            (("city",), "crt.a"),
            (("han-river",), "crt.a"),
            (("marsh",), "crt.a"),
            (("minor-river",), "crt.a"),
            (("hill",), "crt.a"),
            (("bridge",), "crt.a"),
            (("frozen-mountain",), "crt.b"),
            (("frozen-reservoir-hexside",), "crt.b"),
            (("frozen-marsh",), "crt.b"),
            (("trail",), "crt.b"),
            (("frozen-river",), "crt.b"),
            (("road",), "crt.b"),
            (("town",), "crt.a crt.b"),
            (("clear",), "crt.a crt.b"),
        )
    ),
    dg(
        "roads do not matter at Chosin",
        law("_hex_line", lambda right, rules, hex_: "clear" if (own := right(hex_)) == "road" else own),
        "crt.b",
    ),
    dg(
        "no end of the Korean tables above",
        column(lambda right, table, line, by: right(table, line, by) if by <= 10 else 1),
        "crt.c",
    ),
    dg(
        "no end of the Korean tables below",
        column(lambda right, table, line, by: right(table, line, by) if by > -2 else 2),
        "crt.c",
    ),
    *(
        dg(
            f"die {die} is read in the next column",
            entry(
                lambda table, at, rolled, own, die=die: (
                    table.results[rolled - 1][min(at, 11)] if rolled == die else own
                )
            ),
            "crt.d",
        )
        for die in range(1, 7)
    ),
]
