"""Operations: attacks that several units set up together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..appraisal import stakes_of
from ..position import ATTACK
from .campaign import Campaign

Ways = Mapping[int, frozenset[int]]
"""By unit, the hexes where it can be at the end of the phase, its own among them."""
CLOSING = 0.4
"""What it is worth to stand where a hex is covered to which the enemy could retreat."""


class Operation(NamedTuple):
    """An attack to be: what it promises, its target, and who attacks from where."""

    gain: float
    target: int
    places: tuple[tuple[int, int], ...]


class Staff:
    """Finds operations for units that have not been given one."""

    def __init__(self, campaign: Campaign, ways: Ways) -> None:
        self.campaign = campaign
        self.position = campaign.position
        self.ways = dict(ways)
        self._standings: dict[tuple[int, int], float] = {}
        self._rests = {unit: self._rest(unit) for unit in self.ways}

    def _rest(self, unit: int) -> float:
        """How well the unit could stand, or attack, without an operation."""
        return max(self.campaign.score(unit, hex_) for hex_ in self.ways[unit])

    def _standing(self, unit: int, hex_: int) -> float:
        key = unit, hex_
        if key not in self._standings:
            self._standings[key] = self.campaign.standing(unit, hex_) + self.campaign.encircling(unit, hex_)
        return self._standings[key]

    def plan(self) -> list[Operation]:
        """The operations of a phase, the most promising first."""
        plan: list[Operation] = []
        targets = {self.position.at[enemy] for enemy in self.position.enemies}
        offers = {target: self._best(target) for target in sorted(targets)}
        while True:
            best = max((offer for offer in offers.values() if offer), default=None)
            if best is None or best.gain <= 0:
                return plan
            plan.append(best)
            offers[best.target] = None
            used = {unit for unit, _ in best.places}
            taken = {hex_ for _, hex_ in best.places}
            for unit, hex_ in best.places:
                del self.ways[unit]
                self.position.move(unit, hex_)
            for target, offer in offers.items():
                if offer and any(unit in used or hex_ in taken for unit, hex_ in offer.places):
                    offers[target] = self._best(target)

    def _best(self, target: int) -> Operation | None:
        """The best attack on a target: units are added while they make it better."""
        bases = self._bases(target)
        free = {unit: bases & ways for unit, ways in self.ways.items() if bases & ways}
        places: list[tuple[int, int]] = []
        best: Operation | None = None
        while free:
            step = self._strongest(target, free, places)
            if step is None:
                break
            places.append(step)
            del free[step[0]]
            gain = self._gain(target, places)
            if best is None or gain > best.gain:
                best = Operation(gain, target, tuple(places))
        return best

    def _bases(self, target: int) -> frozenset[int]:
        """Hexes from which a target can be attacked."""
        return frozenset(self.position.ground.next_to[target])

    def _strongest(
        self, target: int, free: Mapping[int, frozenset[int]], places: list[tuple[int, int]]
    ) -> tuple[int, int] | None:
        """The next unit to join, and its best place: strength first, at equal strength the better place."""
        position = self.position
        leaving = {position.at[unit] for unit in free} | {position.at[unit] for unit, _ in places}
        taken = {hex_ for _, hex_ in places}
        options: list[tuple[float, int, int]] = []
        for unit, hexes in free.items():
            for hex_ in hexes:
                if hex_ in taken or not self._room(hex_, unit, leaving):
                    continue
                worth = self._standing(unit, hex_) - self._rests[unit]
                closing = CLOSING * self._closes(target, hex_, places)
                options.append((0.5 * position.value(unit, ATTACK) + worth + closing, unit, hex_))
        if not options:
            return None
        _, unit, hex_ = max(options)
        return unit, hex_

    def _room(self, hex_: int, unit: int, leaving: set[int]) -> bool:
        """Is a hex free for a unit, or its own?"""
        position = self.position
        if position.at[unit] == hex_:
            return True
        others = position.units_in.get(hex_, [])
        return not others or (hex_ in leaving and all(other in self.ways for other in others))

    def _closes(self, target: int, hex_: int, places: list[tuple[int, int]]) -> int:
        """Ways of retreat that a unit in a hex closes beside those that are closed already."""
        open_ = self._open_ways(target, places)
        around = self.position.grid.around(hex_)
        return sum(way == hex_ or way in around for way in open_)

    def _open_ways(self, target: int, places: list[tuple[int, int]]) -> list[int]:
        """Hexes next to a target that are free of our units and their zones."""
        position, grid = self.position, self.position.grid
        moving = {unit for unit, _ in places}
        ours = {hex_ for _, hex_ in places}
        for near in (target, *grid.around(target)):
            for hex_ in grid.around(near):
                for unit in position.units_in.get(hex_, ()):
                    if (
                        unit not in moving
                        and position.side_of(unit) == position.side
                        and position.fights(unit)
                    ):
                        ours.add(hex_)
        return [
            way
            for way in position.ground.next_to[target]
            if way not in ours and ours.isdisjoint(grid.around(way)) and way not in position.units_in
        ]

    def _gain(self, target: int, places: list[tuple[int, int]]) -> float:
        """What the attack promises, less what it costs to leave better places."""
        position = self.position
        units = tuple(unit for unit, _ in places)
        starts = tuple(hex_ for _, hex_ in places)
        stakes = stakes_of(position, target, units)
        strength = sum(position.value(unit, ATTACK) for unit in units)
        closed = not self._open_ways(target, places)
        gain = position.habits.venture * self.campaign.outlook.attack(
            target, starts, strength, stakes, closed
        )
        gain -= position.habits.attacker * len(units)
        return gain + sum(self._standing(unit, hex_) - self._rests[unit] for unit, hex_ in places)
