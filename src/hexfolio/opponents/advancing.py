"""The captain's eye for the ground: what attacks would bring, and cost, as the table of the book has it."""

from __future__ import annotations

from .appraisal import Stakes, stakes_of
from .marching import March
from .outlook import Outlook
from .position import ATTACK, DEFENCE, Position
from .prospects import ASIDE, MOST, RESERVES


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

    def _prospect(self, unit: int, hex_: int, target: int) -> float:
        table = self.position.habits.table
        if not table or not self.strikes(unit):
            return super()._prospect(unit, hex_, target)
        by_table = self._by_table(unit, hex_, target)
        return table * by_table + ((1 - table) * super()._prospect(unit, hex_, target) if table < 1 else 0.0)

    def _by_table(self, unit: int, hex_: int, target: int) -> float:
        """What the best attack promises that the unit could join, reserves counted in part."""
        position, habits = self.position, self.position.habits
        friends = [
            other for other in position.friends_next_to(target) if other != unit and self.strikes(other)
        ]
        attackers = (unit, *friends)
        strength = habits.optimism + sum(position.value(other, ATTACK) for other in attackers)
        strength += RESERVES * self._reserves(unit, target, friends)
        starts = (hex_, *(position.at[other] for other in friends))
        closed = position.closed_around(target, unit, hex_) / 6
        stakes = stakes_of(position, target, attackers)
        trap = min(1.0, habits.trap * closed * closed)
        gain = self._outlook.attack(target, starts, round(strength), stakes, trap)
        gain -= habits.attacker * len(attackers)
        if position.leaving(unit):
            way_out = self.front.way_out(position.mobility(unit))
            gain *= 1.0 if way_out[target] < way_out[hex_] else ASIDE
        attack = position.value(unit, ATTACK)
        return habits.eagerness * max(-1.0, min(MOST, gain)) * attack / (attack + 2)

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
        starts = tuple(position.at[enemy] for enemy in position.enemies_next_to(hex_))
        open_sides = sum(self.front.within_a_turn(near) for near in self.ground.next_to[hex_]) / 6
        stakes = Stakes(1.0, 1, 1.0, 2, 0.0, 0.0, position.habits)
        return max(0.0, self._outlook.assault(hex_, starts, lead, stakes, open_sides * open_sides))
