"""Operation Tomahawk (para 25), broken."""

from __future__ import annotations

from typing import Any

from hexfolio.core.state import State

from .making import Wrong, both
from .para import TOMAHAWK, changes, law, para, says, says_if
from .para_korea import levels, nation_of, roster
from .para_pursuit import thinks
from .para_reinforcements import coming_back
from .para_scenarios import (
    COMMUNIST,
    UN,
    airborne,
    all_but_one,
    courses,
    enemies_or_not,
    fog,
    from_turn,
    group,
    in_a_row,
    nothing,
    objectives,
    result,
    rule_of,
    stage,
    strikes,
)

CLAUSES = {
    "turns": "25.0.b",
    "fog": "25.1.c",
    "stacking": "25.1.h",
    "guns": "25.1.j",
    "rolls": "25.1.l",
    "no waiting": "25.1.q",
    "at once": "25.1.r",
    "first strikes": "25.2.b",
    "empty map": "25.2.c",
    "zones": "25.2.d",
    "zone ground": "25.2.e",
    "un stacking": "25.2.h",
    "strike limit": "25.2.i",
    "un guns": "25.2.j",
    "nations": "25.2.k",
    "first drop": "25.2.l",
    "radius": "25.2.f",
    "later zones": "25.2.m",
    "supplies": "25.2.n",
    "night strikes": "25.2.o",
    "strikes lost": "25.2.p",
    "shot down": "25.2.q",
    "un rolls": "25.2.r",
    "un no waiting": "25.2.s",
    "blocked": "25.2.v",
    "bonus": "25.3.a",
    "bonus next door": "25.3.b",
    "builder": "25.3.c",
    "sudden": "25.4.a",
    "sudden fog": "25.4.a",
    "un points": "25.4.c",
    "communist points": "25.4.d",
    "difference": "25.4.e",
    "levels": "25.4.f",
}
FORCES = {"123": ("Growdon", "25.2.w"), "4": ("Hawkins", "25.2.x"), "5": ("Boone", "25.2.y")}


def die_of_disruption(contingent: str, more: int) -> Wrong:
    """Another number of units begins the battle disrupted."""

    def wrong(right: Any, rules: Any, state: State, side: int, place: int, table: Any) -> None:
        right(state, side, place, table)
        frame: Any = state.frames[-1]
        stages = rules.stages(side)
        own = stages[place] if state.phase == "set-up" and place < len(stages) else None
        if own is not None and (own.kind, own.contingent) == ("disrupt", contingent):
            state.frames[-1] = frame._replace(number=max(frame.number + more, 0))

    return wrong


def disrupting_another(contingent: str, other: str) -> Wrong:
    """Units of another army may be chosen to begin disrupted."""

    def wrong(right: Any, rules: Any, state: State, frame: Any) -> list[int]:
        own = rules.stages(frame.side)[frame.stage]
        if own.kind == "disrupt" and own.contingent == contingent:
            return [unit for unit in rules.contingent(other) if not state.step[unit]]
        return list(right(state, frame))

    return wrong


def once_is_enough(right: Any, rules: Any, state: State, frame: Any) -> Any:
    """The owner may stop short of the number."""
    stage_of = rules.stages(frame.side)[frame.stage]
    return None if stage_of.kind == "disrupt" else right(state, frame)


def together(method: str) -> Any:
    """A rule that lets both armies mix."""
    return thinks(method, "parted", False)


def fog_apart(own: bool, rules: Any, state: State, side: int, hex_: int) -> bool:
    """Units may not stand with a fog of war counter."""
    fog_there = any(rules.is_fog[unit] for unit in state.stacks.get(hex_, ()))
    return own or (fog_there and bool(rules.counted(state, side, hex_)))


def for_the_first_time(right: Any, rules: Any, state: State, side: int, *args: Any) -> None:
    """A result brings its airstrikes with its units only."""
    if state.turn == 1 or state.lists.get("due") or state.frames[-1][0] in ("road", "choose"):
        right(state, side, *args)


def wet(kind: str) -> Wrong:
    """Rain takes another kind of way away, too."""
    return lambda right, rules, ways, rain: right([way for way in ways if not rain or way != kind], rain)


def swept_away(right: Any, rules: Any, goal: int, side: int, mobility: str, *rest: Any) -> int:
    """No bridge stands in the rain."""
    if not rest[-1]:
        return int(right(goal, side, mobility, *rest))
    every = tuple(rules.board.hexsides)
    return int(right(goal, side, mobility, every, (), *rest[2:]))


