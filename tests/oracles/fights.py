"""Random fights that end in a retreat, for the oracles of retreat and advance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from hexfolio.core.game import Game
from hexfolio.core.orders import Order
from hexfolio.rulebooks.fire_and_movement.events import Bombardment, Combat

from .maps import (
    GRID,
    OFF_MAP,
    SIDE_COSTS,
    SIDES,
    WAY_COSTS,
    LaidDie,
    Piece,
    Sketch,
    hexsides,
    open_game,
    random_way,
)
from .movement import Referee

CORNERS = tuple(hex_ for hex_ in range(GRID.size) if len(GRID.around(hex_)) <= 3)
GROUND = ["clear"] * 12 + ["woods", "rough", "mountain", "mountain", "sea", "sea", "sea"]
Home = TypeVar("Home", int, str)
EDGES = ("north", "east", "south", "west")


@dataclass
class Fight:
    """An attack or a bombardment whose result is a retreat, before anybody has gone."""

    game: Game
    referee: Referee
    bombardment: bool
    distance: int
    attackers: tuple[int, ...]
    defender: int
    attackers_lost: bool
    others: list[Game]
    """The game after the other dice, those that led to no retreat of the defender."""

    @property
    def pieces(self) -> list[Piece]:
        return self.referee.sketch.pieces

    def retreating(self) -> tuple[int, ...]:
        return self.attackers if self.attackers_lost else (self.defender,)

    def causes(self) -> list[int]:
        """Hexes of the units that brought the retreat about."""
        units = (self.defender,) if self.attackers_lost else self.attackers
        return [self.pieces[unit].hex for unit in units]

    def check_positions(self) -> None:
        """Everybody stands where the referee has them, with the steps that are left."""
        state = self.game.state
        for number, piece in enumerate(self.pieces):
            found = max(state.at[number], OFF_MAP)
            assert found == piece.hex, f"U{number} is at {found}, not {piece.hex}"
            assert found == OFF_MAP or state.step[number] == piece.lost_steps, f"steps of U{number}"


def open_fight(book: str, random: Random, bombardment: bool, results: str) -> Fight | None:
    """A fight with a retreat for one of `results`, "A" or "D"; None if these pieces do not come to it."""
    sketch = random_fight(random, bombardment)
    game, verb = open_game(sketch, book, LaidDie()), "bombard" if bombardment else "attack"
    target = sketch.pieces[0].hex
    while not (orders := [o for o in game.legal() if o.verb == verb and o.path == (target,)]):
        if game.decision is None or game.state.active != 0 or game.state.phase == "mobile-movement":
            return None
        game.apply("end")
    order = random.choice(orders)
    games = [_with_die(game, order, die) for die in random.sample(range(1, 7), 6)]
    for trial, result in games:
        if result[0] in results and result[1:].isdecimal():
            others = [other for other, what in games if what not in ("D2", "D3")]
            lost = result[0] == "A"
            return Fight(
                trial, Referee(book, sketch), bombardment, int(result[1]), order.units, 0, lost, others
            )
    return None


def _with_die(game: Game, order: Order, die: int) -> tuple[Game, str]:
    """The game after an attack with this die, and the result."""
    trial = game.copy()
    trial.chance = LaidDie()
    trial.chance.die = die
    results = [event.result for event in trial.apply(order) if isinstance(event, Combat | Bombardment)]
    return trial, results[0]


def random_fight(random: Random, bombardment: bool) -> Sketch:
    """Units close together around the first, which is to be attacked, on ground that leaves few ways open."""
    places = [random.choice(CORNERS) if random.random() < 0.3 else random.randrange(GRID.size)]
    if random.random() < 0.1:
        places = [0]
    pieces = [random_piece(random, 1, places[0])]

    def put(side: int, number: int, near: int, reach: int) -> None:
        around = [hex_ for hex_ in range(GRID.size) if GRID.distance(near, hex_) <= reach]
        free = [hex_ for hex_ in around if hex_ not in places]
        for hex_ in random.sample(free, min(number, len(free))):
            places.append(hex_)
            pieces.append(random_piece(random, side, hex_))

    if bombardment:
        pieces.append(random_piece(random, 0, OFF_MAP))
        put(0, random.choice((0, 1, 1, 2, 3)), places[0], random.randint(2, 6))
    else:
        put(0, random.randint(1, 3), places[0], 1)
    attackers = [piece.hex for piece in pieces[1:] if piece.hex != OFF_MAP]
    put(1, random.choice((0, 1, 2, 4, 10)), places[0], 2)
    put(1, random.randint(0, 2), places[0], 6)
    for hex_ in attackers if not bombardment else ():
        put(0, random.choice((0, 1, 2, 4)), hex_, 2)
    sides = {side: frozenset(name for name in SIDE_COSTS if random.random() < 0.04) for side in hexsides()}
    shelters = random.choice((0.0, 0.2, 0.5))
    return Sketch(
        terrain=[(random.choice(GROUND),) for _ in range(GRID.size)],
        sides=sides,
        ways={way: random_way(random) for way in WAY_COSTS},
        forts={
            hex_: random.choice(("", *(side.id for side in SIDES)))
            for hex_ in range(GRID.size)
            if random.random() < shelters
        },
        pieces=pieces,
        edges=_homes(random, EDGES),
        sources=_homes(random, range(GRID.size)),
        marker=6 if bombardment else 0,
    )


def _homes(random: Random, choices: Sequence[Home]) -> dict[int, tuple[Home, ...]]:
    return {side: tuple(random.sample(choices, random.choice((0, 0, 1, 2)))) for side in range(len(SIDES))}


def random_piece(random: Random, side: int, hex_: int) -> Piece:
    steps = random.choice((1, 2, 2, 3))
    return Piece(
        side=side,
        hex=hex_,
        mobile=random.random() < 0.5,
        commando=random.random() < 0.1,
        black_hexagon=random.random() < 0.4,
        allowances=(4,) * steps,
        lost_steps=random.randrange(steps) if random.random() < 0.3 else 0,
        seaborne=random.random() < 0.3,
        attack=random.choice((1, 3, 9)),
        defence=random.choice((1, 2, 3, 9)),
    )
