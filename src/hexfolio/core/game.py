"""Game: one battle in play. Decision, legal orders, judgement, application, view, odds, outcome."""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, ClassVar, NamedTuple

from . import journal
from .battle import Battle
from .dice import Chance, DiceError, RecordedChance, SeededChance
from .entries import RESEED, REVISED, SNAPSHOT_EVERY, Entry, JournalError, revised_text
from .events import Event, Told, told, told_events
from .odds import Effect, Odds
from .orders import Notation, Order
from .rulings import IllegalOrderError, Refusal
from .state import State


class Decision(NamedTuple):
    """What is asked, of whom, by which rule, and where to look."""

    kind: str
    side: int
    prompt: str
    rule: str
    units: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()


class Outcome(NamedTuple):
    """How the battle ended: the winning side (-1 for a draw), the level, each side's points."""

    winner: int
    level: str
    points: tuple[int, int]


class PrintedTable(NamedTuple):
    """A table of results for people to read: lines with the cells that lead to a column, rows by die."""

    title: str
    lines: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    results: tuple[tuple[str, ...], ...]


class Terms(NamedTuple):
    """What an order costs, to be seen before it is given; `left` is half movement points, -1 if none count.

    With `stops` the unit can go no farther in this phase; with `displaces` a friend must make room.
    """

    left: int = -1
    stops: bool = False
    steps: int = 0
    displaces: bool = False


NO_TERMS = Terms()


class Table:
    """Where an order is carried out: it rolls the dice and collects what happened."""

    __slots__ = ("chance", "dice", "events", "state")

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self.dice: list[int] = []
        self.events: list[Event] = []

    def roll(self, sides: int = 6) -> int:
        result = self.chance.roll(self.state, sides)
        self.dice.append(result)
        return result

    def draw(self, values: Sequence[int]) -> int:
        """The position of one of `values`, drawn blind."""
        position = self.chance.pick(self.state, values)
        self.dice.append(position + 1)
        return position

    def tell(self, event: Event) -> None:
        self.events.append(event)


class Rules(ABC):
    """A rulebook bound to a battle. It holds no position: every question comes with a state."""

    book: ClassVar[str]
    revision: ClassVar[str]
    builds_on: ClassVar[tuple[str, ...]] = ()
    """Other books whose clauses stay in force under this one."""
    battle: Battle
    notation: Notation

    @property
    def edition(self) -> str:
        """The revision of the rules and of the battle's data; what was played under another one stays as it
        was kept."""
        return f"{self.revision} {self.battle.fingerprint}".strip()

    @abstractmethod
    def new_state(self, seed: int) -> State: ...

    @abstractmethod
    def begin(self, state: State, table: Table) -> None:
        """Set up what is fixed and go on to the first decision."""

    @abstractmethod
    def state_from_json(self, data: dict[str, Any]) -> State: ...

    @abstractmethod
    def decision(self, state: State) -> Decision | None:
        """The decision that is owed now; None when the game is over."""

    @abstractmethod
    def plain_orders(self, state: State) -> list[Order]:
        """Legal orders that have no subject, such as ending a phase."""

    @abstractmethod
    def subjects(self, state: State) -> Sequence[int]:
        """Counters (or target hexes) that may have legal orders."""

    @abstractmethod
    def orders_of(self, state: State, subject: int) -> list[Order]: ...

    def subject_kind(self, state: State) -> str:
        """What `subjects` are now: "unit" or "hex"."""
        return "unit"

    def terms(self, state: State, order: Order) -> Terms:
        """What a legal order costs, as far as that is sure before any die."""
        return NO_TERMS

    def caption(self, state: State, order: Order) -> str:
        """What a button says that gives this order."""
        return order.verb.capitalize()

    def tables(self) -> list[PrintedTable]:
        """The tables that dice are looked up in."""
        return []

    def levels(self) -> Sequence[tuple[int, int, str]]:
        """Levels of victory from the first side's best: least lead of the first side, winner (-1), name."""
        levels: Sequence[tuple[int, int, str]] = self.battle.victory.get("levels", ())
        return levels

    def colours_of(self, unit: int) -> str:
        """The nation in whose colours a counter is printed."""
        return self.battle.counters[unit].nation

    def conditions(self, turn: int) -> Sequence[str]:
        """What the turn track says of a turn, such as “night”."""
        return ()

    def zones_seen(self, state: State, side: int) -> Sequence[int]:
        """Hexes where the enemy hampers a side's moves, as that side may know."""
        return ()

    def listed_as(self, state: State, order: Order) -> Order | None:
        """The order as lists of legal orders hold it; None for one that is legal without being listed."""
        return order

    def faults(self, state: State) -> Iterator[str]:
        """Sentences for everything about a position that can never come about, for tests."""
        return iter(())

    def may_end_early(self, state: State) -> bool:
        """May the battle be over before its last turn?"""
        return False

    def reveals(self, event: Event) -> bool:
        """Does the event show what was hidden, so that no order before it can be taken back?"""
        return False

    @abstractmethod
    def sample(self, state: State, random: Random) -> Order:
        """A random legal order: first a subject or plain order, then one of the subject's orders."""

    @abstractmethod
    def judge(self, state: State, order: Order, side: int | None) -> Refusal | None: ...

    @abstractmethod
    def carry_out(self, state: State, order: Order, table: Table) -> None:
        """Perform an order that was judged legal, and go on to the next decision."""

    @abstractmethod
    def view(self, state: State, side: int | None) -> dict[str, Any]:
        """What a side (None: a spectator) may know, ready for JSON."""

    @abstractmethod
    def imagine(self, state: State, side: int | None, random: Random) -> State:
        """A position a side cannot tell from this one: what it cannot know is dealt anew."""

    @abstractmethod
    def odds(
        self,
        state: State,
        order: Order | None,
        support: tuple[int, ...] = (),
        against: tuple[int, ...] = (),
    ) -> Odds:
        """The exact odds of an attack, or of the combat under way, with markers of these values added."""

    def outlook(
        self, state: State, hex_: int, starts: tuple[int, ...], differential: int
    ) -> tuple[tuple[float, Effect], ...]:
        """Chances and effects of an attack from some hexes with a lead in strength, whoever takes part.

        For plans, before anybody has moved up. Empty where a book has no such table.
        """
        return ()

    def zone_from(self, state: State, unit: int, hex_: int) -> tuple[int, ...]:
        """Hexes that a unit would control from a hex, for plans. Empty where a book does not tell."""
        return ()

    @abstractmethod
    def outcome(self, state: State) -> Outcome | None: ...

    @abstractmethod
    def narrate(self, event: Event) -> str:
        """The event as a sentence of the game's log."""


