"""The captain: aims from a sheet, attacks by the table, and a game without a refused order."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexfolio import opponents
from hexfolio.battles import registry
from hexfolio.battles.aims import Aims, aims_of, read_aims
from hexfolio.core.game import Game
from hexfolio.opponents.captain import Captain
from hexfolio.opponents.habits import USUAL, UnknownHabitError
from hexfolio.opponents.match import play_match
from hexfolio.opponents.seat import Seat
from hexfolio.rulebooks.sheets import SheetError, parse_sheet

GROUND = [(entry.id, book) for entry in registry.entries() for book in entry.books if book != "para"]


def aims(text: str) -> tuple[Aims, Aims]:
    return read_aims(registry.load("crossroads", "fm-2023"), parse_sheet(text, "aims"))


def with_an_attack(book: str) -> Game:
    """A game in which an attack can be declared now."""
    game = registry.new_game("crossroads", book, 5)
    players = [opponents.find("recruit")(side) for side in (0, 1)]
    while True:
        decision = game.decision
        assert decision is not None
        if decision.kind == "combat" and any(order.verb == "attack" for order in game.legal()):
            return game
        game.apply(players[decision.side].choose(Seat(game, decision.side)).order)


class TestAims:
    def test_a_sheet_names_hexes_and_habits_by_side(self) -> None:
        blue, red = aims("blue: {hexes: {0706: 2.5, 1206: -1}, habits: {fear: 0.1}}\n")
        grid = registry.load("crossroads", "fm-2023").board.grid
        assert blue.hexes == {grid.index("0706"): 2.5, grid.index("1206"): -1.0}
        assert blue.habits == {"fear": 0.1}
        assert red == Aims()

    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            ("green: {}", "no key green: expected one of blue, red"),
            ("blue: {moves: {}}", "no key moves: expected one of hexes, habits"),
            ("blue: {hexes: {9999: 1}}", "no hex 9999 on the map"),
            ("blue: {hexes: {0706: dear}}", "0706 must be a number, not 'dear'"),
            ("blue: {habits: {fear: some}}", "fear must be a number, not 'some'"),
        ],
    )
    def test_mistakes_are_named(self, text: str, sentence: str) -> None:
        with pytest.raises(SheetError, match=sentence):
            aims(text)

    def test_an_unknown_habit_is_refused_with_the_list(self) -> None:
        with pytest.raises(UnknownHabitError, match="There is no habit zeal: known are strength, fear"):
            USUAL.changed({"zeal": 1.0})

    @pytest.mark.parametrize(("battle", "book"), GROUND)
    def test_every_sheet_names_habits_that_there_are(self, battle: str, book: str) -> None:
        for side in aims_of(registry.load(battle, book)):
            USUAL.changed(side.habits)


class TestOutlook:
    @pytest.mark.parametrize("book", ["fm-folio", "fm-st296", "fm-2023"])
    def test_it_tells_the_chances_of_an_attack_that_can_be_declared(self, book: str) -> None:
        game = with_an_attack(book)
        attacks = [order for order in game.legal() if order.verb == "attack"]
        for order in attacks:
            odds = game.odds(order)
            starts = tuple(game.state.at[unit] for unit in order.units)
            told = game.outlook(order.path[0], starts, odds.differential)
            chances: dict[str, Fraction] = {}
            for chance, effect in told:
                chances[effect.text] = chances.get(effect.text, Fraction(0)) + Fraction(
                    chance
                ).limit_denominator(6)
            exact: dict[str, Fraction] = {}
            for result, share in odds.chances.items():
                text = odds.effects[result].text
                exact[text] = exact.get(text, Fraction(0)) + share
            assert chances == exact

    def test_water_counts_only_if_all_come_across_it(self) -> None:
        game = registry.new_game("crossroads", "fm-folio", 1)
        index = game.battle.board.grid.index
        target, far, near = index("0503"), index("0403"), index("0603")
        across = game.outlook(target, (far,), 4)
        assert game.outlook(target, (far, near), 4) == game.outlook(target, (near,), 4)
        assert across != game.outlook(target, (near,), 4)


class TestCaptain:
    @pytest.mark.parametrize(("battle", "book"), [("crossroads", "fm-2023"), ("chosin-train", "kwb-train")])
    def test_the_same_seed_plays_the_same_game(self, battle: str, book: str) -> None:
        games = []
        for _ in range(2):
            game = registry.new_game(battle, book, 4)
            play_match(game, (Captain(4), Captain(5)))
            games.append(game.state.digest())
        assert games[0] == games[1]

    def test_habits_change_its_play(self) -> None:
        digests = set()
        for habits in ({}, {"reluctance": 99.0}):
            game = registry.new_game("crossroads", "fm-2023", 4)
            play_match(game, (Captain(4, habits), Captain(5, habits)))
            digests.add(game.state.digest())
        assert len(digests) == 2
