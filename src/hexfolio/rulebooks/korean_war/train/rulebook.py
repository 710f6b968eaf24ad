"""The book kwb-train put together: its chapters, its steps of play, and the clause of every rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ....core.game import Table
from ....core.orders import Order
from ....core.rulings import Refusal
from ....core.state import REMOVED, State
from ....core.steps import Step
from ...fire_and_movement.folio import FolioRules
from ...fire_and_movement.frames import Phase
from ..attacks import KoreanCombatStep, KoreanMobileCombatStep
from ..course import KoreanMovementStep
from ..setting_up import KoreanSetUpStep
from .scenarios import Scenarios

CITES = {
    "no_infiltration": "5.1.2.a",
    "no_infiltration_mobile": "5.1.2.b",
    "depot_phase": "5.1.3.a",
    "trucks_start": "5.1.4.a",
    "trucks": "5.1.4.b",
    "mobile_attack": "5.1.4.c",
    "trucks_rok": "5.1.4.d",
    "rough": "5.2.3.a",
    "advance_rough": "5.2.3.c",
    "stacking": "5.3.1.a",
    "stop_on_friend": "5.3.1.a",
    "advance_stacking": "5.3.1.a",
    "crowded": "5.3.1.a",
    "crowded_regiments": "5.3.2.e",
    "stack_retreat": "5.3.1.a",
    "breakdown": "5.3.2.a",
    "breakdown_time": "5.3.2.a",
    "breakdown_set_up": "12.1.2.b",
    "breakdown_counters": "5.3.2.b",
    "breakdown_final": "5.3.2.d",
    "zero_attack": "7.1.zero.a",
    "choose_loss": "7.1.zero.b",
    "doubling": "7.1.intensive.b",
    "doubling_units": "7.1.intensive.b",
    "doubling_side": "7.1.intensive.a",
    "doubling_time": "7.1.intensive.c",
    "center": "7.1.intensive.e",
    "quadruple": "7.1.intensive.g",
    "second_communist": "8.1.1.com.a",
    "second_rok": "8.1.1.rok.a",
    "bombard_spotter": "8.4.a",
    "counter_battery": "8.4.1.a",
    "supply_attack": "9.1.a",
    "supply_late": "9.1.c",
    "emergency": "9.1.1.a",
    "emergency_once": "9.1.1.b",
    "entry_blocked": "10.1.b",
    "reinforcement": "10.1.a",
    "arrival_called": "10.1.a",
    "raise": "10.1.2.a",
    "raise_one": "10.1.2.b",
    "raise_supply": "10.1.2.c",
    "raise_kind": "10.1.2.e",
    "raise_commonwealth": "10.1.2.f",
    "raise_nation": "12.21.repl.a",
    "center_raise": "10.1.3.a",
    "center_near": "10.1.3.b",
    "shortage": "12.1.1.un-shortage.a",
    "withdrawal": "12.1.1.withdraw.a",
    "substitute": "12.1.1.withdraw.c",
    "substitute_any": "12.1.1.withdraw.d",
    "han": "12.21.han.a",
    "han_tanks": "12.21.han.b",
    "han_attack": "12.21.han.c",
    "han_un": "12.21.han.d",
    "arrival_terms": "12.21.reinf.b",
    "coordination": "12.3.coord.a",
    "surprise": "12.3.surprise.b",
    "exit": "12.3.withdrawal.a",
    "exit_turn": "12.3.withdrawal.b",
    "optional": "12.3.optional.a",
    "airlift": "12.3.air.a",
    "airlift_most": "12.3.air.c",
    "set_up_choice": "12.1.2.e",
    "set_up_area": "12.31.d",
    "set_up_beside": "12.1.2.f",
    "set_up_apart": "12.21.scratch.a",
    "set_up_breakdown": "12.1.2.b",
    "set_up_depleted": "12.1.2.d",
}


class TrainSetUpStep(KoreanSetUpStep):
    """Set-up with divisions whose owner chooses which of them are depleted."""

    verbs = KoreanSetUpStep.verbs | {"deplete", "restore"}

    def judge(self, rules: Any, state: State, order: Order) -> Refusal | None:
        if order.verb in ("deplete", "restore"):
            refusal: Refusal | None = rules.judge_deplete(state, order)
            return refusal
        return super().judge(rules, state, order)

    def carry_out(self, rules: Any, state: State, order: Order, table: Table) -> None:
        if order.verb in ("deplete", "restore"):
            state.step[order.unit] = int(order.verb == "deplete")
        else:
            super().carry_out(rules, state, order, table)


class KwbTrain(Scenarios, FolioRules):
    """Korean War Battles in the designer's edition, on the folio booklet."""

    book = "kwb-train"
    revision = "kwb-train/2"
    builds_on = ("fm-folio",)
    cites: ClassVar[dict[str, str]] = {
        **FolioRules.cites,
        **{rule: f"kwb-train:{clause}" for rule, clause in CITES.items()},
    }
    verbs: ClassVar[dict[str, tuple[str, ...]]] = {
        **Scenarios.verbs,
        "deplete": ("unit",),
        "restore": ("unit",),
    }
    any_time: ClassVar[frozenset[str]] = frozenset({"airlift", "emergency"})
    steps: ClassVar[Mapping[str, Step[Any]]] = {
        **FolioRules.steps,
        "set-up": TrainSetUpStep(),
        "movement": KoreanMovementStep("movement", frozenset({"withdraw", "break", "raise"})),
        "mobile-movement": KoreanMovementStep("mobile-movement", frozenset()),
        "combat": KoreanCombatStep("combat"),
        "mobile-combat": KoreanMobileCombatStep("mobile-combat"),
    }

    # Set-up

    def judge_deplete(self, state: State, order: Order) -> Refusal | None:
        """kwb-train:12.1.2.d: owners choose which of their divisions start depleted (ruling T26)."""
        unit, wanted = order.unit, int(order.verb == "deplete")
        choice = self.special.get("depleted-choice", {})
        if (
            state.side_of[unit] != state.active
            or not self.is_division(unit)
            or self.nation[unit] not in choice
            or state.at[unit] < 0
            or bool(state.step[unit]) == bool(wanted)
        ):
            return self.refuse(
                "set_up_depleted", f"{self.name(unit)} is no division to {order.verb} at set-up."
            )
        return None

    def judge_set_up(self, state: State) -> Refusal | None:
        return super().judge_set_up(state) or self.judge_depleted(state)

    def judge_accept(self, state: State) -> Refusal | None:
        return super().judge_accept(state) or self.judge_depleted(state)

    def judge_depleted(self, state: State) -> Refusal | None:
        """kwb-train:12.1.2.d: as many as the book says, those broken up into depleted regiments included."""
        for nation, count in self.special.get("depleted-choice", {}).items():
            divisions = self._first_divisions(state, nation)
            depleted = sum(state.step[unit] > 0 for unit in divisions)
            if divisions and depleted != count:
                text = f"{count} divisions of the {nation.upper()} start depleted, not {depleted}."
                return self.refuse("set_up_depleted", text)
        return None

    def _first_divisions(self, state: State, nation: str) -> list[int]:
        """Divisions of a nation that set up, broken up or not."""
        return [
            unit
            for unit in self.side_counters[state.active]
            if self.is_division(unit) and self.nation[unit] == nation and unit not in self.battle.arrivals
        ]

    def judge_break(self, state: State, unit: int) -> Refusal | None:
        return super().judge_break(state, unit) or self.judge_break_depleted(state, unit)

    def judge_break_depleted(self, state: State, unit: int) -> Refusal | None:
        """kwb-train:12.1.2.d: what is broken up cannot be depleted or restored any more."""
        count = self.special.get("depleted-choice", {}).get(self.nation[unit])
        if count is None or state.phase != "set-up":
            return None
        divisions = self._first_divisions(state, self.nation[unit])
        broken = [other for other in divisions if other == unit or state.at[other] == REMOVED]
        depleted = sum(state.step[other] > 0 for other in broken)
        if depleted <= count <= depleted + len(divisions) - len(broken):
            return None
        text = f"{self.name(unit)} may not be broken up: {count} divisions of its nation start depleted."
        return self.refuse("set_up_depleted", text)

    # Orders of any moment

    def judge_any_time(self, state: State, order: Order, side: int | None) -> Refusal | None:
        """kwb-train:9.1.1.a and 12.3.air.a: in any phase of the own player turn, between two combats."""
        rule = order.verb
        owner = self.un if rule == "airlift" else self.communist
        if not isinstance(state.frames[-1], Phase) or state.phase == "set-up":
            return self.refuse(rule, f"“{rule}” is possible in a phase of the own player turn only.")
        if side is not None and side != owner:
            return self.refuse(rule, f"“{rule}” is for {self.side_name(owner)} alone.")
        if rule == "airlift":
            return self.judge_airlift(state, order)
        return self.judge_emergency(state, order.unit)

    def carry_out_any_time(self, state: State, order: Order, table: Table) -> None:
        if order.verb == "airlift":
            self.airlift(state, order, table)
        else:
            self.use_emergency(state, order.unit, table)

    def refuse_verb(self, state: State, order: Order, step: Step[Any]) -> Refusal:
        if order.verb == "raise":
            rule = "center_raise" if order.unit >= 0 else "raise"
            return self.refuse(rule, "Units are raised in their owner's movement phase.")
        if order.verb in ("deplete", "restore"):
            return self.refuse("set_up_depleted", "Divisions are chosen to be depleted at set-up only.")
        return super().refuse_verb(state, order, step)
