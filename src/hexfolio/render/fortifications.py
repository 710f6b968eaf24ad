"""Symbols of fortified hexes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import cos, pi, sin

from ..core.board import Board
from .palette import Palette
from .svg import Point, at, group, move, polygon, polyline, px, tag

Draw = Callable[[Palette], str]
"""Draws around the origin, about a third of a hex wide."""

PLACE: Point = (-0.18, 0.27)
"""Where in its hex the symbol stands: clear of the number, the middle and the hexsides."""


def _fort(colours: Palette) -> str:
    """Four bastions around a square."""
    corner = [(0.06, -0.1), (0.13, -0.15), (0.15, -0.13), (0.1, -0.06)]
    outline = [_turned(point, quarter) for quarter in range(4) for point in corner]
    return _solid(polygon(outline), colours) + tag("path", d=_square(0.035), fill=colours.halo)


def _bunker(colours: Palette) -> str:
    """A casemate with its slit."""
    body = f"M{at((-0.15, 0.09))}V{px(0.0)}A{px(0.15)},{px(0.12)} 0 0 1 {at((0.15, 0.0))}V{px(0.09)}Z"
    slit = tag("path", d=polyline([(-0.085, 0.005), (0.085, 0.005)]), stroke=colours.halo, stroke_width=0.034)
    return _solid(body, colours) + slit


def _trench(colours: Palette) -> str:
    """A traverse trace."""
    steps = [
        (-0.16, 0.05),
        (-0.16, -0.05),
        (-0.055, -0.05),
        (-0.055, 0.05),
        (0.055, 0.05),
        (0.055, -0.05),
        (0.16, -0.05),
        (0.16, 0.05),
    ]
    return group(
        [
            tag("path", d=polyline(steps), stroke=colours.halo, stroke_width=0.085),
            tag("path", d=polyline(steps), stroke=colours.mark, stroke_width=0.034),
        ],
        fill="none",
        stroke_linejoin="round",
        stroke_linecap="round",
    )


def _works(colours: Palette) -> str:
    """Any other work: a pentagon."""
    outline = [(0.13 * sin(2 * pi * k / 5), -0.13 * cos(2 * pi * k / 5)) for k in range(5)]
    return _solid(polygon(outline), colours) + tag("path", d=_square(0.035), fill=colours.halo)


def _turned(point: Point, quarters: int) -> Point:
    x, y = point
    for _ in range(quarters):
        x, y = -y, x
    return x, y


def _square(half: float) -> str:
    return polygon([(-half, -half), (half, -half), (half, half), (-half, half)])


def _solid(path: str, colours: Palette) -> str:
    return tag(
        "path",
        d=path,
        fill=colours.mark,
        stroke=colours.halo,
        stroke_width=0.05,
        paint_order="stroke",
        stroke_linejoin="round",
    )


FORTIFICATIONS: Mapping[str, Draw] = {
    "fort": _fort,
    "bunker": _bunker,
    "trench": _trench,
    "entrenchment": _trench,
}


def fortification(kind: str) -> Draw:
    return FORTIFICATIONS.get(kind, _works)


def fortifications_layer(board: Board, colours: Palette) -> str:
    return group(
        move(
            fortification(work.kind)(colours),
            (board.grid.centre(h)[0] + PLACE[0], board.grid.centre(h)[1] + PLACE[1]),
        )
        for h, work in sorted(board.fortifications.items())
    )
