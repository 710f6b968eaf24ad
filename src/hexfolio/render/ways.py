"""Roads, trails and railways as smooth curves from hex to hex."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import atan2, degrees, hypot, inf

from ..core.board import Board
from ..core.hexes import OFF_MAP, Grid
from .curves import Run, mix, runs, through
from .hexsides import side_ends
from .palette import Palette
from .svg import Point, from_level, group, px, tag
from .terrain import terrain


@dataclass(frozen=True, slots=True)
class Way:
    """How a way is drawn; the colour is a name of the palette. `ties` are a railway's sleepers."""

    core: float
    casing: float
    colour: str
    dash: str = ""
    ties: float = 0.0
    apart: float = 0.05


WAYS: Mapping[str, Way] = {
    "railway": Way(0.024, 0.085, "rail", ties=0.082, apart=-0.085),
    "railroad": Way(0.024, 0.085, "rail", ties=0.082, apart=-0.085),
    "narrow-railway": Way(0.02, 0.075, "rail", ties=0.055, apart=-0.085),
    "trail": Way(0.03, 0.066, "trail", dash=f"{px(0.075)} {px(0.05)}"),
    "road": Way(0.046, 0.088, "road"),
    "main-road": Way(0.066, 0.115, "main_road"),
}
"""From the lowest to the uppermost."""

_UNKNOWN = Way(0.03, 0.07, "barred", dash=px(0.03))
_BACK_TO_CENTRE = 0.45


def way(kind: str) -> Way:
    """How a way is drawn; one nobody has drawn yet is a dotted line that shows."""
    return WAYS.get(kind, _UNKNOWN)


def ways_layer(board: Board, colours: Palette) -> str:
    """All casings, then all cores, so that junctions are clean."""
    casings, cores = [], []
    for kind in drawn_ways(board):
        path = "".join(through(points) for points in way_points(board, kind))
        casing, core = way_strokes(path, way(kind), colours)
        level = 0 if kind == _uppermost(board) else 1
        casings.append(from_level(casing, level))
        cores.append(from_level(core, level))
    return group(casings + cores, fill="none", stroke_linecap="round", stroke_linejoin="round")


def drawn_ways(board: Board) -> list[str]:
    """Kinds of way on the map, the lowest first."""
    order = [*WAYS]
    kinds = [kind for kind, sides in board.ways.items() if sides]
    return sorted(kinds, key=lambda kind: (order.index(kind) if kind in order else -1, kind))


def _uppermost(board: Board) -> str:
    """The best kind of way on the map, which shows at every level of zoom."""
    return drawn_ways(board)[-1]


def way_strokes(path: str, style: Way, colours: Palette) -> tuple[str, str]:
    colour = getattr(colours, style.colour)
    casing = tag(
        "path",
        d=path,
        stroke=colours.casing,
        stroke_width=style.casing,
        stroke_opacity=colours.casing_opacity,
    )
    dashed = {"stroke_dasharray": style.dash, "stroke_linecap": "butt"} if style.dash else {}
    core = tag("path", d=path, stroke=colour, stroke_width=style.core, **dashed)
    if style.ties:
        sleepers = f"{px(0.018)} {px(0.11)}"
        core += tag(
            "path",
            d=path,
            stroke=colour,
            stroke_width=style.ties,
            stroke_dasharray=sleepers,
            stroke_linecap="butt",
        )
    return casing, core


def way_points(board: Board, kind: str) -> list[list[Point]]:
    """The points each line of a kind of way runs through."""
    return [points for _, points in _lines(board, kind)]


@lru_cache(maxsize=16)
def _lines(board: Board, kind: str) -> list[tuple[Run[int], list[Point]]]:
    """Every run of a kind of way, with its points; several layers ask for them."""
    net = _Net(board, kind)
    return [(run, net.points(run)) for run in net.runs()]


def way_crossings(board: Board) -> dict[int, dict[Point, float]]:
    """Where ways cross each hexside, with their turn from the upright in degrees; a point counts once."""
    found: dict[int, dict[Point, float]] = {}
    for kind in reversed(drawn_ways(board)):
        for run, points in _lines(board, kind):
            for place, side in enumerate(run.sides):
                before, here, after = points[2 * place : 2 * place + 3]
                turn = degrees(atan2(after[1] - before[1], after[0] - before[0])) - 90
                found.setdefault(side, {}).setdefault((round(here[0], 3), round(here[1], 3)), turn)
    return found


def crossed_sides(board: Board) -> set[int]:
    """All hexsides a way is drawn over, those at the rim included."""
    return {side for kind in drawn_ways(board) for side in _ends(board, kind)}


