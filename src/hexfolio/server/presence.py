"""Who is at the table: which seats have a live connection to this process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from threading import Lock


class Presence:
    """Counts connections by game and side."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._seats: dict[str, Counter[str]] = {}

    def enter(self, game_id: str, sides: Iterable[str]) -> None:
        with self._lock:
            self._seats.setdefault(game_id, Counter()).update(sides)

    def leave(self, game_id: str, sides: Iterable[str]) -> None:
        with self._lock:
            seats = self._seats.get(game_id, Counter())
            seats.subtract(sides)
            if not +seats:
                self._seats.pop(game_id, None)

    def sides(self, game_id: str) -> set[str]:
        with self._lock:
            return {side for side, count in self._seats.get(game_id, Counter()).items() if count > 0}
