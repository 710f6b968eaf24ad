"""The game as programs see it: decisions, legal orders, judgement, orders as text and JSON, views, odds."""

from __future__ import annotations

import json
from collections import Counter as Tally
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from hexfolio.battles import registry
from hexfolio.battles.loading import DEFAULT_TABLES, read_roster
from hexfolio.battles.map_sheets import read_map
from hexfolio.core.battle import Battle, Side
from hexfolio.core.counters import Marker
from hexfolio.core.dice import ScriptedChance
from hexfolio.core.events import event_kind
from hexfolio.core.game import Game
from hexfolio.core.odds import Odds
from hexfolio.core.orders import Order, OrderError
from hexfolio.core.rulings import IllegalOrderError, Refusal
from hexfolio.core.state import State
from hexfolio.rulebooks.fire_and_movement.editions import open_rules
from hexfolio.rulebooks.fire_and_movement.version8 import Version8Rules
from hexfolio.rulebooks.sheets import parse_sheet

BOOKS = ("fm-folio", "fm-st296", "fm-2023")
SIDES = (Side("blue", "Blue"), Side("red", "Red"))

DUEL = """
blue:
  A: 5-4-8 leg at 0404
  B: 3-4-6 mobile at 0505
  H: 1-1-6 mobile hq at 0204
red:
  E: 2-3-6 leg at 0504
  F: 2-4-6 leg at 0808
"""
FORT = "fortifications: {0504: bunker}"
"""The hex of E."""


def duel(book: str, dice: Sequence[int | str] | None = None, ground: str = "") -> Game:
    """A small battle: A and B next to E, three markers for each side, all of them in hand."""
    board, key = read_map(parse_sheet(f"size: 10x10\n{ground}", "duel"), "duel")
    roster = read_roster(parse_sheet(DUEL, "duel"), SIDES, board)
    values = ((0, 1), (0, 2), (0, 4), (1, 1), (1, 2), (1, 3))
    battle = Battle(
        id="duel",
        title="Duel",
        book=book,
        board=board,
        key=key,
        sides=SIDES,
        counters=tuple(counter for counter, _ in roster),
        markers=tuple(Marker(index, side, value) for index, (side, value) in enumerate(values)),
        turns=2,
        first=0,
        allotments=((3, 3),),
        table=DEFAULT_TABLES[book],
        placements={counter.index: start.placement for counter, start in roster if start.placement},
    )
    return Game(open_rules(battle), 1, None if dice is None else ScriptedChance(dice))


def at_phase(game: Game, phase: str) -> Game:
    while game.state.phase != phase:
        game.apply("end")
    return game


def played(book: str, orders: int, seed: int = 5) -> Game:
    game = registry.new_game("crossroads", book, seed)
    choices = Random(seed)
    for _ in range(orders):
        game.apply(game.legal().sample(choices))
    return game


# Decisions and legal orders


def test_the_first_decision_of_a_battle() -> None:
    decision = registry.new_game("crossroads", "fm-folio", 1).decision
    assert decision is not None
    assert (decision.kind, decision.side, decision.rule) == ("set-up", 1, "fm-folio:2.3.1.f")
    assert decision.prompt == "Place your counters, then end the set-up."


@pytest.mark.parametrize("book", BOOKS)
def test_decisions_of_a_player_turn(book: str) -> None:
    game, kinds = duel(book), []
    while game.state.active == 0:
        assert game.decision is not None
        kinds.append(game.decision.kind)
        game.apply("end")
    late = ["mobile-movement", "mobile-combat"]
    if book == "fm-2023":
        assert kinds == ["movement", "bombardment", "combat", *late]
    else:
        assert kinds == ["movement", "combat", *late]


@pytest.mark.parametrize("book", BOOKS)
def test_legal_orders_by_subject(book: str) -> None:
    game = duel(book)
    legal = game.legal()
    names = {game.rules.notation.counters[unit].id for unit in legal.subjects()}
    assert names == {"A", "B", "H"}
    assert [order.verb for order in legal.plain()] == ["end"]
    listed = list(legal)
    assert listed == legal.plain() + [order for unit in legal.subjects() for order in legal.of(unit)]
    assert all(order in legal for order in listed)
    assert Order("pass") not in legal
    assert len(set(listed)) == len(listed)


