"""The captain's appraisal of hexes: attacks by the table, danger by what the enemy's best answer promises."""

from __future__ import annotations

from ..appraisal import stakes_of
from ..marching import March
from ..position import ATTACK, Position
from ..prospects import ASIDE, RESERVES
from ..seat import Seat
from .outlook import Outlook
from .reply import Reply


class Campaign(March):
    """The appraisal of hexes in one movement phase, by the table and by the enemy's answer."""

    def __init__(self, seat: Seat, position: Position, late: bool) -> None:
        self.outlook = Outlook(seat, position)
        self._reply: Reply | None = None
        super().__init__(position, late)

    def redraw(self) -> None:
        self.outlook.position = self.position
        self._reply = None
        super().redraw()

    @property
    def reply(self) -> Reply:
        if self._reply is None:
            self._reply = Reply(self.position, self.outlook)
        return self._reply

    def danger(self, unit: int, hex_: int) -> float:
        caution = self.position.habits.caution
        usual = super().danger(unit, hex_)
        return usual + caution * self.reply.harm(unit, hex_) if caution else usual

    def _prospect(self, unit: int, hex_: int, target: int) -> float:
        """The attack on a target by all who could take part, by the table; a unit's share in it."""
        position = self.position
        if not self.strikes(unit):
            return -0.5
        friends = [
            other for other in position.friends_next_to(target) if other != unit and self.strikes(other)
        ]
        attack = position.value(unit, ATTACK)
        strength = attack + sum(position.value(other, ATTACK) for other in friends)
        strength += round(RESERVES * self._reserves(unit, target, friends))
        starts = tuple(dict.fromkeys((hex_, *(position.at[other] for other in friends))))
        stakes = stakes_of(position, target, (unit, *friends))
        gain = position.habits.by_table * self.outlook.attack(target, starts, strength, stakes, closed=False)
        if position.leaving(unit):
            way_out = self.front.way_out(position.mobility(unit))
            gain *= 1.0 if way_out[target] < way_out[hex_] else ASIDE
        return position.habits.eagerness * max(-1.0, min(4.0, gain)) * attack / (attack + 2)
