"""S&T 296 (fm-st296): the folio rules with tables of its own and a few paragraphs moved."""

from __future__ import annotations

from typing import ClassVar

from .folio import CITES
from .rulebook import FireAndMovement

MOVED_PARAGRAPHS = {
    "game_over": "3.0.j",
    "set_up": "3.0.e",
    "set_up_order": "3.0.e",
    "reinforcement": "3.0.f",
    "arrival_turn": "3.0.f",
}


class St296Rules(FireAndMovement):
    """Fire & Movement as printed in S&T 296; mobile units pay in zones as in the folio (5.1.1.c)."""

    book = "fm-st296"
    revision = "fm-st296/2"
    cites: ClassVar[dict[str, str]] = {
        rule: f"fm-st296:{clause}" for rule, clause in {**CITES, **MOVED_PARAGRAPHS}.items()
    }
