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


def open_rules(battle: Battle) -> KoreanViews:
    """The rulebook a battle is played by."""
    for name, value in battle.options.items():
        if not battle.special.get("naktong-link"):
            raise ValueError(f"{battle.title} has no option {name}: it is played without options.")
        if name not in OPTIONS or not value.isdecimal() or int(value) > MOST[name]:
            expected = " or ".join(f"{option} from 0 to {most}" for option, most in MOST.items())
            raise ValueError(f"There is no option {name}={value}: expected {expected}.")
    return EDITIONS[battle.book](battle)
