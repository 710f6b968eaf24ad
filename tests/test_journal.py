"""The journal: saving, loading, damaged files, undo, looking back, branches."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from hexfolio.battles import registry, saves
from hexfolio.core import journal
from hexfolio.core.dice import DiceError, RecordedChance, ScriptedChance, draw
from hexfolio.core.game import Game
from hexfolio.core.journal import SNAPSHOT_EVERY, JournalError, save

BOOKS = ("fm-folio", "fm-st296", "fm-2023")
HEAD = ("hexfolio", "battle", "book", "revision", "options", "seed", "dice")
SEED = 7
ORDERS = 40
LAST = 0
"""Stands for the number of the closing line."""

Lines = list[str]


def played(book: str = "fm-folio", orders: int = ORDERS, options: dict[str, str] | None = None) -> Game:
    """A game some orders old."""
    game = registry.new_game("crossroads", book, SEED, options or {})
    choices = Random(SEED)
    for _ in range(orders):
        game.apply(game.legal().sample(choices))
    return game


def reload(text: str) -> Game:
    return saves.load(text, "my.hexfolio")


# Saving and loading


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("orders", [0, 1, ORDERS, 150])
def test_a_saved_game_comes_back(book: str, orders: int) -> None:
    game = played(book, orders)
    other = reload(save(game))
    assert other.state == game.state
    assert other.position == orders
    assert [entry.dice for entry in other.history()] == [entry.dice for entry in game.history()]
    assert [entry.events for entry in other.history()] == [entry.events for entry in game.history()]
    assert save(other) == save(game)


def test_the_text_of_a_saved_game() -> None:
    game = played()
    lines = save(game).splitlines()
    assert lines[:8] == [
        "hexfolio 2",
        "battle crossroads",
        "book fm-folio",
        f"revision fm-folio/2 {game.battle.fingerprint}",
        "options",
        "seed 7",
        "dice seeded",
        "0 begin",
    ]
    assert lines[-1].startswith("end 40 ")


def test_options_are_saved() -> None:
    game = played(options={"bombardment": "fm-2023"})
    text = save(game)
    assert "options bombardment=fm-2023" in text.splitlines()
    assert f"revision fm-folio+8/2 {game.battle.fingerprint}" in text.splitlines()
    assert reload(text).state == game.state


def test_a_loaded_game_goes_on_with_the_same_dice() -> None:
    game = played("fm-2023")
    other = reload(save(game))
    choices, same_choices = Random(3), Random(3)
    for _ in range(80):
        game.apply(game.legal().sample(choices))
        other.apply(other.legal().sample(same_choices))
    assert other.state == game.state


def test_a_finished_game_comes_back() -> None:
    game = played(orders=0)
    choices = Random(SEED)
    while game.decision is not None:
        game.apply(game.legal().sample(choices))
    assert reload(save(game)).outcome == game.outcome


def test_a_game_with_scripted_dice_comes_back() -> None:
    game = scripted_game()
    other = reload(save(game))
    assert "dice scripted" in save(game).splitlines()
    assert other.state == game.state
    assert save(other) == save(game)


def scripted_game() -> Game:
    rules = registry.open_rules("crossroads", "fm-2023")
    game = Game(rules, 1, ScriptedChance(["+1", "+2", 3]))
    for order in ("place 8Cdo 0903", "end", "place 5Cdo 0203", "end", "end", "bombard 0506 draw 2"):
        game.apply(order)
    return game


def test_json_comes_back() -> None:
    game = played("fm-2023")
    data = json.loads(json.dumps(game.to_json()))
    other = Game.from_json(data, registry.open_rules)
    assert other.state == game.state
    assert other.to_json() == game.to_json()
    assert other.rules.state_from_json(data["state"]) == game.state


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("hexfolio", 3),
        ("sheets", "[]"),
        ("battle", "waterloo"),
        ("book", "fm-9"),
        ("options", {"speed": "9"}),
        ("seed", 8),
        ("digest", "00"),
        ("entries", []),
    ],
)
def test_changed_json_is_refused(key: str, value: Any) -> None:
    data = {**played().to_json(), key: value}
    with pytest.raises(JournalError):
        Game.from_json(data, registry.open_rules)


@pytest.mark.parametrize("seed", ["7", -1, 1 << 300])
def test_a_seed_in_json_must_be_a_number_in_range(seed: Any) -> None:
    with pytest.raises(JournalError):
        Game.from_json({**played().to_json(), "seed": seed}, registry.open_rules)


@pytest.mark.parametrize(
    "key", ["battle", "book", "options", "revision", "seed", "seeded", "entries", "digest"]
)
def test_json_that_lacks_a_part_is_refused(key: str) -> None:
    data = played().to_json()
    del data[key]
    with pytest.raises(JournalError, match=key):
        Game.from_json(data, registry.open_rules)


# Damaged and foreign files


def replaced(number: int, line: str) -> Callable[[Lines], Lines]:
    """A change that puts another text on a line, counted from 1; negative from the end."""

    def change(lines: Lines) -> Lines:
        lines[number - 1 if number > 0 else number] = line
        return lines

    return change


def refused(change: Callable[[Lines], Lines], game: Game | None = None) -> str:
    """What loading a changed file says."""
    lines = change(save(game or played()).splitlines())
    with pytest.raises(JournalError) as caught:
        reload("\n".join(lines) + "\n")
    message = str(caught.value)
    assert message.startswith("my.hexfolio line")
    assert message.endswith((".", "]"))
    return message


def line_of(lines: Lines, mark: str) -> int:
    """The first line with a mark in it, counted from 1."""
    return next(number for number, line in enumerate(lines, 1) if mark in line)


@pytest.mark.parametrize(("number", "key"), list(enumerate(HEAD, 1)))
def test_every_line_of_the_head_is_needed(number: int, key: str) -> None:
    message = refused(lambda lines: lines[: number - 1] + lines[number:])
    assert message.startswith(f"my.hexfolio line {number}: ")
    assert key in message


@pytest.mark.parametrize(
    ("change", "line", "reason"),
    [
        (lambda lines: [], 1, "not a Hexfolio game"),
        (lambda lines: ["Dear diary,", *lines], 1, "not a Hexfolio game"),
        (replaced(1, "hexfolio 3"), 1, "format 3 is not known"),
        (replaced(5, "options speed"), 5, "expected options such as name=value"),
        (replaced(6, "seed seven"), 6, "the seed must be a whole number"),
        (replaced(6, "seed -7"), 6, "the seed must be a whole number"),
        (replaced(6, "seed ²"), 6, "the seed must be a whole number"),
        (replaced(6, f"seed {1 << 300}"), 6, "the seed must be a whole number"),
        (replaced(7, "dice loaded"), 7, "“seeded” or “scripted”"),
        (replaced(8, "0 start"), 8, "0 begin"),
        (replaced(8, "0 begin | 4"), 8, "more dice than the order needs"),
        (replaced(9, "place 8Cdo 0704"), 9, "expected entry 1"),
        (replaced(9, "1"), 9, "expected entry 1"),
        (replaced(10, "2 fly"), 10, "There is no order “fly”"),
        (replaced(10, "2 end now"), 10, "too many words"),
        (replaced(10, "2 end | 3"), 10, "more dice than the order needs"),
        (replaced(10, "2 end | x"), 10, "the dice are not numbers"),
        (lambda lines: lines[:9] + lines[10:], 10, "expected entry 2"),
        (lambda lines: lines[:-1], LAST, "cut off"),
        (lambda lines: lines[:12], 13, "cut off"),
        (lambda lines: lines[:7], 8, "cut off"),
        (replaced(-1, "end 40"), LAST, "expected “end 40 …”"),
        (replaced(-1, "end 41 00"), LAST, "expected “end 40 …”"),
        (replaced(-1, "end 40 00"), LAST, "not the one that was saved"),
        (lambda lines: [x for x in lines if not x.startswith("sheets ")], -1, "the part “sheets” is missing"),
        (lambda lines: [x for x in lines if not x.startswith("positions ")], -1, "“positions” is missing"),
        (replaced(49, "sheets ????"), 49, "the part “sheets” cannot be unpacked"),
        (replaced(49, "sheets AAAA"), 49, "the part “sheets” cannot be unpacked"),
        (replaced(-2, "positions AAAA"), -1, "the part “positions” cannot be unpacked"),
    ],
)
def test_damaged_files_name_line_and_reason(change: Callable[[Lines], Lines], line: int, reason: str) -> None:
    message = refused(change)
    if line == LAST:
        line = len(save(played()).splitlines())
    assert message.startswith(f"my.hexfolio line {line if line > 0 else ''}")
    assert reason in message


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (replaced(2, "battle waterloo"), "are of crossroads: expected waterloo"),
        (replaced(3, "book fm-9"), "cannot be played by the book fm-9"),
        (replaced(5, "options speed=9"), "There is no option speed=9"),
    ],
)
def test_foreign_files_name_the_reason(change: Callable[[Lines], Lines], reason: str) -> None:
    assert reason in refused(change)


@pytest.mark.parametrize(
    ("dice", "reason"),
    [
        ("| 7", "The record says 7, but draw 1 of this seed gives"),
        ("| 0", "The record says 0, but draw 1 of this seed gives"),
        ("", "fewer dice than the order needs"),
        ("| 1 1", "more dice"),
    ],
)
def test_a_changed_die_is_found(dice: str, reason: str) -> None:
    game = played()
    number = line_of(save(game).splitlines(), " | ")
    assert draw(SEED, 0, 6) == 1

    def change(lines: Lines) -> Lines:
        lines[number - 1] = f"{lines[number - 1].partition(' | ')[0]} {dice}".rstrip()
        return lines

    message = refused(change, game)
    assert message.startswith(f"my.hexfolio line {number}: ")
    assert reason in message


def test_another_seed_is_found_at_once() -> None:
    game = played()
    message = refused(replaced(6, "seed 8"), game)
    assert message.startswith("my.hexfolio line 8: the position that “begin” leads to")


def test_a_scripted_die_must_be_possible() -> None:
    game = scripted_game()
    lines = save(game).splitlines()
    number = line_of(lines, "6 bombard")
    assert lines[number - 1].endswith("| 1 2 3")
    for dice in ("1 2 7", "1 2 0", "9 2 3"):
        assert "where a number from 1 to" in refused(
            replaced(number, f"6 bombard 0506 draw 2 | {dice}"), game
        )


def test_a_changed_order_is_refused_with_its_clause() -> None:
    message = refused(replaced(10, "2 move A/7 0206-0306"))
    assert message.startswith("my.hexfolio line 10: the order “move A/7 0206-0306” is refused: ")
    assert "[fm-folio:" in message


def test_a_changed_order_that_is_legal_changes_the_digest() -> None:
    lines = save(played(orders=1)).splitlines()
    there = "0704" if "0704" not in lines[8] else "0703"
    message = refused(replaced(9, f"1 place 8Cdo {there}"), played(orders=1))
    assert "is not the one that was kept" in message


# Undo, looking back, branches


@pytest.mark.parametrize("book", BOOKS)
def test_undo_restores_every_position(book: str) -> None:
    game = registry.new_game("crossroads", book, SEED)
    choices = Random(SEED)
    digests = [game.state.digest()]
    for _ in range(3 * SNAPSHOT_EVERY // 2):
        game.apply(game.legal().sample(choices))
        digests.append(game.state.digest())
    for position in reversed(range(len(digests) - 1)):
        game.undo()
        assert game.position == position
        assert game.state.digest() == digests[position]


def test_what_was_undone_comes_out_the_same_again() -> None:
    game = played("fm-2023", 60)
    later = [entry.order for entry in game.history()[41:]]
    digest = game.state.digest()
    game.undo(20)
    for order in later:
        assert order is not None
        game.apply(order)
    assert game.state.digest() == digest


def test_undo_needs_a_past() -> None:
    game = played(orders=3)
    for orders in (4, -1):
        with pytest.raises(JournalError, match="this game has positions 0 to 3"):
            game.undo(orders)
    assert game.position == 3
    game.undo(3)
    assert game.position == 0
    assert game.history()[0].order is None


def test_looking_back_leaves_the_game_alone() -> None:
    game = played(orders=100)
    before = game.state.digest()
    past = game.at(30)
    assert past.position == 30
    assert past.state.digest() == played(orders=30).state.digest()
    assert save(past) == save(played(orders=30))
    assert game.at(100).state == game.state
    assert game.state.digest() == before
    with pytest.raises(JournalError, match="There is no position 101"):
        game.at(101)


def test_a_branch_shares_its_past_and_nothing_else() -> None:
    game = played(orders=100)
    before = save(game)
    branch = game.at(70)
    choices = Random(99)
    for _ in range(30):
        branch.apply(branch.legal().sample(choices))
    assert save(game) == before
    assert branch.history()[70] is game.history()[70]
    assert branch.history()[71] is not game.history()[71]
    assert reload(save(branch)).state == branch.state


def test_looking_back_checks_the_dice() -> None:
    game = played()
    entry = next(entry for entry in game.history() if entry.dice)
    entry.dice = [entry.dice[0] % 6 + 1]
    with pytest.raises(DiceError, match="of this seed gives"):
        game.at(ORDERS)


def test_looking_back_over_scripted_dice() -> None:
    game = scripted_game()
    assert game.at(6).state == game.state
    game.undo()
    assert game.state.phase == "bombardment"


def test_recorded_dice_are_compared_with_the_seed() -> None:
    state = played(orders=0).state
    chance = RecordedChance([draw(SEED, 0, 6), 9])
    assert chance.roll(state, 6) == draw(SEED, 0, 6)
    with pytest.raises(DiceError, match="The record says 9"):
        chance.roll(state, 6)
    with pytest.raises(DiceError, match="fewer dice"):
        chance.roll(state, 6)
    with pytest.raises(DiceError, match="2 more dice"):
        RecordedChance([1, 2]).finish()


def test_format_of_this_program() -> None:
    assert journal.FORMAT == 2


def test_new_dice_are_an_entry_of_the_journal() -> None:
    """Whoever branches off gets other dice, and the saved game can still be checked from end to end."""
    branch = played(orders=30)
    random = Random(1)
    branch.reseed(99)
    for _ in range(60):
        branch.apply(branch.legal().sample(random))
    loaded = reload(save(branch))
    assert loaded.state.digest() == branch.state.digest()
    assert loaded.state.seed == 99
    assert Game.from_json(branch.to_json(), registry.open_rules).state.digest() == branch.state.digest()
    assert branch.at(30).state.seed == SEED
    assert branch.at(45).state.seed == 99
