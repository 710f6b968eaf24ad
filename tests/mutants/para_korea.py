"""Victory in general and the rules for Korea but for fog of war (para 21 and 23.0 to 23.5), broken."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from hexfolio.core.battle import Battle
from hexfolio.core.counters import Counter
from hexfolio.core.game import Outcome
from hexfolio.core.rulings import Refusal
from hexfolio.core.state import EXITED, WAITING, State

from .korean import counters, data
from .making import Patch, Wrong, both, module_value
from .para import SUKCHON, TOMAHAWK, bars, changes, law, lets, mistakes, para, says, says_if
from .para_pursuit import thinks

SHIFTS = "hexfolio.rulebooks.paratrooper.shifts"


def at(battle_id: str, change: Callable[[Battle], dict[str, Any]]) -> Patch:
    """Other figures in one of the battles."""
    return data(lambda battle: change(battle) if battle.id == battle_id else {})


def roster(battle_id: str, change: Callable[[Counter], Counter]) -> Patch:
    """Counters of one of the battles with other print on them."""
    return at(battle_id, lambda battle: {"counters": tuple(map(change, battle.counters))})


def renamed(group: str, other: str) -> Callable[[Counter], Counter]:
    return lambda counter: replace(counter, group=other) if counter.group == group else counter


def nation_of(name: str, nation: str) -> Callable[[Counter], Counter]:
    return lambda counter: replace(counter, nation=nation) if counter.id == name else counter


def hexsides(battle_id: str, change: Callable[[Battle, int, frozenset[str]], frozenset[str]]) -> Patch:
    """Other features on the hexsides of a battle's map."""

    def changed(battle: Battle) -> dict[str, Any]:
        sides = {side: change(battle, side, own) for side, own in battle.board.hexsides.items()}
        return {"board": replace(battle.board, hexsides=sides)}

    return at(battle_id, changed)


def side_of(battle: Battle, text: str) -> int:
    start, goal = map(battle.board.grid.index, text.split("/"))
    return battle.board.side_between(start, goal)


def without(feature: str, where: str) -> Patch:
    return hexsides(
        SUKCHON,
        lambda battle, side, own: own - {feature} if side == side_of(battle, where) else own,
    )


def as_streams(battle: Battle, side: int, own: frozenset[str]) -> frozenset[str]:
    return own - {"river"} | {"stream"} if "river" in own else own


def over_uncrossable(rules: Any, start: int, goal: int) -> bool:
    return "uncrossable" in rules.board.side_features(start, goal)


def when_a_phase_ends(right: Any, rules: Any, state: State, table: Any) -> Any:
    """Sudden death waits for the end of a phase."""
    return right(state, table) if "mutant closing" in state.tracks else False


def closing(right: Any, rules: Any, state: State, table: Any) -> None:
    state.tracks["mutant closing"] = 1
    right(state, table)
    state.tracks.pop("mutant closing", None)


def judged_by(margin: Callable[[int, int], int]) -> Patch:
    """The level by another figure than the difference of the points."""

    def change(own: Outcome | None, rules: Any, state: State) -> Outcome | None:
        if own is None or "sudden" in state.tracks:
            return own
        winner, level = rules.level(margin(*own.points))
        return Outcome(winner, level, own.points)

    return changes("outcome", change)


def decided(own: tuple[int, str], rules: Any, margin: int) -> tuple[int, str]:
    """There is no draw."""
    return own if own[0] >= 0 else (int(margin <= 0), "tactical victory")


def levels(*least: int) -> Patch:
    """Levels of victory with other bounds, the highest first."""
    names = ("strategic victory", "operational victory", "tactical victory")

    def wrong(right: Any, rules: Any, margin: int) -> tuple[int, str]:
        for bound, name in zip(least, names, strict=True):
            if abs(margin) >= bound:
                return int(margin < 0), name
        return -1, "draw"

    return law("level", wrong)


def to_where_it_may_end(right: Any, rules: Any, state: State, unit: int) -> list[Any]:
    return [way for way in right(state, unit) if rules.may_end(state, unit, way[-1])]


def light_if(word: str) -> Patch:
    return counters(
        lambda counter: replace(counter, mobility="light") if counter.mobility == word else counter
    )


def as_vehicles(method: str) -> Patch:
    """A rule that takes motorized units for mechanized ones."""
    return mistakes(
        method, "is_mechanized", lambda rules, *_: lambda unit: rules.counters[unit].mobility != "light"
    )


def leaving(change: Wrong) -> Patch:
    """Another price for leaving the map: `change` is given the right half points."""

    def wrong(right: Any, rules: Any, state: State, unit: int, path: Any, left: int) -> Any:
        own = right(state, unit, path, left + 99)
        if isinstance(own, Refusal):
            return own
        cost = change(own)
        return cost if cost <= left else rules.refuse("withdrawal_cost", "Refused by a mutant.")

    return law("judge_exit", wrong)


