"""The whole book: all chapters put together, and the steps of play by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from ...core.battle import Battle, Option
from ...core.orders import Order
from ...core.state import State
from ...core.steps import Step
from .combat import MOST_GROUPED
from .laying_out import LayingOut
from .steps.combat import AttackStep, CasualtyStep
from .steps.engineering import EngineeringStep
from .steps.landing import ChecksStep, LandingStep
from .steps.movement import MovementStep
from .steps.regroup import RegroupStep
from .steps.reinforcements import AirLandingStep, FogStep, PickStep, RoadStep
from .steps.retreat import AftermathStep, PursuitStep, RetreatStep
from .steps.set_up import SetUpStep
from .steps.strikes import StrikesStep, StrikeStep

OPTIONS = {
    "emergency-drops": "para:22.1: airborne units may be dropped anywhere, at a worse landing roll",
    "bridge-repair": "para:22.2.1: engineers may repair demolished bridges",
    "high-ground": "para:23.5: holding a peak near the defenders helps an attack",
}


class Paratrooper(LayingOut):
    """Paratrooper: Korea."""

    book = "para"
    revision = "para/2"

    steps: ClassVar[Mapping[str, Step[Any]]] = {
        "set-up": SetUpStep(),
        "receive": PickStep("receive", "receive", "strikes_received", "Choose the airstrikes you receive:"),
        "choose": PickStep("choose", "choose", "units_chosen", "Choose the units that come:"),
        "road": RoadStep(),
        "air-landing": AirLandingStep(),
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

    def faults(self, state: State) -> Iterator[str]:
        """Both sides share a hex only while landings are under way; fog counters never share one."""
        for hex_, stack in state.stacks.items():
            ground = [unit for unit in stack if self.is_unit(state, unit)]
            if state.phase != "landing" and len({state.side_of[unit] for unit in ground}) > 1:
                yield f"units of both sides are in {self.number(hex_)}."
            if sum(self.is_fog[unit] for unit in stack) > 1:
                yield f"several fog of war counters are in {self.number(hex_)}."
        for side in (0, 1):
            if self.command_points(state, side) < 0:
                yield f"{self.side_name(side)} has spent more command points than it had."

    def may_end_early(self, state: State) -> bool:
        """para:21.1.a: by sudden death."""
        return "sudden" in state.tracks

    def listed_as(self, state: State, order: Order) -> Order | None:
        """The order as lists of legal orders hold it; None for one that is legal without being listed,
        as a move in a circle is, or placing a unit where it stands."""
        if order.verb == "attack" and len(order.units) <= MOST_GROUPED:
            return order._replace(units=tuple(sorted(order.units)))
        if order.verb in ("attack", "strike", "receive", "choose", "top"):
            return None
        if order.verb == "place" and order.path[0] == state.at[order.unit]:
            return None
        if order.verb in ("move", "enter", "retreat", "pursue"):
            if order.path[-1] == state.at[order.unit]:
                return None
            return order._replace(path=order.path[-1:])
        return order


def options(battle: Battle) -> list[Option]:
    """What may be chosen when a battle begins."""
    return [Option(name, meaning, ("on",)) for name, meaning in OPTIONS.items()]
