"""The captain's appraisal of hexes: as the recruit's, but danger is what the enemy's best answer promises."""

from __future__ import annotations

from ..marching import March
from ..position import Position
from ..seat import Seat
from .outlook import Outlook
from .reply import Reply


class Campaign(March):
    """The appraisal of hexes in one movement phase, by the table and by the enemy's answer."""

    def __init__(self, seat: Seat, position: Position, late: bool) -> None:
        self.outlook = Outlook(seat, position)
        self.reply = Reply(position, self.outlook)
        super().__init__(position, late)

    def redraw(self) -> None:
        self.outlook.position = self.position
        self.reply = Reply(self.position, self.outlook)
        super().redraw()

    def danger(self, unit: int, hex_: int) -> float:
        return self.position.habits.caution * self.reply.harm(unit, hex_)

    def score(self, unit: int, hex_: int) -> float:
        """A unit for which there is no attack goes where it stands well."""
        if not self.position.fights(unit):
            return self.behind(unit, hex_)
        return self.standing(unit, hex_) + self.encircling(unit, hex_)
