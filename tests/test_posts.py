"""Posts: where a player sets up whose sheet of aims says so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pytest

from hexfolio.battles import registry
from hexfolio.battles.aims import Aims, aims_of
from hexfolio.core.game import Game
from hexfolio.opponents import captain
from hexfolio.opponents.captain import Captain
from hexfolio.opponents.general import General
from hexfolio.opponents.opponent import Choice, Opponent
from hexfolio.opponents.seat import Seat

BATTLES = [(entry.id, book) for entry in registry.entries() for book in entry.books]
POSTED = [
    (battle, book, side)
    for battle, book in BATTLES
    for side, aims in enumerate(aims_of(registry.load(battle, book)))
    if aims.general.posts
]


def set_up(game: Game, side: int, player: Opponent) -> list[Choice]:
    """One side sets up as a player wants it, the other as a captain does; what the one does."""
    players = [Captain(1), Captain(2)]
    choices = []
    while (decision := game.decision) is not None and decision.kind == "set-up":
        own = decision.side == side
        choice = (player if own else players[decision.side]).choose(Seat(game, decision.side))
        if own:
            choices.append(choice)
        game.apply(choice.order, decision.side)
    return choices


def placed(choices: list[Choice]) -> Mapping[int, int]:
    """How many units were placed in each hex."""
    return Counter(choice.order.path[0] for choice in choices if choice.order.verb == "place")


@pytest.mark.parametrize(("battle", "book", "side"), POSTED)
def test_a_general_mans_every_post_of_its_sheet(battle: str, book: str, side: int) -> None:
    game = registry.new_game(battle, book, 1)
    assert placed(set_up(game, side, General(1))) == aims_of(game.battle)[side].general.posts


def test_there_are_sheets_with_posts() -> None:
    assert ("sukchon", "para", 0) in POSTED


def test_a_captain_does_not_know_the_posts_of_a_general() -> None:
    game = registry.new_game("sukchon", "para", 1)
    set_up(game, 0, Captain(1))
    state, unit = game.state, game.battle.counter("NK-1-2").index
    assert game.battle.board.grid.number(state.at[unit]) == "0317"


def test_the_strongest_go_to_the_first_post_and_the_rest_where_history_put_them() -> None:
    game = registry.new_game("sukchon", "para", 1)
    index, number = game.battle.board.grid.index, game.battle.board.grid.number
    choices = set_up(game, 0, Captain(1, posts={index("3004"): 2, index("3104"): 1}))
    at = {counter.id: game.state.at[counter.index] for counter in game.battle.counters}
    posts = {name: number(at[name]) for name in ("NK-SMG", "NK-120", "NK-1-1")}
    assert posts == {"NK-SMG": "3004", "NK-120": "3004", "NK-1-1": "3104"}
    assert number(at["NK-1-2"]) == "0317"
    assert "NK-SMG is wanted at 3004" in [choice.reason for choice in choices]


def test_a_post_where_nobody_may_stand_is_passed_over() -> None:
    game = registry.new_game("chosin-dg", "kwb-dg", 1)
    index = game.battle.board.grid.index
    choices = set_up(game, 0, Captain(1, posts={index("1903"): 1, index("1211"): 1}))
    assert placed(choices) == {index("1211"): 1}


def test_a_captain_has_posts_too_where_its_sheet_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.new_game("sukchon", "para", 1)
    post = game.battle.board.grid.index("3004")
    monkeypatch.setattr(captain, "aims_of", lambda _: (Aims(posts={post: 1}), Aims()))
    set_up(game, 0, Captain(1))
    assert game.state.at[game.battle.counter("NK-SMG").index] == post
