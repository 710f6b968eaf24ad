"""Heights of ground that rises evenly and is worn down by its own streams.

Every cell drains to the lowest of its neighbours. A stream that drains much ground is flat, one
that drains little is steep; both together give valleys that branch, with ridges between them.
"""

from __future__ import annotations

from math import exp, sqrt
from random import Random

from .rasters import Lattice, Values

_COARSE_ROUNDS = 5
_FINE_ROUNDS = 2
_DIAGONAL = sqrt(0.5)
_RIDGE = 0.05
"""Width of ground without a stream of its own, in hexes; it keeps the crests from being walls."""

_UNEVEN = 0.02


def eroded(lattice: Lattice, uplift: Values, base: bytearray, seed: str) -> Values:
    """Heights over the base level, which is 0 where the base is set and where nothing rises.

    The valleys are found on every other cell, which is quicker, and then drawn on all of them.
    """
    _close_rim(lattice, base)
    coarse = lattice.thin(2)
    low = bytearray(map(int, lattice.thinned(list(map(float, base)), 2)))
    _close_rim(coarse, low)
    outline = _settled(coarse, lattice.thinned(uplift, 2), low, seed, _COARSE_ROUNDS, [0.0] * coarse.size)
    return _settled(lattice, uplift, base, seed, _FINE_ROUNDS, lattice.thickened(outline, 2))


def _settled(
    lattice: Lattice, uplift: Values, base: bytearray, seed: str, rounds: int, outline: Values
) -> Values:
    """Heights after some rounds of wear, from those of the outline on."""
    chance = Random(seed)
    grain = [chance.random() for _ in range(lattice.size)]
    broad = lattice.blurred([chance.random() for _ in range(lattice.size)], 0.16)
    rough = [exp(1.2 * (white - 0.5) + 9 * (wide - 0.5)) for white, wide in zip(grain, broad, strict=True)]
    heights = _first_heights(lattice, rough, base, outline)
    risen = [i for i, low in enumerate(base) if not low]
    steep = [rise * (0.75 + 0.25 * hard) / lattice.fine for rise, hard in zip(uplift, rough, strict=True)]
    for _ in range(rounds):
        heights = _worn(lattice, heights, risen, steep)
    return heights


def _close_rim(lattice: Lattice, base: bytearray) -> None:
    """All water leaves over the rim, so that no cell inside has to look whether it has neighbours."""
    width = lattice.width
    base[:width] = base[-width:] = b"\1" * width
    for row in range(lattice.height):
        base[row * width] = base[(row + 1) * width - 1] = 1


def _first_heights(lattice: Lattice, rough: Values, base: bytearray, outline: Values) -> Values:
    """Heights that rise unevenly from the base to the outline at least, without a hollow anywhere."""
    width, far, uneven = lattice.width, float(lattice.size), _UNEVEN / lattice.fine
    heights = [0.0 if low else far for low in base]
    order = [i for i, low in enumerate(base) if not low]
    for cells, ahead in ((order, 1), (order[::-1], -1)):
        before, above = -ahead, -ahead * width
        for i in cells:
            step = rough[i] * uneven
            near, other = heights[i + before], heights[i + above]
            if other < near:
                near = other
            slant, other = heights[i + above + 1], heights[i + above - 1]
            if other < slant:
                slant = other
            slant += 0.414 * step
            if slant < near:
                near = slant
            near += step
            if near < outline[i]:
                near = outline[i]
            if near < heights[i]:
                heights[i] = near
    return heights


def _worn(lattice: Lattice, heights: Values, risen: list[int], steep: Values) -> Values:
    """The heights at which wear and uplift are in balance, if water runs as it does now."""
    width = lattice.width
    east, south, south_east, south_west = 1, width, width + 1, width - 1
    lower = [0] * lattice.size
    far = [1.0] * lattice.size
    for i in risen:
        here = heights[i]
        # Written out, because this is where the time goes.
        goal, best = i - east, here - heights[i - east]
        if (drop := here - heights[i + east]) > best:
            goal, best = i + east, drop
        if (drop := here - heights[i - south]) > best:
            goal, best = i - south, drop
        if (drop := here - heights[i + south]) > best:
            goal, best = i + south, drop
        straight = best
        best /= _DIAGONAL
        if (drop := here - heights[i - south_east]) > best:
            goal, best = i - south_east, drop
        if (drop := here - heights[i + south_east]) > best:
            goal, best = i + south_east, drop
        if (drop := here - heights[i - south_west]) > best:
            goal, best = i - south_west, drop
        if (drop := here - heights[i + south_west]) > best:
            goal, best = i + south_west, drop
        if best > straight / _DIAGONAL:
            far[i] = 1.414
        lower[i] = goal
    order = sorted(risen, key=heights.__getitem__)
    drained = [1.0] * lattice.size
    for i in reversed(order):
        drained[lower[i]] += drained[i]
    area, ridge = 1 / lattice.fine**2, _RIDGE**2
    new = [0.0] * lattice.size
    for i in order:
        new[i] = new[lower[i]] + steep[i] * far[i] / sqrt(drained[i] * area + ridge)
    return new
