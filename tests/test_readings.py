"""Readings: rows and the rules that ask for them, documents that name them, cases, and play under each."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from hexfolio.battles import registry
from hexfolio.battles.readings import as_read, read_readings
from hexfolio.core import journal
from hexfolio.core.battle import Battle, Reading
from hexfolio.rulebooks import books
from hexfolio.rulebooks.clauses import books as book_names
from hexfolio.rulebooks.readings import chosen, printed, read_reading, readings
from hexfolio.rulebooks.sheets import Entry, SheetError, entry_of, load_sheet, parse_sheet

ROOT = Path(__file__).parent.parent
ROWS: Entry = load_sheet(files("hexfolio.rulebooks") / "readings.yaml")
BATTLES = [(entry.id, book) for entry in registry.entries() for book in entry.books]
ORDERS = 150

WITHOUT_HOOK: frozenset[str] = frozenset()
"""Rows that no rule asks for yet: none. A row that stands here waits for its hook."""


@cache
def loaded(battle: str, book: str) -> Battle:
    return registry.load(battle, book)


def all_readings() -> dict[str, list[Reading]]:
    """Every reading by its name, once for each book and battle that has it."""
    found: dict[str, list[Reading]] = {}
    for book in book_names():
        for row in printed(book):
            found.setdefault(row.reading.name, []).append(row.reading)
    for battle, book in BATTLES:
        for reading in loaded(battle, book).readings:
            found.setdefault(reading.name, []).append(reading)
    return found


READINGS = all_readings()


# Rows


@pytest.mark.parametrize("name", ROWS)
def test_a_row_loads_for_the_books_it_names(name: str) -> None:
    row = ROWS[name]
    assert set(entry_of(row, "clauses")) <= set(book_names())
    for book in entry_of(row, "clauses"):
        reading = read_reading(name, row, book)
        assert reading is not None
        assert reading.rulings, "a reading has a ruling"
        assert reading.question.endswith("?")
        assert all(meaning.endswith(".") for meaning in reading.meanings.values())
    for key in ("ours", "with"):
        assert set(entry_of(row, key)) <= set(entry_of(row, "clauses"))


@pytest.mark.parametrize("name", [name for name in ROWS if "needs" in ROWS[name]])
def test_what_a_row_needs_is_there_in_some_battle_and_wanting_in_another(name: str) -> None:
    mine = [pair for pair in BATTLES if pair[1] in entry_of(ROWS[name], "clauses")]
    offered = {pair: name in [reading.name for reading in readings(loaded(*pair))] for pair in mine}
    assert set(offered.values()) == {True, False}


def test_readings_of_battles_and_books_do_not_share_names() -> None:
    for battle, book in BATTLES:
        names = [reading.name for reading in readings(loaded(battle, book))]
        options = [option.name for option in books.options(loaded(battle, book))]
        assert len({*names, *options}) == len(names) + len(options), battle


@pytest.mark.parametrize(("battle", "book"), BATTLES)
def test_a_battle_reads_our_way_unless_told_otherwise(battle: str, book: str) -> None:
    ours = {reading.name: reading.ours for reading in readings(loaded(battle, book))}
    assert chosen(loaded(battle, book)) == ours
    named = registry.load(
        battle, book, {reading.name: reading.ours for reading in loaded(battle, book).readings}
    )
    assert (named.counters, named.special) == (loaded(battle, book).counters, loaded(battle, book).special)


def test_what_is_no_reading_or_no_meaning_of_one_is_refused() -> None:
    with pytest.raises(ValueError, match="expected harbours to be one of all, printed"):
        registry.new_game("pusan-dg", "kwb-dg", 1, {"harbours": "none"})
    with pytest.raises(ValueError, match=r"There is no option harbours=all for .*expected one of"):
        registry.new_game("seoul-dg", "kwb-dg", 1, {"harbours": "all"})


SHEET = """
books: kwb-dg
counters: {un: {A: 1, B: 2}}
rules: {cuts: 3}
readings:
  side:
    asks: "Which?"
    clauses: {kwb-dg: 27.0.e}
    meanings: {front: One., back: Another.}
    changes: {back: {counters: {un: {A: 9}}}}
  who:
    asks: "Who?"
    clauses: {kwb-dg: 27.0.e}
    meanings: {one: One., other: Another.}
    changes: {other: {counters: {un: {A: null, C: 4}}, rules: {cuts: null}}}
