"""The panel beside the map: title, scale, north arrow, and a key to what occurs on the map."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from math import sqrt
from typing import NamedTuple

from ..core.board import Board
from ..core.hexes import Grid
from .fortifications import fortification
from .hexsides import COURSES, CROSSINGS, MARKS, Line, course_strokes, mark
from .palette import Palette
from .places import summit
from .relief import Ground
from .relief_pictures import relief as shaded
from .svg import CONDENSED, SANS, SERIF, Box, group, move, polygon, px, tag, text
from .terrain import TERRAIN, Site, terrain
from .upright import flat_topped, top_bearing
from .ways import drawn_ways, way, way_strokes

WIDTH = 3.4
_COLUMN = 2.9
_ROW = 0.5
_OPENING = 0.52
"""Room for the head of a section."""

_TOGETHER = 3.2
"""Sections up to this height are not broken between columns."""

_SQUEEZED = 1.3
_MILE = 1.609344
_BAR = 1.6
"""Longest scale bar."""

_LENGTHS = (0.5, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 40, 50, 60, 80, 100, 150, 200, 300, 400, 500)
_SAMPLE = 0.3
"""Middle of the column of samples; labels begin beyond it."""

LABELS: Mapping[str, str] = {
    "han-river": "Han River",
    "sea-hexside": "Sea hexside, closed",
    "restricted": "No attack across",
    "prohibited": "Prohibited hexside",
    "frozen-reservoir-hexside": "Frozen reservoir",
    "bridge-blown": "Bridge, blown",
    "all-river": "All-river hex",
    "uncrossable": "Uncrossable river",
    "main-road": "Main road",
}


def label(kind: str) -> str:
    return LABELS.get(kind, kind.replace("-", " ").capitalize())


class KeyRow(NamedTuple):
    """A drawing in the key, around the middle of its left edge."""

    drawing: str
    height: float = _ROW


Section = tuple[str, Sequence[KeyRow]]


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands over the key: a title, and under it lines such as the dates of a battle."""

    title: str
    lines: tuple[str, ...] = ()


def key_panel(
    board: Board, heading: Heading, space: Box, colours: Palette, relief: bool, more: Sequence[Section] = ()
) -> tuple[str, Box]:
    """The panel and the room it takes, from the upper left of the space, in columns as high as the space."""
    sections = [(name, rows) for name, rows in (*_sections(board, colours, relief), *more) if rows]
    scale = panel_scale(board)
    head, top = _head(board, heading, colours, scale)
    whole = top + sum(_OPENING + sum(row.height for row in rows) for _, rows in sections)
    if 1 < whole * scale / space.height < _SQUEEZED:
        # Rather a little smaller than a second column for the last few rows.
        scale = space.height / whole
        head, top = _head(board, heading, colours, scale)
    room = max(space.height / scale, top + 6 * _ROW) + 0.001
    clip = tag("clipPath", tag("path", d=_hex_outline(board.grid)), id="sample")
    parts, column, y, lowest = [tag("defs", clip), head], 0, top, top
    for name, rows in sections:
        # A short section stays together.
        whole = sum(row.height for row in rows)
        for place, row in enumerate(rows):
            opens = place == 0
            need = _OPENING * opens + (whole if opens and whole < _TOGETHER else row.height)
            if y + need > room and y > top:
                column, y = column + 1, top
            if opens or y == top:
                y += _OPENING
                parts.append(move(section_head(name, colours), (column * _COLUMN, y - 0.12)))
            parts.append(move(row.drawing, (column * _COLUMN, y + row.height / 2)))
            y += row.height
            lowest = max(lowest, y)
    width = max(WIDTH, (column + 1) * _COLUMN)
    return move("".join(parts), (space.left, space.top), scale), Box(
        space.left, space.top, space.left + width * scale, space.top + lowest * scale
    )


def panel_scale(board: Board) -> float:
    """How much larger the panel is drawn beside a large map, so that both are read from one distance."""
    (left, top), (right, bottom) = board.grid.centre(0), board.grid.centre(board.grid.size - 1)
    return round(min(max(sqrt(abs((right - left) * (bottom - top))) / 15, 1.0), 2.0), 2)


