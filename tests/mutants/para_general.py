"""Scope and components of Paratrooper (para 1 and 2), broken."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hexfolio.core.hexes import Grid
from hexfolio.core.state import REMOVED, State
from hexfolio.rulebooks.paratrooper.events import Rolled

from .korean import counters
from .making import Patch, Wrong, wrap
from .para import adds, bars, changes, law, mistakes, para, says, step, unmarked


def codes(change: Wrong) -> Patch:
    """Hexes with other numbers on them."""
    return lambda monkeypatch: wrap(
        monkeypatch, Grid, "number", lambda right, grid, hex_: change(right(hex_))
    )


def shadows(monkeypatch: pytest.MonkeyPatch) -> None:
    """A counter is still where it was when it has gone elsewhere."""

    def wrong(right: Any, state: State, counter: int, place: int) -> None:
        old = state.at[counter]
        right(counter, place)
        if old >= 0 and old != place:
            state.stacks[old] = (*state.stacks.get(old, ()), counter)

    wrap(monkeypatch, State, "put", wrong)


def of_class(trait: str, mobility: str, other: str) -> Patch:
    """Units of one class and kind belong to another class."""

    def change(counter: Any) -> Any:
        hit = counter.mobility == mobility and (trait in counter.traits or trait == counter.symbol)
        return replace(counter, mobility=other) if hit else counter

    return counters(change)


def bonus_of(nation: str) -> Wrong:
    """Only units of a nation hold places that bring command points."""

    def wrong(right: Any, rules: Any, state: State, side: int) -> int:
        others = [
            unit
            for unit in rules.side_counters[side]
            if state.at[unit] >= 0 and rules.counters[unit].nation != nation
        ]
        copy = state.copy()
        for unit in others:
            copy.put(unit, REMOVED)
        return int(right(copy, side))

    return wrong


def kept(place: int) -> Wrong:
    """Who is eliminated ends elsewhere."""

    def wrong(right: Any, rules: Any, state: State, unit: int, cause: str, table: Any) -> None:
        right(state, unit, cause, table)
        state.put(unit, place)

    return wrong


def with_nation(right: Any, rules: Any, name: str) -> list[int]:
    """A contingent is all of one nation: that of its first unit."""
    units: list[int] = right(name)
    return [unit for unit in units if rules.counters[unit].nation == rules.counters[units[0]].nation]


def by_name(right: Any, rules: Any, name: str) -> list[int]:
    """The contingent is read from the counter's name."""
    return [c.index for c in rules.counters if c.id.split("-")[0] == name]


def held_by_zone(own: bool, rules: Any, state: State, side: int, hex_: int, *_: Any) -> bool:
    return own or bool(rules.zones(state, side)[hex_])


def rolls_anyway(rules: Any, state: State, side: int, table: Any) -> None:
    """A side without a table rolls for reinforcements all the same."""
    if side not in rules.special.get("reinforcements", {}):
        table.tell(Rolled(side, "reinforcements", table.roll()))


def standard_radius(right: Any, rules: Any, state: State, hex_: int) -> bool:
    return any(rules.grid.distance(zone, hex_) <= 1 for zone in state.lists.get("zones", ()))


MUTANTS = [
    # 1
    para(
        "1: battles without drops do not load",
        law("drop_due", lambda right, rules, state: rules.special["drops"] and right(state)),
        "1.0.b",
    ),
    para("1: the table of reinforcements is needed", adds("call_reinforcements", rolls_anyway), "1.0.b"),
    para("1: a phase of strikes without strikes", step("strikes", "settle", lambda *_: False), "1.0.b"),
    para("1: the standard radius in every battle", law("near_zone", standard_radius), "1.0.c"),
    para(
        "1: every drop is on its turn, as is standard",
        bars("judge_planned", lambda rules, state: rules.droppable(state)),
        "1.0.c",
    ),
    # 2.1 to 2.3
    para("2: codes without their first nought", codes(lambda own: own.lstrip("0")), "2.1.a"),
    para("2: codes by column only", codes(lambda own: own[:2] + "01"), "2.1.a"),
    para("2: counters leave a shadow", shadows, "2.1.b"),
    para("2: only Americans hold Yongju", law("bonus", bonus_of("us")), "2.1.c"),
    para("2: the eliminated are out of play", law("eliminate", kept(REMOVED)), "2.3.b"),
    # 2.4
    para(
        "2: another strength in defence",
        law(
            "_item",
            lambda right, rules, state, unit, rule: right(state, unit, rule)._replace(
                value=rules.strength(state, unit) - (rule == "defence_strength")
            ),
        ),
        "2.4.c",
    ),
    para(
        "2: another strength in attack",
        law(
            "_item",
            lambda right, rules, state, unit, rule: right(state, unit, rule)._replace(
                value=rules.strength(state, unit) + (rule == "attack_strength")
            ),
        ),
        "2.4.c",
    ),
    para(
        "2: anybody pursues",
        law("has", lambda right, rules, unit, *traits: "pursuit" in traits or right(unit, *traits)),
        "2.4.d",
    ),
    para("2: nobody pursues", unmarked("pursuit"), "2.4.d"),
    para(
        "2: the back has the values of the front",
        law("values", lambda right, rules, state, unit: rules.counters[unit].steps[0]),
        "2.4.g",
    ),
    para(
        "2: disrupted units pursue",
        mistakes("pursuers", "is_disrupted", lambda *_: lambda *_: False),
        "2.4.h",
    ),
    *(
        para(f"2: {kind} is mechanized", of_class(kind, "light", "mechanized"), "2.4.j")
        for kind in ("infantry", "heavy-weapons", "artillery", "anti-tank", "anti-air", "engineer", "mortar")
    ),
    *(
        para(f"2: {kind} is light", of_class(kind, "mechanized", "light"), "2.4.k")
        for kind in ("armor", "recon", "artillery")
    ),
    para(
        "2: no motorized units",
        counters(lambda own: replace(own, mobility="mechanized") if own.mobility == "motorized" else own),
        "2.4.l",
    ),
    para(
        "2: strikes are disrupted",
        law(
            "turn_away",
            lambda right, rules, state, unit, table: (
                right(state, unit, table),
                rules.disrupt(state, unit, "combat", table),
            ),
        ),
        "2.4.n",
    ),
    # 2.6 to 2.8
    para(
        "2: modifiers are taken from the die",
        changes("landing_modifier", lambda own, *_: -own),
        "2.6.a 2.6.b",
    ),
    para("2: modifiers are left out", says("landing_modifier", 0), "2.6.a 2.6.b"),
    para("2: a contingent of one nation", law("contingent", with_nation), "2.7.a 2.7.c"),
    para("2: a contingent by names", law("contingent", by_name), "2.7.a 2.7.c"),
    para("2: a contingent lacks a unit", changes("contingent", lambda own, *_: own[:-1]), "2.7.a 2.7.c"),
    para(
        "2: nations stack apart",
        law("parted", lambda right, rules, units: len({rules.counters[u].nation for u in units}) > 1),
        "2.7.b",
    ),
    para("2: a zone occupies", changes("holds", held_by_zone), "2.8.b"),
    para("2: nobody occupies", says("holds", False), "2.8.b"),
]
