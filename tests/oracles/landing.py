"""Air drops, written from the clauses: where zones and units are planned, what each landing die does.

A random little battle is opened at a landing phase, which is played to its end. Before every order the oracle
says what may be ordered; for every landing check it works out the modifier, reads the chart by hand and
follows the scatter over printed hex numbers. Only the combat of an air assault is left to the engine; that it
is fought, by whom and with which strengths, is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from random import Random

from hexfolio.casebook.position import open_case
from hexfolio.core.events import Event
from hexfolio.core.game import Game
from hexfolio.core.hexes import Grid
from hexfolio.core.orders import Order
from hexfolio.core.state import REMOVED, State
from hexfolio.rulebooks.paratrooper.events import Attacked, Combat, Landed
from hexfolio.rulebooks.sheets import load_sheet, parse_sheet

COLUMNS, ROWS = 9, 8
GRID = Grid(COLUMNS, ROWS)
CHART = load_sheet(files("hexfolio.rulebooks.paratrooper").joinpath("tables", "korea.yaml"))["air-drop"]
STACKING = 2
AWAY = -1
UN, COMMUNIST = 1, 0
GROUND = ("clear",) * 5 + ("rice-paddy",) * 4 + ("woods", "hill", "peak", "town", "sea", "sea")
SHIFTS = {"town": 2, "peak": 2, "hill": 1, "woods": 1}
ASSAULT, GUNS, GLIDER = "airborne assault", "airborne artillery", "glider"
FIGHTERS = ("", "", "anti-air", "heavy-weapons")
FOG = ("deception", "prisoners", "depot", "rear-guard")


@dataclass
class Piece:
    """A counter of the battle; `strengths` by steps."""

    name: str
    side: int
    hex: int
    kind: str
    strengths: tuple[int, ...]
    lost_steps: int = 0
    face_down: bool = False
    in_the_air: bool = False
    planned: bool = False

    @property
    def is_supply(self) -> bool:
        return self.kind == "supply"

    @property
    def is_fog(self) -> bool:
        return self.kind in FOG

    @property
    def may_assault(self) -> bool:
        return self.kind == ASSAULT

    @property
    def strength(self) -> int:
        return self.strengths[self.lost_steps]

    def is_unit(self) -> bool:
        """Does it stand on the map as a unit that everybody may see?"""
        shown = not self.face_down and self.kind not in ("prisoners", "deception", "supply")
        return self.hex != AWAY and not self.in_the_air and shown

    def disrupt(self) -> None:
        """15.0.a, 15.1.f: who is disrupted already, or has one step, is lost."""
        self.lost_steps += 1
        if self.lost_steps >= len(self.strengths):
            self.hex = AWAY


@dataclass
class Sketch:
    """A landing phase: the ground, the counters and what the battle says of drops."""

    terrain: list[tuple[str, ...]]
    pieces: list[Piece]
    turn: int
    night: bool
    rain: bool
    emergency: bool
    points: int
    zones_allowed: int
    radius: int
    drop_turn: int
    whole: bool
    """Must all units of the drop come now, or so many of them, or all on a turn of choice?"""
    number: int
    supplies: int
    zones: list[int] = field(default_factory=list)
    planning: bool = False
    strayed: dict[int, int] = field(default_factory=dict)
    """The last hex of everyone who drifted off the map."""

    def column(self, hex_: int) -> str:
        """6.2.1.f: the one terrain that counts; of several kinds the one that shifts most."""
        return max(self.terrain[hex_], key=lambda kind: SHIFTS.get(kind, 0))

    def is_water(self, hex_: int) -> bool:
        return self.column(hex_) == "sea"

    def near_a_zone(self, hex_: int) -> bool:
        return any(GRID.distance(hex_, zone) <= self.radius for zone in self.zones)

    def enemies_in(self, hex_: int) -> list[Piece]:
        return [piece for piece in self.pieces if piece.side == COMMUNIST and piece.hex == hex_]

    def planned_for(self, hex_: int) -> list[Piece]:
        return [piece for piece in self.pieces if piece.side == UN and piece.hex == hex_]

    def units_in(self, hex_: int) -> list[Piece]:
        return [piece for piece in self.enemies_in(hex_) if piece.is_unit()]

    # Zones and planned hexes

    def zone_hexes(self) -> list[int]:
        """6.1.b, e to h; 24.2.f: clear or rice paddy, one to a hex, so many, a point each after turn 1."""
        paid = self.turn == 1 or self.points > 0
        if self.planning or len(self.zones) >= self.zones_allowed or not paid:
            return []
        good = [h for h in range(GRID.size) if self.column(h) in ("clear", "rice-paddy")]
        return [hex_ for hex_ in good if hex_ not in self.zones]

    def due(self) -> list[int]:
        """6.0.c, 24.2.l and n, 25.2.l: units of the drop that have no planned hex yet."""
        on = self.turn == self.drop_turn if self.whole or self.number else self.turn >= self.drop_turn
        troops = [n for n, piece in enumerate(self.pieces) if piece.side == UN and not piece.is_supply]
        gone = sum(self.pieces[n].planned for n in troops)
        if not on or (self.number and gone >= self.number):
            return []
        return [n for n in troops if not self.pieces[n].planned]

    def supplies_due(self) -> list[int]:
        """18.3.b, 24.2.q: so many supply markers a turn."""
        markers = [n for n, piece in enumerate(self.pieces) if piece.is_supply]
        left = [n for n in markers if not self.pieces[n].planned]
        return left if len(markers) - len(left) < self.supplies else []

    def plan_hexes(self, number: int) -> list[int]:
        """6.0.b, 6.2.c, 18.3.c, 22.1.a, 24.2.m: near a zone; supplies anywhere; never into water."""
        free = self.pieces[number].is_supply or self.emergency
        dry = [hex_ for hex_ in range(GRID.size) if not self.is_water(hex_)]
        return [hex_ for hex_ in dry if free or self.near_a_zone(hex_)]

    def may_begin_checks(self) -> bool:
        """6.0.c, 16.1.g, ruling RP-86: not while a unit that must be dropped now has a hex."""
        due = self.due()
        begun = any(piece.planned and not piece.is_supply for piece in self.pieces)
        if not due or not (self.whole or self.number or begun):
            return True
        return not any(self.plan_hexes(number) for number in due) and not self.zone_hexes()

    def planning_orders(self) -> set[Order]:
        orders = {Order("zone", path=(hex_,)) for hex_ in self.zone_hexes()}
        for number in (*self.due(), *self.supplies_due()):
            orders |= {Order("plan", number, (hex_,)) for hex_ in self.plan_hexes(number)}
        return orders | {Order("end")} if self.may_begin_checks() else orders

    def plan(self, order: Order) -> None:
        if order.verb == "zone":
            self.zones.append(order.path[0])
            self.points -= self.turn > 1
        elif order.verb == "plan":
            piece = self.pieces[order.unit]
            piece.hex, piece.planned, piece.in_the_air, self.planning = order.path[0], True, True, True

    # Landing checks

    def modifier(self, hex_: int) -> int:
        """6.2.1.b to e, 22.1.b, 25.2.ab, rulings RP-19 and RP-91."""
        inside = any(piece.is_unit() or piece.face_down for piece in self.enemies_in(hex_))
        flak = any(
            piece.kind in ("anti-air", "heavy-weapons") and not piece.lost_steps
            for near in GRID.around(hex_)
            for piece in self.units_in(near)
        )
        far = self.emergency and not self.near_a_zone(hex_)
        return int(inside or flak) + int(self.night) + int(self.rain) + int(far)

    def land(self, number: int, dice: Sequence[int]) -> bool:
        """6.2.1.g, 6.2.2 and 6.2.3: what becomes of a unit; True if it has an air assault to fight."""
        piece = self.pieces[number]
        row = min(dice[0] + self.modifier(piece.hex), max(CHART["results"]))
        result = CHART["results"][row][CHART["columns"].index(self.column(piece.hex))]
        piece.in_the_air = False
        if result == "E":
            piece.hex = AWAY
        elif result == "S":
            self.scatter(number, dice[1], dice[2])
        elif result == "D" and not piece.is_supply:
            piece.disrupt()
        return piece.hex != AWAY and not piece.is_supply and self.come_down(piece, result == "S")

    def scatter(self, number: int, direction: int, distance: int) -> None:
        """6.2.2.a to g, 18.3.e to g, rulings RP-21, RP-27 and RP-29."""
        piece = self.pieces[number]
        for _ in range(distance):
            last, piece.hex = piece.hex, _beyond(piece.hex, direction)
            if piece.hex == AWAY:
                if not piece.is_supply and len(piece.strengths) > 1:
                    piece.lost_steps, self.strayed[number] = 1, last
                return
        if self.is_water(piece.hex):
            piece.hex = AWAY
        elif not piece.is_supply:
            piece.disrupt()

    def come_down(self, piece: Piece, scattered: bool) -> bool:
        """6.2.2.h and i, 6.2.3.a to c, rulings RP-23 and RP-28."""
        for other in self.enemies_in(piece.hex):
            other.face_down = False
            if other.kind in ("deception", "prisoners"):
                other.hex = AWAY
        if not self.units_in(piece.hex):
            return False
        if not piece.may_assault and scattered:
            piece.hex = AWAY
        return piece.may_assault

    def end_phase(self) -> None:
        """6.2.2.i and j, 6.2.3.i and j, 7.3.a, rulings RP-24, RP-31 and RP-32."""
        for piece in self.pieces:
            if piece.side == UN and piece.is_unit() and self.units_in(piece.hex):
                piece.hex = AWAY
        standing = [piece for piece in self.pieces if piece.is_unit() and not piece.is_fog]
        places = [(piece.side, piece.hex) for piece in standing]
        for piece, place in zip(standing, places, strict=True):
            if places.count(place) > STACKING:
                piece.disrupt()


def _beyond(hex_: int, direction: int) -> int:
    """The next hex by the scatter diagram: 1 north, then clockwise; even columns lie half a hex lower."""
    column, row = int(GRID.number(hex_)[:2]), int(GRID.number(hex_)[2:])
    upper, lower = (row, row + 1) if column % 2 == 0 else (row - 1, row)
    column, row = {
        1: (column, row - 1),
        2: (column + 1, upper),
        3: (column + 1, lower),
        4: (column, row + 1),
        5: (column - 1, lower),
        6: (column - 1, upper),
    }[direction]
    inside = 1 <= column <= COLUMNS and 1 <= row <= ROWS
    return GRID.index(f"{column:02}{row:02}") if inside else AWAY


class Dice:
    """Random dice that are kept; low ones are rarer, so that more units scatter."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.rolled: list[int] = []

    def roll(self, state: State, sides: int) -> int:
        self.rolled.append(self.random.randint(1, sides))
        return self.rolled[-1]

    def pick(self, state: State, values: Sequence[int]) -> int:
        return self.random.randrange(len(values))


