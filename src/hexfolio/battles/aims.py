"""Aims: what a computer player of a battle is after, beyond what the victory schedule says.

A battle may have a sheet `aims.yaml` beside its `battle.yaml`. For each side it names hexes that are worth
more (or less) than their points, habits in which the player differs from the usual, and posts at which it
sets up; never moves. What a general has beyond that stands under `general`. Habits under the name of a book
are for that book alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from hexfolio.battles import registry
from hexfolio.core.battle import Battle
from hexfolio.core.hexes import HexError
from hexfolio.rulebooks.sheets import Entry, entry_of, hex_text, load_sheet, mapping, only_keys

_NOTHING: Mapping[Any, Any] = MappingProxyType({})
T = TypeVar("T")

PARTS = "hexes", "habits", "posts"


class Bent(NamedTuple):
    """In what a player differs from others: extra worth of hexes in victory points, habits by name, and how
    many units it sets up in a hex."""

    hexes: Mapping[int, float] = _NOTHING
    habits: Mapping[str, float] = _NOTHING
    posts: Mapping[int, int] = _NOTHING


class Aims(NamedTuple):
    """One side's aims: those of a captain, and in what a general differs from one."""

    hexes: Mapping[int, float] = _NOTHING
    habits: Mapping[str, float] = _NOTHING
    posts: Mapping[int, int] = _NOTHING
    general: Bent = Bent()


@lru_cache(maxsize=64)
def aims_of(battle: Battle) -> tuple[Aims, Aims]:
    """Both sides' aims; a battle without a sheet of them has none."""
    path = files("hexfolio.battles") / battle.id / "aims.yaml"
    if not path.is_file():
        return Aims(), Aims()
    return read_aims(battle, load_sheet(path))


def read_aims(battle: Battle, sheet: Entry) -> tuple[Aims, Aims]:
    """The aims that a sheet gives to both sides."""
    only_keys(sheet, [side.id for side in battle.sides], "A sheet of aims")
    first, second = (_read_side(battle, entry_of(sheet, side.id)) for side in battle.sides)
    return first, second


def _read_side(battle: Battle, entry: Entry) -> Aims:
    only_keys(entry, [*PARTS, "general"], "A side's aims")
    general = entry_of(entry, "general")
    only_keys(general, PARTS, "A general's aims")
    return Aims(*_read_bent(battle, entry), _read_bent(battle, general))


def _read_bent(battle: Battle, entry: Entry) -> Bent:
    return Bent(
        _by_hex(battle, entry, "hexes", _figure),
        _habits(battle, entry),
        _by_hex(battle, entry, "posts", _number),
    )


def _by_hex(battle: Battle, entry: Entry, part: str, read: Callable[[Entry, Any], T]) -> dict[int, T]:
    """What a part of the sheet says of each hex that it names."""
    hexes = entry_of(entry, part)
    found: dict[int, T] = {}
    for number in hexes:
        try:
            found[battle.board.grid.index(hex_text(number))] = read(hexes, number)
        except HexError:
            raise hexes.error(f"There is no hex {hex_text(number)} on the map.", number) from None
    return found


def _habits(battle: Battle, entry: Entry) -> dict[str, float]:
    habits = entry_of(entry, "habits")
    books = registry.find(battle.id).books
    found, by_book = dict[str, float](), dict[str, float]()
    for name, value in habits.items():
        if name in books:
            own = mapping(value, habits.where(name), "Habits by a book")
            if name == battle.book:
                by_book = {habit: _figure(own, habit) for habit in own}
        elif isinstance(value, Entry):
            raise habits.error(f"The battle is not played by a book {name}.", name)
        else:
            found[name] = _figure(habits, name)
    return found | by_book


def _figure(entry: Entry, key: Any) -> float:
    """A figure of the sheet, which may have a decimal point."""
    try:
        return float(entry[key])
    except (TypeError, ValueError):
        raise entry.error(f"{key} must be a number, not {entry[key]!r}.", key) from None


def _number(entry: Entry, key: Any) -> int:
    """How many units are to stand in a hex."""
    value = entry[key]
    if type(value) is not int or value < 1:
        raise entry.error(f"{hex_text(key)} must have a number of units, not {value!r}.", key)
    return value
