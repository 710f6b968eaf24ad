"""A board as a printed map: one function per layer, painted from the ground up."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..core.board import Board
from ..core.hexes import Grid
from .crossings import crossings_layer
from .fortifications import fortifications_layer
from .ground import ground_layer, still_layer
from .hexsides import courses_layer, marks_layer
from .key import Heading, key_panel
from .names import names_layer, numbers_layer
from .palette import Palette, palette_for
from .places import places_layer
from .svg import Box, by_level, document, group, polygon, polyline, tag
from .terrain import Site, Terrain, terrain
from .upright import all_corners, flat_topped, upright
from .ways import ways_layer

MARGIN = 0.5
_MAT = 3.0
"""Width of the paper around the sheet; beyond it nothing is drawn that belongs to the sheet."""

_AIRFIELD = terrain("airfield")

_RIM = 0.12
"""Ground shown beyond the outermost corners."""


def map_svg(board: Board, title: str = "", colours: Palette | None = None, *, relief: bool = True) -> str:
    """The whole map with title, north arrow, scale and key, as one self-contained SVG file, north up.

    Without relief, hills and mountains are drawn as signs: plainer, and quicker to redraw.
    """
    board, colours = upright(board), colours or palette_for(board)
    frame, name = map_frame(board), title or board.name
    panel, space = key_panel(board, Heading(name), panel_space(frame), colours, relief)
    page = Box(frame.left, frame.top, space.right, max(frame.bottom, space.bottom)).grown(MARGIN)
    return document(
        page, [page.rect(fill=colours.page), *map_layers(board, colours, relief=relief), panel], name
    )


def panel_space(frame: Box) -> Box:
    """Where the key begins beside the map, and how high it may be."""
    return Box(frame.right + MARGIN, frame.top, frame.right, frame.bottom)


def map_frame(board: Board) -> Box:
    """The rectangle of the printed map: all hexes and a narrow rim."""
    grid = upright(board).grid
    corners = [corner for around in all_corners(grid) for corner in around]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Box(min(xs), min(ys), max(xs), max(ys)).grown(_RIM)


def map_layers(
    board: Board,
    colours: Palette | None = None,
    taken: Iterable[Box] = (),
    *,
    relief: bool = True,
    marks: str = "",
) -> list[str]:
    """The map itself, with marks under its names. Names keep out of the rectangles that are taken."""
    board, colours = upright(board), colours or palette_for(board)
    frame = map_frame(board)
    layers = sheet_layers(board, colours, taken, relief=relief, marks=marks).values()
    sheet = group(f"\n{layer}" for layer in layers if layer)
    return [sheet, mat_layer(frame, colours), frame_layer(frame, colours)]


def sheet_layers(
    board: Board, colours: Palette, taken: Iterable[Box] = (), *, relief: bool = True, marks: str = ""
) -> dict[str, str]:
    """The layers of an upright board by name, in the order in which they are painted."""
    frame = map_frame(board)
    return {
        "relief": ground_layer(board, frame, colours, relief=relief),
        "texture": texture_layer(board, colours, relief),
        "veil": veil_layer(board, frame, colours),
        "grid": grid_layer(board, colours),
        "rivers": marks_layer(board, colours)
        + courses_layer(board, colours, lakes_layer(board, colours))
        + marks_layer(board, colours, afloat=True),
        "ways": ways_layer(board, colours),
        "bridges": crossings_layer(board, colours),
        "built": built_layer(board, colours),
        "marks": airfields_layer(board, colours)
        + places_layer(board, colours)
        + fortifications_layer(board, colours)
        + marks,
        "numbers": numbers_layer(board, colours),
        "names": names_layer(board, frame, colours, taken),
    }


def texture_layer(board: Board, colours: Palette, relief: bool) -> str:
    """What grows and lies in the hexes, below the grid; relief stands for the signs of high ground."""
    return _drawn(
        board, colours, lambda look: not look.built and not look.still and not (relief and look.uplift)
    )


def lakes_layer(board: Board, colours: Palette) -> str:
    """Still water with what shows on it, the grid too, which it covers."""
    grid = board.grid
    still = {h for h, kinds in enumerate(board.terrain) if any(terrain(kind).still for kind in kinds)}
    sides = {grid.side(h, d) for h in still for d in range(6) if grid.neighbour(h, d) in still}
    water = still_layer(board, colours) + _drawn(board, colours, lambda look: look.still)
    return water + _grid_lines(grid, sorted(sides), colours) if still else ""


def built_layer(board: Board, colours: Palette) -> str:
    """Settlements, above the roads."""
    return _drawn(board, colours, lambda look: look.built and look is not _AIRFIELD)


def airfields_layer(board: Board, colours: Palette) -> str:
    return _drawn(board, colours, lambda look: look is _AIRFIELD)


def _drawn(board: Board, colours: Palette, wanted: Callable[[Terrain], bool]) -> str:
    drawn: list[tuple[int, str]] = []
    for h, kinds in enumerate(board.terrain):
        looks = [look for look in map(terrain, kinds) if wanted(look)]
        drawn += [(look.level, look.draw(_site(board, h), colours)) for look in looks if look.draw]
    return by_level(drawn)


def _site(board: Board, h: int) -> Site:
    return Site(board.grid.centre(h), flat_topped(board.grid), board.grid.number(h), _town_of(board, h))


def _town_of(board: Board, h: int) -> str:
    """The number of the first hex of the town that covers this one and its neighbours."""
    if "city" not in board.terrain[h]:
        return ""
    found, left = {h}, [h]
    while left:
        new = {n for n in board.grid.around(left.pop()) if "city" in board.terrain[n]} - found
        found |= new
        left += sorted(new)
    return board.grid.number(min(found))


def veil_layer(board: Board, frame: Box, colours: Palette) -> str:
    """Paper over the ground beyond the outermost hexes."""
    hole = "".join(polygon(corners) for corners in all_corners(board.grid))
    sheet = [
        (frame.left, frame.top),
        (frame.left, frame.bottom),
        (frame.right, frame.bottom),
        (frame.right, frame.top),
    ]
    return tag("path", d=polygon(sheet) + hole, fill=colours.page, fill_opacity="0.55")


def grid_layer(board: Board, colours: Palette) -> str:
    grid = board.grid
    sides = sorted({grid.side(h, d) for h in range(grid.size) for d in range(6)})
    return _grid_lines(grid, sides, colours)


def _grid_lines(grid: Grid, sides: Iterable[int], colours: Palette) -> str:
    lines = []
    for side in sides:
        corners = all_corners(grid)[side // 6]
        lines.append(polyline([corners[side % 6], corners[(side + 1) % 6]]))
    return tag(
        "path",
        d="".join(lines),
        fill="none",
        stroke=colours.grid,
        stroke_opacity=colours.grid_opacity,
        stroke_width=0.013,
        stroke_linecap="round",
    )


def mat_layer(frame: Box, colours: Palette) -> str:
    """Paper around the sheet, over what runs off it: quicker to draw than cutting the sheet out."""
    return frame.grown(_MAT / 2).rect(fill="none", stroke=colours.page, stroke_width=_MAT)


def frame_layer(frame: Box, colours: Palette) -> str:
    """Double rule around the map."""
    inner = frame.rect(fill="none", stroke=colours.frame, stroke_width=0.035)
    return inner + frame.grown(0.06).rect(fill="none", stroke=colours.frame, stroke_width=0.012)
