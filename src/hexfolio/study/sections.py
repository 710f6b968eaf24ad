"""The parts of the report, each a piece of HTML made from a summary."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from .charts import Bar, bars, histogram, lines, look, percent, signed
from .heat import heat_map
from .statistics import Estimate
from .summary import FIGURES, Level, Summary, UnitLosses

_SHOWN = 14
"""Counters of a side that are shown at once."""

_TITLES = {
    "points": "Victory points",
    "steps": "Steps on the map",
    "strength": "Attack strength on the map",
}


def section(title: str, body: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{body}</section>"


def say(text: str) -> str:
    return f'<p class="say">{text}</p>'


def span(found: Estimate, digits: int = 1) -> str:
    return f"{signed(found.low, digits)} to {signed(found.high, digits)}"


def legend(summary: Summary, draws: bool = False) -> str:
    entries = [(look(side), name) for side, name in enumerate(summary.sides)]
    if draws:
        entries.append((look(-1), "nobody"))
    return (
        '<p class="legend">'
        + "".join(f'<span><i class="{style}"></i>{escape(name)}</span>' for style, name in entries)
        + "</p>"
    )


def figures(summary: Summary) -> str:
    """What one wants to know first."""
    margin, turns, orders = summary.margin(), summary.turns(), summary.orders()
    cells = []
    for side, name in enumerate(summary.sides):
        wins = summary.wins(side)
        text = f"{escape(name)} wins<br>{percent(wins.low)} to {percent(wins.high)}"
        cells.append(_figure(percent(wins.value), text, look(side)))
    lead = f"mean margin of {escape(summary.sides[0])}<br>{span(margin)}"
    cells.append(_figure(signed(margin.value), lead, ""))
    cells.append(_figure(f"{turns.value:.1f}", f"turns a game<br>{orders.value:.0f} orders", ""))
    return f'<div class="figures">{"".join(cells)}</div>'


def _figure(number: str, text: str, style: str) -> str:
    return f'<div class="figure {style}"><b>{number}</b><span>{text}</span></div>'


def outcomes(summary: Summary) -> str:
    levels, margin = summary.levels(), summary.margin()
    rows = [_level_bar(level, summary) for level in levels]
    bounds = [least - 0.5 for least, _, _ in summary.rules.levels()][:-1]
    values = [(record.margin, record.winner) for record in summary.games]
    title = f"points of {summary.sides[0]} less {summary.sides[1]}"
    low, high = min(summary.margins), max(summary.margins)
    text = say(
        f"The margin is <b>{signed(margin.value)}</b> on average, the true mean with 95 % confidence between "
        f"{span(margin)}; single games went from {signed(low, 0)} to {signed(high, 0)}."
    )
    left = f"<div><h3>Levels of victory</h3>{bars(rows)}</div>"
    right = f"<div><h3>Margins</h3>{histogram(values, margin, bounds, title)}</div>"
    note = say("Whiskers are intervals of 95 %. Dotted lines lie between levels; the dark line is the mean.")
    body = f'{text}{legend(summary, True)}<div class="pair">{left}{right}</div>{note}'
    return section("How the games ended", body)


def _level_bar(level: Level, summary: Summary) -> Bar:
    who = f"{summary.sides[level.winner]}: " if level.winner >= 0 else ""
    note = f"<b>{percent(level.share.value)}</b>"
    tip = f"{level.games} games; {percent(level.share.low)} to {percent(level.share.high)}"
    return Bar(f"{who}{level.name}", look(level.winner), level.share, note, tip)


def course(summary: Summary) -> str:
    charts = []
    for name in FIGURES:
        series = [summary.figure(name, side) for side in (0, 1)]
        if any(series):
            charts.append(f"<div><h3>{_TITLES[name]}</h3>{lines(series, _TITLES[name])}</div>")
    if not charts:
        return ""
    text = say("At the end of each turn: the mean, and the band in which four of five games lie.")
    return section("Turn by turn", f'{text}{legend(summary)}<div class="triple">{"".join(charts)}</div>')


def losses(summary: Summary) -> str:
    columns = []
    for side, name in enumerate(summary.sides):
        rows = [_loss_bar(row, side, summary) for row in summary.losses(side)]
        shown = bars(rows[:_SHOWN], whiskers=False) if rows else say("Nothing was ever lost.")
        if rows[_SHOWN:]:
            more = bars(rows[_SHOWN:], whiskers=False)
            shown += f"<details><summary>{len(rows) - _SHOWN} more</summary>{more}</details>"
        columns.append(f'<div class="compact"><h3>{escape(name)}</h3>{shown}</div>')
    text = say("In how many games each counter was eliminated, and the steps it lost in an average game.")
    return section("Losses by unit", f'{text}<div class="pair">{"".join(columns)}</div>')


def _loss_bar(row: UnitLosses, side: int, summary: Summary) -> Bar:
    counter = summary.rules.battle.counters[row.unit]
    note = f"<b>{percent(row.eliminated.value)}</b> · {row.steps:.1f}"
    tip = f"eliminated in {percent(row.eliminated.low)} to {percent(row.eliminated.high)} of games"
    return Bar(counter.id, look(side), row.eliminated, note, tip)


def places(summary: Summary) -> str:
    """The map, and the choice of whose places are shown; a style does it, without a script."""
    shares = summary.occupation(0), summary.occupation(1)
    if not any(shares):
        return ""
    choices = [
        ("heat-all", "Both sides"),
        *((f"heat-{side}", name) for side, name in enumerate(summary.sides)),
    ]
    inputs = "".join(
        f'<input type="radio" name="heat" id="{id_}"{" checked" if id_ == "heat-all" else ""}>'
        for id_, _ in choices
    )
    labels = "".join(f'<label for="{id_}">{escape(name)}</label>' for id_, name in choices)
    drawing = f'<div class="map">{heat_map(summary.rules.battle, shares)}</div>'
    text = say("Hexes by the share of turns at whose end a side stood there: the deeper, the more often.")
    shown = f'<div class="heat-map">{inputs}<div class="choice">{labels}</div>{drawing}</div>'
    return section("Where they stood", text + legend(summary) + shown)


def extremes(summary: Summary, files: Mapping[int, str], recipe: str) -> str:
    rows = []
    for why, record in summary.extremes():
        file = files.get(record.number)
        link = f'<a href="{escape(file)}" download>{escape(file.rpartition("/")[2])}</a>' if file else ""
        who = summary.sides[record.winner] if record.winner >= 0 else "nobody"
        rows.append(
            f"<tr><td>{escape(why[0].upper() + why[1:])}</td><td>{escape(who)}: {escape(record.level)}, "
            f"{record.points[0]} to {record.points[1]}</td>"
            f"<td>game {record.number}, seed <code>{record.seed}</code></td><td>{link}</td></tr>"
        )
    head = "<thead><tr><th>Game</th><th>Outcome</th><th>Seed</th><th>File</th></tr></thead>"
    table = f'<div class="scroll"><table class="wide extremes">{head}{"".join(rows)}</table></div>'
    if files:
        text = "Import a file in the browser (“hexfolio serve”) to watch the game move by move"
        text += f", or play it again with <code>{escape(recipe)}</code>." if recipe else "."
    else:
        text = (
            "These games were played under changed figures, so they cannot be opened as games of the battle."
        )
    return section("Games worth watching", say(text) + table)


def faults(summary: Summary) -> str:
    if not summary.faults:
        return ""
    rows = "".join(
        f"<li>game {record.number}, seed <code>{record.seed}</code>: {escape(record.fault)}</li>"
        for record in summary.faults[:10]
    )
    text = say(f"{len(summary.faults)} games could not be finished and are left out of everything else.")
    return section("Faults", f"{text}<ul>{rows}</ul>")
