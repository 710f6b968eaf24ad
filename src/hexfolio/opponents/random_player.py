"""A player who does anything the rules allow."""

from __future__ import annotations

from random import Random

from .opponent import Choice
from .seat import Seat


class RandomPlayer:
    """Gives random legal orders; the yardstick for all other players."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)

    def choose(self, seat: Seat) -> Choice:
        return Choice(seat.legal().sample(self._random), "any legal order will do")
