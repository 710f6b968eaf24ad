"""Retreat, displacement, stiff resistance and advance, broken."""

from __future__ import annotations

from typing import Any

from hexfolio.core.state import State
from hexfolio.rulebooks.fire_and_movement.editions import EDITIONS
from hexfolio.rulebooks.fire_and_movement.frames import ADVANCED, DISPLACED, Advance, Displace
from hexfolio.rulebooks.fire_and_movement.retreat import Retreats, Way

from .making import (
    FOLIO,
    NEW,
    ST296,
    Wrong,
    both,
    mutant,
    no_fresh_turn,
    pretending,
    refused,
    rule,
    step,
    then,
    without_enemies,
    without_flags,
)


def stand_if(condition: Wrong) -> Wrong:
    """Stiff resistance is open only where the condition holds."""

    def wrong(right: Any, step: Any, rules: Any, state: State, order: Any) -> Any:
        if order.verb == "stand" and not condition(rules, state, order.unit, state.frames[-1]):
            return rules.refuse("sequence", "Refused by a mutant.")
        return right(rules, state, order)

    return wrong


def in_given_order(right: Any, step: Any, rules: Any, state: State, order: Any) -> Any:
    retreat: Any = state.frames[-1]
    if order.unit != retreat.units[0]:
        return rules.refuse("sequence", "Refused by a mutant.")
    return right(rules, state, order)


def shorter_retreat(right: Any, rules: Any, state: State, unit: int, retreat: Any) -> Any:
    return right(state, unit, retreat._replace(distance=max(1, retreat.distance - 1)))


def by_steps(right: Any, rules: Any, state: State, unit: int, retreat: Any) -> Any:
    """A retreat may turn, as long as it has the right number of steps."""
    ways = right(state, unit, retreat)
    full = [way.path for way in ways if len(way.path) == retreat.distance + 1 > 2]
    around = rules.grid.around
    return [
        *ways,
        *(Way((*path[:-1], hex_)) for path in full for hex_ in around(path[-2]) if hex_ in around(path[0])),
    ]


def ways_with(change: Wrong) -> Wrong:
    """The right ways of retreat, changed."""

    def wrong(right: Any, rules: Any, state: State, unit: int, retreat: Any) -> Any:
        return change(rules, state, unit, retreat, right(state, unit, retreat))

    return wrong


def seaward(right: Any, rules: Any, state: State, unit: int, length: int, sea: bool) -> Any:
    return right(state, unit, length, True)


def seaborne_first(right: Any, rules: Any, state: State, unit: int, length: int, sea: bool) -> Any:
    return right(state, unit, length, sea or "seaborne" in rules.counters[unit])


def any_end(right: Any, rules: Any, state: State, unit: int, paths: Any) -> Any:
    return [path for path in paths if rules.has_room(state, unit, path[-1])]


def vacant_only(right: Any, rules: Any, state: State, unit: int, paths: Any) -> Any:
    friends = state.occupied[state.side_of[unit]]
    return [path for path in paths if not any(friends[hex_] for hex_ in path[1:])]


def depleted_in_place(
    right: Any, rules: Any, state: State, retreat: Any, unit: int, way: Any, table: Any
) -> Any:
    if len(way.path) > 1:
        return right(state, retreat, unit, way, table)
    rules.lose_step(state, unit, "no retreat", table)
    return rules.relieve(state, retreat, (unit,))


def pushing_friends(rules: Any, state: State, retreat: Any, unit: int, way: Any, table: Any) -> None:
    for hex_ in way.path[1:-1]:
        for friend in state.stacks.get(hex_, ()):
            state.put(friend, way.path[0])


def path_cut(cut: Wrong) -> Wrong:
    """Another path of retreat for those who advance."""

    def wrong(right: Any, rules: Any, state: State, retreat: Any, unit: int) -> Any:
        return right(state, retreat._replace(trails=tuple(map(cut, retreat.trails))), unit)

    return wrong


