"""Units that are called away, and units that leave by the map edge."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

from ...core.game import Table
from ...core.rulings import Refusal
from ...core.state import ELIMINATED, REMOVED, State
from ..fire_and_movement.frames import MOVED
from ..ways import Path
from .events import Withdrawn
from .setting_up import SettingUp


class Withdrawal(SettingUp):
    """kwb-dg:27.0.k and l, kwb-train:12.1.1.withdraw: due in a turn, voluntary, dear when late."""

    verbs: ClassVar[dict[str, tuple[str, ...]]] = {**SettingUp.verbs, "withdraw": ("unit",)}

    @cached_property
    def withdrawals(self) -> dict[int, dict[str, Any]]:
        """By counter: the turn it is due, the points for delay, and who may go in its place."""
        found: dict[int, dict[str, Any]] = self.special.get("withdrawals", {})
        return found

    def at_the_start(self, state: State) -> bool:
        """Has nothing moved or come on yet in the movement phase?"""
        if state.phase != "movement":
            return False
        return not any(state.flags[unit] & MOVED for unit in self.units_of(state, state.active))

    def duties(self, state: State, unit: int) -> list[int]:
        """The withdrawals that a unit can fulfil: its own, or another's in its place."""
        return [due for due in self.withdrawals if due == unit and not self.discharged(state, due)]

    def discharged(self, state: State, due: int) -> bool:
        """Has the withdrawal been made, by the unit itself or by another?"""
        return f"withdrawn {due}" in state.tracks

    def judge_withdrawal(self, state: State, unit: int) -> Refusal | None:
        """Rulings D40 and T22: at the start of the movement phase of the due turn or later, from any hex."""
        name = self.name(unit)
        duties = self.duties(state, unit)
        if not duties or state.at[unit] < 0:
            return self.refuse("withdrawal", f"{name} is not called away.")
        turn = min(self.withdrawals[due]["turn"] for due in duties)
        if state.turn < turn:
            return self.refuse("withdrawal", f"{name} is called away in game turn {turn}, not before.")
        if not self.at_the_start(state) or state.side_of[unit] != state.active:
            return self.refuse("withdrawal", "Units are withdrawn at the start of the movement phase only.")
        return None

    def withdraw(self, state: State, unit: int, table: Table) -> None:
        due = min(self.duties(state, unit), key=lambda due: (due != unit, due))
        state.tracks[f"withdrawn {due}"] = state.turn
        state.put(unit, REMOVED)
        table.tell(Withdrawn(unit))

    def eliminate(self, state: State, unit: int, cause: str, table: Table) -> None:
        """When a unit that is called away was lost decides what becomes of its duty."""
        super().eliminate(state, unit, cause, table)
        if unit in self.withdrawals:
            state.tracks[f"lost {unit}"] = state.turn

    def rearranged(self, state: State) -> None:
        super().rearranged(state)
        for unit in self.withdrawals:
            if state.at[unit] == ELIMINATED:
                state.tracks[f"lost {unit}"] = 1

    def is_overdue(self, state: State, due: int) -> bool:
        """Is the unit still here at the end of a turn after the one it was due in?"""
        return (
            state.turn > self.withdrawals[due]["turn"]
            and not self.discharged(state, due)
            and state.at[due] >= 0
        )

    def count_overdue(self, state: State) -> None:
        for due in self.withdrawals:
            if self.is_overdue(state, due):
                key = f"overdue {due}"
                state.tracks[key] = state.tracks.get(key, 0) + 1

    # Leaving the map

    def judge_leaving(self, state: State, unit: int, hex_: int) -> Refusal | None:
        """kwb-dg:29.0.t, kwb-train:12.3.withdrawal: by the hexes of the exit, from the given turn on."""
        refusal = super().judge_leaving(state, unit, hex_)
        if refusal is not None:
            return refusal if not self.special.get("exits") else self._refuse_exit(state, unit, hex_)
        if state.turn < self.special.get("exits-from", 1):
            turn = self.special["exits-from"]
            text = f"{self.name(unit)} may not leave the map before game turn {turn}."
            return self.refuse("exit_turn", text, hex_)
        return None

    def _refuse_exit(self, state: State, unit: int, hex_: int) -> Refusal:
        return self.refuse("exit", f"{self.name(unit)} may not leave the map at {self.number(hex_)}.", hex_)

    def may_leave(self, state: State, unit: int) -> bool:
        return self.has_exits[state.side_of[unit]] and bool(state.turn >= self.special.get("exits-from", 1))

    @cached_property
    def has_exits(self) -> tuple[bool, ...]:
        """Which sides may leave the map at all."""
        return tuple(side.id in self.special.get("exits", {}) for side in self.battle.sides)

    def movers(self, state: State) -> list[int]:
        """Rulings D53 and T40: a unit that has come to an exit in this move may still leave by it."""
        units, mover = super().movers(state), state.mover
        return [*units, mover] if mover not in units and self.may_step_off(state, mover) else units

    def exit_ways(self, state: State, unit: int) -> list[Path]:
        ways, here = super().exit_ways(state, unit), (state.at[unit],)
        return [here, *ways] if here not in ways and self.may_step_off(state, unit) else ways

    def may_step_off(self, state: State, unit: int) -> bool:
        """May the unit that moves leave the map from where it stands?"""
        return (
            0 <= unit == state.mover
            and state.at[unit] >= 0
            and self.may_leave(state, unit)
            and self.points_to_leave(state, unit) >= self.exit_cost
            and self.judge_leaving(state, unit, state.at[unit]) is None
        )

    def points_to_leave(self, state: State, unit: int) -> int:
        """Half points for leaving the map from where a unit stands: an enemy zone there does not matter."""
        return self.allowance(state, unit) * 2 - (state.spent if state.mover == unit else 0)

    def may_leave_zone(self, state: State, unit: int, hex_: int) -> bool:
        """Rulings D53 and T40: an enemy zone does not hinder a unit that leaves the map."""
        return True