class Legal:
    """The legal orders of a position, listed only as far as they are asked for."""

    __slots__ = ("rules", "state")

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules = rules
        self.state = state

    def subjects(self) -> Sequence[int]:
        """Counters (or target hexes) to choose from before their orders are listed."""
        return self.rules.subjects(self.state)

    def of(self, subject: int) -> list[Order]:
        return self.rules.orders_of(self.state, subject)

    def plain(self) -> list[Order]:
        return self.rules.plain_orders(self.state)

    def __iter__(self) -> Iterator[Order]:
        yield from self.plain()
        for subject in self.subjects():
            yield from self.of(subject)

    def __contains__(self, order: Order) -> bool:
        return self.rules.judge(self.state, order, None) is None

    def sample(self, random: Random) -> Order:
        """A random legal order: first a subject or plain order, then one of the subject's orders."""
        return self.rules.sample(self.state, random)


class Game:
    """A battle in play: its rules, its position and how it came about."""

    __slots__ = ("chance", "entry", "laid_out", "rules", "state")

    def __init__(self, rules: Rules, seed: int | None = None, chance: Chance | None = None) -> None:
        """A new game. Without a seed the dice cannot be predicted; with `chance` they come from elsewhere."""
        self.rules = rules
        self.laid_out = False
        self.chance: Chance = chance or SeededChance()
        if seed is None:
            seed = secrets.randbits(128)
        if not 0 <= seed < 1 << 256:
            raise ValueError("The seed must be a whole number from 0 to 2^256 - 1.")
        self.state = rules.new_state(seed)
        table = Table(self.state, self.chance)
        rules.begin(self.state, table)
        self.state.cache.clear()
        self.entry = Entry(None, None, table.dice, table.events, self.state.copy(), rules.edition)

    @classmethod
    def from_state(cls, rules: Rules, state: State, chance: Chance | None = None) -> Game:
        """A game that begins in a given position, for studies, puzzles and cases; it cannot be saved."""
        game = cls.__new__(cls)
        game.rules = rules
        game.laid_out = True
        game.chance = chance or SeededChance()
        game.state = state
        state.cache.clear()
        game.entry = Entry(None, None, [], [], state.copy(), rules.edition)
        return game

    @classmethod
    def from_entry(cls, rules: Rules, entry: Entry) -> Game:
        """A game whose first entry, with its position, was kept."""
        assert entry.snapshot is not None
        game = cls.from_state(rules, entry.snapshot.copy())
        game.laid_out = False
        game.entry = entry
        return game

    @property
    def battle(self) -> Battle:
        return self.rules.battle

    @property
    def decision(self) -> Decision | None:
        return self.rules.decision(self.state)

    @property
    def outcome(self) -> Outcome | None:
        return self.rules.outcome(self.state)

    @property
    def position(self) -> int:
        """How many orders have been applied."""
        return self.entry.number

    def legal(self) -> Legal:
        return Legal(self.rules, self.state)

    def judge(self, order: Order | str, side: int | None = None) -> Refusal | None:
        """None if the order is legal now, else why not. `side` is who gives it, if that matters."""
        return self.rules.judge(self.state, self._order(order), side)

    def apply(self, order: Order | str, side: int | None = None) -> list[Event]:
        """Carry out a legal order and return what happened; an illegal one raises and changes nothing."""
        order = self._order(order)
        refusal = self.rules.judge(self.state, order, side)
        if refusal is not None:
            raise IllegalOrderError(refusal)
        if self.entry.text:
            self.revise()
        state = self.state
        table = Table(state, self.chance)
        before = None if type(self.chance) is SeededChance else state.copy()
        try:
            self.rules.carry_out(state, order, table)
        except DiceError:
            if before is not None:
                self.state = before
            raise
        state.cache.clear()
        entry = self.entry
        snapshot = state.copy() if (entry.number + 1) % SNAPSHOT_EVERY == 0 else None
        self.entry = Entry(entry, order, table.dice, table.events, snapshot, entry.edition)
        return table.events

    def view(self, side: int | None) -> dict[str, Any]:
        return self.rules.view(self.state, side)

    def odds(
        self,
        attack: Order | str | None = None,
        support: tuple[int, ...] = (),
        against: tuple[int, ...] = (),
    ) -> Odds:
        """Exact odds of an attack or bombardment, or of the combat under way, with further markers added."""
        order = None if attack is None else self._order(attack)
        return self.rules.odds(self.state, order, support, against)

    def imagine(self, side: int | None, random: Random) -> Game:
        """A game of its own in a position that a side cannot tell from this one, with other dice to come."""
        return Game.from_state(self.rules, self.rules.imagine(self.state, side, random))

    def outlook(
        self, hex_: int, starts: tuple[int, ...], differential: int
    ) -> tuple[tuple[float, Effect], ...]:
        """Chances and effects of an attack on a hex from others, by the lead in strength."""
        return self.rules.outlook(self.state, hex_, starts, differential)

    def zone_from(self, unit: int, hex_: int) -> tuple[int, ...]:
        """Hexes that a unit would control from a hex."""
        return self.rules.zone_from(self.state, unit, hex_)

    def to_json(self) -> dict[str, Any]:
        """The whole game for JSON: how it began, every order with its dice, and the position."""
        return journal.to_json(self)

    @staticmethod
    def from_json(data: Any, open_rules: journal.OpenRules) -> Game:
        """The game that `to_json` wrote, replayed and checked; raises `JournalError`."""
        return journal.from_json(data, open_rules)

    def copy(self) -> Game:
        """An independent game at the same point; the past is shared."""
        other = Game.__new__(Game)
        other.rules = self.rules
        other.laid_out = self.laid_out
        other.chance = self.chance
        other.state = self.state.copy()
        other.entry = self.entry
        return other

    def at(self, position: int) -> Game:
        """An independent game as it stood after `position` orders: to look back, or to branch from there."""
        if not 0 <= position <= self.position:
            raise JournalError(
                f"There is no position {position}: this game has positions 0 to {self.position}."
            )
        later: list[Entry] = []
        entry = self.entry
        while entry.number > position:
            entry = entry.before()
        target = entry
        while entry.snapshot is None:
            later.append(entry)
            entry = entry.before()
        other = self.copy()
        other.state = entry.snapshot.copy()
        for step in reversed(later):
            other.advance(step)
        other.entry = target
        return other

    def undo(self, orders: int = 1) -> None:
        """Take back the last orders exactly; what was played under an earlier edition of the rules stands."""
        target = self.position - orders
        if 0 <= target < (revised := self._revised()):
            raise JournalError(
                f"The rules were mended after position {revised - 1}: what was played before them "
                f"can be looked at, but not be taken back."
            )
        earlier = self.at(target)
        self.state, self.entry = earlier.state, earlier.entry

    def reseed(self, seed: int) -> None:
        """New dice from here on, as an entry of the journal: whoever branches off shall not know the next."""
        self.revise()
        self.state.seed, self.state.draws = seed, 0
        edition = self.entry.edition
        self.entry = Entry(self.entry, Order(RESEED, number=seed), [], [], self.state.copy(), edition)

    def revise(self) -> None:
        """Go on under the rules of today where the last entry was played under another edition of them."""
        edition = self.rules.edition
        if self.entry.edition != edition and self.decision is not None:
            self.entry = Entry(self.entry, Order(REVISED), [], [], self.state.copy(), edition)
            self.entry.told = [told(REVISED, revised_text(edition))]

    def _revised(self) -> int:
        """The number of the last entry that brought another edition; 0 if none did."""
        entry = self.entry
        while entry.parent is not None and (entry.order is None or entry.order.verb != REVISED):
            entry = entry.parent
        return entry.number

    def history(self) -> list[Entry]:
        """All entries from the beginning."""
        return self.entry.line()

    def told(self, entry: Entry) -> Sequence[Told]:
        """What an entry brought about, as the log tells it."""
        return entry.told or told_events(entry.events, self.rules.narrate, self.battle)

    def _order(self, order: Order | str) -> Order:
        return self.rules.notation.read(order) if isinstance(order, str) else order

    def advance(self, entry: Entry) -> None:
        """Go on to the position of the next entry: as it was kept, else by applying its order again, its
        dice checked against the seed."""
        if entry.snapshot is not None:
            self.state = entry.snapshot.copy()
            return
        assert entry.order is not None
        chance = RecordedChance(entry.dice, check=isinstance(self.chance, SeededChance))
        table = Table(self.state, chance)
        self.rules.carry_out(self.state, entry.order, table)
        self.state.cache.clear()
        chance.finish()
