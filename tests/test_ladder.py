"""The ladder: pairs of games, the same standings wherever they are played, and honest counts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from math import log10
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hexfolio.battles import registry
from hexfolio.cli import main
from hexfolio.core.orders import Order
from hexfolio.ladder import ratings, stamps
from hexfolio.ladder.plan import Ground, Job, Meeting, make_plan
from hexfolio.ladder.playing import Match, key_of, play
from hexfolio.ladder.run import FINISHED, rank
from hexfolio.ladder.standings import Result, Tally
from hexfolio.ladder.tables import as_markdown
from hexfolio.opponents import OPPONENTS, Choice, Seat, find
from hexfolio.opponents.match import play_match
from hexfolio.rulebooks.sheets import parse_sheet
from hexfolio.study import pages
from hexfolio.study.plan import StudyError

pytest.importorskip("choix")

GROUND = Ground("crossroads", "fm-folio")
MEETING = Meeting(GROUND, ("recruit", "random"))


@pytest.fixture(scope="module", autouse=True)
def few_draws() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ratings, "DRAWS", 60)
        yield


def run(folder: Path, *words: str, players: tuple[str, ...] = ("random", "recruit")) -> int:
    places = ["--out", str(folder), "--json", str(folder.with_suffix(".json"))]
    return main(["ladder", "--players", *players, "--battle", "crossroads", *places, *words])


def figures(folder: Path) -> dict[str, Any]:
    """All that must be the same in every run."""
    found: dict[str, Any] = json.loads(folder.with_suffix(".json").read_text())
    assert found.pop("seconds")
    return found


def job(swapped: bool = False, players: tuple[str, str] = MEETING.players) -> Job:
    jobs = make_plan(players, ["crossroads"], 2, 1, None).jobs()
    return next(j for j in jobs if j.meeting == Meeting(GROUND, players) and j.swapped is swapped)


def match(winner: int, margin: int, swapped: bool = False, number: int = 1, **facts: Any) -> Match:
    base = Match(*GROUND, MEETING.players, number, swapped, 7, None, "")
    return base._replace(winner=winner, points=(margin, 0), turns=1, **facts)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ladder of two games for each of the three books, in one process."""
    folder = tmp_path_factory.mktemp("ladder") / "one"
    assert run(folder, "--games", "2", "--workers", "1") == 0
    return folder


def test_workers_make_no_difference(folder: Path, tmp_path: Path) -> None:
    assert run(tmp_path / "two", "--games", "2", "--workers", "2") == 0
    assert figures(folder) == figures(tmp_path / "two")
    one, two = (
        {(game["book"], game["swapped"]): game["digest"] for game in map(json.loads, lines)}
        for lines in ((where / FINISHED).read_text().splitlines() for where in (folder, tmp_path / "two"))
    )
    assert one == two
    assert len(one) == 6


def test_a_pair_is_one_seed_with_the_sides_changed() -> None:
    straight, turned = play(job()), play(job(swapped=True))
    assert straight.seed == turned.seed
    for found, names in ((straight, ("recruit", "random")), (turned, ("random", "recruit"))):
        game = registry.new_game(*GROUND, found.seed)
        outcome = play_match(game, (find(names[0])(found.seed), find(names[1])(found.seed + 1)))
        assert game.state.digest() == found.digest
        points = outcome.points if found is straight else outcome.points[::-1]
        assert found.points == points
        assert outcome.winner == (-1 if found.winner < 0 else found.side(found.winner))
        assert min(found.seconds) > 0
        assert all(0 < long <= whole for long, whole in zip(found.longest, found.seconds, strict=True))


def test_neighbours_may_meet_more_often_than_others() -> None:
    plan = make_plan(["random", "recruit", "captain"], ["chosin-dg"], 6, 1, far=2)
    met = Counter(job.meeting.players for job in plan.jobs())
    assert met == {("recruit", "random"): 6, ("captain", "recruit"): 6, ("captain", "random"): 2}
    few = make_plan(["random", "recruit", "captain"], ["chosin-dg"], 2, 1, far=4)
    assert Counter(job.meeting.players for job in few.jobs())["captain", "random"] == 4
    with pytest.raises(StudyError, match="an even number of 2 or more, not 3"):
        make_plan(["random", "recruit"], [], 2, 1, far=3)