def test_sample_is_legal_and_repeatable() -> None:
    game = duel("fm-folio")
    sampled = [game.legal().sample(Random(seed)) for seed in range(50)]
    assert sampled == [game.legal().sample(Random(seed)) for seed in range(50)]
    assert set(sampled) <= set(game.legal())
    assert len(set(sampled)) > 20


def test_nothing_is_legal_after_the_end() -> None:
    game = finished(duel("fm-folio"))
    assert list(game.legal()) == []
    with pytest.raises(LookupError, match="No order is legal"):
        game.legal().sample(Random(1))


# Judgement and application


def test_judge_accepts_text_and_orders() -> None:
    game = duel("fm-folio")
    assert game.judge("move A 0404-0304") is None
    assert game.judge(game.rules.notation.read("move A 0404-0304")) is None
    refusal = game.judge("move A 0404-0504")
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "fm-folio:5.1.d"
    assert refusal.sentence == "A may not enter 0504: an enemy unit is there."
    assert str(refusal) == "A may not enter 0504: an enemy unit is there. [fm-folio:5.1.d]"
    assert refusal.hexes == (game.battle.board.grid.index("0504"),)


@pytest.mark.parametrize("book", BOOKS)
def test_an_illegal_order_raises_and_changes_nothing(book: str) -> None:
    game = duel(book)
    before, entry = game.state.to_json(), game.entry
    for order in ("move A 0404-0504", "move E 0504-0503", "attack 0504 with A", "pass", "place A 0101"):
        refusal = game.judge(order)
        with pytest.raises(IllegalOrderError) as caught:
            game.apply(order)
        assert caught.value.refusal == refusal
        assert str(caught.value) == str(refusal)
    assert game.state.to_json() == before
    assert game.entry is entry


def test_apply_returns_the_events() -> None:
    game = duel("fm-folio")
    events = game.apply("move A 0404-0304")
    assert [game.rules.narrate(event) for event in events] == ["A moves 0404-0304 (1 MP)"]
    assert game.entry.events == events
    assert game.position == 1


@pytest.mark.parametrize("book", BOOKS)
def test_only_the_side_that_is_asked_decides(book: str) -> None:
    game = duel(book)
    assert game.judge("end", 0) is None
    refusal = game.judge("end", 1)
    assert refusal is not None
    assert refusal.sentence == "It is for Blue to decide now, not for the other side."
    with pytest.raises(IllegalOrderError):
        game.apply("end", 1)
    at_phase(game, "combat").apply("attack 0504 with A", 0)
    game.apply("pass", 0)
    assert game.judge("pass", 0) is not None
    assert game.judge("pass", 1) is None


def test_a_copy_is_independent() -> None:
    game = played("fm-2023", 50)
    before = game.state.to_json()
    copy = game.copy()
    assert copy.state == game.state
    choices = Random(1)
    for _ in range(60):
        copy.apply(copy.legal().sample(choices))
    assert game.state.to_json() == before
    assert game.position == 50
    assert copy.position == 110
    assert copy.history()[:51] == game.history()


def test_games_without_a_seed_differ() -> None:
    seeds = {registry.new_game("crossroads", "fm-folio").state.seed for _ in range(3)}
    assert len(seeds) == 3


@pytest.mark.parametrize("book", BOOKS)
def test_the_same_seed_gives_the_same_game(book: str) -> None:
    assert played(book, 120).state == played(book, 120).state
    assert played(book, 120).state != played(book, 120, seed=6).state


def finished(game: Game) -> Game:
    while game.decision is not None:
        assert game.outcome is None
        game.apply("end")
    return game


