"""The captain: plays with the aims of its battle and side, and weighs every group of attackers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from hexfolio.battles.aims import aims_of
from hexfolio.core.battle import Battle

from . import aftermath, airborne_captain, attacks
from .advancing import Advance
from .airborne.position import AirPosition
from .habits import USUAL, Habits
from .moving import Mover
from .opponent import Choice
from .position import Position
from .posts import man
from .recruit import Recruit
from .seat import Seat

HABITS: Mapping[str, float] = {
    "trap": 1.0,
    "exposure": 0.3,
    "table": 0.5,
    "dread": 0.1,
    "rout": 0.6,
    "vigour": 0.1,
    "gate": 0.1,
    "clock": 4.0,
}
"""In what every captain differs from a recruit."""
ROUNDS = 4
"""How often a unit in the line that stays is asked in a phase whether it would rather move."""
PLAIN = USUAL.changed(HABITS)
"""The habits of a captain without a sheet of aims, on the ground."""


class Captain(Recruit):
    """Cares for what its battle's sheet of aims says, and looks at more attacks than the recruit."""

    name = "captain"

    def __init__(
        self,
        seed: int = 0,
        habits: Mapping[str, float] | None = None,
        hexes: Mapping[int, float] | None = None,
        posts: Mapping[int, int] | None = None,
    ) -> None:
        """With `habits` it differs from what the sheet of aims says; `hexes` are worth more to it, and
        `posts` are where it sets up instead."""
        super().__init__(seed)
        self._airborne = airborne_captain.answers()
        self._answers |= dict.fromkeys(("movement", "mobile-movement"), Mover(Advance, ROUNDS).choose)
        self._answers |= dict.fromkeys(("bombardment", "combat", "mobile-combat"), attacks.fight)
        self._answers["retreat"] = partial(aftermath.retreat, appraise=Advance)
        self._answers["advance"] = partial(aftermath.advance, appraise=Advance)
        self._changes = habits or {}
        self._hexes = hexes or {}
        self._posts = posts
        self._aimed = False

    def _answer(self, seat: Seat, kind: str) -> Choice | None:
        if kind == "set-up":
            posts = aims_of(seat.battle)[seat.side].posts if self._posts is None else self._posts
            if (manned := man(seat, posts)) is not None:
                return manned
        return super()._answer(seat, kind)

    def _survey(self, seat: Seat) -> AirPosition:
        position = super()._survey(seat)
        position.habits = self._changes
        points = position.objectives
        more = {hex_: max(0, points.get(hex_, 0) + round(worth)) for hex_, worth in self._hexes.items()}
        position.objectives = {**points, **more}
        return position

    def _look(self, seat: Seat) -> Position:
        aims = aims_of(seat.battle)[seat.side]
        if not self._aimed:
            self._habits = habits_of(seat.battle, seat.side).changed(self._changes)
            self._aimed = True
        position = super()._look(seat)
        objectives = position.objectives
        for hexes in (aims.hexes, self._hexes):
            for hex_, worth in hexes.items():
                objectives[hex_] = max(0.0, objectives.get(hex_, 0.0) + worth)
        return position


def habits_of(battle: Battle, side: int) -> Habits:
    """The habits of a captain in a battle on the ground."""
    return PLAIN.changed(aims_of(battle)[side].habits)
