"""The ladder as tables: as text for the terminal, as Markdown for a page, as JSON for other programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from hexfolio.study.pages import table
from hexfolio.study.statistics import Estimate

from .plan import Ground, Plan, open_ground
from .standings import WANTED, Result, Thought, refused, thought

Rows = list[list[str]]


class Standings(NamedTuple):
    """A ladder that is finished."""

    plan: Plan
    results: list[Result]
    ratings: dict[str, Estimate]
    """Of all battles together."""
    by_ground: dict[Ground, dict[str, Estimate]]

    def of(self, ground: Ground) -> list[Result]:
        return [result for result in self.results if result.meeting.ground == ground]


MEETINGS = ("players", "games won-drawn-lost", "as first side", "as second side", "margin", "pairs",
            "pairs won", "wanted")  # fmt: skip


def as_text(standings: Standings) -> str:
    """All tables for a terminal, and what went wrong."""
    lines = []
    for ground in standings.plan.grounds:
        lines.append(f"{_title(ground)}: first side {', second side '.join(_sides(ground))}")
        lines += [*_columns([list(MEETINGS), *map(_meeting_row, standings.of(ground))]), ""]
    for what, rows in _by_player(standings).items():
        lines += [*_columns([[what, *standings.plan.players], *rows]), ""]
    return "\n".join([*lines, *notes(standings)])


def as_markdown(standings: Standings, command: str) -> str:
    """All tables for a page, with the command that makes them."""
    lines = [f"`{command}`", ""]
    right = range(1, len(standings.plan.players) + 1)
    for what, rows in _by_player(standings).items():
        lines += [*table([what, *standings.plan.players], rows, right), ""]
    for ground in standings.plan.grounds:
        first, second = _sides(ground)
        lines += [f"**{_title(ground)}**, first side {first}, second side {second}", ""]
        lines += [
            *table(MEETINGS, [_meeting_row(result) for result in standings.of(ground)], range(1, 7)),
            "",
        ]
    return "\n".join([*lines, *notes(standings)])


def notes(standings: Standings) -> Iterator[str]:
    """Games that could not be finished, and orders that were refused, with an example of each."""
    counts = [f"{player} {refused(player, standings.results)}" for player in standings.plan.players]
    yield f"Refused orders: {', '.join(counts)}."
    faults = [match for result in standings.results for match in result.faults]
    games = len(faults) + sum(len(result.matches) for result in standings.results)
    yield f"{games} games were played; {len(faults)} of them could not be finished and do not count."
    if faults:
        one = faults[0]
        yield f"The first of these: {one.battle} by {one.book}, seed {one.seed}: {one.fault}"
    refusals = [match for result in standings.results for match in result.refusals()]
    if refusals:
        one = refusals[0]
        yield f"The first order refused: {one.battle} by {one.book}, seed {one.seed}: {one.refusal}"


def _meeting_row(result: Result) -> list[str]:
    margin, wanted, share = result.margin(), WANTED.get(result.meeting.players), result.verdict()
    verdict = {None: "", True: ", met", False: ", not met"}[result.met()]
    return [
        " : ".join(result.meeting.players),
        str(result.games()),
        str(result.games(0)),
        str(result.games(1)),
        f"{margin.value:+.1f} ({margin.low:+.1f} to {margin.high:+.1f})" if margin else "none",
        str(result.pairs()),
        f"{share.value:.1%} ({share.low:.0%} to {share.high:.0%})",
        f"{wanted:.0%}{verdict}" if wanted else "",
    ]


def _by_player(standings: Standings) -> dict[str, Rows]:
    """Tables with a column for each player, by what they tell."""
    players, results = standings.plan.players, standings.results
    grounds = [(_title(g), ratings, standings.of(g)) for g, ratings in standings.by_ground.items()]
    if len(grounds) > 1:
        grounds.insert(0, ("all battles", standings.ratings, results))
    return {
        "Elo": [[title, *(_elo(ratings[name]) for name in players)] for title, ratings, _ in grounds],
        "seconds a turn (longest)": [
            [title, *(_seconds(thought(name, found)) for name in players)] for title, _, found in grounds
        ],
    }


def _elo(rating: Estimate) -> str:
    if rating.low == rating.high:
        return "0"
    return f"{rating.value:+.0f} ({rating.low:+.0f} to {rating.high:+.0f})"


def _seconds(spent: Thought | None) -> str:
    return f"{spent.mean:.2f} ({spent.longest:.1f})" if spent else "none"


def _title(ground: Ground) -> str:
    return " ".join(ground)


def _sides(ground: Ground) -> list[str]:
    return [side.name for side in open_ground(ground).battle.sides]


def _columns(rows: Rows) -> Iterator[str]:
    """Rows of text in columns; the first row is the heading."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def as_json(standings: Standings, command: str) -> dict[str, Any]:
    """All figures; seconds stand apart, because nothing else changes from one run to the next."""
    plan, ratings = standings.plan, standings.ratings
    return {
        "command": command,
        "players": list(plan.players),
        "games": plan.games,
        "far": plan.far,
        "seed": plan.seed,
        "effort": plan.effort,
        "ratings": {player: list(rating) for player, rating in ratings.items()},
        "meetings": [_meeting_json(result) for result in standings.results],
        "battles": [
            {
                "battle": ground.battle,
                "book": ground.book,
                "sides": _sides(ground),
                "ratings": {player: list(rating) for player, rating in found.items()},
            }
            for ground, found in standings.by_ground.items()
        ],
        "refused": {player: refused(player, standings.results) for player in plan.players},
        "seconds": {
            _title(ground): {player: thought(player, standings.of(ground)) for player in plan.players}
            for ground in standings.by_ground
        },
    }


def _meeting_json(result: Result) -> dict[str, Any]:
    return {
        "battle": result.meeting.ground.battle,
        "book": result.meeting.ground.book,
        "players": list(result.meeting.players),
        "games": list(result.games()),
        "as_first_side": list(result.games(0)),
        "as_second_side": list(result.games(1)),
        "pairs": list(result.pairs()),
        "margin": result.margin(),
        "share": list(result.verdict()),
        "wanted": WANTED.get(result.meeting.players),
        "met": result.met(),
        "faults": [{"seed": match.seed, "fault": match.fault} for match in result.faults],
        "refusals": [match.refusal for match in result.refusals()],
    }
