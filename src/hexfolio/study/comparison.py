"""The part of the report that compares variants."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from .charts import intervals, percent, signed
from .recording import GameRecord
from .sections import say, section, span
from .summary import Summary, difference


def comparison(
    labels: Sequence[str], summaries: Sequence[Summary], records: Sequence[list[GameRecord]]
) -> str:
    """Every variant against the first."""
    base = summaries[0]
    rows, gaps = [], []
    for number, (label, summary) in enumerate(zip(labels, summaries, strict=True)):
        if not summary.games:
            rows.append(f'<tr><td>{escape(label)}</td><td colspan="4">no game could be finished</td></tr>')
            continue
        margin = summary.margin()
        gap = difference(records[0], records[number]) if number else None
        if gap:
            gaps.append((label, gap))
        change = f"<b>{signed(gap.value)}</b> ({span(gap)})" if gap else "compared with"
        wins = [percent(summary.wins(side).value) for side in (0, 1)]
        rows.append(
            f'<tr><td>{escape(label)}</td><td class="number">{signed(margin.value)} ({span(margin)})</td>'
            f'<td class="number">{change}</td><td class="number">{wins[0]}</td>'
            f'<td class="number">{wins[1]}</td></tr>'
        )
    names = [escape(name) for name in base.sides]
    head = (
        f'<tr><th>Variant</th><th class="number">Margin of {names[0]}</th><th class="number">Difference</th>'
        f'<th class="number">{names[0]} wins</th><th class="number">{names[1]} wins</th></tr>'
    )
    text = say(
        f"Games of one number have the same seed in every variant. An interval that leaves out 0 means "
        f"a difference that chance hardly explains. "
        f"The rest of this report tells of <b>{escape(labels[0])}</b>."
    )
    chart = ""
    if gaps:
        chart = intervals(gaps, f"change of the margin of {base.sides[0]}")
    table = f'<div class="scroll"><table class="wide">{head}{"".join(rows)}</table></div>'
    return section("What if", f'{text}{table}<div class="pair">{chart}</div>')
