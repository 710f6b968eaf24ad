"""The whole book: all chapters put together, and the steps of play by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ...core.orders import Order
from ...core.state import State
from ...core.steps import Step
from .advance import AdvanceStep
from .bombardment import CombatAndBombardmentStep
from .combat import AftermathStep, CombatStep
from .displacement import DisplaceStep
from .losses import LossStep
from .movement_phase import MovementStep
from .retreat import RetreatStep
from .set_up import SetUpStep
from .support_fire import SupportStep
from .view import Views


class FireAndMovement(Views):
    """Chapters 1 to 9. What an exclusive rulebook changes it overrides, rule by rule."""

    def listed_as(self, state: State, order: Order) -> Order | None:
        """The order as lists of legal orders hold it: attackers in any order, moves by any way to the same
        hex; None for one that is legal without being listed, as a move in a circle is."""
        if order.verb == "attack":
            return order._replace(units=tuple(sorted(order.units)))
        if order.verb in ("move", "enter"):
            if order.verb == "move" and order.path[-1] == state.at[order.unit]:
                return None
            return order._replace(path=order.path[-1:])
        return order

    steps: ClassVar[Mapping[str, Step[Any]]] = {
        "set-up": SetUpStep(),
        "movement": MovementStep("movement"),
        "combat": CombatAndBombardmentStep("combat"),
        "mobile-movement": MovementStep("mobile-movement"),
        "mobile-combat": CombatStep("mobile-combat"),
        "support": SupportStep(),
        "aftermath": AftermathStep(),
        "loss": LossStep(),
        "retreat": RetreatStep(),
        "displace": DisplaceStep(),
        "advance": AdvanceStep(),
    }
