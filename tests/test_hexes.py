"""Hexes: numbers, neighbours, hexsides, distances, lines, areas, edges."""

from itertools import pairwise
from math import dist, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfolio.core.hexes import OFF_MAP, Grid, HexError


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    return Grid(
        columns=draw(st.integers(1, 9)),
        rows=draw(st.integers(1, 9)),
        straight=draw(st.sampled_from(["columns", "rows"])),
        displaced=draw(st.sampled_from(["even", "odd"])),
        first=draw(st.tuples(st.integers(0, 3), st.integers(0, 3))),
        north=draw(st.sampled_from(["n", "ne", "e", "se", "s", "sw", "w", "nw"])),
    )


def hexes_of(grid: Grid) -> st.SearchStrategy[int]:
    return st.integers(0, grid.size - 1)


@st.composite
def grids_with(draw: st.DrawFn, count: int) -> tuple[Grid, list[int]]:
    grid = draw(grids())
    return grid, [draw(hexes_of(grid)) for _ in range(count)]


def steps_from(grid: Grid, start: int) -> dict[int, int]:
    steps = {start: 0}
    queue = [start]
    for h in queue:
        for n in grid.around(h):
            if n not in steps:
                steps[n] = steps[h] + 1
                queue.append(n)
    return steps


@given(grids())
def test_number_and_index_are_inverse(grid: Grid) -> None:
    numbers = [grid.number(h) for h in range(grid.size)]
    assert len(set(numbers)) == grid.size
    assert [grid.index(number) for number in numbers] == list(range(grid.size))


@given(grids())
def test_neighbours_are_mutual_and_opposite(grid: Grid) -> None:
    for h in range(grid.size):
        for d in range(6):
            n = grid.neighbour(h, d)
            if n != OFF_MAP:
                assert grid.neighbour(n, grid.opposite(d)) == h
                assert grid.direction(h, n) == d
                assert grid.direction(n, h) == grid.opposite(d)
                assert h in grid.around(n)


@given(grids())
def test_neighbours_lie_clockwise_one_apart(grid: Grid) -> None:
    for h in range(grid.size):
        corners = grid.corners(h)
        for d in range(6):
            n = grid.neighbour(h, d)
            if n != OFF_MAP:
                assert isclose(dist(grid.centre(h), grid.centre(n)), 1)
                shared = grid.corners(n)[grid.opposite(d)]
                assert dist(corners[(d + 1) % 6], shared) < 1e-9


@given(grids())
def test_a_hexside_has_one_number(grid: Grid) -> None:
    owners: dict[int, set[int]] = {}
    for h in range(grid.size):
        for d in range(6):
            owners.setdefault(grid.side(h, d), set()).add(h)
            n = grid.neighbour(h, d)
            if n != OFF_MAP:
                assert grid.side(h, d) == grid.side(n, grid.opposite(d))
    shared = sum(len(grid.around(h)) for h in range(grid.size)) // 2
    assert sum(len(hexes) == 2 for hexes in owners.values()) == shared
    assert len(owners) == grid.size * 6 - shared


@given(grids_with(1))
def test_distance_counts_steps(case: tuple[Grid, list[int]]) -> None:
    grid, [a] = case
    assert {b: grid.distance(a, b) for b in range(grid.size)} == steps_from(grid, a)


@given(grids_with(3))
def test_distance_is_a_metric(case: tuple[Grid, list[int]]) -> None:
    grid, [a, b, c] = case
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, b) == grid.distance(b, a)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@given(grids_with(2))
def test_a_line_is_unbroken_and_the_same_both_ways(case: tuple[Grid, list[int]]) -> None:
    grid, [a, b] = case
    line = grid.line(a, b)
    assert (line[0], line[-1], len(line)) == (a, b, grid.distance(a, b) + 1)
    assert all(grid.direction(one, two) >= 0 for one, two in pairwise(line))
    assert grid.line(b, a) == line[::-1]


