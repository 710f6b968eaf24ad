"""Stacks in combat, and stacks that are too large for a while (rulings D29 and T56)."""

from __future__ import annotations

from ...core.game import Table
from ...core.rulings import Refusal
from ...core.state import State
from ..fire_and_movement.frames import Retreat
from .ground import Ground


class Stacks(Ground):
    """A hex is attacked as a whole, and retreats or stands as a whole."""

    def judge_stand(self, state: State, retreat: Retreat, unit: int) -> Refusal | None:
        """Rulings D29 and T56: once a unit of the hex has retreated the rest of the stack follows."""
        if any(trail[0] == state.at[unit] for trail in retreat.trails):
            return self.refuse(
                "stack_retreat",
                f"{self.name(unit)} may not stand: another unit of its stack has retreated.",
                state.at[unit],
            )
        return None

    def saved_by(self, state: State, retreat: Retreat, unit: int) -> tuple[int, ...]:
        """Rulings D29 and T56: one unit of the stack loses a step, and the whole stack stays."""
        saved = super().saved_by(state, retreat, unit)
        return tuple(other for other in retreat.units if other in saved or state.at[other] == state.at[unit])

    def stacking_rule(self, state: State, unit: int, hex_: int) -> str:
        """The rule that keeps a unit out of a stack."""
        return "stacking"

    def judge_end(self, state: State, unit: int, hex_: int) -> Refusal | None:
        """kwb-dg:20.0.a and b, kwb-train:5.3.1.a: no unit ends its move in a stack that is full for it."""
        if self.has_room(state, unit, hex_):
            return None
        text = f"{self.name(unit)} may not end its move in {self.number(hex_)}: the stack would be too large."
        return self.refuse(self.stacking_rule(state, unit, hex_), text, hex_)

    # Stacks that are too large until the movement phase ends

    def tolerates_crowds(self, state: State) -> bool:
        return any(crowd_track(side) in state.tracks for side in (0, 1)) or state.phase == "set-up"

    def crowded(self, state: State, side: int) -> list[int]:
        """Hexes where a side has more units than may share a hex."""
        return [
            hex_
            for hex_, stack in state.stacks.items()
            if len(stack) > 1 and state.side_of[stack[0]] == side and self.overfull(state, hex_)
        ]

    def judge_crowding(self, state: State) -> Refusal | None:
        """The movement phase does not end while a stack is too large and some unit of it can still leave."""
        if crowd_track(state.active) not in state.tracks:
            return None
        for hex_ in self.crowded(state, state.active):
            if any(unit in self.movers(state) and self.ways(state, unit) for unit in state.stacks[hex_]):
                return self.refuse(
                    "crowded", f"Too many units are stacked in {self.number(hex_)}: some must move on.", hex_
                )
        return None

    def disperse(self, state: State, table: Table) -> None:
        """Units that nobody could bring out of a stack that is too large are lost, the last come first."""
        if crowd_track(state.active) in state.tracks:
            for hex_ in self.crowded(state, state.active):
                while self.overfull(state, hex_):
                    self.eliminate(state, state.stacks[hex_][-1], "no room", table)
            del state.tracks[crowd_track(state.active)]


def crowd_track(side: int) -> str:
    """Says that a side may have stacks that are too large, until its movement phase ends."""
    return f"crowd {side}"
