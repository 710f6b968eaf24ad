"""Paths into a battle's sheets, such as rules.stacking, counters.blue.A/7.due or key.hill.leg."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from hexfolio.battles import registry
from hexfolio.battles.loading import BATTLE_KEYS, load_battle, load_battle_sheet, load_map_sheet
from hexfolio.battles.map_sheets import MAP_KEYS, default_key_sheet
from hexfolio.core.battle import Battle
from hexfolio.rulebooks.sheets import Entry, Rows, parse_sheet

from .plan import StudyError

_FIXED = ("id", "title", "description", "books", "map", "sides")
"""Keys that say which battle it is, not how it goes."""

_LINE_PARTS = {
    "values": re.compile(r"^[0-9]+(?:-[0-9]+)+(?:\s*/\s*[0-9]+(?:-[0-9]+)+)*"),
    "due": re.compile(r"(?<=\bdue turn )[0-9]+"),
    "at": re.compile(r"(?<=\bat )[^() ][^()]*?(?= ?\(|$)"),
}
"""What can be changed in a counter's line besides its words and labels."""


class _Sheets(NamedTuple):
    battle: Entry
    map: Entry
    classes: tuple[str, ...]
    """Classes of movement that counters of the battle have."""


def changed_battle(
    battle: str, book: str, options: Mapping[str, str], changes: Sequence[tuple[str, str]]
) -> Battle:
    """A battle as its sheets would say after the changes; the loader judges them like any sheet."""
    printed = registry.load(battle, book)
    folder = files("hexfolio.battles") / battle
    sheet = load_battle_sheet(folder)
    classes = tuple(dict.fromkeys(counter.mobility for counter in printed.counters))
    # Written and read again: what an alias repeats is one object, and shall not change in two places.
    sheets = _Sheets(_copy(sheet), _copy(load_map_sheet(folder, sheet)), classes)
    of_map = [_change(sheets, key, _read(key, value)) for key, value in changes]
    if any(of_map):
        sheets.battle.pop("map", None)
    with TemporaryDirectory() as name:
        Path(name, "battle.yaml").write_text(write_sheet(sheets.battle), encoding="utf-8")
        Path(name, "map.yaml").write_text(write_sheet(sheets.map), encoding="utf-8")
        return load_battle(Path(name), book, options)


