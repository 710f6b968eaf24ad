"""Chapter 10: supply, depots and air supply."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from ....core.game import Table
from ....core.orders import Order
from ....core.rulings import Refusal
from ....core.state import State
from ..events import Airlifted
from ..lines import both
from ..victory import taken_track
from .stacking import Stacking


class Supply(Stacking):
    """Lines of any length; the UN keeps off mountains and rivers, the North Koreans draw on depots."""

    verbs: ClassVar[dict[str, tuple[str, ...]]] = {**Stacking.verbs, "airlift": ("unit",)}
    any_time: ClassVar[frozenset[str]] = frozenset({"airlift"})

    def in_supply(self, state: State, unit: int) -> bool:
        """kwb-dg:10.0.a and e: a line from next to the unit to a source; its own hex does not matter.

        Ruling D03: a unit on a source needs no line, not even where no line may run.
        """
        side = state.side_of[unit]
        if self.supply_free[side] or unit in state.lists.get("airlift", ()):
            return True
        hex_ = state.at[unit]
        if hex_ < 0:
            return True
        supplied = self.supplied(state, side)
        if supplied[hex_]:
            return True
        if side != self.un:
            return False
        return self.beside(self._first_edges(state), supplied, hex_) or hex_ in self.sources(state, side)

    def supplied(self, state: State, side: int) -> bytes:
        """One byte a hex: does a line lead from there to a source of the side?

        A line begins next to the unit, so a UN unit beside such a hex is supplied too; for the other side
        every hex with a unit of its own is open to lines anyway.
        """
        key = ("supplied", side)
        known: bytes | None = state.cache.get(key)
        if known is None:
            name = self.battle.sides[side].id
            if name in self.special.get("symbols", {}):
                known = self._by_depots(state, side)
            else:
                known = self._by_sources(state, side)
            state.cache[key] = known
        return known

    def _by_sources(self, state: State, side: int) -> bytes:
        """kwb-dg:10.0.b, c, d and f: the source is part of the line, so it must be open itself."""
        closed = self._closed_to(state, side)
        sources = self.mask(self.sources(state, side))
        edges = self.supply_edges(state, side)
        if side == self.un and self.reads("mountain-lines", "by-road"):
            edges = both(edges, self.pass_edges)
        return self.spread(edges, closed, sources)

    def _closed_to(self, state: State, side: int) -> bytes:
        """kwb-dg:10.2.terrain.a: a UN line may not include a mountain hex, but may end or begin beside it.

        As `mountain-lines` may be read (ruling D05), a road or trail leads it through.
        """
        closed = self.closed_hexes(state, side)
        if side != self.un or not self.reads("mountain-lines", "never"):
            return closed
        barred = int.from_bytes(closed, "little") | int.from_bytes(self.rough, "little")
        return barred.to_bytes(self.grid.size, "little")

    def _first_edges(self, state: State) -> bytes:
        """The step from a UN unit to the hex where its line begins; its own hex may be any mountain."""
        edges = self.supply_edges(state, self.un)
        return both(edges, self.climbing_edges) if self.reads("mountain-lines", "by-road") else edges

    @cached_property
    def climbing_edges(self) -> bytes:
        """Steps into a hex that is no mountain, or into one by road or trail."""
        ways = self.way_edges
        return self.edges_where(
            lambda hex_, direction, goal: not self.rough[goal] or bool(ways[hex_ * 6 + direction])
        )

    @cached_property
    def pass_edges(self) -> bytes:
        """Steps that touch no mountain, or lead into and out of it by road or trail."""
        climbing = self.climbing_edges
        return self.edges_where(
            lambda hex_, direction, goal: (
                bool(climbing[hex_ * 6 + direction])
                and (not self.rough[hex_] or bool(self.way_edges[hex_ * 6 + direction]))
            )
        )

    def sources(self, state: State, side: int) -> list[int]:
        """kwb-dg:10.0.i, k, m and n: hexes, some of them only until an enemy has occupied them."""
        hexes = list(self.listed_hexes("sources", side))
        return hexes + [
            hex_
            for hex_ in self.listed_hexes("fleeting-sources", side)
            if taken_track(hex_, 1 - side) not in state.tracks
        ]

    def _by_depots(self, state: State, side: int) -> bytes:
        """kwb-dg:10.0.g, h and s: a depot supplies while it is linked to a symbol by a line of its own."""
        closed = self.closed_hexes(state, side)
        edges = self.supply_edges(state, side)
        linked = self.spread(edges, closed, self.mask(self.listed_hexes("symbols", side)))
        depots = [
            state.at[unit] for unit in self.depots[side] if state.at[unit] >= 0 and linked[state.at[unit]]
        ]
        return self.spread(edges, closed, self.mask(depots))

    def supply_edges(self, state: State, side: int) -> bytes:
        """kwb-dg:10.2.terrain.b and c: rivers without a bridge stop UN lines only (a ford is no bridge)."""
        return self.dry_edges if side == self.un else self.all_edges

    @cached_property
    def dry_edges(self) -> bytes:
        """Steps that cross no river, or cross it by a bridge."""
        return self.edges_where(
            lambda hex_, direction, goal: not self.unbridged(self.grid.side(hex_, direction))
        )

    def unbridged(self, side: int) -> bool:
        """Is there a river on the hexside, and no bridge that stands?"""
        features = self.board.hexsides.get(side, frozenset())
        return not features.isdisjoint(self.battle.key.interrupting) and "bridge" not in features

    # Without supply

    def judge_mover(self, state: State, unit: int) -> Refusal | None:
        """kwb-dg:10.4.c: a mobile unit without supply does not move in the mobile movement phase."""
        refusal = super().judge_mover(state, unit)
        if (
            refusal is not None
            and state.phase == "mobile-movement"
            and self.mobile[unit]
            and state.at[unit] >= 0
            and state.side_of[unit] == state.active
            and not self.may_move_late(state, unit)
        ):
            return self.refuse("supply_late", f"{self.name(unit)} is out of supply: it may not move now.")
        return refusal

    def may_move_late(self, state: State, unit: int) -> bool:
        """Supply is judged when the unit sets out."""
        return self.mobile[unit] and (state.mover == unit or self.in_supply(state, unit))

    def judge_attacker_status(self, state: State, unit: int) -> Refusal | None:
        """kwb-dg:10.3.a and 10.4.c: depots never attack, nor unsupplied mobile units late."""
        if self.depot[unit]:
            return self.refuse("depot_attack", f"{self.name(unit)} is a depot: it never attacks.")
        if state.phase == "mobile-combat" and self.mobile[unit] and not self.in_supply(state, unit):
            return self.refuse("supply_late", f"{self.name(unit)} is out of supply: it may not attack now.")
        return super().judge_attacker_status(state, unit)

    # Air supply

    def airlifts_left(self, state: State) -> int:
        """kwb-dg:10.2.air.b: each counter is used once in the whole battle."""
        left: int = self.special.get("airlifts", 0) - state.tracks.get("airlifts", 0)
        return left

    def judge_airlift(self, state: State, unit: int, side: int | None) -> Refusal | None:
        """kwb-dg:10.2.air.b and c: any UN unit on the map, at any moment of a game turn."""
        if side is not None and side != self.un:
            return self.refuse("airlift_unit", "Air supply is for the United Nations player to place.")
        if not state.frames or state.phase == "set-up":
            return self.refuse("airlift_time", "Air supply is placed in the course of a game turn.")
        if self.airlifts_left(state) <= 0:
            return self.refuse("airlift_once", "No Air Supply counter is left: each is used only once.")
        if state.side_of[unit] != self.un or state.at[unit] < 0:
            return self.refuse("airlift_unit", f"{self.name(unit)} is not a UN unit on the map.")
        if unit in state.lists.get("airlift", ()):
            return self.refuse("airlift_unit", f"{self.name(unit)} has its Air Supply counter already.")
        return None

    def airlift(self, state: State, unit: int, table: Table) -> None:
        state.lists["airlift"] = (*state.lists.get("airlift", ()), unit)
        state.tracks["airlifts"] = state.tracks.get("airlifts", 0) + 1
        table.tell(Airlifted(unit, state.at[unit]))

    def airlift_orders(self, state: State, unit: int) -> list[Order]:
        """Air supply worth listing: for a UN unit that is out of supply."""
        if state.side_of[unit] != self.un or self.airlifts_left(state) <= 0 or self.in_supply(state, unit):
            return []
        return [Order("airlift", unit)]

    def judge_any_time(self, state: State, order: Order, side: int | None) -> Refusal | None:
        return self.judge_airlift(state, order.unit, side)

    def carry_out_any_time(self, state: State, order: Order, table: Table) -> None:
        self.airlift(state, order.unit, table)

    def turn_over(self, state: State, table: Table) -> None:
        """kwb-dg:10.2.air.f: the counters of this turn cost a marker each in the next."""
        super().turn_over(state, table)
        debt = len(state.lists.pop("airlift", ()))
        if debt:
            state.tracks["airlift debt"] = debt
        else:
            state.tracks.pop("airlift debt", None)