def _head(board: Board, heading: Heading, colours: Palette, scale: float) -> tuple[str, float]:
    lines = _wrapped(heading.title, 13)
    size = 0.46
    words = [
        text(
            line,
            (0, size * (place * 1.05 + 0.85)),
            size,
            font_family=SERIF,
            font_weight="700",
            fill=colours.panel_text,
        )
        for place, line in enumerate(lines)
    ]
    bottom = size * 1.05 * len(lines) + 0.12
    rule = tag("rect", x=0, y=bottom, width=WIDTH - 0.3, height=0.022, fill=colours.accent) if lines else ""
    for line in heading.lines:
        bottom += 0.27
        words.append(
            text(line, (0, bottom), 0.2, font_family=SERIF, font_style="italic", fill=colours.accent)
        )
    arrow = move(north_arrow(colours), (_COLUMN - 0.4, bottom + 0.6), turn=-top_bearing(board.grid))
    head = "".join(words) + rule + arrow
    if not board.scale_km:
        return head, bottom + 0.95
    return head + move(_scale(board.scale_km, scale, colours), (0, bottom + 0.42)), bottom + 1.25


def _scale(km: float, scale: float, colours: Palette) -> str:
    """A bar in kilometres over one in miles, and what a hex measures."""
    words = f"One hex is {km:g} km, {_figure(km / _MILE)} miles."
    note = text(words, (0, 0.87), 0.135, font_family=SANS, fill=colours.quiet_text)
    kilometre = 1 / (km * scale)
    bars = move(scale_bar(kilometre, "km", colours), (0.03, 0.2))
    bars += move(scale_bar(kilometre * _MILE, "miles", colours), (0.03, 0.5))
    return section_head("Scale", colours) + bars + note


def scale_bar(unit: float, name: str, colours: Palette) -> str:
    """A bar in two colours with figures below it; `unit` is the length of one kilometre or mile."""
    whole = max((length for length in _LENGTHS if length * unit <= _BAR), default=_LENGTHS[0])
    ticks = [whole * share for share in (0, 0.25, 0.5, 1)]
    parts = [
        Box(start * unit, -0.03, end * unit, 0.03).rect(
            fill=colours.panel_text if place % 2 == 0 else colours.page,
            stroke=colours.panel_text,
            stroke_width=0.012,
        )
        for place, (start, end) in enumerate(pairwise(ticks))
    ]
    figures = [
        text(_figure(tick), (tick * unit, 0.16), 0.125, text_anchor="middle")
        for tick in (0, whole / 2, whole)
    ]
    figures.append(text(name, (whole * unit + 0.14, 0.16), 0.125))
    return "".join(parts) + group(figures, font_family=SANS, fill=colours.quiet_text)


def _figure(number: float) -> str:
    """A number without needless decimals, such as 4.8 or 3."""
    return f"{number:.2g}" if number < 10 else f"{number:.0f}"


def _wrapped(title: str, width: int) -> list[str]:
    lines: list[str] = []
    for word in title.split():
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def north_arrow(colours: Palette) -> str:
    """A needle in a ring with its N, around the origin."""
    ring = tag("circle", r=0.24, fill="none", stroke=colours.panel_text, stroke_width=0.014)
    inner = tag("circle", r=0.2, fill="none", stroke=colours.hairline, stroke_width=0.01)
    dark = tag("path", d=polygon([(0, -0.3), (0.08, 0), (0, 0.2)]), fill=colours.panel_text)
    pale = tag(
        "path",
        d=polygon([(0, -0.3), (-0.08, 0), (0, 0.2)]),
        fill=colours.page,
        stroke=colours.panel_text,
        stroke_width=0.014,
    )
    letter = text(
        "N",
        (0, -0.34),
        0.16,
        text_anchor="middle",
        font_family=SERIF,
        font_weight="700",
        fill=colours.panel_text,
    )
    return ring + inner + pale + dark + letter


def section_head(name: str, colours: Palette) -> str:
    return text(
        name.upper(),
        (0, 0),
        0.165,
        font_family=CONDENSED,
        font_weight="700",
        letter_spacing=0.022,
        fill=colours.accent,
    )


