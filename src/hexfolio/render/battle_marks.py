"""Marks of a battle on its map: supply, where reinforcements enter, exits, and points for places."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import atan2, cos, degrees, hypot, pi, sin

from ..core.battle import Battle
from ..core.board import Board
from ..core.hexes import OFF_MAP
from .curves import mix
from .hexsides import side_ends
from .lettering import box_around
from .obstacles import Obstacles
from .palette import STARS, NationColours, Palette, nation_colours, nation_key
from .svg import CONDENSED, Box, Point, move, polygon, polyline, px, tag, text

KINDS = ("supply", "port", "entry", "exit", "points")
SUPPLY_KEYS = ("symbols", "sources", "supply-sources")
"""Where battles keep the hexes from which a side draws supply."""

_AWARDS = ("held", "ever")
"""Parts of a victory schedule that give points for one place: side, points, hexes."""

_SIZES: Mapping[str, float] = {"supply": 0.32, "port": 0.32, "entry": 0.3, "exit": 0.3, "points": 0.26}
_MANY = 6
"""With more marks of a kind for one side, each is drawn smaller."""

_INWARD = 0.31
_AT_EDGE = 0.42


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark in its place; arrows are turned from pointing up, in degrees clockwise."""

    kind: str
    side: int
    hex: int
    words: str = ""
    place: Point = (0.0, 0.0)
    turn: float = 0.0
    scale: float = 1.0

    @property
    def box(self) -> Box:
        return box_around(self.place, _SIZES[self.kind] * self.scale, _SIZES[self.kind] * self.scale)


def battle_marks(battle: Battle, board: Board, frame: Box) -> list[Mark]:
    """All marks, each at the edge of its hex where it covers least."""
    obstacles = Obstacles(board, frame)
    found = []
    wanted = list(dict.fromkeys(_wanted(battle, board)))
    counts = Tally((mark.kind, mark.side) for mark in wanted)
    for mark in wanted:
        scale = 0.72 if counts[mark.kind, mark.side] > _MANY else 1.0
        placed = min(
            (option for option in _options(mark, board, scale)),
            key=lambda option: (round(option[0] + obstacles.cost([option[1].box]), 6), option[1].turn),
        )[1]
        obstacles.take(f"{mark.kind} {mark.side} {mark.hex}", [placed.box])
        found.append(placed)
    return found


def side_nation(battle: Battle, side: int) -> str:
    """The nation that most counters of a side belong to which start on the map or arrive there."""
    own = [counter for counter in battle.counters if counter.side == side]
    playing = [c for c in own if c.index in battle.placements or c.index in battle.arrivals] or own
    tally = Tally(counter.nation for counter in playing)
    return max(tally, key=lambda nation: (tally[nation], nation), default="")


def side_colours(battle: Battle, side: int) -> NationColours:
    return nation_colours(side_nation(battle, side), side)


def _wanted(battle: Battle, board: Board) -> Iterator[Mark]:
    for side, owner in enumerate(battle.sides):
        for key in SUPPLY_KEYS:
            for h in battle.special.get(key, {}).get(owner.id, ()):
                yield Mark("port" if _coastal(board, h) else "supply", side, h)
        for h in battle.special.get("exits", {}).get(owner.id, ()):
            yield Mark("exit", side, h)
    for unit, arrival in sorted(battle.arrivals.items()):
        for h in arrival.hexes:
            yield Mark("entry", battle.counters[unit].side, h)
    for h, points in sorted(battle.victory.get("objectives", {}).items()):
        yield Mark("points", 0, h, str(points))
    for key in _AWARDS:
        for side, points, hexes in battle.victory.get(key, ()):
            yield Mark("points", side, hexes[0], str(points))


def _coastal(board: Board, h: int) -> bool:
    return any("sea" in board.terrain[other] for other in board.grid.around(h))


def _options(mark: Mark, board: Board, scale: float) -> Iterator[tuple[float, Mark]]:
    """Places for a mark, with what it costs to be there rather than in the best direction."""
    x, y = board.grid.centre(mark.hex)
    arrow = mark.kind in ("entry", "exit")
    out = _outward(board, mark.hex)
    for step in range(12):
        bearing = pi / 6 * step + pi / 12
        dx, dy = sin(bearing), -cos(bearing)
        away = _AT_EDGE if arrow else _INWARD
        cost = 3 * (1 - (dx * out[0] + dy * out[1])) if out != (0, 0) else 0.0
        turn = degrees(atan2(dx, -dy)) + (180 if mark.kind == "entry" else 0)
        yield (
            cost,
            Mark(
                mark.kind,
                mark.side,
                mark.hex,
                mark.words,
                (x + dx * away, y + dy * away),
                turn if arrow else 0.0,
                scale,
            ),
        )


