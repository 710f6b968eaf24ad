"""The captain in airborne battles: exact odds, plans for several units, an eye on the enemy's reply."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

import pytest

from hexfolio.battles import registry
from hexfolio.casebook.position import open_case
from hexfolio.core.game import Game
from hexfolio.core.orders import Order
from hexfolio.opponents import OPPONENTS, Choice, Seat
from hexfolio.opponents.airborne.position import AirPosition
from hexfolio.opponents.airborne_captain.field import Field
from hexfolio.opponents.airborne_captain.habits import USUAL, habits_in
from hexfolio.opponents.airborne_captain.table import RESULTS, results
from hexfolio.opponents.airborne_captain.threats import Threats
from hexfolio.opponents.captain import Captain
from hexfolio.opponents.habits import UnknownHabitError
from hexfolio.rulebooks.paratrooper.tables import charts
from hexfolio.rulebooks.sheets import Entry, parse_sheet

BATTLES = ("sukchon", "tomahawk")
COMMUNIST, UN = 0, 1
RIFLES = "4-1-4 / 2-1-3 light company pursuit group=187"
KOREANS = "3-1-4 / 1-1-3 light company pursuit group=NK"


def sketch(start: str, communist: str, un: str, more: str = "") -> Game:
    """A small position on open ground, as cases have them."""
    counters = f"counters:\n  communist: {{{communist}}}\n  un: {{{un}}}\n"
    text = f"case: A sketch\nplay: []\nstart: {start}\n{counters}{more}"
    return open_case(cast(Entry, parse_sheet(text, "a sketch")), "para")


def look(game: Game, side: int) -> AirPosition:
    return AirPosition(game.battle, game.view(side), side)


def carry_on(game: Game, name: str, until: str) -> list[Choice]:
    """What a player orders until the next question of another kind."""
    player = OPPONENTS[name](1)
    choices: list[Choice] = []
    while (decision := game.decision) is not None and decision.kind != until:
        choices.append(player.choose(Seat(game, decision.side)))
        game.apply(choices[-1].order, decision.side)
    return choices


def where(game: Game, name: str) -> str:
    return str(game.view(None)["counters"][name][0])


class TestOdds:
    def test_the_table_is_that_of_the_book(self) -> None:
        book = charts("korea")
        for differential in range(-12, 20):
            for shift in range(-6, 5):
                column = book.column(differential, shift)
                expected = tuple(book.result(column, die) for die in range(1, 7))
                assert results(differential, shift) == expected
        assert len(RESULTS) == len(book.labels)

    @pytest.mark.parametrize("battle", BATTLES)
    def test_attacks_are_reckoned_as_the_rules_do(self, battle: str) -> None:
        game = registry.new_game(battle, "para", 4)
        players = OPPONENTS["captain"](1), OPPONENTS["recruit"](2)
        compared = 0
        while (decision := game.decision) is not None and compared < 400:
            seat = Seat(game, decision.side)
            if decision.kind == "attack":
                compared += compare(seat)
            game.apply(players[decision.side].choose(seat).order, decision.side)
        assert compared > 200


def compare(seat: Seat) -> int:
    """How many attacks have the odds that the field gives them: all that may be declared, or it fails."""
    position = AirPosition(seat.battle, seat.view(), seat.side)
    field, count = Field(position), 0
    for target in seat.legal().subjects():
        for order in seat.legal().of(target)[:12]:
            near = [(u, position.at[u]) for u in order.units if touches(position, u, target)]
            far = [u for u in order.units if not touches(position, u, target)]
            odds = seat.odds(order)
            assert field.faces(target, near, far) == tuple(odds.results[die] for die in range(1, 7))
            count += 1
    return count


def touches(position: AirPosition, unit: int, target: int) -> bool:
    return position.grid.distance(position.at[unit], target) == 1


class TestPlans:
    def test_several_units_come_together_for_an_attack(self) -> None:
        """Two alone would attack 8 with 6; all five together do it on a good column."""
        places = "0806", "0907", "1106", "1206", "0812"
        koreans = ", ".join(f"N{number}: {KOREANS} at {hex_}" for number, hex_ in enumerate(places))
        game = sketch("turn 2 communist movement", koreans, f"A: {RIFLES} at 1010, B: {RIFLES} at 1010")
        carry_on(game, "captain", "attack")
        target = game.battle.board.grid.index("1010")
        near = [u for u in look(game, COMMUNIST).own if touches(look(game, COMMUNIST), u, target)]
        assert len(near) >= 4
        choice = OPPONENTS["captain"](1).choose(Seat(game, COMMUNIST))
        assert choice.order.verb == "attack"
        assert len(choice.order.units) >= 4
        assert "to hurt the enemy" in choice.reason

    def test_nobody_goes_alone_where_the_enemy_would_fall_on_him(self) -> None:
        """The recruit marches on to the objective, next to a stack that will destroy the unit."""
        game = sketch(
            "turn 2 communist movement",
            f"N: {KOREANS} at 1014",
            f"A: {RIFLES} at 1009, B: {RIFLES} at 1009, C: {RIFLES} at 1109, D: {RIFLES} at 1109",
            "victory: {objectives: {1009: 5}}\n",
        )
        carry_on(game, "captain", "attack")
        position = look(game, COMMUNIST)
        unit = game.battle.counter("N").index
        assert position.at[unit] not in position.enemy_zones

    def test_in_the_last_turn_an_empty_objective_is_taken_whatever_waits_beside_it(self) -> None:
        counters = f"N: {KOREANS} at 1012", f"A: {RIFLES} at 1008, B: {RIFLES} at 1008, C: {RIFLES} at 1108"
        victory = "turns: 4\nvictory: {objectives: {1010: 5}}\n"
        game = sketch("turn 4 communist movement", *counters, victory)
        choices = carry_on(game, "captain", "attack")
        assert where(game, "N") == "1010"
        assert any("hold 1010" in choice.reason for choice in choices)

    def test_an_objective_is_not_left_for_an_attack(self) -> None:
        game = sketch(
            "turn 2 communist movement",
            f"N: {KOREANS} at 1010, P: {KOREANS} at 1012, Q: {KOREANS} at 1012",
            f"A: {RIFLES} depleted at 1007, B: {RIFLES} at 1014",
            "victory: {objectives: {1010: 5}}\n",
        )
        carry_on(game, "captain", "attack")
        assert "1010" in {where(game, name) for name in "NPQ"}


class TestHabits:
    def test_hexes_can_be_worth_more_and_never_less_than_nothing(self) -> None:
        game = registry.new_game("sukchon", "para", 1)
        seat, goal = Seat(game, UN), game.battle.board.grid.index("0607")
        usual, keen, blind = (
            Captain(1, hexes={goal: more})._survey(seat).objectives[goal] for more in (0, 3.2, -99)
        )
        assert (keen, blind) == (usual + 3, 0)

    @pytest.mark.parametrize("habit", USUAL)
    def test_every_habit_makes_a_difference(self, habit: str) -> None:
        """Captains with much more or much less of it play another game on the same dice."""
        for more in (9 * USUAL[habit], 0.05 * USUAL[habit]):
            usual, changed = orders_of({}), orders_of({habit: more})
            if any(mine != other for mine, other in zip(usual, changed, strict=False)):
                return
        raise AssertionError(f"{habit} changes nothing.")

    def test_a_habit_that_no_airborne_captain_has_is_refused(self) -> None:
        """Fear is known on the ground, where captains have other habits."""
        game = registry.new_game("sukchon", "para", 1)
        position = Captain(1, {"fear": 0.1})._survey(Seat(game, 0))
        with pytest.raises(UnknownHabitError, match="There is no habit fear: known are march, hold, attack"):
            habits_in(position)


def orders_of(habits: Mapping[str, float]) -> Iterator[Order]:
    """What two captains with such habits order in a battle, one after the other."""
    game = registry.new_game("sukchon", "para", 1)
    players = Captain(1, habits), Captain(2, habits)
    while (decision := game.decision) is not None:
        order = players[decision.side].choose(Seat(game, decision.side)).order
        yield order
        game.apply(order, decision.side)


class TestThreats:
    def test_what_cannot_come_is_no_danger(self) -> None:
        game = sketch("turn 2 communist movement", f"N: {KOREANS} at 1018", f"A: {RIFLES} at 1003")
        position = look(game, COMMUNIST)
        threats = Threats(Field(position))
        far, near = (game.battle.board.grid.index(number) for number in ("1018", "1006"))
        unit = [game.battle.counter("N").index]
        assert threats.danger(far, unit) == 0.0
        assert threats.strength(near) == 4

    def test_shelter_and_company_lessen_the_danger(self) -> None:
        more = "map: {size: 20x20, terrain: {town: 1010}}\n"
        un = ", ".join(f"{name}: {RIFLES} at 1006" for name in "AB")
        game = sketch("turn 2 communist movement", f"N: {KOREANS} at 1010, P: {KOREANS} at 1010", un, more)
        threats = Threats(Field(look(game, COMMUNIST)))
        town, open_ground = (game.battle.board.grid.index(number) for number in ("1010", "1008"))
        first, second = (game.battle.counter(name).index for name in "NP")
        assert threats.danger(town, [first]) < threats.danger(open_ground, [first])
        assert threats.danger(open_ground, [first, second]) < 2 * threats.danger(open_ground, [first])

    def test_after_the_last_turn_nothing_is_to_be_feared(self) -> None:
        game = sketch(
            "turn 4 communist movement", f"N: {KOREANS} at 1010", f"A: {RIFLES} at 1008", "turns: 4\n"
        )
        position = look(game, COMMUNIST)
        unit = game.battle.counter("N").index
        assert Threats(Field(position)).danger(position.at[unit], [unit]) == 0.0


class TestFighting:
    def test_a_ring_makes_a_retreat_deadly(self) -> None:
        """What a retreat costs depends on who bars the way."""
        game = sketch("turn 2 communist attack", f"N: {KOREANS} at 1009", f"A: {RIFLES} at 1010")
        field = Field(look(game, COMMUNIST))
        grid = game.battle.board.grid
        unit, start = game.battle.counter("A").index, grid.index("1010")
        ring = frozenset(grid.around(start)[::2])
        assert field.flight(unit, start, ring) > 2 * field.flight(unit, start, {grid.index("1009")})

    def test_strikes_go_where_the_ground_attack_follows(self) -> None:
        """Two stacks alike: the one next to our rifles is struck."""
        koreans = f"N: {KOREANS} at 1010, P: {KOREANS} at 1510"
        un = f"A: {RIFLES} at 1009, B: {RIFLES} at 1009, F: 4-0-0 one-step airstrike"
        game = sketch("turn 2 un strikes", koreans, un)
        choice = OPPONENTS["captain"](1).choose(Seat(game, UN))
        assert choice.order.verb == "strike"
        assert choice.order.path == (game.battle.board.grid.index("1010"),)


class TestWholeBattles:
    @pytest.mark.parametrize("battle", BATTLES)
    @pytest.mark.parametrize("place", [COMMUNIST, UN])
    def test_every_order_is_accepted_and_has_a_reason(self, battle: str, place: int) -> None:
        """An order against the rules would raise an error."""
        names = ("captain", "recruit") if place == COMMUNIST else ("recruit", "captain")
        game = registry.new_game(battle, "para", 11 + place)
        players = OPPONENTS[names[0]](1), OPPONENTS[names[1]](2)
        verbs: set[str] = set()
        while (decision := game.decision) is not None:
            choice = players[decision.side].choose(Seat(game, decision.side))
            if decision.side == place:
                assert choice.reason not in ("", "knows nothing better")
                verbs.add(choice.order.verb)
            game.apply(choice.order, decision.side)
        assert game.outcome is not None
        assert verbs >= {"move", "attack", "regroup"}

    @pytest.mark.parametrize("battle", BATTLES)
    def test_no_objective_is_held_by_one_unit_alone(self, battle: str) -> None:
        """In history several were."""
        game = registry.new_game(battle, "para", 1)
        choices = carry_on(game, "captain", "landing")
        position = look(game, COMMUNIST)
        for goal in position.objectives:
            assert position.crowd(goal) == position.stacking, position.number(goal)
        assert any("helps to hold" in choice.reason for choice in choices)

    def test_the_drop_is_made_where_no_column_comes_from_the_edge(self) -> None:
        """At Sukchon the recruit drops half of the regiment far off, where ROK troops will come."""
        game = registry.new_game("sukchon", "para", 3)
        carry_on(game, "captain", "checks")
        position = look(game, UN)
        jumpers = [unit for unit in position.own if position.has(unit, "in the air")]
        north = game.battle.board.grid.index("0607")
        assert len(jumpers) == 12
        assert all(position.grid.distance(position.at[unit], north) <= 6 for unit in jumpers)

    def test_nothing_is_said_twice(self) -> None:
        """Orders are given once; a unit does not move again and again."""
        game = registry.new_game("sukchon", "para", 2)
        moved: set[tuple[int, Order]] = set()
        player = OPPONENTS["captain"](1), OPPONENTS["recruit"](2)
        while (decision := game.decision) is not None and game.view(None)["turn"] < 3:
            choice = player[decision.side].choose(Seat(game, decision.side))
            if choice.order.verb == "move" and decision.side == COMMUNIST:
                key = game.view(None)["turn"], choice.order
                assert key not in moved
                moved.add(key)
            game.apply(choice.order, decision.side)
