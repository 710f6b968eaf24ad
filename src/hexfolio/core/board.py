"""The board: an immutable map of terrain, hexside features, ways, places and fortifications."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .hexes import Grid


@dataclass(frozen=True, slots=True)
class Fortification:
    """A fortified hex; some kinds keep the zones of control of one side out."""

    kind: str
    cancels_zones_of: str = ""


@dataclass(frozen=True, slots=True)
class NameLine:
    """A name written along neighbouring hexes, or along hexsides that follow one another."""

    name: str
    hexes: tuple[int, ...] = ()
    sides: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class Board:
    """Everything printed on the map. Hexsides and ways are held by hexside, see `Grid.side`."""

    name: str
    grid: Grid
    terrain: tuple[tuple[str, ...], ...]
    hexsides: Mapping[int, frozenset[str]] = field(default_factory=dict)
    ways: Mapping[str, frozenset[int]] = field(default_factory=dict)
    places: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    fortifications: Mapping[int, Fortification] = field(default_factory=dict)
    edges: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    scale_km: float = 0
    """Kilometres from hex to hex; 0 where the map does not say."""

    names: tuple[NameLine, ...] = ()
    """Names of rivers, ranges and seas, for the picture only; a name may stand several times."""

    areas: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Parts of the map that rules speak of and no picture names, such as all hexes south of a river."""

    def side_features(self, start: int, goal: int) -> frozenset[str]:
        """Features of the hexside between two neighbouring hexes."""
        return self.hexsides.get(self.side_between(start, goal), frozenset())

    def side_between(self, start: int, goal: int) -> int:
        return self.grid.side(start, self.grid.direction(start, goal))

    def way_in_hex(self, way: str, hex_: int) -> bool:
        """Does such a way run through the hex?"""
        sides = self.ways.get(way, frozenset())
        return any(self.grid.side(hex_, direction) in sides for direction in range(6))

    def friendly_edge(self, side: str) -> tuple[int, ...]:
        """Hexes of the map edges that belong to a side."""
        return tuple(hex_ for edge in self.edges.get(side, ()) for hex_ in self.grid.edge(edge))
