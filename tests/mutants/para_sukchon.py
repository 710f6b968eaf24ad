"""Sukchon-Sunchon (para 24), broken."""

from __future__ import annotations

from typing import Any

import pytest

from hexfolio.core.battle import Battle
from hexfolio.core.state import State

from .korean import hexes_of
from .para import SUKCHON, changes, law, para, pardons, says, says_if
from .para_korea import at, levels
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
    of_nation,
    raised,
    result,
    rule_of,
    strikes,
    worth,
)

CLAUSES = {
    "turns": "24.0.b",
    "fog": "24.1.b",
    "stacking": "24.1.d",
    "guns": "24.1.e",
    "rolls": "24.1.f",
    "no waiting": "24.1.l",
    "at once": "24.1.o",
    "first strikes": "24.2.c",
    "empty map": "24.2.d",
    "zones": "24.2.e",
    "zone ground": "24.2.f",
    "un stacking": "24.2.h",
    "strike limit": "24.2.i",
    "un guns": "24.2.j",
    "nations": "24.2.k",
    "first drop": "24.2.l",
    "radius": "24.2.m",
    "later zones": "24.2.o",
    "supplies": "24.2.q",
    "night strikes": "24.2.r",
    "strikes lost": "24.2.s",
    "shot down": "24.2.t",
    "un rolls": "24.2.u",
    "un no waiting": "24.2.v",
    "blocked": "24.2.ae",
    "bonus": "24.3.1.a",
    "bonus next door": "24.3.1.a",
    "builder": "24.3.2.a",
    "sudden": "24.4.a",
    "sudden fog": "24.4.b",
    "un points": "24.4.d",
    "communist points": "24.4.e",
    "difference": "24.4.f",
    "levels": "24.4.g",
}


def battle_first(right: Any, rules: Any, state: State, table: Any) -> None:
    """The airborne side begins before the other has set up."""
    rules.begin_turn(state, table)
    rules.settle(state, table)


def none_if_few(right: Any, rules: Any, state: State, side: int, called: Any, table: Any) -> None:
    """Nobody comes if fewer are left than the die may ask for."""
    if called.pick != "random" or len(rules.waiting(state, called.contingent)) > 5:
        right(state, side, called, table)


def drop_of_choice(rules: Any, state: State) -> bool:
    drop = rules.drop_due(state)
    return drop is not None and bool(drop.window)


def american(right: Any, rules: Any, state: State, side: int) -> int:
    """Only Americans bring command points."""
    units_in = rules.units_in
    own = rules.units_in = lambda *args: [u for u in units_in(*args) if rules.counters[u].nation == "us"]
    try:
        return int(right(state, side))
    finally:
        assert rules.units_in is own
        del rules.units_in


