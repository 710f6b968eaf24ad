"""Chapter 7.9 (8.5 in the newest edition): advance after combat."""

from __future__ import annotations

from ...core.game import Decision, Table
from ...core.orders import Order
from ...core.rulings import Refusal
from ...core.state import State
from ...core.steps import Step
from .events import Advanced
from .frames import ADVANCED, Advance
from .retreat import Retreats

Path = tuple[int, ...]


class Advances(Retreats):
    """Attackers follow along the path of retreat."""

    def advance_ways(self, state: State, unit: int, trails: tuple[Path, ...]) -> list[Path]:
        """fm-folio:7.9.c to g, fm-2023:8.5.d to j: along the path as far as it is free, enemy zones being
        ignored.

        A hex held by the enemy, prohibited to the unit, or behind a prohibited hexside ends the advance
        (7.9.k and l, 8.5.m).
        """
        ways: dict[int, Path] = {}
        costs, enemies = self.way_costs(state, unit), state.occupied[1 - state.side_of[unit]]
        for trail in trails:
            way: Path = (state.at[unit],)
            for goal in trail:
                direction = self.grid.direction(way[-1], goal)
                if direction < 0 or enemies[goal] or not costs[way[-1] * 6 + direction]:
                    break
                way = (*way, goal)
                if self.has_room(state, unit, goal):
                    ways.setdefault(goal, way)
        return list(ways.values())

    def refuse_advance(self, unit: int, goal: int) -> Refusal:
        """The way of the advance is closed to the unit."""
        text = f"{self.name(unit)} may not advance to {self.number(goal)}: the way there is prohibited to it."
        return self.refuse("advance_closed", text, goal)


class AdvanceStep(Step[Advances]):
    """The attackers advance, one by one, or stay; the decision falls at once (7.9.f, 8.5.h)."""

    name = "advance"
    verbs = frozenset({"advance", "end"})

    def decision(self, rules: Advances, state: State) -> Decision:
        advance = self._frame(state)
        hexes = tuple(dict.fromkeys(hex_ for trail in advance.trails for hex_ in trail))
        prompt = "Advance along the path of retreat, or end the advance."
        return Decision("advance", state.active, prompt, rules.clause("advance"), advance.units, hexes)

    def settle(self, rules: Advances, state: State, table: Table) -> bool:
        advance = self._frame(state)
        if any(rules.advance_ways(state, unit, advance.trails) for unit in advance.units):
            return False
        state.frames.pop()
        return True

    def plain_orders(self, rules: Advances, state: State) -> list[Order]:
        return [Order("end")]

    def subjects(self, rules: Advances, state: State) -> tuple[int, ...]:
        return self._frame(state).units

    def orders_of(self, rules: Advances, state: State, subject: int) -> list[Order]:
        ways = rules.advance_ways(state, subject, self._frame(state).trails)
        return [Order("advance", subject, (way[-1],)) for way in ways]

    def judge(self, rules: Advances, state: State, order: Order) -> Refusal | None:
        if order.verb == "end":
            return None
        advance, goal = self._frame(state), order.path[0]
        name = rules.name(order.unit)
        if order.unit not in advance.units:
            return rules.refuse(
                "advance_units",
                f"{name} may not advance: it took no part in the attack, or has advanced already.",
            )
        if not any(goal in trail for trail in advance.trails):
            return rules.refuse(
                "advance_path",
                f"{name} may not advance to {rules.number(goal)}: it is not on the path of retreat.",
                goal,
            )
        if any(way[-1] == goal for way in rules.advance_ways(state, order.unit, advance.trails)):
            return None
        return self._refuse_hex(rules, state, order.unit, goal)

    def _refuse_hex(self, rules: Advances, state: State, unit: int, goal: int) -> Refusal:
        name, number = rules.name(unit), rules.number(goal)
        if not rules.has_room(state, unit, goal):
            return rules.refuse(
                "advance_stacking",
                f"{name} may not end its advance in {number}: a friendly unit is there.",
                goal,
            )
        enemies = state.occupied[1 - state.side_of[unit]]
        trails = (trail[: trail.index(goal) + 1] for trail in self._frame(state).trails if goal in trail)
        if all(any(enemies[hex_] for hex_ in trail) for trail in trails):
            return rules.refuse(
                "advance_enemy", f"{name} may not advance to {number}: an enemy unit bars the path.", goal
            )
        return rules.refuse_advance(unit, goal)

    def carry_out(self, rules: Advances, state: State, order: Order, table: Table) -> None:
        if order.verb == "end":
            state.frames.pop()
            return
        advance = self._frame(state)
        ways = rules.advance_ways(state, order.unit, advance.trails)
        way = next(way for way in ways if way[-1] == order.path[0])
        state.put(order.unit, way[-1])
        state.flags[order.unit] |= ADVANCED
        table.tell(Advanced(order.unit, way))
        rest = tuple(unit for unit in advance.units if unit != order.unit)
        state.frames[-1] = advance._replace(units=rest)

    def _frame(self, state: State) -> Advance:
        advance = state.frames[-1]
        assert isinstance(advance, Advance)
        return advance
