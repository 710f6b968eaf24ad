"""What the games of a ladder add up to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from hexfolio.study.statistics import Estimate, estimate, share

from .plan import Meeting
from .playing import Match

WANTED = {("recruit", "random"): 0.9, ("captain", "recruit"): 0.9, ("general", "captain"): 0.6}
"""The share of pairs that a player is to win against the one below."""


class Tally(NamedTuple):
    """Won, drawn and lost, as the first player of a meeting sees it."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def total(self) -> int:
        return self.won + self.drawn + self.lost

    def __str__(self) -> str:
        return f"{self.won}-{self.drawn}-{self.lost}"


class Thought(NamedTuple):
    """Seconds of thought: for a game turn on average, and for the longest player turn."""

    mean: float
    longest: float


class Result:
    """The games of one meeting, summed up on demand."""

    def __init__(self, meeting: Meeting, matches: Sequence[Match]) -> None:
        self.meeting = meeting
        self.matches = [match for match in matches if not match.fault]
        self.faults = [match for match in matches if match.fault]
        by_number: dict[int, list[Match]] = {}
        for match in self.matches:
            by_number.setdefault(match.number, []).append(match)
        self._pairs = [pair for pair in by_number.values() if len(pair) == 2]

    def games(self, side: int | None = None) -> Tally:
        """All games, or those in which the first player had a side."""
        return _tally(_sign(match) for match in self.matches if side is None or match.side(0) == side)

    def pairs(self) -> Tally:
        """A pair is won by the player who wins more of its two games.

        Where each wins one, or neither any, the side decided and not the player: then the margins tell.
        """
        games = [sum(_sign(match) for match in pair) for pair in self._pairs]
        return _tally(won or margin for won, margin in zip(games, self._margins(), strict=True))

    def margin(self) -> Estimate | None:
        """The first player's margin in a game, on average; sides weigh the same, as only pairs count."""
        return estimate([margin / 2 for margin in self._margins()]) if self._pairs else None

    def _margins(self) -> list[int]:
        return [sum(match.margin for match in pair) for pair in self._pairs]

    def refusals(self) -> list[Match]:
        """Games with refused orders, also if they were not finished."""
        return [match for match in (*self.matches, *self.faults) if match.refusal]

    def verdict(self) -> Estimate:
        """The share of pairs that the first player won."""
        tally = self.pairs()
        return share(tally.won, tally.total)

    def met(self) -> bool | None:
        """Is the share as large as wanted? None where nothing is wanted."""
        wanted = WANTED.get(self.meeting.players)
        return None if wanted is None else self.verdict().value >= wanted


def _sign(match: Match) -> int:
    """1 if the first player won, -1 if the second did."""
    return {0: 1, -1: 0, 1: -1}[match.winner]


def _tally(values: Iterable[float]) -> Tally:
    found = list(values)
    return Tally(sum(v > 0 for v in found), sum(v == 0 for v in found), sum(v < 0 for v in found))


def results(meetings: Sequence[Meeting], matches: Iterable[Match]) -> list[Result]:
    """A result for each meeting."""
    found: dict[Meeting, list[Match]] = {meeting: [] for meeting in meetings}
    by_name = {(*meeting.ground, meeting.players): meeting for meeting in meetings}
    for match in matches:
        found[by_name[match.battle, match.book, match.players]].append(match)
    return [Result(meeting, part) for meeting, part in found.items()]


def refused(player: str, found: Iterable[Result]) -> int:
    """Orders of a player that the rules refused."""
    return sum(
        match.refused[result.meeting.players.index(player)]
        for result in found
        if player in result.meeting.players
        for match in (*result.matches, *result.faults)
    )


def thought(player: str, found: Iterable[Result]) -> Thought | None:
    """How long a player thinks about a game turn: its own player turn, and what the enemy's asks of it."""
    seconds = turns = longest = 0.0
    for result in found:
        if player in result.meeting.players:
            place = result.meeting.players.index(player)
            seconds += sum(match.seconds[place] for match in result.matches)
            turns += sum(match.turns for match in result.matches)
            longest = max(longest, *(match.longest[place] for match in result.matches), 0.0)
    return Thought(seconds / turns, longest) if turns else None
