"""Movement: every unit once, toward its objective, to where it can fight."""

from __future__ import annotations

from hexfolio.core.orders import OFF_MAP, Order

from ..opponent import Choice, plain
from ..seat import Seat
from .missions import goal_from, missions, mobile
from .position import RANGE, AirPosition

MARCH = 3.0
"""What a turn of marching is worth."""
HOLD = 0.8
"""Share of its points that an objective is worth to a unit in it."""
ODDS = 2
"""Strength by which an attack must be superior, with two more for a column of shelter."""
EXPOSED = 0.15
"""For each point of enemy strength next to a unit that cannot attack it well."""
WEAK = 2.5
"""What it costs a disrupted unit to stay near the enemy where it holds nothing."""
RECON_RESERVE = 6
"""Command points above which the airborne side looks from the air."""
CLOSE = 4


class Mover:
    """Remembers in a movement phase who has had its turn."""

    def __init__(self) -> None:
        self._phase: tuple[int, str] | None = None
        self._done: set[int] = set()
        self._goals: dict[int, int] = {}

    def choose(self, seat: Seat, position: AirPosition) -> Choice | None:
        phase = position.turn, position.view["active"]
        if phase != self._phase:
            self._phase, self._done = phase, set()
            self._goals = missions(position, mobile(position))
            if (seen := reveal(seat, position)) is not None:
                self._phase = None
                return seen
        decision = seat.decision
        assert decision is not None
        for unit in decision.units:
            choice = self._enter(seat, position, unit)
            if choice is not None:
                return choice
        order_of_march = sorted(
            self._goals,
            key=lambda unit: (
                (position.turns_to(unit, position.at[unit], self._goals[unit]), unit)
                if position.at[unit] >= 0
                else (99, unit)
            ),
        )
        for unit in order_of_march:
            if unit in self._done or position.at[unit] < 0:
                continue
            self._done.add(unit)
            choice = self._move(seat, position, unit)
            if choice is not None:
                return choice
        return plain(seat, "end", "everybody stands where he should")

    def _enter(self, seat: Seat, position: AirPosition, unit: int) -> Choice | None:
        orders = seat.legal().of(unit)
        if not orders:
            return None
        self._done.add(unit)
        goal = goal_from(position, unit, orders[0].path[0])
        best = max(orders, key=lambda order: (standing(position, unit, order.path[-1], goal), order.path))
        return Choice(best, f"{position.name(unit)} comes on for {position.number(goal)}")

    def _move(self, seat: Seat, position: AirPosition, unit: int) -> Choice | None:
        if position.has(unit, "moved") or position.has(unit, "worked"):
            return None
        goal, name = self._goals[unit], position.name(unit)
        orders = [order for order in seat.legal().of(unit) if order.verb == "move"]
        leaving = next((order for order in orders if order.path[-1] == OFF_MAP), None)
        if leaving is not None and should_leave(position, unit):
            return Choice(leaving, f"{name} gets away by the edge of the map")
        moves = [order for order in orders if order.path[-1] != OFF_MAP]
        if not moves:
            return None
        best, gain = _best(position, unit, moves, goal)
        if gain <= 0:
            return None
        return Choice(best, f"{name} goes for {position.number(goal)}")


def _best(position: AirPosition, unit: int, moves: list[Order], goal: int) -> tuple[Order, float]:
    """The best of several moves, and what it gains over staying."""
    scores = [(standing(position, unit, order.path[-1], goal), order) for order in moves]
    score, order = max(scores, key=lambda pair: (pair[0], pair[1].path))
    return order, score - standing(position, unit, position.at[unit], goal)


