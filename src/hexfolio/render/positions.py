"""A position: the map with its stacks of counters, a title and a caption."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..core.board import Board
from ..core.counters import Counter
from .counters import counter_mark, shared_defs
from .maps import MARGIN, map_frame, map_layers
from .palette import Palette, palette_for
from .svg import CONDENSED, SANS, SERIF, Box, Point, document, group, move, tag, text
from .upright import upright

COUNTER = 0.66
"""Width of a counter on the map."""

_OFFSET = 0.135 * COUNTER
_SHOWN = 4
"""Counters of a stack that are drawn; the disc tells how many there are."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A counter as it stands: hex, step, and a nation whose colour to use instead of its own."""

    counter: Counter
    hex: int
    step: int = 0
    colour: str = ""


def position_svg(
    board: Board,
    pieces: Sequence[Piece],
    title: str = "",
    caption: str = "",
    colours: Palette | None = None,
    *,
    relief: bool = True,
) -> str:
    """The map with its counters. Later pieces lie on top of earlier ones in the same hex."""
    board, stacks, colours = upright(board), _stacks(pieces), colours or palette_for(board)
    frame = map_frame(board)
    taken = [_stack_box(board.grid.centre(h), len(stack)) for h, stack in stacks.items()]
    lines = _wrapped(caption, frame.width)
    head, foot = 0.75 if title else 0.0, 0.3 * len(lines) + 0.15 if lines else 0.0
    page = Box(frame.left, frame.top - head, frame.right, frame.bottom + foot).grown(MARGIN * 0.6)
    parts = [
        page.rect(fill=colours.page),
        tag("defs", shared_defs()),
        *map_layers(board, colours, taken, relief=relief),
        title_line(title, (frame.left, frame.top - 0.35), colours),
        caption_lines(lines, (frame.left, frame.bottom + 0.42), colours),
        counters_layer(board, stacks),
    ]
    return document(page, parts, title or board.name)


def counters_layer(board: Board, stacks: dict[int, list[Piece]]) -> str:
    return group(_stack(board.grid.centre(h), stack) for h, stack in stacks.items())


def title_line(title: str, left: Point, colours: Palette) -> str:
    if not title:
        return ""
    return text(title, left, 0.46, font_family=SERIF, font_weight="700", fill=colours.panel_text)


def caption_lines(lines: Iterable[str], left: Point, colours: Palette) -> str:
    x, y = left
    rows = [text(line, (x, y + 0.3 * place), 0.2) for place, line in enumerate(lines)]
    return group(rows, font_family=SANS, fill=colours.quiet_text)


def _stacks(pieces: Sequence[Piece]) -> dict[int, list[Piece]]:
    found: dict[int, list[Piece]] = defaultdict(list)
    for piece in pieces:
        found[piece.hex].append(piece)
    return dict(sorted(found.items()))


def _stack(centre: Point, stack: Sequence[Piece]) -> str:
    """Lower counters up and to the right of the top one, which lies on the middle of the hex."""
    shown = stack[-_SHOWN:]
    drawn = []
    for depth, piece in zip(range(len(shown) - 1, -1, -1), shown, strict=True):
        corner = (centre[0] - COUNTER / 2 + depth * _OFFSET, centre[1] - COUNTER / 2 - depth * _OFFSET)
        drawn.append(move(counter_mark(piece.counter, piece.step, piece.colour), corner, COUNTER))
    return "".join(drawn) + (_count(len(stack), centre) if len(stack) > 1 else "")


def _count(number: int, centre: Point) -> str:
    x, y = centre[0] + COUNTER / 2 - 0.02, centre[1] + COUNTER / 2 - 0.02
    disc = tag("circle", cx=x, cy=y, r=0.085, fill="#1c1510", stroke="#ffffff", stroke_width=0.016)
    figure = text(
        str(number),
        (x, y + 0.046),
        0.13,
        fill="#ffffff",
        font_family=CONDENSED,
        font_weight="700",
        text_anchor="middle",
    )
    return disc + figure


def _stack_box(centre: Point, count: int) -> Box:
    x, y = centre
    lift = (min(count, _SHOWN) - 1) * _OFFSET
    return Box(x - COUNTER / 2, y - COUNTER / 2 - lift, x + COUNTER / 2 + lift, y + COUNTER / 2)


def _wrapped(caption: str, width: float) -> list[str]:
    letters = max(int(width / 0.115), 20)
    lines: list[str] = []
    for word in caption.split():
        if lines and len(lines[-1]) + 1 + len(word) <= letters:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
