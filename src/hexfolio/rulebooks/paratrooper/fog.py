"""Chapter 23.6: fog of war counters."""

from __future__ import annotations

from ...core.game import Table
from ...core.rulings import Refusal
from ...core.state import REMOVED, State
from ..ways import Path
from .events import FogPlaced, Freed, Revealed
from .strikes import Strikes


class FogOfWar(Strikes):
    """Counters that lie face down until somebody comes near, looks from the air, or shows them."""

    def draw_fog(self, state: State, count: int, table: Table) -> int:
        """para:23.6.1.a to c, 23.6.2.a, rulings RP-67 and RP-68: drawn unseen from those set aside; how
        many are to be placed."""
        state.tracks["unseen from"] = len(state.lists.get("fog", ()))
        for _ in range(count):
            drawn = state.lists.get("fog", ())
            left = [unit for unit in self.fog_counters if unit not in drawn]
            if not left:
                break
            unit = left[table.roll(len(left)) - 1]
            state.lists["fog"] = (*drawn, unit)
            state.lists["unplaced"] = (*state.lists.get("unplaced", ()), unit)
        return len(state.lists.get("unplaced", ()))

    def fog_hexes(self, state: State) -> list[int]:
        return [hex_ for hex_ in range(self.grid.size) if self.judge_fog(state, hex_) is None]

    def has_fog_hex(self, state: State) -> bool:
        return any(self.judge_fog(state, hex_) is None for hex_ in range(self.grid.size))

    def judge_fog(self, state: State, hex_: int) -> Refusal | None:
        """para:23.6.1.d to f: alone, not next to another, not in or next to a hex with enemy units."""
        number = self.number(hex_)
        if self.is_closed(hex_):
            return self.refuse("fog_place", f"No counter can be placed in {number}.", hex_)
        if self._has_fog(state, hex_):
            return self.refuse("fog_one", f"A fog of war counter is in {number} already.", hex_)
        if any(self._has_fog(state, near) for near in self.grid.around(hex_)):
            return self.refuse("fog_apart", f"A fog of war counter is next to {number}.", hex_)
        enemy = self.airborne_side
        if self.bars(state, enemy, hex_) or self.next_to(state, enemy, hex_):
            return self.refuse("fog_enemy", f"An enemy unit is in or next to {number}.", hex_)
        return None

    def _has_fog(self, state: State, hex_: int) -> bool:
        return any(self.is_fog[unit] for unit in state.stacks.get(hex_, ()))

    def place_fog(self, state: State, hex_: int, table: Table) -> None:
        unit, *rest = state.lists["unplaced"]
        if rest:
            state.lists["unplaced"] = tuple(rest)
        else:
            del state.lists["unplaced"]
        state.lists["concealed"] = (*state.lists.get("concealed", ()), unit)
        state.put(unit, hex_)
        table.tell(FogPlaced(state.side_of[unit], hex_))

    def concealed_in(self, state: State, hex_: int) -> int:
        """The counter that lies face down in a hex, -1 if none does."""
        concealed = state.lists.get("concealed", ())
        return next((unit for unit in state.stacks.get(hex_, ()) if unit in concealed), -1)

    def reveal(self, state: State, unit: int, table: Table) -> None:
        """para:23.6.4.a, 23.6.6.g to i: for good; a deception goes away, prisoners may be freed at once."""
        rest = tuple(other for other in state.lists.get("concealed", ()) if other != unit)
        state.lists.pop("concealed", None)
        if rest:
            state.lists["concealed"] = rest
        state.cache.clear()
        state.changed(unit)
        hex_ = state.at[unit]
        table.tell(Revealed(unit, hex_))
        if self.has(unit, "deception"):
            state.put(unit, REMOVED)
        elif self.has(unit, "prisoners"):
            self.free_prisoners(state, hex_, table)

    def judge_recon(self, state: State, hex_: int) -> Refusal | None:
        """para:23.6.4.b: by the airborne player, before anything moves, for a command point each."""
        if state.active != self.airborne_side or state.phase != "movement":
            return self.refuse("air_recon", "Air reconnaissance is for the airborne side's movement phase.")
        if state.mover >= 0 or "moves" in state.tracks:
            return self.refuse("air_recon", "Air reconnaissance comes before the first move.")
        if self.concealed_in(state, hex_) < 0:
            return self.refuse("air_recon", f"Nothing lies face down in {self.number(hex_)}.", hex_)
        return self.judge_price(state, state.active, "recon", "Air reconnaissance")

    def judge_reveal(self, state: State, hex_: int) -> Refusal | None:
        """para:23.6.4.d: the owner, in his own movement phase, for nothing."""
        if state.active != self.defending_side or self.concealed_in(state, hex_) < 0:
            return self.refuse(
                "own_reveal", f"No counter of yours lies face down in {self.number(hex_)}.", hex_
            )
        return None

    def scout(self, state: State, table: Table) -> None:
        """para:23.6.4.c: at the end of the airborne movement phase, all that lie next to its units."""
        for unit in state.lists.get("concealed", ()):
            hex_ = state.at[unit]
            if any(self.units_in(state, self.airborne_side, near) for near in self.grid.around(hex_)):
                self.reveal(state, unit, table)

    def free_prisoners(self, state: State, hex_: int, table: Table) -> None:
        """para:23.6.6.i: at once if a unit of the airborne side is in their hex when they are revealed."""
        if self.units_in(state, self.airborne_side, hex_):
            self._free(state, hex_, table)

    def _free(self, state: State, hex_: int, table: Table) -> None:
        for unit in tuple(state.stacks.get(hex_, ())):
            if self.has(unit, "prisoners") and not self.is_concealed(state, unit):
                state.put(unit, REMOVED)
                state.lists["freed"] = (*state.lists.get("freed", ()), unit)
                table.tell(Freed(unit, hex_))

    def came_to(self, state: State, unit: int, hexes: Path, table: Table) -> None:
        """para:23.6.6.i: prisoners are freed by a unit that only passes their hex, too."""
        super().came_to(state, unit, hexes, table)
        if state.side_of[unit] == self.airborne_side:
            for hex_ in hexes:
                self._free(state, hex_, table)
