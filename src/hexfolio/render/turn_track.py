"""The turn track under the map of a battle: number, date and allotments of both sides for each turn."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..core.battle import Battle
from .battle_marks import side_colours
from .key import section_head
from .palette import NationColours, Palette
from .svg import CONDENSED, SANS, Box, Point, move, tag, text

_MONTHS = re.compile("January|February|March|April|June|July|August|September|October|November|December")
_NARROWEST = 0.78
_WIDEST = 2.2
_GAP = 0.06
_HEAD = 0.34
_DATE = 0.155


def turn_track(battle: Battle, left: Point, width: float, scale: float, colours: Palette) -> tuple[str, Box]:
    """The track and the room it takes, from its upper left corner; drawn larger by the scale."""
    room = width / scale
    rows = max(-(-battle.turns * _NARROWEST // room), 1)
    columns = -(-battle.turns // int(rows))
    cell = min(room / columns, _WIDEST)
    dates = [date_lines(date, cell - 0.2) for date in battle.dates] or [[]] * battle.turns
    height = _height(battle, dates)
    parts = [move(_heading(battle, colours), (0, 0.17))]
    for turn in range(1, battle.turns + 1):
        row, column = divmod(turn - 1, columns)
        place = column * cell, _HEAD + row * (height + _GAP)
        drawn = _cell(battle, turn, dates[turn - 1], (cell - _GAP, height), colours)
        parts.append(move(drawn, place))
    bottom = _HEAD + rows * (height + _GAP)
    return move("".join(parts), left, scale), Box(left[0], left[1], left[0] + width, left[1] + bottom * scale)


def date_lines(date: str, width: float) -> list[str]:
    """A date in short lines: months by three letters, and no year, which the title has."""
    plain = re.sub(r"\b[0-9]{4}\b", "", date)
    words = [word[:3] if _MONTHS.fullmatch(word) else word for word in plain.split()]
    lines: list[str] = []
    for word in words:
        if lines and _length(f"{lines[-1]} {word}") <= width and word != "-":
            lines[-1] += f" {word}"
        elif lines and word == "-":
            lines[-1] += " \N{EN DASH}"
        else:
            lines.append(word)
    return lines


def _length(words: str) -> float:
    return len(words) * _DATE * 0.56


def _supported(battle: Battle) -> bool:
    return any(any(pair) for pair in battle.allotments)


def _height(battle: Battle, dates: Sequence[Sequence[str]]) -> float:
    lines = max((len(lines) for lines in dates), default=0)
    return 0.44 + lines * _DATE * 1.2 + (0.36 if _supported(battle) else 0.06)


def _heading(battle: Battle, colours: Palette) -> str:
    notes = []
    if _supported(battle):
        notes.append(f"support markers of {battle.sides[0].name} and {battle.sides[1].name}")
    if battle.arrivals:
        notes.append("a dot marks reinforcements")
    words = text("; ".join(notes), (1.25, 0), 0.145, font_family=SANS, fill=colours.quiet_text)
    return section_head("Turn track", colours) + (words if notes else "")


def _cell(battle: Battle, turn: int, date: Sequence[str], size: tuple[float, float], colours: Palette) -> str:
    width, height = size
    frame = Box(0, 0, width, height).rect(
        rx=0.06,
        fill=colours.page,
        stroke=colours.hairline,
        stroke_width=0.014,
    )
    paper = Box(0, 0, width, height).rect(rx=0.06, fill="#ffffff", fill_opacity="0.45")
    number = text(
        str(turn),
        (width / 2, 0.29),
        0.26,
        text_anchor="middle",
        font_family=CONDENSED,
        font_weight="700",
        fill=colours.panel_text,
    )
    lines = [
        text(
            line,
            (width / 2, 0.47 + place * _DATE * 1.2),
            _DATE,
            text_anchor="middle",
            font_family=SANS,
            fill=colours.quiet_text,
        )
        for place, line in enumerate(date)
    ]
    dot = tag("circle", cx=width - 0.12, cy=0.12, r=0.04, fill=colours.accent)
    arrives = any(arrival.turn == turn for arrival in battle.arrivals.values())
    pills = _pills(battle, turn, (width / 2, height - 0.2)) if _supported(battle) else ""
    return frame + paper + number + "".join(lines) + (dot if arrives else "") + pills


def _pills(battle: Battle, turn: int, middle: Point) -> str:
    x, y = middle
    return "".join(
        move(
            pill(str(battle.allotment(turn, side)), side_colours(battle, side)), (x + (side - 0.5) * 0.32, y)
        )
        for side in (0, 1)
    )


def pill(words: str, look: NationColours, width: float = 0.27) -> str:
    """A figure on a small plate in a side's colours, around the origin."""
    plate = Box(-width / 2, -0.115, width / 2, 0.115).rect(
        rx=0.04, fill=look.face, stroke=look.edge, stroke_width=0.012
    )
    return plate + text(
        words,
        (0, 0.06),
        0.17,
        text_anchor="middle",
        font_family=CONDENSED,
        font_weight="700",
        fill=look.ink,
    )
