"""Chapter 16.2: how ground reinforcements come on to the map."""

from __future__ import annotations

from ...core.orders import OFF_MAP
from ...core.rulings import Refusal
from ...core.state import WAITING, State
from ..ways import Path, way_to
from .reinforcements import Reinforcements


class Entry(Reinforcements):
    """From the edges that the battle names, paying for the first hex."""

    def arrivals(self, state: State) -> list[int]:
        """para:6.2.2.f, 16.1.d: units that enter in this movement phase; who strayed this turn does not."""
        strayed = self.strayed(state)
        adrift = state.lists.get("adrift", ())
        own = [unit for unit in strayed if state.side_of[unit] == state.active and unit not in adrift]
        due = [unit for unit in state.lists.get("due", ()) if state.at[unit] == WAITING]
        return own + [unit for unit in due if state.side_of[unit] == state.active]

    def entry_hexes(self, state: State, unit: int) -> tuple[int, ...]:
        """para:6.2.2.f, 16.2.1.a, 24.2.ae, rulings RP-27 and RP-70: hexes free of the enemy."""
        closed = self.enemy_hexes(state, unit)
        last = self.strayed(state).get(unit)
        if last is not None:
            edge = next((e for e in ("north", "south", "east", "west") if last in self.grid.edge(e)), "north")
            free = [h for h in self.grid.edge(edge) if not closed[h] and not self.is_closed(h)]
            nearest = min((self.grid.distance(h, last) for h in free), default=0)
            return tuple(h for h in free if self.grid.distance(h, last) == nearest)
        if unit not in state.lists.get("due", ()):
            return ()
        wave = state.lists["waves"][state.lists["due"].index(unit)]
        return tuple(h for h in state.lists[f"edges {wave}"] if not closed[h])

    def entry_cost(self, state: State, unit: int, hex_: int) -> int:
        """para:16.2.a: the first hex is paid for; along a way that leads on to the map, at its rate."""
        entries: dict[str, tuple[int, ...]] = self.special.get("entry-ways", {})
        rate = self.best_rate([way for way, hexes in entries.items() if hex_ in hexes], self.rains(state))
        return rate or self.battle.key.hex_cost(self.board, hex_, self.counters[unit].mobility)

    def entry_reach(
        self, state: State, unit: int, hex_: int
    ) -> tuple[int, tuple[list[int], list[int], list[int]]]:
        """What the first hex costs, 0 if it is closed, and what can be reached from there."""
        first, left = self.entry_cost(state, unit, hex_), self.allowance(state, unit) * 2
        if self.enemy_zones(state, unit)[hex_]:
            return first, ([hex_], [0], [-1])
        return first, self.reach(state, unit, hex_, left - first)

    def entry_ways(self, state: State, unit: int) -> list[Path]:
        """The cheapest way on to every hex within reach."""
        best: dict[int, tuple[int, int, list[int], list[int]]] = {}
        for hex_ in self.entry_hexes(state, unit):
            first, (hexes, spent, came) = self.entry_reach(state, unit, hex_)
            if not first:
                continue
            for place, end in enumerate(hexes):
                cost = first + spent[place]
                if end not in best or cost < best[end][0]:
                    best[end] = cost, place, hexes, came
        return [
            way_to(hexes, came, place)
            for end, (_, place, hexes, came) in best.items()
            if self.may_end(state, unit, end)
        ]

    def can_enter(self, state: State, unit: int) -> bool:
        """Is there a way on to the map? Most often a hex of the edge is one."""
        return any(
            self.entry_cost(state, unit, hex_) and self.may_end(state, unit, hex_)
            for hex_ in self.entry_hexes(state, unit)
        ) or bool(self.entry_ways(state, unit))

    def judge_entry(self, state: State, unit: int, path: Path) -> Refusal | int:
        name = self.name(unit)
        if unit not in self.arrivals(state):
            return self.refuse("reinforcement", f"{name} is not due to come on now.")
        if OFF_MAP in path:
            return self.refuse("entry_hex", f"The way of {name} begins in an entry hex and stays on the map.")
        number = self.number(path[0])
        if path[0] not in self.entry_hexes(state, unit):
            rule = "strayed" if unit in self.strayed(state) else self.own("entry_hex", unit)
            rule = "entry_enemy" if self.enemy_hexes(state, unit)[path[0]] else rule
            return self.refuse(rule, f"{name} may not come on at {number}.", path[0])
        left = self.allowance(state, unit) * 2
        first = self.entry_cost(state, unit, path[0])
        if not first:
            return self.refuse(
                "closed_hex", f"{name} may not enter {number}: the terrain is closed to it.", path[0]
            )
        if len(path) == 1:
            return self.judge_end(state, unit, path[0]) or first
        if self.enemy_zones(state, unit)[path[0]]:
            return self.refuse("entry_stop", f"{name} must stop in {number}: an enemy zone.", path[0])
        cost = self.judge_steps(state, unit, path, left - first)
        if isinstance(cost, Refusal):
            return cost
        return self.judge_end(state, unit, path[-1]) or first + cost

    def judge_all_entered(self, state: State) -> Refusal | None:
        """para:16.1.e, 24.1.l, 24.2.v: who can come on must."""
        for unit in self.arrivals(state):
            if self.can_enter(state, unit):
                rule = "strayed" if unit in self.strayed(state) else self.own("deploy_now", unit)
                return self.refuse(rule, f"{self.name(unit)} must come on in this turn.")
        return None

    def put_off(self, state: State) -> None:
        """para:24.2.ae, 25.2.v: who found all entry hexes blocked comes next turn anywhere on that edge."""
        due = zip(state.lists.pop("due", ()), state.lists.pop("waves", ()), strict=True)
        late = [(unit, wave) for unit, wave in due if state.at[unit] == WAITING]
        if late:
            state.lists["due"] = tuple(unit for unit, _ in late)
            state.lists["waves"] = tuple(wave for _, wave in late)
        for key in [name for name in state.lists if name.startswith("edges ")]:
            units = [unit for unit, wave in late if key == f"edges {wave}"]
            if not units:
                del state.lists[key], state.tracks[key]
            elif state.side_of[units[0]] == state.active:
                state.lists[key] = self.edge_hexes(state.tracks[key])
