"""Air assaults of Paratrooper (para 6.2.2.h and i, 6.2.3), broken."""

from __future__ import annotations

from typing import Any

from hexfolio.core.state import State

from .para import bars, law, para, says, says_if


def not_at_once(right: Any, rules: Any, state: State, unit: int, aimed: bool, table: Any) -> None:
    """Who is no assault unit is never lost for where it came down."""
    if rules.may_assault(unit):
        right(state, unit, aimed, table)


def however(right: Any, rules: Any, state: State, unit: int, aimed: bool, table: Any) -> None:
    """Who is no assault unit is lost at once, even where it was planned."""
    right(state, unit, False, table)


def spared_in_the_end(right: Any, rules: Any, state: State, table: Any) -> None:
    """Only assault units are lost in the end."""
    weapons = [unit for unit in rules.side_counters[rules.airborne_side] if not rules.may_assault(unit)]
    hexes = {unit: state.at[unit] for unit in weapons if state.at[unit] >= 0}
    for unit in hexes:
        state.at[unit] = -9
    right(state, table)
    for unit, hex_ in hexes.items():
        state.at[unit] = hex_


def lost_in_the_end(right: Any, rules: Any, state: State, table: Any) -> None:
    """Weapons are lost in the end wherever an assault was fought."""
    for unit in rules.side_counters[rules.airborne_side]:
        if state.at[unit] in state.lists.get("assaulted", ()):
            rules.eliminate(state, unit, "failed air assault", table)
    state.lists.pop("assaulted", None)


def noting(right: Any, rules: Any, state: State, unit: int, table: Any) -> None:
    state.lists["assaulted"] = (*state.lists.get("assaulted", ()), state.at[unit])
    right(state, unit, table)


def hopeless(monkeypatch: Any) -> None:
    """Nobody survives an assault, whatever became of the enemy."""
    law("assault", noting)(monkeypatch)
    law("settle_assaults", lost_in_the_end)(monkeypatch)


def postponed(monkeypatch: Any) -> None:
    """Assaults are fought when all units have landed."""
    law("assault", lambda *_: None)(monkeypatch)

    def later(right: Any, rules: Any, state: State, table: Any) -> None:
        for unit in rules.side_counters[rules.airborne_side]:
            hex_ = state.at[unit]
            if hex_ >= 0 and rules.may_assault(unit) and rules.units_in(state, rules.defending_side, hex_):
                defenders = tuple(rules.units_in(state, rules.defending_side, hex_))
                rules.roll(state, rules.assault_of(state, (unit,), hex_)._replace(defenders=defenders), table)
        right(state, table)

    law("settle_assaults", later)(monkeypatch)


def as_assault(assault: Any, **changed: Any) -> Any:
    return assault._replace(**changed) if assault.kind == "air-assault" else assault


def rolled(change: Any) -> Any:
    """The combat of an assault with something else in it."""

    def wrong(right: Any, rules: Any, state: State, assault: Any, table: Any) -> Any:
        if assault.kind == "air-assault":
            assault = change(rules, state, assault)
        return right(state, assault, table)

    return wrong


def together(rules: Any, state: State, assault: Any) -> Any:
    units = [unit for unit in rules.units_in(state, assault.side, assault.hex) if rules.may_assault(unit)]
    return assault._replace(near=tuple(units))


def supported(rules: Any, state: State, assault: Any) -> Any:
    guns = [
        unit
        for unit in rules.side_counters[assault.side]
        if state.at[unit] >= 0
        and 2 <= rules.grid.distance(state.at[unit], assault.hex) <= rules.values(state, unit)[1]
    ]
    return assault._replace(far=tuple(guns))


def fresh(right: Any, rules: Any, state: State, unit: int, table: Any) -> None:
    """The disruption of the landing comes after the assault."""
    step, state.step[unit] = state.step[unit], 0
    right(state, unit, table)
    if step:
        rules.disrupt(state, unit, "landing", table)


