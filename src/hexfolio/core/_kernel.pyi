from array import array

from hexfolio.core.paths import Flags, Range

def reach(
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
def trace(
    neighbours: array[int],
    edges: Flags,
    closed: Flags,
    start: int,
    goals: Flags,
    limit: int,
) -> list[int]: ...
def flood(neighbours: array[int], edges: Flags, closed: Flags, starts: Flags, limit: int) -> bytes: ...
def ways(
    neighbours: array[int],
    costs: array[int],
    starts: array[int],
    charges: array[int],
    limit: int,
    back: bool,
) -> tuple[list[int], list[int]]: ...