def stand_with(change: Wrong) -> Wrong:
    """Stiff resistance with another end."""

    def wrong(right: Any, rules: Any, state: State, retreat: Any, unit: int, table: Any) -> Any:
        return right(state, change(retreat), unit, table)

    return wrong


def off_all(right: Any, rules: Any, state: State, unit: int, paths: Any) -> Any:
    return [path for path in paths if all(farther(rules, state, unit, path))] or paths


def farther(rules: Any, state: State, unit: int, path: Any) -> list[bool]:
    """Of each of the nearest enemies: does the way end farther from it?"""
    distance, enemies = rules.grid.distance, rules.nearest_enemies(state, unit)
    return [distance(path[-1], hex_) > distance(path[0], hex_) for hex_ in enemies]


def penalty(rules: Any, state: State, unit: int, retreat: Any, ways: Any) -> Any:
    if retreat.kind != "bombardment":
        return ways
    return [
        way._replace(losses=way.losses + (not any(farther(rules, state, unit, way.path)))) for way in ways
    ]


def friends_here(right: Any, rules: Any, state: State, unit: int) -> Any:
    shared = len(state.stacks[state.at[unit]]) > 1
    return [state.at[unit]] if shared else right(state, unit)


def step_by_step(right: Any, rules: Any, path: Any, hex_: int) -> bool:
    distance = rules.grid.distance
    return bool(distance(path[-1], hex_) == distance(path[0], hex_) - len(path) + 1)


def shorter_with(nearing: bool | None = None, sea: bool | None = None) -> Wrong:
    """Shorter ways with other limits."""

    def wrong(right: Any, rules: Any, state: State, unit: int, retreat: Any, near: bool, out: bool) -> Any:
        return right(state, unit, retreat, near if nearing is None else nearing, out if sea is None else sea)

    return wrong


def nobody_displaced_if(condition: Wrong) -> Wrong:
    """Displacement is closed where the condition holds."""

    def wrong(right: Any, rules: Any, state: State, unit: int, retreat: Any, paths: Any) -> Any:
        return [] if condition(rules, state, unit, retreat) else right(state, unit, retreat, paths)

    return wrong


def any_room(right: Any, rules: Any, state: State, unit: int, retreat: Any, paths: Any) -> Any:
    """Preferences hold for vacant hexes only."""
    return right(state, unit, retreat, paths) if rules.has_room(state, unit, paths[0][-1]) else paths


def room_for_nothing(
    right: Any, rules: Any, state: State, retreat: Any, unit: int, way: Any, table: Any
) -> Any:
    return right(state, retreat, unit, way._replace(losses=0) if retreat.unit >= 0 else way, table)


def hemmed(open_hexes: Wrong) -> Wrong:
    """Other hexes for a displaced unit."""

    def wrong(right: Any, rules: Any, state: State, unit: int, chain: Any) -> Any:
        return open_hexes(rules, state, unit, right(state, unit, chain))

    return wrong


def any_neighbour(rules: Any, state: State, unit: int, hexes: Any) -> Any:
    return [
        hex_
        for hex_ in rules.grid.around(state.at[unit])
        if not state.occupied[0][hex_] + state.occupied[1][hex_]
    ]


def on_friends(rules: Any, state: State, unit: int, hexes: Any) -> Any:
    friends = [h for h in rules.grid.around(state.at[unit]) if state.occupied[state.side_of[unit]][h]]
    return list(hexes) or friends


def displaced_costs(rules: Any, rulebook: Any, state: State, unit: int, goal: int, table: Any) -> None:
    rulebook.lose_step(state, unit, "displaced", table)


def enter_first(step: Any, rules: Any, state: State, order: Any, table: Any) -> None:
    if isinstance(state.frames[-1], Displace):
        state.put(order.unit, order.path[-1])


def advance_after(*of: str) -> Wrong:
    def do(rules: Any, state: State, combat: Any, result: str, table: Any) -> None:
        if result in of and not state.stacks.get(combat.hex):
            attackers = tuple(unit for unit in combat.attackers if state.at[unit] >= 0)
            state.frames.append(Advance("advance", state.active, attackers, ((combat.hex,),)))

    return then(do)


