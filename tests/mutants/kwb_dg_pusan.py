"""The battle of Pusan (kwb-dg 27.0), broken."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hexfolio.core.battle import Battle, Placement
from hexfolio.core.state import ELIMINATED, REMOVED, State
from hexfolio.rulebooks.fire_and_movement.sequence import control_track
from hexfolio.rulebooks.korean_war.victory import taken_track

from .korean import (
    arrival,
    barred,
    begins,
    data,
    dead,
    dg,
    elsewhere,
    late,
    law,
    of,
    placements,
    schedule,
    set_up,
    special,
    start_steps,
    unit_of,
    worth,
)
from .making import (
    Patch,
    Wrong,
    allowed,
    more,
    pretend,
    pretending,
    then,
)


def beside_only(rules: Any, state: State, unit: int, hex_: int) -> bool:
    return rules.hq[unit] and hex_ in state.stacks


def own_division_only(rules: Any, state: State, unit: int, hex_: int) -> bool:
    division = rules.name(unit).partition("-")[2]
    near = [hex_, *rules.grid.around(hex_)]
    names = [rules.name(other) for place in near for other in state.stacks.get(place, ())]
    return rules.hq[unit] and not any(name.endswith(f"/{division}") for name in names)


def breaks_nowhere_near(rules: Any, state: State, unit: int) -> bool:
    post = rules.post_of(state, unit)
    return bool(post >= 0 and rules.next_to(state, 1 - state.active, post))


def no_room_for_dummies(right: Any, rules: Any, state: State, unit: int, hex_: int) -> bool:
    return bool(right(state, unit, hex_)) and not (rules.dummy[unit] and hex_ in state.stacks)


def dummies_stack_only(rules: Any, state: State, unit: int, hex_: int) -> bool:
    return rules.dummy[unit] and hex_ not in state.stacks


def duty(name: str, **changed: int) -> Patch:
    """Another turn, or another price, for a withdrawal."""

    def change(battle: Battle, own: Any) -> Any:
        unit = unit_of(battle, name)
        return {due: {**line, **changed} if due == unit else line for due, line in (own or {}).items()}

    return special("withdrawals", change)


def taken_away(rules: Any, state: State, phase: str, table: Any) -> None:
    for unit, line in rules.withdrawals.items():
        if (
            phase == "movement"
            and state.active == rules.un
            and state.turn > line["turn"]
            and state.at[unit] >= 0
        ):
            rules.withdraw(state, unit, table)


def a_turn_later(right: Any, rules: Any, state: State, due: int) -> Any:
    with pretending(state, "turn", state.turn + 1):
        return right(state, due)


def count_turn(rules: Any, state: State, unit: int, table: Any) -> None:
    if state.turn > rules.withdrawals[unit]["turn"]:
        state.tracks[f"overdue {unit}"] = state.tracks.get(f"overdue {unit}", 0) + 1


def lost_duties(rules: Any, state: State, side: int) -> list[int]:
    return [
        due
        for due in rules.withdrawals
        if state.side_of[due] == side and state.at[due] == ELIMINATED and state.tracks.get(f"lost {due}")
    ]


def no_duties_lost(rules: Any, state: State, side: int) -> int:
    return sum(state.turn >= rules.withdrawals[due]["turn"] for due in lost_duties(rules, state, side))


def duties_lost_at_once(rules: Any, state: State, side: int) -> int:
    early = [due for due in lost_duties(rules, state, side) if state.turn < rules.withdrawals[due]["turn"]]
    return -len(early)


def any_loss_counts(rules: Any, state: State, unit: int, cause: str, table: Any) -> None:
    if unit in rules.withdrawals:
        state.tracks[f"lost {unit}"] = 1


def cuts(*turns: int) -> Patch:
    return special("support-cuts", lambda battle, own: own and dict.fromkeys(own, turns))


def cuts_of_the_turn(rules: Any, state: State, side: int) -> int:
    """A cut counts in its own turn only."""
    return sum(turn < state.turn for turn in rules.special.get("support-cuts", {}).get(side, ()))


def held_now(right: Any, rules: Any, state: State, line: Any, points: list[int]) -> None:
    side, value, hexes = line
    if all(rules.real_in(state, side, hex_) for hex_ in hexes):
        points[side] += value


def held_for_ever(right: Any, rules: Any, state: State, line: Any, points: list[int]) -> None:
    rules.award_ever(state, line, points)


def ever_held(right: Any, rules: Any, state: State, line: Any, points: list[int]) -> None:
    side, value, hexes = line
    if any(state.tracks.get(control_track(hex_)) == side for hex_ in hexes):
        points[side] += value


def each_hex(right: Any, rules: Any, state: State, line: Any, points: list[int]) -> None:
    side, value, hexes = line
    points[side] += value * sum(taken_track(hex_, side) in state.tracks for hex_ in hexes)


def captured_in_passing(rules: Any, state: State, order: Any, table: Any) -> None:
    if order.verb == "move":
        for hex_ in order.path:
            if hex_ in rules.watched:
                state.tracks[taken_track(hex_, state.side_of[order.unit])] = 1


def turned(right: Any, rules: Any, state: State) -> Any:
    own = right(state)
    return own if own is None or own.winner < 0 else own._replace(winner=1 - own.winner)


def lost_if(test: Wrong) -> Wrong:
    """More units than those of the deadpile are counted in it."""

    def wrong(right: Any, rules: Any, state: State, points: list[int]) -> None:
        at = [ELIMINATED if test(state, unit, place) else place for unit, place in enumerate(state.at)]
        with pretending(state, "at", at):
            right(state, points)

    return wrong


def cadres_score(rules: Any, state: State, points: list[int]) -> None:
    for counter in rules.counters:
        if counter.size == "cadre" and state.at[counter.index] == ELIMINATED:
            points[1 - counter.side] += 2


def shut_out(nation: str) -> Patch:
    """Units of one nation score nothing."""
    return law("scores", lambda right, rules, unit: right(unit) and rules.nation[unit] != nation)


def near(name: str, centre: str, reach: int) -> Patch:
    """One counter sets up within so many hexes of a hex."""

    def change(battle: Battle, unit: int, own: Placement) -> Placement:
        grid = battle.board.grid
        if battle.counters[unit].id != name:
            return own
        return replace(own, hexes=tuple(grid.within(grid.index(centre), reach)))

    return placements(change)


MUTANTS = [
    # Pusan: length and set-up
    dg("the Pusan battle lasts 20 turns", data(lambda battle: {"turns": min(battle.turns, 20)}), "27.0.a"),
    dg("the Pusan battle lasts 22 turns", data(lambda battle: {"turns": battle.turns + 1}), "27.0.a"),
    dg("headquarters begin anywhere", law("judge_area", allowed("set_up_beside")), "27.0.e"),
    dg("headquarters begin alone in their hexes", law("judge_area", barred(beside_only)), "27.0.e"),
    dg("headquarters begin with their divisions", law("judge_area", barred(own_division_only)), "27.0.e"),
    *begins("Pusan", "27.0.e", {"27/25": "0206", "ROK-8": "3410", "MP-Taegu": "1909"}),
    dg(
        "Pusan: units begin where they like",
        law("refuse_fixed", lambda *_: None),
        "27.0.e 27.0.q",
    ),
    *begins("Pusan", "27.0.q", {"NK-2": "2503", "NK-83": "0303", "NK-HQ1": "3710"}),
    *(
        dg(f"{name} begins in {hexes}", set_up(name, hexes, fixed=False), "27.0.h")
        for name, hexes in (
            ("Depot-1", "3706"),
            ("Depot-1", "3710"),
            ("Depot-2", "3701"),
            ("Depot-2", "2501"),
            ("Depot-3", "3721"),
            ("Depot-3", "0301"),
            ("Depot-1", "3706 3710 3701"),
            ("Depot-2", "3701 2501 3706"),
            ("Depot-3", "3721 0301 3710"),
        )
    ),
    dg("regiments begin next to the enemy", special("breakdown-apart", lambda battle, own: False), "27.0.o"),
    dg("no break-down next to the enemy", law("judge_break", barred(breaks_nowhere_near)), "27.0.o"),
    dg("dummies begin alone in their hexes", law("has_room", no_room_for_dummies), "27.0.p 28.0.k 16.0.g"),
    dg("dummies begin with other units only", law("judge_area", barred(dummies_stack_only)), "27.0.p 28.0.k"),
    dg(
        "Pusan: dummies keep away from the enemy",
        special("dummies", lambda battle, own: {"apart": True}),
        "27.0.p",
    ),
    dg("dummies begin anywhere", law("judge_area", allowed("set_up_dummy")), "27.0.p 28.0.k"),
    # Pusan: arrivals
    *late("un", (1, 2, 6, 8, 9, 13), "Pusan", "27.0.g2"),
    *late("nk", (1, 6, 13, 14), "Pusan", "27.0.j2"),
    dg(
        "Pusan: everybody may come on at once",
        law("is_due", lambda *_: True),
        "27.0.g2 27.0.j2 28.0.e2 28.0.j",
    ),
    *elsewhere("Pusan", "27.0.g", {"Tk-6": "0215", "38/2": "0308", "Tk-73": "0216 0308"}),
    dg("38/2 comes at full strength", start_steps("38/2", 0), "27.0.g"),
    *elsewhere("Pusan", "27.0.j", {"Depot-4": "3706", "NK-10": "2501 3701", "NK-7": "1201"}),
    dg("the fourth depot comes on turn 2", arrival("Depot-4", turn=2), "27.0.j"),
    *elsewhere(
        "At Pusan",
        "27.0.j2",
        {"NK-10": "3701", "NK-7": "1201", "NK-9": "0301", "NK-16": "3710", "NK-17": "2501"},
    ),
    dg("NK-9 comes at full strength", start_steps("NK-9", 0), "27.0.j2"),
    # Pusan: withdrawals
    dg("units are withdrawn before their time", law("judge_withdrawal", pretend("turn", 99)), "27.0.k"),
    *(
        dg(f"{name} is withdrawn on turn {turn}", duty(name, turn=turn), clauses)
        for name, turn, clauses in (
            ("5/1M", 15, "27.0.k 27.0.vp.e"),
            ("5/1M", 17, "27.0.k 27.0.vp.e"),
            ("ROK-17", 19, "27.0.k 27.0.vp.f"),
            ("ROK-17", 21, "27.0.k 27.0.vp.f"),
        )
    ),
    dg("withdrawals are compulsory", law("begin_phase", then(taken_away)), "27.0.k 27.0.vp.e"),
    dg("units are withdrawn at any moment", law("at_the_start", lambda *_: True), "27.0.k"),
    dg(
        "units next to the enemy are not withdrawn",
        law(
            "judge_withdrawal",
            barred(lambda rules, state, unit: rules.next_to(state, 1 - state.active, state.at[unit])),
        ),
        "27.0.k",
    ),
    dg("late withdrawals cost nothing", law("is_overdue", lambda *_: False), "27.0.l 27.0.vp.e 27.0.vp.f"),
    dg(
        "the due turn is overdue",
        law("is_overdue", a_turn_later),
        "27.0.l 27.0.vp.e 27.0.vp.f",
    ),
    dg(
        "the turn of a late withdrawal counts",
        law("withdraw", then(count_turn)),
        "27.0.l 27.0.vp.f",
    ),
    dg("late Marines cost 2 points a turn", duty("5/1M", points=2), "27.0.l 27.0.vp.e"),
    dg("a late ROK-17 costs 3 points a turn", duty("ROK-17", points=3), "27.0.l 27.0.vp.f"),
    dg("lost units owe no withdrawal", law("allotment_change", more(no_duties_lost)), "27.0.m"),
    dg("lost units owe a marker at once", law("allotment_change", more(duties_lost_at_once)), "27.0.m"),
    dg("units lost later owe a marker, too", law("eliminate", then(any_loss_counts)), "27.0.m"),
    *(
        dg(f"the allotment is cut on {' '.join(map(str, turns)) or 'no turn'}", cuts(*turns), "27.0.n")
        for turns in ((), (18, 20), (16, 20), (16, 18), (17, 18, 20), (16, 19, 20), (16, 18, 21))
    ),
    dg("cuts count in their own turn only", law("allotment_change", more(cuts_of_the_turn)), "27.0.n"),
    # Pusan: victory
    dg(
        "lost South Korean infantry is worth nothing",
        dead(of(nations="rok", kinds="infantry")),
        "27.0.vp.a 28.0.vp.a",
    ),
    dg(
        "lost South Korean infantry is worth 5",
        dead(of(nations="rok", kinds="infantry"), 5),
        "27.0.vp.a 28.0.vp.a",
    ),
    dg(
        "lost American battalions are worth nothing",
        dead(of(nations="us", sizes="battalion")),
        "27.0.vp.a 28.0.vp.a",
    ),
    dg(
        "lost American battalions are worth 5",
        dead(of(nations="us", sizes="battalion"), 5),
        "27.0.vp.a 28.0.vp.a",
    ),
    dg("lost dummies score", law("scores", lambda *_: True), "27.0.vp.h"),
    dg("lost cadres score", law("award_dead", then(cadres_score)), "27.0.vp.a 29.0.vp.a"),
    dg(
        "depleted units score",
        law("award_dead", lost_if(lambda state, unit, place: place >= 0 and state.step[unit])),
        "27.0.vp.a 27.0.vp.b",
    ),
    dg(
        "lost American regiments are worth nothing",
        dead(of(nations="us", sizes="regiment")),
        "27.0.vp.b 28.0.vp.b",
    ),
    dg(
        "lost American regiments are worth 4",
        dead(of(nations="us", sizes="regiment"), 4),
        "27.0.vp.b 28.0.vp.b",
    ),
    dg("the lost Commonwealth scores nothing", shut_out("cw"), "27.0.vp.b 29.0.vp.a"),
    dg(
        "lost American headquarters are worth nothing",
        dead(of(nations="us", kinds="hq")),
        "27.0.vp.b 28.0.vp.b",
    ),
    dg(
        "lost American headquarters are worth 2", dead(of(nations="us", kinds="hq"), 2), "27.0.vp.b 28.0.vp.b"
    ),
    dg(
        "lost South Korean headquarters are worth nothing",
        law(
            "scores",
            lambda right, rules, unit: right(unit) and not (rules.hq[unit] and rules.nation[unit] == "rok"),
        ),
        "27.0.vp.b",
    ),
    dg("Taegu and Masan count while occupied", law("award_held", held_now), "27.0.vp.c"),
    dg("Taegu and Masan count once taken", law("award_held", held_for_ever), "27.0.vp.c"),
    dg("Taegu and Masan are worth 5", worth("held", 5), "27.0.vp.c"),
    dg("Masan is worth nothing", schedule("held", lambda battle, lines: lines[:1]), "27.0.vp.c"),
    dg("Taegu is worth nothing", schedule("held", lambda battle, lines: lines[1:]), "27.0.vp.c"),
    dg("Pusan counts while held", law("award_ever", ever_held), "27.0.vp.d"),
    dg("every hex of Pusan counts", law("award_ever", each_hex), "27.0.vp.d"),
    dg("Pusan is taken in passing", law("carry_out", then(captured_in_passing)), "27.0.vp.d"),
    dg("Pusan is worth 20", worth("ever", 20), "27.0.vp.d"),
    dg("lost North Korean infantry is worth nothing", dead(of(nations="nk", kinds="infantry")), "27.0.vp.g"),
    dg("lost North Korean infantry is worth 2", dead(of(nations="nk", kinds="infantry"), 2), "27.0.vp.g"),
    dg(
        "units removed from play are lost ones",
        law("award_dead", lost_if(lambda state, unit, place: place == REMOVED)),
        "27.0.vp.g 11.0.f",
    ),
    *(
        dg(f"lost North Korean {kind} units are worth 1", dead(of(nations="nk", kinds=kind), 1), "27.0.vp.h")
        for kind in ("mobile", "hq", "depot")
    ),
    dg("the lower total wins", law("outcome", turned), "27.0.vp.i"),
    dg(
        "equal points are a North Korean win",
        schedule("levels", lambda battle, lines: [(least, max(who, 0), name) for least, who, name in lines]),
        "27.0.vp.i",
    ),
]
