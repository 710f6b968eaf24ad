"""Landing checks and scatter of Paratrooper (para 6.2.1, 6.2.2 and 6.2.4), broken."""

from __future__ import annotations

from typing import Any

from hexfolio.core.state import State
from hexfolio.rulebooks.paratrooper.frames import MOVED

from .making import Patch, Wrong, then
from .para import adds, bars, changes, chart, law, mistakes, para, reading, says


def modified(change: Wrong) -> Patch:
    """Another modifier: `change` is given the enemies in the hex, the guns next to it, and the night."""

    def wrong(right: Any, rules: Any, state: State, unit: int, hex_: int) -> int:
        enemy = 1 - state.side_of[unit]
        guns = [
            other
            for near in rules.grid.around(hex_)
            for other in rules.units_in(state, enemy, near)
            if rules.has(other, "anti-air", "heavy-weapons") and not rules.is_disrupted(state, other)
        ]
        return int(change(len(rules.units_in(state, enemy, hex_)), len(guns), rules.is_night(state)))

    return law("landing_modifier", wrong)


def fire_of(*kinds: str) -> Patch:
    """Only these kinds of guns fire at landing units."""
    return law(
        "landing_modifier",
        lambda right, rules, state, unit, hex_: (
            int(
                bool(rules.units_in(state, 1 - state.side_of[unit], hex_))
                or any(
                    rules.has(other, *kinds) and not rules.is_disrupted(state, other)
                    for near in rules.grid.around(hex_)
                    for other in rules.units_in(state, 1 - state.side_of[unit], near)
                )
            )
            + rules.is_night(state)
        ),
    )


def column(instead: Wrong) -> Wrong:
    """Ways of a hex change the column: `instead` is given the right terrain and whether a way is there."""

    def wrong(right: Any, rules: Any, hex_: int) -> str:
        sides = {rules.grid.side(hex_, d) for d in range(6) if rules.grid.neighbour(hex_, d) >= 0}
        way = any(sides & set(hexsides) for hexsides in rules.board.ways.values())
        return str(instead(right(hex_), way))

    return wrong


def spared(cause: str) -> Patch:
    """Units are not disrupted by one cause."""
    return law(
        "disrupt",
        lambda right, rules, state, unit, why, table: (
            None if why == cause else right(state, unit, why, table)
        ),
    )


def dice(change: Wrong) -> Wrong:
    """Scatter with other dice: `change` is given direction and distance as rolled."""

    def wrong(right: Any, rules: Any, state: State, unit: int, table: Any) -> Any:
        direction, distance = change(table.roll(), table.roll())
        rolled = iter((direction, distance))

        class Loaded:
            def roll(self) -> int:
                return int(next(rolled))

            def __getattr__(self, name: str) -> Any:
                return getattr(table, name)

        return right(state, unit, Loaded())

    return wrong


def turned(own: dict[int, str]) -> dict[int, str]:
    """The diagram turned by one hexside."""
    names = list(own.values())
    return dict(zip(own, names[1:] + names[:1], strict=True))


def not_moved(right: Any, rules: Any, state: State, unit: int, table: Any) -> Any:
    hex_ = state.at[unit]
    aimed = right(state, unit, table)
    if state.at[unit] >= 0:
        state.put(unit, hex_)
    return aimed


def lost(right: Any, rules: Any, state: State, unit: int, last: int, table: Any) -> None:
    rules.eliminate(state, unit, "scatter", table)


def at_the_edge(right: Any, rules: Any, state: State, unit: int, last: int, table: Any) -> None:
    """Who drifts off the map stays in its last hex."""
    state.put(unit, last)
    rules.disrupt(state, unit, "scatter", table)


def by_any_edge(own: tuple[int, ...], rules: Any, state: State, unit: int) -> tuple[int, ...]:
    edges = {hex_ for edge in ("north", "south", "east", "west") for hex_ in rules.grid.edge(edge)}
    return tuple(sorted(edges)) if unit in state.lists.get("strayed", ())[::2] else own


def no_other_hex(own: tuple[int, ...], rules: Any, state: State, unit: int) -> tuple[int, ...]:
    """Only the very hex it passed, whoever is there."""
    strayed = state.lists.get("strayed", ())
    if unit not in strayed[::2]:
        return own
    last = strayed[2 * strayed[::2].index(unit) + 1]
    return tuple(hex_ for hex_ in own if hex_ == last)


def punished_beyond(right: Any, rules: Any, state: State, side: int, hex_: int, table: Any) -> None:
    """Only what is too much is hit."""
    for unit in rules.counted(state, side, hex_)[rules.stacking_limit() :]:
        rules.disrupt(state, unit, "over-stacking", table)


def not_after_landing(right: Any, rules: Any, state: State, table: Any) -> None:
    if state.phase != "landing":
        right(state, table)


def spent(rules: Any, state: State, unit: int, *_: Any) -> None:
    state.flags[unit] |= MOVED


def landed(rules: Any, state: State, unit: int, *_: Any) -> bool:
    return state.tracks.get(f"landed {unit}") == state.turn


