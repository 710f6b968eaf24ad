"""Ways over the map, and movement points as people read them."""

from __future__ import annotations

from collections.abc import Sequence

Path = tuple[int, ...]


def way_to(hexes: Sequence[int], came: Sequence[int], position: int) -> Path:
    """The way to a hex of a range, see `core.paths`."""
    way = []
    while position >= 0:
        way.append(hexes[position])
        position = came[position]
    return tuple(reversed(way))


def points(halves: int) -> str:
    """Half points as a player reads them: 5½ MP."""
    whole, half = divmod(halves, 2)
    return f"{whole or ('' if half else 0)}{'½' if half else ''} MP"
