"""Attacks and divisions of the designer's edition (kwb-train 7.1 to 7.6), broken."""

from __future__ import annotations

from typing import Any

from hexfolio.core.orders import Order
from hexfolio.core.state import ELIMINATED, REMOVED, State
from hexfolio.rulebooks.fire_and_movement.frames import Combat
from hexfolio.rulebooks.fire_and_movement.general import General

from .combat import item
from .korean import forgiven
from .kwb_train import bars, law, lets, says, train, unless
from .making import Patch, Wrong, pretending, then


def plain_loss(condition: Wrong) -> Wrong:
    """Where the condition holds a loss is that of any unit of the base rules."""

    def wrong(right: Any, rules: Any, state: State, unit: int, cause: str, table: Any) -> None:
        if condition(rules, state, unit):
            General.lose_step(rules, state, unit, cause, table)
        else:
            right(state, unit, cause, table)

    return wrong


def shrinks_at_once(right: Any, rules: Any, state: State, unit: int, cause: str, table: Any) -> None:
    """A full division, too, gives way to a regiment."""
    if rules.is_division(unit):
        state.step[unit] = len(rules.counters[unit].steps) - 1
    right(state, unit, cause, table)


def leaves_a_regiment(right: Any, rules: Any, state: State, unit: int, cause: str, table: Any) -> None:
    """Complete elimination, too, leaves a regiment of a division."""
    if cause == "De" and rules.is_division(unit) and rules.spares_left(state, rules.nation[unit]):
        state.step[unit] = len(rules.counters[unit].steps) - 1
        rules.lose_step(state, unit, cause, table)
    else:
        right(state, unit, cause, table)


def not_in_the_deadpile(right: Any, rules: Any, state: State, unit: int, cause: str, table: Any) -> None:
    right(state, unit, cause, table)
    if rules.is_division(unit) and state.at[unit] == ELIMINATED:
        state.put(unit, REMOVED)


def survives_without_spares(right: Any, rules: Any, state: State, unit: int, cause: str, table: Any) -> None:
    if not rules.is_division(unit) or not state.step[unit] or rules.spares_left(state, rules.nation[unit]):
        right(state, unit, cause, table)


def with_stack(result: str) -> Wrong:
    """One result of a combat falls on all units in the hexes of the attackers."""

    def wrong(right: Any, rules: Any, state: State, combat: Combat, found: str, table: Any) -> Any:
        if found == result and combat.attackers:
            hexes = dict.fromkeys(state.at[unit] for unit in combat.attackers)
            stack = tuple(unit for hex_ in hexes for unit in state.stacks[hex_])
            combat = combat._replace(attackers=stack)
        return right(state, combat, found, table)

    return wrong


def doubling_late(right: Any, rules: Any, state: State, order: Order, side: Any) -> Any:
    asked = bool(state.frames) and isinstance(state.frames[-1], Combat)
    return None if asked and order.verb == "attack" and order.others else right(state, order, side)


def doubled(change: Wrong) -> Patch:
    """Another strength for attackers: `change` is given the plain strength, the right one and the rest."""

    def wrong(rules: Any, state: State, unit: int, combat: Any, own: int) -> int:
        plain = rules.attack_strength(state, unit)
        return int(change(plain, own, rules, state, unit, combat))

    return law("attack_item", item(wrong))


def with_markers_doubled(right: Any, rules: Any, state: State, combat: Combat) -> Any:
    figures = right(state, combat)
    if not state.lists.get("doubled"):
        return figures
    count = len(combat.attackers)
    return figures[:count] + [figure._replace(value=figure.value * 2) for figure in figures[count:]]


def paying(who: Wrong) -> Wrong:
    """Only doubled units for which the condition holds pay."""

    def wrong(right: Any, rules: Any, state: State, units: tuple[int, ...], table: Any) -> None:
        right(state, tuple(unit for unit in units if who(rules, state, unit)), table)

    return wrong