def rain_goes_on(right: Any, rules: Any, state: State, side: int, table: Any) -> None:
    """Rain lasts for both player turns."""
    rain = state.tracks.get("rain")
    right(state, side, table)
    if rain == state.turn:
        state.tracks["rain"] = rain


def night_fighters(change: Any) -> Any:
    return rule_of(TOMAHAWK, "night-fighters", change)


def by_night(condition: Wrong) -> Any:
    """Others than the Chinese are spared the shift of the night."""
    return says_if("_night", lambda rules, state, assault: condition(rules, state, assault))


COMMUNISTS = [
    para("Tomahawk: NK units stand anywhere", stage(TOMAHAWK, 1, hexes=frozenset()), "25.1.d"),
    *(
        para(
            f"Tomahawk: one {army} unit {word} is disrupted",
            law("begin_stage", die_of_disruption(army, more)),
            clause,
        )
        for army, clause in (("NK", "25.1.e"), ("PLA", "25.1.g"))
        for word, more in (("more", 1), ("fewer", -1))
    ),
    para("Tomahawk: some NK units need not be disrupted", law("judge_stage_over", once_is_enough), "25.1.e"),
    para(
        "Tomahawk: PLA units are disrupted for NK",
        law("stage_units", disrupting_another("NK", "PLA")),
        "25.1.e",
    ),
    para(
        "Tomahawk: NK units are disrupted for PLA",
        law("stage_units", disrupting_another("PLA", "NK")),
        "25.1.g",
    ),
    para("Tomahawk: PLA units stand anywhere", stage(TOMAHAWK, 3, hexes=frozenset()), "25.1.f"),
    para("Tomahawk: a PLA unit fewer", stage(TOMAHAWK, 3, add=11), "25.1.f"),
    para("Tomahawk: all PLA units set up", stage(TOMAHAWK, 3, drawn=False), "25.1.f"),
    para("Tomahawk: armies set up together", together("judge_place"), "25.1.i"),
    para("Tomahawk: armies move together", together("may_end"), "25.1.i"),
    para(
        "Tomahawk: armies stack together",
        rule_of(TOMAHAWK, "apart", lambda own: frozenset()),
        "25.1.i 25.1.k",
    ),
    para("Tomahawk: armies attack together", together("_judge_group"), "25.1.k"),
    para("Tomahawk: armies keep apart from fog", changes("overstacked", fog_apart), "25.1.i"),
    para("Tomahawk: communists roll for ever", says("expects", True), "25.1.l"),
    *(
        para(f"Tomahawk: a {die} brings no PLA units", result(TOMAHAWK, COMMUNIST, die, nothing), "25.1.m")
        for die in "12"
    ),
    para("Tomahawk: all PLA units come", result(TOMAHAWK, COMMUNIST, "12", group(pick="all")), "25.1.m"),
    para("Tomahawk: one PLA unit fewer", law("_call_group", in_a_row), "25.1.m"),
    para(
        "Tomahawk: PLA units come once",
        result(TOMAHAWK, COMMUNIST, "12", lambda line: line._replace(again=False)),
        "25.1.m",
    ),
    *(
        para(f"Tomahawk: a {die} brings no fog", result(TOMAHAWK, COMMUNIST, die, nothing), "25.1.n")
        for die in "34"
    ),
    *(
        para(f"Tomahawk: a {die} brings two fog counters", result(TOMAHAWK, COMMUNIST, die, fog(1)), "25.1.n")
        for die in "34"
    ),
    *(
        para(f"Tomahawk: a {die} brings fog", result(TOMAHAWK, COMMUNIST, die, fog(1)), "25.1.o")
        for die in "56"
    ),
    *(
        para(
            f"Tomahawk: the PLA comes by the {' and '.join(edges)}",
            result(TOMAHAWK, COMMUNIST, "12", group(edges=edges)),
            "25.1.p",
        )
        for edges in (("north",), ("east",), ("north", "east", "south"), ("north", "east", "west"))
    ),
]