"""


def test_changes_are_laid_over_a_sheet_in_the_order_of_its_readings() -> None:
    sheet = parse_sheet(SHEET, "b.yaml")
    assert isinstance(sheet, Entry)
    found = read_readings(sheet, "kwb-dg")
    assert read_readings(sheet, "kwb-train") == ()
    assert as_read(sheet, found, {})["counters"] == {"un": {"A": 1, "B": 2}}
    assert as_read(sheet, found, {"side": "back"})["counters"] == {"un": {"A": 9, "B": 2}}
    both = as_read(sheet, found, {"side": "back", "who": "other"})
    assert both["counters"] == {"un": {"B": 2, "C": 4}}
    assert both["rules"] == {}
    assert sheet["counters"] == {"un": {"A": 1, "B": 2}}, "the sheet itself stays as it is"


def test_changes_for_what_is_no_meaning_are_refused() -> None:
    sheet = parse_sheet(SHEET.replace("{back: {counters", "{bottom: {counters"), "b.yaml")
    assert isinstance(sheet, Entry)
    with pytest.raises(SheetError, match="bottom"):
        read_readings(sheet, "kwb-dg")


# Rules


@cache
def asked_in_code() -> tuple[tuple[str, str, str], ...]:
    """Every `reads("name", "value")` of the program, and where it stands; other arguments fail."""
    found = []
    for path in sorted((ROOT / "src").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if ".reads(" in text else ():
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "reads":
                where = f"{path.relative_to(ROOT)}:{node.lineno}"
                words = [part.value for part in node.args if isinstance(part, ast.Constant)]
                assert len(words) == 2 == len(node.args), f"{where}: expected a name and a value as they are"
                found.append((str(words[0]), str(words[1]), where))
    return tuple(found)


def test_every_question_of_a_rule_is_a_row_with_that_meaning() -> None:
    for name, value, where in asked_in_code():
        assert name in ROWS, f"{where} asks for {name}"
        assert value in map(str, entry_of(ROWS[name], "meanings")), f"{where} asks whether {name} is {value}"


@pytest.mark.parametrize("name", ROWS)
def test_some_rule_tells_the_meanings_of_a_row_apart(name: str) -> None:
    asked = {value for found, value, _ in asked_in_code() if found == name}
    told = len(asked) >= len(entry_of(ROWS[name], "meanings")) - 1
    assert told != (name in WITHOUT_HOOK)


def test_a_reading_of_a_battle_changes_its_sheet() -> None:
    for battle, book in BATTLES:
        for reading in loaded(battle, book).readings:
            sheet = loaded(battle, book).sheets[0]
            changes = entry_of(entry_of(sheet, "readings")[reading.name], "changes")
            assert set(changes) == set(reading.meanings) - {reading.ours}, f"{battle}: {reading.name}"


# Documents


class Named(NamedTuple):
    """A reading that a document names, in the entry of a ruling, perhaps with its values."""

    page: str
    ruling: str
    name: str
    values: tuple[str, ...]


ENTRY = re.compile(r"^(?:\| |#+ )([A-Z]+-?\d+)\b", re.MULTILINE)
NAMED = re.compile(r"(?:[Ss]witch|[Rr]eading): `([\w-]+)(?:: ([^`]+))?`")
"""How docs/rulings-*.md name a reading: reading: `name`, or Switch: `name: this | that`."""


def named_in_documents() -> list[Named]:
    found = []
    for page in sorted((ROOT / "docs").glob("rulings-*.md")):
        text = page.read_text(encoding="utf-8")
        starts = [(match.start(), match[1]) for match in ENTRY.finditer(text)]
        for (start, ruling), (end, _) in pairwise([*starts, (len(text), "")]):
            for match in NAMED.finditer(text, start, end):
                values = tuple(word.strip() for word in match[2].split("|")) if match[2] else ()
                found.append(Named(page.name, ruling, match[1], values))
    return found


@pytest.mark.parametrize("named", named_in_documents(), ids=str)
def test_a_reading_that_a_document_names_exists(named: Named) -> None:
    assert named.name in READINGS
    for reading in READINGS[named.name]:
        assert not named.values or named.values == tuple(reading.meanings)
        assert named.ruling in reading.rulings


def test_every_reading_is_named_in_the_documents() -> None:
    assert READINGS.keys() == {named.name for named in named_in_documents()}


# Cases


@cache
def cases() -> list[Entry]:
    found: list[Entry] = []
    for path in sorted((ROOT / "cases").rglob("*.yaml")):
        if "  options:" in path.read_text(encoding="utf-8"):
            found += [case for case in load_sheet(path) if "options" in case]
    return found


def proven(book: str, battle: str, reading: Reading, value: str) -> bool:
    """Does a case play this meaning and claim the reading's clause?"""
    return any(
        str(entry_of(case, "options").get(reading.name)) == value
        and reading.clause in case["proves"]
        and (case.get("battle") == battle if battle else book in case["books"])
        for case in cases()
    )