@pytest.mark.parametrize("book", BOOKS)
def test_there_is_an_outcome_only_at_the_end(book: str) -> None:
    game = finished(duel(book))
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.level, game.outcome.points) == (-1, "draw", (0, 0))
    assert game.state.turn == 2
    refusal = game.judge("end")
    assert refusal is not None
    assert refusal.sentence == "The battle is over: no more orders can be given."


def test_who_wins() -> None:
    rules = registry.open_rules("crossroads", "fm-folio")
    game = played("fm-folio", 0)
    while game.decision is not None:
        game.apply("end" if game.judge("end") is None else game.legal().sample(Random(1)))
    assert game.outcome == rules.outcome(game.state)
    assert game.outcome is not None
    assert game.outcome.points == (0, 26)
    assert game.outcome.level == "decisive victory"
    assert game.outcome.winner == 1


# Views


@pytest.mark.parametrize("book", BOOKS)
def test_views_are_json(book: str) -> None:
    game = played(book, 90)
    for side in (0, 1, None):
        view = game.view(side)
        assert json.loads(json.dumps(view)) == view
        assert "seed" not in json.dumps(view)


def test_face_down_markers_are_hidden_from_everybody() -> None:
    game = at_phase(duel("fm-2023", ["+4"]), "combat")
    game.apply("attack 0504 with A")
    game.apply("support")
    for side in (0, 1, None):
        view = game.view(side)
        assert view["combat"]["attacker"]["markers"] == ["?"]
        assert view["hands"]["blue"] == ["+1", "+2", "+4"]


def test_markers_are_open_in_the_old_editions() -> None:
    game = at_phase(duel("fm-folio"), "combat")
    game.apply("attack 0504 with A")
    game.apply("support +4")
    assert game.view(1)["combat"]["attacker"]["markers"] == ["+4"]
    assert game.view(1)["hands"]["blue"] == ["+1", "+2"]


# Orders as text and as JSON

FORMS: list[tuple[str, dict[str, Any]]] = [
    ("place A 0101", {"order": "place", "unit": "A", "hex": "0101"}),
    ("move A 0404-0403-0402", {"order": "move", "unit": "A", "path": ["0404", "0403", "0402"]}),
    ("move A 0402", {"order": "move", "unit": "A", "path": ["0402"]}),
    ("move A 0101-off", {"order": "move", "unit": "A", "path": ["0101", "off"]}),
    ("enter B 0101-0201", {"order": "enter", "unit": "B", "path": ["0101", "0201"]}),
    ("attack 0504 with A B", {"order": "attack", "hex": "0504", "units": ["A", "B"]}),
    ("cancel", {"order": "cancel"}),
    ("support", {"order": "support"}),
    ("support +2", {"order": "support", "markers": [2]}),
    ("pass", {"order": "pass"}),
    ("bombard 0504 +2", {"order": "bombard", "hex": "0504", "markers": [2]}),
    ("bombard 0504 draw 2", {"order": "bombard", "hex": "0504", "draw": 2}),
    ("lose A", {"order": "lose", "unit": "A"}),
    ("retreat E 0504-0604-0704", {"order": "retreat", "unit": "E", "path": ["0504", "0604", "0704"]}),
    ("retreat E 0504", {"order": "retreat", "unit": "E", "path": ["0504"]}),
    ("stand E", {"order": "stand", "unit": "E"}),
    ("displace F 0809", {"order": "displace", "unit": "F", "hex": "0809"}),
    ("advance A 0504", {"order": "advance", "unit": "A", "hex": "0504"}),
    ("end", {"order": "end"}),
]


def test_every_verb_has_a_form_here() -> None:
    assert {text.split()[0] for text, _ in FORMS} == set(duel("fm-folio").rules.notation.verbs)


