"""Chapter 7.7.2 (8.3.1 in the newest edition): displacement."""

from __future__ import annotations

from ...core.game import Decision, Table
from ...core.orders import Order
from ...core.rulings import Refusal
from ...core.state import State
from ...core.steps import Step
from .events import Displaced
from .frames import DISPLACED, Displace
from .losses import Losses


class Displacement(Losses):
    """A friendly unit makes room for one that retreats."""

    def displaceable(self, state: State, hex_: int, chain: tuple[int, ...]) -> list[int]:
        """Units in a hex that can be moved on and whose leaving makes room for the last unit of `chain`.

        Units in `chain` are barred or wait for room themselves.
        """
        return [
            unit
            for unit in state.stacks.get(hex_, ())
            if unit not in chain
            and self.has_room(state, chain[-1], hex_, leaving=unit)
            and self.displacements(state, unit, chain)
        ]

    def displacements(self, state: State, unit: int, chain: tuple[int, ...]) -> list[int]:
        """fm-folio:7.7.2.c and d, fm-2023:8.3.1.d and j: one hex as if it retreated, into no stack, enemy
        zone or closed terrain.

        A hex held by a friend opens only if no other is open and that friend can be displaced in turn
        (7.7.2.f, 8.3.1.f). Nobody goes where a unit of `chain` stands: it would be in the way again.
        """
        start = state.at[unit]
        barred = {state.at[other] for other in chain}
        zones, enemies, costs = (
            self.enemy_zones(state, unit),
            state.occupied[1 - state.side_of[unit]],
            self.way_costs(state, unit),
        )
        open_hexes = [
            goal
            for direction in range(6)
            if costs[start * 6 + direction]
            and not zones[goal := self.grid.neighbour(start, direction)]
            and not enemies[goal]
            and goal not in barred
        ]
        vacant = [hex_ for hex_ in open_hexes if self.has_room(state, unit, hex_)]
        if vacant:
            return vacant
        return [hex_ for hex_ in open_hexes if self.displaceable(state, hex_, (*chain, unit))]


class DisplaceStep(Step[Displacement]):
    """The owner says where the displaced unit goes."""

    name = "displace"
    verbs = frozenset({"displace"})

    def side(self, rules: Displacement, state: State) -> int:
        return self._frame(state).side

    def decision(self, rules: Displacement, state: State) -> Decision:
        frame = self._frame(state)
        prompt = f"A unit in {rules.number(frame.hex)} must make room: say where it goes."
        units = tuple(rules.displaceable(state, frame.hex, frame.chain))
        return Decision("displace", frame.side, prompt, rules.clause("displacement"), units, (frame.hex,))

    def settle(self, rules: Displacement, state: State, table: Table) -> bool:
        frame = self._frame(state)
        if frame.unit < 0 or not rules.has_room(state, frame.unit, frame.goal):
            return False
        self._move(rules, state, frame.unit, frame.goal, table)
        return True

    def subjects(self, rules: Displacement, state: State) -> list[int]:
        frame = self._frame(state)
        return rules.displaceable(state, frame.hex, frame.chain)

    def orders_of(self, rules: Displacement, state: State, subject: int) -> list[Order]:
        chain = self._frame(state).chain
        return [Order("displace", subject, (hex_,)) for hex_ in rules.displacements(state, subject, chain)]

    def judge(self, rules: Displacement, state: State, order: Order) -> Refusal | None:
        name = rules.name(order.unit)
        if order.unit not in self.subjects(rules, state):
            return rules.refuse("displacement", f"{name} is not the unit that must make room.")
        if order.path[0] in rules.displacements(state, order.unit, self._frame(state).chain):
            return None
        return rules.refuse(
            "displacement_hex",
            f"{name} may not be displaced to {rules.number(order.path[0])}: it goes "
            "one hex, to no enemy unit, into no enemy zone, closed terrain or stack.",
            order.path[0],
        )

    def carry_out(self, rules: Displacement, state: State, order: Order, table: Table) -> None:
        frame, goal = self._frame(state), order.path[0]
        if rules.has_room(state, order.unit, goal):
            self._move(rules, state, order.unit, goal, table)
            return
        state.frames[-1] = frame._replace(unit=order.unit, goal=goal)
        state.frames.append(Displace("displace", frame.side, goal, (*frame.chain, order.unit)))

    def _move(self, rules: Displacement, state: State, unit: int, goal: int, table: Table) -> None:
        """fm-folio:7.7.2.e and h, fm-2023:8.3.1.e and h: it moves first, and attacks no more."""
        state.frames.pop()
        start = state.at[unit]
        state.put(unit, goal)
        state.flags[unit] |= DISPLACED
        table.tell(rules.told(state, Displaced(unit, (start, goal))))

    def _frame(self, state: State) -> Displace:
        frame = state.frames[-1]
        assert isinstance(frame, Displace)
        return frame
