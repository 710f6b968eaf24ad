"""Retreat, displacement and advance against a second opinion; `make oracles` takes many more maps."""

from __future__ import annotations

from oracles import advance, retreat

MAPS = 600
"""Random maps, of which each edition has a third."""


def test_engine_and_oracle_agree_on_retreats() -> None:
    assert retreat.run(0, MAPS) == []


def test_engine_and_oracle_agree_on_advances() -> None:
    assert advance.run(0, MAPS) == []
