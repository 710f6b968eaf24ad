"""A view as an array. Nothing but the view, and what the battle prints for everybody, enters it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from hexfolio.core.battle import Battle
from hexfolio.core.orders import Order

from .layout import COUNTER, GENERAL, HEX, SLOT, Floats, Layout
from .menu import Menu

MOST_POINTS = 100
MOST_MARKERS = 20
MOST_VALUES = 40
MOST_STACKED = 8
MOST_STRENGTH = 2
"""The strength of a hex is full at so many times the highest value printed on a counter."""

MOST_NUMBER = 10

_G = {name: place for place, name in enumerate(GENERAL)}
_C = {name: place for place, name in enumerate(COUNTER)}
_H = {name: place for place, name in enumerate(HEX)}
_S = {name: place for place, name in enumerate(SLOT)}


class _Fixed(NamedTuple):
    """A counter in a place: its facts, and what it adds to the figures of its hex."""

    facts: list[float]
    adds: tuple[tuple[tuple[int, int], float], ...]


class Observer:
    """Writes the views of one side into arrays with figures from -1 to 1."""

    def __init__(self, battle: Battle, layout: Layout, side: int) -> None:
        grid = battle.board.grid
        self._battle = battle
        self._layout = layout
        self._own = battle.sides[side].id
        self._enemy = battle.sides[1 - side].id
        self._hex = {grid.number(hex_): hex_ for hex_ in range(grid.size)}
        self._place = layout.places
        self._unit = {counter.id: counter.index for counter in battle.counters}
        self._owner = [1.0 if counter.side == side else -1.0 for counter in battle.counters]
        most = max((max(values) for counter in battle.counters for values in counter.steps), default=1) or 1
        self._print = [
            [(v[0] / most, v[min(1, len(v) - 1)] / most, v[-1] / most) for v in counter.steps]
            for counter in battle.counters
        ]
        self._fixed: dict[tuple[int, str, int], _Fixed] = {}
        self._unseen = [[owner if name == "owner" else 0.0 for name in COUNTER] for owner in self._owner]

    def observe(self, view: dict[str, Any]) -> Floats:
        """The position as the side sees it, without what it is about to choose."""
        observation: Floats = np.zeros(self._layout.size, np.float32)
        self._write_general(self._layout.part(observation, "general"), view)
        hexes = self._layout.part(observation, "hexes")
        self._write_counters(self._layout.part(observation, "counters"), hexes, view)
        self._write_hexes(hexes, view)
        if (asked := view["asked"]) and asked["kind"] in self._layout.decisions:
            decision = self._layout.part(observation, "decision")
            decision[self._layout.decisions.index(asked["kind"])] = 1
        np.clip(observation, -1, 1, out=observation)
        return observation

    def add_menu(self, observation: Floats, menu: Menu) -> None:
        """What the side has chosen so far and may choose now; for its own eyes only."""
        if menu.subject < 0:
            return
        layout = self._layout
        general = layout.part(observation, "general")
        general[_G["second stage"]] = 1
        general[_G["further page"]] = menu.page > 0
        layout.part(observation, "subject")[menu.subject] = 1
        slots = layout.part(observation, "slots")
        for action, order in menu.offers.items():
            if action >= layout.first_slot:
                self._write_slot(slots[action - layout.first_slot], order)

    def _write_slot(self, row: Floats, order: Order) -> None:
        layout = self._layout
        if order.path and order.path[-1] >= 0:
            row[[_S["column"], _S["row"]]] = self._place[order.path[-1]]
        row[_S["markers"]] = min(sum(order.markers) / MOST_MARKERS, 1)
        row[_S["number"]] = min(order.number / MOST_NUMBER, 1)
        row[len(SLOT) + layout.verbs.index(order.verb)] = 1
        counters = row[len(SLOT) + len(layout.verbs) :]
        counters[list(order.units)] = 1
        if order.unit >= 0:
            counters[order.unit] = 1
        counters[list(order.others)] = 0.5

    def _write_general(self, row: Floats, view: dict[str, Any]) -> None:
        asked, phases, standing = view["asked"], view["phases"], view.get("standing") or {}
        own, enemy = view["hands"][self._own], view["hands"][self._enemy]
        values = [int(text[1:]) for text in own if text[1:].isdecimal()]
        row[_G["asked"]] = bool(asked) and asked["side"] == self._own
        row[_G["turn"]] = view["turn"] / max(self._battle.turns, 1)
        row[_G["active"]] = view["active"] == self._own
        row[_G["phase"]] = (phases.index(view["phase"]) + 1) / len(phases) if view["phase"] in phases else 0
        row[_G["own points"]] = view["points"][self._own] / MOST_POINTS
        row[_G["enemy points"]] = view["points"][self._enemy] / MOST_POINTS
        row[_G["own markers"]] = len(own) / MOST_MARKERS
        row[_G["own marker values"]] = sum(values) / MOST_VALUES
        row[_G["enemy markers"]] = len(enemy) / MOST_MARKERS
        row[_G["standing"]] = self._sign(standing.get("side"))

    def _write_counters(self, rows: Floats, hexes: Floats, view: dict[str, Any]) -> None:
        """Counters one by one, and what they add up to in every hex."""
        seen, combat = view["counters"], view["combat"] or {}
        facts: list[float] = []
        acted: list[int] = []
        totals: dict[tuple[int, int], float] = {}
        for counter in self._battle.counters:
            unit = counter.index
            if (entry := seen.get(counter.id)) is None:
                facts.extend(self._unseen[unit])
                continue
            place, step, status = entry
            fixed = self._fixed.get((unit, place, step))
            if fixed is None:
                fixed = self._fixed[unit, place, step] = self._counter(unit, place, step)
            facts.extend(fixed.facts)
            if status:
                acted.append(unit)
            for key, value in fixed.adds:
                totals[key] = totals.get(key, 0.0) + value
        rows[:] = np.array(facts, np.float32).reshape(rows.shape)
        rows[acted, _C["acted"]] = 1
        for key, value in totals.items():
            hexes[key] = value
        for role in ("attacker", "defender"):
            self._mark_counters(rows, combat.get(role, {}).get("units", ()), "in combat")
        self._mark_counters(rows, (view["asked"] or {}).get("units", ()), "asked")
        self._mark_counters(rows, view.get("unsupplied", ()), "unsupplied")
        if view["moving"]:
            self._mark_counters(rows, (view["moving"]["unit"],), "moving")

    def _counter(self, unit: int, place: str, step: int) -> _Fixed:
        """What follows from where a counter is and how many steps it has lost."""
        steps, owner = self._print[unit], self._owner[unit]
        values = steps[min(step, len(steps) - 1)]
        hex_ = self._hex.get(place, -1)
        column, row = map(float, self._place[hex_]) if hex_ >= 0 else (0.0, 0.0)
        left = max(len(steps) - step, 0) / len(steps)
        facts = [0.0] * len(COUNTER)
        facts[: _C["acted"]] = [1.0, float(hex_ >= 0), column, row, owner, left, *values]
        facts[_C["gone"]] = float(place in ("eliminated", "exited", "removed"))
        if hex_ < 0:
            return _Fixed(facts, ())
        whose = "own" if owner > 0 else "enemy"
        return _Fixed(
            facts,
            (
                ((hex_, _H[f"{whose} strength"]), values[0] / MOST_STRENGTH),
                ((hex_, _H[f"{whose} counters"]), 1 / MOST_STACKED),
            ),
        )

    def _mark_counters(self, rows: Floats, names: Iterable[str], what: str) -> None:
        for name in names:
            if (unit := self._unit.get(name)) is not None:
                rows[unit, _C[what]] = 1

    def _write_hexes(self, rows: Floats, view: dict[str, Any]) -> None:
        for flag in view.get("flags", {}).values():
            self._mark(rows, flag[0], "hidden counters", 1 / MOST_STACKED)
        for place, holder in view["objectives"].items():
            self._mark(rows, place, "objective")
            self._mark(rows, place, "held", self._sign(holder))
        for place in (view["asked"] or {}).get("hexes", ()):
            self._mark(rows, place, "asked")
        if view["combat"]:
            self._mark(rows, view["combat"]["hex"], "in combat")
        for marker in view.get("markers", ()):
            for place in marker.get("hexes") or [marker["hex"]]:
                self._mark(rows, place, "marked")

    def _mark(self, rows: Floats, place: str, what: str, value: float = 1.0) -> None:
        if place in self._hex:
            rows[self._hex[place], _H[what]] += value

    def _sign(self, side: str | None) -> float:
        return 1.0 if side == self._own else -1.0 if side == self._enemy else 0.0
