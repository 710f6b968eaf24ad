"""The book kwb-dg put together: its chapters, its steps of play, and the clause of every rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ....core.game import Table
from ....core.orders import Order
from ....core.rulings import Refusal
from ....core.state import State
from ....core.steps import Step
from ...fire_and_movement.frames import FRAME_TYPES, Phase
from ...fire_and_movement.st296 import St296Rules
from ..attacks import KoreanCombatStep, KoreanMobileCombatStep
from ..course import KoreanMovementStep
from ..setting_up import KoreanSetUpStep
from .rebuilding import RebuildingStep
from .reinforcements import Reinforcements

CITES = {
    "supply_attack": "10.4.a",
    "supply_late": "10.4.c",
    "depot_attack": "10.3.a",
    "airlift_once": "10.2.air.b",
    "airlift_time": "10.2.air.c",
    "airlift_unit": "10.2.air.c",
    "breakdown": "11.0.a",
    "breakdown_set_up": "11.0.e",
    "breakdown_time": "11.0.k",
    "breakdown_final": "11.0.m",
    "breakdown_counters": "11.0.l",
    "bridge": "12.0.b",
    "bridge_reach": "12.0.c",
    "bridge_zone": "12.0.d",
    "doubling": "14.0.b",
    "doubling_units": "14.0.b",
    "doubling_side": "14.0.a",
    "doubling_time": "14.0.c",
    "rebuild": "15.0.a",
    "rebuild_own": "15.0.c",
    "rebuild_supply": "15.0.b",
    "rebuild_time": "15.0.c",
    "rebuild_enemy": "15.0.d",
    "rebuild_never": "15.0.h",
    "rebuild_marines": "24.0.e",
    "phase_rebuilding": "15.0.c",
    "hide": "16.0.a",
    "hide_apart": "16.0.g",
    "hide_division": "16.0.m",
    "dummy_attack": "16.0.k",
    "bombard_range": "19.0.a",
    "bombard_no_hq": "19.0.e",
    "counter_battery_range": "19.0.f",
    "stacking": "20.0.a",
    "stacking_large": "20.0.b",
    "stop_on_friend": "20.0.a",
    "advance_stacking": "20.0.a",
    "crowded": "20.0.a",
    "stack_retreat": "20.0.d",
    "choose_loss": "20.0.e",
    "announce_time": "21.0.d",
    "arrival_called": "21.0.b",
    "together": "21.0.e",
    "entry_blocked": "26.0.c",
    "entry_beside": "26.0.c",
    "entry_wide": "26.0.d",
    "reinforcement": "26.0.a",
    "arrival_terms": "28.0.f",
    "optional": "29.0.r",
    "withdrawal": "27.0.k",
    "exit": "29.0.t",
    "exit_turn": "29.0.t",
    "fixed": "29.0.e",
    "formation": "29.0.j",
    "set_up_choice": "27.0.h",
    "set_up_area": "29.0.n",
    "set_up_beside": "27.0.e",
    "set_up_apart": "16.0.g",
    "set_up_dummy": "27.0.p",
    "set_up_breakdown": "11.0.g",
    "set_up_formation": "29.0.l",
    "set_up_division": "29.0.o",
}


class DgSetUpStep(KoreanSetUpStep):
    """Set-up with hidden units, division counters and the announcement of early reinforcements."""

    verbs = KoreanSetUpStep.verbs | {"hide", "show", "form", "announce"}

    def subjects(self, rules: Any, state: State) -> list[int]:
        units = list(super().subjects(rules, state))
        return units + [u for u in rules.formations if state.side_of[u] == state.active and u not in units]

    def plain_orders(self, rules: Any, state: State) -> list[Order]:
        orders = super().plain_orders(rules, state)
        return [*orders, Order("announce")] if rules.judge_announcement(state) is None else orders

    def judge(self, rules: Any, state: State, order: Order) -> Refusal | None:
        judges = {"hide": rules.judge_hide, "show": rules.judge_show, "form": rules.judge_form}
        refusal: Refusal | None
        if order.verb in judges:
            refusal = judges[order.verb](state, order.unit)
        elif order.verb == "announce":
            refusal = rules.judge_announcement(state)
        else:
            refusal = super().judge(rules, state, order)
        return refusal

    def carry_out(self, rules: Any, state: State, order: Order, table: Table) -> None:
        if order.verb == "hide":
            rules.hide(state, order.unit)
        elif order.verb == "show":
            rules.show(state, order.unit)
        elif order.verb == "form":
            rules.form(state, order.unit)
        elif order.verb == "announce":
            rules.announce(state, table)
        else:
            super().carry_out(rules, state, order, table)


class KwbDg(Reinforcements, St296Rules):
    """Korean War Battles as printed in S&T 296, sections 10 to 29 on its own sections 1 to 9."""

    book = "kwb-dg"
    revision = "kwb-dg/2"
    builds_on = ("fm-st296",)
    cites: ClassVar[dict[str, str]] = {
        **St296Rules.cites,
        **{rule: f"kwb-dg:{clause}" for rule, clause in CITES.items()},
    }
    frame_types: ClassVar[Mapping[str, type[Any]]] = {**FRAME_TYPES, "rebuilding": Phase}
    steps: ClassVar[Mapping[str, Step[Any]]] = {
        **St296Rules.steps,
        "set-up": DgSetUpStep(),
        "movement": KoreanMovementStep("movement", frozenset({"withdraw", "bridge"})),
        "mobile-movement": KoreanMovementStep("mobile-movement", frozenset({"bridge"})),
        "combat": KoreanCombatStep("combat"),
        "mobile-combat": KoreanMobileCombatStep("mobile-combat"),
        "rebuilding": RebuildingStep(),
    }
    exit_cost: ClassVar[int] = 0
    """kwb-dg:29.0.t, ruling D53: a unit in the exit hex is taken off at no further cost."""

    def judge_leaving(self, state: State, unit: int, hex_: int) -> Refusal | None:
        """Ruling D53: a reinforcement does not leave in the turn in which it came on."""
        if unit in state.lists.get("entered", ()):
            return self.refuse("exit", f"{self.name(unit)} has only just come on.", hex_)
        return super().judge_leaving(state, unit, hex_)

    def extra_subjects(self, state: State) -> list[int]:
        if state.active != self.un or not self.special.get("bridging"):
            return []
        return [unit for unit in self.engineers if state.at[unit] >= 0]

    def extra_orders_of(self, state: State, unit: int) -> list[Order]:
        orders = super().extra_orders_of(state, unit) if state.phase == "movement" else []
        return orders + self.bridge_orders(state, unit) + self.airlift_orders(state, unit)

    def judge_extra(self, state: State, order: Order) -> Refusal | None:
        if order.verb == "bridge":
            return self.judge_bridge(state, order)
        return super().judge_extra(state, order)

    def carry_out_extra(self, state: State, order: Order, table: Table) -> None:
        if order.verb == "bridge":
            self.build_bridge(state, order, table)
        else:
            super().carry_out_extra(state, order, table)

    def refuse_verb(self, state: State, order: Order, step: Step[Any]) -> Refusal:
        if order.verb == "bridge":
            return self.refuse("bridge_reach", "Bridges are named in the UN movement phases only.")
        if order.verb == "form":
            return self.refuse("formation", "Division counters are chosen during set-up only.")
        return super().refuse_verb(state, order, step)
