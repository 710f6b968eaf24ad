"""What a player knows of the ground before the first turn: ways to a goal, and shelter."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache

from hexfolio.core.battle import Battle
from hexfolio.core.paths import MOST_BUDGET, ways

FAR = 999
"""Half points to a goal that cannot be reached."""
CLOSED = -1
"""Surcharge of a hex that cannot be entered."""
FORTIFIED = 3
"""Shelter of a fortification, in points of strength."""
WATER = 2
"""Shelter of water between attacker and defender, in points of strength."""


class Ground:
    """A battle's map, read once."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.grid = battle.board.grid
        self.indices = {self.grid.number(hex_): hex_ for hex_ in range(self.grid.size)}
        self._steps: dict[str, array[int]] = {}
        self._costs: dict[tuple[int, str], list[int]] = {}
        self._screens: dict[tuple[int, int], int] = {}
        self.shelter = [self._shelter(hex_) for hex_ in range(self.grid.size)]

    def cost_to(self, goal: int, mobility: str) -> list[int]:
        """Half points from every hex to a goal, without regard to the enemy."""
        key = goal, mobility
        if key not in self._costs:
            self._costs[key] = self.ways_to((goal,), mobility, {})
        return self._costs[key]

    def ways_to(self, goals: Iterable[int], mobility: str, charges: Mapping[int, int]) -> list[int]:
        """Half points from every hex to the nearest goal; some hexes are dearer to enter, or closed."""
        return self._ways(goals, mobility, charges, FAR - 1, back=True)[0]

    def ways_from(
        self, starts: Iterable[int], mobility: str, charges: Mapping[int, int], limit: int
    ) -> tuple[list[int], list[int]]:
        """By hex, half points from the nearest start and the hex before; limit + 1 and -1 if none."""
        return self._ways(starts, mobility, charges, limit, back=False)

    def _ways(
        self, starts: Iterable[int], mobility: str, charges: Mapping[int, int], limit: int, back: bool
    ) -> tuple[list[int], list[int]]:
        extra = array("H", bytes(2 * self.grid.size))
        for hex_, charge in charges.items():
            extra[hex_] = MOST_BUDGET if charge == CLOSED else charge
        costs = self.step_costs(mobility)
        return ways(self.grid.neighbours, costs, array("i", starts), extra, limit, back)

    @cached_property
    def next_to(self) -> list[tuple[int, ...]]:
        """By hex, the hexes around it to which somebody on foot can go."""
        costs, around = self.step_costs("leg"), self.grid.neighbours
        return [
            tuple(around[step] for step in range(6 * hex_, 6 * hex_ + 6) if costs[step])
            for hex_ in range(self.grid.size)
        ]

    @cached_property
    def land(self) -> bytes:
        """One byte for every step of the map: can anybody take it?"""
        return bytes(1 if step else 0 for step in self.step_costs("leg"))

    def screen(self, hex_: int, enemy: int) -> int:
        """Shelter by water on the side of a hex that faces an enemy."""
        key = hex_, enemy
        if key not in self._screens:
            line = self.grid.line(hex_, enemy)
            side = self.battle.board.side_between(line[0], line[1]) if len(line) > 1 else -1
            wet = side >= 0 and self.battle.key.side_cost(self.battle.board, side, "leg") != 0
            self._screens[key] = WATER if wet else 0
        return self._screens[key]

    def step_costs(self, mobility: str) -> array[int]:
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
