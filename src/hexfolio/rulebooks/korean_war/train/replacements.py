"""Chapter 10: reinforcements and replacements."""

from __future__ import annotations

from typing import ClassVar

from ....core.game import Table
from ....core.orders import Order
from ....core.rulings import Refusal
from ....core.state import State
from ...fire_and_movement.movement import CLOSED
from ..events import Rebuilt
from .support_fire import SupportFire

MOST_BY_CENTER = 3


class Replacements(SupportFire):
    """Free arrivals; one unit raised per nationality, more by using up a Supply Center."""

    verbs: ClassVar[dict[str, tuple[str, ...]]] = {**SupportFire.verbs, "raise": ("units", "using")}

    def entry_cost(self, state: State, unit: int, hex_: int) -> int:
        """kwb-train:10.1.a and c: units appear in their hex and may use their whole allowance."""
        return 0 if self.battle.key.hex_cost(self.board, hex_, self.counters[unit].mobility) else CLOSED

    def entry_hexes(self, state: State, unit: int) -> tuple[int, ...]:
        """kwb-train:12.21.reinf.c: if its hex is blocked, any other supply symbol (ruling T30)."""
        hexes = super().entry_hexes(state, unit)
        side = state.side_of[unit]
        if self.special.get("entry-symbols") and all(state.occupied[1 - side][hex_] for hex_ in hexes):
            return tuple(dict.fromkeys((*hexes, *self.listed_hexes("symbols", side))))
        return hexes

    def waits_on_stack(self, unit: int) -> bool:
        return True

    # Replacements

    def judge_raise(self, state: State, order: Order) -> Refusal | None:
        if order.unit >= 0:
            return self._judge_center(state, order) or self._judge_raised(state, order)
        return self._judge_raised(state, order) or self._judge_normal(state, order)

    def _judge_raised(self, state: State, order: Order) -> Refusal | None:
        """What holds for every unit that is raised, by either means."""
        if not order.units or len(set(order.units)) != len(order.units):
            return self.refuse("raise", "Every unit that is raised is named once.")
        for unit in order.units:
            name = self.name(unit)
            if state.side_of[unit] != state.active or state.at[unit] < 0:
                return self.refuse("raise", f"{name} is not a unit of yours on the map.")
            if not state.step[unit]:
                return self.refuse("raise", f"{name} is at full strength.")
            if not self.in_supply(state, unit):
                return self.refuse("raise_supply", f"{name} is out of supply: it gets no replacements.")
        return None

    def _judge_normal(self, state: State, order: Order) -> Refusal | None:
        """kwb-train:10.1.2.a, b, e and f: one infantry unit below division of each nationality."""
        if len(order.units) != 1:
            return self.refuse("raise", "Replacements raise one unit at a time.")
        unit = order.units[0]
        name, nation = self.name(unit), self.nation[unit]
        if not self.at_the_start(state):
            return self.refuse("raise", "Replacements are taken at the start of the movement phase.")
        if nation == "cw":
            return self.refuse("raise_commonwealth", f"{name} is a Commonwealth unit: it gets none.")
        if nation in self.special.get("no-replacements", ()):
            return self.refuse("raise_nation", f"{name} gets no replacements in this battle.")
        if self.is_division(unit) or not self.is_infantry(unit) or self.mobile[unit]:
            return self.refuse(
                "raise_kind", f"{name} takes no normal replacements: it is no infantry regiment."
            )
        done = state.lists.get("raised", ())
        if state.active == self.communist and done:
            return self.refuse("raise_one", "One unit has been raised: the Communist side raises no other.")
        if any(self.nation[other] == nation for other in done):
            return self.refuse("raise", f"A unit of {name}'s nationality has been raised already.")
        return None

    def _judge_center(self, state: State, order: Order) -> Refusal | None:
        """kwb-train:10.1.3.a and b: a division or three regiments next to a Center that is in supply."""
        center = order.unit
        name = self.name(center)
        if state.phase != "movement":
            return self.refuse("center_raise", "A Supply Center raises units in the movement phase only.")
        if state.side_of[center] != state.active or not self.depot[center] or state.at[center] < 0:
            return self.refuse("center_raise", f"{name} is not a Supply Center of yours on the map.")
        if not self.is_linked(state, center) and not self.in_supply(state, center):
            return self.refuse("center_near", f"{name} is not in supply itself.")
        for unit in order.units:
            if state.at[unit] < 0 or self.grid.distance(state.at[unit], state.at[center]) > 1:
                return self.refuse("center_near", f"{self.name(unit)} is not next to {name}.")
            if not self.is_infantry(unit) or not self.big[unit]:
                return self.refuse("center_raise", f"{self.name(unit)} is neither a division nor a regiment.")
        divisions = sum(self.is_division(unit) for unit in order.units)
        if len(order.units) > (1 if divisions else MOST_BY_CENTER):
            return self.refuse("center_raise", "A Center raises one division, or up to three regiments.")
        return None

    def raise_units(self, state: State, order: Order, table: Table) -> None:
        for unit in order.units:
            state.step[unit] -= 1
            state.changed(unit)
            table.tell(Rebuilt(unit))
        if order.unit >= 0:
            self.use_up(state, order.unit, "replacements", table)
        else:
            state.lists["raised"] = (*state.lists.get("raised", ()), *order.units)

    def begin_phase(self, state: State, phase: str, table: Table) -> None:
        super().begin_phase(state, phase, table)
        state.lists.pop("raised", None)

    def raise_orders(self, state: State, unit: int) -> list[Order]:
        """Replacements for a unit, or those that a Center could raise: one unit, or several regiments."""
        if self.depot[unit]:
            return self._by_center(state, unit)
        order = Order("raise", units=(unit,))
        return [order] if self.judge_raise(state, order) is None else []

    def _by_center(self, state: State, center: int) -> list[Order]:
        hexes = (state.at[center], *self.grid.around(state.at[center]))
        near = [
            unit
            for hex_ in hexes
            if state.occupied[state.active][hex_]
            for unit in state.stacks[hex_]
            if state.step[unit] and self.big[unit]
        ]
        regiments = tuple(unit for unit in near if not self.is_division(unit))[:MOST_BY_CENTER]
        groups = dict.fromkeys([*((unit,) for unit in near), regiments])
        orders = [Order("raise", center, units=group) for group in groups]
        return [order for order in orders if self.judge_raise(state, order) is None]
