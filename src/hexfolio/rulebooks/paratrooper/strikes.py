"""Chapter 12: airstrikes and naval gunfire."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from ...core.game import Table
from ...core.orders import Order
from ...core.rulings import Refusal
from ...core.state import ELIMINATED, REMOVED, State
from .events import Aborted, Attacked
from .frames import STRUCK, Casualty, Strike
from .retreat import Retreats
from .shifts import Assault


class Strikes(Retreats):
    """Strikes attack each unit of a hex on its own, from the top of the stack to the bottom."""

    def available(self, state: State, side: int) -> list[int]:
        """para:12.1.b, 12.8.a: strikes in the display that were not used in this turn."""
        return [unit for unit in state.lists.get(f"strikes {side}", ()) if not state.flags[unit] & STRUCK]

    def strike_kind(self, unit: int) -> str:
        return "naval" if self.has(unit, "naval") else "airstrike"

    def strike_targets(self, state: State) -> list[int]:
        """para:12.2.d, 12.4.a, 23.6.5.d: hexes of the map with enemy units that show themselves."""
        if not self.available(state, state.active):
            return []
        enemy, held = 1 - state.active, state.occupied[1 - state.active]
        return [hex_ for hex_ in sorted(state.stacks) if held[hex_] and self.units_in(state, enemy, hex_)]

    def judge_strike(self, state: State, order: Order) -> Refusal | None:
        hex_, units = order.path[0], order.units
        if not self.units_in(state, 1 - state.active, hex_):
            return self.refuse_target(state, hex_, "strike_target")
        if len(set(units)) < len(units):
            return self.refuse("strike_once", "A strike is named twice.")
        for unit in units:
            if unit not in self.available(state, state.active):
                return self.refuse("strike_once", f"{self.name(unit)} is not available.")
        kinds = {self.strike_kind(unit) for unit in units}
        if len(kinds) > 1:
            return self.refuse(
                "naval_apart", "Airstrikes and naval gunfire on a hex are combats of their own."
            )
        return self._judge_flight(state, hex_, kinds.pop(), len(units))

    def _judge_flight(self, state: State, hex_: int, kind: str, count: int) -> Refusal | None:
        """para:12.2.b, c and e, 12.5.a, 12.10.b and e: a limit for a hex, all at once, one price a phase."""
        if kind == "airstrike" and self.is_night(state) and not self.special["night-strikes"]:
            return self.refuse("strike_night", "There are no airstrikes at night.")
        limit: int = self.special["strike-limit"]
        flown = state.tracks.get(f"{kind} {hex_}", 0)
        if count + flown > limit:
            what = "airstrikes" if kind == "airstrike" else "ships"
            return self.refuse(
                "strike_limit", f"At most {limit} {what} may attack {self.number(hex_)}.", hex_
            )
        if flown:
            return self.refuse(
                "strike_combined", f"All strikes of a kind attack {self.number(hex_)} together.", hex_
            )
        action = "strikes" if kind == "airstrike" else "naval"
        if f"{action} paid" in state.tracks:
            return None
        return self.judge_price(state, state.active, action, "Striking")

    def strike_orders(self, state: State, hex_: int) -> list[Order]:
        """Groups of strikes that may attack a hex, one for each set of strengths."""
        units, seen, orders = self.available(state, state.active), set(), []
        for size in range(1, len(units) + 1):
            for group in combinations(units, size):
                look = tuple(sorted((self.strike_kind(unit), self.counters[unit].steps[0]) for unit in group))
                order = Order("strike", path=(hex_,), units=group)
                if look not in seen and self.judge_strike(state, order) is None:
                    seen.add(look)
                    orders.append(order)
        return orders

    def strike(self, state: State, order: Order, table: Table) -> None:
        """para:12.3.a and b: one target at a time, before the ground attacks."""
        hex_, units = order.path[0], order.units
        kind = self.strike_kind(units[0])
        action = "strikes" if kind == "airstrike" else "naval"
        if f"{action} paid" not in state.tracks:
            self.pay(state, state.active, action, table)
            self.note(state, f"{action} paid")
        for unit in units:
            state.flags[unit] |= STRUCK
        state.tracks[f"{kind} {hex_}"] = len(units)
        targets = tuple(reversed(self.units_in(state, 1 - state.active, hex_)))
        table.tell(Attacked(hex_, units, kind))
        state.frames.append(Strike("strike", state.active, hex_, units, targets))

    def strike_next(self, state: State, frame: Strike, table: Table) -> None:
        """para:12.5.a to c, 12.7.a: the combined strength against the next unit down."""
        alive = tuple(unit for unit in frame.strikes if unit not in state.lists.get("turned away", ()))
        targets = frame.targets
        if not alive or not targets:
            state.frames.pop()
            return
        state.frames[-1] = frame._replace(strikes=alive, targets=targets[1:])
        kind = self.strike_kind(alive[0])
        assault = Assault(kind, frame.side, frame.hex, (), alive, targets[:1])
        result = self.roll(state, assault, table)
        shot = kind == "airstrike" and self.flak(state, 1 - frame.side, frame.hex)
        self.apply_strike(state, assault, result, shot, table)

    def apply_strike(self, state: State, assault: Assault, result: str, shot: bool, table: Table) -> None:
        """para:12.7.a, 14.1.b, ruling RP-56: shot down only under anti-aircraft fire, else it turns away."""
        target = assault.defenders[0]
        if result in ("DE", "DA"):
            self.eliminate(state, target, "strike", table)
        elif result in ("EX", "D1", "DR", "DX"):
            self.disrupt(state, target, "strike", table)
        if result in ("AE", "AR", "AD"):
            effect = "eliminate" if shot else "abort"
            state.frames.append(Casualty("casualty", assault.side, assault.far, effect))
        elif result == "EX":
            state.frames.append(Casualty("casualty", assault.side, assault.far, "abort"))

    def turn_away(self, state: State, unit: int, table: Table) -> None:
        """A strike that is aborted adds nothing more and may be awarded again."""
        state.lists["turned away"] = (*state.lists.get("turned away", ()), unit)
        table.tell(Aborted(unit))

    def shoot_down(self, state: State, unit: int, table: Table) -> None:
        """para:24.2.t, 25.2.q: not replaced."""
        state.lists["turned away"] = (*state.lists.get("turned away", ()), unit)
        side = state.side_of[unit]
        key = f"strikes {side}"
        state.lists[key] = tuple(other for other in state.lists.get(key, ()) if other != unit)
        self.eliminate(state, unit, "shot down", table)

    def strike_pool(self, state: State, side: int, kind: str) -> list[int]:
        """Strikes of a kind that may still be awarded."""
        return [
            unit
            for unit in self.side_counters[side]
            if self.has(unit, kind) and state.at[unit] not in (ELIMINATED, REMOVED)
        ]

    def award(self, state: State, side: int, units: Sequence[int]) -> None:
        """para:12.1.b: from the display of reinforcements to that of strikes."""
        key = f"strikes {side}"
        state.lists[key] = (*state.lists.get(key, ()), *units)
