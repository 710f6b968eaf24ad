"""Readings of a battle's own section of the book: what each changes in its sheet."""

from __future__ import annotations

from collections.abc import Mapping

from hexfolio.core.battle import Reading
from hexfolio.rulebooks.readings import KEYS, printed, read_reading
from hexfolio.rulebooks.sheets import Entry, entry_of, mapping, only_keys, words


def read_readings(sheet: Entry, book: str) -> tuple[Reading, ...]:
    """What can be chosen for a battle by one of its books."""
    found, data = [], entry_of(sheet, "readings")
    books = tuple(word for word, _ in words(sheet["books"], sheet.where("books")))
    taken = {row.reading.name for row in printed(book)}
    for name, entry in data.items():
        what = f"The reading {name}"
        only_keys(mapping(entry, data.where(name), what), (*KEYS, "changes"), what)
        for key in ("clauses", "ours", "with"):
            only_keys(entry_of(entry, key), books, f"{what} under {key}")
        if name in taken:
            raise data.error(f"{name} is a reading of {book} already: it needs another name.", name)
        if reading := read_reading(str(name), entry, book):
            changes = entry_of(entry, "changes")
            only_keys(changes, tuple(reading.meanings), f"What the reading {name} changes")
            found.append(reading)
    return tuple(found)


def as_read(sheet: Entry, readings: tuple[Reading, ...], options: Mapping[str, str]) -> Entry:
    """The sheet of a battle with what the chosen meanings change in it; a key changed to nothing is gone."""
    for reading in readings:
        changes = entry_of(entry_of(sheet, "readings")[reading.name], "changes")
        value = options.get(reading.name, reading.ours)
        sheet = _laid_over(sheet, entry_of(changes, value))
    return sheet


def _laid_over(sheet: Entry, changes: Entry) -> Entry:
    """A copy of a mapping with changed values; the first one stays as it is."""
    copy = Entry(sheet.name, sheet.line)
    copy.update(sheet)
    copy.lines.update(sheet.lines)
    for key, value in changes.items():
        inner = copy.get(key)
        copy[key] = (
            _laid_over(inner, value) if isinstance(inner, Entry) and isinstance(value, Entry) else value
        )
        copy.lines[key] = changes.where(key).line
        if value is None:
            del copy[key]
    return copy
