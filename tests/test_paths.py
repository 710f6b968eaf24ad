"""Movement ranges and traces: compiled against plain, plain against the simplest thing that works."""

import os
import random
import subprocess
import sys
from array import array
from dataclasses import dataclass, replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfolio.core import paths
from hexfolio.core.hexes import Grid

KERNELS = [
    pytest.param((paths.plain_reach, paths.plain_trace), id="plain"),
    pytest.param((paths.reach, paths.trace), id="chosen"),
]
Kernel = tuple[paths.Reach, paths.Trace]


@dataclass(frozen=True)
class March:
    """The arguments of `reach`, in order."""

    neighbours: "array[int]"
    costs: "array[int]"
    start: int
    budget: int
    blocked: paths.Flags
    zones: paths.Flags
    cross_closed: paths.Flags
    stop: bool
    enter: int
    cross: int
    leave: int

    def walk(self, reach: paths.Reach) -> paths.Range:
        return reach(*vars(self).values())


@dataclass(frozen=True)
class Errand:
    """The arguments of `trace`, in order."""

    neighbours: "array[int]"
    edges: paths.Flags
    closed: paths.Flags
    start: int
    goals: paths.Flags
    limit: int

    def walk(self, trace: paths.Trace) -> list[int]:
        return trace(*vars(self).values())


def some_grid(rng: random.Random) -> Grid:
    return Grid(rng.randint(1, 12), rng.randint(1, 12), rng.choice(["columns", "rows"]))


def flags(rng: random.Random, length: int, share: float) -> bytes:
    return bytes(int(rng.random() < share) for _ in range(length))


@st.composite
def marches(draw: st.DrawFn) -> March:
    rng = random.Random(draw(st.integers(0, 2**32)))
    grid = some_grid(rng)
    steps = grid.size * 6
    surcharges = st.integers(-1, 4)
    return March(
        neighbours=grid.neighbours,
        costs=array("H", [rng.choice([0, 1, 2, 2, 2, 3, 4, 6]) for _ in range(steps)]),
        start=rng.randrange(grid.size),
        budget=draw(st.integers(-1, 24)),
        blocked=flags(rng, grid.size, rng.choice([0, 0.1, 0.3])),
        zones=flags(rng, grid.size, rng.choice([0, 0.2, 0.6])),
        cross_closed=flags(rng, steps, 0.3) if draw(st.booleans()) else b"",
        stop=draw(st.booleans()),
        enter=draw(surcharges),
        cross=draw(surcharges),
        leave=draw(surcharges),
    )


@st.composite
def errands(draw: st.DrawFn) -> Errand:
    rng = random.Random(draw(st.integers(0, 2**32)))
    grid = some_grid(rng)
    return Errand(
        neighbours=grid.neighbours,
        edges=flags(rng, grid.size * 6, rng.choice([0.5, 0.8, 1])),
        closed=flags(rng, grid.size, rng.choice([0, 0.2, 0.4])),
        start=rng.randrange(grid.size),
        goals=flags(rng, grid.size, rng.choice([0, 0.02, 0.1])),
        limit=draw(st.integers(-1, 12)),
    )


def step_cost(march: March, h: int, d: int) -> int | None:
    """What the step costs, None if it is closed."""
    n = march.neighbours[h * 6 + d]
    cost = march.costs[h * 6 + d]
    if n < 0 or not cost or march.blocked[n]:
        return None
    if march.stop and march.zones[h] and h != march.start:
        return None
    both = bool(march.zones[h]), bool(march.zones[n])
    if both == (True, True) and march.cross_closed and march.cross_closed[h * 6 + d]:
        return None
    surcharge = {
        (False, False): 0,
        (False, True): march.enter,
        (True, True): march.cross,
        (True, False): march.leave,
    }[both]
    return None if surcharge < 0 else cost + surcharge


def naive_range(march: March) -> dict[int, int]:
    """Dijkstra by searching the whole frontier for its cheapest hex."""
    frontier = {march.start: 0}
    settled: dict[int, int] = {}
    while frontier:
        h = min(frontier, key=lambda hex_: frontier[hex_])
        settled[h] = frontier.pop(h)
        for d in range(6):
            cost = step_cost(march, h, d)
            n = march.neighbours[h * 6 + d]
            if cost is None or n in settled or settled[h] + cost > march.budget:
                continue
            frontier[n] = min(settled[h] + cost, frontier.get(n, settled[h] + cost))
    return settled


def naive_steps(errand: Errand) -> int | None:
    """Steps to the nearest goal, spreading one hex at a time."""
    reached = {errand.start}
    steps = 0
    while not any(errand.goals[h] for h in reached):
        open_steps = (h * 6 + d for h in reached for d in range(6) if errand.edges[h * 6 + d])
        nearby = {errand.neighbours[step] for step in open_steps} - {-1}
        wider = reached | {h for h in nearby if not errand.closed[h]}
        if wider == reached or steps == errand.limit:
            return None
        reached = wider
        steps += 1
    return steps


