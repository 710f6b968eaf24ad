"""The general: plans, trials, races, and what it must not know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count, islice
from random import Random
from time import monotonic

import pytest

from hexfolio import opponents
from hexfolio.battles import registry
from hexfolio.battles.aims import Bent
from hexfolio.core.game import Game, Outcome
from hexfolio.core.orders import Order
from hexfolio.opponents import Choice, Seat
from hexfolio.opponents.captain import HABITS, Captain
from hexfolio.opponents.captain import habits_of as captain_habits
from hexfolio.opponents.general import General, crew, player, search
from hexfolio.opponents.general import plans as plans_module
from hexfolio.opponents.general import race as race_module
from hexfolio.opponents.general import trials as trials_module
from hexfolio.opponents.general.plans import Author, Plan, Scripted, experienced
from hexfolio.opponents.general.race import Clock, Count, Lap, likely_gain, race
from hexfolio.opponents.general.search import ByCount
from hexfolio.opponents.general.themes import (
    AIRBORNE,
    ON_THE_GROUND,
    habits_by_theme,
    lure_of,
    plain_habits,
)
from hexfolio.opponents.general.trials import WON, Trials
from hexfolio.opponents.habits import USUAL
from hexfolio.opponents.opponent import plain
from hexfolio.opponents.recruit import Recruit


def captains_until(game: Game, turn: int, phase: str = "movement") -> Seat:
    """Let captains play up to a phase of a turn; the seat that is asked then."""
    players = Captain(1), Captain(2)
    while (decision := game.decision) is not None:
        if (game.state.turn, game.state.phase) == (turn, phase):
            return Seat(game, decision.side)
        game.apply(players[decision.side].choose(Seat(game, decision.side)).order)
    raise AssertionError("The game was over before.")


class TestRace:
    @staticmethod
    def noisy(worth: Sequence[float], laps: list[Lap]) -> object:
        def run(some: Sequence[Lap]) -> list[float]:
            laps.extend(some)
            return [worth[plan] + Random(f"{plan} {position}").gauss(0, 1) for plan, position in some]

        return run

    def test_the_best_plan_wins_within_the_budget(self) -> None:
        laps: list[Lap] = []
        result = race(6, self.noisy([0, -2, 1, 4, -1, 0.5], laps), Count(60))  # type: ignore[arg-type]
        assert result.winner == 3
        assert result.gain > 2
        assert result.trials == len(laps) <= 60

    def test_plans_in_the_race_are_tried_on_the_same_positions(self) -> None:
        laps: list[Lap] = []
        race(4, self.noisy([0, 3, 0, 0], laps), Count(40))  # type: ignore[arg-type]
        tried = [{position for plan, position in laps if plan == number} for number in range(4)]
        assert all(positions <= tried[0] for positions in tried)
        assert len(set(laps)) == len(laps)

    def test_the_worse_half_is_tried_less(self) -> None:
        laps: list[Lap] = []
        race(8, self.noisy([0, 5, 4, 3, -3, -4, -5, -6], laps), Count(80))  # type: ignore[arg-type]
        tried = Counter(plan for plan, _ in laps)
        assert tried[1] > tried[7]

    def test_without_trials_the_usual_plan_wins(self) -> None:
        assert race(3, lambda laps: [9.0] * len(laps), Count(2)) == (0, 0, 0.0)

    def test_few_trials_that_do_not_agree_count_little(self) -> None:
        usual = [0.0, 0.0, 0.0, 0.0]
        assert likely_gain([1.5, 1.4, 1.6, 1.5], usual) > 1
        assert likely_gain([30.0, -26.0, 1.0, 1.0], usual) < 0
        assert likely_gain([9.0], usual[:1]) < 0

    def test_no_time_is_left_after_the_end(self) -> None:
        late = Clock(monotonic() - 1, pace=1000.0)
        late.begin(1)
        assert not late.allows(1)
        assert late.room() == 0
        early = Clock(monotonic() + 1000, pace=10.0)
        early.begin(2)
        assert early.allows(10)
        assert not early.allows(10_000)


class TestPlans:
    @pytest.mark.parametrize(("battle", "book"), [("crossroads", "fm-folio"), ("sukchon", "para")])
    def test_themes_name_habits_that_there_are(self, battle: str, book: str) -> None:
        themes = habits_by_theme(registry.load(battle, book), 0)
        assert themes.keys() == (AIRBORNE if battle == "sukchon" else ON_THE_GROUND).keys()
        for habits in themes.values():
            Captain(1, habits=habits)

    @pytest.mark.parametrize(
        "battle", [entry.id for entry in registry.entries() if "para" not in entry.books]
    )
    def test_a_goal_draws_less_from_far_away_by_every_theme(self, battle: str) -> None:
        for book in registry.find(battle).books:
            for side in (0, 1):
                driving = habits_by_theme(registry.load(battle, book), side)["driving"]
                assert 0 < driving["fade"] < 1

    def test_a_captain_who_is_sent_somewhere_is_drawn_more_than_by_any_enemy(self) -> None:
        for battle, book in (("crossroads", "fm-2023"), ("sukchon", "para")):
            facts = registry.load(battle, book)
            lures = [lure_of(facts, side) for side in (0, 1)]
            assert min(lures) >= 4
            if book != "para":
                assert all(lure > captain_habits(facts, side).enemy_pull for side, lure in enumerate(lures))

    def test_any_captain_has_habits_that_no_sheet_has_changed(self) -> None:
        facts = registry.load("crossroads", "fm-2023")
        unchanged = plain_habits(facts)
        assert unchanged["fear"] == USUAL.fear
        assert unchanged["table"] == HABITS["table"]
        assert captain_habits(facts, 0).fear != USUAL.fear
        assert plain_habits(registry.load("sukchon", "para"))["march"] == 1

    def test_plans_differ_and_the_first_is_that_of_a_captain_of_its_experience(self) -> None:
        game = registry.new_game("crossroads", "fm-2023", 2)
        seat = captains_until(game, 2)
        plans = list(islice(Author(seat, None, 7).plans(), 5))
        scripts = [tuple(choice.order for choice in plan.script) for plan in plans]
        assert len(set(scripts)) == len(plans) == 5
        captain, twin = experienced(game.battle, seat.side)(7), game.copy()
        for order in scripts[0]:
            assert captain.choose(Seat(twin, seat.side)).order == order
            twin.apply(order)
        assert twin.state.phase != "movement"

    def test_hexes_of_a_general_s_sheet_count_in_all_its_own_plans(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game = registry.new_game("crossroads", "fm-2023", 2)
        seat = captains_until(game, 2)
        hex_ = game.battle.board.grid.index("0706")
        monkeypatch.setattr(plans_module, "experience_of", lambda *_: Bent({hex_: 2.5}))
        author = Author(seat, None, 7)
        makers = {"as usual": author.usual.make, **dict(author._makers())}
        more = {name: getattr(make(1), "_hexes", {}).get(hex_, 0.0) for name, make in makers.items()}
        assert (more.pop("as a recruit"), more.pop("as any captain")) == (0, 0)
        sent = {name: worth for name, worth in more.items() if name.endswith(" 0706")}
        assert set(more.values()) == {2.5, *sent.values()}
        assert all(worth > 2.5 for worth in sent.values())

    def test_a_script_skips_what_has_become_illegal(self) -> None:
        game = registry.new_game("crossroads", "fm-folio", 1)
        seat = captains_until(game, 1)
        move = next(order for order in seat.legal() if order.verb == "move")
        script = [Choice(move, "first"), Choice(move, "again"), Choice(Order("end"), "enough")]
        scripted = Scripted(Captain(1), script)
        assert scripted.choose(seat).reason == "first"
        game.apply(move)
        while scripted.choose(seat).reason == "again":  # pragma: no cover
            raise AssertionError("A unit moved twice.")
        assert not seat.judge(Order("end"))


class Sluggard(Captain):
    """Ends every phase of its own at once."""

    def choose(self, seat: Seat) -> Choice:
        return plain(seat, "end", "why bother") or super().choose(seat)


class TestTrials:
    def test_trials_show_that_doing_nothing_is_worse(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The captain of this general would let its turns pass; a general finds out that others do better."""

        def plans(self: Author) -> Iterator[Plan]:
            yield Plan("lazy", (), Sluggard)
            yield Plan("busy", (), Captain)

        monkeypatch.setattr(Author, "plans", plans)
        game = registry.new_game("crossroads", "fm-folio", 3)
        seat = captains_until(game, 1)
        assert seat.side == game.battle.first
        general = General(5, effort=400)
        assert "(busy: best of 2 plans in " in general.choose(seat).reason

    def test_a_trial_goes_to_the_end_and_can_be_repeated(self) -> None:
        game = registry.new_game("crossroads", "fm-2023", 2)
        seat = captains_until(game, 5)
        before = game.state.digest()
        trials = Trials(seat, [Plan("as usual", (), Captain)], None, 11)
        assert trials.trial(0, 3) == trials.trial(0, 3)
        assert len({trials.trial(0, position) for position in range(4)}) > 1
        assert game.state.digest() == before

    def test_points_and_victory_count(self, monkeypatch: pytest.MonkeyPatch) -> None:
        game = registry.new_game("crossroads", "fm-2023", 2)
        seat = captains_until(game, 6)
        trials = Trials(seat, [Plan("as usual", (), Captain)], None, 11)
        for winner, worth in ((seat.side, WON), (1 - seat.side, -WON), (-1, 0.0)):
            points = (7, 3) if seat.side == 0 else (3, 7)
            outcome = Outcome(winner, "some level", points)
            monkeypatch.setattr(trials_module, "play_match", lambda *_, end=outcome: end)
            assert trials.trial(0, 0) == 4 + worth

    def test_two_processes_find_what_one_does(self) -> None:
        game = registry.new_game("crossroads", "fm-2023", 2)
        seat = captains_until(game, 6)
        trials = Trials(seat, [Plan("as usual", (), Captain), Plan("plain", (), Recruit)], None, 11)
        laps = [(plan, position) for position in range(2) for plan in (0, 1)]
        if not crew.may_share():  # pragma: no cover
            pytest.skip("This machine has one core, or cannot fork.")
        with crew.shared(trials.run) as run:
            assert run(laps) == trials.run(laps)
            assert run(laps[:1]) == trials.run(laps[:1])


