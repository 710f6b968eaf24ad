"""Every rule book by its name, and the rulebook that plays a battle."""

from __future__ import annotations

from ..core.battle import Battle
from .fire_and_movement import editions as fire_and_movement
from .fire_and_movement.rulebook import FireAndMovement
from .korean_war import editions as korean_war

OPTIONS = {**fire_and_movement.OPTIONS, **korean_war.OPTIONS}
"""What each option of a game means."""


def open_rules(battle: Battle) -> FireAndMovement:
    """The rulebook a battle is played by, with its options."""
    if battle.book in korean_war.EDITIONS:
        return korean_war.open_rules(battle)
    return fire_and_movement.open_rules(battle)
