"""Charts of the report: drawn as SVG or as plain bars, coloured by classes of the page's style."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple

from .statistics import Estimate
from .summary import TurnFigure

WIDTH, HEIGHT = 440, 250
NARROW = 320
"""Width of charts that stand three in a row, so that their letters are not smaller than others."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 40, 12, 12, 34
_MOST_BINS = 36


class Bar(NamedTuple):
    """A bar with a label: its class gives the colour, `note` stands behind it, `tip` shows on pointing.

    `mark` is where a tick stands, such as the share that was expected; -1 for none.
    """

    label: str
    look: str
    share: Estimate
    note: str
    tip: str = ""
    mark: float = -1.0


def percent(part: float) -> str:
    return f"{part * 100:.1f} %" if 0.0005 <= part < 0.0995 else f"{part * 100:.0f} %"


def signed(number: float, digits: int = 1) -> str:
    text = f"{abs(number):.{digits}f}"
    if not float(text):
        return text
    return ("+" if number > 0 else "\N{MINUS SIGN}") + text


def bars(rows: Sequence[Bar], whiskers: bool = True) -> str:
    """Lying bars, the longest across; whiskers show the interval of each share."""
    most = max((row.share.high if whiskers else row.share.value for row in rows), default=1.0) or 1.0
    return f'<div class="bars">{"".join(_bar(row, most, whiskers) for row in rows)}</div>'


def _bar(row: Bar, most: float, whiskers: bool) -> str:
    length, low, high = (100 * part / most for part in row.share)
    whisker = ""
    if whiskers:
        whisker = f'<i class="whisker" style="left:{low:.2f}%;width:{max(high - low, 0):.2f}%"></i>'
    if row.mark >= 0:
        whisker += f'<i class="mark" style="left:{min(100 * row.mark / most, 100):.2f}%"></i>'
    return (
        f'<div class="bar" title="{escape(row.tip)}"><span class="label">{escape(row.label)}</span>'
        f'<span class="track"><i class="fill {row.look}" style="width:{length:.2f}%"></i>{whisker}</span>'
        f'<span class="note">{row.note}</span></div>'
    )


def ticks(low: float, high: float, wanted: int = 5) -> list[float]:
    """Round numbers from low to high."""
    step = nice((high - low) / wanted)
    first = ceil(low / step - 1e-9)
    return [step * number for number in range(first, floor(high / step + 1e-9) + 1)]


def nice(rough: float) -> float:
    """The next 1, 2 or 5 times a power of ten, whole numbers at least."""
    if rough <= 1:
        return 1.0
    power = 10.0 ** floor(log10(rough))
    return float(next(unit * power for unit in (1, 2, 5, 10) if unit * power >= rough * 0.999))


class _Axes:
    """Where values lie in a chart."""

    def __init__(self, x: tuple[float, float], y: tuple[float, float], width: int = WIDTH) -> None:
        self._x, self._y = x, y
        self.right = width - _RIGHT

    def x(self, value: float) -> float:
        low, high = self._x
        return _LEFT + (self.right - _LEFT) * (value - low) / ((high - low) or 1)

    def y(self, value: float) -> float:
        low, high = self._y
        return HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * (value - low) / ((high - low) or 1)

    def grid(self, across: Sequence[float], up: Sequence[float], title: str) -> Iterator[str]:
        right, bottom = self.right, HEIGHT - _BOTTOM
        for value in up:
            y = self.y(value)
            yield f'<path class="grid" d="M{_LEFT} {y:.1f}H{right}"/>'
            place = f'x="{_LEFT - 6}" y="{y + 4:.1f}"'
            yield f'<text class="tick" {place} text-anchor="end">{_plain(value)}</text>'
        for value in across:
            place = f'x="{self.x(value):.1f}" y="{bottom + 16}"'
            yield f'<text class="tick" {place} text-anchor="middle">{_plain(value)}</text>'
        place = f'x="{(_LEFT + right) / 2:.0f}" y="{HEIGHT - 3}"'
        yield f'<text class="axis" {place} text-anchor="middle">{escape(title)}</text>'


def _plain(value: float) -> str:
    return f"{value:.0f}".replace("-", "\N{MINUS SIGN}")


def _svg(parts: Sequence[str], name: str, width: int = WIDTH, height: int = HEIGHT) -> str:
    head = f'<svg class="chart" viewBox="0 0 {width} {height}" role="img" aria-label="{escape(name)}">'
    return f"{head}{''.join(parts)}</svg>"


