"""Maps printed with another edge at the top, turned for the picture so that north is up."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from ..core.board import Board
from ..core.hexes import Grid
from .svg import Point

_QUARTERS = (90, 180, 270)


class UprightGrid(Grid):
    """The same hexes, numbers and hexsides, laid on the page with north up."""

    def centre(self, h: int) -> Point:
        return _turned(Grid.centre(self, h), self.bearing)

    def corners(self, h: int) -> list[Point]:
        x, y = self.centre(h)
        offsets = [_turned((cx - x, cy - y), self.bearing) for cx, cy in Grid.corners(self, h)]
        return [(x + dx, y + dy) for dx, dy in offsets]


@lru_cache(maxsize=8)
def all_corners(grid: Grid) -> list[list[Point]]:
    """The corners of every hex; nearly every layer asks for them, many times."""
    return [grid.corners(h) for h in range(grid.size)]


def upright(board: Board) -> Board:
    """The board with north up, where a quarter or half turn does it."""
    grid = board.grid
    if grid.bearing not in _QUARTERS or isinstance(grid, UprightGrid):
        return board
    turned = UprightGrid(grid.columns, grid.rows, grid.straight, grid.displaced, grid.first, grid.north)
    return replace(board, grid=turned)


def top_bearing(grid: Grid) -> int:
    """The compass bearing of the picture's top."""
    return 0 if isinstance(grid, UprightGrid) else grid.bearing


def flat_topped(grid: Grid) -> bool:
    """Do the hexes of the picture have a side at the top, not a corner?"""
    x, _ = grid.centre(0)
    return all(abs(corner - x) > 0.01 for corner, _ in grid.corners(0))


def top_direction(grid: Grid) -> int:
    """The direction that looks up the page, or nearest to it."""
    corners = grid.corners(0)
    return min(range(6), key=lambda d: round(corners[d][1] + corners[(d + 1) % 6][1], 6))


def _turned(point: Point, bearing: int) -> Point:
    """Turned clockwise about the origin by a multiple of a right angle."""
    x, y = point
    for _ in range(bearing // 90):
        x, y = -y, x
    return x, y
