"""What a unit could win by attacking from a hex, judged by strength alone."""

from __future__ import annotations

from .danger import SHELTERED, Danger
from .position import ATTACK, DEFENCE

RESERVES = 0.4
"""Share of the strength that could still come up that is counted on."""
MOST = 4.0
"""An attack draws no more than this."""
ASIDE = 0.2
"""Share of an attack's worth that is left for a unit that has to leave if the enemy is not in its way."""


class Prospects(Danger):
    """Attacks as they look before anybody has moved up."""

    def prospect(self, unit: int, hex_: int) -> float:
        """The best attack the unit could join from the hex, judged by strength."""
        near = self.enemies_beside(hex_)
        if not near:
            return 0.0
        targets = {self.position.at[enemy] for enemy in near}
        return max((self._prospect(unit, hex_, target) for target in targets), default=0.0)

    def _prospect(self, unit: int, hex_: int, target: int) -> float:
        position = self.position
        if not self.strikes(unit):
            return -0.5
        friends = [
            other for other in position.friends_next_to(target) if other != unit and self.strikes(other)
        ]
        defenders = position.units_in[target]
        attack = position.value(unit, ATTACK)
        strength = attack + sum(position.value(other, ATTACK) for other in friends)
        margin = position.habits.optimism + strength + RESERVES * self._reserves(unit, target, friends)
        margin -= sum(position.value(enemy, DEFENCE) for enemy in defenders)
        margin -= SHELTERED * self.ground.shelter[target]
        if not friends:
            margin -= self.ground.screen(target, hex_)
        prize = 0.3 + 0.25 * position.prize(target) + max(position.step_worth(enemy) for enemy in defenders)
        if position.habits.gate:
            prize += position.habits.gate * position.waiting(target)
        if position.habits.trap:
            closed = position.closed_around(target, unit, hex_) / 6
            lost = sum(position.steps_left(enemy) * position.step_worth(enemy) for enemy in defenders)
            prize += position.habits.trap * closed * closed * lost
        gain = _rise(margin) * prize - _fall(margin) * position.step_worth(unit)
        if position.leaving(unit):
            way_out = self.front.way_out(position.mobility(unit))
            gain *= 1.0 if way_out[target] < way_out[hex_] else ASIDE
        return position.habits.eagerness * max(-1.0, min(MOST, gain)) * attack / (attack + 2)

    def encircling(self, unit: int, hex_: int) -> float:
        """Worth of closing the ways to and from an enemy who holds a prize."""
        position = self.position
        near_enemies = self.enemies_beside(hex_)
        if not near_enemies:
            return 0.0
        around = position.grid.around
        total = 0.0
        for target in {position.at[enemy] for enemy in near_enemies}:
            prize = position.prize(target)
            if prize:
                ours = {
                    position.at[other] for other in position.own if other != unit and position.fights(other)
                }
                ring = [near for near in around(target) if near not in ours and ours.isdisjoint(around(near))]
                total += (
                    position.habits.ring * prize * sum(near == hex_ or near in around(hex_) for near in ring)
                )
        return total

    def _reserves(self, unit: int, target: int, friends: list[int]) -> float:
        """Strength that could still come up beside the unit; three hexes are thought to be free."""
        position = self.position
        at, away = position.at, position.grid.distances(target)
        ranges = position.attack_ranges
        near = [
            position.value(other, ATTACK)
            for other in position.own
            if away[at[other]] <= ranges[other]
            and other != unit
            and other not in friends
            and not position.has(other, "moved")
            and self.strikes(other)
        ]
        return float(sum(sorted(near, reverse=True)[: max(0, 3 - len(friends))]))

    def strikes(self, unit: int) -> bool:
        """May the unit attack in the combat phase to come?"""
        position = self.position
        if not position.fights(unit):
            return False
        if not self.late:
            return True
        return position.mobility(unit) == "mobile" and not position.has(unit, "attacked")


def _rise(margin: float) -> float:
    """The chance that a defender is hit or driven off, by the lead of the attack: a rule of thumb."""
    return max(0.0, min(1.0, 0.3 + 0.11 * margin))


def _fall(margin: float) -> float:
    """The chance that an attacker loses a step, by the lead of the attack."""
    return max(0.15, min(1.0, 0.55 - 0.04 * margin))