def noted(rules: Any, state: State, unit: int, *_: Any) -> None:
    state.tracks[f"landed {unit}"] = state.turn


def weary(monkeypatch: Any) -> None:
    """Who has landed does not attack."""
    law("land", then(noted))(monkeypatch)
    bars("judge_attacker", landed)(monkeypatch)


MUTANTS = [
    # 6.2.1
    para("6: every landing reads the clear column", says("terrain", "clear"), "6.2.1.a"),
    para(
        "6: landing reads the paddy column",
        reading("drop", lambda right, charts, terrain, die: right("rice-paddy", die)),
        "6.2.1.a 6.2.1.f",
    ),
    para("6: no fire at landing units", modified(lambda units, guns, night: night), "6.2.1.b 6.2.1.h 9.5.b"),
    para(
        "6: fire from the hex only",
        modified(lambda units, guns, night: (units > 0) + night),
        "6.2.1.b 9.5.b",
    ),
    para("6: fire from next to it only", modified(lambda units, guns, night: (guns > 0) + night), "6.2.1.b"),
    para("6: no fire from heavy weapons", fire_of("anti-air"), "6.2.1.b 9.5.b"),
    para("6: no fire from anti-aircraft units", fire_of("heavy-weapons"), "6.2.1.b 9.5.b"),
    para(
        "6: disrupted guns fire at landing units",
        mistakes("landing_modifier", "is_disrupted", lambda *_: lambda *_: False),
        "6.2.1.b 9.5.b",
    ),
    para(
        "6: every unit next to it fires",
        law(
            "landing_modifier",
            lambda right, rules, state, unit, hex_: max(
                right(state, unit, hex_), rules.next_to(state, 1 - state.side_of[unit], hex_)
            ),
        ),
        "6.2.1.b 9.5.b",
    ),
    para(
        "6: every gun adds one",
        modified(lambda units, guns, night: (units > 0) + guns + night),
        "6.2.1.c 6.2.1.h",
    ),
    para(
        "6: guns add to enemies in the hex",
        modified(lambda units, guns, night: (units > 0) + (guns > 0) + night),
        "6.2.1.c 6.2.1.h",
    ),
    para(
        "6: no modifier by night",
        modified(lambda units, guns, night: units + guns > 0),
        "6.2.1.d 6.2.1.e 6.2.1.h",
    ),
    para(
        "6: modifiers do not add up",
        modified(lambda units, guns, night: units + guns > 0 or night),
        "6.2.1.e 6.2.1.h",
    ),
    para(
        "6: a road is like rice paddies",
        law("terrain", column(lambda own, way: "rice-paddy" if way and own == "clear" else own)),
        "6.2.1.f",
    ),
    para(
        "6: ways make a hex clear",
        law("terrain", column(lambda own, way: "clear" if way else own)),
        "6.2.1.f",
    ),
    para("6: a landing does not disrupt", spared("landing"), "6.2.1.g"),
    para(
        "6: the die is read one lower",
        reading("drop", lambda right, charts, terrain, die: right(terrain, die - 1)),
        "6.2.1.g",
    ),
    # 6.2.2
    para("6: the diagram is turned", chart("scatter", turned), "6.2.2.a 6.2.2.k"),
    para("6: the dice of scatter are swapped", law("_scatter", dice(lambda a, b: (b, a))), "6.2.2.a 6.2.2.b"),
    para("6: scatter is three hexes", law("_scatter", dice(lambda a, b: (a, 3))), "6.2.2.b 6.2.2.k"),
    para("6: the planned hex is counted", law("_scatter", dice(lambda a, b: (a, b - 1))), "6.2.2.c"),
    para("6: scatter does not move a unit", law("_scatter", not_moved), "6.2.2.d 6.2.2.k"),
    para("6: scatter does not disrupt", spared("scatter"), "6.2.2.e 6.2.2.k"),
    para("6: who drifts off the map is lost", law("_blow_away", lost), "6.2.2.f"),
    para("6: who drifts to the edge stays there", law("_blow_away", at_the_edge), "6.2.2.f"),
    para("6: who drifted off is not disrupted", spared("scatter"), "6.2.2.f"),
    para(
        "6: who drifted off comes back at once",
        adds("_blow_away", lambda rules, state, *_: state.lists.pop("adrift", None)),
        "6.2.2.f",
    ),
    para("6: who drifted off comes by any edge", changes("entry_hexes", by_any_edge), "6.2.2.f"),
    para("6: who drifted off comes by one hex", changes("entry_hexes", no_other_hex), "6.2.2.f"),
    para("6: who drifted off may stay away", says("judge_all_entered", None), "6.2.2.f"),
    para(
        "6: water is land for parachutists",
        mistakes("_scatter", "is_closed", lambda *_: lambda *_: False),
        "6.2.2.g",
    ),
    para("6: landing units may crowd a hex", law("punish_crowds", not_after_landing), "6.2.2.j"),
    para("6: only what is too much is hit", law("punish_crowd", punished_beyond), "6.2.2.j"),
    # 6.2.4
    para("6: who has landed does not move", adds("land", spent), "6.2.4.a"),
    para("6: who has landed does not attack", weary, "6.2.4.a"),
]
