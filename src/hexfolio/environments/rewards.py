"""What the end of a battle is worth to a learner."""

from __future__ import annotations

from hexfolio.core.game import Outcome, Rules

REWARDS = ("level", "lead")
LEAD = 50
"""A lead of so many points is worth 1."""


def check_reward(name: str) -> None:
    if name not in REWARDS:
        raise ValueError(f"There is no reward {name!r}: expected {' or '.join(REWARDS)}.")


def worth(rules: Rules, outcome: Outcome, reward: str) -> float:
    """What an outcome is worth to the first side, from -1 to 1; to the second side it is the opposite.

    “level”: 1 for the highest level of victory of the winner, in equal steps down to its lowest, 0 for a
    draw. A victory that stands outside the levels, such as a sudden one, is worth 1. “lead”: the lead in
    points by `LEAD`, cut off at 1; it need not have the sign of the victory where a battle gives odds.
    """
    if reward == "lead":
        return max(-1.0, min(1.0, (outcome.points[0] - outcome.points[1]) / LEAD))
    if outcome.winner < 0:
        return 0.0
    names = [name for _, winner, name in rules.levels() if winner == outcome.winner]
    if outcome.winner == 1:
        names.reverse()
    share = (len(names) - names.index(outcome.level)) / len(names) if outcome.level in names else 1.0
    return share if outcome.winner == 0 else -share
