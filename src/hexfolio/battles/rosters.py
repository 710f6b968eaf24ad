"""Rosters: a counter written in one line, such as `4-4-4 / 2-3-4 leg engineer at 0404`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from hexfolio.core.battle import Arrival, Placement
from hexfolio.core.board import Board
from hexfolio.core.counters import SIZE_NAMES, Counter, Values
from hexfolio.core.state import WAITING
from hexfolio.core.terrain import TerrainKey
from hexfolio.rulebooks.sheets import Where

from .map_sheets import CLASSES, read_hex

TRAITS = (
    "commando", "seaborne", "engineer", "hq", "no-zoc", "depot", "dummy", "scratch", "police", "marine",
    "spare", "hidden",
)  # fmt: skip
AIRBORNE_TRAITS = (
    "airborne", "glider", "assault", "pursuit", "engineer", "recon", "commando", "anti-tank", "anti-air",
    "heavy-weapons", "artillery", "airstrike", "naval", "supply", "depot", "leader", "rear-guard",
    "tank-detachment", "deception", "prisoners", "hidden",
)  # fmt: skip
TERMS = ("free", "optional", "once", "vacated", "held", "called", "controlled")
"""Conditions of an arrival; what they mean is for the rulebook to say."""
DONE = ("moved", "attacked", "advanced", "displaced")
_STEPS = ("one-step", "depleted")
_GROUP = r"[0-9]+-[0-9]+-[0-9]+"
_VALUES = re.compile(rf"\s*({_GROUP}(?:\s*/\s*{_GROUP})*)(?:\s+|$)")
_PLACE = re.compile(r"(?:^|\s)((?:at|due|to)(?:\s.*|$))", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words a roster may use, and whether every counter needs a place and a weaker side is worked out."""

    classes: tuple[str, ...] = CLASSES
    traits: tuple[str, ...] = TRAITS
    sizes: frozenset[str] = SIZE_NAMES
    labels: tuple[str, ...] = ("nation", "symbol")
    done: tuple[str, ...] = DONE
    placed: bool = True
    halved: bool = True

    def known(self) -> tuple[str, ...]:
        return (*self.classes, *self.traits, *_STEPS, *self.done, *sorted(self.sizes))


STANDARD = Vocabulary()
AIRBORNE = Vocabulary(
    classes=("light", "mechanized", "motorized"),
    traits=AIRBORNE_TRAITS,
    sizes=SIZE_NAMES | {"group"},
    labels=("nation", "symbol", "group"),
    done=(),
    placed=False,
    halved=False,
)
"""Rosters of airborne battles: values are strength, range and movement, and both sides are printed."""


@dataclass(frozen=True, slots=True)
class CounterStart:
    """How a counter begins: where, on which step, and what it has done in this player turn.

    `area` says that its hexes are all those of some region, not named one by one.
    """

    place: int = WAITING
    step: int = 0
    done: frozenset[str] = frozenset()
    placement: Placement | None = None
    arrival: Arrival | None = None
    area: bool = False


def read_counter(
    index: int, side: int, name: str, text: str, board: Board, where: Where, terms: Vocabulary = STANDARD
) -> tuple[Counter, CounterStart]:
    """A counter and its start from its line in a roster."""
    if not re.fullmatch(r"\S+", name):
        raise where.error(f"{name!r} is not a name for a counter: a single word was expected, such as 4/47.")
    groups, words, place = _split(name, text, where, terms)
    labels = _labels(name, words, where)
    plain = [word for word in words if "=" not in word]
    steps = _steps(name, groups, plain, where, terms)
    counter = Counter(
        index=index,
        id=name,
        side=side,
        steps=steps,
        mobility=_one_of(name, plain, terms.classes, where) or terms.classes[0],
        size=_one_of(name, plain, tuple(sorted(terms.sizes)), where),
        traits=frozenset(plain).intersection(terms.traits),
        nation=labels.get("nation", ""),
        symbol=labels.get("symbol", "infantry"),
        name=name,
        group=labels.get("group", ""),
    )
    if not place and not terms.placed:
        return counter, CounterStart(step=1 if "depleted" in plain else 0)
    return counter, _start(name, plain, place, board, where)


