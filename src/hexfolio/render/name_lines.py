"""Names of rivers, ranges and seas, written along the line that the map gives them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import hypot

from ..core.board import Board, NameLine
from .curves import mix
from .hexsides import COURSES, course_of, side_ends
from .lettering import LETTERINGS, Lettering, Setting, box_around, name_scale
from .places import place_class
from .svg import Box, Point

_STEP = 0.1
"""Distance of the points of a line."""

_EVEN = 6
"""Points on either side with which a point is evened out: letters cannot follow every hexside."""

_FILLED = 0.72
"""How much of its line a name fills, if its letters need not stand too far apart for it."""

_ACROSS = (0.0, -0.12, 0.12, -0.3, 0.3, -0.45, 0.45)
"""How far a name along hexes may leave their middles."""

_LONG = 3.2
"""Length of a line from which on letters are larger."""

_LEVEL = ("sea", "lake", "river", "marsh")


@dataclass(frozen=True, slots=True)
class LineName:
    """A name along a line: beside it if it is a river's course, else on it."""

    words: str
    lettering: Lettering
    points: tuple[Point, ...]
    aside: float

    def settings(self, taken: object) -> Iterator[Setting]:
        """Where the name may stand, the best first."""
        length = _STEP * (len(self.points) - 1)
        style = self._spread(length)
        width = style.width(self.words)
        room = max(length - width, 0) / 2
        for share in (0, -0.3, 0.3, -0.6, 0.6, -1, 1):
            for across in (-self.aside, self.aside) if self.aside else _ACROSS:
                line = _stretch(self.points, length / 2 + share * room, width, across)
                yield Setting(self.words, style, tuple(_boxes(line, style.size)), line)

    def _spread(self, length: float) -> Lettering:
        """Larger and wider letters for a long line."""
        style = self.lettering
        room = min(length / style.width(self.words) / 2.2, length / _LONG)
        style = style.scaled(min(max(room, 1.0), 1.45))
        gap = (length * _FILLED - style.width(self.words)) / len(self.words)
        return replace(style, tracking=style.tracking + min(max(gap, 0), style.size * 0.8))


def line_name(board: Board, line: NameLine) -> LineName:
    """How a name of the map is written."""
    points = _evened(_sampled(_middles(board, line)))
    kind = "river" if line.sides else _kind(board, line)
    style = LETTERINGS[kind].scaled(name_scale(board))
    if not line.sides:
        return LineName(style.words(line.name), style, _readable(points), 0.0)
    width = max((_width(board, side) for side in line.sides), default=0.0)
    style = replace(style, size=style.size * min(0.93 + 3.6 * max(width - 0.07, 0), 1.5))
    aside = width / 2 + 0.62 * style.size + 0.1
    return LineName(style.words(line.name), style, _readable(points), aside)


def _kind(board: Board, line: NameLine) -> str:
    kind = place_class(board, line.name, line.hexes)
    return kind if kind in _LEVEL else "range"


def _width(board: Board, side: int) -> float:
    waters = board.hexsides.get(side, frozenset()) & COURSES.keys()
    return max((course_of(board, kind).width for kind in waters), default=0.0)


def _middles(board: Board, line: NameLine) -> list[Point]:
    """The middles of hexes or hexsides that follow one another."""
    middles = [board.grid.centre(h) for h in line.hexes]
    middles += [mix(*side_ends(board.grid, side)) for side in line.sides]
    return middles if len(middles) > 1 else _short(board, line.sides)


def _short(board: Board, sides: Sequence[int]) -> list[Point]:
    """The only hexside of a line, from end to end."""
    return list(side_ends(board.grid, sides[0]))


def _sampled(points: Sequence[Point]) -> list[Point]:
    """Points at even distances along straight lines."""
    found, left = [points[0]], _STEP
    for a, b in pairwise(points):
        length = hypot(b[0] - a[0], b[1] - a[1])
        while left <= length + 1e-9:
            found.append(mix(a, b, left / length))
            left += _STEP
        left -= length
    return found


def _evened(points: Sequence[Point]) -> list[Point]:
    """The line without its short bends, as long as before."""
    line = list(points)
    for _ in range(3):
        before = [_beyond(line, 0, step) for step in range(_EVEN, 0, -1)]
        after = [_beyond(line, -1, step) for step in range(1, _EVEN + 1)]
        padded = [*before, *line, *after]
        line = [_mean(padded[place : place + 2 * _EVEN + 1]) for place in range(len(line))]
    return _sampled(line)


def _beyond(line: Sequence[Point], end: int, steps: int) -> Point:
    """Where the line would go on straight after an end."""
    inner = line[min(_EVEN, len(line) - 1)] if end == 0 else line[max(-1 - _EVEN, -len(line))]
    x, y = line[end]
    away = hypot(x - inner[0], y - inner[1]) or 1
    return x + (x - inner[0]) / away * _STEP * steps, y + (y - inner[1]) / away * _STEP * steps


def _mean(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _readable(points: Sequence[Point]) -> tuple[Point, ...]:
    """From left to right, or downwards if the line is upright."""
    (ax, ay), (bx, by) = points[0], points[-1]
    upright = abs(bx - ax) < 0.2 * abs(by - ay)
    backwards = by < ay if upright else bx < ax
    return tuple(reversed(points)) if backwards else tuple(points)


def _stretch(points: Sequence[Point], middle: float, width: float, across: float) -> tuple[Point, ...]:
    """The part of a line that a name needs, moved to one side of it."""
    steps = int(width / _STEP / 2) + 3
    first = round(middle / _STEP) - steps
    part = [_at(points, place) for place in range(first, first + 2 * steps + 1)]
    moved = []
    for place, (x, y) in enumerate(part):
        (ax, ay), (bx, by) = part[max(place - 1, 0)], part[min(place + 1, len(part) - 1)]
        length = hypot(bx - ax, by - ay) or 1
        moved.append((x - (by - ay) / length * across, y + (bx - ax) / length * across))
    return tuple(moved[::2])


def _at(points: Sequence[Point], place: int) -> Point:
    if place < 0:
        return _beyond(points, 0, -place)
    if place >= len(points):
        return _beyond(points, -1, place - len(points) + 1)
    return points[place]


def _boxes(line: Sequence[Point], size: float) -> Iterator[Box]:
    """Squares along the name, which ends short of both ends of its line."""
    for point in line[1:-1]:
        yield box_around(point, size * 0.9, size * 0.9)