def back_again(right: Any, rules: Any, state: State, *args: Any) -> Any:
    for unit, place in enumerate(state.at):
        if place == EXITED:
            state.put(unit, WAITING)
    return right(state, *args)


def scored(own: tuple[int, int], rules: Any, state: State) -> tuple[int, int]:
    """Who leaves the map counts for the enemy."""
    gone = sum(rules.worth(unit) for unit, place in enumerate(state.at) if place == EXITED)
    return own[0], own[1] + gone


def from_the_peak(own: Any, rules: Any, state: State, assault: Any) -> Any:
    """Only who stands on the peak profits."""
    peaks = [unit for unit in assault.attackers if "peak" in rules.board.terrain[state.at[unit]]]
    return own if peaks else None


def held_by_anybody(own: Any, rules: Any, state: State, assault: Any) -> Any:
    near = rules.grid.within(assault.hex, 2)
    held = any("peak" in rules.board.terrain[h] and rules.units_in(state, 1 - assault.side, h) for h in near)
    return own or (rules.shift("high_ground", "a peak near by is held", 1) if held else None)


def held_by_nobody(own: Any, rules: Any, state: State, assault: Any) -> Any:
    near = rules.grid.within(assault.hex, 2)
    peaks = rules.options.get("high-ground") and any("peak" in rules.board.terrain[hex_] for hex_ in near)
    return own or (rules.shift("high_ground", "a peak near by is held", 1) if peaks else None)


UNCROSSABLE = ("2810/2911", "3417/3418", "3418/3518", "3418/3519", "3518/3519")

VICTORY = [
    para("there is no sudden death", says("sudden_death", False), "21.1.a"),
    para(
        "sudden death comes when a phase ends",
        both(law("sudden_death", when_a_phase_ends), law("end_phase", closing)),
        "21.1.a",
    ),
    para(
        "sudden death is for the airborne side",
        says_if(
            "sudden_death",
            lambda rules, state, table: all(
                rules.holds(state, rules.defending_side, hex_) for hex_ in rules.objectives()
            ),
            False,
        ),
        "21.1.a",
    ),
    para(
        "sudden death waits for all landings",
        says_if("sudden_death", lambda rules, state, table: "planned" in state.lists, False),
        "21.1.a",
    ),
    para(
        "sudden death comes from among enemies",
        law(
            "_holds_alone", lambda right, rules, state, side, hex_: rules.holds(state, side, hex_, fog=False)
        ),
        "21.1.a",
    ),
    para(
        "a withdrawal brings no sudden death",
        says_if(
            "sudden_death", lambda rules, state, table: state.phase == "movement" and state.mover < 0, False
        ),
        "21.1.a",
    ),
    para("the higher total says how one wins", judged_by(lambda a, b: a if a > b else -b), "21.2.b"),
    para("the lower total wins", judged_by(lambda a, b: b - a), "21.2.b"),
    para(
        "the sum of points says how one wins",
        judged_by(lambda a, b: (a + b) * (1 if a > b else -1)),
        "21.2.b",
    ),
    para("levels are those of the printed battles", levels(41, 26, 11), "21.2.b 21.2.c"),
    para("who passes a full hex may not leave the map", law("open_ways", to_where_it_may_end), "23.4.a"),
    para("somebody always wins", changes("level", decided), "21.2.c"),
]

