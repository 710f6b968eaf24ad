"""Retreat (para 13), broken."""

from __future__ import annotations

from typing import Any

from hexfolio.core.orders import OFF_MAP
from hexfolio.core.state import State
from hexfolio.rulebooks.paratrooper.frames import FELL_BACK

from .making import Patch, Wrong, pretending
from .para import bars, changes, law, lets, mistakes, para, pardons, says_if, step


def open_where(condition: Wrong) -> Wrong:
    """Ground of a retreat is open besides where the condition holds for unit, start and goal."""
    return lambda own, rules, *args: own or bool(condition(rules, *args))


def closed_where(condition: Wrong) -> Wrong:
    return lambda own, rules, *args: own and not condition(rules, *args)


def ground_open(rules: Any, state: State, unit: int, start: int, goal: int) -> bool:
    return bool(rules.costs(state, unit)[start * 6 + rules.grid.direction(start, goal)])


def enemy_there(rules: Any, state: State, unit: int, start: int, goal: int) -> bool:
    return bool(rules.enemy_hexes(state, unit)[goal])


def in_zone(rules: Any, state: State, unit: int, start: int, goal: int) -> bool:
    return bool(rules.enemy_zones(state, unit)[goal])


def crosses(feature: str) -> Wrong:
    return lambda rules, state, unit, start, goal: feature in rules.board.side_features(start, goal)


def rolled(number: Wrong) -> Wrong:
    """A retreat of another distance than the die says: `number` is given rules, state, unit and the die."""

    def wrong(right: Any, rules: Any, state: State, frame: Any, unit: int, table: Any) -> None:
        roll = table.roll

        class Loaded:
            tell = table.tell

            def roll(self) -> int:
                return int(number(rules, state, unit, roll()))

        right(state, frame, unit, Loaded())

    return wrong


def first_die_for_all(right: Any, rules: Any, state: State, frame: Any, unit: int, table: Any) -> None:
    """The die of the first unit counts for the others of its combat."""
    right(state, frame, unit, table)
    own: Any = state.frames[-1]
    if own.unit >= 0:
        first = state.tracks.setdefault("mutant distance", own.distance)
        state.frames[-1] = own._replace(distance=first)


def rolling_at_once(right: Any, own: Any, rules: Any, state: State, order: Any) -> Any:
    """A unit rolls although another one has not yet gone."""
    frame: Any = state.frames[-1]
    if order.verb == "roll" and order.unit in frame.units:
        return None
    return right(rules, state, order)


def without_loss(right: Any, rules: Any, state: State, *args: Any) -> None:
    with pretending(rules, "eliminate", lambda *_: None):
        right(state, *args)


def shorter_if_need_be(right: Any, rules: Any, state: State, unit: int, distance: int) -> Any:
    return next((ways for short in range(distance, 0, -1) if (ways := right(state, unit, short))), [])


def crowd(who: Wrong) -> Wrong:
    """After a retreat into a full hex only some units pay for it."""

    def wrong(right: Any, rules: Any, state: State, unit: int, path: Any, table: Any) -> None:
        def punish(_: State, side: int, hex_: int, __: Any) -> None:
            for other in rules.counted(state, side, hex_):
                if who(unit, other):
                    rules.disrupt(state, other, "over-stacking", table)

        with pretending(rules, "punish_crowd", punish):
            right(state, unit, path, table)

    return wrong


def disrupting(who: Wrong) -> Wrong:
    """Some units are not hurt by their retreat."""

    def wrong(right: Any, rules: Any, state: State, unit: int, path: Any, table: Any) -> None:
        disrupt, before = rules.disrupt, state.step[unit]

        def wary(_: State, other: int, cause: str, __: Any) -> None:
            if cause != "retreat" or who(before, state.step[other]):
                disrupt(state, other, cause, table)

        with pretending(rules, "disrupt", wary):
            right(state, unit, path, table)

    return wrong


