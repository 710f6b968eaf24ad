"""Random little maps for the oracles, and the games that the engine opens on them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any

from hexfolio.battles.map_sheets import read_map
from hexfolio.core.battle import Arrival, Battle, Placement, Side
from hexfolio.core.board import Board, Fortification
from hexfolio.core.counters import Counter, Marker
from hexfolio.core.dice import Chance
from hexfolio.core.game import Game
from hexfolio.core.hexes import Grid
from hexfolio.core.state import State
from hexfolio.rulebooks.fire_and_movement.editions import open_rules
from hexfolio.rulebooks.sheets import parse_sheet

GRID = Grid(6, 6)
BOOKS = ("fm-folio", "fm-st296", "fm-2023")
TABLES = {"fm-folio": "fm-folio-standard", "fm-st296": "fm-st296-pusan-inchon", "fm-2023": "fm-2023-standard"}
SIDES = (Side("blue", "Blue"), Side("red", "Red"))

# The key of docs/cases.md as far as the maps use it, and mountains closed to vehicles. None is closed.
HEX_COSTS = {"clear": 1, "woods": 2, "town": 2, "rough": 3, "marsh": 3, "sea": None}
ADDED = {"village": 1}
MOUNTAIN: dict[bool, int | None] = {False: 3, True: None}
SIDE_COSTS: dict[str, int | None] = {
    "stream": 1,
    "river": 1,
    "han-river": 2,
    "minefield": 1,
    "frozen-river": 0,
    "restricted": 0,
    "sea-hexside": None,
}
CROSSINGS = ("bridge", "ford")
WAY_COSTS = {"road": Fraction(1, 2), "trail": Fraction(1)}

_, KEY = read_map(parse_sheet("size: 6x6\nkey:\n  mountain: {leg: 3, mobile: no}\n", "proof"), "proof")

Hexside = frozenset[int]

OFF_MAP = -1


@dataclass
class Piece:
    """A unit on the referee's map, or one that is lost and stands nowhere."""

    side: int
    hex: int
    mobile: bool
    commando: bool
    black_hexagon: bool
    allowances: tuple[int, ...]
    """One for each step."""
    lost_steps: int
    moved: bool = False
    seaborne: bool = False
    attack: int = 1
    defence: int = 1

    @property
    def allowance(self) -> int:
        return self.allowances[self.lost_steps]

    def lose(self, steps: int = 1) -> None:
        self.lost_steps += steps
        if self.lost_steps >= len(self.allowances):
            self.hex = OFF_MAP


@dataclass
class Sketch:
    """A random map with pieces on it."""

    terrain: list[tuple[str, ...]]
    sides: dict[Hexside, frozenset[str]]
    ways: dict[str, set[Hexside]]
    forts: dict[int, str]
    pieces: list[Piece]
    stacking: int = 1
    edges: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """Friendly map edges by side."""
    sources: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """Sources of supply by side."""
    marker: int = 0
    """The marker that side 0 has in hand, or none."""


def hexsides() -> list[Hexside]:
    return sorted({frozenset((h, n)) for h in range(GRID.size) for n in GRID.around(h)}, key=sorted)


def random_sketch(random: Random) -> Sketch:
    """A crowded little map: much terrain, a few roads, units of both sides close together."""
    terrain = [random_terrain(random) for _ in range(GRID.size)]
    sides: dict[Hexside, frozenset[str]] = {}
    for side in hexsides():
        features = [name for name in SIDE_COSTS if random.random() < 0.05]
        if features and random.random() < 0.2:
            features.append(random.choice(CROSSINGS))
        sides[side] = frozenset(features)
    fortified = [random.randrange(GRID.size) for _ in range(random.randint(0, 5))]
    forts = {hex_: random.choice(("", "blue", "red")) for hex_ in fortified}
    ways = {way: random_way(random) for way in WAY_COSTS}
    stacking = random.choice((1, 1, 1, 2))
    return Sketch(terrain, sides, ways, forts, random_pieces(random), stacking)


