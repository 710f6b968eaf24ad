"""What kind of place a name stands for, and the small signs of villages, peaks and passes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ..core.board import Board
from .palette import Palette
from .svg import by_level, dot, group, move, polygon, px, tag
from .terrain import terrain

CLASSES = ("city", "town", "airfield", "sea", "lake", "river", "range", "peak", "pass", "marsh", "village")
"""Kinds of place, in the order in which their names find room."""

RADII: Mapping[str, float] = {"village": 0.07, "peak": 0.06, "pass": 0.08}
"""How far the sign of a place reaches from the middle of its hex, where no terrain is drawn for it."""

_LEVELS: Mapping[str, int] = {"village": 2, "pass": 2, "peak": 3}
"""Levels of zoom from which on signs show."""

_WATER = re.compile(r"\b(river|creek|stream|canal|lake|reservoir|sea|bay|gulf|straits?|channel)\b", re.I)
_BOG = re.compile(r"\b(swamps?|marsh(es)?|delta|flats|bog)$", re.I)
_PASS = re.compile(r"\b(pass|saddle|gap|tunnel)$", re.I)
_HEIGHT = re.compile(r"\b(hills?|mount|mt|mountains?|ridge|heights|range|peak)\b|-(san|bong|sanmaek)$", re.I)
_BUILT = ("city", "town", "airfield", "village")
_STILL = ("lake", "reservoir")
_HIGH = ("mountain", "frozen-mountain", "peak", "hill")
_WET = ("marsh", "swamp", "frozen-marsh")


def place_class(board: Board, name: str, hexes: Sequence[int]) -> str:
    """The kind of a place, from the ground it stands on and, where that leaves a doubt, from its name."""
    kinds = {kind for h in hexes for kind in board.terrain[h]}
    if _PASS.search(name):
        return "pass"
    if built := next((kind for kind in _BUILT if kind in kinds and not _natural(name)), ""):
        return built
    if "sea" in kinds:
        return "sea"
    if kinds.intersection(_STILL):
        return "lake"
    if _WATER.search(name):
        return "river"
    if _HEIGHT.search(name) or (kinds.intersection(_HIGH) and not _on_a_way(board, hexes)):
        return "range" if len(hexes) > 1 else "peak"
    if _BOG.search(name) or (kinds.intersection(_WET) and not _on_a_way(board, hexes)):
        return "marsh"
    return "village"


def _natural(name: str) -> bool:
    return bool(_WATER.search(name))


def _on_a_way(board: Board, hexes: Sequence[int]) -> bool:
    """Does a way run through the only hex of a place, as it does through a village?"""
    return len(hexes) == 1 and any(board.way_in_hex(kind, hexes[0]) for kind in board.ways)


def places_layer(board: Board, colours: Palette) -> str:
    """Signs of the places for which no terrain is drawn."""
    summits = [h for h, kinds in enumerate(board.terrain) if "peak" in kinds]
    signs = [(1, move(summit(colours), board.grid.centre(h))) for h in summits]
    for name, hexes in sorted(board.places.items()):
        kind = place_class(board, name, hexes)
        if len(hexes) == 1 and kind in RADII and not _drawn(board, hexes[0]):
            sign = _spot_height(colours) if kind == "peak" and summits else _sign(kind, colours)
            signs.append((_LEVELS[kind], move(sign, board.grid.centre(hexes[0]))))
    return by_level(signs)


def _drawn(board: Board, h: int) -> bool:
    return any(terrain(kind).built or kind == "peak" for kind in board.terrain[h])


def summit(colours: Palette) -> str:
    """The mark of a hex that is a peak by its terrain: larger than the sign of a mere name."""
    return _solid(polygon([(0, -0.1), (0.095, 0.065), (-0.095, 0.065)]), colours.peak_name, colours)


def _spot_height(colours: Palette) -> str:
    """A named height that is no peak, on maps where the triangle means one."""
    return _solid(dot((0, 0), 0.034), colours.peak_name, colours)


def _sign(kind: str, colours: Palette) -> str:
    if kind == "peak":
        return _solid(polygon([(0, -0.06), (0.062, 0.05), (-0.062, 0.05)]), colours.peak_name, colours)
    if kind == "pass":
        return _pass(colours)
    houses = "".join(
        dot((x, y), 0.019) for x, y in ((-0.03, -0.024), (0.03, -0.03), (-0.024, 0.03), (0.034, 0.026))
    )
    return _solid(houses, colours.block, colours)


def _solid(path: str, ink: str, colours: Palette) -> str:
    return tag(
        "path",
        d=path,
        fill=ink,
        stroke=colours.halo,
        stroke_width=0.035,
        stroke_linejoin="round",
        paint_order="stroke",
    )


def _pass(colours: Palette) -> str:
    """Two arcs back to back, on either side of the way."""
    arcs = "".join(
        f"M{px(x * 1.6)},{px(-0.075)}Q{px(x * 0.5)},0 {px(x * 1.6)},{px(0.075)}" for x in (-0.07, 0.07)
    )
    strokes = [(colours.halo, 0.055), (colours.peak_name, 0.022)]
    return group(
        (tag("path", d=arcs, stroke=ink, stroke_width=width) for ink, width in strokes),
        fill="none",
        stroke_linecap="round",
    )
