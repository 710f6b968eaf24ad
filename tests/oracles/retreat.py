"""Retreat after combat and bombardment, displacement and stiff resistance, written from the clauses.

For every unit that must go the oracle tries each way over the map, hex by hex, and keeps those that the book
leaves open, with the steps they cost and whether a friend must make room. The engine has to offer the same
orders and no others, and its units have to end where the oracle has them, until the retreat is over.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import NamedTuple

from hexfolio.core.orders import Order

from .fights import Fight, open_fight
from .maps import GRID, OFF_MAP, Piece, differences
from .movement import random_paths

Path = tuple[int, ...]


class Price(NamedTuple):
    """What a way costs: steps, and a friend's moving on."""

    steps: int
    room: bool = False


Ways = dict[Path, Price]


@dataclass
class Retreat:
    """7.7, 7.7.1 and 7.7.2; 8.1.5, 8.3 and 8.3.1 of the newest book: a retreat under way."""

    fight: Fight
    pending: list[int]
    """Units that have neither gone nor stood yet."""
    causes: list[int]
    entering: list[tuple[int, int, int]] = field(default_factory=list)
    """Units that wait until a friend has made room: who, where, and the steps it will have cost."""
    displaced: set[int] = field(default_factory=set)
    given: list[Order] = field(default_factory=list)
    """The orders so far."""

    def __post_init__(self) -> None:
        self.referee, self.pieces = self.fight.referee, self.fight.pieces
        self.newest = self.referee.book == "fm-2023"
        self.involved = () if self.newest else self.fight.retreating()

    # Ways

    def ways(self, number: int) -> Ways:
        """7.7.e, f, i, m and n, 7.7.2.a, i and j, ruling retreat-path-priority: the first rank that is open.

        Vacant hexes, through friends, a friend makes room; nearer to the enemy; out to sea; falling short.
        """
        piece, length = self.pieces[number], self.fight.distance
        whole = self.walks(piece, length)
        if best := self.chosen(piece, self.right(piece, whole)):
            return self.priced(piece, best)
        if room := self.making_room(number, self.right(piece, whole)):
            return self.priced(piece, room, room=True) | self.falling_short(piece, nearer=False)
        if self.may_go_wrong():
            if best := self.ending(piece, whole):
                return self.priced(piece, best)
            if room := self.making_room(number, whole):
                return self.priced(piece, room, room=True) | self.falling_short(piece)
        if best := self.chosen(piece, self.right(piece, self.at_sea(piece, length))):
            return self.priced(piece, best)
        return self.falling_short(piece, sea=True)

    def falling_short(self, piece: Piece, nearer: bool = True, sea: bool = False) -> Ways:
        """7.7.m and n; 8.3.c and l: as far as it can; who cannot leave at all is lost."""
        longest_first = range(self.fight.distance - 1, 0, -1)
        tries = [self.walks(piece, length) for length in longest_first]
        if sea:
            tries += [self.at_sea(piece, length) for length in (self.fight.distance, *longest_first)]
        for walks in tries:
            best = self.chosen(piece, self.right(piece, walks))
            if not best and nearer and self.may_go_wrong():
                best = self.ending(piece, walks)
            if best:
                return self.priced(piece, best)
        return {(piece.hex,): Price(0)}

    def priced(self, piece: Piece, paths: Iterable[Path], room: bool = False) -> Ways:
        """7.7.i, 7.7.m, 7.7.1.c: a step for each of out to sea, too short, nearer to the enemy."""
        return {path: Price(self.toll(piece, path), room) for path in paths}

    def toll(self, piece: Piece, path: Path) -> int:
        terrain = self.referee.sketch.terrain
        sea = any(self.is_closed(piece, step) and "sea" in terrain[step[1]] for step in pairwise(path))
        short = len(path) - 1 < self.fight.distance
        nearer = self.may_go_wrong() and any(
            GRID.distance(path[-1], hex_) < GRID.distance(path[0], hex_)
            for hex_ in self.nearest(piece, enemies=True)
        )
        return int(sea) + int(short) + int(nearer)

    def may_go_wrong(self) -> bool:
        """7.7.1.c: bombarded units of the old books may come nearer to an enemy where they have to."""
        return self.fight.bombardment and not self.newest

    def is_closed(self, piece: Piece, step: tuple[int, int]) -> bool:
        return self.referee.terrain_cost(piece, *step) is None

    def at_sea(self, piece: Piece, length: int) -> list[Path]:
        """7.7.i; 8.3.k: ways that seaborne units may have to take."""
        return self.walks(piece, length, sea=True) if piece.seaborne else []

    def walks(self, piece: Piece, length: int, sea: bool = False) -> list[Path]:
        """7.7.a, g, h, j, l and o: each step a hex farther from where the unit stood."""
        found: list[Path] = []

        def go(path: Path) -> None:
            if len(path) > length:
                found.append(path)
                return
            for goal in GRID.around(path[-1]):
                if GRID.distance(piece.hex, goal) == len(path) and self.open(piece, path[-1], goal, sea):
                    go((*path, goal))

        go((piece.hex,))
        return found

    def open(self, piece: Piece, here: int, goal: int, sea: bool = False) -> bool:
        """7.7.g, h, j and k: no enemy, no enemy zone, friends or not, nothing prohibited but the sea."""
        if any(other.hex == goal and other.side != piece.side for other in self.pieces):
            return False
        if self.referee.in_zone(piece, goal):
            return False
        afloat = sea and "sea" in self.referee.sketch.terrain[goal]
        return afloat or self.referee.terrain_cost(piece, here, goal) is not None

    def friend_in(self, piece: Piece, hex_: int) -> int | None:
        friends = [n for n, other in enumerate(self.pieces) if other.side == piece.side and other.hex == hex_]
        return friends[0] if friends else None

    def ending(self, piece: Piece, paths: Iterable[Path]) -> list[Path]:
        """7.7.e and f: of ways with a vacant end those over vacant hexes, if there are any."""
        ending = [path for path in paths if self.friend_in(piece, path[-1]) is None]
        vacant = [path for path in ending if all(self.friend_in(piece, h) is None for h in path[1:])]
        return vacant or ending

    def chosen(self, piece: Piece, paths: Iterable[Path]) -> list[Path]:
        return self.wanted(piece, self.ending(piece, paths))

    # Direction

    def right(self, piece: Piece, paths: list[Path]) -> list[Path]:
        """7.7.c and d; 7.7.1.a and b: ways in the direction that the old books want."""
        if self.newest:
            return paths
        if not self.fight.bombardment:
            return [path for path in paths if all(_leaves(path, cause) for cause in self.causes)]
        if nearest := self.nearest(piece, enemies=True):
            return [path for path in paths if all(_farther(path, hex_) for hex_ in nearest)]
        friends = self.friends(piece)
        return [path for path in paths if not friends or any(_toward(path, friend) for friend in friends)]

    def friends(self, piece: Piece) -> list[int]:
        """7.7.1.b; 8.1.5.c: the friends it may go toward with no enemy on the map."""
        if self.newest:
            return self.nearest(piece, enemies=False)
        return [o.hex for o in self.pieces if o is not piece and o.side == piece.side and o.hex != OFF_MAP]

    def nearest(self, piece: Piece, enemies: bool) -> list[int]:
        """Hexes of the enemies, or friends, that are nearest to the unit."""
        others = [
            other.hex
            for other in self.pieces
            if other is not piece and other.hex != OFF_MAP and (other.side != piece.side) == enemies
        ]
        least = min((GRID.distance(piece.hex, hex_) for hex_ in others), default=0)
        return [hex_ for hex_ in others if GRID.distance(piece.hex, hex_) == least]

    def wanted(self, piece: Piece, paths: list[Path]) -> list[Path]:
        """8.1.5.b and c, then 8.3.d, rulings retreat-direction-2023 and bombard-retreat-2023."""
        if self.fight.bombardment:
            enemies = self.nearest(piece, enemies=True)
            if not enemies:
                paths = self.toward_a_friend(piece, paths)
            elif self.newest:
                paths = [path for path in paths if any(_farther(path, h) for h in enemies)] or paths
        if not self.newest:
            return paths
        return [path for path in paths if self.nears_home(piece, path)] or paths

    def toward_a_friend(self, piece: Piece, paths: list[Path]) -> list[Path]:
        """7.7.1.b; 8.1.5.c, ruling bombard-retreat-friend: as near to some friend as a way can end."""
        good: set[Path] = set()
        for friend in self.friends(piece):
            toward = [path for path in paths if _toward(path, friend)]
            good |= {p for p in toward if all(_end(p, friend) <= _end(q, friend) for q in toward)}
        return sorted(good) or paths

    def nears_home(self, piece: Piece, path: Path) -> bool:
        """8.3.d: nearer to one of the friendly map edges or sources of supply."""
        sketch = self.referee.sketch
        homes = [_edge(edge) for edge in sketch.edges.get(piece.side, ())]
        homes += [[source] for source in sketch.sources.get(piece.side, ())]
        return any(_off(path[-1], home) < _off(path[0], home) for home in homes)

    # Displacement

    def making_room(self, number: int, paths: list[Path]) -> list[Path]:
        """7.7.2.a and j: a friend at the end of a way of full length may have to move on."""
        piece = self.pieces[number]
        ends = [path for path in paths if self.can_move(piece, path[-1], (number,))]
        return self.wanted(piece, ends)

    def can_move(self, piece: Piece, hex_: int, waiting: Path) -> bool:
        """Is there a friend in the hex who may be displaced and has somewhere to go?"""
        friend = self.friend_in(piece, hex_)
        return friend is not None and bool(self.rooms(friend, waiting))

    def rooms(self, number: int, waiting: Path) -> set[int]:
        """7.7.2.b to f; 8.3.1.d, f and j: where a unit may be displaced to while others wait for room."""
        if number in waiting or number in self.involved:
            return set()
        piece = self.pieces[number]
        hexes = {goal for goal in GRID.around(piece.hex) if self.open(piece, piece.hex, goal)}
        vacant = {goal for goal in hexes if self.friend_in(piece, goal) is None}
        return vacant or {goal for goal in hexes if self.can_move(piece, goal, (*waiting, number))}

    # What is asked, and what an order does

    def expected(self) -> dict[Order, Price]:
        """Every order that the book leaves open now, with its price."""
        if self.entering:
            _, hex_, _ = self.entering[-1]
            waiting = tuple(unit for unit, _, _ in self.entering)
            friend = self.friend_in(self.pieces[waiting[0]], hex_)
            assert friend is not None
            return {Order("displace", friend, (goal,)): Price(0) for goal in self.rooms(friend, waiting)}
        orders = {}
        for unit in self.pending:
            orders[Order("stand", unit)] = Price(1)  # 7.8.a, b and e; 8.4.a, b and d
            orders |= {Order("retreat", unit, path): price for path, price in self.ways(unit).items()}
        return orders

    def carry_out(self, order: Order, price: Price) -> None:
        self.given.append(order)
        piece = self.pieces[order.unit]
        if order.verb == "displace":
            self.displaced.add(order.unit)
        else:
            self.pending.remove(order.unit)
        if order.verb == "stand":
            piece.lose()
        elif len(order.path) == 1 and order.verb == "retreat":
            piece.hex = OFF_MAP
        else:
            self.entering.append((order.unit, order.path[-1], price.steps))
            while self.entering and self.friend_in(piece, self.entering[-1][1]) is None:
                unit, goal, steps = self.entering.pop()
                self.pieces[unit].hex = goal
                self.pieces[unit].lose(steps)


