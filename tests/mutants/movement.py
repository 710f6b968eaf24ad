"""Movement and zones of control, broken."""

from __future__ import annotations

from array import array
from itertools import pairwise
from typing import Any

from hexfolio.core.rulings import Refusal
from hexfolio.core.state import State
from hexfolio.core.terrain import TerrainKey
from hexfolio.rulebooks.fire_and_movement.frames import MOVED
from hexfolio.rulebooks.fire_and_movement.movement import Charges, March

from .making import (
    FOLIO,
    NEW,
    ST296,
    Patch,
    Wrong,
    allowed,
    attribute,
    both,
    more,
    mutant,
    no_end_while,
    pretending,
    refused,
    rule,
    then,
    without_flags,
    without_zones,
)


def jump(right: Any, rules: Any, state: State, unit: int, path: Any, *args: Any) -> Any:
    adjacent = all(rules.grid.direction(a, b) >= 0 for a, b in pairwise(path))
    return right(state, unit, path, *args) if adjacent else 2


def at_least_one_hex(
    right: Any, rules: Any, state: State, unit: int, path: Any, left: int, fresh: bool
) -> Any:
    cost = right(state, unit, path, left, fresh)
    short = isinstance(cost, Refusal) and cost.rule == rules.cites["allowance"]
    return left if short and fresh and len(path) == 2 else cost


def level(march: March) -> March:
    """A move over ground that is all alike."""
    return march._replace(costs=array("H", (2 if cost else 0 for cost in march.costs)))


def charges(**changes: Any) -> Wrong:
    """Other effects of enemy zones on moving units."""

    def wrong(right: Any, rules: Any, *args: Any) -> Charges:
        return Charges(**{**right(*args)._asdict(), **changes})

    return wrong


def leaving_charged(right: Any, rules: Any, state: State, march: March, *step: Any) -> Any:
    cost, (start, goal, _, _, first) = right(state, march, *step), step
    if first and march.zones[start] and not march.zones[goal] and not isinstance(cost, Refusal):
        return cost + march.charges.leave
    return cost


FIRST_HEX_TOO = both(
    rule("_leaving_freely", lambda right, rules, march, start, closed: march),
    rule("judge_step", leaving_charged),
)
"""Leaving a zone is charged in the hex where a unit starts as well."""


def half(**parts: float) -> Wrong:
    """Shares of the allowance for entering, crossing or leaving an enemy zone."""

    def wrong(right: Any, rules: Any, unit: int, allowance: int) -> Charges:
        own = right(unit, allowance)
        return Charges(
            **{**own._asdict(), **{name: int(allowance * part) * 2 for name, part in parts.items()}}
        )

    return wrong


def front_charges(right: Any, rules: Any, unit: int, allowance: int) -> Any:
    return right(unit, rules.counters[unit].steps[0][2])


def charged_once(right: Any, rules: Any, state: State, march: Any, *args: Any) -> Any:
    start, _, direction, left, _ = args
    again = rules.mobile[march.unit] and left < rules.allowance(state, march.unit) * 2
    return march.costs[start * 6 + direction] if again else right(state, march, *args)


def no_commandos(right: Any, rules: Any, *args: Any) -> Any:
    with pretending(rules, "commando", [False] * len(rules.counters)):
        return right(*args)


def free_on_roads(right: Any, rules: Any, state: State, march: Any, start: int, goal: int, *args: Any) -> Any:
    side = rules.board.side_between(start, goal)
    way = rules.battle.key.way_cost(rules.board, side)
    return way or right(state, march, start, goal, *args)


def into_mines(rules: Any, state: State, march: Any, start: int, goal: int, *_: Any) -> bool:
    return "minefield" in rules.board.hexsides.get(rules.board.side_between(start, goal), ())


def into_fort(rules: Any, state: State, march: Any, start: int, goal: int, *_: Any) -> bool:
    return bool(goal in rules.board.fortifications and march.zones[start])


