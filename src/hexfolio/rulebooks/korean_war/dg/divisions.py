"""Chapter 11: divisions that set up as regiments, and regiments that set up as divisions (29.0.j to l)."""

from __future__ import annotations

from typing import ClassVar

from ....core.game import Table
from ....core.rulings import Refusal
from ....core.state import REMOVED, WAITING, State
from .supply import Supply


class Divisions(Supply):
    """Only at set-up, from spare regiments with the listed ratings."""

    verbs: ClassVar[dict[str, tuple[str, ...]]] = {**Supply.verbs, "form": ("unit",)}

    @property
    def formations(self) -> dict[int, tuple[int, ...]]:
        """Divisions that are in play as regiments unless their owner uses the division counter."""
        found: dict[int, tuple[int, ...]] = self.special.get("formations", {})
        return found

    def place_fixed(self, state: State) -> None:
        super().place_fixed(state)
        for division in self.formations:
            state.put(division, REMOVED)

    def regiments_for(self, state: State, unit: int) -> list[int]:
        """kwb-dg:11.0.b to d and l: unused unnamed regiments with the ratings that the table lists."""
        table = self.special.get("breakdown", {}).get(self.nation[unit], {})
        values = table.get(self.counters[unit].steps[0])
        spares = self.spares_left(state, self.nation[unit])
        return [spare for spare in spares if self.counters[spare].steps[0] == values]

    def draw_regiments(self, state: State, unit: int, table: Table) -> tuple[int, ...]:
        return tuple(self.regiments_for(state, unit)[:3])

    # Division counters at Chosin

    def judge_form(self, state: State, unit: int) -> Refusal | None:
        """kwb-dg:29.0.j: a division counter instead of its regiments."""
        name = self.name(unit)
        if unit not in self.formations or state.side_of[unit] != state.active:
            return self.refuse("formation", f"{name} is no division that stands for regiments.")
        if unit in state.lists.get("formed", ()):
            return self.refuse("formation", f"{name} is in use already.")
        return None

    def form(self, state: State, unit: int) -> None:
        for regiment in self.formations[unit]:
            state.put(regiment, REMOVED)
        placement = self.battle.placements.get(unit)
        state.put(unit, placement.hexes[0] if placement is not None and placement.fixed else WAITING)
        state.lists["formed"] = (*state.lists.get("formed", ()), unit)

    def judge_placement(self, state: State, unit: int, hex_: int) -> Refusal | None:
        """kwb-dg:29.0.l: no regiments of a division that is tied to one in use as a counter."""
        formed = state.lists.get("formed", ())
        for first, second in self.special.get("ties", ()):
            if first in formed and unit in self.formations.get(second, ()):
                text = f"{self.name(first)} is a division: {self.name(second)} must be one, too."
                return self.refuse("set_up_formation", text)
        return super().judge_placement(state, unit, hex_)

    def set_up_rule(self, state: State, unit: int) -> str:
        """kwb-dg:29.0.o and p: division counters and regiments that come later have lines of their own."""
        if unit in self.formations:
            return "set_up_division"
        if any(unit in regiments for regiments in self.formations.values()):
            return "set_up_area"
        return super().set_up_rule(state, unit)

    def judge_set_up(self, state: State) -> Refusal | None:
        return super().judge_set_up(state) or self.judge_ties(state)

    def judge_accept(self, state: State) -> Refusal | None:
        return super().judge_accept(state) or self.judge_ties(state)

    def judge_ties(self, state: State) -> Refusal | None:
        """kwb-dg:29.0.l: of two divisions that are tied the second is formed if the first is."""
        formed = state.lists.get("formed", ())
        for first, second in self.special.get("ties", ()):
            if first in formed and second not in formed and state.side_of[first] == state.active:
                text = f"{self.name(first)} is a division: {self.name(second)} must be one, too."
                return self.refuse("set_up_formation", text)
        return None

    def has_choice(self, state: State) -> bool:
        return super().has_choice(state) or any(
            state.side_of[unit] == state.active for unit in self.formations
        )
