"""Place names: style by what stands there, placed where they cover least."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..core.board import Board
from .curves import mix
from .fortifications import PLACE as WORKS
from .hexsides import COURSES, side_ends, sides_with
from .palette import Palette
from .svg import CONDENSED, SANS, SERIF, Box, Point, group, text
from .terrain import terrain
from .ways import crossed_sides, drawn_ways, way, way_points


@dataclass(frozen=True, slots=True)
class Lettering:
    """How a class of names is set; the colour is a name of the palette."""

    size: float
    family: str = SANS
    weight: str = "400"
    colour: str = "name"
    italic: bool = False
    capitals: bool = False
    tracking: float = 0.0
    halo: float = 0.24

    def words(self, name: str) -> str:
        return name.upper() if self.capitals else name

    def width(self, name: str) -> float:
        """An estimate that holds for the wider fallback types."""
        letter = 0.72 if self.capitals else 0.57
        return len(name) * (letter * self.size + self.tracking)


LETTERINGS: Mapping[str, Lettering] = {
    "city": Lettering(0.25, weight="700", capitals=True, tracking=0.015, halo=0.3),
    "town": Lettering(0.205, weight="600"),
    "airfield": Lettering(0.16, weight="600", italic=True),
    "village": Lettering(0.165),
    "sea": Lettering(0.22, SERIF, "600", "water_name", italic=True, tracking=0.05, halo=0.0),
    "lake": Lettering(0.17, SERIF, "600", "water_name", italic=True, tracking=0.02),
    "mountain": Lettering(0.17, SERIF, "700", "peak_name", italic=True),
    "frozen-mountain": Lettering(0.17, SERIF, "700", "peak_name", italic=True),
    "hill": Lettering(0.165, SERIF, "700", "peak_name", italic=True),
    "marsh": Lettering(0.165, SERIF, "600", "water_name", italic=True),
    "swamp": Lettering(0.165, SERIF, "600", "water_name", italic=True),
}
"""From the largest class of place to the smallest; the first that stands in the hex counts."""

_OTHER = Lettering(0.165, weight="600")

_SPOTS: Sequence[tuple[int, int]] = ((1, 0), (1, -1), (1, 1), (0, -1), (0, 1), (-1, -1), (-1, 1), (-1, 0))
"""Sides on which a name may stand, the best first: to the right or left (x), above or below (y)."""


_AREA_SPOTS: Sequence[tuple[int, int]] = ((0, 0), (0, -1), (0, 1), (1, 0), (-1, 0))


@dataclass(frozen=True, slots=True)
class _Name:
    words: str
    lettering: Lettering
    centre: Point
    clearance: float
    area: bool

    @property
    def spots(self) -> Sequence[tuple[int, int]]:
        return _AREA_SPOTS if self.area else _SPOTS

    def beside(self, taken: Box, spot: tuple[int, int]) -> Box:
        """Where the name would stand clear of a rectangle that covers its place."""
        x, y = (taken.left + taken.right) / 2, (taken.top + taken.bottom) / 2
        width, height = self.lettering.width(self.words), self.lettering.size
        x += spot[0] * (taken.width + width + 0.08) / 2
        y += spot[1] * (taken.height + height * (1.1 if not spot[0] else -0.5)) / 2
        return Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)

    def box(self, spot: tuple[int, int]) -> Box:
        """Where the name would stand."""
        across, down = spot
        width, height = self.lettering.width(self.words), self.lettering.size
        gap = self.clearance + 0.05
        x = self.centre[0] + across * (gap * (0.8 if down else 1.0) + width / 2)
        y = self.centre[1] + down * (gap * (0.75 if across else 1.0) + height * 0.5)
        return Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


class _Ground:
    """What a name should not cover, with what it costs to do so."""

    def __init__(self, board: Board, frame: Box, taken: Iterable[Box]) -> None:
        self.frame, self.taken = frame, list(taken)
        self.points = [*_way_samples(board), *_side_samples(board)]
        self.boxes = [(box, 60.0) for box in self.taken]
        self.boxes += [(_number_box(place), 25.0) for place in number_places(board)]
        self.boxes += [*_built_boxes(board), *_works_boxes(board)]

    def cost(self, box: Box) -> float:
        cost = sum(weight for point, weight in self.points if box.holds(point))
        cost += sum(weight * box.overlap(other) / 0.02 for other, weight in self.boxes if box.overlap(other))
        outside = box.width * box.height - box.overlap(self.frame)
        return cost + 4000 * max(outside, 0)

    def take(self, box: Box) -> None:
        self.boxes.append((box, 80.0))


def names_layer(board: Board, frame: Box, colours: Palette, taken: Iterable[Box] = ()) -> str:
    """All place names; `taken` are rectangles, such as counters, that names step out of."""
    ground = _Ground(board, frame, taken)
    return group(_set(name, _best_box(name, ground), colours) for name in _ordered(board))


def place_class(board: Board, hexes: Sequence[int]) -> str:
    """The largest class of place that stands in any of the hexes, or nothing."""
    kinds = {kind for h in hexes for kind in board.terrain[h]}
    return next((kind for kind in LETTERINGS if kind in kinds), "")


def _ordered(board: Board) -> list[_Name]:
    classes = [*LETTERINGS, ""]
    ranked = sorted(board.places.items(), key=lambda item: (classes.index(place_class(board, item[1])), item))
    return [_name(board, name, hexes) for name, hexes in ranked]


def _name(board: Board, name: str, hexes: Sequence[int]) -> _Name:
    kind = place_class(board, hexes)
    lettering = LETTERINGS.get(kind, _OTHER)
    centres = [board.grid.centre(h) for h in hexes]
    middle = sum(x for x, _ in centres) / len(centres), sum(y for _, y in centres) / len(centres)
    radius = terrain(kind).radius or 0.03
    area = not terrain(kind).built and (len(hexes) > 1 or terrain(kind).height < 0)
    return _Name(lettering.words(name), lettering, middle, radius, area)


def _best_box(name: _Name, ground: _Ground) -> Box:
    covered = [box for box in ground.taken if box.holds(name.centre)]
    boxes = [
        name.beside(covered[0], spot) if covered and not name.area else name.box(spot) for spot in name.spots
    ]
    costs = [ground.cost(box) + rank * 0.6 for rank, box in enumerate(boxes)]
    best = boxes[costs.index(min(costs))]
    ground.take(best)
    return best


def _set(name: _Name, box: Box, colours: Palette) -> str:
    style = name.lettering
    return text(
        name.words,
        ((box.left + box.right) / 2, box.bottom - style.size * 0.18),
        style.size,
        text_anchor="middle",
        font_family=style.family,
        font_weight=style.weight,
        font_style="italic" if style.italic else "normal",
        letter_spacing=style.tracking,
        fill=getattr(colours, style.colour),
        stroke=colours.halo if style.halo else "none",
        stroke_width=style.halo * style.size,
        stroke_linejoin="round",
        paint_order="stroke",
    )


def _way_samples(board: Board) -> Iterable[tuple[Point, float]]:
    for kind in drawn_ways(board):
        weight = 30 * way(kind).core
        for points in way_points(board, kind):
            for a, b in pairwise(points):
                yield from ((mix(a, b, step / 4), weight) for step in range(4))


def _side_samples(board: Board) -> Iterable[tuple[Point, float]]:
    for kind, course in COURSES.items():
        for side in sides_with(board, kind):
            ends = side_ends(board.grid, side)
            yield from ((mix(*ends, step / 5), 10 * course.width) for step in range(6))
    for side, kinds in sorted(board.hexsides.items()):
        if kinds - COURSES.keys():
            yield from ((mix(*side_ends(board.grid, side), share), 2.5) for share in (0.2, 0.5, 0.8))


def _built_boxes(board: Board) -> Iterable[tuple[Box, float]]:
    for h in range(board.grid.size):
        radius = max((terrain(kind).radius for kind in board.terrain[h]), default=0)
        if radius:
            yield Box(*board.grid.centre(h), *board.grid.centre(h)).grown(radius), 6.0


def _works_boxes(board: Board) -> Iterable[tuple[Box, float]]:
    for h in sorted(board.fortifications):
        x, y = board.grid.centre(h)[0] + WORKS[0], board.grid.centre(h)[1] + WORKS[1]
        yield Box(x, y, x, y).grown(0.15), 20.0


def number_places(board: Board) -> list[Point]:
    """Middles of the base lines of the hex numbers: under the hex's top, beside a way that comes in there."""
    crossed = crossed_sides(board)
    places = []
    for h in range(board.grid.size):
        x, y = board.grid.centre(h)
        if board.grid.straight == "rows":
            places.append((x, y - 0.33))
        else:
            places.append((x - 0.19 * (board.grid.side(h, 0) in crossed), y - 0.355))
    return places


def _number_box(place: Point) -> Box:
    x, y = place
    return Box(x - 0.14, y - 0.11, x + 0.14, y)


def numbers_layer(board: Board, colours: Palette) -> str:
    """Printed hex numbers, for orientation."""
    return group(
        (text(board.grid.number(h), place, 0.145) for h, place in enumerate(number_places(board))),
        fill=colours.number,
        font_family=CONDENSED,
        font_weight="500",
        text_anchor="middle",
        letter_spacing=0.005,
        stroke=colours.halo,
        stroke_opacity="0.55",
        stroke_width=0.03,
        paint_order="stroke",
    )