def hurts(change: Wrong) -> Patch:
    """Another number of disruptions for one step of a retreat."""
    return changes("_hurts", lambda own, rules, *args: int(change(own, rules, *args)))


def river(rules: Any, state: State, unit: int, start: int, goal: int) -> bool:
    side = rules.board.side_between(start, goal)
    return "river" in rules.board.hexsides.get(side, ()) and not rules.bridge_stands(state, side)


def fell_back(rules: Any, state: State, hex_: int) -> bool:
    return any(state.flags[unit] & FELL_BACK for unit in rules.units_in(state, 1 - state.active, hex_))


def standing_in(terrain: str) -> Patch:
    """Defenders in a terrain never retreat."""
    return says_if(
        "apply_result",
        lambda rules, state, assault, result, table: (
            result == "DR" and terrain in rules.board.terrain[assault.hex]
        ),
    )


MUTANTS = [
    # 13.1
    para("every retreat is of two hexes", law("roll_retreat", rolled(lambda *_: 2)), "13.1.a"),
    para("a retreat is one hex shorter", law("roll_retreat", rolled(lambda *a: max(a[-1] - 1, 1))), "13.1.a"),
    para("one die for all who retreat", law("roll_retreat", first_die_for_all), "13.1.a"),
    para(
        "those who fired from afar retreat, too",
        law(
            "apply_result",
            lambda right, rules, state, assault, *rest: right(
                state, assault._replace(near=assault.attackers), *rest
            ),
        ),
        "13.1.a",
    ),
    para(
        "units retreat from the bottom up",
        step("retreat", "_units", lambda right, _, *a: right(*a)[:1]),
        "13.1.b",
    ),
    para("all roll before anybody retreats", step("retreat", "judge", rolling_at_once), "13.1.b"),
    # 13.2
    para("retreats lead away from the enemy", changes("_open", closed_where(in_zone)), "13.2.a 13.3.a"),
    para(
        "nobody retreats southward",
        changes(
            "_open",
            closed_where(lambda rules, state, unit, start, goal: goal == rules.grid.neighbour(start, 2)),
        ),
        "13.2.a",
    ),
    *(
        para(
            f"a retreat may {name}",
            pardons("judge_retreat", "retreat_length", condition),
            "13.2.b",
        )
        for name, condition in {
            "be too short": lambda rules, state, unit, distance, path: len(path) - 1 < distance,
            "be too long": lambda rules, state, unit, distance, path: len(path) - 1 > distance,
            "double back": lambda rules, state, unit, distance, path: len(path) - 1 == distance,
        }.items()
    ),
    para("retreats lead through the enemy", changes("_open", open_where(ground_open)), "13.2.c"),
    para(
        "retreats lead through what lies face down",
        changes(
            "_open",
            open_where(lambda rules, state, unit, start, goal: rules.concealed_in(state, goal) >= 0),
        ),
        "13.2.c",
    ),
    para(
        "retreats lead over closed ground",
        changes("_open", open_where(lambda rules, *args: not enemy_there(rules, *args))),
        "13.2.c",
    ),
    para(
        "retreats lead off the map",
        pardons(
            "judge_retreat",
            "retreat_closed",
            lambda rules, state, unit, distance, path: path[-1] == OFF_MAP,
        ),
        "13.2.c",
    ),
    para("who has no way stays", law("roll_retreat", without_loss), "13.2.d"),
    para("who has no way goes as far as he can", law("retreat_ways", shorter_if_need_be), "13.2.d"),
    para(
        "friends bar a retreat",
        changes(
            "_open",
            closed_where(
                lambda rules, state, unit, start, goal: rules.units_in(state, state.side_of[unit], goal)
            ),
        ),
        "13.2.e",
    ),
    para("a retreat may end in a full hex", lets("judge_retreat", "retreat_stacking"), "13.2.f"),
    para(
        "a retreat goes on for one hex only",
        pardons(
            "judge_retreat",
            "retreat_stacking",
            lambda rules, state, unit, distance, path: len(path) - 1 > distance,
        ),
        "13.2.f",
    ),
    para(
        "where only a full hex is open a unit is lost",
        changes(
            "retreat_ways",
            lambda own, rules, state, unit, distance: [
                way for way in own if rules.room_for(state, unit, way[-1])
            ],
        ),
        "13.2.g",
    ),
    para("retreats may crowd a hex", law("fall_back", crowd(lambda unit, other: False)), "13.2.g"),
    para(
        "who comes last pays for the crowd",
        law("fall_back", crowd(lambda unit, other: unit == other)),
        "13.2.g",
    ),
    para(
        "those who were there pay for the crowd",
        law("fall_back", crowd(lambda unit, other: unit != other)),
        "13.2.g",
    ),
    para(
        "nobody retreats farther than he moves",
        law("roll_retreat", rolled(lambda rules, state, unit, die: min(die, rules.allowance(state, unit)))),
        "13.2.h",
    ),
    para(
        "who cannot move retreats all the same",
        mistakes("roll_retreat", "allowance", lambda rules, *_: lambda *__: 1),
        "13.2.i",
    ),
    # 13.3
    para("zones do not hurt", hurts(lambda own, rules, *args: own - in_zone(rules, *args)), "13.3.a"),
    para(
        "attackers retreat through zones unhurt",
        hurts(
            lambda own, rules, state, unit, *rest: (
                own - in_zone(rules, state, unit, *rest) if state.side_of[unit] == state.active else own
            )
        ),
        "13.3.a",
    ),
    para("nobody is hurt twice", law("fall_back", disrupting(lambda before, now: not now)), "13.3.b"),
    para("a retreat hurts once", law("fall_back", disrupting(lambda before, now: now == before)), "13.3.b"),
    para(
        "who is disrupted is not hurt", law("fall_back", disrupting(lambda before, now: not before)), "13.3.b"
    ),
    para(
        "a friend covers a retreat",
        hurts(
            lambda own, rules, state, unit, start, goal: (
                0 if rules.units_in(state, state.side_of[unit], goal) else own
            )
        ),
        "13.3.b",
    ),
    para(
        "who is disrupted is lost in a retreat",
        hurts(lambda own, rules, state, unit, *_: own + state.step[unit]),
        "13.3.b",
    ),
    para(
        "no retreat ends next to the enemy",
        bars(
            "judge_retreat",
            lambda rules, state, unit, distance, path: rules.enemy_zones(state, unit)[path[-1]],
        ),
        "13.3.c",
    ),
    para("who fell back is safe", bars("judge_target", fell_back), "13.3.d"),
    para("guns fire at who fell back", lets("judge_attacker", "again_adjacent"), "13.3.d"),
    para(
        "who attacked attacks again who fell back",
        pardons(
            "judge_attacker", "attack_once", lambda rules, state, unit, hex_: fell_back(rules, state, hex_)
        ),
        "13.3.d",
    ),
    para("who stood is attacked again", lets("judge_target", "target_once"), "13.3.d"),
    # 13.4
    para("rivers do not hurt", hurts(lambda own, rules, *args: own - river(rules, *args)), "13.4.a"),
    para("a zone behind a river hurts once", hurts(lambda own, *_: min(own, 1)), "13.4.a"),
    para("streams hurt", hurts(lambda own, rules, *args: own + crosses("stream")(rules, *args)), "13.4.a"),
    para(
        "bridges do not help a retreat",
        mistakes("_hurts", "bridge_stands", lambda *_: lambda *__: False),
        "13.4.b",
    ),
    # 13.5
    *(
        para(f"nobody retreats from a {terrain}", standing_in(terrain), "13.5.a")
        for terrain in ("town", "peak", "hill", "woods")
    ),
]
