"""Playing one game of the ladder under watch: what is refused, and how long a player thinks."""

from __future__ import annotations

from collections import defaultdict
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from hexfolio import opponents
from hexfolio.core.game import Game
from hexfolio.opponents import Choice, Opponent, Seat
from hexfolio.opponents.match import play_match
from hexfolio.study.plan import StudyError

from .plan import Job, open_ground, stamp_of

Key = tuple[Any, ...]


class Match(NamedTuple):
    """How a game went. Pairs are by player, in the order of the meeting, whatever side they had.

    A game that could not be finished has a fault: nothing counts of it but orders that were refused.
    """

    battle: str
    book: str
    players: tuple[str, str]
    number: int
    swapped: bool
    seed: int
    effort: int | None
    stamp: str
    fault: str = ""
    winner: int = -1
    """The player who won, -1 for nobody."""
    points: tuple[int, int] = (0, 0)
    orders: int = 0
    turns: int = 0
    digest: str = ""
    refused: tuple[int, int] = (0, 0)
    refusal: str = ""
    """The first order that was refused, and why."""
    seconds: tuple[float, float] = (0.0, 0.0)
    """Seconds of thought in the whole game."""
    longest: tuple[float, float] = (0.0, 0.0)
    """Seconds of thought in the player turn that took longest."""

    @property
    def key(self) -> Key:
        return self[:8]

    @property
    def margin(self) -> int:
        """Points of the first player less those of the second."""
        return self.points[0] - self.points[1]

    def side(self, player: int) -> int:
        """The side that a player had."""
        return player ^ self.swapped

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Match:
        pairs = ("players", "points", "refused", "seconds", "longest")
        return cls(**{**data, **{name: tuple(data[name]) for name in pairs}})


def key_of(job: Job) -> Key:
    return (*job.meeting.ground, job.meeting.players, *job[1:])


class Watched:
    """A player under watch. For an order that the rules refuse a random one is given in its place."""

    def __init__(self, player: Opponent, game: Game, side: int, seed: int) -> None:
        self._player = player
        self._game = game
        self._side = side
        self._random = Random(seed)
        self.refused = 0
        self.refusal = ""
        self.seconds = 0.0
        self.by_turn: dict[int, float] = defaultdict(float)

    @property
    def name(self) -> str:
        return self._player.name

    @property
    def longest(self) -> float:
        return max(self.by_turn.values(), default=0.0)

    def choose(self, seat: Seat) -> Choice:
        state = self._game.state
        begun = perf_counter()
        choice = self._player.choose(seat)
        spent = perf_counter() - begun
        self.seconds += spent
        if state.active == self._side:
            self.by_turn[state.turn] += spent
        refusal = seat.judge(choice.order)
        if refusal is None:
            return choice
        self.refused += 1
        words = self._game.rules.notation.write(choice.order)
        self.refusal = self.refusal or f"{self.name}: “{words}”: {refusal}"
        return Choice(seat.legal().sample(self._random), "what it wanted was refused")


def play(job: Job) -> Match:
    """Play a game; the seed gives the dice and the players as in a demonstration of the same seed."""
    if stamp_of(job.meeting) != job.stamp:
        raise StudyError("Rules or players have changed since the ladder began: give the command again.")
    game = Game(open_ground(job.meeting.ground), job.seed)
    names = job.meeting.players[::-1] if job.swapped else job.meeting.players
    first, second = (
        Watched(_player(name, job, side), game, side, job.seed) for side, name in enumerate(names)
    )
    by_player = (second, first) if job.swapped else (first, second)
    try:
        outcome = play_match(game, (first, second))
    except Exception as error:
        # A player that does not know its way about a battle must not cost the other games of a ladder.
        decision = game.decision
        asked = names[decision.side] if decision else "nobody"
        fault = f"{type(error).__name__} after {game.position} orders, {asked} was asked: {error}"
        return _watched(Match(*key_of(job))._replace(fault=fault), by_player)
    match = Match(*key_of(job))._replace(
        winner=outcome.winner ^ job.swapped if outcome.winner >= 0 else -1,
        points=outcome.points[::-1] if job.swapped else outcome.points,
        orders=game.position,
        turns=game.state.turn,
        digest=game.state.digest(),
    )
    return _watched(match, by_player)


def _watched(match: Match, players: tuple[Watched, Watched]) -> Match:
    """A match with what was seen of its players."""
    first, second = players
    return match._replace(
        refused=(first.refused, second.refused),
        refusal=first.refusal or second.refusal,
        seconds=(round(first.seconds, 4), round(second.seconds, 4)),
        longest=(round(first.longest, 4), round(second.longest, 4)),
    )


def _player(name: str, job: Job, side: int) -> Opponent:
    player = opponents.find(name)(job.seed + side)
    if job.effort is not None and hasattr(player, "effort"):
        player.effort = job.effort
    return player