def victors_pay_nothing(right: Any, rules: Any, state: State, combat: Any, result: str, table: Any) -> None:
    if result.startswith("D"):
        state.lists.pop("doubled", None)
    right(state, combat, result, table)


def paying_twice(right: Any, rules: Any, state: State, units: tuple[int, ...], table: Any) -> None:
    """Doubled units pay although a Center was used."""
    state.lists.pop("center", None)
    right(state, units, table)


def whole_group_pays(right: Any, rules: Any, state: State, combat: Combat, table: Any) -> None:
    if state.lists.get("doubled"):
        state.lists["doubled"] = combat.attackers
    right(state, combat, table)


def center_at_once(rules: Any, state: State, order: Order) -> None:
    """The Center is gone when the attack is declared."""
    if order.unit >= 0:
        state.put(order.unit, ELIMINATED)


def center_afterwards(right: Any, rules: Any, state: State, combat: Any, result: str, table: Any) -> None:
    """The Center is gone only when everything else is settled."""
    with pretending(state, "lists", {**state.lists, "center": ()}):
        right(state, combat, result, table)


def center_for_success(right: Any, rules: Any, state: State, combat: Any, result: str, table: Any) -> None:
    """The Center survives an attack that fails."""
    if result.startswith("A"):
        state.lists.pop("center", None)
    right(state, combat, result, table)


def no_loss_with_center(right: Any, rules: Any, state: State, combat: Any, result: str, table: Any) -> None:
    spared = combat.attackers if state.lists.get("center") else ()
    steps = [state.step[unit] for unit in spared]
    right(state, combat, result, table)
    for unit, step in zip(spared, steps, strict=True):
        state.step[unit] = step


def keep_out_of_deadpile(rules: Any, state: State, unit: int, *_: Any) -> None:
    state.put(unit, REMOVED)


def not_stacked(rules: Any, state: State, order: Order) -> bool:
    """Is some doubled unit elsewhere than the Center?"""
    return order.unit >= 0 and any(state.at[unit] != state.at[order.unit] for unit in order.others)


