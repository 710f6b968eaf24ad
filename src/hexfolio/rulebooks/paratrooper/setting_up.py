"""Chapter 3: setting up, as 24.1 and 25.1 have it."""

from __future__ import annotations

from ...core.battle import Battle
from ...core.game import Table
from ...core.rulings import Refusal
from ...core.state import WAITING, State
from ..events import Deployed
from .events import Rolled
from .frames import SetUp
from .scenario import Stage
from .victory import Victory


class SettingUp(Victory):
    """Stages, one after the other, of the side that is first and then of the other."""

    def __init__(self, battle: Battle) -> None:
        super().__init__(battle)
        self._open_ground: dict[str, list[bool]] = {}

    def begin(self, state: State, table: Table) -> None:
        """para:3.0.a, 24.1.a: the side that the battle names sets up first."""
        self.begin_stage(state, self.battle.set_up_order[0], 0, table)
        self.settle(state, table)

    def stages(self, side: int) -> tuple[Stage, ...]:
        stages: dict[int, tuple[Stage, ...]] = self.special["set-up-stages"]
        return stages.get(side, ())

    def begin_stage(self, state: State, side: int, place: int, table: Table) -> None:
        """para:24.1.b, 25.1.c to g: dice say how many; units may be drawn at random."""
        state.phase, state.active = "set-up", side
        stages = self.stages(side)
        if place >= len(stages):
            self.end_set_up(state, side, table)
            return
        stage = stages[place]
        count = 0
        if stage.kind in ("fog", "disrupt") or stage.drawn:
            die = table.roll()
            table.tell(Rolled(side, f"set-up, {stage.kind}", die))
            count = die + stage.add
        if stage.kind == "fog":
            count = self.draw_fog(state, count, table)
        if stage.drawn:
            self._draw_units(state, stage, count, table)
        state.frames = [SetUp("set-up", side, place, count)]

    def _draw_units(self, state: State, stage: Stage, count: int, table: Table) -> None:
        left = [unit for unit in self.contingent(stage.contingent) if state.at[unit] == WAITING]
        drawn: tuple[int, ...] = ()
        for _ in range(min(count, len(left))):
            drawn = (*drawn, left.pop(table.roll(len(left)) - 1))
        state.lists["drawn"] = drawn

    def stage_units(self, state: State, frame: SetUp) -> list[int]:
        """Units that the stage is about."""
        stage = self.stages(frame.side)[frame.stage]
        if stage.kind == "fog":
            return []
        units = list(state.lists.get("drawn", ())) if stage.drawn else self.contingent(stage.contingent)
        if stage.kind == "disrupt":
            return [unit for unit in units if state.at[unit] >= 0 and not self.is_disrupted(state, unit)]
        return units

    def judge_place(self, state: State, frame: SetUp, unit: int, hex_: int) -> Refusal | None:
        """para:24.1.c and d, 25.1.d, f, h and i: in the area, within stacking."""
        stage = self.stages(frame.side)[frame.stage]
        if stage.kind != "place" or unit not in self.stage_units(state, frame):
            return self.refuse("set_up", f"{self.name(unit)} does not set up now.")
        if not self._open_to(self.counters[unit].mobility)[hex_]:
            return self._not_there("set_up", unit, hex_, ": the terrain is closed to it")
        if stage.hexes and hex_ not in stage.hexes:
            return self._not_there(self.own("set_up_area", unit), unit, hex_, ": it is not in its area")
        if hex_ not in state.stacks:
            return None
        others = [other for other in self.counted(state, frame.side, hex_) if other != unit]
        if self.parted([*others, unit]):
            return self._not_there("apart", unit, hex_, f" together with {self.names(others)}")
        if not self.room_for(state, unit, hex_):
            return self._not_there("set_up_stacking", unit, hex_, ": the hex is full")
        return None

    def _not_there(self, rule: str, unit: int, hex_: int, why: str) -> Refusal:
        return self.refuse(rule, f"{self.name(unit)} may not set up in {self.number(hex_)}{why}.", hex_)

    def _open_to(self, mobility: str) -> list[bool]:
        """By hex, whether the terrain lets a class of units in."""
        if mobility not in self._open_ground:
            cost = self.battle.key.hex_cost
            self._open_ground[mobility] = [
                bool(cost(self.board, hex_, mobility)) for hex_ in range(self.grid.size)
            ]
        return self._open_ground[mobility]

    def judge_stage_over(self, state: State, frame: SetUp) -> Refusal | None:
        stage = self.stages(frame.side)[frame.stage]
        if stage.kind == "fog" and state.lists.get("unplaced"):
            left = len(state.lists["unplaced"])
            return self.refuse("set_up", f"{left} fog of war counters are still to be placed.")
        if stage.kind == "place":
            left_out = [unit for unit in self.stage_units(state, frame) if state.at[unit] == WAITING]
            if left_out:
                return self.refuse("set_up", f"Still to be placed: {self.names(left_out)}.")
        if stage.kind == "disrupt" and frame.number and self.stage_units(state, frame):
            rule = self.own("set_up_disrupted", self.stage_units(state, frame)[0])
            return self.refuse(rule, f"{frame.number} units more begin the battle disrupted.")
        return None

    def end_set_up(self, state: State, side: int, table: Table) -> None:
        table.tell(Deployed(side))
        first, second = self.battle.set_up_order
        if side == first and self.stages(second):
            self.begin_stage(state, second, 0, table)
        else:
            self.begin_turn(state, table)
