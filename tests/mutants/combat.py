"""Ground combat, broken."""

from __future__ import annotations

from typing import Any

from hexfolio.core.odds import Item
from hexfolio.core.state import State
from hexfolio.core.terrain import TerrainKey
from hexfolio.rulebooks.fire_and_movement.frames import ATTACKED, TARGETED
from hexfolio.rulebooks.fire_and_movement.tables import CombatTable, combat_table

from .making import (
    FOLIO,
    NEW,
    ST296,
    Patch,
    Wrong,
    allowed,
    attackers_only,
    attribute,
    both,
    items,
    line_of,
    module_value,
    more,
    mutant,
    no_end_while,
    no_fresh_turn,
    refused,
    rule,
    step,
    then,
    without_flags,
)


def lowest_target_first(rules: Any, state: State, hex_: int) -> bool:
    return any(other < hex_ for other in rules.targets(state) if rules.attackers(state, other))


def must_all_attack(right: Any, step: Any, rules: Any, state: State, order: Any) -> Any:
    refusal = right(rules, state, order)
    if refusal is None and len(order.units) < len(rules.attackers(state, order.path[0])):
        return rules.refuse("sequence", "Refused by a mutant.")
    return refusal


def named_once(right: Any, step: Any, rules: Any, state: State, order: Any) -> Any:
    return right(rules, state, order._replace(units=tuple(set(order.units))))


def neighbours_too(right: Any, rules: Any, state: State, combat: Any, result: str, table: Any) -> Any:
    near = [unit for hex_ in rules.grid.around(combat.hex) for unit in state.stacks.get(hex_, ())]
    near = [unit for unit in near if state.side_of[unit] != state.active]
    return right(state, combat._replace(defenders=(*combat.defenders, *near)), result, table)


def any_hexside(right: Any, rules: Any, state: State, hex_: int, starts: Any) -> Any:
    lines = [rules.side_line(state, rules.board.side_between(start, hex_)) for start in starts]
    return max(filter(None, lines), key=rules.table.shift.__getitem__, default=None)


def no_bridge(right: Any, rules: Any, state: State, side: int) -> str:
    river = next(line for line in ("river", "han-river") if line in rules.table.shift)
    return river if right(state, side) == "bridge" else str(right(state, side))


def attackers_terrain(rules: Any, state: State, combat: Any, best: str, side: str | None) -> Any:
    lines = [best, *(rules.hex_lines[state.at[unit]] for unit in combat.attackers)]
    return max(lines, key=rules.table.shift.__getitem__)


def item(change: Wrong) -> Wrong:
    """One figure of a combat with another value."""

    def wrong(right: Any, rules: Any, state: State, unit: int, combat: Any) -> Item:
        own = right(state, unit, combat)
        return Item(own.rule, own.what, int(change(rules, state, unit, combat, own.value)))

    return wrong


def defenders_only(rules: Any, state: State, combat: Any, own: list[Item]) -> list[int]:
    return [figure.value for figure in own][: len(combat.defenders)]


def unhalved(rules: Any, state: State, combat: Any, own: list[Item]) -> list[int]:
    markers = [rules.marker_value[marker] for marker in combat.attacker_markers]
    return attackers_only(rules, state, combat, own) + markers


