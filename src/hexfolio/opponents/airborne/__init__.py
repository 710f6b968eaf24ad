"""Answers to the questions of airborne battles, by the kind of decision."""

from __future__ import annotations

from collections.abc import Callable

from hexfolio.core.battle import Battle

from ..opponent import Choice
from ..seat import Seat
from . import aftermath, fighting, landing, preparing
from .moving import Mover
from .position import AirPosition

Answer = Callable[[Seat, AirPosition], Choice | None]


def is_airborne(battle: Battle) -> bool:
    """Is one of the sides to be dropped?"""
    return "airborne" in battle.special


def answers() -> dict[str, Answer]:
    """How each decision is answered; whoever moves remembers who has moved."""
    return {
        "set-up": preparing.set_up,
        "receive": preparing.pick,
        "choose": preparing.pick,
        "road": preparing.road,
        "fog": preparing.place_fog,
        "air-landing": preparing.fly_in,
        "landing": landing.plan,
        "checks": landing.land,
        "engineering": preparing.work,
        "movement": Mover().choose,
        "strikes": fighting.strike,
        "attack": fighting.attack,
        "casualty": aftermath.suffer,
        "retreat": aftermath.retreat,
        "pursuit": aftermath.pursue,
        "regroup": aftermath.regroup,
    }