def standing(position: AirPosition, unit: int, hex_: int, goal: int) -> float:
    """What it is worth to have a unit in a hex: near its goal, where it can fight, sheltered, not crowded."""
    if position.counts_for_stacking(unit) and position.crowd(hex_, but=unit) >= position.stacking:
        return -100.0
    score = -MARCH * min(position.turns_to(unit, hex_, goal), 20.0)
    others = [other for other in position.friends_in(hex_) if other != unit and position.is_unit(other)]
    if hex_ in position.objectives and not others:
        score += HOLD * position.objectives[hex_]
    foes = [near for near in position.grid.around(hex_) if near in position.enemy_hexes]
    score += position.shelter(hex_) * (0.7 if foes else 0.2)
    return score + (_contact(position, unit, hex_, foes) if foes else _guns(position, unit, hex_))


def _contact(position: AirPosition, unit: int, hex_: int, foes: list[int]) -> float:
    """Next to the enemy: good if he can be beaten from here, bad if he can beat us."""
    if position.value(unit, RANGE) > 1:
        return -2.0
    gains = [_target(position, unit, foe) for foe in foes]
    best = max(gains)
    threat = sum(position.enemy_strength(foe) for foe in foes)
    support = position.strength(unit) + sum(
        position.strength(other) for other in position.friends_in(hex_) if other != unit
    )
    exposed = EXPOSED * max(threat - support - position.shelter(hex_), 0)
    weak = WEAK if position.disrupted[unit] and hex_ not in position.objectives else 0.0
    return (best if best > 0 else -0.5) - exposed - weak


def _target(position: AirPosition, unit: int, foe: int) -> float:
    """What it promises to attack a hex with those who are next to it already."""
    if foe in position.flags:
        return 0.3 if position.airborne else 0.0
    distance, at = position.grid.distance, position.at
    friends = [other for other in position.own if other == unit or distance(at[other], foe) == 1]
    needed = position.enemy_strength(foe) + ODDS + 2 * position.shelter(foe)
    if sum(map(position.strength, friends)) < needed:
        return 0.0
    return 0.5 + 0.2 * sum(map(position.worth, position.enemies_in(foe))) + 0.3 * position.prize(foe)


def _guns(position: AirPosition, unit: int, hex_: int) -> float:
    """Guns want an enemy within range, and none near."""
    reach = position.value(unit, RANGE)
    if reach < 2:
        return 0.0
    distance = position.grid.distance
    return 1.0 if any(distance(hex_, foe) <= reach for foe in position.enemy_hexes) else 0.0


def should_leave(position: AirPosition, unit: int) -> bool:
    """A unit that can do nothing more and would be lost leaves while it can."""
    if position.stake(unit) or position.turns_left > 1 or not position.disrupted[unit]:
        return False
    hex_ = position.at[unit]
    return position.strength_near(position.enemies, hex_, CLOSE) > position.strength_near(
        position.own, hex_, 1
    )


def reveal(seat: Seat, position: AirPosition) -> Choice | None:
    """Counters that lie face down: the owner shows those he needs, the enemy looks if he can afford it."""
    orders = [order for order in seat.legal().plain() if order.verb in ("recon", "reveal")]
    distance = position.grid.distance
    for order in orders:
        hex_ = order.path[0]
        number = position.number(hex_)
        if order.verb == "recon":
            near = any(distance(position.at[unit], hex_) <= CLOSE for unit in position.own)
            if near and position.command > RECON_RESERVE:
                return Choice(order, f"looks from the air at {number}, where units are about to go")
        elif _shows(position, hex_):
            return Choice(order, f"turns up what is in {number}: it is needed")
    return None


def _shows(position: AirPosition, hex_: int) -> bool:
    """Tanks that have an enemy within reach; at the end, whatever holds an objective."""
    hidden = [unit for unit in position.friends_in(hex_) if position.has(unit, "hidden")]
    foe_near = position.strength_near(position.enemies, hex_, CLOSE + 2) > 0
    if any(position.is_a(unit, "tank-detachment") for unit in hidden) and foe_near:
        return True
    holds = any(not position.is_a(unit, "prisoners", "deception") for unit in hidden)
    return holds and position.turns_left == 0 and position.prize(hex_) > 0
