"""Computer players: legal, repeatable, blind to what is hidden, and worth their salt."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, cast

import pytest

from hexfolio import opponents
from hexfolio.battles import registry
from hexfolio.core.events import Event
from hexfolio.core.game import Game, Legal, Outcome
from hexfolio.core.orders import Order
from hexfolio.opponents import OPPONENTS, Choice, Seat
from hexfolio.opponents.match import EndlessMatchError, play_match

BOOKS = ("fm-folio", "fm-st296", "fm-2023")
BATTLES = [(entry.id, book) for entry in registry.entries() for book in entry.books]
AIRBORNE = [battle for battle, book in BATTLES if book == "para"]
SHORT = 450
"""Orders after which a game has seen all phases of several turns."""
KINDS = {
    "set-up",
    "movement",
    "combat",
    "mobile-movement",
    "mobile-combat",
    "support",
    "loss",
    "retreat",
    "advance",
}
"""Decisions that come up in every game of some length."""
QUESTIONS = {"": {"movement", "combat", "support", "retreat"}, "para": {"landing", "movement", "attack"}}
"""Decisions that come up in the first turns already, by book; most books are alike."""


def play(book: str, names: tuple[str, str], seed: int) -> tuple[Game, Outcome]:
    game = registry.new_game("crossroads", book, seed)
    players = opponents.find(names[0])(seed), opponents.find(names[1])(seed + 1)
    return game, play_match(game, players)


class GuardedLegal:
    """Legal orders that keep the position to themselves."""

    def __init__(self, legal: Legal) -> None:
        self.__legal = legal

    @property
    def state(self) -> None:
        raise AssertionError("A player looked at the position.")

    rules = state

    def subjects(self) -> Sequence[int]:
        return self.__legal.subjects()

    def of(self, subject: int) -> list[Order]:
        return self.__legal.of(subject)

    def plain(self) -> list[Order]:
        return self.__legal.plain()

    def __iter__(self) -> Iterator[Order]:
        return iter(self.__legal)

    def __contains__(self, order: Order) -> bool:
        return order in self.__legal

    def sample(self, random: Random) -> Order:
        return self.__legal.sample(random)


class GuardedGame:
    """A game that lets a seat use its interface and nothing behind it, and shows a side only its own view."""

    OPEN = frozenset({"battle", "decision", "imagine", "judge", "odds", "outlook", "zone_from"})

    def __init__(self, game: Game, side: int) -> None:
        self.__game = game
        self.__side = side

    def __getattr__(self, name: str) -> Any:
        if name not in self.OPEN:
            raise AssertionError(f"A player reached for {name}.")
        return getattr(self.__game, name)

    def legal(self) -> GuardedLegal:
        return GuardedLegal(self.__game.legal())

    def view(self, side: int | None) -> dict[str, Any]:
        assert side == self.__side
        return self.__game.view(side)


class TestRegistry:
    def test_players_know_their_names(self) -> None:
        assert {name: make(1).name for name, make in OPPONENTS.items()} == {name: name for name in OPPONENTS}

    def test_an_unknown_player_is_refused_with_the_list(self) -> None:
        with pytest.raises(
            opponents.UnknownOpponentError, match=r"no opponent rommel: known are .*random, recruit"
        ):
            opponents.find("rommel")


class TestSeat:
    def test_only_the_side_that_is_asked_sees_its_orders(self) -> None:
        game = registry.new_game("crossroads", "fm-folio", 1)
        decision = game.decision
        assert decision is not None
        assert list(Seat(game, decision.side).legal()) == list(game.legal())
        with pytest.raises(LookupError, match="is not asked"):
            Seat(game, 1 - decision.side).legal()

    def test_a_seat_judges_for_its_own_side(self) -> None:
        game = registry.new_game("crossroads", "fm-folio", 1)
        decision = game.decision
        assert decision is not None
        order = next(iter(game.legal()))
        assert Seat(game, decision.side).judge(order) is None
        assert Seat(game, 1 - decision.side).judge(order) is not None

    @pytest.mark.parametrize("name", OPPONENTS)
    @pytest.mark.parametrize("book", BOOKS)
    def test_no_player_looks_behind_the_seat(self, book: str, name: str) -> None:
        game = registry.new_game("crossroads", book, 4)
        players = OPPONENTS[name](1), OPPONENTS[name](2)
        for player in players:
            if hasattr(player, "effort"):
                player.effort = 5
        seats = [Seat(cast(Game, GuardedGame(game, side)), side) for side in (0, 1)]
        while (decision := game.decision) is not None:
            choice = players[decision.side].choose(seats[decision.side])
            game.apply(choice.order, decision.side)
        assert game.outcome is not None


class TestMatch:
    @pytest.mark.parametrize("names", [("random", "random"), ("recruit", "random"), ("random", "recruit")])
    @pytest.mark.parametrize("book", BOOKS)
    def test_every_player_finishes_from_either_side(self, book: str, names: tuple[str, str]) -> None:
        game, outcome = play(book, names, seed=7)
        assert game.decision is None
        assert game.outcome == outcome

    @pytest.mark.parametrize("book", BOOKS)
    def test_the_same_seed_plays_the_same_game(self, book: str) -> None:
        first, second = (play(book, ("recruit", "recruit"), seed=11)[0] for _ in range(2))
        assert [entry.order for entry in first.history()] == [entry.order for entry in second.history()]
        assert first.state.digest() == second.state.digest()

    def test_a_match_is_bounded(self) -> None:
        game = registry.new_game("crossroads", "fm-folio", 1)
        with pytest.raises(EndlessMatchError, match="random and random did not end within 10 orders"):
            play_match(game, (OPPONENTS["random"](1), OPPONENTS["random"](2)), most_orders=10)


class TestRecruit:
    @pytest.mark.parametrize("book", BOOKS)
    def test_gives_reasons_and_moves_no_unit_twice(self, book: str) -> None:
        game = registry.new_game("crossroads", book, 1)
        kinds: set[str] = set()
        moved: set[tuple[int, int, str, int]] = set()

        def watch(side: int, choice: Choice, events: list[Event]) -> None:
            assert choice.reason
            order = choice.order
            if order.verb in ("attack", "bombard"):
                assert game.battle.board.grid.number(order.path[0]) in choice.reason

        players = OPPONENTS["recruit"](1), OPPONENTS["recruit"](2)
        seats = Seat(game, 0), Seat(game, 1)
        while (decision := game.decision) is not None:
            kinds.add(decision.kind)
            view = game.view(decision.side)
            choice = players[decision.side].choose(seats[decision.side])
            if choice.order.verb in ("move", "enter"):
                move = view["turn"], decision.side, decision.kind, choice.order.unit
                assert move not in moved
                moved.add(move)
            watch(decision.side, choice, game.apply(choice.order, decision.side))
        assert kinds >= KINDS

    def test_brings_every_reinforcement_on(self) -> None:
        game, _ = play("fm-folio", ("recruit", "recruit"), seed=3)
        counters = game.view(0)["counters"]
        arrivals = [game.battle.counters[unit].id for unit in game.battle.arrivals]
        assert all(counters[name][0] != "off-map" for name in arrivals)

    @pytest.mark.parametrize("book", BOOKS)
    def test_beats_random_play_from_both_sides(self, book: str) -> None:
        margins = []
        for seed in range(4):
            blue = play(book, ("recruit", "random"), seed)[1].points
            red = play(book, ("random", "recruit"), seed)[1].points
            margins.append(blue[0] - blue[1] + red[1] - red[0])
        assert sum(margin > 0 for margin in margins) >= 3
        assert sum(margins) / len(margins) > 20

    @pytest.mark.parametrize(("battle", "book"), BATTLES)
    def test_answers_every_question_of_every_battle(self, battle: str, book: str) -> None:
        game = registry.new_game(battle, book, 3)
        players = OPPONENTS["recruit"](1), OPPONENTS["recruit"](2)
        seats = [Seat(cast(Game, GuardedGame(game, side)), side) for side in (0, 1)]
        kinds: set[str] = set()
        for _ in range(SHORT):
            decision = game.decision
            if decision is None:
                break
            kinds.add(decision.kind)
            choice = players[decision.side].choose(seats[decision.side])
            assert choice.reason != "knows nothing better", decision
            assert game.judge(choice.order, decision.side) is None, choice
            game.apply(choice.order, decision.side)
        assert kinds >= QUESTIONS.get(book, QUESTIONS[""])

    def test_an_unknown_question_gets_a_legal_answer(self) -> None:
        game = registry.new_game("crossroads", "fm-folio", 1)
        recruit = OPPONENTS["recruit"](1)
        recruit._answers = {}  # type: ignore[attr-defined]
        decision = game.decision
        assert decision is not None
        assert game.judge(recruit.choose(Seat(game, decision.side)).order, decision.side) is None


@pytest.fixture(scope="module")
def chosin() -> Game:
    """A whole game of a battle that one side has to leave."""
    game = registry.new_game("chosin-train", "kwb-train", 2)
    play_match(game, (OPPONENTS["recruit"](2), OPPONENTS["recruit"](3)))
    return game


class TestKoreanWar:
    """What a sensible player does in battles with exits, withdrawals, depots and hidden units."""

    def test_units_that_are_to_leave_do(self, chosin: Game) -> None:
        exited = [name for name, seen in chosin.view(None)["counters"].items() if seen[0] == "exited"]
        assert len(exited) >= 3

    def test_nothing_that_costs_points_comes_on(self, chosin: Game) -> None:
        assert "optional" not in chosin.view(None)["situation"]

    def test_only_units_with_strength_attack(self, chosin: Game) -> None:
        counters = chosin.battle.counters
        orders = [entry.order for entry in chosin.history() if entry.order and entry.order.verb == "attack"]
        attackers = {unit for order in orders for unit in order.units}
        assert attackers
        assert all(counters[unit].steps[0][0] > 0 for unit in attackers)

    def test_hidden_enemies_are_attacked_without_odds(self) -> None:
        game = registry.new_game("seoul-dg", "kwb-dg", 2)
        players = OPPONENTS["recruit"](2), OPPONENTS["recruit"](3)
        seats = [Seat(cast(Game, NoPeeking(game, seat)), seat) for seat in (0, 1)]
        while (decision := game.decision) is not None:
            game.apply(players[decision.side].choose(seats[decision.side]).order, decision.side)
        assert game.outcome is not None


@pytest.fixture(scope="module")
def sukchon() -> Game:
    """A whole game of a battle that begins with a drop."""
    game = registry.new_game("sukchon", "para", 5)
    play_match(game, (OPPONENTS["recruit"](5), OPPONENTS["recruit"](6)))
    return game


class TestAirborne:
    """What a sensible player does in battles that begin with a drop."""

    @pytest.mark.parametrize("battle", AIRBORNE)
    def test_beats_random_play_from_both_sides(self, battle: str) -> None:
        for place in (0, 1):
            players = [OPPONENTS["random"](1), OPPONENTS["random"](2)]
            players[place] = OPPONENTS["recruit"](3)
            game = registry.new_game(battle, "para", 8 + place)
            points = play_match(game, (players[0], players[1])).points
            assert points[place] - points[1 - place] > 20

    @pytest.mark.parametrize("battle", AIRBORNE)
    def test_every_question_has_its_answer(self, battle: str) -> None:
        game = registry.new_game(battle, "para", 2)
        moved: set[tuple[int, int, int]] = set()

        def watch(side: int, choice: Choice, events: list[Event]) -> None:
            assert choice.reason not in ("", "knows nothing better")
            if choice.order.verb in ("move", "enter"):
                assert (turn, side, choice.order.unit) not in moved
                moved.add((turn, side, choice.order.unit))

        players = OPPONENTS["recruit"](1), OPPONENTS["recruit"](2)
        seats = [Seat(cast(Game, GuardedGame(game, side)), side) for side in (0, 1)]
        while (decision := game.decision) is not None:
            turn = game.view(None)["turn"]
            choice = players[decision.side].choose(seats[decision.side])
            watch(decision.side, choice, game.apply(choice.order, decision.side))
        assert game.outcome is not None
        assert len(moved) > 100

    def test_nobody_jumps_into_a_town_or_among_the_enemy(self) -> None:
        for battle in AIRBORNE:
            game = registry.new_game(battle, "para", 1)
            play_until(game, lambda kind: kind == "checks")
            for name, (where, _, words) in game.view(None)["counters"].items():
                if "in the air" in words:
                    hex_ = game.battle.board.grid.index(where)
                    assert not {"town", "peak"} & set(game.battle.board.terrain[hex_]), name
                    others = {seen[0] for seen in game.view(None)["counters"].values() if not seen[2]}
                    assert where not in others

    def test_nobody_is_disrupted_by_crowding(self, sukchon: Game) -> None:
        told = [sukchon.rules.narrate(event) for entry in sukchon.history() for event in entry.events]
        assert any("is disrupted (combat)" in line for line in told)
        assert not any("over-stacking" in line for line in told)

    def test_strikes_and_command_points_are_used(self, sukchon: Game) -> None:
        verbs = {entry.order.verb for entry in sukchon.history() if entry.order}
        assert verbs >= {"strike", "attack", "regroup", "pursue", "roadblock"}

    def test_objectives_change_hands(self, sukchon: Game) -> None:
        holders = set(sukchon.view(None)["objectives"].values())
        assert "un" in holders


def play_until(game: Game, stop: Callable[[str], bool]) -> None:
    """Let recruits play until a decision of this kind is owed."""
    players = OPPONENTS["recruit"](1), OPPONENTS["recruit"](2)
    while (decision := game.decision) is not None and not stop(decision.kind):
        game.apply(players[decision.side].choose(Seat(game, decision.side)).order, decision.side)
    assert game.decision is not None


class NoPeeking(GuardedGame):
    """A game that gives no odds for attacks on hexes in which something is hidden."""

    def __init__(self, game: Game, side: int) -> None:
        super().__init__(game, side)
        self.__game = game
        self.__side = side

    def odds(self, order: Order | None = None, *markers: Any) -> Any:
        if order is not None and self.__side == self.__game.battle.side_index("un"):
            flags = {flag[0] for flag in self.__game.view(self.__side)["flags"].values()}
            assert self.__game.battle.board.grid.number(order.path[0]) not in flags
        return self.__game.odds(order, *markers)
