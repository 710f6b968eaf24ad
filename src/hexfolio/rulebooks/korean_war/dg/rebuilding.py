"""Chapter 15: rebuilding a depleted unit at the end of the owner's player turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from ....core.game import Decision, Table
from ....core.orders import Order
from ....core.rulings import Refusal
from ....core.state import State
from ....core.steps import Step
from ..events import Rebuilt
from .human_wave import HumanWave


class Rebuilding(HumanWave):
    """One unit a game turn for each side, in supply and away from the enemy."""

    verbs: ClassVar[dict[str, tuple[str, ...]]] = {**HumanWave.verbs, "rebuild": ("unit",)}
    player_turn: ClassVar[tuple[str, ...]] = (*HumanWave.player_turn, "rebuilding")

    def judge_rebuild(self, state: State, unit: int) -> Refusal | None:
        """kwb-dg:15.0.a to d and 24.0.e: who may be turned to its full side."""
        name = self.name(unit)
        if not self.special.get("rebuild"):
            return self.refuse("rebuild_never", "No unit is rebuilt in this battle.")
        if state.side_of[unit] != state.active or state.at[unit] < 0:
            return self.refuse("rebuild_own", f"{name} is not a unit of yours on the map.")
        if "rebuilt" in state.tracks:
            return self.refuse("rebuild", "One unit has been rebuilt: no other is in this game turn.")
        if not state.step[unit]:
            return self.refuse("rebuild", f"{name} is at full strength.")
        if "marine" in self.counters[unit] and self.is_infantry(unit):
            return self.refuse("rebuild_marines", f"{name} is a Marine regiment: it is never rebuilt.")
        if self.next_to(state, 1 - state.active, state.at[unit]):
            return self.refuse("rebuild_enemy", f"{name} is next to an enemy unit: it cannot be rebuilt.")
        if not self.in_supply(state, unit):
            return self.refuse("rebuild_supply", f"{name} is out of supply: it cannot be rebuilt.")
        return None

    def rebuildable(self, state: State) -> tuple[int, ...]:
        """Units that may be rebuilt, as found when the phase began."""
        return () if "rebuilt" in state.tracks else state.lists.get("rebuildable", ())

    def find_rebuildable(self, state: State) -> tuple[int, ...]:
        step, at = state.step, state.at
        return tuple(
            unit
            for unit in self.units_of(state, state.active)
            if step[unit] and at[unit] >= 0 and self.judge_rebuild(state, unit) is None
        )

    def phases(self, state: State) -> tuple[str, ...]:
        """kwb-dg:15.0.h: where no unit is ever rebuilt there is no such phase."""
        phases = super().phases(state)
        return phases if self.special.get("rebuild") else phases[:-1]

    def begin_phase(self, state: State, phase: str, table: Table) -> None:
        super().begin_phase(state, phase, table)
        state.tracks.pop("rebuilt", None)
        state.lists.pop("rebuildable", None)
        if phase == "rebuilding":
            state.lists["rebuildable"] = self.find_rebuildable(state)

    def airlift(self, state: State, unit: int, table: Table) -> None:
        """kwb-dg:15.0.b: a unit that is supplied by air now may be rebuilt in the phase under way."""
        super().airlift(state, unit, table)
        if state.phase == "rebuilding":
            state.lists["rebuildable"] = self.find_rebuildable(state)

    def rebuild(self, state: State, unit: int, table: Table) -> None:
        state.tracks["rebuilt"] = 1
        state.step[unit] -= 1
        state.changed(unit)
        table.tell(Rebuilt(unit))

    def refuse_verb(self, state: State, order: Order, step: Step[Any]) -> Refusal:
        """kwb-dg:15.0.c: only when the player turn of the owner is over."""
        if order.verb == "rebuild":
            if not self.special.get("rebuild"):
                return self.refuse("rebuild_never", "No unit is rebuilt in this battle.")
            return self.refuse(
                "rebuild_time", "Units are rebuilt at the end of their owner's player turn only."
            )
        return super().refuse_verb(state, order, step)


class RebuildingStep(Step[Rebuilding]):
    """The owner names one unit, or ends the phase; there is nothing to ask if none can be rebuilt."""

    name = "rebuilding"
    verbs = frozenset({"rebuild", "end"})

    def decision(self, rules: Rebuilding, state: State) -> Decision:
        units = rules.rebuildable(state)
        prompt = "Rebuild one depleted unit, or end the phase."
        return Decision("rebuilding", state.active, prompt, rules.clause("rebuild"), units)

    def settle(self, rules: Rebuilding, state: State, table: Table) -> bool:
        if rules.rebuildable(state) or "rebuilt" in state.tracks:
            return False
        rules.end_phase(state, table)
        return True

    def plain_orders(self, rules: Rebuilding, state: State) -> list[Order]:
        return [Order("end")]

    def subjects(self, rules: Rebuilding, state: State) -> Sequence[int]:
        return rules.rebuildable(state)

    def orders_of(self, rules: Rebuilding, state: State, subject: int) -> list[Order]:
        return [Order("rebuild", subject)]

    def judge(self, rules: Rebuilding, state: State, order: Order) -> Refusal | None:
        return None if order.verb == "end" else rules.judge_rebuild(state, order.unit)

    def carry_out(self, rules: Rebuilding, state: State, order: Order, table: Table) -> None:
        """kwb-dg:15.0.a and e: one unit and no more; what is not used is lost."""
        if order.verb == "rebuild":
            rules.rebuild(state, order.unit, table)
        else:
            rules.end_phase(state, table)