class TestGeneral:
    def opening(self, seed: int, effort: int) -> list[Choice]:
        """Its choices in the first turn of a battle, with the captain on the other side."""
        game = registry.new_game("crossroads", "fm-folio", 4)
        players = General(seed, effort=effort), Captain(seed)
        chosen = []
        while (decision := game.decision) is not None and game.state.turn < 2:
            choice = players[decision.side].choose(Seat(game, decision.side))
            if decision.side == 0:
                chosen.append(choice)
            game.apply(choice.order, decision.side)
        return chosen

    def test_the_same_seed_and_effort_give_the_same_game(self) -> None:
        first, second = (self.opening(3, 250) for _ in range(2))
        assert first == second
        assert any("plans in" in choice.reason for choice in first)

    def test_without_effort_it_plays_as_a_captain_of_its_experience(self) -> None:
        game = registry.new_game("crossroads", "fm-folio", 4)
        captain = experienced(game.battle, 0)(3), Captain(3)
        orders = []
        while (decision := game.decision) is not None and game.state.turn < 2:
            order = captain[decision.side].choose(Seat(game, decision.side)).order
            if decision.side == 0:
                orders.append(order)
            game.apply(order, decision.side)
        assert [choice.order for choice in self.opening(3, 0)] == orders

    def test_the_more_units_there_are_the_fewer_trials(self, monkeypatch: pytest.MonkeyPatch) -> None:
        made: list[float] = []

        class Counted(ByCount):
            def __init__(self, trials: float) -> None:
                super().__init__(0.0)
                made.append(trials)

        monkeypatch.setattr(player, "ByCount", Counted)
        for battle, book in (("crossroads", "fm-folio"), ("pusan-dg", "kwb-dg")):
            game = registry.new_game(battle, book, 3)
            seat = captains_until(game, game.battle.turns)
            General(1, effort=100).choose(seat)
            units = sum(place.isdigit() for place, *_ in seat.view()["counters"].values())
            left = 1 + (seat.side == game.battle.first)
            assert made.pop() == pytest.approx(100 * player.SHARE * player.UNITS / units / left)

    @pytest.mark.parametrize(("battle", "book"), [("seoul-dg", "kwb-dg"), ("sukchon", "para")])
    def test_answers_whatever_is_asked_and_gives_no_illegal_order(self, battle: str, book: str) -> None:
        game = registry.new_game(battle, book, 3)
        players = General(1, effort=120), General(2, effort=120)
        captains_until(game, game.battle.turns)
        reasons = []
        while (decision := game.decision) is not None:
            choice = players[decision.side].choose(Seat(game, decision.side))
            assert choice.reason
            reasons.append(choice.reason)
            assert game.judge(choice.order, decision.side) is None, choice
            game.apply(choice.order, decision.side)
        assert any("plans in" in reason for reason in reasons)

    def test_far_from_the_end_it_plays_as_usual(self) -> None:
        game = registry.new_game("pusan-train", "kwb-train", 3)
        seat = captains_until(game, 1)
        assert "trials" not in General(1).choose(seat).reason

    def test_by_the_clock_it_thinks_no_longer_than_it_may(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """By a clock that goes on by a hundredth of a second whenever somebody looks at it."""
        looks = count()
        for module in (search, race_module):
            monkeypatch.setattr(module, "monotonic", lambda: next(looks) / 100)
        monkeypatch.setattr(search, "may_share", lambda: False)
        game = registry.new_game("crossroads", "fm-folio", 4)
        seat = captains_until(game, 6)
        choice = General(1, seconds=2.0).choose(seat)
        assert "trials" in choice.reason
        assert seat.judge(choice.order) is None
        assert next(looks) < 200

    def test_it_does_not_try_at_all_what_takes_too_long(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """By a clock on which a trial takes five seconds: the first one tells, then nobody asks again."""
        made: list[object] = []
        monkeypatch.setattr(search, "monotonic", lambda: 5.0 * len(made))
        monkeypatch.setattr(Trials, "trial", lambda *lap: made.append(lap))
        game = registry.new_game("crossroads", "fm-folio", 4)
        general = General(1, seconds=10.0)
        captain = Captain(2)
        while (decision := game.decision) is not None and game.state.turn < 3:
            player = general if decision.side == 0 else captain
            game.apply(player.choose(Seat(game, decision.side)).order)
        assert len(made) == 1

    def test_people_wait_by_the_clock_and_studies_count(self) -> None:
        live, repeated = opponents.find("general", live=True)(1), opponents.find("general")(1)
        assert vars(live)["_seconds"] == player.SECONDS
        assert vars(repeated)["_seconds"] is None
        assert opponents.find("captain", live=True) is Captain

    def test_a_search_that_has_no_time_plays_as_usual(self) -> None:
        game = registry.new_game("crossroads", "fm-folio", 4)
        seat = captains_until(game, 6)
        plans = search.ByClock(0.0).gather(Author(seat, None, 1).plans(), 1.0)
        assert [plan.name for plan in plans] == ["as usual"]


class TestSecrecy:
    def test_what_is_hidden_is_dealt_by_chance_alone(self) -> None:
        """Two positions that a side cannot tell apart lead to the same imagined ones, equally often."""
        game = registry.new_game("seoul-dg", "kwb-dg", 2)
        side = game.battle.side_index("un")
        seat = captains_until(game, 2)
        rules = game.rules
        twin = Game.from_state(rules, rules.imagine(game.state, side, Random(99)))
        assert twin.view(side) == game.view(side)
        moved = [unit for unit in range(len(game.state.at)) if game.state.at[unit] != twin.state.at[unit]]
        assert moved, "Nothing is hidden in this position."
        unit = moved[0]
        seats = Seat(game, side), Seat(twin, side)
        places = [Counter(seat.imagine(Random(seed)).state.at[unit] for seed in range(300)) for seat in seats]
        assert places[0].keys() == places[1].keys()
        assert all(abs(places[0][hex_] - places[1][hex_]) < 60 for hex_ in places[0])
        assert seat.imagine(Random(1)).state.seed != game.state.seed

    def test_the_real_position_cannot_be_reached_through_an_imagined_game(self) -> None:
        game = registry.new_game("crossroads", "fm-folio", 1)
        seat = captains_until(game, 1)
        imagined = seat.imagine(Random(1))
        imagined.apply(next(order for order in imagined.legal() if order.verb == "move"))
        assert imagined.state.at != game.state.at
        assert imagined.history()[0].snapshot != game.state
