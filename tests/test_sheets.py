"""Sheets: what scalars become, and errors that name file and line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from hexfolio.rulebooks import sheets
from hexfolio.rulebooks.sheets import (
    Entry,
    Rows,
    SheetError,
    flag_of,
    hex_text,
    load_sheet,
    need,
    number_of,
    only_keys,
    parse_sheet,
    rows_of,
    text_of,
    words,
)


@pytest.fixture(params=["CSafeLoader", "SafeLoader"], autouse=True)
def _both_loaders(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if not hasattr(yaml, request.param):
        pytest.skip("this YAML has no compiled loader")
    monkeypatch.setattr(sheets, "_LOADER", getattr(yaml, request.param))


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("0404", "0404"),
        ("1010", 1010),
        ("0", 0),
        ("-3", -3),
        ("00", "00"),
        ("+2", "+2"),
        ("1/2", "1/2"),
        ("5.5", "5.5"),
        ("4-4-10", "4-4-10"),
        ("2001-01-01", "2001-01-01"),
        ("1_000", "1_000"),
        ("0x10", "0x10"),
        ("12:30", "12:30"),
        ("no", "no"),
        ("yes", "yes"),
        ("on", "on"),
        ("True", "True"),
        ("true", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ("'1010'", "1010"),
        ('"true"', "true"),
        ("'~'", "~"),
        ("9" * 30, "9" * 30),
    ],
)
def test_scalars(written: str, value: object) -> None:
    found = parse_sheet(f"a: {written}", "s.yaml")["a"]
    assert found == value
    assert type(found) is type(value)


def test_lines_of_keys_and_items() -> None:
    sheet = parse_sheet("# head\na: 1\nb:\n  - x\n  - y: 2\n    z: 3\n", "s.yaml")
    assert isinstance(sheet, Entry)
    assert (sheet.name, sheet.line, sheet.lines) == ("s.yaml", 2, {"a": 2, "b": 3})
    rows = sheet["b"]
    assert isinstance(rows, Rows)
    assert (rows.name, rows.line, rows.lines) == ("s.yaml", 4, [4, 5])
    assert rows[1].lines == {"y": 5, "z": 6}


def test_empty_sheet() -> None:
    assert parse_sheet("# nothing\n", "s.yaml") is None


def test_anchors_are_shared() -> None:
    sheet = parse_sheet("a: &x [1, 2]\nb: *x\n", "s.yaml")
    assert sheet["a"] is sheet["b"]


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("a: 1\nb: 2\na: 3\n", 3, "a is here twice, first in line 1"),
        ("x:\n  0404: a\n  0404: b\n", 3, "0404 is here twice"),
        ("a: 1\nb: [1, 2\nc: 3\n", 3, "not YAML"),
        ("a: 1\n\tb: 2\n", 2, "not YAML"),
        ("a: 1\n? [b]\n: 2\n", 2, "A key must be"),
        ("a: 1\n---\nb: 2\n", 2, "not YAML"),
        ("a: 1\nb: *x\n", 2, "not YAML"),
        ("a:\n  &x [*x]\n", 2, "inside what it repeats"),
        ("a: 1\nb: \x00\n", 2, "not YAML"),
    ],
)
def test_broken_sheets(text: str, line: int, says: str) -> None:
    with pytest.raises(SheetError, match=says) as caught:
        parse_sheet(text, "bad.yaml")
    assert str(caught.value).startswith(f"bad.yaml line {line}: ")
    assert (caught.value.name, caught.value.line) == ("bad.yaml", line)


def test_nesting_without_end() -> None:
    with pytest.raises(SheetError):
        parse_sheet("[" * 5000, "deep.yaml")


def test_files(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.yaml", tmp_path / "bad.yaml"
    good.write_text("\ufeffa: 1\n", encoding="utf-8")
    bad.write_bytes(b"a: 1\nb: \xff\n")
    assert load_sheet(good) == {"a": 1}
    assert load_sheet(str(good)) == {"a": 1}
    with pytest.raises(SheetError, match=r"bad\.yaml line 2: This is not UTF-8"):
        load_sheet(bad)
    with pytest.raises(SheetError, match=r"none\.yaml: The file cannot be read"):
        load_sheet(tmp_path / "none.yaml")


def test_hex_numbers() -> None:
    sheet = parse_sheet("{0404: 1010, 1011: 0101}", "s.yaml")
    assert [hex_text(key) for key in sheet] == ["0404", "1011"]
    assert [hex_text(value) for value in sheet.values()] == ["1010", "0101"]


def test_words_with_their_lines() -> None:
    sheet = parse_sheet("a: 0404 1010\nb:\n  - 0505\n  - 1011 0202\nc: 1212\nd: {x: 1}\n", "s.yaml")

    def found(key: str) -> list[tuple[str, int]]:
        return [(word, where.line) for word, where in words(sheet[key], sheet.where(key))]

    assert found("a") == [("0404", 1), ("1010", 1)]
    assert found("b") == [("0505", 3), ("1011", 4), ("0202", 4)]
    assert found("c") == [("1212", 5)]
    with pytest.raises(SheetError, match="line 6: A text or a list was expected, not a mapping"):
        found("d")


def test_only_keys_and_need() -> None:
    sheet = parse_sheet("a: 1\nb: ~\nwrong: 2\n", "s.yaml")
    with pytest.raises(SheetError, match=r"s\.yaml line 3: A map has no key wrong: expected one of a, b\."):
        only_keys(sheet, ("a", "b"), "A map")
    assert need(sheet, "a", "A map") == 1
    with pytest.raises(SheetError, match="line 2: A map needs the key b"):
        need(sheet, "b", "A map")


def test_typed_getters() -> None:
    sheet: Any = parse_sheet("n: 3\nt: word\nf: true\nr: [1]\nyear: 1944\n", "s.yaml")
    assert number_of(sheet, "n") == 3
    assert number_of(sheet, "absent", 7) == 7
    assert text_of(sheet, "t") == "word"
    assert text_of(sheet, "year") == "1944"
    assert flag_of(sheet, "f") is True
    assert rows_of(sheet, "r") == [1]
    assert rows_of(sheet, "absent") == []
    with pytest.raises(SheetError, match="line 3: f must be a whole number, not true"):
        number_of(sheet, "f")
    with pytest.raises(SheetError, match="line 1: n must be 4 or more, not 3"):
        number_of(sheet, "n", least=4)
    with pytest.raises(SheetError, match="line 4: r must be text, not a list"):
        text_of(sheet, "r")
    with pytest.raises(SheetError, match="line 1: absent must be true or false, it is missing"):
        flag_of(sheet, "absent")
