"""What a name should not cover, with what it costs to do so."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import floor, inf

from ..core.board import Board
from .curves import mix
from .fortifications import PLACE as WORKS
from .hexsides import COURSES, course_of, side_ends, sides_with
from .places import RADII, place_class
from .svg import Box, Point
from .terrain import terrain
from .upright import flat_topped, top_direction
from .ways import crossed_sides, drawn_ways, way, way_points

_NAME = 400.0
_OUTSIDE = 4000.0
Cell = tuple[int, int]


class Obstacles:
    """Weighted points and rectangles, kept by the square they lie in; names are added as they are placed."""

    def __init__(self, board: Board, frame: Box, taken: Iterable[Box] = ()) -> None:
        self.frame, self.taken = frame.grown(-0.08), list(taken)
        self._points = _points(board)
        self._boxes: dict[Cell, list[tuple[int, Box, float]]] = defaultdict(list)
        self._names: dict[Cell, list[tuple[str, Box]]] = defaultdict(list)
        self._grounds: dict[Box, float] = {}
        for order, (box, weight) in enumerate(_rectangles(board, self.taken)):
            for cell in _cells(box):
                self._boxes[cell].append((order, box, weight))

    def cost(self, boxes: Sequence[Box], limit: float = inf) -> float:
        """What it costs to set a name over these rectangles; once over the limit, no more is reckoned."""
        cost = 0.0
        for box in boxes:
            cost += self._ground_cost(box) + self._names_cost(box.grown(0.02))
            if cost > limit:
                break
        return cost

    def take(self, name: str, boxes: Sequence[Box]) -> None:
        for box in boxes:
            for cell in _cells(box):
                self._names[cell].append((name, box))

    def release(self, name: str, boxes: Sequence[Box]) -> None:
        for cell in {cell for box in boxes for cell in _cells(box)}:
            self._names[cell] = [entry for entry in self._names[cell] if entry[0] != name]

    def _names_cost(self, box: Box) -> float:
        near = dict.fromkeys(other for cell in _cells(box) for _, other in self._names.get(cell, ()))
        return sum(_NAME * box.overlap(other) / 0.02 for other in near)

    def _ground_cost(self, box: Box) -> float:
        """What lies under the name; it stays, so it is reckoned once for all rounds."""
        if box not in self._grounds:
            self._grounds[box] = self._reckoned_ground(box)
        return self._grounds[box]

    def _reckoned_ground(self, box: Box) -> float:
        cells = list(_cells(box))
        cost = sum(
            weight for cell in cells for point, weight in self._points.get(cell, ()) if box.holds(point)
        )
        near = {
            order: (other, weight) for cell in cells for order, other, weight in self._boxes.get(cell, ())
        }
        cost += sum(weight * box.overlap(other) / 0.02 for _, (other, weight) in sorted(near.items()))
        outside = box.width * box.height - box.overlap(self.frame)
        return cost + _OUTSIDE * max(outside, 0)


def _cell(point: Point) -> Cell:
    return floor(point[0]), floor(point[1])


def _cells(box: Box) -> Iterator[Cell]:
    (left, top), (right, bottom) = _cell((box.left, box.top)), _cell((box.right, box.bottom))
    return ((x, y) for x in range(left, right + 1) for y in range(top, bottom + 1))


def _rectangles(board: Board, taken: Sequence[Box]) -> Iterator[tuple[Box, float]]:
    yield from ((box, 60.0) for box in taken)
    yield from ((_number_box(place), 25.0) for place in number_places(board))
    yield from _built_boxes(board)
    yield from _works_boxes(board)


@lru_cache(maxsize=4)
def _points(board: Board) -> Mapping[Cell, list[tuple[Point, float]]]:
    """What lies along lines, which marks and names alike keep clear of."""
    found: dict[Cell, list[tuple[Point, float]]] = defaultdict(list)
    for point, weight in (*_way_samples(board), *_side_samples(board)):
        found[_cell(point)].append((point, weight))
    return found


def _way_samples(board: Board) -> Iterator[tuple[Point, float]]:
    for kind in drawn_ways(board):
        weight = 30 * way(kind).core
        for points in way_points(board, kind):
            for a, b in pairwise(points):
                yield from ((mix(a, b, step / 4), weight) for step in range(4))


def _side_samples(board: Board) -> Iterator[tuple[Point, float]]:
    for kind in COURSES:
        width = course_of(board, kind).width
        for side in sides_with(board, kind):
            ends = side_ends(board.grid, side)
            yield from ((mix(*ends, step / 5), 10 * width) for step in range(6))
    for side, kinds in sorted(board.hexsides.items()):
        if kinds - COURSES.keys():
            yield from ((mix(*side_ends(board.grid, side), share), 4.0) for share in (0.3, 0.5, 0.7))


def _built_boxes(board: Board) -> Iterator[tuple[Box, float]]:
    for h in range(board.grid.size):
        radius = max((terrain(kind).radius for kind in board.terrain[h]), default=0)
        if radius:
            yield _around(board.grid.centre(h), radius), 12.0
    for name, hexes in sorted(board.places.items()):
        if len(hexes) == 1 and (reach := RADII.get(place_class(board, name, hexes))):
            yield _around(board.grid.centre(hexes[0]), reach), 30.0


def _works_boxes(board: Board) -> Iterator[tuple[Box, float]]:
    for h in sorted(board.fortifications):
        x, y = board.grid.centre(h)
        yield _around((x + WORKS[0], y + WORKS[1]), 0.15), 20.0


def _around(point: Point, radius: float) -> Box:
    return Box(*point, *point).grown(radius)


def number_places(board: Board) -> list[Point]:
    """Middles of the base lines of the hex numbers: under the hex's top, beside a way that comes in there."""
    crossed = crossed_sides(board)
    places = []
    flat, up = flat_topped(board.grid), top_direction(board.grid)
    for h in range(board.grid.size):
        x, y = board.grid.centre(h)
        aside = 0.17 if flat and board.grid.side(h, up) in crossed else 0.0
        places.append((x - aside, y - (0.36 if flat else 0.34)))
    return places


def _number_box(place: Point) -> Box:
    x, y = place
    return Box(x - 0.135, y - 0.105, x + 0.135, y)
