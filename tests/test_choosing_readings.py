"""Readings of a book: chosen when a game begins, told wherever its rules are, and carried along."""

from __future__ import annotations

import re
import shutil
from importlib.resources import files
from pathlib import Path

import pytest

from hexfolio.battles import registry, saves
from hexfolio.battles.known_readings import known_readings, readings_of_clause
from hexfolio.battles.loading import load_battle
from hexfolio.cli import main
from hexfolio.core import journal
from hexfolio.rulebooks import books
from hexfolio.rulebooks.readings import readings

EVERY = [(entry.id, book) for entry in registry.entries() for book in entry.books]


def said(capsys: pytest.CaptureFixture[str]) -> str:
    return " ".join(capsys.readouterr().out.split())


class TestChoosing:
    @pytest.mark.parametrize(("battle", "book"), EVERY)
    def test_our_own_reading_is_as_if_nothing_was_chosen(self, battle: str, book: str) -> None:
        ours = {reading.name: reading.ours for reading in readings(registry.load(battle, book))}
        assert registry.open_rules(battle, book, ours).battle.options == {}

    def test_another_reading_is_kept_in_the_saved_game(self) -> None:
        chosen = {"mobile-zones": "on-leaving", "stiff-resistance": "each"}
        game = registry.new_game("crossroads", "fm-folio", 1, chosen)
        assert game.battle.options == {"mobile-zones": "on-leaving"}
        again = saves.load(journal.save(game), "The file")
        assert again.battle.options == {"mobile-zones": "on-leaving"}
        assert again.rules.reads("mobile-zones", "on-leaving")  # type: ignore[attr-defined]

    @pytest.mark.parametrize(("battle", "book"), EVERY)
    def test_every_meaning_of_every_reading_can_be_played(self, battle: str, book: str) -> None:
        plain = registry.load(battle, book)
        values = {option.name: option.values[0] for option in books.options(plain)}
        for reading in readings(plain):
            needed = {reading.option: values[reading.option]} if reading.option else {}
            for value in reading.meanings:
                game = registry.new_game(battle, book, 1, {**needed, reading.name: value})
                assert game.decision is not None


class TestKnown:
    def test_all_of_them_with_their_places(self) -> None:
        found = {
            (known.reading.name, place.battle, place.book)
            for known in known_readings()
            for place in known.places
        }
        assert found == {
            (reading.name, battle, book)
            for battle, book in EVERY
            for reading in readings(registry.load(battle, book))
        }

    def test_of_a_battle_or_a_book(self) -> None:
        assert {place.battle for known in known_readings("pusan-dg") for place in known.places} == {
            "pusan-dg"
        }
        assert {place.book for known in known_readings("kwb-dg") for place in known.places} == {"kwb-dg"}
        with pytest.raises(ValueError, match="There is no battle or rule book waterloo: known are chosin-dg"):
            known_readings("waterloo")

    def test_of_a_clause(self) -> None:
        (known,) = readings_of_clause("kwb-train:5.1.2.b")
        assert known.reading.name == "mobile-zones"
        assert {place.book for place in known.places} == {"kwb-train"}
        assert readings_of_clause("fm-folio:0.0.z") == []


class TestCommands:
    def test_rulings(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["rulings"]) == 0
        text = said(capsys)
        assert "mobile-zones (ruling R030, R031, T51) When does a mobile unit pay" in text
        assert "* zone-to-zone Only for a step from zone to zone, each time. on-leaving For leaving" in text
        assert "kwb-train:5.1.2.b: chosin-train by kwb-train, pusan-train by kwb-train" in text
        assert "--option NAME=VALUE" in text

    def test_rulings_of_one_book(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["rulings", "fm-2023"]) == 0
        text = said(capsys)
        assert "fm-2023:8.4.c: crossroads by fm-2023" in text
        assert "mobile-zones" not in text
        assert "kwb" not in text

    def test_a_clause_tells_its_readings(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["rule", "fm-folio:5.1.1.d"]) == 0
        text = said(capsys)
        assert "It can be read in more than one way: mobile-zones" in text
        assert "* zone-to-zone" in text
        assert main(["rule", "fm-folio:7.8.a"]) == 0
        assert "in more than one way" not in said(capsys)

    def test_battles_name_what_can_be_chosen(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["battles"]) == 0
        text = said(capsys)
        assert "Options: bombardment=fm-2023" in text
        assert "Readings: mobile-zones" in text
        assert "--option NAME=VALUE; see “hexfolio rulings”" in text

    @pytest.mark.parametrize("command", ["new", "demo", "study"])
    def test_help_says_how_to_choose(self, command: str, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit):
            main([command, "--help"])
        assert "hexfolio rulings" in said(capsys)

    def test_a_game_names_what_was_chosen(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        file = str(tmp_path / "game.hexfolio")
        chosen = ["--option", "mobile-zones=on-leaving", "--option", "stiff-resistance=each"]
        assert main(["new", "crossroads", file, "--option", "bombardment=fm-2023", *chosen]) == 0
        capsys.readouterr()
        assert main(["show", file]) == 0
        text = said(capsys)
        assert (
            "Option bombardment=fm-2023 Reading mobile-zones=on-leaving [fm-folio:5.1.1.d]: For leaving"
            in text
        )
        assert "stiff-resistance" not in text


class TestOfABattle:
    """The example of docs/designing.md, put into Crossroads."""

    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        page = (Path(__file__).parent.parent / "docs" / "designing.md").read_text(encoding="utf-8")
        (example,) = re.findall(r"^```yaml\n(readings:.*?)^```", page, re.MULTILINE | re.DOTALL)
        folder = tmp_path / "crossroads"
        shutil.copytree(str(files("hexfolio.battles") / "crossroads"), folder)
        with (folder / "battle.yaml").open("a", encoding="utf-8") as sheet:
            sheet.write(f"\n{example}")
        return folder

    def reach(self, folder: Path, book: str, **options: str) -> int:
        chosen = {name.replace("_", "-"): value for name, value in options.items()}
        return int(
            books.open_rules(load_battle(folder, book, chosen)).battle.special["bombardment-range"]["hexes"]
        )

    def test_changes_the_sheet(self, folder: Path) -> None:
        assert self.reach(folder, "fm-folio") == 5
        assert self.reach(folder, "fm-folio", bombardment="fm-2023", reach_of_fire="three") == 3
        assert self.reach(folder, "fm-folio", reach_of_fire="five") == 5

    def test_may_be_ours_by_one_book_only(self, folder: Path) -> None:
        assert self.reach(folder, "fm-st296") == 3
        assert self.reach(folder, "fm-st296", reach_of_fire="five") == 5

    def test_is_not_asked_by_a_book_without_a_clause(self, folder: Path) -> None:
        assert self.reach(folder, "fm-2023") == 5
        with pytest.raises(ValueError, match="There is no option reach-of-fire=three for Crossroads"):
            self.reach(folder, "fm-2023", reach_of_fire="three")

    def test_of_an_option_needs_it(self, folder: Path) -> None:
        with pytest.raises(ValueError, match="reach-of-fire is a reading of bombardment: choose that option"):
            self.reach(folder, "fm-folio", reach_of_fire="three")
