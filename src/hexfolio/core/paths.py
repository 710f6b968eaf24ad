"""Movement ranges, traces and ways over edge costs, in half movement points.

The plain versions are the reference. The compiled ones give the same answers in
the same order, and are taken when they were built; HEXFOLIO_KERNEL=plain keeps
the plain ones.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Sequence
from typing import NamedTuple, Protocol

Flags = bytes | bytearray
Range = tuple[list[int], list[int], list[int]]


class OpenSteps(NamedTuple):
    """The steps of a map that are not closed, by hex."""

    steps: list[tuple[tuple[int, int, int], ...]]
    """Where each step leads, what it costs, and its position in the arrays of the map."""
    plain: list[tuple[tuple[int, int], ...]]
    """The same without the position."""
    least: list[int]
    """What the cheapest step costs."""


MOST_BUDGET = 65535
MOST_KEPT = 64

_kept_steps: dict[int, tuple[tuple[bytes, bytes], OpenSteps]] = {}
"""Open steps by the identity of the cost array, with the content they were listed from."""


Shifts = tuple[list[tuple[int, int]], list[tuple[int, int]]]
"""Shifts to the left and to the right, each with the hexes it is open for."""

_kept_shifts: dict[tuple[bytes, bytes], Shifts] = {}
"""Open steps by what they were listed from."""

_IS_SET = bytes([0]) + bytes([1] * 255)
_IS_ZERO = bytes([1]) + bytes(255)


class Reach(Protocol):
    """The signature of `reach`, plain or compiled."""

    def __call__(
        self,
        neighbours: array[int],
        costs: array[int],
        start: int,
        budget: int,
        blocked: Flags,
        zones: Flags,
        cross_closed: Flags,
        stop: bool,
        enter: int,
        cross: int,
        leave: int,
    ) -> Range: ...


class Flood(Protocol):
    """The signature of `flood`, plain or compiled."""

    def __call__(
        self, neighbours: array[int], edges: Flags, closed: Flags, starts: Flags, limit: int
    ) -> bytes: ...


class Ways(Protocol):
    """The signature of `ways`, plain or compiled."""

    def __call__(
        self,
        neighbours: array[int],
        costs: array[int],
        starts: array[int],
        charges: array[int],
        limit: int,
        back: bool,
    ) -> tuple[list[int], list[int]]: ...


class Trace(Protocol):
    """The signature of `trace`, plain or compiled."""

    def __call__(
        self,
        neighbours: array[int],
        edges: Flags,
        closed: Flags,
        start: int,
        goals: Flags,
        limit: int,
    ) -> list[int]: ...


def plain_reach(
    neighbours: array[int],
    costs: array[int],
    start: int,
    budget: int,
    blocked: Flags,
    zones: Flags,
    cross_closed: Flags,
    stop: bool,
    enter: int,
    cross: int,
    leave: int,
) -> Range:
    """Every hex within the budget: hexes by rising cost, what each costs, and where it is entered from.

    A step costs `costs[h * 6 + d]`, 0 being closed, plus the surcharge for entering a zone, going
    from zone to zone, or leaving one; a negative surcharge closes the step. The third list holds
    positions in the first, -1 for the start.
    """
    size = _checked_size(neighbours, start)
    _check_length("costs", costs, size * 6)
    _check_length("blocked", blocked, size)
    _check_length("zones", zones, size)
    if cross_closed:
        _check_length("cross_closed", cross_closed, size * 6)
    if costs.itemsize != 2:
        raise ValueError("costs must be an array('H') with six entries for each hex")
    if budget > MOST_BUDGET:
        raise ValueError(f"budget is {budget}, at most {MOST_BUDGET} half points was expected")

    budget = max(budget, 0)
    steps, plain, least = _open_steps(neighbours, costs)
    best = _unvisited(blocked, budget + 1)
    parent = [-1] * size
    buckets: list[list[int]] = [[] for _ in range(budget + 1)]
    hexes: list[int] = []
    best[start] = 0
    buckets[0].append(start)
    for so_far, bucket in enumerate(buckets):
        left = budget - so_far
        for h in bucket:
            if best[h] < so_far:
                continue
            position = len(hexes)
            hexes.append(h)
            if least[h] > left:
                continue
            if zones[h]:
                if stop and h != start:
                    continue
                for n, cost, step in steps[h]:
                    surcharge = cross if zones[n] else leave
                    total = so_far + cost + surcharge
                    if total >= best[n] or surcharge < 0:
                        continue
                    if cross_closed and cross_closed[step] and zones[n]:
                        continue
                    best[n] = total
                    parent[n] = position
                    buckets[total].append(n)
            elif enter:
                for n, cost in plain[h]:
                    total = so_far + cost
                    if total >= best[n]:
                        continue
                    if zones[n]:
                        total += enter
                        if total >= best[n] or enter < 0:
                            continue
                    best[n] = total
                    parent[n] = position
                    buckets[total].append(n)
            else:
                for n, cost in plain[h]:
                    total = so_far + cost
                    if total < best[n]:
                        best[n] = total
                        parent[n] = position
                        buckets[total].append(n)
    return hexes, [best[h] for h in hexes], [parent[h] for h in hexes]


def _unvisited(blocked: Flags, beyond: int) -> list[int]:
    """What each hex has cost so far: more than the budget, or nothing where it is blocked, so that no way
    there is ever cheaper.
    """
    if beyond < 256:
        return list(blocked.translate(bytes([beyond]) + bytes(255)))
    return [0 if closed else beyond for closed in blocked]


def _open_steps(neighbours: array[int], costs: array[int]) -> OpenSteps:
    """The open steps of every hex, listed once for arrays that stay as they are."""
    content = neighbours.tobytes(), costs.tobytes()
    kept = _kept_steps.get(id(costs))
    if kept is None or kept[0] != content:
        if len(_kept_steps) >= MOST_KEPT:
            _kept_steps.clear()
        kept = _kept_steps[id(costs)] = content, _list_steps(neighbours, costs)
    return kept[1]


def _list_steps(neighbours: array[int], costs: array[int]) -> OpenSteps:
    size = len(neighbours) // 6
    steps: list[list[tuple[int, int, int]]] = [[] for _ in range(size)]
    for step, (n, cost) in enumerate(zip(neighbours, costs, strict=True)):
        if not cost or n < 0:
            continue
        if n >= size:
            raise ValueError(f"neighbours names hex {n} on a map of {size} hexes")
        steps[step // 6].append((n, cost, step))
    return OpenSteps(
        [tuple(row) for row in steps],
        [tuple((n, cost) for n, cost, _ in row) for row in steps],
        [min((cost for _, cost, _ in row), default=MOST_BUDGET + 1) for row in steps],
    )


def plain_trace(
    neighbours: array[int],
    edges: Flags,
    closed: Flags,
    start: int,
    goals: Flags,
    limit: int,
) -> list[int]:
    """The shortest way from start to a goal in at most `limit` steps (negative: any), or [] if none.

    Steps need a nonzero edge into a hex that is not closed; the start may be closed. Among equal
    ways the one found first wins, directions being tried clockwise from 0.
    """
    size = _checked_size(neighbours, start)
    _check_length("edges", edges, size * 6)
    _check_length("closed", closed, size)
    _check_length("goals", goals, size)

    if goals[start]:
        return [start]
    parent = [-1] * size
    parent[start] = start
    steps = 0
    last = [start]
    while last and steps != limit:
        steps += 1
        found: list[int] = []
        for h in last:
            for step in range(h * 6, h * 6 + 6):
                n = neighbours[step]
                if not edges[step] or n < 0:
                    continue
                if n >= size:
                    raise ValueError(f"neighbours names hex {n} on a map of {size} hexes")
                if closed[n] or parent[n] >= 0:
                    continue
                parent[n] = h
                if goals[n]:
                    return _way_back(parent, n)
                found.append(n)
        last = found
    return []


def plain_flood(neighbours: array[int], edges: Flags, closed: Flags, starts: Flags, limit: int) -> bytes:
    """One byte a hex: can it be traced to from one of the starts in at most `limit` steps (negative: any)?

    Steps need a nonzero edge into a hex that is not closed; a start that is closed counts for nothing.
    """
    size = _checked_size(neighbours, 0)
    _check_length("edges", edges, size * 6)
    _check_length("closed", closed, size)
    _check_length("starts", starts, size)

    up, down = _open_shifts(neighbours, bytes(edges))
    free = int.from_bytes(closed.translate(_IS_ZERO), "little")
    reached = last = int.from_bytes(starts.translate(_IS_SET), "little") & free
    steps = 0
    while last and steps != limit:
        steps += 1
        found = 0
        for shift, origins in up:
            found |= (last & origins) << shift
        for shift, origins in down:
            found |= (last & origins) >> shift
        free &= ~last
        last = found & free
        reached |= last
    return reached.to_bytes(size, "little")


def _open_shifts(neighbours: array[int], edges: bytes) -> Shifts:
    """Open steps as shifts of a number that has a byte for every hex, listed once for the same edges."""
    content = neighbours.tobytes(), edges
    kept = _kept_shifts.get(content)
    if kept is None:
        if len(_kept_shifts) >= MOST_KEPT:
            _kept_shifts.clear()
        kept = _kept_shifts[content] = _list_shifts(neighbours, edges)
    return kept


def _list_shifts(neighbours: array[int], edges: bytes) -> Shifts:
    size = len(neighbours) // 6
    origins: dict[int, bytearray] = {}
    for step, n in enumerate(neighbours):
        if not edges[step] or n < 0:
            continue
        if n >= size:
            raise ValueError(f"neighbours names hex {n} on a map of {size} hexes")
        origins.setdefault(n - step // 6, bytearray(size))[step // 6] = 1
    masks = {offset: int.from_bytes(hexes, "little") for offset, hexes in origins.items()}
    return (
        [(offset * 8, mask) for offset, mask in masks.items() if offset > 0],
        [(-offset * 8, mask) for offset, mask in masks.items() if offset < 0],
    )


def plain_ways(
    neighbours: array[int],
    costs: array[int],
    starts: array[int],
    charges: array[int],
    limit: int,
    back: bool,
) -> tuple[list[int], list[int]]:
    """By hex, what the way from the nearest start costs and the hex before; limit + 1 and -1 if none.

    A step costs `costs[h * 6 + d]`, 0 being closed, plus the charge of the hex it enters, `MOST_BUDGET`
    being closed. With `back` the ways lead to the starts, and the hex after is given. Directions are
    tried clockwise from 0, and the way found first wins.
    """
    size = _checked_size(neighbours, 0)
    if (costs.itemsize, starts.itemsize, charges.itemsize) != (2, 4, 2):
        raise ValueError("costs and charges must be array('H'), starts an array('i')")
    _check_length("costs", costs, size * 6)
    _check_length("charges", charges, size)
    if not 0 <= limit < MOST_BUDGET:
        raise ValueError(f"limit is {limit}, 0 to {MOST_BUDGET - 1} half points was expected")

    best, before = [limit + 1] * size, [-1] * size
    buckets: list[list[int]] = [[] for _ in range(limit + 1)]
    for start in dict.fromkeys(starts):
        if not 0 <= start < size:
            raise ValueError(f"start is hex {start} on a map of {size} hexes")
        best[start] = 0
        buckets[0].append(start)
    for so_far, bucket in enumerate(buckets):
        for h in bucket:
            if best[h] < so_far:
                continue
            for d in range(6):
                n = neighbours[h * 6 + d]
                if n < 0:
                    continue
                if n >= size:
                    raise ValueError(f"neighbours names hex {n} on a map of {size} hexes")
                cost = costs[n * 6 + (d + 3) % 6 if back else h * 6 + d]
                charge = charges[h if back else n]
                total = so_far + cost + charge
                if not cost or charge == MOST_BUDGET or total >= best[n]:
                    continue
                best[n], before[n] = total, h
                buckets[total].append(n)
    return best, before


def _way_back(parent: list[int], end: int) -> list[int]:
    way = [end]
    while parent[way[-1]] != way[-1]:
        way.append(parent[way[-1]])
    return way[::-1]


def _checked_size(neighbours: array[int], start: int) -> int:
    size, rest = divmod(len(neighbours), 6)
    if rest or neighbours.itemsize != 4:
        raise ValueError("neighbours must be an array('i') with six entries for each hex")
    if not 0 <= start < size:
        raise ValueError(f"start is hex {start} on a map of {size} hexes")
    return size


def _check_length(name: str, values: Sequence[int], length: int) -> None:
    if len(values) != length:
        raise ValueError(f"{name} has {len(values)} entries, {length} were expected")


reach: Reach = plain_reach
trace: Trace = plain_trace
flood: Flood = plain_flood
ways: Ways = plain_ways
KERNEL = "plain"

if os.environ.get("HEXFOLIO_KERNEL") != "plain":
    try:
        from hexfolio.core import _kernel
    except ImportError:
        pass
    else:
        reach, trace, flood, ways = _kernel.reach, _kernel.trace, _kernel.flood, _kernel.ways
        KERNEL = "compiled"
