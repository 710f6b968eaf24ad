"""What an attack is worth by the table of the book, without the cost of exact odds."""

from __future__ import annotations

from hexfolio.core.odds import Effect

from .appraisal import Stakes
from .fighting import markers_to_come
from .position import DEFENCE, Position
from .seat import Seat

FORT = 2
"""By how much a fortification multiplies defence."""
OVERRUN = 2.0
"""Steps, about, that every attacker loses when all are eliminated."""


class Outlook:
    """Expected gains of attacks, the markers of both sides counted as usual."""

    def __init__(self, seat: Seat, position: Position) -> None:
        self._chances = seat.outlook
        self.position = position
        ours, theirs = markers_to_come(position)
        self.ours, self.theirs = sum(ours), sum(theirs)

    def attack(self, hex_: int, starts: tuple[int, ...], strength: int, stakes: Stakes) -> float:
        """What our attack on a hex promises, the defender's way of retreat being open."""
        lead = strength + self.ours - self.defence(hex_) - self.theirs
        return sum(chance * _worth(effect, stakes) for chance, effect in self._chances(hex_, starts, lead))

    def defence(self, hex_: int) -> int:
        position = self.position
        strength = sum(position.value(unit, DEFENCE) for unit in position.units_in.get(hex_, ()))
        return strength * (FORT if hex_ in position.battle.board.fortifications else 1)


def _worth(effect: Effect, stakes: Stakes) -> float:
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
        total += habits.ground_lost * stakes.defender_step + stakes.prize / 2
    if effect.attacker_retreat:
        total -= habits.attack_spoiled * stakes.attackers * stakes.attacker_step + stakes.base
    return total