# Random battles


def random_sketch(random: Random) -> Sketch:
    terrain: list[tuple[str, ...]] = []
    for _ in range(GRID.size):
        kind = random.choice(GROUND)
        town = random.random() < 0.1 and kind in ("rice-paddy", "hill", "woods")
        terrain.append((kind, "town") if town else (kind,))
    turn = random.choice((1, 1, 2))
    whole = random.random() < 0.6
    pieces = random_pieces(random)
    troops = sum(piece.side == UN and not piece.is_supply for piece in pieces)
    return Sketch(
        terrain=terrain,
        pieces=pieces,
        turn=turn,
        night=random.random() < 0.3,
        rain=random.random() < 0.2,
        emergency=random.random() < 0.3,
        points=random.choice((0, 1, 3)),
        zones_allowed=random.choice((0, 1, 2, 2)),
        radius=random.choice((1, 1, 2)),
        drop_turn=random.choice((turn, turn, turn, 1)),
        whole=whole,
        number=0 if whole or random.random() < 0.5 else random.randint(1, troops),
        supplies=random.choice((0, 1, 2)),
    )


def random_pieces(random: Random) -> list[Piece]:
    pieces: list[Piece] = []
    places = [random.randrange(GRID.size) for _ in range(random.randint(2, 7))]
    for hex_ in (*places, *random.sample(places, len(places) // 2)):
        if sum(piece.hex == hex_ for piece in pieces) < STACKING:
            piece = Piece(f"N{len(pieces)}", COMMUNIST, hex_, random.choice(FIGHTERS), (4, 2))
            piece.lost_steps = int(random.random() < 0.3)
            pieces.append(piece)
    for hex_ in random.sample(range(GRID.size), random.randint(0, 4)):
        kind = random.choice(FOG)
        strength = 0 if kind in ("deception", "prisoners") else random.randint(1, 3)
        hidden = kind == "deception" or random.random() < 0.7
        pieces.append(Piece(f"N{len(pieces)}", COMMUNIST, hex_, kind, (strength,), face_down=hidden))
    for _ in range(random.randint(1, 5)):
        strengths = (3,) if random.random() < 0.1 else (random.choice((2, 4, 7)), 2)
        pieces.append(
            Piece(f"U{len(pieces)}", UN, AWAY, random.choice((ASSAULT, ASSAULT, GUNS, GLIDER)), strengths)
        )
    for _ in range(random.randint(0, 2)):
        pieces.append(Piece(f"S{len(pieces)}", UN, AWAY, "supply", (0,)))
    return pieces


def open_battle(sketch: Sketch) -> Game:
    """The same battle as the engine knows it, laid out as cases are."""
    kinds: dict[str, list[str]] = {}
    for hex_, terrain in enumerate(sketch.terrain):
        for kind in terrain:
            if kind != "clear":
                kinds.setdefault(kind, []).append(GRID.number(hex_))
    drop = "turn" if sketch.whole or sketch.number else "from turn"
    number = f", number: {sketch.number}" if sketch.number else ""
    roster = {side: [_line(p) for p in sketch.pieces if p.side == side] for side in (COMMUNIST, UN)}
    supplies = (
        f"supply-drops: {{from turn: {sketch.turn}, a turn: {sketch.supplies}}}" if sketch.supplies else ""
    )
    text = f"""
case: Proof
books: [para]
start: turn {sketch.turn} un landing
options: {{{'emergency-drops: "on"' if sketch.emergency else ""}}}
tracks: {{rain: {sketch.turn if sketch.rain else 0}}}
map:
  size: {COLUMNS}x{ROWS}
  terrain: {{{", ".join(f"{kind}: {' '.join(hexes)}" for kind, hexes in kinds.items())}}}
  ways: {{road: [0202-0302-0402], trail: [0505-0605]}}
rules:
  command: {{un: {" ".join([str(sketch.points)] * 6)}, communist: 5 5 5 5 5 5}}
  drop-zones:
    turn 1: {sketch.zones_allowed}
    later: {sketch.zones_allowed}
    terrain: clear rice-paddy
    radius: {sketch.radius}
  drops: [{{of: 187, {drop}: {sketch.drop_turn}{number}}}]
  {f"night: {sketch.turn}" if sketch.night else ""}
  {supplies}
counters:
  communist: {{{", ".join(roster[COMMUNIST])}}}
  un: {{{", ".join(roster[UN])}}}
play: []
"""
    return open_case(parse_sheet(text, "proof"), "para")


def _line(piece: Piece) -> str:
    """A counter as cases write it."""
    front, *back = (f"{strength}-1-{0 if piece.is_supply else 4}" for strength in piece.strengths)
    words = [front, *(["/", *back] if back else ["one-step"])]
    if piece.is_supply:
        return f"{piece.name}: {front} one-step supply"
    words += ["light", "company" if not piece.is_fog else "", piece.kind]
    if piece.side == UN:
        words.append("group=187")
    else:
        words += [
            "depleted" if piece.lost_steps else "",
            "hidden" if piece.face_down else "",
            f"at {GRID.number(piece.hex)}",
        ]
    return f"{piece.name}: {' '.join(filter(None, words))}"


# Comparing


def check_map(seed: str) -> None:
    random = Random(seed)
    sketch = random_sketch(random)
    game = open_battle(sketch)
    game.chance = dice = Dice(random)
    plan_drops(game, sketch, random)
    while (decision := game.decision) is not None and decision.kind == "checks":
        check_landing(game, sketch, random, dice)
    for number in sketch.due() if sketch.whole else ():
        where = game.state.at[number]
        assert where == REMOVED, (
            f"{sketch.pieces[number].name} was not dropped, but is not out of play"
        )  # 6.0.c
    if sketch.strayed:
        check_strayed(game, sketch)


def plan_drops(game: Game, sketch: Sketch, random: Random) -> None:
    """Place zones and units at random, near the enemy rather than far from him."""
    while (decision := game.decision) is not None and decision.kind == "landing":
        expected, found = sketch.planning_orders(), set(game.legal())
        more, less = found - expected, expected - found
        assert found == expected, f"too many {_text(game, more)}, missing {_text(game, less)}"
        hexes = [(random.randrange(GRID.size),) for _ in range(4)]
        plans = [Order("plan", random.randrange(len(sketch.pieces)), hex_) for hex_ in hexes[1:]]
        for order in (Order("zone", path=hexes[0]), *plans, Order("end")):
            assert (game.judge(order) is None) == (order in expected), f"judges {_text(game, {order})}"
        zones = [order for order in sorted(expected) if order.verb == "zone"]
        plans = [order for order in sorted(expected) if order.verb == "plan"]
        onto = [order for order in plans if sketch.enemies_in(order.path[0])]
        crowds = [order for order in plans if sketch.planned_for(order.path[0])]
        ending = [order for order in sorted(expected) if order.verb == "end"]
        groups = [group for group in (zones, plans, onto, onto, crowds) if group] * 2
        order = random.choice(random.choice(groups + ([ending] if ending else [])))
        game.apply(order)
        sketch.plan(order)
        if order.verb == "end":
            break
    for number, piece in enumerate(sketch.pieces):
        assert max(game.state.at[number], AWAY) == piece.hex, f"{piece.name} is not where it was planned"


def check_landing(game: Game, sketch: Sketch, random: Random, dice: Dice) -> None:
    """One check, with what follows from it, and the end of the phase if it was the last."""
    waiting = [number for number, piece in enumerate(sketch.pieces) if piece.in_the_air]
    assert set(game.legal()) == {Order("land", number) for number in waiting}
    quiet = [
        n for n in waiting if not sketch.pieces[n].may_assault or not sketch.enemies_in(sketch.pieces[n].hex)
    ]
    noisy = [n for n in waiting if n not in quiet]
    number = random.choice(noisy if noisy and random.random() < 0.7 else waiting)
    piece, hex_ = sketch.pieces[number], sketch.pieces[number].hex
    modifier = sketch.modifier(hex_)
    dice.rolled.clear()
    events = game.apply(Order("land", number))
    landed = next(event for event in events if isinstance(event, Landed))
    assert (landed.modifier, landed.hex) == (modifier, hex_), (
        f"{piece.name} lands by {landed}, not {modifier}"
    )
    assaults = sketch.land(number, dice.rolled)
    fought = [event for event in events if isinstance(event, Attacked)]
    assert [event.units for event in fought] == [(number,)] * assaults, f"{piece.name} fights {fought}"
    if assaults:
        check_assault(sketch, piece, events)
        finish_assault(game, random)
        assert not _both_sides(game), "both sides stand in a hex when the phase is over"
        take_over(game, sketch)
        return
    if len(waiting) == 1:
        sketch.end_phase()
    for other, expected in enumerate(sketch.pieces):
        found = max(game.state.at[other], AWAY)
        assert found == expected.hex, f"{expected.name} is at {found}, not {expected.hex}, after {landed}"
        if found != AWAY or other in sketch.strayed:
            assert game.state.step[other] == expected.lost_steps, f"steps of {expected.name} after {landed}"


def check_assault(sketch: Sketch, piece: Piece, events: Sequence[Event]) -> None:
    """6.2.3.e to h: alone, as it stands after landing, against all in the hex, without terrain."""
    combat = next(event for event in events if isinstance(event, Combat))
    defence = sum(other.strength for other in sketch.units_in(piece.hex))
    assert (combat.attack, combat.defence) == (piece.strength, defence), f"{combat} in an assault"
    assert sketch.night or not combat.shift, f"{combat} in an assault by day"


def finish_assault(game: Game, random: Random) -> None:
    """Retreats and losses of an assault, as they come."""
    while (decision := game.decision) is not None and decision.kind in ("retreat", "casualty", "rolls"):
        game.apply(random.choice(list(game.legal())))


def take_over(game: Game, sketch: Sketch) -> None:
    """Have everyone where the engine has them after a combat."""
    concealed = game.state.lists.get("concealed", ())
    for number, piece in enumerate(sketch.pieces):
        piece.hex = max(game.state.at[number], AWAY)
        piece.lost_steps = game.state.step[number]
        piece.face_down = number in concealed
        piece.in_the_air = number in game.state.lists.get("planned", ())


def _both_sides(game: Game) -> list[int]:
    """6.2.3.i: hexes with units of both sides, once the phase is over."""
    decision = game.decision
    if decision is None or decision.kind == "checks":
        return []
    at, side_of = game.state.at, game.state.side_of
    ground = [n for n, counter in enumerate(game.battle.counters) if "supply" not in counter and at[n] >= 0]
    return sorted(
        {at[n] for n in ground if side_of[n] == UN} & {at[n] for n in ground if side_of[n] == COMMUNIST}
    )


def check_strayed(game: Game, sketch: Sketch) -> None:
    """6.2.2.f, ruling RP-27: next turn everyone comes back by the last hex, unless an enemy is there."""
    turn = game.state.turn
    while game.decision is not None and (game.state.turn == turn or game.state.phase != "movement"):
        game.apply("end" if game.judge("end") is None else next(iter(game.legal())))
    for number, last in sketch.strayed.items():
        if sketch.is_water(last) or sketch.enemies_in(last) or game.decision is None:
            continue
        first = {order.path[0] for order in game.legal() if order.verb == "enter" and order.unit == number}
        assert first == {last}, f"{sketch.pieces[number].name} comes back by {first}, not {last}"


def _text(game: Game, orders: set[Order]) -> str:
    texts = sorted(map(game.rules.notation.write, orders))
    return ", ".join(texts[:8]) or "none"


def run(seed: int, maps: int) -> list[str]:
    """What is wrong in so many random landings."""
    found = []
    for number in range(maps):
        try:
            check_map(f"para {seed} {number}")
        except AssertionError as error:
            found.append(f"map para {seed} {number}: {error}")
    return found