def at_once(right: Any, rules: Any, state: State, unit: int, table: Any) -> None:
    """Who fails is lost before the next unit lands."""
    frames, hex_ = len(state.frames), state.at[unit]
    right(state, unit, table)
    if len(state.frames) == frames and rules.units_in(state, rules.defending_side, hex_):
        rules.settle_assaults(state, table)


def half_done(right: Any, rules: Any, state: State, table: Any) -> None:
    """One enemy less is enough."""
    if not any(hex_ == -2 for hex_ in state.at):
        right(state, table)


def where_planned(right: Any, rules: Any, state: State, unit: int, table: Any) -> Any:
    """Who was planned for an enemy hex assaults it before it drifts away."""
    if rules.may_assault(unit) and rules.units_in(state, rules.defending_side, state.at[unit]):
        rules.assault(state, unit, table)
    return right(state, unit, table)


def no_zone(rules: Any, state: State, unit: int) -> bool:
    """An assaulting unit has no zone."""
    hex_ = state.at[unit]
    return state.phase == "landing" and hex_ >= 0 and state.side_of[unit] == rules.airborne_side


MUTANTS = [
    para("6: weapons fall among the enemy unharmed", law("_come_down", not_at_once), "6.2.2.h"),
    para(
        "6: weapons among the enemy are spared in the end",
        law("settle_assaults", spared_in_the_end),
        "6.2.2.h 6.2.2.i",
    ),
    para("6: weapons are lost where they were planned", law("_come_down", however), "6.2.2.i"),
    para("6: weapons are lost even in a cleared hex", hopeless, "6.2.2.i"),
    para(
        "6: weapons are not planned for enemy hexes",
        bars(
            "judge_plan",
            lambda rules, state, unit, hex_: (
                not rules.may_assault(unit) and rules.units_in(state, rules.defending_side, hex_)
            ),
        ),
        "6.2.2.i",
    ),
    *(
        para(
            f"6: no air assault by {kind}",
            law(
                "may_assault",
                lambda right, rules, unit, kind=kind: right(unit) and not rules.has(unit, kind),
            ),
            "6.2.3.a",
        )
        for kind in ("engineer", "commando")
    ),
    para(
        "6: engineers and commandos only",
        law("may_assault", lambda right, rules, unit: rules.has(unit, "engineer", "commando")),
        "6.2.3.a",
    ),
    para("6: everybody assaults", says("may_assault", True), "6.2.3.b 6.2.2.h"),
    para("6: nobody assaults", says("may_assault", False), "6.2.3.a 6.2.3.c"),
    para("6: assaults come last", postponed, "6.2.3.c"),
    para("6: no assault is fought", says("assault", None), "6.2.3.c 6.2.3.d"),
    para(
        "6: an assault is without defence",
        law("roll", rolled(lambda rules, state, assault: assault._replace(defenders=()))),
        "6.2.3.d",
    ),
    para("6: an assaulting unit has no zone", says_if("exerts_zone", no_zone, False), "6.2.3.d"),
    para("6: the landing disrupts after the assault", law("assault", fresh), "6.2.3.e"),
    para(
        "6: terrain helps against air assaults",
        law("_terrain", lambda right, rules, assault: right(as_assault(assault, kind="ground"))),
        "6.2.3.f 11.4.1.a",
    ),
    para("6: units in a hex assault together", law("roll", rolled(together)), "6.2.3.g"),
    para("6: guns support an assault", law("roll", rolled(supported)), "6.2.3.h"),
    para("6: a failed assault costs nothing", says("settle_assaults", None), "6.2.3.i"),
    para("6: an assault is always fatal", hopeless, "6.2.3.i"),
    para("6: an assault succeeds by half", law("settle_assaults", half_done), "6.2.3.i"),
    para("6: who fails is lost at once", law("assault", at_once), "6.2.3.j 6.2.3.i"),
    para("6: who drifts away assaults all the same", law("_scatter", where_planned), "6.2.3.k"),
]
