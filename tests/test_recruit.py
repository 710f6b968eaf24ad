"""The recruit: a newcomer, who thinks of its own turn only and of one unit at a time."""

from __future__ import annotations

import pytest

from hexfolio.battles import registry
from hexfolio.core.game import Game
from hexfolio.opponents import Seat
from hexfolio.opponents.airborne.missions import missions, mobile
from hexfolio.opponents.captain import Captain
from hexfolio.opponents.marching import March
from hexfolio.opponents.recruit import Recruit


@pytest.fixture
def game() -> Game:
    """Crossroads with one red battalion on the map, in open country."""
    game = registry.new_game("crossroads", "fm-folio", 1)
    for unit in [*game.state.on_map(0), *game.state.on_map(1)]:
        game.state.put(unit, -1)
    put(game, "3/40", "0904")
    return game


def put(game: Game, name: str, number: str) -> int:
    unit = game.battle.counter(name).index
    game.state.put(unit, game.battle.board.grid.index(number))
    return unit


def march(player: Recruit, game: Game) -> March:
    return March(player._look(Seat(game, 0)), late=False)


def prospect(player: Recruit, game: Game, unit: int) -> float:
    grid = game.battle.board.grid
    target = grid.index("0904")
    return march(player, game)._prospect(unit, grid.around(target)[0], target)


def test_it_counts_on_nobody_who_is_not_there_yet(game: Game) -> None:
    unit = put(game, "1/12", "0703")
    alone = [prospect(player, game, unit) for player in (Recruit(), Captain())]
    put(game, "A/7", "0702")
    together = [prospect(player, game, unit) for player in (Recruit(), Captain())]
    assert together[0] == alone[0]
    assert together[1] > alone[1]


def test_it_fears_nobody(game: Game) -> None:
    unit = put(game, "1/12", "0903")
    for name, number in (("B/51", "0902"), ("A/51", "1002"), ("1/42", "0802")):
        put(game, name, number)
    recruit, captain = (
        march(player, game).danger(unit, game.state.at[unit]) for player in (Recruit(), Captain())
    )
    assert recruit == 0 < captain


def test_it_attacks_with_all_who_are_there() -> None:
    game = registry.new_game("crossroads", "fm-folio", 5)
    players = Recruit(1), Recruit(2)
    seen = 0
    while (decision := game.decision) is not None:
        seat = Seat(game, decision.side)
        choice = players[decision.side].choose(seat)
        if choice.order.verb == "attack":
            position = players[decision.side]._look(seat)
            groups = [order.units for order in seat.legal().of(choice.order.path[0])]
            fighting = [units for units in groups if all(map(position.fights, units))]
            assert len(choice.order.units) == max(map(len, fighting))
            seen += len(choice.order.units) > 1
        game.apply(choice.order)
    assert seen


def test_its_airborne_units_go_for_what_is_nearest_whoever_else_does() -> None:
    game = registry.new_game("sukchon", "para", 3)
    players = Recruit(1), Recruit(2)
    while (decision := game.decision) is not None and decision.kind != "movement":
        game.apply(players[decision.side].choose(Seat(game, decision.side)).order)
    assert decision is not None
    position = Recruit()._survey(Seat(game, decision.side))
    goals = missions(position, mobile(position))
    assert goals
    for unit, goal in goals.items():
        away = {other: position.turns_to(unit, position.at[unit], other) for other in position.objectives}
        best = min(away.values())
        assert away[goal] <= best + 0.1 * max(position.objectives.values()) + 0.2
    assert len(set(goals.values())) < len(goals)
