"""Air drops against a second opinion; `make oracles` takes many more landings."""

from __future__ import annotations

from oracles import landing

LANDINGS = 300


def test_engine_and_oracle_agree_on_landings() -> None:
    assert landing.run(0, LANDINGS) == []
