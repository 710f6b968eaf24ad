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

    def costs(self, state: State, unit: int) -> array[int]:
        """para:10.2.a, 10.3.a: half points for every step of a unit, as bridges and weather have it now."""
        rain = self.rains(state) and state.active == self.airborne_side
        key = (
            self.counters[unit].mobility,
            state.lists.get("demolished", ()),
            state.lists.get("built", ()),
            rain,
        )
        known = self._known_costs.get(key)
        if known is None:
            known = self._known_costs[key] = self._list_costs(*key)
        return known

    def _list_costs(
        self, mobility: str, demolished: tuple[int, ...], built: tuple[int, ...], rain: bool
    ) -> array[int]:
        grid, costs = self.grid, array("H", bytes(2 * 6 * self.grid.size))
        for hex_ in range(grid.size):
            for direction in range(6):
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
        return state.tracks.get("rain", 0) == state.turn

    def is_night(self, state: State) -> bool:
        """para:17.0.a: from the turn track."""
        return state.turn in self.special.get("night", ())
