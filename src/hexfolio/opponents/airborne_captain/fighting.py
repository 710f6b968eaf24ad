"""Ground attacks and strikes, by the exact odds and by what is left for other attacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexfolio.core.odds import Odds
from hexfolio.core.orders import Order

from ..airborne.fighting import Offer, groups
from ..airborne.position import AirPosition
from ..opponent import Choice, plain
from ..seat import Seat
from .field import Field, Placed
from .table import DRIVEN_OUT, results

PRICE_OF_AN_ATTACKER = 0.06
PRICE_OF_A_CHOICE = 0.2
"""What it costs to use a unit that could attack elsewhere."""
PRICE_OF_FIRE = 0.2
PRICE_OF_A_STRIKE = 0.12


def attack(seat: Seat, position: AirPosition) -> Choice | None:
    """The attack that promises most, if any promises more than it risks."""
    field = Field(position)
    held = frozenset(position.at[unit] for unit in position.own)
    targets = list(seat.legal().subjects())
    wanted = _wanted(position, targets)
    offers = [offer for target in targets if (offer := _best(seat, field, target, held, wanted)) is not None]
    best = max(offers, key=lambda offer: (offer[0], offer[1].order), default=None)
    if best is None or best[0] <= 0:
        return plain(seat, "end", "no attack is worth its risk")
    return best[1]


def _wanted(position: AirPosition, targets: Sequence[int]) -> dict[int, float]:
    """By unit, what it costs to use it: more if there is a choice of targets for it."""
    distance, at = position.grid.distance, position.at
    return {
        unit: PRICE_OF_A_CHOICE
        if sum(distance(at[unit], target) == 1 for target in targets) > 1
        else PRICE_OF_AN_ATTACKER
        for unit in position.own
    }


def _best(
    seat: Seat, field: Field, target: int, held: frozenset[int], wanted: Mapping[int, float]
) -> Offer | None:
    position = field.position
    offers: list[Offer] = []
    for group in groups(position, target):
        near = [
            (unit, position.at[unit])
            for unit in group
            if position.grid.distance(position.at[unit], target) == 1
        ]
        far = [unit for unit in group if position.grid.distance(position.at[unit], target) > 1]
        price = sum(wanted[unit] for unit in group) + PRICE_OF_FIRE * bool(far)
        order = Order("attack", path=(target,), units=group)
        if field.gain(target, near, far, held) <= price or seat.judge(order) is not None:
            continue
        odds = seat.odds(order)
        faces = tuple(odds.results[die] for die in range(1, 7))
        gain = field.value(faces, target, near, held) - price
        offers.append(
            (gain, Choice(order, f"attacks {position.number(target)}: {_promise(position, odds, target)}"))
        )
    return max(offers, key=lambda offer: (offer[0], offer[1].order), default=None)


def _promise(position: AirPosition, odds: Odds, target: int) -> str:
    good = sum(chance for result, chance in odds.chances.items() if result[0] in "DE")
    clear = sum(chance for result, chance in odds.chances.items() if result in DRIVEN_OUT)
    text = f"{float(good):.0%} to hurt the enemy, {float(clear):.0%} to clear the hex"
    return f"{text} and take the objective" if position.prize(target) else text


def strike(seat: Seat, position: AirPosition) -> Choice | None:
    """Strikes where they hurt most by themselves, and help the attack that follows."""
    field, legal = Field(position), seat.legal()
    held = frozenset(position.at[unit] for unit in position.own)
    offers: list[Offer] = []
    for target in legal.subjects():
        bodies = _bodies(field, target)
        for order in legal.of(target):
            odds = seat.odds(order)
            gain = _damage(field, order, odds) + _help(field, order, odds, bodies, held)
            gain -= PRICE_OF_A_STRIKE * len(order.units)
            offers.append((gain, Choice(order, f"strikes {position.number(target)}: {_chance(odds)}")))
    best = max(offers, key=lambda offer: (offer[0], offer[1].order), default=None)
    if best is None or best[0] <= 0:
        return plain(seat, "end", "nothing is worth a strike")
    return best[1]


def _chance(odds: Odds) -> str:
    good = sum(chance for result, chance in odds.chances.items() if result[0] in "DE")
    return f"{float(good):.0%} to hurt the first enemy"


def _hits(field: Field, order: Order, odds: Odds) -> list[tuple[int, float, float]]:
    """For each unit of the hex, the chances that it is hurt and that it is lost at once."""
    position = field.position
    strength = sum(position.strength(unit) for unit in order.units)
    shift = sum(item.value for item in odds.shifts)
    found = []
    for unit in position.enemies_in(order.path[0]):
        faces = results(strength - position.strength(unit), shift)
        lost = sum(face in ("DE", "DA") for face in faces) / 6
        found.append((unit, sum(face[0] in "DE" for face in faces) / 6, lost))
    return found


def _damage(field: Field, order: Order, odds: Odds) -> float:
    """What the strike does by itself; strikes that are shot down cost points."""
    gain = 0.0
    for unit, hit, lost in _hits(field, order, odds):
        gain += hit * field.hurt(unit) + lost * (field.worth(unit) - field.hurt(unit))
    flak = any(item.what == "anti-aircraft fire" for item in odds.shifts)
    bad = sum(chance for result, chance in odds.chances.items() if result[0] == "A")
    return gain - flak * float(bad)


def _bodies(field: Field, target: int) -> list[tuple[list[Placed], list[int]]]:
    """Groups that could attack the hex afterwards."""
    position, distance = field.position, field.grid.distance
    found = []
    for group in groups(position, target):
        near = [(unit, position.at[unit]) for unit in group if distance(position.at[unit], target) == 1]
        far = [unit for unit in group if distance(position.at[unit], target) > 1]
        if near:
            found.append((near, far))
    return found


def _help(
    field: Field,
    order: Order,
    odds: Odds,
    bodies: Sequence[tuple[list[Placed], list[int]]],
    held: frozenset[int],
) -> float:
    """How much better the best attack on the hex becomes by what the strike takes from its defenders."""
    if not bodies:
        return 0.0
    target, position = order.path[0], field.position
    relief = 0.0
    for unit, hit, _ in _hits(field, order, odds):
        steps = position.battle.counters[unit].steps
        left = 0 if position.disrupted[unit] or len(steps) == 1 else steps[-1][0]
        relief += hit * (position.strength(unit) - left)
    now = max(field.gain(target, near, far, held) for near, far in bodies)
    then = max(field.gain(target, near, far, held, round(relief)) for near, far in bodies)
    return max(then, 0.0) - max(now, 0.0)
