"""Names along lines: how a map sheet gives them, and whether the maps give them to real waters."""

from __future__ import annotations

import pytest

from hexfolio.battles.loading import load_shared_map, shared_maps
from hexfolio.battles.map_sheets import read_map
from hexfolio.core.board import Board, NameLine
from hexfolio.render.hexsides import COURSES
from hexfolio.rulebooks.sheets import SheetError, Where, parse_sheet


def sketch(text: str) -> Board:
    return read_map(parse_sheet(text, "m.yaml"), "sketch")[0]


def test_a_name_runs_along_hexes_or_hexsides() -> None:
    board = sketch("names: {Wend: 0101-0201-0302, Marn: 0404/0504 0404/0505}")
    hexes = tuple(map(board.grid.index, ("0101", "0201", "0302")))
    a, b, c = map(board.grid.index, ("0404", "0504", "0505"))
    sides = board.side_between(a, b), board.side_between(a, c)
    assert board.names == (NameLine("Wend", hexes=hexes), NameLine("Marn", sides=sides))
    assert sketch("size: 3x3").names == ()


def test_each_row_of_a_list_is_a_line_of_its_own() -> None:
    names = sketch("names:\n  Wend:\n    - 0101-0201\n    - 0404/0504 0404/0505\n").names
    assert [(line.name, len(line.hexes), len(line.sides)) for line in names] == [
        ("Wend", 2, 0),
        ("Wend", 0, 2),
    ]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("0101-0301", "Hexes 0101 and 0301 are not adjacent."),
        ("0101", "0101 was found where hexes in a row such as 0101-0201-0302 were expected."),
        ("0101/9999", "There is no hex 9999 on this map"),
        (
            "0404/0504 0707/0708",
            "Hexsides 0404/0504 and 0707/0708 do not meet, so Wend cannot run along both.",
        ),
        ("0101-0201 0301-0302", "0101-0201 was found where two hexes such as 0505/0506 were expected."),
        ("''", "Wend needs a line to run along"),
        ("[]", "Wend needs a line to run along"),
        ("{a: b}", "A text or a list was expected"),
    ],
)
def test_a_line_that_makes_no_sense_is_refused(line: str, sentence: str) -> None:
    with pytest.raises(SheetError, match=r"m\.yaml line 3: ") as caught:
        sketch(f"size: 9x9\nnames:\n  Wend: {line}\n")
    assert sentence in str(caught.value)


@pytest.mark.parametrize("name", shared_maps())
def test_names_along_hexsides_follow_water(name: str) -> None:
    board, _ = read_map(load_shared_map(name, Where("test_map_names.py", 1)), name)
    lines = [line for line in board.names if line.sides]
    assert lines
    dry = [
        line.name
        for line in lines
        for side in line.sides
        if not board.hexsides.get(side, frozenset()) & COURSES.keys()
    ]
    assert dry == []
