"""The editions by book, and the options that combine them."""

from __future__ import annotations

from typing import ClassVar

from ...core.battle import Battle, Option
from .folio import FolioRules
from .rulebook import FireAndMovement
from .st296 import St296Rules
from .version8 import BOMBARDMENT_CITES, Version8Bombardment, Version8Rules

_NEW_BOMBARDMENT = {rule: f"fm-2023:{clause}" for rule, clause in BOMBARDMENT_CITES.items()}


class FolioVersion8Bombardment(Version8Bombardment, FolioRules):
    """The folio booklet with the bombardment of version 8, by agreement of the players (fm-2023:3.0.f)."""

    revision = "fm-folio+8/2"
    cites: ClassVar[dict[str, str]] = {**FolioRules.cites, **_NEW_BOMBARDMENT}


class St296Version8Bombardment(Version8Bombardment, St296Rules):
    """S&T 296 with the bombardment of version 8, by agreement of the players (fm-2023:3.0.f)."""

    revision = "fm-st296+8/2"
    cites: ClassVar[dict[str, str]] = {**St296Rules.cites, **_NEW_BOMBARDMENT}


EDITIONS: dict[str, type[FireAndMovement]] = {
    rules.book: rules for rules in (FolioRules, St296Rules, Version8Rules)
}
VERSION_8_BOMBARDMENT: dict[str, type[FireAndMovement]] = {
    "fm-folio": FolioVersion8Bombardment,
    "fm-st296": St296Version8Bombardment,
    "fm-2023": Version8Rules,
}
OPTIONS = {"bombardment": "fm-2023: version 8's bombardment rules, as a whole, in an older book"}


def options(battle: Battle) -> list[Option]:
    """What may be chosen when a battle begins."""
    if battle.book not in VERSION_8_BOMBARDMENT:
        return []
    return [Option(name, meaning, ("fm-2023",)) for name, meaning in OPTIONS.items()]


def open_rules(battle: Battle) -> FireAndMovement:
    """The rulebook a battle is played by, with its options."""
    editions = VERSION_8_BOMBARDMENT if battle.options.get("bombardment") else EDITIONS
    if battle.book not in editions:
        raise ValueError(f"There is no rule book {battle.book!r}: expected one of {', '.join(editions)}.")
    return editions[battle.book](battle)