def random_terrain(random: Random) -> tuple[str, ...]:
    kinds = ["clear"] * 6 + ["woods", "town", "rough", "marsh", "mountain", "mountain", "sea"]
    terrain = {random.choice(kinds) for _ in range(random.choice((1, 1, 1, 2)))}
    village = ("village",) if random.random() < 0.1 else ()
    return (*sorted(terrain), *village)


def random_way(random: Random) -> set[Hexside]:
    """A few lines of road or trail that wander over the map."""
    sides: set[Hexside] = set()
    for _ in range(random.randint(0, 3)):
        here = random.randrange(GRID.size)
        for _ in range(random.randint(1, 6)):
            there = random.choice(GRID.around(here))
            sides.add(frozenset((here, there)))
            here = there
    return sides


def random_pieces(random: Random) -> list[Piece]:
    count = random.randint(3, 8)
    places = random.sample(range(GRID.size), count)
    return [
        Piece(
            side=0 if number == 0 else random.randint(0, 1),
            hex=places[number],
            mobile=random.random() < 0.5,
            commando=random.random() < 0.2,
            black_hexagon=random.random() < 0.2,
            allowances=(random.randint(1, 6), random.randint(1, 6)),
            lost_steps=int(random.random() < 0.3),
        )
        for number in range(count)
    ]


class LaidDie:
    """Chance with the next die laid down; what is drawn blind is the first of what there is."""

    die = 1

    def roll(self, state: State, sides: int) -> int:
        return self.die

    def pick(self, state: State, values: Sequence[int]) -> int:
        return 0


def open_game(sketch: Sketch, book: str, chance: Chance | None = None) -> Game:
    """The same map and pieces as the engine knows them."""

    def side(hexside: Hexside) -> int:
        here, there = hexside
        return GRID.side(here, GRID.direction(here, there))

    def by_name(values: dict[int, tuple[Any, ...]]) -> dict[str, tuple[Any, ...]]:
        return {SIDES[side].id: value for side, value in values.items()}

    board = Board(
        "proof",
        GRID,
        tuple(sketch.terrain),
        {side(hexside): features for hexside, features in sketch.sides.items() if features},
        {way: frozenset(map(side, sides)) for way, sides in sketch.ways.items()},
        fortifications={hex_: Fortification("fort", owner) for hex_, owner in sketch.forts.items()},
        edges=by_name(sketch.edges),
    )
    pieces = dict(enumerate(sketch.pieces))
    battle = Battle(
        id="proof",
        title="Proof",
        book=book,
        board=board,
        key=KEY,
        sides=SIDES,
        counters=tuple(counter(number, piece) for number, piece in pieces.items()),
        markers=(Marker(0, 0, sketch.marker),) if sketch.marker else (),
        turns=2,
        first=0,
        allotments=((1, 0),) if sketch.marker else (),
        table=TABLES[book],
        placements={number: Placement((piece.hex,)) for number, piece in pieces.items() if piece.hex >= 0},
        arrivals={number: Arrival(2, (0,)) for number, piece in pieces.items() if piece.hex < 0},
        start_steps={number: piece.lost_steps for number, piece in pieces.items()},
        special={"stacking": sketch.stacking, "supply-sources": by_name(sketch.sources)},
    )
    return Game(open_rules(battle), 1, chance)


def counter(number: int, piece: Piece) -> Counter:
    traits = {"commando": piece.commando, "no-zoc": piece.black_hexagon, "seaborne": piece.seaborne}
    return Counter(
        index=number,
        id=f"U{number}",
        side=piece.side,
        steps=tuple((piece.attack, piece.defence, allowance) for allowance in piece.allowances),
        mobility="mobile" if piece.mobile else "leg",
        traits=frozenset(trait for trait, has in traits.items() if has),
    )


def differences(check: Callable[[str, str], None], seed: int, maps: int) -> list[str]:
    """What a check of one book on one map finds, on so many maps, one book after the other."""
    found = []
    for number in range(maps):
        book = BOOKS[number % len(BOOKS)]
        try:
            check(book, f"{book} {seed} {number}")
        except AssertionError as error:
            found.append(f"map {book} {seed} {number}: {error}")
    return found
