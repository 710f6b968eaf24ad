"""Find habits for a captain: small changes are kept if they win more points in paired games.

    python examples/tune_captain.py chosin-train un --minutes 30

Prints the side's entry for the battle's sheet of aims whenever it gets better. Stop it with Ctrl+C.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Mapping
from statistics import fmean, stdev

from hexfolio import opponents
from hexfolio.battles import registry
from hexfolio.battles.aims import aims_of
from hexfolio.core.game import Game, Rules
from hexfolio.opponents.captain import Captain
from hexfolio.opponents.habits import USUAL
from hexfolio.opponents.match import play_match

SCALED = ("strength", "fear", "approach", "enemy_pull", "post", "ring", "eagerness", "taking", "keeping",
          "ground_lost", "hex", "haste", "enemy_exit", "attacker", "marker", "cut_off")  # fmt: skip
"""Habits that are multiplied by something."""
SHIFTED = {"reluctance": 0.25, "push": 0.25}
"""Habits to which something is added, and how much as a rule."""
SPREAD = 0.9
FEW, SOME, ENOUGH, MOST = 4, 8, 12, 24
"""Games after which a change is looked at: dropped, doubted, accepted, or judged at last."""
FRESH = 12
"""Changes after which other dice are taken, so that habits do not fit some dice only."""

Habits = Mapping[str, float]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("battle")
    parser.add_argument("side")
    parser.add_argument("--book", help="default: the battle's last")
    parser.add_argument("--against", default="recruit", help="who plays the other side (default: recruit)")
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    entry = registry.find(arguments.battle)
    rules = registry.open_rules(entry.id, arguments.book or entry.books[-1])
    side = rules.battle.side_index(arguments.side)
    climb(Trial(rules, side, arguments.against), arguments.seed, time.monotonic() + 60 * arguments.minutes)


class Trial:
    """Games of a captain with some habits against a player who does not change."""

    def __init__(self, rules: Rules, side: int, against: str) -> None:
        self.rules = rules
        self.side = side
        self.against = opponents.find(against)

    def margin(self, habits: Habits, seed: int) -> int:
        """The captain's points less the other's."""
        game = Game(self.rules, seed)
        captain, other = Captain(seed, habits), self.against(seed + 1)
        points = play_match(game, (captain, other) if self.side == 0 else (other, captain)).points
        return points[self.side] - points[1 - self.side]


def climb(trial: Trial, seed: int, end: float) -> None:
    """Try changes until the time is up."""
    chance = random.Random(seed)
    habits: Habits = dict(aims_of(trial.rules.battle)[trial.side].habits)
    tried = dice = 0
    known: dict[int, int] = {}
    while time.monotonic() < end:
        if tried % FRESH == 0:
            dice, known = chance.randrange(10**6), {}
        tried += 1
        changed = change(habits, chance)
        margins = compare(trial, habits, changed, dice, known)
        if margins:
            habits, known = changed, dict(enumerate(margins, dice))
            print(f"after {tried} changes: {fmean(margins):+.1f} points in {len(margins)} games")
            print(f"{trial.rules.battle.sides[trial.side].id}:\n  habits: {entry_of(habits)}", flush=True)


def change(habits: Habits, chance: random.Random) -> Habits:
    """The same habits but for a few."""
    changed = dict(habits)
    for name in chance.sample([*SCALED, *SHIFTED], chance.choice((2, 3, 4, 5))):
        before = changed.get(name, getattr(USUAL, name))
        if name in SHIFTED:
            changed[name] = round(before + chance.gauss(0, SHIFTED[name]), 3)
        else:
            changed[name] = round(before * math.exp(chance.gauss(0, SPREAD)), 4)
    return changed


def compare(
    trial: Trial, habits: Habits, changed: Habits, dice: int, known: dict[int, int]
) -> list[int] | None:
    """The margins of changed habits, if they are better with the same dice; most are dropped soon."""
    margins: list[int] = []
    gains: list[int] = []
    for seed in range(dice, dice + MOST):
        if seed not in known:
            known[seed] = trial.margin(habits, seed)
        margins.append(trial.margin(changed, seed))
        gains.append(margins[-1] - known[seed])
        count, gain = len(gains), fmean(gains)
        doubt = stdev(gains) / math.sqrt(count) if count > 1 else math.inf
        if (count == FEW and gain <= 0) or (count >= SOME and gain < 0.5 * doubt):
            return None
        if count >= ENOUGH and gain > 2.2 * doubt:
            return margins
    return margins if gain > doubt else None


def entry_of(habits: Habits) -> str:
    return "{" + ", ".join(f"{name}: {value:g}" for name, value in sorted(habits.items())) + "}"


if __name__ == "__main__":
    main()
