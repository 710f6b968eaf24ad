"""The captain: plays with the aims of its battle and side, and weighs every group of attackers."""

from __future__ import annotations

from collections.abc import Mapping

from hexfolio.battles.aims import aims_of

from . import airborne_captain, attacks
from .habits import USUAL
from .position import Position
from .recruit import Recruit
from .seat import Seat


class Captain(Recruit):
    """Cares for what its battle's sheet of aims says, and looks at more attacks than the recruit."""

    name = "captain"

    def __init__(self, seed: int = 0, habits: Mapping[str, float] | None = None) -> None:
        """With `habits` it differs from what the battle's sheet of aims says."""
        super().__init__(seed)
        self._airborne = airborne_captain.answers()
        self._answers |= dict.fromkeys(("bombardment", "combat", "mobile-combat"), attacks.fight)
        self._changes = habits or {}
        self._aimed = False

    def _look(self, seat: Seat) -> Position:
        aims = aims_of(seat.battle)[seat.side]
        if not self._aimed:
            self._habits = USUAL.changed(aims.habits).changed(self._changes)
            self._aimed = True
        position = super()._look(seat)
        for hex_, worth in aims.hexes.items():
            position.objectives[hex_] = position.objectives.get(hex_, 0.0) + worth
        return position
