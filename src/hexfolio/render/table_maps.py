"""The map of a battle for the table: the bare sheet in layers, between which a page puts its own marks.

A page hides by their classes what is too small at its level of zoom: z1 shows from 30 pixels per hex
on, z2 from 55, z3 from 110. Looks are written as attributes only, so that a strict policy of the page
against inline styles does no harm.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ..core.battle import Battle
from ..core.hexes import Grid
from .battle_marks import battle_marks, marks_drawn
from .maps import map_frame, sheet_layers
from .palette import palette_for
from .svg import ID, UNIT, Box, document, tag
from .upright import flat_topped, upright

_SLOTS: Mapping[str, str] = {"rivers": "ground-marks", "numbers": "reach-outline", "names": "play"}
"""Empty groups for the marks of play, by the layer that lies under each."""

_SHEET = f"{ID}sheet"
_CUT = ("relief", "rivers", "ways")
"""Layers that run off the sheet, and are cut at its edge."""

_LEVELS: Mapping[str, int] = {"numbers": 1}
"""Levels of zoom from which on whole layers show."""


class TableMap(NamedTuple):
    """The sheet as SVG, and where its hexes lie in the units of the SVG."""

    svg: str
    geometry: dict[str, Any]


def table_map(battle: Battle, theme: str = "day") -> TableMap:
    """The sheet of a battle by day or by night, without key and turn track."""
    board = upright(battle.board)
    colours, frame = palette_for(board, theme), map_frame(board)
    marks = battle_marks(battle, board, frame)
    layers = sheet_layers(
        board, colours, [mark.box for mark in marks], marks=marks_drawn(marks, battle, colours)
    )
    sheet = tag("defs", tag("clipPath", frame.rect(), id=_SHEET))
    return TableMap(document(frame, [sheet, *_groups(layers)], ""), geometry(board.grid, frame))


def _groups(layers: Mapping[str, str]) -> Iterator[str]:
    for name, drawing in layers.items():
        level = f" z{_LEVELS[name]}" if name in _LEVELS else ""
        cut = {"clip_path": f"url(#{_SHEET})"} if name in _CUT else {}
        yield tag("g", drawing, class_=f"layer {name}{level}", **cut)
        if name in _SLOTS:
            yield tag("g", class_=f"slot {_SLOTS[name]}")


def geometry(grid: Grid, frame: Box) -> dict[str, Any]:
    """The view, the distance between neighbours, the middles of hexes by number, and corners around one."""
    x, y = grid.centre(0)
    return {
        "viewBox": [_length(part) for part in (frame.left, frame.top, frame.width, frame.height)],
        "unit": UNIT,
        "hexes": {grid.number(h): [_length(part) for part in grid.centre(h)] for h in range(grid.size)},
        "corners": [[_length(cx - x), _length(cy - y)] for cx, cy in grid.corners(0)],
        "pointy": not flat_topped(grid),
    }


def _length(hexes: float) -> float:
    return round(hexes * UNIT, 2) + 0.0
