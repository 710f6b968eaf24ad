"""Games that were begun before positions were kept: brought up to date when somebody opens them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from hexfolio.battles.first_revision import EarlyGame, told
from hexfolio.core.entries import JournalError
from hexfolio.core.positions import Trail, facts_of

from . import problems
from .journals import begin_row, row_of
from .notes import ORDER, RESEED, UNDO, Note
from .storage import GameRecord, NewRow, Place, RowRecord, StalePositionError, Storage
from .storage.records import hash_sheets


def renewed(storage: Storage, record: GameRecord) -> GameRecord:
    """The record of a game that has its sheets and positions."""
    while record.sheets is None:
        try:
            record = _renew(storage, record)
        except StalePositionError:
            continue
    return record


def _renew(storage: Storage, record: GameRecord) -> GameRecord:
    rows = storage.rows(record.id)
    try:
        early = EarlyGame(record.battle, record.book, _options(record), int(record.seed))
        begun, places = _places(early, rows)
    except JournalError as error:
        raise problems.problem(
            409,
            "other revision",
            f"This game was begun under revision {record.revision} of rules and data, "
            f"and cannot be played again as it was: {error}",
        ) from None
    storage.add_positions(record.id, len(rows), begun, places, early.sheets)
    return replace(record, sheets=hash_sheets(early.sheets))


def _options(record: GameRecord) -> dict[str, str]:
    return {name: str(value) for name, value in record.options.items()}


def _places(early: EarlyGame, rows: Sequence[RowRecord]) -> tuple[NewRow, list[Place]]:
    """How the game began, and the position after every row that led to another one."""
    trail, places = Trail(), []
    first = early.game.entry
    begun = row_of(trail, early.state, begin_row(early.state, first.dice, told(early.game, first.events)))
    for row in rows:
        note = Note.of(row)
        if row.kind == UNDO:
            early.undo(note.orders)
            trail = Trail(facts_of(early.state))
        elif row.kind in (ORDER, RESEED):
            early.repeat(note.order if row.kind == ORDER else f"{RESEED} {note.order}", row.dice)
            change, digest = trail.step(early.state)
            places.append(Place(row.number, json.dumps(change, separators=(",", ":")), digest))
    return begun, places
