"""What changed from one position to the next, as short data for JSON.

A change is a list whose first number says how to read it: 0 a new value, 1 a mapping (changes by key, keys
that are gone), 2 items of a list (place, new item, place, new item …), 3 a part of a list (where it begins,
how many items are gone, what stands there instead).
"""

from __future__ import annotations

from typing import Any

VALUE, MAPPING, ITEMS, PART = range(4)
SAME = None
"""The change between equal values."""


class DeltaError(ValueError):
    """A change that does not fit what it should change."""


def delta(old: Any, new: Any) -> list[Any] | None:
    """The change that makes one value of another."""
    if old == new:
        return SAME
    if isinstance(old, dict) and isinstance(new, dict):
        other = [key for key in new if key not in old or old[key] != new[key]]
        changes = {key: delta(old.get(key), new[key]) for key in other}
        return [MAPPING, changes, [key for key in old if key not in new]]
    if isinstance(old, list) and isinstance(new, list):
        return _of_lists(old, new)
    return [VALUE, new]


def _of_lists(old: list[Any], new: list[Any]) -> list[Any]:
    head = _alike(old, new)
    tail = _alike(old[head:][::-1], new[head:][::-1])
    inner = new[head : len(new) - tail]
    part = [PART, head, len(old) - head - tail, inner]
    if len(old) != len(new) or any(isinstance(item, list | dict) for item in inner):
        return part
    places = [place for place in range(head, len(new) - tail) if old[place] != new[place]]
    if 2 * len(places) >= len(inner) + 2:
        return part
    return [ITEMS, *(value for place in places for value in (place, new[place]))]


def _alike(old: list[Any], new: list[Any]) -> int:
    """How many items two lists share from their beginning."""
    for place, (one, other) in enumerate(zip(old, new, strict=False)):
        if one != other:
            return place
    return min(len(old), len(new))


def changed(old: Any, change: Any) -> Any:
    """The value after a change; the old one stays as it is."""
    try:
        return _changed(old, change)
    except (IndexError, KeyError, TypeError, ValueError) as error:
        raise DeltaError(f"A change does not fit what it should change: {error}.") from None


def _changed(old: Any, change: Any) -> Any:
    if change is SAME:
        return old
    kind, *rest = change
    if kind == VALUE:
        [value] = rest
        return value
    if kind == MAPPING:
        changes, gone = rest
        kept = {key: value for key, value in old.items() if key not in gone}
        return kept | {key: _changed(old.get(key), inner) for key, inner in changes.items()}
    if kind == ITEMS:
        items = list(old)
        for place, item in zip(rest[::2], rest[1::2], strict=True):
            items[place] = item
        return items
    if kind == PART:
        head, count, new = rest
        return [*old[:head], *new, *old[head + count :]]
    raise ValueError(f"there is no kind {kind}")
