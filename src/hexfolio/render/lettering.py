"""How names are set: type, size and colour by what they name, and a name set in its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ..core.board import Board
from .svg import SANS, SERIF, Box, Point


@dataclass(frozen=True, slots=True)
class Lettering:
    """How a class of names is set; the colour is a name of the palette.

    `spread` is the widest tracking, `level` the level of zoom from which on the names show.
    """

    size: float
    family: str = SANS
    weight: str = "400"
    colour: str = "name"
    italic: bool = False
    capitals: bool = False
    tracking: float = 0.0
    halo: float = 0.24
    spread: float = 0.0
    level: int = 0

    def scaled(self, by: float) -> Lettering:
        return replace(self, size=self.size * by, tracking=self.tracking * by)

    def words(self, name: str) -> str:
        return name.upper() if self.capitals else name

    def width(self, name: str) -> float:
        """An estimate that holds for the wider fallback types."""
        letter = 0.72 if self.capitals else 0.57
        return len(name) * (letter * self.size + self.tracking)


LETTERINGS: Mapping[str, Lettering] = {
    "city": Lettering(0.25, weight="700", capitals=True, tracking=0.015, halo=0.3),
    "town": Lettering(0.205, weight="600", level=1),
    "airfield": Lettering(0.16, weight="600", italic=True, level=2),
    "village": Lettering(0.165, level=2),
    "sea": Lettering(
        0.24, SERIF, "600", "water_name", italic=True, tracking=0.05, halo=0.0, spread=0.35, level=1
    ),
    "lake": Lettering(0.19, SERIF, "600", "water_name", italic=True, tracking=0.02, spread=0.12, level=1),
    "river": Lettering(0.21, SERIF, "600", "water_name", italic=True, tracking=0.02, spread=0.14, level=1),
    "range": Lettering(0.19, SERIF, "700", "peak_name", italic=True, tracking=0.01, spread=0.16, level=1),
    "peak": Lettering(0.165, SERIF, "700", "peak_name", italic=True, level=3),
    "pass": Lettering(0.16, SERIF, "600", "peak_name", italic=True, level=2),
    "marsh": Lettering(0.165, SERIF, "600", "water_name", italic=True, spread=0.08, level=2),
}


@dataclass(frozen=True, slots=True)
class Setting:
    """A name in a place: its rectangles, and the curve it runs along if it is not level."""

    words: str
    lettering: Lettering
    boxes: tuple[Box, ...]
    line: tuple[Point, ...] = ()
    """Three points of a quadratic curve, or more that a curve runs through."""


def box_around(middle: Point, width: float, height: float) -> Box:
    x, y = middle
    return Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def name_scale(board: Board) -> float:
    """Names on a large map are a little larger, for it is looked at as a whole."""
    return min(max(1 + (board.grid.size - 250) / 2500, 1.0), 1.2)
