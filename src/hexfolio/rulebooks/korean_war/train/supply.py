"""Chapter 9: supply, emergency supply, and air supply (12.3.air)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import ClassVar

from ....core.game import Table
from ....core.orders import Order
from ....core.rulings import Refusal
from ....core.state import ELIMINATED, State
from ..events import Airlifted, UsedUp
from ..lines import MOST_SPREADS, both
from .movement import Movement

REACH = 3
"""Hexes from a unit to its Supply Center, or to the road."""


class Supply(Movement):
    """Communist units draw on Supply Centers near them, UN units on the road net."""

    verbs: ClassVar[dict[str, tuple[str, ...]]] = {
        **Movement.verbs,
        "airlift": ("hex", "markers"),
        "emergency": ("unit",),
    }

    def in_supply(self, state: State, unit: int) -> bool:
        """kwb-train:9.0.a: judged at the moment it matters."""
        side, hex_ = state.side_of[unit], state.at[unit]
        if self.supply_free[side] or hex_ < 0:
            return True
        if side == self.communist:
            if state.turn <= self.special.get("surprise", 0) or unit in state.lists.get("emergency", ()):
                return True
        elif hex_ in state.lists.get("airlift", ()):
            return True
        supplied = self.supplied(state, side)
        if supplied[hex_]:
            return True
        return side == self.un and self.beside(self.un_edges(state), supplied, hex_)

    def supplied(self, state: State, side: int) -> bytes:
        """One byte a hex: may a line end there? A UN unit beside such a hex is supplied, too."""
        key = ("supplied", side)
        known: bytes | None = state.cache.get(key)
        if known is None:
            known = self._by_centers(state) if side == self.communist else self._by_road(state)
            state.cache[key] = known
        return known

    # Communist lines

    def linked(self, state: State) -> bytes:
        """kwb-train:9.0.com.b: hexes from which a line of any length leads to a supply symbol."""
        known: bytes | None = state.cache.get("linked")
        if known is None:
            symbols = self.mask(self.listed_hexes("symbols", self.communist))
            closed = self.closed_hexes(state, self.communist)
            known = state.cache["linked"] = self.spread(self.all_edges, closed, symbols)
        return known

    def centers(self, state: State) -> list[int]:
        return [unit for unit in self.depots[self.communist] if state.at[unit] >= 0]

    def is_linked(self, state: State, unit: int) -> bool:
        return bool(self.linked(state)[state.at[unit]])

    def _by_centers(self, state: State) -> bytes:
        """kwb-train:9.0.com.a and c: at most three hexes to a Center that is linked itself."""
        hexes = [state.at[unit] for unit in self.centers(state) if self.is_linked(state, unit)]
        closed = self.closed_hexes(state, self.communist)
        return self.spread(self.all_edges, closed, self.mask(hexes), REACH)

    # UN lines

    def un_edges(self, state: State) -> bytes:
        """Steps that a UN line may take."""
        return self.all_edges

    def _by_road(self, state: State) -> bytes:
        """kwb-train:9.0.un.a and b: at most three hexes, none of them rough, to a road to a source.

        The road itself may run through rough ground (ruling T05); a unit's own hex does not count.
        """
        return self._traced_roads(self.closed_hexes(state, self.un), self.un_edges(state))

    @cached_property
    def _traced_roads(self) -> Callable[[bytes, bytes], bytes]:
        """`_trace_roads`, remembering what it found lately."""
        return lru_cache(MOST_SPREADS)(self._trace_roads)

    def _trace_roads(self, closed: bytes, edges: bytes) -> bytes:
        along = self.way_edges if edges is self.all_edges else both(edges, self.way_edges)
        sources = self.mask(self.listed_hexes("sources", self.un))
        net = self.spread(along, closed, sources)
        steep = _either(closed, _without(self.rough, net))
        return self.spread(edges, steep, net, REACH - 1)

    # Emergency supply

    def judge_emergency(self, state: State, unit: int) -> Refusal | None:
        """kwb-train:9.1.1.a: a Center that is cut off, in the Communist player turn (ruling T19)."""
        name = self.name(unit)
        if state.active != self.communist or state.side_of[unit] != self.communist or not self.depot[unit]:
            return self.refuse("emergency", f"{name} is not a Supply Center of the side whose turn it is.")
        if state.at[unit] < 0:
            return self.refuse("emergency_once", f"{name} is not on the map: a Center is used up once.")
        if self.is_linked(state, unit):
            return self.refuse("emergency", f"{name} is not cut off: it supplies without being used up.")
        return None

    def use_emergency(self, state: State, unit: int, table: Table) -> None:
        """kwb-train:9.1.1.a and b: all units in or next to its hex are in supply, and the Center is gone."""
        hex_ = state.at[unit]
        near = [
            other
            for other in self.side_counters[self.communist]
            if other != unit and state.at[other] >= 0 and self.grid.distance(state.at[other], hex_) <= 1
        ]
        state.lists["emergency"] = tuple(dict.fromkeys((*state.lists.get("emergency", ()), *near)))
        self.use_up(state, unit, "emergency supply", table)

    def use_up(self, state: State, unit: int, purpose: str, table: Table) -> None:
        """The Center goes to the deadpile."""
        state.put(unit, ELIMINATED)
        state.cache.clear()
        table.tell(UsedUp(unit, purpose))

    def emergency_orders(self, state: State, unit: int) -> list[Order]:
        """Emergency supply worth listing: where somebody near the Center lacks supply."""
        if not self.depot[unit] or self.supply_free[self.communist] or self.is_linked(state, unit):
            return []
        return [Order("emergency", unit)] if self._needed(state, state.at[unit]) else []

    def _needed(self, state: State, hex_: int) -> bool:
        return any(
            state.at[unit] >= 0
            and not self.depot[unit]
            and self.grid.distance(state.at[unit], hex_) <= 1
            and not self.in_supply(state, unit)
            for unit in self.side_counters[self.communist]
        )

    # Air supply

    def judge_airlift(self, state: State, order: Order) -> Refusal | None:
        """kwb-train:12.3.air.a and c: a marker in hand for a hex, in the UN player turn, two at most."""
        most = self.special.get("airlifts", 0)
        if not most or state.active != self.un:
            return self.refuse(
                "airlift", "Air supply is bought in the UN player turn, where a battle has it."
            )
        if len(state.lists.get("airlift", ())) >= most:
            return self.refuse("airlift_most", f"At most {most} Air Supply markers are on the map at once.")
        if len(order.markers) != 1:
            return self.refuse("airlift", "One marker is given up for air supply, as in “airlift 0907 +2”.")
        if order.path[0] in state.lists.get("airlift", ()):
            return self.refuse(
                "airlift", f"{self.number(order.path[0])} has air supply already.", order.path[0]
            )
        return self.judge_marker(state, self.un, order.markers[0])

    def airlift(self, state: State, order: Order, table: Table) -> None:
        hand = state.hands[self.un]
        marker = next(marker for marker in hand if self.marker_value[marker] == order.markers[0])
        hand.remove(marker)
        state.pools[self.un].append(marker)
        key = f"used markers {self.un}"
        state.lists[key] = (*state.lists.get(key, ()), marker)
        state.lists["airlift"] = (*state.lists.get("airlift", ()), order.path[0])
        table.tell(Airlifted(-1, order.path[0]))

    def airlift_orders(self, state: State, unit: int) -> list[Order]:
        """Air supply worth listing: the lowest marker for the hex of a unit that lacks supply."""
        if state.side_of[unit] != self.un or not self.special.get("airlifts") or not state.hands[self.un]:
            return []
        if len(state.lists.get("airlift", ())) >= self.special["airlifts"] or self.in_supply(state, unit):
            return []
        value = min(self.marker_value[marker] for marker in state.hands[self.un])
        return [Order("airlift", path=(state.at[unit],), markers=(value,))]

    def begin_player_turn(self, state: State, side: int, table: Table) -> None:
        """kwb-train:12.3.air.b and ruling T19: both kinds of help end with a player turn."""
        if side == self.un:
            state.lists.pop("airlift", None)
        state.lists.pop("emergency", None)
        super().begin_player_turn(state, side, table)


def _without(first: bytes, second: bytes) -> bytes:
    whole = int.from_bytes(first, "little")
    return (whole ^ (whole & int.from_bytes(second, "little"))).to_bytes(len(first), "little")


def _either(first: bytes, second: bytes) -> bytes:
    joined = int.from_bytes(first, "little") | int.from_bytes(second, "little")
    return joined.to_bytes(len(first), "little")
