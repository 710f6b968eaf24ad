"""Rosters: a counter written in one line, such as `4-4-4 / 2-3-4 leg engineer at 0404`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from hexfolio.core.battle import Arrival, Placement
from hexfolio.core.counters import SIZE_NAMES, Counter, Values
from hexfolio.core.hexes import Grid
from hexfolio.core.state import WAITING
from hexfolio.rulebooks.sheets import Where

from .map_sheets import CLASSES, read_hex

TRAITS = ("commando", "seaborne", "engineer", "hq", "no-zoc")
DONE = ("moved", "attacked", "advanced", "displaced")
_LABELS = ("nation", "symbol")
_STEPS = ("one-step", "depleted")
_GROUP = r"[0-9]+-[0-9]+-[0-9]+"
_VALUES = re.compile(rf"\s*({_GROUP}(?:\s*/\s*{_GROUP})*)(?:\s+|$)")
_PLACE = re.compile(r"(?:^|\s)((?:at|due|to)(?:\s.*|$))", re.DOTALL)


@dataclass(frozen=True, slots=True)
class CounterStart:
    """How a counter begins: where, on which step, and what it has done in this player turn."""

    place: int = WAITING
    step: int = 0
    done: frozenset[str] = frozenset()
    placement: Placement | None = None
    arrival: Arrival | None = None


def read_counter(
    index: int, side: int, name: str, text: str, grid: Grid, where: Where
) -> tuple[Counter, CounterStart]:
    """A counter and its start from its line in a roster."""
    if not re.fullmatch(r"\S+", name):
        raise where.error(f"{name!r} is not a name for a counter: a single word was expected, such as 4/47.")
    groups, words, place = _split(name, text, where)
    labels = _labels(name, words, where)
    plain = [word for word in words if "=" not in word]
    steps = _steps(name, groups, plain, where)
    counter = Counter(
        index=index,
        id=name,
        side=side,
        steps=steps,
        mobility=_one_of(name, plain, CLASSES, where) or CLASSES[0],
        size=_one_of(name, plain, tuple(sorted(SIZE_NAMES)), where),
        traits=frozenset(plain).intersection(TRAITS),
        nation=labels.get("nation", ""),
        symbol=labels.get("symbol", "infantry"),
        name=name,
    )
    return counter, _start(name, plain, place, grid, where)


def _split(name: str, text: str, where: Where) -> tuple[list[Values], list[str], str]:
    """Values, words and place of a counter's line."""
    head = _VALUES.match(text)
    if not head:
        raise where.error(f"Counter {name} needs values such as 4-4-4 or 4-4-4 / 2-3-4 first, not {text!r}.")
    rest = text[head.end() :]
    tail = _PLACE.search(rest)
    words = (rest[: tail.start()] if tail else rest).split()
    known = (*CLASSES, *TRAITS, *SIZE_NAMES, *DONE, *_STEPS)
    for word in words:
        if word not in known and word.partition("=")[0] not in _LABELS:
            expected = ", ".join((*CLASSES, *TRAITS, *_STEPS, *DONE, *sorted(SIZE_NAMES)))
            raise where.error(
                f"Counter {name} has the word {word}: expected one of {expected}, nation=, symbol=."
            )
    groups = [tuple(map(int, group.split("-"))) for group in re.split(r"\s*/\s*", head[1])]
    return groups, words, tail[1] if tail else ""


def _labels(name: str, words: list[str], where: Where) -> dict[str, str]:
    labels: dict[str, str] = {}
    for word in words:
        label, sign, value = word.partition("=")
        if sign and not value:
            raise where.error(f"Counter {name} has {word} with nothing after it.")
        if sign:
            labels[label] = value
    return labels


def _one_of(name: str, words: list[str], choices: tuple[str, ...], where: Where) -> str:
    found = [word for word in words if word in choices]
    if len(found) > 1:
        raise where.error(f"Counter {name} is {' and '.join(found)}: only one was expected.")
    return found[0] if found else ""


def _steps(name: str, groups: list[Values], words: list[str], where: Where) -> tuple[Values, ...]:
    if "one-step" in words:
        if len(groups) > 1 or "depleted" in words:
            raise where.error(
                f"Counter {name} is one-step: one group of values and no depleted side were expected."
            )
        return (groups[0],)
    if len(groups) == 1:
        attack, defence, movement = groups[0]
        return groups[0], ((attack + 1) // 2, (defence + 1) // 2, movement)
    return tuple(groups)


def _start(name: str, words: list[str], place: str, grid: Grid, where: Where) -> CounterStart:
    step = 1 if "depleted" in words else 0
    done = frozenset(words).intersection(DONE)
    for form, read in _PLACES:
        if match := re.fullmatch(form, " ".join(place.split())):
            start = read(match, grid, where)
            return CounterStart(start.place, step, done, start.placement, start.arrival)
    raise where.error(
        f"Counter {name} needs a place at the end: at 0404, due turn 3 at 0101, to set up, "
        f"to set up in 0101,0102 or to set up within 2 of 0505 was expected, not {place!r}."
    )


def _hexes(text: str, grid: Grid, where: Where) -> tuple[int, ...]:
    return tuple(read_hex(number, grid, where) for number in re.split(r" ?, ?", text))


def _at(match: re.Match[str], grid: Grid, where: Where) -> CounterStart:
    place = read_hex(match[1], grid, where)
    return CounterStart(place, placement=Placement((place,), True))


def _due(match: re.Match[str], grid: Grid, where: Where) -> CounterStart:
    return CounterStart(arrival=Arrival(int(match[1]), _hexes(match[2], grid, where)))


def _anywhere(match: re.Match[str], grid: Grid, where: Where) -> CounterStart:
    return CounterStart(placement=Placement(tuple(range(grid.size)), False))


def _among(match: re.Match[str], grid: Grid, where: Where) -> CounterStart:
    return CounterStart(placement=Placement(_hexes(match[1], grid, where), False))


def _near(match: re.Match[str], grid: Grid, where: Where) -> CounterStart:
    centre = read_hex(match[2], grid, where)
    return CounterStart(placement=Placement(tuple(grid.within(centre, int(match[1]))), False))


_PLACES: tuple[tuple[str, Callable[[re.Match[str], Grid, Where], CounterStart]], ...] = (
    (r"at (\S+)", _at),
    (r"due turn ([0-9]{1,3}) at (\S.*)", _due),
    (r"to set up", _anywhere),
    (r"to set up in (\S.*)", _among),
    (r"to set up within ([0-9]{1,2}) of (\S+)", _near),
)