@given(grids_with(1), st.integers(0, 5))
def test_areas_agree_with_distance(case: tuple[Grid, list[int]], n: int) -> None:
    grid, [h] = case
    assert grid.within(h, n) == [x for x in range(grid.size) if grid.distance(h, x) <= n]
    assert grid.ring(h, n) == [x for x in range(grid.size) if grid.distance(h, x) == n]


@given(grids())
def test_direction_names_differ(grid: Grid) -> None:
    assert len({grid.direction_name(d) for d in range(6)}) == 6


@given(grids())
def test_edges_are_the_border(grid: Grid) -> None:
    border = {h for name in ("north", "east", "south", "west") for h in grid.edge(name)}
    assert border >= {h for h in range(grid.size) if len(grid.around(h)) < 4}
    assert all(len(grid.around(h)) < 6 for h in border)


@pytest.mark.parametrize(
    ("straight", "displaced", "around"),
    [
        ("columns", "even", ["0201", "0302", "0303", "0203", "0103", "0102"]),
        ("columns", "odd", ["0201", "0301", "0302", "0203", "0102", "0101"]),
        ("rows", "even", ["0301", "0302", "0303", "0203", "0102", "0201"]),
        ("rows", "odd", ["0201", "0302", "0203", "0103", "0102", "0101"]),
    ],
)
def test_neighbours_of_0202(straight: str, displaced: str, around: list[str]) -> None:
    grid = Grid(5, 5, straight, displaced)
    assert [grid.number(n) for n in grid.around(grid.index("0202"))] == around


def test_direction_names() -> None:
    columns, rows = Grid(3, 3), Grid(3, 3, "rows")
    assert [columns.direction_name(d) for d in range(6)] == ["n", "ne", "se", "s", "sw", "nw"]
    assert [rows.direction_name(d) for d in range(6)] == ["ne", "e", "se", "sw", "w", "nw"]
    assert Grid(3, 3, north="e").direction_name(0) == "e"


def test_a_page_with_east_on_top_has_north_on_the_left() -> None:
    grid = Grid(3, 2, north="e")
    assert [grid.number(h) for h in grid.edge("north")] == ["0101", "0102"]
    assert [grid.number(h) for h in grid.edge("east")] == ["0101", "0201", "0301"]
    assert [grid.number(h) for h in grid.edge("west")] == ["0102", "0202", "0302"]


def test_grids_compare_by_their_parameters() -> None:
    assert Grid(3, 4) == Grid(3, 4, north=0)
    assert hash(Grid(3, 4)) == hash(Grid(3, 4, north=360))
    assert len({Grid(3, 4), Grid(4, 3), Grid(3, 4, "rows"), Grid(3, 4, north="s")}) == 4


def test_the_largest_map() -> None:
    grid = Grid(100, 100, first=(0, 0))
    assert grid.number(grid.size - 1) == "9999"
    assert grid.distance(grid.index("0000"), grid.index("9900")) == 99


def test_a_number_off_the_map_names_the_columns_and_rows() -> None:
    with pytest.raises(HexError, match=r"no hex 9901 .* columns run from 01 to 20 and rows from 01 to 20\."):
        Grid(20, 20).index("9901")


@pytest.mark.parametrize("number", ["", "101", "01 1", "01010", "\u0660\u0661\u0660\u0661"])
def test_a_malformed_number_is_refused(number: str) -> None:
    with pytest.raises(HexError, match="is not a hex number"):
        Grid(20, 20).index(number)


def test_nonsense_is_refused() -> None:
    with pytest.raises(HexError, match='"columns" or "rows"'):
        Grid(3, 3, "diagonals")
    with pytest.raises(HexError, match='"even" or "odd"'):
        Grid(3, 3, displaced="none")
    with pytest.raises(HexError, match="100 columns from 1 do not fit"):
        Grid(100, 3)
    with pytest.raises(HexError, match="0 rows from 1 do not fit"):
        Grid(3, 0)
    with pytest.raises(HexError, match="is no bearing"):
        Grid(3, 3, north="up")
    with pytest.raises(HexError, match="no map edge 'top'"):
        Grid(3, 3).edge("top")
