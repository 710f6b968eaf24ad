"""Movement against a second opinion on thousands of random maps; `make oracles` takes more."""

from __future__ import annotations

import pytest

from oracles import movement
from oracles.maps import GRID, Piece, Sketch

MAPS_PER_RUN = 810
RUNS = 4
"""Runs of so many maps, of which each edition has a third: 3240 maps in all."""


@pytest.mark.parametrize("run", range(RUNS))
def test_engine_and_referee_agree(run: int) -> None:
    assert movement.run(run, MAPS_PER_RUN) == []


def test_referee_knows_the_worked_example() -> None:
    """fm-folio:5.1.1.j to n: 1, then 5 + 1, then three times 1, and no second step along the zone."""
    start = GRID.index("0303")
    pieces = [
        Piece(0, GRID.index("0301"), True, False, False, (10, 10), 0),
        Piece(1, start, False, False, False, (8, 8), 0),
    ]
    bare = Sketch([("clear",)] * GRID.size, {}, {"road": set(), "trail": set()}, {}, pieces)
    referee = movement.Referee("fm-folio", bare)
    way = tuple(GRID.index(number) for number in ("0301", "0302", "0402", "0502", "0602", "0601"))
    assert [referee.walk(0, way[: length + 1]) for length in range(1, 6)] == [1, 7, 8, 9, 10]
    assert referee.walk(0, (*way[:3], GRID.index("0403"))) is None