@given(marches())
def test_compiled_range_is_the_plain_range(march: March) -> None:
    assert march.walk(paths.reach) == march.walk(paths.plain_reach)


@given(marches())
def test_range_is_what_dijkstra_finds(march: March) -> None:
    hexes, spent, _ = march.walk(paths.plain_reach)
    assert dict(zip(hexes, spent, strict=True)) == naive_range(march)
    assert len(set(hexes)) == len(hexes)
    assert spent == sorted(spent)


@given(marches())
def test_every_hex_of_a_range_is_entered_from_an_earlier_one(march: March) -> None:
    hexes, spent, came = march.walk(paths.plain_reach)
    assert (hexes[0], spent[0], came[0]) == (march.start, 0, -1)
    for position in range(1, len(hexes)):
        before = came[position]
        assert before < position
        ways = [
            step_cost(march, hexes[before], d)
            for d in range(6)
            if march.neighbours[hexes[before] * 6 + d] == hexes[position]
        ]
        assert ways == [spent[position] - spent[before]]


@given(errands())
def test_compiled_trace_is_the_plain_trace(errand: Errand) -> None:
    assert errand.walk(paths.trace) == errand.walk(paths.plain_trace)


@given(errands())
def test_trace_is_a_shortest_way(errand: Errand) -> None:
    way = errand.walk(paths.plain_trace)
    steps = naive_steps(errand)
    assert len(way) == (0 if steps is None else steps + 1)
    if way:
        assert way[0] == errand.start
        assert errand.goals[way[-1]]
    for h, n in pairwise(way):
        open_ways = {errand.neighbours[h * 6 + d] for d in range(6) if errand.edges[h * 6 + d]}
        assert n in open_ways
        assert not errand.closed[n]


@dataclass(frozen=True)
class Journey:
    """The arguments of `ways`, in order."""

    neighbours: "array[int]"
    costs: "array[int]"
    starts: "array[int]"
    charges: "array[int]"
    limit: int
    back: bool

    def walk(self, ways: paths.Ways) -> tuple[list[int], list[int]]:
        return ways(*vars(self).values())


@st.composite
def journeys(draw: st.DrawFn) -> Journey:
    rng = random.Random(draw(st.integers(0, 2**32)))
    grid = some_grid(rng)
    return Journey(
        neighbours=grid.neighbours,
        costs=array("H", [rng.choice([0, 1, 2, 2, 2, 3, 4, 6]) for _ in range(grid.size * 6)]),
        starts=array("i", [rng.randrange(grid.size) for _ in range(rng.randint(0, 4))]),
        charges=array("H", [rng.choice([0, 0, 0, 2, 5, paths.MOST_BUDGET]) for _ in range(grid.size)]),
        limit=draw(st.integers(0, 24)),
        back=draw(st.booleans()),
    )


