"""What the enemy could answer in his next turn."""

from __future__ import annotations

from ..appraisal import Stakes
from ..position import ATTACK, DEFENCE, MOVEMENT, Position
from .outlook import Outlook

HALF_POINTS = 2


class Reply:
    """Where every enemy could attack from after a move, our line being as it is now."""

    def __init__(self, position: Position, outlook: Outlook) -> None:
        self.position = position
        self.outlook = outlook
        self._harms: dict[tuple[int, int, int], float] = {}
        self._reach = self._find_reach()

    def _find_reach(self) -> dict[int, list[int]]:
        """By hex, the enemies that could be there: they stop next to us, and do not pass through us."""
        position, size = self.position, self.position.grid.size
        closed, zones = bytearray(size), bytearray(size)
        for unit in position.own:
            closed[position.at[unit]] = 1
            if position.fights(unit):
                for near in position.grid.around(position.at[unit]):
                    zones[near] = 1
        found: dict[int, list[int]] = {}
        for enemy in position.enemies:
            if position.fights(enemy):
                points = HALF_POINTS * position.value(enemy, MOVEMENT)
                start, mobility = position.at[enemy], position.mobility(enemy)
                for hex_ in position.ground.range_of(start, mobility, points, closed, zones):
                    found.setdefault(hex_, []).append(enemy)
        return found

    def harm(self, unit: int, hex_: int) -> float:
        """What the enemy's best attack on a hex would promise him if the unit stood there."""
        position = self.position
        mates = sum(position.value(other, DEFENCE) for other in position.friends_in(hex_) if other != unit)
        key = hex_, unit, mates
        if key not in self._harms:
            self._harms[key] = self._harm(unit, hex_, position.value(unit, DEFENCE) + mates)
        return self._harms[key]

    def _harm(self, unit: int, hex_: int, defence: int) -> float:
        position, reach = self.position, self._reach
        starts = tuple(near for near in position.grid.around(hex_) if near in reach)
        enemies = {enemy for near in starts for enemy in reach[near]}
        strengths = sorted((position.value(enemy, ATTACK) for enemy in enemies), reverse=True)
        strengths = strengths[: len(starts)]
        if not strengths:
            return 0.0
        prize = position.objectives.get(hex_, 0.0) if position.holds(hex_) else 0.0
        stakes = Stakes(
            1.0,
            len(strengths),
            position.step_worth(unit),
            position.steps_left(unit),
            0.3 + position.habits.hex * prize,
            0.0,
            position.habits,
        )
        best = 0.0
        for count in range(1, len(strengths) + 1):
            strength = sum(strengths[:count])
            promised = self.outlook.suffered(
                hex_, starts, strength, defence, stakes._replace(attackers=count)
            )
            best = max(best, promised)
        return best
