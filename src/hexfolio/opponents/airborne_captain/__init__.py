"""The captain's answers to the questions of airborne battles: phases planned as a whole."""

from __future__ import annotations

from .. import airborne
from ..airborne import Answer
from . import fighting, landing, setting_up
from .moving import Mover

__all__ = ["answers"]


def answers() -> dict[str, Answer]:
    """How each decision is answered; what is not here is answered as the recruit does."""
    return {
        **airborne.answers(),
        "set-up": setting_up.set_up,
        "landing": landing.plan,
        "movement": Mover().choose,
        "attack": fighting.attack,
        "strikes": fighting.strike,
    }
