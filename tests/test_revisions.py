"""Games that were begun under other rules or data: they stand as they were, and go on by those of today."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from hexfolio.battles import loading, registry, saves
from hexfolio.cli import main
from hexfolio.core import journal
from hexfolio.core.battle import kept_sheets
from hexfolio.core.entries import REVISED, JournalError
from hexfolio.core.game import Game
from hexfolio.rulebooks import books
from hexfolio.rulebooks.fire_and_movement.version8 import Version8Rules
from hexfolio.rulebooks.sheets import SheetError
from hexfolio.study.sheet_changes import changed_battle

OLD = Path(__file__).parent / "fixtures" / "revision-1" / "games" / "crossroads-fm-2023.hexfolio"


def played(game: Game, orders: int, seed: int = 3) -> Game:
    random = Random(seed)
    for _ in range(orders):
        game.apply(game.legal().sample(random))
    return game


def mended(patch: pytest.MonkeyPatch) -> None:
    """As if a rule of this book had been mended."""
    patch.setattr(Version8Rules, "revision", "fm-2023/99")


@pytest.fixture
def game() -> Game:
    return played(registry.new_game("crossroads", "fm-2023", 7), 90)


def test_what_was_played_by_another_revision_stands(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    text, told = journal.save(game), [game.told(entry) for entry in game.history()]
    mended(monkeypatch)
    later = saves.load(text, "my.hexfolio")
    assert later.position == 91
    for number in range(91):
        assert later.at(number).state == game.at(number).state
    assert [later.told(entry) for entry in later.history()[:-1]] == told
    assert later.told(later.entry)[0]["text"].startswith(
        "From here on the game is played by revision fm-2023/99"
    )
    assert later.state == game.state
    assert f"91 {REVISED} fm-2023/99" in journal.save(later)


def test_taking_back_ends_where_rules_were_mended(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    text = journal.save(game)
    mended(monkeypatch)
    later = played(saves.load(text, "my.hexfolio"), 10)
    later.undo(10)
    assert later.state == game.state
    with pytest.raises(
        JournalError, match=r"^The rules were mended after position 90: .* not be taken back\.$"
    ):
        later.undo()
    with pytest.raises(JournalError, match="this game has positions 0 to 91"):
        later.undo(92)


def test_a_branch_from_before_goes_on_by_the_rules_of_today(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = journal.save(game)
    mended(monkeypatch)
    branch = saves.load(text, "my.hexfolio").at(40)
    branch.reseed(11)
    played(branch, 5)
    lines = [line["event"] for entry in branch.history()[41:43] for line in branch.told(entry)]
    assert [entry.order.verb for entry in branch.history()[41:43] if entry.order] == [REVISED, "reseed"]
    assert lines[0] == REVISED
    straight = played(saves.load(text, "my.hexfolio").at(40), 1)
    assert straight.position == 42
    for other in (branch, straight):
        assert saves.load(journal.save(other), "branch").state == other.state


def test_rules_may_be_mended_twice(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    text = journal.save(game)
    mended(monkeypatch)
    second = journal.save(played(saves.load(text, "first"), 10))
    monkeypatch.setattr(Version8Rules, "revision", "fm-2023/100")
    third = saves.load(second, "second")
    assert [entry.number for entry in third.history() if entry.order and entry.order.verb == REVISED] == [
        91,
        102,
    ]
    assert saves.load(journal.save(third), "third").state == third.state
    monkeypatch.undo()
    assert saves.load(journal.save(third), "third").position == 103


def test_a_finished_game_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    game, random = registry.new_game("crossroads", "fm-2023", 7), Random(7)
    while game.decision is not None:
        game.apply(game.legal().sample(random))
    text = journal.save(game)
    mended(monkeypatch)
    later = saves.load(text, "my.hexfolio")
    assert later.position == game.position
    assert journal.save(later) == text


def test_a_game_is_played_on_by_the_sheets_it_began_with() -> None:
    battle = changed_battle("crossroads", "fm-2023", {}, [("counters.blue.A/7.values", "9-9-9")])
    game = played(Game(books.open_rules(battle), 7), 30)
    later = saves.load(journal.save(game), "my.hexfolio")
    assert later.battle.counter("A/7").steps[0] == (9, 9, 9)
    assert registry.load("crossroads", "fm-2023").counter("A/7").steps[0] != (9, 9, 9)
    assert later.state == game.state
    assert later.position == 30
    played(later, 20)


def test_sheets_that_this_program_refuses_give_way_to_those_of_today(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = journal.save(game)

    def refuse(*_: object) -> None:
        raise SheetError("The sheets of this game", 0, "They need a key that was not known then.")

    monkeypatch.setattr(registry, "read_kept_battle", refuse)
    assert saves.load(text, "my.hexfolio").state == game.state
    with pytest.raises(SheetError):
        registry.open_rules("waterloo", "fm-2023", sheets="[]")


def test_kept_sheets_say_the_same_as_those_they_were_made_from() -> None:
    for entry in registry.entries():
        battle = registry.load(entry.id, entry.books[0])
        again = loading.read_kept_battle(kept_sheets(battle), entry.books[0])
        assert again.fingerprint == battle.fingerprint
        assert again.counters == battle.counters
        assert kept_sheets(again) == kept_sheets(battle)


@pytest.mark.parametrize(
    "text",
    ["", "7", "[]", "[1,2,3]", '[{"pairs":[]},{},{"pairs":[]}]', '[{"pairs":[[[],1]]}]', "[" * 100_000],
)
def test_garbled_sheets_are_named(text: str) -> None:
    with pytest.raises(ValueError, match=r"garbled|A battle needs the key|expected"):
        loading.read_kept_battle(text, "fm-2023")


# Files of format 1


def test_a_file_of_an_earlier_format_is_written_anew_with_the_old_one_beside(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "my.hexfolio"
    file.write_text(OLD.read_text())
    assert main(["show", str(file)]) == 0
    told = capsys.readouterr()
    assert "has been renewed" in told.err
    assert (tmp_path / "my.hexfolio.format-1").read_text() == OLD.read_text()
    assert file.read_text().startswith("hexfolio 2\n")
    assert main(["show", str(file)]) == 0
    again = capsys.readouterr()
    assert (again.out, again.err) == (told.out, "")
    assert main(["replay", str(file)]) == 0


def test_an_early_file_of_another_revision_opens_where_it_comes_out_the_same() -> None:
    text = OLD.read_text()
    revision = next(line for line in text.splitlines() if line.startswith("revision "))
    other = text.replace(revision, "revision fm-2023/1 00000000")
    game = saves.load(other, "my.hexfolio")
    assert game.history()[-2].edition == "fm-2023/1 00000000"
    assert game.position == saves.load(text, "my.hexfolio").at(game.position - 1).position + 1
    spoilt = other.rpartition("end ")[0] + "end 95 00\n"
    with pytest.raises(
        JournalError, match=r"saved under revision fm-2023/1 00000000 .* it comes out otherwise|end"
    ):
        saves.load(spoilt, "my.hexfolio")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("seed ", "seed x", "whole number"),
        ("battle crossroads", "battle waterloo", "There is no battle waterloo"),
        ("dice seeded", "dice loaded", "“seeded” or “scripted”"),
        ("\nend ", "\n", "cut off"),
        (" | ", " | 7 ", "The record says 7|more dice"),
    ],
)
def test_a_damaged_early_file_names_line_and_reason(old: str, new: str, reason: str) -> None:
    text = OLD.read_text()
    assert old in text
    with pytest.raises(JournalError, match=reason) as caught:
        saves.load(text.replace(old, new, 1), "my.hexfolio")
    assert str(caught.value).startswith("my.hexfolio line")