def test_each_meaning_has_a_case_for_each_clause() -> None:
    bare: dict[str, bool] = {}
    for book in book_names():
        for reading in (row.reading for row in printed(book)):
            for value in reading.meanings:
                claim = f"{reading.name}={value} ({reading.clause})"
                bare[claim] = bare.get(claim, True) and not proven(book, "", reading, value)
    assert not [claim for claim, wanting in bare.items() if wanting]


def test_each_meaning_of_a_battle_has_a_case() -> None:
    bare = [
        f"{battle}: {reading.name}={value}"
        for battle, book in BATTLES
        for reading in loaded(battle, book).readings
        for value in reading.meanings
        if not proven(book, battle, reading, value)
    ]
    assert not bare


# Play


def with_option(battle: Battle, reading: Reading, value: str) -> dict[str, str]:
    """The choice of a meaning, with the option without which it means nothing."""
    extra = {
        option.name: option.values[0] for option in books.options(battle) if option.name == reading.option
    }
    return {**extra, reading.name: value}


def turned() -> Iterator[tuple[str, str, dict[str, str]]]:
    """For every battle each reading turned by itself, and all of them at once."""
    for name, book in BATTLES:
        battle = loaded(name, book)
        choices = [
            with_option(battle, reading, value)
            for reading in readings(battle)
            for value in reading.meanings
            if value != reading.ours
        ]
        yield from ((name, book, choice) for choice in choices)
        if len(choices) > 1:
            yield name, book, {key: value for choice in choices for key, value in choice.items()}


@pytest.mark.parametrize(
    ("battle", "book", "options"),
    list(turned()),
    ids=lambda part: " ".join("=".join(pair) for pair in part.items()) if isinstance(part, dict) else part,
)
def test_a_battle_opens_and_is_played_under_a_reading(
    battle: str, book: str, options: Mapping[str, str]
) -> None:
    game = registry.new_game(battle, book, 7, dict(options))
    assert options.items() <= {**chosen(game.battle), **game.battle.options}.items()
    random = Random(7)
    while game.decision is not None and game.position < ORDERS:
        game.apply(game.legal().sample(random))


def test_a_saved_game_goes_on_as_it_was_read() -> None:
    options = {"seventy-third": "tanks", "us-regiments": "back", "mountain-lines": "by-road"}
    game = registry.new_game("seoul-dg", "kwb-dg", 7, options)
    random = Random(7)
    for _ in range(ORDERS):
        game.apply(game.legal().sample(random))
    again = journal.load(journal.save(game), "the game", registry.open_rules)
    assert again.battle.options == options
    assert again.state.digest() == game.state.digest()


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("  who:", "  who:\n    needs: critical", "The reading who has no key needs"),
        ("  who:", "  mobile-zones:", "mobile-zones is a reading of kwb-dg already"),
        ("  who:", "  who:\n    ours: {kwb-train: one}", "The reading who under ours has no key kwb-train"),
    ],
)
def test_what_a_sheet_says_of_readings_in_vain_is_refused(old: str, new: str, sentence: str) -> None:
    sheet = parse_sheet(SHEET.replace(old, new), "b.yaml")
    assert isinstance(sheet, Entry)
    with pytest.raises(SheetError, match=sentence):
        read_readings(sheet, "kwb-dg")


def test_the_comparison_of_editions_names_switches_that_exist() -> None:
    """The last column of its last table; “option” stands before what is no reading."""
    page = (ROOT / "docs" / "editions-fm.md").read_text(encoding="utf-8")
    rows = page.partition("## 12.")[2].splitlines()[6:]
    cells = [row.split("|")[-2] for row in rows if row.startswith("|")]
    named = {name for cell in cells for name in re.findall(r"`([^`]+)`", cell)}
    known = {
        name
        for battle, book in BATTLES
        if book.startswith("fm-")
        for name in books.choices(loaded(battle, book))
    }
    assert named == known
