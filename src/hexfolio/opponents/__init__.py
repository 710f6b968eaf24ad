"""Computer players, by name. They see what their side may see and know no rulebook."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from .captain import Captain
from .general import SECONDS, General
from .opponent import Choice, Opponent
from .random_player import RandomPlayer
from .recruit import Recruit
from .seat import Seat

__all__ = ["OPPONENTS", "USUAL", "Choice", "Opponent", "Seat", "UnknownOpponentError", "find"]

OPPONENTS: dict[str, Callable[[int], Opponent]] = {
    RandomPlayer.name: RandomPlayer,
    Recruit.name: Recruit,
    Captain.name: Captain,
    General.name: General,
}
"""Makes a player from a seed; the same seed plays the same game."""

USUAL = Captain.name
"""The computer player where none is named: good enough to be worth it, quick enough not to wait for."""

_BY_THE_CLOCK: dict[str, Callable[[int], Opponent]] = {General.name: partial(General, seconds=SECONDS)}
"""Players with a budget, when it is time."""


class UnknownOpponentError(ValueError):
    """A player that is not in the registry; the sentence lists who is."""


def find(name: str, live: bool = False) -> Callable[[int], Opponent]:
    """The maker of a player by name; with `live` (people wait) one with a budget goes by the clock."""
    if name not in OPPONENTS:
        raise UnknownOpponentError(f"There is no opponent {name}: known are {', '.join(sorted(OPPONENTS))}.")
    return _BY_THE_CLOCK.get(name, OPPONENTS[name]) if live else OPPONENTS[name]
