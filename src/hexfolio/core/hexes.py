"""Hexes: printed numbers, neighbours, hexsides, distances, lines and map edges.

A hex is a plain integer, `column * rows + row`, both counted from 0. Directions
are 0 to 5, clockwise on the page: up, upper right, lower right, down, lower left,
upper left where the columns are straight; upper right, right, lower right, lower
left, left, upper left where the rows are straight.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import cos, radians, sin, sqrt

Point = tuple[float, float]

OFF_MAP = -1
COMPASS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
EDGES = ("north", "east", "south", "west")

# A lane is a straight column or a straight row. Steps are (lanes, half hexes along the lane).
_STEPS = {
    "columns": ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)),
    "rows": ((-1, 1), (0, 2), (1, 1), (1, -1), (0, -2), (-1, -1)),
}
_FIRST_BEARING = {"columns": 0, "rows": 30}
_LANE_SPACING = sqrt(3) / 2
_CORNER_RADIUS = 1 / sqrt(3)


class HexError(ValueError):
    """A hex, an edge or a map description that makes no sense; says what was expected."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The hexes of one map.

    straight: "columns" (flat-top hexes) or "rows" (pointy-top hexes).
    displaced: which lanes, by printed number, lie half a hex lower (columns) or to the right (rows).
    first: printed column and row of the upper left hex.
    north: compass bearing of the page's top, a compass point or degrees; "n" when north is up.
    """

    columns: int
    rows: int
    straight: str = "columns"
    displaced: str = "even"
    first: tuple[int, int] = (1, 1)
    north: str | int = field(default="n", compare=False)

    bearing: int = field(init=False, repr=False)
    size: int = field(init=False, repr=False, compare=False)
    neighbours: array[int] = field(init=False, repr=False, compare=False)
    sides: array[int] = field(init=False, repr=False, compare=False)
    _shift: int = field(init=False, repr=False, compare=False)
    _q: list[int] = field(init=False, repr=False, compare=False)
    _r: list[int] = field(init=False, repr=False, compare=False)
    _around: list[tuple[int, ...]] = field(init=False, repr=False, compare=False)
    _directions: dict[tuple[int, int], int] = field(init=False, repr=False, compare=False)
    _numbers: list[str] = field(init=False, repr=False, compare=False)
    _indices: dict[str, int] = field(init=False, repr=False, compare=False)
    _distances: dict[int, bytes] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._check()
        self._set("bearing", _degrees(self.north))
        self._set("size", self.columns * self.rows)
        self._set("_shift", self._shift_of_first_lane())
        self._set("_numbers", list(self._printed()))
        self._set("_indices", {number: h for h, number in enumerate(self._numbers)})
        places = [self._cube(h) for h in range(self.size)]
        self._set("_q", [q for q, _ in places])
        self._set("_r", [r for _, r in places])
        self._set("neighbours", array("i", self._find_neighbours()))
        self._set("sides", array("i", self._find_sides()))
        self._set("_around", [self._on_map_neighbours(h) for h in range(self.size)])
        self._set("_directions", self._find_directions())
        self._set("_distances", {})

    def number(self, h: int) -> str:
        """The number printed in the hex, column then row."""
        return self._numbers[h]

    def index(self, number: str) -> int:
        """The hex with this printed number."""
        h = self._indices.get(number)
        if h is None:
            raise HexError(self._why_no_hex(number))
        return h

    def neighbour(self, h: int, d: int) -> int:
        """The hex next to h in direction d, or OFF_MAP."""
        return self.neighbours[h * 6 + d]

    def around(self, h: int) -> tuple[int, ...]:
        """The neighbours of h that are on the map, clockwise."""
        return self._around[h]

    def direction(self, a: int, b: int) -> int:
        """The direction from a to its neighbour b, or -1 if they are not adjacent."""
        return self._directions.get((a, b), -1)

    def opposite(self, d: int) -> int:
        """The direction that looks back."""
        return (d + 3) % 6

    def side(self, h: int, d: int) -> int:
        """The hexside of h in direction d; both hexes that share it give the same number."""
        return self.sides[h * 6 + d]

    def direction_name(self, d: int) -> str:
        """The compass point nearest to direction d, such as "ne"."""
        bearing = _FIRST_BEARING[self.straight] + 60 * d + self.bearing
        return COMPASS[(bearing + 22) // 45 % 8]

    def distance(self, a: int, b: int) -> int:
        """Steps from a to b, over any terrain."""
        return self.distances(a)[b]

    def distances(self, a: int) -> bytes:
        """Steps from a to every hex of the map, kept once they were asked for."""
        row = self._distances.get(a)
        if row is None:
            row = self._distances[a] = bytes(self._distances_from(a))
        return row

    def line(self, a: int, b: int) -> list[int]:
        """The hexes of a straight line, both ends included; the same hexes in either direction.

        Where the line runs along a hexside, the hex on the map with the lower number is taken.
        """
        return [self._on_line(a, b, step) for step in range(self.distance(a, b) + 1)]

    def within(self, h: int, n: int) -> list[int]:
        """The hexes at most n away, h included, in order of number."""
        q, r = self._q[h], self._r[h]
        found = [
            self._at(q + dq, r + dr)
            for dq in range(-n, n + 1)
            for dr in range(max(-n, -dq - n), min(n, n - dq) + 1)
        ]
        return sorted(hex_ for hex_ in found if hex_ != OFF_MAP)

    def ring(self, h: int, n: int) -> list[int]:
        """The hexes exactly n away, in order of number."""
        return [other for other in self.within(h, n) if self.distance(h, other) == n]

    def edge(self, name: str) -> tuple[int, ...]:
        """The hexes along the north, east, south or west edge of the map.

        A page whose top lies midway between two edges counts as turned to north or south.
        """
        if name not in EDGES:
            raise HexError(f"There is no map edge {name!r}: north, east, south or west was expected.")
        page_edge = (EDGES.index(name) - _quarter_turns(self.bearing)) % 4
        bottom, right = self.rows - 1, (self.columns - 1) * self.rows
        spans = (
            range(0, self.size, self.rows),
            range(right, self.size),
            range(bottom, self.size, self.rows),
            range(self.rows),
        )
        return tuple(spans[page_edge])

    def centre(self, h: int) -> Point:
        """Where the hex lies on the page: neighbouring centres are 1 apart, y runs down."""
        lane, along = self._lane(h)
        across, down = lane * _LANE_SPACING, along / 2
        return (across, down) if self.straight == "columns" else (down, across)

    def corners(self, h: int) -> list[Point]:
        """The six corners, clockwise; hexside d lies between corners d and d + 1."""
        x, y = self.centre(h)
        start = _FIRST_BEARING[self.straight] - 30
        turns = [radians(start + 60 * k) for k in range(6)]
        return [(x + _CORNER_RADIUS * sin(turn), y - _CORNER_RADIUS * cos(turn)) for turn in turns]

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def _check(self) -> None:
        if self.straight not in _STEPS:
            raise HexError(f'A map has straight "columns" or "rows", not {self.straight!r}.')
        if self.displaced not in ("even", "odd"):
            raise HexError(f'The displaced {self.straight} are "even" or "odd", not {self.displaced!r}.')
        for kind, count, first in zip(("column", "row"), (self.columns, self.rows), self.first, strict=True):
            if count < 1 or first < 0 or first + count > 100:
                raise HexError(f"{count} {kind}s from {first} do not fit: printed {kind}s run from 00 to 99.")

    def _shift_of_first_lane(self) -> int:
        printed = self.first[0] if self.straight == "columns" else self.first[1]
        return int((printed % 2 == 0) == (self.displaced == "even"))

    def _printed(self) -> Iterator[str]:
        column, row = self.first
        for c in range(column, column + self.columns):
            for r in range(row, row + self.rows):
                yield f"{c:02}{r:02}"

    def _why_no_hex(self, number: object) -> str:
        if not (isinstance(number, str) and len(number) == 4 and number.isascii() and number.isdecimal()):
            return f"{number!r} is not a hex number: expected were four digits, column and row, like '0101'."
        low, high = self._numbers[0], self._numbers[-1]
        return (
            f"There is no hex {number} on this map: columns run from {low[:2]} to {high[:2]} "
            f"and rows from {low[2:]} to {high[2:]}."
        )

    def _lane(self, h: int) -> tuple[int, int]:
        """The lane of h, and how far along it h lies, in half hexes."""
        column, row = divmod(h, self.rows)
        lane, place = (column, row) if self.straight == "columns" else (row, column)
        return lane, 2 * place + (lane + self._shift) % 2

    def _hex(self, lane: int, along: int) -> int:
        place = along // 2
        column, row = (lane, place) if self.straight == "columns" else (place, lane)
        if 0 <= column < self.columns and 0 <= row < self.rows:
            return column * self.rows + row
        return OFF_MAP

    def _cube(self, h: int) -> tuple[int, int]:
        """Two of the three cube coordinates; the third is minus their sum."""
        lane, along = self._lane(h)
        return lane, (along - lane - self._shift) // 2

    def _at(self, q: int, r: int) -> int:
        return self._hex(q, 2 * r + q + self._shift)

    def _find_neighbours(self) -> Iterator[int]:
        for h in range(self.size):
            lane, along = self._lane(h)
            for lanes, halves in _STEPS[self.straight]:
                yield self._hex(lane + lanes, along + halves)

    def _find_sides(self) -> Iterator[int]:
        for h in range(self.size):
            for d in range(6):
                other = self.neighbours[h * 6 + d]
                shared = other != OFF_MAP and other < h
                yield other * 6 + self.opposite(d) if shared else h * 6 + d

    def _find_directions(self) -> dict[tuple[int, int], int]:
        """The direction of every step on the map, by where it begins and where it leads."""
        steps = enumerate(self.neighbours)
        return {(i // 6, other): i % 6 for i, other in steps if other != OFF_MAP}

    def _distances_from(self, a: int) -> Iterator[int]:
        """The distance of every hex from one; as there are at most 100 lanes, a byte holds it."""
        lane, along = self._q[a], self._r[a]
        for other_lane, other in zip(self._q, self._r, strict=True):
            q, r = lane - other_lane, along - other
            yield (abs(q) + abs(r) + abs(q + r)) // 2

    def _on_map_neighbours(self, h: int) -> tuple[int, ...]:
        return tuple(n for n in self.neighbours[h * 6 : h * 6 + 6] if n != OFF_MAP)

    def _on_line(self, a: int, b: int, step: int) -> int:
        """The hex of the line from a to b that is `step` away from a."""
        length = self.distance(a, b)
        if length == 0:
            return a
        q, r = self._q[a], self._r[a]
        dq, dr = self._q[b] - q, self._r[b] - r
        if abs(dq) == length:
            found = [self._at(q + dq * step // length, r + s) for s in _nearest(dr * step, length)]
        elif abs(dr) == length:
            found = [self._at(q + s, r + dr * step // length) for s in _nearest(dq * step, length)]
        else:
            third = (dq + dr) * step // length
            found = [self._at(q + s, r + third - s) for s in _nearest(dq * step, length)]
        return min(h for h in found if h != OFF_MAP)


def _nearest(numerator: int, denominator: int) -> tuple[int, ...]:
    """The whole number nearest to a fraction, or both of them if it lies midway."""
    low, rest = divmod(numerator, denominator)
    if 2 * rest == denominator:
        return low, low + 1
    return (low,) if 2 * rest < denominator else (low + 1,)


def _degrees(north: str | int) -> int:
    if isinstance(north, int):
        return north % 360
    if north not in COMPASS:
        raise HexError(f"{north!r} is no bearing: one of {', '.join(COMPASS)} or degrees was expected.")
    return COMPASS.index(north) * 45


def _quarter_turns(bearing: int) -> int:
    """Which edge the page's top is: 0 north, 1 east, 2 south, 3 west."""
    if bearing <= 45 or bearing >= 315:
        return 0
    if 135 <= bearing <= 225:
        return 2
    return 1 if bearing < 180 else 3
