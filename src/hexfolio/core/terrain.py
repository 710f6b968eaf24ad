"""The terrain key: what it costs to enter hexes and cross hexsides, and which combat line they stand on."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field

from .board import Board

ANY = ""
"""Class of movement that stands for every class not named."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Half movement points of one kind of terrain for one class of movement.

    A way opens what is closed to some classes only, unless it is closed to ways as well.
    """

    halves: int
    added: bool = False
    closed: bool = False
    ways_closed: bool = False


@dataclass(frozen=True)
class TerrainKey:
    """Costs by terrain and class of movement; `replacing` hexside features stand for all others there, and
    ways count only where no `interrupting` feature is left."""

    hexes: Mapping[str, Mapping[str, Cost]]
    hexsides: Mapping[str, Mapping[str, Cost]]
    ways: Mapping[str, int]
    lines: Mapping[str, str] = field(default_factory=dict)
    replacing: frozenset[str] = frozenset()
    no_attack: frozenset[str] = frozenset()
    interrupting: frozenset[str] = frozenset()

    def hex_cost(self, board: Board, hex_: int, mobility: str) -> int:
        """Half points for entering a hex: its dearest terrain, plus-marked terrain added; 0 is closed."""
        dearest = added = 0
        for terrain in board.terrain[hex_]:
            cost = self._cost(self.hexes, terrain, mobility)
            if cost.closed:
                return 0
            if cost.added:
                added += cost.halves
            else:
                dearest = max(dearest, cost.halves)
        return (dearest or 2) + added

    def never(self, board: Board, hex_: int) -> bool:
        """Is the hex closed to every class, as open sea is? Not even a road opens it."""
        return any(
            all(cost.closed for cost in self.hexes[terrain].values())
            for terrain in board.terrain[hex_]
            if terrain in self.hexes
        )

    def ways_closed(self, board: Board, hex_: int, mobility: str) -> bool:
        """Is the hex closed to a class even along a road?"""
        return any(self._cost(self.hexes, terrain, mobility).ways_closed for terrain in board.terrain[hex_])

    def side_cost(self, board: Board, side: int, mobility: str) -> int:
        """Half points for crossing a hexside; -1 is closed."""
        total = 0
        for feature in self.counting(board.hexsides.get(side, frozenset())):
            cost = self._cost(self.hexsides, feature, mobility)
            if cost.closed:
                return -1
            total += cost.halves
        return total

    def feature_cost(self, feature: str, mobility: str) -> int:
        """Half points for one feature of a hexside."""
        return self._cost(self.hexsides, feature, mobility).halves

    def counting(self, features: frozenset[str]) -> frozenset[str]:
        """The features of a hexside that count: a bridge, ford or ferry stands for what it crosses."""
        return features & self.replacing or features

    def way_cost(self, board: Board, side: int) -> int:
        """Half points along the best way over a hexside; 0 if none crosses it, or it is interrupted there."""
        if self.interrupting and self.counting(board.hexsides.get(side, frozenset())) & self.interrupting:
            return 0
        return self.dry_way_cost(board, side)

    def dry_way_cost(self, board: Board, side: int) -> int:
        """Half points along the best way over a hexside, whatever lies under it; 0 if none crosses it."""
        rates = [rate for way, rate in self.ways.items() if side in board.ways.get(way, frozenset())]
        return min(rates, default=0)

    def step_cost(self, board: Board, start: int, direction: int, mobility: str) -> int:
        """Half points of one step; 0 is closed."""
        goal = board.grid.neighbour(start, direction)
        if goal < 0:
            return 0
        side = board.grid.side(start, direction)
        if way := self.way_cost(board, side):
            return 0 if self.never(board, goal) or self.ways_closed(board, goal, mobility) else way
        hex_cost, side_cost = self.hex_cost(board, goal, mobility), self.side_cost(board, side, mobility)
        return hex_cost + side_cost if hex_cost and side_cost >= 0 else 0

    def step_costs(self, board: Board, mobility: str) -> array[int]:
        """The cost of every step on the map, hex by hex and direction by direction."""
        return array(
            "H",
            (
                self.step_cost(board, hex_, direction, mobility)
                for hex_ in range(board.grid.size)
                for direction in range(6)
            ),
        )

    def line(self, terrain: str) -> str:
        return self.lines.get(terrain, terrain)

    def _cost(self, table: Mapping[str, Mapping[str, Cost]], terrain: str, mobility: str) -> Cost:
        by_class = table.get(terrain)
        if by_class is None:
            return Cost(0)
        return by_class.get(mobility) or by_class.get(ANY) or Cost(0)
