"""Advance after combat, written from the clauses: who may follow how far along the path of retreat.

The path is kept as a list of hexes while the retreat is played. For every attacker and every hex of the path
the oracle walks there hex by hex; the engine has to allow the same goals and no others, until nobody is left
who could advance or the owner ends it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from random import Random

from hexfolio.core.game import Game
from hexfolio.core.orders import Order

from .fights import Fight, open_fight
from .maps import GRID, OFF_MAP, differences
from .retreat import Path, check_bars, check_retreat


@dataclass
class Advance:
    """7.9; 8.5 of the newest book: an advance under way."""

    fight: Fight
    trail: Path
    """The path of retreat, beginning with the combat hex; empty if nobody went."""
    following: list[int]
    """Attackers that have not advanced yet."""

    def goals(self, number: int) -> set[int]:
        """7.9.e, g, k and l; 8.5.i, j and m: hexes of the path where the unit may end."""
        return {
            goal
            for position, goal in enumerate(self.trail)
            if self.may_end(number, self.trail[: position + 1])
        }

    def may_end(self, number: int, way: Path) -> bool:
        pieces, referee = self.fight.pieces, self.fight.referee
        piece = pieces[number]
        if any(other.hex == way[-1] for other in pieces):
            return False
        if any(other.hex in way and other.side != piece.side for other in pieces):
            return False
        steps = pairwise((piece.hex, *way))
        return all(
            GRID.distance(here, goal) == 1 and referee.terrain_cost(piece, here, goal) is not None
            for here, goal in steps
        )

    def expected(self) -> set[Order]:
        """Every advance that the book allows now."""
        return {Order("advance", unit, (goal,)) for unit in self.following for goal in self.goals(unit)}


def path_of_retreat(fight: Fight, order: Order) -> Path:
    """7.8.c, 7.9.a, c and d; 8.4.d, 8.5.d to f: what was left behind, with the last hex of who is lost."""
    if order.verb == "stand":
        return ()
    lost = fight.pieces[order.unit].hex == OFF_MAP
    return order.path if lost else order.path[:-1]


def compare(fight: Fight, advance: Advance, random: Random) -> set[Order]:
    game, expected = fight.game, advance.expected()
    asked = game.decision is not None and game.decision.kind == "advance"
    assert asked == bool(expected), f"asked for an advance: {asked}; there are {len(expected)}"
    if not asked:
        return expected
    found = set(game.legal()) - {Order("end")}
    write = game.rules.notation.write
    assert found == expected, f"{sorted(map(write, found))}, not {sorted(map(write, expected))}"
    assert game.judge("end") is None
    for number, piece in enumerate(fight.pieces):
        for hex_ in (*advance.trail, random.randrange(GRID.size)) if piece.hex != OFF_MAP else ():
            order = Order("advance", number, (hex_,))
            assert (game.judge(order) is None) == (order in expected), f"judges {write(order)}"
    return expected


def check_advance(fight: Fight, order: Order, random: Random) -> None:
    """Compare and play until nobody can advance or the owner has had enough."""
    alive = [unit for unit in fight.attackers if fight.pieces[unit].hex != OFF_MAP]
    advance = Advance(fight, path_of_retreat(fight, order), alive)
    advanced: set[int] = set()
    while expected := compare(fight, advance, random):
        if random.random() < 0.15:
            fight.game.apply("end")
            break
        order = random.choice(sorted(expected))
        fight.game.apply(order)
        fight.pieces[order.unit].hex = order.path[0]
        advance.following.remove(order.unit)
        advanced.add(order.unit)
        fight.check_positions()
    check_bars(fight, advanced, ("attack", "move"))


def check_no_advance(game: Game, random: Random) -> None:
    """7.9.a, b and j; 8.5.a to c: other results, and a bombardment, are followed by no advance."""
    while game.decision is not None and game.decision.kind in ("retreat", "displace", "loss"):
        game.apply(random.choice(list(game.legal())))
    assert game.decision is None or game.decision.kind != "advance", "nobody may advance"


def check_map(book: str, seed: str) -> None:
    random = Random(seed)
    fight, results = None, random.choice(("A", "D", "D", "D", "D", "D"))
    bombardment = random.random() < 0.1
    while fight is None:
        fight = open_fight(book, random, bombardment, results)
    for other in fight.others:
        check_no_advance(other, random)
    if fight.bombardment or fight.attackers_lost:
        check_no_advance(fight.game, random)
        return
    retreat = check_retreat(fight, random)
    check_advance(fight, retreat.given[0], random)


def run(seed: int, maps: int) -> list[str]:
    """What is wrong on so many random maps, edition after edition in turn."""
    return differences(check_map, seed, maps)
