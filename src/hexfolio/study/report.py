"""The report of a study: one HTML file that needs nothing else to be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files

from hexfolio import __version__
from hexfolio.core.battle import Battle
from hexfolio.render.battle_marks import side_colours

from . import sections
from .combat_section import combats
from .comparison import comparison
from .plan import Plan
from .recording import GameRecord
from .summary import Summary

RUST, BLUE = "rust", "blue"
_ON_MAP = {RUST: "#c22f16", BLUE: "#1d5fa8"}
"""The two colours of the charts as they show on the map, by day and by night."""

_SAMPLES = {RUST: (0xB5, 0x45, 0x2F), BLUE: (0x2F, 0x6F, 0x9A)}


def write_report(
    plan: Plan,
    summaries: Sequence[Summary],
    records: Sequence[list[GameRecord]],
    saved: Mapping[int, str],
    command: str,
) -> str:
    """The whole file; `saved` are games of the first variant that lie beside it, by number."""
    base = summaries[0]
    battle = base.rules.battle
    parts = [_heading(plan, base, battle)]
    parts.append(sections.figures(base))
    if len(summaries) > 1:
        labels = [variant.label for variant in plan.variants]
        parts.append(comparison(labels, summaries, records))
    parts += [
        sections.outcomes(base),
        sections.course(base),
        sections.losses(base),
        sections.places(base),
        combats(base),
        sections.extremes(base, saved, recipe(plan, battle) if saved else ""),
        sections.faults(base),
        _footer(plan, command),
    ]
    body = "\n".join(part for part in parts if part)
    style = (files(__package__) / "report.css").read_text(encoding="utf-8") + _side_style(battle)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(battle.title)}: a study</title>\n<style>\n{style}</style></head>\n"
        f"<body><main>\n{body}\n</main></body></html>\n"
    )


def _heading(plan: Plan, base: Summary, battle: Battle) -> str:
    setup = plan.variants[0].setup
    players = [
        f"{escape(side.name)} ({escape(player)})"
        for side, player in zip(battle.sides, setup.players, strict=True)
    ]
    options = ", ".join(f"{name}={value}" for name, value in setup.options)
    chosen = f", with {escape(options)}" if options else ""
    return (
        f'<h1>{escape(battle.title)}</h1><p class="lead"><b>{len(base.games)} games</b> of {players[0]} '
        f"against {players[1]}, by <code>{escape(setup.book)}</code>{chosen}; seed of the study {plan.seed}. "
        f"The figures tell how the battle goes between such players.</p>"
    )


def _footer(plan: Plan, command: str) -> str:
    return (
        f"<footer>Made by <code>{escape(command)}</code> with hexfolio {__version__}, rules and data "
        f"{escape(plan.variants[0].edition)}. The same command makes the same study.</footer>"
    )


def recipe(plan: Plan, battle: Battle) -> str:
    """The command that plays a game of the first variant again."""
    setup = plan.variants[0].setup
    options = "".join(f" --option {name}={value}" for name, value in setup.options)
    players = f" --first {setup.players[0]} --second {setup.players[1]}"
    return f"hexfolio demo {battle.id} --book {setup.book}{options}{players} --seed SEED"


def _side_style(battle: Battle) -> str:
    """The two colours of the charts, given to the sides so that they are near those of their counters."""
    first, second = (side_colours(battle, side).face for side in (0, 1))
    straight = _distance(first, RUST) + _distance(second, BLUE)
    crossed = _distance(first, BLUE) + _distance(second, RUST)
    names = (RUST, BLUE) if straight <= crossed else (BLUE, RUST)
    rules = "".join(
        f"--side-{side}:var(--{name});--map-{side}:{_ON_MAP[name]};" for side, name in enumerate(names)
    )
    return f":root{{{rules}}}\n"


def _distance(colour: str, name: str) -> int:
    parts = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return sum((part - sample) ** 2 for part, sample in zip(parts, _SAMPLES[name], strict=True))
