"""Studies: the same result wherever they are computed, and a report that needs nothing else."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from hexfolio.battles import registry
from hexfolio.cli import main
from hexfolio.core import journal
from hexfolio.core.battle import Battle
from hexfolio.core.events import event_json
from hexfolio.opponents import OPPONENTS
from hexfolio.rulebooks.sheets import parse_sheet
from hexfolio.study import statistics
from hexfolio.study.plan import Job, Plan, StudyError, game_seed
from hexfolio.study.progress import Progress
from hexfolio.study.recording import GameRecord, play
from hexfolio.study.sheet_changes import changed_battle, write_sheet
from hexfolio.study.store import FINISHED, Store
from hexfolio.study.summary import Summary
from hexfolio.study.tables import COLUMNS
from hexfolio.study.variations import open_setup, read_variation, variants
from hexfolio.study.workers import Crew

pytest.importorskip("pyarrow")

RANDOM = ("--blue", "random", "--red", "random")
TABLES = [f"{name}.parquet" for name in COLUMNS]


def run(folder: Path, *words: str, battle: str = "crossroads", players: tuple[str, ...] = RANDOM) -> int:
    return main(["study", battle, *players, "--out", str(folder), *words])


def rows(folder: Path, table: str) -> list[dict[str, object]]:
    import pyarrow.parquet  # type: ignore[import-untyped]

    found: list[dict[str, object]] = pyarrow.parquet.read_table(folder / f"{table}.parquet").to_pylist()
    return found


def plan(games: int, *vary: str, battle: str = "crossroads", player: str = "random") -> Plan:
    book = registry.find(battle).books[0]
    found = [read_variation(text) for text in vary]
    return Plan(games, 1, variants(battle, book, {}, (player, player), found))


def same(one: Path, other: Path) -> None:
    for name in [*TABLES, "report.html"]:
        assert (one / name).read_bytes() == (other / name).read_bytes(), name


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study of six games in one process."""
    folder = tmp_path_factory.mktemp("study") / "one"
    assert run(folder, "--games", "6", "--workers", "1") == 0
    return folder


def test_workers_make_no_difference(folder: Path, tmp_path: Path) -> None:
    assert run(tmp_path / "two", "--games", "6", "--workers", "2") == 0
    same(folder, tmp_path / "two")


def test_seeds_make_a_difference(folder: Path, tmp_path: Path) -> None:
    assert run(tmp_path / "other", "--games", "6", "--workers", "1", "--seed", "2") == 0
    mine, theirs = rows(folder, "games"), rows(tmp_path / "other", "games")
    assert not {row["digest"] for row in mine} & {row["digest"] for row in theirs}
    assert len({row["digest"] for row in mine}) == 6
    assert game_seed(1, 1) != game_seed(1, 2) != game_seed(2, 1)


@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray is not installed")
def test_ray_makes_no_difference(folder: Path, tmp_path: Path) -> None:
    assert run(tmp_path / "ray", "--games", "6", "--ray", "local") == 0
    same(folder, tmp_path / "ray")


@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray is not installed")
def test_a_cluster_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound but not listening: nobody answers, and nobody else can
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        assert run(tmp_path / "ray", "--games", "1", "--ray", address) == 2
    assert f"There is no Ray cluster at {address}" in capsys.readouterr().err


