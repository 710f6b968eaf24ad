"""Bridges, fords and ferries: over the water, along the way that uses them."""

from __future__ import annotations

from collections.abc import Iterator

from ..core.board import Board
from .curves import mix
from .hexsides import COURSES, CROSSINGS, course_of, side_ends, side_turn, sides_with
from .palette import Palette
from .svg import Point, by_level, move
from .ways import way_crossings


def crossings_layer(board: Board, colours: Palette) -> str:
    """All crossings, over the roads; alike from both banks, and never upside down."""
    used = way_crossings(board)
    return by_level(
        (
            _level(board, side),
            move(CROSSINGS[kind](colours, water_width(board, side)), place, turn=(turn + 90) % 180 - 90),
        )
        for kind in CROSSINGS
        for side in sides_with(board, kind)
        for place, turn in _stands(board, side, used)
    )


def _level(board: Board, side: int) -> int:
    """The level of zoom from which on a crossing shows: late where the water is but a stream."""
    return 2 if water_width(board, side) <= COURSES["stream"].width else 1


def water_width(board: Board, side: int) -> float:
    """Width of the widest water on a hexside."""
    waters = board.hexsides.get(side, frozenset()) & COURSES.keys()
    return max((course_of(board, kind).width for kind in waters), default=COURSES["river"].width)


def _stands(board: Board, side: int, used: dict[int, dict[Point, float]]) -> Iterator[tuple[Point, float]]:
    """Where each way crosses, and its turn from the upright; without a way the middle of the hexside."""
    if side in used:
        yield from used[side].items()
    else:
        yield mix(*side_ends(board.grid, side)), side_turn(board, side)
