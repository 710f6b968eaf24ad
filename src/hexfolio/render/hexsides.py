"""What lies on hexsides: waters as smooth courses, obstacles along the side, crossings over it."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import atan2, degrees, hypot
from random import Random
from typing import Protocol

from ..core.board import Board
from ..core.hexes import OFF_MAP, Grid
from .curves import Run, drawn, mix, ribbon, runs, sampled, softened, spline
from .palette import Palette
from .svg import Point, at, dot, from_level, group, move, polygon, polyline, px, tag, text
from .terrain import terrain
from .upright import all_corners

HALF = 0.2887
"""Half the length of a hexside."""

_WANDER = 0.045
"""How far a river strays from the middle of a hexside."""

_TAPER = 3
"""Pieces of a river, each half a hexside long, over which it grows from its source to its full width."""

Draw = Callable[[Palette], str]
"""Draws around the origin: the hexside lies level, lower ground is below it, a way crosses it upright."""


class Crossing(Protocol):
    """Draws around the origin over a water so wide; the way runs upright."""

    def __call__(self, colours: Palette, width: float = 0.085) -> str: ...


@dataclass(frozen=True, slots=True)
class Line:
    """A water to draw: path data of its full width, and points from each source on to there."""

    path: str
    sources: tuple[Sequence[Point], ...] = ()


@dataclass(frozen=True, slots=True)
class Course:
    """How a water is drawn; colours are names of the palette. Dug waters keep to straight lines."""

    width: float
    edge: str = "water_edge"
    water: str = "water"
    glint: str = ""
    dug: bool = False
    dash: str = ""
    thread: float = 0.0
    """Width of the glint if it is not a third of the water's."""

    kilometres: float = 0.0
    """Real width, drawn true on maps of so fine a scale that it exceeds the usual width."""


_CRACKS = f"{px(0.13)} {px(0.05)} {px(0.05)} {px(0.12)}"

COURSES: Mapping[str, Course] = {
    "ditch": Course(0.034, "earthwork", "halo", dug=True, dash=f"{px(0.06)} {px(0.03)}"),
    "stream": Course(0.04),
    "minor-river": Course(0.07, glint="glint"),
    "canal": Course(0.066, glint="halo", dug=True),
    "river": Course(0.085, glint="glint", kilometres=0.2),
    "frozen-river": Course(0.09, "ice_edge", "ice", glint="snow"),
    "major-river": Course(0.14, glint="glint"),
    "sea-hexside": Course(0.17, "coast", "offshore", glint="shore"),
    "frozen-reservoir-hexside": Course(0.26, "lake_edge", "lake", glint="snow", dash=_CRACKS, thread=0.016),
    "han-river": Course(0.24, glint="glint"),
}
"""From the smallest to the largest: smaller waters end on larger ones."""

_WIDEST = 0.2
"""Width beyond which no water grows with the scale of its map."""

RIVERS = [kind for kind in COURSES if kind.endswith("river")]
_MAJOR = 0.1
"""Width from which on a water shows at every level of zoom; the widest rivers of a map do anyway."""


def _escarpment(colours: Palette) -> str:
    """A brink with ticks pointing downhill."""
    steps = range(7)
    ticks = "".join(
        f"M{at((HALF * (2 * step - 6) / 7, 0))}v{px(0.06 + 0.03 * (step % 2 == 0))}" for step in steps
    )
    brink = tag("path", d=polyline([(-HALF, 0), (HALF, 0)]), stroke_width=0.03)
    return group(
        [brink, tag("path", d=ticks, stroke_width=0.018)], stroke=colours.earthwork, stroke_linecap="round"
    )


def _minefield(colours: Palette) -> str:
    """Mines in a row, each a disc with its horns."""
    places = [(HALF * share, 0.0) for share in (-0.68, 0.0, 0.68)]
    horns = "".join(
        polyline([(x - 0.045, slant), (x + 0.045, -slant)]) for x, _ in places for slant in (-0.045, 0.045)
    )
    halo = tag(
        "path",
        d=polyline([(-HALF * 0.85, 0), (HALF * 0.85, 0)]),
        stroke=colours.halo,
        stroke_width=0.13,
        stroke_opacity="0.85",
    )
    discs = tag("path", d="".join(dot(place, 0.036) for place in places), fill=colours.mark)
    return group(
        [halo, tag("path", d=horns, stroke=colours.mark, stroke_width=0.016), discs], stroke_linecap="round"
    )


