"""Orders as data, with a JSON form and a one-line notation, both ways."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from .counters import Counter
from .hexes import Grid, HexError

OFF_MAP = -1
"""Stands in a path for leaving the map; written `off`."""


class OrderError(ValueError):
    """Text or JSON that is not an order; the message says what was expected."""


class Order(NamedTuple):
    """What a player does: a verb and what it acts on. Numbers are positions in the battle's lists."""

    verb: str
    unit: int = -1
    path: tuple[int, ...] = ()
    units: tuple[int, ...] = ()
    markers: tuple[int, ...] = ()
    number: int = 0
    others: tuple[int, ...] = ()


class Notation:
    """Reads and writes the orders of one battle.

    A verb's form is a list of slots: `unit`, `hex`, `path`, `units` (one or more), `with` (units after the
    word "with"), `doubling` (the same, optional), `using` (an optional unit after "using"), `markers` (any
    number of values such as +2), `draw` (an optional "draw N").
    """

    def __init__(self, grid: Grid, counters: Sequence[Counter], verbs: Mapping[str, tuple[str, ...]]) -> None:
        self.grid = grid
        self.counters = counters
        self.verbs = verbs
        self._index = {counter.id: counter.index for counter in counters}

    def read(self, text: str) -> Order:
        """An order from its one-line form."""
        words = text.split()
        if not words:
            raise OrderError(f"The order is empty: expected one of {self._verb_list()}.")
        verb, rest = words[0], words[1:]
        parts: dict[str, Any] = {}
        for slot in self._form(verb):
            rest = self._read_slot(verb, slot, rest, parts)
        if rest:
            raise OrderError(
                f"“{text}” has too many words: “{' '.join(rest)}” is not "
                f"understood; expected {self.usage(verb)}."
            )
        return Order(verb, **parts)

    def write(self, order: Order) -> str:
        """The one-line form of an order."""
        words = [order.verb]
        for slot in self._form(order.verb):
            if slot == "unit":
                words.append(self.counters[order.unit].id)
            elif slot in ("hex", "path"):
                words.append("-".join(map(self._hex_name, order.path)))
            elif slot == "units":
                words += [self.counters[unit].id for unit in order.units]
            elif slot == "with":
                words += ["with", *(self.counters[unit].id for unit in order.units)]
            elif slot == "doubling" and order.others:
                words += ["doubling", *(self.counters[unit].id for unit in order.others)]
            elif slot == "using" and order.unit >= 0:
                words += ["using", self.counters[order.unit].id]
            elif slot == "markers":
                words += [f"+{value}" for value in order.markers]
            elif slot == "draw" and order.number:
                words += ["draw", str(order.number)]
        return " ".join(words)

    def to_json(self, order: Order) -> dict[str, Any]:
        data: dict[str, Any] = {"order": order.verb}
        for slot in self._form(order.verb):
            if slot == "unit":
                data["unit"] = self.counters[order.unit].id
            elif slot == "hex":
                data["hex"] = self._hex_name(order.path[0])
            elif slot == "path":
                data["path"] = [self._hex_name(hex_) for hex_ in order.path]
            elif slot in ("with", "units"):
                data["units"] = [self.counters[unit].id for unit in order.units]
            elif slot == "doubling" and order.others:
                data["doubling"] = [self.counters[unit].id for unit in order.others]
            elif slot == "using" and order.unit >= 0:
                data["using"] = self.counters[order.unit].id
            elif slot == "markers" and order.markers:
                data["markers"] = list(order.markers)
            elif slot == "draw" and order.number:
                data["draw"] = order.number
        return data

    def from_json(self, data: Any) -> Order:
        if not isinstance(data, dict) or not isinstance(data.get("order"), str):
            raise OrderError(
                'An order in JSON is an object with a text under "order", for example {"order": "end"}.'
            )
        verb = data["order"]
        form = self._form(verb)
        known = {"order"} | {_JSON_KEYS[slot] for slot in form}
        if unknown := sorted(set(data) - known):
            raise OrderError(f"The order {verb} has no {unknown[0]!r}: expected {', '.join(sorted(known))}.")
        parts: dict[str, Any] = {}
        for slot in form:
            value = data.get(_JSON_KEYS[slot])
            if value is None:
                if slot in _OPTIONAL:
                    continue
                raise OrderError(f"The order {verb} lacks {_JSON_KEYS[slot]!r}: expected {self.usage(verb)}.")
            self._from_json_slot(verb, slot, value, parts)
        return Order(verb, **parts)

    def usage(self, verb: str) -> str:
        """How an order of this verb is written, for messages."""
        words = {
            "unit": "UNIT", "hex": "HEX", "path": "HEX-HEX-…", "with": "with UNIT UNIT …", "units": "UNIT …",
            "doubling": "[doubling UNIT …]", "using": "[using UNIT]", "markers": "[+N]", "draw": "[draw N]",
        }  # fmt: skip
        return "“" + " ".join([verb, *(words[slot] for slot in self._form(verb))]) + "”"

    def _form(self, verb: str) -> tuple[str, ...]:
        form = self.verbs.get(verb)
        if form is None:
            raise OrderError(f"There is no order “{verb}”: expected one of {self._verb_list()}.")
        return form

    def _verb_list(self) -> str:
        return ", ".join(sorted(self.verbs))

    def _read_slot(self, verb: str, slot: str, words: list[str], parts: dict[str, Any]) -> list[str]:
        if slot == "markers":
            taken = [word for word in words if word.startswith("+")]
            parts["markers"] = tuple(self._marker(word) for word in taken)
            return [word for word in words if not word.startswith("+")]
        if slot == "draw":
            if words[:1] != ["draw"]:
                return words
            if len(words) < 2 or not words[1].isdecimal():
                raise OrderError(f"After “draw” a number of markers is expected, as in {self.usage(verb)}.")
            parts["number"] = int(words[1])
            return words[2:]
        if slot in ("doubling", "using"):
            return self._read_keyword(verb, slot, words, parts)
        if not words:
            raise OrderError(f"The order {verb} is incomplete: expected {self.usage(verb)}.")
        if slot in ("with", "units"):
            names, rest = _until_keyword(words[1:] if slot == "with" else words)
            if not names or (slot == "with" and words[0] != "with"):
                raise OrderError(
                    f"The order {verb} names its units after “{slot if slot == 'with' else verb}”: "
                    f"expected {self.usage(verb)}."
                )
            parts["units"] = tuple(self._unit(word) for word in names)
            return rest
        if slot == "unit":
            parts["unit"] = self._unit(words[0])
        else:
            parts["path"] = tuple(self._hex(word, slot == "path") for word in words[0].split("-"))
            if slot == "hex" and len(parts["path"]) != 1:
                raise OrderError(
                    f"The order {verb} takes a single hex, not “{words[0]}”: expected {self.usage(verb)}."
                )
        return words[1:]

    def _read_keyword(self, verb: str, slot: str, words: list[str], parts: dict[str, Any]) -> list[str]:
        """The optional end of an order: units to double, a counter that is used up."""
        if words[:1] != [slot]:
            return words
        names, rest = _until_keyword(words[1:])
        if not names or (slot == "using" and len(names) > 1):
            raise OrderError(f"After “{slot}” a unit is expected, as in {self.usage(verb)}.")
        if slot == "using":
            parts["unit"] = self._unit(names[0])
        else:
            parts["others"] = tuple(self._unit(name) for name in names)
        return rest

    def _from_json_slot(self, verb: str, slot: str, value: Any, parts: dict[str, Any]) -> None:
        if slot == "unit":
            parts["unit"] = self._unit(_text(verb, "unit", value))
        elif slot == "hex":
            parts["path"] = (self._hex(_text(verb, "hex", value)),)
        elif slot == "path":
            names = [_text(verb, "path", name) for name in _list(verb, "path", value)]
            if not names:
                raise OrderError(f"The path of the order {verb} is empty: expected {self.usage(verb)}.")
            parts["path"] = tuple(self._hex(name, True) for name in names)
        elif slot in ("with", "units"):
            parts["units"] = tuple(
                self._unit(_text(verb, "units", name)) for name in _list(verb, "units", value)
            )
        elif slot == "doubling":
            parts["others"] = tuple(
                self._unit(_text(verb, "doubling", name)) for name in _list(verb, "doubling", value)
            )
        elif slot == "using":
            parts["unit"] = self._unit(_text(verb, "using", value))
        elif slot == "markers":
            parts["markers"] = tuple(
                _whole(verb, "markers", number) for number in _list(verb, "markers", value)
            )
        else:
            parts["number"] = _whole(verb, "draw", value)

    def _unit(self, name: str) -> int:
        index = self._index.get(name)
        if index is None:
            raise OrderError(f"There is no counter {name!r} in this battle.")
        return index

    def _hex(self, name: str, off_map: bool = False) -> int:
        if name == "off" and off_map:
            return OFF_MAP
        try:
            return self.grid.index(name)
        except HexError as error:
            raise OrderError(str(error)) from None

    def _hex_name(self, hex_: int) -> str:
        return "off" if hex_ == OFF_MAP else self.grid.number(hex_)

    def _marker(self, word: str) -> int:
        if not word[1:].isdecimal():
            raise OrderError(f"{word!r} is not a marker: expected a value such as +2.")
        return int(word[1:])


_JSON_KEYS = {
    "unit": "unit",
    "hex": "hex",
    "path": "path",
    "with": "units",
    "units": "units",
    "doubling": "doubling",
    "using": "using",
    "markers": "markers",
    "draw": "draw",
}


_OPTIONAL = ("markers", "draw", "doubling", "using")


def _until_keyword(words: list[str]) -> tuple[list[str], list[str]]:
    """The words before the next word that opens a part of an order, and those from there."""
    for position, word in enumerate(words):
        if word in ("doubling", "using"):
            return words[:position], words[position:]
    return words, []


def _text(verb: str, key: str, value: Any) -> str:
    if not isinstance(value, str):
        raise OrderError(f"In the order {verb}, {key!r} must be text, not {value!r}.")
    return value


def _list(verb: str, key: str, value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise OrderError(f"In the order {verb}, {key!r} must be a list, not {value!r}.")
    return value


def _whole(verb: str, key: str, value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise OrderError(f"In the order {verb}, {key!r} must hold whole numbers, not {value!r}.")
    return value
