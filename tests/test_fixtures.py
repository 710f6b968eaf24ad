"""Games that earlier programs saved open, stand as they were, and go on: for ever."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from hexfolio.battles import saves
from hexfolio.core import journal
from hexfolio.core.game import Game
from hexfolio.core.orders import Order
from hexfolio.core.positions import DIGITS

FIXTURES = Path(__file__).parent / "fixtures"
SAVED = sorted(FIXTURES.rglob("*.hexfolio"))
AS_JSON = sorted(path for path in FIXTURES.rglob("*.json") if path.with_suffix(".hexfolio").exists())
ON = 25
"""Orders that each game goes on for."""
FAULTS_FOLDER = FIXTURES / "revision-1" / "faults"
FAULTS = {
    fault["name"]: fault for fault in json.loads((FAULTS_FOLDER / "faults.json").read_text(encoding="utf-8"))
}
REFUSED = (
    "bridge-after-advance",
    "fast-after-entry",
    "loss-before-displacement",
    "loss-before-displacement-dg",
    "toward-no-friend",
)


def title(path: Path) -> str:
    return str(path.relative_to(FIXTURES))


def positions(path: Path) -> list[str]:
    """The digests of a game's positions, as the program told them that saved it."""
    lines = path.with_suffix(".positions").read_text().splitlines()
    assert [int(line.split()[0]) for line in lines] == list(range(len(lines)))
    return [line.split()[1] for line in lines]


def check_stands(game: Game, digests: list[str]) -> None:
    """Every position is the one that was seen, and can be looked at by both sides and by others."""
    for number, digest in enumerate(digests):
        past = game.at(number)
        assert past.state.digest()[:DIGITS] == digest, f"position {number} is another one"
        if number % 20 == 0 or number == len(digests) - 1:
            assert {past.view(side)["turn"] for side in (0, 1, None)} == {past.state.turn}


def go_on(game: Game) -> None:
    """Some orders more, saved and opened once again."""
    random, begun = Random(1), game.position
    while game.decision is not None and game.position < begun + ON:
        game.apply(game.legal().sample(random))
    text = journal.save(game)
    again = saves.load(text, "again")
    assert again.state == game.state
    assert journal.save(again) == text
    while game.position > begun:
        game.undo()


@pytest.mark.parametrize("path", SAVED, ids=title)
def test_a_saved_game_stands_and_goes_on(path: Path) -> None:
    game, digests = saves.load(path.read_text(encoding="utf-8"), path.name), positions(path)
    check_stands(game, digests)
    assert game.position in (len(digests) - 1, len(digests)), "an entry more at most, where rules were mended"
    told = [line["text"] for entry in game.history() for line in game.told(entry)]
    assert told
    assert all(told)
    go_on(game)


@pytest.mark.parametrize("path", AS_JSON, ids=title)
def test_a_game_as_json_stands_and_goes_on(path: Path) -> None:
    game, digests = saves.from_json(json.loads(path.read_text(encoding="utf-8"))), positions(path)
    check_stands(game, digests)
    go_on(game)
    assert saves.from_json(json.loads(json.dumps(game.to_json()))).state == game.state


def before_fault(name: str) -> tuple[Game, Order]:
    """A kept game just before a rule was followed wrongly, and the order in question."""
    fault = FAULTS[name]
    game = saves.load((FAULTS_FOLDER / f"{name}.hexfolio").read_text(encoding="utf-8"), name)
    past = game.at(int(fault["entry"]) - 1)
    return past, past.rules.notation.read(fault["order"])


@pytest.mark.parametrize("name", REFUSED)
def test_an_order_that_broke_a_rule_is_refused(name: str) -> None:
    past, order = before_fault(name)
    refusal = past.judge(order)
    assert refusal is not None
    assert refusal.rule.startswith(FAULTS[name]["clause"])


@pytest.mark.parametrize("name", sorted(FAULTS.keys() - set(REFUSED)))
def test_an_order_that_went_wrong_comes_out_otherwise(name: str) -> None:
    past, order = before_fault(name)
    seen = saves.load((FAULTS_FOLDER / f"{name}.hexfolio").read_text(encoding="utf-8"), name)
    past.apply(order)
    assert past.state.digest() != seen.at(int(FAULTS[name]["entry"])).state.digest()


def test_a_retreat_costs_no_step_where_no_enemy_is() -> None:
    past, order = before_fault("loss-without-enemy")
    assert past.rules.terms(past.state, order).steps == 0


def test_there_are_games_of_every_battle_and_book() -> None:
    from hexfolio.battles import registry

    names = {path.stem for path in SAVED}
    for entry in registry.entries():
        for book in entry.books:
            assert any(name.startswith(f"{entry.id}-{book}") for name in names), f"{entry.id} by {book}"
