"""Ground combat of Paratrooper without its shifts (para 11.1, 11.2.1, 11.3 and 11.5), broken."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hexfolio.core.state import REMOVED, State
from hexfolio.rulebooks.paratrooper.frames import ATTACKED, FELL_BACK, Retreat

from .making import Patch, Wrong, without_flags
from .para import at_any_time, bars, changes, chart, law, lets, no_orders, para, pardons, reading, step


def enemy_unit(rules: Any, state: State, unit: int, hex_: int) -> bool:
    return state.side_of[unit] != state.active and state.at[unit] >= 0


def idle(rules: Any, state: State, order: Any) -> bool:
    """Is the phase ended although somebody could attack?"""
    return order.verb == "end" and any(rules.attackers(state, hex_) for hex_ in rules.targets(state))


def called_off(condition: Wrong) -> Wrong:
    """An attack is not fought where the condition on its odds holds."""

    def wrong(right: Any, rules: Any, state: State, order: Any, table: Any) -> None:
        odds = rules.odds_of(state, rules.assault_of(state, order.units, order.path[0]))
        if not condition(odds):
            right(state, order, table)

    return wrong


def stackmates(rules: Any, state: State, unit: int) -> list[int]:
    mates = rules.units_in(state, state.active, state.at[unit])
    return [other for other in mates if other != unit]


def parted_stack(rules: Any, state: State, units: Any, hex_: int) -> bool:
    return any(mate not in units for unit in units for mate in stackmates(rules, state, unit))


def shared_stack(rules: Any, state: State, units: Any, hex_: int) -> bool:
    return any(mate in units for unit in units for mate in stackmates(rules, state, unit))


def items(rule: str, change: Wrong) -> Wrong:
    """Other strengths in a combat: `change` is given those that count for a rule."""

    def wrong(right: Any, rules: Any, state: State, assault: Any) -> Any:
        side = "attackers" if rule == "attack_strength" else "defenders"
        units = change(rules, state, getattr(assault, side))
        if side == "defenders":
            return right(state, assault._replace(defenders=tuple(units)))
        near = tuple(unit for unit in assault.near if unit in units)
        far = tuple(unit for unit in assault.far if unit in units)
        return right(state, assault._replace(near=near, far=far))

    return wrong


def strongest(rules: Any, state: State, units: Any) -> Any:
    return sorted(units, key=lambda unit: rules.strength(state, unit))[-1:]


def columns(change: Wrong) -> Patch:
    """The column for another differential and shift."""
    return reading("column", lambda right, charts, value, shift=0: right(*change(value, shift)))


def no_retreats(right: Any, rules: Any, state: State, assault: Any, result: str, table: Any) -> None:
    """Retreats are left out for the time being."""
    right(state, assault, result, table)
    state.frames = [frame for frame in state.frames if not isinstance(frame, Retreat)]


def others_choice(right: Any, own: Any, rules: Any, state: State) -> int:
    """The other side says who suffers."""
    return 1 - int(right(rules, state))


def first_suffers(right: Any, own: Any, rules: Any, state: State, table: Any) -> bool:
    units = own._units(state)
    if units:
        own._suffer(rules, state, units[0], table)
        return True
    return bool(right(rules, state, table))


def anybody_suffers(right: Any, own: Any, rules: Any, state: State, order: Any) -> None:
    return None


def spared(right: Any, rules: Any, state: State, unit: int, cause: str, table: Any) -> None:
    if not rules.is_disrupted(state, unit):
        right(state, unit, cause, table)


def gone(place: int) -> Wrong:
    def wrong(right: Any, rules: Any, state: State, unit: int, cause: str, table: Any) -> None:
        right(state, unit, cause, table)
        state.put(unit, place)

    return wrong


def stays(right: Any, rules: Any, state: State, unit: int, cause: str, table: Any) -> None:
    hex_ = state.at[unit]
    right(state, unit, cause, table)
    state.put(unit, hex_)


MUTANTS = [
    # 11.1
    para("11: enemy units take part", pardons("judge_attacker", "attackers", enemy_unit), "11.1.a"),
    para(
        "11: only the airborne side attacks",
        bars("judge_attack", lambda rules, state, order: state.active != rules.airborne_side),
        "11.1.a",
    ),
    para(
        "11: the other side attacks",
        law("judge", lambda right, rules, state, order, side: right(state, order, None)),
        "11.1.a",
    ),
    para("11: attacking is a duty", no_orders("attack", idle), "11.1.b"),
    para(
        "11: a stronger defender declines",
        law("attack", called_off(lambda odds: odds.differential < 0)),
        "11.1.c",
    ),
    para(
        "11: a poor attack is called off", law("attack", called_off(lambda odds: odds.column < 4)), "11.1.d"
    ),
    para(
        "11: attacks go from west to east",
        bars("judge_attack", lambda rules, state, order: order.path[0] != min(rules.targets(state))),
        "11.1.e",
    ),
    para(
        "11: all attacks are announced at once",
        bars("judge_attack", lambda rules, state, order: any(done & ATTACKED for done in state.flags)),
        "11.1.e",
    ),
    para("11: units attack again", law("judge_attacker", without_flags(ATTACKED)), "11.1.f 11.2.1.c 11.1.h"),
    para("11: defenders are attacked again", lets("judge_target", "target_once"), "11.1.g"),
    para(
        "11: who fell back is safe",
        bars(
            "judge_target",
            lambda rules, state, hex_: any(state.flags[u] & FELL_BACK for u in state.stacks.get(hex_, ())),
        ),
        "11.1.g",
    ),
    para(
        "11: a strength is counted twice",
        pardons(
            "judge_attack", "attack_once", lambda rules, state, order: len({*order.units}) < len(order.units)
        ),
        "11.1.h",
    ),
    para(
        "11: half the strength for one of two targets",
        changes(
            "_item",
            lambda own, rules, state, unit, rule: (
                own._replace(value=own.value // 2)
                if rule == "attack_strength"
                and sum(
                    bool(rules.units_in(state, 1 - state.active, h))
                    for h in rules.grid.around(state.at[unit])
                )
                > 1
                else own
            ),
        ),
        "11.1.h",
    ),
    # 11.2
    para(
        "11: attacks at any time",
        at_any_time("attack", lambda rules, state, order: rules.judge_attack(state, order)),
        "11.2.a 11.3.g",
    ),
    para("11: attacks from afar", lets("judge_attacker", "adjacent"), "11.2.1.a 11.2.2.a"),
    para(
        "11: attacks from five hexes",
        bars("judge_attack", lambda rules, state, order: len({state.at[unit] for unit in order.units}) > 5),
        "11.2.1.b",
    ),
    para("11: a stack attacks as a whole", bars("_judge_group", parted_stack), "11.2.1.d"),
    para("11: units of a stack attack apart", bars("_judge_group", shared_stack), "11.2.1.d"),
    para(
        "11: one unit of a stack attacks",
        bars(
            "_judge_group",
            lambda rules, state, units, hex_: any(
                state.flags[mate] & ATTACKED for unit in units for mate in stackmates(rules, state, unit)
            ),
        ),
        "11.2.1.d",
    ),
    para(
        "11: the top defender defends",
        changes("assault_of", lambda own, *_: own._replace(defenders=own.defenders[-1:])),
        "11.2.1.e 11.3.c",
    ),
    # 11.3
    para("11: the strongest attacker counts", law("odds_of", items("attack_strength", strongest)), "11.3.b"),
    para(
        "11: the strongest defender counts",
        law("odds_of", items("defence_strength", strongest)),
        "11.3.c 11.2.1.e",
    ),
    para("11: no differential below nought", columns(lambda value, shift: (max(value, 0), shift)), "11.3.d"),
    para("11: a differential has no sign", columns(lambda value, shift: (abs(value), shift)), "11.3.d"),
    para(
        "11: the attack is taken from the defence",
        changes("odds_of", lambda own, *_: replace(own, differential=-own.differential)),
        "11.3.d",
    ),
    para("11: the column beside", columns(lambda value, shift: (value, shift + 1)), "11.3.e"),
    para("11: columns begin late", chart("tops", lambda own: [top + 1 for top in own]), "11.3.e"),
    para("11: columns begin early", chart("tops", lambda own: [top - 1 for top in own]), "11.3.e"),
    para("11: retreats wait", law("apply_result", no_retreats), "11.3.g"),
    para(
        "11: nothing but the attacker's results",
        law(
            "apply_result",
            lambda right, rules, state, assault, result, table: (
                right(state, assault, result, table) if result[0] == "A" else None
            ),
        ),
        "11.3.g",
    ),
    # 11.5
    para("11: the other side picks who suffers", step("casualty", "side", others_choice), "11.5.b"),
    para("11: the first unit suffers", step("casualty", "settle", first_suffers), "11.5.b"),
    para("11: anybody suffers", step("casualty", "judge", anybody_suffers), "11.5.b"),
    para("11: nobody is disrupted twice", law("disrupt", spared), "11.5.c"),
    para("11: the eliminated are out of play", law("eliminate", gone(REMOVED)), "11.5.d"),
    para("11: the eliminated stay", law("eliminate", stays), "11.5.d"),
]
