"""Chapter 19: the range of bombardments."""

from __future__ import annotations

from collections.abc import Container

from ....core.battle import Battle
from ....core.orders import Order
from ....core.rulings import Refusal
from ....core.state import State
from ...fire_and_movement.frames import Combat
from .allotments import Allotments

MOST_AREAS = 256
"""Areas within range that are kept."""


class BombardmentRange(Allotments):
    """A marker bombards as many hexes from a friendly HQ as its value; so does counter-battery fire."""

    def __init__(self, battle: Battle) -> None:
        super().__init__(battle)
        self._ranges: dict[tuple[int, int], frozenset[int]] = {}
        self._areas: dict[tuple[tuple[int, ...], int], frozenset[int]] = {}

    def in_range(self, state: State, side: int, value: int, hex_: int) -> bool:
        """kwb-dg:19.0.a to c and e: from any HQ of the side on the map, whatever its state."""
        distance, at = self.grid.distance, state.at
        return any(at[unit] >= 0 and distance(at[unit], hex_) <= value for unit in self.hqs[side])

    def judge_range(self, state: State, side: int, value: int, hex_: int) -> Refusal | None:
        if self.in_range(state, side, value, hex_):
            return None
        if not any(state.at[unit] >= 0 for unit in self.hqs[side]):
            text = f"{self.side_name(side)} has no HQ on the map and cannot fire."
            return self.refuse("bombard_no_hq", text, hex_)
        rule = "bombard_range" if side == state.active else "counter_battery_range"
        text = f"{self.number(hex_)} is more than {value} hexes from every HQ of {self.side_name(side)}."
        return self.refuse(rule, text, hex_)

    def judge_bombarding_markers(self, state: State, order: Order) -> Refusal | None:
        refusal = super().judge_bombarding_markers(state, order)
        return refusal or self.judge_range(state, state.active, order.markers[0], order.path[0])

    def bombard_orders(self, state: State, hex_: int) -> list[Order]:
        orders = super().bombard_orders(state, hex_)
        return [order for order in orders if self.in_range(state, state.active, order.markers[0], hex_)]

    def bombardment_targets(self, state: State) -> list[int]:
        """Hexes that the best marker in hand can reach."""
        targets = super().bombardment_targets(state)
        if not targets:
            return []
        near = self.bombardment_area(state)
        return [hex_ for hex_ in targets if hex_ in near]

    def bombardments_of(self, state: State, hex_: int) -> list[Order]:
        if not state.hands[state.active] or hex_ not in self.bombardment_area(state):
            return []
        return super().bombardments_of(state, hex_)

    def bombardment_area(self, state: State) -> Container[int]:
        """Hexes that the best marker in hand can reach."""
        best = max(self.marker_value[marker] for marker in state.hands[state.active])
        posts = tuple(state.at[unit] for unit in self.hqs[state.active] if state.at[unit] >= 0)
        known = self._areas.get((posts, best))
        if known is None:
            if len(self._areas) >= MOST_AREAS:
                self._areas.clear()
            known = frozenset().union(*(self._near(post, best) for post in posts))
            self._areas[posts, best] = known
        return known

    def _near(self, post: int, reach: int) -> frozenset[int]:
        known = self._ranges.get((post, reach))
        if known is None:
            known = self._ranges[post, reach] = frozenset(self.grid.within(post, reach))
        return known

    def _target(self, state: State) -> int | None:
        """The hex of the bombardment under way, if there is one."""
        combat = state.frames[-1]
        return combat.hex if isinstance(combat, Combat) and combat.kind == "bombardment" else None

    def support_orders(self, state: State, side: int) -> list[Order]:
        """kwb-dg:19.0.d and f: the range binds bombardments only, and the fire against them."""
        orders, hex_ = super().support_orders(state, side), self._target(state)
        if hex_ is None:
            return orders
        return [order for order in orders if self.in_range(state, side, order.markers[0], hex_)]

    def judge_support(self, state: State, side: int, order: Order) -> Refusal | None:
        refusal, hex_ = super().judge_support(state, side, order), self._target(state)
        if refusal is not None or hex_ is None:
            return refusal
        return self.judge_range(state, side, order.markers[0], hex_)
