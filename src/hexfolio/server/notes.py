"""What is kept of a row beside its dice and events, and rows as people may see them."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field

from . import schemas
from .storage import RowRecord

BEGIN, ORDER, RESEED, REVISED = "begin", "order", "reseed", "revised"
UNDO, ASK, DECLINE, RESIGN = "undo", "ask", "decline", "resign"

STANDING = (ORDER, RESEED, REVISED)
"""Kinds of rows that lead from one position to the next; the others stand beside the line of play."""


@dataclass(frozen=True, slots=True)
class Note:
    """The text of a row. `order` holds the order's line, a seed or an edition; it never leaves the server.

    `orders` says how many orders stand after the row. `points` and `strength` are kept where a turn began.
    """

    orders: int
    turn: int
    phase: str
    order: str = ""
    reason: str = ""
    reveals: bool = False
    points: dict[str, int] = field(default_factory=dict)
    strength: dict[str, int] = field(default_factory=dict)

    def text(self) -> str:
        kept = {name: value for name, value in asdict(self).items() if value not in ("", False, {})}
        return json.dumps(kept, ensure_ascii=False)

    @classmethod
    def of(cls, row: RowRecord) -> Note:
        data = json.loads(row.text or "{}")
        return cls(**{"orders": 0, "turn": 0, "phase": "", **data})


def row_json(row: RowRecord, with_reason: bool) -> schemas.Row:
    """A row as people may see it: what was rolled is in the events, what was drawn blind stays hidden."""
    note = Note.of(row)
    events = [schemas.LogEvent(**event) for event in row.events]
    return schemas.Row(
        number=row.number,
        orders=note.orders,
        kind=row.kind,
        side=row.side,
        turn=note.turn,
        phase=note.phase,
        dice=[event.facts["die"] for event in events if isinstance(event.facts.get("die"), int)],
        events=events,
        reason=note.reason if with_reason else "",
    )