def test_tables_agree_with_the_game(folder: Path) -> None:
    """One game is played again by the journal and counted by hand."""
    file = next((folder / "games").iterdir())
    number = int(file.stem.removeprefix("game-"))
    game = journal.load(file.read_text(), file.name, registry.open_rules)
    row = next(row for row in rows(folder, "games") if row["game"] == number)
    outcome = game.outcome
    assert outcome is not None
    assert (row["first_points"], row["second_points"]) == outcome.points
    assert row["level"] == outcome.level
    assert row["digest"] == game.state.digest()
    assert row["seed"] == game_seed(1, number) == int(re.findall(r"^seed (\d+)", file.read_text(), re.M)[0])

    told = [event_json(event, game.battle) for entry in game.history() for event in entry.events]
    rolled = [(event["column"], event["die"], event["result"]) for event in told if "column" in event]
    table = game.rules.tables()[0].results
    combats = [row for row in rows(folder, "combats") if row["game"] == number]
    assert [(row["column"], row["die"], row["result"]) for row in combats] == rolled
    for combat in combats:
        cells = [line[int(str(combat["column"])) - 1] for line in table]
        assert combat["chance"] == cells.count(str(combat["result"])) / 6
        assert combat["result"] == cells[int(str(combat["die"])) - 1]

    turns = [row for row in rows(folder, "turns") if row["game"] == number]
    assert {row["turn"] for row in turns} == set(range(1, game.state.turn + 1))
    assert [row["points"] for row in turns[-2:]] == list(outcome.points)
    assert [row["counters"] for row in turns[-2:]] == [len(game.state.on_map(side)) for side in (0, 1)]
    gone = [row for row in rows(folder, "losses") if row["game"] == number and row["eliminated_in_turn"]]
    eliminated = {game.battle.counters[unit].id for unit, at in enumerate(game.state.at) if at == -2}
    assert {row["unit"] for row in gone} == eliminated
    stood = [row for row in rows(folder, "occupation") if row["game"] == number]
    assert all(0 < int(str(row["turns"])) <= game.state.turn for row in stood)
    now = {game.battle.board.grid.number(hex_) for hex_ in game.state.stacks}
    assert now <= {row["hex"] for row in stood}


def test_report_needs_nothing_else(folder: Path) -> None:
    page = (folder / "report.html").read_text(encoding="utf-8")
    bare = page.replace("http://www.w3.org/2000/svg", "")
    assert "://" not in bare
    assert "<script" not in bare
    assert "@import" not in bare
    assert not re.search(r"""\b(src|srcset|action|data)\s*=""", bare)
    for target in re.findall(r"""href=["']([^"']*)""", bare) + re.findall(r"url\(([^)]*)", bare):
        local = target.startswith(("#", "data:")) or (folder / target).is_file()
        assert local, target[:80]
    for title in (
        "How the games ended",
        "Turn by turn",
        "Losses by unit",
        "Where they stood",
        "Combat against",
    ):
        assert title in page
    assert "prefers-color-scheme: dark" in page
    assert page.count('class="heat side-') == 2
    assert len(list((folder / "games").iterdir())) >= 2


def test_demo_plays_a_game_of_the_report_again(folder: Path, tmp_path: Path) -> None:
    file = next((folder / "games").iterdir())
    seed = re.findall(r"^seed (\d+)", file.read_text(), re.M)[0]
    words = ["demo", "crossroads", "--first", "random", "--second", "random", "--seed", seed]
    assert main([*words, "--out", str(tmp_path / "x.svg"), "--save", str(tmp_path / "x.hexfolio")]) == 0
    assert (tmp_path / "x.hexfolio").read_text() == file.read_text()


class BrokenOff(KeyboardInterrupt):
    pass