UNITED_NATIONS = [
    para(
        "Tomahawk: the Rangers do not drop",
        rule_of(TOMAHAWK, "drops", airborne(0, contingent="187")),
        "25.2.l",
    ),
    para("Tomahawk: only Rangers drop", rule_of(TOMAHAWK, "drops", airborne(0, contingent="R")), "25.2.l"),
    para("Tomahawk: twelve units drop", rule_of(TOMAHAWK, "drops", airborne(0, number=12)), "25.2.l"),
    para(
        "Tomahawk: in rain airstrikes come as by day",
        thinks("flyable", "rains", False),
        "25.2.o",
    ),
    para(
        "Tomahawk: groups come again",
        both(
            result(TOMAHAWK, UN, "12345", lambda line: line._replace(again=True)),
            law("_call_group", coming_back),
        ),
        "25.2.t",
    ),
    para(
        "Tomahawk: a group that has come brings no airstrikes",
        law("_award", for_the_first_time),
        "25.2.t",
    ),
    para(
        "Tomahawk: groups come two hexes from their road",
        result(TOMAHAWK, UN, "12345", group(reach=2)),
        "25.2.u",
    ),
    para(
        "Tomahawk: groups come four hexes from their road",
        result(TOMAHAWK, UN, "12345", group(reach=4)),
        "25.2.u",
    ),
    para(
        "Tomahawk: groups come from the east", result(TOMAHAWK, UN, "12345", group(edges=("east",))), "25.2.u"
    ),
    para(
        "Tomahawk: groups have one road",
        rule_of(
            TOMAHAWK,
            "reinforcements",
            lambda own: {
                **own,
                UN: own[UN]._replace(
                    lines=tuple(
                        line._replace(groups=tuple(g._replace(roads=g.roads[:1]) for g in line.groups))
                        for line in own[UN].lines
                    )
                ),
            },
        ),
        "25.2.u",
    ),
    *(
        para(
            f"Tomahawk: {name} does not come with a {die}",
            result(TOMAHAWK, UN, die, lambda line: line._replace(groups=())),
            clause,
        )
        for dice, (name, clause) in FORCES.items()
        for die in dice
    ),
    *(
        para(
            f"Tomahawk: {name} comes with {word} airstrikes",
            result(TOMAHAWK, UN, dice, strikes(more)),
            clause,
        )
        for dice, (name, clause) in FORCES.items()
        for word, more in (("fewer", -1), ("more", 1))
    ),
    *(
        para(
            f"Tomahawk: {name} comes in parts",
            result(TOMAHAWK, UN, dice, group(number=3, pick="choice")),
            clause,
        )
        for dice, (name, clause) in FORCES.items()
    ),
    para("Tomahawk: a 6 brings no rain", result(TOMAHAWK, UN, "6", nothing), "25.2.z"),
    para("Tomahawk: in rain no airstrike comes", rule_of(TOMAHAWK, "night-strikes", lambda own: 0), "25.2.z"),
    para(
        "Tomahawk: rain brings Boone",
        rule_of(
            TOMAHAWK,
            "reinforcements",
            lambda own: {
                **own,
                UN: own[UN]._replace(
                    lines=(*own[UN].lines[:5], own[UN].lines[5]._replace(groups=own[UN].lines[4].groups))
                ),
            },
        ),
        "25.2.z",
    ),
    para("Tomahawk: rain takes no command points", says("lose_command", None), "25.2.aa"),
    para(
        "Tomahawk: rain takes one command point",
        law("lose_command", lambda right, rules, state, side, points: right(state, side, 1)),
        "25.2.aa",
    ),
    para(
        "Tomahawk: rain takes all command points",
        law("lose_command", lambda right, rules, state, side, points: right(state, side, 9)),
        "25.2.aa",
    ),
    para("Tomahawk: rain does not hinder drops", thinks("landing_modifier", "rains", False), "25.2.ab"),
    para(
        "Tomahawk: trails are dry",
        law("best_rate", lambda right, rules, ways, rain: right(ways, False)),
        "25.2.ac",
    ),
    para(
        "Tomahawk: trails are always wet",
        law("best_rate", lambda right, rules, ways, rain: right(ways, True)),
        "25.2.ac",
    ),
    *(
        para(f"Tomahawk: a {way} is wet", law("best_rate", wet(way)), "25.2.ad")
        for way in ("road", "railroad")
    ),
    para("Tomahawk: bridges are swept away", law("_step", swept_away), "25.2.ad"),
    para("Tomahawk: rain falls on the communists", law("begin_player_turn", rain_goes_on), "25.2.ae"),
    para("Tomahawk: Hawkins is American", roster(TOMAHAWK, nation_of("TH-ROK-1", "us")), "25.2.af"),
    para("Tomahawk: Hawkins has more Koreans", roster(TOMAHAWK, nation_of("TH-65-A", "rok")), "25.2.af"),
    para("Tomahawk: the engineers are American", roster(TOMAHAWK, nation_of("TG-BrEng", "us")), "25.2.af"),
    para("Tomahawk: Growdon has British tanks", roster(TOMAHAWK, nation_of("TG-6-A", "cw")), "25.2.af"),
]

