"""Supply of kwb-train, chapter 9 with 12.21 and 12.3, traced hex by hex."""

from __future__ import annotations

from random import Random

from .playing import Position, Report, compare_supply, moving_on
from .sketches import (
    Hex,
    Piece,
    Sketch,
    draw_ways,
    empty_sketch,
    hex_of,
    hexes_of_rule,
    number,
    place,
    random_hexes,
    random_start,
    strew,
    strew_hexsides,
    write_hexes,
)

UN = 1
ROUGH = ("mountain", "frozen-mountain", "rough")
"""docs/reconstruction.md: mountains are the Rough of this book."""
WATER = {"minor-river", "river", "han-river", "frozen-river", "frozen-reservoir-hexside"}
SMALL = ("battalion", "cadre")
REACH = 3


class Oracle:
    """Who is in supply."""

    def __init__(self, sketch: Sketch) -> None:
        self.sketch = sketch
        self.sources = hexes_of_rule(sketch, "sources", UN)
        self.symbols = hexes_of_rule(sketch, "symbols", 0)
        self.surprise = int(sketch.rules.get("surprise", "0"))
        self.han = "han" in sketch.rules
        self.lifted: set[Hex] = set()
        """Hexes with an Air Supply marker."""
        self.fed: set[str] = set()
        """Units that draw emergency supply in this player turn."""

    def in_supply(self, position: Position, name: str) -> bool:
        if self.sketch.pieces[name].side == UN:
            return self.un_in_supply(position, position.at[name])
        return self.communist_in_supply(position, name)

    def communist_in_supply(self, position: Position, name: str) -> bool:
        """9.0.com; 12.3.surprise.a; 9.1.1."""
        if not self.symbols or position.turn <= self.surprise or name in self.fed:
            return True
        return any(self.steps(position, position.at[name], at, REACH) for at in self.linked(position))

    def linked(self, position: Position) -> set[Hex]:
        """9.0.com.b: Centers with a line of any length and terrain to a symbol."""
        centers = {at for name, at in position.at.items() if "depot" in self.sketch.pieces[name]}
        return {at for at in centers if any(self.steps(position, at, symbol) for symbol in self.symbols)}

    def steps(self, position: Position, start: Hex, goal: Hex, most: int = 999) -> bool:
        """Does a Communist line so long lead to the goal? The start does not count, the goal does."""
        reached, edge = {start}, {start}
        for _ in range(most):
            edge = {there for here in edge for there in self.sketch.around(here)} - reached
            edge = {there for there in edge if self.open(position, 0, there)}
            reached |= edge
            if goal in reached or not edge:
                break
        return goal in reached

    def un_in_supply(self, position: Position, start: Hex) -> bool:
        """9.0.un.a: three hexes at most, the first one on the road among them; then along it.

        Ruling T05, 12.3.supply.c: none is Rough but those on the road.
        """
        if not self.sources or start in self.lifted:
            return True  # 12.3.air.b
        fed = self.fed_by_road(position)
        reached = {start}
        if start in fed or start in self.sources:
            return True
        edge = {start}
        for _ in range(REACH):
            if reached & fed:
                return True
            edge = {
                there
                for here in edge
                for there in self.sketch.around(here)
                if self.crosses(position, here, there)
                and self.open(position, UN, there)
                and (there in fed or self.sketch.terrain.get(there) not in ROUGH)
            } - reached
            reached |= edge
        return bool(reached & fed)

    def fed_by_road(self, position: Position) -> set[Hex]:
        """Hexes from which a road or trail leads to a source; the hexes after the first must be open."""
        fed = {hex_ for hex_ in self.sources if self.sketch.on_way(hex_)}
        edge = [hex_ for hex_ in fed if self.open(position, UN, hex_)]
        while edge:
            here = edge.pop()
            for there in self.sketch.around(here):
                if (
                    there in fed
                    or not self.sketch.way(here, there)
                    or not self.crosses(position, there, here)
                ):
                    continue
                fed.add(there)
                if self.open(position, UN, there):
                    edge.append(there)
        return fed

    def crosses(self, position: Position, here: Hex, there: Hex) -> bool:
        """12.21.han.d: over the Han only beside a division HQ or the engineers; other rivers are no bar."""
        if not self.han or "han-river" not in self.sketch.features(here, there):
            return True
        units = [self.sketch.pieces[name] for hex_ in (here, there) for name in position.units(hex_)]
        return any(
            unit.side == UN and ("engineer" in unit or ("hq" in unit and unit.size == "division"))
            for unit in units
        )

    def open(self, position: Position, side: int, hex_: Hex) -> bool:
        """May a line of the side include the hex? Asked once a position."""
        if (side, hex_) not in position.known:
            position.known[side, hex_] = self.is_open(position, side, hex_)
        return position.known[side, hex_]

    def is_open(self, position: Position, side: int, hex_: Hex) -> bool:
        """9.0.com.c; 9.0.un.b; ruling T57."""
        if self.sketch.terrain.get(hex_) == "sea":
            return False
        units = [self.sketch.pieces[name] for name in position.units(hex_)]
        if any(unit.side != side for unit in units):
            return False
        return bool(units) or not self.in_zone(position, 1 - side, hex_)

    def in_zone(self, position: Position, side: int, hex_: Hex) -> bool:
        """6.1.1; 6.1.2: not into or out of Rough and cities, nor across water, bridged or not (T07)."""
        shut = (*ROUGH, "city")
        if self.sketch.forts.get(hex_) == side or self.sketch.terrain.get(hex_) in shut:
            return False
        near = ((at, name) for at in self.sketch.around(hex_) for name in position.units(at))
        for at, name in near:
            piece = self.sketch.pieces[name]
            if piece.side != side:
                continue
            small = piece.size in SMALL or "hq" in piece or "depot" in piece
            if (
                not small
                and self.sketch.terrain.get(at) not in shut
                and not self.sketch.features(at, hex_) & WATER
            ):
                return True
        return False

    def watch(self, before: Position, words: list[str], after: Position) -> None:
        if words[0] == "airlift":
            self.lifted.add(hex_of(words[1]))
        if words[0] == "emergency":
            assert words[1] not in after.at, "9.1.1.b: the Center is used up"
            near = {before.at[words[1]], *self.sketch.around(before.at[words[1]])}
            own = [name for name in before.at if self.sketch.pieces[name].side == 0]
            self.fed |= {name for name in own if before.at[name] in near}
        if (before.turn, before.active) != (after.turn, after.active):
            self.fed.clear()  # ruling T19
            if after.active == UN:
                self.lifted.clear()  # 12.3.air.b

    def asks(self, position: Position) -> dict[str, bool]:
        """9.1.1.a: a Center in the Communist player turn, cut off; 12.3.air.a and c: two hexes at a time."""
        if position.asked != position.phase:
            return {}  # in the middle of a combat, where it would come too late
        linked = self.linked(position)
        asks = {
            f"emergency {name}": position.active == 0 and at not in linked
            for name, at in position.at.items()
            if "depot" in self.sketch.pieces[name] and self.symbols
        }
        free = [hex_ for hex_ in self.sketch.hexes if hex_ not in self.lifted]
        allowed = position.active == UN and len(self.lifted) < 2 and 4 in position.hands[UN]
        return asks | {f"airlift {number(hex_)} +4": allowed for hex_ in free[::7]}

    def tricks(self, position: Position, random: Random) -> list[str]:
        centers = [name for name in position.at if "depot" in self.sketch.pieces[name]]
        orders = [f"emergency {name}" for name in centers if random.random() < 0.15]
        if random.random() < 0.15:
            orders.append(f"airlift {number(random.choice(self.sketch.hexes))} +{random.choice((1, 4))}")
        return orders or moving_on(self.sketch, position, random)


