"""The whole book: all chapters put together, and the steps of play by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from ...core.orders import Order
from ...core.state import State
from ...core.steps import Step
from .advance import AdvanceStep
from .bombardment import CombatAndBombardmentStep
from .combat import AftermathStep, CombatStep
from .displacement import DisplaceStep
from .frames import Combat
from .losses import LossStep
from .movement_phase import MovementStep
from .retreat import RetreatStep
from .set_up import SetUpStep
from .support_fire import SupportStep
from .view import Views


class FireAndMovement(Views):
    """Chapters 1 to 9. What an exclusive rulebook changes it overrides, rule by rule."""

    def listed_as(self, state: State, order: Order) -> Order | None:
        """The order as lists of legal orders hold it: attackers and markers in any order, moves by any way to
        the same hex; None for one that is legal without being listed, as a move in a circle is."""
        if order.verb == "attack":
            return order._replace(units=tuple(sorted(order.units)))
        if order.verb == "bombard":
            return order._replace(markers=tuple(sorted(order.markers)))
        if order.verb in ("move", "enter"):
            if order.verb == "move" and order.path[-1] == state.at[order.unit]:
                return None
            return order._replace(path=order.path[-1:])
        return order

    def faults(self, state: State) -> Iterator[str]:
        """No hex holds both sides or too many units; every marker is somewhere."""
        for hex_, stack in state.stacks.items():
            if len({state.side_of[unit] for unit in stack}) > 1:
                yield f"units of both sides are in {self.number(hex_)}."
            if self.overfull(state, hex_) and not self.tolerates_crowds(state):
                yield f"{len(stack)} units are stacked in {self.number(hex_)}."
        for side in (0, 1):
            there = state.pools[side] + state.hands[side] + self._committed_by(state, side)
            found = sorted([*there, *self.lost_markers(state, side)])
            owned = [marker.index for marker in self.battle.markers if marker.side == side]
            if found != owned:
                yield f"the markers of {self.side_name(side)} are {found}, not {owned}."

    def _committed_by(self, state: State, side: int) -> list[int]:
        """Markers of a side in the combat under way."""
        return [
            marker
            for frame in state.frames
            if isinstance(frame, Combat) and frame.step == "support"
            for marker in frame.attacker_markers + frame.defender_markers
            if self.battle.markers[marker].side == side
        ]

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
