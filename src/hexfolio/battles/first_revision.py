"""Games written when saved games held orders and no positions, played again by the rules of that time.

`first_revision.zip` holds core, rulebooks and battles as they were then, as a package `hexfolio_1` of its
own (`tests/fixtures/revision-1/freeze.py` made it). It serves to read old games and nothing else, so that no
mended rule and no changed sheet can ever keep anybody from what was played.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.resources import as_file, files
from typing import Any

from hexfolio.core.battle import sheets_text
from hexfolio.core.entries import RESEED, JournalError
from hexfolio.core.events import Told
from hexfolio.core.positions import Trail
from hexfolio.core.records import BEGIN, Kept, Record

FORMAT = 1


@cache
def _module(name: str) -> Any:
    """A module of that time."""
    # The path must stay valid, as modules are read from the archive one by one.
    with as_file(files(__package__) / "first_revision.zip") as path:
        if str(path) not in sys.path:
            sys.path.append(str(path))
        return import_module(f"hexfolio_1.{name}")


class EarlyGame:
    """A game that is played again by the rules of that time, order by order."""

    def __init__(self, battle: str, book: str, options: Mapping[str, str], seed: int) -> None:
        try:
            self.rules = _module("battles.registry").open_rules(battle, book, options)
        except ValueError as error:
            raise JournalError(str(error)) from None
        self.game = _module("core.game").Game(self.rules, seed)

    @property
    def edition(self) -> str:
        edition: str = self.rules.edition
        return edition

    @property
    def sheets(self) -> str:
        """The sheets of the battle as they were."""
        return sheets_of(self.rules.battle.id)

    @property
    def state(self) -> Any:
        """The position; it has `to_json` and `digest`."""
        return self.game.state

    def repeat(self, line: str, dice: Sequence[int]) -> None:
        """Give an order, or new dice, again; raises JournalError if it is refused or other dice fall."""
        word, _, rest = line.partition(" ")
        if word == RESEED:
            self.game.reseed(int(rest))
            return
        try:
            self.game.apply(line)
        except ValueError as error:
            raise JournalError(f"the order “{line}” cannot be carried out again: {error}") from None
        if list(self.game.entry.dice) != list(dice):
            raise JournalError(f"the dice of “{line}” are not those of the game's seed.")

    def undo(self, orders: int) -> None:
        """Go back to where so many orders stand."""
        self.game = self.game.at(orders)


def sheets_of(battle: str) -> str:
    """The sheets of a battle as they were, as text that goes with a game."""
    loading = _module("battles.loading")
    folder = files("hexfolio_1.battles") / battle
    sheet = loading.load_battle_sheet(folder)
    key = _module("battles.map_sheets").default_key_sheet()
    return sheets_text((sheet, loading.load_map_sheet(folder, sheet), key))


def record_of_text(text: str, name: str) -> Record:
    """The record of a `.hexfolio` file of format 1."""
    journal = _module("core.journal")
    try:
        reader = journal._Reader(text, name)
        return _record(reader.record(), reader.where)
    except journal.JournalError as error:
        raise JournalError(str(error)) from None


def record_of_json(data: Any) -> Record:
    """The record of the JSON of format 1."""
    journal, registry = _module("core.journal"), _module("battles.registry")
    # What was saved under revisions before this one is tried as well: dice and digest tell whether it fits.
    try:
        rules = registry.open_rules(data["battle"], data["book"], data["options"])
        game = journal.from_json({**data, "revision": rules.edition}, registry.open_rules)
    except journal.JournalError as error:
        raise JournalError(str(error)) from None
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise JournalError(f"This game lacks or garbles a part: {error}.") from None
    return _record_of(game, str(data["revision"]))


def _record(early: Any, where: Any) -> Record:
    journal, registry = _module("core.journal"), _module("battles.registry")
    try:
        rules = registry.open_rules(early.battle, early.book, early.options)
    except ValueError as error:
        raise JournalError(f"{where(journal.HEAD_LINES)}: {error}") from None
    try:
        game = journal.replay(early._replace(revision=rules.edition), registry.open_rules, where)
    except journal.JournalError as error:
        if early.revision == rules.edition:
            raise
        raise JournalError(
            f"{where(journal.REVISION_LINE)}: it was saved under revision {early.revision} of rules and "
            f"data, and by revision {rules.edition} it comes out otherwise: {error}"
        ) from None
    return _record_of(game, early.revision)


def _record_of(game: Any, revision: str) -> Record:
    """The record of a game of that time, with its positions."""
    early = _module("core.journal").record_of(game)
    trail, past = Trail(), game.at(0)
    kept = []
    for entry, (text, dice) in zip(game.history(), early.entries, strict=True):
        if text.startswith(RESEED):
            past.state.seed, past.state.draws = entry.order.number, 0
        elif text != BEGIN:
            past._repeat(entry)
        change, digest = trail.step(past.state)
        kept.append(Kept(text, dice, change, digest, told(game, entry.events)))
    head = (early.battle, early.book, revision, early.options, early.seed, early.seeded)
    return Record(*head, sheets_of(early.battle), kept, early.digest)


def told(game: Any, events: Sequence[Any]) -> list[Told]:
    """What was told of events at that time."""
    module, battle = _module("core.events"), game.battle
    lines = [
        {
            "event": module.event_kind(event),
            "text": game.rules.narrate(event),
            "facts": module.event_json(event, battle),
        }
        for event in events
    ]
    plain: list[Told] = json.loads(json.dumps(lines))
    return plain