@pytest.mark.parametrize(("text", "data"), FORMS)
def test_orders_both_ways(text: str, data: dict[str, Any]) -> None:
    notation = duel("fm-folio").rules.notation
    order = notation.read(text)
    assert notation.write(order) == text
    assert notation.to_json(order) == data
    assert notation.from_json(data) == order
    assert notation.read(f"  {text.replace(' ', '   ')} ") == order


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The order is empty: expected one of advance, attack,"),
        ("fly A", "There is no order “fly”: expected one of advance, attack,"),
        ("move", "The order move is incomplete: expected “move UNIT HEX-HEX-…”."),
        ("move A", "The order move is incomplete: expected “move UNIT HEX-HEX-…”."),
        ("move Z 0101", "There is no counter 'Z' in this battle."),
        (
            "move A 0101-9999",
            "There is no hex 9999 on this map: columns run from 01 to 10 and rows from 01 to 10.",
        ),
        ("move A 01", "'01' is not a hex number: expected were four digits, column and row, like '0101'."),
        ("attack 0504", "The order attack is incomplete: expected “attack HEX with UNIT UNIT …”."),
        (
            "attack 0504 A",
            "The order attack names its units after “with”: expected “attack HEX with UNIT UNIT …”.",
        ),
        ("attack 0504 with", "The order attack names its units after “with”:"),
        ("attack 0504-0505 with A", "The order attack takes a single hex, not “0504-0505”:"),
        ("support 2", "“support 2” has too many words: “2” is not understood; expected “support [+N]”."),
        ("support +x", "'+x' is not a marker: expected a value such as +2."),
        ("support +²", "'+²' is not a marker: expected a value such as +2."),
        ("attack off with A", "'off' is not a hex number"),
        ("place A off", "'off' is not a hex number"),
        (
            "bombard 0504 draw",
            "After “draw” a number of markers is expected, as in “bombard HEX [+N] [draw N]”.",
        ),
        ("bombard 0504 draw ²", "After “draw” a number of markers is expected,"),
        ("bombard 0504 draw two", "After “draw” a number of markers is expected,"),
        ("end now", "“end now” has too many words: “now” is not understood; expected “end”."),
    ],
)
def test_malformed_text(text: str, sentence: str) -> None:
    game = duel("fm-folio")
    for give in (game.rules.notation.read, game.judge, game.apply):
        with pytest.raises(OrderError) as caught:
            give(text)
        assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (None, "An order in JSON is an object with a text under \"order\""),
        ([], "An order in JSON is an object"),
        ({}, "An order in JSON is an object"),
        ({"order": 3}, "An order in JSON is an object"),
        ({"order": "fly"}, "There is no order “fly”"),
        ({"order": "end", "hex": "0101"}, "The order end has no 'hex': expected order."),
        ({"order": "move", "unit": "A"}, "The order move lacks 'path': expected “move UNIT HEX-HEX-…”."),
        ({"order": "move", "unit": None, "path": ["0101"]}, "The order move lacks 'unit'"),
        ({"order": "move", "unit": 3, "path": ["0101"]}, "In the order move, 'unit' must be text, not 3."),
        ({"order": "move", "unit": "A", "path": "0101"}, "In the order move, 'path' must be a list,"),
        ({"order": "move", "unit": "A", "path": [101]}, "In the order move, 'path' must be text, not 101."),
        ({"order": "move", "unit": "Z", "path": ["0101"]}, "There is no counter 'Z' in this battle."),
        ({"order": "move", "unit": "A", "path": []}, "The path of the order move is empty: expected “"),
        ({"order": "attack", "hex": "off", "units": ["A"]}, "'off' is not a hex number"),
        ({"order": "lose", "unit": "A", "path": ["0101"]}, "The order lose has no 'path': expected order,"),
        ({"order": "attack", "hex": "9999", "units": ["A"]}, "There is no hex 9999 on this map"),
        ({"order": "attack", "hex": "0504", "units": "A"}, "In the order attack, 'units' must be a list,"),
        ({"order": "support", "markers": [True]}, "In the order support, 'markers' must hold whole"),
        ({"order": "support", "markers": [-2]}, "In the order support, 'markers' must hold whole"),
        ({"order": "support", "markers": 2}, "In the order support, 'markers' must be a list, not 2."),
        ({"order": "bombard", "hex": "0504", "draw": "2"}, "In the order bombard, 'draw' must hold whole"),
    ],
)  # fmt: skip
def test_malformed_json(data: Any, sentence: str) -> None:
    with pytest.raises(OrderError) as caught:
        duel("fm-folio").rules.notation.from_json(data)
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize("way", ["off", "off-0404", "0404-off-0304", "0404-off", "0404-0304-off"])
@pytest.mark.parametrize("verb", ["move", "enter"])
def test_no_refusal_points_off_the_map(verb: str, way: str) -> None:
    refusal = duel("fm-folio").judge(f"{verb} A {way}")
    assert refusal is not None
    assert -1 not in refusal.hexes
    assert "1010" not in refusal.sentence


