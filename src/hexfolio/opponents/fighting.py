"""Attacks, bombardments and support fire: what is worth its risk."""

from __future__ import annotations

from hexfolio.core.orders import Order

from .appraisal import expected, promise, stakes_of
from .opponent import Choice, plain
from .position import ATTACK, DEFENCE, Position
from .seat import Seat

MOST_MARKERS = 2
"""Markers that a side may add to one combat."""
SURE = 4
"""How much stronger an attack on a hidden enemy must be than he is thought to be."""
PROBE_RISK = 0.3
"""Chance to lose a step against a hidden enemy."""

Offer = tuple[float, Choice]


def fight(seat: Seat, position: Position) -> Choice | None:
    """The best bombardment or attack, if good enough."""
    return best_offer(seat, position, _orders(seat, position))


def best_offer(seat: Seat, position: Position, orders: list[Order]) -> Choice | None:
    """The best bombardment, else the best attack, if good enough: no bombardment follows an attack."""
    least = position.habits.reluctance
    offers = [(gain, order) for order in orders if (gain := _gain(seat, position, order)) > least]
    if not offers:
        return plain(seat, "end", "no attack is worth its risk")
    best = max(offers, key=lambda offer: (offer[1].verb == "bombard", offer[0]))[1]
    return Choice(best, _reason(seat, position, best))


def _orders(seat: Seat, position: Position) -> list[Order]:
    """Bombardments, and attacks by all fighting units that are next to a target."""
    legal = seat.legal()
    orders: list[Order] = []
    for target in legal.subjects():
        listed = legal.of(target)
        orders += bombardments(position, target, listed)
        attacks = [order for order in listed if order.verb == "attack" and all_fight(position, order)]
        if attacks:
            orders.append(max(attacks, key=lambda order: _strength(position, order)))
    return orders


def bombardments(position: Position, target: int, orders: list[Order]) -> list[Order]:
    """Bombardments of a target that can be seen."""
    return [order for order in orders if order.verb == "bombard" and not unseen(position, target)]


def all_fight(position: Position, order: Order) -> bool:
    return all(position.fights(unit) for unit in order.units)


def _strength(position: Position, order: Order) -> int:
    return sum(position.value(unit, ATTACK) for unit in (*order.units, *order.others))


def unseen(position: Position, hex_: int) -> bool:
    """Is there something in the hex of which nobody knows the strength?"""
    return any(position.hidden(unit) for unit in position.units_in.get(hex_, ()))


def _gain(seat: Seat, position: Position, order: Order) -> float:
    """What an order promises beyond its risk."""
    hex_ = order.path[0]
    if unseen(position, hex_):
        return _probe(position, order)
    if order.verb == "bombard":
        return _bombardment(seat, position, order)
    gain = expected(seat.odds(order, *markers_to_come(position)), stakes_of(position, hex_, order.units))
    gain -= position.habits.attacker * len(order.units)
    if order.others:
        dear = (*order.others, *((order.unit,) if order.unit >= 0 else ()))
        gain -= sum(position.step_worth(unit) for unit in dear)
    return gain


def _reason(seat: Seat, position: Position, order: Order) -> str:
    number = position.number(order.path[0])
    if unseen(position, order.path[0]):
        return f"attacks {number} to see what is there"
    if order.verb == "bombard":
        return f"bombards {number}: {promise(seat.odds(order))}"
    price = " at any price" if order.others else ""
    return f"attacks {number}{price}: {promise(seat.odds(order))}"


def _bombardment(seat: Seat, position: Position, order: Order) -> float:
    """Worth of a bombardment, with the markers that will follow the first one."""
    ours = _share(position, position.side)
    drawn = (_average(position.hand(position.side)),) * order.number
    more = ours[len(order.markers) + len(drawn) :]
    gain = expected(seat.odds(order, more), stakes_of(position, order.path[0], ()))
    price = _price_of_a_marker(position)
    spent = sum(order.markers) + sum(drawn) + sum(more)
    return gain - position.habits.bombarding * price / position.habits.marker - price * spent


def markers_to_come(position: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What both sides are likely to add to an attack: usual markers, as many as there are for each fight."""
    ours, theirs = (_share(position, side) for side in (position.side, 1 - position.side))
    return ours, theirs


def _share(position: Position, side: int) -> tuple[int, ...]:
    hand = position.hand(side)
    if not hand:
        return ()
    count = round(len(hand) / max(1, _fights_to_come(position)))
    return (_average(hand),) * max(1, min(MOST_MARKERS, count))


def _price_of_a_marker(position: Position) -> float:
    """What a point of a marker is worth elsewhere: little if there are more markers than fights."""
    hand = position.hand(position.side)
    return position.habits.marker * min(1.0, _fights_to_come(position) / max(1, len(hand)))


def _fights_to_come(position: Position) -> int:
    """About how many combats there may still be in the turn; unused markers go back at its end.

    In a player turn there is a combat at about every second place where the sides touch.
    """
    own_turn = position.view["active"] == position.battle.sides[position.side].id
    last = (position.battle.first == position.side) != own_turn
    return position.contacts // 2 if last else position.contacts


def _probe(position: Position, order: Order) -> float:
    """Worth of an attack on an enemy nobody knows: a sure thing, or nothing."""
    hex_ = order.path[0]
    if order.others:
        return 0.0
    defence = sum(position.value(unit, DEFENCE) for unit in position.units_in[hex_])
    margin = _strength(position, order) - defence - 2 * position.ground.shelter[hex_]
    if margin < SURE:
        return 0.0
    surety = min(1.0, margin / (2 * SURE))
    risk = PROBE_RISK * min(position.step_worth(unit) for unit in order.units)
    return (1.0 + position.prize(hex_) / 4) * surety - risk - position.habits.attacker * len(order.units)


def support(seat: Seat, position: Position) -> Choice | None:
    """Adds the marker that changes most for its price, or passes."""
    combat = position.view["combat"]
    if combat is None:
        return None
    attacking = position.view["active"] == position.battle.sides[position.side].id
    hex_ = position.grid.index(combat["hex"])
    attackers = tuple(position.battle.counter(name).index for name in combat["attacker"]["units"])
    stakes = stakes_of(position, hex_, attackers)
    sign = 1 if attacking else -1
    before = expected(seat.odds(), stakes)
    price = _price_of_a_marker(position)
    best: Offer | None = None
    for order in seat.legal().plain():
        if order.verb != "support":
            continue
        points = sum(order.markers) or _average(position.hand(position.side))
        odds = seat.odds(support=(points,)) if attacking else seat.odds(against=(points,))
        gain = sign * (expected(odds, stakes) - before) - price * points
        if gain > 0 and (best is None or gain > best[0]):
            best = gain, Choice(order, f"a marker changes the odds at {combat['hex']}")
    return best[1] if best else plain(seat, "pass", "a marker would change too little")


def _average(values: list[int]) -> int:
    return round(sum(values) / len(values)) if values else 0
