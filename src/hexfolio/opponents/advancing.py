"""The captain's eye for the ground: what attacks would bring, and cost, as the table of the book has it."""

from __future__ import annotations

from .appraisal import Stakes, stakes_of
from .marching import March
from .outlook import Outlook
from .position import DEFENCE, Position
from .prospects import Attack


class Advance(March):
    """The appraisal of hexes by somebody who has the table of combat results in mind."""

    def __init__(self, position: Position, late: bool) -> None:
        self._outlooks = position, Outlook(position)
        self._assaults: dict[tuple[int, int], float] = {}
        super().__init__(position, late)

    @property
    def _outlook(self) -> Outlook:
        if self._outlooks[0] is not self.position:
            self._outlooks = self.position, Outlook(self.position)
        return self._outlooks[1]

    # Our attacks

    def _gain(self, attack: Attack) -> float:
        table = self.position.habits.table
        if not table:
            return super()._gain(attack)
        by_table = self._bounded(attack, self._by_table(attack))
        return table * by_table + ((1 - table) * super()._gain(attack) if table < 1 else 0.0)

    def _by_table(self, attack: Attack) -> float:
        stakes = stakes_of(self.position, attack.target, attack.units)
        strength, closed = round(attack.strength), min(1.0, attack.trap)
        gain = self._outlook.attack(attack.target, attack.starts, strength, stakes, closed)
        return gain - self.position.habits.attacker * len(attack.units)

    # The enemy's attacks

    def danger(self, unit: int, hex_: int) -> float:
        danger = super().danger(unit, hex_)
        dread = self.position.habits.dread
        if not dread or self.position.final:
            return danger
        return danger + dread * self._assault(unit, hex_)

    def _assault(self, unit: int, hex_: int) -> float:
        """What we are likely to lose by an attack on the unit and whoever stands with it."""
        threat = self.threat(hex_)
        if not threat:
            return 0.0
        position = self.position
        mates = [other for other in position.friends_in(hex_) if other != unit]
        defence = sum(position.value(other, DEFENCE) for other in (unit, *mates))
        lead = round(threat) - defence
        key = hex_, lead
        if key not in self._assaults:
            self._assaults[key] = self._blow(hex_, lead)
        return self._assaults[key] * position.step_worth(unit)

    def _blow(self, hex_: int, lead: int) -> float:
        """Steps that an attack with a lead in strength would cost us; none if he would not try it."""
        position = self.position
        starts = tuple(position.at[enemy] for enemy in self.enemies_beside(hex_))
        stakes = Stakes(1.0, 1, 1.0, 2, 0.0, 0.0, position.habits)
        return max(0.0, self._outlook.assault(hex_, starts, lead, stakes, self.open_sides(hex_) ** 2))
