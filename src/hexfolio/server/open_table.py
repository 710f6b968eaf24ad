"""One game as the server holds it: its journal in the storage, and the position that follows from it."""

from __future__ import annotations

import json
from threading import RLock

from hexfolio.core.deltas import DeltaError
from hexfolio.core.entries import JournalError, revised_text
from hexfolio.core.events import told, told_events
from hexfolio.core.game import Game, Rules
from hexfolio.core.orders import Order, OrderError
from hexfolio.core.positions import Facts, Trail, facts_of, spread, state_json
from hexfolio.core.records import Record, kept_state

from . import problems, schemas
from .battle_sheets import present_sheets, rules_of
from .journals import new_row, note_of, record_of_rows, reseed_row, row_of
from .notes import ASK, DECLINE, ORDER, RESEED, RESIGN, REVISED, STANDING, UNDO, Note
from .renewing import renewed
from .storage import GameRecord, NewRow, RowRecord, SeatRecord, SnapshotRecord, StalePositionError, Storage
from .storage.records import now
from .thinking import NOTHING, Last

SNAPSHOT_EVERY = 100
"""A full position is stored every so many orders."""

HUMAN = "human"


class OpenTable:
    """A game that somebody looks at. All use of it is under its lock."""

    def __init__(self, storage: Storage, record: GameRecord) -> None:
        self.storage = storage
        self.record = renewed(storage, record)
        self.lock = RLock()
        kept = storage.sheets(self.record.sheets or "")
        self.sheets = "" if kept == present_sheets(record.battle) else kept
        """The sheets the game is played by; empty for those of today."""
        self.kept_sheets = kept
        self.rules: Rules = _rules(self.record, self.sheets)
        self.seats: list[SeatRecord] = []
        self.seats_changed = True
        """Somebody has changed seats since they were read, if they were."""
        self.rows: list[RowRecord] = []
        self.notes: list[Note] = []
        self.line: list[int] = []
        """Numbers of the rows whose orders stand."""
        self.asked_by: str | None = None
        self.resigned: str | None = None
        self._open()

    @property
    def number(self) -> int:
        """The position: the number of the last row."""
        return len(self.rows)

    @property
    def finished(self) -> bool:
        return self.resigned is not None or self.game.outcome is not None

    @property
    def asked(self) -> str | None:
        """The side that owes a decision."""
        decision = None if self.finished else self.game.decision
        return None if decision is None else self.game.battle.sides[decision.side].id

    def seat(self, side: str) -> SeatRecord:
        return next((seat for seat in self.seats if seat.side == side), SeatRecord(side, HUMAN))

    def player(self, side: str) -> str:
        return self.seat(side).player

    def side_index(self, side: str) -> int:
        return self.game.battle.side_index(side)

    def side_name(self, side: str) -> str:
        return self.game.battle.sides[self.side_index(side)].name

    # Following the journal

    def _open(self) -> None:
        self.begun, *self.rows = self.storage.rows(self.record.id, after=-1)
        self.notes = [Note.of(row) for row in self.rows]
        for row, note in zip(self.rows, self.notes, strict=True):
            self._mark(row, note)
        self.trail = Trail(self._facts(len(self.line)))
        self.game = self._game(self.trail.facts or {})
        self._revise()

    def catch_up(self) -> None:
        """Follow what other processes have added since."""
        if self.seats_changed:
            self.seats_changed = False
            self.seats = self.storage.seats(self.record.id)
        found = self.storage.rows(self.record.id, after=self.number)
        for row in found:
            note = Note.of(row)
            self.rows.append(row)
            self.notes.append(note)
            self._mark(row, note)
        if any(row.change is not None or row.kind == UNDO for row in found):
            self.trail = Trail(self._facts(len(self.line)))
            self.game = self._game(self.trail.facts or {})

    def _mark(self, row: RowRecord, note: Note) -> None:
        """Keep track of which orders stand, and of what is asked."""
        self.asked_by = row.side if row.kind == ASK else None
        if row.kind in STANDING:
            self.line.append(row.number)
        elif row.kind == UNDO:
            del self.line[note.orders :]
        elif row.kind == RESIGN:
            self.resigned = row.side
        if row.kind == UNDO:
            self.resigned = None

    def at(self, orders: int) -> Game:
        """The game as it stood after so many of the orders that stand now."""
        if not 0 <= orders <= len(self.line):
            raise problems.malformed(
                f"There is no position {orders}: this game has positions 0 to {len(self.line)}."
            )
        return self._game(self._facts(orders))

    def _facts(self, orders: int) -> Facts:
        """The position after so many of the orders that stand, as it was kept."""
        upto = self.line[orders - 1] if orders else 0
        snapshot = self.storage.last_snapshot(self.record.id, upto) if orders else None
        if snapshot is not None and self._stands(snapshot):
            trail, begun = Trail(spread(snapshot.state)), snapshot.orders
        else:
            trail, begun = Trail(), 0
            _follow(trail, self.begun)
        for number in self.line[begun:orders]:
            _follow(trail, self.rows[number - 1])
        return trail.facts or {}

    def _stands(self, snapshot: SnapshotRecord) -> bool:
        return self.line[snapshot.orders - 1 : snapshot.orders] == [snapshot.number]

    def _game(self, facts: Facts) -> Game:
        try:
            return Game.from_state(self.rules, kept_state(self.rules, state_json(facts)))
        except JournalError as error:
            raise problems.problem(409, "other revision", f"This game cannot be opened: {error}") from None

    def kept(self) -> Record:
        """The record of the game, for saving."""
        line = [self.rows[number - 1] for number in self.line]
        return record_of_rows(self.record, self.kept_sheets, self.begun, line, self.game.state.digest())

    def branched(self, orders: int, seed: int) -> list[NewRow]:
        """The rows of a game that goes on from an earlier position with dice of its own."""
        game, line = self.at(orders), self.line[:orders]
        rows = [new_row(self.rows[number - 1]) for number in line]
        trail = Trail(facts_of(game.state))
        if self.edition(orders) != self.rules.edition:
            rows.append(self._revised_row(game, len(rows) + 1, trail))
        game.state.seed, game.state.draws = seed, 0
        return [*rows, row_of(trail, game.state, reseed_row(game, len(rows) + 1, seed))]

    def edition(self, orders: int) -> str:
        """The revision of rules and data by which the position after so many orders was reached."""
        for number in reversed(self.line[:orders]):
            if self.rows[number - 1].kind == REVISED:
                return self.notes[number - 1].order
        return self.record.revision

    def _revised(self) -> int:
        """How many orders stand up to the last revision of the rules; they cannot be taken back."""
        kinds = [self.rows[number - 1].kind for number in self.line]
        return len(kinds) - kinds[::-1].index(REVISED) if REVISED in kinds else 0

    def _revise(self) -> None:
        """Go on by the rules of today where the last order was given under others; a row says so."""
        if self.finished or self.edition(len(self.line)) == self.rules.edition:
            return
        self._write(self._revised_row(self.game, len(self.line) + 1, self.trail), self.game)

    def _revised_row(self, game: Game, orders: int, trail: Trail) -> NewRow:
        """The row from which on the game is played by the rules of today."""
        edition, state = self.rules.edition, game.state
        note = Note(orders, state.turn, state.phase, edition)
        text = [told(REVISED, revised_text(edition))]
        return row_of(trail, state, NewRow(REVISED, None, note.text(), (), text))

    def later_seeds(self) -> list[str]:
        """Seeds that took the place of the first one."""
        return [self.notes[n - 1].order for n in self.line if self.rows[n - 1].kind == RESEED]

    def last_order(self, side: str) -> Last:
        """The last order of a side that stands."""
        for number in reversed(self.line):
            if self.rows[number - 1].side == side:
                return Last(number, self.notes[number - 1].order)
        return NOTHING

    # Adding to it

    def read(self, order: schemas.OrderBody | str) -> Order:
        """The order somebody sent; raises a problem if it is none."""
        notation = self.rules.notation
        try:
            if isinstance(order, str):
                return notation.read(order)
            return notation.from_json(order.model_dump(exclude_none=True))
        except OrderError as error:
            raise problems.malformed(str(error)) from None

    def give(self, side: str, order: Order, position: int, reason: str = "") -> None:
        """Carry out an order and write it down; nothing is changed if that fails."""
        if position != self.number:
            raise StalePositionError(self.number)
        if self.resigned is not None:
            raise problems.finished()
        refusal = self.game.judge(order, self.side_index(side))
        if refusal is not None:
            raise problems.refused(refusal, self.game.battle)
        trial, turn = self.game.copy(), self.game.state.turn
        events = trial.apply(order, self.side_index(side))
        text = self.rules.notation.write(order)
        reveals = any(self.rules.reveals(event) for event in events)
        note = note_of(trial, len(self.line) + 1, turn, text, reveals, reason)
        trail = Trail(self.trail.facts)
        lines = told_events(events, self.rules.narrate, trial.battle)
        row = NewRow(ORDER, side, note.text(), list(trial.entry.dice), lines)
        self._write(row_of(trail, trial.state, row), trial)
        self.game, self.trail = trial, trail
        orders = len(self.line)
        if orders % SNAPSHOT_EVERY == 0:
            self.storage.save_snapshot(self.record.id, self.number, trial.state.to_json(), orders)

    def _write(self, row: NewRow, after: Game) -> None:
        finished = row.kind == RESIGN or after.outcome is not None
        self.storage.append(self.record.id, self.number, [row], finished=finished)
        record = RowRecord(
            self.number + 1,
            row.kind,
            row.side,
            row.text,
            tuple(row.dice),
            tuple(row.events),
            now(),
            row.change,
            row.digest,
        )
        note = Note.of(record)
        self.rows.append(record)
        self.notes.append(note)
        self._mark(record, note)

    def _remark(self, kind: str, side: str, text: str, orders: int, after: Game) -> None:
        """A row that is no order."""
        note = Note(orders, after.state.turn, after.state.phase)
        self._write(NewRow(kind, side, note.text(), (), [told(kind, text)]), after)

    # Taking back

    def take_back(self, plays: list[str]) -> schemas.TakeBack:
        """May whoever plays these sides take back the last order, and if not, why?"""
        target, free, reason = self._take_back(plays)
        return schemas.TakeBack(allowed=target is not None and free, reason=reason, asked_by=self.asked_by)

    def _take_back(self, plays: list[str]) -> tuple[int | None, bool, str]:
        """How many orders would be left, whether it needs nobody's consent, and what to say."""
        revised = self._revised()
        own = [
            place
            for place, number in enumerate(self.line)
            if place >= revised and self._can_take_back(number, plays)
        ]
        if not own:
            since = " since the rules were mended" if revised else ""
            return None, False, f"You have given no order{since} that could be taken back."
        target = own[-1]
        others = {seat.side for seat in self.seats if seat.player == HUMAN} - set(plays)
        if not others:
            return target, True, "The dice will fall as they did before."
        if self.finished:
            return None, False, "The game is over, and its dice are known to all."
        later = [self.notes[number - 1] for number in self.line[target:]]
        if len(own) and any(self.rows[number - 1].side not in plays for number in self.line[target:]):
            return target, False, "The other side has given an order since: it must agree."
        if any(note.reveals for note in later) or any(
            self.rows[number - 1].dice for number in self.line[target:]
        ):
            return target, False, "Dice were rolled or something was revealed: the other side must agree."
        return target, True, ""

    def _can_take_back(self, number: int, plays: list[str]) -> bool:
        row = self.rows[number - 1]
        return row.kind == ORDER and row.side in plays and self.player(row.side or "") == HUMAN

    def undo(self, plays: list[str], position: int) -> bool:
        """Take the last own order back, or ask the other side for leave; False if it was only asked."""
        if position != self.number:
            raise StalePositionError(self.number)
        target, free, reason = self._take_back(plays)
        if target is None:
            raise problems.problem(422, "nothing to take back", reason)
        side = self.rows[self.line[target] - 1].side or plays[0]
        if free:
            self._rewind(target, side)
            return True
        text = f"{self.side_name(side)} asks to take back its last order"
        self._remark(ASK, side, text, len(self.line), self.game)
        return False

    def consent(self, plays: list[str], position: int, agreed: bool) -> None:
        """The other side agrees to what was asked, or does not."""
        if position != self.number:
            raise StalePositionError(self.number)
        asking = self.asked_by
        if asking is None:
            raise problems.problem(422, "nothing asked", "Nobody asks to take an order back.")
        if asking in plays:
            raise problems.not_yours("The other side must agree, not the one that asks.")
        if agreed:
            target, _, reason = self._take_back([asking])
            if target is None:
                raise problems.problem(422, "nothing to take back", reason)
            self._rewind(target, asking)
            return
        text = f"{self.side_name(plays[0])} does not agree to take the order back"
        self._remark(DECLINE, plays[0], text, len(self.line), self.game)

    def _rewind(self, orders: int, side: str) -> None:
        earlier = self.at(orders)
        self.storage.delete_snapshots_after(self.record.id, self.line[orders - 1] if orders else 0)
        self._remark(UNDO, side, f"{self.side_name(side)} takes back its last order", orders, earlier)
        self.game, self.trail = earlier, Trail(facts_of(earlier.state))

    def resign(self, side: str, position: int) -> None:
        if position != self.number:
            raise StalePositionError(self.number)
        if self.finished:
            raise problems.finished()
        self._remark(RESIGN, side, f"{self.side_name(side)} resigns", len(self.line), self.game)


def _rules(record: GameRecord, sheets: str) -> Rules:
    """The rulebook a game is played by."""
    options = tuple(sorted((name, str(value)) for name, value in record.options.items()))
    try:
        return rules_of(record.battle, record.book, options, sheets)
    except ValueError as error:
        raise problems.problem(409, "other revision", f"This game cannot be opened: {error}") from None


def _follow(trail: Trail, row: RowRecord) -> None:
    """Go on to the position after a row."""
    try:
        trail.follow(json.loads(row.change or "null"), row.digest or "")
    except (DeltaError, ValueError) as error:
        text = f"Row {row.number} of this game is damaged: {error}"
        raise problems.problem(409, "damaged game", text) from None
