"""Chapter 12.21: scratch units, whose strength nobody knows until they are met, and random regiments."""

from __future__ import annotations

from typing import Any

from ....core.battle import Battle, Placement
from ....core.counters import Values, values_text
from ....core.game import Table
from ....core.rulings import Refusal
from ....core.state import State
from ..events import Unmasked
from .han import Han

EMPTY: Values = (0, 0, 4)


class Scratch(Han):
    """The hidden sides lie in a cup; one is drawn when a unit is turned over."""

    def __init__(self, battle: Battle) -> None:
        super().__init__(battle)
        self.scratch = ["scratch" in counter for counter in battle.counters]
        self.scratch_sides: tuple[Values, ...] = self.special.get("scratch", ())

    # Set-up

    def judge_area(self, state: State, unit: int, hex_: int) -> Refusal | None:
        """kwb-train:12.21.scratch.a and 12.1.2.e: never two in a hex, scratch units never side by side."""
        refusal = super().judge_area(state, unit, hex_)
        if refusal is not None:
            return refusal
        reach = 1 if self.scratch[unit] else 0
        if self.scratch[unit] or self.depot[unit]:
            for other in self.side_counters[state.active]:
                alike = self.scratch[other] if self.scratch[unit] else self.depot[other]
                near = state.at[other] >= 0 and self.grid.distance(state.at[other], hex_) <= reach
                if alike and near and other != unit:
                    text = (
                        f"{self.name(unit)} may not set up in {self.number(hex_)}: a like unit is too near."
                    )
                    return self.refuse("set_up_apart", text, hex_)
        return None

    def begin(self, state: State, table: Table) -> None:
        """kwb-train:12.22.setup.c: random regiments are drawn before the set-up."""
        random = self.special.get("random-set-up")
        if random:
            drawn = tuple(self.draw_spare(state, random["nation"], table) for _ in range(random["count"]))
            state.lists["random set-up"] = drawn
        super().begin(state, table)

    def lay_out(self, state: State) -> None:
        super().lay_out(state)
        random = self.special.get("random-set-up")
        if random and "random set-up" not in state.lists:
            drawn = tuple(self.spares_left(state, random["nation"])[-random["count"] :])
            state.lists["random set-up"] = state.lists["spent"] = drawn

    def to_place(self, state: State, side: int) -> list[int]:
        drawn = [unit for unit in state.lists.get("random set-up", ()) if state.side_of[unit] == side]
        return super().to_place(state, side) + drawn

    def placement_of(self, state: State, unit: int) -> Placement | None:
        drawn = state.lists.get("random set-up", ())
        if unit in drawn:
            random = self.special["random-set-up"]
            defaults = random["defaults"]
            return Placement(random["hexes"], False, default=defaults[drawn.index(unit) % len(defaults)])
        return super().placement_of(state, unit)

    # Arrivals

    def begin_phase(self, state: State, phase: str, table: Table) -> None:
        """kwb-train:12.22.setup.e: a random regiment is drawn when it arrives."""
        if phase == "movement":
            drawn = state.lists.get("random arrivals", ())
            for turn, nation, _ in self.special.get("random-arrivals", ())[len(drawn) :]:
                if turn <= state.turn and state.active == self.communist and self.spares_left(state, nation):
                    drawn = (*drawn, self.draw_spare(state, nation, table))
            if drawn:
                state.lists["random arrivals"] = drawn
        super().begin_phase(state, phase, table)

    # Turning over

    def face_down(self, state: State, unit: int) -> bool:
        return self.scratch[unit] and unit not in state.lists.get("revealed", ())

    def covered(self, state: State, hex_: int) -> bool:
        return any(self.face_down(state, unit) for unit in state.stacks.get(hex_, ()))

    def uncover(self, state: State, units: tuple[int, ...], table: Table) -> None:
        """kwb-train:12.21.scratch.d and e: drawn from the cup now; a dummy is gone at once (ruling T33)."""
        for unit in units:
            if not self.face_down(state, unit) or not self.scratch_sides:
                continue
            taken = state.lists.get("scratch", ())
            left = [number for number in range(len(self.scratch_sides)) if number not in taken]
            number = left[table.roll(len(left)) - 1]
            state.lists["scratch"] = (*taken, number)
            state.lists["revealed"] = (*state.lists.get("revealed", ()), unit)
            state.lists["values"] = (*state.lists.get("values", ()), unit, number)
            table.tell(Unmasked(unit, state.at[unit]))
            if self.scratch_sides[number][:2] == EMPTY[:2]:
                self.eliminate(state, unit, "dummy", table)
        state.cache.clear()

    def scratch_values(self, state: State, unit: int) -> Values:
        values = state.lists.get("values", ())
        if unit in values[::2]:
            return self.scratch_sides[values[values[::2].index(unit) * 2 + 1]]
        return EMPTY

    def is_hidden(self, state: State, unit: int) -> bool:
        return self.face_down(state, unit)

    def values(self, state: State, unit: int) -> Values:
        return self.scratch_values(state, unit) if self.scratch[unit] else super().values(state, unit)

    def situation(self, state: State) -> dict[str, Any]:
        told = super().situation(state)
        shown = state.lists.get("revealed", ())
        if shown:
            told["revealed"] = {self.name(unit): values_text(self.values(state, unit)) for unit in shown}
        return told

    def attack_strength(self, state: State, unit: int) -> int:
        if self.scratch[unit]:
            return self.scratch_values(state, unit)[0]
        return super().attack_strength(state, unit)

    def defence_strength(self, state: State, unit: int) -> int:
        if self.scratch[unit]:
            return self.scratch_values(state, unit)[1]
        return super().defence_strength(state, unit)

    def judge_attacker_status(self, state: State, unit: int) -> Refusal | None:
        """Ruling T33: one that is face down may be named in an attack; a real one of no strength may not."""
        if self.scratch[unit] and not self.face_down(state, unit) and not self.attack_strength(state, unit):
            return self.refuse("zero_attack", f"{self.name(unit)} has no attack strength: it cannot attack.")
        return super().judge_attacker_status(state, unit)

    def end_turn(self, state: State, table: Table) -> None:
        """Ruling T36: at the end of the battle scratch units in cities are turned over."""
        if state.turn == self.battle.turns:
            hexes = {hex_ for line in self.battle.victory.get("occupied", ()) for hex_ in line[2]}
            for unit in self.side_counters[self.communist]:
                if state.at[unit] in hexes and self.face_down(state, unit):
                    self.uncover(state, (unit,), table)
        super().end_turn(state, table)
