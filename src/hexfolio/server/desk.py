"""The desk: opens games, knows who holds which key, and lets the computer players answer."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from threading import Lock

from hexfolio import opponents
from hexfolio.battles import saves
from hexfolio.core.battle import kept_sheets
from hexfolio.core.dice import SeededChance
from hexfolio.core.game import Game
from hexfolio.opponents.seat import Seat

from . import problems, schemas
from .answering import Answering
from .battle_sheets import rules_of
from .journals import is_scripted, new_row, rows_of
from .notes import row_json
from .open_table import HUMAN, OpenTable
from .presence import Presence
from .seating import Visitor, check_player, keys_of, seat_of
from .storage import (
    GameRecord,
    NewRow,
    Notice,
    Storage,
    TokenRecord,
    hash_token,
    new_game_id,
)
from .storage.records import now

MOST_OPEN = 400
"""Games that are kept open; the one that was used longest ago is put away first."""

MOST_VISITORS = 10_000


class Desk:
    """All games of a storage."""

    def __init__(self, storage: Storage, workers: int = 1) -> None:
        self.storage = storage
        self.presence = Presence()
        self.answering = Answering(self.table, workers)
        self._tables: OrderedDict[str, OpenTable] = OrderedDict()
        self._visitors: dict[str, Visitor] = {}
        """By the hash of their key; what a key opens never changes."""
        self._lock = Lock()

    def close(self) -> None:
        self.answering.close()
        self.storage.close()

    def heard(self, notice: Notice) -> None:
        """News from the storage, in whatever thread: people may have changed seats elsewhere."""
        if notice.topic == "rows":
            return
        with self._lock:
            tables = list(self._tables.values()) if not notice.game_id else [self._tables.get(notice.game_id)]
        for table in tables:
            if table is not None:
                table.seats_changed = True

    # Opening

    def visitor(self, game_id: str, token: str) -> Visitor:
        """Who holds this key; a problem if it opens no seat in this game."""
        known = self._visitors.get(hashed := hash_token(token))
        if known is None and token and (record := self.storage.token(hashed)) is not None:
            known = self._visitors[hashed] = Visitor(record.game_id, list(record.seats))
            if len(self._visitors) > MOST_VISITORS:
                self._visitors.clear()
        if known is None or known.game_id != game_id:
            raise problems.unknown_game() if self.storage.game(game_id) is None else problems.wrong_key()
        return known

    @contextmanager
    def table(self, game_id: str) -> Iterator[OpenTable]:
        """The game, as of its last row, for one thread alone."""
        with self._lock:
            table = self._tables.get(game_id)
            if table is not None:
                self._tables.move_to_end(game_id)
        if table is None:
            record = self.storage.game(game_id)
            if record is None:
                raise problems.unknown_game()
            table = OpenTable(self.storage, record)
            with self._lock:
                table = self._tables.setdefault(game_id, table)
                if len(self._tables) > MOST_OPEN:
                    self._tables.popitem(last=False)
        with table.lock:
            table.catch_up()
            yield table

    # Beginning games

    def create(self, body: schemas.NewGame) -> schemas.Created:
        try:
            rules = rules_of(body.battle, body.book, tuple(sorted(body.options.items())))
        except ValueError as error:
            raise problems.malformed(str(error)) from None
        game = Game(rules)
        if body.quick_start:
            set_up(game)
        return self.keep_game(game, body.mode, body.seats)

    def load(self, body: schemas.ImportBody) -> schemas.Created:
        try:
            game = saves.load(body.text, "The file")
        except ValueError as error:
            raise problems.malformed(str(error)) from None
        if body.mode == "link" and game.outcome is None:
            game.reseed(secrets.randbits(128))  # whoever has the file knows its dice
        return self.keep_game(game, body.mode, {}, imported=True)

    def branch(self, visitor: Visitor, body: schemas.BranchBody) -> schemas.Created:
        """Play on from an earlier position, with dice of its own."""
        with self.table(visitor.game_id) as table:
            self.check_open(visitor, table, "branched off")
            rows = table.branched(body.at, secrets.randbits(128))
            scripted = {"scripted": True} if is_scripted(table.record) else None
            source = replace(
                table.record, branched_from=visitor.game_id, branched_at=body.at, imported=scripted
            )
            begun, sheets = new_row(table.begun), table.kept_sheets
        return self.keep(source, begun, rows, sheets, body.mode, body.seats)

    def check_open(self, visitor: Visitor, table: OpenTable, what: str) -> None:
        """Is nothing hidden from whoever holds this key? Computers are not wronged, but people who have
        only lent their seat to one may come back."""
        people = {side for key in self.storage.tokens(visitor.game_id) for side in key.seats}
        if not table.finished and not people <= set(visitor.plays):
            raise problems.not_yours(
                f"The game can be {what} when it is over: it holds what you may not know."
            )

    def keep_game(
        self, game: Game, mode: schemas.Mode, seats: Mapping[str, schemas.SeatBody], imported: bool = False
    ) -> schemas.Created:
        """Store a game that was begun here, or brought along, with its seats and keys."""
        battle, first = game.battle, game.history()[0]
        assert first.snapshot is not None
        record = GameRecord(
            id="",
            battle=battle.id,
            book=game.rules.book,
            options=dict(battle.options),
            seed=str(first.snapshot.seed),
            revision=first.edition,
            title=battle.title,
            mode=mode,
            imported={"orders": game.position, "scripted": type(game.chance) is not SeededChance}
            if imported
            else None,
        )
        begun, rows = rows_of(game)
        return self.keep(record, begun, rows, kept_sheets(battle), mode, seats)

    def keep(
        self,
        source: GameRecord,
        begun: NewRow,
        rows: Sequence[NewRow],
        sheets: str,
        mode: schemas.Mode,
        seats: Mapping[str, schemas.SeatBody],
    ) -> schemas.Created:
        """Store a game like another one as a game of its own, with its seats and keys."""
        sides = [
            side.id
            for side in rules_of(
                source.battle, source.book, tuple(source.options.items()), sheets
            ).battle.sides
        ]
        chosen = [seat_of(side, mode, seats) for side in sides]
        if unknown := set(seats) - set(sides):
            raise problems.malformed(
                f"There is no side {min(unknown)}: this battle has {' and '.join(sides)}."
            )
        record = replace(source, id=new_game_id(), mode=mode, created=now(), position=0, finished=False)
        keys = keys_of(mode, chosen)
        tokens = [TokenRecord(record.id, hash_token(key.token), tuple(key.seats)) for key in keys]
        self.storage.create(record, chosen, tokens, rows, begun, sheets)
        self.wake(record.id)
        return schemas.Created(game=record.id, keys=keys)

    # What visitors see

    def view(self, visitor: Visitor, table: OpenTable, side: str | None) -> schemas.TableView:
        eyes = visitor.eyes(table, side)
        return self.view_of(visitor, table, table.game, eyes, len(table.line))

    def view_of(
        self, visitor: Visitor, table: OpenTable, game: Game, eyes: str | None, orders: int
    ) -> schemas.TableView:
        record = table.record
        view = game.view(None if eyes is None else table.side_index(eyes))
        if table.resigned is not None and game is table.game:
            view["asked"] = None  # rulebooks know nothing of resignation
        return schemas.TableView(
            game=record.id,
            position=table.number,
            orders=orders,
            battle=record.battle,
            book=record.book,
            options={name: str(value) for name, value in record.options.items()},
            title=record.title,
            mode=record.mode,  # type: ignore[arg-type]
            side=eyes,
            plays=visitor.plays,
            seats=self.seats(table),
            view=view,
            outcome=self.outcome(table),
            take_back=table.take_back(visitor.plays),
        )

    def seats(self, table: OpenTable) -> list[schemas.SeatInfo]:
        online = self.presence.sides(table.record.id)
        return [
            schemas.SeatInfo(
                side=seat.side,
                player=seat.player,
                name=seat.display_name,
                online=seat.player != HUMAN or seat.side in online,
            )
            for seat in table.seats
        ]

    def outcome(self, table: OpenTable) -> schemas.Outcome | None:
        """How the game ended, with the seed of its dice; None while it lasts."""
        if not table.finished:
            return None
        sides = table.game.battle.sides
        points = table.game.view(None)["points"]
        seed = " then ".join([table.record.seed, *table.later_seeds()])
        if table.resigned is not None:
            winner = next(side.id for side in sides if side.id != table.resigned)
            return schemas.Outcome(
                side=winner, level="resignation", points=points, resigned=table.resigned, seed=seed
            )
        outcome = table.game.outcome
        assert outcome is not None
        return schemas.Outcome(
            side=sides[outcome.winner].id if outcome.winner >= 0 else None,
            level=outcome.level,
            points=points,
            resigned=None,
            seed=seed,
        )

    def rows(self, visitor: Visitor, table: OpenTable, after: int) -> list[schemas.Row]:
        """The journal after a row; why a computer did something is told only where it betrays nothing."""
        return [row_json(row, visitor.hears_reason(table, row.side)) for row in table.rows[after:]]

    # Playing

    def set_player(self, visitor: Visitor, side: str, body: schemas.SeatChange) -> None:
        """Give a seat to a computer player, or take it back; whose seat it is stays known."""
        if side not in visitor.plays:
            raise problems.not_yours("Only who plays a side may give its seat away.")
        check_player(body.player)
        with self.table(visitor.game_id) as table:
            name = table.seat(side).display_name if body.name is None else body.name
            self.storage.set_player(visitor.game_id, side, body.player, name)
            table.seats_changed = True
        self.storage.notify(Notice(visitor.game_id, "seats", 0))
        self.wake(visitor.game_id)

    def wake(self, game_id: str) -> None:
        """If a computer player owes a decision, let it think."""
        with self.table(game_id) as table:
            self.answering.wake(table)


def set_up(game: Game) -> None:
    """The historical set-up of both sides, or what the recruit would make of it."""
    recruit = opponents.find("recruit")(0)
    while (decision := game.decision) is not None and decision.kind == "set-up":
        accept = next((order for order in game.legal().plain() if order.verb == "accept"), None)
        game.apply(accept or recruit.choose(Seat(game, decision.side)).order)
