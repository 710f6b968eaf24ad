"""The ground under everything: tints with natural edges, carried on into the margin, and the sea."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random

from ..core.board import Board
from ..core.hexes import Grid
from .curves import closed_spline, mix
from .hexsides import COURSES, side_ends
from .palette import Palette, blend
from .relief import Ground, rounded
from .relief_pictures import relief as shading
from .svg import ID, Box, Point, group, tag
from .terrain import terrain
from .upright import all_corners

_MARGIN = 2
"""Rings of hexes beyond the map; an even number, so that displaced lanes stay displaced."""

_WANDER = 0.075
"""How far the edge of a tint strays from the middle of a hexside."""

_WATER_LINES = (0.56, 0.37, 0.22, 0.10)
_SEA_BLEND = 1.1
_SEA_STEPS = 11
_LAND = f"{ID}land"


def ground_layer(board: Board, frame: Box, colours: Palette, *, relief: bool = True) -> str:
    """Sea, land over it, tints one over the other, relief, coast and lakes.

    Each tint also covers the hexes of all later tints, so that no gap shows. With relief, high ground
    has soft tints of its own.
    """
    wide = _widened(board.grid)
    covers = _covers(board, wide, list(colours.ground))
    kinds = [kind for kind in colours.ground if kind in covers]
    dry = [kind for kind in kinds if terrain(kind).height >= 0 and not (relief and terrain(kind).uplift)]
    sea, land, coast = _sea(wide, covers, frame, colours)
    painted = [sea, land]
    for place, kind in enumerate(dry):
        outline = _outline(wide, {h for h, cover in enumerate(covers) if cover in dry[place:]})
        painted.append(tag("path", d=outline, fill=colours.ground[kind]))
    if relief:
        painted.append(shading(risen_ground(board, frame, colours), colours))
    painted.append(coast)
    for kind in kinds:
        if terrain(kind).still:
            outline = _outline(wide, {h for h, cover in enumerate(covers) if cover == kind})
            painted.append(_still_water(outline, colours.ground[kind], colours))
    return "".join(painted)


def risen_ground(board: Board, frame: Box, colours: Palette) -> Ground:
    """Hills and mountains of the map and its margin, and the waters between them."""
    wide = _widened(board.grid)
    covers = _covers(board, wide, list(colours.ground))
    kinds = sorted(
        (kind for kind in set(covers) if terrain(kind).uplift), key=lambda kind: (terrain(kind).uplift, kind)
    )
    risen = []
    for place, kind in enumerate(kinds):
        region = {h for h, cover in enumerate(covers) if cover in kinds[place:]}
        risen.append((kind, rounded(_placed_loops(wide, region))))
    rivers = sorted(side for side, kinds in board.hexsides.items() if kinds & COURSES.keys())
    sea = {h for h, cover in enumerate(covers) if cover == "sea"}
    return Ground(
        frame.grown(0.25),
        tuple(risen),
        tuple(side_ends(board.grid, side) for side in rivers),
        rounded(_placed_loops(wide, sea)),
    )


def still_layer(board: Board, colours: Palette) -> str:
    """Lakes without their edge, to be painted with the rivers so that both are one water."""
    wide = _widened(board.grid)
    covers = _covers(board, wide, list(colours.ground))
    kinds = [kind for kind in colours.ground if kind in covers and terrain(kind).still]
    return "".join(
        tag(
            "path",
            d=_outline(wide, {h for h, found in enumerate(covers) if found == kind}),
            fill=colours.ground[kind],
        )
        for kind in kinds
    )


def cover(kinds: Sequence[str], order: Sequence[str]) -> str:
    """The terrain that gives a hex its tint: the last in the order, or clear."""
    tinted = [kind for kind in kinds if kind in order]
    return max(tinted, key=order.index) if tinted else "clear"


@lru_cache(maxsize=8)
def _widened(grid: Grid) -> Grid:
    return type(grid)(
        grid.columns + 2 * _MARGIN,
        grid.rows + 2 * _MARGIN,
        grid.straight,
        grid.displaced,
        (grid.first[0] % 2, grid.first[1] % 2),
        grid.north,
    )


def _covers(board: Board, wide: Grid, order: Sequence[str]) -> list[str]:
    """Tint of every hex of the widened map; the margin continues what it borders on."""
    grid = board.grid
    found = []
    for h in range(wide.size):
        column = min(max(h // wide.rows - _MARGIN, 0), grid.columns - 1)
        row = min(max(h % wide.rows - _MARGIN, 0), grid.rows - 1)
        found.append(cover(board.terrain[column * grid.rows + row], order))
    return found


def _outline(wide: Grid, region: set[int]) -> str:
    """Path data around the region, in the coordinates of the map itself."""
    return "".join(closed_spline(loop) for loop in _placed_loops(wide, region))


def _placed_loops(wide: Grid, region: set[int]) -> Iterator[list[Point]]:
    """Outlines of the region, in the coordinates of the map itself."""
    corner = _MARGIN * wide.rows + _MARGIN
    probe = wide.centre(corner)
    origin = type(wide)(1, 1, wide.straight, wide.displaced, wide.first, wide.north).centre(0)
    shift = origin[0] - probe[0], origin[1] - probe[1]
    return ([_moved(p, shift) for p in loop] for loop in _loops(wide, region))


def _moved(point: Point, shift: Point) -> Point:
    return point[0] + shift[0], point[1] + shift[1]


def _loops(wide: Grid, region: set[int]) -> Iterator[list[Point]]:
    following: dict[Point, Point] = {}
    for h in sorted(region):
        corners = [_key(corner) for corner in all_corners(wide)[h]]
        for d in range(6):
            if wide.neighbour(h, d) not in region:
                following[corners[d]] = corners[(d + 1) % 6]
    while following:
        start, goal = next(iter(following.items()))
        loop = []
        while start in following:
            goal = following.pop(start)
            loop += [start, _wandering_middle(start, goal)]
            start = goal
        yield loop


def _key(point: Point) -> Point:
    return round(point[0], 4), round(point[1], 4)


def _wandering_middle(a: Point, b: Point) -> Point:
    """The middle of a hexside moved aside, the same way from whichever hex it is seen."""
    first, second = sorted((a, b))
    by = Random(f"{first} {second}").uniform(-_WANDER, _WANDER) / 0.577
    x, y = mix(first, second)
    return x - (second[1] - first[1]) * by, y + (second[0] - first[0]) * by


def _still_water(outline: str, tint: str, colours: Palette) -> str:
    """A lake with a pale bank and a dark edge."""
    bank = tag("path", d=outline, fill="none", stroke=colours.beach, stroke_width=0.08)
    edge = tag("path", d=outline, fill=tint, stroke=colours.lake_edge, stroke_width=0.03)
    return bank + edge


def _sea(wide: Grid, covers: Sequence[str], frame: Box, colours: Palette) -> tuple[str, str, str]:
    """Water that darkens away from the coast, with fading lines along it; the land; beach and coast.

    The bands of water lie half under the land, which saves cutting them out.
    """
    if "sea" not in covers:
        return "", frame.rect(fill=colours.clear), ""
    outline = _outline(wide, {h for h, cover in enumerate(covers) if cover != "sea"})
    depths = sorted({*_WATER_LINES, *(_SEA_BLEND * step / _SEA_STEPS for step in range(1, _SEA_STEPS + 1))})
    bands = [_band(depth, colours) for depth in reversed(depths)]
    land = tag("defs", tag("path", d=outline, id=_LAND))
    water = frame.rect(fill=colours.offshore) + group(bands, fill="none", stroke_linejoin="round")
    beach = _land(stroke=colours.beach, stroke_width=0.08)
    shore = _land(stroke=colours.coast, stroke_width=0.018)
    return land + water, _land(fill=colours.clear), group([beach, shore], fill="none")


def _land(**attributes: float | str) -> str:
    """The outline of the land, which stands in the file once."""
    return tag("use", href=f"#{_LAND}", **attributes)


def _band(depth: float, colours: Palette) -> str:
    """All water nearer to the coast than the depth, as a wide stroke; a water line is a darker rim of it."""
    colour = blend(colours.shore, colours.offshore, depth / _SEA_BLEND)
    band = _land(stroke=colour, stroke_width=2 * depth)
    if depth not in _WATER_LINES:
        return band
    rim = blend(colours.coast, colour, 0.35 + depth * 0.8)
    return _land(stroke=rim, stroke_width=2 * depth + 0.022) + band