def random_sketch(random: Random) -> Sketch:
    sketch = empty_sketch(random, "kwb-train", ("communist", "un"))
    strew(random, sketch, ("mountain", "frozen-mountain", "rough", "hill", "city", "town", "sea"), 0.5)
    han = random.random() < 0.5
    kinds = ("minor-river", "river", "frozen-river", "frozen-reservoir-hexside", "bridge", "ford")
    strew_hexsides(random, sketch, kinds, 0.3)
    strew_han(random, sketch, 0.4)
    ends = random_rules(random, sketch)
    if han:
        sketch.rules["han"] = "true"
    draw_ways(random, sketch, (hex_ for hex_ in hexes_of_rule(sketch, "sources", UN) for _ in range(2)))
    if random.random() < 0.2:
        sketch.forts = {hex_: random.randrange(2) for hex_ in random_hexes(random, sketch, 1, 3)}
    random_pieces(random, sketch, ends)
    late = () if "surprise" in sketch.rules else ("mobile-movement", "mobile-combat")
    random_start(random, sketch, ("movement", "movement", "combat", *late))
    sketch.hands = ((2, 3), (1, 4, 4, 4))
    return sketch


def strew_han(random: Random, sketch: Sketch, most: float) -> None:
    """Stretches of the Han, over which no bridge stands."""
    before = sketch.hexsides
    sketch.hexsides = {}
    strew_hexsides(random, sketch, ("han-river",), most)
    sketch.hexsides = before | sketch.hexsides


