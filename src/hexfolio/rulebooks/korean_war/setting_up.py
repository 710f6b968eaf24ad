"""Setting up as play: each side places what the book lets it place, or accepts the historical set-up."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import Any, ClassVar

from ...core.battle import Placement
from ...core.game import Decision, Table
from ...core.orders import Order
from ...core.rulings import Refusal
from ...core.state import REMOVED, WAITING, State
from ..events import Deployed
from ..fire_and_movement.set_up import SetUpStep
from .arrivals import Arrivals
from .events import BrokeDown


class SettingUp(Arrivals):
    """Placement by choice, divisions that set up as regiments, and defaults."""

    verbs: ClassVar[dict[str, tuple[str, ...]]] = {**Arrivals.verbs, "accept": (), "break": ("unit",)}

    # What is placed by choice

    def to_place(self, state: State, side: int) -> list[int]:
        """Counters whose owner chooses the hex: by the list, or because their division is broken up."""
        listed = [unit for unit in super().to_place(state, side) if state.at[unit] != REMOVED]
        return listed + [unit for unit in self.split_off(state) if state.side_of[unit] == side]

    def split_off(self, state: State) -> list[int]:
        """Regiments that set up in and around the hex of their former division."""
        broken = state.lists.get("broken", ())
        return [
            unit
            for position in range(0, len(broken), 4)
            if f"post {broken[position]}" in state.tracks
            for unit in broken[position + 1 : position + 4]
            if state.at[unit] != REMOVED
        ]

    def post(self, state: State, regiment: int) -> int:
        """The hex of the division that a regiment comes from."""
        broken = state.lists.get("broken", ())
        return state.tracks[f"post {broken[broken.index(regiment) // 4 * 4]}"]

    def placement_of(self, state: State, unit: int) -> Placement | None:
        placement = self.battle.placements.get(unit)
        if placement is not None:
            return placement
        broken = state.lists.get("broken", ())
        if unit in broken:
            reach = self.special.get("breakdown-reach", 1)
            return Placement(tuple(self.grid.within(self.post(state, unit), reach)), False)
        return None

    def set_up_hexes(self, state: State, unit: int) -> list[int]:
        """Every hex where a counter may set up as things stand."""
        placement = self.placement_of(state, unit)
        assert placement is not None
        return [hex_ for hex_ in placement.hexes if self.judge_placement(state, unit, hex_) is None]

    def judge_placement(self, state: State, unit: int, hex_: int) -> Refusal | None:
        """The hex must be one that the book gives to the counter, with room and ground for it."""
        name, number = self.name(unit), self.number(hex_)
        if unit not in self.to_place(state, state.active):
            return self.refuse_fixed(state, unit)
        refusal = self.judge_area(state, unit, hex_)
        if refusal is not None:
            return refusal
        if state.occupied[1 - state.active][hex_]:
            return self.refuse(
                "enemy_hex", f"{name} may not set up in {number}: an enemy unit is there.", hex_
            )
        if not self.land[hex_] or not self.battle.key.hex_cost(
            self.board, hex_, self.counters[unit].mobility
        ):
            return self.refuse(
                "closed_hex", f"{name} may not set up in {number}: the ground is closed.", hex_
            )
        if not self.has_room(state, unit, hex_):
            rule = self.stacking_rule(state, unit, hex_)
            return self.refuse(rule, f"{name} may not set up in {number}: the stack is full.", hex_)
        return self.judge_neighbours(state, unit, hex_)

    def refuse_fixed(self, state: State, unit: int) -> Refusal:
        placement = self.battle.placements.get(unit)
        name = self.name(unit)
        if placement is not None and placement.fixed and state.side_of[unit] == state.active:
            text = f"{name} sets up in {self.number(placement.hexes[0])}, nowhere else."
            return self.refuse(self.set_up_rule(state, unit), text)
        text = f"{name} is not among the counters {self.side_name(state.active)} places."
        return self.refuse(self.set_up_rule(state, unit), text)

    def set_up_rule(self, state: State, unit: int) -> str:
        """The rule that fixes where a counter sets up."""
        return self.sided("set_up", unit)

    def judge_area(self, state: State, unit: int, hex_: int) -> Refusal | None:
        """Is the hex among those the book names for the counter?"""
        placement = self.placement_of(state, unit)
        assert placement is not None
        name, number = self.name(unit), self.number(hex_)
        if unit in self.split_off(state):
            if hex_ in placement.hexes and not self._leaves_post(state, unit, hex_):
                return None
            return self.refuse(
                "set_up_breakdown", f"{name} sets up near the hex of its division, not in {number}.", hex_
            )
        if hex_ not in placement.hexes:
            rule = self.sided("set_up_area" if self._is_area(placement) else "set_up_choice", unit)
            return self.refuse(rule, f"{name} may not set up in {number}: it is outside its area.", hex_)
        if placement.near and not self._is_near(state, unit, hex_, placement):
            rule = "set_up_area" if placement.reach > 1 else "set_up_beside"
            where = "stacked with" if not placement.reach else f"within {placement.reach} of"
            whom = "another counter of its side" if placement.near == "*" else placement.near
            text = f"{name} must set up {where} {whom}; {number} is not."
            return self.refuse(rule, text, hex_)
        return None

    def _leaves_post(self, state: State, unit: int, hex_: int) -> bool:
        """Would the last regiment of a division go elsewhere than to its hex, where none of them is?"""
        broken, post = state.lists["broken"], self.post(state, unit)
        first = broken.index(unit) // 4 * 4
        others = [other for other in broken[first + 1 : first + 4] if other != unit]
        return hex_ != post and all(state.at[other] >= 0 and state.at[other] != post for other in others)

    def _is_area(self, placement: Placement) -> bool:
        centre = placement.hexes[0]
        return len(placement.hexes) > 3 and all(
            self.grid.distance(centre, hex_) <= 4 for hex_ in placement.hexes
        )

    def _is_near(self, state: State, unit: int, hex_: int, placement: Placement) -> bool:
        return any(
            other != unit
            and state.at[other] >= 0
            and fnmatchcase(self.counters[other].id, placement.near)
            and not (placement.near.startswith("*/") and self.hq[other])
            and self.grid.distance(state.at[other], hex_) <= placement.reach
            for other in self.side_counters[state.active]
        )

    def judge_neighbours(self, state: State, unit: int, hex_: int) -> Refusal | None:
        """What must not stand next to each other at the start."""
        apart = (
            self.special.get("breakdown-apart")
            and state.active == self.communist
            and unit in self.split_off(state)
            and hex_ != self.post(state, unit)
        )
        if apart and self.next_to(state, 1 - state.active, hex_):
            text = f"{self.name(unit)} may not set up in {self.number(hex_)}: an enemy unit is next to it."
            return self.refuse("set_up_breakdown", text, hex_)
        return None

    def is_voluntary(self, unit: int) -> bool:
        """May the counter be left out of the set-up?"""
        return self.dummy[unit]

    def waiting(self, state: State) -> list[int]:
        """Counters that must still be placed: they have a hex to go to."""
        return [
            unit
            for unit in self.to_place(state, state.active)
            if state.at[unit] < 0 and not self.is_voluntary(unit)
        ]

    def must_place(self, state: State) -> list[int]:
        """Those of the waiting counters that can be placed; regiments without a hex are lost."""
        split = self.split_off(state)
        return [unit for unit in self.waiting(state) if unit not in split or self.set_up_hexes(state, unit)]

    def default_hex(self, state: State, unit: int) -> int:
        """Where a counter stands by default: its listed hex, or the first that is open; -1 if none is."""
        placement = self.placement_of(state, unit)
        assert placement is not None
        if placement.default >= 0 and self.judge_placement(state, unit, placement.default) is None:
            return placement.default
        if self.is_voluntary(unit):
            return -1
        hexes = self.set_up_hexes(state, unit)
        return hexes[0] if hexes else -1

    def place(self, state: State, unit: int, hex_: int) -> None:
        state.put(unit, hex_)

    def judge_set_up(self, state: State) -> Refusal | None:
        """Is the set-up complete and as the book wants it?"""
        waiting = self.must_place(state)
        if waiting:
            names = ", ".join(map(self.name, waiting))
            return self.refuse("set_up_complete", f"Still to be placed: {names}.")
        return self._judge_posts(state)

    def _judge_posts(self, state: State) -> Refusal | None:
        """kwb-dg:11.0.g, kwb-train:12.1.2.b: one regiment stands in the hex of its division."""
        for unit in self.split_off(state):
            post = self.post(state, unit)
            if state.side_of[unit] == state.active and not state.occupied[state.active][post]:
                text = f"One regiment of the division broken up in {self.number(post)} must stand there."
                return self.refuse("set_up_breakdown", text, post)
        return None

    def finish_set_up(self, state: State, table: Table) -> None:
        self.leave_out(state)
        table.tell(Deployed(state.active))

    def leave_out(self, state: State) -> None:
        """What was not placed is out of the battle."""
        for unit in self.to_place(state, state.active):
            if state.at[unit] == WAITING:
                state.put(unit, REMOVED)

    def accept(self, state: State) -> None:
        """Everything not yet placed goes where it stands by default."""
        for unit in self.to_place(state, state.active):
            if state.at[unit] < 0:
                hex_ = self.default_hex(state, unit)
                if hex_ >= 0:
                    self.place(state, unit, hex_)

    def deploy(self, state: State, side: int) -> None:
        """The historical set-up of a side, as `accept` makes it."""
        self.begin_set_up(state, side)
        self.accept(state)
        self.leave_out(state)

    def rearranged(self, state: State) -> None:
        """Spare regiments that are laid out by hand have come into play."""
        super().rearranged(state)
        used = {*state.lists.get("broken", ()), *state.lists.get("spent", ())}
        laid = tuple(
            counter.index
            for counter in self.counters
            if "spare" in counter and state.at[counter.index] >= 0 and counter.index not in used
        )
        if laid:
            state.lists["spent"] = (*state.lists.get("spent", ()), *laid)

    # Divisions that set up as regiments

    def spares_left(self, state: State, nation: str) -> list[int]:
        """Unnamed regiments of a nation that are not in play and have not been."""
        used = {*state.lists.get("broken", ()), *state.lists.get("spent", ())}
        return [
            counter.index
            for counter in self.counters
            if "spare" in counter
            and counter.nation == nation
            and state.at[counter.index] == WAITING
            and counter.index not in used
        ]

    def regiments_for(self, state: State, unit: int) -> list[int]:
        """Spare regiments that could take the place of a division; perhaps fewer than three."""
        raise NotImplementedError

    def draw_regiments(self, state: State, unit: int, table: Table) -> tuple[int, ...]:
        raise NotImplementedError

    def judge_break(self, state: State, unit: int) -> Refusal | None:
        """May a division be broken up at set-up?"""
        name = self.name(unit)
        if state.side_of[unit] != state.active or not self.is_division(unit):
            return self.refuse("breakdown", f"{name} is not a division of {self.side_name(state.active)}.")
        if state.at[unit] < 0 and state.at[unit] != WAITING:
            return self.refuse("breakdown", f"{name} is not in play as a division.")
        return self.judge_break_nation(state, unit) or self.judge_regiments(state, unit)

    def judge_break_nation(self, state: State, unit: int) -> Refusal | None:
        allowed = self.special.get("breakdown-set-up", tuple(self.special.get("breakdown", ())))
        if self.nation[unit] in allowed and (self.post_of(state, unit) >= 0 or unit in self.battle.arrivals):
            return None
        return self.refuse("breakdown_set_up", f"{self.name(unit)} may not be broken up at set-up.")

    def post_of(self, state: State, unit: int) -> int:
        """Where a division stands or, having a single hex to set up in, will stand; -1 if that is open."""
        placement = self.battle.placements.get(unit)
        if state.at[unit] < 0 and placement is not None and len(placement.hexes) == 1:
            return placement.hexes[0]
        return state.at[unit]

    def judge_regiments(self, state: State, unit: int) -> Refusal | None:
        if len(self.regiments_for(state, unit)) >= 3:
            return None
        return self.refuse(
            "breakdown_counters",
            f"{self.name(unit)} cannot be broken up: three spare regiments are not left.",
        )

    def break_down(self, state: State, unit: int, table: Table) -> tuple[int, ...]:
        """kwb-dg:11.0.g, kwb-train:5.3.2.b: the division leaves the game, regiments take its place."""
        regiments = self.draw_regiments(state, unit, table)
        hex_, step = self.post_of(state, unit), state.step[unit]
        state.put(unit, REMOVED)
        state.lists["broken"] = (*state.lists.get("broken", ()), unit, *regiments)
        for regiment in regiments:
            state.step[regiment] = min(step, 1)
        if hex_ >= 0:
            state.put(regiments[0], hex_)
            if state.phase == "set-up":
                state.tracks[f"post {unit}"] = hex_
        if state.phase != "set-up":
            table.tell(BrokeDown(unit, regiments))
        return regiments

    def judge_accept(self, state: State) -> Refusal | None:
        """May the rest of the set-up be left to the default?"""
        return None

    def has_choice(self, state: State) -> bool:
        """Has the side that sets up anything to decide?"""
        return bool(self.to_place(state, state.active)) or any(
            self.judge_break(state, unit) is None for unit in self.side_counters[state.active]
        )


class KoreanSetUpStep(SetUpStep):
    """A side sets up behind a screen: the other side sees it when it is done."""

    verbs = frozenset({"place", "accept", "break", "end"})

    def decision(self, rules: Any, state: State) -> Decision:
        waiting = rules.waiting(state)
        prompt = (
            "Place your counters and end the set-up, or accept the historical set-up."
            if waiting
            else "Change your set-up, or end it."
        )
        return Decision("set-up", state.active, prompt, rules.clause("set_up_order"), tuple(waiting))

    def settle(self, rules: Any, state: State, table: Table) -> bool:
        if rules.has_choice(state):
            return False
        rules.finish_set_up(state, table)
        rules.end_phase(state, table)
        return True

    def plain_orders(self, rules: Any, state: State) -> list[Order]:
        orders = [Order("accept")] if rules.judge_accept(state) is None else []
        if rules.judge_set_up(state) is None:
            orders.append(Order("end"))
        return orders

    def subjects(self, rules: Any, state: State) -> Sequence[int]:
        units: list[int] = rules.side_counters[state.active]
        return [unit for unit in units if state.at[unit] != REMOVED]

    def orders_of(self, rules: Any, state: State, subject: int) -> list[Order]:
        orders: list[Order] = []
        if subject in rules.to_place(state, state.active):
            hexes = rules.set_up_hexes(state, subject)
            orders += [Order("place", subject, (hex_,)) for hex_ in hexes if hex_ != state.at[subject]]
        for verb in sorted(self.verbs - {"place", "accept", "end", "announce"}):
            order = Order(verb, subject)
            if self.judge(rules, state, order) is None:
                orders.append(order)
        return orders

    def judge(self, rules: Any, state: State, order: Order) -> Refusal | None:
        refusal: Refusal | None
        if order.verb == "end":
            refusal = rules.judge_set_up(state)
        elif order.verb == "place":
            refusal = rules.judge_placement(state, order.unit, order.path[0])
        elif order.verb == "break":
            refusal = rules.judge_break(state, order.unit)
        else:
            refusal = rules.judge_accept(state)
        return refusal

    def carry_out(self, rules: Any, state: State, order: Order, table: Table) -> None:
        if order.verb == "place":
            rules.place(state, order.unit, order.path[0])
        elif order.verb == "break":
            rules.break_down(state, order.unit, table)
        else:
            if order.verb == "accept":
                rules.accept(state)
            rules.finish_set_up(state, table)
            rules.end_phase(state, table)