def _restricted(colours: Palette) -> str:
    """A fence: movement passes, attacks do not."""
    posts = "".join(f"M{at((HALF * share, -0.045))}v{px(0.09)}" for share in (-0.75, -0.25, 0.25, 0.75))
    rail = polyline([(-HALF, 0), (HALF, 0)])
    return _cased(rail + posts, colours.barred, 0.024, colours)


def _prohibited(colours: Palette) -> str:
    """A solid bar: nobody passes."""
    return _cased(polyline([(-HALF, 0), (HALF, 0)]), colours.barred, 0.06, colours)


def _uncrossable(colours: Palette) -> str:
    """A bar in the water with a barb on either side: neither bank is reached from the other."""
    reach = HALF * 0.86
    barbs = "".join(f"M{at((HALF * share, -0.062))}v{px(0.124)}" for share in (-0.62, 0.0, 0.62))
    return _cased(polyline([(-reach, 0), (reach, 0)]) + barbs, colours.barred, 0.03, colours)


def _bridge(colours: Palette, width: float = 0.085) -> str:
    """Two arms with flared ends, from bank to bank."""
    half = width / 2 + 0.04
    arms = "".join(
        polyline([(x * 1.75, -half - 0.045), (x, -half), (x, half), (x * 1.75, half + 0.045)])
        for x in (-0.058, 0.058)
    )
    return _cased(arms, colours.mark, 0.024, colours)


def _blown_bridge(colours: Palette, width: float = 0.085) -> str:
    disc = tag("circle", r=0.075, fill=colours.halo)
    cross = polyline([(-0.05, -0.05), (0.05, 0.05)]) + polyline([(-0.05, 0.05), (0.05, -0.05)])
    return (
        _bridge(colours, width)
        + disc
        + tag("path", d=cross, stroke=colours.main_road, stroke_width=0.032, stroke_linecap="round")
    )


def _ford(colours: Palette, width: float = 0.085) -> str:
    """Stepping stones."""
    reach = max(width / 2 + 0.02, 0.1)
    rows = [reach * share for share in (-1, -1 / 3, 1 / 3, 1)]
    stones = "".join(dot((x, y), 0.021) for x in (-0.035, 0.035) for y in rows)
    return tag(
        "path", d=stones, fill=colours.mark, stroke=colours.halo, stroke_width=0.026, paint_order="stroke"
    )


def _ferry(colours: Palette, width: float = 0.085) -> str:
    """A boat on its line."""
    reach = max(width / 2 + 0.05, 0.2)
    line = tag(
        "path",
        d=polyline([(0, -reach), (0, reach)]),
        stroke=colours.mark,
        stroke_width=0.016,
        stroke_dasharray=f"{px(0.035)} {px(0.025)}",
    )
    hull = polygon([(-0.085, -0.015), (0.085, -0.015), (0.05, 0.045), (-0.05, 0.045)])
    hull += polygon([(0, -0.03), (0, -0.1), (0.055, -0.03)])
    return line + tag(
        "path",
        d=hull,
        fill=colours.mark,
        stroke=colours.halo,
        stroke_width=0.03,
        paint_order="stroke",
        stroke_linejoin="round",
    )


