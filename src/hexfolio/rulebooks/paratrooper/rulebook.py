"""The whole book: all chapters put together, and the steps of play by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ...core.battle import Battle, Option
from ...core.orders import Order
from ...core.state import State
from ...core.steps import Step
from .laying_out import LayingOut
from .steps import (
    AftermathStep,
    AttackStep,
    CasualtyStep,
    ChecksStep,
    EngineeringStep,
    FogStep,
    LandingStep,
    MovementStep,
    PickStep,
    PursuitStep,
    RegroupStep,
    RetreatStep,
    RoadStep,
    SetUpStep,
    StrikesStep,
    StrikeStep,
)

OPTIONS = {
    "emergency-drops": "para:22.1: airborne units may be dropped anywhere, at a worse landing roll",
    "bridge-repair": "para:22.2.1: engineers may repair demolished bridges",
    "high-ground": "para:23.5: holding a peak near the defenders helps an attack",
}


class Paratrooper(LayingOut):
    """Paratrooper: Korea."""

    book = "para"
    revision = "para/1"

    steps: ClassVar[Mapping[str, Step[Any]]] = {
        "set-up": SetUpStep(),
        "receive": PickStep("receive", "receive", "strikes_received", "Choose the airstrikes you receive:"),
        "choose": PickStep("choose", "choose", "units_chosen", "Choose the units that come:"),
        "road": RoadStep(),
        "fog": FogStep(),
        "landing": LandingStep(),
        "checks": ChecksStep(),
        "engineering": EngineeringStep(),
        "movement": MovementStep(),
        "strikes": StrikesStep(),
        "strike": StrikeStep(),
        "attack": AttackStep(),
        "casualty": CasualtyStep(),
        "retreat": RetreatStep(),
        "aftermath": AftermathStep(),
        "pursuit": PursuitStep(),
        "regroup": RegroupStep(),
    }

    def listed_as(self, state: State, order: Order) -> Order | None:
        """The order as lists of legal orders hold it; None for one that is legal without being listed."""
        if order.verb in ("attack", "strike", "receive", "choose", "retreat"):
            return None
        if order.verb in ("move", "enter"):
            return order._replace(path=order.path[-1:])
        return order


def open_rules(battle: Battle) -> Paratrooper:
    """The rulebook a battle is played by, with its options."""
    for name, value in battle.options.items():
        if name not in OPTIONS or value != "on":
            raise ValueError(
                f"There is no option {name}={value}: expected one of {', '.join(OPTIONS)}, each “on”."
            )
    return Paratrooper(battle)


def options(battle: Battle) -> list[Option]:
    """What may be chosen when a battle begins."""
    return [Option(name, meaning, ("on",)) for name, meaning in OPTIONS.items()]
