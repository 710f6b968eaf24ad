"""Lines of supply of kwb-dg, chapter 10, traced hex by hex."""

from __future__ import annotations

from random import Random

from .playing import Position, Report, compare_supply, moving_on
from .sketches import (
    Hex,
    Hexside,
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
MOUNTAINS = ("mountain", "frozen-mountain")
RIVERS = {"minor-river", "river", "han-river"}
SMALL = ("battalion", "company", "cadre")
"""20.0.g, ruling D30: sizes without a zone of control."""


class Oracle:
    """Who is in supply."""

    def __init__(self, sketch: Sketch) -> None:
        self.sketch = sketch
        self.sources = [hexes_of_rule(sketch, "sources", side) for side in (0, UN)]
        self.symbols = [hexes_of_rule(sketch, "symbols", side) for side in (0, UN)]
        self.fleeting = [hexes_of_rule(sketch, "fleeting-sources", side) for side in (0, UN)]
        self.late = int(sketch.rules.get("no-zone", "{Late: 0}")[-2])
        """The last turn in which one unit has no zone."""
        self.lifted: list[tuple[str, int]] = []
        """Units with an Air Supply counter, and the turn of it."""
        self.bridged: dict[Hexside, int] = {}
        """Hexsides that engineers have bridged, and the turn."""

    def in_supply(self, position: Position, name: str) -> bool:
        piece = self.sketch.pieces[name]
        side = piece.side
        if not (self.sources[side] or self.symbols[side]):
            return True  # docs/designing.md: the battle has no supply for that side
        if (name, position.turn) in self.lifted:
            return True  # 10.2.air.d and e: this unit, this turn
        if "depot" in piece and self.traces(position, name, self.symbols[side]):
            return True  # 10.0.h and s, ruling D07
        return self.traces(position, name, self.working_sources(position, side))

    def working_sources(self, position: Position, side: int) -> set[Hex]:
        """10.0.g, i to o: hexes of the sheet; depots that are linked to a symbol."""
        depots = [
            n for n in position.at if self.sketch.pieces[n].side == side and "depot" in self.sketch.pieces[n]
        ]
        linked = {position.at[n] for n in depots if self.traces(position, n, self.symbols[side])}
        return self.sources[side] | self.fleeting[side] | linked

    def traces(self, position: Position, name: str, goals: set[Hex]) -> bool:
        """10.0.b: hex after hex from the unit, whose own hex does not count, to a goal, which does."""
        side = self.sketch.pieces[name].side
        reached, edge = {position.at[name]}, [position.at[name]]
        while edge:
            here = edge.pop()
            if here in goals:
                return True  # ruling D03: also the hex of the unit itself
            for there in self.sketch.around(here):
                if there in reached or not self.crosses(position, side, here, there):
                    continue
                if self.open(position, side, there):
                    reached.add(there)
                    edge.append(there)
        return False

    def open(self, position: Position, side: int, hex_: Hex) -> bool:
        """May a line of the side include the hex? Asked once a position."""
        if (side, hex_) not in position.known:
            position.known[side, hex_] = self.is_open(position, side, hex_)
        return position.known[side, hex_]

    def is_open(self, position: Position, side: int, hex_: Hex) -> bool:
        units = [self.sketch.pieces[name] for name in position.units(hex_)]
        if any(unit.side != side for unit in units):
            return False  # 10.0.c, dummies too: ruling D25
        terrain = self.sketch.terrain.get(hex_)
        if terrain == "sea" or (side == UN and terrain in MOUNTAINS):
            return False  # 10.2.terrain.a and c
        if any("dummy" not in unit for unit in units):
            return True  # ruling D04
        return not self.in_zone(position, 1 - side, hex_)  # 10.0.d and f

    def crosses(self, position: Position, side: int, here: Hex, there: Hex) -> bool:
        features = self.sketch.features(here, there)
        if side != UN or not features & RIVERS or "bridge" in features:
            return True  # 10.2.terrain.b and c, ruling D06
        return self.bridged.get(frozenset((here, there))) == position.turn  # 10.2.terrain.d, 12.0.e

    def in_zone(self, position: Position, side: int, hex_: Hex) -> bool:
        """fm-st296:6.0: the six hexes around, over any terrain, but not into some fortifications."""
        if self.sketch.forts.get(hex_) == side:
            return False
        near = (name for place in self.sketch.around(hex_) for name in position.units(place))
        return any(self.exerts(position, side, name) for name in near)

    def exerts(self, position: Position, side: int, name: str) -> bool:
        """20.0.g; 16.0.l: dummies do; 29.0.f: some not before a certain turn."""
        piece = self.sketch.pieces[name]
        if piece.side != side or (name == "Late" and position.turn <= self.late):
            return False
        if "dummy" in piece:
            return True
        return piece.size not in SMALL and not any(trait in piece for trait in ("hq", "depot"))

    def watch(self, before: Position, words: list[str], after: Position) -> None:
        if words[0] == "airlift":
            self.lifted.append((words[1], before.turn))
        if words[0] == "bridge":
            here, there = words[2].split("-")
            self.bridged[frozenset((hex_of(here), hex_of(there)))] = before.turn
        if words[0] == "end":
            for side in (0, UN):  # 10.0.n, rulings D55 and B03
                pieces = [(self.sketch.pieces[name], at) for name, at in before.at.items()]
                self.fleeting[side] -= {
                    at for piece, at in pieces if piece.side != side and "dummy" not in piece
                }

    def asks(self, position: Position) -> dict[str, bool]:
        """10.2.air.b and c: two counters in all, at any moment, for UN units."""
        return {
            f"airlift {name}": self.sketch.pieces[name].side == UN
            and len(self.lifted) < 2
            and (name, position.turn) not in self.lifted
            for name in position.at
        }

    def tricks(self, position: Position, random: Random) -> list[str]:
        """Air Supply at any moment, bridges, and orders that move things on."""
        own = [name for name in position.at if self.sketch.pieces[name].side == UN]
        lifts = [f"airlift {name}" for name in own if random.random() < 0.02]
        engineers = [name for name in own if "engineer" in self.sketch.pieces[name]]
        sides = [side for side, names in self.sketch.hexsides.items() if names & RIVERS]
        bridges = [
            f"bridge {name} {'-'.join(map(number, sorted(side)))}"
            for name in engineers
            for side in sides
            if random.random() < 0.5
        ]
        return lifts or bridges or moving_on(self.sketch, position, random)


def random_sketch(random: Random) -> Sketch:
    sketch = empty_sketch(random, "kwb-dg", (random.choice(("nk", "nk", "chinese")), "un"))
    strew(random, sketch, ("mountain", "frozen-mountain", "mountain", "hill", "city", "marsh", "sea"), 0.5)
    kinds = ("minor-river", "river", "han-river", "bridge", "ford", "frozen-river", "stream")
    strew_hexsides(random, sketch, kinds, 0.45)
    draw_ways(random, sketch)
    ends = random_rules(random, sketch)
    if random.random() < 0.2:
        sketch.forts = {hex_: random.randrange(2) for hex_ in random_hexes(random, sketch, 1, 3)}
    random_pieces(random, sketch, ends)
    random_start(random, sketch, ("movement", "movement", "combat", "mobile-movement", "mobile-combat"))
    sketch.hands = ((2, 3), (1, 4))
    return sketch


def random_rules(random: Random, sketch: Sketch) -> list[Hex]:
    """Sources and symbols; the hexes they name."""
    communist = sketch.sides[0]
    sources, symbols, fleeting = dict[str, list[Hex]](), dict[str, list[Hex]](), dict[str, list[Hex]]()
    if random.random() < 0.92:
        sources["un"] = random_hexes(random, sketch, 1, 3)
    if random.random() < 0.4:
        fleeting["un"] = [
            hex_ for hex_ in random_hexes(random, sketch, 1, 2) if hex_ not in sources.get("un", [])
        ]
    if communist == "chinese":
        sources[communist] = random_hexes(random, sketch, 1, 2)
    elif random.random() < 0.92:
        symbols[communist] = random_hexes(random, sketch, 1, 3)
    for name, ends in (("sources", sources), ("fleeting-sources", fleeting), ("symbols", symbols)):
        write_hexes(sketch, name, ends)
    sketch.rules |= {"airlifts": "2", "bridging": "true"}
    return [hex_ for ends in (sources, fleeting, symbols) for hexes in ends.values() for hex_ in hexes]


def random_pieces(random: Random, sketch: Sketch, ends: list[Hex]) -> None:
    nations = ("nk" if sketch.sides[0] == "nk" else "cn", "us")
    for side, letter in ((0, "N"), (UN, "U")):
        for index in range(random.choice((1, 1, 2, 3, 4, 5, 6))):
            size = random.choice(
                ("regiment", "regiment", "regiment", "division", "brigade", "battalion", "cadre", "company")
            )
            hidden = letter == "N" and size == "regiment" and random.random() < 0.2
            piece = Piece(
                f"{letter}{index}", side, mobile=random.random() < 0.25, size=size, nation=nations[side]
            )
            if hidden and not piece.mobile:
                piece.traits = ("hidden",)
            place(random, sketch, piece, ends)
    if random.random() < 0.5:
        place(
            random,
            sketch,
            Piece("NHQ", 0, size="corps", traits=("hq",), nation=nations[0], symbol="hq"),
            ends,
        )
    if random.random() < 0.5:
        place(
            random, sketch, Piece("UHQ", UN, size="division", traits=("hq",), nation="us", symbol="hq"), ends
        )
    if random.random() < 0.5:
        figures = "0-2-4 / 0-1-4"
        place(
            random,
            sketch,
            Piece("Eng", UN, size="battalion", traits=("engineer",), symbol="engineer", figures=figures),
            ends,
        )
    if random.random() < 0.3:
        place(random, sketch, Piece("Late", UN, nation="us"), ends)
        if "Late" in sketch.pieces:
            sketch.rules["no-zone"] = f"{{Late: {random.randint(1, 2)}}}"
    if sketch.sides[0] == "nk":
        for index in range(random.randint(0, 3)):
            depot = Piece(
                f"Dep{index}", 0, size="", traits=("depot",), symbol="supply", figures="0-1-3 / 0-1-2"
            )
            place(random, sketch, depot, ends)
        for index in range(random.randint(0, 2)):
            traits = ("one-step", "dummy", "hidden")
            dummy = Piece(f"Dum{index}", 0, size="", traits=traits, figures="0-0-4")
            place(random, sketch, dummy)


def run(seed: int, maps: int) -> Report:
    return compare_supply("supply-dg", seed, maps, random_sketch, Oracle)
