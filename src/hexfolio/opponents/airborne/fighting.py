"""Ground attacks and strikes: what is worth its risk, by the exact odds."""

from __future__ import annotations

from collections.abc import Sequence

from hexfolio.core.odds import Odds
from hexfolio.core.orders import Order

from ..opponent import Choice, plain
from ..seat import Seat
from .position import RANGE, AirPosition

WON_GROUND = 0.8
"""Share of an objective's points for driving its holder out."""
FALLING_BACK = 0.3
"""What it costs a side to fall back with one unit."""
PRICE_OF_AN_ATTACKER = 0.05
PRICE_OF_A_STRIKE = 0.12
"""A strike that is flown here is missing elsewhere."""
PRICE_OF_FIRE = 0.3
"""The command point for ranged fire, once a phase."""
NEAR = 2
"""Strikes prefer enemies so near to friends."""
DRIVEN_OUT = frozenset({"DR", "DX", "DE", "DA"})
ONE_DISRUPTED = frozenset({"D1", "DX", "EX"})

Offer = tuple[float, Choice]


def attack(seat: Seat, position: AirPosition) -> Choice | None:
    """The attack that promises most, if any promises more than it risks."""
    offers = [offer for target in seat.legal().subjects() if (offer := _attack_on(seat, position, target))]
    best = max(offers, key=lambda offer: (offer[0], offer[1].order), default=None)
    if best is None or best[0] <= 0:
        return plain(seat, "end", "no attack is worth its risk")
    return best[1]


def _attack_on(seat: Seat, position: AirPosition, target: int) -> Offer | None:
    offers: list[Offer] = []
    for group in groups(position, target):
        order = Order("attack", path=(target,), units=group)
        if _hopeless(position, group, target) or seat.judge(order) is not None:
            continue
        odds = seat.odds(order)
        near = [unit for unit in group if position.grid.distance(position.at[unit], target) == 1]
        gain = _expected(position, odds, near, target) - PRICE_OF_AN_ATTACKER * len(group)
        if len(near) < len(group):
            gain -= PRICE_OF_FIRE
        text = f"attacks {position.number(target)}: {_promise(odds)}"
        offers.append((gain, Choice(order, text)))
    return max(offers, key=lambda offer: (offer[0], offer[1].order), default=None)


def _hopeless(position: AirPosition, group: Sequence[int], target: int) -> bool:
    """Is the enemy so strong that the odds need not be asked for?"""
    strength = sum(map(position.strength, group))
    return strength + 1 < position.enemy_strength(target) + position.shelter(target)


def groups(position: AirPosition, target: int) -> list[tuple[int, ...]]:
    """Groups worth weighing: all that are next to the target, the best of them, with guns and without."""
    distance, at = position.grid.distance, position.at
    ready = [unit for unit in position.own if not position.has(unit, "attacked") and position.strength(unit)]
    near = [unit for unit in ready if distance(at[unit], target) == 1]
    far = [unit for unit in ready if 1 < distance(at[unit], target) <= position.value(unit, RANGE)]
    near.sort(key=lambda unit: (position.disrupted[unit], -position.strength(unit), unit))
    far.sort(key=lambda unit: (-position.strength(unit), unit))
    far = far[: position.battle.special.get("ranged-limit", (1, 1))[position.side]]
    sound = [unit for unit in near if not position.disrupted[unit]]
    bodies = [near, sound, *(near[:size] for size in range(1, len(near)))]
    army = {unit: position.battle.counters[unit].group for unit in near}
    bodies += [[unit for unit in near if army[unit] == name] for name in sorted(set(army.values()))]
    found: dict[tuple[int, ...], None] = {}
    for body in [*bodies, []]:
        for guns in (far, far[:1], []):
            if body or guns:
                found[tuple(body + guns)] = None
    return list(found)


def _expected(position: AirPosition, odds: Odds, near: Sequence[int], target: int) -> float:
    return sum(
        float(chance) * _outcome(position, result, near, target) for result, chance in odds.chances.items()
    )


def _outcome(position: AirPosition, result: str, near: Sequence[int], target: int) -> float:
    """What a result of the table is worth."""
    foes = position.enemies_in(target)
    value = 0.0
    if near:
        if result == "AE":
            value -= min(map(position.worth, near))
        elif result == "AR":
            value -= sum(FALLING_BACK + position.stake(unit) for unit in near)
        elif result in ("AD", "EX"):
            value -= min(map(position.hurt, near))
    if result in ONE_DISRUPTED:
        value += min(map(position.hurt, foes))
    elif result == "DE":
        value += min(map(position.worth, foes))
    elif result == "DA":
        value += sum(map(position.worth, foes))
    if result in DRIVEN_OUT:
        value += WON_GROUND * position.prize(target) + FALLING_BACK * len(foes)
    return value


def _promise(odds: Odds) -> str:
    """The chance to hurt the enemy, in words."""
    good = sum(chance for result, chance in odds.chances.items() if result[0] in "DE")
    bad = sum(chance for result, chance in odds.chances.items() if result[0] in "AE")
    return f"{float(good):.0%} to hurt the enemy, {float(bad):.0%} to be hurt"


def strike(seat: Seat, position: AirPosition) -> Choice | None:
    """Strikes where they hurt most, near friends who can follow them up."""
    legal = seat.legal()
    offers: list[Offer] = []
    for target in legal.subjects():
        weight = _weight(position, target)
        for order in legal.of(target):
            odds = seat.odds(order)
            gain = weight * _strike_gain(position, odds, target) - PRICE_OF_A_STRIKE * len(order.units)
            offers.append((gain, Choice(order, f"strikes {position.number(target)}: {_promise(odds)}")))
    best = max(offers, key=lambda offer: (offer[0], offer[1].order), default=None)
    if best is None or best[0] <= 0:
        return plain(seat, "end", "nothing is worth a strike")
    return best[1]


def _weight(position: AirPosition, target: int) -> float:
    """How much more a target matters: next to friends, or on an objective."""
    near = any(position.grid.distance(position.at[unit], target) <= NEAR for unit in position.own)
    return 1.0 + 0.8 * near + 0.4 * (position.prize(target) > 0)


def _strike_gain(position: AirPosition, odds: Odds, target: int) -> float:
    """The top unit of the stack, for which the odds are; those below it count half."""
    foes = position.enemies_in(target)
    top = position.top_of(foes, target)
    gain = 0.0
    for result, chance in odds.chances.items():
        if result in ("DE", "DA"):
            gain += float(chance) * position.worth(top)
        elif result[0] == "D" or result == "EX":
            gain += float(chance) * position.hurt(top)
        elif result[0] == "A":
            gain -= float(chance) * 0.3
    return gain * (1 + 0.5 * (len(foes) - 1))
