"""Shifts of Paratrooper that are not of the ground alone (para 11.4.2 to 11.4.6), broken."""

from __future__ import annotations

from typing import Any

from hexfolio.core.state import State

from .making import Patch, Wrong
from .para import changes, law, mistakes, para, says, says_if
from .para_movement import WET
from .para_shifts import shift_of


def ring(closes: Wrong) -> Wrong:
    """Another test of the ring: `closes` is given rules, state, the assault and a direction."""

    def wrong(right: Any, rules: Any, state: State, assault: Any) -> Any:
        if assault.kind != "ground" or not assault.near:
            return None
        closed = all(closes(rules, state, assault, direction) for direction in range(6))
        return shift_of(rules, "concentric", int(closed))

    return wrong


def held(rules: Any, state: State, assault: Any, direction: int) -> bool:
    return rules.grid.neighbour(assault.hex, direction) in {state.at[unit] for unit in assault.near}


def covered(rules: Any, state: State, assault: Any, direction: int) -> bool:
    """By the zone of an attacker."""
    hex_ = rules.grid.neighbour(assault.hex, direction)
    return (
        any(rules.grid.distance(state.at[unit], hex_) == 1 for unit in assault.near) if hex_ >= 0 else False
    )


def edge(rules: Any, state: State, assault: Any, direction: int) -> bool:
    return bool(rules.grid.neighbour(assault.hex, direction) < 0)


def closed(rules: Any, state: State, assault: Any, direction: int) -> bool:
    """By ground that no defender enters."""
    step = assault.hex * 6 + direction
    return not any(rules.costs(state, unit)[step] for unit in assault.defenders)


def any_of(*tests: Wrong) -> Wrong:
    return lambda *args: any(test(*args) for test in tests)


def off_map_safe(test: Wrong) -> Wrong:
    return lambda rules, state, assault, direction: (
        not edge(rules, state, assault, direction) and test(rules, state, assault, direction)
    )


def with_bystanders(right: Any, rules: Any, state: State, assault: Any) -> Any:
    """Friends who do not attack close the ring, too."""
    near = [
        unit for hex_ in rules.grid.around(assault.hex) for unit in rules.units_in(state, assault.side, hex_)
    ]
    return right(state, assault._replace(near=tuple(near)))


def more_the_merrier(own: Any, rules: Any, state: State, assault: Any) -> Any:
    return own and own._replace(value=len(assault.near) - 1)


def guns_against(tanks: Wrong, guns: Wrong) -> Patch:
    """Another test for anti-tank guns: of who attacks, and of who fires at them."""

    def wrong(right: Any, rules: Any, state: State, assault: Any) -> Any:
        hit = tanks(rules, state, assault) and guns(rules, state, assault)
        return shift_of(rules, "anti_tank", -1) if assault.kind == "ground" and hit else None

    return law("_anti_tank", wrong)


def vehicles(rules: Any, state: State, assault: Any) -> bool:
    return any(rules.is_mechanized(unit) for unit in assault.near)


def batteries(rules: Any, state: State, assault: Any) -> bool:
    return any(
        rules.has(unit, "anti-tank") and not rules.is_disrupted(state, unit) for unit in assault.defenders
    )


def engineers(change: Wrong) -> Wrong:
    """Another help of engineers: given how many attack, and the shift of the ground."""

    def wrong(right: Any, rules: Any, state: State, assault: Any) -> Any:
        able = [unit for unit in assault.near if rules.has(unit, "engineer")]
        ground = rules._terrain(assault)
        if assault.kind != "ground" or not able or not ground:
            return right(state, assault)
        return shift_of(rules, "engineer_shift", min(int(change(len(able), -ground.value)), -ground.value))

    return wrong


def all_terrain(right: Any, rules: Any, assault: Any) -> Any:
    """Every terrain of the hex counts."""
    if assault.kind == "air-assault":
        return right(assault)
    kinds = rules.board.terrain[assault.hex]
    return shift_of(rules, "hex_shift", -sum(rules.charts.hex_shifts.get(kind, 0) for kind in kinds))


