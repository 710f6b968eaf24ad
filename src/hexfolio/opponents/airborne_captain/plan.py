"""A plan: where every unit is to stand and whom it is to attack, appraised as a whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..airborne.position import RANGE, AirPosition
from .field import Field, Placed
from .missions import Mission
from .threats import Threats

CROWD = 100.0
"""What a stack costs that is too high."""
PRICE_OF_FIRE = 0.15
PRICE_OF_AN_ATTACKER = 0.04
LOOKING = 0.4
"""What it is worth to come next to a counter that lies face down, so that it is turned up."""
PRISONERS = 2.0
NOBODY = -1


class Place(NamedTuple):
    """Where a unit stands, and the hex that it is to attack (NOBODY if it is not)."""

    hex: int
    target: int = NOBODY


class Plan:
    """Places for all units of a side. Changing one tells by how much the whole is better or worse."""

    def __init__(self, field: Field, threats: Threats, missions: Mapping[int, Mission]) -> None:
        self.field = field
        self.threats = threats
        self.position: AirPosition = field.position
        self.missions = missions
        self.places: dict[int, Place] = {}
        self._in: dict[int, list[int]] = {}
        self._on: dict[int, list[int]] = {}
        self._lone: dict[tuple[int, int], float] = {}
        self._stack_values: dict[tuple[int, tuple[int, ...]], float] = {}
        self._attack_values: dict[tuple[int, tuple[Placed, ...]], float] = {}
        self._guns: int = self.position.battle.special.get("ranged-limit", (1, 1))[self.position.side]
        for unit in self.position.own:
            self._put(unit, Place(self.position.at[unit]))

    def _put(self, unit: int, place: Place) -> None:
        self.places[unit] = place
        self._in.setdefault(place.hex, []).append(unit)
        if place.target != NOBODY:
            self._on.setdefault(place.target, []).append(unit)

    def _take(self, unit: int) -> Place:
        place = self.places.pop(unit)
        self._in[place.hex].remove(unit)
        if place.target != NOBODY:
            self._on[place.target].remove(unit)
        return place

    def move(self, unit: int, place: Place) -> float:
        """Place a unit otherwise, or for the first time; by how much that makes the plan better."""
        before = 0.0
        if unit in self.places:
            before = self._added(unit, self._take(unit))
        after = self._added(unit, place)
        self._put(unit, place)
        return after - before

    def best(self, unit: int, places: Sequence[Place]) -> tuple[float, Place]:
        """The best of several places for a unit while all others stay, and what is gained by it."""
        old = self._take(unit)
        before = self._added(unit, old)
        gain, place = max(
            ((self._added(unit, place) - before, place) for place in places), default=(0.0, old)
        )
        self._put(unit, old)
        return gain, place

    def _added(self, unit: int, place: Place) -> float:
        """What a unit that has no place yet adds to the plan in this one."""
        hex_, target = place
        others = self._in.get(hex_, [])
        gain = self.lone(unit, hex_) + self._stack(hex_, [*others, unit]) - self._stack(hex_, others)
        if target != NOBODY:
            units = [(other, self.places[other].hex) for other in self._on.get(target, [])]
            gain += self._attack(target, [*units, (unit, hex_)]) - self._attack(target, units)
        return gain

    # What a unit, a stack and an attack are worth

    def lone(self, unit: int, hex_: int) -> float:
        """What it is worth to have a unit in a hex, whoever else is there."""
        key = unit, hex_
        if key not in self._lone:
            self._lone[key] = self._reckon_lone(unit, hex_)
        return self._lone[key]

    def _reckon_lone(self, unit: int, hex_: int) -> float:
        position, habits = self.position, self.field.habits
        score = 0.05 * self.field.shelter(hex_)
        if unit in self.missions:
            goal, zeal = self.missions[unit]
            score -= habits["march"] * zeal * min(position.turns_to(unit, hex_, goal), 12.0)
        near = any(place in position.enemy_hexes for place in position.grid.around(hex_))
        if position.value(unit, RANGE) > 1:
            score -= 0.6 * near
        if near and position.disrupted[unit] and not position.objectives.get(hex_, 0):
            score -= 0.8 * self.field.worth(unit)
        if position.airborne:
            if any(place in position.flags for place in position.grid.around(hex_)):
                score += LOOKING
            others = position.units_in.get(hex_, ())
            if any(position.is_a(other, "prisoners") for other in others):
                score += PRISONERS
        return score

    def _stack(self, hex_: int, units: Sequence[int]) -> float:
        if not units:
            return 0.0
        key = hex_, tuple(sorted(units))
        if key not in self._stack_values:
            self._stack_values[key] = self._reckon_stack(hex_, units)
        return self._stack_values[key]

    def _reckon_stack(self, hex_: int, units: Sequence[int]) -> float:
        position, field, habits = self.position, self.field, self.field.habits
        counted = sum(position.counts_for_stacking(unit) for unit in units)
        score = -CROWD * max(counted - position.stacking, 0)
        if len({army for unit in units if (army := field.army(unit))}) > 1:
            score -= CROWD
        score += habits["hold"] * field.stakes * position.objectives.get(hex_, 0)
        if counted > 1 and not position.airborne:
            score -= habits["stack"]
        return score - habits["danger"] * self.threats.danger(hex_, units)

    def _attack(self, target: int, units: Sequence[Placed]) -> float:
        if not units:
            return 0.0
        key = target, tuple(sorted(units))
        if key not in self._attack_values:
            self._attack_values[key] = self._reckon_attack(target, units)
        return self._attack_values[key]

    def _reckon_attack(self, target: int, units: Sequence[Placed]) -> float:
        """The better of two armies that do not fight side by side; too many guns are of no use."""
        best = -CROWD
        for near, far in self._bodies(target, units):
            gain = self.field.gain(target, near, far)
            price = PRICE_OF_AN_ATTACKER * (len(near) + len(far)) + PRICE_OF_FIRE * bool(far)
            best = max(best, gain - price)
        return self.field.habits["attack"] * best

    def _bodies(self, target: int, units: Sequence[Placed]) -> list[tuple[list[Placed], list[int]]]:
        """Those next to the target and those who fire, for each army that attacks by itself."""
        armies = sorted({army for unit, _ in units if (army := self.field.army(unit))}) or [""]
        distance = self.position.grid.distance
        bodies = []
        for army in armies:
            own = [pair for pair in units if self.field.army(pair[0]) in ("", army)]
            near = [pair for pair in own if distance(pair[1], target) == 1]
            far = [unit for unit, hex_ in own if distance(hex_, target) > 1]
            far = sorted(far, key=self.position.strength, reverse=True)[: self._guns]
            bodies.append((near, far))
        return bodies

    def attackers(self, target: int) -> tuple[list[Placed], list[int]]:
        """Who is to attack a hex: from next to it, and from afar."""
        units = [(unit, self.places[unit].hex) for unit in self._on.get(target, [])]
        return max(self._bodies(target, units), key=lambda body: self.field.gain(target, *body))
