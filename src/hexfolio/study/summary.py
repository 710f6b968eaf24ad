"""What many games of one variant add up to."""

from __future__ import annotations

from collections import Counter as Tally
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from hexfolio.core.game import Rules

from .recording import CombatRow, GameRecord
from .statistics import Estimate, chi_square_chance, estimate, mean, quantile, share

FIGURES = ("points", "steps", "strength")
"""Figures by turn of which there is a chart."""

_FEW = 5
"""Expected numbers below this are thrown together before they are tested."""


class Level(NamedTuple):
    """A level of victory and how many games ended with it; the winner is -1 for nobody."""

    winner: int
    name: str
    games: int
    share: Estimate


class TurnFigure(NamedTuple):
    """A figure at the end of a turn: its mean, and between which values the middle 80 % of games lie."""

    turn: int
    mean: float
    low: float
    high: float


class UnitLosses(NamedTuple):
    unit: int
    eliminated: Estimate
    steps: float


class Cell(NamedTuple):
    """How often a result came in a column, and how often the table says it should."""

    seen: int
    expected: float


class Extreme(NamedTuple):
    """A game worth looking at, and why."""

    why: str
    record: GameRecord


class Summary:
    """The finished games of one variant, summed up on demand."""

    def __init__(self, rules: Rules, records: Sequence[GameRecord]) -> None:
        self.rules = rules
        self.faults = [record for record in records if record.fault]
        self.games = [record for record in records if not record.fault]
        self.sides = [side.name for side in rules.battle.sides]
        self.margins = [record.margin for record in self.games]
        self.combats = [row for record in self.games for row in record.combats]

    def margin(self) -> Estimate:
        return estimate(self.margins)

    def wins(self, side: int) -> Estimate:
        return share(sum(record.winner == side for record in self.games), len(self.games))

    def levels(self) -> list[Level]:
        """All levels of the battle from one side's best to the other's, then any that are not on its list."""
        counts = Tally((record.winner, record.level) for record in self.games)
        listed = [(winner, name) for _, winner, name in self.rules.levels()]
        every = listed + sorted(set(counts) - set(listed))
        return [Level(*key, counts[key], share(counts[key], len(self.games))) for key in every]

    def figure(self, name: str, side: int) -> list[TurnFigure]:
        """A figure of a side turn by turn, over the games that got so far."""
        found: dict[int, list[float]] = defaultdict(list)
        for record in self.games:
            for row in record.by_turn:
                if row.side == side:
                    found[row.turn].append(getattr(row, name))
        return [
            TurnFigure(turn, mean(values), quantile(values, 0.1), quantile(values, 0.9))
            for turn, values in sorted(found.items())
        ]

    def losses(self, side: int) -> list[UnitLosses]:
        """Counters that ever lost something, those that fell most often first."""
        fell: Tally[int] = Tally()
        steps: Tally[int] = Tally()
        counters = self.rules.battle.counters
        for record in self.games:
            for row in record.losses:
                if counters[row.unit].side == side:
                    steps[row.unit] += row.steps
                    fell[row.unit] += row.turn > 0
        count = len(self.games)
        found = [UnitLosses(unit, share(fell[unit], count), steps[unit] / count) for unit in steps]
        return sorted(found, key=lambda row: (-row.eliminated.value, -row.steps, row.unit))

    def occupation(self, side: int) -> dict[int, float]:
        """In which share of all turns a side stood in a hex at the end."""
        turns = sum(len({row.turn for row in record.by_turn}) for record in self.games)
        stood: Tally[int] = Tally()
        for record in self.games:
            for row in record.hexes:
                if row.side == side:
                    stood[row.hex] += row.turns
        return {hex_: count / turns for hex_, count in sorted(stood.items())} if turns else {}

    def results(self) -> dict[tuple[str, int], Cell]:
        """Results by name and column, with what the table makes one expect."""
        rolled = Tally(row.column for row in self.combats)
        seen = Tally((row.result, row.column) for row in self.combats)
        cells: dict[tuple[str, int], Cell] = {}
        for column in sorted(rolled):
            printed = self._column(column)
            for result in dict.fromkeys([*printed, *(r for r, c in seen if c == column)]):
                part = printed.count(result) / len(printed) if printed else 0.0
                cells[result, column] = Cell(seen[result, column], rolled[column] * part)
        return cells

    def _column(self, column: int) -> list[str]:
        for table in self.rules.tables():
            if all(1 <= column <= len(row) for row in table.results):
                return [row[column - 1] for row in table.results]
        return []

    def fits(self) -> float:
        """How often fair dice would stray as far from the table as these did."""
        statistic, freedom = 0.0, 0
        by_column: dict[int, list[Cell]] = defaultdict(list)
        for (_, column), cell in self.results().items():
            by_column[column].append(cell)
        for cells in by_column.values():
            kept = [cell for cell in cells if cell.expected >= _FEW]
            rest = [cell for cell in cells if cell.expected < _FEW]
            other = Cell(sum(c.seen for c in rest), sum(c.expected for c in rest))
            if other.expected >= _FEW:
                kept.append(other)
            if len(kept) > 1:
                statistic += sum((c.seen - c.expected) ** 2 / c.expected for c in kept)
                freedom += len(kept) - 1
        return chi_square_chance(statistic, freedom)

    def dice(self) -> Estimate:
        return estimate([row.die for row in self.combats])

    def kinds(self) -> list[tuple[str, int]]:
        return Tally(row.kind for row in self.combats).most_common()

    def combats_of(self, side: int) -> list[CombatRow]:
        return [row for row in self.combats if row.side == side]

    def orders(self) -> Estimate:
        return estimate([record.orders for record in self.games])

    def turns(self) -> Estimate:
        return estimate([record.turns for record in self.games])

    def extremes(self) -> list[Extreme]:
        """The games that stray farthest, each once; among equals the first that was drawn."""
        games = self.games
        wanted = [
            (f"best for {self.sides[0]}", max(games, key=lambda r: (r.margin, -r.number))),
            (f"best for {self.sides[1]}", min(games, key=lambda r: (r.margin, r.number))),
            ("closest", min(games, key=lambda r: (abs(r.margin), r.number))),
            ("bloodiest", max(games, key=lambda r: (sum(loss.steps for loss in r.losses), -r.number))),
            ("longest", max(games, key=lambda r: (r.turns, r.orders, -r.number))),
            ("shortest", min(games, key=lambda r: (r.turns, r.orders, r.number))),
        ]
        found: dict[int, Extreme] = {}
        for why, record in wanted:
            before = found.get(record.number)
            found[record.number] = Extreme(f"{before.why}, {why}" if before else why, record)
        return list(found.values())


def difference(base: Sequence[GameRecord], other: Sequence[GameRecord]) -> Estimate | None:
    """How much the margin grows from one variant to another: games of one number share seed and dice."""
    margins = {record.number: record.margin for record in base if not record.fault}
    gaps = [
        record.margin - margins[record.number]
        for record in other
        if not record.fault and record.number in margins
    ]
    return estimate(gaps) if gaps else None
