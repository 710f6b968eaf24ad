"""Trials: a plan is played to the end of the battle."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ..captain import Captain
from ..match import play_match
from ..schedule import Notes
from ..seat import Seat
from .plans import Plan, Scripted
from .race import Lap
from .sandbox import branch

WON = 10.0
"""What it is worth to win the battle, beside the points: from defeat to victory it is twice that."""


class Trials:
    """Trials from one decision on. The same numbers give the same trial."""

    def __init__(self, seat: Seat, plans: list[Plan], notes: Notes | None, seed: int) -> None:
        self.seat = seat
        self.plans = plans
        self.notes = notes
        self.seed = seed

    def run(self, laps: Sequence[Lap]) -> list[float]:
        return [self.trial(*lap) for lap in laps]

    def trial(self, plan: int, position: int) -> float:
        """What a plan leads to from one of the positions that the side cannot tell from the real one."""
        seed = self.seed + position
        game = branch(self.seat.imagine(Random(seed)))
        side = self.seat.side
        own, enemy = self.plans[plan].make(seed), Captain(seed)
        own.inherit(self.notes)
        enemy.inherit(self.notes)
        planned = Scripted(own, self.plans[plan].script)
        outcome = play_match(game, (planned, enemy) if side == 0 else (enemy, planned))
        lead = float(outcome.points[side] - outcome.points[1 - side])
        return lead + WON * _won(outcome.winner, side)


def _won(winner: int, side: int) -> int:
    return 0 if winner < 0 else 1 if winner == side else -1