SPECIAL = [
    para("Tomahawk: Wijon-ni brings no bonus", rule_of(TOMAHAWK, "bonus", lambda own: own[1:]), "25.3.a"),
    para("Tomahawk: Uijeongbu brings no bonus", rule_of(TOMAHAWK, "bonus", lambda own: own[:1]), "25.3.a"),
    para(
        "Tomahawk: both places must be held",
        changes("bonus", lambda own, *_: own if own > 1 else 0),
        "25.3.a",
    ),
    para(
        "Tomahawk: an enemy next to one place takes both points",
        changes(
            "bonus",
            lambda own, rules, state, side: (
                0
                if any(
                    rules.next_to(state, COMMUNIST, hex_)
                    for each in rules.special["bonus"]
                    for hex_ in each.hexes
                )
                else own
            ),
        ),
        "25.3.b",
    ),
    para("Tomahawk: the night hinders the Chinese", night_fighters(lambda own: frozenset()), "25.3.d 25.3.e"),
    para(
        "Tomahawk: the night hinders no communist",
        by_night(lambda rules, state, assault: assault.side == COMMUNIST),
        "25.3.d",
    ),
    para("Tomahawk: NK units are night fighters", night_fighters(lambda own: own | {"NK"}), "25.3.d"),
    para(
        "Tomahawk: a leader brings the night with him",
        thinks("_night", "has", False),
        "25.3.d",
    ),
    para(
        "Tomahawk: one Chinese unit is enough at night",
        by_night(
            lambda rules, state, assault: any(
                rules.counters[unit].group == "PLA" for unit in assault.attackers
            )
        ),
        "25.3.d",
    ),
    para(
        "Tomahawk: Chinese infantry infiltrates by day", thinks("may_infiltrate", "is_night", True), "25.3.e"
    ),
    para("Tomahawk: the Chinese do not infiltrate", thinks("may_infiltrate", "is_night", False), "25.3.e"),
    para(
        "Tomahawk: Chinese guns infiltrate",
        changes(
            "may_infiltrate",
            lambda own, rules, state, unit: (
                own
                or (rules.is_night(state) and rules.counters[unit].group == "PLA" and not state.step[unit])
            ),
        ),
        "25.3.e",
    ),
    para(
        "Tomahawk: NK infantry infiltrates",
        changes(
            "may_infiltrate",
            lambda own, rules, state, unit: (
                own
                or (
                    rules.is_night(state)
                    and rules.counters[unit].symbol == "infantry"
                    and not state.step[unit]
                )
            ),
        ),
        "25.3.e",
    ),
    para("Tomahawk: disrupted Chinese infiltrate", thinks("may_infiltrate", "is_disrupted", False), "25.3.e"),
    para("Tomahawk: sudden death on turn 1", law("sudden_death", from_turn(1)), "25.4.a"),
    para("Tomahawk: most objectives will do for sudden death", law("sudden_death", all_but_one), "25.4.a"),
    para("Tomahawk: enemies do not hinder sudden death", law("sudden_death", enemies_or_not), "25.4.a"),
    para(
        "Tomahawk: all objectives are worth five",
        objectives(TOMAHAWK, lambda own: dict.fromkeys(own, 5)),
        "25.4.b",
    ),
    para(
        "Tomahawk: Tokchon is worth five",
        objectives(
            TOMAHAWK,
            lambda own: {hex_: 5 if place == 1 else value for place, (hex_, value) in enumerate(own.items())},
        ),
        "25.4.b",
    ),
    para(
        "Tomahawk: other objectives are worth ten",
        objectives(TOMAHAWK, lambda own: dict.fromkeys(own, 10)),
        "25.4.b",
    ),
    para(
        "Tomahawk: communists get nothing for objectives",
        says_if("holds", lambda rules, state, side, *_: side == COMMUNIST, False),
        "25.4.b",
    ),
    para(
        "Tomahawk: leaders are worth nothing",
        says_if("worth", lambda rules, unit: rules.has(unit, "leader"), 0),
        "25.4.c",
    ),
    para(
        "Tomahawk: Chinese units do not count",
        says_if("worth", lambda rules, unit: rules.counters[unit].group == "PLA", 0),
        "25.4.c",
    ),
    para(
        "Tomahawk: NK units do not count",
        says_if("worth", lambda rules, unit: rules.counters[unit].group == "NK", 0),
        "25.4.c",
    ),
    para("Tomahawk: ten is no draw", levels(41, 26, 10), "25.4.f"),
    para("Tomahawk: 26 is tactical", levels(41, 27, 11), "25.4.f"),
    para("Tomahawk: 41 is operational", levels(42, 26, 11), "25.4.f"),
]

MUTANTS = [*courses(TOMAHAWK, CLAUSES), *COMMUNISTS, *UNITED_NATIONS, *SPECIAL]
