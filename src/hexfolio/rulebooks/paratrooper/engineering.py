"""Chapters 18 to 20 and 22.2: demolition, bridges, roadblocks."""

from __future__ import annotations

from ...core.battle import Battle
from ...core.game import Table
from ...core.orders import Order
from ...core.rulings import Refusal
from ...core.state import State
from .costs import BRIDGED
from .events import RoadblockLost, Worked
from .fog import FogOfWar
from .frames import DUG_IN, WORKED

PRINTED = frozenset({"bridge", "bridge-blown"})
"""Bridges of the map; one that was blown before the battle is repaired like others."""


class Engineering(FogOfWar):
    """Work that is done before moving."""

    def __init__(self, battle: Battle) -> None:
        super().__init__(battle)
        self.least_price = min(
            self.charts.prices[work] for work in ("demolish", "roadblock", "repair", "build")
        )
        self._waterside = [self._across(hex_) for hex_ in range(self.grid.size)]

    def _across(self, hex_: int) -> tuple[int, ...]:
        """The neighbours beyond hexsides that have a bridge, or may be given one."""
        wanted = {*PRINTED, *BRIDGED}
        return tuple(h for h in self.grid.around(hex_) if wanted & self.board.side_features(hex_, h))

    def judge_worker(self, state: State, unit: int, rule: str) -> Refusal | None:
        """para:15.1.d and e, 19.1.b, 20.1.b, ruling RP-75: effective, on the map, one work a phase."""
        name = self.name(unit)
        if state.side_of[unit] != state.active or state.at[unit] < 0 or not self.is_unit(state, unit):
            return self.refuse(rule, f"{name} is not a unit of yours on the map.")
        if self.is_disrupted(state, unit):
            return self.refuse(f"{rule}_disrupted", f"{name} is disrupted.")
        if state.flags[unit] & WORKED:
            return self.refuse("one_work", f"{name} has done its work for this phase.")
        return None

    def judge_demolish(self, state: State, unit: int, hex_: int) -> Refusal | None:
        """para:19.0.b, 19.1.b to e, 19.3.c and d, rulings RP-74: a bridge between its hex and another."""
        refusal = self.judge_worker(state, unit, "demolish")
        if refusal is not None:
            return refusal
        start, number = state.at[unit], self.number(hex_)
        if self.grid.distance(start, hex_) != 1:
            return self.refuse(
                "demolish_place", f"{self.name(unit)} stands in neither hex of a bridge to {number}.", hex_
            )
        side = self.board.side_between(start, hex_)
        features = self.board.hexsides.get(side, frozenset())
        if not PRINTED & features and side not in state.lists.get("built", ()):
            return self.refuse(
                "demolish_what", f"There is no bridge between {self.number(start)} and {number}.", hex_
            )
        if not self.bridge_stands(state, side):
            return self.refuse("demolished", f"The bridge to {number} is destroyed already.", hex_)
        if side in state.lists.get("tried", ()):
            return self.refuse("demolish_once", f"The bridge to {number} was tried in this phase.", hex_)
        return self.judge_price(state, state.active, "demolish", "A demolition")

    def judge_roadblock(self, state: State, unit: int) -> Refusal | None:
        """para:20.1.b, c, e and f: in the builder's own hex, one to a hex."""
        refusal = self.judge_worker(state, unit, "roadblock")
        if refusal is not None:
            return refusal
        if state.at[unit] in state.lists.get("roadblocks", ()):
            return self.refuse(
                "roadblock_one",
                f"There is a roadblock in {self.number(state.at[unit])} already.",
                state.at[unit],
            )
        return self.judge_price(state, state.active, "roadblock", "A roadblock")

    def judge_repair(self, state: State, unit: int, hex_: int) -> Refusal | None:
        """para:19.3.e, 22.2.a, 22.2.1.a and b (optional): an effective engineer beside a destroyed bridge."""
        if not self.options.get("bridge-repair"):
            return self.refuse(
                "repair_option", "Bridges are not repaired in this game: the rule is optional."
            )
        refusal = self.judge_worker(state, unit, "repair")
        if refusal is not None:
            return refusal
        if not self.has(unit, "engineer"):
            return self.refuse("repair", f"{self.name(unit)} is no engineer.")
        if self.grid.distance(state.at[unit], hex_) != 1:
            return self.refuse("repair", f"{self.name(unit)} is not beside such a bridge.", hex_)
        if not self.lies_broken(state, self.board.side_between(state.at[unit], hex_)):
            return self.refuse("repair", f"No bridge to {self.number(hex_)} is destroyed.", hex_)
        return self.judge_price(state, state.active, "repair", "A bridge repair")

    def lies_broken(self, state: State, side: int) -> bool:
        """Ruling RP-92: was a bridge of the map blown there, in this battle or before it?"""
        printed = PRINTED & self.board.hexsides.get(side, frozenset())
        return bool(printed) and not self.bridge_stands(state, side)

    def judge_build(self, state: State, unit: int, hex_: int) -> Refusal | None:
        """para:22.2.2.a, b, e and g, 24.3.2.a, 25.3.c, rulings RP-34, RP-73, RP-92: the battle's markers."""
        refusal = self.judge_worker(state, unit, "build")
        if refusal is not None:
            return refusal
        name, number = self.name(unit), self.number(hex_)
        if unit not in self.special.get("bridge-builders", ()):
            return self.refuse("builders", f"{name} may not build the bridge of this battle.")
        if state.tracks.get("bridge built", 0) >= self.special["bridge-markers"]:
            return self.refuse("bridge_limit", "All bridge markers of this battle have been used.")
        if self.grid.distance(state.at[unit], hex_) != 1:
            return self.refuse("build", f"{name} is not beside the hexside to {number}.", hex_)
        side = self.board.side_between(state.at[unit], hex_)
        features = self.board.hexsides.get(side, frozenset())
        if "uncrossable" in features or not features.intersection(BRIDGED) or self.is_closed(hex_):
            return self.refuse("build", f"No bridge can be built on the hexside to {number}.", hex_)
        if PRINTED & features or side in state.lists.get("built", ()):
            return self.refuse("build_twice", f"The hexside to {number} has a bridge already.", hex_)
        return self.judge_price(state, state.active, "build", "A bridge")

    def work(self, state: State, order: Order, table: Table) -> None:
        """para:19.1.f, g and i, 19.3.a, 20.1.d and f, 22.2.1.c, 22.2.2.c: pay, roll if need be, and do it."""
        unit, verb, start = order.unit, order.verb, state.at[order.unit]
        self.pay(state, state.active, verb, table)
        state.flags[unit] |= WORKED
        if verb == "roadblock":
            state.flags[unit] |= DUG_IN
            self._add(state, "roadblocks", start)
            state.tracks[f"roadblock {start}"] = state.active
            table.tell(Worked(unit, verb, (start,), 0, True))
            return
        side = self.board.side_between(start, order.path[0])
        die = table.roll()
        skilled = verb != "demolish" or self.has(unit, "engineer")
        done = die <= self.charts.demolition["engineer" if skilled else "other"]
        if verb == "demolish":
            self._add(state, "tried", side)
        if done:
            self._finish(state, verb, side)
        table.tell(Worked(unit, verb, (start, order.path[0]), die, done))

    def _finish(self, state: State, verb: str, side: int) -> None:
        """para:19.3.f, 22.2.c, 22.2.2.f: what the hexside is from now on."""
        if verb == "build":
            self._add(state, "built", side)
            state.tracks["bridge built"] = state.tracks.get("bridge built", 0) + 1
        elif verb == "repair" and side in state.lists.get("demolished", ()):
            self._drop(state, "demolished", side)
        elif verb == "repair":
            self._add(state, "built", side)
        elif side in state.lists.get("built", ()):
            self._drop(state, "built", side)
        else:
            self._add(state, "demolished", side)

    def _add(self, state: State, name: str, value: int) -> None:
        state.lists[name] = tuple(sorted((*state.lists.get(name, ()), value)))

    def _drop(self, state: State, name: str, value: int) -> None:
        rest = tuple(other for other in state.lists[name] if other != value)
        if rest:
            state.lists[name] = rest
        else:
            del state.lists[name]

    def left_hex(self, state: State, hex_: int, table: Table) -> None:
        """para:20.3.a to c, ruling RP-76: a roadblock goes when no unit of its side is left."""
        super().left_hex(state, hex_, table)
        if hex_ in state.lists.get("roadblocks", ()):
            owner = state.tracks[f"roadblock {hex_}"]
            if not self.units_in(state, owner, hex_):
                self._drop(state, "roadblocks", hex_)
                state.tracks.pop(f"roadblock {hex_}", None)
                table.tell(RoadblockLost(hex_))

    def work_orders(self, state: State, unit: int) -> list[Order]:
        if self.command_points(state, state.active) < self.least_price:
            return []
        orders = []
        if self.judge_roadblock(state, unit) is None:
            orders.append(Order("roadblock", unit))
        for hex_ in self._waterside[state.at[unit]]:
            for verb, judge in (
                ("demolish", self.judge_demolish),
                ("repair", self.judge_repair),
                ("build", self.judge_build),
            ):
                if judge(state, unit, hex_) is None:
                    orders.append(Order(verb, unit, (hex_,)))
        return orders
