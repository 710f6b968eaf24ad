"""Counters: units with steps and values, support markers, and the print on them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

SIZES = {
    "...": "platoon",
    "I": "company",
    "II": "battalion",
    "III": "regiment",
    "X": "brigade",
    "XX": "division",
    "XXX": "corps",
}
SIZE_NAMES = frozenset(SIZES.values()) | {"cadre"}

Values = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Counter:
    """A unit: who owns it, what each of its steps is worth, and what kind of unit it is."""

    index: int
    id: str
    side: int
    steps: tuple[Values, ...]
    mobility: str = "leg"
    size: str = ""
    traits: frozenset[str] = field(default_factory=frozenset)
    nation: str = ""
    symbol: str = "infantry"
    name: str = ""
    group: str = ""
    """The contingent or formation it belongs to, where that matters."""

    def __contains__(self, trait: str) -> bool:
        return trait in self.traits


@dataclass(frozen=True, slots=True)
class Marker:
    """A support marker: it waits in its side's cup, has a value and no place on the map."""

    index: int
    side: int
    value: int
    kind: str = "artillery"

    def __str__(self) -> str:
        return f"+{self.value}"


def values_text(values: Values) -> str:
    return "-".join(map(str, values))


def read_print(text: str) -> dict[str, int | str]:
    """What the print on a counter means: an identifier, three values, a size symbol or a modifier."""
    if text in SIZES:
        return {"size": SIZES[text]}
    if match := re.fullmatch(r"\+(\d+)", text):
        return {"modifier": int(match[1])}
    if match := re.fullmatch(r"(\d+)-(\d+)-(\d+)", text):
        attack, defence, movement = map(int, match.groups())
        return {"attack": attack, "defence": defence, "movement": movement}
    if match := re.fullmatch(r"(\w+)/(\w+)", text):
        return {"battalion": _number(match[1]), "regiment": _number(match[2])}
    if re.fullmatch(r"\w+", text):
        return {"formation": _number(text)}
    raise ValueError(
        f"{text!r} is not print found on a counter: expected an identifier such as 4/47 or 9, "
        "values such as 5-6-8, a size such as II, or a modifier such as +2."
    )


def _number(text: str) -> int | str:
    return int(text) if text.isdigit() else text
