"""What a battle's victory schedule pays for: hexes, counters destroyed, counters led off the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from hexfolio.core.battle import Battle
from hexfolio.core.counters import Counter

MOST = 12.0
"""A prize counts no more than this: beyond it only winning matters."""
SOURCE = 3.0
"""What a hex is worth from which supply comes."""
SYMBOL = 0.25
"""What the end of a supply line is worth."""
CRITICAL = 2.0
"""What a hex is worth whose loss costs markers."""
ENTRY = 1.0
"""What a hex is worth where reinforcements are waiting to land."""
STALE = 0.25
"""Share of a prize that the side that scores for it holds no part of, and cannot win yet."""
WHOLE = ("cities", "cleared")
"""Prizes for all hexes of a place together."""


class Prize(NamedTuple):
    """Points for hexes: who scores, how much, where, by which part of the schedule, from which turn on."""

    side: int
    points: float
    hexes: tuple[int, ...]
    kind: str
    turn: int = 0


class Schedule:
    """The schedule of one battle, read once."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        victory = battle.victory
        self.prizes = list(_prizes(battle))
        self.holders: dict[int, int] = dict(_first_holders(battle))
        self.kill_points = [self._kill_points(counter) for counter in battle.counters]
        self.exit_points = [
            _best(counter, counter.side, victory.get("exited", ())) for counter in battle.counters
        ]
        self.stay_points = [self._stay_points(counter) for counter in battle.counters]
        self.exits = tuple(tuple(battle.special.get("exits", {}).get(side.id, ())) for side in battle.sides)
        self.leaving = tuple(
            bool(self.exits[side]) and any(line[0] == side for line in victory.get("exited", ()))
            for side in (0, 1)
        )

    def _kill_points(self, counter: Counter) -> float:
        """What the enemy scores for the last step of a counter."""
        if counter.traits & {"dummy", "scratch", "police"}:
            return 0.0
        return _best(counter, 1 - counter.side, self.battle.victory.get("dead", ()))

    def _stay_points(self, counter: Counter) -> float:
        """What the enemy scores for a counter that is still on the map at the end."""
        lines = [*self.battle.victory.get("left", ()), *self.battle.victory.get("unsupplied", ())]
        return float(sum(points for side, points in lines if side != counter.side))


def _best(counter: Counter, side: int, lines: Any) -> float:
    return float(
        max((points for who, points, kind in lines if who == side and fits(counter, kind)), default=0)
    )


def fits(counter: Counter, kind: Any) -> bool:
    """Does a description in the schedule fit a counter? One word of every group that is given must."""
    trait = counter.traits & {"hq", "depot"}
    foot = counter.symbol in ("infantry", "airborne") and counter.mobility != "mobile"
    kinds = set(trait)
    if counter.mobility == "mobile":
        kinds.add("mobile")
    if foot and not trait and "police" not in counter:
        kinds.add("infantry")
    size = "" if trait else counter.size or "regiment"
    return (
        (not kind.nations or counter.nation in kind.nations)
        and (not kind.kinds or bool(kinds & kind.kinds))
        and (not kind.sizes or size in kind.sizes)
    )


def _prizes(battle: Battle) -> Iterator[Prize]:
    victory, special = battle.victory, battle.special
    for hex_, points in victory.get("objectives", {}).items():
        yield Prize(-1, points, (hex_,), "objectives")
    for kind in ("held", "ever", "cities", "clear", "occupied", "cleared"):
        for side, points, hexes in victory.get(kind, ()):
            yield Prize(side, points, hexes, kind)
    for side, points, hexes, turn in victory.get("storm", ()):
        yield Prize(side, points, hexes, "storm", turn)
    for key, worth in (("sources", SOURCE), ("fleeting-sources", SOURCE), ("symbols", SYMBOL)):
        for name, hexes in special.get(key, {}).items():
            yield Prize(1 - battle.side_index(name), worth, hexes, key)
    if "critical" in special:
        yield Prize(-1, CRITICAL, special["critical"], "critical")
    for unit, arrival in battle.arrivals.items():
        if arrival.terms & {"vacated", "held", "controlled"}:
            yield Prize(battle.counters[unit].side, ENTRY, arrival.hexes, "entry")


def _first_holders(battle: Battle) -> Iterator[tuple[int, int]]:
    """Who holds what when the battle begins."""
    for key in ("sources", "fleeting-sources", "symbols"):
        for name, hexes in battle.special.get(key, {}).items():
            for hex_ in hexes:
                yield hex_, battle.side_index(name)
    yield from battle.victory.get("control", {}).items()


class Notes:
    """What a player keeps in mind of the hexes that matter: who held them last, and who ever took them."""

    def __init__(self, schedule: Schedule) -> None:
        self.schedule = schedule
        self.holders = dict(schedule.holders)
        self.taken: set[tuple[int, int]] = set()
        self.occupants: Mapping[int, int] = {}
        self._hexes = {hex_ for prize in schedule.prizes for hex_ in prize.hexes}

    def copy(self) -> Notes:
        other = Notes(self.schedule)
        other.holders, other.taken, other.occupants = dict(self.holders), set(self.taken), self.occupants
        return other

    def observe(self, occupants: Mapping[int, int]) -> None:
        """Note who stands where: occupied hexes with the side in them."""
        self.occupants = occupants
        for hex_ in self._hexes & occupants.keys():
            side = occupants[hex_]
            if self.holders.get(hex_, side) != side:
                self.taken.add((hex_, side))
            self.holders[hex_] = side

    def worth(self, turn: int, situation: Mapping[str, Any]) -> dict[int, float]:
        """What every hex that matters is worth now, to whoever wants to have or to keep it."""
        worth: dict[int, float] = {}
        for prize in self.schedule.prizes:
            points = self._points(prize, turn, situation)
            for hex_ in prize.hexes:
                share = self._share(prize, hex_, turn)
                worth[hex_] = min(MOST, worth.get(hex_, 0.0) + points * share)
        return {hex_: points for hex_, points in worth.items() if points > 0}

    def _share(self, prize: Prize, hex_: int, turn: int) -> float:
        """Share of a prize that a hex of it is worth now; to storm what one has is worth nothing."""
        if self.holders.get(hex_) == prize.side:
            return 0.0 if prize.kind == "storm" else 1.0
        return STALE if turn + 1 < prize.turn else 1.0

    def _points(self, prize: Prize, turn: int, situation: Mapping[str, Any]) -> float:
        if prize.kind in situation:
            return 0.0
        if prize.kind in ("ever", "fleeting-sources"):
            return 0.0 if any((hex_, prize.side) in self.taken for hex_ in prize.hexes) else prize.points
        if prize.kind == "cities" and not any((hex_, 1 - prize.side) in self.taken for hex_ in prize.hexes):
            return 0.0
        if prize.kind == "clear":
            return prize.points / max(1, sum(self._stands_in(1 - prize.side, hex_) for hex_ in prize.hexes))
        if prize.kind in WHOLE:
            missing = sum(self.holders.get(hex_) != prize.side for hex_ in prize.hexes)
            left = self.schedule.battle.turns - turn if prize.kind == "cleared" else 1
            return prize.points * max(0, left) / max(1, missing)
        return prize.points

    def _stands_in(self, side: int, hex_: int) -> bool:
        return self.occupants.get(hex_) == side


@lru_cache(maxsize=16)
def schedule_of(battle: Battle) -> Schedule:
    return Schedule(battle)
