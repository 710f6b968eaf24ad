"""Fields of numbers over a rectangle of the page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise
from math import ceil, floor
from operator import sub

from .svg import Box, Point

Values = list[float]
"""One number per cell, row after row."""


@dataclass(frozen=True, slots=True)
class Lattice:
    """A rectangle of the page in square cells, so many to a hex."""

    left: float
    top: float
    width: int
    height: int
    fine: int

    @classmethod
    def over(cls, box: Box, fine: int) -> Lattice:
        return cls(box.left, box.top, ceil(box.width * fine), ceil(box.height * fine), fine)

    @property
    def size(self) -> int:
        return self.width * self.height

    @property
    def box(self) -> Box:
        return Box(
            self.left, self.top, self.left + self.width / self.fine, self.top + self.height / self.fine
        )

    def cell(self, point: Point) -> tuple[int, int]:
        """Column and row of a point, which may lie outside."""
        return floor((point[0] - self.left) * self.fine), floor((point[1] - self.top) * self.fine)

    def filled(self, loops: Iterable[Sequence[Point]]) -> Values:
        """1 inside the closed outlines, 0 outside them and in their holes."""
        crossings: list[list[float]] = [[] for _ in range(self.height)]
        for loop in loops:
            scaled = [((x - self.left) * self.fine, (y - self.top) * self.fine) for x, y in loop]
            for a, b in pairwise([*scaled, scaled[0]]):
                _cross(crossings, *sorted((a, b), key=lambda point: point[1]))
        found = bytearray(self.size)
        for row, xs in enumerate(crossings):
            xs.sort()
            for enter, leave in zip(xs[::2], xs[1::2], strict=True):
                start, end = (min(max(round(x), 0), self.width) for x in (enter, leave))
                found[row * self.width + start : row * self.width + end] = b"\1" * (end - start)
        return [float(value) for value in found]

    def blurred(self, values: Values, reach: float, rounds: int = 2) -> Values:
        """Every number mixed with those around it, so far away in hexes."""
        cells = round(reach * self.fine)
        if not cells:
            return values
        rows: list[Values] = [values[start : start + self.width] for start in range(0, self.size, self.width)]
        for _ in range(2):
            for _ in range(rounds):
                rows = [_box_sums(row, cells) for row in rows]
            rows = [list(column) for column in zip(*rows, strict=True)]
        share = (2 * cells + 1) ** (-2 * rounds)
        return [value * share for row in rows for value in row]

    def thin(self, step: int) -> Lattice:
        """The lattice of every so manieth cell of every so manieth row."""
        return Lattice(
            self.left, self.top, -(-self.width // step), -(-self.height // step), self.fine // step
        )

    def thickened(self, values: Values, step: int) -> Values:
        """The numbers of the thin lattice over the whole of this one, evened out between them."""
        width = -(-self.width // step)
        rows = [values[start : start + width] for start in range(0, len(values), width)]
        wide = [[value for value in row for _ in range(step)][: self.width] for row in rows]
        full = [row for row in wide for _ in range(step)][: self.height]
        return self.blurred(list(chain.from_iterable(full)), 1 / self.fine, 1)

    def thinned(self, values: Values, step: int) -> Values:
        """Every so manieth number of every so manieth row."""
        rows = range(0, self.height, step)
        return [value for row in rows for value in values[row * self.width : (row + 1) * self.width : step]]


def _cross(crossings: list[list[float]], upper: Point, lower: Point) -> None:
    (ax, ay), (bx, by) = upper, lower
    first, last = max(ceil(ay - 0.5), 0), min(ceil(by - 0.5), len(crossings))
    for row in range(first, last):
        crossings[row].append(ax + (row + 0.5 - ay) * (bx - ax) / (by - ay))


def _box_sums(row: Values, cells: int) -> Values:
    """The sum of every number and of so many on either side of it."""
    padded = [row[0]] * cells + row + [row[-1]] * cells
    sums = list(accumulate(padded, initial=0.0))
    return list(map(sub, sums[2 * cells + 1 :], sums))