# Odds


def results_by_die(game: Game, order: str, draws: Sequence[Sequence[str]] = ((),)) -> Tally[str]:
    """How often each result comes up when an order is carried out with every draw and every die."""
    tally: Tally[str] = Tally()
    for drawn, die in product(draws, range(1, 7)):
        other = game.copy()
        other.chance = ScriptedChance([*drawn, die])
        other.apply(order)
        while not (result := last_result(other)):
            other.apply("pass")
        tally[result] += 1
    return tally


def last_result(game: Game) -> str:
    """The result of the combat that the last order resolved; nothing if it resolved none."""
    events = [event for event in game.entry.events if event_kind(event) in ("combat", "bombardment")]
    return events[0].result if events else ""  # type: ignore[attr-defined]


def chances(tally: Tally[str]) -> dict[str, Fraction]:
    return {result: Fraction(count, tally.total()) for result, count in tally.items()}


def check_odds(odds: Odds, expected: dict[str, Fraction]) -> None:
    assert sum(odds.chances.values()) == 1
    assert odds.chances == expected
    assert set(odds.effects) == set(odds.chances)
    assert json.loads(json.dumps(odds.to_json()))["differential"] == odds.differential


@pytest.mark.parametrize("ground", ["", "terrain: {woods: 0504}", FORT], ids=["clear", "woods", "fort"])
@pytest.mark.parametrize("book", BOOKS)
def test_odds_of_an_attack_are_what_the_dice_give(book: str, ground: str) -> None:
    game = at_phase(duel(book, ground=ground), "combat")
    attacks = [order for order in game.legal() if order.verb == "attack"]
    assert len(attacks) == 3
    for order in attacks:
        text = game.rules.notation.write(order)
        odds = game.odds(order)
        check_odds(odds, chances(results_by_die(game, text)))
        assert odds.differential == odds.attack - odds.defence
        assert Tally(odds.results.values()) == results_by_die(game, text)
        assert odds.expected("defender_steps") == sum(
            chance * odds.effects[result].defender_steps for result, chance in odds.chances.items()
        )


@pytest.mark.parametrize("ground", ["", FORT], ids=["clear", "fort"])
@pytest.mark.parametrize("book", ["fm-folio", "fm-st296"])
def test_odds_of_a_bombardment_are_what_the_dice_give(book: str, ground: str) -> None:
    game = at_phase(duel(book, ground=ground), "combat")
    for value in (1, 2, 4):
        order = f"bombard 0504 +{value}"
        check_odds(game.odds(order), chances(results_by_die(game, order)))


@pytest.mark.parametrize("ground", ["", FORT], ids=["clear", "fort"])
@pytest.mark.parametrize("number", [1, 2])
def test_odds_of_a_blind_bombardment_are_what_draws_and_dice_give(number: int, ground: str) -> None:
    game = at_phase(duel("fm-2023", ground=ground), "bombardment")
    order = f"bombard 0504 draw {number}"
    draws = [[f"+{value}" for value in drawn] for drawn in combinations((1, 2, 4), number)]
    check_odds(game.odds(order), chances(results_by_die(game, order, draws)))


