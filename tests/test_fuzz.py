"""The fuzzer: it finds nothing wrong with the rules as they are, and it finds what is planted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest

from hexfolio.battles import registry
from hexfolio.core import journal
from hexfolio.core.game import Game, Table
from hexfolio.core.orders import OFF_MAP, Notation, Order
from hexfolio.core.rulings import Refusal
from hexfolio.core.state import ELIMINATED, State
from hexfolio.core.steps import Step
from hexfolio.fuzz import MOST_FAILURES, Report, fuzz
from hexfolio.rulebooks.fire_and_movement.frames import Combat
from hexfolio.rulebooks.fire_and_movement.general import General
from hexfolio.rulebooks.fire_and_movement.rulebook import FireAndMovement
from hexfolio.rulebooks.fire_and_movement.sequence import Sequence
from hexfolio.rulebooks.fire_and_movement.support_fire import SupportFire
from hexfolio.rulebooks.fire_and_movement.version8 import Version8Rules
from hexfolio.rulebooks.korean_war.dg.rulebook import KwbDg
from hexfolio.rulebooks.paratrooper.rulebook import Paratrooper

BATTLE = "crossroads"
VERSION_8 = {"bombardment": "fm-2023"}
MovementStep = type(FireAndMovement.steps["movement"])
CombatStep = type(FireAndMovement.steps["combat"])


@pytest.mark.parametrize(
    ("book", "options"),
    [
        ("fm-folio", {}),
        ("fm-st296", {}),
        ("fm-2023", {}),
        ("fm-folio", VERSION_8),
        ("fm-st296", VERSION_8),
    ],
)
def test_nothing_is_wrong(book: str, options: Mapping[str, str]) -> None:
    report = fuzz(BATTLE, book, 6, 100, options)
    assert report.ok, "\n".join(map(str, report.failures))
    assert report.games == 6
    assert report.orders > 600
    assert report.positions > 60


@pytest.mark.parametrize(
    ("battle", "book", "options"),
    [
        ("pusan-dg", "kwb-dg", {"naktong-die": "3", "naktong-junctions": "2"}),
        ("seoul-dg", "kwb-dg", {}),
        ("chosin-dg", "kwb-dg", {}),
        ("pusan-train", "kwb-train", {}),
        ("seoul-train", "kwb-train", {}),
        ("chosin-train", "kwb-train", {}),
        ("sukchon", "para", {}),
        ("tomahawk", "para", {"emergency-drops": "on", "bridge-repair": "on", "high-ground": "on"}),
    ],
)
def test_nothing_is_wrong_in_korea(battle: str, book: str, options: Mapping[str, str]) -> None:
    report = fuzz(battle, book, 1, 100, options)
    assert report.ok, "\n".join(map(str, report.failures))
    assert report.orders > 250
    assert report.positions > 25


@pytest.mark.parametrize(
    ("verb", "path"),
    [
        ("enter", (OFF_MAP,)),
        ("enter", (OFF_MAP, 3)),
        ("enter", (21, OFF_MAP, 21)),
        ("pursue", (3, 4, OFF_MAP)),
    ],
)
def test_ways_beyond_the_map_are_refused_without_pointing_there(verb: str, path: tuple[int, ...]) -> None:
    """Found by random play: such refusals named a hex in another corner of the map."""
    rules = registry.open_rules("sukchon", "para")
    assert isinstance(rules, Paratrooper)
    state = rules.new_state(1)
    unit = rules.battle.counter("27-D89").index
    state.lists.update({"due": (unit,), "waves": (0,), "edges 0": (21, 43)})
    state.active = state.side_of[unit]
    refusal: Refusal | int | None
    if verb == "enter":
        refusal = rules.judge_entry(state, unit, path)
    else:
        state.put(unit, path[0])
        refusal = rules.judge_pursuit(state, unit, path[1], path)
    assert isinstance(refusal, Refusal)
    assert all(0 <= hex_ < rules.grid.size for hex_ in refusal.hexes)
    assert "on the map" in refusal.sentence


def test_orders_that_change_nothing_are_not_listed() -> None:
    """A move in a circle, and placing a unit where it stands: legal, but no line in the list."""
    game = registry.new_game("sukchon", "para", 1)
    game.apply("accept")
    assert isinstance(game.rules, Paratrooper)
    place = next(order for order in game.legal() if order.verb == "place")
    assert game.rules.listed_as(game.state, place) == place
    game.apply(place)
    assert game.judge(place) is None
    assert game.rules.listed_as(game.state, place) is None
    circle = Order("move", place.unit, (place.path[0], place.path[0] + 1, place.path[0]))
    assert game.rules.listed_as(game.state, circle) is None


def test_a_pursuit_is_listed_however_it_is_written() -> None:
    rules = registry.open_rules("sukchon", "para")
    assert isinstance(rules, Paratrooper)
    state = rules.new_state(1)
    written = [rules.listed_as(state, Order("pursue", 0, path)) for path in ((21,), (20, 21))]
    assert written[0] == written[1] is not None
    assert written[0] != rules.listed_as(state, Order("pursue", 0, (20, 21, 22)))


def test_same_seed_same_report() -> None:
    assert fuzz(BATTLE, "fm-2023", 1, 7) == fuzz(BATTLE, "fm-2023", 1, 7)


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    fuzz(BATTLE, "fm-folio", 2, 1, {}, lambda done, games: told.append((done, games)))
    assert told == [(1, 2), (2, 2)]


def planted(book: str = "fm-folio", games: int = 3) -> Report:
    report = fuzz(BATTLE, book, games, 1)
    assert not report.ok
    return report


def found_by(report: Report) -> set[str]:
    return {failure.check for failure in report.failures}


def test_finds_a_view_that_shows_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    def open_hand(self: Version8Rules, state: State, side: int, by: int | None) -> list[str]:
        return sorted(f"+{self.marker_value[marker]}" for marker in state.hands[side])

    monkeypatch.setattr(Version8Rules, "hand_seen", open_hand)
    report = planted("fm-2023", 8)
    assert found_by(report) == {"views keep secrets"}
    assert "hands" in report.failures[0].sentence


def test_finds_a_view_that_shows_face_down_markers(monkeypatch: pytest.MonkeyPatch) -> None:
    def face_up(self: Version8Rules, state: State, combat: Combat, markers: tuple[int, ...]) -> list[str]:
        return [f"+{self.marker_value[marker]}" for marker in markers]

    monkeypatch.setattr(Version8Rules, "committed", face_up)
    assert found_by(planted("fm-2023", 8)) == {"views keep secrets"}


def test_finds_a_view_that_shows_fog_of_war(monkeypatch: pytest.MonkeyPatch) -> None:
    original = Paratrooper.counters_seen

    def open_eyes(self: Paratrooper, state: State, side: int | None) -> dict[str, list[Any]]:
        return original(self, state, self.defending_side)

    monkeypatch.setattr(Paratrooper, "counters_seen", open_eyes)
    report = fuzz("sukchon", "para", 1, 1)
    assert found_by(report) == {"views keep secrets"}


def test_finds_odds_that_know_face_down_markers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Version8Rules, "seen_combat", lambda self, combat: combat)
    assert found_by(planted("fm-2023", 8)) == {"odds keep secrets"}


def test_finds_a_view_that_shows_the_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    original = FireAndMovement.view

    def leaky(self: FireAndMovement, state: State, side: int | None) -> dict[str, Any]:
        return {**original(self, state, side), "seed": state.seed}

    monkeypatch.setattr(FireAndMovement, "view", leaky)
    assert found_by(planted()) == {"views keep secrets"}


def test_finds_a_view_that_is_not_json(monkeypatch: pytest.MonkeyPatch) -> None:
    original = FireAndMovement.view

    def strange(self: FireAndMovement, state: State, side: int | None) -> dict[str, Any]:
        return {**original(self, state, side), "turn": {state.turn}}

    monkeypatch.setattr(FireAndMovement, "view", strange)
    assert found_by(planted()) == {"views keep secrets"}


def test_finds_an_undo_that_forgets(monkeypatch: pytest.MonkeyPatch) -> None:
    original = Game.undo

    def forgetful(self: Game, orders: int = 1) -> None:
        spent = self.state.spent
        original(self, orders)
        self.state.spent = spent + 1

    monkeypatch.setattr(Game, "undo", forgetful)
    assert found_by(planted()) == {"undo restores"}


def test_finds_a_copy_that_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    original = State.copy

    def shallow(self: State) -> State:
        other = original(self)
        other.flags = self.flags
        return other

    monkeypatch.setattr(State, "copy", shallow)
    assert "listed orders apply" in found_by(planted())


def test_finds_a_judge_that_is_too_strict(monkeypatch: pytest.MonkeyPatch) -> None:
    original = CombatStep.judge

    def strict(self: Step[Any], rules: Any, state: State, order: Order) -> Refusal | None:
        if order.verb == "attack" and len(order.units) > 1:
            return Refusal(rules.cites["attack_once"], "Only one unit attacks at a time.")
        return original(self, rules, state, order)

    monkeypatch.setattr(CombatStep, "judge", strict)
    assert found_by(planted(games=8)) & {"play", "listed orders apply"}


def test_finds_a_unit_drawn_that_may_not_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """kwb-dg:29.0.e: units held in place are passed over when a move is drawn at random."""
    monkeypatch.setattr(KwbDg, "stays_put", lambda *_: False)
    report = fuzz("chosin-dg", "kwb-dg", 2, 4001)
    assert any("drawn at random, but it is refused" in failure.sentence for failure in report.failures)


def test_finds_a_judge_that_is_too_lax(monkeypatch: pytest.MonkeyPatch) -> None:
    original = MovementStep.orders_of

    def short(self: Step[Any], rules: Any, state: State, subject: int) -> list[Order]:
        return original(self, rules, state, subject)[1:]

    monkeypatch.setattr(MovementStep, "orders_of", short)
    report = planted()
    assert found_by(report) == {"wild orders get an answer"}
    assert "not listed" in report.failures[0].sentence


def test_finds_a_refusal_without_a_clause(monkeypatch: pytest.MonkeyPatch) -> None:
    def vague(self: General, *_: Any) -> Refusal:
        return Refusal("fm-folio:99.z", "No")

    monkeypatch.setattr(General, "refuse_verb", vague)
    report = planted()
    sentences = " ".join(failure.sentence for failure in report.failures)
    assert "no clause of the book" in sentences
    assert "without a sentence" in sentences


def test_finds_a_judge_that_leaves_traces(monkeypatch: pytest.MonkeyPatch) -> None:
    original = General.refuse_verb

    def scribble(self: General, state: State, *rest: Any) -> Refusal:
        state.tracks["scribble"] = state.tracks.get("scribble", 0) + 1
        return original(self, state, *rest)

    monkeypatch.setattr(General, "refuse_verb", scribble)
    assert "refused orders change nothing" in found_by(planted())


def test_finds_an_order_accepted_from_anybody(monkeypatch: pytest.MonkeyPatch) -> None:
    original = FireAndMovement.judge

    def blind(self: FireAndMovement, state: State, order: Order, side: int | None) -> Refusal | None:
        return original(self, state, order, None)

    monkeypatch.setattr(FireAndMovement, "judge", blind)
    assert found_by(planted()) == {"the other side is refused"}


def test_finds_lost_markers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SupportFire, "spend_markers", lambda self, state, combat: None)
    report = planted()
    assert "counters are conserved" in found_by(report)
    assert any("markers" in failure.sentence for failure in report.failures)


def test_finds_a_counter_in_two_places(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(self: General, state: State, unit: int, cause: str, table: Table) -> None:
        state.at[unit] = ELIMINATED

    monkeypatch.setattr(General, "eliminate", careless)
    assert "counters are conserved" in found_by(planted(games=8))


def test_finds_stacked_units(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FireAndMovement, "has_room", lambda self, state, unit, hex_: True)
    report = planted()
    assert "counters are conserved" in found_by(report)
    assert any("stacked" in failure.sentence for failure in report.failures)


def test_finds_dice_that_are_not_those_of_the_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = Random(1)

    def loaded(self: Table, sides: int = 6) -> int:
        self.dice.append(dice.randint(1, sides))
        return self.dice[-1]

    monkeypatch.setattr(Table, "roll", loaded)
    assert found_by(planted()) >= {"the same again", "save and load"}


def test_finds_an_order_that_reads_differently(monkeypatch: pytest.MonkeyPatch) -> None:
    original = Notation.to_json

    def garbled(self: Notation, order: Order) -> dict[str, Any]:
        data = original(self, order)
        return {**data, "path": data["path"][:1]} if "path" in data else data

    monkeypatch.setattr(Notation, "to_json", garbled)
    assert found_by(planted()) == {"orders survive writing"}


def test_finds_a_game_without_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexfolio.fuzz.MOST_ORDERS", 50)
    report = planted(games=1)
    assert [str(failure) for failure in report.failures] == [
        "Game 1, position 50, play: no end after 50 orders."
    ]


def test_finds_a_game_without_an_outcome(monkeypatch: pytest.MonkeyPatch) -> None:
    original = Sequence.outcome
    monkeypatch.setattr(Game, "outcome", None)
    monkeypatch.setattr(Sequence, "outcome", original)
    assert found_by(planted(games=1)) == {"the end is final"}


def raising(*_: Any) -> Any:
    raise KeyError("gone")


@pytest.mark.parametrize(
    ("plant", "check"),
    [
        (lambda patch: patch.setattr(FireAndMovement, "view", raising), "views keep secrets"),
        (lambda patch: patch.setattr(SupportFire, "spend_markers", raising), "play"),
    ],
)
def test_an_exception_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, plant: Callable[[pytest.MonkeyPatch], None], check: str
) -> None:
    plant(monkeypatch)
    report = planted()
    assert check in found_by(report)
    assert "KeyError" in report.failures[0].sentence


def test_a_failure_can_be_reproduced(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(FireAndMovement, "view", raising)
        failure = planted().failures[-1]
    game = journal.load(failure.save, "failure", registry.open_rules)
    assert game.position == failure.position
    assert game.state.seed == failure.game


def test_an_order_that_breaks_off_can_be_reproduced(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(SupportFire, "spend_markers", raising)
        failure = next(failure for failure in planted().failures if failure.check == "play")
        order = failure.sentence.split("“")[1].split("”")[0]
        game = journal.load(failure.save, "failure", registry.open_rules)
        with pytest.raises(KeyError):
            game.apply(order)


def test_it_stops_when_everything_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FireAndMovement, "view", raising)
    report = fuzz(BATTLE, "fm-folio", 50, 1)
    assert report.games < 50
    assert len(report.failures) >= MOST_FAILURES
    assert str(report).endswith(f"{len(report.failures)} faults.")