def test_it_goes_on_where_it_was_broken_off(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played: list[Job] = []

    def fourth_time(job: Job) -> Match:
        if len(played) == 4:
            raise KeyboardInterrupt
        played.append(job)
        return play(job)

    with monkeypatch.context() as patch:
        patch.setattr("hexfolio.ladder.run.play", fourth_time)
        assert run(tmp_path / "x", "--games", "2", "--workers", "1") == 130
    assert "4 of 6 games are finished and kept" in capsys.readouterr().err
    assert run(tmp_path / "x", "--games", "2", "--workers", "1") == 0
    assert "4 of them finished before" in capsys.readouterr().err
    assert figures(tmp_path / "x") == figures(folder)


def test_games_of_other_players_or_rules_do_not_count(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two games are as they should be, four were played by a version that is no more."""
    old = tmp_path / "old"
    old.mkdir()
    games = [json.loads(line) for line in (folder / FINISHED).read_text().splitlines()]
    for number, game in enumerate(games):
        game.update({"stamp": "gone", "winner": 1, "points": [0, 99]} if number >= 2 else {})
    (old / FINISHED).write_text("".join(json.dumps(game) + "\n" for game in games))
    assert run(old, "--games", "2", "--workers", "1") == 0
    assert "2 of them finished before" in capsys.readouterr().err
    assert figures(old) == figures(folder)


def test_a_player_is_stamped_with_what_it_needs() -> None:
    needed = stamps.modules_of("hexfolio.opponents.recruit")
    assert {"hexfolio.opponents.recruit", "hexfolio.opponents.airborne.fighting"} <= set(needed)
    assert "hexfolio.opponents.captain" not in needed
    assert "hexfolio.opponents" not in needed
    assert "hexfolio.opponents.recruit" in stamps.modules_of("hexfolio.opponents.captain")


def test_a_stamp_changes_with_the_player_only(monkeypatch: pytest.MonkeyPatch) -> None:
    fresh, source = stamps.stamp.__wrapped__, stamps._source
    before = {name: fresh((name,), "crossroads", "1") for name in ("random", "recruit", "captain")}
    assert len(set(before.values())) == 3
    assert fresh(("random",), "crossroads", "2") != before["random"]
    learned = "hexfolio.opponents.recruit"
    monkeypatch.setattr(stamps, "_source", lambda module: source(module) + b"#" * (module == learned))
    after = {name: fresh((name,), "crossroads", "1") for name in before}
    assert {name for name in before if before[name] != after[name]} == {"recruit", "captain"}


def test_a_stamp_changes_with_what_the_sheet_of_aims_says_of_the_player(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fresh = stamps.stamp.__wrapped__
    before = {name: fresh((name,), "crossroads", "1") for name in ("captain", "general")}
    text = "blue:\n  habits: {fear: 1}\n  general: {fear: %s}\n"
    found = []
    for fear in (2, 3):
        sheet = parse_sheet(text % fear, "aims")
        monkeypatch.setattr(stamps, "load_sheet", lambda _, sheet=sheet: sheet)
        found.append({name: fresh((name,), "crossroads", "1") for name in before})
    assert found[0]["captain"] == found[1]["captain"] != before["captain"]
    assert len({before["general"], found[0]["general"], found[1]["general"]}) == 3


class Headstrong:
    """Wants now and then what the rules do not allow."""

    name = "headstrong"

    def __init__(self, seed: int) -> None:
        self.count = 0
        self.random = Random(seed)

    def choose(self, seat: Seat) -> Choice:
        self.count += 1
        wild = self.count % 50 == 1
        return Choice(Order("retreat") if wild else seat.legal().sample(self.random), "")


class Stuck(Headstrong):
    name = "stuck"

    def choose(self, seat: Seat) -> Choice:
        raise LookupError("does not know what to do")


def test_refused_orders_are_counted_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(OPPONENTS, "headstrong", Headstrong)
    assert run(tmp_path / "x", "--games", "2", "--workers", "1", players=("random", "headstrong")) == 0
    text = capsys.readouterr().out
    found = figures(tmp_path / "x")
    assert found["refused"]["random"] == 0
    assert found["refused"]["headstrong"] >= 6
    assert f"Refused orders: random 0, headstrong {found['refused']['headstrong']}." in text
    assert "headstrong: “retreat" in text
    assert all(sum(meeting["games"]) == 2 for meeting in found["meetings"])


def test_a_player_that_fails_costs_its_games_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(OPPONENTS, "stuck", Stuck)
    words = ("--games", "2", "--workers", "1")
    assert run(tmp_path / "x", *words, players=("random", "recruit", "stuck")) == 0
    text = capsys.readouterr().out
    assert "18 games were played; 12 of them could not be finished" in text
    assert "stuck was asked: does not know what to do" in text
    for meeting in figures(tmp_path / "x")["meetings"]:
        finished = "stuck" not in meeting["players"]
        assert sum(meeting["games"]) == 2 * finished
        assert len(meeting["faults"]) == 2 * (not finished)


def test_players_with_a_budget_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    efforts = []

    class Thinker(Headstrong):
        name = "thinker"
        effort = 100

        def choose(self, seat: Seat) -> Choice:
            efforts.append(self.effort)
            return Choice(next(iter(seat.legal())), "")

    monkeypatch.setitem(OPPONENTS, "thinker", Thinker)
    jobs = list(make_plan(["random", "recruit", "thinker"], ["crossroads"], 2, 1, 5).jobs())
    assert {j.effort for j in jobs if "thinker" in j.meeting.players} == {5}
    assert {j.effort for j in jobs if "thinker" not in j.meeting.players} == {None}
    found = play(next(j for j in jobs if j.meeting.players == ("thinker", "random")))
    assert not found.fault
    assert set(efforts) == {5}


def test_pairs_are_won_by_games_and_where_the_side_decides_by_margins() -> None:
    found = Result(
        MEETING,
        [
            match(0, 3),
            match(1, -2, swapped=True),  # the side wins both times, 3 - 2: won
            match(0, 4, number=2),
            match(1, -4, swapped=True, number=2),  # drawn
            match(-1, 9, number=3),
            match(1, -1, swapped=True, number=3),  # one is lost and one drawn: lost, whatever the points say
            match(-1, 2, number=4),
            match(-1, 1, swapped=True, number=4),  # nobody wins, 2 + 1: won
            match(0, 1, number=5),
            match(0, 1, swapped=True, number=5),  # both are won
            match(0, 50, number=6),
            match(-1, 0, swapped=True, number=6, fault="stopped"),  # half a pair is none
        ],
    )
    assert found.pairs() == Tally(3, 1, 1)
    assert found.games() == Tally(5, 3, 3)
    assert found.games(0) == Tally(4, 2, 0)
    assert found.games(1) == Tally(1, 1, 3)
    assert found.verdict().value == 3 / 5
    margin = found.margin()
    assert margin is not None
    assert margin.value == pytest.approx((0.5 + 0 + 4 + 1.5 + 1) / 5)
    assert len(found.faults) == 1


@pytest.mark.parametrize(("won", "met"), [(9, True), (8, False)])
def test_what_is_wanted_is_a_share_of_the_pairs(won: int, met: bool) -> None:
    matches = [
        match(0 if number < won else 1, 1, swapped=swapped, number=number)
        for number in range(10)
        for swapped in (False, True)
    ]
    assert Result(MEETING, matches).met() is met
    assert Result(Meeting(GROUND, ("captain", "random")), matches).met() is None


def test_ratings_follow_the_pairs() -> None:
    """A share of ten to one is 400 points; more pairs make the interval narrower."""

    def rated(won: int, lost: int, drawn: int = 0) -> tuple[float, float, float]:
        margins = [9] * won + [-9] * lost + [0] * drawn
        matches = [
            match(-1, margin, swapped=swapped, number=number)
            for number, margin in enumerate(margins)
            for swapped in (False, True)
        ]
        return ratings.elo(["random", "recruit"], [Result(MEETING, matches)], 1)["recruit"]

    value, low, high = rated(100, 10)
    assert value == pytest.approx(400, abs=12)
    assert low < value < high
    few = rated(10, 1)
    assert few[1] < low
    assert few[2] > high
    assert rated(20, 0)[2] > rated(20, 0)[1] > 100
    assert rated(1, 20)[2] < 0
    half = 400 * log10((10.5 + 10.5 / 2) / (0.5 + 10.5 / 2))
    assert rated(10, 0, drawn=10)[0] == pytest.approx(half, abs=1)


def test_the_page_keeps_what_people_wrote(folder: Path, tmp_path: Path) -> None:
    page = tmp_path / "opponents.md"
    begin, end = pages.marks("ladder")
    page.write_text(f"# Players\n\nBefore.\n\n{begin}\nold\n{end}\n\nAfter.\n")
    assert run(folder, "--games", "2", "--docs", str(page)) == 0
    text = page.read_text()
    assert text.startswith(f"# Players\n\nBefore.\n\n{begin}\n`hexfolio ladder --players random recruit")
    assert text.endswith(f"{end}\n\nAfter.\n")
    assert "old" not in text
    assert "`hexfolio ladder --players random recruit --games 2 --seed 1 --battle crossroads`" in text
    assert text.count("| recruit : random | ") == 3
    assert run(folder, "--games", "2", "--docs", str(page)) == 0
    assert page.read_text() == text


def test_tables_tell_games_and_pairs() -> None:
    """Ten pairs in which the first side wins whoever plays it, by five points or by four."""
    plan = make_plan(["random", "recruit"], ["crossroads"], 20, 1)
    games = [
        match(int(swapped), -4 if swapped else 5, swapped=swapped, number=number)
        for number in range(10)
        for swapped in (False, True)
    ]
    text = as_markdown(rank(plan, games), "hexfolio ladder")
    assert "| 10-0-10 | 10-0-0 | 0-0-10 | +0.5 (+0.5 to +0.5) | 10-0-0 | 100.0% (72% to 100%) |" in text
    assert "| 90%, met |" in text


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--games", "3"], "expected an even number of 2 or more, not 3"),
        (["--games", "0"], "expected an even number of 2 or more, not 0"),
        (["--players", "recruit"], "A ladder needs two players or more"),
        (["--players", "recruit", "napoleon"], "There is no opponent napoleon"),
        (["--battle", "waterloo"], "There is no battle waterloo"),
        (["--workers", "0"], "The number of workers must be 1 or more"),
        (["--seed", "-1"], "The seed of a ladder must be 0 or more"),
        (["--players", "recruit", "random", "--effort", "5"], "--effort is for players with a budget"),
        (["--docs", "nowhere.md"], "There is no page nowhere.md"),
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
    assert main(["ladder", *words]) == 2
    message = capsys.readouterr().err
    assert expected in message
    assert len(message.splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_keys_of_jobs_and_matches_agree() -> None:
    assert key_of(job()) == Match(*key_of(job())).key
    assert Match.from_json(json.loads(json.dumps(match(0, 3)._asdict()))) == match(0, 3)
