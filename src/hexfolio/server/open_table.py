"""One game as the server holds it: its journal in the storage, and the position that follows from it."""

from __future__ import annotations

from threading import RLock
from typing import Any

from hexfolio.core import journal
from hexfolio.core.events import Event
from hexfolio.core.game import Game, Rules
from hexfolio.core.orders import Order, OrderError

from . import problems, schemas
from .battle_sheets import rules_of
from .notes import ASK, DECLINE, ORDER, RESEED, RESIGN, UNDO, Note, told, told_events
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
        self.record = record
        self.lock = RLock()
        self.rules: Rules = rules_of(record.battle, record.book, tuple(sorted(record.options.items())))
        if self.rules.edition != record.revision:
            raise problems.problem(
                409,
                "other revision",
                f"This game was begun under revision {record.revision} of rules and data; "
                f"this program plays revision {self.rules.edition}.",
            )
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
        self.rows = self.storage.rows(self.record.id)
        self.notes = [Note.of(row) for row in self.rows]
        for row, note in zip(self.rows, self.notes, strict=True):
            self._mark(row, note)
        self.game = self.at(len(self.line))

    def catch_up(self) -> None:
        """Follow what other processes have added since."""
        if self.seats_changed:
            self.seats_changed = False
            self.seats = self.storage.seats(self.record.id)
        for row in self.storage.rows(self.record.id, after=self.number):
            note = Note.of(row)
            self.rows.append(row)
            self.notes.append(note)
            self._mark(row, note)
            if row.kind == UNDO:
                self.game = self.at(len(self.line))
            elif row.kind in (ORDER, RESEED):
                _repeat(self.game, row, note)

    def _mark(self, row: RowRecord, note: Note) -> None:
        """Keep track of which orders stand, and of what is asked."""
        self.asked_by = row.side if row.kind == ASK else None
        if row.kind in (ORDER, RESEED):
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
        upto = self.line[orders - 1] if orders else 0
        snapshot = self.storage.last_snapshot(self.record.id, upto) if orders else None
        if snapshot is not None and self._stands(snapshot):
            game = Game.from_state(self.rules, self.rules.state_from_json(snapshot.state))
            begun = snapshot.orders
        else:
            game, begun = Game(self.rules, int(self.record.seed)), 0
        for number in self.line[begun:orders]:
            _repeat(game, self.rows[number - 1], self.notes[number - 1])
        return game

    def _stands(self, snapshot: SnapshotRecord) -> bool:
        return self.line[snapshot.orders - 1 : snapshot.orders] == [snapshot.number]

    def whole(self) -> Game:
        """The game with its whole journal, for saving."""
        game = Game(self.rules, int(self.record.seed))
        for number in self.line:
            _repeat(game, self.rows[number - 1], self.notes[number - 1])
        return game

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
        self._append(ORDER, side, trial, turn, list(trial.entry.dice), events, reason, order)
        self.game = trial
        orders = len(self.line)
        if orders % SNAPSHOT_EVERY == 0:
            self.storage.save_snapshot(self.record.id, self.number, trial.state.to_json(), orders)

    def _append(
        self,
        kind: str,
        side: str,
        after: Game,
        turn: int,
        dice: list[int],
        events: list[Event],
        reason: str,
        order: Order,
    ) -> None:
        note = note_of(after, len(self.line) + 1, turn, events, self.rules.notation.write(order), reason)
        self._write(NewRow(kind, side, note.text(), dice, told_events(after, events)), after)

    def _write(self, row: NewRow, after: Game) -> None:
        finished = row.kind == RESIGN or after.outcome is not None
        self.storage.append(self.record.id, self.number, [row], finished=finished)
        record = RowRecord(
            self.number + 1, row.kind, row.side, row.text, tuple(row.dice), tuple(row.events), now()
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
        own = [place for place, number in enumerate(self.line) if self._can_take_back(number, plays)]
        if not own:
            return None, False, "You have given no order that could be taken back."
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
        self.game = earlier

    def resign(self, side: str, position: int) -> None:
        if position != self.number:
            raise StalePositionError(self.number)
        if self.finished:
            raise problems.finished()
        self._remark(RESIGN, side, f"{self.side_name(side)} resigns", len(self.line), self.game)


def note_of(game: Game, orders: int, turn: int, events: list[Event], order: str, reason: str = "") -> Note:
    """What is kept of an order that has just been carried out, `turn` being the turn before it."""
    begins = game.state.turn != turn or game.outcome is not None
    return Note(
        orders,
        game.state.turn,
        game.state.phase,
        order,
        reason,
        any(game.rules.reveals(event) for event in events),
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


def rows_of(game: Game) -> list[NewRow]:
    """A whole game as rows, for one that was saved or branched off."""
    battle, rows = game.battle, []
    past = Game(game.rules, first_seed(game))
    for entry in game.history()[1:]:
        assert entry.order is not None
        turn, decision = past.state.turn, past.decision
        if entry.order.verb == journal.RESEED:
            past.reseed(entry.order.number)
            note = Note(past.position, turn, past.state.phase, str(entry.order.number))
            rows.append(NewRow(RESEED, None, note.text(), (), [told("reseed", "New dice from here on")]))
            continue
        events = past.apply(entry.order)
        side = None if decision is None else battle.sides[decision.side].id
        note = note_of(past, past.position, turn, events, game.rules.notation.write(entry.order))
        rows.append(NewRow(ORDER, side, note.text(), list(entry.dice), told_events(past, events)))
    return rows


def first_seed(game: Game) -> int:
    snapshot = game.history()[0].snapshot
    assert snapshot is not None
    return snapshot.seed


def _repeat(game: Game, row: RowRecord, note: Note) -> None:
    if row.kind == RESEED:
        game.reseed(int(note.order))
    else:
        game.apply(note.order)
