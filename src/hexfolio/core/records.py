"""The record of a game: how it began, and every order with its dice, its position and what was told of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from .deltas import DeltaError
from .dice import DiceError, FreeChance, RecordedChance, SeededChance
from .entries import RESEED, REVISED, Entry, JournalError
from .events import Told, told_events
from .orders import Order, OrderError
from .positions import Trail
from .state import State

if TYPE_CHECKING:
    from .game import Game, Rules

HEAD, SHEETS, END = -1, -2, -3
"""Parts of a record that are not entries."""

BEGIN = "begin"

OpenRules = Callable[[str, str, Mapping[str, str], str], "Rules"]
"""Finds the rulebook for a battle, a book, options and the sheets that a game began with; raises ValueError
with a sentence if there is none."""


class Kept(NamedTuple):
    """One entry: its text, its dice, the change of the position with its digest, and what was told."""

    text: str
    dice: list[int]
    change: Any
    digest: str
    told: list[Told]


class Record(NamedTuple):
    """A game as it is kept; the first entry is “begin”."""

    battle: str
    book: str
    revision: str
    options: Mapping[str, str]
    seed: int
    seeded: bool
    sheets: str
    entries: list[Kept]
    digest: str
    """Of the last position, in full."""


def record_of(game: Game, sheets: str) -> Record:
    """The record of a game; raises JournalError if it did not begin at the beginning."""
    if game.laid_out:
        raise JournalError("This game began in a position laid out by hand, which a saved game cannot hold.")
    rules = game.rules
    first, *later = game.history()
    past, trail = game.at(0), Trail()
    begun = past.state.seed
    kept = [_kept(rules, first, trail, past.state)]
    for entry in later:
        past.advance(entry)
        kept.append(_kept(rules, entry, trail, past.state))
    return Record(
        rules.battle.id,
        rules.book,
        first.edition,
        rules.battle.options,
        begun,
        type(game.chance) is SeededChance,
        sheets,
        kept,
        game.state.digest(),
    )


def _kept(rules: Rules, entry: Entry, trail: Trail, state: State) -> Kept:
    change, digest = trail.step(state)
    told = entry.told or told_events(entry.events, rules.narrate, rules.battle)
    return Kept(text_of(rules, entry), list(entry.dice), change, digest, list(told))


def text_of(rules: Rules, entry: Entry) -> str:
    """The line of an entry."""
    if entry.text:
        return entry.text
    if entry.order is None:
        return BEGIN
    if entry.order.verb == RESEED:
        return f"{RESEED} {entry.order.number}"
    if entry.order.verb == REVISED:
        return f"{REVISED} {entry.edition}"
    return rules.notation.write(entry.order)


def replay(record: Record, open_rules: OpenRules, where: Callable[[int], str]) -> Game:
    """The game of a record, ready to go on under the rules of today.

    What was played under them is played again, every order judged and every die checked. What was played
    under an earlier edition stands as it was kept. `where` names an entry of the record or another part.
    """
    try:
        rules = open_rules(record.battle, record.book, record.options, record.sheets)
    except ValueError as error:
        raise JournalError(f"{where(HEAD)}: {error}") from None
    player = _Player(record, rules)
    for number, kept in enumerate(record.entries):
        try:
            player.take(kept)
        except (DeltaError, DiceError, OrderError, JournalError) as error:
            raise JournalError(f"{where(number)}: {error}") from None
    game = player.finished()
    if game.state.digest() != record.digest:
        raise JournalError(f"{where(END)}: the position reached is not the one that was saved.")
    game.revise()
    return game


class _Player:
    """Plays a record again, or takes over what it holds, entry by entry."""

    def __init__(self, record: Record, rules: Rules) -> None:
        self.record = record
        self.rules = rules
        self.edition = record.revision
        self.trail = Trail()
        self.game: Game | None = None

    def take(self, kept: Kept) -> None:
        word, _, rest = kept.text.partition(" ")
        if word == REVISED:
            self.edition = rest
        data = self.trail.follow(kept.change, kept.digest)
        if self.edition != self.rules.edition or word == REVISED:
            self._take_over(kept, data)
            return
        chance = RecordedChance(kept.dice, check=self.record.seeded)
        self._play(kept.text, chance)
        chance.finish()
        if not self.record.seeded:
            self._count_draws(data)
        if self._game().state.to_json() != data:
            raise JournalError(f"the position that “{kept.text}” leads to is not the one that was kept.")

    def _play(self, text: str, chance: RecordedChance) -> None:
        from .game import Game

        if self.game is None:
            self.game = Game(self.rules, self.record.seed, chance)
            return
        game = self.game
        game.chance = chance
        word, _, rest = text.partition(" ")
        if word == RESEED:
            game.reseed(read_seed(rest))
            return
        order = game.rules.notation.read(text)
        refusal = game.judge(order)
        if refusal is not None:
            raise JournalError(f"the order “{text}” is refused: {refusal}")
        game.apply(order)

    def _count_draws(self, data: Any) -> None:
        """Dice that were laid down count as no draws, later ones do: what was kept tells which is which."""
        game = self._game()
        game.state.draws = data.get("draws")
        game.entry.snapshot = game.state.copy()

    def _take_over(self, kept: Kept, data: Any) -> None:
        """An entry that is not played again."""
        from .game import Game

        state = kept_state(self.rules, data)
        parent = self.game.entry if self.game else None
        if parent is None and state.seed != self.record.seed:
            raise JournalError("the position that was kept has another seed than the game.")
        order = _order(self.rules, kept.text) if parent else None
        entry = Entry(parent, order, kept.dice, (), state, self.edition)
        entry.text, entry.told = kept.text, kept.told
        if self.game is None:
            self.game = Game.from_entry(self.rules, entry)
        else:
            self.game.state, self.game.entry = state.copy(), entry

    def _game(self) -> Game:
        assert self.game is not None
        return self.game

    def finished(self) -> Game:
        game = self._game()
        game.chance = SeededChance() if self.record.seeded else FreeChance()
        return game


def kept_state(rules: Rules, data: Any) -> State:
    """A position as it was kept, for the rules of today; raises JournalError if it does not fit them."""
    try:
        state = rules.state_from_json(data)
        rules.decision(state)
    except (AttributeError, AssertionError, LookupError, TypeError, ValueError) as error:
        raise JournalError(f"the position that was kept does not fit this battle: {error}.") from None
    state.cache.clear()
    return state


def _order(rules: Rules, text: str) -> Order:
    """The order of a line, as far as it is one today."""
    try:
        return rules.notation.read(text)
    except OrderError:
        return Order(text.partition(" ")[0])


def read_seed(text: str) -> int:
    """A seed as saved games write it."""
    if not text.isdecimal() or int(text).bit_length() > 256:
        raise JournalError(f"the seed must be a whole number of at most 256 bits, found {text!r}.")
    return int(text)
