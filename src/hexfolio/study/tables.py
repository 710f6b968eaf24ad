"""The tables of a study as Parquet files: the same bytes for the same games, in whatever order they ended."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from hexfolio.core.battle import Battle

from .lines import write_whole
from .plan import Plan, StudyError
from .recording import GameRecord, chance_of
from .variations import open_setup

Row = tuple[Any, ...]
COLUMNS: dict[str, dict[str, str]] = {
    "games": {
        "variant": "string", "game": "int32", "seed": "int64", "winner": "string", "level": "string",
        "first_points": "int32", "second_points": "int32", "margin": "int32", "orders": "int32",
        "turns": "int32", "digest": "string", "fault": "string",
    },
    "turns": {
        "variant": "string", "game": "int32", "turn": "int32", "side": "string", "points": "int32",
        "counters": "int32", "steps": "int32", "strength": "int32",
    },
    "losses": {
        "variant": "string", "game": "int32", "unit": "string", "side": "string",
        "eliminated_in_turn": "int32", "steps": "int32",
    },
    "occupation": {
        "variant": "string", "game": "int32", "hex": "string", "side": "string", "turns": "int32",
    },
    "combats": {
        "variant": "string", "game": "int32", "turn": "int32", "side": "string", "kind": "string",
        "hex": "string", "differential": "int32", "column": "int32", "die": "int32", "result": "string",
        "chance": "float64",
    },
}  # fmt: skip
"""Columns and their types, by table."""


def need_pyarrow() -> ModuleType:
    """The library that writes Parquet, or a sentence that says how to get it."""
    try:
        import pyarrow.parquet  # type: ignore[import-untyped]
    except ImportError:
        raise StudyError("Studies are written as Parquet: pip install 'hexfolio[study]'.") from None
    module: ModuleType = pyarrow
    return module


def write_tables(folder: Path, plan: Plan, records: Sequence[GameRecord]) -> None:
    """All tables of the games, which come sorted."""
    arrow = need_pyarrow()
    rows: dict[str, list[Row]] = {name: [] for name in COLUMNS}
    for record in records:
        for name, row in _rows(plan, record):
            rows[name].append(row)
    for name, columns in COLUMNS.items():
        schema = arrow.schema([(column, getattr(arrow, kind)()) for column, kind in columns.items()])
        cells = zip(*rows[name], strict=True) if rows[name] else ([] for _ in columns)
        arrays = [arrow.array(list(c), field.type) for c, field in zip(cells, schema, strict=True)]
        stream = io.BytesIO()
        arrow.parquet.write_table(arrow.Table.from_arrays(arrays, schema=schema), stream)
        write_whole(folder / f"{name}.parquet", stream.getvalue())


def _rows(plan: Plan, record: GameRecord) -> Iterator[tuple[str, Row]]:
    variant = plan.variants[record.variant]
    rules = open_setup(variant.setup)
    battle = rules.battle
    start = variant.label, record.number
    if record.fault:
        yield "games", (*start, record.seed, *[None] * 8, record.fault)
        return
    yield "games", (
        *start, record.seed, _side(battle, record.winner), record.level, *record.points, record.margin,
        record.orders, record.turns, record.digest, None,
    )  # fmt: skip
    for turn, side, *figures in record.by_turn:
        yield "turns", (*start, turn, _side(battle, side), *figures)
    for loss in record.losses:
        unit = battle.counters[loss.unit]
        yield "losses", (*start, unit.id, _side(battle, unit.side), loss.turn or None, loss.steps)
    for stay in record.hexes:
        yield "occupation", (*start, _hex(battle, stay.hex), _side(battle, stay.side), stay.turns)
    for c in record.combats:
        yield "combats", (
            *start, c.turn, _side(battle, c.side), c.kind, _hex(battle, c.hex), c.differential, c.column,
            c.die, c.result, chance_of(rules, c.column, c.result),
        )  # fmt: skip


def _side(battle: Battle, side: int) -> str | None:
    return battle.sides[side].id if side >= 0 else None


def _hex(battle: Battle, hex_: int) -> str | None:
    return battle.board.grid.number(hex_) if hex_ >= 0 else None