def relaxed(journey: Journey) -> list[int]:
    """What ways cost: every step is tried until nothing gets cheaper."""
    size = len(journey.charges)
    best = [0 if h in journey.starts else journey.limit + 1 for h in range(size)]
    while True:
        before = best[:]
        for step, n in enumerate(journey.neighbours):
            if n < 0 or not journey.costs[step] or journey.charges[n] == paths.MOST_BUDGET:
                continue
            first, last = (n, step // 6) if journey.back else (step // 6, n)
            best[last] = min(best[last], best[first] + journey.costs[step] + journey.charges[n])
        if best == before:
            return best


@given(journeys())
def test_compiled_ways_are_the_plain_ways(journey: Journey) -> None:
    assert journey.walk(paths.ways) == journey.walk(paths.plain_ways)


@given(journeys())
def test_ways_cost_what_trying_everything_finds(journey: Journey) -> None:
    best, before = journey.walk(paths.plain_ways)
    assert best == relaxed(journey)
    for h, other in enumerate(before):
        assert (other < 0) is (best[h] in (0, journey.limit + 1))
        assert other < 0 or best[other] < best[h]


def clear_march(budget: int = 4) -> March:
    grid = Grid(5, 5)
    costs = array("H", [2] * (grid.size * 6))
    nothing = bytes(grid.size)
    return March(grid.neighbours, costs, 12, budget, nothing, nothing, b"", True, 0, 0, 0)


def clear_errand() -> Errand:
    grid = Grid(5, 5)
    goals = bytes([1] + [0] * 24)
    return Errand(grid.neighbours, bytes([1]) * 150, bytes(25), 24, goals, -1)


@pytest.mark.parametrize("kernel", KERNELS)
def test_clear_ground(kernel: Kernel) -> None:
    hexes, spent, came = clear_march(budget=2).walk(kernel[0])
    assert hexes == [12, *Grid(5, 5).around(12)]
    assert spent == [0] + [2] * 6
    assert came == [-1] + [0] * 6


@pytest.mark.parametrize("kernel", KERNELS)
def test_bytearrays_and_keywords_will_do(kernel: Kernel) -> None:
    reach, trace = kernel
    march, errand = clear_march(), clear_errand()
    again = reach(
        march.neighbours,
        march.costs,
        march.start,
        march.budget,
        blocked=bytearray(march.blocked),
        zones=bytearray(march.zones),
        cross_closed=bytearray(),
        stop=True,
        enter=0,
        cross=0,
        leave=0,
    )
    assert again == march.walk(reach)
    closed, goals = bytearray(errand.closed), bytearray(errand.goals)
    assert trace(errand.neighbours, bytearray(errand.edges), closed, 24, goals, -1) == errand.walk(trace)


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"neighbours": array("i", [0] * 7)}, "neighbours must be"),
        ({"neighbours": array("H", [0] * 150)}, "neighbours must be"),
        ({"neighbours": array("i", [99] * 150)}, "names hex 99 on a map of 25 hexes"),
        ({"neighbours": array("i")}, "start is hex 12 on a map of 0 hexes"),
        ({"costs": array("H", [2])}, "costs has 1 entries, 150 were expected"),
        ({"costs": array("B", [2] * 150)}, "costs must be"),
        ({"blocked": bytes(24)}, "blocked has 24 entries, 25 were expected"),
        ({"zones": bytes(26)}, "zones has 26 entries, 25 were expected"),
        ({"cross_closed": bytes(25)}, "cross_closed has 25 entries, 150 were expected"),
        ({"start": -1}, "start is hex -1"),
        ({"start": 25}, "start is hex 25"),
        ({"budget": 65536}, "budget is 65536"),
    ],
)
def test_a_bad_range_is_refused(kernel: Kernel, change: dict[str, object], message: str) -> None:
    march = replace(clear_march(), **change)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=message):
        march.walk(kernel[0])


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"neighbours": array("i", [0] * 7)}, "neighbours must be"),
        ({"neighbours": array("i", [99] * 150)}, "names hex 99 on a map of 25 hexes"),
        ({"edges": bytes(25)}, "edges has 25 entries, 150 were expected"),
        ({"closed": b""}, "closed has 0 entries, 25 were expected"),
        ({"goals": bytes(150)}, "goals has 150 entries, 25 were expected"),
        ({"start": 25}, "start is hex 25"),
    ],
)
def test_a_bad_trace_is_refused(kernel: Kernel, change: dict[str, object], message: str) -> None:
    errand = replace(clear_errand(), **change)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=message):
        errand.walk(kernel[1])


@pytest.mark.parametrize("ways", [paths.plain_ways, paths.ways])
@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"neighbours": array("i", [0] * 7)}, "neighbours must be"),
        ({"neighbours": array("i", [99] * 150)}, "names hex 99 on a map of 25 hexes"),
        ({"costs": array("H", [2])}, "costs has 1 entries, 150 were expected"),
        ({"charges": array("B", [0] * 25)}, "charges must be"),
        ({"charges": array("H", [0])}, "charges has 1 entries, 25 were expected"),
        ({"starts": array("i", [0, 25])}, "start is hex 25 on a map of 25 hexes"),
        ({"limit": -1}, "limit is -1"),
        ({"limit": paths.MOST_BUDGET}, "limit is 65535, 0 to 65534"),
    ],
)
def test_bad_ways_are_refused(ways: paths.Ways, change: dict[str, object], message: str) -> None:
    grid = Grid(5, 5)
    costs, charges = array("H", [2] * 150), array("H", [0] * 25)
    journey = Journey(grid.neighbours, costs, array("i", [3]), charges, 8, False)
    with pytest.raises(ValueError, match=message):
        replace(journey, **change).walk(ways)  # type: ignore[arg-type]


@pytest.mark.parametrize("kernel", KERNELS)
def test_buffers_are_released(kernel: Kernel) -> None:
    march = clear_march()
    blocked = bytearray(march.blocked)
    replace(march, blocked=blocked).walk(kernel[0])
    with pytest.raises(ValueError, match="start"):
        replace(march, blocked=blocked, start=99).walk(kernel[0])
    blocked.append(0)  # A buffer still held would raise BufferError.


def test_the_plain_kernel_can_be_forced() -> None:
    script = "from hexfolio.core import paths; print(paths.KERNEL, paths.reach is paths.plain_reach)"
    environment = {**os.environ, "HEXFOLIO_KERNEL": "plain"}
    run = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True)
    assert run.stdout.split() == ["plain", "True"]
