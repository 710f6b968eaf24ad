"""Estimates with their intervals of 95 %."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, sqrt
from typing import NamedTuple

Z = 1.959963984540054
"""The normal deviate that leaves 5 % outside."""


class Estimate(NamedTuple):
    """A value and the interval that holds the true one with 95 % confidence."""

    value: float
    low: float
    high: float


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def estimate(values: Sequence[float]) -> Estimate:
    """The mean with Student's interval; a single value has none worth the name."""
    middle, count = mean(values), len(values)
    if count < 2:
        return Estimate(middle, middle, middle)
    variance = sum((value - middle) ** 2 for value in values) / (count - 1)
    reach = student(count - 1) * sqrt(variance / count)
    return Estimate(middle, middle - reach, middle + reach)


def student(freedom: int) -> float:
    """Student's deviate for 95 %: exact for one and two degrees of freedom, else a series that is close."""
    if freedom <= 2:
        return (12.706, 4.3027)[freedom - 1]
    z, n = Z, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )


def share(count: int, total: int) -> Estimate:
    """A share with Wilson's interval, which never leaves 0 to 1."""
    if not total:
        return Estimate(0.0, 0.0, 1.0)
    part, squared = count / total, Z * Z
    middle = (part + squared / (2 * total)) / (1 + squared / total)
    reach = Z * sqrt(part * (1 - part) / total + squared / (4 * total * total)) / (1 + squared / total)
    return Estimate(part, max(0.0, middle - reach), min(1.0, middle + reach))


def quantile(values: Sequence[float], part: float) -> float:
    """The value below which a part of the values lies, between neighbours in proportion."""
    ordered = sorted(values)
    place = part * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def chi_square_chance(statistic: float, freedom: int) -> float:
    """How often chance alone brings so large a statistic (Wilson and Hilferty's approximation)."""
    if freedom < 1:
        return 1.0
    spread = 2 / (9 * freedom)
    deviate = ((statistic / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread)
    return 0.5 * erfc(deviate / sqrt(2))
