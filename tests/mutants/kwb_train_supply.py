"""Supply, reinforcements and victory levels of the designer's edition (kwb-train 9 to 11), broken."""

from __future__ import annotations

from typing import Any

from hexfolio.core.battle import Battle
from hexfolio.core.orders import Order
from hexfolio.core.state import REMOVED, State
from hexfolio.rulebooks.fire_and_movement.reinforcements import Reinforcements
from hexfolio.rulebooks.korean_war.ground import RIVERS

from .combat import item
from .korean import data, forgiven, keeping_lists, mistaking, schedule, without_lists
from .kwb_dg_supply import halved_together, rough_for_all
from .kwb_train import BATTLES, TRAIN, as_at_the_start, bars, law, lets, linked_over, raised, says, train
from .making import Patch, Wrong, allowed, items, module_value, pretending, then


def lines_of(method: str, change: Wrong, side_id: str) -> Patch:
    """Hexes closed to one side's lines by another rule, as far as one of the lines is concerned.

    `change` is given the rulebook, the position, the side and what is closed by the right rule.
    """

    def wrong(right: Any, rules: Any, state: State, *args: Any) -> Any:
        side = rules.battle.side_index(side_id)
        key = ("closed", side)
        state.cache.pop(key, None)
        state.cache[key] = change(rules, state, side, rules.closed_hexes(state, side))
        try:
            return right(state, *args)
        finally:
            state.cache.pop(key, None)

    return law(method, wrong)


def only_enemies(rules: Any, state: State, side: int, closed: bytes) -> bytes:
    return bytes(map(bool, state.occupied[1 - side]))


def with_rough(rules: Any, state: State, side: int, closed: bytes) -> bytes:
    return bytes(a or b for a, b in zip(closed, rules.rough, strict=True))


def dry(rules: Any) -> bytes:
    """Steps that cross no river."""
    features = rules.board.hexsides
    return bytes(
        rules.edges_where(
            lambda hex_, direction, goal: RIVERS.isdisjoint(
                features.get(rules.grid.side(hex_, direction), ())
            )
        )
    )


def by_symbols(right: Any, rules: Any, state: State, side: int) -> Any:
    """Symbols supply units near them, without a Center."""
    if side != rules.communist:
        return right(state, side)
    symbols = rules.mask(rules.listed_hexes("symbols", side))
    near = rules.spread(rules.all_edges, rules.closed_hexes(state, side), symbols, 3)
    return bytes(a or b for a, b in zip(near, right(state, side), strict=True))


def any_road(right: Any, rules: Any, state: State, side: int) -> Any:
    """Every road supplies the United Nations, wherever it leads."""
    if side == rules.communist:
        return right(state, side)
    hexes = {rules.battle.sides[side].id: tuple(hex_ for hex_, way in enumerate(rules.on_way) if way)}
    with pretending(rules, "special", {**rules.special, "sources": hexes}):
        return right(state, side)


def un_needs(test: Wrong) -> Wrong:
    """A UN unit is in supply only in a hex for which the test holds."""

    def wrong(right: Any, rules: Any, state: State, unit: int) -> Any:
        fit = state.side_of[unit] != rules.un or rules.supply_free[rules.un] or test(rules, state.at[unit])
        return bool(fit and right(state, unit))

    return wrong


def judged_once(right: Any, rules: Any, state: State, unit: int) -> Any:
    """Supply is judged once in a player turn, when somebody first asks."""
    known = rules.__dict__.setdefault("judged", {})
    key = (state.turn, state.active, unit)
    if key not in known:
        known[key] = right(state, unit)
    return known[key]


def wasting(change: Wrong) -> Wrong:
    """At the end of a game turn something happens to units out of supply."""

    def do(rules: Any, state: State, table: Any) -> None:
        for side in (0, 1):
            for unit in rules.out_of_supply(state, side):
                change(rules, state, unit, table)

    return then(do)


