"""The two books by name."""

from __future__ import annotations

from ...core.battle import Battle, Option
from .dg.rulebook import KwbDg
from .train.rulebook import KwbTrain
from .views import KoreanViews

EDITIONS: dict[str, type[KoreanViews]] = {rules.book: rules for rules in (KwbDg, KwbTrain)}
OPTIONS = {
    "naktong-die": "kwb-dg:25.0: the die rolled in the linked folio battle, 1 to 6",
    "naktong-junctions": "kwb-dg:25.0: road junctions held there after a victory, 0 to 10",
}


MOST = {"naktong-die": 6, "naktong-junctions": 10}


def options(battle: Battle) -> list[Option]:
    """What may be chosen when a battle begins."""
    if not battle.special.get("naktong-link"):
        return []
    return [
        Option(name, meaning, tuple(str(value) for value in range(MOST[name] + 1)))
        for name, meaning in OPTIONS.items()
    ]