def _leaves(path: Path, cause: int) -> bool:
    """Does no step lead nearer to the hex, and is the end farther off than the beginning?"""
    ring = [GRID.distance(hex_, cause) for hex_ in path]
    return ring == sorted(ring) and ring[-1] > ring[0]


def _end(path: Path, hex_: int) -> int:
    return GRID.distance(path[-1], hex_)


def _farther(path: Path, hex_: int) -> bool:
    return _end(path, hex_) > GRID.distance(path[0], hex_)


def _toward(path: Path, friend: int) -> bool:
    """Ruling bombard-retreat-friend: nearer than it began, or as near as the length lets it end."""
    began, steps = GRID.distance(path[0], friend), len(path) - 1
    return _end(path, friend) <= max(began - 1, steps - began)


def _edge(name: str) -> list[int]:
    column, row = slice(0, 2), slice(2, 4)
    part, value = {
        "north": (row, "01"),
        "south": (row, f"{GRID.rows:02}"),
        "west": (column, "01"),
        "east": (column, f"{GRID.columns:02}"),
    }[name]
    return [hex_ for hex_ in range(GRID.size) if GRID.number(hex_)[part] == value]


def _off(hex_: int, home: list[int]) -> int:
    return min(GRID.distance(hex_, other) for other in home)


