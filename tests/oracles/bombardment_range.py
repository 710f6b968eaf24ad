"""Which hexes may be bombarded and which markers may follow: kwb-dg chapter 19, kwb-train chapter 8.

Every hex and every marker in hand is tried, and each chance to place a marker is followed through.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from . import supply_train
from .playing import Position, Report, Watcher, read_position
from .sketches import (
    Hex,
    Piece,
    Sketch,
    empty_sketch,
    number,
    place,
    random_hexes,
    strew,
    strew_hexsides,
    write_hexes,
)

UN = 1
LINE = 3
"""kwb-train:8.1.1.com.b: the length of a line of communications."""


class Oracle:
    """What either book says of markers, as far as they agree."""

    def __init__(self, sketch: Sketch) -> None:
        self.sketch = sketch

    def targets(self, position: Position, side: int) -> set[Hex]:
        """Hexes with an enemy unit."""
        return {at for name, at in position.at.items() if self.sketch.pieces[name].side != side}

    def reaches(self, position: Position, side: int, hex_: Hex, value: int) -> bool:
        """May the side open a bombardment of the hex with such a marker?"""
        raise NotImplementedError

    def covers(self, position: Position, side: int, hex_: Hex, value: int, used: int) -> bool:
        """May the side place the marker in a bombardment of the hex that is under way?"""
        raise NotImplementedError

    def supports(self, position: Position, side: int, units: list[str], used: int) -> bool:
        """May the side place a marker in a ground combat of these units of its own?"""
        raise NotImplementedError


class DgOracle(Oracle):
    """kwb-dg:19.0."""

    def reaches(self, position: Position, side: int, hex_: Hex, value: int) -> bool:
        """19.0.a to c and e, ruling D27: each marker by itself, from any friendly HQ."""
        hqs = [at for name, at in position.at.items() if self.is_hq(name, side)]
        return any(self.sketch.hexes_between(hq, hex_) <= value for hq in hqs)

    def covers(self, position: Position, side: int, hex_: Hex, value: int, used: int) -> bool:
        return used < 2 and self.reaches(position, side, hex_, value)  # 19.0.f

    def supports(self, position: Position, side: int, units: list[str], used: int) -> bool:
        return used < 2  # 19.0.d

    def is_hq(self, name: str, side: int) -> bool:
        piece = self.sketch.pieces[name]
        return piece.side == side and "hq" in piece


class TrainOracle(Oracle):
    """kwb-train:8.1.1, 8.4, 8.4.1."""

    def __init__(self, sketch: Sketch) -> None:
        super().__init__(sketch)
        self.lines = supply_train.Oracle(sketch)
        self.shortage = "shortage" in sketch.rules

    def spotters(self, position: Position, hex_: Hex) -> list[str]:
        around = self.sketch.around(hex_)
        return [n for n, at in position.at.items() if self.sketch.pieces[n].side == 0 and at in around]

    def reaches(self, position: Position, side: int, hex_: Hex, value: int) -> bool:
        return side == UN or bool(self.spotters(position, hex_))  # 8.4.a

    def covers(self, position: Position, side: int, hex_: Hex, value: int, used: int) -> bool:
        if position.active != side:  # 8.4.1.a; a bombarded unit defends, so 8.1.1.rok.a holds for it
            return side == UN and self.supports(position, side, position.units(hex_), used)
        if side == UN:
            return used < (1 if self.shortage else 2)  # 12.1.1.un-shortage.a
        spotters = self.spotters(position, hex_)
        return used < 1 or (
            used < 2 and self.in_touch(position, spotters, ("nk", ""))
        )  # 8.1.1.com.a, ruling T17

    def supports(self, position: Position, side: int, units: list[str], used: int) -> bool:
        if used < 1:
            return True
        if used >= 2 or (side == UN and self.shortage):
            return False
        if side == UN and any(self.sketch.pieces[name].nation != "rok" for name in units):
            return True  # 8.1.1.rok.b
        return self.in_touch(position, units, ("rok",) if side == UN else ("nk", ""))

    def in_touch(self, position: Position, units: list[str], nations: tuple[str, ...]) -> bool:
        """8.1.1.com.b, 8.1.1.rok.a: a line from one of the units to such an HQ of its side."""
        for name, hq in position.at.items():
            piece = self.sketch.pieces[name]
            if "hq" not in piece or piece.nation not in nations:
                continue
            if any(self.traces(position, piece.side, position.at[unit], hq) for unit in units):
                return True
        return False

    def traces(self, position: Position, side: int, start: Hex, goal: Hex) -> bool:
        reached = {start}
        for _ in range(LINE):
            beyond = {there for here in reached for there in self.sketch.around(here)}
            reached |= {there for there in beyond if self.lines.open(position, side, there)}
        return goal in reached


class Firing(Watcher):
    """Follows one game and compares."""

    def __init__(self, where: str, sketch: Sketch, oracle: Oracle, report: Report) -> None:
        super().__init__(where, sketch, report)
        self.oracle = oracle
        self.bombarded: set[Hex] = set()
        self.shelled: set[str] = set()
        """Units bombarded in this phase."""
        self.attacked = False

    def hand(self, side: int) -> list[int]:
        return [self.game.battle.markers[marker].value for marker in self.game.state.hands[side]]

    def asked(self) -> tuple[str, int]:
        decision = self.game.decision
        return (decision.kind, decision.side) if decision else ("", -1)

    def offered(self, verb: str) -> set[str]:
        notation = self.game.rules.notation
        return {notation.write(order) for order in self.game.legal() if order.verb == verb}

    def openings(self, position: Position) -> set[str]:
        """fm-folio:8.4.b: before the first attack; 8.6.e: a hex once a turn, R101: a unit once a phase."""
        if position.phase != "combat" or self.attacked:
            return set()
        side = position.active
        closed = self.bombarded | {position.at[name] for name in self.shelled if name in position.at}
        return {
            f"bombard {number(hex_)} +{value}"
            for hex_ in self.oracle.targets(position, side) - closed
            for value in self.hand(side)
            if self.oracle.reaches(position, side, hex_, value)
        }

    def compare_openings(self, position: Position) -> set[str]:
        expected = self.openings(position)
        self.same("bombardments offered", sorted(expected), sorted(self.offered("bombard")))
        read = self.game.rules.notation.read
        for hex_ in self.sketch.hexes:
            for value in set(self.hand(position.active)):
                text = f"bombard {number(hex_)} +{value}"
                self.same(text, text in expected, self.game.judge(read(text)) is None)
        return expected

    def follow(self, random: Random, may: Callable[[int, int, int], bool], sides: list[int]) -> None:
        """The chances to place a marker, in order; a chance without a marker that fits need not come."""
        used = [0, 0]
        if len(sides) == 3:
            used[1 - sides[0]] = 1  # the marker that opened the bombardment
        for side in sides:
            fitting = {f"support +{value}" for value in self.hand(side) if may(side, value, used[side])}
            if self.asked() != ("support", side):
                self.same(f"chance of {self.sketch.sides[side]}", set(), fitting)
                continue
            self.same("markers offered", sorted(fitting), sorted(self.offered("support")))
            for value in set(self.hand(side)):
                order = self.game.rules.notation.read(f"support +{value}")
                self.same(f"support +{value}", f"support +{value}" in fitting, self.game.judge(order) is None)
            choice = random.choice([*sorted(fitting), "pass"])
            used[side] += choice != "pass"
            self.play(choice)
        if self.asked()[0] == "support":
            self.same("no further chance", "", "support")

    def run(self, random: Random) -> None:
        for _ in range(12):
            position = read_position(self.game)
            if self.asked() != ("combat", position.active):
                if not self.step(random):
                    return
                continue
            openings = sorted(self.compare_openings(position))
            attacks = sorted(self.offered("attack"))
            hexes = [text for text in openings if not self.only_dummies(position, text)]
            if hexes and random.random() < 0.7:
                self.bombard(random, position, random.choice(hexes))
            elif attacks and random.random() < 0.8:
                self.attack(random, position, random.choice(attacks))
            elif not self.step(random):
                return

    def only_dummies(self, position: Position, text: str) -> bool:
        units = [
            self.sketch.pieces[name] for name, at in position.at.items() if number(at) == text.split()[1]
        ]
        return all("dummy" in unit for unit in units)

    def bombard(self, random: Random, position: Position, text: str) -> None:
        side = position.active
        target = next(hex_ for hex_ in self.sketch.hexes if number(hex_) == text.split()[1])
        self.bombarded.add(target)
        self.shelled |= set(position.units(target))
        self.play(text)

        def may(owner: int, value: int, used: int) -> bool:
            return self.oracle.covers(position, owner, target, value, used)

        self.follow(random, may, [1 - side, side, 1 - side])

    def attack(self, random: Random, position: Position, text: str) -> None:
        words = text.split()
        side = position.active
        attackers = words[3 : words.index("doubling")] if "doubling" in words else words[3:]
        defenders = [name for name, at in position.at.items() if number(at) == words[1]]
        self.play(text)
        if all("dummy" in self.sketch.pieces[name] for name in defenders):
            return  # kwb-dg:16.0.j: nothing was resolved
        self.attacked = True

        def may(owner: int, value: int, used: int) -> bool:
            return self.oracle.supports(position, owner, attackers if owner == side else defenders, used)

        self.follow(random, may, [side, 1 - side, side, 1 - side])

    def step(self, random: Random) -> bool:
        """Go on in any way; a new player turn begins anew."""
        before = read_position(self.game)
        tricks = ["end"] if self.asked()[0] == "combat" else []
        words = self.play_any(tricks, random)
        after = read_position(self.game)
        if before.turn != after.turn:
            self.bombarded.clear()
        if (before.turn, before.active, before.phase) != (after.turn, after.active, after.phase):
            self.attacked = False
            self.shelled.clear()
        return bool(words) and self.game.decision is not None


def random_sketch(random: Random, book: str) -> Sketch:
    train = book == "kwb-train"
    sketch = empty_sketch(random, book, ("communist" if train else "nk", "un"))
    strew(random, sketch, ("mountain", "hill", "city", "town"), 0.4)
    strew_hexsides(random, sketch, ("minor-river", "river", "bridge"), 0.3)
    write_hexes(sketch, "sources", {"un": random_hexes(random, sketch, 1, 2)})
    if train and random.random() < 0.15:
        sketch.rules["shortage"] = "un"
    sizes = ("regiment", "regiment", "brigade", "battalion", "cadre")
    for index in range(random.randint(1, 7)):
        place(random, sketch, Piece(f"N{index}", 0, mobile=random.random() < 0.2, size=random.choice(sizes)))
    for index in range(random.randint(1, 7)):
        nation, mobile = random.choice(("us", "rok", "rok", "cw")), random.random() < 0.2
        place(random, sketch, Piece(f"U{index}", UN, mobile=mobile, size=random.choice(sizes), nation=nation))
    for name, side, size, nation in (
        ("NHQ1", 0, "corps", "nk"),
        ("NHQ2", 0, "corps", "nk"),
        ("ROKHQ", UN, "corps", "rok"),
        ("USHQ", UN, "division", "us"),
    ):
        if random.random() < 0.5:
            hq = Piece(
                name, side, size=size, traits=("hq",), nation=nation, symbol="hq", figures="0-2-4 / 0-1-4"
            )
            hq.waits = random.random() < 0.25
            place(random, sketch, hq)
    if random.random() < 0.3:
        depot = Piece("Dep", 0, size="", traits=("depot", "one-step"), symbol="supply", figures="0-2-3")
        place(random, sketch, depot)
    if not train:
        for index in range(random.randint(0, 2)):
            traits = ("one-step", "dummy", "hidden")
            place(random, sketch, Piece(f"Dum{index}", 0, size="", traits=traits, figures="0-0-4"))
    sketch.start = f"turn {random.randint(1, 3)} {random.choice(sketch.sides)} combat"
    first, second = ([random.randint(1, 6) for _ in range(random.randint(0, 4))] for _ in range(2))
    sketch.hands = (tuple(first), tuple(second))
    return sketch


def run_book(book: str, oracle_of: Callable[[Sketch], Oracle], seed: int, maps: int) -> Report:
    report = Report()
    for map_ in range(maps):
        where = f"bombardment {book} {seed} {map_}"
        random = Random(where)
        sketch = random_sketch(random, book)
        Firing(where, sketch, oracle_of(sketch), report).run(random)
        report.maps += 1
    return report


def run_dg(seed: int, maps: int) -> Report:
    return run_book("kwb-dg", DgOracle, seed, maps)


def run_train(seed: int, maps: int) -> Report:
    return run_book("kwb-train", TrainOracle, seed, maps)