def step_cost(key: Any, board: Any, start: int, direction: int, mobility: str, kind: str) -> int:
    """A step as the rules have it, but for one point."""
    goal = board.grid.neighbour(start, direction)
    if goal < 0:
        return 0
    side = board.grid.side(start, direction)
    way = key.way_cost(board, side)
    if kind == "parallel" and not way:
        shared = [name for name in key.ways if board.way_in_hex(name, start) and board.way_in_hex(name, goal)]
        way = min((key.ways[name] for name in shared), default=0)
    hex_cost, side_cost = int(key.hex_cost(board, goal, mobility)), int(key.side_cost(board, side, mobility))
    closed = not hex_cost or side_cost < 0
    if way:
        if key.never(board, goal) or (kind == "closed" and closed):
            return 0
        return int(way) + (side_cost if kind == "hexsides" else 0)
    return 0 if closed else hex_cost + side_cost


def steps_with(kind: str) -> Patch:
    def wrong(key: Any, board: Any, start: int, direction: int, mobility: str) -> int:
        return step_cost(key, board, start, direction, mobility, kind)

    return attribute(TerrainKey, "step_cost", wrong)


def hex_cost_with(combine: Wrong) -> Patch:
    def wrong(key: Any, board: Any, hex_: int, mobility: str) -> int:
        costs = [key._cost(key.hexes, terrain, mobility) for terrain in board.terrain[hex_]]
        return 0 if any(cost.closed for cost in costs) else int(combine(costs))

    return attribute(TerrainKey, "hex_cost", wrong)


def zones_less(forgotten: Wrong) -> Wrong:
    """Zones with a hole wherever the condition holds."""

    def wrong(right: Any, rules: Any, state: State, side: int) -> bytes:
        zones = right(state, side)
        return bytes(zones[hex_] and not forgotten(rules, state, side, hex_) for hex_ in range(len(zones)))

    return wrong


def both_zones(rules: Any, state: State, side: int, hex_: int) -> bool:
    enemies = [unit for unit in rules.side_counters[1 - side] if state.at[unit] >= 0]
    return any(hex_ in rules.zone_of(state, unit) for unit in enemies)


def deep_zone(right: Any, rules: Any, state: State, unit: int) -> tuple[int, ...]:
    around = right(state, unit)
    return tuple(dict.fromkeys([*around, *(hex_ for near in around for hex_ in rules.grid.around(near))]))


def open_zone(right: Any, rules: Any, state: State, unit: int) -> tuple[int, ...]:
    grid, at = rules.grid, state.at[unit]
    return tuple(hex_ for hex_ in right(state, unit) if rules.costs[unit][at * 6 + grid.direction(at, hex_)])


def paths_within_allowance(right: Any, rules: Any, state: State, unit: int, *args: Any) -> Any:
    def cost(path: Any) -> int:
        return sum(rules.costs[unit][a * 6 + rules.grid.direction(a, b)] for a, b in pairwise(path))

    return [path for path in right(state, unit, *args) if cost(path) <= rules.allowance(state, unit) * 2]


