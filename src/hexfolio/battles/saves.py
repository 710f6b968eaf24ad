"""Opening saved games, whichever format they were written in."""

from __future__ import annotations

from typing import Any

from hexfolio.core import journal
from hexfolio.core.game import Game
from hexfolio.core.records import replay

from . import first_revision
from .registry import open_rules

FORMATS = (first_revision.FORMAT, journal.FORMAT)


def load(text: str, name: str) -> Game:
    """The game in the text of a `.hexfolio` file; `name` is what messages call the file."""
    if not is_early(text):
        return journal.load(text, name, open_rules)
    record = first_revision.record_of_text(text, name)
    return replay(record, open_rules, lambda number: f"{name} line {len(journal.LINES) + max(number, 0) + 1}")


def from_json(data: Any) -> Game:
    """The game that `Game.to_json` wrote."""
    if not isinstance(data, dict) or data.get("hexfolio") != first_revision.FORMAT:
        return journal.from_json(data, open_rules)
    return replay(first_revision.record_of_json(data), open_rules, lambda number: f"Entry {max(number, 0)}")


def is_early(text: str) -> bool:
    """Was this file written before saved games held positions?"""
    return text.partition("\n")[0].strip() == f"hexfolio {first_revision.FORMAT}"
