"""Shaded relief: hills softly folded, mountains sharply ridged, lit from the north-west.

The ground that rises is worn down by its streams (see `erosion`). What comes out of it are numbers;
`relief_pictures` gives them the colours of a palette.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import cos, radians, sin, sqrt
from random import Random

from .erosion import eroded
from .rasters import Lattice, Values
from .svg import Box, Point
from .terrain import terrain

Loop = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Detail:
    """The most cells of a map, and the most of them to a hex."""

    cells: int
    finest: int


QUICK = Detail(250_000, 26)
"""As many as can be worn down in the time one is willing to wait for a large map."""

FINE = Detail(1_000_000, 44)
"""For pictures that are kept: sharp at the usual size of a map on the table, and not too large to send."""

_SOFT = 0.1
_STRAY = 0.08
_FOLD = 0.05
_CREST = 0.016
_LIFT = 0.2
_FOOT = 0.3
_CONTRAST = 1.15
_TREND = 0.4
_HEIGHT = 0.21
_LIGHTS = ((315, 0.62), (270, 0.22), (0, 0.16))
_ELEVATION = 42
LEVELS = 12
"""Degrees of shadow, and as many of light."""

_TINTS = 9
"""Steps of tint from level ground to the highest; all colours together must not be more than 256."""


@dataclass(frozen=True)
class Ground:
    """Where ground rises to a kind of terrain at least, the lowest first, and what keeps it low."""

    box: Box
    risen: tuple[tuple[str, tuple[Loop, ...]], ...]
    rivers: tuple[tuple[Point, Point], ...] = ()
    sea: tuple[Loop, ...] = ()


@dataclass(frozen=True)
class WornGround:
    """The worn ground: 1 for the first kind of high ground, 2 for the next, heights, and brightness."""

    lattice: Lattice
    rank: Values
    heights: Values
    shade: Values


def lattice_of(ground: Ground, detail: Detail = QUICK) -> Lattice:
    """The cells in which a ground is worn down."""
    box = ground.box
    return Lattice.over(box, min(int(sqrt(detail.cells / (box.width * box.height))), detail.finest))


def worn_ground(ground: Ground, detail: Detail = QUICK) -> WornGround:
    """What streams leave of the ground."""
    lattice = lattice_of(ground, detail)
    sea = lattice.filled(ground.sea) if ground.sea else []
    edges = _unevenness(lattice)
    rank, uplift = [0.0] * lattice.size, [0.0] * lattice.size
    level = 0.0
    for kind, loops in ground.risen:
        share = _cover(lattice, lattice.filled(loops), edges, sea)
        step, level = terrain(kind).uplift - level, terrain(kind).uplift
        rank = [a + b for a, b in zip(rank, share, strict=True)]
        uplift = [a + step * b for a, b in zip(uplift, share, strict=True)]
    base = bytearray(rise < 0.06 for rise in uplift)
    near = lattice.blurred([min(part, 1.0) for part in rank], _FOOT)
    uplift = [rise * (0.25 + 0.75 * part) for rise, part in zip(uplift, near, strict=True)]
    for line in ground.rivers:
        _lower(lattice, base, *line)
    heights = _balanced(lattice, eroded(lattice, uplift, base, "relief"), uplift)
    return WornGround(lattice, rank, heights, _lit(lattice, heights))


def _unevenness(lattice: Lattice) -> Values:
    """How far the edge of high ground strays, about -1 to 1."""
    chance = Random("edges")
    noise = lattice.blurred([chance.random() - 0.5 for _ in range(lattice.size)], _STRAY)
    return [value * 2.2 * _STRAY * lattice.fine for value in noise]


def _cover(lattice: Lattice, mask: Values, edges: Values, sea: Values) -> Values:
    """The share of high ground in each cell, with soft and ragged edges, and none at sea."""
    soft = lattice.blurred(mask, _SOFT)
    share = [
        min(max((part + 0.42 * edge - 0.5) * 1.5 + 0.5, 0.0), 1.0) if 0.0 < part < 1.0 else part
        for part, edge in zip(soft, edges, strict=True)
    ]
    return [part * (1 - wet) for part, wet in zip(share, sea, strict=True)] if sea else share


def _lower(lattice: Lattice, base: bytearray, start: Point, goal: Point) -> None:
    """Water along a line."""
    steps = lattice.fine
    for step in range(steps + 1):
        x, y = (a + (b - a) * step / steps for a, b in zip(start, goal, strict=True))
        column, row = lattice.cell((x, y))
        if 0 <= column < lattice.width and 0 <= row < lattice.height:
            base[row * lattice.width + column] = 1


def _balanced(lattice: Lattice, raw: Values, uplift: Values) -> Values:
    """Soft where the ground rises little; without the bulk of the massifs, which would be mere slopes."""
    soft = lattice.blurred(raw, _FOLD, 1)
    crisp = lattice.blurred(raw, _CREST, 1)
    mixed = [
        low + (sharp - low) * min(max((rise - 0.4) * 2, 0), 1)
        for sharp, low, rise in zip(crisp, soft, uplift, strict=True)
    ]
    trend = lattice.blurred(mixed, _TREND)
    return [high / (0.5 + 0.62 * wide) for high, wide in zip(mixed, trend, strict=True)]


def _lit(lattice: Lattice, heights: Values) -> Values:
    """Brightness of every cell, 0 on level ground."""
    lamp = cos(radians(_ELEVATION))
    east = sum(share * sin(radians(bearing)) for bearing, share in _LIGHTS) * lamp
    north = sum(share * cos(radians(bearing)) for bearing, share in _LIGHTS) * lamp
    up = sin(radians(_ELEVATION))
    width, scale = lattice.width, _HEIGHT * lattice.fine / 2
    found = [0.0] * width
    for start in range(width, lattice.size - width, width):
        row = heights[start : start + width]
        above, below = heights[start - width : start], heights[start + width : start + 2 * width]
        found.append(0.0)
        for west, here, high, low in zip(row, row[2:], above[1:], below[1:], strict=False):
            dx, dy = (here - west) * scale, (low - high) * scale
            found.append((up - dx * east + dy * north) / sqrt(1 + dx * dx + dy * dy) - up)
        found.append(0.0)
    return found + [0.0] * width


def raster(model: WornGround, kinds: int) -> bytes:
    """One number per cell that tells its tint and its shade, for so many kinds of high ground."""
    steps, depths = tint_steps(kinds), 2 * LEVELS + 1
    # Crests take more of the next tint, valleys less.
    ranks = [
        min(max(rank + _LIFT * (lift - 0.55), 0), kinds) if rank > 0.02 else 0
        for rank, lift in zip(model.rank, model.heights, strict=True)
    ]
    bright = LEVELS * _CONTRAST
    return bytes(
        depths * int(rank * steps / kinds + 0.5)
        + int(min(max(shade * bright, -LEVELS), LEVELS) + LEVELS + 0.5)
        for rank, shade in zip(ranks, model.shade, strict=True)
    )


def tint_steps(kinds: int) -> int:
    """Steps of tint for so many kinds of high ground, as many for each of them."""
    return _TINTS // kinds * kinds


def rounded(loops: Iterable[Sequence[Point]]) -> tuple[Loop, ...]:
    """Outlines rounded off as their splines are, two points to each given one."""
    return tuple(tuple(_rounded(loop)) for loop in loops)


def _rounded(loop: Sequence[Point]) -> Iterable[Point]:
    count = len(loop)
    for place in range(count):
        a, b, c, d = (loop[(place + step) % count] for step in (-1, 0, 1, 2))
        yield (a[0] + 4 * b[0] + c[0]) / 6, (a[1] + 4 * b[1] + c[1]) / 6
        yield (
            (a[0] + 23 * b[0] + 23 * c[0] + d[0]) / 48,
            (a[1] + 23 * b[1] + 23 * c[1] + d[1]) / 48,
        )
