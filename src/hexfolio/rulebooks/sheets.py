"""Sheets: YAML a wargamer can read and correct, with the line of every entry kept for error messages."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import yaml

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,17}")
_WORDS: Mapping[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}

_T = TypeVar("_T")
_MISSING: Any = object()


class SheetError(ValueError):
    """A sheet that cannot be used: file, line and what was expected; line 0 is the file as a whole."""

    def __init__(self, name: str, line: int, sentence: str) -> None:
        super().__init__(f"{name} line {line}: {sentence}" if line else f"{name}: {sentence}")
        self.name = name
        self.line = line


class Where(NamedTuple):
    """A place in a sheet."""

    name: str
    line: int

    def error(self, sentence: str) -> SheetError:
        return SheetError(self.name, self.line, sentence)


class Entry(dict[Any, Any]):
    """A mapping of a sheet."""

    def __init__(self, name: str = "", line: int = 0) -> None:
        super().__init__()
        self.name = name
        self.line = line
        self.lines: dict[Any, int] = {}

    def where(self, key: Any = None) -> Where:
        return Where(self.name, self.lines.get(key, self.line))

    def error(self, sentence: str, key: Any = None) -> SheetError:
        return self.where(key).error(sentence)


class Rows(list[Any]):
    """A list of a sheet."""

    def __init__(self, name: str = "", line: int = 0) -> None:
        super().__init__()
        self.name = name
        self.line = line
        self.lines: list[int] = []

    def where(self, index: int) -> Where:
        return Where(self.name, self.lines[index])


def load_sheet(path: str | Path | Traversable) -> Any:
    """The content of a YAML file."""
    source = Path(path) if isinstance(path, str) else path
    try:
        text = source.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise SheetError(str(path), 0, f"The file cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise SheetError(str(path), line, "This is not UTF-8 text.") from None
    return parse_sheet(text, str(path))


def parse_sheet(text: str, name: str) -> Any:
    """The content of YAML text; `name` is what errors call it."""
    try:
        node = yaml.compose(text, Loader=_LOADER)
        return None if node is None else _Reader(name).value(node)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise SheetError(name, mark.line + 1 if mark else 0, f"This is not YAML: {error.problem}.") from None
    except yaml.YAMLError as error:
        line = text.count("\n", 0, getattr(error, "position", 0)) + 1
        raise SheetError(name, line, "This is not YAML: there is a character that no text has.") from None
    except RecursionError:
        raise SheetError(name, 0, "The lists and mappings are nested too deeply.") from None


class _Reader:
    """Turns the nodes of one sheet into values; an anchor's node is read once and shared."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._read: dict[int, Any] = {}

    def value(self, node: yaml.Node) -> Any:
        if isinstance(node, yaml.ScalarNode):
            return _scalar(node)
        if id(node) not in self._read:
            self._read[id(node)] = _MISSING
            self._read[id(node)] = self._collection(node)
        if self._read[id(node)] is _MISSING:
            raise SheetError(self._name, _line(node), "An alias stands inside what it repeats.")
        return self._read[id(node)]

    def _collection(self, node: yaml.Node) -> Entry | Rows:
        return self._entry(node) if isinstance(node, yaml.MappingNode) else self._rows(node)

    def _entry(self, node: yaml.MappingNode) -> Entry:
        entry = Entry(self._name, _line(node))
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                raise SheetError(self._name, _line(key_node), "A key must be a word or a number.")
            key = _scalar(key_node)
            if key in entry:
                first = entry.lines[key]
                raise SheetError(
                    self._name, _line(key_node), f"{key_node.value} is here twice, first in line {first}."
                )
            entry.lines[key] = _line(key_node)
            entry[key] = self.value(value_node)
        return entry

    def _rows(self, node: yaml.Node) -> Rows:
        rows = Rows(self._name, _line(node))
        for item in node.value:
            rows.lines.append(_line(item))
            rows.append(self.value(item))
        return rows


def _line(node: yaml.Node) -> int:
    return int(node.start_mark.line) + 1