def retreat_with(change: Wrong) -> Wrong:
    """A retreat that begins with other facts."""

    def wrong(right: Any, rules: Any, state: State, retreat: Any) -> Any:
        return right(state, change(rules, state, retreat))

    return wrong


def defenders_follow(rules: Any, state: State, retreat: Any) -> Any:
    ours = retreat.side == state.active
    return retreat._replace(attackers=state.stacks[retreat.hex]) if ours else retreat


def gunners_follow(rules: Any, state: State, retreat: Any) -> Any:
    near = tuple(u for u in state.on_map(state.active) if rules.grid.direction(state.at[u], retreat.hex) >= 0)
    return retreat._replace(attackers=near) if retreat.kind == "bombardment" else retreat


def all_follow(rules: Any, state: State, retreat: Any) -> Any:
    return retreat._replace(attackers=state.on_map(state.active)) if retreat.attackers else retreat


def over_closed_ground(right: Any, rules: Any, state: State, unit: int, *args: Any) -> Any:
    costs = list(rules.costs)
    costs[unit] = [2] * len(costs[unit])
    with pretending(rules, "costs", costs):
        return right(state, unit, *args)


def advance_any_time(right: Any, rules: Any, state: State, order: Any, side: Any) -> Any:
    if order.verb == "advance" and len(state.frames) == 1:
        return None
    return right(state, order, side)


