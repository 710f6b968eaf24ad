"""The Pusan Perimeter of the designer's edition (kwb-train 12.1), broken."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from hexfolio.core.battle import Battle, Placement
from hexfolio.core.orders import Order
from hexfolio.core.state import State
from hexfolio.rulebooks.fire_and_movement.frames import MOVED, MOVED_LATE
from hexfolio.rulebooks.korean_war.course import KoreanMovementStep

from .korean import arrival, forgiven, hexes_under, keeping_tracks, placements, set_up, special, unit_of
from .kwb_train import (
    PUSAN,
    as_at_the_start,
    at,
    bars,
    dates,
    figure,
    hexes_of_line,
    kind_of,
    law,
    lets,
    line,
    says,
    scored,
    second_if,
    track,
    train,
    unless,
    without,
)
from .making import Patch, Wrong, both, more, pretending, then, wrap


def kind_with(word: str) -> Wrong:
    """A line of the schedule with one more size in its description."""
    return lambda side, value, kind: (side, value, kind._replace(sizes=kind.sizes | {word}))


def any_phase(right: Any, rules: Any, state: State, table: Any) -> None:
    """Airfields are looked at when any phase closes."""
    with pretending(state, "phase", "combat"), pretending(state, "active", rules.un):
        right(state, table)


def again_and_again(right: Any, rules: Any, state: State, table: Any) -> None:
    """An airfield costs a marker in every UN combat phase."""
    state.tracks = {key: own for key, own in state.tracks.items() if not key.startswith("critical")}
    right(state, table)


def no_airfield(hex_: str) -> Patch:
    """One of the two hexes at Pusan does not matter."""

    def change(battle: Battle) -> dict[str, Any]:
        lost = battle.board.grid.index(hex_)
        fields = tuple(own for own in battle.special["critical"] if own != lost)
        return {"special": {**battle.special, "critical": fields}}

    return at(PUSAN, change)


def around_airfields(battle: Battle, own: Any) -> Any:
    return (*own, *(hex_ for field in own for hex_ in battle.board.grid.around(field))) if own else own


def held_airfields(rules: Any, state: State, side: int) -> int:
    return sum(rules.real_in(state, rules.communist, hex_) for hex_ in rules.special.get("critical", ()))


def lost_airfields(rules: Any, state: State, side: int) -> int:
    """Airfields once taken that nobody holds now."""
    return sum(
        f"critical {hex_}" in state.tracks and not rules.real_in(state, rules.communist, hex_)
        for hex_ in rules.special.get("critical", ())
    )


def cuts(change: Callable[[int, int], tuple[int, int]]) -> Patch:
    """Other turns or numbers of markers that leave."""

    def changed(battle: Battle, own: Any) -> Any:
        return {side: dict(change(*cut) for cut in by_turn.items()) for side, by_turn in (own or {}).items()}

    return special("marker-cuts", changed)


def cut_after_allotment(right: Any, rules: Any, state: State, table: Any) -> None:
    """Markers are withdrawn after the allotment of the turn."""
    own = rules.special.get("marker-cuts", {})
    with pretending(rules, "special", {**rules.special, "marker-cuts": {}}):
        right(state, table)
    for side, by_turn in own.items():
        if state.turn in by_turn:
            rules.lose_markers(state, side, by_turn[state.turn], "withdrawn", table)


def withdrawals(change: Wrong, name: str = "") -> Patch:
    """Other figures for the withdrawal of one counter, or of all; `change` is given what the sheet says."""

    def changed(battle: Battle, own: Any) -> Any:
        hit = unit_of(battle, name) if name else -1
        return {
            unit: {**found, **change(found)} if hit in (-1, unit) else found
            for unit, found in (own or {}).items()
        }

    return special("withdrawals", changed)


def substitute(**parts: Wrong) -> Wrong:
    """Other substitutes for a unit that is called away."""

    def change(found: dict[str, Any]) -> dict[str, Any]:
        kind = found["substitute"]
        return {
            "substitute": kind._replace(**{name: part(getattr(kind, name)) for name, part in parts.items()})
        }

    return change


def as_if_lost(right: Any, rules: Any, state: State, due: int) -> Any:
    """Substitutes may go although the unit itself is alive."""
    with pretending(state, "tracks", {**state.tracks, f"lost {due}": 1}):
        return right(state, due)


def must_go(rules: Any, state: State) -> bool:
    return any(
        (
            state.at[due] >= 0 and state.turn >= found["turn"] and (state.side_of[due] == state.active)
            for due, found in rules.withdrawals.items()
        )
    )


def overdue(shift: int) -> Wrong:
    """Lateness counted from another turn."""

    def wrong(right: Any, rules: Any, state: State, due: int) -> Any:
        with pretending(state, "turn", state.turn + shift):
            return right(state, due)

    return wrong


class LoadedTable:
    """A table whose dice fall otherwise."""

    def __init__(self, table: Any, change: Wrong) -> None:
        self.table, self.change = (table, change)

    def roll(self, *sides: int) -> int:
        return int(self.change(self.table.roll(*sides)))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.table, name)


def with_dice(change: Wrong) -> Wrong:
    """Ask the right rule, whose table is the last argument, with other dice."""

    def wrong(right: Any, rules: Any, *args: Any) -> Any:
        return right(*args[:-1], LoadedTable(args[-1], change))

    return wrong


def shortage_again(right: Any, rules: Any, state: State, table: Any) -> None:
    """The shortage comes back every turn."""
    if "shortage" in rules.special:
        state.tracks["shortage"] = 1
    right(state, table)


def as_if_alone(right: Any, rules: Any, state: State, *args: Any) -> Any:
    """Ask the right rule on a map without enemy units."""
    enemies = 1 - state.active
    occupied = [bytearray(rules.grid.size) if side == enemies else state.occupied[side] for side in (0, 1)]
    with pretending(state, "occupied", occupied):
        return right(state, *args)


def move_on(rules: Any, state: State, order: Order, table: Any) -> None:
    if rules.depot[order.unit]:
        state.flags[order.unit] &= ~(MOVED | MOVED_LATE)


def near(**changes: Any) -> Patch:
    """HQs that set up beside their regiments do so beside others, or farther off."""

    def change(battle: Battle, unit: int, own: Placement) -> Placement:
        return replace(own, **changes) if own.near.startswith("*/") else own

    return placements(change)


def anywhere(trait: str) -> Patch:
    """Counters with a trait set up anywhere."""

    def change(battle: Battle, unit: int, own: Placement) -> Placement:
        if trait not in battle.counters[unit] or own.fixed:
            return own
        return replace(own, hexes=tuple(range(battle.board.grid.size)))

    return placements(change)


def by_choice(battle: Battle, unit: int, own: Placement) -> Placement:
    """What the chart fixes is placed anywhere."""
    hexes = tuple(range(battle.board.grid.size))
    return replace(own, fixed=False, hexes=hexes, default=own.hexes[0]) if own.fixed else own


def one_less(battle: Battle, unit: int, own: Placement) -> Placement:
    """Supply Centers have one hex less to choose from."""
    return replace(own, hexes=own.hexes[:-1]) if "depot" in battle.counters[unit] else own


def start_steps(change: Wrong) -> Patch:
    """Counters begin on other sides."""
    return at(PUSAN, lambda battle: {"start_steps": {**battle.start_steps, **change(battle)}})


def regiments(battle: Battle, nation: str) -> list[int]:
    return [
        unit
        for unit in battle.placements
        if battle.counters[unit].nation == nation and battle.counters[unit].size in ("regiment", "brigade")
    ]


def in_area(rules: Any, state: State, unit: int, hex_: int) -> bool:
    placement = rules.placement_of(state, unit)
    return placement is not None and hex_ in placement.hexes


def passing_counts() -> Patch:
    """Hexes on the way of a move count as occupied."""

    def wrong(right: Any, step: Any, rules: Any, state: State, order: Order, table: Any) -> Any:
        right(rules, state, order, table)
        for hex_ in order.path if order.verb == "move" else ():
            if hex_ in rules.watched:
                rules.capture(state, hex_, state.active, table)

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        wrap(monkeypatch, KoreanMovementStep, "carry_out", wrong)

    return patch


def every_hex_scores(right: Any, rules: Any, state: State, line: Any, points: list[int]) -> None:
    side, value, hexes = line
    for hex_ in hexes:
        right(state, (side, value, (hex_,)), points)


MUTANTS = [
    # Airfields
    train(
        "lost airfields cost no marker",
        law("lose_markers", unless(lambda rules, state, side, count, cause, table: cause == "airfield lost")),
        "12.1.1.airfields.a",
    ),
    train("airfields are looked at in any phase", law("phase_over", any_phase), "12.1.1.airfields.a"),
    train("airfields cost a marker every turn", law("phase_over", again_and_again), "12.1.1.airfields.a"),
    train("an airfield is lost once", law("phase_over", keeping_tracks("critical")), "12.1.1.airfields.a"),
    train(
        "airfields are next to the enemy",
        special("critical", around_airfields),
        "12.1.1.airfields.a 12.1.1.airfields.b",
    ),
    *(
        train(f"{hex_} is no airfield", no_airfield(hex_), "12.1.1.airfields.a 12.1.1.airfields.b")
        for hex_ in ("2221", "0316")
    ),
    train(
        "airfields do not touch the allotment",
        law("allotment_change", more(held_airfields)),
        "12.1.1.airfields.b",
    ),
    train(
        "both airfields take one from the allotment",
        law("allotment_change", more(lambda *args: max(0, held_airfields(*args) - 1))),
        "12.1.1.airfields.b",
    ),
    train(
        "an airfield that was lost takes from the allotment for good",
        law("allotment_change", more(lambda *args: -lost_airfields(*args))),
        "12.1.1.airfields.b",
    ),
    # Reinforcements
    *(
        train(f"{name} may land at {hex_}", arrival(name, hexes=f"0216 {hex_}"), "12.1.1.reinf.a")
        for name, hex_ in (
            ("ROK-HQ1", "0308"),
            ("ROK-HQ1", "0215"),
            ("HQ-2", "0215"),
            ("23/2", "0215"),
            ("Tk-89", "0215"),
        )
    ),
    # Withdrawals
    train("three markers stay", without(PUSAN, "marker-cuts"), "12.1.1.withdraw.a"),
    train("markers leave a turn late", cuts(lambda turn, count: (turn + 1, count)), "12.1.1.withdraw.a"),
    train("markers leave a turn early", cuts(lambda turn, count: (turn - 1, count)), "12.1.1.withdraw.a"),
    train("two markers leave", cuts(lambda turn, count: (turn, count - 1)), "12.1.1.withdraw.a"),
    train("markers leave after the allotment", law("begin_turn", cut_after_allotment), "12.1.1.withdraw.a"),
    *(
        train(
            f"{name} goes on turn {turn}",
            withdrawals(lambda found, turn=turn: {"turn": turn}, name),
            "12.1.1.withdraw.a",
        )
        for name, turn in (("5/1M", 15), ("5/1M", 17), ("ROK-17", 16), ("ROK-17", 21))
    ),
    train(
        "units are withdrawn at any time of the phase",
        law("judge_withdrawal", as_at_the_start),
        "12.1.1.withdraw.a",
    ),
    train(
        "units in a zone are not withdrawn",
        bars("judge_withdrawal", lambda rules, state, unit: rules.enemy_zones(state, unit)[state.at[unit]]),
        "12.1.1.withdraw.a",
    ),
    train(
        "units must be withdrawn",
        bars("judge_end_of_movement", must_go),
        "12.1.1.withdraw.b 12.1.3.e 12.1.3.f",
    ),
    train("lateness costs nothing", says("count_overdue", None), "12.1.1.withdraw.b 12.1.3.e 12.1.3.f"),
    train(
        "the due turn is late already", law("is_overdue", overdue(1)), "12.1.1.withdraw.b 12.1.3.e 12.1.3.f"
    ),
    train("a turn of grace", law("is_overdue", overdue(-1)), "12.1.1.withdraw.b 12.1.3.e 12.1.3.f"),
    *(
        train(
            f"lateness of {name} is dearer",
            withdrawals(lambda found: {"points": found["points"] + 1}, name),
            clause,
        )
        for name, clause in (("5/1M", "12.1.3.e 12.1.1.withdraw.b"), ("ROK-17", "12.1.3.f"))
    ),
    train("nobody goes in another's place", says("substitutes", []), "12.1.1.withdraw.c 12.1.1.withdraw.d"),
    train(
        "substitutes for the living", law("substitutes", as_if_lost), "12.1.1.withdraw.c 12.1.1.withdraw.d"
    ),
    train("a duty is never done", says("discharged", False), "12.1.1.withdraw.c"),
    *(
        train(
            f"Marines lost before turn {turn} are replaced",
            withdrawals(lambda found, turn=turn: {"before": found["before"] and turn}),
            "12.1.1.withdraw.c",
        )
        for turn in (11, 13, 0)
    ),
    *(
        train(f"substitutes: {name}", withdrawals(substitute(**change)), clause)
        for name, change, clause in (
            ("cadres, too", {"sizes": lambda own: own | {"cadre"}}, "12.1.1.withdraw.c"),
            (
                "tanks, too",
                {"sizes": lambda own: own | {"battalion"}, "kinds": lambda own: frozenset()},
                "12.1.1.withdraw.c",
            ),
            ("of any nation", {"nations": lambda own: frozenset()}, "12.1.1.withdraw.c 12.1.1.withdraw.d"),
            ("no brigades", {"sizes": lambda own: own - {"brigade"}}, "12.1.1.withdraw.c"),
            (
                "no regiments",
                {"sizes": lambda own: frozenset({"brigade"})},
                "12.1.1.withdraw.c 12.1.1.withdraw.d",
            ),
            ("divisions, too", {"sizes": lambda own: own | {"division"}}, "12.1.1.withdraw.d"),
        )
    ),
    train(
        "the lost leave no duty behind",
        law("is_overdue", unless(lambda rules, state, due: state.at[due] < 0, False)),
        "12.1.1.withdraw.c",
    ),
    # Supply
    train("0216 is no source", hexes_under("sources", "un", without="0216", add="0416"), "12.1.1.supply.a"),
    *(
        train(f"{hex_} is a source", hexes_under("sources", "un", add=hex_), "12.1.1.supply.a")
        for hex_ in ("0215", "0308")
    ),
    *(
        train(
            f"{hex_} is no symbol at Pusan",
            hexes_under("symbols", "communist", without=hex_),
            "12.1.1.supply.b",
        )
        for hex_ in ("0301", "2501", "3701", "3706", "3710", "3721")
    ),
    train("1201 is a symbol at Pusan", hexes_under("symbols", "communist", add="1201"), "12.1.1.supply.b"),
    # Shortages
    *(
        train(
            f"no shortage for {kind}",
            second_if(
                lambda rules, state, combat, side, kind=kind: (
                    side == rules.un and kind_of(rules, state, combat, side) == kind
                )
            ),
            "12.1.1.un-shortage.a",
        )
        for kind in ("attack", "defence", "bombardment", "counter-battery")
    ),
    train("no shortage at Pusan", without(PUSAN, "shortage"), "12.1.1.un-shortage.a"),
    train(
        "there is always a shortage",
        law("lay_out", then(lambda rules, state: state.tracks.update(shortage=1))),
        "12.1.1.un-shortage.a",
    ),
    train(
        "the shortage ends on the number of the turn",
        law("turn_over", with_dice(lambda die: die - 1)),
        "12.1.1.un-shortage.b",
    ),
    train(
        "the shortage ends two below the turn",
        law("turn_over", with_dice(lambda die: die + 1)),
        "12.1.1.un-shortage.b",
    ),
    train("the shortage never ends", law("turn_over", with_dice(lambda die: 99)), "12.1.1.un-shortage.b"),
    train("the shortage comes back", law("turn_over", shortage_again), "12.1.1.un-shortage.b"),
    train("Supply Centers set out without a die", without(PUSAN, "supply-die"), "12.1.1.com-shortage.a"),
    train(
        "Supply Centers fail on 5",
        law("sets_out", with_dice(lambda die: min(6, die + 1))),
        "12.1.1.com-shortage.a",
    ),
    train(
        "Supply Centers never fail",
        law("sets_out", with_dice(lambda die: min(5, die))),
        "12.1.1.com-shortage.a",
    ),
    train(
        "Supply Centers fall back on the first symbol",
        law("listed_hexes", lambda right, rules, *args: right(*args)[:1]),
        "12.1.1.com-shortage.a",
    ),
    train("Supply Centers fall back among the enemy", law("sets_out", as_if_alone), "12.1.1.com-shortage.a"),
    train("Supply Centers sent back go on", law("sets_out", then(move_on)), "12.1.1.com-shortage.a"),
    # Set-up
    train("regiments set up one hex away", figure("breakdown-reach", 1), "12.1.2.b"),
    train("regiments set up three hexes away", figure("breakdown-reach", 3), "12.1.2.b"),
    train(
        "the hex of a division may be left",
        law("judge_area", forgiven("set_up_breakdown", in_area)),
        "12.1.2.b 12.31.b",
    ),
    train("no division breaks down at set-up", figure("breakdown-set-up", ()), "12.1.2.b 12.31.b"),
    train("North Koreans break down at set-up", figure("breakdown-set-up", ("rok", "nk")), "12.1.2.b"),
    train(
        "US regiments begin at full strength",
        start_steps(lambda battle: dict.fromkeys(regiments(battle, "us"), 0)),
        "12.1.2.c",
    ),
    train(
        "US regiments begin depleted",
        start_steps(lambda battle: dict.fromkeys(regiments(battle, "us"), 1)),
        "12.1.2.c",
    ),
    train("any number of divisions is depleted", says("judge_depleted", None), "12.1.2.d"),
    train("any division may be broken up", says("judge_break_depleted", None), "12.1.2.d"),
    train("no choice of depleted divisions", bars("judge_deplete", lambda *_: True), "12.1.2.d"),
    train("anybody may be depleted", lets("judge_deplete", "set_up_depleted"), "12.1.2.d"),
    train(
        "two South Korean divisions are depleted", figure("depleted-choice", {"rok": 2, "nk": 4}), "12.1.2.d"
    ),
    train(
        "five North Korean divisions are depleted", figure("depleted-choice", {"rok": 3, "nk": 5}), "12.1.2.d"
    ),
    *(
        train(
            f"{name} begins at full strength",
            start_steps(lambda battle, name=name: {unit_of(battle, name): 0}),
            "12.1.2.d",
        )
        for name in ("ROK-3", "NK-12")
    ),
    train("Supply Centers share symbols", lets("judge_area", "set_up_apart"), "12.1.2.e"),
    train("Supply Centers set up anywhere", anywhere("depot"), "12.1.2.e"),
    train("3721 is no place for Supply Centers", placements(one_less), "12.1.2.e"),
    train("HQs beside any regiment", near(near="*/*"), "12.1.2.f"),
    train("HQs stacked with their regiments", near(reach=0), "12.1.2.f"),
    train("HQs two hexes away", near(reach=2), "12.1.2.f"),
    train("HQs anywhere", near(near=""), "12.1.2.f"),
    *dates("un", "12.1.2.g", 1, 2, 6, 8, 9, 13),
    *dates("communist", "12.1.2.h", 1, 6, 13, 14),
    *(
        train(f"{name} comes on elsewhere", arrival(name, hexes="3701"), "12.1.2.h")
        for name in ("NK-10", "SC-4", "NK-7", "NK-9", "NK-16", "NK-17")
    ),
    *track("12.1.2.i", PUSAN),
    *(
        train(f"{name} sets up elsewhere", set_up(name, "2502"), "12.1.2.j")
        for name in ("NK-HQ2", "NK-83", "5/1C", "ROK-17", "MP-Taegu")
    ),
    train("counters of the chart are placed by choice", placements(by_choice), "12.1.2.j"),
    train("the Pusan police set up anywhere", anywhere("police"), "12.1.2.j"),
    train("the Pusan police set up in one hex", set_up("MP-Pusan", "0215"), "12.1.2.j"),
    # Victory
    *scored(PUSAN, "dead", 0, "12.1.3.a", "regiment division"),
    *scored(PUSAN, "dead", 1, "12.1.3.a"),
    train(
        "police score like infantry",
        both(
            says("scores", True),
            line(
                PUSAN,
                "dead",
                0,
                lambda side, value, kind: (side, value, kind._replace(kinds=frozenset(), sizes=frozenset())),
            ),
        ),
        "12.1.3.a",
    ),
    train("cadres score", line(PUSAN, "dead", 1, kind_with("cadre")), "12.1.3.a"),
    *scored(PUSAN, "dead", 2, "12.1.3.b", "us cw regiment brigade"),
    *scored(PUSAN, "dead", 3, "12.1.3.b", "us rok"),
    *scored(PUSAN, "ever", 0, "12.1.3.c"),
    *scored(PUSAN, "ever", 1, "12.1.3.c"),
    *scored(PUSAN, "ever", 2, "12.1.3.d"),
    train(
        "cities must be held at the end",
        law("award_ever", lambda right, rules, *args: rules.award_held(*args)),
        "12.1.3.c 12.1.3.d",
    ),
    train("marching through counts", passing_counts(), "12.1.3.c"),
    train("every hex of Pusan scores", law("award_ever", every_hex_scores), "12.1.3.d"),
    *(
        train(f"{hex_} is not Pusan", hexes_of_line(PUSAN, "ever", 2, hex_), "12.1.3.d")
        for hex_ in ("0215", "0216", "0316")
    ),
    *scored(PUSAN, "dead", 4, "12.1.3.g", "regiment division"),
    *scored(PUSAN, "dead", 5, "12.1.3.h"),
    *scored(PUSAN, "dead", 6, "12.1.3.h"),
    *scored(PUSAN, "dead", 7, "12.1.3.h"),
]
