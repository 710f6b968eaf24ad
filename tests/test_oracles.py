"""The engine against the Korean oracles, a part of their maps; `make oracles` compares many more."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hexfolio.rulebooks.korean_war.dg.rulebook import KwbDg
from hexfolio.rulebooks.korean_war.train.rulebook import KwbTrain
from oracles.__main__ import ORACLES
from oracles.playing import Position
from oracles.sketches import Piece, Sketch
from oracles.supply_dg import Oracle

KOREAN = ("supply-dg", "supply-train", "bombardment-dg", "bombardment-train", "han")
MAPS = 100
RUNS = 2


@pytest.mark.parametrize("run", range(RUNS))
@pytest.mark.parametrize("name", KOREAN)
def test_engine_and_oracle_agree(name: str, run: int) -> None:
    assert ORACLES[name](1000 + run, MAPS) == []


def test_an_oracle_reads_the_map_as_printed() -> None:
    """Even columns lie half a hex lower; hexes are counted one by one."""
    sketch = Sketch("kwb-dg", 20, 20, ("nk", "un"))
    assert set(sketch.around((4, 4))) == {(4, 3), (5, 4), (5, 5), (4, 5), (3, 5), (3, 4)}
    assert set(sketch.around((5, 5))) == {(5, 4), (6, 4), (6, 5), (5, 6), (4, 5), (4, 4)}
    assert set(sketch.around((1, 1))) == {(1, 2), (2, 1)}
    assert sketch.hexes_between((5, 8), (10, 5)) == 5


def test_an_oracle_knows_that_a_bridge_carries_a_line() -> None:
    """kwb-dg:10.2.terrain.b: a corridor with a river, without a bridge and with one."""
    corridor = Sketch("kwb-dg", 5, 1, ("nk", "un"), rules={"sources": "{un: 0101}"})
    corridor.pieces = {"U": Piece("U", 1)}
    position = Position(1, 1, "movement", {"U": (5, 1)})
    river = frozenset(((2, 1), (3, 1)))
    answers = []
    for features in (set[str](), {"minor-river"}, {"minor-river", "bridge"}):
        corridor.hexsides = {river: features}
        answers.append(Oracle(corridor).in_supply(position, "U"))
    assert answers == [True, False, True]


@pytest.mark.parametrize(
    ("name", "owner", "method", "wrong"),
    [
        ("supply-dg", KwbDg, "unbridged", lambda *_: False),
        ("supply-dg", KwbDg, "friends", lambda rules, state, side: state.occupied[side]),
        ("supply-train", KwbTrain, "_screened", lambda *_: False),
        ("supply-train", KwbTrain, "ferries", lambda rules, state: rules.han),
        ("bombardment-dg", KwbDg, "in_range", lambda *_: True),
        ("bombardment-train", KwbTrain, "in_touch", lambda *_: True),
        ("han", KwbTrain, "judge_attack_hexside", lambda *_: None),
        ("han", KwbTrain, "may_infiltrate", lambda *_: True),
    ],
)
def test_an_oracle_notices_a_broken_rule(
    name: str, owner: type, method: str, wrong: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert hasattr(owner, method)
    monkeypatch.setattr(owner, method, wrong)
    assert ORACLES[name](1, 300) != []
