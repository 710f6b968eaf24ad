"""Mistakes in the sheet of a Korean battle: each is refused with file, line and what was expected."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

from hexfolio.battles.loading import load_battle
from hexfolio.rulebooks.sheets import SheetError

BATTLES = ("pusan-dg", "pusan-train", "seoul-dg", "seoul-train", "chosin-dg", "chosin-train")
SHEETS = files("hexfolio.battles")


def sheet_text(battle_id: str) -> str:
    return (SHEETS / battle_id / "battle.yaml").read_text(encoding="utf-8")


def map_text(battle_id: str) -> str:
    return (SHEETS / "maps" / f"{battle_id.partition('-')[0]}.yaml").read_text(encoding="utf-8")


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def replaced(text: str, old: str, new: str) -> tuple[str, int]:
    """The text with one passage replaced, and the line where the new one begins."""
    assert text.count(old) == 1, f"{old!r} is there {text.count(old)} times"
    place = text.index(old)
    return text.replace(old, new), text.count("\n", 0, place) + 1


def line_of(text: str, start: str) -> int:
    """The line that begins so."""
    return text[: text.index(f"\n{start}") + 1].count("\n") + 1


def load(folder: Path, battle_id: str) -> None:
    load_battle(folder, f"kwb-{battle_id.partition('-')[2]}")


def refusal(folder: Path, battle_id: str) -> str:
    with pytest.raises(SheetError) as caught:
        load(folder, battle_id)
    return str(caught.value)


@pytest.mark.parametrize("battle_id", BATTLES)
def test_the_sheets_themselves_load(tmp_path: Path, battle_id: str) -> None:
    write(tmp_path, "battle.yaml", sheet_text(battle_id))
    load(tmp_path, battle_id)


SLIPS = {
    "pusan-dg": """
        infantry at 0205 -> infantry at 0121
            27/25 cannot be in 0121, which is sea: ground open to leg
        infantry at 0205 -> infantry at 0199
            There is no hex 0199
        infantry at 0205 -> infantry at 205
            '205' is not a hex number
        infantry at 0205 -> infantry near 0205
            has the word near: expected one of
        infantry at 0205 -> infantry
            27/25 needs a place at the end
        symbol=armor due turn 6 at 0216 -> symbol=armor due turn 6 at 0121
            Tk-72 cannot be in 0121
        due turn 13 at 0216 -> due turn 22 at 0216
            due in game turn 22: expected 1 to 21
        due turn 13 at 0216 -> due at 0216
            due in game turn 0: expected 1 to 21, or no turn at all
        in 3706,3710 by default 3706 -> in 3706,3710 by default 3701
            may not set up in 3701, its hex by default
        in 3706,3710 by default 3706 -> in 3706,0121 by default 3706
            Depot-1 cannot be in 0121, which is sea
        beside any by default 0507 -> beside any by default 0121
            may not set up in 0121, its hex by default
        CW-27: 2-3-4 -> NK-6: 2-3-4
            Counter NK-6 is here twice, first in line
        NK-8: 11-10-3 -> NK-1: 11-10-3
            NK-1 is here twice, first in line
        NK-8: 11-10-3 -> NK-8: 11-10
            needs values such as 4-4-4
        5RCT: 5-6-4 / 2-3-4 leg brigade -> 5RCT: 5-6-4 / 2-3-4 leg army
            has the word army
        human-wave: nk -> human-waves: nk
            The rules has no key human-waves: expected one of
        human-wave: nk -> human-wave: china
            There is no side china: expected nk or un
        sources: {un: 0215 0216 -> sources: {un: 0121 0216
            Hex 0121 is open sea: a hex on land was expected
        critical: 2221 0316 -> critical: 2221 9999
            There is no hex 9999
        airlifts: 2 -> airlifts: two
            airlifts must be a whole number
        rebuild: true -> rebuild: sometimes
            rebuild must be true or false
        support-cuts: {un: 16 18 20} -> support-cuts: {un: late}
            late is not a game turn
        {11-10-3: 3-4-4 -> {11-10-3: three
            three is not the print on a counter
        rok: {7-9-3 -> roc: {7-9-3
            There is no nation roc: expected one of us, rok
        ROK-17: {turn: 20 -> ROK-18: {turn: 20
            There is no counter ROK-18
        5/1M: {turn: 16, points: 3} -> 5/1M: {turn: 16, point: 3}
            withdrawal of 5/1M has no key point
        kwb-dg:27.0.q -> kwb-dg:27.0.zz
            There is no clause kwb-dg:27.0.zz in kwb-dg
        kwb-dg:27.0.q -> kwb-cg:27.0.q
            There is no rule book 'kwb-cg'
        kwb-dg:27.0.q -> kwb-train:9.0.a
            kwb-train:9.0.a is not in force here: expected a clause of
        set_up_dummy: kwb -> set_up_dumy: kwb
            There is no rule set_up_dumy to cite a clause for
        set_up nk: kwb -> set_up kn: kwb
            There is no side kn: expected nk or un
        [nk, 2, us battalion] -> [nk, two, us battalion]
            This line of dead was expected to look like [nk, 2
        [nk, 2, us battalion] -> [nk, 2]
            This line of dead was expected to look like
        [nk, 2, us battalion] -> 7
            This line of dead was expected to look like
        [nk, 2, us battalion] -> [nk, 2, us army]
            army describes no counter: expected words among
        [nk, 2, us battalion] -> [kn, 2, us battalion]
            There is no side kn
        [nk, 10, 1908] -> [nk, 10, 0121]
            Hex 0121 is open sea
        ever: [[nk, 25, 0215 0216 0316]] -> ever: [[nk, 25, Busan]]
            'Busan' is not a hex number
        control: {un: 0215 -> control: {nk: 0216, un: 0215
            Hex 0216 has two holders
        control: {un: 0215 -> control: {un: 0121 0215
            Hex 0121 is open sea
        - [31, nk, decisive victory] -> - [31, nk]
            A level is a least margin, a winner and a name
        turns: 21 -> turns: 20
            20 dates were expected, one for each turn, not 21
        map: pusan -> map: busan
            There is no map busan: expected one of chosin, pusan, seoul
        support: [3/6, -> support: [3:6,
            not an allotment of markers
        nk: [+1, +1, +1, -> nk: [+1, one, +1,
            one is not the value of a marker
        {airfield: clear, village -> {airport: clear, village
            The terrain key has no key airport
    """,
    "pusan-train": """
        set up beside */24 -> set up beside */42
            belongs beside */42: a counter of its own side
        set up in Pusan -> set up in Fusan
            'Fusan' is not a hex number
        {rok: 3, nk: 4} -> {rok: 3, kn: 4}
            There is no nation kn
        breakdown-set-up: [rok] -> breakdown-set-up: [roc]
            There is no nation roc
        friendly-edges: {communist: [north, west] -> friendly-edges: {communist: [north, left]
            no map edge left
    """,
    "chosin-dg": """
        due with HQ-1M -> due with HQ-20
            belongs beside HQ-20: a counter of its own side
        at 0907 (free, controlled) -> at 0907 (free controlled)
            no condition free controlled
        CN-58: 58a 58b 58c -> CN-58: 58a 58b 58d
            There is no counter 58d
        army: {unit: Cadre-B, after -> army: {after
            The army cadre needs the key unit
        fixed: {Cadre-A: 1} -> fixed: {Cadre-A: 0}
            Cadre-A must be 1 or more
        left: [chinese, 2] -> left: chinese
            left must be a list
        left: [chinese, 2] -> lefts: [chinese, 2]
            The victory schedule has no key lefts
    """,
    "chosin-train": """
        infantry at 0706 -> infantry at 0706 (free)
            31/7 needs a place at the end
    """,
    "seoul-dg": """
        (free, optional, vacated) -> (free, optional, empty)
            no condition empty: expected one of free, optional
        storm: [nk, 20, Inchon, 5] -> storm: [nk, 20, Inchon]
            expected to look like [nk, 20, Inchon, 5]
    """,
    "seoul-train": """
        by default: 1404 1405 1505} -> by default: 1404 1405}
            3 hexes by default were expected
        by default: 1404 1405 1505} -> by default: 1404 1405 1106}
            all of them in the area
        count: 3, in: Seoul, -> count: 3,
            A random set-up needs the key in
        {turn: 7, nation: nk, at: 1412} -> {turn: 7, nation: nk}
            A random arrival needs the key at
        {turn: 7, nation: nk, at: 1412} -> 1412
            A random arrival is a mapping
    """,
}
"""What is wrong in which sheet, and below it what the refusal says."""


def slips() -> Iterator[tuple[str, str, str, str]]:
    for battle_id, text in SLIPS.items():
        lines = [line.strip() for line in text.strip().splitlines()]
        for change, says in zip(lines[::2], lines[1::2], strict=True):
            old, _, new = change.partition(" -> ")
            yield battle_id, old, new, says


@pytest.mark.parametrize(("battle_id", "old", "new", "says"), [*slips()])
def test_refused(tmp_path: Path, battle_id: str, old: str, new: str, says: str) -> None:
    text, line = replaced(sheet_text(battle_id), old, new)
    sheet = write(tmp_path, "battle.yaml", text)
    found = refusal(tmp_path, battle_id)
    assert says in found
    match = re.match(rf"{re.escape(str(sheet))} line ([0-9]+): .+\.$", found)
    assert match, found
    assert int(match[1]) == (line_of(text, "dates:") if "dates" in says else line), found


@pytest.mark.parametrize(
    ("battle_id", "old", "new", "says"),
    [
        (
            "pusan-dg",
            "  mountain:\n",
            "  mountains:\n",
            "mountains is not in the terrain key under terrain: known",
        ),
        (
            "seoul-train",
            "  bridge-blown: 1",
            "  bridge-blwn: 1",
            "bridge-blwn is not in the terrain key under hexsides",
        ),
        ("chosin-dg", "  trail:\n", "  track:\n", "under ways: known are road, trail"),
        ("chosin-train", "  Hagaru-ri: 0907", "  Hagaru-ri: 0977", "There is no hex 0977"),
    ],
)
def test_a_mistake_in_the_map_is_refused(
    tmp_path: Path, battle_id: str, old: str, new: str, says: str
) -> None:
    """The battle's own map instead of the shared one."""
    text, _ = replaced(sheet_text(battle_id), f"map: {battle_id.partition('-')[0]}\n", "")
    write(tmp_path, "battle.yaml", text)
    drawn = write(tmp_path, "map.yaml", map_text(battle_id))
    load(tmp_path, battle_id)
    text, line = replaced(map_text(battle_id), old, new)
    write(tmp_path, "map.yaml", text)
    found = refusal(tmp_path, battle_id)
    assert says in found
    assert found.startswith(f"{drawn} line {line}: ")


def test_a_city_that_sinks_takes_its_counters_with_it(tmp_path: Path) -> None:
    """The map is changed under a battle: the counter that stood there is named in the battle's sheet."""
    text, _ = replaced(sheet_text("seoul-dg"), "map: seoul\n", "")
    sheet = write(tmp_path, "battle.yaml", text)
    old = "  sea:"
    assert old in map_text("seoul-dg")
    write(tmp_path, "map.yaml", re.sub(r"  sea:(\s+-)? ", r"  sea:\1 0805 ", map_text("seoul-dg"), count=1))
    found = refusal(tmp_path, "seoul-dg")
    assert found.startswith(f"{sheet} line ")
    assert "Counter NK-107 cannot be in 0805, which is" in found


WORDS = (
    "",
    "7",
    "-1",
    "[]",
    "{}",
    "nk",
    "0101",
    "9999",
    "[1, 2]",
    "~",
    "true",
    "{a: b}",
    "[[]]",
    "1.5",
    "x y z",
)


@pytest.mark.parametrize("battle_id", BATTLES)
def test_no_slip_of_the_pen_crashes_the_loader(tmp_path: Path, battle_id: str) -> None:
    """Values of random lines are swapped for nonsense: the sheet loads, or it is refused with a sentence."""
    lines, random, refused = sheet_text(battle_id).splitlines(), Random(7), 0
    keyed = [number for number, line in enumerate(lines) if re.match(r" *[^#\s][^#]*: ", line)]
    for _ in range(20):
        changed, number = lines[:], random.choice(keyed)
        key, _, value = changed[number].partition(": ")
        inner = re.findall(r"[\w/+-]+", value)
        if inner and random.random() < 0.5:
            value = value.replace(random.choice(inner), random.choice(WORDS), 1)
        else:
            value = random.choice(WORDS)
        changed[number] = f"{key}: {value}"
        write(tmp_path, "battle.yaml", "\n".join(changed))
        if found := complaint(tmp_path, battle_id):
            refused += 1
            assert re.search(r"battle\.yaml(?: line [0-9]+)?: \S.*\.$", found), changed[number]
    assert refused >= 8


def complaint(folder: Path, battle_id: str) -> str:
    """Why the sheet does not load; nothing if it does."""
    try:
        load(folder, battle_id)
    except SheetError as error:
        return str(error)
    return ""