def _outward(board: Board, h: int) -> Point:
    """The direction in which the map, or else the land, ends; none in the middle of it."""
    grid = board.grid
    beyond = [d for d in range(6) if grid.neighbour(h, d) == OFF_MAP]
    beyond = beyond or [d for d in range(6) if "sea" in board.terrain[grid.neighbour(h, d)]]
    x, y = grid.centre(h)
    middles = [mix(*side_ends(grid, grid.side(h, d))) for d in beyond]
    dx, dy = sum(mx - x for mx, _ in middles), sum(my - y for _, my in middles)
    length = hypot(dx, dy)
    return (dx / length, dy / length) if length > 0.01 else (0.0, 0.0)


def marks_drawn(marks: Sequence[Mark], battle: Battle, colours: Palette) -> str:
    return "".join(
        move(mark_sample(mark, battle, colours), mark.place, mark.scale, mark.turn) for mark in marks
    )


def mark_sample(mark: Mark, battle: Battle, colours: Palette) -> str:
    """The drawing of a mark around the origin; an arrow points up."""
    look = side_colours(battle, mark.side)
    if mark.kind == "supply":
        nation = nation_key(side_nation(battle, mark.side))
        return _disc(look.face, look.edge, colours) + tag(
            "path", d=_star(0.1), fill=STARS.get(nation, look.ink)
        )
    if mark.kind == "port":
        return _disc(colours.water_name, colours.halo, colours) + _anchor(colours.halo)
    if mark.kind == "points":
        return _points(mark.words, colours)
    return _arrow(look, colours)


def _disc(face: str, edge: str, colours: Palette) -> str:
    halo = tag("circle", r=0.155, fill=colours.halo, fill_opacity="0.85")
    return halo + tag("circle", r=0.13, fill=face, stroke=edge, stroke_width=0.02)


def _star(radius: float) -> str:
    return polygon(
        (
            (radius if k % 2 == 0 else radius * 0.4) * sin(pi * k / 5),
            -(radius if k % 2 == 0 else radius * 0.4) * cos(pi * k / 5),
        )
        for k in range(10)
    )


def _anchor(ink: str) -> str:
    """Ring, shank and stock over two arms."""
    shank = polyline([(0, -0.035), (0, 0.08)]) + polyline([(-0.04, -0.012), (0.04, -0.012)])
    arms = f"M{px(-0.072)},{px(0.022)}Q{px(-0.06)},{px(0.082)} 0,{px(0.082)}"
    arms += f"Q{px(0.06)},{px(0.082)} {px(0.072)},{px(0.022)}"
    ring = tag("circle", cy=-0.058, r=0.022, fill="none", stroke=ink, stroke_width=0.018)
    return ring + tag(
        "path", d=shank + arms, fill="none", stroke=ink, stroke_width=0.02, stroke_linecap="round"
    )


def _arrow(look: NationColours, colours: Palette) -> str:
    """A broad arrow in the side's colours."""
    outline = [
        (0, -0.15),
        (0.12, -0.01),
        (0.055, -0.01),
        (0.055, 0.13),
        (-0.055, 0.13),
        (-0.055, -0.01),
        (-0.12, -0.01),
    ]
    halo = tag("path", d=polygon(outline), stroke=colours.halo, stroke_width=0.06, stroke_linejoin="round")
    face = tag("path", d=polygon(outline), fill=look.face, stroke=look.edge, stroke_width=0.018)
    return halo + face


def _points(words: str, colours: Palette) -> str:
    """A lozenge with the points for the place."""
    size = 0.15
    lozenge = tag(
        "path",
        d=polygon([(0, -size), (size, 0), (0, size), (-size, 0)]),
        fill=colours.halo,
        stroke=colours.accent,
        stroke_width=0.022,
        stroke_linejoin="round",
    )
    return lozenge + text(
        words,
        (0, 0.045),
        0.13,
        text_anchor="middle",
        font_family=CONDENSED,
        font_weight="700",
        fill=colours.accent,
    )


def mark_labels(marks: Sequence[Mark], battle: Battle) -> list[tuple[Mark, str]]:
    """One mark of each kind and side, upright, and what it means."""
    found: dict[str, Mark] = {}
    for mark in sorted(marks, key=lambda mark: (KINDS.index(mark.kind), mark.side)):
        name = battle.sides[mark.side].name
        words = {
            "supply": f"{name} supply",
            "port": f"{name} port",
            "entry": f"{name} entry",
            "exit": f"{name} exit",
            "points": "Victory points",
        }
        turn = 90.0 if mark.kind in ("entry", "exit") else 0.0
        plain = Mark(mark.kind, mark.side, mark.hex, mark.words, turn=turn)
        found.setdefault(words[mark.kind], plain)
    return [(mark, words) for words, mark in found.items()]