def random_rules(random: Random, sketch: Sketch) -> list[Hex]:
    """Sources and symbols; the hexes they name."""
    sources = random_hexes(random, sketch, 1, 3) if random.random() < 0.94 else []
    symbols = random_hexes(random, sketch, 1, 3) if random.random() < 0.94 else []
    write_hexes(sketch, "sources", {"un": sources})
    write_hexes(sketch, "symbols", {"communist": symbols})
    sketch.rules["airlifts"] = "2"
    if random.random() < 0.1:
        sketch.rules["surprise"] = str(random.randint(1, 2))
    if random.random() < 0.3:
        sketch.rules["scratch"] = "[0-0-4, 1-1-4, 2-2-4, 0-0-4]"
    return sources + symbols


def random_pieces(random: Random, sketch: Sketch, ends: list[Hex]) -> None:
    sizes = ("regiment", "regiment", "regiment", "division", "brigade", "battalion", "cadre")
    for index in range(random.choice((1, 1, 2, 3, 4, 5, 6))):
        place(
            random,
            sketch,
            Piece(f"N{index}", 0, mobile=random.random() < 0.2, size=random.choice(sizes)),
            ends,
        )
    for index in range(random.choice((1, 1, 2, 3, 4, 5, 6))):
        nation, mobile = random.choice(("us", "us", "rok", "cw")), random.random() < 0.25
        place(
            random,
            sketch,
            Piece(f"U{index}", UN, mobile=mobile, size=random.choice(sizes), nation=nation),
            ends,
        )
    for index in range(random.randint(0, 3)):
        traits = ("depot", "one-step")
        place(
            random,
            sketch,
            Piece(f"SC{index}", 0, size="", traits=traits, symbol="supply", figures="0-2-3"),
            ends,
        )
    figures = "0-2-4 / 0-1-4"
    for chance, name, side, size, nation in (
        (0.3, "NHQ", 0, "corps", "nk"),
        (0.3, "ROKHQ", UN, "corps", "rok"),
        (0.5, "USHQ", UN, "division", "us"),
    ):
        if random.random() < chance:
            hq = Piece(name, side, size=size, traits=("hq",), nation=nation, symbol="hq", figures=figures)
            place(random, sketch, hq, ends)
    if random.random() < 0.3:
        engineers = Piece("2SE", UN, size="battalion", traits=("engineer",), nation="us", symbol="engineer")
        place(random, sketch, engineers, ends)
    if random.random() < 0.3:
        police = Piece(
            "MP", UN, size="brigade", traits=("police",), nation="rok", symbol="police", figures="0-2-3"
        )
        place(random, sketch, police, ends)
    if "scratch" in sketch.rules:
        for index in range(random.randint(1, 3)):
            traits = ("scratch", "one-step")
            place(random, sketch, Piece(f"S{index}", 0, size="cadre", traits=traits, figures="0-0-4"))


def run(seed: int, maps: int) -> Report:
    return compare_supply("supply-train", seed, maps, random_sketch, Oracle)
