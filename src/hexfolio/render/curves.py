"""Smooth lines, and the runs of hexsides or ways they follow."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import hypot, inf
from typing import Generic, TypeVar

from .svg import Point, at

Node = TypeVar("Node", int, Point)


def mix(a: Point, b: Point, share: float = 0.5) -> Point:
    """The point that lies `share` of the way from a to b."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def softened(before: Point, point: Point, after: Point) -> Point:
    """Where a spline passes a point it rounds off."""
    return (before[0] + 4 * point[0] + after[0]) / 6, (before[1] + 4 * point[1] + after[1]) / 6


Piece = tuple[Point, Point, Point, Point]
"""A cubic curve: start, two handles, end."""


def spline(points: Sequence[Point]) -> list[Piece]:
    """A uniform cubic B-spline that begins and ends on its end points."""
    padded = [points[0], *points, points[-1], points[-1]]
    pieces, start = [], points[0]
    for a, b, c in zip(padded, padded[1:], padded[2:], strict=False):
        pieces.append((start, mix(a, b, 1 / 3), mix(a, b, 2 / 3), softened(a, b, c)))
        start = pieces[-1][3]
    return pieces


def drawn(pieces: Sequence[Piece]) -> str:
    """Path data of pieces that follow one another."""
    if not pieces:
        return ""
    return f"M{at(pieces[0][0])}" + "".join(f"C{at(b)} {at(c)} {at(d)}" for _, b, c, d in pieces)


def sampled(piece: Piece, steps: int) -> list[Point]:
    """Points along a piece, its end left out."""
    found = []
    for step in range(steps):
        level: Sequence[Point] = piece
        while len(level) > 1:
            level = [mix(a, b, step / steps) for a, b in pairwise(level)]
        found.append(level[0])
    return found


def ribbon(line: Sequence[Point], width: float, tip: float = 0.2) -> str:
    """Path data of a figure along a line that grows to the full width from a share of it."""
    left, right = [], []
    for place, (x, y) in enumerate(line):
        (ax, ay), (bx, by) = line[max(place - 1, 0)], line[min(place + 1, len(line) - 1)]
        length = hypot(bx - ax, by - ay) or 1
        half = width / 2 * (tip + (1 - tip) * place / (len(line) - 1))
        dx, dy = (by - ay) / length * half, (ax - bx) / length * half
        left.append((x + dx, y + dy))
        right.append((x - dx, y - dy))
    return "M" + "L".join(at(point) for point in [*left, *reversed(right)]) + "Z"


def closed_spline(points: Sequence[Point]) -> str:
    """Path data of a closed uniform cubic B-spline."""
    start = softened(points[-1], points[0], points[1])
    return f"M{at(start)}" + _pieces([*points, points[0], points[1]]) + "Z"


def through(points: Sequence[Point]) -> str:
    """Path data of a Catmull-Rom curve through all points."""
    padded = [points[0], *points, points[-1]]
    pieces = []
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        first = b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6
        second = c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6
        pieces.append(f"C{at(first)} {at(second)} {at(c)}")
    return f"M{at(points[0])}" + "".join(pieces)


def _pieces(points: Sequence[Point]) -> str:
    found = []
    for a, b, c in zip(points, points[1:], points[2:], strict=False):
        found.append(f"C{at(mix(a, b, 1 / 3))} {at(mix(a, b, 2 / 3))} {at(softened(a, b, c))}")
    return "".join(found)


@dataclass(frozen=True)
class Run(Generic[Node]):
    """Sides that are drawn in one line, with the nodes before, between and after them."""

    nodes: tuple[Node, ...]
    sides: tuple[int, ...]

    @property
    def closed(self) -> bool:
        return len(self.nodes) > 2 and self.nodes[0] == self.nodes[-1]


def runs(ends: Mapping[int, tuple[Node, Node]], bend: Callable[[Node, int, int], float]) -> list[Run[Node]]:
    """The longest lines through a net: at each node the pairs of sides with the least bend go on.

    Sides whose bend is infinite are never joined.
    """
    partner = _partners(ends, bend)
    left: dict[int, None] = dict.fromkeys(sorted(ends))
    found: list[Run[Node]] = []
    starts: list[tuple[Node, int]] = [
        (node, side) for side in left for node in ends[side] if (node, side) not in partner
    ]
    starts += [(ends[side][0], side) for side in left]
    for node, side in starts:
        if side in left:
            found.append(_follow(node, side, ends, partner, left))
    return found


def _partners(
    ends: Mapping[int, tuple[Node, Node]], bend: Callable[[Node, int, int], float]
) -> dict[tuple[Node, int], int]:
    meeting: dict[Node, list[int]] = defaultdict(list)
    for side in sorted(ends):
        for node in ends[side]:
            meeting[node].append(side)
    partner: dict[tuple[Node, int], int] = {}
    for node, sides in meeting.items():
        for a, b in sorted(combinations(sides, 2), key=lambda pair: (bend(node, *pair), pair)):
            free = (node, a) not in partner and (node, b) not in partner
            if free and bend(node, a, b) < inf:
                partner[node, a], partner[node, b] = b, a
    return partner


def _follow(
    node: Node,
    side: int,
    ends: Mapping[int, tuple[Node, Node]],
    partner: Mapping[tuple[Node, int], int],
    left: dict[int, None],
) -> Run[Node]:
    nodes, sides = [node], []
    following: int | None = side
    while following is not None and following in left:
        del left[following]
        sides.append(following)
        first, second = ends[following]
        node = second if node == first else first
        nodes.append(node)
        following = partner.get((node, following))
    return Run(tuple(nodes), tuple(sides))