def key_row(sample: str, words: str, colours: Palette) -> KeyRow:
    """A sample and what it means."""
    name = text(words, (0.72, 0.062), 0.18, font_family=SANS, font_weight="600", fill=colours.panel_text)
    return KeyRow(move(sample, (_SAMPLE, 0)) + name)


def _sections(board: Board, colours: Palette, relief: bool) -> Iterator[Section]:
    def rows(kinds: Iterable[str], sample: Callable[[str], str]) -> list[KeyRow]:
        return [key_row(sample(kind), label(kind), colours) for kind in kinds]

    yield "Terrain", rows(terrain_kinds(board), lambda kind: hex_sample(kind, board, colours, relief))
    yield "Hexsides", rows(hexside_kinds(board), lambda kind: side_sample(kind, colours))
    yield "Ways", rows(reversed(drawn_ways(board)), lambda kind: way_sample(kind, colours))
    works = sorted({work.kind for work in board.fortifications.values()})
    yield "Works", rows(works, lambda kind: fortification(kind)(colours))


def terrain_kinds(board: Board) -> list[str]:
    """Kinds of terrain on the map in the order of the key; bare hexes are clear."""
    found = set(chain.from_iterable(kinds or ("clear",) for kinds in board.terrain))
    return _in_order(found, [*TERRAIN])


def hexside_kinds(board: Board) -> list[str]:
    """Features on the map: waters from the largest down, crossings, then obstacles."""
    order = [*[*COURSES][::-1], *CROSSINGS, *MARKS]
    return _in_order(set(chain.from_iterable(board.hexsides.values())), order)


def _in_order(kinds: set[str], order: list[str]) -> list[str]:
    return sorted(kinds, key=lambda kind: (order.index(kind) if kind in order else len(order), kind))


def _hex_outline(grid: Grid) -> str:
    x, y = grid.centre(0)
    return polygon([(cx - x, cy - y) for cx, cy in grid.corners(0)])


def hex_sample(kind: str, board: Board, colours: Palette, relief: bool) -> str:
    """One hex of the kind, half as large as on the map."""
    grid = board.grid
    outline = _hex_outline(grid)
    site = Site((0.0, 0.0), flat_topped(grid), "sample")
    drawing = terrain(kind)
    fill = colours.ground.get(kind, colours.clear)
    parts = [tag("path", d=outline, fill=fill)]
    if relief and drawing.uplift:
        parts.append(tag("g", shaded(_sample_ground(kind), colours), clip_path="url(#sample)"))
    elif drawing.draw:
        parts.append(drawing.draw(site, colours))
    if kind == "peak":
        parts.append(summit(colours))
    parts.append(
        tag("path", d=outline, fill="none", stroke=colours.grid, stroke_width=0.022, stroke_opacity="0.7")
    )
    return tag("g", "".join(parts), transform="scale(0.43)")


def _sample_ground(kind: str) -> Ground:
    """A patch of high ground, larger than the sample so that its slopes do not all fall away from it."""
    patch = Box(-1.2, -1.2, 1.2, 1.2)
    corners = ((-1.1, -1.1), (1.1, -1.1), (1.1, 1.1), (-1.1, 1.1))
    return Ground(patch, ((kind, (corners,)),))


def side_sample(kind: str, colours: Palette) -> str:
    """A stretch of the hexside feature."""
    if kind in CROSSINGS:
        return move(CROSSINGS[kind](colours), (0, 0), turn=90)
    if kind not in COURSES:
        return mark(kind)(colours)
    course = replace(COURSES[kind], width=min(COURSES[kind].width, 0.17))
    path = _WINDING if not course.dug else f"M{px(-0.27)},{px(0.05)}L0,{px(-0.05)}L{px(0.27)},{px(0.05)}"
    return group(
        course_strokes(Line(path), course, colours),
        fill="none",
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def way_sample(kind: str, colours: Palette) -> str:
    return group(way_strokes(_WINDING, way(kind), colours), fill="none", stroke_linecap="round")


_WINDING = f"M{px(-0.27)},{px(0.05)}q{px(0.135)},{px(-0.17)} {px(0.27)},{px(-0.05)}t{px(0.27)},{px(-0.05)}"
