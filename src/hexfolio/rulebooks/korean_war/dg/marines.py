"""Chapter 24 and 29.0.e to i: Marine losses, and the cadres that come after heavy ones."""

from __future__ import annotations

from functools import cached_property

from ....core.game import Table
from ....core.rulings import Refusal
from ....core.state import ELIMINATED, WAITING, State
from ..arrivals import DUE
from ..events import Called
from .options import Options


class Marines(Options):
    """kwb-dg:24.0.a to d are the steps of the counters themselves; here is what else their loss brings."""

    @cached_property
    def fixed(self) -> dict[int, int]:
        """Units that stay where they are up to a turn."""
        found: dict[int, int] = self.special.get("fixed", {})
        return found

    def lose_step(self, state: State, unit: int, cause: str, table: Table) -> None:
        super().lose_step(state, unit, cause, table)
        self.call_cadres(state, table)

    def eliminate(self, state: State, unit: int, cause: str, table: Table) -> None:
        super().eliminate(state, unit, cause, table)
        self.call_cadres(state, table)

    def rearranged(self, state: State) -> None:
        super().rearranged(state)
        self.call_cadres(state, None)

    def call_cadres(self, state: State, table: Table | None) -> None:
        cadres = self.special.get("cadres")
        if cadres:
            self._call_army(state, cadres.get("army"), table)
            self._call_marines(state, cadres.get("marine"), table)

    def _call_army(self, state: State, cadre: dict[str, int] | None, table: Table | None) -> None:
        """kwb-dg:29.0.h: the stronger side of the cadre, next turn if it has not come yet (ruling D51)."""
        if cadre is None or state.at[cadre["after"]] != ELIMINATED or "army cadre" in state.tracks:
            return
        unit = cadre["unit"]
        state.tracks["army cadre"] = state.turn
        if state.at[unit] == WAITING:
            arrival = self.battle.arrivals[unit]
            state.tracks[f"{DUE} {unit}"] = min(state.turn + 1, max(arrival.turn, state.turn))
        if state.at[unit] == WAITING or state.at[unit] >= 0:
            state.step[unit] = 0
            state.changed(unit)
            if table is not None:
                table.tell(Called(unit))

    def _call_marines(self, state: State, cadre: dict[str, object] | None, table: Table | None) -> None:
        """kwb-dg:29.0.i: after a whole regiment, or the given number of steps in all (ruling D33)."""
        if cadre is None or "marine cadre" in state.tracks:
            return
        units, unit = cadre["of"], cadre["unit"]
        assert isinstance(units, tuple)
        assert isinstance(unit, int)
        gone = [other for other in units if state.at[other] == ELIMINATED]
        steps = sum(
            len(self.counters[other].steps) if other in gone else state.step[other] for other in units
        )
        if steps >= cadre["steps"] or any(self.big[other] for other in gone):  # type: ignore[operator]
            state.tracks["marine cadre"] = state.turn
            state.tracks[f"{DUE} {unit}"] = state.turn + 1
            if table is not None:
                table.tell(Called(unit))

    def judge_mover(self, state: State, unit: int) -> Refusal | None:
        """kwb-dg:29.0.e: a unit that is held in place does not move up to that turn."""
        if state.turn <= self.fixed.get(unit, 0):
            return self.refuse("fixed", f"{self.name(unit)} may not move in this turn.")
        return super().judge_mover(state, unit)

    def stays_put(self, state: State, unit: int) -> bool:
        return state.turn <= self.fixed.get(unit, 0)

    def movers(self, state: State) -> list[int]:
        return [unit for unit in super().movers(state) if state.turn > self.fixed.get(unit, 0)]
