"""What the casebook needs of a rulebook, whatever its family."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from hexfolio.core.battle import Battle
from hexfolio.core.counters import Counter, Values
from hexfolio.core.events import Event
from hexfolio.core.game import Table, Terms
from hexfolio.core.hexes import Grid
from hexfolio.core.odds import Odds
from hexfolio.core.orders import Notation, Order
from hexfolio.core.state import State


class CaseRules(Protocol):
    """A rulebook that can lay positions out by hand and be asked about them."""

    battle: Battle
    notation: Notation
    grid: Grid
    counters: tuple[Counter, ...]

    @property
    def statuses(self) -> Sequence[tuple[int, str]]:
        """What a unit may have done, as a flag and a word."""

    @property
    def marker_value(self) -> list[int]:
        """The value of each support marker."""

    @property
    def player_turn(self) -> tuple[str, ...]:
        """Phases that a case may begin with."""

    def new_state(self, seed: int) -> State: ...

    def begin(self, state: State, table: Table) -> None: ...

    def begin_set_up(self, state: State, side: int) -> None: ...

    def begin_phase(self, state: State, phase: str, table: Table) -> None: ...

    def settle(self, state: State, table: Table) -> None: ...

    def lay_out(self, state: State) -> None: ...

    def deploy(self, state: State, side: int) -> None: ...

    def rearranged(self, state: State) -> None: ...

    def set_face(self, state: State, unit: int, words: list[str]) -> None: ...

    def values(self, state: State, unit: int) -> Values: ...

    def allowance(self, state: State, unit: int) -> int: ...

    def is_hidden(self, state: State, unit: int) -> bool: ...

    def victory_points(self, state: State) -> tuple[int, int]: ...

    def level(self, margin: int) -> tuple[int, str]: ...

    def arrivals(self, state: State) -> list[int]: ...

    def entry_ways(self, state: State, unit: int) -> list[tuple[int, ...]]: ...

    def ways(self, state: State, unit: int) -> list[tuple[int, ...]]: ...

    def zone_of(self, state: State, unit: int) -> tuple[int, ...]: ...

    def zones(self, state: State, side: int) -> bytes: ...

    def terms(self, state: State, order: Order) -> Terms: ...

    def faults(self, state: State) -> Iterator[str]: ...

    def listed_as(self, state: State, order: Order) -> Order | None: ...

    def zones_seen(self, state: State, side: int) -> Sequence[int]: ...

    def odds(
        self,
        state: State,
        order: Order | None,
        support: tuple[int, ...] = (),
        against: tuple[int, ...] = (),
    ) -> Odds: ...

    def name(self, unit: int) -> str: ...

    def number(self, hex_: int) -> str: ...

    def narrate(self, event: Event) -> str: ...

    def view(self, state: State, side: int | None) -> dict[str, Any]: ...
