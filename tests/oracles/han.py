"""The Han at Seoul, kwb-train:12.21: who crosses it by movement and who attacks over it.

A referee tries every way of every unit with chapters 5 and 6 of the book; lines of supply over the Han are
those of `supply_train`. Movement points are counted in halves.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from random import Random

from hexfolio.core.orders import Order
from hexfolio.rulebooks.events import Moved

from . import supply_train
from .playing import Position, Report, Watcher, read_position
from .sketches import (
    Hex,
    Piece,
    Sketch,
    draw_ways,
    empty_sketch,
    hex_of,
    number,
    place,
    random_hexes,
    strew,
    strew_hexsides,
    write_hexes,
)

UN = 1
HEX_COSTS = {"clear": 2, "hill": 4, "town": 4, "city": 4, "marsh": 6, "rough": 6, "mountain": 6}
SIDE_COSTS = {"minor-river": 2, "river": 2, "han-river": 4, "stream": 2}
"""The key of docs/cases.md, in halves."""
WAY_COSTS = {"road": 1, "trail": 2}
RIVERS = {"minor-river", "river", "han-river"}
CROSSINGS = {"bridge", "ford"}


class Referee:
    """Chapters 5, 6 and 12.21, read slowly; a position at a time."""

    def __init__(self, sketch: Sketch, position: Position) -> None:
        self.sketch, self.position = sketch, position
        self.supply = supply_train.Oracle(sketch)
        self.moved: dict[str, int] = {}
        """Who has moved in this phase, and what it has spent."""
        self.last = ""

    def piece(self, name: str) -> Piece:
        return self.sketch.pieces[name]

    def allowance(self, name: str) -> int:
        return 2 * int(self.piece(name).figures.split(" ")[0].split("-")[2])

    def eligible(self, name: str) -> bool:
        piece = self.piece(name)
        if piece.side != self.position.active or (name in self.moved and name != self.last):
            return False  # fm-folio:5.1.k
        late = self.position.phase == "mobile-movement"
        if "depot" in piece:
            return late  # 5.1.3.a
        if not late:
            return True
        if name == self.last:
            return True  # supply is judged when it sets out
        if not self.supply.in_supply(self.position, name):
            return False  # 9.1.c
        return piece.mobile or (self.trucks(name) and self.sketch.on_way(self.position.at[name]))

    def trucks(self, name: str) -> bool:
        """5.1.4.a and d."""
        piece = self.piece(name)
        return piece.side == UN and not piece.mobile and piece.nation in ("us", "cw")

    def destinations(self, name: str) -> dict[Hex, int]:
        """Where the unit may end its move, with the least that it costs, what was spent before included."""
        best = dict[Hex, int]()
        start, spent = self.position.at[name], self.moved.get(name, 0)
        seen = {(start, spent)}
        edge = [(start, spent, name not in self.moved)]
        while edge:
            here, spent, fresh = edge.pop()
            if not fresh and self.must_stop(name, here):
                continue
            for there in self.sketch.around(here):
                cost = self.step(name, here, there, spent, fresh)
                if cost is None or (there, spent + cost) in seen:
                    continue
                seen.add((there, spent + cost))
                edge.append((there, spent + cost, False))
                if self.room(name, there):
                    best[there] = min(best.get(there, 999), spent + cost)
        best.pop(start, None)
        return best

    def walk(self, name: str, way: list[Hex]) -> int | None:
        """What a way costs in all; None if it is not open."""
        spent, fresh = self.moved.get(name, 0), name not in self.moved
        for here, there in pairwise(way):
            stopped = not fresh and self.must_stop(name, here)
            cost = None if stopped else self.step(name, here, there, spent, fresh)
            if cost is None:
                return None
            spent, fresh = spent + cost, False
        return spent if self.room(name, way[-1]) else None

    def step(self, name: str, here: Hex, there: Hex, spent: int, fresh: bool) -> int | None:
        piece, left = self.piece(name), self.allowance(name) - spent
        terrain = self.sketch.terrain.get(there, "clear")
        if terrain == "sea" or any(
            self.piece(other).side != piece.side for other in self.position.units(there)
        ):
            return None  # fm-folio:5.1.d and e
        if self.must_stop(name, there) and not self.room(name, there):
            return None  # fm-folio:5.3.c
        features = self.sketch.features(here, there)
        over_han = "han" in self.sketch.rules and "han-river" in features
        from_zone = self.in_zone(name, here) and self.in_zone(name, there)
        if from_zone and not (fresh and self.infiltrates(name)):
            return None  # 5.1.2.a and b
        if over_han and piece.side == 0:  # 12.21.han.a and b, ruling T29
            return left if not piece.mobile and fresh and not spent else None
        if over_han and not self.opened(name, here, there):
            return None  # 12.21.han.d
        rates = [] if over_han else self.rates(here, there)  # 12.21.han.e
        if not rates and (piece.mobile and terrain in ("mountain", "rough")):
            return None  # 5.2.3.a
        if not rates and self.position.phase == "mobile-movement" and self.trucks(name):
            return None  # 5.1.4.b
        if from_zone:
            return left  # fm-folio:5.1.2.a and b
        cost = min(rates) if rates else HEX_COSTS[terrain] + self.crossing(features)
        return cost if cost <= left else None

    def rates(self, here: Hex, there: Hex) -> list[int]:
        """fm-folio:5.2.1 and 5.2.2; ruling D06: no way over a river without a bridge or ford."""
        features = self.sketch.features(here, there)
        if features & RIVERS and not features & CROSSINGS:
            return []
        return [
            rate
            for way, rate in WAY_COSTS.items()
            if frozenset((here, there)) in self.sketch.ways.get(way, ())
        ]

    def crossing(self, features: set[str]) -> int:
        return 0 if features & CROSSINGS else sum(SIDE_COSTS[feature] for feature in features)

    def opened(self, name: str, here: Hex, there: Hex) -> bool:
        """12.21.han.d: a division HQ or 2SE in one of the two hexes, if only the unit that moves."""
        beside = {name, *self.position.units(here), *self.position.units(there)}
        return any(
            self.piece(unit).side == UN
            and (
                "engineer" in self.piece(unit)
                or ("hq" in self.piece(unit) and self.piece(unit).size == "division")
            )
            for unit in beside
        )

    def infiltrates(self, name: str) -> bool:
        """5.1.2.a, ruling T06."""
        piece = self.piece(name)
        return not piece.mobile and piece.symbol == "infantry" and piece.size != "division"

    def must_stop(self, name: str, hex_: Hex) -> bool:
        return not self.piece(name).mobile and self.in_zone(name, hex_)

    def in_zone(self, name: str, hex_: Hex) -> bool:
        return self.supply.in_zone(self.position, 1 - self.piece(name).side, hex_)

    def room(self, name: str, hex_: Hex) -> bool:
        """5.3.1.a and b."""
        others = [other for other in self.position.units(hex_) if other != name]
        return not self.big(name) or not any(self.big(other) for other in others)

    def big(self, name: str) -> bool:
        piece = self.piece(name)
        return piece.size in ("regiment", "brigade", "division") and not {"hq", "depot", "police"} & set(
            piece.traits
        )

    def may_attack(self, names: tuple[str, ...], hex_: Hex) -> bool:
        """7.1.zero.a; 12.21.han.c and d."""
        return all(self.fights(name, hex_) for name in names)

    def fights(self, name: str, hex_: Hex) -> bool:
        here = self.position.at[name]
        showing = self.piece(name).figures.split(" / ")["depleted" in self.piece(name)]
        if hex_ not in self.sketch.around(here) or showing.startswith("0-"):
            return False
        if "han" not in self.sketch.rules or "han-river" not in self.sketch.features(here, hex_):
            return True
        return self.piece(name).side == UN and self.opened(name, here, hex_)


class Crossing(Watcher):
    """Follows one phase and compares."""

    def __init__(self, where: str, sketch: Sketch, report: Report) -> None:
        super().__init__(where, sketch, report)
        self.referee = Referee(sketch, read_position(self.game))

    def run(self, random: Random) -> None:
        if self.referee.position.phase == "combat":
            self.compare_attacks()
            return
        for _ in range(4):
            orders = self.compare_moves(random)
            if not orders:
                return
            self.move(random.choice(orders))

    def move(self, order: Order) -> None:
        name = self.game.battle.counters[order.unit].id
        cost = self.cost(order)
        self.play(self.game.rules.notation.write(order))
        self.referee.moved[name] = self.referee.moved.get(name, 0) + cost
        self.referee.last = name
        self.referee.position = read_position(self.game)

    def cost(self, order: Order) -> int:
        moved = self.game.copy().apply(order)[0]
        assert isinstance(moved, Moved)
        return moved.cost

    def compare_moves(self, random: Random) -> list[Order]:
        moves = [order for order in self.game.legal() if order.verb == "move"]
        grid = self.game.battle.board.grid
        for name in self.referee.position.at:
            index = self.game.battle.counter(name).index
            spent = self.referee.moved.get(name, 0)
            expected = self.referee.destinations(name) if self.referee.eligible(name) else {}
            found = dict[Hex, int]()
            for order in moves:
                if order.unit == index:
                    goal = hex_of(grid.number(order.path[-1]))
                    found[goal] = min(found.get(goal, 999), spent + self.cost(order))
            self.same(f"moves of {name}", dict(sorted(expected.items())), dict(sorted(found.items())))
            for way in self.random_ways(self.referee.position.at[name], random):
                order = Order("move", index, tuple(grid.index(number(hex_)) for hex_ in way))
                judged = None if self.game.judge(order) else spent + self.cost(order)
                walked = self.referee.walk(name, way) if self.referee.eligible(name) else None
                self.same(f"{name} by {'-'.join(map(number, way))}", walked, judged)
        return moves

    def random_ways(self, start: Hex, random: Random) -> Iterator[list[Hex]]:
        for _ in range(3):
            way = [start]
            for _ in range(random.randint(1, 3)):
                if self.sketch.around(way[-1]):
                    way.append(random.choice(self.sketch.around(way[-1])))
            if len(way) > 1:
                yield way

    def compare_attacks(self) -> None:
        position = self.referee.position
        own = [name for name in sorted(position.at) if self.sketch.pieces[name].side == position.active]
        read = self.game.rules.notation.read
        for target in sorted({at for name, at in position.at.items() if name not in own}):
            near = [name for name in own if self.sketch.hexes_between(position.at[name], target) <= 2]
            for names in [(name,) for name in near] + list(combinations(near, 2)):
                text = f"attack {number(target)} with {' '.join(names)}"
                self.same(text, self.referee.may_attack(names, target), self.game.judge(read(text)) is None)


def random_sketch(random: Random) -> Sketch:
    sketch = empty_sketch(random, "kwb-train", ("communist", "un"))
    strew(random, sketch, ("mountain", "rough", "hill", "city", "town", "marsh", "sea"), 0.4)
    strew_hexsides(random, sketch, ("minor-river", "river", "bridge", "ford"), 0.25)
    supply_train.strew_han(random, sketch, 0.6)
    sources = random_hexes(random, sketch, 1, 2)
    write_hexes(sketch, "sources", {"un": sources})
    if random.random() < 0.9:
        sketch.rules["han"] = "true"
    draw_ways(random, sketch, (*sources, *sources))
    random_pieces(random, sketch)
    phase = random.choice(("movement", "movement", "combat", "combat", "mobile-movement"))
    sketch.start = f"turn {random.randint(1, 3)} {random.choice(sketch.sides)} {phase}"
    return sketch


def random_pieces(random: Random, sketch: Sketch) -> None:
    sizes = ("regiment", "regiment", "brigade", "division", "battalion", "cadre")
    for index in range(random.randint(4, 12)):
        side, mobile, leg = index % 2, random.random() < 0.25, random.randint(1, 6)
        piece = Piece(f"{'NU'[side]}{index}", side, mobile=mobile, size=random.choice(sizes), nation="nk")
        piece.figures = f"{random.choice((0, 2, 4, 4))}-3-{leg} / 1-1-{leg}"
        if side == UN:
            piece.nation = random.choice(("us", "us", "rok", "cw"))
        piece.symbol = "armor" if mobile else random.choice(("infantry", "infantry", "artillery"))
        place(random, sketch, piece)
    own = [piece.at for piece in sketch.pieces.values()]
    for chance, name, side, size, trait in (
        (0.3, "NHQ", 0, "corps", "hq"),
        (0.3, "ROKHQ", UN, "corps", "hq"),
        (0.5, "USHQ", UN, "division", "hq"),
        (0.4, "2SE", UN, "battalion", "engineer"),
        (0.4, "SC", 0, "", "depot"),
        (0.2, "MP", UN, "brigade", "police"),
    ):
        if random.random() < chance:
            nation = "nk" if side == 0 else "rok" if name in ("ROKHQ", "MP") else "us"
            symbol = {"hq": "hq", "depot": "supply"}.get(trait, trait)
            figures = f"0-2-{random.randint(2, 5)}"
            traits = (trait, "one-step")
            piece = Piece(name, side, size=size, traits=traits, nation=nation, symbol=symbol, figures=figures)
            place(random, sketch, piece, own)


def run(seed: int, maps: int) -> Report:
    report = Report()
    for map_ in range(maps):
        where = f"han {seed} {map_}"
        random = Random(where)
        Crossing(where, random_sketch(random), report).run(random)
        report.maps += 1
    return report