MUTANTS = [
    # Movement
    mutant(
        "one point too many",
        rule("allowance", more(lambda *_: 1)),
        "2.3.2.d 5.0.b 5.1.g 5.2.a 5.2.e 5.2.1.a",
        "2.3.2.e 5.1.b 5.2.b 5.2.d 5.2.e 5.4.a",
    ),
    mutant(
        "nobody comes back to where it was",
        rule("judge_way", refused(lambda rules, state, unit, path, *_: len(set(path)) < len(path))),
        "5.0.b",
        "5.1.b",
    ),
    mutant("units jump", rule("judge_way", jump), "5.0.c", "5.1.c"),
    mutant(
        "a finished move goes on",
        both(rule("judge_mover", without_flags(MOVED)), rule("movers", without_flags(MOVED))),
        "5.0.c 5.0.e 5.1.k",
        "5.1.c 5.2.j 5.5.b",
    ),
    mutant(
        "every hex costs one point",
        rule("march", lambda right, _, *args: level(right(*args))),
        "2.3.2.d 5.0.d 5.0.f 5.2.b 5.2.c 5.2.d",
        "2.3.2.e 5.1.d 5.4.b 5.4.c 5.4.d 5.4.e 5.4.f 5.5.d",
    ),
    mutant("the enemy's hex is open", rule("judge_step", allowed("enemy_hex", answer=2)), "5.1.d", "5.2.f"),
    mutant("closed ground is open", rule("judge_step", allowed("closed_hex", answer=2)), "5.1.e", "5.2.g"),
    mutant(
        "closed hexsides are open", rule("judge_step", allowed("closed_hexside", answer=2)), "5.1.l", "5.2.g"
    ),
    mutant("units leave the map anywhere", rule("judge_leaving", lambda *_: None), "5.1.f", "5.2.h"),
    mutant(
        "units never leave the map", rule("judge_leaving", refused(lambda *_: True)), "1.0.a", "1.0.a 5.2.h"
    ),
    mutant(
        "points are saved for the next turn",
        rule("allowance", more(lambda r, state, u: state.turn > 1)),
        "5.1.i",
        "5.2.c",
    ),
    mutant(
        "points are passed on",
        rule(
            "allowance",
            more(lambda r, state, unit: any(f & MOVED for u, f in enumerate(state.flags) if u != unit)),
        ),
        "5.1.j",
        "5.2.c",
    ),
    mutant(
        "a move uses up the allowance",
        no_end_while(
            "movement", lambda rules, state: state.mover >= 0 and rules.points_left(state, state.mover) > 0
        ),
        "5.1.h",
        "5.1.a",
    ),
    mutant("one hex is always possible", rule("judge_way", at_least_one_hex), "5.2.e", "5.2.e"),
    mutant(
        "retreat is movement",
        rule(
            "finish_way", then(lambda rules, state, retreat, unit, *_: state.flags.__setitem__(unit, MOVED))
        ),
        "5.1.b 7.7.b",
        "5.2.k 8.3.a",
    ),
    mutant("retreat costs points", rule("_paths", paths_within_allowance), "5.1.2.k 7.7.b", "5.2.k 8.3.a"),
    mutant(
        "clear ground costs two",
        hex_cost_with(
            lambda costs: sum(c.halves for c in costs if c.added) + max([4, *(c.halves for c in costs)])
        ),
        "2.3.2.d 5.2.a",
        "2.3.2.e 5.4.a",
    ),
    mutant(
        "kinds of terrain add up", hex_cost_with(lambda costs: sum(c.halves for c in costs)), "5.2.d", "5.4.b"
    ),
    mutant(
        "a plus competes with the rest",
        hex_cost_with(lambda costs: max(2, *(c.halves for c in costs), 0)),
        new="5.4.e 5.4.f",
    ),
    mutant(
        "hexsides cost nothing",
        attribute(TerrainKey, "side_cost", lambda *_: 0),
        "5.1.l 5.2.c 5.2.d 5.2.e",
        "5.2.d 5.2.g 5.4.d 5.4.f",
    ),
    mutant(
        "no roads and trails",
        attribute(TerrainKey, "way_cost", lambda *_: 0),
        "2.3.2.d 5.2.1.a 5.2.1.c 5.2.1.d 5.2.1.e 5.2.2.a 5.2.2.c",
        "2.3.2.e 5.4.1.a 5.4.1.c 5.4.1.d 5.4.2.a 5.4.2.c",
    ),
    mutant("roads cross hexsides at full cost", steps_with("hexsides"), "5.2.1.c 5.2.2.a", "5.4.1.a 5.4.2.a"),
    mutant("parallel roads count", steps_with("parallel"), "5.2.1.b 5.2.2.b", "5.4.1.b 5.4.2.b"),
    mutant("roads do not open closed ground", steps_with("closed"), "5.2.1.e", "5.4.1.d"),
    mutant(
        "trails are as good as roads",
        attribute(
            TerrainKey,
            "way_cost",
            lambda key, board, side: int(any(side in way for way in board.ways.values())),
        ),
        "5.2.2.a 5.2.2.c",
        "5.4.2.a 5.4.2.c",
    ),
    mutant("roads open even the sea", attribute(TerrainKey, "never", lambda *_: False), "5.2.1.e", "5.4.1.d"),
    mutant("zones cost nothing on roads", rule("judge_step", free_on_roads), "5.2.1.d", "5.4.1.c"),
    mutant(
        "stacking is free", rule("has_room", lambda *_: True), "1.0.a 5.3.a 7.9.g", "1.0.a 5.3.a 5.3.b 8.5.j"
    ),
    mutant(
        "friends bar the way",
        rule("judge_step", refused(lambda rules, state, unit, start, goal, *_: goal in state.stacks)),
        "5.3.b",
        "5.3.c",
    ),
    mutant(
        "stopping on a friend is no bar",
        rule("judge_step", allowed("stop_on_friend", answer=2)),
        "5.3.c",
        "5.3.d",
    ),
    # Zones of control
    mutant(
        "zones have no rear",
        rule("zone_of", lambda right, r, state, unit: right(state, unit)[:3]),
        "6.0.a",
        "6.0.a",
    ),
    mutant("zones are two hexes deep", rule("zone_of", deep_zone), "6.0.a 6.1.a", "6.0.a"),
    mutant(
        "depleted units have no zone",
        rule("exerts_zone", lambda right, r, state, unit: not state.step[unit]),
        "6.0.b",
        "6.0.b",
    ),
    mutant(
        "zones of the side on turn only",
        rule("exerts_zone", lambda right, r, state, unit: state.side_of[unit] == state.active),
        "6.0.b",
        "6.0.b",
    ),
    mutant(
        "black hexagons in the wrong books",
        both(
            rule(
                "exerts_zone",
                lambda right, rules, state, unit: "no-zoc" not in rules.counters[unit],
                (FOLIO, ST296),
            ),
            rule("exerts_zone", lambda *_: True, (NEW,)),
        ),
        "6.0.b",
        "6.0.b 6.0.g",
    ),
    mutant("zones end at closed ground", rule("zone_of", open_zone), "6.0.c", "6.0.c"),
    mutant("no fortification keeps zones out", rule("_zone_proof", lambda *_: frozenset()), "6.0.d", "6.0.d"),
    mutant(
        "every fortification keeps zones out",
        rule("_zone_proof", lambda right, rules, side: frozenset(rules.board.fortifications)),
        "6.0.d 5.1.2.h",
        "6.0.d 6.1.m",
    ),
    mutant(
        "units take zones away",
        rule("zones", zones_less(lambda rules, state, side, hex_: state.occupied[1 - side][hex_])),
        "6.0.e 6.0.g 7.7.k",
        "6.0.e 6.0.g 8.3.i",
    ),
    mutant("zones cancel each other", rule("zones", zones_less(both_zones)), "6.0.f 7.7.k", "6.0.f 8.3.i"),
    mutant(
        "zones do not stop leg units",
        rule("leg_charges", charges(stop=False)),
        "5.1.1.a 5.3.c 6.1.a",
        "5.2.i 5.3.d 6.1.a 6.1.e",
        folio="5.1.1.g",
        st296="5.1.1.i",
    ),
    mutant(
        "leg units pay for leaving a zone",
        both(rule("leg_charges", charges(leave=2)), FIRST_HEX_TOO),
        new="6.1.d",
        folio="5.1.1.f",
        st296="5.1.1.h",
    ),
    mutant(
        "leg units cannot go from zone to zone",
        rule("infiltration", lambda *_: 0),
        "5.1.2.a 5.1.2.b",
        "6.1.b 6.1.k",
    ),
    mutant(
        "leg units go from zone to zone for the terrain",
        rule("infiltration", lambda right, rules, state, unit, cost, left: cost),
        "5.1.2.a",
        "6.1.b 6.1.k",
    ),
    mutant(
        "infiltration of the other edition",
        both(
            rule(
                "infiltration",
                lambda r, rules, state, unit, cost, left: left * (cost <= left),
                (FOLIO, ST296),
            ),
            rule("infiltration", lambda right, rules, state, unit, cost, left: left, (NEW,)),
        ),
        "5.1.2.b",
        "6.1.c",
    ),
    mutant(
        "leg units infiltrate at any point of a move",
        rule("leg_charges", charges(stop=False, cross=0)),
        "5.1.2.c",
        "6.1.b 6.1.e",
    ),
    mutant(
        "zone charges of the other edition",
        both(
            rule("mobile_charges", half(enter=0.5), (FOLIO, ST296)),
            rule("mobile_charges", half(enter=0), (NEW,)),
        ),
        "5.1.2.f",
        "5.4.1.c 5.5.d 6.1.f 6.1.g 6.1.i 6.1.j",
        folio="5.1.1.b 5.1.1.e 5.1.1.j",
        st296="5.1.1.b 5.1.1.e",
    ),
    mutant(
        "mobile units pay for leaving a zone",
        both(rule("mobile_charges", half(leave=0.5)), FIRST_HEX_TOO),
        "5.1.2.e 5.1.2.f",
        "6.1.d 6.1.h",
        folio="5.1.1.d 5.1.1.e 5.1.1.h 5.1.1.l 5.1.1.m",
        st296="5.1.1.d 5.1.1.e 5.1.1.g",
    ),
    mutant(
        "mobile units go from zone to zone for the terrain",
        rule("mobile_charges", half(cross=0)),
        "5.1.2.d 5.2.1.d 5.2.d 4.1.o",
        "6.1.f 6.1.i",
        folio="5.1.1.c 5.1.1.i 5.1.1.k 5.1.1.n",
        st296="5.1.1.c 5.1.1.f 5.1.1.j 5.1.1.k",
    ),
    mutant(
        "half the allowance is rounded up",
        rule("mobile_charges", lambda right, rules, unit, allowance: right(unit, allowance + 1)),
        "5.1.2.d",
        "6.1.f 6.1.g",
        folio="5.1.1.i",
        st296="5.1.1.j",
    ),
    mutant(
        "half the allowance of the front",
        rule("mobile_charges", front_charges),
        new="6.1.f",
        folio="5.1.1.i",
        st296="5.1.1.j",
    ),
    mutant(
        "mobile units stop in zones",
        rule("mobile_charges", charges(stop=True)),
        "5.1.2.e 5.1.2.f",
        "6.1.h",
        folio="5.1.1.b 5.1.1.e 5.1.1.l",
        st296="5.1.1.b 5.1.1.e",
    ),
    mutant(
        "the charge is paid once in a move",
        rule("judge_cross", charged_once),
        new="6.1.i",
        folio="5.1.1.c 5.1.1.n",
        st296="5.1.1.f",
    ),
    mutant(
        "units without a mark move like mobile ones",
        rule(
            "charges",
            lambda right, rules, state, unit: rules.mobile_charges(unit, rules.allowance(state, unit)),
        ),
        "5.1.1.a 5.1.2.a",
        "2.3.d 6.1.a 6.1.b",
    ),
    mutant("mines are closed", rule("judge_step", refused(into_mines)), "5.1.2.g 5.1.2.i", "6.1.l 6.1.n"),
    mutant("forts are closed to units in a zone", rule("judge_step", refused(into_fort)), "5.1.2.h", "6.1.m"),
    mutant(
        "mines and forts are no bar", rule("_cross_closed", lambda *_: b""), "5.1.2.g 5.1.2.h", "6.1.l 6.1.m"
    ),
    mutant(
        "commandos meet mines and forts",
        both(rule("judge_cross", no_commandos), rule("reach", no_commandos)),
        "5.1.2.i",
        "6.1.n",
    ),
    mutant(
        "commandos pay for zones", rule("commando_charges", lambda right, r, own: own), "5.1.2.j", "6.1.n"
    ),
    mutant(
        "commandos do not stop",
        rule("commando_charges", lambda *_: Charges(False, 0, 0, 0)),
        "5.1.2.j",
        "6.1.n",
    ),
    mutant(
        "zones bar retreats of nobody",
        rule("_paths", without_zones),
        "6.2.a 7.7.j 7.7.k",
        "6.2.a 8.1.5.a 8.3.h 8.3.i",
    ),
    mutant(
        "zones stop an advance",
        rule(
            "advance_ways",
            lambda right, rules, state, unit, trails: [
                way
                for way in right(state, unit, trails)
                if not any(rules.enemy_zones(state, unit)[h] for h in way[1:])
            ],
        ),
        "5.1.2.k 6.2.b 7.9.e",
        "6.2.b 8.5.i",
    ),
]
