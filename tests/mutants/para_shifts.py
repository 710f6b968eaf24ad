"""Column shifts of Paratrooper, and those of the ground (para 11.4 and 11.4.1), broken."""

from __future__ import annotations

from typing import Any

from hexfolio.core.state import State

from .making import Patch, Wrong
from .para import changes, chart, law, para, reading, says, says_if


def columns(change: Wrong) -> Patch:
    """The column for another differential and shift."""
    return reading("column", lambda right, charts, value, shift=0: right(*change(value, shift)))


def bounded(right: Any, charts: Any, value: int, shift: int = 0) -> int:
    """A shift beyond the table is left out."""
    start = int(right(value, 0))
    return start + shift if 1 <= start + shift <= len(charts.labels) else start


def round_the_table(right: Any, charts: Any, value: int, shift: int = 0) -> int:
    return (int(right(value, 0)) + shift - 1) % len(charts.labels) + 1


def better(kind: str) -> Patch:
    """One kind of ground helps more than it should."""
    return chart("hex_shifts", lambda own: {**own, kind: own.get(kind, 0) + 1})


def greatest(own: list[Any], *_: Any) -> list[Any]:
    """The greatest shift alone counts."""
    return sorted(own, key=lambda item: abs(item.value))[-1:]


def shift_of(rules: Any, rule: str, value: int) -> Any:
    return rules.shift(rule, "a mutant", value)


def the_better_ground(own: list[Any], rules: Any, state: State, assault: Any) -> list[Any]:
    """Hex and hexside do not add up."""
    ground = [item for item in own if item.rule in (rules.clause("hex_shift"), rules.clause("hexside_shift"))]
    return [item for item in own if item not in ground] + sorted(ground, key=lambda item: item.value)[:1]


def crossings(rules: Any, state: State, assault: Any) -> list[Any]:
    found = [rules._crossing(state, state.at[unit], assault.hex) for unit in assault.near]
    return [pair for pair in found if pair]


def hexside(pick: Wrong) -> Wrong:
    """Another hexside shift: `pick` is given the crossings of the attackers and the assault."""

    def wrong(right: Any, rules: Any, state: State, assault: Any) -> Any:
        if assault.kind != "ground" or not assault.near:
            return right(state, assault)
        return shift_of(rules, "hexside_shift", -int(pick(crossings(rules, state, assault), assault)))

    return wrong


def moat(kinds: Wrong) -> Wrong:
    """Water all around the defenders helps them against other attacks, too."""

    def wrong(right: Any, rules: Any, state: State, assault: Any) -> Any:
        if not kinds(assault):
            return right(state, assault)
        around = [rules._crossing(state, hex_, assault.hex) for hex_ in rules.grid.around(assault.hex)]
        return shift_of(rules, "hexside_shift", -min(pair[0] for pair in around)) if all(around) else None

    return wrong


MUTANTS = [
    # 11.4
    para("11: shifts go the other way", columns(lambda value, shift: (value, -shift)), "11.4.a 11.4.b"),
    para("11: no shifts to the right", columns(lambda value, shift: (value, min(shift, 0))), "11.4.a"),
    para("11: no shifts to the left", columns(lambda value, shift: (value, max(shift, 0))), "11.4.b"),
    para("11: the greatest shift counts", changes("shifts", greatest), "11.4.c"),
    para(
        "11: shifts to the right do not cancel",
        changes("shifts", lambda own, *_: [item for item in own if item.value < 0] or own),
        "11.4.c",
    ),
    para("11: shifts beyond the table are left out", reading("column", bounded), "11.4.d"),
    para("11: shifts go round the table", reading("column", round_the_table), "11.4.d"),
    para("11: shifts are points", columns(lambda value, shift: (value + shift, 0)), "11.4.e"),
    # 11.4.1
    para("11: ground does not help", says("_terrain", None), "11.4.1.a 11.4.b"),
    para(
        "11: ground does not help against strikes",
        says_if("_terrain", lambda rules, assault: assault.kind == "airstrike"),
        "11.4.1.a",
    ),
    para(
        "11: ground does not help against ships",
        says_if("_terrain", lambda rules, assault: assault.kind == "naval"),
        "11.4.1.a",
    ),
    para(
        "11: ground does not help against guns",
        says_if("_terrain", lambda rules, assault: not assault.near and assault.kind == "ground"),
        "11.4.1.a",
    ),
    *(
        para(
            f"11: another shift of a {kind}",
            better(kind),
            "11.4.1.a",
        )
        for kind in ("town", "hill", "peak", "woods", "rice-paddy")
    ),
    para("11: hexsides do not help", says("_hexside", None), "11.4.1.b 11.4.1.c 11.4.1.d"),
    para(
        "11: one attacker over a river is enough",
        law("_hexside", hexside(lambda found, assault: max((pair[0] for pair in found), default=0))),
        "11.4.1.d",
    ),
    para(
        "11: a hexside helps against one attacker",
        says_if("_hexside", lambda rules, state, assault: len(assault.near) > 1),
        "11.4.1.b",
    ),
    para("11: hex and hexside do not add up", changes("shifts", the_better_ground), "11.4.1.c"),
    para(
        "11: guns take the river away",
        says_if("_hexside", lambda rules, state, assault: assault.far),
        "11.4.1.d",
    ),
    para(
        "11: the kind best for the defender counts",
        law(
            "_hexside",
            hexside(
                lambda found, assault: (
                    max(pair[0] for pair in found) if len(found) == len(assault.near) else 0
                )
            ),
        ),
        "11.4.1.e 11.4.1.f",
    ),
    para(
        "11: different kinds cancel each other",
        law(
            "_hexside",
            hexside(
                lambda found, assault: (
                    found[0][0] if len(found) == len(assault.near) and len({*found}) == 1 else 0
                )
            ),
        ),
        "11.4.1.e 11.4.1.f",
    ),
    para(
        "11: bridges are no hexsides",
        chart("side_shifts", lambda own: {**own, "bridge": 0}),
        "11.4.1.e 11.4.1.f",
    ),
    para(
        "11: a river helps against guns",
        law("_hexside", moat(lambda assault: assault.kind == "ground" and not assault.near)),
        "11.4.1.g",
    ),
    *(
        para(
            f"11: a river helps against {kind}",
            law("_hexside", moat(lambda assault, kind=kind: assault.kind == kind)),
            clause,
        )
        for kind, clause in (("airstrike", "11.4.1.h"), ("naval", "11.4.1.h"), ("air-assault", "11.4.1.j"))
    ),
    para(
        "11: bridges stand for ever",
        law(
            "bridge_stands",
            lambda right, rules, state, side: "bridge" in rules.board.hexsides.get(side, frozenset()),
        ),
        "11.4.1.i",
    ),
]
