"""What a unit could win by attacking from a hex, judged by strength alone."""

from __future__ import annotations

from typing import NamedTuple

from .danger import SHELTERED, Danger
from .position import ATTACK, DEFENCE

MOST = 4.0
"""An attack draws no more than this."""
ASIDE = 0.2
"""Share of an attack's worth that is left for a unit that has to leave if the enemy is not in its way."""


class Attack(NamedTuple):
    """An attack that a unit, the first of several, could join: the hexes it comes from, and its target."""

    units: tuple[int, ...]
    starts: tuple[int, ...]
    target: int
    strength: float
    """What is there, and a share of what could still come up."""
    trap: float
    """How much of the defenders' worth is added because ways back are closed to them."""


class Prospects(Danger):
    """Attacks as they look before anybody has moved up."""

    def prospect(self, unit: int, hex_: int) -> float:
        """The best attack the unit could join from the hex, judged by strength."""
        near = self.enemies_beside(hex_)
        if not near:
            return 0.0
        return max(
            self._prospect(unit, hex_, target) for target in {self.position.at[enemy] for enemy in near}
        )

    def _prospect(self, unit: int, hex_: int, target: int) -> float:
        if not self.strikes(unit):
            return -0.5
        attack = self.position.value(unit, ATTACK)
        gain = self._gain(self._attack_from(unit, hex_, target))
        return self.position.habits.eagerness * gain * attack / (attack + 2)

    def _attack_from(self, unit: int, hex_: int, target: int) -> Attack:
        """The attack that a unit could join from a hex."""
        position, habits = self.position, self.position.habits
        friends = [
            other for other in position.friends_next_to(target) if other != unit and self.strikes(other)
        ]
        strength = sum(position.value(other, ATTACK) for other in (unit, *friends))
        closed = position.closed_around(target, unit, hex_) / 6 if habits.trap else 0.0
        return Attack(
            (unit, *friends),
            (hex_, *(position.at[other] for other in friends)),
            target,
            habits.optimism + strength + habits.reserves * self._reserves(unit, target, friends),
            habits.trap * closed * closed,
        )

    def _gain(self, attack: Attack) -> float:
        """What an attack promises, by a rule of thumb."""
        position = self.position
        defenders = position.units_in[attack.target]
        margin = attack.strength - sum(position.value(enemy, DEFENCE) for enemy in defenders)
        margin -= SHELTERED * self.ground.shelter[attack.target]
        if len(attack.units) == 1:
            margin -= self.ground.screen(attack.target, attack.starts[0])
        prize = 0.3 + 0.25 * position.prize(attack.target)
        prize += max(position.step_worth(enemy) for enemy in defenders)
        if position.habits.gate:
            prize += position.habits.gate * position.waiting(attack.target)
        if attack.trap:
            lost = sum(position.steps_left(enemy) * position.step_worth(enemy) for enemy in defenders)
            prize += attack.trap * lost
        price = _fall(margin) * position.step_worth(attack.units[0])
        return self._bounded(attack, _rise(margin) * prize - price)

    def _bounded(self, attack: Attack, gain: float) -> float:
        """A gain as far as it draws the unit: less if it is to leave and the enemy is not in its way."""
        unit = attack.units[0]
        if self.position.leaving(unit):
            way_out = self.front.way_out(self.position.mobility(unit))
            gain *= 1.0 if way_out[attack.target] < way_out[attack.starts[0]] else ASIDE
        return max(-1.0, min(MOST, gain))

    def encircling(self, unit: int, hex_: int) -> float:
        """Worth of closing the ways to and from an enemy who holds a prize."""
        position = self.position
        near_enemies = self.enemies_beside(hex_)
        if not near_enemies or not position.habits.ring:
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
        if not position.habits.reserves:
            return 0.0
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
