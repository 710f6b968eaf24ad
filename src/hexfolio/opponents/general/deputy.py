"""A captain who is told what to care for."""

from __future__ import annotations

from collections.abc import Mapping

from ..airborne.position import AirPosition
from ..captain import Captain
from ..position import Position
from ..seat import Seat


class Deputy(Captain):
    """Plays as a captain does to whom some hexes are worth more, and who may have other habits."""

    def __init__(
        self,
        seed: int = 0,
        habits: Mapping[str, float] | None = None,
        hexes: Mapping[int, int] | None = None,
    ) -> None:
        super().__init__(seed, habits)
        self._hexes = hexes or {}

    def _survey(self, seat: Seat) -> AirPosition:
        position = super()._survey(seat)
        position.habits = self._changes
        points = position.objectives
        more = {hex_: points.get(hex_, 0) + worth for hex_, worth in self._hexes.items()}
        position.objectives = {**points, **more}
        return position

    def _look(self, seat: Seat) -> Position:
        position = super()._look(seat)
        for hex_, worth in self._hexes.items():
            position.objectives[hex_] = position.objectives.get(hex_, 0.0) + worth
        return position
