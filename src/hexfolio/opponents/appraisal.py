"""What a combat is worth."""

from __future__ import annotations

from typing import NamedTuple

from hexfolio.core.odds import Effect, Odds

from .habits import USUAL, Habits
from .position import Position


class Stakes(NamedTuple):
    """What is at stake in a combat: steps of either side, the hex, and the hexes the attackers hold."""

    attacker_step: float
    attackers: int
    defender_step: float
    defender_steps: int
    prize: float
    base: float = 0.0
    habits: Habits = USUAL


def stakes_of(position: Position, hex_: int, attackers: tuple[int, ...]) -> Stakes:
    defenders = position.units_in.get(hex_, [])
    defended = bool(defenders) and position.side_of(defenders[0]) == position.side
    worth = position.objectives.get(hex_, 0.0) if defended else position.prize(hex_) + _relief(position, hex_)
    habits = position.habits
    if position.final:
        worth *= habits.harvest
    worth += habits.escape * position.bars_the_way(hex_, attackers or position.friends_next_to(hex_))
    return Stakes(
        min((position.step_worth(unit) for unit in attackers), default=1.0),
        len(attackers),
        max((position.step_worth(unit) for unit in defenders), default=1.0),
        sum(position.steps_left(unit) for unit in defenders),
        0.3 + habits.hex * worth + (0.0 if defended else habits.gate * position.waiting(hex_)),
        habits.hex
        * sum(position.objectives.get(at, 0.0) for at in {position.at[unit] for unit in attackers}),
        habits,
    )


def _relief(position: Position, hex_: int) -> float:
    """What it is worth to drive an enemy away from what we hold."""
    held = [position.objectives.get(near, 0.0) for near in position.grid.around(hex_) if position.holds(near)]
    return position.habits.relief * max(held, default=0.0)


def worth(effect: Effect, stakes: Stakes) -> float:
    """What an effect is worth to the attacker."""
    total = effect.defender_steps * stakes.defender_step
    if effect.defenders_eliminated or 0 < stakes.defender_steps <= effect.defender_steps:
        total += stakes.prize
    if effect.defender_retreat and effect.retreat_open:
        total += stakes.habits.ground_lost * stakes.defender_step + stakes.prize / 2
    elif effect.defender_retreat:
        total += shattered(stakes)
    total -= effect.attacker_steps * stakes.attacker_step
    if effect.attacker_retreat:
        total -= stakes.habits.attack_spoiled * stakes.attackers * stakes.attacker_step + stakes.base
    return total


def shattered(stakes: Stakes) -> float:
    """What it is worth that a defender must retreat and cannot: one with steps left may stand instead."""
    further = max(0, stakes.defender_steps - 1)
    share = stakes.habits.rout if further else 1.0
    return (1 + further * share) * stakes.defender_step + share * stakes.prize


def expected(odds: Odds, stakes: Stakes) -> float:
    """The attacker's expected gain from exact odds."""
    return sum(float(chance) * worth(odds.effects[result], stakes) for result, chance in odds.chances.items())


def promise(odds: Odds) -> str:
    """The odds in a word: the least good result for the attacker, and its chance."""
    clean = [r for r, e in odds.effects.items() if _hurts(e) and not e.attacker_steps]
    good = clean or [r for r, e in odds.effects.items() if _hurts(e)]
    if not good:
        return "no good result possible"
    least = min(good, key=lambda r: (odds.effects[r].defender_steps, odds.effects[r].defender_retreat))
    chance = sum(float(odds.chances[result]) for result in good)
    return f"{least} or better {chance:.0%}"


def _hurts(effect: Effect) -> bool:
    return bool(effect.defender_steps or effect.defender_retreat)
