"""Every rule book by its name, and the rulebook that plays a battle."""

from __future__ import annotations

from ..core.battle import Battle, Option
from .fire_and_movement import editions as fire_and_movement
from .fire_and_movement.rulebook import FireAndMovement
from .korean_war import editions as korean_war
from .paratrooper import rulebook as paratrooper
from .paratrooper.rulebook import Paratrooper

OPTIONS = {**fire_and_movement.OPTIONS, **korean_war.OPTIONS, **paratrooper.OPTIONS}
"""What each option of a game means."""


TITLES = {
    "fm-folio": "Fire & Movement, folio rules",
    "fm-st296": "Fire & Movement, rules of 2015",
    "fm-2023": "Fire & Movement, version 8 of 2023",
    "kwb-dg": "Korean War Battles, magazine rules",
    "kwb-train": "Korean War Battles, designer's rules",
    "para": "Paratrooper, Korea rules",
}
"""What each book is called; published games are named only to say what the rules are compatible with."""


def options(battle: Battle) -> list[Option]:
    """Optional rules that may be chosen for a battle."""
    if battle.book == Paratrooper.book:
        return paratrooper.options(battle)
    if battle.book in korean_war.EDITIONS:
        return korean_war.options(battle)
    return fire_and_movement.options(battle)


def open_rules(battle: Battle) -> FireAndMovement | Paratrooper:
    """The rulebook a battle is played by, with its options."""
    if battle.book == Paratrooper.book:
        return paratrooper.open_rules(battle)
    if battle.book in korean_war.EDITIONS:
        return korean_war.open_rules(battle)
    return fire_and_movement.open_rules(battle)
