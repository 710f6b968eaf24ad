"""The balance of battles: made from studies, gone on with, and put between the marks of a page."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexfolio.battles.registry import new_game
from hexfolio.cli import main
from hexfolio.core.state import ELIMINATED
from hexfolio.opponents import find
from hexfolio.opponents.match import play_match
from hexfolio.study import pages
from hexfolio.study.plan import game_seed

pytest.importorskip("pyarrow")

BOOKS = ("fm-folio", "fm-st296", "fm-2023")


def run(folder: Path, *words: str) -> int:
    battle = ("--battle", "crossroads", "--player", "random", "--workers", "1")
    return main(["balance", *battle, "--out", str(folder), *words])


@pytest.fixture(scope="module")
def studies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("balance") / "studies"
    assert run(folder, "--games", "1") == 0
    return folder


def test_tables_tell_what_happened(studies: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One game of each book, played once more and counted by hand."""
    capsys.readouterr()
    assert run(studies, "--games", "1") == 0
    text, messages = capsys.readouterr()
    assert "Playing" not in messages, "finished games are not played again"
    assert text.startswith("`hexfolio balance --player random --games 1 --seed 1 --battle crossroads`")
    sections = text.split("## Crossroads ")[1:]
    assert [part.partition(")")[0] for part in sections] == [f"(crossroads, {book}" for book in BOOKS]
    seed = game_seed(1, 1)
    for book, part in zip(BOOKS, sections, strict=True):
        game = new_game("crossroads", book, seed)
        outcome = play_match(game, (find("random")(seed), find("random")(seed + 1)))
        first, second = outcome.points
        assert f"| victory points | {first}.0 | {second}.0 |" in part
        gone = [
            sum(game.state.at[unit.index] == ELIMINATED for unit in game.battle.counters if unit.side == side)
            for side in (0, 1)
        ]
        assert f"| counters lost | {gone[0]}.0 | {gone[1]}.0 |" in part
        assert f"{outcome.level} | 1 | 100% (21% to 100%) |" in part
        assert f"on average ({first - second:+.1f} to" in part
        assert f"A game takes {game.position} orders in {game.state.turn}.0 turns." in part
        assert (studies / f"crossroads-{book}" / "report.html").is_file()


def test_the_page_keeps_what_people_wrote(studies: Path, tmp_path: Path) -> None:
    page = tmp_path / "balance.md"
    begin, end = pages.marks("balance")
    page.write_text(f"# Balance\n\nMy words.\n\n{begin}\n{end}\nMore words.\n")
    assert run(studies, "--games", "1", "--docs", str(page)) == 0
    text = page.read_text()
    assert text.startswith(f"# Balance\n\nMy words.\n\n{begin}\n`hexfolio balance")
    assert text.endswith(f"{end}\nMore words.\n")
    assert text.count("## Crossroads") == 3
    assert run(studies, "--games", "1", "--docs", str(page)) == 0
    assert page.read_text() == text


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--games", "0"], "The number of games must be 1 or more"),
        (["--seed", "-1"], "The seed of a study must be 0 or more"),
        (["--workers", "0"], "The number of workers must be 1 or more"),
        (["--player", "napoleon"], "There is no opponent napoleon"),
        (["--battle", "waterloo"], "There is no battle waterloo"),
        (["--docs", "nowhere.md"], "There is no page nowhere.md"),
        (["--docs", "blank.md"], "blank.md has no place for the tables: expected the lines <!-- balance"),
    ],
)
def test_mistakes(
    words: list[str],
    expected: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "blank.md").write_text("# Nothing here\n")
    assert main(["balance", "--battle", "crossroads", *words]) == 2
    message = capsys.readouterr().err
    assert expected in message
    assert len(message.splitlines()) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["blank.md"]


def test_studies_of_another_player_are_not_mixed_in(
    studies: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(studies, "--games", "1", "--player", "recruit") == 2
    assert "holds another study, which differs in who plays" in capsys.readouterr().err
