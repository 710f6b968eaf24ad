"""What the enemy could do to a unit, as far as one can see."""

from __future__ import annotations

from .front import Front, Lanes
from .position import ATTACK, DEFENCE, Position

OVERWHELMING = 12.0
"""Enemy strength beyond which more does not matter."""
SHELTERED = 2
"""Points of strength that a point of shelter takes from an attack."""


class Danger:
    """The enemy as he stands in one phase: he does not move in it, friends do."""

    def __init__(self, position: Position, late: bool) -> None:
        self.position = position
        self.late = late
        self.ground = position.ground
        self.lanes = Lanes(position)
        self.front = Front(position)
        self._threats: dict[int, float] = {}
        self._beside: dict[int, list[int]] = {}

    def danger(self, unit: int, hex_: int) -> float:
        """How badly a unit would be placed there if the enemy came."""
        position = self.position
        if position.final or not position.habits.fear:
            return 0.0
        beside = sum(1 for other in position.friends_next_to(hex_) if other != unit)
        mates = sum(position.value(other, DEFENCE) for other in position.friends_in(hex_) if other != unit)
        defence = position.value(unit, DEFENCE) + mates + SHELTERED * self.ground.shelter[hex_]
        defence_with_friends = defence + position.habits.comradeship * beside
        danger = (
            position.habits.fear
            * max(0.0, self.threat(hex_) - defence_with_friends)
            * position.step_worth(unit)
        )
        if not danger or not position.habits.exposure:
            return danger
        open_sides = self.open_sides(hex_)
        return danger * (1.0 + position.habits.exposure * open_sides * open_sides)

    def open_sides(self, hex_: int) -> float:
        """Share of the hexes around from which the enemy could come within a turn."""
        return sum(self.front.within_a_turn(near) for near in self.ground.next_to[hex_]) / 6

    def enemies_beside(self, hex_: int) -> list[int]:
        """Enemies next to a hex; they stay there in the phase."""
        if hex_ not in self._beside:
            self._beside[hex_] = self.position.enemies_next_to(hex_)
        return self._beside[hex_]

    def threat(self, hex_: int) -> float:
        """Enemy strength next to a hex, and a share of what could come there in a turn."""
        if hex_ not in self._threats:
            away, at = self.position.grid.distances(hex_), self.position.at
            ranges = self.position.attack_ranges
            near = (
                self._threat(enemy, hex_, away[at[enemy]])
                for enemy in self.position.enemies
                if away[at[enemy]] <= ranges[enemy]
            )
            self._threats[hex_] = min(OVERWHELMING, sum(near))
        return self._threats[hex_]

    def _threat(self, enemy: int, hex_: int, distance: int) -> float:
        position = self.position
        strength = float(position.value(enemy, ATTACK))
        if distance <= 1:
            return max(0.0, strength - self.ground.screen(hex_, position.at[enemy]))
        return position.habits.approach * strength
