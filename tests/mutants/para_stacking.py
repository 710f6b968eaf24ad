"""Stacking and inspection of Paratrooper (para 7 and 8), broken."""

from __future__ import annotations

from typing import Any

from hexfolio.core.state import WAITING, State

from .korean import without_tracks
from .making import Patch, Wrong
from .para import adds, bars, changes, law, lets, para, pardons, says


def crowds_off_the_map(rules: Any, state: State, table: Any) -> None:
    """A full display is over-stacked."""
    for side in (0, 1):
        waiting = [unit for unit in rules.side_counters[side] if state.at[unit] == WAITING]
        for unit in waiting if len(waiting) > rules.stacking_limit() else ():
            state.step[unit] = 1


def also_after(phase: str) -> Wrong:
    """Stacks are looked at when another phase ends, too."""

    def wrong(right: Any, rules: Any, state: State, table: Any) -> None:
        if state.phase == phase:
            rules.punish_crowds(state, table)
        right(state, table)

    return wrong


def not_after(phase: str) -> Wrong:
    def wrong(right: Any, rules: Any, state: State, table: Any) -> None:
        if state.phase != phase:
            right(state, table)

    return wrong


def own_stacks(right: Any, rules: Any, state: State, side: int, hex_: int, table: Any) -> None:
    """Only the stacks of the player whose turn it is are looked at."""
    if side == state.active:
        right(state, side, hex_, table)


def at_once(rules: Any, state: State, unit: int, hexes: Any, table: Any) -> None:
    rules.punish_crowds(state, table)


def beyond_the_limit(right: Any, rules: Any, state: State, side: int, hex_: int, table: Any) -> None:
    """Only what is too much is hit."""
    for unit in rules.counted(state, side, hex_)[rules.stacking_limit() :]:
        rules.disrupt(state, unit, "over-stacking", table)


def deadly(right: Any, rules: Any, state: State, side: int, hex_: int, table: Any) -> None:
    for unit in rules.counted(state, side, hex_):
        rules.eliminate(state, unit, "over-stacking", table)


def crowded(rules: Any, state: State, unit: int, path: Any, *_: Any) -> bool:
    """Some hex of the way is full."""
    return any(not rules.room_for(state, unit, hex_) for hex_ in path[1:])


def stays_crowded(rules: Any, state: State, unit: int, path: Any, *_: Any) -> bool:
    return not rules.room_for(state, unit, path[-1])


def from_crowd(rules: Any, state: State, units: Any, hex_: int) -> bool:
    return any(rules.overstacked(state, state.active, state.at[unit]) for unit in units)


def two_defend(own: Any, rules: Any, state: State, *_: Any) -> Any:
    return own._replace(defenders=own.defenders[: rules.stacking_limit()])


def crowd_suffers(own: list[Any], rules: Any, state: State, assault: Any) -> list[Any]:
    """A crowd is easier to hit."""
    item = rules.shift("hex_shift", "a crowd", 1)
    return [*own, item] if rules.overstacked(state, 1 - assault.side, assault.hex) else own


def charged(rules: Any, state: State, order: Any, table: Any) -> None:
    """Putting a stack in order costs movement points."""
    if state.mover != order.unit:
        state.mover, state.spent = order.unit, 0
    state.spent += 2


def tightened(rules: Any, state: State, *_: Any) -> None:
    state.tracks.pop("loosened", None)


def over_fog(own: bytes, rules: Any, state: State, unit: int) -> bytes:
    """Hexes with nothing but what lies face down are open."""
    enemy = 1 - state.side_of[unit]
    return bytes(mark and bool(rules.units_in(state, enemy, hex_)) for hex_, mark in enumerate(own))


def blind(condition: Wrong) -> Patch:
    """Counters that meet a condition are not seen: it is given rules, state, the side and the counter."""

    def wrong(right: Any, rules: Any, state: State, side: int | None) -> Any:
        seen = right(state, side)
        for counter in rules.counters:
            if condition(rules, state, side, counter.index):
                seen[counter.id] = ["off-map", 0, []]
        return seen

    return law("counters_seen", wrong)


def enemy_of(rules: Any, state: State, side: Any, unit: int) -> bool:
    return side is not None and rules.counters[unit].side != side


def not_on_top(rules: Any, state: State, side: Any, unit: int) -> bool:
    stack = state.stacks.get(state.at[unit], ())
    return enemy_of(rules, state, side, unit) and unit in stack and unit != stack[-1]


def own_side(rules: Any, state: State, side: Any, unit: int) -> bool:
    return side is not None and rules.counters[unit].side == side and state.active != side


def open_displays(right: Any, rules: Any, state: State, side: Any) -> Any:
    """Everybody reads which units a decision is about."""
    seen = right(state, side)
    decision = rules.decision(state)
    if decision and seen["asked"]:
        seen["asked"]["units"] = [rules.name(unit) for unit in decision.units]
    return seen


