"""What an attack is worth by the table of the book, without the cost of exact odds."""

from __future__ import annotations

from hexfolio.core.odds import Effect

from .appraisal import Stakes, shattered
from .fighting import markers_to_come
from .position import DEFENCE, Position

FORT = 2
"""By how much a fortification multiplies defence."""
OVERRUN = 2.0
"""Steps, about, that every attacker loses when all are eliminated."""


class Outlook:
    """Expected gains of attacks, the markers of both sides counted as usual."""

    def __init__(self, position: Position) -> None:
        self.position = position
        ours, theirs = markers_to_come(position)
        self.ours, self.theirs = sum(ours), sum(theirs)

    def attack(
        self, hex_: int, starts: tuple[int, ...], strength: int, stakes: Stakes, closed: float = 0.0
    ) -> float:
        """What our attack on a hex promises; `closed` is how likely the defender has no way of retreat."""
        lead = strength + self.ours - self.defence(hex_) - self.theirs
        return self._expected(hex_, starts, lead, stakes, closed)

    def assault(self, hex_: int, starts: tuple[int, ...], lead: int, stakes: Stakes, closed: float) -> float:
        """What the enemy's attack on a hex of ours promises him by his lead in strength on the map."""
        return self._expected(hex_, starts, lead + self.theirs - self.ours, stakes, closed)

    def _expected(
        self, hex_: int, starts: tuple[int, ...], lead: int, stakes: Stakes, closed: float
    ) -> float:
        chances = self.position.chances(hex_, starts, lead)
        return sum(chance * _worth(effect, stakes, closed) for chance, effect in chances)

    def defence(self, hex_: int) -> int:
        position = self.position
        strength = sum(position.value(unit, DEFENCE) for unit in position.units_in.get(hex_, ()))
        return strength * (FORT if hex_ in position.battle.board.fortifications else 1)


def _worth(effect: Effect, stakes: Stakes, closed: float) -> float:
    """What an effect is worth to the attacker, whoever takes part."""
    habits = stakes.habits
    if effect.defenders_eliminated:
        return stakes.defender_steps * stakes.defender_step + stakes.prize
    if effect.attackers_eliminated:
        return -OVERRUN * stakes.attackers * stakes.attacker_step - stakes.base
    total = effect.defender_steps * stakes.defender_step - effect.attacker_steps * stakes.attacker_step
    if 0 < stakes.defender_steps <= effect.defender_steps:
        total += stakes.prize
    if effect.defender_retreat:
        driven_off = habits.ground_lost * stakes.defender_step + stakes.prize / 2
        total += (1 - closed) * driven_off + (closed * shattered(stakes) if closed else 0.0)
    if effect.attacker_retreat:
        total -= habits.attack_spoiled * stakes.attackers * stakes.attacker_step + stakes.base
    return total
