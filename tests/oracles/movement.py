"""Movement: a slow referee written from the clauses, not from the engine.

The referee knows a map as plain sets and counts in fractions of a movement point. It tries every way: what
may follow depends only on the hex reached and the points spent, so every pair of them is followed once. Its
answer is compared with the engine's on random maps, edition by edition, for leg and mobile units and
commandos, in both movement phases, at the beginning and in the middle of a move.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from random import Random

from hexfolio.core.game import Game
from hexfolio.core.orders import Order
from hexfolio.rulebooks.events import Moved

from .maps import (
    ADDED,
    CROSSINGS,
    GRID,
    HEX_COSTS,
    MOUNTAIN,
    OFF_MAP,
    SIDE_COSTS,
    SIDES,
    WAY_COSTS,
    Piece,
    Sketch,
    differences,
    open_game,
    random_sketch,
)

Path = tuple[int, ...]


@dataclass
class Referee:
    """Chapters 5 and 6 of one book, read slowly."""

    book: str
    sketch: Sketch
    spent: dict[int, Fraction] = field(default_factory=dict)
    """What the one unit in the middle of its move has spent."""
    costs: dict[tuple[bool, int, int], Fraction | None] = field(default_factory=dict)
    """Terrain costs worked out before; the ground does not change."""

    def eligible(self, number: int, late: bool) -> bool:
        """5.0.e, 5.1.k; 5.2.j, 5.5: each unit once, late in the turn mobile units only."""
        piece = self.sketch.pieces[number]
        return (not piece.moved or number in self.spent) and (piece.mobile or not late)

    def destinations(self, number: int) -> dict[int, Fraction]:
        """Every hex where the unit may end its move, with the least it costs."""
        piece, best = self.sketch.pieces[number], dict[int, Fraction]()
        fresh = number not in self.spent
        seen: set[tuple[int, Fraction]] = set()

        def follow(here: int, spent: Fraction, fresh: bool) -> None:
            left = piece.allowance - spent
            for goal in GRID.around(here) if left else ():
                cost = self.step(piece, here, goal, left, fresh)
                if cost is None or (goal, total := spent + cost) in seen:
                    continue
                seen.add((goal, total))
                if self.room(piece, goal):
                    best[goal] = min(best.get(goal, total), total)
                if not self.must_stop(piece, goal):
                    follow(goal, total, False)

        if fresh or not self.must_stop(piece, piece.hex):
            follow(piece.hex, self.spent.get(number, Fraction(0)), fresh)
        best.pop(piece.hex, None)
        return best

    def walk(self, number: int, path: Path) -> Fraction | None:
        """What a way costs in all, what was spent before included; None if it is not open."""
        piece, fresh = self.sketch.pieces[number], number not in self.spent
        spent = self.spent.get(number, Fraction(0))
        stopped = not fresh and self.must_stop(piece, piece.hex)
        for here, goal in pairwise(path):
            cost = None if stopped else self.step(piece, here, goal, piece.allowance - spent, fresh)
            if cost is None:
                return None
            spent, fresh, stopped = spent + cost, False, self.must_stop(piece, goal)
        return spent if self.room(piece, path[-1]) else None

    def step(self, piece: Piece, here: int, goal: int, left: Fraction, fresh: bool) -> Fraction | None:
        """The cost of one step; None if it is not open or too dear."""
        if any(other.side != piece.side and other.hex == goal for other in self.sketch.pieces):
            return None  # 5.1.d; 5.2.f
        terrain = self.terrain_cost(piece, here, goal)
        if terrain is None:
            return None  # 5.1.e and l; 5.2.g
        if self.must_stop(piece, goal) and not self.room(piece, goal):
            return None  # 5.3.c; 5.3.d
        cost = self.with_charges(piece, here, goal, terrain, left, fresh)
        return cost if cost is not None and cost <= left else None

    def with_charges(
        self, piece: Piece, here: int, goal: int, terrain: Fraction, left: Fraction, fresh: bool
    ) -> Fraction | None:
        half = Fraction(piece.allowance // 2)  # 5.1.1.i; 6.1.g
        if not self.in_zone(piece, goal):
            return terrain  # 5.1.1.d, f and h; 6.1.d and h
        if not self.in_zone(piece, here):
            pays = self.book == "fm-2023" and piece.mobile and not piece.commando
            return terrain + half if pays else terrain  # 5.1.1.b; 6.1.f
        if piece.commando:
            return terrain  # 5.1.2.i and j; 6.1.n
        if "minefield" in self.features(here, goal) or goal in self.sketch.forts:
            return None  # 5.1.2.g and h; 6.1.l and m
        if piece.mobile:
            return terrain + half  # 5.1.1.c, 5.1.2.d; 6.1.f
        if not fresh or left != piece.allowance:
            return None  # 5.1.2.c; 6.1.b
        if self.book == "fm-2023" and terrain > left:
            return None  # 6.1.c
        return left  # 5.1.2.a and b; 6.1.b

    def terrain_cost(self, piece: Piece, here: int, goal: int) -> Fraction | None:
        step = piece.mobile, here, goal
        if step not in self.costs:
            self.costs[step] = self.read_key(*step)
        return self.costs[step]

    def read_key(self, mobile: bool, here: int, goal: int) -> Fraction | None:
        """5.2; 5.4: hex and hexside, or the road or trail across it, over any terrain but the sea."""
        rates = [rate for way, rate in WAY_COSTS.items() if frozenset((here, goal)) in self.sketch.ways[way]]
        if rates:
            return None if "sea" in self.sketch.terrain[goal] else min(rates)
        total, dearest = Fraction(0), 0
        for kind in self.sketch.terrain[goal]:
            if kind in ADDED:
                total += ADDED[kind]
                continue
            cost = MOUNTAIN[mobile] if kind == "mountain" else HEX_COSTS[kind]
            if cost is None:
                return None
            dearest = max(dearest, cost)
        features = self.features(here, goal)
        for feature in () if features & set(CROSSINGS) else features:
            cost = SIDE_COSTS[feature]
            if cost is None:
                return None
            total += cost
        return total + (dearest or 1)

    def features(self, here: int, goal: int) -> frozenset[str]:
        return self.sketch.sides.get(frozenset((here, goal)), frozenset())

    def must_stop(self, piece: Piece, hex_: int) -> bool:
        """5.1.1.a and g; 6.1.a and e: a leg unit that entered an enemy zone, commandos not excepted."""
        return not piece.mobile and self.in_zone(piece, hex_)

    def in_zone(self, piece: Piece, hex_: int) -> bool:
        """6.0: next to an enemy unit that exerts a zone, unless a fortification keeps it out."""
        enemy = SIDES[1 - piece.side].id
        if self.sketch.forts.get(hex_) == enemy:
            return False
        return any(
            other.side != piece.side
            and other.hex != OFF_MAP
            and GRID.distance(other.hex, hex_) == 1
            and not (other.black_hexagon and self.book == "fm-2023")
            for other in self.sketch.pieces
        )

    def room(self, piece: Piece, hex_: int) -> bool:
        """5.3: at the end of a move there are no more units in a hex than the limit."""
        friends = [other for other in self.sketch.pieces if other.side == piece.side and other is not piece]
        return sum(other.hex == hex_ for other in friends) < self.sketch.stacking


def engine_cost(game: Game, order: Order) -> Fraction:
    """Movement points an order costs, as the engine announces it."""
    moved = game.copy().apply(order)[0]
    assert isinstance(moved, Moved)
    return Fraction(moved.cost, 2)


def compare(game: Game, referee: Referee, random: Random) -> None:
    """Destinations, their costs, and the judgement on random ways, for every unit of the side that moves."""
    late = game.state.phase == "mobile-movement"
    subjects = game.legal().subjects()
    for number, piece in enumerate(referee.sketch.pieces):
        if piece.side != 0:
            assert number not in subjects
            continue
        eligible = referee.eligible(number, late)
        expected = referee.destinations(number) if eligible else {}
        before = referee.spent.get(number, Fraction(0))
        found: dict[int, Fraction] = {}
        for order in game.legal().of(number) if number in subjects else []:
            cost = before + engine_cost(game, order)
            assert referee.walk(number, order.path) == cost, order
            found[order.path[-1]] = min(found.get(order.path[-1], cost), cost)
        assert found == expected, (number, piece)
        for path in random_paths(piece.hex, random):
            order = Order("move", number, path)
            judged = None if game.judge(order) else before + engine_cost(game, order)
            assert judged == (referee.walk(number, path) if eligible else None), order


def random_paths(start: int, random: Random) -> Iterator[Path]:
    for _ in range(3):
        path = [start]
        for _ in range(random.randint(1, 4)):
            path.append(random.choice(GRID.around(path[-1])))
        yield tuple(path)


def play_a_move(game: Game, referee: Referee, random: Random) -> None:
    """Move some unit some way, on both maps."""
    orders = [order for order in game.legal() if order.verb == "move"]
    if not orders:
        return
    order = random.choice(orders)
    spent = referee.walk(order.unit, order.path)
    assert spent is not None
    game.apply(order)
    piece = referee.sketch.pieces[order.unit]
    piece.hex, piece.moved = order.path[-1], True
    referee.spent = {order.unit: spent}


def end_phases_until_mobile_movement(game: Game, referee: Referee) -> None:
    while game.state.phase != "mobile-movement":
        game.apply("end")
    referee.spent = {}


def check_map(book: str, seed: str) -> None:
    """One random map, before and after a move, in both movement phases."""
    random = Random(seed)
    sketch = random_sketch(random)
    game, referee = open_game(sketch, book), Referee(book, sketch)
    compare(game, referee, random)
    play_a_move(game, referee, random)
    compare(game, referee, random)
    end_phases_until_mobile_movement(game, referee)
    compare(game, referee, random)
    play_a_move(game, referee, random)
    compare(game, referee, random)


def run(seed: int, maps: int) -> list[str]:
    """What is wrong on so many random maps, edition after edition in turn."""
    return differences(check_map, seed, maps)
