"""Movement, stacking, divisions and zones of the designer's edition (kwb-train 2.3 to 6.1), broken."""

from __future__ import annotations

from array import array
from dataclasses import replace
from typing import Any

from hexfolio.core.battle import Battle
from hexfolio.core.orders import Order
from hexfolio.core.state import ELIMINATED, State
from hexfolio.rulebooks.fire_and_movement.frames import ADVANCED, ATTACKED, MOVED
from hexfolio.rulebooks.fire_and_movement.movement import CLOSED, Charges, half_allowance
from hexfolio.rulebooks.korean_war.ground import ROUGH

from .korean import data, mistaking
from .kwb_train import BATTLES, as_nation, bars, law, lets, says, train, unless
from .making import Patch, Wrong, both, without_flags

WET = frozenset(
    ("minor-river", "river", "han-river", "frozen-river", "frozen-reservoir-hexside", "sea-hexside")
)


def is_size(*sizes: str) -> Wrong:
    """Is a unit, the last argument, of one of these sizes, HQs and Supply Centers left aside?"""
    return lambda rules, *args: (
        rules.counters[args[-1]].size in sizes and not rules.hq[args[-1]] and not rules.depot[args[-1]]
    )


def other_side_first(battle_id: str) -> Patch:
    return data(lambda battle: {"first": 1 - battle.first if battle.id == battle_id else battle.first})


def ways_without(way: str) -> Patch:
    """A kind of way does not count at all."""

    def change(battle: Battle) -> dict[str, Any]:
        ways = {name: rate for name, rate in battle.key.ways.items() if name != way}
        return {"key": replace(battle.key, ways=ways)}

    return data(change)


def late(rules: Any, state: State, unit: int) -> bool:
    """Is this a leg unit in the mobile movement phase?"""
    return bool(state.phase == "mobile-movement" and not rules.mobile[unit])


def off_the_road(right: Any, rules: Any, state: State, unit: int) -> Any:
    return right(state, unit)._replace(costs=rules.costs[unit])


def cautious(right: Any, rules: Any, state: State, unit: int) -> Any:
    """Rough ground is closed to mobile units even by road."""
    march = right(state, unit)
    if not rules.mobile[unit]:
        return march
    neighbours = rules.grid.neighbours
    return march._replace(
        costs=array(
            "H",
            (
                0 if neighbours[step] >= 0 and rules.rough[neighbours[step]] else cost
                for step, cost in enumerate(march.costs)
            ),
        )
    )


def rough_for_vehicles(right: Any, rules: Any, battle: Battle) -> Battle:
    adapted: Battle = right(battle)
    hexes = dict(adapted.key.hexes)
    for terrain in ROUGH & set(hexes):
        hexes[terrain] = {"leg": hexes[terrain]["leg"], "mobile": hexes[terrain]["leg"]}
    return replace(adapted, key=replace(adapted.key, hexes=hexes))


def unbroken_roads(right: Any, rules: Any, battle: Battle) -> Battle:
    adapted: Battle = right(battle)
    return replace(adapted, key=replace(adapted.key, interrupting=frozenset()))


def through_friends(rules: Any, state: State, unit: int, path: Any, *_: Any) -> bool:
    own = state.occupied[state.side_of[unit]]
    return any(own[hex_] for hex_ in path[1:-1])


def counting(test: Wrong) -> Patch:
    """Counters for which the test holds fill a hex like a regiment."""
    return law("is_big", lambda right, rules, counter: right(counter) or bool(test(counter)))


def two_to_a_hex(right: Any, rules: Any, state: State, unit: int, hex_: int) -> bool:
    units = state.stacks.get(hex_, ())
    same = state.occupied[state.side_of[unit]][hex_]
    big = [other for other in units if other != unit and rules.big[other]] if same else []
    return bool(not rules.big[unit] or len(big) < 2)


def two_are_no_crowd(right: Any, rules: Any, state: State, hex_: int) -> bool:
    return bool(sum(rules.big[unit] for unit in state.stacks.get(hex_, ())) > 2)