def all_water(own: Any, rules: Any, state: State, start: int, goal: int) -> Any:
    """Every feature of the hexside counts."""
    features = rules.board.side_features(start, goal)
    return own and (sum(rules.charts.side_shifts[kind] for kind in WET if kind in features), own[1])


def ground_only(own: list[Any], rules: Any, *_: Any) -> list[Any]:
    """Other conditions do not come on top of the ground."""
    ground = [item for item in own if item.rule in (rules.clause("hex_shift"), rules.clause("hexside_shift"))]
    return ground or own


MUTANTS = [
    # 11.4.2
    para("11: no concentric attacks", says("_concentric", None), "11.4.2.a 11.4.2.c 11.4.a"),
    para(
        "11: zones do not close the ring",
        law("_concentric", ring(any_of(held, edge, closed))),
        "11.4.2.a 11.4.2.c",
    ),
    para(
        "11: edges do not close the ring",
        law("_concentric", ring(off_map_safe(any_of(held, covered, closed)))),
        "11.4.2.a",
    ),
    para(
        "11: closed ground does not close the ring",
        law("_concentric", ring(any_of(held, covered, edge))),
        "11.4.2.a",
    ),
    para(
        "11: two attackers are concentric",
        law(
            "_concentric",
            lambda right, rules, state, assault: shift_of(
                rules, "concentric", int(len({state.at[unit] for unit in assault.near}) > 1)
            ),
        ),
        "11.4.2.a",
    ),
    para("11: bystanders close the ring", law("_concentric", with_bystanders), "11.4.2.b"),
    para("11: every attacker makes the ring stronger", changes("_concentric", more_the_merrier), "11.4.2.c"),
    # 11.4.3
    para("11: anti-tank guns do nothing", says("_anti_tank", None), "11.4.3.a"),
    para("11: anti-tank guns against all", guns_against(lambda *_: True, batteries), "11.4.3.a"),
    para(
        "11: anti-tank guns against vehicles far off",
        guns_against(
            lambda rules, state, assault: any(rules.is_mechanized(unit) for unit in assault.attackers),
            batteries,
        ),
        "11.4.3.a",
    ),
    para(
        "11: anti-tank guns against vehicles alone",
        guns_against(
            lambda rules, state, assault: all(rules.is_mechanized(unit) for unit in assault.near), batteries
        ),
        "11.4.3.a",
    ),
    para(
        "11: anti-tank guns attack",
        law(
            "_anti_tank",
            lambda right, rules, state, assault: right(
                state, assault._replace(defenders=(*assault.defenders, *assault.near))
            ),
        ),
        "11.4.3.b",
    ),
    para(
        "11: attacking anti-tank guns help",
        changes(
            "_anti_tank",
            lambda own, rules, state, assault: (
                shift_of(rules, "anti_tank", 1)
                if any(rules.has(unit, "anti-tank") for unit in assault.near)
                and any(rules.is_mechanized(unit) for unit in assault.defenders)
                else own
            ),
        ),
        "11.4.3.b",
    ),
    para(
        "11: disrupted anti-tank guns fire",
        mistakes("_anti_tank", "is_disrupted", lambda *_: lambda *_: False),
        "11.4.3.c",
    ),
    # 11.4.4
    para("11: the night does not matter", says("_night", None), "11.4.4.a"),
    *(
        para(
            f"11: the night does not matter to {kind}",
            says_if("_night", lambda rules, state, assault, kind=kind: assault.kind == kind),
            "11.4.4.a",
        )
        for kind in ("ground", "airstrike")
    ),
    # 11.4.5
    para("11: engineers do not help", says("_engineer", None), "11.4.5.a 11.4.5.b"),
    para(
        "11: engineers cancel all",
        law("_engineer", engineers(lambda count, ground: ground)),
        "11.4.5.a 11.4.5.b",
    ),
    para("11: every engineer helps", law("_engineer", engineers(lambda count, ground: count)), "11.4.5.c"),
    # 11.4.6
    para("11: all terrain of a hex counts", law("_terrain", all_terrain), "11.4.6.a"),
    para("11: all water of a hexside counts", changes("_crossing", all_water), "11.4.6.a"),
    para("11: nothing comes on top of the ground", changes("shifts", ground_only), "11.4.6.a"),
]