def _split(
    name: str, text: str, where: Where, terms: Vocabulary = STANDARD
) -> tuple[list[Values], list[str], str]:
    """Values, words and place of a counter's line."""
    head = _VALUES.match(text)
    if not head:
        raise where.error(f"Counter {name} needs values such as 4-4-4 or 4-4-4 / 2-3-4 first, not {text!r}.")
    rest = text[head.end() :]
    tail = _PLACE.search(rest)
    words = (rest[: tail.start()] if tail else rest).split()
    known = terms.known()
    for word in words:
        if word not in known and word.partition("=")[0] not in terms.labels:
            expected = ", ".join((*known, *(f"{label}=" for label in terms.labels)))
            raise where.error(f"Counter {name} has the word {word}: expected one of {expected}.")
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


def _steps(
    name: str, groups: list[Values], words: list[str], where: Where, terms: Vocabulary = STANDARD
) -> tuple[Values, ...]:
    if "one-step" in words:
        if len(groups) > 1 or "depleted" in words:
            raise where.error(
                f"Counter {name} is one-step: one group of values and no depleted side were expected."
            )
        return (groups[0],)
    if len(groups) == 1 and not terms.halved:
        raise where.error(f"Counter {name} needs a second side such as 4-1-4 / 2-1-3, or the word one-step.")
    if len(groups) == 1:
        attack, defence, movement = groups[0]
        return groups[0], ((attack + 1) // 2, (defence + 1) // 2, movement)
    return tuple(groups)


def read_spares(
    index: int, side: int, nation: str, text: str, count: int, where: Where
) -> list[tuple[Counter, CounterStart]]:
    """Unnamed regiments that come into play when a division breaks up."""
    groups, words, _ = _split(f"{nation} spares", text, where)
    if words:
        raise where.error(
            f"Spare regiments are given by their values alone, such as 3-4-4 / 1-2-4, not {text!r}."
        )
    stem = f"{nation}-{''.join(map(str, groups[0]))}"
    return [
        (
            Counter(
                index=index + number,
                id=f"{stem}-{number + 1}",
                side=side,
                steps=_steps(stem, groups, [], where),
                size="regiment",
                traits=frozenset({"spare"}),
                nation=nation,
                name=f"{stem}-{number + 1}",
            ),
            CounterStart(),
        )
        for number in range(count)
    ]


def _start(name: str, words: list[str], place: str, board: Board, where: Where) -> CounterStart:
    step = 1 if "depleted" in words else 0
    done = frozenset(words).intersection(DONE)
    for form, read in _PLACES:
        if match := re.fullmatch(form, " ".join(place.split())):
            return replace(read(match, board, where), step=step, done=done)
    raise where.error(
        f"Counter {name} needs a place at the end: at 0404, due turn 3 at 0101, to set up, "
        f"to set up in 0101,0102 or to set up within 2 of 0505 was expected, not {place!r}."
    )


def check_start(counter: Counter, start: CounterStart, board: Board, key: TerrainKey, where: Where) -> None:
    """Refuse ground that is closed to the counter, and a default hex it may not set up in."""
    placement, number = start.placement, board.grid.number
    hexes = placement.hexes if placement else start.arrival.hexes if start.arrival else ()
    enough = any if start.area else all
    if hexes and not enough(can_stand(counter, hex_, board, key) for hex_ in hexes):
        closed = next(hex_ for hex_ in hexes if not can_stand(counter, hex_, board, key))
        ground = " and ".join(board.terrain[closed])
        raise where.error(
            f"Counter {counter.id} cannot be in {number(closed)}, which is {ground}: "
            f"ground open to {counter.mobility} units was expected."
        )
    if placement is None or placement.default < 0:
        return
    default = placement.default
    if default not in placement.hexes or not can_stand(counter, default, board, key):
        raise where.error(
            f"Counter {counter.id} may not set up in {number(default)}, its hex by default: "
            f"one of the hexes open to it was expected."
        )


def can_stand(counter: Counter, hex_: int, board: Board, key: TerrainKey) -> bool:
    """Is the ground open to the counter, or opened to it by a road?"""
    if key.hex_cost(board, hex_, counter.mobility):
        return True
    roads = [way for way, rate in key.ways.items() if rate and board.way_in_hex(way, hex_)]
    return bool(roads) and not key.never(board, hex_)


def read_places(text: str, board: Board, where: Where) -> tuple[int, ...]:
    """Hexes joined by commas, or the hexes of a place named on the map."""
    if text in board.places:
        return board.places[text]
    return tuple(read_hex(number, board.grid, where) for number in re.split(r" ?, ?", text))


def _at(match: re.Match[str], board: Board, where: Where) -> CounterStart:
    place = read_hex(match[1], board.grid, where)
    return CounterStart(place, placement=Placement((place,), True))


def _due(match: re.Match[str], board: Board, where: Where) -> CounterStart:
    """A reinforcement: its turn, where it comes on, and conditions in brackets."""
    turn, place, unit, listed = match["turn"], match["at"], match["unit"], match["terms"]
    hexes: tuple[int, ...] = ()
    near = re.fullmatch(r"within ([0-9]{1,2}) of (\S+)", place or "")
    if near:
        hexes = tuple(board.grid.within(read_hex(near[2], board.grid, where), int(near[1])))
    elif place:
        hexes = read_places(place.removeprefix("at "), board, where)
    terms = tuple(re.split(r" ?, ?", listed)) if listed else ()
    for term in terms:
        if term not in TERMS:
            raise where.error(f"An arrival has no condition {term}: expected one of {', '.join(TERMS)}.")
    return CounterStart(
        arrival=Arrival(int(turn or 0), hexes, unit or "", frozenset(terms)), area=near is not None
    )


def _choice(match: re.Match[str], board: Board, where: Where) -> CounterStart:
    """A counter whose owner chooses its hex: an area, or the neighbourhood of other counters."""
    hexes, near, reach = tuple(range(board.grid.size)), "", 0
    area, default = match["area"], match["default"]
    if area and area.startswith("in "):
        hexes = read_places(area[3:], board, where)
    elif within := re.fullmatch(r"within ([0-9]{1,2}) of (\S+)", area or ""):
        if re.fullmatch("[0-9]{4}", within[2]):
            hexes = tuple(board.grid.within(read_hex(within[2], board.grid, where), int(within[1])))
        else:
            near, reach = within[2], int(within[1])
    elif area:
        word, near = area.split()
        near, reach = "*" if near == "any" else near, 1 if word == "beside" else 0
    goal = read_hex(default, board.grid, where) if default else -1
    listed = bool(area) and area.startswith("in ")
    return CounterStart(placement=Placement(hexes, False, near, reach, goal), area=not listed)


_DUE = (
    r"due(?: turn (?P<turn>[0-9]{1,3}))?(?: (?P<at>at [^()]*[^() ]|within [0-9]{1,2} of [^() ]+)"
    r"| with (?P<unit>[^() ]+))(?: ?\((?P<terms>[^()]*)\))?"
)
_SET_UP = (
    r"to set up(?: (?P<area>in \S.*?|within [0-9]{1,2} of \S+|(?:beside|with) \S+))?"
    r"(?: by default (?P<default>\S+))?"
)
_PLACES: tuple[tuple[str, Callable[[re.Match[str], Board, Where], CounterStart]], ...] = (
    (r"at (\S+)", _at),
    (
        _DUE,
        _due,
    ),
    (
        _SET_UP,
        _choice,
    ),
)
