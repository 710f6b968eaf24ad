"""Positions as journals keep them: changes, digests, and what a stranger may write there."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfolio.battles import registry
from hexfolio.core.battle import kept_sheets
from hexfolio.core.deltas import DeltaError, changed, delta
from hexfolio.core.entries import JournalError
from hexfolio.core.positions import Trail, facts_of, spread, state_json
from hexfolio.core.records import kept_state, record_of

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text("ab", max_size=2),
    lambda inner: (
        st.lists(inner, max_size=6) | st.dictionaries(st.text("abc", max_size=1), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(VALUES, VALUES)
def test_a_change_leads_from_one_value_to_the_other(old: Any, new: Any) -> None:
    before = json.dumps([old, new])
    change = json.loads(json.dumps(delta(old, new)))
    if type(old) is type(new):  # JSON tells true from 1, Python does not
        assert json.dumps(changed(old, change)) == json.dumps(new) or changed(old, change) == new
    else:
        assert changed(old, change) == new
    assert json.dumps([old, new]) == before


def test_changes_are_short() -> None:
    assert delta([0] * 80, [0] * 79 + [4]) == [2, 79, 4]
    assert delta([1, 2, 3, 4], [1, 4]) == [3, 1, 2, []]
    assert delta({"a": 1, "b": [1]}, {"b": [1], "c": 2}) == [1, {"c": [0, 2]}, ["a"]]
    assert delta([1, [2]], [1, [2]]) is None


@pytest.mark.parametrize(
    "change", [[9, 1], 7, "x", [1], [1, {"a": [0]}, []], [2, 5, 1], [2, 1], [3, 0], [1, {"b": [2, 0, 1]}, []]]
)
def test_a_change_that_does_not_fit_is_named(change: Any) -> None:
    with pytest.raises(DeltaError, match=r"does not fit what it should change"):
        changed({"a": [1, 2]}, change)


@pytest.mark.parametrize(("battle", "book"), [("pusan-dg", "kwb-dg"), ("tomahawk", "para")])
def test_a_whole_game_follows_from_its_changes(battle: str, book: str) -> None:
    """The mark of the project: at most 300 bytes for the position after an order, on average."""
    game, random = registry.new_game(battle, book, 5), Random(5)
    for _ in range(400):
        game.apply(game.legal().sample(random))
    record = record_of(game, kept_sheets(game.battle))
    trail, size = Trail(), 0
    for number, kept in enumerate(record.entries):
        text = json.dumps(kept.change, separators=(",", ":"))
        data = trail.follow(json.loads(text), kept.digest)
        if number % 37 == 0:
            assert data == game.at(number).state.to_json()
        size += len(text) + len(kept.digest) if number else 0
    assert size / 400 < 300


def test_stacks_lie_by_hex_and_come_back() -> None:
    data = registry.new_game("crossroads", "fm-2023", 5).state.to_json()
    assert state_json(spread(data)) == data
    with pytest.raises(DeltaError, match="This is not a position"):
        state_json({"stacks": 3})


def test_a_wrong_digest_is_found() -> None:
    game = registry.new_game("crossroads", "fm-2023", 5)
    change, digest = Trail().step(game.state)
    assert Trail().follow(change, digest) == game.state.to_json()
    with pytest.raises(DeltaError, match="not the one its digest tells of"):
        Trail().follow(change, "0" * 12)


def _without(key: str) -> Any:
    return lambda data: data.pop(key)


def _with(key: str, value: Any) -> Any:
    return lambda data: data.__setitem__(key, value)


@pytest.mark.parametrize(
    "spoil",
    [
        *(_without(key) for key in ("turn", "at", "frames", "stacks", "seed", "tracks")),
        _with("turn", "one"),
        _with("phase", 3),
        _with("at", []),
        _with("at", 5),
        _with("stacks", []),
        _with("stacks", [[0, 0]]),
        _with("stacks", 3),
        _with("frames", [["no such step"]]),
        _with("frames", [[]]),
        _with("frames", 3),
        _with("hands", [[]]),
        _with("tracks", {"x": "y"}),
        _with("lists", {"x": ["y"]}),
        _with("step", [True]),
        lambda data: data["at"].__setitem__(0, 9999),
        lambda data: data["at"].__setitem__(0, -9),
    ],
)
def test_a_garbled_position_is_refused_with_a_sentence(spoil: Any) -> None:
    game = registry.new_game("crossroads", "fm-2023", 5)
    game.apply(game.legal().sample(Random(1)))
    data = state_json(facts_of(game.state))
    assert kept_state(game.rules, json.loads(json.dumps(data))) == game.state
    data = json.loads(json.dumps(data))
    spoil(data)
    with pytest.raises(JournalError, match=r"does not fit this battle: .*\.$"):
        kept_state(game.rules, data)
