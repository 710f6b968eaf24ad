"""Chapters 1 and 2: the rulebook bound to a battle, and the words that every other chapter uses."""

from __future__ import annotations

from abc import abstractmethod
from array import array
from collections.abc import Mapping
from typing import Any, ClassVar

from ...core.battle import Battle
from ...core.events import Event
from ...core.game import Table
from ...core.orders import Order
from ...core.rulings import Refusal
from ...core.state import ELIMINATED, State
from ...core.steps import Step
from ..bound import BoundRules
from ..events import Eliminated
from .events import StepLost
from .frames import FRAME_TYPES
from .tables import combat_table

ATTACK, DEFENCE, MOVEMENT = 0, 1, 2
OWN_DECISION = {
    "place": "set_up_order",
    "move": "own_phase",
    "enter": "own_phase",
    "attack": "own_combat",
    "bombard": "own_bombardment",
}
"""The rule that reserves an order to the side whose turn it is."""


class General(BoundRules):
    """What the rulebook knows before play begins. Every chapter builds on it."""

    verbs: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "place": ("unit", "hex"),
        "move": ("unit", "path"),
        "enter": ("unit", "path"),
        "attack": ("hex", "with"),
        "cancel": (),
        "support": ("markers",),
        "pass": (),
        "bombard": ("hex", "markers", "draw"),
        "lose": ("unit",),
        "retreat": ("unit", "path"),
        "stand": ("unit",),
        "displace": ("unit", "hex"),
        "advance": ("unit", "hex"),
        "end": (),
    }
    frame_types: ClassVar[Mapping[str, type[Any]]] = FRAME_TYPES

    def __init__(self, battle: Battle) -> None:
        super().__init__(battle)
        self.table = combat_table(battle.table)
        self.marker_value = [marker.value for marker in battle.markers]
        costs: dict[str, array[int]] = {}
        for counter in battle.counters:
            if counter.mobility not in costs:
                costs[counter.mobility] = battle.key.step_costs(self.board, counter.mobility)
        self.costs = [costs[counter.mobility] for counter in battle.counters]
        self.mobile = [counter.mobility == "mobile" for counter in battle.counters]

    def new_state(self, seed: int) -> State:
        state = super().new_state(seed)
        for marker in self.battle.markers:
            state.pools[marker.side].append(marker.index)
        return state

    @abstractmethod
    def end_phase(self, state: State, table: Table) -> None:
        """The phase under way is over; go on with the sequence of play."""

    def units_of(self, state: State, side: int) -> list[int]:
        """Counters of a side that may be in play, in the order of the roster."""
        return self.side_counters[side]

    def is_hidden(self, state: State, unit: int) -> bool:
        """Does the counter lie face down? Here none does."""
        return False

    def attack_strength(self, state: State, unit: int) -> int:
        """fm-folio:2.3.2.a, fm-2023:2.3.2.a: the attack value of the side of the counter that shows."""
        return self.counters[unit].steps[state.step[unit]][ATTACK]

    def defence_strength(self, state: State, unit: int) -> int:
        """fm-folio:2.3.2.b, fm-2023:2.3.2.b: the defence value of the side of the counter that shows."""
        return self.counters[unit].steps[state.step[unit]][DEFENCE]

    def allowance(self, state: State, unit: int) -> int:
        """fm-folio:2.3.2.d, fm-2023:2.3.2.e: movement points printed on the side that shows."""
        return self.counters[unit].steps[state.step[unit]][MOVEMENT]

    def way_costs(self, state: State, unit: int) -> array[int]:
        """What every step costs a unit that does not move by choice: retreats, displacements, advances."""
        return self.costs[unit]

    def told(self, state: State, event: Event) -> Event:
        """An event of a single unit as both sides may know it."""
        return event

    def lose_step(self, state: State, unit: int, cause: str, table: Table) -> None:
        """fm-folio:7.6.d, fm-2023:8.3.b: a unit that must lose a step and has none left is eliminated."""
        if state.step[unit] + 1 >= len(self.counters[unit].steps):
            self.eliminate(state, unit, cause, table)
            return
        state.step[unit] += 1
        state.changed(unit)
        table.tell(StepLost(unit, cause))

    def eliminate(self, state: State, unit: int, cause: str, table: Table) -> None:
        """fm-folio:7.6.a, fm-2023:8.2.4.a: the counter leaves the map for good, whatever steps it had."""
        state.put(unit, ELIMINATED)
        table.tell(Eliminated(unit, cause))

    def in_supply(self, state: State, unit: int) -> bool:
        """fm-folio:9.0.a, fm-2023:9.0.a: without exclusive rules every unit is always in supply."""
        return True

    def refuse_finished(self) -> Refusal:
        """fm-folio:2.3.1.k, fm-2023:4.1.n: play stops after the last game turn."""
        return self.refuse("game_over", "The battle is over: no more orders can be given.")

    def refuse_side(self, state: State, order: Order, step: Step[Any]) -> Refusal:
        """fm-folio:5.1.c and 7.0.f, fm-2023:5.2.a and 8.0.a: only the side that is asked acts."""
        asked = self.side_name(step.side(self, state))
        rule = OWN_DECISION.get(order.verb, "own_decision")
        return self.refuse(rule, f"It is for {asked} to decide now, not for the other side.")

    def refuse_verb(self, state: State, order: Order, step: Step[Any]) -> Refusal:
        """fm-folio:4.1.h, fm-2023:4.1.b: every phase and every combat is finished before the next begins."""
        rule, why = self._out_of_step(order, step.name)
        asked = ", ".join(f"“{verb}”" for verb in sorted(step.verbs))
        return self.refuse(rule, f"“{order.verb}” is not possible now: {why}. Expected {asked}.")

    def _out_of_step(self, order: Order, step: str) -> tuple[str, str]:
        verb = order.verb
        if verb in ("move", "enter"):
            return "moves_in_movement", "units move only in their own side's movement phases"
        if verb == "attack" and step in ("support", "loss", "retreat", "displace", "advance"):
            return "one_combat_at_a_time", "the combat under way must be finished first"
        if verb == "attack":
            return "attacks_in_combat", "units attack only in their own side's combat phases"
        if verb == "bombard":
            return "bombardment_time", "this is not the time for bombardments"
        if verb == "advance":
            return "no_advance", "an advance is possible only right after the defender has retreated"
        if verb == "cancel":
            return "no_cancel", "an attack cannot be called off any more"
        if verb == "support":
            return "support_windows", "there is no chance to place a marker"
        if verb in ("retreat", "stand", "displace", "lose"):
            return "no_result", "no combat result asks for it"
        return "sequence", "it is not asked for"
