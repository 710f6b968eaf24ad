"""Comparing what a case expects with what is, however numbers, hexes and lists are written."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any


def same(expected: Any, actual: Any) -> bool:
    """Do they say the same? A mapping expects only the keys it names."""
    if isinstance(expected, Mapping):
        if not isinstance(actual, Mapping):
            return False
        named = {plain(key): value for key, value in actual.items()}
        return all(plain(key) in named and same(value, named[plain(key)]) for key, value in expected.items())
    if isinstance(expected, list):
        return (
            isinstance(actual, list | tuple)
            and len(expected) == len(actual)
            and all(map(same, expected, actual))
        )
    return bool(plain(expected) == plain(actual))


def same_set(expected: list[Any], actual: list[Any]) -> bool:
    """Do they hold the same things, in any order?"""
    return sorted(map(str, map(plain, expected))) == sorted(map(str, map(plain, actual)))


def plain(value: Any) -> Any:
    """A number for everything that is written like one (hex numbers, +3, 5.5, 1/2), else text."""
    if isinstance(value, bool) or value is None:
        return str(value).lower()
    if isinstance(value, int | float | Fraction):
        return Fraction(value)
    try:
        return Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        return str(value)


def shown(value: Any) -> str:
    """A value as a failure report writes it."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {shown(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(shown, value)) + "]"
    return str(value)
