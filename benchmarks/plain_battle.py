"""The Plain: a battle of our own invention to measure with, as large as the published ones.

37 by 21 hexes, 60 counters a side in two lines on both banks of a river, eight turns. Always the same ground.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

from hexfolio.battles.loading import DEFAULT_TABLES
from hexfolio.battles.map_sheets import read_map
from hexfolio.core.battle import Battle, Placement, Side
from hexfolio.core.board import Board, Fortification
from hexfolio.core.counters import Counter, Marker, Values
from hexfolio.core.hexes import Grid
from hexfolio.core.terrain import TerrainKey
from hexfolio.rulebooks.sheets import Entry

COLUMNS, ROWS = 37, 21
RIVER = COLUMNS // 2
TURNS = 8
GROUND_SEED = 1815
GROUND = {"clear": 55, "woods": 18, "mixed": 10, "hill": 8, "broken": 4, "marsh": 2, "town": 2, "mountain": 1}
ROAD_ROWS = (3, 10, 17)
ROAD_COLUMNS = (6, 30)
FORT_ROWS = (6, 14)
MARKERS = (1, 1, 2, 2, 2, 3, 3, 4)
ALLOTMENT = (5, 5)

LEG: tuple[Values, ...] = ((4, 4, 4), (2, 3, 4))
MOBILE: tuple[Values, ...] = ((5, 4, 8), (3, 2, 8))
SIDES = (Side("west", "Western Army"), Side("east", "Eastern Army"))
FRONT = (2, 3)
RESERVE = (6, 8)
"""How many columns from the river the leg units of the front and the mobile units behind it stand."""


def plain_battle(book: str) -> Battle:
    """The battle set up for one rule book."""
    board = _board(Grid(COLUMNS, ROWS))
    places = [*_places(board.grid, 0), *_places(board.grid, 1)]
    counters = [
        Counter(index, name, side, steps, mobility)
        for index, (name, side, steps, mobility, _) in enumerate(places)
    ]
    return Battle(
        id="plain",
        title="The Plain",
        book=book,
        board=board,
        key=_terrain_key(),
        sides=SIDES,
        counters=tuple(counters),
        markers=tuple(Marker(index, index // len(MARKERS), value) for index, value in enumerate(MARKERS * 2)),
        turns=TURNS,
        first=0,
        allotments=(ALLOTMENT,),
        table=DEFAULT_TABLES[book],
        placements={index: Placement((place[-1],)) for index, place in enumerate(places)},
        victory={
            "objectives": {_hex(column, row): 5 for column in ROAD_COLUMNS for row in ROAD_ROWS},
            "step": 1,
        },
    )


def _hex(column: int, row: int) -> int:
    return column * ROWS + row


def _board(grid: Grid) -> Board:
    random = Random(GROUND_SEED)
    ground = random.choices(list(GROUND), list(GROUND.values()), k=grid.size)
    roads = frozenset(_roads(grid))
    river = frozenset(grid.side(_hex(RIVER, row), direction) for row in range(ROWS) for direction in (1, 2))
    return Board(
        name="The Plain",
        grid=grid,
        terrain=tuple((kind,) for kind in ground),
        hexsides={side: frozenset({"river", "bridge"} if side in roads else {"river"}) for side in river},
        ways={"road": roads},
        fortifications={
            _hex(_column(side, FRONT[0]), row): Fortification("bunker")
            for side in (0, 1)
            for row in FORT_ROWS
        },
        edges={"west": ("west",), "east": ("east",)},
    )


def _roads(grid: Grid) -> Iterator[int]:
    """The hexsides that roads cross: three from west to east, two from north to south."""
    lines = [[_hex(column, row) for column in range(COLUMNS)] for row in ROAD_ROWS]
    lines += [[_hex(column, row) for row in range(ROWS)] for column in ROAD_COLUMNS]
    for line in lines:
        for here, there in pairwise(line):
            yield grid.side(here, grid.direction(here, there))


def _column(side: int, from_river: int) -> int:
    return RIVER - from_river if side == 0 else RIVER + from_river


def _places(grid: Grid, side: int) -> Iterator[tuple[str, int, tuple[Values, ...], str, int]]:
    """The counters of a side with their hexes: forty leg units in front, twenty mobile ones behind."""
    for rank in FRONT:
        for row in range(ROWS - 1):
            yield f"{side}L{rank}{row:02}", side, LEG, "leg", _hex(_column(side, rank), row)
    for rank in RESERVE:
        for row in range(0, ROWS - 1, 2):
            yield f"{side}M{rank}{row:02}", side, MOBILE, "mobile", _hex(_column(side, rank), row)


def _terrain_key() -> TerrainKey:
    """The key that maps share."""
    return read_map(Entry("plain", 1), "The Plain")[1]