def _cased(path: str, ink: str, width: float, colours: Palette) -> str:
    return group(
        [
            tag("path", d=path, stroke=colours.halo, stroke_width=width + 0.05, stroke_opacity="0.9"),
            tag("path", d=path, stroke=ink, stroke_width=width),
        ],
        fill="none",
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _unknown(kind: str) -> Draw:
    """A feature nobody has drawn yet: a dotted line and its name, so that it is not overlooked."""

    def draw(colours: Palette) -> str:
        line = tag(
            "path",
            d=polyline([(-HALF, 0), (HALF, 0)]),
            stroke=colours.barred,
            stroke_width=0.03,
            stroke_dasharray=px(0.03),
        )
        return line + text(
            kind, (0, -0.03), 0.1, text_anchor="middle", fill=colours.barred, font_style="italic"
        )

    return draw


MARKS: Mapping[str, Draw] = {
    "escarpment": _escarpment,
    "minefield": _minefield,
    "restricted": _restricted,
    "prohibited": _prohibited,
    "uncrossable": _uncrossable,
}
_AFLOAT = ("uncrossable",)
"""Marks that lie on the water, not under it."""

CROSSINGS: Mapping[str, Crossing] = {
    "bridge": _bridge,
    "bridge-blown": _blown_bridge,
    "ford": _ford,
    "ferry": _ferry,
}


def mark(kind: str) -> Draw:
    """The drawing of an obstacle or crossing; a kind without one is drawn as its name."""
    return MARKS.get(kind) or CROSSINGS.get(kind) or _unknown(kind)


def side_ends(grid: Grid, side: int) -> tuple[Point, Point]:
    """The corners a hexside lies between, rounded so that hexsides that meet share them."""
    corners = all_corners(grid)[side // 6]
    return _rounded(corners[side % 6]), _rounded(corners[(side + 1) % 6])


def course_of(board: Board, kind: str) -> Course:
    """How a water is drawn on a map: a river as wide as it is, where the scale shows it."""
    usual = COURSES[kind]
    real = usual.kilometres / board.scale_km if board.scale_km else 0.0
    return replace(usual, width=min(max(usual.width, real), max(usual.width, _WIDEST)))


def sides_with(board: Board, kind: str) -> list[int]:
    return sorted(side for side, features in board.hexsides.items() if kind in features)


def courses_layer(board: Board, colours: Palette, lakes: str = "") -> str:
    """All edges, then all water and the lakes, then all glints, so that waters flow together."""
    edges, waters, glints = [], [], []
    widest = max((course_of(board, kind).width for kind in RIVERS if sides_with(board, kind)), default=0.0)
    for kind, lines in course_lines(board).items():
        whole = Line(
            "".join(line.path for line in lines), tuple(source for line in lines for source in line.sources)
        )
        style = course_of(board, kind)
        level = 1 if style.width < min(_MAJOR, widest) else 0
        edge, water, glint = course_strokes(whole, style, colours)
        edges.append(from_level(edge, level))
        waters.append(from_level(water, level))
        glints.append(from_level(glint, level))
    return group(
        [*edges, *waters, lakes, *glints], fill="none", stroke_linecap="round", stroke_linejoin="round"
    )


def course_strokes(line: Line, course: Course, colours: Palette) -> tuple[str, str, str]:
    """The three strokes of a water, to be painted in this order."""
    edge = _stroke(line, getattr(colours, course.edge), course.width + 0.026)
    water = _stroke(line, getattr(colours, course.water), course.width, "" if course.glint else course.dash)
    if not course.glint:
        return edge, water, ""
    thread = course.thread or course.width / 3
    return edge, water, _stroke(line, getattr(colours, course.glint), thread, course.dash)


def _stroke(line: Line, colour: str, width: float, dash: str = "") -> str:
    dashed = {"stroke_dasharray": dash, "stroke_linecap": "butt"} if dash else {}
    stroke = tag("path", d=line.path, stroke=colour, stroke_width=width, **dashed) if line.path else ""
    tips = "".join(ribbon(points, width) for points in line.sources)
    return stroke + (tag("path", d=tips, fill=colour) if tips else "")


def course_lines(board: Board) -> dict[str, list[Line]]:
    """The lines of every water, by kind, the smaller first."""
    sources = _sources(board)
    meeting: dict[Point, Point] = {}
    found: dict[str, list[Line]] = {}
    for kind in reversed([*COURSES]):
        if sides := sides_with(board, kind):
            found[kind] = list(_course(board.grid, sides, COURSES[kind], meeting, sources))
    return dict(reversed(found.items()))


def _sources(board: Board) -> set[Point]:
    """Corners inside the map where a water begins: no other joins it and no lake is near."""
    waters = [side for side, kinds in board.hexsides.items() if kinds & COURSES.keys()]
    ends = Tally(corner for side in waters for corner in side_ends(board.grid, side))
    corners = all_corners(board.grid)
    touching = Tally(_rounded(corner) for around in corners for corner in around)
    wet = {_rounded(corner) for h, around in enumerate(corners) if _height(board, h) < 0 for corner in around}
    return {corner for corner, count in ends.items() if count == 1 and touching[corner] == 3} - wet


def _course(
    grid: Grid, sides: list[int], course: Course, meeting: dict[Point, Point], sources: set[Point]
) -> Iterator[Line]:
    """Runs of one kind; `meeting` holds where smoothed lines pass corners, for tributaries to end there."""
    ends = {side: side_ends(grid, side) for side in sides}
    lines = sorted(runs(ends, lambda node, a, b: 0.0), key=lambda run: -len(run.sides))
    for run in lines:
        if course.dug:
            yield Line(polyline(run.nodes))
        else:
            tapered = run.nodes[0] in sources, run.nodes[-1] in sources
            yield _tapering(_course_points(grid, run, course, meeting), *tapered)


def _tapering(points: Sequence[Point], first: bool, last: bool) -> Line:
    """The line through the points, narrowing towards the ends that are sources."""
    pieces = spline(points)
    count = min(_TAPER, len(pieces) // (first + last or 1))
    tips = []
    if first:
        tips.append(
            [point for piece in pieces[:count] for point in sampled(piece, 6)] + [pieces[count - 1][3]]
        )
        pieces = pieces[count:]
    if last:
        backwards = [piece[::-1] for piece in reversed(pieces[-count:])]
        tips.append([point for piece in backwards for point in sampled(piece, 6)] + [backwards[-1][3]])
        pieces = pieces[:-count]
    return Line(drawn(pieces), tuple(tips))


def _course_points(grid: Grid, run: Run[Point], course: Course, meeting: dict[Point, Point]) -> list[Point]:
    points = [meeting.get(run.nodes[0], run.nodes[0])]
    for side, start, goal in zip(run.sides, run.nodes, run.nodes[1:], strict=False):
        points += [_wandering_middle(start, goal, side), goal]
    points[-1] = meeting.get(points[-1], points[-1])
    for place in range(2, len(points) - 1, 2):
        meeting.setdefault(points[place], softened(*points[place - 1 : place + 2]))
    if run.closed:
        return points
    return [*_run_off(grid, run, 0), *points, *_run_off(grid, run, -1)]


def _wandering_middle(a: Point, b: Point, side: int) -> Point:
    """The middle of a hexside moved aside, always alike."""
    first, second = sorted((a, b))
    by = Random(f"water {side}").uniform(-_WANDER, _WANDER) / (2 * HALF)
    x, y = mix(first, second)
    return x - (second[1] - first[1]) * by, y + (second[0] - first[0]) * by


def _run_off(grid: Grid, run: Run[Point], end: int) -> list[Point]:
    """Where a water that ends on the map's rim runs on into the margin."""
    node, side = run.nodes[end], run.sides[end]
    touching = [h for h in _hexes_near(grid, side) if node in (_rounded(c) for c in grid.corners(h))]
    if len(touching) == 3:
        return []
    x = sum(grid.centre(h)[0] for h in touching) / len(touching)
    y = sum(grid.centre(h)[1] for h in touching) / len(touching)
    away = hypot(node[0] - x, node[1] - y) or 1
    return [(node[0] + (node[0] - x) / away * 1.2, node[1] + (node[1] - y) / away * 1.2)]


def _hexes_near(grid: Grid, side: int) -> set[int]:
    home = side // 6
    return {home, *grid.around(home)}


def _rounded(point: Point) -> Point:
    return round(point[0], 4), round(point[1], 4)


def marks_layer(board: Board, colours: Palette, *, afloat: bool = False) -> str:
    """Obstacles along hexsides, under the waters, or those that lie on them; both under the roads."""
    return group(
        move(mark(kind)(colours), mix(*side_ends(board.grid, side)), turn=side_turn(board, side))
        for side, kinds in sorted(board.hexsides.items())
        for kind in sorted(kinds)
        if kind not in COURSES and kind not in CROSSINGS and (kind in _AFLOAT) == afloat
    )


def side_turn(board: Board, side: int) -> float:
    """Degrees that lay a level drawing along the hexside with its lower part on the lower ground."""
    home = side // 6
    other = board.grid.neighbour(home, side % 6)
    middle, centre = mix(*side_ends(board.grid, side)), board.grid.centre(home)
    out = degrees(atan2(middle[1] - centre[1], middle[0] - centre[0])) - 90
    higher_there = other != OFF_MAP and _height(board, other) > _height(board, home)
    return (out + 180) % 360 if higher_there else out % 360


def _height(board: Board, hex_: int) -> int:
    return max((terrain(kind).height for kind in board.terrain[hex_]), default=0)
