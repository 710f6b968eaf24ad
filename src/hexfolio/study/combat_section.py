"""The part of the report on combat: results as they came, and as the table says they should."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import sqrt

from .charts import Bar, bars, look, percent
from .sections import say, section
from .statistics import Estimate, share
from .summary import Cell, Summary


def combats(summary: Summary) -> str:
    if not summary.combats:
        return section("Combat", say("There was no combat."))
    cells, dice, games = summary.results(), summary.dice(), len(summary.games)
    kinds = " and ".join(f"{escape(kind)} {count / games:.1f} times" for kind, count in summary.kinds())
    chance = summary.fits()
    verdict = "well within" if chance > 0.05 else "at the edge of" if chance > 0.001 else "outside"
    text = say(
        f"An average game sees {kinds}. "
        f"The mean die is <b>{dice.value:.2f}</b> ({dice.low:.2f} to {dice.high:.2f}). "
        f"Against the table, results by column are <b>{verdict}</b> what fair dice bring: dice as far off as "
        f"these or farther come in {percent(chance)} of such samples."
    )
    return section(
        "Combat against the table",
        f'{text}<div class="pair">{_results(cells)}{_columns(summary)}</div>{_grid(cells)}',
    )


def _results(cells: Mapping[tuple[str, int], Cell]) -> str:
    """Results over all columns."""
    total = sum(cell.seen for cell in cells.values())
    found: dict[str, tuple[int, float]] = {}
    for (result, _), cell in cells.items():
        seen, expected = found.get(result, (0, 0.0))
        found[result] = seen + cell.seen, expected + cell.expected
    rows = [
        _result_bar(result, share(seen, total), expected / total)
        for result, (seen, expected) in sorted(found.items(), key=lambda item: -item[1][0])
    ]
    return f'<div class="compact"><h3>Results: seen · expected (tick)</h3>{bars(rows)}</div>'


def _result_bar(result: str, seen: Estimate, expected: float) -> Bar:
    note = f"<b>{percent(seen.value)}</b> · {percent(expected)}"
    tip = f"{percent(seen.low)} to {percent(seen.high)}, expected {percent(expected)}"
    return Bar(result, "nobody", seen, note, tip, expected)


def _columns(summary: Summary) -> str:
    """Which columns the sides attack on."""
    charts = []
    for side, name in enumerate(summary.sides):
        rolled = [row.column for row in summary.combats_of(side)]
        if rolled:
            rows = [_column_bar(column, side, rolled) for column in range(min(rolled), max(rolled) + 1)]
            charts.append(f"<h3>{escape(name)} fights on</h3>{bars(rows, whiskers=False)}")
    return f'<div class="compact">{"<br>".join(charts)}</div>'


def _column_bar(column: int, side: int, rolled: Sequence[int]) -> Bar:
    count = rolled.count(column)
    part = share(count, len(rolled))
    return Bar(f"column {column}", look(side), part, f"<b>{percent(part.value)}</b>", f"{count} combats")


def _grid(cells: Mapping[tuple[str, int], Cell]) -> str:
    """Every result in every column: seen over expected, tinted by how far it strays."""
    columns = sorted({column for _, column in cells})
    results = list(dict.fromkeys(result for result, _ in cells))
    head = "".join(f"<th>{column}</th>" for column in columns)
    rows = []
    for result in results:
        row = "".join(_cell(cells.get((result, column))) for column in columns)
        rows.append(f"<tr><th>{escape(result)}</th>{row}</tr>")
    table = f'<table class="grid-table"><tr><th>result</th>{head}</tr>{"".join(rows)}</table>'
    note = say("Seen above, expected below; red more often and blue less often than the table says.")
    summary = "<summary>Every column of the table</summary>"
    return f'<details open>{summary}{note}<div class="scroll">{table}</div></details>'


def _cell(cell: Cell | None) -> str:
    if cell is None or (not cell.seen and not cell.expected):
        return "<td></td>"
    far = (cell.seen - cell.expected) / sqrt(max(cell.expected, 1.0))
    tint = min(abs(far) * 14, 60)
    style = "over" if far > 0 else "under"
    return f'<td class="{style}" style="--far:{tint:.0f}">{cell.seen}<small>{cell.expected:.1f}</small></td>'
