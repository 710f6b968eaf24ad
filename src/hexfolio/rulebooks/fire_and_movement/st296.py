"""Strategy & Tactics 296 (fm-st296): the folio rules with its own tables and a few paragraphs in another
place.
"""

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
    """Fire & Movement as printed in S&T 296. Its half allowance for mobile units is that of the folio
    (5.1.1.c).
    """

    book = "fm-st296"
    revision = "fm-st296/1"
    cites: ClassVar[dict[str, str]] = {
        rule: f"fm-st296:{clause}" for rule, clause in {**CITES, **MOVED_PARAGRAPHS}.items()
    }
