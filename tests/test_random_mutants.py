"""The tool for random mutants: it finds sites, its mutants take effect, and what notices them is told."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from random_mutants import report
from random_mutants.catching import CASES, FUZZER, SURVIVED, Fate, Trap
from random_mutants.equivalents import read_equivalents
from random_mutants.operators import Finder
from random_mutants.patching import functions, load_program
from random_mutants.processes import Crew, EndlessError, limited
from random_mutants.report import Tried
from random_mutants.sites import Key, Site, draw, keyed, sites
from random_mutants.touching import LineMap, line_map
from random_mutants.trials import Games, cases


def site_of(file: str, function: str, operator: str, text: str) -> Site:
    (found,) = keyed([Key(file, function, operator, text, 1)])
    return found


def changed(text: str) -> dict[str, str]:
    """The mutants of a line in a function, by operator; of several alike the last."""
    source = f"def rule(self):\n    {text}\n".encode()
    found: dict[str, str] = {}
    for change in Finder(source).changes():
        wrong = source
        for edit in sorted(change.edits, reverse=True):
            wrong = wrong[: edit.start] + edit.text.encode() + wrong[edit.end :]
        compile(wrong, "line", "exec")
        found[change.operator] = wrong.decode().splitlines()[1].strip()
    return found


@pytest.mark.parametrize(
    ("line", "mutants"),
    [
        ("return a == b", {"== to !=": "return a != b"}),
        ("return a <= b < c", {"<= to <": "return a < b < c", "< to <=": "return a <= b <= c"}),
        (
            "return a is not None",
            {"is not to is": "return a is None", "is not None to bool": "return bool(a)"},
        ),
        ("return a and b and (c)", {"and to or": "return a or b or (c)"}),
        ("return not a", {"not dropped": "return a"}),
        ("return max(a)", {"max to min": "return min(a)"}),
        ("return a if b else c", {"condition negated": "return a if (not (b)) else c"}),
        ("return [a for a in b if a]", {"condition negated": "return [a for a in b if (not (a))]"}),
        ("a -= 1", {"-= to +=": "a += 1", "n to n + 1": "a -= 2"}),
        ("return a & ~b", {"& to |": "return a | ~b"}),
        ("return any(a) or b", {"any to all": "return all(a) or b", "or to and": "return any(a) and b"}),
    ],
)
def test_operators_change_a_line(line: str, mutants: dict[str, str]) -> None:
    found = changed(line)
    assert found == mutants


@pytest.mark.parametrize(
    "line",
    [
        "a: tuple[int, 3] | None = b",
        "text = 'one' if a else 'many'",
        "return self.refuse(rule, f'There are {a + 1} units.')",
        "raise ValueError('one' if a == b else 'two')",
        "return 'a' + b",
        "return judge_move(a) if zip(b, strict=True) is b.c else isinstance(a, Order | None)",
    ],
)
def test_sentences_and_types_are_left_alone(line: str) -> None:
    assert set(changed(line)) <= {"is to is not"}


def test_sites_have_names_of_their_own_and_can_be_compiled() -> None:
    assert len({site.key for site in sites()}) == len(sites()) > 4000
    assert {site.family for site in sites()} == {"fm", "korean", "para", "shared"}
    for site in draw(5, 60):
        compile(site.changed(), site.file, "exec")
        assert site.before() != site.after()


def test_the_draw_follows_the_seed() -> None:
    assert draw(1, 20) == draw(1, 20) != draw(2, 20)
    assert {site.family for site in draw(1, 50, "para")} == {"para"}


def folio() -> Any:
    registry = import_module("hexfolio.battles.registry")
    return registry.open_rules("crossroads", "fm-folio")


def sukchon() -> Any:
    registry = import_module("hexfolio.battles.registry")
    return registry.open_rules("sukchon", "para")


def chosin() -> Any:
    registry = import_module("hexfolio.battles.registry")
    return registry.open_rules("chosin-train", "kwb-train")


def most_grouped() -> Any:
    return import_module("hexfolio.rulebooks.paratrooper.combat").MOST_GROUPED


COMBAT = "paratrooper/combat.py"
LEAVING = "korean_war/withdrawal.py"
EXITS = 'return tuple(side.id in self.special.get("exits", {}) for side in self.battle.sides)'
TABLES = "fire_and_movement/tables.py"
COLUMNS = "next((column for column, top in enumerate(highest[:-1], 1) if differential <= top), len(highest))"
RANGED = "[u for u in units if self.counters[u].steps[0][RANGE] > 1] for units in self.ground_counters"


@pytest.mark.parametrize(
    ("site", "probe"),
    [
        ((TABLES, "_columns", "<= to <", COLUMNS), lambda: list(vars(folio().table).values())),
        ((COMBAT, "CombatRules.__init__", "> to >=", RANGED), lambda: sukchon().ranged_counters),
        ((LEAVING, "Withdrawal.has_exits", "in to not in", EXITS), lambda: chosin().has_exits),
        ((COMBAT, "", "n to n + 1", "MOST_GROUPED = 6"), most_grouped),
        (
            ("fire_and_movement/movement.py", "Movement", "n to n + 1", "exit_cost: ClassVar[int] = 2"),
            lambda: folio().exit_cost,
        ),
    ],
    ids=["cached function", "made at the start", "cached property", "module", "class"],
)
def test_mutants_take_effect(
    site: tuple[str, str, str, str], probe: Callable[[], Any], small_map: LineMap
) -> None:
    trap = Trap(small_map, functions())

    def work(mutant: Site | None) -> str:
        if mutant is not None:
            trap.put_in(mutant)
        return repr(probe())

    right = probe()
    answers = dict(Crew(work, [None, site_of(*site)], 1).results())
    assert answers[0] == repr(right)
    assert answers[1] not in (None, repr(right))
    assert repr(probe()) == repr(right), "nothing leaks back"


@pytest.fixture(scope="module")
def small_map(tmp_path_factory: pytest.TempPathFactory) -> LineMap:
    """The map of one file of cases and a game."""
    load_program()
    own = [case for case in cases() if Path(case.entry.name).name == "10-advance.yaml"]
    return line_map(tmp_path_factory.mktemp("lines"), own[:12], [Games("crossroads", "fm-folio", 1)], 2)


def test_the_map_is_kept(tmp_path: Path, small_map: LineMap, monkeypatch: pytest.MonkeyPatch) -> None:
    first = line_map(tmp_path, small_map.cases[:2], [], 1)
    monkeypatch.setattr("random_mutants.touching._watch", None)
    again = line_map(tmp_path, small_map.cases[:2], [], 1)
    assert {name: trace.bits for name, trace in again.traces.items()} == {
        name: trace.bits for name, trace in first.traces.items()
    }


ADVANCE = ("fire_and_movement/advance.py", "Advances.advance_ways")
CLOSED = "if direction < 0 or enemies[goal] or not costs[way[-1] * 6 + direction]:"


@pytest.mark.parametrize(
    "site",
    [
        (*ADVANCE, "condition negated", "if self.has_room(state, unit, goal):"),
        (*ADVANCE, "or to and", CLOSED),
    ],
)
def test_cases_catch_mutants(site: tuple[str, str, str, str], small_map: LineMap) -> None:
    ((_, fate),) = Crew(Trap(small_map, functions()), [site_of(*site)], 1).results()
    assert fate is not None
    assert fate.caught == CASES
    assert fate.by
    assert fate.cases > 0


def test_the_fuzzer_catches_what_no_case_runs(small_map: LineMap) -> None:
    without = LineMap([], small_map.games, small_map.traces, small_map.importing)
    site = site_of(*ADVANCE, "n to n + 1", "direction = self.grid.direction(way[-1], goal)")
    ((_, fate),) = Crew(Trap(without, functions()), [site], 1).results()
    assert fate is not None
    assert fate.caught == FUZZER
    assert fate.by.startswith("crossroads by fm-folio: Game 100")


def test_what_nothing_runs_survives(small_map: LineMap) -> None:
    site = next(site for site in draw(1, 100, "para") if not small_map.is_loaded_with(site))
    ((_, fate),) = Crew(Trap(small_map, functions()), [site], 1).results()
    assert fate is not None
    assert fate._replace(seconds=0) == Fate(SURVIVED)


def test_endless_work_is_stopped() -> None:
    def work() -> None:
        while True:
            pass

    with pytest.raises(EndlessError), limited(0.05):
        work()


def test_a_child_that_dies_takes_nobody_along() -> None:
    def work(number: int) -> int:
        return number if number != 1 else os._exit(1)

    assert dict(Crew(work, [0, 1, 2], 2).results()) == {0: 0, 1: None, 2: 2}


def test_leaving_early_ends_the_children() -> None:
    crew: Crew[float, None] = Crew(time.sleep, [0.0, 60.0], 2)
    results = crew.results()
    next(results)
    running = [child.process for child in crew.children]
    results.close()
    assert [process.is_alive() for process in running] == [False]


def test_the_report_keeps_known_equivalents_apart() -> None:
    caught, survivor, same = draw(1, 3)
    tried = [
        Tried(caught, Fate(CASES, "a case", 3)),
        Tried(survivor, Fate(SURVIVED, cases=2, games=("a game",), otherwise=("a game",))),
        Tried(same, Fate(SURVIVED)),
    ]
    known = {same.key: "The figure is never used."}
    text = report.text("Three mutants", tried, known)
    assert "1 survivors:" in text
    assert f"{survivor}\n  in {survivor.function}, run by 2 cases" in text
    assert "plays otherwise in a game" in text
    assert "33.3%        50.0%" in text
    found = report.json({"seed": 1}, tried, known)
    assert found["counts"] == {"cases": 1, "fuzzer": 0, "survived": 1, "equivalent": 1}
    assert [mutant["fate"] for mutant in found["mutants"]] == ["cases", "survived", "equivalent"]


def test_known_equivalents_are_still_there() -> None:
    known = read_equivalents()
    assert len(keyed(known)) == len(known)
    assert all(known.values())
