"""A movement phase: who goes where, who comes on, who leaves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hexfolio.core.orders import OFF_MAP

from . import preparations
from .marching import March
from .opponent import Choice, plain
from .position import ATTACK, DEFENCE, MOVEMENT, Position
from .seat import Seat

WORTH_MOVING = 0.1
FEW_EXITS = 2
"""With more ways off the map than this none of them needs to be kept open."""
IN_GOOD_TIME = 0.5
"""Share of what a reinforcement can still march that its way off the map may take: enemies will be in it."""
NEAR = 1.5
"""Turns from the enemy within which a unit is part of the line."""


class Mover:
    """Moves each unit once, those in front first; those of the line that stay are asked again."""

    def __init__(self, march: type[March] = March, rounds: int = 2) -> None:
        self._new_march = march
        self._rounds = rounds
        self._phase: tuple[int, str] = (0, "")
        self._settled: set[int] = set()
        self._march: March | None = None
        self._line_moved = False
        self._prepared = False
        self._round = 1

    def choose(self, seat: Seat, position: Position) -> Choice | None:
        march = self._look(position)
        return (
            self._prepare(seat, march)
            or self._next_move(seat, march)
            or plain(seat, "end", "no unit has a better place to go")
            or _forced(seat, march)
        )

    def _look(self, position: Position) -> March:
        """The march of the phase, with new eyes if something has changed in the line."""
        phase = position.view["turn"], position.view["phase"]
        if phase != self._phase or self._march is None:
            self._phase, self._settled, self._prepared, self._round = phase, set(), False, 1
            self._march = self._new_march(position, late=phase[1] == "mobile-movement")
        else:
            self._march.position = position
            if self._line_moved:
                self._march.redraw()
        self._line_moved = False
        return self._march

    def _prepare(self, seat: Seat, march: March) -> Choice | None:
        """What comes before the moves of a phase."""
        choice = None if self._prepared else preparations.choose(seat, march)
        self._prepared = choice is None
        return choice

    def _next_move(self, seat: Seat, march: March) -> Choice | None:
        units = seat.legal().subjects()
        choice = self._first_move(seat, march, units)
        while choice is None and self._round < self._rounds:
            self._round += 1
            self._settled -= {unit for unit in self._settled if _in_contact(march, unit)}
            choice = self._first_move(seat, march, units)
        return choice

    def _first_move(self, seat: Seat, march: March, units: Sequence[int]) -> Choice | None:
        for unit in self._marching_order(units, march):
            self._settled.add(unit)
            choice = _best_move(seat, unit, march)
            if choice is not None:
                ends = march.position.at[unit], choice.order.path[-1]
                self._line_moved = any(hex_ >= 0 and march.front.turns_away(hex_) <= NEAR for hex_ in ends)
                return choice
        return None

    def _marching_order(self, units: Iterable[int], march: March) -> list[int]:
        position = march.position
        open_ = [unit for unit in units if unit not in self._settled and not position.has(unit, "moved")]
        return sorted(open_, key=lambda unit: (not position.fights(unit), -_precedence(march, unit), unit))


def _precedence(march: March, unit: int) -> float:
    """Who is near what draws it moves early, and so does who is strong."""
    position = march.position
    pull = march.pull(unit, position.at[unit]) if position.at[unit] >= 0 else 0.0
    return pull + position.habits.vanguard * position.value(unit, ATTACK)


def _in_contact(march: March, unit: int) -> bool:
    at = march.position.at[unit]
    return at >= 0 and march.position.fights(unit) and march.lanes.turns_away(at) <= NEAR


def _best_move(seat: Seat, unit: int, march: March) -> Choice | None:
    """The best place a unit can go to; None if it stays."""
    position = march.position
    here = position.at[unit]
    if here < 0 and not _welcome(position, unit):
        return None
    orders = [order for order in seat.legal().of(unit) if order.verb in ("move", "enter")]
    way_out = next((order for order in orders if order.path[-1] == OFF_MAP), None)
    if way_out is not None and position.leaving(unit) and seat.judge(way_out) is None:
        if not _keeps_the_gate(position, unit, way_out.path[-2]):
            return Choice(way_out, f"{position.name(unit)} leaves while it can")
        if here == way_out.path[-2]:
            return None
        orders = [order for order in orders if order.path[-1] == way_out.path[-2]]
    orders = [order for order in orders if order.path[-1] != OFF_MAP]
    if here < 0 and position.leaving(unit):
        orders = [order for order in orders if _gets_out(march, unit, order.path[-1])]
    if not orders:
        return None
    scores = [(march.score(unit, order.path[-1]), order) for order in orders]
    score, best = max(scores, key=lambda pair: (pair[0], -len(pair[1].path)))
    if here >= 0 and score < march.score(unit, here) + WORTH_MOVING:
        return None
    return Choice(best, f"{position.name(unit)} {march.purpose(unit, best.path[-1])}")


def _keeps_the_gate(position: Position, unit: int, gate: int) -> bool:
    """Should the unit wait at the exit for those who are still to come? Only if there are few others.

    An HQ waits because it directs fire; a fighting unit holds the exit until the next one is beside it.
    """
    if len(position.schedule.exits[position.side]) > FEW_EXITS:
        return False
    if position.view["turn"] > position.battle.turns - position.habits.parting:
        return False
    others = [friend for friend in position.own if friend != unit and position.fights(friend)]
    if not position.fights(unit):
        return position.is_a(unit, "hq") and bool(others)
    if any(position.grid.distance(position.at[friend], gate) == 1 for friend in others):
        return False
    if any(position.at[friend] == gate and _firmer(position, friend, unit) for friend in others):
        return False
    return any(position.grid.distance(position.at[friend], gate) > 1 for friend in others)


def _gets_out(march: March, unit: int, hex_: int) -> bool:
    """Is there time enough to leave the map again from a hex where the unit could come on?"""
    position = march.position
    turns: int = position.battle.turns - position.view["turn"]
    half_points = 2 * turns * position.value(unit, MOVEMENT)
    return march.front.way_out(position.mobility(unit))[hex_] <= IN_GOOD_TIME * half_points


def _firmer(position: Position, unit: int, other: int) -> bool:
    return (position.value(unit, DEFENCE), unit) > (position.value(other, DEFENCE), other)


def _welcome(position: Position, unit: int) -> bool:
    """Should a reinforcement come on? Not if it costs points, nor if it could only be left behind."""
    arrival = position.battle.arrivals.get(unit)
    if arrival is not None and "optional" in arrival.terms:
        prices: tuple[int, int] = position.battle.special.get("optional-price", (0, 0))
        return not prices[position.side]
    return not position.leaving(unit) or position.view["turn"] < position.battle.turns


def _forced(seat: Seat, march: March) -> Choice | None:
    """A move of any unit, where the rules do not let the phase end yet."""
    orders = [
        order for order in seat.legal() if order.verb in ("move", "enter") and order.path[-1] != OFF_MAP
    ]
    if not orders:
        return None
    best = max(orders, key=lambda order: march.score(order.unit, order.path[-1]))
    return Choice(best, f"{march.position.name(best.unit)} has to make room")