def _scalar(node: yaml.ScalarNode) -> int | bool | str | None:
    text: str = node.value
    if node.style:
        return text
    if _INTEGER.fullmatch(text):
        return int(text)
    return _WORDS.get(text, text)


def sheet_from_data(data: Any, name: str) -> Any:
    """A sheet that went with a saved game (`core.battle.kept_sheets`); `name` is what errors call it."""
    if isinstance(data, list):
        rows = Rows(name, 0)
        rows.extend(sheet_from_data(item, name) for item in data)
        rows.lines = [0] * len(rows)
        return rows
    if not isinstance(data, dict):
        return data
    entry = Entry(name, 0)
    try:
        [(word, pairs)] = data.items()
        entry.update((key, sheet_from_data(item, name)) for key, item in pairs)
    except (TypeError, ValueError):
        raise SheetError(name, 0, "A mapping of this sheet is garbled: pairs were expected.") from None
    if word != "pairs" or not all(isinstance(key, str | int | None) for key in entry):
        raise SheetError(name, 0, "A mapping of this sheet is garbled: pairs were expected.")
    return entry


def hex_text(value: Any) -> str:
    """A hex number as printed: 1010 comes as a number and 0404 as text, both leave as four digits."""
    return f"{value:04}" if type(value) is int else str(value)


def words(value: Any, where: Where) -> Iterator[tuple[str, Where]]:
    """The words of a text with blanks, of a single number or of a list, each with its place."""
    if isinstance(value, Rows):
        for index, item in enumerate(value):
            yield from words(item, value.where(index))
    elif isinstance(value, str) or type(value) is int:
        yield from ((word, where) for word in str(value).split())
    else:
        raise where.error(f"A text or a list was expected, not {_shown(value)}.")


def only_keys(entry: Entry, allowed: Collection[str], what: str) -> None:
    """Refuse keys that mean nothing here."""
    for key in entry:
        if key not in allowed:
            raise entry.error(f"{what} has no key {key}: expected one of {', '.join(allowed)}.", key)


def need(entry: Entry, key: str, what: str) -> Any:
    """The value of a key that must be there."""
    if entry.get(key) is None:
        raise entry.error(f"{what} needs the key {key}.", key)
    return entry[key]


def mapping(value: Any, where: Where, what: str) -> Entry:
    """The value, which must be a mapping."""
    if not isinstance(value, Entry):
        raise where.error(f"{what} must be a mapping of keys and values, not {_shown(value)}.")
    return value


def entry_of(entry: Entry, key: str) -> Entry:
    """A mapping below a key; an absent one is empty."""
    if entry.get(key) is None:
        return Entry(*entry.where(key))
    return _typed(entry, key, Entry, "a mapping")


def rows_of(entry: Entry, key: str) -> Rows:
    """A list below a key; an absent one is empty."""
    if entry.get(key) is None:
        return Rows(*entry.where(key))
    return _typed(entry, key, Rows, "a list")


def number_of(entry: Entry, key: str, default: int = _MISSING, least: int | None = None) -> int:
    number = _typed(entry, key, int, "a whole number", default)
    if least is not None and number < least:
        raise entry.error(f"{key} must be {least} or more, not {number}.", key)
    return number


def flag_of(entry: Entry, key: str, default: bool = _MISSING) -> bool:
    return _typed(entry, key, bool, "true or false", default)


def text_of(entry: Entry, key: str, default: str = _MISSING) -> str:
    """A text below a key; a number is taken as it is written."""
    if type(entry.get(key)) is int:
        return str(entry[key])
    return _typed(entry, key, str, "text", default)


def _typed(entry: Entry, key: str, kind: type[_T], expected: str, default: _T = _MISSING) -> _T:
    value = entry.get(key)
    if value is None and default is not _MISSING:
        return default
    if type(value) is not kind:
        found = "it is missing" if value is None else f"not {_shown(value)}"
        raise entry.error(f"{key} must be {expected}, {found}.", key)
    return value


def _shown(value: Any) -> str:
    if isinstance(value, Entry | Rows):
        return "a mapping" if isinstance(value, Entry) else "a list"
    return "nothing" if value is None else str(value).lower() if isinstance(value, bool) else repr(value)
