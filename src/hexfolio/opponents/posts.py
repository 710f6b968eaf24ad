"""Posts: where units are to stand when the battle begins, as far as a sheet of aims says so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from hexfolio.core.orders import Order

from .ground import ground_of
from .opponent import Choice, plain
from .seat import Seat


def man(seat: Seat, posts: Mapping[int, int]) -> Choice | None:
    """The first post that lacks a unit, and the strongest that may stand there and has no post yet."""
    if not posts:
        return None
    battle, seen, hexes = seat.battle, seat.view()["counters"], ground_of(seat.battle).indices
    at = {unit: hexes.get(seen[battle.counters[unit].id][0], -1) for unit in seat.legal().subjects()}
    manned = Counter(at.values())
    free = [unit for unit, hex_ in at.items() if hex_ not in posts]
    free.sort(key=lambda unit: (-battle.counters[unit].steps[0][0], unit))
    for post, wanted in posts.items():
        if manned[post] < wanted:
            for unit in free:
                order = Order("place", unit, (post,))
                if seat.judge(order) is None:
                    name, number = battle.counters[unit].id, battle.board.grid.number(post)
                    return Choice(order, f"{name} is wanted at {number}")
    return plain(seat, "end", "all posts are manned") if at and not free else None
