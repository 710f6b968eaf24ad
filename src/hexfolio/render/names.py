"""Place names: style by what stands there, placed where they cover least."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import atan2, cos, degrees, hypot, inf, pi, sin
from xml.sax.saxutils import escape

from ..core.board import Board
from .curves import through
from .lettering import LETTERINGS, Lettering, Setting, box_around, name_scale
from .name_lines import LineName, line_name
from .obstacles import Obstacles, number_places
from .palette import Palette
from .places import CLASSES, RADII, place_class
from .svg import CONDENSED, ID, Box, Point, at, by_level, group, move, tag, text
from .terrain import terrain

_LONG = 1.5
"""How much longer than wide an area is whose name follows its length."""

_ROUNDS = 3
_LATE = 0.5
"""What each place in the order of settings costs."""

Spot = tuple[float, float, float]
"""Side on which a name may stand: right or left (x), above or below (y), and how far off."""

_NEAR: Sequence[tuple[float, float]] = (
    (1, 0),
    (1, -1),
    (1, 1),
    (0, -1),
    (0, 1),
    (1, -0.5),
    (1, 0.5),
    (-1, -1),
    (-1, 1),
    (-1, 0),
    (-1, -0.5),
    (-1, 0.5),
    (0.5, -1),
    (0.5, 1),
    (-0.5, -1),
    (-0.5, 1),
)
_SPOTS: Sequence[Spot] = [(x, y, off) for off in (0.05, 0.14, 0.24) for x, y in _NEAR]
"""The best first."""

_SHIFTS: Sequence[tuple[float, float]] = [
    (along, across) for across in (0, -0.2, 0.2, -0.4, 0.4) for along in (0, -0.3, 0.3, -0.6, 0.6)
]
"""How far a spread name may move along and across its area, the best first."""


@dataclass(frozen=True, slots=True)
class _Name:
    """The name of a point, or of a town."""

    words: str
    lettering: Lettering
    centre: Point
    clearance: float

    def settings(self, taken: Sequence[Box]) -> Iterator[Setting]:
        covered = [box for box in taken if box.holds(self.centre)]
        for spot in _SPOTS:
            box = self._beside(covered[0], spot) if covered else self._box(spot)
            yield Setting(self.words, self.lettering, (box,))

    def _beside(self, taken: Box, spot: Spot) -> Box:
        """Where the name would stand clear of a rectangle that covers its place."""
        across, down, off = spot
        width, height = self.lettering.width(self.words), self.lettering.size
        x, y = (taken.left + taken.right) / 2, (taken.top + taken.bottom) / 2
        x += across * (taken.width + width + 0.08) / 2
        y += down * ((taken.height + height * (1.1 if abs(across) < 1 else -0.5)) / 2 + off - 0.05)
        return box_around((x, y), width, height)

    def _box(self, spot: Spot) -> Box:
        across, down, off = spot
        width, height = self.lettering.width(self.words), self.lettering.size
        gap = self.clearance + off
        x = self.centre[0] + across * (gap * (0.8 if down else 1.0) + width / 2)
        y = self.centre[1] + down * (gap * (0.75 if abs(across) == 1 else 1.0) + height * 0.5)
        return box_around((x, y), width, height)


@dataclass(frozen=True, slots=True)
class _AreaName:
    """The name of an area, spread over it along a gently bent line."""

    words: str
    lettering: Lettering
    area: _Area

    def settings(self, taken: Sequence[Box]) -> Iterator[Setting]:
        style = self._spread()
        width = style.width(self.words)
        for along, across in _SHIFTS:
            line = self.area.line(width, along, across)
            yield Setting(self.words, style, tuple(_boxes_along(line, width, style.size)), line)

    def _spread(self) -> Lettering:
        """Letters so far apart that the name fills most of the area, within reason."""
        style = self.lettering
        room = self.area.length * 0.8 - style.width(self.words)
        tracking = style.tracking + min(max(room / len(self.words), 0), style.spread)
        return replace(style, tracking=tracking)


@dataclass(frozen=True, slots=True)
class _Area:
    """An area as its length, its direction, and how far its middle bends aside."""

    middle: Point
    turn: float
    length: float
    bend: float

    def line(self, width: float, along: float, across: float) -> tuple[Point, Point, Point]:
        """A quadratic curve of a width, moved along and across the area."""
        share = min(width / self.length, 1.0) ** 2
        bend = self.bend * share
        ends = [self._point(along + side * width / 2, across - bend / 2) for side in (-1, 1)]
        return ends[0], self._point(along, across + bend * 1.5), ends[1]

    def _point(self, along: float, across: float) -> Point:
        x, y = self.middle
        return x + along * cos(self.turn) - across * sin(self.turn), y + along * sin(
            self.turn
        ) + across * cos(self.turn)


def area_of(centres: Sequence[Point]) -> _Area:
    """The area of hexes with these centres; its direction is level unless it is clearly long."""
    middle = _mean(centres)
    offsets = [(x - middle[0], y - middle[1]) for x, y in centres]
    xx, yy, xy = (sum(a * b for a, b in pairs) for pairs in _products(offsets))
    turn = atan2(2 * xy, xx - yy) / 2
    along = [x * cos(turn) + y * sin(turn) for x, y in offsets]
    across = [y * cos(turn) - x * sin(turn) for x, y in offsets]
    if max(along) - min(along) + 0.9 < _LONG * (max(across) - min(across) + 0.9):
        return _Area(middle, 0.0, max(x for x, _ in offsets) - min(x for x, _ in offsets) + 0.9, 0.0)
    if sin(turn) > 0.98:
        turn, along, across = turn - pi, [-a for a in along], [-a for a in across]
    length = max(along) - min(along) + 0.9
    return _Area(middle, turn, length, _bend(along, across))


def _products(offsets: Sequence[Point]) -> Iterator[list[tuple[float, float]]]:
    for a, b in ((0, 0), (1, 1), (0, 1)):
        yield [(offset[a], offset[b]) for offset in offsets]


def _bend(along: Sequence[float], across: Sequence[float]) -> float:
    """How far the middle third lies aside of the ends, kept small enough to read."""
    reach = max(abs(a) for a in along) / 3
    inner = [b for a, b in zip(along, across, strict=True) if abs(a) <= reach]
    outer = [b for a, b in zip(along, across, strict=True) if abs(a) > reach]
    if not inner or not outer:
        return 0.0
    aside = sum(inner) / len(inner) - sum(outer) / len(outer)
    return max(min(aside, reach * 0.3), -reach * 0.3)


def _mean(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _boxes_along(line: tuple[Point, Point, Point], width: float, size: float) -> Iterator[Box]:
    count = max(round(width / size), 1)
    for step in range(count):
        yield box_around(_on_curve(line, (step + 0.5) / count), size, size)


def _on_curve(line: tuple[Point, Point, Point], share: float) -> Point:
    weights = ((1 - share) ** 2, 2 * share * (1 - share), share**2)
    x, y = (sum(w * point[axis] for w, point in zip(weights, line, strict=True)) for axis in (0, 1))
    return x, y


def names_layer(board: Board, frame: Box, colours: Palette, taken: Iterable[Box] = ()) -> str:
    """All names; `taken` are rectangles, such as counters, that names step out of."""
    placed = settings(board, frame, taken).values()
    return by_level(
        (setting.lettering.level, _set(setting, f"{ID}name-{order}", colours))
        for order, setting in enumerate(placed)
    )


def settings(board: Board, frame: Box, taken: Iterable[Box] = ()) -> dict[str, Setting]:
    """Where each name goes: the largest class first, then each again with all the others in place."""
    obstacles = Obstacles(board, frame, taken)
    names = _ordered(board)
    found: dict[str, Setting] = {}
    for _ in range(_ROUNDS):
        for place, name in names.items():
            if place in found:
                obstacles.release(place, found[place].boxes)
            found[place] = _cheapest(name.settings(obstacles.taken), obstacles)
            obstacles.take(place, found[place].boxes)
    return found


def _cheapest(candidates: Iterable[Setting], obstacles: Obstacles) -> Setting:
    """The setting that costs least, the earlier of two alike; late ones cost something by themselves."""
    best, least = None, inf
    for rank, candidate in enumerate(candidates):
        if least <= rank * _LATE:
            break
        cost = obstacles.cost(candidate.boxes, least - rank * _LATE) + rank * _LATE
        if cost < least:
            best, least = candidate, cost
    assert best, "every name has a setting"
    return best


def _ordered(board: Board) -> dict[str, _Name | _AreaName | LineName]:
    """All names by place, or by their order on the map if they have a line of their own."""
    ranked: dict[str, list[tuple[str, _Name | _AreaName | LineName]]] = {kind: [] for kind in CLASSES}
    for name, hexes in sorted(board.places.items(), key=lambda item: (len(item[1]), item)):
        ranked[place_class(board, name, hexes)].append((name, _name(board, name, hexes)))
    lines = [(f"{line.name}, line {order}", line_name(board, line)) for order, line in enumerate(board.names)]
    ranked["river"] = [*lines, *ranked["river"]]
    return {place: name for names in ranked.values() for place, name in names}


def _name(board: Board, name: str, hexes: Sequence[int]) -> _Name | _AreaName:
    kind = place_class(board, name, hexes)
    lettering = LETTERINGS[kind].scaled(name_scale(board))
    centres = [board.grid.centre(h) for h in hexes]
    if lettering.spread and (len(hexes) > 1 or kind in ("sea", "lake")):
        return _AreaName(lettering.words(name), _grown(lettering, len(hexes)), area_of(centres))
    radius = max(RADII.get(kind, 0.03), terrain(kind).radius)
    if len(hexes) > 1:
        # A town of several hexes bears its name among them, beside the one nearest to its middle.
        middle = _mean(centres)
        centre = min(centres, key=lambda point: (hypot(point[0] - middle[0], point[1] - middle[1]), point))
        return _Name(lettering.words(name), lettering, centre, radius * 0.8)
    return _Name(lettering.words(name), lettering, centres[0], radius)


def _grown(lettering: Lettering, hexes: int) -> Lettering:
    """Larger letters for an area of many hexes."""
    return replace(lettering, size=lettering.size * min(1 + 0.03 * max(hexes - 4, 0), 1.5))


def _set(setting: Setting, id_: str, colours: Palette) -> str:
    style = setting.lettering
    if setting.line:
        return _along(setting, id_, colours)
    box = setting.boxes[0]
    foot = (box.left + box.right) / 2, box.bottom - style.size * 0.18
    return text(setting.words, foot, style.size, **_look(style, colours))


def _along(setting: Setting, id_: str, colours: Palette) -> str:
    """The name along its line, or whole and turned if the line is straight."""
    style, line = setting.lettering, setting.line
    (ax, ay), (mx, my), (bx, by) = line[0], line[len(line) // 2], line[-1]
    if len(line) == 3 and hypot(mx - (ax + bx) / 2, my - (ay + by) / 2) < 0.05:
        drawn = text(
            setting.words, (style.tracking / 2, style.size * 0.32), style.size, **_look(style, colours)
        )
        return move(drawn, ((ax + bx) / 2, (ay + by) / 2), turn=degrees(atan2(by - ay, bx - ax)))
    curve = f"M{at(line[0])}Q{at(line[1])} {at(line[2])}" if len(line) == 3 else through(line)
    path = tag("path", d=curve, id=id_, fill="none")
    words = tag("textPath", escape(setting.words), href=f"#{id_}", startoffset="50%")
    look = _look(style, colours)
    return tag("defs", path) + tag("text", words, font_size=style.size, dy=style.size * 0.32, **look)


def _look(style: Lettering, colours: Palette) -> dict[str, float | str]:
    return {
        "text_anchor": "middle",
        "font_family": style.family,
        "font_weight": style.weight,
        "font_style": "italic" if style.italic else "normal",
        "letter_spacing": style.tracking,
        "fill": getattr(colours, style.colour),
        "stroke": colours.halo if style.halo else "none",
        "stroke_width": style.halo * style.size,
        "stroke_linejoin": "round",
        "paint_order": "stroke",
    }


def numbers_layer(board: Board, colours: Palette) -> str:
    """Printed hex numbers, for orientation."""
    return group(
        (text(board.grid.number(h), place, 0.14) for h, place in enumerate(number_places(board))),
        fill=colours.number,
        fill_opacity="0.8",
        font_family=CONDENSED,
        font_weight="500",
        text_anchor="middle",
        letter_spacing=0.004,
        stroke=colours.halo,
        stroke_opacity="0.4",
        stroke_width=0.025,
        paint_order="stroke",
    )