def other_roads(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hex beside the road will do as well."""
    at(SUKCHON, lambda battle: more_roads(battle, "0522"))(monkeypatch)


def more_roads(battle: Battle, text: str) -> dict[str, Any]:
    own = battle.special["reinforcements"]
    lines = tuple(
        line._replace(groups=tuple(g._replace(roads=g.roads + hexes_of(battle, text)) for g in line.groups))
        for line in own[UN].lines
    )
    return {"special": {**battle.special, "reinforcements": {**own, UN: own[UN]._replace(lines=lines)}}}


def standing_fast(battle: Battle) -> dict[str, Any]:
    """The regiment has the hexes of history and no others."""
    own = battle.special["set-up-stages"]
    fog_stage, regiment = own[COMMUNIST]
    stages = (fog_stage, regiment._replace(hexes=frozenset(regiment.defaults)))
    return {"special": {**battle.special, "set-up-stages": {**own, COMMUNIST: stages}}}


def by_zone(own: bool, rules: Any, state: State, side: int, hex_: int, *_: Any) -> bool:
    """A zone of control occupies, too."""
    return own or bool(rules.zones(state, side)[hex_])


def hidden_hold(own: bool, rules: Any, state: State, side: int, hex_: int, *_: Any) -> bool:
    return own or (side == COMMUNIST and rules.concealed_in(state, hex_) >= 0)


def prisoners_near(own: int, rules: Any, state: State, side: int) -> int:
    """Prisoners who were found take a bonus away."""
    hexes = [
        near for bonus in rules.special["bonus"] for hex_ in bonus.hexes for near in rules.grid.around(hex_)
    ]
    found = any(rules.has(unit, "prisoners") for hex_ in hexes for unit in state.stacks.get(hex_, ()))
    return 0 if found else own


def hidden_near(right: Any, rules: Any, state: State, side: int) -> int:
    """What lies face down takes no bonus away."""
    taken = [u for u in state.lists.get("concealed", ()) if state.at[u] >= 0]
    own = int(right(state, side))
    hexes = [hex_ for bonus in rules.special["bonus"] for hex_ in bonus.hexes]
    beside = any(rules.grid.distance(state.at[unit], hex_) == 1 for unit in taken for hex_ in hexes)
    return own or (2 if beside else 0)


COMMUNISTS = [
    para("Sukchon: nobody sets up", law("begin", battle_first), "24.1.a"),
    para(
        "Sukchon: the regiment stands where history had it",
        at(SUKCHON, standing_fast),
        "24.1.c",
    ),
    para(
        "Sukchon: the 105th sets up with the regiment",
        changes("stage_units", lambda own, rules, *_: [*own, *rules.contingent("105")] if own else own),
        "24.1.c",
    ),
    para("Sukchon: all of the 105th comes", result(SUKCHON, COMMUNIST, "1", group(pick="all")), "24.1.g"),
    para("Sukchon: one of the 105th fewer", law("_call_group", in_a_row), "24.1.g"),
    para(
        "Sukchon: the 105th comes once",
        result(SUKCHON, COMMUNIST, "1", lambda line: line._replace(again=False)),
        "24.1.g",
    ),
    para("Sukchon: a 2 brings one fog counter", result(SUKCHON, COMMUNIST, "2", fog(-1)), "24.1.h"),
    para("Sukchon: a 2 brings three fog counters", result(SUKCHON, COMMUNIST, "2", fog(1)), "24.1.h"),
    para("Sukchon: a 3 brings two fog counters", result(SUKCHON, COMMUNIST, "3", fog(1)), "24.1.i"),
    para("Sukchon: a 3 brings no fog", result(SUKCHON, COMMUNIST, "3", nothing), "24.1.i"),
    *(
        para(f"Sukchon: a {die} brings fog", result(SUKCHON, COMMUNIST, die, fog(1)), "24.1.j")
        for die in "456"
    ),
    *(
        para(
            f"Sukchon: the 105th comes by the {' and '.join(edges)}",
            result(SUKCHON, COMMUNIST, "1", group(edges=edges)),
            "24.1.k",
        )
        for edges in (("north",), ("east",), ("north", "east", "south"), ("north", "east", "west"))
    ),
    para("Sukchon: lost units of the 105th come again", law("waiting", raised), "24.1.m"),
    para("Sukchon: too few of the 105th do not come", law("_call_group", none_if_few), "24.1.m"),
]

UNITED_NATIONS = [
    para("Sukchon: eleven units drop on turn 1", rule_of(SUKCHON, "drops", airborne(0, number=11)), "24.2.l"),
    para(
        "Sukchon: thirteen units drop on turn 1", rule_of(SUKCHON, "drops", airborne(0, number=13)), "24.2.l"
    ),
    para(
        "Sukchon: the second drop is on turn 2",
        rule_of(SUKCHON, "drops", airborne(1, window=False)),
        "24.2.n",
    ),
    para("Sukchon: the second drop is late", rule_of(SUKCHON, "drops", airborne(1, turn=4)), "24.2.n"),
    para(
        "Sukchon: the second drop comes in parts",
        pardons("judge_planned", "must_drop_together", drop_of_choice),
        "24.2.n",
    ),
    para(
        "Sukchon: four units drop the second time", rule_of(SUKCHON, "drops", airborne(1, number=4)), "24.2.n"
    ),
    para(
        "Sukchon: who is left over from the first drop is lost",
        law(
            "leave_undropped",
            lambda right, rules, state: [
                state.put(unit, -4) for unit in rules.contingent("187") if state.at[unit] < 0
            ],
        ),
        "24.2.n",
    ),
    para("Sukchon: drop zones without limit", says("zones_left", 1), "24.2.p"),
    para(
        "Sukchon: drop zones that were not placed come later",
        law(
            "zones_left",
            lambda right, rules, state: (
                sum(rules.special["drop-zones"][:2]) - len(state.lists.get("zones", ()))
                if state.turn > 1
                else right(state)
            ),
        ),
        "24.2.p",
    ),
    *(para(f"Sukchon: a {die} brings nothing", result(SUKCHON, UN, die, nothing), "24.2.w") for die in "123"),
    para("Sukchon: 1 to 3 bring two airstrikes", result(SUKCHON, UN, "123", strikes(-1)), "24.2.w"),
    para("Sukchon: 1 to 3 bring four airstrikes", result(SUKCHON, UN, "123", strikes(1)), "24.2.w"),
    para("Sukchon: nine of the 27th come first", result(SUKCHON, UN, "123", group(number=9)), "24.2.x"),
    para("Sukchon: eleven of the 27th come first", result(SUKCHON, UN, "123", group(number=11)), "24.2.x"),
    para("Sukchon: all of the 27th comes first", result(SUKCHON, UN, "123", group(pick="all")), "24.2.x"),
    para(
        "Sukchon: the rest of the 27th never comes",
        result(SUKCHON, UN, "123", lambda line: line._replace(groups=line.groups[:1])),
        "24.2.y",
    ),
    para(
        "Sukchon: six more of the 27th come",
        result(SUKCHON, UN, "123", group(1, number=6, pick="choice")),
        "24.2.y",
    ),
    para(
        "Sukchon: the third time brings Rodgers",
        result(
            SUKCHON,
            UN,
            "123",
            lambda line: line._replace(groups=(*line.groups, line.groups[1]._replace(contingent="TR"))),
        ),
        "24.2.y",
    ),
    para("Sukchon: the 27th comes next to its road", result(SUKCHON, UN, "123", group(reach=1)), "24.2.z"),
    para("Sukchon: the 27th comes far from its road", result(SUKCHON, UN, "123", group(reach=3)), "24.2.z"),
    para(
        "Sukchon: the 27th comes from the north",
        result(SUKCHON, UN, "123", group(edges=("north",))),
        "24.2.z",
    ),
    para("Sukchon: the 27th comes by other roads", other_roads, "24.2.z"),
    *(para(f"Sukchon: a {die} brings nothing", result(SUKCHON, UN, die, nothing), "24.2.aa") for die in "45"),
    para(
        "Sukchon: 4 and 5 bring three airstrikes", result(SUKCHON, UN, "45", strikes(-1)), "24.2.aa 24.2.ac"
    ),
    para("Sukchon: 4 and 5 bring five airstrikes", result(SUKCHON, UN, "45", strikes(1)), "24.2.aa"),
    para(
        "Sukchon: Rodgers comes first",
        result(SUKCHON, UN, "45", lambda line: line._replace(groups=line.groups[::-1])),
        "24.2.aa 24.2.ac",
    ),
    para("Sukchon: the ROK come next to their road", result(SUKCHON, UN, "45", group(reach=1)), "24.2.ab"),
    para("Sukchon: the ROK come far from their road", result(SUKCHON, UN, "45", group(reach=3)), "24.2.ab"),
    para(
        "Sukchon: the ROK come from the south", result(SUKCHON, UN, "45", group(edges=("south",))), "24.2.ab"
    ),
    para(
        "Sukchon: Rodgers never comes",
        result(SUKCHON, UN, "45", lambda line: line._replace(groups=line.groups[:1])),
        "24.2.ac",
    ),
    para(
        "Sukchon: the third time brings the 27th",
        result(
            SUKCHON,
            UN,
            "45",
            lambda line: line._replace(groups=(*line.groups, line.groups[1]._replace(contingent="27"))),
        ),
        "24.2.ac",
    ),
    para("Sukchon: Rodgers comes next to its road", result(SUKCHON, UN, "45", group(1, reach=1)), "24.2.ad"),
    para("Sukchon: Rodgers comes far from its road", result(SUKCHON, UN, "45", group(1, reach=3)), "24.2.ad"),
    para(
        "Sukchon: Rodgers comes from the east",
        result(SUKCHON, UN, "45", group(1, edges=("east",))),
        "24.2.ad",
    ),
    para("Sukchon: a 6 brings four airstrikes", result(SUKCHON, UN, "6", strikes(-1)), "24.2.af"),
    para(
        "Sukchon: a 6 brings the ROK",
        rule_of(
            SUKCHON,
            "reinforcements",
            lambda own: {
                **own,
                UN: own[UN]._replace(
                    lines=(*own[UN].lines[:5], own[UN].lines[5]._replace(groups=own[UN].lines[4].groups))
                ),
            },
        ),
        "24.2.af",
    ),
]

PLACES = [
    para("Sukchon: only Americans bring the bonus", law("bonus", american), "24.3.1.a"),
    para("Sukchon: prisoners take the bonus away", changes("bonus", prisoners_near), "24.3.1.a"),
    para("Sukchon: what lies face down takes no bonus", law("bonus", hidden_near), "24.3.1.a"),
    para("Sukchon: sudden death on turn 1", law("sudden_death", from_turn(1)), "24.4.a"),
    para("Sukchon: most objectives will do for sudden death", law("sudden_death", all_but_one), "24.4.a"),
    para("Sukchon: enemies do not hinder sudden death", law("sudden_death", enemies_or_not), "24.4.a"),
    para(
        "Sukchon: objectives are worth four",
        objectives(SUKCHON, lambda own: dict.fromkeys(own, 4)),
        "24.4.c",
    ),
    para("Sukchon: a zone occupies", changes("holds", by_zone), "24.4.c"),
    para("Sukchon: what lies face down occupies", changes("holds", hidden_hold), "24.4.c"),
    para(
        "Sukchon: open fog does not occupy",
        says_if("holds", lambda rules, state, side, *_: side == COMMUNIST, False),
        "24.4.c",
    ),
    para(
        "Sukchon: leaders are worth one point",
        worth(lambda own, rules, unit: 1 if rules.has(unit, "leader") else own),
        "24.4.d",
    ),
    para("Sukchon: the ROK do not count", of_nation("rok"), "24.4.e"),
    para("Sukchon: ten is no draw", levels(41, 26, 10), "24.4.g"),
    para("Sukchon: 26 is tactical", levels(41, 27, 11), "24.4.g"),
    para("Sukchon: 41 is operational", levels(42, 26, 11), "24.4.g"),
]

MUTANTS = [*courses(SUKCHON, CLAUSES), *COMMUNISTS, *UNITED_NATIONS, *PLACES]
