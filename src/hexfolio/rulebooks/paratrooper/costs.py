"""Chapters 10.2 to 10.8 and 17: what a step costs, by terrain, ways, bridges and weather."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from ...core.battle import Battle
from ...core.state import State
from .stacking import Stacking

BRIDGED = ("river", "stream", "gully")
"""Hexsides that a bridge crosses."""


class Costs(Stacking):
    """Costs are the same for all units of a class until a bridge or the weather changes."""

    def __init__(self, battle: Battle) -> None:
        super().__init__(battle)
        self._known_costs: dict[tuple[str, tuple[int, ...], tuple[int, ...], bool], array[int]] = {}
        self.steps_over: dict[int, list[tuple[int, int]]] = {}
        """By hexside, the steps that cross it: hex and direction."""
        for hex_ in range(self.grid.size):
            for direction in range(6):
                if self.grid.neighbour(hex_, direction) >= 0:
                    side = self.grid.side(hex_, direction)
                    self.steps_over.setdefault(side, []).append((hex_, direction))

    def costs(self, state: State, unit: int) -> array[int]:
        """para:10.2.a, 10.3.a: half points for every step of a unit, as bridges and weather have it now."""
        rain = self.rains(state) and state.active == self.airborne_side
        lists = state.lists
        return self._costs_of(
            self.counters[unit].mobility, lists.get("demolished", ()), lists.get("built", ()), rain
        )

    def _costs_of(
        self, mobility: str, demolished: tuple[int, ...], built: tuple[int, ...], rain: bool
    ) -> array[int]:
        key = (mobility, demolished, built, rain)
        known = self._known_costs.get(key)
        if known is None:
            known = self._known_costs[key] = self._list_costs(*key)
        return known

    def _list_costs(
        self, mobility: str, demolished: tuple[int, ...], built: tuple[int, ...], rain: bool
    ) -> array[int]:
        """All steps; if bridges have changed, those as printed with the hexsides of the bridges anew."""
        grid = self.grid
        if not demolished and not built:
            costs = array("H", bytes(2 * 6 * grid.size))
            changed = [(hex_, way) for hex_ in range(grid.size) for way in range(6)]
        else:
            costs = self._costs_of(mobility, (), (), rain)[:]
            changed = [step for side in demolished + built for step in self.steps_over[side]]
        for hex_, direction in changed:
            goal = grid.neighbour(hex_, direction)
            if goal >= 0:
                side = grid.side(hex_, direction)
                costs[hex_ * 6 + direction] = self._step(goal, side, mobility, demolished, built, rain)
        return costs

    def _step(
        self,
        goal: int,
        side: int,
        mobility: str,
        demolished: tuple[int, ...],
        built: tuple[int, ...],
        rain: bool,
    ) -> int:
        """para:10.5.b, 10.6.a, 10.7.a, 10.8.a to c: the hex and the hexside, or the way where it is whole."""
        key, features = self.battle.key, self.board.hexsides.get(side, frozenset())
        if "uncrossable" in features:
            return 0
        hex_cost = key.hex_cost(self.board, goal, mobility)
        wet = features.intersection(BRIDGED)
        bridged = ("bridge" in features and side not in demolished) or side in built
        if not wet or bridged:
            rate = self._way_rate(side, rain)
            if key.never(self.board, goal):
                return 0
            return rate or hex_cost
        if not hex_cost:
            return 0
        return hex_cost + max(key.feature_cost(feature, mobility) for feature in wet)

    def _way_rate(self, side: int, rain: bool) -> int:
        """para:10.6.a, 10.7.a, 25.2.ac and ad: rain takes the trails away, nothing else."""
        return self.best_rate([way for way, sides in self.board.ways.items() if side in sides], rain)

    def best_rate(self, ways: Iterable[str], rain: bool) -> int:
        rates = self.battle.key.ways
        return min(
            (rates[way] for way in ways if rates.get(way) and not (rain and way == "trail")), default=0
        )

    def rains(self, state: State) -> bool:
        """para:25.2.z and ae: for the airborne player turn only."""
        return state.tracks.get("rain") == state.turn

    def is_night(self, state: State) -> bool:
        """para:17.0.a: from the turn track."""
        return state.turn in self.special.get("night", ())
