"""How far it is over the ground, as computer players reckon it: against the simplest thing that works."""

from __future__ import annotations

from random import Random

import pytest

from hexfolio.battles import registry
from hexfolio.opponents.ground import CLOSED, FAR, Ground


@pytest.fixture(scope="module")
def ground() -> Ground:
    return Ground(registry.load("seoul-dg", "kwb-dg"))


def relaxed(ground: Ground, goals: list[int], mobility: str, charges: dict[int, int]) -> list[int]:
    """Half points to the nearest goal: every step is tried until nothing gets cheaper."""
    steps, neighbours = ground.step_costs(mobility), ground.grid.neighbours
    costs = [0 if hex_ in goals else FAR for hex_ in range(ground.grid.size)]
    better = True
    while better:
        better = False
        for edge, step in enumerate(steps):
            goal, start = neighbours[edge], edge // 6
            if step and goal >= 0 and charges.get(goal, 0) != CLOSED:
                total = costs[goal] + step + charges.get(goal, 0)
                if total < costs[start]:
                    costs[start], better = total, True
    return costs


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("mobility", ["leg", "mobile"])
def test_ways_to_and_from_agree_with_trying_everything(ground: Ground, seed: int, mobility: str) -> None:
    random, size = Random(seed), ground.grid.size
    goals = random.sample(range(size), 3)
    charges = {hex_: random.choice((CLOSED, 2, 4)) for hex_ in random.sample(range(size), 40)}
    expected = relaxed(ground, goals, mobility, charges)
    assert ground.ways_to(goals, mobility, charges) == expected
    start = random.choice([hex_ for hex_ in range(size) if expected[hex_] < FAR])
    ways = zip(*ground.ways_from([start], mobility, charges, 12), strict=True)
    for goal, (cost, before) in enumerate(ways):
        nearest = 0 if goal == start else relaxed(ground, [goal], mobility, charges)[start]
        assert cost == min(nearest, 13)
        assert (before < 0) is (goal == start or cost > 12)
