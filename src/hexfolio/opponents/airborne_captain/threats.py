"""Threats: what the enemy could bring against a hex in his next turn, and what that would cost."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from ..airborne.position import MOVEMENT, RANGE, UNKNOWN
from .field import FALLING_BACK, Field
from .table import results


class Threats:
    """Reckons with every enemy who can come next to a hex, and with his guns."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.position = field.position
        special = self.position.battle.special
        self._guns: int = special.get("ranged-limit", (1, 1))[1 - self.position.side]
        turn = self.position.turn + (not self.position.airborne)
        self._night = turn in special.get("night", ()) and not field.fighters
        self.over = turn > self.position.battle.turns
        """Will the enemy have no turn any more?"""
        self._strength: dict[int, int] = {}

    @cached_property
    def _coming(self) -> dict[int, list[int]]:
        """By hex, the enemies who can be in it after their next move."""
        position = self.position
        found: dict[int, list[int]] = {}
        for unit in position.enemies:
            points = 2 * position.value(unit, MOVEMENT)
            start = position.at[unit]
            costs, _ = position.ground.ways_from((start,), position.mobility(unit), {}, points)
            for hex_, cost in enumerate(costs):
                if cost <= points:
                    found.setdefault(hex_, []).append(unit)
            if points:
                for hex_ in position.grid.around(start):
                    if costs[hex_] > points:
                        found.setdefault(hex_, []).append(unit)
        return found

    def strength(self, hex_: int) -> int:
        """Strength that the enemy can bring against a hex, if it is all that he wants."""
        if hex_ not in self._strength:
            self._strength[hex_] = self._reckon(hex_)
        return self._strength[hex_]

    def _reckon(self, hex_: int) -> int:
        position = self.position
        around = position.grid.around(hex_)
        near = {unit for place in around for unit in self._coming.get(place, ())}
        far = [
            position.strength(unit)
            for unit in position.enemies
            if unit not in near
            and position.value(unit, RANGE) > 1
            and position.grid.distance(position.at[unit], hex_) <= position.value(unit, RANGE)
        ]
        ranks = sorted((position.strength(unit) for unit in near), reverse=True)[: 2 * len(around)]
        hidden = UNKNOWN * sum(place in position.flags for place in around)
        return sum(ranks) + sum(sorted(far, reverse=True)[: self._guns]) + hidden

    def danger(self, hex_: int, units: Sequence[int]) -> float:
        """What the enemy's next turn is likely to cost those who stand in a hex."""
        if self.over or not units:
            return 0.0
        field, position = self.field, self.position
        coming = int(field.habits["share"] * self.strength(hex_))
        if not coming:
            return 0.0
        led = any(position.is_a(unit, "leader") for unit in units)
        shift = -field.shelter(hex_) - (hex_ in field.roadblocks) - self._night - led
        faces = results(coming - sum(map(position.strength, units)), shift)
        return max(self._loss(faces, hex_, units), 0.0)

    def _loss(self, faces: Sequence[str], hex_: int, units: Sequence[int]) -> float:
        field, habits = self.field, self.field.habits
        hurts = [field.hurt(unit) for unit in units]
        worth = [field.worth(unit) for unit in units]
        ground = habits["lost_ground"] * field.stakes * self.position.objectives.get(hex_, 0)
        risk = habits["risk"]
        back = habits["caught"] * sum(hurts) + FALLING_BACK * len(units) + ground
        values = {
            "-": 0.0,
            "AE": -2 * risk,
            "AR": -risk,
            "AD": -risk,
            "EX": min(hurts) - risk,
            "D1": min(hurts),
            "DR": back,
            "DX": back + 0.8 * min(hurts),
            "DE": back + 0.8 * min(worth),
            "DA": ground + sum(worth),
        }
        return sum(values[face] for face in faces) / 6
