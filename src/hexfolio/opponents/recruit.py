"""The recruit: plays by common sense, for its own turn only."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from hexfolio.core.orders import OFF_MAP, Order

from .appraisal import expected, promise, stakes_of
from .marching import March
from .opponent import Choice
from .position import ATTACK, Position
from .seat import Seat

WORTH_MOVING = 0.1
WORTH_ATTACKING = 0.0
WORTH_BOMBARDING = 0.1
PRICE_OF_A_MARKER = 0.04
"""For each point of its value: a marker used here is missing elsewhere."""
GROUPS = 10
"""Groups of attackers weighed for each target."""

Answer = Callable[[Seat, Position], Choice | None]


class Recruit:
    """Moves each unit once, attacks where the odds are good, holds what it has."""

    name = "recruit"

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)
        self._phase: tuple[int, str] = (0, "")
        self._settled: set[int] = set()
        self._answers: dict[str, Answer] = {
            "set-up": self._set_up,
            "movement": self._march,
            "mobile-movement": self._march,
            "bombardment": self._fight,
            "combat": self._fight,
            "mobile-combat": self._fight,
            "support": self._support,
            "loss": self._lose,
            "retreat": self._retreat,
            "displace": self._displace,
            "advance": self._advance,
        }

    def choose(self, seat: Seat) -> Choice:
        decision = seat.decision
        assert decision is not None
        answer = self._answers.get(decision.kind)
        choice = answer(seat, Position(seat.battle, seat.view(), seat.side)) if answer else None
        return choice or Choice(seat.legal().sample(self._random), "knows nothing better")

    # Set-up and movement

    def _set_up(self, seat: Seat, position: Position) -> Choice | None:
        decision = seat.decision
        assert decision is not None
        march = March(position, late=False)
        for unit in decision.units:
            orders = seat.legal().of(unit)
            if orders:
                best = max(orders, key=lambda order: march.pull(order.unit, order.path[0]))
                return Choice(best, f"sets {position.name(unit)} up toward the front")
        return _end(seat, "is set up")

    def _march(self, seat: Seat, position: Position) -> Choice | None:
        """One unit after the other, those in front first; a unit that stays is not asked again."""
        march = March(position, late=position.view["phase"] == "mobile-movement")
        self._begin_phase(position)
        for unit in self._marching_order(seat.legal().subjects(), march):
            self._settled.add(unit)
            choice = self._best_move(seat.legal().of(unit), unit, march)
            if choice is not None:
                return choice
        return _end(seat, "no unit has a better place to go")

    def _begin_phase(self, position: Position) -> None:
        phase = position.view["turn"], position.view["phase"]
        if phase != self._phase:
            self._phase = phase
            self._settled = set()

    def _marching_order(self, units: Iterable[int], march: March) -> list[int]:
        position = march.position
        open_ = [unit for unit in units if unit not in self._settled and not position.has(unit, "moved")]
        return sorted(
            open_,
            key=lambda unit: (-march.pull(unit, position.at[unit]) if position.at[unit] >= 0 else 0, unit),
        )

    def _best_move(self, orders: list[Order], unit: int, march: March) -> Choice | None:
        """The best place a unit can go to; None if it stays."""
        position = march.position
        orders = [order for order in orders if order.path[-1] != OFF_MAP]
        if not orders:
            return None
        scores = [(march.score(unit, order.path[-1]), order) for order in orders]
        score, best = max(scores, key=lambda pair: (pair[0], -len(pair[1].path)))
        here = position.at[unit]
        if here >= 0 and score < march.score(unit, here) + WORTH_MOVING:
            return None
        return Choice(best, f"{position.name(unit)} {march.purpose(unit, best.path[-1])}")

    # Combat

    def _fight(self, seat: Seat, position: Position) -> Choice | None:
        """The best attack or bombardment on offer, if it is good enough."""
        best: tuple[float, Choice] | None = None
        for order in self._offers(seat, position):
            odds = seat.odds(order)
            hex_ = order.path[0]
            stakes = stakes_of(position, hex_, order.units)
            gain = expected(odds, stakes)
            if order.verb == "bombard":
                drawn = order.number * _average(position.hand(position.side))
                gain -= WORTH_BOMBARDING + PRICE_OF_A_MARKER * (sum(order.markers) + drawn)
                what = "bombards"
            else:
                gain -= WORTH_ATTACKING + 0.05 * len(order.units)
                what = "attacks"
            if gain > 0 and (best is None or gain > best[0]):
                best = gain, Choice(order, f"{what} {position.number(hex_)}: {promise(odds)}")
        return best[1] if best else _end(seat, "no attack is worth its risk")

    def _offers(self, seat: Seat, position: Position) -> list[Order]:
        """Orders worth weighing: of each size of group the strongest."""
        legal = seat.legal()
        offers: list[Order] = []
        for target in legal.subjects():
            orders = legal.of(target)
            offers += [order for order in orders if order.verb == "bombard"]
            attacks = [order for order in orders if order.verb == "attack"]
            attacks.sort(key=lambda order: -sum(position.value(unit, ATTACK) for unit in order.units))
            offers += attacks[:GROUPS]
        return offers

    def _support(self, seat: Seat, position: Position) -> Choice | None:
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
        best: tuple[float, Choice] | None = None
        for order in seat.legal().plain():
            if order.verb != "support":
                continue
            points = sum(order.markers) or _average(position.hand(position.side))
            odds = seat.odds(support=(points,)) if attacking else seat.odds(against=(points,))
            gain = sign * (expected(odds, stakes) - before) - PRICE_OF_A_MARKER * points
            if gain > 0 and (best is None or gain > best[0]):
                best = gain, Choice(order, f"a marker changes the odds at {combat['hex']}")
        return best[1] if best else _plain(seat, "pass", "a marker would change too little")

    # What follows a combat

    def _lose(self, seat: Seat, position: Position) -> Choice | None:
        orders = [order for order in seat.legal() if order.verb == "lose"]
        if not orders:
            return None
        best = min(
            orders, key=lambda order: (position.steps_left(order.unit) == 1, position.step_worth(order.unit))
        )
        return Choice(best, f"{position.name(best.unit)} can bear it best")

    def _retreat(self, seat: Seat, position: Position) -> Choice | None:
        march = March(position, late=False)
        orders = list(seat.legal())
        if not orders:
            return None
        best = max(orders, key=lambda order: march.retreat(order))
        if best.verb == "stand":
            return Choice(
                best, f"{position.name(best.unit)} stands to keep {position.number(position.at[best.unit])}"
            )
        return Choice(best, f"{position.name(best.unit)} falls back to save its strength")

    def _displace(self, seat: Seat, position: Position) -> Choice | None:
        march = March(position, late=False)
        orders = [order for order in seat.legal() if order.verb == "displace"]
        if not orders:
            return None
        best = max(orders, key=lambda order: march.standing(order.unit, order.path[-1]))
        return Choice(best, f"{position.name(best.unit)} makes room")

    def _advance(self, seat: Seat, position: Position) -> Choice | None:
        """Onto objectives, or into better ground; a unit that advances gives up its other actions."""
        march = March(position, late=False)
        best: tuple[float, Choice] | None = None
        for order in seat.legal():
            if order.verb != "advance":
                continue
            unit, hex_ = order.unit, order.path[-1]
            gain = march.standing(unit, hex_) - march.standing(unit, position.at[unit])
            if gain > 0 and (best is None or gain > best[0]):
                best = gain, Choice(order, f"{position.name(unit)} follows up")
        return best[1] if best else _end(seat, "the ground won is not worth holding")


def _average(values: list[int]) -> int:
    return round(sum(values) / len(values)) if values else 0


def _plain(seat: Seat, verb: str, reason: str) -> Choice | None:
    for order in seat.legal().plain():
        if order.verb == verb:
            return Choice(order, reason)
    return None


def _end(seat: Seat, reason: str) -> Choice | None:
    return _plain(seat, "end", reason)