MUTANTS = [
    # 7.0 to 7.3
    para("7: units off the map are too many", adds("punish_crowds", crowds_off_the_map), "7.0.b"),
    para(
        "7: units off the map count in every hex",
        changes(
            "overstacked",
            lambda own, rules, state, side, hex_: own or len(rules.side_counters[side]) > 2,
        ),
        "7.0.b",
    ),
    *(
        para(f"7: stacks are looked at after {phase}", law("end_phase", also_after(phase)), "7.1.a")
        for phase in ("engineering", "strikes", "regroup")
    ),
    *(
        para(f"7: stacks are not looked at after {phase}", law("punish_crowds", not_after(phase)), "7.1.a")
        for phase in ("landing", "movement", "attack")
    ),
    para("7: stacks are looked at all the time", adds("came_to", at_once), "7.1.a 7.1.b"),
    para("7: only the stacks of the active side", law("punish_crowd", own_stacks), "7.1.a"),
    para("7: nobody passes through a full hex", bars("judge_way", crowded), "7.1.b"),
    para("7: nobody ends in a full hex", bars("judge_way", stays_crowded), "7.1.b 7.1.a"),
    para("7: crowds are not punished", says("punish_crowd", None), "7.3.a 7.1.a"),
    para("7: only what is too much is punished", law("punish_crowd", beyond_the_limit), "7.3.a"),
    para("7: crowds are eliminated", law("punish_crowd", deadly), "7.3.a"),
    # 7.4
    para("7: all units of a crowd fire", lets("_judge_group", "crowd_fire"), "7.4.a"),
    para(
        "7: units of a crowd fire one after the other",
        pardons("_judge_group", "crowd_fire", lambda rules, state, units, hex_: len(units) == 1),
        "7.4.a",
    ),
    para("7: nobody fires out of a crowd", bars("_judge_group", from_crowd), "7.4.a"),
    para(
        "7: the top unit of a crowd fires",
        bars(
            "_judge_group",
            lambda rules, state, units, hex_: (
                from_crowd(rules, state, units, hex_)
                and any(unit != state.stacks[state.at[unit]][-1] for unit in units)
            ),
        ),
        "7.4.a",
    ),
    para("7: two units of a crowd defend", changes("assault_of", two_defend), "7.4.b"),
    para("7: a crowd is hit more easily", changes("shifts", crowd_suffers), "7.4.b"),
    # 7.5
    para(
        "7: no order of stacks in movement",
        bars("judge_top", lambda rules, state, *_: state.phase == "movement"),
        "7.5.a",
    ),
    para("7: the order of stacks does not change", says("put_on_top", None), "7.5.a 7.5.b"),
    para("7: putting in order costs movement", adds("carry_out_any_time", charged), "7.5.a"),
    para(
        "7: putting in order costs a command point",
        adds(
            "carry_out_any_time",
            lambda rules, state, order, table: rules.lose_command(state, state.side_of[order.unit], 1),
        ),
        "7.5.a",
    ),
    para("7: stacks are put in order at any time", lets("judge_top", "reorder"), "7.5.a 7.5.b"),
    para(
        "7: the enemy puts stacks in order as well",
        pardons(
            "judge_top",
            "reorder",
            lambda rules, state, unit, side: state.phase == "movement" and side != state.active,
        ),
        "7.5.a",
    ),
    para("7: no order of stacks after a combat", law("judge_top", without_tracks("loosened")), "7.5.b"),
    para("7: no order of stacks after a retreat", adds("fall_back", tightened), "7.5.b"),
    para("7: no order of stacks after a pursuit", adds("pursue", tightened), "7.5.b"),
    para(
        "7: only the attacker puts stacks in order",
        bars("judge_top", lambda rules, state, unit, side: state.phase == "attack" and side != state.active),
        "7.5.b",
    ),
    para(
        "7: only the defender puts stacks in order",
        bars("judge_top", lambda rules, state, unit, side: state.phase == "attack" and side == state.active),
        "7.5.b",
    ),
    # 7.6
    para(
        "7: units of both sides share a hex",
        law("enemy_hexes", lambda right, rules, *_: bytes(rules.grid.size)),
        "7.6.a",
    ),
    para("7: what lies face down bars nobody", changes("enemy_hexes", over_fog), "7.6.a"),
    para(
        "7: nobody is dropped where the enemy is",
        bars("judge_plan", lambda rules, state, unit, hex_: rules.bars(state, rules.defending_side, hex_)),
        "7.6.b",
    ),
    para(
        "7: strikes keep out of enemy hexes",
        bars("judge_strike", lambda rules, state, order: rules.bars(state, 1 - state.active, order.path[0])),
        "7.6.b",
    ),
    # 8
    para("8: enemy stacks are closed", blind(enemy_of), "8.0.a"),
    para("8: only the top of an enemy stack is seen", blind(not_on_top), "8.0.a"),
    para(
        "8: what lies face down is open",
        law("_known_fog", lambda right, rules, state, side: rules.fog_counters),
        "8.0.a",
    ),
    para(
        "8: the display of strikes is open",
        law("hand_seen", lambda right, rules, state, owner, side: right(state, owner, owner)),
        "8.0.b",
    ),
    para("8: reinforcements due are open", law("view", open_displays), "8.0.b"),
    para("8: own forces are seen in the own turn only", blind(own_side), "8.0.c"),
    para(
        "8: own counters that lie face down are closed",
        law("_known_fog", lambda right, rules, state, side: right(state, None)),
        "8.0.c",
    ),
]
