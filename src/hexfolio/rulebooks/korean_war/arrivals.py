"""Reinforcements: when they are due, on what conditions, and where they appear."""

from __future__ import annotations

from abc import abstractmethod

from ...core.battle import Arrival, Battle
from ...core.game import Table
from ...core.orders import OFF_MAP, Order
from ...core.rulings import Refusal
from ...core.state import REMOVED, WAITING, State
from ..fire_and_movement.movement import CLOSED
from ..fire_and_movement.sequence import control_track
from ..ways import Path
from .markers import Markers
from .stacks import crowd_track

DUE = "due"


class Arrivals(Markers):
    """Both books bring reinforcements on in the movement phase of their owner."""

    def __init__(self, battle: Battle) -> None:
        super().__init__(battle)
        due = battle.arrivals.items()
        self.side_arrivals = [
            [(unit, arrival) for unit, arrival in due if battle.counters[unit].side == side]
            for side in (0, 1)
        ]
        self.conditional = [unit for unit, arrival in due if arrival.terms & {"vacated", "held"}]
        self.needing_control = [unit for unit, arrival in due if "controlled" in arrival.terms]

    def arrival_of(self, state: State, unit: int) -> Arrival | None:
        """How a counter comes on; the regiments of a division that was broken up come on as it would."""
        return self.battle.arrivals.get(unit) or self._as_division(state, unit) or self._drawn(state, unit)

    def _as_division(self, state: State, unit: int) -> Arrival | None:
        broken = state.lists.get("broken", ())
        for position in range(0, len(broken), 4):
            if unit in broken[position + 1 : position + 4]:
                return self.battle.arrivals.get(broken[position])
        return None

    def _drawn(self, state: State, unit: int) -> Arrival | None:
        drawn = state.lists.get("random arrivals", ())
        if unit not in drawn:
            return None
        turn, _, hexes = self.special["random-arrivals"][drawn.index(unit)]
        return Arrival(turn, hexes)

    def due_turn(self, state: State, unit: int, arrival: Arrival) -> int:
        """The turn in which a reinforcement may come, 0 if nothing has called for it yet."""
        known = state.tracks.get(f"{DUE} {unit}")
        if known is not None:
            return known
        return 0 if "called" in arrival.terms else arrival.turn

    def is_due(self, state: State, unit: int, arrival: Arrival) -> bool:
        turn = self.due_turn(state, unit, arrival)
        if not turn or turn > state.turn:
            return False
        return "once" not in arrival.terms or turn == state.turn

    def arrivals(self, state: State) -> list[int]:
        """Reinforcements that may come on: those found when the movement phase began."""
        due = state.lists.get("due", ())
        return [unit for unit in due if state.at[unit] == WAITING] if due else []

    def call_arrivals(self, state: State) -> None:
        """At the start of a movement phase: who may come on in it?"""
        waiting = [
            (unit, arrival) for unit, arrival in self.side_arrivals[state.active] if state.at[unit] == WAITING
        ]
        if "broken" in state.lists or "random arrivals" in state.lists:
            waiting += self._late_comers(state)
        due = tuple(
            unit
            for unit, arrival in waiting
            if self.is_due(state, unit, arrival) and self.judge_terms(state, unit, arrival) is None
        )
        if due:
            state.lists["due"] = due
        else:
            state.lists.pop("due", None)

    def _late_comers(self, state: State) -> list[tuple[int, Arrival]]:
        """Spare regiments that wait to come on, as parts of a division or drawn for the occasion."""
        spares = (*state.lists.get("broken", ()), *state.lists.get("random arrivals", ()))
        return [
            (unit, arrival)
            for unit in spares
            if "spare" in self.counters[unit]
            and state.side_of[unit] == state.active
            and state.at[unit] == WAITING
            and (arrival := self.arrival_of(state, unit)) is not None
        ]

    def judge_terms(self, state: State, unit: int, arrival: Arrival) -> Refusal | None:
        """Conditions that were judged when the movement phase began, and an HQ that must be there."""
        if arrival.beside and not self.entry_hexes(state, unit):
            text = f"{self.name(unit)} may not come on: {arrival.beside} is lost."
            return self.refuse("arrival_called", text)
        if not arrival.terms & {"vacated", "held"} or unit in state.lists.get("admitted", ()):
            return None
        where = self.number(arrival.hexes[0])
        return self.refuse(
            "arrival_terms", f"{self.name(unit)} may not come on: {where} is not ready for it."
        )

    def admit(self, state: State) -> None:
        """kwb-dg:28.0.f, kwb-train:12.21.reinf.b: whose hex is ready at the start of the movement phase?"""
        due = [u for u in self.conditional if state.side_of[u] == state.active and state.at[u] == WAITING]
        admitted = tuple(unit for unit in due if self._is_ready(state, unit))
        if admitted:
            state.lists["admitted"] = admitted
        else:
            state.lists.pop("admitted", None)

    def _is_ready(self, state: State, unit: int) -> bool:
        """Are the hexes of an arrival as its terms want them?"""
        side, arrival = state.side_of[unit], self.battle.arrivals[unit]
        if "vacated" in arrival.terms:
            return all(
                state.tracks.get(control_track(hex_)) == side and hex_ not in state.stacks
                for hex_ in arrival.hexes
            )
        return all(self.real_in(state, side, hex_) for hex_ in arrival.hexes)

    def lose_uncontrolled(self, state: State, table: Table) -> None:
        """A counter due in a hex that its side must control is lost if it does not."""
        for unit in self.needing_control:
            arrival = self.battle.arrivals[unit]
            if (
                state.side_of[unit] == state.active
                and state.at[unit] == WAITING
                and self.is_due(state, unit, arrival)
                and state.tracks.get(control_track(arrival.hexes[0])) != state.active
            ):
                state.put(unit, REMOVED)

    def entry_hexes(self, state: State, unit: int) -> tuple[int, ...]:
        arrival = self.arrival_of(state, unit)
        assert arrival is not None
        if arrival.beside:
            place = state.at[self.named[arrival.beside]]
            return (place,) if place >= 0 else self.instead(unit, arrival)
        return arrival.hexes

    def instead(self, unit: int, arrival: Arrival) -> tuple[int, ...]:
        """Rulings D50 and D51: without its HQ a unit comes on at the first source of its side, if at all."""
        return () if "called" in arrival.terms else self.listed_hexes("sources", self.counters[unit].side)[:1]

    def judge_entry(self, state: State, unit: int, path: Path) -> Refusal | int:
        """The half points of a reinforcement's way, or why it may not come on so."""
        arrival, name = self.arrival_of(state, unit), self.name(unit)
        if arrival is None or state.at[unit] != WAITING or state.side_of[unit] != state.active:
            return self.refuse_stranger(state, unit)
        if not self.is_due(state, unit, arrival):
            return self.refuse_early(state, unit, arrival)
        if state.phase != "movement":
            return self.refuse("arrival_phase", f"{name} may come on in the movement phase only.")
        refusal = self.judge_terms(state, unit, arrival)
        if refusal is not None:
            return refusal
        if path[0] not in self.entry_hexes(state, unit) or OFF_MAP in path:
            return self.refuse_entry_hex(state, unit, path[0])
        if state.occupied[1 - state.side_of[unit]][path[0]]:
            text = f"{name} may not come on at {self.number(path[0])}: an enemy unit is there."
            return self.refuse("entry_blocked", text, path[0])
        left = self.allowance(state, unit) * 2
        cost = self.entry_cost(state, unit, path[0])
        if cost == CLOSED:
            text = f"{name} may not come on at {self.number(path[0])}: the terrain is prohibited to it."
            return self.refuse("closed_hex", text, path[0])
        if cost > left:
            return self.refuse_cost(unit, path[0], cost, left)
        if len(path) > 1 and self.must_stop(state, unit, path[0]):
            return self.refuse_stop(unit, path[0], path[1])
        way = self.judge_way(state, unit, path, left - cost, False)
        return way if isinstance(way, Refusal) else cost + way

    def refuse_stranger(self, state: State, unit: int) -> Refusal:
        text = f"{self.name(unit)} is not a reinforcement waiting to come on."
        if unit in state.lists.get("broken", ()) and state.at[unit] == REMOVED:
            return self.refuse(
                "breakdown_final", f"{self.name(unit)} was broken down and does not come back."
            )
        return self.refuse(self.sided("reinforcement", unit), text)

    def refuse_entry_hex(self, state: State, unit: int, hex_: int) -> Refusal:
        expected = ", ".join(self.number(other) for other in self.entry_hexes(state, unit))
        text = f"{self.name(unit)} comes on at {expected or 'no hex'}."
        return self.refuse(self.sided("reinforcement", unit), text)

    def refuse_early(self, state: State, unit: int, arrival: Arrival) -> Refusal:
        name, turn = self.name(unit), self.due_turn(state, unit, arrival)
        if not turn:
            return self.refuse("arrival_called", f"{name} comes only when the rules call for it.")
        if turn < state.turn:
            return self.refuse("optional", f"{name} could come on in game turn {turn} only.")
        rule = "optional" if "optional" in arrival.terms else self.sided("arrival_turn", unit)
        return self.refuse(rule, f"{name} is due in game turn {turn}, not before.")

    def sets_out(self, state: State, order: Order, table: Table) -> bool:
        if order.verb == "enter":
            self.note_entry(state, order.unit, order.path[0])
        return super().sets_out(state, order, table)

    def note_entry(self, state: State, unit: int, hex_: int) -> None:
        """A reinforcement comes on: remember it, and which optional ones did."""
        state.lists["entered"] = (*state.lists.get("entered", ()), unit)
        arrival = self.battle.arrivals.get(unit)
        if arrival is not None and "optional" in arrival.terms:
            state.lists["optional"] = (*state.lists.get("optional", ()), unit)
        if not self.has_room(state, unit, hex_):
            state.tracks[crowd_track(state.active)] = 1

    @abstractmethod
    def waits_on_stack(self, unit: int) -> bool:
        """Rulings D50 and T32: is the counter placed in its hex, and stacking judged only later?"""

    def judge_end(self, state: State, unit: int, hex_: int) -> Refusal | None:
        """kwb-train:5.3.1.a, ruling D50: such an arrival may wait on a full stack while the phase lasts."""
        if state.at[unit] == WAITING and self.waits_on_stack(unit) and hex_ in self.entry_hexes(state, unit):
            return None
        return super().judge_end(state, unit, hex_)

    def entry_ways(self, state: State, unit: int) -> list[Path]:
        ways = super().entry_ways(state, unit)
        if not self.waits_on_stack(unit):
            return ways
        enemies = state.occupied[1 - state.side_of[unit]]
        return ways + [
            (hex_,)
            for hex_ in self.entry_hexes(state, unit)
            if not enemies[hex_] and self.entry_cost(state, unit, hex_) != CLOSED and (hex_,) not in ways
        ]
