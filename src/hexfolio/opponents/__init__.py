"""Computer players, by name. They see what their side may see and know no rulebook."""

from __future__ import annotations

from collections.abc import Callable

from .captain import Captain
from .opponent import Choice, Opponent
from .random_player import RandomPlayer
from .recruit import Recruit
from .seat import Seat

__all__ = ["OPPONENTS", "Choice", "Opponent", "Seat", "UnknownOpponentError", "find"]

OPPONENTS: dict[str, Callable[[int], Opponent]] = {
    RandomPlayer.name: RandomPlayer,
    Recruit.name: Recruit,
    Captain.name: Captain,
}
"""Makes a player from a seed; the same seed plays the same game."""


class UnknownOpponentError(ValueError):
    """A player that is not in the registry; the sentence lists who is."""


def find(name: str) -> Callable[[int], Opponent]:
    """The maker of a player by name."""
    if name not in OPPONENTS:
        raise UnknownOpponentError(f"There is no opponent {name}: known are {', '.join(sorted(OPPONENTS))}.")
    return OPPONENTS[name]