LAND = [
    para("Tomahawk has the 27th Brigade", roster(TOMAHAWK, renamed("TB", "27")), "23.0.a"),
    para("Tomahawk has the 105th", roster(TOMAHAWK, renamed("PLA", "105")), "23.0.a"),
    para("Sukchon has Growdon", roster(SUKCHON, renamed("TR", "TG")), "23.0.a"),
    para("Sukchon has Chinese", roster(SUKCHON, renamed("105", "PLA")), "23.0.a"),
    para("the 187th is not at Tomahawk", roster(TOMAHAWK, renamed("187", "29")), "23.0.a"),
    para("the North Koreans are not at Sukchon", roster(SUKCHON, renamed("NK", "KPA")), "23.0.a"),
    para("the Taedong is a stream", hexsides(SUKCHON, as_streams), "23.0.b"),
    *(para(f"{where} is crossed", without("uncrossable", where), "23.0.c") for where in UNCROSSABLE),
    para(
        "all of the Taedong is crossed by attacks",
        changes(
            "is_near",
            lambda own, rules, state, unit, hex_: own or rules.grid.distance(state.at[unit], hex_) == 1,
        ),
        "23.0.c",
    ),
    para(
        "all of the Taedong is crossed in retreat",
        mistakes(
            "judge_retreat",
            "_open",
            lambda rules, state, *_: (
                lambda _, unit, start, goal: (
                    over_uncrossable(rules, start, goal) or rules._may_step(state, unit, start, goal)
                )
            ),
        ),
        "23.0.c",
    ),
    para(
        "all of the Taedong is crossed in pursuit",
        changes(
            "_may_step",
            lambda own, rules, state, unit, start, goal: own or over_uncrossable(rules, start, goal),
        ),
        "23.0.c",
    ),
    *(
        para(
            f"{battle} has ships",
            roster(
                battle,
                lambda counter: (
                    replace(counter, traits=counter.traits | {"naval"}) if counter.id == "F51-1" else counter
                ),
            ),
            "23.0.d",
        )
        for battle in (SUKCHON, TOMAHAWK)
    ),
    para(
        "the Imjin is not crossed at one place",
        hexsides(
            TOMAHAWK,
            lambda battle, side, own: own | {"uncrossable"} if side == side_of(battle, "0807/0806") else own,
        ),
        "23.0.e",
    ),
    para(
        "the Imjin is too wide for infantry",
        says_if(
            "_step",
            lambda rules, goal, side, *_: "river" in rules.board.hexsides.get(side, ()),
            0,
        ),
        "23.0.e",
    ),
    para("the Imjin is a stream", hexsides(TOMAHAWK, as_streams), "23.0.e"),
    # 23.1, 23.3
    para("motorized units march like infantry", light_if("motorized"), "23.1.a"),
    para("guns stop motorized units", as_vehicles("_anti_tank"), "23.1.b"),
    para("motorized units pursue two hexes", as_vehicles("judge_pursuit"), "23.1.b"),
    para("the 27th Brigade has British tanks", roster(SUKCHON, nation_of("27-D89", "cw")), "23.3.a"),
    para("the 27th Brigade has American engineers", roster(SUKCHON, nation_of("27-Eng", "us")), "23.3.a"),
    para("Growdon has American engineers", roster(TOMAHAWK, nation_of("TG-BrEng", "us")), "23.3.b"),
    para("Growdon has British tanks", roster(TOMAHAWK, nation_of("TG-6-A", "cw")), "23.3.b"),
    para("Boone is American", roster(TOMAHAWK, nation_of("TB-ROK-3", "us")), "23.3.c"),
    para("Boone is Korean", roster(TOMAHAWK, nation_of("TB-15-A", "rok")), "23.3.c"),
]

WITHDRAWAL = [
    para("units withdraw by any edge", lets("judge_exit", "leave_map", answer=2), "23.4.a"),
    para("nobody withdraws", bars("judge_exit", lambda *_: True), "23.4.a"),
    para(
        "leaders do not withdraw",
        bars("judge_exit", lambda rules, state, unit, *_: rules.is_fog[unit]),
        "23.4.a",
    ),
    para(
        "nobody withdraws out of a zone",
        bars("judge_exit", lambda rules, state, unit, path, left: rules.enemy_zones(state, unit)[path[0]]),
        "23.4.a",
    ),
    para(
        "units withdraw through a zone",
        mistakes("judge_exit", "enemy_zones", lambda rules, *_: lambda *__: bytes(rules.grid.size)),
        "23.4.a",
    ),
    para("leaving the map is free", leaving(lambda own: own - 2), "23.4.b"),
    para("leaving the map costs a half", leaving(lambda own: own - 1), "23.4.b"),
    para("leaving the map costs more than a point", leaving(lambda own: own + 1), "23.4.b"),
    para("withdrawn units come back", law("waiting", back_again), "23.4.c"),
    para("withdrawal gives points", changes("victory_points", scored), "23.4.d"),
    para("rear guards withdraw", lets("judge_mover", "static"), "23.4.e"),
    para("what lies face down withdraws", lets("judge_mover", "concealed_still"), "23.4.e"),
]

HIGH_GROUND = [
    para("there is no high ground", says("_high_ground", None), "23.5.a"),
    para("high ground is one hex wide", module_value(f"{SHIFTS}.HIGH_GROUND", 1), "23.5.a"),
    para("high ground is three hexes wide", module_value(f"{SHIFTS}.HIGH_GROUND", 3), "23.5.a"),
    para(
        "high ground is always in use",
        mistakes("_high_ground", "options", lambda *_: {"high-ground": "on"}),
        "23.5.a",
    ),
    para("the defender's peak helps against him", changes("_high_ground", held_by_anybody), "23.5.a"),
    para("an empty peak helps", changes("_high_ground", held_by_nobody), "23.5.a"),
    para(
        "high ground does not help guns",
        says_if("_high_ground", lambda rules, state, assault: assault.far and assault.kind == "ground"),
        "23.5.a",
    ),
    para("idle units on a peak are of no use", changes("_high_ground", from_the_peak), "23.5.b"),
    para(
        "high ground and concentric attacks are one benefit",
        says_if("_high_ground", lambda rules, state, assault: rules._concentric(state, assault) is not None),
        "23.5.c",
    ),
    para(
        "high ground is of no use against a peak",
        says_if("_high_ground", lambda rules, state, assault: "peak" in rules.board.terrain[assault.hex]),
        "23.5.c",
    ),
    para("one looks down at night", thinks("_high_ground", "is_night", False), "23.5.d"),
    para("one looks down in the rain", thinks("_high_ground", "rains", False), "23.5.d"),
]

MUTANTS = VICTORY + LAND + WITHDRAWAL + HIGH_GROUND
