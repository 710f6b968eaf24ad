"""Whole games as rows of the storage, and rows as the record of a saved game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from hexfolio.core.entries import RESEED, REVISED, Entry
from hexfolio.core.events import told
from hexfolio.core.game import Game
from hexfolio.core.positions import Trail
from hexfolio.core.records import BEGIN, Kept, Record, text_of
from hexfolio.core.state import State

from . import notes
from .notes import Note
from .storage import GameRecord, NewRow, RowRecord


def row_of(trail: Trail, state: State, row: NewRow) -> NewRow:
    """A row with the position it leads to; the trail goes on to it."""
    change, digest = trail.step(state)
    return row._replace(change=json.dumps(change, separators=(",", ":")), digest=digest)


def rows_of(game: Game) -> tuple[NewRow, list[NewRow]]:
    """A whole game as rows, for one that was saved: how it began, and what came then."""
    first, *later = game.history()
    past, trail = game.at(0), Trail()
    begun = row_of(trail, past.state, begin_row(past.state, first.dice, game.told(first)))
    rows = []
    for entry in later:
        turn, decision = past.state.turn, past.decision
        past.advance(entry)
        row = _row(past, entry, turn, None if decision is None else game.battle.sides[decision.side].id)
        rows.append(row_of(trail, past.state, row))
    return begun, rows


def begin_row(state: State, dice: Sequence[int], events: Sequence[Any]) -> NewRow:
    """The row before all others."""
    return NewRow(notes.BEGIN, None, Note(0, state.turn, state.phase).text(), list(dice), events)


def _row(past: Game, entry: Entry, turn: int, side: str | None) -> NewRow:
    """An entry as a row, `past` being the game after it."""
    assert entry.order is not None
    verb, state = entry.order.verb, past.state
    if verb == RESEED:
        return reseed_row(past, entry.number, entry.order.number)
    if verb == REVISED:
        note = Note(entry.number, state.turn, state.phase, entry.edition)
        return NewRow(notes.REVISED, None, note.text(), (), past.told(entry))
    # Of what was played under earlier rules nobody can say any more whether it revealed something.
    reveals = bool(entry.text) or any(past.rules.reveals(event) for event in entry.events)
    note = note_of(past, entry.number, turn, text_of(past.rules, entry), reveals)
    return NewRow(notes.ORDER, side, note.text(), list(entry.dice), past.told(entry))


def reseed_row(game: Game, orders: int, seed: int) -> NewRow:
    """The row from which on the dice come from another seed."""
    note = Note(orders, game.state.turn, game.state.phase, str(seed))
    return NewRow(notes.RESEED, None, note.text(), (), [told("reseed", "New dice from here on")])


def note_of(game: Game, orders: int, turn: int, order: str, reveals: bool, reason: str = "") -> Note:
    """What is kept of an order that has just been carried out, `turn` being the turn before it."""
    begins = game.state.turn != turn or game.outcome is not None
    return Note(
        orders,
        game.state.turn,
        game.state.phase,
        order,
        reason,
        reveals,
        game.view(None)["points"] if begins else {},
        strength(game) if begins else {},
    )


def strength(game: Game) -> dict[str, int]:
    """Attack and defence of each side's counters on the map, as far as everybody can see them."""
    battle = game.battle
    total = {side.id: 0 for side in battle.sides}
    seen: dict[str, list[Any]] = game.view(None)["counters"]
    for counter in battle.counters:
        where, step, *_ = seen.get(counter.id, ["off-map", 0])
        if where.isdecimal():
            total[battle.sides[counter.side].id] += sum(counter.steps[step][:2])
    return total


def record_of_rows(
    record: GameRecord, sheets: str, begun: RowRecord, line: Sequence[RowRecord], digest: str
) -> Record:
    """The record of a game from the rows that stand, just as they were written."""
    kept = [_kept(begun, BEGIN), *(_kept(row, _text(row)) for row in line)]
    options = {name: str(value) for name, value in record.options.items()}
    head = (record.battle, record.book, record.revision, options, int(record.seed), not is_scripted(record))
    return Record(*head, sheets, kept, digest)


def new_row(row: RowRecord) -> NewRow:
    """A row to be written once more, for another game."""
    return NewRow(row.kind, row.side, row.text, row.dice, row.events, row.at, row.change, row.digest)


def is_scripted(record: GameRecord) -> bool:
    """Were some of its dice laid down before it came here, so that they are not those of its seed?"""
    return bool((record.imported or {}).get("scripted"))


def _text(row: RowRecord) -> str:
    order = Note.of(row).order
    return order if row.kind == notes.ORDER else f"{row.kind} {order}"


def _kept(row: RowRecord, text: str) -> Kept:
    return Kept(text, list(row.dice), json.loads(row.change or "null"), row.digest or "", list(row.events))