@pytest.mark.parametrize("book", BOOKS)
def test_odds_of_the_combat_under_way(book: str) -> None:
    game = at_phase(duel(book), "combat")
    game.apply("attack 0504 with A B")
    before = game.odds()
    assert (before.attack, before.defence) == (8, 3)
    assert [item.what for item in before.attack_items] == ["A", "B"]
    if book == "fm-2023":
        return
    game.apply("support +2")
    assert (game.odds().attack, game.odds().defence) == (10, 3)
    game.apply("support +3")
    assert game.odds().differential == 4
    assert sum(game.odds().chances.values()) == 1


def hidden_combat(drawn: Sequence[str], ground: str = "") -> Game:
    """fm-2023: A attacks E; attacker, defender and attacker have each placed a marker face down."""
    game = at_phase(duel("fm-2023", drawn, ground), "combat")
    for order in ("attack 0504 with A", "support", "support", "support"):
        game.apply(order)
    return game


@pytest.mark.parametrize("ground", ["", FORT], ids=["clear", "fort"])
def test_odds_with_face_down_markers_count_every_draw(ground: str) -> None:
    game = hidden_combat(["+4", "+1", "+2"], ground)
    rules = game.rules
    assert isinstance(rules, Version8Rules)
    tally: Tally[str] = Tally()
    for attacker, defender, die in product(combinations((1, 2, 4), 2), (1, 2, 3), range(1, 7)):
        halved = ground == FORT
        attack = 5 + sum(value // 2 if halved else value for value in attacker)
        defence = (6 if halved else 3) + defender
        column = rules.table.column("clear", attack - defence)
        tally[rules.table.result(column, die)] += 1
    check_odds(game.odds(), chances(tally))


def test_odds_do_not_tell_face_down_markers() -> None:
    one, other = hidden_combat(["+4", "+1", "+2"]).odds(), hidden_combat(["+1", "+3", "+2"]).odds()
    assert one == other
    assert one.attack == 5
    assert one.defence == 3


def test_odds_need_a_combat() -> None:
    game = duel("fm-folio")
    with pytest.raises(LookupError, match="No combat is under way"):
        game.odds()
    with pytest.raises(IllegalOrderError, match="attack only in their own"):
        game.odds("attack 0504 with A")
    with pytest.raises(ValueError, match="There are no odds for “end”"):
        game.odds("end")


def test_odds_leave_the_game_alone() -> None:
    game = at_phase(duel("fm-2023"), "combat")
    before = game.state.digest()
    game.odds("attack 0504 with A B")
    assert game.state.digest() == before


# Positions given


def test_a_game_may_begin_anywhere() -> None:
    source = played("fm-2023", 70)
    state = source.rules.state_from_json(json.loads(json.dumps(source.state.to_json())))
    assert isinstance(state, State)
    game = Game.from_state(source.rules, state)
    assert game.state == source.state
    assert game.position == 0
    assert list(game.legal()) == list(source.legal())
    choices = Random(1)
    for _ in range(20):
        game.apply(game.legal().sample(choices))
    game.undo(20)
    assert game.state == source.state


def test_odds_say_how_many_steps_each_side_loses() -> None:
    rules = registry.open_rules("crossroads", "fm-folio")
    game = Game(rules, 1)
    for order in ("place 8Cdo 0904", "end", "place 5Cdo 0303", "end", "move 2/12 0306-0406", "end"):
        game.apply(order)
    odds = game.odds("attack 0506 with 2/12")
    assert list(odds.results.values()) == ["Ex", "-", "A2", "A3", "(A)", "(A)"]
    assert odds.distribution("attacker_steps") == {0: Fraction(1, 2), 1: Fraction(1, 2)}
    assert odds.distribution("defender_steps") == {0: Fraction(5, 6), 1: Fraction(1, 6)}
    assert odds.distribution("attacker_retreat") == {0: Fraction(2, 3), 2: Fraction(1, 6), 3: Fraction(1, 6)}
    assert odds.expected("attacker_steps") == Fraction(1, 2)
    stronger = game.odds("attack 0506 with 2/12", support=(2, 2), against=(1,))
    assert (stronger.attack, stronger.defence, stronger.differential) == (8, 4, 4)