def compare(fight: Fight, retreat: Retreat, random: Random) -> dict[Order, Price]:
    """The orders of the engine are those of the book, at the same price; so are its answers."""
    game, expected = fight.game, retreat.expected()
    found = set(game.legal())
    more, less = found - set(expected), set(expected) - found
    assert found == set(expected), f"too many {_text(fight, more)}, missing {_text(fight, less)}"
    for order, price in expected.items():
        terms = game.rules.terms(game.state, order)
        if order.verb != "displace":
            assert Price(terms.steps, terms.displaces) == price, f"{_text(fight, [order])} costs {terms}"
    for unit in (*retreat.pending, *random.sample(range(len(fight.pieces)), 1)):
        hex_ = fight.pieces[unit].hex
        for path in random_paths(hex_, random) if hex_ != OFF_MAP and not retreat.entering else ():
            order = Order("retreat", unit, path)
            assert (game.judge(order) is None) == (order in expected), f"judges {_text(fight, [order])}"
    return expected


def _text(fight: Fight, orders: Iterable[Order]) -> str:
    return ", ".join(sorted(map(fight.game.rules.notation.write, orders))) or "none"


def check_retreat(fight: Fight, random: Random) -> Retreat:
    """Compare and play until nobody has to retreat any more."""
    retreat = Retreat(fight, list(fight.retreating()), fight.causes())
    while retreat.pending or retreat.entering:
        expected = compare(fight, retreat, random)
        orders = sorted(expected)
        rooms = [order for order in orders if expected[order].room]
        goings = [order for order in orders if order.verb != "stand"]
        order = random.choice(rooms or goings if random.random() < 0.8 else orders)
        fight.game.apply(order)
        retreat.carry_out(order, expected[order])
        if not retreat.entering:
            fight.check_positions()
    return retreat


def check_bars(fight: Fight, barred: set[int], verbs: tuple[str, ...]) -> None:
    """7.7.2.h, 7.9.h; 8.3.1.h, 8.5.k: these units do no such thing for the rest of the player turn."""
    game = fight.game
    while game.decision is not None and game.state.active == 0:
        for order in game.legal():
            if order.verb in verbs:
                assert not barred & {order.unit, *order.units}, f"{_text(fight, [order])} is barred"
        game.apply("end")


def check_map(book: str, seed: str) -> None:
    random = Random(seed)
    fight = None
    while fight is None:
        fight = open_fight(book, random, random.random() < 0.4, random.choice("AD"))
    retreat = check_retreat(fight, random)
    check_bars(fight, retreat.displaced, ("attack",))


def run(seed: int, maps: int) -> list[str]:
    """What is wrong on so many random maps, edition after edition in turn."""
    return differences(check_map, seed, maps)