def emergency_within(reach: int) -> Wrong:
    def wrong(right: Any, rules: Any, state: State, unit: int, table: Any) -> None:
        hex_ = state.at[unit]
        right(state, unit, table)
        state.lists["emergency"] = tuple(
            other
            for other in state.on_map(rules.communist)
            if rules.grid.distance(state.at[other], hex_) <= reach
        )

    return wrong


def one_only(rules: Any, state: State, unit: int, table: Any) -> None:
    state.lists["emergency"] = state.lists["emergency"][:1]


def ends_with_phase(rules: Any, state: State, phase: str, table: Any) -> None:
    state.lists.pop("emergency", None)


def arrivals_at_step(step: int) -> Patch:
    """All reinforcements come on the same side of their counters."""

    def change(battle: Battle) -> dict[str, Any]:
        return {"start_steps": {**battle.start_steps, **dict.fromkeys(battle.arrivals, step)}}

    return data(change)


def lose_blocked(right: Any, rules: Any, state: State, table: Any) -> None:
    """Reinforcements that find their hex blocked are lost when the movement phase ends."""
    if state.phase == "movement":
        enemies = state.occupied[1 - state.active]
        for unit in rules.arrivals(state):
            if all(enemies[hex_] for hex_ in rules.entry_hexes(state, unit)):
                state.put(unit, REMOVED)
    right(state, table)


def arrived(rules: Any, state: State, unit: int) -> bool:
    return unit in state.lists.get("entered", ())


def by_center(test: Wrong) -> Patch:
    """A Center raises nobody where the test on the order holds."""
    return bars("judge_raise", lambda rules, state, order: order.unit >= 0 and test(rules, state, order))


def raised_by_center(rules: Any, state: State, order: Order, table: Any) -> None:
    """What a Center raises counts as the normal replacement."""
    state.lists["raised"] = (*state.lists.get("raised", ()), *order.units)


def raise_in_any_phase(right: Any, rules: Any, state: State, order: Order, side: Any) -> Any:
    if order.verb == "raise" and state.phase not in ("set-up", "movement"):
        return None
    return right(state, order, side)


def far_away(right: Any, rules: Any, state: State, order: Order) -> Any:
    """A Center raises units two hexes away."""
    own = right(state, order)
    near = own and own.rule == rules.clause("center_near") and rules.is_linked(state, order.unit)
    return None if near else own


def level_at(number: int, change: int, battle_id: str = "") -> Patch:
    """One of the levels begins at another margin."""
    return schedule(
        "levels",
        lambda battle, lines: [
            (least + change, side, name)
            if place == number and battle_id in ("", battle.id)
            else (least, side, name)
            for place, (least, side, name) in enumerate(lines)
        ],
    )


def won_by(number: int) -> Patch:
    """One of the levels is a victory of the other side."""
    return schedule(
        "levels",
        lambda battle, lines: [
            (least, 1 - side if place == number else side, name)
            for place, (least, side, name) in enumerate(lines)
        ],
    )


def judged_by(margin: Wrong) -> Wrong:
    """The outcome by another reckoning of the points."""

    def wrong(right: Any, rules: Any, state: State) -> Any:
        own = right(state)
        return own and type(own)(*rules.level(margin(*own.points)), own.points)

    return wrong