class _Net:
    """The ways of one kind. Nodes are hexes; a negative node lies beyond the rim, over hexside -1 - node."""

    def __init__(self, board: Board, kind: str) -> None:
        self.board, self.grid, self.kind = board, board.grid, kind
        self.ends = _ends(board, kind)
        self.degree = Tally(node for pair in self.ends.values() for node in pair)
        self.met = _meetings(board, [other for other in _relatives(board, kind) if other != kind])
        strangers = board.ways.keys() - _relatives(board, kind)
        self.shared = {side for other in strangers for side in _ends(board, other)}

    def runs(self) -> list[Run[int]]:
        return runs(self.ends, self._bend)

    def points(self, run: Run[int]) -> list[Point]:
        found = [self._end(run.nodes[0])]
        for place, side in enumerate(run.sides):
            found.append(self._crossing(side))
            node = run.nodes[place + 1]
            last = place + 1 == len(run.sides)
            found.append(self._end(node) if last else self._passing(node, side, run.sides[place + 1]))
        return found

    def _bend(self, node: int, a: int, b: int) -> float:
        if node < 0:
            return inf
        here = self.grid.centre(node)
        angles = [degrees(atan2(m[1] - here[1], m[0] - here[0])) for m in (self._middle(a), self._middle(b))]
        bend = abs(180 - abs(angles[0] - angles[1]) % 360)
        return inf if bend > 100 and self.degree[node] > 2 else bend

    def _middle(self, side: int) -> Point:
        return mix(*side_ends(self.grid, side))

    def _crossing(self, side: int) -> Point:
        middle, shift = self._middle(side), self._shift(side)
        return middle[0] + shift[0], middle[1] + shift[1]

    def _shift(self, side: int) -> Point:
        """Road and railway over the same hexside lie apart, each always on the same side of the page."""
        if side not in self.shared:
            return 0.0, 0.0
        (ax, ay), (bx, by) = sorted(side_ends(self.grid, side))
        length = hypot(bx - ax, by - ay) / way(self.kind).apart
        return (bx - ax) / length, (by - ay) / length

    def _end(self, node: int) -> Point:
        if node >= 0:
            return self.grid.centre(node)
        side = -1 - node
        x, y = mix(self.grid.centre(side // 6), self._middle(side), 2.2)
        shift = self._shift(side)
        return x + shift[0], y + shift[1]

    def _passing(self, node: int, before: int, after: int) -> Point:
        centre = self.grid.centre(node)
        if _settled(self.board, node) or self.degree[node] != 2 or self.met[node]:
            return centre
        a, b = self._crossing(before), self._crossing(after)
        cut = mix(mix(a, b), centre)
        shifts = self._shift(before), self._shift(after)
        x, y = mix(cut, centre, _BACK_TO_CENTRE)
        return x + (shifts[0][0] + shifts[1][0]) / 2, y + (shifts[0][1] + shifts[1][1]) / 2


def _hexes_of(grid: Grid, side: int) -> tuple[int, int]:
    home = side // 6
    other = grid.neighbour(home, side % 6)
    return home, other if other != OFF_MAP else -1 - side


def _relatives(board: Board, kind: str) -> set[str]:
    """The kinds of way that join this one: railways join railways, roads and trails each other."""
    rails = way(kind).ties > 0
    return {other for other in board.ways if (way(other).ties > 0) == rails}


def _meetings(board: Board, kinds: Iterable[str]) -> Tally[int]:
    """How many ways of these kinds come into each hex."""
    return Tally(h for kind in kinds for side in board.ways[kind] for h in _hexes_of(board.grid, side))


def _ends(board: Board, kind: str) -> dict[int, tuple[int, int]]:
    """The hexes each hexside of a way joins; ways that end in an open hex at the rim lead off the sheet."""
    ends = {side: _hexes_of(board.grid, side) for side in board.ways[kind]}
    meetings = _meetings(board, _relatives(board, kind))
    loose = [
        (h, side)
        for side, pair in sorted(ends.items())
        for h in pair
        if h >= 0 and meetings[h] == 1 and not _settled(board, h)
    ]
    for h, side in loose:
        off = _straight_off(board.grid, h, side)
        if off is not None:
            ends[off] = (h, -1 - off)
    return ends


def _straight_off(grid: Grid, h: int, side: int) -> int | None:
    """The hexside at the rim over which a way goes on, if it need not turn sharply."""
    exits = [d for d in range(6) if grid.neighbour(h, d) == OFF_MAP]
    came = next(d for d in range(6) if grid.side(h, d) == side)
    turns = sorted((abs((d - came) % 6 - 3), d) for d in exits)
    return grid.side(h, turns[0][1]) if turns and turns[0][0] <= 1 else None


def _settled(board: Board, h: int) -> bool:
    """Does a way end here of itself: in a settlement or at a named place?"""
    built = any(terrain(kind).built for kind in board.terrain[h])
    return built or any(hexes == (h,) for hexes in board.places.values())
