"""Who sits where: seats of people and of computers, and the keys that open them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from hexfolio import opponents

from . import problems, schemas
from .open_table import HUMAN, OpenTable
from .storage import SeatRecord


class Visitor(NamedTuple):
    """Whoever holds a key: the game it opens and the sides it plays."""

    game_id: str
    plays: list[str]

    def sits(self, table: OpenTable) -> list[str]:
        """The sides the visitor decides for; the others it plays are lent to computers."""
        return [side for side in self.plays if table.player(side) == HUMAN]

    def eyes(self, table: OpenTable, wanted: str | None) -> str | None:
        """The side through whose eyes the visitor looks; None for a spectator."""
        if wanted is not None:
            if wanted not in self.plays:
                raise problems.not_yours(f"This link does not play {wanted}.")
            return wanted
        sits = self.sits(table)
        if table.asked in sits:
            return table.asked
        return next(iter(sits or self.plays), None)

    def check_decides(self, table: OpenTable, side: str) -> None:
        """Is it for the visitor to decide for a side, and not for a computer that has its seat?"""
        if side not in self.plays:
            raise problems.not_yours(f"It is for {table.side_name(side)} to decide now.")
        if (player := table.player(side)) != HUMAN:
            raise problems.not_yours(
                f"It is for the {player} to decide now, who plays {table.side_name(side)}: "
                "take the seat back to decide yourself."
            )

    def hears_reason(self, table: OpenTable, side: str | None) -> bool:
        """May the visitor read why a computer gave an order for a side?

        A reason may name what lies face down. So it is told to the seat itself, unless the same person
        plays against it; to those who watch computers only; and to everybody when the game is over.
        """
        if table.finished or table.record.mode == "watch":
            return True
        return side in self.plays and not set(self.sits(table)) - {side}


def check_player(player: str) -> None:
    if player != HUMAN and player not in opponents.OPPONENTS:
        known = ", ".join([HUMAN, *sorted(opponents.OPPONENTS)])
        raise problems.malformed(f"There is no player {player}: expected one of {known}.")


def players() -> schemas.Players:
    """The computer players, from the weakest to the strongest."""
    found = [
        schemas.PlayerInfo(name=name, description=(maker.__doc__ or "").strip().split("\n")[0])
        for name, maker in opponents.OPPONENTS.items()
    ]
    return schemas.Players(players=found, usual=opponents.USUAL)


def seat_of(side: str, mode: schemas.Mode, seats: Mapping[str, schemas.SeatBody]) -> SeatRecord:
    body = seats.get(side, schemas.SeatBody(player=opponents.USUAL if mode == "watch" else HUMAN))
    check_player(body.player)
    if mode == "watch" and body.player == HUMAN:
        raise problems.malformed(f"{side}: a game to be watched is played by computers on all sides.")
    return SeatRecord(side, body.player, body.name)


def keys_of(mode: schemas.Mode, seats: Sequence[SeatRecord]) -> list[schemas.Key]:
    """Keys to the seats of people: one for all at one table, one each by link; and one to look on."""
    people = [seat.side for seat in seats if seat.player == HUMAN]
    groups = [[side] for side in people] if mode == "link" else [people]
    return [schemas.Key(seats=group, token=new_token()) for group in groups if group] + [
        schemas.Key(seats=[], token=new_token())
    ]


def new_token() -> str:
    return secrets.token_urlsafe(24)
