"""Ratings from pairs of games, by the model of Bradley and Terry and on the scale of Elo."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log
from random import Random
from types import ModuleType
from typing import Any

from hexfolio.study.plan import StudyError
from hexfolio.study.statistics import Estimate, quantile

from .standings import Result, Tally

SCALE = 400 / log(10)
"""Ten to one is 400 points."""

PRIOR = 0.5
"""Pairs that each way for a meeting to end is given beforehand: nobody is better beyond all measure."""

DRAWS = 500
"""How often a ladder is drawn anew for the intervals."""


def need_choix() -> ModuleType:
    """The library that fits ratings, or a sentence that says how to get it."""
    try:
        import choix
    except ImportError:
        raise StudyError("Ratings are reckoned by choix: pip install 'hexfolio[ladder]'.") from None
    module: ModuleType = choix
    return module


def elo(players: Sequence[str], results: Iterable[Result], seed: int) -> dict[str, Estimate]:
    """Ratings above the first player, each with its interval of 95 %.

    For the intervals the shares of won, drawn and lost pairs of every meeting are drawn again and again from
    what the pairs leave possible, and the ratings are fitted to each draw.
    """
    choix = need_choix()
    totals: dict[tuple[str, str], Tally] = {}
    for result in results:
        before, now = totals.get(result.meeting.players, Tally()), result.pairs()
        totals[result.meeting.players] = Tally(*(a + b for a, b in zip(before, now, strict=True)))
    counts = {pair: tuple(part + PRIOR for part in tally) for pair, tally in totals.items()}
    strengths = _fit(choix, players, counts)
    fitted = _scaled(strengths)
    random = Random(seed)
    drawn = [
        _scaled(_fit(choix, players, {p: _draw(random, c) for p, c in counts.items()}, strengths))
        for _ in range(DRAWS)
    ]
    return {
        player: Estimate(
            fitted[place], *(quantile([one[place] for one in drawn], part) for part in (0.025, 0.975))
        )
        for place, player in enumerate(players)
    }


def _draw(random: Random, counts: Sequence[float]) -> tuple[float, ...]:
    """As many pairs, in shares that would make these counts likely (drawn from Dirichlet's distribution)."""
    parts = [random.gammavariate(count, 1.0) for count in counts]
    return tuple(part * sum(counts) / sum(parts) for part in parts)


def _fit(
    choix: Any, players: Sequence[str], counts: dict[tuple[str, str], tuple[float, ...]], guess: Any = None
) -> Any:
    """The strengths that make the pairs most likely; a draw is half a win for both."""
    import numpy

    wins = numpy.zeros((len(players), len(players)))
    for (high, low), (won, drawn, lost) in counts.items():
        wins[players.index(high), players.index(low)] += won + drawn / 2
        wins[players.index(low), players.index(high)] += lost + drawn / 2
    return choix.ilsr_pairwise_dense(wins, initial_params=guess)


def _scaled(strengths: Any) -> list[float]:
    return [float(SCALE * (strength - strengths[0])) for strength in strengths]