def break_in_any_phase(right: Any, rules: Any, state: State, order: Order, side: Any) -> Any:
    if order.verb == "break" and state.phase not in ("set-up", "movement"):
        return rules.judge_break(state, order.unit)
    return right(state, order, side)


def broken(change: Wrong) -> Wrong:
    """The right break-down, and something done to the division and its regiments."""

    def wrong(right: Any, rules: Any, state: State, unit: int, table: Any) -> Any:
        step = state.step[unit]
        regiments = right(state, unit, table)
        change(state, unit, step, regiments)
        return regiments

    return wrong


def all_at_step(number: int) -> Wrong:
    """All regiments of a division broken down on one side of their counters."""

    def change(state: State, unit: int, step: int, regiments: tuple[int, ...]) -> None:
        for regiment in regiments:
            state.step[regiment] = number

    return change


def whoever_is_left(right: Any, rules: Any, state: State, nation: str) -> list[int]:
    return [spare for other in ("nk", "cn", "rok") for spare in right(state, other)]


def first_spare(right: Any, rules: Any, state: State, nation: str, table: Any) -> int:
    spare: int = rules.spares_left(state, nation)[0]
    state.lists["spent"] = (*state.lists.get("spent", ()), spare)
    return spare


def drawn_depleted(right: Any, rules: Any, state: State, nation: str, table: Any) -> int:
    spare: int = right(state, nation, table)
    state.step[spare] = 1
    return spare


def zone(leaves: Wrong | None = None, enters: Wrong | None = None, crosses: Wrong | None = None) -> Patch:
    """Zones by other tests: of the hex they start from, of the one they enter, of the hexside's features."""

    def screened(rules: Any, hex_: int) -> bool:
        return bool(rules.rough[hex_]) or "city" in rules.board.terrain[hex_]

    def wrong(right: Any, rules: Any, state: State, unit: int) -> tuple[int, ...]:
        start = state.at[unit]
        if start < 0 or not rules.has_zone[unit]:
            return ()
        if screened(rules, start) and not (leaves and leaves(rules, start)):
            return ()
        return tuple(
            goal
            for goal in rules.grid.around(start)
            if (not screened(rules, goal) or (enters and enters(rules, goal)))
            and (
                not WET & rules.board.side_features(start, goal)
                or (crosses and crosses(rules.board.side_features(start, goal)))
            )
        )

    return law("zone_of", wrong)


def is_rough(rules: Any, hex_: int) -> bool:
    return bool(rules.rough[hex_])


def is_city(rules: Any, hex_: int) -> bool:
    return "city" in rules.board.terrain[hex_]


def no_zone_in_towns(right: Any, rules: Any, state: State, unit: int) -> tuple[int, ...]:
    return tuple(hex_ for hex_ in right(state, unit) if "town" not in rules.board.terrain[hex_])


def exerting(test: Wrong) -> Patch:
    """Other units exert zones; the test is given the counter and whether it should."""

    def zones(rules: Any, *_: Any) -> list[bool]:
        return [bool(test(counter, own)) for counter, own in zip(rules.counters, rules.has_zone, strict=True)]

    return law("zone_of", mistaking("has_zone", zones))