MUTANTS = [
    # 7.1
    train("units without attack strength attack", lets("judge_attacker_status", "zero_attack"), "7.1.zero.a"),
    train(
        "with a marker anybody attacks",
        law(
            "judge_attacker_status",
            forgiven("zero_attack", lambda rules, state, unit: state.hands[state.active]),
        ),
        "7.1.zero.a",
    ),
    *(
        train(f"{result} falls on the whole stack", law("apply_result", with_stack(result)), "7.1.zero.b")
        for result in ("Ex", "A2", "Ae")
    ),
    train(
        "no intensive attacks at the reservoir",
        law("may_double", unless(lambda rules, state: "poor-coordination" in rules.special, False)),
        "7.1.intensive.a",
    ),
    train(
        "no intensive attacks late in the turn",
        law("may_double", unless(lambda rules, state: state.phase == "mobile-combat", False)),
        "7.1.intensive.a",
    ),
    train("intensive attacks for all", says("may_double", True), "7.1.intensive.a"),
    train(
        "intensive attacks by divisions only",
        bars(
            "judge_doubling",
            lambda rules, state, order: order.others and not rules.is_division(order.others[0]),
        ),
        "7.1.intensive.b",
    ),
    train(
        "doubling is of no use",
        doubled(lambda plain, own, *_: min(plain, own)),
        "7.1.intensive.a 7.1.intensive.b",
    ),
    train(
        "doubling adds half",
        doubled(lambda plain, own, *_: plain + plain // 2 if own > plain else own),
        "7.1.intensive.b",
    ),
    train(
        "all attackers are doubled",
        doubled(lambda plain, own, rules, state, *_: plain * 2 if state.lists.get("doubled") else own),
        "7.1.intensive.b 7.1.intensive.d",
    ),
    train(
        "one attacker is doubled",
        doubled(
            lambda plain, own, rules, state, unit, _: (
                own if unit in state.lists.get("doubled", ())[:1] else min(plain, own)
            )
        ),
        "7.1.intensive.b 7.1.intensive.e",
    ),
    train("markers are doubled, too", law("attack_items", with_markers_doubled), "7.1.intensive.b"),
    train("anybody is named for doubling", lets("judge_doubling", "doubling_units"), "7.1.intensive.b"),
    train("doubling comes after markers", law("judge", doubling_late), "7.1.intensive.c"),
    train(
        "doubling is kept secret from the markers",
        doubled(lambda plain, own, rules, state, *_: plain if isinstance(state.frames[-1], Combat) else own),
        "7.1.intensive.c",
    ),
    train("doubling is free", says("pay_for_doubling", None), "7.1.intensive.d"),
    train(
        "doubled units that are depleted pay nothing",
        law("pay_for_doubling", paying(lambda rules, state, unit: not state.step[unit])),
        "7.1.intensive.d",
    ),
    train("all attackers pay for doubling", law("after_combat", whole_group_pays), "7.1.intensive.d"),
    train(
        "divisions double for nothing",
        law("pay_for_doubling", paying(lambda rules, state, unit: not rules.is_division(unit))),
        "7.1.intensive.d",
    ),
    train("victors double for nothing", law("apply_result", victors_pay_nothing), "7.1.intensive.d"),
    train("units pay although a Center was used", law("pay_for_doubling", paying_twice), "7.1.intensive.e"),
    train("a Center anywhere will do", lets("judge_doubling", "center"), "7.1.intensive.e"),
    train("a Center doubles its own stack", bars("judge_doubling", not_stacked), "7.1.intensive.e"),
    train(
        "a Center must be linked for an attack",
        bars(
            "judge_doubling",
            lambda rules, state, order: (
                order.unit >= 0
                and not rules.supply_free[state.active]
                and not rules.is_linked(state, order.unit)
            ),
        ),
        "7.1.intensive.e",
    ),
    train("a Center saves from all losses", law("apply_result", no_loss_with_center), "7.1.intensive.e"),
    train("a Center is not used up", says("use_up", None), "7.1.intensive.f 9.1.1.b 10.1.3.c"),
    train("a Center is gone at once", law("declare_means", then(center_at_once)), "7.1.intensive.f"),
    train("a Center is gone afterwards", law("apply_result", center_afterwards), "7.1.intensive.f"),
    train("a Center is used up by success", law("apply_result", center_for_success), "7.1.intensive.f"),
    train(
        "a used Center is not in the deadpile",
        law("use_up", then(keep_out_of_deadpile)),
        "7.1.intensive.f 9.1.1.b 10.1.3.c",
    ),
    train("two methods may be asked for", lets("judge_doubling", "quadruple"), "7.1.intensive.g"),
    train(
        "a Center quadruples",
        doubled(lambda plain, own, rules, state, *_: own * 2 if state.lists.get("center") else own),
        "7.1.intensive.g 7.1.intensive.e",
    ),
    # 7.6
    train(
        "divisions have two levels",
        law("lose_step", plain_loss(lambda rules, state, unit: rules.is_division(unit))),
        "7.6.b",
    ),
    train(
        "South Korean divisions have two levels",
        law(
            "lose_step",
            plain_loss(lambda rules, state, unit: rules.is_division(unit) and rules.nation[unit] == "rok"),
        ),
        "7.6.b",
    ),
    train("a full division becomes a regiment", law("lose_step", shrinks_at_once), "7.6.b"),
    train("De leaves a regiment", law("eliminate", leaves_a_regiment), "7.6.b"),
    train("a division that shrinks is not in the deadpile", law("lose_step", not_in_the_deadpile), "7.6.b"),
    train("without spares a division survives", law("lose_step", survives_without_spares), "7.6.b"),
    train(
        "the last regiment has one level",
        law(
            "lose_step",
            lambda right, rules, state, unit, cause, table: (
                rules.eliminate(state, unit, cause, table)
                if "spare" in rules.counters[unit]
                else right(state, unit, cause, table)
            ),
        ),
        "7.6.c",
    ),
]
