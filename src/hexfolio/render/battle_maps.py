"""The map of a battle as a poster: the map with its marks, the key, forces, victory and the turn track."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Sequence

from ..core.battle import Battle
from ..core.counters import Counter
from .battle_marks import Mark, battle_marks, mark_labels, mark_sample, marks_drawn, side_colours
from .counters import counter_mark, shared_defs
from .key import Heading, KeyRow, Section, key_panel, key_row, panel_scale
from .maps import MARGIN, map_frame, map_layers, panel_space
from .palette import Palette, nation_name, palette_for
from .svg import SANS, Box, Point, document, move, tag, text
from .turn_track import pill, turn_track
from .upright import upright

_COUNTER = 0.58
_ACROSS = 4
"""Counters beside one another in the key."""

_LINE = 32
"""Letters of a date that fit into one line."""

_TEXT_END = 2.85
"""Where words in the key end."""


def battle_svg(battle: Battle, colours: Palette | None = None, *, relief: bool = True) -> str:
    """The map of a battle with everything that is printed around it, as one self-contained SVG file."""
    board = upright(battle.board)
    colours = colours or palette_for(board)
    frame = map_frame(board)
    marks = battle_marks(battle, board, frame)
    layers = map_layers(
        board,
        colours,
        [mark.box for mark in marks],
        relief=relief,
        marks=marks_drawn(marks, battle, colours),
    )
    more = list(_sections(battle, marks, colours))
    heading = Heading(battle.title, _dates(battle))
    panel, space = key_panel(board, heading, panel_space(frame), colours, relief, more)
    left = frame.left, frame.bottom + MARGIN * 0.7
    track, strip = turn_track(battle, left, space.right - frame.left, panel_scale(board), colours)
    page = Box(frame.left, frame.top, space.right, max(strip.bottom, space.bottom)).grown(MARGIN)
    parts = [page.rect(fill=colours.page), tag("defs", shared_defs()), *layers, panel, track]
    return document(page, parts, battle.title)


def _dates(battle: Battle) -> tuple[str, ...]:
    """From the first date to the last, in two lines if one would be long."""
    if len(battle.dates) < 2:
        return battle.dates
    lines = f"{battle.dates[0]} to", battle.dates[-1]
    return lines if sum(map(len, lines)) > _LINE else (" ".join(lines),)


def _sections(battle: Battle, marks: list[Mark], colours: Palette) -> Iterator[Section]:
    yield "Marks", [_mark_row(mark, words, battle, colours) for mark, words in mark_labels(marks, battle)]
    yield "Victory", list(_levels(battle, colours))
    yield "Forces", list(_forces(battle, colours))


def _mark_row(mark: Mark, words: str, battle: Battle, colours: Palette) -> KeyRow:
    return key_row(move(mark_sample(mark, battle, colours), (0, 0), turn=mark.turn), words, colours)


def _levels(battle: Battle, colours: Palette) -> Iterator[KeyRow]:
    """The levels of victory by margin, the highest first; the last one also holds below it."""
    levels = battle.victory.get("levels", [])
    if not levels:
        return
    note = f"Points of {battle.sides[0].name} less {battle.sides[1].name}"
    yield KeyRow(_words(note, (0, 0.02), _fitting([note], 0.145, _TEXT_END), colours.quiet_text), 0.24)
    named = [
        f"{name.capitalize()}, {battle.sides[winner].name}" if winner >= 0 else name.capitalize()
        for _, winner, name in levels
    ]
    size = _fitting(named, 0.15, _TEXT_END - 0.92)
    for place, (least, winner, _) in enumerate(levels):
        above = levels[place - 1][0] - 1 if place else None
        span = _span(least, above, place + 1 == len(levels))
        plate = pill(span, side_colours(battle, max(winner, 0)), 0.8)
        row = _words(named[place], (0.92, 0.05), size, colours.panel_text)
        yield KeyRow(move(plate, (0.4, 0)) + row, 0.29)


def _fitting(lines: Sequence[str], size: float, room: float) -> float:
    """A size of type at which the longest of the lines fits."""
    return min(size, room / (0.5 * max(map(len, lines))))


def _words(words: str, left: Point, size: float, ink: str) -> str:
    return text(words, left, size, font_family=SANS, fill=ink)


def _span(least: int, above: int | None, last: bool) -> str:
    if above is None:
        return f"{_signed(least)} or more"
    if last:
        return f"{_signed(above)} or less"
    return _signed(least) if least == above else f"{_signed(least)} to {_signed(above)}"


def _signed(number: int) -> str:
    return f"\N{MINUS SIGN}{-number}" if number < 0 else str(number)


def _forces(battle: Battle, colours: Palette) -> Iterator[KeyRow]:
    """The strongest counter of each nation."""
    best: dict[tuple[int, str], Counter] = {}
    for counter in battle.counters:
        key = counter.side, counter.nation
        if key not in best or sum(counter.steps[0]) > sum(best[key].steps[0]):
            best[key] = counter
    counts = Tally((counter.side, counter.nation) for counter in battle.counters)
    shown = [best[key] for key in sorted(best, key=lambda key: (key[0], -counts[key], key[1]))]
    for start in range(0, len(shown), _ACROSS):
        drawn = "".join(
            move(_sample(counter, battle, colours), (place * 0.74, -_COUNTER / 2 - 0.08))
            for place, counter in enumerate(shown[start : start + _ACROSS])
        )
        yield KeyRow(drawn, 1.0)


def _sample(counter: Counter, battle: Battle, colours: Palette) -> str:
    name = nation_name(counter.nation) if counter.nation else battle.sides[counter.side].name
    words = text(
        name,
        (_COUNTER / 2, _COUNTER + 0.18),
        _fitting([name], 0.13, 0.72),
        text_anchor="middle",
        font_family=SANS,
        fill=colours.quiet_text,
    )
    return move(counter_mark(counter), (0, 0), _COUNTER) + words
