"""The table of combat results and its columns, as a player knows it by heart."""

from __future__ import annotations

from bisect import bisect_left

TOPS = (-6, -4, -2, -1, 0, 1, 3, 5, 7, 10)
"""The highest differential of each column; the last column is open."""
RESULTS = (
    ("AE", "AE", "AE", "AR", "AR", "AD"),
    ("AE", "AE", "AR", "AD", "AD", "-"),
    ("AE", "AD", "AD", "AD", "-", "-"),
    ("AD", "AD", "AD", "-", "-", "EX"),
    ("AD", "AD", "-", "-", "EX", "D1"),
    ("AD", "-", "-", "EX", "D1", "DR"),
    ("AD", "-", "EX", "D1", "D1", "DR"),
    ("-", "EX", "D1", "D1", "DR", "DX"),
    ("-", "D1", "D1", "DR", "DX", "DX"),
    ("D1", "D1", "DR", "DX", "DX", "DE"),
    ("D1", "DR", "DX", "DX", "DE", "DA"),
)
"""By column, the results of the six faces of the die."""
SHELTER = {"peak": 2, "town": 2, "hill": 1, "woods": 1}
"""Columns that the ground gives to a defender."""
BANKS = {"bridge": 1, "stream": 1, "gully": 1, "river": 2}
"""Columns that a hexside gives to a defender, if every attacker comes over such a one."""
DRIVEN_OUT = frozenset({"DR", "DX", "DE", "DA"})


def results(differential: int, shift: int) -> tuple[str, ...]:
    """The six results of an attack: a negative shift is in the defender's favour."""
    column = bisect_left(TOPS, differential) + shift
    return RESULTS[min(max(column, 0), len(RESULTS) - 1)]


def clears(faces: tuple[str, ...]) -> float:
    """The chance that the defenders leave their hex."""
    return sum(face in DRIVEN_OUT for face in faces) / 6


def hurts(faces: tuple[str, ...]) -> float:
    """The chance that the defenders suffer anything."""
    return sum(face[0] in "DE" for face in faces) / 6
