"""What a player knows of the ground before the first turn: ways to a goal, and shelter."""

from __future__ import annotations

from array import array
from functools import lru_cache
from heapq import heappop, heappush

from hexfolio.core.battle import Battle

FAR = 9999
"""Half points to a goal that cannot be reached."""
FORTIFIED = 3
"""Shelter of a fortification, in points of strength."""


class Ground:
    """A battle's map, read once."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.grid = battle.board.grid
        self._steps: dict[str, array[int]] = {}
        self._costs: dict[tuple[int, str], list[int]] = {}
        self.shelter = [self._shelter(hex_) for hex_ in range(self.grid.size)]

    def cost_to(self, goal: int, mobility: str) -> list[int]:
        """Half points from every hex to a goal, without regard to the enemy."""
        key = goal, mobility
        if key not in self._costs:
            self._costs[key] = self._spread(goal, self._step_costs(mobility))
        return self._costs[key]

    def _spread(self, goal: int, steps: array[int]) -> list[int]:
        costs = [FAR] * self.grid.size
        costs[goal] = 0
        heap = [(0, goal)]
        while heap:
            cost, hex_ = heappop(heap)
            if cost > costs[hex_]:
                continue
            for direction in range(6):
                before = self.grid.neighbour(hex_, direction)
                step = steps[before * 6 + self.grid.opposite(direction)] if before >= 0 else 0
                if step and cost + step < costs[before]:
                    costs[before] = cost + step
                    heappush(heap, (cost + step, before))
        return costs

    def _step_costs(self, mobility: str) -> array[int]:
        if mobility not in self._steps:
            self._steps[mobility] = self.battle.key.step_costs(self.battle.board, mobility)
        return self._steps[mobility]

    def _shelter(self, hex_: int) -> int:
        """Ground that is hard to enter is good to defend: a rule of thumb, in points of strength."""
        board = self.battle.board
        cost = self.battle.key.hex_cost(board, hex_, "leg")
        fortified = FORTIFIED if hex_ in board.fortifications else 0
        return max(0, cost // 2 - 1) + fortified


@lru_cache(maxsize=16)
def ground_of(battle: Battle) -> Ground:
    return Ground(battle)