MUTANTS = [
    # 2.3 and 4.1
    train(
        "Commonwealth units are no Americans on trucks", law("has_trucks", as_nation("cw", "rok")), "2.3.b"
    ),
    *(
        train(f"the other side is first in {battle}", other_side_first(battle), "4.1.1.a")
        for battle in BATTLES
    ),
    # 5.1.2
    train(
        "divisions infiltrate",
        law("may_infiltrate", lambda right, rules, unit: not rules.mobile[unit] and rules.is_infantry(unit)),
        "5.1.2.a",
    ),
    *(
        train(
            f"units without infantry symbol infiltrate: {name}",
            law(
                "may_infiltrate",
                lambda right, rules, unit, name=name: right(unit) or rules.counters[unit].symbol == name,
            ),
            "5.1.2.a",
        )
        for name in ("hq", "engineer", "supply")
    ),
    train("cadres do not infiltrate", law("may_infiltrate", unless(is_size("cadre"), False)), "5.1.2.a"),
    train("nobody infiltrates", says("may_infiltrate", False), "5.1.2.a 12.21.scratch.c"),
    train(
        "divisions are pinned by zones",
        bars(
            "judge_mover",
            lambda rules, state, unit: (
                rules.is_division(unit) and rules.enemy_zones(state, unit)[state.at[unit]]
            ),
        ),
        "5.1.2.a",
    ),
    train(
        "vehicles infiltrate as in the base rules",
        both(
            law("may_infiltrate", lambda right, rules, unit: right(unit) or rules.mobile[unit]),
            law(
                "mobile_charges",
                lambda right, rules, unit, allowance: Charges(False, 0, half_allowance(allowance), 0),
            ),
        ),
        "5.1.2.b",
    ),
    train(
        "vehicles stop in zones",
        law("mobile_charges", lambda *_: Charges(stop=True, enter=0, cross=CLOSED, leave=0)),
        "5.1.2.b",
    ),
    train(
        "vehicles pay for leaving zones",
        law("mobile_charges", lambda *_: Charges(stop=False, enter=0, cross=CLOSED, leave=6)),
        "5.1.2.b",
    ),
    # 5.1.3
    train("Supply Centers move early", lets("judge_mover", "depot_phase"), "5.1.3.a"),
    train(
        "Supply Centers do not move late",
        law("may_move_late", unless(lambda rules, state, unit: rules.depot[unit], False)),
        "5.1.3.a",
    ),
    # 5.1.4
    train("there are no trucks", says("has_trucks", False), "2.3.b 5.1.4.a"),
    train(
        "trucks pick units up anywhere",
        law("has_trucks", mistaking("on_way", lambda rules, *_: bytes([1]) * rules.grid.size)),
        "5.1.4.a",
    ),
    train("trucks keep to roads", ways_without("trail"), "5.1.4.a 9.0.un.a"),
    train("units march and ride", law("judge_mover", without_flags(MOVED)), "5.1.4.a"),
    train("units advance and ride", law("judge_mover", without_flags(ADVANCED)), "5.1.4.a"),
    train(
        "who attacked does not ride",
        bars(
            "judge_mover",
            lambda rules, state, unit: late(rules, state, unit) and state.flags[unit] & ATTACKED,
        ),
        "5.1.4.a",
    ),
    train(
        "trucks drive through zones", law("charges", unless(late, Charges(False, 0, CLOSED, 0))), "5.1.4.a"
    ),
    train("trucks go cross-country", law("march", off_the_road), "5.1.4.b"),
    train("trucks need no bridges", law("adapted", unbroken_roads), "5.1.4.b 12.21.han.e"),
    train("who rides attacks late", says("may_attack_late", True), "5.1.4.c"),
    train("South Koreans have trucks", law("has_trucks", as_nation("rok", "us")), "5.1.4.d 2.3.b"),
    # 5.2.3
    train("rough ground is open to vehicles", law("adapted", rough_for_vehicles), "5.2.3.a"),
    train("rough ground is closed even by road", law("march", cautious), "5.2.3.a"),
    train(
        "vehicles do not attack rough ground",
        bars("judge_attacker", lambda rules, state, unit, hex_: rules.mobile[unit] and rules.rough[hex_]),
        "5.2.3.b",
    ),
    train(
        "vehicles advance into rough ground by road",
        law("advance_ways", mistaking("rough", lambda rules, *_: bytes(rules.grid.size))),
        "5.2.3.c",
    ),
    train(
        "vehicles do not advance",
        law("advance_ways", unless(lambda rules, state, unit, trails: rules.mobile[unit], [])),
        "5.2.3.c",
    ),
    # 5.3.1
    train("any number in a hex", says("has_room", True), "5.3.1.a"),
    train("two regiments in a hex", law("has_room", two_to_a_hex), "5.3.1.a"),
    train(
        "no limit in the mobile movement phase",
        law("has_room", unless(lambda rules, state, *_: state.phase == "mobile-movement", True)),
        "5.3.1.a",
    ),
    *(
        train(
            f"a {size} does not count for stacking",
            law("is_big", lambda right, rules, counter, size=size: right(counter) and counter.size != size),
            "5.3.1.a",
        )
        for size in ("regiment", "brigade", "division")
    ),
    train("nobody marches through friends", bars("judge_way", through_friends), "5.3.1.a"),
    train(
        "arrivals find no room on friends",
        bars("judge_entry", lambda rules, state, unit, path: not rules.has_room(state, unit, path[-1])),
        "5.3.1.a",
    ),
    train("crowds may stay", says("judge_crowding", None), "5.3.1.a 5.3.2.e"),
    train("two are no crowd", law("overfull", two_are_no_crowd), "5.3.1.a 5.3.2.e"),
    *(
        train(f"stacking: the {name} counts", counting(test), "5.3.1.b")
        for name, test in {
            "HQ": lambda counter: "hq" in counter,
            "Supply Center": lambda counter: "depot" in counter,
            "battalion": lambda counter: counter.size == "battalion",
            "cadre": lambda counter: counter.size == "cadre",
            "police": lambda counter: "police" in counter,
        }.items()
    ),
    # 5.3.2
    train(
        "divisions break down in mid-move",
        law("judge_break_in_play", lambda right, rules, state, unit: rules.judge_break(state, unit)),
        "5.3.2.a",
    ),
    train("divisions break down in any phase", law("judge", break_in_any_phase), "5.3.2.a"),
    *(
        train(
            f"divisions of {nation} stay whole",
            bars("judge_break", lambda rules, state, unit, nation=nation: rules.nation[unit] == nation),
            f"5.3.2.a{' 5.3.2.b' if nation == 'nk' else ''}",
        )
        for nation in ("rok", "cn", "nk")
    ),
    train("regiments break down", lets("judge_break", "breakdown"), "5.3.2.a"),
    train(
        "spare regiments are taken in order", law("draw_spare", first_spare), "5.3.2.b 7.6.b 12.22.setup.e"
    ),
    train("spare regiments of any nation", law("spares_left", whoever_is_left), "5.3.2.b 7.6.b"),
    train("spare regiments are depleted", law("draw_spare", drawn_depleted), "7.6.b 12.22.setup.e"),
    train(
        "new regiments are depleted", law("break_down", broken(all_at_step(1))), "5.3.2.b 12.1.2.b 12.31.b"
    ),
    train(
        "new regiments are at full strength", law("break_down", broken(all_at_step(0))), "5.3.2.c 12.1.2.b"
    ),
    train(
        "a division broken down is in the deadpile",
        law("break_down", broken(lambda state, unit, *_: state.put(unit, ELIMINATED))),
        "5.3.2.b 12.1.2.b 12.31.b",
    ),
    train("divisions break down without spares", says("judge_regiments", None), "5.3.2.b"),
    # 6.1
    *(
        train(f"zones of a {name}", exerting(lambda counter, own, test=test: own or test(counter)), clauses)
        for name, test, clauses in (
            ("HQ", lambda counter: "hq" in counter, "6.1.1.a"),
            ("Supply Center", lambda counter: "depot" in counter, "6.1.1.a"),
            ("battalion", lambda counter: counter.size == "battalion", "6.1.1.a"),
            ("cadre", lambda counter: counter.size == "cadre", "6.1.1.a 12.21.scratch.c"),
        )
    ),
    train("police have no zone", exerting(lambda counter, own: own and "police" not in counter), "6.1.1.a"),
    train("zones reach into rough ground", zone(enters=is_rough), "6.1.2.a"),
    train("zones reach out of rough ground", zone(leaves=is_rough), "6.1.2.a"),
    train("zones reach into cities", zone(enters=is_city), "6.1.2.b"),
    train("zones reach out of cities", zone(leaves=is_city), "6.1.2.b"),
    train("towns are like cities", law("zone_of", no_zone_in_towns), "6.1.2.b"),
    *(
        train(
            f"zones cross a {water}",
            zone(crosses=lambda features, water=water: not features & WET - {water}),
            "6.1.2.c",
        )
        for water in ("river", "minor-river", "han-river", "frozen-reservoir-hexside", "sea-hexside")
    ),
    train("zones cross bridges", zone(crosses=lambda features: "bridge" in features), "6.1.2.c"),
]