def test_an_interruption_keeps_what_is_finished(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played: list[int] = []

    def third_time(job: Job) -> GameRecord:
        if len(played) == 3:
            raise BrokenOff
        played.append(job.number)
        return play(job)

    target = tmp_path / "broken"
    with monkeypatch.context() as patch:
        patch.setattr("hexfolio.study.run.play", third_time)
        assert run(target, "--games", "6", "--workers", "1") == 130
    assert "3 of 6 games are finished and kept" in capsys.readouterr().err
    assert not (target / "report.html").exists()
    with (target / FINISHED).open("a") as stream:
        stream.write('{"variant":0,"number":4,"se')  # as if the machine had stopped while it wrote
    kept = (target / FINISHED).read_text().splitlines()[:3]
    assert run(target, "--games", "6", "--workers", "1") == 0
    assert "3 of them finished before" in capsys.readouterr().err
    lines = (target / FINISHED).read_text().splitlines()
    assert lines[:3] == kept
    assert [json.loads(line)["number"] for line in lines] == [1, 2, 3, 4, 5, 6]
    same(folder, target)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of terminals")
def test_control_c_stops_workers_at_once(tmp_path: Path) -> None:
    program = "import sys; from hexfolio.cli import main; sys.exit(main(sys.argv[1:]))"
    words = ["study", "crossroads", *RANDOM, "--games", "5000", "--workers", "2", "--out"]
    process = subprocess.Popen(
        [sys.executable, "-c", program, *words, str(tmp_path / "s")],
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    finished = tmp_path / "s" / FINISHED
    try:
        for _ in range(600):
            if process.poll() is not None or (finished.exists() and finished.stat().st_size):
                break
            time.sleep(0.1)
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    finally:
        process.kill()
    assert process.returncode == 130
    assert b"the same command goes on" in errors
    assert b"Traceback" not in errors
    assert Store(tmp_path / "s", plan(5000)).finished()


def test_more_games_go_on_and_fewer_look_back(folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "grown"
    assert run(target, "--games", "8", "--workers", "1") == 0
    assert rows(target, "games")[:6] == rows(folder, "games")
    assert run(target, "--games", "6", "--workers", "1") == 0
    for name in TABLES:
        assert (target / name).read_bytes() == (folder / name).read_bytes(), name


def test_another_study_is_not_mixed_in(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder, "--games", "6", "--seed", "2") == 2
    assert "holds another study, which differs in its seed" in capsys.readouterr().err
    assert run(folder, "--games", "6", "--book", "fm-2023") == 2
    assert "differs in book" in capsys.readouterr().err


def test_games_of_other_players_are_found_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "old"
    assert run(target, "--games", "1", "--workers", "1") == 0
    for file in (target / "games").iterdir():
        file.unlink()
    kept = (target / FINISHED).read_text()
    (target / FINISHED).write_text(re.sub(r'"digest":"[0-9a-f]+"', '"digest":"0"', kept))
    assert run(target, "--games", "1", "--workers", "1") == 2
    assert "Game 1 went otherwise when it was played again" in capsys.readouterr().err


def test_what_if(tmp_path: Path) -> None:
    folder = tmp_path / "vary"
    assert run(folder, "--games", "5", "--workers", "1", "--vary", "counters.blue.C/7.due=2,6") == 0
    games = rows(folder, "games")
    early = [row for row in games if row["variant"] == "counters.blue.C/7.due=2"]
    late = [row for row in games if row["variant"] == "counters.blue.C/7.due=6"]
    assert [row["seed"] for row in early] == [row["seed"] for row in late]
    assert [row["digest"] for row in early] != [row["digest"] for row in late]
    margins = zip([r["margin"] for r in early], [r["margin"] for r in late], strict=True)
    gap = statistics.mean([int(str(two)) - int(str(one)) for one, two in margins])
    page = (folder / "report.html").read_text(encoding="utf-8")
    shown = re.findall(r"<b>([+\N{MINUS SIGN}]?[0-9.]+)</b> \(", page.partition("What if")[2])[0]
    assert float(shown.replace("\N{MINUS SIGN}", "-")) == pytest.approx(gap, abs=0.051)
    # the value as printed is the battle itself, so that its games can be opened; another one is not
    assert [file.suffix for file in (folder / "games").iterdir()]
    other = tmp_path / "other"
    assert run(other, "--games", "2", "--workers", "1", "--vary", "counters.blue.C/7.due=6") == 0
    assert not (other / "games").exists()
    assert "cannot be opened as games of the battle" in (other / "report.html").read_text(encoding="utf-8")


def battle_with(key: str, value: str, name: str = "crossroads") -> Battle:
    return changed_battle(name, registry.find(name).books[0], {}, [(key, value)])


def test_paths_reach_every_part_of_the_sheets() -> None:
    plain = registry.load("crossroads", "fm-folio")
    assert battle_with("turns", "6").fingerprint == plain.fingerprint
    assert battle_with("rules.stacking", "1").special["stacking"] == 1
    assert battle_with("support", "2/1").allotments == ((2, 1),)
    assert battle_with("support.2", "9/8").allotments[:3] == ((4, 3), (9, 8), (6, 3))
    assert battle_with("victory.objectives.0706", "99").victory["objectives"] != plain.victory["objectives"]
    assert (
        battle_with("victory.objectives.1104", "7").victory["objectives"][plain.board.grid.index("1104")] == 7
    )
    changed = battle_with("counters.blue.C/7.due", "5")
    assert changed.arrivals[changed.counter("C/7").index].turn == 5
    numbered = battle_with("counters.un.187.due", "4", "seoul-dg")
    assert numbered.arrivals[numbered.counter("187").index].turn == 4
    assert battle_with("counters.red.1/40.values", "9-8-7 / 1-1-1").counter("1/40").steps[0] == (9, 8, 7)
    moved = battle_with("counters.red.1/40.at", "0606")
    assert moved.placements[moved.counter("1/40").index].hexes == (plain.board.grid.index("0606"),)
    weak = battle_with("counters.red.1/40.depleted", "yes")
    assert weak.start_steps[weak.counter("1/40").index] == 1
    assert "commando" not in battle_with("counters.red.8Cdo.commando", "no").counter("8Cdo")
    assert battle_with("counters.red.8Cdo.symbol", "armor").counter("8Cdo").symbol == "armor"
    hill = battle_with("key.hill.mobile", "5").key.hexes["hill"]
    assert (hill["leg"].halves, hill["mobile"].halves) == (4, 10)
    assert battle_with("key.woods", "4").key.hexes["woods"]
    light = battle_with("key.stream.cost.light", "+2", "sukchon").key.hexsides["stream"]
    assert light["light"].halves == 4
    assert light["mechanized"].halves == 4
    assert battle_with("key.hill.light", "3", "sukchon").key.hexes["hill"]["light"].halves == 6


@pytest.mark.parametrize("battle", [entry.id for entry in registry.entries()])
def test_written_sheets_are_the_sheets(battle: str) -> None:
    """A change to what is printed changes nothing, in every battle."""
    book = registry.find(battle).books[0]
    printed = registry.load(battle, book)
    assert (
        changed_battle(battle, book, {}, [("turns", str(printed.turns))]).fingerprint == printed.fingerprint
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rules", "is no variation: expected KEY=VALUE,VALUE"),
        ("rules.stacking=1,1", "names a value twice"),
        ("rules.stacking=1,,2", "is no variation"),
        ("weather=rain", "There is no weather in the battle's sheets: known are turns, first, set-up"),
        ("rules.weather=1", "no key weather: expected one of"),
        ("rules.stacking=many", "stacking must be a whole number"),
        ("counters.green.C/7.due=2", "counters has no green: known are blue, red"),
        ("counters.blue.X/7.due=2", "counters.blue has no X/7: known are 1/12"),
        ("counters.blue.1/12.due=2", "counters.blue.1/12 has no due"),
        ("counters.blue.1/12.speed=2", "has no speed: known are values, due, at, symbol"),
        ("counters.blue.1/12.winged=yes", "has the word winged: expected one of"),
        ("support.7=1/1", "support is a list of 6: expected a number from 1, not 7"),
        ("turns.first=2", "turns is 6: there is no first in it"),
        ("key.lava=2", "lava is no kind of ground in the key: known are airfield"),
        ("key.hill.light=2", "key.hill is 2 for all: known are leg, mobile"),
        ("title=Waterloo", "title cannot be varied"),
        ("turns=0", "turns must be 1 or more"),
    ],
)
def test_mistakes_in_variations(
    text: str, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path / "no", "--games", "1", "--vary", text) == 2
    message = capsys.readouterr().err
    assert expected in message
    assert len(message.splitlines()) == 1
    assert not (tmp_path / "no").exists()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["crossroads", "--games", "0"], "The number of games must be 1 or more"),
        (["crossroads", "--seed", "-1"], "The seed of a study must be 0 or more"),
        (["crossroads", "--workers", "0"], "The number of workers must be 1 or more"),
        (["crossroads", "--blue", "napoleon"], "There is no opponent napoleon"),
        (["crossroads", "--nk", "random"], "unrecognized arguments: --nk random"),
        (["waterloo"], "There is no battle waterloo"),
        (["crossroads", "--option", "weather=rain"], "weather"),
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
    assert main(["study", *words]) == 2
    message = capsys.readouterr().err
    assert expected in message
    assert len(message.splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_options_are_varied_by_name(tmp_path: Path) -> None:
    folder = tmp_path / "options"
    assert run(folder, "--games", "3", "--workers", "1", "--vary", "bombardment=off,fm-2023") == 0
    with_option = json.loads((folder / "study.json").read_text())["variants"]
    assert [variant["options"] for variant in with_option] == [{}, {"bombardment": "fm-2023"}]
    assert [variant["changes"] for variant in with_option] == [{}, {}]
    digests = [row["digest"] for row in rows(folder, "games")]
    assert digests[:3] != digests[3:]


def test_readings_are_varied_by_name(tmp_path: Path) -> None:
    folder = tmp_path / "readings"
    vary = "mobile-zones=zone-to-zone,on-leaving"
    assert run(folder, "--games", "1", "--workers", "1", "--vary", vary) == 0
    found = json.loads((folder / "study.json").read_text())["variants"]
    assert [variant["options"] for variant in found] == [{}, {"mobile-zones": "on-leaving"}]
    assert [variant["label"] for variant in found] == [
        f"mobile-zones={value}" for value in vary[13:].split(",")
    ]


def test_our_own_reading_is_the_study_without_it() -> None:
    ours = {"mobile-zones": "zone-to-zone"}
    players = ("random", "random")
    (plain,), (named,) = (variants("crossroads", "fm-folio", chosen, players, []) for chosen in ({}, ours))
    assert plain == named


def test_lists_and_texts_are_values() -> None:
    assert read_variation("support=[4/3, 5/3],2/2").values == ("[4/3, 5/3]", "2/2")
    assert read_variation('counters.red.B/51.at="1406,1407",1406').values == ('"1406,1407"', "1406")


@pytest.mark.parametrize("battle", ["pusan-dg", "seoul-train", "sukchon", "tomahawk"])
def test_every_system_can_be_studied(battle: str) -> None:
    job = next(plan(1, battle=battle).jobs())
    record = play(job)
    assert not record.fault
    rules = open_setup(job.setup)
    assert record.combats
    assert {row.turn for row in record.by_turn} == set(range(1, record.turns + 1))
    assert record.by_turn[-2].points - record.by_turn[-1].points == record.margin
    summary = Summary(rules, [record])
    for (result, column), cell in summary.results().items():
        assert not cell.seen or cell.expected, f"{result} is not in column {column}"


class Stuck:
    name = "stuck"

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, seat: object) -> object:
        raise LookupError("does not know what to do")


def test_a_player_that_fails_costs_its_game_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(OPPONENTS, "stuck", Stuck)
    assert run(tmp_path / "s", "--games", "2", "--workers", "1", players=("--blue", "stuck")) == 2
    message = capsys.readouterr().err
    assert "No game could be finished: LookupError after" in message
    assert [row["fault"] is None for row in rows(tmp_path / "s", "games")] == [False, False]


def test_workers_refuse_other_rules() -> None:
    job = next(plan(1).jobs())._replace(edition="fm-folio/0 00000000")
    with pytest.raises(StudyError, match="install the same program everywhere"):
        list(Crew(1).run(play, [job]))


def test_intervals() -> None:
    assert statistics.student(4) == pytest.approx(2.776, abs=0.02)
    assert statistics.student(29) == pytest.approx(2.045, abs=0.001)
    found = statistics.estimate([1, 2, 3, 4, 5])
    assert found.value == 3
    assert found.high - 3 == pytest.approx(1.963, abs=0.02)
    assert statistics.share(0, 10).low == 0
    assert statistics.share(5, 10) == pytest.approx((0.5, 0.2366, 0.7634), abs=0.001)
    assert statistics.quantile([4, 1, 3, 2], 0.5) == 2.5
    assert statistics.chi_square_chance(11.07, 5) == pytest.approx(0.05, abs=0.002)


class Terminal:
    """A stream that says whether it is a terminal."""

    def __init__(self, live: bool) -> None:
        self.live = live
        self.text = ""

    def isatty(self) -> bool:
        return self.live

    def write(self, text: str) -> int:
        self.text += text
        return len(text)

    def flush(self) -> None:
        pass


def lines_of(stream: Terminal) -> Iterator[str]:
    yield from re.split(r"[\r\n]+", stream.text)


def test_progress_moves_on_terminals_only() -> None:
    for live in (False, True):
        stream = Terminal(live)
        progress = Progress(4, 1, "in one process", stream)  # type: ignore[arg-type]
        for _ in range(3):
            progress.step()
        progress.close()
        first, *rest = lines_of(stream)
        assert first == "Playing 4 games in one process, 1 of them finished before."
        assert bool("".join(rest)) is live
    assert re.search(r"4 of 4 games \(100%\), [0-9.]+ a second, 0 s left", stream.text)
    slow = Progress(10, 0, "", Terminal(False))  # type: ignore[arg-type]
    slow.done = 5
    assert slow.line(600) == "5 of 10 games (50%), 0.5 a minute, 10 min left"


def test_sheets_are_written_as_they_are_read() -> None:
    text = "{a: [1, '2', true, ~], 24: {0706: x, 1010: “y”}}"
    sheet = parse_sheet(text, "x")
    assert parse_sheet(write_sheet(sheet), "x") == sheet