MUTANTS = [
    # 9.0
    train("supply is judged once in a player turn", law("in_supply", judged_once), "9.0.a"),
    train(
        "all units are in supply",
        says("in_supply", True),
        "9.0.a 9.0.com.a 9.0.com.c 9.0.un.a 9.0.un.b 9.1.a 9.1.b 9.1.c 9.1.d 10.1.2.c 12.3.supply.c 12.32.d",
    ),
    train(
        "no unit with a source is in supply",
        law("in_supply", lambda right, rules, state, unit: rules.supply_free[state.side_of[unit]]),
        "9.0.a 9.0.com.a 9.0.com.b 9.0.un.a 9.1.1.a 12.3.surprise.a 12.3.air.b",
    ),
    train("lines of four hexes", module_value(f"{TRAIN}.supply.REACH", 4), "9.0.com.a 9.0.un.a 10.1.2.c"),
    train("lines of two hexes", module_value(f"{TRAIN}.supply.REACH", 2), "9.0.com.a 9.0.un.a 10.1.2.c"),
    train(
        "Supply Centers need no link",
        says("is_linked", True),
        "9.0.com.a 9.0.com.c 9.1.1.a 10.1.3.b 12.1.1.supply.b 12.21.supply.b 12.3.supply.b",
    ),
    train("symbols supply by themselves", law("supplied", by_symbols), "9.0.com.a 12.21.supply.b"),
    train(
        "one symbol counts",
        law("listed_hexes", lambda right, rules, *args: right(*args)[:1]),
        "9.0.com.a 12.1.1.supply.b 12.21.supply.b 12.3.supply.b 12.21.supply.a 12.3.supply.a",
    ),
    train("a Center's line of fifteen hexes", law("linked", linked_over(limit=15)), "9.0.com.b"),
    train(
        "a Center's line keeps out of rough ground", lines_of("linked", with_rough, "communist"), "9.0.com.b"
    ),
    train("a Center's line keeps out of rivers", law("linked", linked_over(dry)), "9.0.com.b 12.21.supply.c"),
    train("a Center's line passes through zones", lines_of("linked", only_enemies, "communist"), "9.0.com.c"),
    train(
        "the line to a Center passes through zones",
        lines_of("supplied", only_enemies, "communist"),
        "9.0.com.c",
    ),
    train("UN lines pass through zones", lines_of("supplied", only_enemies, "un"), "9.0.un.b"),
    train(
        "rough ground does not stop UN lines",
        law("supplied", mistaking("rough", lambda rules, *_: bytes(rules.grid.size))),
        "9.0.un.a 12.3.supply.c",
    ),
    train(
        "rough ground stops all lines", law("closed_hexes", rough_for_all), "9.0.com.b 9.0.un.a 12.3.supply.c"
    ),
    train("any road is a source", law("supplied", any_road), "9.0.un.a 9.0.un.b"),
    train(
        "supply for units on the road only",
        law("in_supply", un_needs(lambda rules, hex_: rules.on_way[hex_])),
        "9.0.un.a",
    ),
    train(
        "rough ground under the unit counts",
        law("in_supply", un_needs(lambda rules, hex_: rules.on_way[hex_] or not rules.rough[hex_])),
        "9.0.un.a 12.3.supply.c",
    ),
    # 9.1
    train(
        "supply does not matter in attacks",
        law(
            "attack_item",
            item(lambda rules, state, unit, c, own: max(own, rules.attack_strength(state, unit))),
        ),
        "9.0.a 9.1.a 9.1.d 12.3.surprise.a 12.3.air.a",
    ),
    train(
        "halves are rounded down",
        law(
            "attack_item",
            item(
                lambda rules, state, unit, c, own: (
                    own
                    if rules.in_supply(state, unit)
                    else rules.attack_strength(state, unit)
                    // 2
                    * (1 + (unit in state.lists.get("doubled", ())))
                )
            ),
        ),
        "9.1.a 9.1.d",
    ),
    train("attackers are halved together", law("attack_items", items(halved_together)), "9.1.a"),
    train(
        "doubled before it is halved",
        law(
            "attack_item",
            item(
                lambda rules, state, unit, c, own: (
                    rules.attack_strength(state, unit)
                    if unit in state.lists.get("doubled", ()) and not rules.in_supply(state, unit)
                    else own
                )
            ),
        ),
        "9.1.a",
    ),
    train("replacements without supply", lets("judge_raise", "raise_supply"), "9.1.b 10.1.2.c"),
    train(
        "vehicles move late without supply",
        law("may_move_late", lambda right, rules, state, unit: right(state, unit) or rules.mobile[unit]),
        "9.1.c",
    ),
    *(
        train(
            f"{nation} trucks run without supply",
            law(
                "may_move_late",
                lambda right, rules, state, unit, nation=nation: (
                    right(state, unit) or (rules.has_trucks(state, unit) and rules.nation[unit] == nation)
                ),
            ),
            "9.1.c",
        )
        for nation in ("us", "cw")
    ),
    train(
        "without supply nobody moves at all",
        bars("judge_mover", lambda rules, state, unit: not rules.in_supply(state, unit)),
        "9.1.c",
    ),
    train(
        "without supply nobody attacks late",
        bars(
            "judge_attacker_status",
            lambda rules, state, unit: state.phase == "mobile-combat" and not rules.in_supply(state, unit),
        ),
        "9.1.d",
    ),
    train(
        "the defence is halved, too",
        law(
            "defence_item",
            item(lambda rules, state, unit, c, own: own if rules.in_supply(state, unit) else (own + 1) // 2),
        ),
        "9.1.e",
    ),
    train(
        "units out of supply are lost",
        law("turn_over", wasting(lambda rules, state, unit, table: rules.eliminate(state, unit, "", table))),
        "9.1.e",
    ),
    train(
        "units out of supply lose steps",
        law("turn_over", wasting(lambda rules, state, unit, table: rules.lose_step(state, unit, "", table))),
        "9.1.e",
    ),
    # 9.1.1
    train("emergency supply is of no use", law("in_supply", without_lists("emergency")), "9.1.1.a 9.1.1.b"),
    train("emergency supply two hexes far", law("use_emergency", emergency_within(2)), "9.1.1.a"),
    train("emergency supply in the hex only", law("use_emergency", emergency_within(0)), "9.1.1.a"),
    train("emergency supply from any Center", lets("judge_emergency", "emergency"), "9.1.1.a"),
    train(
        "emergency supply for attacks only",
        bars("judge_emergency", lambda rules, state, unit: state.phase == "movement"),
        "9.1.1.a",
    ),
    train("emergency supply for one unit", law("use_emergency", then(one_only)), "9.1.1.b 9.1.1.a"),
    train("emergency supply again and again", lets("judge_emergency", "emergency_once"), "9.1.1.b"),
    train("emergency supply lasts", law("begin_player_turn", keeping_lists("emergency")), "9.1.1.b"),
    train("emergency supply ends with the phase", law("begin_phase", then(ends_with_phase)), "9.1.1.b"),
    # 10.1
    train("all reinforcements are at full strength", arrivals_at_step(0), "10.1.a 12.1.2.g 12.1.2.h 12.31.g"),
    train("all reinforcements are depleted", arrivals_at_step(1), "10.1.a 12.1.2.h 12.22.setup.e 12.31.h"),
    train(
        "reinforcements come in any movement phase",
        law("judge_entry", allowed("arrival_phase", answer=0)),
        "10.1.a",
    ),
    train(
        "reinforcements come on among the enemy",
        law("judge_entry", allowed("entry_blocked", answer=0)),
        "10.1.b",
    ),
    train("blocked reinforcements are lost", law("end_phase", lose_blocked), "10.1.b"),
    train(
        "reinforcements pay for their hex",
        law("entry_cost", lambda right, rules, *args: Reinforcements.entry_cost(rules, *args)),
        "10.1.c",
    ),
    train(
        "reinforcements do not march",
        bars("judge_entry", lambda rules, state, unit, path: len(path) > 1),
        "10.1.c",
    ),
    train("reinforcements do not go on", bars("judge_mover", arrived), "10.1.c"),
    train("reinforcements do not attack", bars("judge_attacker_status", arrived), "10.1.c"),
    # 10.1.2
    train("there are no replacements", raised(lambda *_: True), "10.1.2.a 10.1.2.b 10.1.2.c 12.1.2.c 9.1.b"),
    train("any number of replacements", law("judge_raise", without_lists("raised")), "10.1.2.a 10.1.2.b"),
    train("replacements at any time of the phase", law("judge_raise", as_at_the_start), "10.1.2.a"),
    train("replacements in any phase", law("judge", raise_in_any_phase), "10.1.2.a 10.1.3.a"),
    *(
        train(
            f"no replacements for a {size}",
            raised(lambda r, s, unit, size=size: r.counters[unit].size == size),
            "10.1.2.a",
        )
        for size in ("cadre", "brigade", "regiment")
    ),
    train(
        "replacements for full units",
        law("judge_raise", forgiven("raise", lambda rules, state, order: not state.step[order.units[0]])),
        "10.1.2.a",
    ),
    train("one replacement in the battle", law("begin_phase", keeping_lists("raised")), "10.1.2.a"),
    train(
        "one replacement for a side",
        bars("judge_raise", lambda rules, state, order: order.unit < 0 and state.lists.get("raised")),
        "10.1.2.a 10.1.2.b",
    ),
    train("Communist replacements without limit", lets("judge_raise", "raise_one"), "10.1.2.b"),
    *(
        train(
            f"replacements for {name}",
            law(
                "judge_raise",
                forgiven("raise_kind", lambda rules, state, order, test=test: test(rules, order.units[0])),
            ),
            "10.1.2.e",
        )
        for name, test in (
            ("divisions", lambda rules, unit: rules.is_division(unit)),
            ("tanks", lambda rules, unit: rules.mobile[unit]),
            ("HQs", lambda rules, unit: rules.hq[unit]),
            ("Supply Centers", lambda rules, unit: rules.depot[unit]),
        )
    ),
    train("replacements for the Commonwealth", lets("judge_raise", "raise_commonwealth"), "10.1.2.f"),
    # 10.1.3
    train("Centers raise nobody", by_center(lambda *_: True), "10.1.3.a 10.1.3.b 10.1.3.c 12.3.coord.b"),
    train("a Center raises any number", lets("judge_raise", "center_raise"), "10.1.3.a"),
    train(
        "a Center raises four regiments", module_value(f"{TRAIN}.replacements.MOST_BY_CENTER", 4), "10.1.3.a"
    ),
    train(
        "a Center raises two regiments",
        by_center(lambda rules, state, order: len(order.units) > 2),
        "10.1.3.a",
    ),
    train(
        "a Center raises regiments only",
        by_center(lambda rules, state, order: any(map(rules.is_division, order.units))),
        "10.1.3.a 10.1.3.b",
    ),
    train(
        "a Center counts as the normal replacement", law("raise_units", then(raised_by_center)), "10.1.3.a"
    ),
    train(
        "after a normal replacement no Center",
        by_center(lambda rules, state, order: state.lists.get("raised")),
        "10.1.3.a",
    ),
    train(
        "Centers at the start of the phase",
        by_center(lambda rules, state, order: not rules.at_the_start(state)),
        "10.1.3.a",
    ),
    train("Centers raise from afar", law("judge_raise", far_away), "10.1.3.b"),
    train(
        "Centers raise their own stack",
        by_center(
            lambda r, state, order: any(state.at[unit] != state.at[order.unit] for unit in order.units)
        ),
        "10.1.3.a 10.1.3.b",
    ),
    train(
        "Centers raise their neighbours",
        by_center(
            lambda r, state, order: any(state.at[unit] == state.at[order.unit] for unit in order.units)
        ),
        "10.1.3.a 10.1.3.b",
    ),
    # 11.0
    train("victory by the Communist total", law("outcome", judged_by(lambda first, second: first)), "11.0.a"),
    train("victory by the sum", law("outcome", judged_by(lambda first, second: first + second)), "11.0.a"),
    train(
        "victory by the gap", law("outcome", judged_by(lambda first, second: abs(first - second))), "11.0.a"
    ),
    train(
        "victory by the UN lead", law("outcome", judged_by(lambda first, second: second - first)), "11.0.a"
    ),
    *(
        train(f"level {number} of victory begins {change:+d} away", level_at(number, change), "11.0.b")
        for number in range(4)
        for change in (1, -1)
    ),
    *(
        train(f"the highest level in {battle} is too high", level_at(0, 1, battle), "11.0.b")
        for battle in BATTLES
    ),
    *(
        train(f"level {number} of victory is the other side's", won_by(number), "11.0.b")
        for number in range(5)
    ),
]