def write_sheet(value: Any) -> str:
    """A sheet as YAML on one line, from which exactly the same values are read."""
    if isinstance(value, Entry):
        return "{" + ", ".join(f"{json.dumps(k)}: {write_sheet(v)}" for k, v in value.items()) + "}"
    if isinstance(value, Rows):
        return "[" + ", ".join(map(write_sheet, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _copy(sheet: Entry) -> Entry:
    copied: Entry = parse_sheet(write_sheet(sheet), sheet.name)
    return copied


def _read(key: str, value: str) -> Any:
    return parse_sheet(value, f"The value of {key}")


def _change(sheets: _Sheets, key: str, value: Any) -> bool:
    """Put a value in its place; true if the map's sheet was changed."""
    parts = key.split(".")
    top = parts[0]
    if top in _FIXED:
        raise StudyError(f"{top} cannot be varied: it says which battle this is.")
    if top not in BATTLE_KEYS and top not in MAP_KEYS:
        known = [name for name in dict.fromkeys((*BATTLE_KEYS, *MAP_KEYS)) if name not in _FIXED]
        raise StudyError(f"There is no {top} in the battle's sheets: known are {', '.join(known)}.")
    sheet = sheets.battle if top in BATTLE_KEYS else sheets.map
    if top == "key":
        _prepare_key(sheets, parts)
    if sheet.get(top) is None and len(parts) > 1:
        sheet[top] = Entry(sheet.name)
    _put(sheet, parts, value, "", top == "counters")
    return sheet is sheets.map


def _put(node: Any, parts: Sequence[str], value: Any, path: str, line: bool) -> None:
    """Walk along the parts of a path; the longest name that fits is taken, for names may have dots."""
    if isinstance(node, Rows):
        index = _row(node, parts[0], path)
        _set(node, index, parts[1:], value, f"{path}.{parts[0]}", line)
        return
    assert isinstance(node, Entry)
    names = {str(name): name for name in node}
    for length in range(len(parts), 0, -1):
        name = ".".join(parts[:length])
        if name in names:
            _set(node, names[name], parts[length:], value, f"{path}.{name}".lstrip("."), line)
            return
    if len(parts) > 1:
        known = ", ".join(names) or "none"
        raise StudyError(f"{path or 'The sheet'} has no {parts[0]}: known are {known}.")
    node[parts[0]] = value  # the loader says whether it means anything


def _set(node: Any, key: Any, rest: Sequence[str], value: Any, path: str, line: bool) -> None:
    inner = node[key]
    if not rest:
        node[key] = value
    elif isinstance(inner, Entry | Rows):
        _put(inner, rest, value, path, line)
    elif line and isinstance(inner, str):
        node[key] = _changed_line(inner, ".".join(rest), value, path)
    else:
        raise StudyError(f"{path} is {json.dumps(inner, ensure_ascii=False)}: there is no {rest[0]} in it.")


def _row(rows: Rows, part: str, path: str) -> int:
    if not part.isdecimal() or not 1 <= int(part) <= len(rows):
        raise StudyError(f"{path} is a list of {len(rows)}: expected a number from 1, not {part}.")
    return int(part) - 1


def _changed_line(text: str, part: str, value: Any, path: str) -> str:
    """A counter's line with another turn, place, values, label or word."""
    if part in _LINE_PARTS:
        new, count = _LINE_PARTS[part].subn(lambda _: str(value), text, count=1)
        if not count:
            raise StudyError(f"{path} has no {part}: its line is “{text}”.")
        return new
    label = re.compile(rf"(?<= {re.escape(part)}=)\S+")
    if label.search(text):
        return label.sub(lambda _: str(value), text)
    if value not in ("yes", "no"):
        known = ", ".join((*_LINE_PARTS, *re.findall(r" ([a-z-]+)=", text)))
        raise StudyError(f"{path} has no {part}: known are {known}, and its words with yes or no.")
    bare = re.sub(rf" {re.escape(part)}(?= |$)", "", text)
    if value == "no":
        return bare
    head = _LINE_PARTS["values"].match(bare)
    end = head.end() if head else 0
    return f"{bare[:end]} {part}{bare[end:]}"


def _prepare_key(sheets: _Sheets, parts: Sequence[str]) -> None:
    """Write down in the map's own key what it leaves to the key by default, class by class if asked for."""
    own = sheets.map.get("key")
    if own is None:
        own = sheets.map["key"] = Entry(sheets.map.name)
    shared = default_key_sheet()
    kinds = {name: cost for section in shared.values() for name, cost in section.items()}
    kind = parts[1] if len(parts) > 1 else ""
    if kind not in own and kind not in kinds:
        known = ", ".join(sorted({*own, *kinds}))
        raise StudyError(f"{kind or 'key'} is no kind of ground in the key: known are {known}.")
    if len(parts) == 2:
        return
    if kind not in own:
        own[kind] = _copy(kinds[kind]) if isinstance(kinds[kind], Entry) else kinds[kind]
    place, name = own, kind
    if parts[2] == "cost" and len(parts) > 3 and isinstance(own[kind], Entry):
        place, name = own[kind], "cost"
    if isinstance(place[name], Entry):
        return
    if parts[-1] not in sheets.classes:
        known = ", ".join(sheets.classes)
        raise StudyError(f"{'.'.join(parts[:-1])} is {place[name]} for all: known are {known}.")
    by_class = Entry(sheets.map.name)
    by_class.update(dict.fromkeys(sheets.classes, place[name]))
    place[name] = by_class
