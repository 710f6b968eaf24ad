"""The captain: aims from a sheet, attacks by the table, and a game without a refused order."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace

import pytest

from hexfolio import opponents
from hexfolio.battles import registry
from hexfolio.battles.aims import Aims, Bent, aims_of, read_aims
from hexfolio.core.game import Game
from hexfolio.core.odds import Effect
from hexfolio.core.orders import Order
from hexfolio.opponents import aftermath, moving
from hexfolio.opponents.advancing import Advance
from hexfolio.opponents.appraisal import Stakes, worth
from hexfolio.opponents.captain import Captain
from hexfolio.opponents.habits import USUAL, UnknownHabitError
from hexfolio.opponents.marching import March
from hexfolio.opponents.match import play_match
from hexfolio.opponents.moving import Mover
from hexfolio.opponents.position import Position
from hexfolio.opponents.recruit import Recruit
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

    def test_a_general_may_have_hexes_and_habits_beyond_those_of_a_captain(self) -> None:
        blue, red = aims("blue: {habits: {fear: 0.1}, general: {hexes: {0706: 3}, habits: {guard: 2}}}\n")
        grid = registry.load("crossroads", "fm-2023").board.grid
        assert blue.habits == {"fear": 0.1}
        assert blue.general == Bent({grid.index("0706"): 3.0}, {"guard": 2.0})
        assert red.general == Bent()

    def test_a_sheet_names_posts_in_the_order_in_which_they_are_manned(self) -> None:
        blue, _ = aims("blue: {posts: {0706: 2, 0305: 1}, general: {posts: {1206: 1}}}\n")
        index = registry.load("crossroads", "fm-2023").board.grid.index
        assert list(blue.posts.items()) == [(index("0706"), 2), (index("0305"), 1)]
        assert blue.general.posts == {index("1206"): 1}

    def test_habits_under_the_name_of_a_book_are_for_that_book(self) -> None:
        blue, _ = aims("blue: {habits: {fear: 0.1, guard: 2, fm-2023: {fear: 0.2}, fm-folio: {guard: 3}}}\n")
        assert blue.habits == {"fear": 0.2, "guard": 2.0}

    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            ("green: {}", "no key green: expected one of blue, red"),
            ("blue: {moves: {}}", "no key moves: expected one of hexes, habits, posts, general"),
            ("blue: {hexes: {9999: 1}}", "no hex 9999 on the map"),
            ("blue: {hexes: {0706: dear}}", "0706 must be a number, not 'dear'"),
            ("blue: {habits: {fear: some}}", "fear must be a number, not 'some'"),
            (
                "blue: {general: {fear: 1}}",
                "A general's aims has no key fear: expected one of hexes, habits, posts",
            ),
            ("blue: {posts: {9999: 1}}", "no hex 9999 on the map"),
            ("blue: {posts: {0706: many}}", "0706 must have a number of units, not 'many'"),
            ("blue: {posts: {0706: 0}}", "0706 must have a number of units, not 0"),
            ("blue: {posts: {0706: 1.5}}", "0706 must have a number of units, not '1.5'"),
            ("blue: {general: {hexes: {9999: 1}}}", "no hex 9999 on the map"),
            ("blue: {general: {habits: {fear: none}}}", "fear must be a number, not 'none'"),
            ("blue: {habits: {fm-2023: {fear: none}}}", "fear must be a number, not 'none'"),
            ("blue: {habits: {fm-2023: 3}}", "Habits by a book must be a mapping of keys and values, not 3"),
            ("blue: {habits: {kwb-dg: {fear: 1}}}", "The battle is not played by a book kwb-dg"),
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
            USUAL.changed(side.general.habits)

    def test_hexes_can_be_worth_more_to_a_captain_and_never_less_than_nothing(self) -> None:
        game = registry.new_game("crossroads", "fm-2023", 1)
        hex_ = game.battle.board.grid.index("0706")
        seat = Seat(game, 0)
        usual, keen, blind = (
            Captain(1, hexes={hex_: more})._look(seat).objectives[hex_] for more in (0, 3.0, -999.0)
        )
        assert (keen, blind) == (usual + 3, 0)


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


class TestTraps:
    """Two units on opposite sides of an enemy leave him no way back."""

    @staticmethod
    def around(book: str = "fm-folio") -> tuple[Game, list[int], int, tuple[int, ...]]:
        """A game in which only some units are on the map: two of blue, and one of red in open country."""
        game = registry.new_game("crossroads", book, 1)
        state, grid = game.state, game.battle.board.grid
        for unit in [*state.on_map(0), *state.on_map(1)]:
            state.put(unit, -1)
        rifles = [counter.index for counter in game.battle.counters if counter.steps[0][0] > 2]
        blue = [unit for unit in rifles if game.battle.counters[unit].side == 0][:2]
        red = next(unit for unit in rifles if game.battle.counters[unit].side == 1)
        target = grid.index("0904")
        state.put(red, target)
        return game, blue, target, grid.around(target)

    def look(self, game: Game) -> Position:
        return Captain(1)._look(Seat(game, 0))

    def test_ways_back_are_counted_as_a_unit_would_close_them(self) -> None:
        game, (first, second), target, ring = self.around()
        open_before = self.look(game).closed_around(target, first, ring[0])
        game.state.put(first, ring[0])
        position = self.look(game)
        assert position.closed_around(target, first, ring[0]) == open_before
        assert position.closed_around(target, second, ring[3]) == 6
        assert position.closed_around(target, second, ring[1]) < 6
        assert position.closed_around(target, first, ring[2]) == open_before  # it takes its zone along

    def test_the_far_side_draws_a_captain_and_not_a_recruit(self) -> None:
        game, (first, second), target, ring = self.around()
        game.state.put(first, ring[0])
        position = self.look(game)
        captain, recruit = March(position, late=False), March(position, late=False)
        gains = [captain._prospect(second, ring[place], target) for place in (1, 3)]
        assert gains[0] < gains[1]
        position.habits = USUAL
        assert recruit._prospect(second, ring[1], target) == recruit._prospect(second, ring[3], target)

    def test_a_seat_tells_zones_of_its_own_units_only(self) -> None:
        game, (first, _), target, ring = self.around()
        assert set(Seat(game, 0).zone_from(first, target)) == set(ring)
        with pytest.raises(LookupError, match="is not a unit of this side"):
            Seat(game, 1).zone_from(first, target)

    def test_zones_of_the_designers_edition_end_at_rough_ground(self) -> None:
        game = registry.new_game("chosin-train", "kwb-train", 1)
        unit = game.battle.counter("1/1M").index
        sizes = {len(game.zone_from(unit, hex_)) for hex_ in range(game.battle.board.grid.size)}
        assert 0 in sizes
        assert max(sizes) > 2

    def test_whoever_must_retreat_and_cannot_may_still_stand(self) -> None:
        lost = Effect("defender retreats 2 or loses a step", defender_retreat=2, retreat_open=False)
        stakes = Stakes(1.0, 1, 2.0, 2, 3.0)
        sure, doubtful = (stakes._replace(habits=USUAL.changed({"rout": share})) for share in (1.0, 0.0))
        assert worth(lost, sure) == 2 * 2 + 3
        assert worth(lost, doubtful) == 2
        assert worth(lost, doubtful._replace(defender_steps=1)) == 2 + 3


class TestHabits:
    """What single habits change, each against a captain who is the same but for that."""

    @staticmethod
    def facing() -> tuple[Game, int, int, int]:
        """A blue unit with nobody beside it, and the four strongest of red all around it."""
        game, (first, _), target, ring = TestTraps.around()
        red = [counter for counter in game.battle.counters if counter.side == 1]
        red.sort(key=lambda counter: -counter.steps[0][0])
        for counter, hex_ in zip(red, (ring[0], ring[1], ring[3], ring[4]), strict=False):
            game.state.put(counter.index, hex_)
        game.state.put(first, target)
        return game, first, target, ring[0]

    def march(self, habits: dict[str, float]) -> tuple[March, int, int, int]:
        game, unit, hex_, enemy = self.facing()
        return March(Captain(1, habits)._look(Seat(game, 0)), late=False), unit, hex_, enemy

    def test_exposure_makes_open_sides_more_dangerous(self) -> None:
        calm, wary = (
            march.danger(unit, hex_)
            for march, unit, hex_, _ in (self.march({"exposure": more}) for more in (0.0, 3.0))
        )
        assert 0 < calm < wary

    def test_an_optimist_thinks_more_of_an_attack(self) -> None:
        sober, hopeful = (
            march._prospect(unit, hex_, enemy)
            for march, unit, hex_, enemy in (self.march({"optimism": more}) for more in (0.0, 4.0))
        )
        assert sober < hopeful

    def test_whoever_goes_by_the_table_sees_what_the_book_makes_of_an_attack(self) -> None:
        game, (first, second), target, ring = TestTraps.around()
        game.state.put(first, ring[0])
        by_thumb, half, by_table = (
            Advance(Captain(1, {"table": share})._look(Seat(game, 0)), late=False)._prospect(
                second, ring[1], target
            )
            for share in (0.0, 0.5, 1.0)
        )
        assert half == pytest.approx((by_thumb + by_table) / 2)
        assert by_thumb != by_table
        plain = March(Captain(1)._look(Seat(game, 0)), late=False)
        assert by_thumb == plain._prospect(second, ring[1], target)

    def test_the_table_shows_an_enemy_without_a_way_back(self) -> None:
        game, (first, second), target, ring = TestTraps.around()
        game.state.put(first, ring[0])
        march = Advance(Captain(1, {"table": 1.0})._look(Seat(game, 0)), late=False)
        beside, behind = (march._prospect(second, ring[place], target) for place in (1, 3))
        assert beside < behind

    def test_dread_adds_what_an_attack_by_the_table_would_cost(self) -> None:
        game, unit, hex_, _ = self.facing()
        calm, uneasy, terrified = (
            Advance(Captain(1, {"dread": more})._look(Seat(game, 0)), late=False).danger(unit, hex_)
            for more in (0.0, 1.0, 2.0)
        )
        assert calm < uneasy
        assert terrified - uneasy == pytest.approx(uneasy - calm)
        assert calm == self.march({})[0].danger(unit, hex_)

    def test_nobody_dreads_an_enemy_who_is_too_weak(self) -> None:
        """A lone enemy weaker than the defence would lose by an attack, so he is thought to stay."""
        game, (first, _), target, ring = TestTraps.around()
        weakest = min(
            (counter for counter in game.battle.counters if counter.side == 1 and counter.steps[0][0]),
            key=lambda counter: counter.steps[0][0],
        )
        for unit in game.state.on_map(1):
            game.state.put(unit, -1)
        game.state.put(weakest.index, ring[0])
        game.state.put(first, target)
        march = Advance(Captain(1, {"dread": 1.0})._look(Seat(game, 0)), late=False)
        assert march._assault(first, target) == 0

    def test_whoever_is_stubborn_would_rather_stand(self) -> None:
        soft, hard = (
            march.retreat(Order("stand", unit))
            for march, unit, *_ in (self.march({"stubbornness": more}) for more in (0.5, 2.0))
        )
        assert soft < hard

    def test_strong_units_go_forward_and_weak_ones_stay(self) -> None:
        march, *_ = self.march({"vigour": 1.0})
        position = march.position
        strength = {unit: position.value(unit, 0) for unit in range(len(position.battle.counters))}
        strong, weak = max(strength, key=strength.__getitem__), min(strength, key=strength.__getitem__)
        assert position.vigour(weak) < 1 < position.vigour(strong)
        assert self.march({"vigour": 0.0})[0].position.vigour(strong) == 1

    def test_strong_units_move_first_where_they_are_the_vanguard(self) -> None:
        game, (strong, _), *_ = TestTraps.around()
        grid, counters = game.battle.board.grid, game.battle.counters
        weak = next(c.index for c in counters if c.side == 0 and 0 < c.steps[0][0] < 3)
        game.state.put(strong, grid.index("0103"))
        game.state.put(weak, grid.index("0606"))  # next to what draws both
        orders = []
        for more in (0.0, 99.0):
            march = March(Captain(1, {"vanguard": more})._look(Seat(game, 0)), late=False)
            orders.append(Mover()._marching_order([strong, weak], march))
        assert orders == [[weak, strong], [strong, weak]]

    def test_a_late_push_comes_late(self) -> None:
        game, *_ = self.facing()
        drives = []
        for turn in (1, game.battle.turns):
            game.state.turn = turn
            for more in (0.0, 0.4):
                captain = Captain(1, {"push": -0.5, "late_push": more})
                drives.append(captain._look(Seat(game, 0)).drive)
        early, early_pushed, late, late_pushed = drives
        assert early_pushed < early
        assert late_pushed > late


class TestWaiting:
    def test_who_bars_the_way_off_the_map_is_worth_what_waits_there(self) -> None:
        game = registry.new_game("chosin-dg", "kwb-dg", 1)
        side = game.battle.side_index("un")
        grid, unit = game.battle.board.grid, game.battle.counter("1/1M").index
        exit_ = grid.index("1903")
        look = Captain(1)._look
        assert look(Seat(game, side)).waiting(exit_) == 0
        game.state.put(unit, grid.index("1801"))
        position = look(Seat(game, side))
        assert position.waiting(exit_) == 2 + 2  # to leave with, and not to leave behind
        assert position.waiting(grid.index("1902")) == 2
        assert position.waiting(grid.index("0907")) == 0
        assert look(Seat(game, 1 - side)).waiting(exit_) == 0


class TestMover:
    @pytest.mark.parametrize("rounds", [2, 4])
    def test_those_in_the_line_who_stay_are_asked_again(
        self, rounds: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game, unit, *_ = TestHabits.facing()
        asked: list[int] = []

        def stays(_seat: Seat, unit: int, _march: March) -> None:
            asked.append(unit)

        monkeypatch.setattr(moving, "_best_move", stays)
        march = March(Captain(1)._look(Seat(game, 0)), late=False)
        mover, seat = Mover(March, rounds), Seat(game, 0)
        monkeypatch.setattr(Seat, "legal", lambda _: SimpleNamespace(subjects=lambda: [unit]))
        assert mover._next_move(seat, march) is None
        assert asked == [unit] * rounds


class TestAftermath:
    @staticmethod
    def to_stand_or_to_go() -> tuple[Seat, Captain]:
        """A seat that is asked for a retreat and may stand instead, and who sits there."""
        game = registry.new_game("crossroads", "fm-2023", 5)
        players = Captain(5), Captain(6)
        while True:
            decision = game.decision
            assert decision is not None
            seat = Seat(game, decision.side)
            if decision.kind == "retreat" and len({order.verb for order in seat.legal()}) > 1:
                return seat, players[decision.side]
            game.apply(players[decision.side].choose(seat).order)

    @pytest.mark.parametrize("stands", [True, False])
    def test_a_captain_retreats_with_the_table_in_mind(
        self, stands: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        seat, player = self.to_stand_or_to_go()
        monkeypatch.setattr(Advance, "retreat", lambda _, order: float((order.verb == "stand") == stands))
        assert (player.choose(seat).order.verb == "stand") == stands

    def test_a_retreat_goes_by_the_appraisal_of_the_player(self) -> None:
        class Stays(March):
            def retreat(self, order: Order) -> float:
                return float(order.verb == "stand")

        class Goes(March):
            def retreat(self, order: Order) -> float:
                return float(order.verb != "stand")

        seat, player = self.to_stand_or_to_go()
        position = player._look(seat)
        stays, goes = (aftermath.retreat(seat, position, appraise) for appraise in (Stays, Goes))
        assert stays is not None
        assert goes is not None
        assert stays.order.verb == "stand" != goes.order.verb


class TestLeaving:
    """United Nations units leave the map by 1903 at the reservoir."""

    def at_the_exit(self, turn: int) -> tuple[Seat, int, int]:
        """The headquarters stands in the exit, with others still to come."""
        game = registry.new_game("chosin-dg", "kwb-dg", 1)
        unit, gate = game.battle.counter("HQ-1M").index, game.battle.board.grid.index("1903")
        game.state.put(unit, gate)
        game.state.turn = turn
        return Seat(game, 1), unit, gate

    @pytest.mark.parametrize(("parting", "waits"), [(1.0, True), (2.0, True), (3.0, False)])
    def test_nobody_waits_for_others_when_the_time_of_parting_has_come(
        self, parting: float, waits: bool
    ) -> None:
        seat, unit, gate = self.at_the_exit(turn=12)
        position = Captain(1, {"parting": parting})._look(seat)
        assert moving._keeps_the_gate(position, unit, gate) == waits

    @pytest.mark.parametrize(("turn", "comes"), [(12, True), (13, False)])
    def test_a_reinforcement_comes_on_that_can_leave_again_in_good_time(self, turn: int, comes: bool) -> None:
        """17/7 marches five points a turn, and it is three points from 1301 to the exit by road."""
        seat, _, _ = self.at_the_exit(turn)
        unit, entry = (
            seat.battle.counter("17/7").index,
            seat.battle.board.grid.index("1301"),
        )
        march = March(Captain(1)._look(seat), late=False)
        assert march.front.way_out(march.position.mobility(unit))[entry] == 6
        assert moving._gets_out(march, unit, entry) == comes


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

    def test_it_beats_a_recruit_with_the_habits_of_its_sheet(self) -> None:
        """Pairs of games with the same dice: points of both sides together."""
        margins = []
        for seed in range(40, 46):
            total = 0
            for side in (0, 1):
                game = registry.new_game("chosin-train", "kwb-train", seed)
                players = (Captain(seed), Recruit(seed)) if side == 0 else (Recruit(seed), Captain(seed))
                points = play_match(game, players).points
                total += points[side] - points[1 - side]
            margins.append(total)
        assert sum(margin > 0 for margin in margins) >= 5, margins
