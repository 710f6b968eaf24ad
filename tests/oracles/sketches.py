"""Random small maps: plain sets that an oracle reads, and the text of a case that the engine opens.

A hex is its printed column and row, a hexside the pair of its hexes. The engine is not asked what they mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random

from hexfolio.casebook.position import open_case
from hexfolio.core.game import Game
from hexfolio.rulebooks.sheets import parse_sheet

Hex = tuple[int, int]
Hexside = frozenset[Hex]

SMALL_MAPS = (
    (1, 9),
    (9, 1),
    (2, 8),
    (8, 2),
    (3, 7),
    (7, 3),
    (5, 5),
    (6, 6),
    (7, 7),
    (8, 6),
    (1, 19),
    (19, 1),
    (2, 13),
)
WAYS = ("road", "trail")
PROVES = {"kwb-dg": "10.0.a", "kwb-train": "9.0.a"}
"""A case has to name a clause."""
FIGURES = {"regiment": "4-4-4 / 2-2-4", "brigade": "5-5-4 / 2-3-4", "division": "9-9-3 / 5-5-3"}


@dataclass
class Piece:
    """A counter and where it stands when the case begins."""

    name: str
    side: int
    at: Hex = (1, 1)
    mobile: bool = False
    size: str = "regiment"
    traits: tuple[str, ...] = ()
    nation: str = ""
    symbol: str = "infantry"
    figures: str = ""
    waits: bool = False
    """Is it a reinforcement that comes later?"""

    def __contains__(self, trait: str) -> bool:
        return trait in self.traits

    def text(self) -> str:
        figures = self.figures or FIGURES.get(self.size, "2-2-4 / 1-1-4")
        words = [figures, "mobile" if self.mobile else "leg", self.size, *self.traits]
        words += [f"nation={self.nation}"] if self.nation else []
        where = f"due turn 9 at {number(self.at)}" if self.waits else f"at {number(self.at)}"
        return " ".join([*words, f"symbol={self.symbol}", where])


@dataclass
class Sketch:
    """A small map with counters on it, and the exclusive rules of its case."""

    book: str
    columns: int
    rows: int
    sides: tuple[str, str]
    terrain: dict[Hex, str] = field(default_factory=dict)
    hexsides: dict[Hexside, set[str]] = field(default_factory=dict)
    ways: dict[str, set[Hexside]] = field(default_factory=dict)
    forts: dict[Hex, int] = field(default_factory=dict)
    """Fortified hexes, each with the side whose zones it keeps out."""
    pieces: dict[str, Piece] = field(default_factory=dict)
    rules: dict[str, str] = field(default_factory=dict)
    hands: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    first: int = 0
    start: str = ""

    @property
    def hexes(self) -> list[Hex]:
        return all_hexes(self.columns, self.rows)

    def around(self, hex_: Hex) -> Sequence[Hex]:
        return neighbours(self.columns, self.rows)[hex_]

    def features(self, here: Hex, there: Hex) -> set[str]:
        return self.hexsides.get(frozenset((here, there)), set())

    def way(self, here: Hex, there: Hex) -> bool:
        """Does a road or trail cross the hexside?"""
        return any(frozenset((here, there)) in self.ways.get(way, ()) for way in WAYS)

    def on_way(self, hex_: Hex) -> bool:
        return any(self.way(hex_, there) for there in self.around(hex_))

    def hexes_between(self, start: Hex, goal: Hex) -> int:
        """Steps from one hex to the other over any terrain, the first hex not counted, counted one by one."""
        return distances(self.columns, self.rows, start)[goal]

    def text(self) -> str:
        """The case, as it could stand in a file."""
        terrain = by_value({number(hex_): kind for hex_, kind in self.terrain.items()})
        features = {
            name: [hexside(side) for side, names in self.hexsides.items() if name in names]
            for name in sorted({name for names in self.hexsides.values() for name in names})
        }
        lines = [
            "- case: A random map",
            f"  books: [{self.book}]",
            f"  proves: [{self.book}:{PROVES[self.book]}]",
            f"  sides: [{', '.join(self.sides)}]",
            f"  first: {self.sides[self.first]}",
            f"  start: {self.start}",
            "  map:",
            f"    size: {self.columns}x{self.rows}",
            *mapping("terrain", {kind: " ".join(hexes) for kind, hexes in terrain.items()}),
            *mapping("hexsides", {name: " ".join(sides) for name, sides in features.items()}),
            *mapping("ways", {way: f"[{', '.join(map(leg, s))}]" for way, s in self.ways.items() if s}),
            *mapping("fortifications", {number(h): self.fort(side) for h, side in self.forts.items()}),
            "  rules: {" + ", ".join(f"{name}: {value}" for name, value in self.rules.items()) + "}",
            "  counters:",
        ]
        for index, side in enumerate(self.sides):
            pieces = [piece for piece in self.pieces.values() if piece.side == index]
            lines += [f"    {side}:"] + [f"      {piece.name}: {piece.text()}" for piece in pieces]
        hands = [
            f"{side}: {{hand: [{', '.join(f'+{v}' for v in hand)}]}}"
            for side, hand in zip(self.sides, self.hands, strict=True)
        ]
        return "\n".join([*lines, f"  markers: {{{', '.join(hands)}}}", "  play: []", ""])

    def fort(self, side: int) -> str:
        return f"{{kind: fort, cancels-zones-of: {self.sides[side]}}}"

    def open(self) -> Game:
        """The game of the case."""
        return open_case(parse_sheet(self.text(), "an oracle's map")[0], self.book)


def number(hex_: Hex) -> str:
    return f"{hex_[0]:02}{hex_[1]:02}"


def hex_of(number: str) -> Hex:
    return int(number[:2]), int(number[2:])


def hexside(side: Hexside) -> str:
    return "/".join(map(number, sorted(side)))


def leg(side: Hexside) -> str:
    return "-".join(map(number, sorted(side)))


def by_value(names: dict[str, str]) -> dict[str, list[str]]:
    return {
        value: [n for n, other in names.items() if other == value] for value in sorted(set(names.values()))
    }


def mapping(name: str, values: dict[str, str]) -> list[str]:
    return [f"    {name}:"] + [f"      {key}: {value}" for key, value in values.items()] if values else []


@cache
def all_hexes(columns: int, rows: int) -> list[Hex]:
    return [(column, row) for column in range(1, columns + 1) for row in range(1, rows + 1)]


@cache
def neighbours(columns: int, rows: int) -> dict[Hex, tuple[Hex, ...]]:
    """Columns run down the page, every even one lies half a hex lower."""
    on_map = set(all_hexes(columns, rows))
    found: dict[Hex, tuple[Hex, ...]] = {}
    for column, row in on_map:
        upper = row if column % 2 == 0 else row - 1
        six = [(column, row - 1), (column, row + 1)]
        six += [(column + step, upper + down) for step in (-1, 1) for down in (0, 1)]
        found[column, row] = tuple(sorted(hex_ for hex_ in six if hex_ in on_map))
    return found


@cache
def distances(columns: int, rows: int, start: Hex) -> dict[Hex, int]:
    found, edge = {start: 0}, [start]
    for here in edge:
        for there in neighbours(columns, rows)[here]:
            if there not in found:
                found[there] = found[here] + 1
                edge.append(there)
    return found


@cache
def all_hexsides(columns: int, rows: int) -> list[Hexside]:
    around = neighbours(columns, rows)
    return sorted({frozenset((h, n)) for h in around for n in around[h]}, key=sorted)


def empty_sketch(random: Random, book: str, sides: tuple[str, str]) -> Sketch:
    columns, rows = random.choice(SMALL_MAPS)
    return Sketch(book, columns, rows, sides, first=random.randrange(2))


def strew(random: Random, sketch: Sketch, kinds: Sequence[str], most: float) -> None:
    """Terrain of these kinds, on so many of the hexes at most."""
    share = random.random() * most
    for hex_ in sketch.hexes:
        if random.random() < share:
            sketch.terrain[hex_] = random.choice(kinds)


def strew_hexsides(random: Random, sketch: Sketch, kinds: Sequence[str], most: float) -> None:
    """Features by themselves and in pairs, such as a bridge over a river."""
    share = random.random() * most
    for side in all_hexsides(sketch.columns, sketch.rows):
        if random.random() < share:
            sketch.hexsides[side] = {random.choice(kinds) for _ in range(random.choice((1, 1, 1, 2)))}


def draw_ways(random: Random, sketch: Sketch, starts: Iterable[Hex] = ()) -> None:
    """Roads and trails that wander over the map, one from each of these hexes."""
    starts = [*starts, *(random.choice(sketch.hexes) for _ in range(random.randint(0, 2)))]
    for here in starts:
        for _ in range(random.randint(1, 10)):
            if not sketch.around(here):
                break
            there = random.choice(sketch.around(here))
            sketch.ways.setdefault(random.choice(WAYS), set()).add(frozenset((here, there)))
            here = there


def write_hexes(sketch: Sketch, rule: str, hexes: dict[str, list[Hex]]) -> None:
    """A rule of the case such as {un: 0101 0202}."""
    parts = [f"{side}: {' '.join(map(number, listed))}" for side, listed in hexes.items() if listed]
    if parts:
        sketch.rules[rule] = f"{{{', '.join(parts)}}}"


def hexes_of_rule(sketch: Sketch, rule: str, side: int) -> set[Hex]:
    """What such a rule says of one side."""
    for part in sketch.rules.get(rule, "{}").strip("{}").split(","):
        owner, _, listed = part.partition(":")
        if owner.strip() == sketch.sides[side]:
            return {hex_of(word) for word in listed.split()}
    return set()


def random_hexes(random: Random, sketch: Sketch, least: int, most: int) -> list[Hex]:
    """Some hexes on land; corners and 0101 more often than the rest."""
    corners = [(1, 1), (1, 1), (1, sketch.rows), (sketch.columns, 1), (sketch.columns, sketch.rows)]
    pool = sketch.hexes + corners * 2
    found = sorted({random.choice(pool) for _ in range(random.randint(least, most))})
    for hex_ in found:
        if sketch.terrain.get(hex_) == "sea":
            del sketch.terrain[hex_]
    return found


def place(random: Random, sketch: Sketch, piece: Piece, near: Sequence[Hex] = ()) -> None:
    """Put a counter where no enemy stands and no sea is, sometimes in one of these hexes."""
    taken = {other.at for other in sketch.pieces.values() if other.side != piece.side}
    for _ in range(20):
        piece.at = random.choice(near) if near and random.random() < 0.3 else random.choice(sketch.hexes)
        mates = [other for other in sketch.pieces.values() if other.at == piece.at]
        if piece.at not in taken and sketch.terrain.get(piece.at) != "sea" and len(mates) < 2:
            if random.random() < 0.2 and "one-step" not in piece and not piece.waits:
                piece.traits = (*piece.traits, "depleted")
            sketch.pieces[piece.name] = piece
            return


def random_start(random: Random, sketch: Sketch, phases: Sequence[str], turns: int = 3) -> None:
    turn, side = random.randint(1, turns), random.choice(sketch.sides)
    sketch.start = f"turn {turn} {side} {random.choice(phases)}"