def halved_together(rules: Any, state: State, combat: Any, own: list[Item]) -> list[int]:
    total = sum(rules.marker_value[marker] for marker in combat.attacker_markers)
    fort = combat.hex in rules.board.fortifications
    return [*attackers_only(rules, state, combat, own), total // 2 if fort else total]


def one_for_any_marker(rules: Any, state: State, combat: Any, own: list[Item]) -> list[int]:
    return attackers_only(rules, state, combat, own) + [1] * len(combat.attacker_markers)


def doubled_in_forts(rules: Any, state: State, combat: Any, own: list[Item]) -> list[int]:
    values, units = [figure.value for figure in own], len(combat.defenders)
    times = 2 if combat.hex in rules.board.fortifications else 1
    return values[:units] + [value * times for value in values[units:]]


def swapped_results(changes: dict[str, str]) -> Patch:
    def wrong(right: Any, rules: Any, state: State, combat: Any, result: str, table: Any) -> Any:
        return right(state, combat, changes.get(result, result), table)

    return rule("apply_result", wrong)


def lose_nothing_more(right: Any, rules: Any, state: State, unit: int, *args: Any) -> Any:
    return right(state, unit, *args) if state.step[unit] + 1 < len(rules.counters[unit].steps) else None


def lose_everything(right: Any, rules: Any, state: State, unit: int, cause: str, table: Any) -> Any:
    return rules.eliminate(state, unit, cause, table)


def first_takes_loss(right: Any, rules: Any, state: State, side: int, units: Any, *args: Any) -> Any:
    return right(state, side, units[:1], *args)


def bystanders_too(right: Any, rules: Any, state: State, side: int, units: Any, *args: Any) -> Any:
    return right(state, side, (*units, *(unit for unit in state.on_map(side) if unit not in units)), *args)


def column(change: Wrong) -> Patch:
    right = CombatTable.column
    return attribute(CombatTable, "column", lambda table, line, by: change(right, table, line, by))


def entry(change: Wrong) -> Patch:
    right = CombatTable.result
    return attribute(
        CombatTable, "result", lambda table, at, die: change(table, at, die, right(table, at, die))
    )


def wrong_table(table_id: str) -> Any:
    standard = {FOLIO: "fm-folio-standard", ST296: "fm-st296-pusan-inchon"}
    return combat_table(next((own for book, own in standard.items() if table_id.startswith(book)), table_id))


MIXED_UP = {"De": "D3", "D3": "D2", "D2": "D3", "Ex": "(A)", "-": "(A)", "(A)": "-"}


RESULTS_MIXED_UP = {**MIXED_UP, "A1": "A2", "A2": "A1", "A3": "A2", "Ae": "(A)"}


COMBAT_TABLE = "hexfolio.rulebooks.fire_and_movement.general.combat_table"


MUTANTS = [
    # Who attacks whom
    mutant("enemies join the attack", rule("judge_attacker", allowed("own_combat")), "7.0.f", "4.1.h"),
    mutant(
        "empty hexes are attacked",
        rule("judge_target", allowed("no_target")),
        "7.0.a 8.0.a",
        "7.0.a 8.2.a",
        folio="2.3.1.e",
        st296="3.0.d",
    ),
    mutant("attacks at a distance", rule("judge_attacker", allowed("adjacent")), "7.0.a 7.1.c", "8.2.a"),
    mutant(
        "adjacent units must attack",
        no_end_while(
            "combat", lambda rules, state: any(rules.attackers(state, hex_) for hex_ in rules.targets(state))
        ),
        "7.0.b",
        "8.0.b 8.2.b",
    ),
    mutant(
        "one attack in a phase",
        rule("judge_target", refused(lambda rules, state, hex_: state.tracks.get("attacks"))),
        "7.0.g 7.1.b 7.1.h",
        "8.0.e 8.0.f 8.2.b 8.2.c",
    ),
    mutant(
        "attacks in a fixed order",
        rule("judge_target", refused(lowest_target_first)),
        "4.1.i 7.1.a",
        "8.0.f 8.2.b",
    ),
    mutant("all neighbours must attack", step("combat", "judge_attack", must_all_attack), "7.1.b", "8.2.c"),
    mutant(
        "any hexside may be attacked across",
        rule("judge_attack_hexside", lambda *_: None),
        "7.1.d",
        "8.2.f 8.2.g",
    ),
    mutant(
        "attacks into closed ground as in the other edition",
        both(
            rule(
                "judge_attack_hexside",
                refused(lambda rules, s, u, a, b: not rules.costs[u][a * 6 + rules.grid.direction(a, b)]),
                (FOLIO, ST296),
            ),
            rule("judge_attack_hexside", allowed("attack_hex"), (NEW,)),
        ),
        "7.1.d",
        "8.2.g",
    ),
    mutant(
        "no attack out of rough ground",
        rule(
            "judge_attacker",
            refused(
                lambda rules, state, unit, hex_: (
                    rules.board.terrain[state.at[unit]] != rules.board.terrain[hex_]
                )
            ),
        ),
        "7.1.e",
        "8.2.h",
    ),
    mutant(
        "attacks spread to neighbours", rule("apply_result", neighbours_too), "7.1.a 7.1.i", "8.0.d 8.2.b"
    ),
    mutant(
        "weakened units do not attack",
        rule("judge_attacker_status", refused(lambda rules, state, unit: state.step[unit])),
        "7.1.j",
    ),
    mutant(
        "units keep the values of their front",
        rule("attack_strength", lambda right, rules, state, unit: rules.counters[unit].steps[0][0]),
        "7.1.j",
    ),
    mutant(
        "units without strength do not attack",
        rule(
            "judge_attacker_status",
            refused(lambda rules, state, unit: not rules.attack_strength(state, unit)),
        ),
        "7.1.k",
        "8.2.j",
    ),
    mutant("units attack twice", rule("judge_attacker_status", without_flags(ATTACKED)), "7.2.a", "8.2.d"),
    mutant("units are attacked twice", rule("judge_target", without_flags(TARGETED)), "7.2.b", "8.0.c"),
    mutant(
        "units are attacked once in a turn", rule("begin_phase", no_fresh_turn(TARGETED)), "7.2.d", "8.0.c"
    ),
    mutant(
        "fire uses up the attack on a unit",
        rule(
            "resolve_bombardment",
            then(
                lambda rules, state, combat, table: [
                    state.flags.__setitem__(unit, state.flags[unit] | TARGETED) for unit in combat.defenders
                ]
            ),
        ),
        "7.0.d 7.2.c",
    ),
    mutant("a unit is named twice", step("combat", "judge_attack", named_once), "7.3.f", "8.2.i"),
    # Strengths, lines, tables
    mutant(
        "units attack with their defence",
        rule("attack_strength", lambda right, rules, state, unit: rules.defence_strength(state, unit)),
        "2.3.2.a 7.1.f 4.1.j",
        "2.3.2.a 8.2.e",
    ),
    mutant(
        "units defend with their attack",
        rule(
            "defence_strength",
            lambda right, rules, state, unit: rules.counters[unit].steps[state.step[unit]][0],
        ),
        "2.3.2.b 7.3.g",
        "2.3.2.b 8.2.i",
    ),
    mutant(
        "attack and defence are added",
        rule("attack_strength", more(lambda rules, state, unit: rules.defence_strength(state, unit))),
        "7.3.g 7.3.f",
        "8.2.i",
    ),
    mutant(
        "one attacker counts",
        rule(
            "attack_items",
            items(lambda r, s, combat, own: [f.value for f in own][max(0, len(combat.attackers) - 1) :]),
        ),
        "4.1.j 7.1.c 7.1.f 7.3.a",
        "8.2.1.j 8.2.e",
    ),
    mutant(
        "attackers' markers add nothing",
        both(rule("attack_items", items(attackers_only)), rule("_extra", lambda *_: [])),
        "2.3.2.c 4.1.k 4.1.q 7.1.g 7.3.a 8.2.a 8.3.a 8.3.e 8.3.o 8.4.a 8.4.c 8.4.i 8.5.a 7.0.c",
        "2.3.2.d 7.2.a 7.2.g 7.2.j 7.2.k 8.1.2.b 8.1.2.c 8.1.f 8.2.1.d 8.2.1.j 8.2.1.k",
    ),
    mutant(
        "defenders' markers add nothing",
        both(rule("defence_items", items(defenders_only)), rule("_extra", lambda *_: [])),
        "7.3.a 7.3.d 8.3.a 8.3.d 8.3.f 8.3.h 8.3.o 8.4.1.b 8.4.1.c",
        "7.2.g 7.2.j 8.2.1.c 8.2.1.e 8.2.1.j",
    ),
    mutant(
        "every marker counts one", rule("attack_items", items(one_for_any_marker)), "8.3.a", "7.2.a 7.2.g"
    ),
    mutant(
        "the table is read one column to the right",
        column(lambda right, table, line, by: min(12, right(table, line, by) + 1)),
        "4.1.m 7.3.b 7.4.e 8.4.c",
        "8.1.2.d 8.2.1.k crt.a crt.c",
        folio="crt.a crt.c crt.d crt.e",
        st296="crt.a crt.b crt.c crt.e",
    ),
    mutant(
        "terrain does not matter",
        rule("combat_line", line_of(lambda *_: "clear")),
        "4.1.m 7.4.a 7.4.c 7.4.e 7.4.f 7.4.g 7.5.e 8.5.b",
        "8.1.2.c 8.1.4.b 8.2.2.a 8.2.2.d 8.2.2.g 8.2.3.a",
        folio="7.3.b",
        st296="7.3.b",
    ),
    mutant(
        "the attackers' terrain counts",
        rule("combat_line", line_of(attackers_terrain)),
        "7.1.e 7.4.a",
        "8.2.2.a 8.2.h",
    ),
    mutant(
        "one attacker across a river is enough",
        rule("hexside_line", any_hexside),
        "7.4.b 7.4.d",
        "8.2.2.b 8.2.2.c 8.2.2.f",
    ),
    mutant(
        "rivers do not matter",
        rule("hexside_line", lambda *_: None),
        "7.4.c 7.4.d 7.4.f",
        "8.2.2.c 8.2.2.d 8.2.2.g",
    ),
    mutant("no bridges", rule("side_line", no_bridge), "7.4.d", "8.2.2.c 8.2.2.e 8.2.2.f"),
    mutant(
        "roads are no bridges",
        rule("bridged", lambda r, rules, state, side: "bridge" in rules.board.hexsides[side]),
        "7.4.d",
        "8.2.2.e",
    ),
    mutant("bridges everywhere", rule("bridged", lambda *_: True), "7.4.c", "8.2.2.d"),
    mutant(
        "terrain strengthens the defence",
        rule(
            "defence_item", item(lambda rules, s, u, c, own: own + rules.table.shift[rules.hex_lines[c.hex]])
        ),
        "7.4.e 7.4.g",
        "8.2.2.g",
    ),
    mutant(
        "the worse line counts",
        rule("combat_line", line_of(lambda rules, s, c, best, side: side or best)),
        "7.4.f 7.4.g",
        "8.2.2.g",
    ),
    mutant(
        "forts do not double",
        rule(
            "defence_item",
            lambda right, rules, state, unit, c: Item("", "", rules.defence_strength(state, unit)),
        ),
        "7.5.a 7.5.c 7.5.d 7.5.e",
        "8.2.3.a 8.2.3.c",
    ),
    mutant(
        "forts shelter one side only",
        rule(
            "defence_item",
            item(
                lambda rules, state, u, c, own: own if state.side_of[u] else rules.defence_strength(state, u)
            ),
        ),
        "7.5.a",
        "8.2.3.a",
    ),
    mutant(
        "markers count in full against forts",
        both(
            rule("attack_items", items(unhalved)),
            rule("_extra", lambda right, rules, c, values, *_: [Item("", "", value) for value in values]),
        ),
        "7.5.b 7.5.c",
        "8.2.3.b",
    ),
    mutant("markers are halved together", rule("attack_items", items(halved_together)), "7.5.b", "8.2.3.b"),
    mutant("forts double markers too", rule("defence_items", items(doubled_in_forts)), "7.5.d", "8.2.3.c"),
    mutant(
        "forts take the place of terrain",
        rule(
            "_hex_line",
            lambda right, rules, hex_: "clear" if hex_ in rules.board.fortifications else right(hex_),
        ),
        "7.5.e",
        "8.2.3.a",
    ),
    mutant(
        "no end of the table above",
        column(lambda right, table, line, by: right(table, line, by) if by <= 10 else 1),
        folio="crt.b",
        st296="crt.c crt.d",
        new="crt.b",
    ),
    mutant(
        "no end of the table below",
        column(
            lambda right, table, line, by: (
                right(table, line, by) if by > -3 or table.id.count("island") else 2
            )
        ),
        folio="crt.c",
        st296="crt.e",
        new="crt.c",
    ),
    mutant(
        "lines are ranked alike",
        column(lambda right, table, line, by: right(table, "clear", by)),
        folio="crt.a crt.d",
        st296="crt.a crt.b crt.f",
        new="crt.a crt.d",
    ),
    mutant(
        "the slant of the table runs on in the bottom row",
        entry(lambda table, at, die, own: {7: "A3", 8: "A2"}.get(at, own) if die == 6 else own),
        folio="crt.f",
        st296="crt.g",
        new="crt.i",
    ),
    mutant(
        "the last rows are one entry longer",
        entry(lambda table, at, die, own: "Ex" if (at, die) in ((12, 5), (9, 6)) else own),
        new="crt.f",
    ),
    mutant(
        "mountains begin in the second column",
        column(lambda right, table, line, by: max(2 if line == "mountain" else 1, right(table, line, by))),
        new="crt.d",
    ),
    mutant(
        "mixed ground and streams as in the other book",
        column(
            lambda right, table, line, by: right(table, "woods" if line in ("mixed", "stream") else line, by)
        ),
        new="crt.a crt.e",
    ),
    mutant(
        "streams shelter in version 8 too",
        rule(
            "side_line", lambda right, r, *args: "woods" if (own := right(*args)) == "stream" else own, (NEW,)
        ),
        new="crt.e",
    ),
    mutant(
        "unlisted terrain counts as town",
        attribute(
            CombatTable, "listed", lambda table, terrain: terrain if terrain in table.shift else "town"
        ),
        folio="crt.g",
        st296="crt.h",
        new="crt.h",
    ),
    mutant(
        "unlisted hexsides count as town",
        rule("_best_side_line", lambda r, rules, *args: r(*args) or "town"),
        st296="crt.h",
        new="crt.h",
    ),
    mutant(
        "the key puts nothing on another line",
        attribute(TerrainKey, "line", lambda key, terrain: terrain),
        folio="crt.g",
        st296="crt.h",
        new="crt.h",
    ),
    mutant(
        "one table for all battles",
        module_value(COMBAT_TABLE, wrong_table),
        folio="crt.d crt.e",
        st296="crt.b crt.c crt.f",
    ),
    mutant(
        "roads do not matter in combat",
        rule("_hex_line", lambda right, rules, hex_: line if (line := right(hex_)) != "road" else "clear"),
        st296="crt.f",
    ),
    # Results
    mutant("attacks come to nothing", rule("apply_result", lambda *_: None), "7.3.c", "8.0.b 8.2.1.k"),
    mutant(
        "results mixed up",
        swapped_results(RESULTS_MIXED_UP),
        "7.6.a 7.6.b 7.6.c 7.6.d 7.6.f 7.6.g 7.6.h 7.6.i 7.6.j 7.6.k",
        "8.2.4.a 8.2.4.b 8.2.4.c 8.2.4.d 8.2.4.e 8.2.4.f 8.2.4.g 8.2.4.h 8.2.4.i 8.2.4.j",
    ),
    mutant(
        "the last step is never lost",
        rule("lose_step", lose_nothing_more),
        "7.6.d 7.6.i 7.7.i 7.7.m 7.7.1.c 7.7.2.i 7.8.b 8.4.2.a",
        "2.3.c 8.2.4.d 8.2.4.h 8.3.b 8.4.d",
    ),
    mutant(
        "every loss is total",
        rule("lose_step", lose_everything),
        "7.6.d 7.6.e 7.8.a 8.4.e",
        "2.3.b 8.2.4.d 8.4.a",
    ),
    mutant(
        "the first unit takes the loss",
        rule("take_loss", first_takes_loss),
        "7.6.e 7.6.i 8.4.2.b",
        "8.1.3.c 8.2.4.d 8.2.4.h",
    ),
    mutant("bystanders take losses", rule("take_loss", bystanders_too), "7.6.e 7.6.i", "8.2.4.d 8.2.4.h"),
    mutant(
        "the enemy picks the way of a retreat",
        step("retreat", "side", lambda right, step, rules, state: 1 - right(rules, state)),
        "7.6.m 7.7.a",
        "8.3.a",
    ),
]