MUTANTS = [
    # Retreat
    mutant(
        "a retreat is one hex short",
        rule("find_ways", shorter_retreat),
        "7.6.b 7.6.c 7.7.a 7.7.l",
        "8.2.4.b 8.2.4.c 8.3.a 8.3.l",
    ),
    mutant("a retreat is counted in steps", rule("retreat_ways", by_steps), "7.7.a 7.7.l", "8.3.a 8.3.l"),
    mutant(
        "a retreat leads anywhere",
        both(
            rule("leads_away", lambda *_: True),
            rule("prefer", lambda right, r, state, unit, retreat, paths: paths),
        ),
        "7.7.c 7.7.d 7.7.1.a 7.7.1.b",
        "8.1.5.b 8.1.5.c 8.3.d",
    ),
    mutant(
        "a retreat leads away from the nearest enemies",
        rule(
            "leads_away",
            lambda right, rules, state, unit, retreat, path: rules._leaves_nearest(state, unit, path),
        ),
        "7.7.c",
        "8.3.d",
    ),
    mutant(
        "a retreat leads away from attackers in version 8 too",
        rule("leads_away", lambda right, *args: bool(EDITIONS[FOLIO].leads_away(*args)), (NEW,)),
        new="8.3.d",
    ),
    mutant("friends on the way do not matter", rule("_vacant_first", any_end), "7.7.e", "8.3.e"),
    mutant(
        "friends close the way",
        rule("_vacant_first", vacant_only),
        "7.7.f 7.7.2.k 7.9.k",
        "8.3.1.i 8.3.f 8.5.m",
    ),
    mutant("a retreat enters the enemy's hex", rule("_paths", without_enemies), "7.7.g", "8.3.g"),
    mutant("everybody puts to sea", rule("_paths", seaward), "7.7.h 7.7.n", "8.3.c 8.3.j"),
    mutant(
        "nobody puts to sea",
        both(rule("_seaward", lambda *_: []), rule("_shorter", shorter_with(sea=False))),
        "7.7.i",
        "8.3.k",
    ),
    mutant("a unit stops on land before it puts to sea", rule("_seaward", lambda *_: []), "7.7.i", "8.3.k"),
    mutant("seaborne units like the sea", rule("_paths", seaborne_first), "7.7.i", "8.3.k"),
    mutant(
        "a bad retreat costs no step",
        rule(
            "retreat_ways", ways_with(lambda rules, s, u, r, ways: [way._replace(losses=0) for way in ways])
        ),
        "7.7.i 7.7.m 7.7.1.c 7.7.2.i",
        "8.3.1.b 8.3.b 8.3.k 8.3.l",
    ),
    mutant(
        "all the way or not at all",
        rule("_shorter", lambda right, rules, state, unit, *_: [Way((state.at[unit],))]),
        "7.7.m 7.7.2.i",
        "8.1.5.a 8.3.1.b 8.3.l 8.5.e",
    ),
    mutant(
        "no way out costs one step",
        rule("finish_way", depleted_in_place),
        "7.7.n 7.7.o 7.7.1.d 7.9.d",
        "8.1.5.a 8.3.c 8.3.m 8.5.f",
    ),
    mutant(
        "retreat off the map",
        rule(
            "retreat_ways", ways_with(lambda rules, state, unit, r, ways: [*ways, Way((state.at[unit], -1))])
        ),
        "7.7.o",
        "8.3.m",
    ),
    mutant("attackers retreat in a given order", step("retreat", "judge", in_given_order), "7.7.p", "8.3.n"),
    mutant(
        "the other edition's choice among nearest enemies",
        both(
            rule("nearest_enemies", lambda right, rules, state, unit: right(state, unit)[:1], (FOLIO, ST296)),
            rule("_off_one", off_all, (NEW,)),
        ),
        "7.7.1.a 7.7.1.c",
        "8.1.5.b",
    ),
    mutant(
        "the other edition's friend",
        both(
            rule(
                "havens",
                lambda right, rules, state, unit: rules.nearest(state.at[unit], right(state, unit)),
                (FOLIO, ST296),
            ),
            rule("havens", lambda right, rules, state, unit: Retreats.havens(rules, state, unit), (NEW,)),
        ),
        "7.7.1.b",
        "8.1.5.c",
    ),
    mutant("a friend in the same hex is the nearest", rule("havens", friends_here), "7.7.1.b", "8.1.5.c"),
    mutant("a near friend shows no way", rule("_nears", step_by_step), "7.7.1.b", "8.1.5.c"),
    mutant(
        "somewhat nearer to a friend is enough",
        rule("toward_friend", lambda right, rules, state, unit, paths: paths),
        "7.7.1.b",
        "8.1.5.c",
    ),
    mutant("a step is lost with no enemy on the map", rule("toll", lambda *_: 1), "7.7.1.b 7.7.1.c"),
    mutant("no way toward the enemy", rule("fallback", lambda *_: []), "7.7.1.c"),
    mutant(
        "fire drives units toward the enemy at a price",
        rule("retreat_ways", ways_with(penalty), (NEW,)),
        new="8.1.5.b",
    ),
    mutant(
        "units that cannot get away run round the enemy",
        rule("fallback", lambda right, rules, state, unit, retreat, paths: paths, (FOLIO, ST296)),
        "7.7.c 7.7.n",
    ),
    mutant(
        "home or nothing",
        rule(
            "prefer",
            lambda right, rules, state, unit, retreat, paths: [
                path for path in right(state, unit, retreat, paths) if rules._nears_home(state, unit, path)
            ],
            (NEW,),
        ),
        new="8.3.d",
    ),
    mutant(
        "home does not matter",
        rule("prefer", lambda right, rules, state, unit, retreat, paths: paths, (NEW,)),
        new="8.1.5.a 8.1.5.b 8.1.5.c 8.3.d",
    ),
    # Displacement
    mutant(
        "a step is lost before a friend makes room",
        rule("_displacing", nobody_displaced_if(lambda rules, s, u, retreat: retreat.kind == "bombardment")),
        "7.7.1.c 7.7.2.a",
        "8.1.5.b 8.3.1.a",
    ),
    mutant(
        "a unit puts to sea before a friend makes room",
        rule("_displacing", nobody_displaced_if(lambda rules, *given: rules._seaward(*given))),
        "7.7.i 7.7.2.a",
        "8.3.k 8.3.1.a",
    ),
    mutant(
        "an unwilling owner comes nearer to the enemy",
        rule("_shorter", shorter_with(nearing=True)),
        "7.7.1.c 7.7.2.i",
    ),
    mutant(
        "nobody puts to sea at the very last",
        rule("_shorter", shorter_with(sea=False)),
        "7.7.i 7.7.m 7.7.1.c",
        "8.3.k 8.3.l",
    ),
    mutant("room made saves a step", rule("finish_way", room_for_nothing), "7.7.1.c"),
    mutant("any friend makes room", rule("prefer", any_room, (NEW,)), new="8.1.5.b 8.3.d 8.3.1.a"),
    mutant(
        "nobody is displaced",
        rule("displaceable", lambda *_: []),
        "7.7.2.a 7.7.2.e 7.7.2.f 7.7.2.g 7.7.2.h",
        "8.3.1.a 8.3.1.e 8.3.1.f 8.3.1.g 8.3.1.h",
    ),
    mutant(
        "displacement within an attack as in the other edition",
        both(
            rule("displacement_bars", lambda right, rules, retreat, unit: (unit,), (FOLIO, ST296)),
            rule("displacement_bars", lambda right, rules, retreat, unit: (unit, *retreat.involved), (NEW,)),
        ),
        "7.7.2.b",
        "8.3.1.a",
    ),
    mutant(
        "displaced units go anywhere",
        rule("displacements", hemmed(any_neighbour)),
        "7.7.2.c 7.7.2.d",
        "8.3.1.d 8.3.1.j",
    ),
    mutant(
        "units are displaced into the enemy", rule("displacements", without_enemies), "7.7.2.c", "8.3.1.j"
    ),
    mutant(
        "units are displaced onto friends",
        both(rule("displacements", hemmed(on_friends))),
        "7.7.2.d",
        "8.3.1.d",
    ),
    mutant(
        "displacement costs a step", step("displace", "_move", then(displaced_costs)), "7.7.2.c", "8.3.1.j"
    ),
    mutant(
        "the retreating unit moves first",
        step("retreat", "carry_out", then(enter_first)),
        "7.7.2.e",
        "8.3.1.e",
    ),
    mutant(
        "no chains",
        rule(
            "displacements", hemmed(lambda rules, s, u, hexes: [h for h in hexes if rules.has_room(s, u, h)])
        ),
        "7.7.2.f",
        "8.3.1.f",
    ),
    mutant(
        "a unit is displaced once",
        rule(
            "displaceable",
            lambda right, rules, state, *args: [
                u for u in right(state, *args) if not state.flags[u] & DISPLACED
            ],
        ),
        "7.7.2.g",
        "8.3.1.g",
    ),
    mutant(
        "displaced units attack",
        rule("judge_attacker_status", without_flags(DISPLACED)),
        "7.7.2.h",
        "8.3.1.h",
    ),
    mutant(
        "displaced units do not attack in their own turn",
        rule("begin_player_turn", no_fresh_turn(DISPLACED)),
        "7.7.2.h",
        "8.3.1.h",
    ),
    mutant(
        "displacement is compulsory",
        rule(
            "find_ways",
            ways_with(lambda rules, s, u, r, ways: [way for way in ways if way.displaces] or ways),
        ),
        "7.7.2.i",
        "8.3.1.b",
    ),
    mutant(
        "displacement before vacant hexes",
        rule(
            "retreat_ways",
            lambda right, rules, state, unit, retreat: [
                *right(state, unit, retreat),
                *map(
                    Way,
                    rules._displacing(
                        state, unit, retreat, rules._paths(state, unit, retreat.distance, False)
                    ),
                ),
            ],
        ),
        "5.3.a 7.7.2.j",
        "5.3.a 8.3.1.c",
    ),
    mutant("passing through displaces", rule("finish_way", then(pushing_friends)), "7.7.2.k", "8.3.1.i"),
    # Stiff resistance
    mutant(
        "nobody stands",
        step("retreat", "judge", stand_if(lambda *_: False)),
        "7.6.l 7.7.n 7.8.a 7.8.d 7.8.e",
        "8.2.4.k 8.4.a 8.4.b 8.4.c",
    ),
    mutant(
        "standing costs nothing",
        rule(
            "stand", lambda right, rules, state, retreat, unit, table: rules.relieve(state, retreat, (unit,))
        ),
        "7.6.l 7.8.a 7.8.b 7.8.d 7.8.e",
        "8.2.4.k 8.4.a 8.4.b 8.4.c 8.4.d",
    ),
    mutant(
        "weak units do not stand",
        step(
            "retreat",
            "judge",
            stand_if(
                lambda rules, state, unit, frame: state.step[unit] + 1 < len(rules.counters[unit].steps)
            ),
        ),
        "7.8.b",
        "8.4.d",
    ),
    mutant(
        "advance after stiff resistance",
        rule("stand", stand_with(lambda retreat: retreat._replace(trails=((retreat.hex,),)))),
        "7.8.c",
        "8.4.d",
    ),
    mutant(
        "one unit stands for all",
        rule("stand", stand_with(lambda retreat: retreat._replace(units=()))),
        "7.8.d",
        "8.4.c",
    ),
    mutant(
        "nobody stands under fire",
        step("retreat", "judge", stand_if(lambda rules, state, unit, frame: frame.kind == "attack")),
        "7.8.e",
        "8.4.b",
    ),
    # Advance
    mutant(
        "nobody advances",
        rule("advance_ways", lambda *_: []),
        "7.9.a 7.9.c 7.9.d 7.9.e 7.9.f 7.9.g 6.2.b",
        "8.3.c 8.5.a 8.5.d 8.5.e 8.5.f 8.5.g 8.5.i 8.5.j 6.2.b",
    ),
    mutant("advance after De and Ex", rule("apply_result", advance_after("De", "Ex")), "7.9.a", "8.5.a"),
    mutant(
        "advance at any time",
        rule("judge", advance_any_time),
        "7.8.c 7.9.a 7.9.f 7.9.j",
        "8.1.c 8.4.d 8.5.a 8.5.c 8.5.h",
    ),
    mutant("defenders advance", rule("begin_retreat", retreat_with(defenders_follow)), "7.9.b", "8.5.b"),
    mutant("advance after fire", rule("begin_retreat", retreat_with(gunners_follow)), "7.9.j", "8.1.c 8.5.c"),
    mutant(
        "units that did not attack advance", rule("begin_retreat", retreat_with(all_follow)), "7.9.f", "8.5.g"
    ),
    mutant(
        "the path is the combat hex",
        rule("relieve", path_cut(lambda path: path[:1])),
        "7.9.c 7.9.d 7.9.e 7.9.g",
        "8.5.d 8.5.e 8.5.f 8.5.i 8.5.j",
    ),
    mutant(
        "the path lacks its last hex",
        rule("relieve", path_cut(lambda path: path[:-1])),
        "7.9.d",
        "8.3.c 8.5.f",
    ),
    mutant(
        "attackers must advance",
        step(
            "advance",
            "judge",
            lambda right, step, rules, state, order: (
                rules.refuse("sequence", "Refused.") if order.verb == "end" else right(rules, state, order)
            ),
        ),
        "7.9.f",
        "8.5.g",
    ),
    mutant("units advance off the path", step("advance", "judge", lambda *_: None), "7.9.g", "8.5.j"),
    mutant(
        "units that advanced go on",
        both(
            rule("judge_mover", without_flags(ADVANCED)),
            rule("judge_attacker_status", without_flags(ADVANCED)),
        ),
        "7.9.h",
        "8.5.k",
    ),
    mutant(
        "units that advanced cannot be attacked",
        both(
            rule("begin_player_turn", no_fresh_turn(ADVANCED)),
            rule(
                "judge_target",
                refused(
                    lambda rules, state, hex_: any(
                        state.flags[u] & ADVANCED for u in state.stacks.get(hex_, ())
                    )
                ),
            ),
        ),
        "7.9.i",
        "8.5.l",
    ),
    mutant("enemies do not bar an advance", rule("advance_ways", without_enemies), "7.9.k", "8.5.m"),
    mutant("advance over closed ground", rule("advance_ways", over_closed_ground), "7.9.l", "8.5.m"),
]