def histogram(
    values: Sequence[tuple[int, int]], average: Estimate, bounds: Sequence[float], title: str
) -> str:
    """Margins with their winners: columns stacked by winner, the mean, and bounds between levels."""
    lowest, highest = min(m for m, _ in values), max(m for m, _ in values)
    width = int(nice((highest - lowest + 1) / _MOST_BINS))
    first = lowest // width * width
    count = (highest - first) // width + 1
    stacks = [[0, 0, 0] for _ in range(count)]
    for margin, winner in values:
        stacks[(margin - first) // width][winner] += 1
    top = max(map(sum, stacks))
    left, right = first - 0.5, first + count * width - 0.5
    axes = _Axes((left, right), (0, top))
    parts = list(axes.grid(ticks(left, right, 6), ticks(0, top, 4), title))
    parts += [
        f'<path class="bound" d="M{axes.x(bound):.1f} {_TOP}V{HEIGHT - _BOTTOM}"/>'
        for bound in bounds
        if left < bound < right
    ]
    for number, stack in enumerate(stacks):
        parts += _column(axes, left + number * width, width, stack)
    x, low, high = (axes.x(value) for value in average)
    parts.append(f'<rect class="spread" x="{low:.1f}" y="{_TOP}" width="{max(high - low, 0.5):.1f}" ')
    parts.append(
        f'height="{HEIGHT - _TOP - _BOTTOM}"/><path class="mean" d="M{x:.1f} {_TOP}V{HEIGHT - _BOTTOM}"/>'
    )
    return _svg(parts, title)


def _column(axes: _Axes, left: float, width: int, stack: Sequence[int]) -> Iterator[str]:
    base = 0
    x, end = axes.x(left), axes.x(left + width)
    span = f"{left + 0.5:.0f}" + (f" to {left + width - 0.5:.0f}" if width > 1 else "")
    for winner in (0, -1, 1):
        count = stack[winner]
        if count:
            y, height = axes.y(base + count), axes.y(base) - axes.y(base + count)
            yield (
                f'<rect class="fill {look(winner)}" x="{x + 0.5:.1f}" y="{y:.1f}" '
                f'width="{max(end - x - 1, 1):.1f}" height="{height:.1f}">'
                f"<title>{span}: {count} games</title></rect>"
            )
        base += count


def look(side: int) -> str:
    """The class that gives a side its colour."""
    return f"side-{side}" if side >= 0 else "nobody"


def lines(series: Sequence[Sequence[TurnFigure]], title: str) -> str:
    """A line for each side over the turns, with the band in which the middle 80 % of the games lie."""
    every = [row for rows in series for row in rows]
    last = max(row.turn for row in every)
    low, high = min(0.0, *(row.low for row in every)), max(1.0, *(row.high for row in every))
    axes = _Axes((1, max(last, 2)), (low, high), NARROW)
    step = max(1, ceil(last / 8))
    parts = list(axes.grid(range(1, last + 1, step), ticks(low, high, 4), "turn"))
    for side, rows in enumerate(series):
        if rows:
            upper = [f"{axes.x(row.turn):.1f} {axes.y(row.high):.1f}" for row in rows]
            lower = [f"{axes.x(row.turn):.1f} {axes.y(row.low):.1f}" for row in reversed(rows)]
            parts.append(f'<path class="band {look(side)}" d="M{"L".join([*upper, *lower])}Z"/>')
    for side, rows in enumerate(series):
        points = [f"{axes.x(row.turn):.1f} {axes.y(row.mean):.1f}" for row in rows]
        if points:
            parts.append(f'<path class="line {look(side)}" d="M{"L".join(points)}"/>')
            parts += [_dot(axes, row, look(side)) for row in rows]
    return _svg(parts, title, NARROW)


def _dot(axes: _Axes, row: TurnFigure, colour: str) -> str:
    place = f'cx="{axes.x(row.turn):.1f}" cy="{axes.y(row.mean):.1f}"'
    tip = f"turn {row.turn}: {row.mean:.1f} ({row.low:.0f} to {row.high:.0f})"
    return f'<circle class="dot {colour}" {place} r="3"><title>{tip}</title></circle>'


def intervals(rows: Sequence[tuple[str, Estimate]], title: str) -> str:
    """Differences with their intervals, one under another, around a line at nothing."""
    low = min(0.0, *(estimate.low for _, estimate in rows))
    high = max(0.0, *(estimate.high for _, estimate in rows))
    room = (high - low) * 0.06 or 1.0
    axes = _Axes((low - room, high + room), (0, 1))
    bottom = 16 + 44 * len(rows)
    parts = [
        f'<text class="tick" x="{axes.x(value):.1f}" y="{bottom + 16}" text-anchor="middle">'
        f"{signed(value, 0)}</text>"
        f'<path class="grid" d="M{axes.x(value):.1f} 6V{bottom}"/>'
        for value in ticks(low - room, high + room, 6)
    ]
    parts.append(f'<path class="bound" d="M{axes.x(0):.1f} 6V{bottom}"/>')
    for number, (label, found) in enumerate(rows):
        y = 40 + 44 * number
        x, left, right = (axes.x(value) for value in found)
        sure = "sure" if found.low > 0 or found.high < 0 else "unsure"
        parts.append(f'<text class="axis" x="{_LEFT}" y="{y - 14}">{escape(label)}</text>')
        parts.append(f'<path class="reach {sure}" d="M{left:.1f} {y}H{right:.1f}"/>')
        parts.append(f'<circle class="reach {sure}" cx="{x:.1f}" cy="{y}" r="5"/>')
    place = f'x="{WIDTH / 2:.0f}" y="{bottom + 32}"'
    parts.append(f'<text class="axis" {place} text-anchor="middle">{escape(title)}</text>')
    return _svg(parts, title, height=bottom + 38)
