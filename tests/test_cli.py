"""The command line: mistakes end in one sentence and exit code 2, with nothing changed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hexfolio.cli import main


@pytest.fixture
def game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    path = tmp_path / "game.hexfolio"
    assert main(["new", "crossroads", str(path), "--seed", "7"]) == 0
    capsys.readouterr()
    return path


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["new", "waterloo", "x.hexfolio"], "There is no battle waterloo: known are chosin-dg"),
        (["new", "crossroads", "x.hexfolio", "--book", "fm-1066"], "fm-1066"),
        (["new", "crossroads", "x.hexfolio", "--option", "weather"], "expected NAME=VALUE"),
        (["new", "crossroads", "x.hexfolio", "--option", "weather=rain"], "There is no option weather=rain"),
        (["new", "crossroads", "nowhere/x.hexfolio"], "No such file"),
        (["show", "missing.hexfolio"], "No such file"),
        (["rule", "fm-folio:0.0.z"], "There is no clause fm-folio:0.0.z"),
        (["rulings", "waterloo"], "There is no battle or rule book waterloo: known are chosin-dg"),
        (
            ["new", "crossroads", "x.hexfolio", "--option", "mobile-zones=no"],
            "one of zone-to-zone, on-leaving",
        ),
        (["demo", "--first", "napoleon"], "napoleon"),
        (["check", "missing.yaml"], "missing.yaml"),
        (["fuzz", "--battle", "waterloo"], "There is no battle waterloo"),
        (["map", "waterloo", "--out", "x.svg"], "There is no battle waterloo"),
        (["new", "crossroads", "x.hexfolio", "--seed", "-1"], "The seed must be"),
        (["new", "crossroads", "x.hexfolio", "--seed", "lucky"], "invalid int value: 'lucky'"),
        (["conquer"], "invalid choice: 'conquer'"),
        ([], "the following arguments are required: COMMAND"),
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
    assert main(words) == 2
    captured = capsys.readouterr()
    assert expected in captured.err
    assert len(captured.err.splitlines()) == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["order", "march 8Cdo 0904"], "There is no order “march”"),
        (["order", "place 8Cdo"], "The order place is incomplete"),
        (["order", "place 9Cdo 0904"], "There is no counter '9Cdo'"),
        (["order", "place 8Cdo 9904"], "There is no hex 9904"),
        (["order", "move 8Cdo 0904-0905"], "“move” is not possible now"),
        (["order", "place 8Cdo 0101"], "outside its set-up area"),
        (["order", "place 8Cdo 0904", "--side", "blue"], "not for the other side"),
        (["order", "place 8Cdo 0904", "--side", "green"], "There is no side 'green'"),
        (["undo", "5"], "There is no position -5"),
        (["undo", "0"], "must be 1 or more"),
        (["odds", "end"], "There are no odds for “end”"),
        (["odds"], "No combat is under way"),
        (["legal", "9Cdo"], "There is no counter '9Cdo'"),
    ],
)
def test_mistakes_in_a_game(
    game: Path, words: list[str], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = game.read_text(encoding="utf-8")
    assert main([words[0], str(game), *words[1:]]) == 2
    captured = capsys.readouterr()
    assert expected in captured.err
    assert len(captured.err.splitlines()) == 1
    assert game.read_text(encoding="utf-8") == before
    assert [path.name for path in game.parent.iterdir()] == [game.name]


def test_playing_by_file(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(game)
    assert main(["why", file, "place 8Cdo 0101"]) == 0
    assert "[fm-folio:2.3.1.f]" in capsys.readouterr().out
    for order in ("place 8Cdo 0904", "end", "place 5Cdo 0303", "end", "move 2/12 0306-0406", "end"):
        assert main(["order", file, order]) == 0
    capsys.readouterr()
    assert main(["odds", file, "attack 0506 with 2/12"]) == 0
    odds = capsys.readouterr().out
    assert "Attack 4: 2/12 4 [fm-folio:2.3.2.a]" in odds
    assert "Differential +1 on the town line [fm-folio:7.4.a]: column 5" in odds
    assert main(["legal", file, "2/12"]) == 0
    assert "attack 0506 with 2/12" in capsys.readouterr().out
    assert main(["undo", file, "2"]) == 0
    assert main(["show", file, "--side", "blue"]) == 0
    assert "Move units and bring on reinforcements" in capsys.readouterr().out
    assert main(["replay", file]) == 0
    assert "1 place 8Cdo 0904" in capsys.readouterr().out
    assert main(["draw", file, "--out", str(game.with_suffix(".svg"))]) == 0
    assert game.with_suffix(".svg").read_text(encoding="utf-8").startswith("<")


def test_hidden_units_stay_hidden(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, picture = str(tmp_path / "pusan.hexfolio"), tmp_path / "pusan.svg"
    for words in (["new", "pusan-dg", file], ["order", file, "accept"], ["order", file, "accept"]):
        assert main(words) == 0
    capsys.readouterr()
    for side, known in (("nk", True), ("un", False), ("", False)):
        seen = ["--side", side] if side else []
        assert main(["show", file, *seen]) == 0
        shown = capsys.readouterr().out
        assert ("NK-766" in shown) is known
        assert "Hidden counters: 1 in" in shown
        assert main(["draw", file, "--out", str(picture), *seen]) == 0
        assert (">NK-766<" in picture.read_text(encoding="utf-8")) is known


def test_damaged_file(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game.write_bytes(b"\xff\xfe\x00")
    assert main(["show", str(game)]) == 2
    assert "this is not a Hexfolio game" in capsys.readouterr().err
    game.write_text("hexfolio 1\nbattle crossroads\n", encoding="utf-8")
    assert main(["show", str(game)]) == 2
    assert "line 3: expected a line beginning with “book”" in capsys.readouterr().err


def test_demo_and_doctor(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, save = tmp_path / "demo.svg", tmp_path / "demo.hexfolio"
    assert main(["demo", "--book", "fm-2023", "--out", str(out), "--save", str(save)]) == 0
    log = capsys.readouterr().out
    assert "== Game turn 6" in log
    assert "The battle ends" in log
    assert out.exists()
    assert main(["replay", str(save)]) == 0
    assert main(["doctor"]) == 0
    assert "Path kernels" in capsys.readouterr().out


def test_pictures_as_png(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "map.png"
    assert main(["map", "crossroads", "--out", str(out)]) == 0
    assert out.read_bytes().startswith(b"\x89PNG")
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert main(["map", "crossroads", "--out", str(tmp_path / "other.png")]) == 2
    assert "need the package resvg-py" in capsys.readouterr().err
    assert not (tmp_path / "other.png").exists()


def test_check_and_coverage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = tmp_path / "good.yaml"
    good.write_text(
        "- case: One hex\n  books: [fm-folio]\n  proves: [fm-folio:5.2.a]\n"
        "  counters: {blue: {A: 2-2-4 at 0404}}\n  play: [move A 0404-0405, expect: {A: {left: 3}}]\n",
        encoding="utf-8",
    )
    assert main(["check", str(good)]) == 0
    assert capsys.readouterr().out.endswith("1 passed, 0 failed\n")
    assert main(["coverage", str(good)]) == 1
    assert "fm-folio   1 of 267 clauses proven" in capsys.readouterr().out
    bad = tmp_path / "bad.yaml"
    bad.write_text(good.read_text(encoding="utf-8").replace("left: 3", "left: 2"), encoding="utf-8")
    assert main(["check", str(good), str(bad)]) == 1
    assert capsys.readouterr().out.endswith("1 passed, 1 failed\n")
    bad.write_text(good.read_text(encoding="utf-8").replace("[move", "[mvoe"), encoding="utf-8")
    assert main(["check", str(bad)]) == 2
    assert "bad.yaml line 5: There is no order “mvoe”" in capsys.readouterr().err
    bad.write_text(good.read_text(encoding="utf-8").replace("counters:", "countres:"), encoding="utf-8")
    assert main(["check", str(bad)]) == 2
    assert "bad.yaml line 4" in capsys.readouterr().err
