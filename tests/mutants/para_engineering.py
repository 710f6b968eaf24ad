"""Demolition, roadblocks and bridges (para 19, 20 and 22.2), broken."""

from __future__ import annotations

from typing import Any

from hexfolio.core.state import State
from hexfolio.rulebooks.paratrooper.frames import DUG_IN, WORKED

from .korean import without_lists
from .making import Patch, Wrong, both, no_fresh_turn, pretending
from .para import (
    adds,
    at_any_time,
    bars,
    changes,
    chart,
    law,
    lets,
    mistakes,
    para,
    pardons,
    price,
    says,
    says_if,
)
from .para_pursuit import marked


def chances(verb: str, **dice: int) -> Patch:
    """Work of one kind is done by other chances."""

    def wrong(right: Any, rules: Any, state: State, order: Any, table: Any) -> None:
        if order.verb != verb:
            right(state, order, table)
            return
        with pretending(rules.charts, "demolition", {**rules.charts.demolition, **dice}):
            right(state, order, table)

    return law("work", wrong)


def paid_for_success(right: Any, rules: Any, state: State, order: Any, table: Any) -> None:
    before = rules.command_points(state, state.active)
    right(state, order, table)
    if order.verb == "demolish" and not state.lists.get("demolished"):
        state.tracks[f"cp {state.active}"] = before


def free_after_failure(rules: Any, state: State, order: Any, table: Any) -> None:
    if order.verb == "demolish" and not state.lists.get("demolished"):
        state.flags[order.unit] &= ~WORKED


def all_fall(right: Any, rules: Any, state: State, verb: str, side: int) -> None:
    """Every bridge of the map goes with the one that was blown up."""
    right(state, verb, side)
    if verb == "demolish":
        state.lists["demolished"] = tuple(
            sorted(other for other, features in rules.board.hexsides.items() if "bridge" in features)
        )


def elsewhere(right: Any, rules: Any, state: State, verb: str, side: int) -> None:
    """Another bridge than the one that was blown up is marked."""
    bridges = [other for other, features in rules.board.hexsides.items() if "bridge" in features]
    right(state, verb, next(other for other in bridges if other != side))


def idle(verb: str) -> Wrong:
    """One kind of work has no effect."""

    def wrong(right: Any, rules: Any, state: State, done: str, side: int) -> None:
        if done != verb:
            right(state, done, side)

    return wrong


def sides_of(rules: Any, hex_: int) -> list[int]:
    return [rules.board.side_between(hex_, near) for near in rules.grid.around(hex_)]


def blown_beside(rules: Any, state: State, unit: int, hex_: int) -> bool:
    blown = state.lists.get("demolished", ())
    return any(side in blown for side in sides_of(rules, state.at[unit]))


def remembers_repairs(rules: Any, state: State, verb: str, side: int) -> None:
    if verb == "repair":
        state.lists["mutant repaired"] = (*state.lists.get("mutant repaired", ()), side)


def was_repaired(rules: Any, state: State, unit: int, hex_: int) -> bool:
    return rules.board.side_between(state.at[unit], hex_) in state.lists.get("mutant repaired", ())


def as_if_blown(right: Any, rules: Any, state: State, *args: Any) -> Any:
    """A repaired bridge is as if it still were destroyed."""
    blown = (*state.lists.get("demolished", ()), *state.lists.get("mutant repaired", ()))
    with pretending(state, "lists", {**state.lists, "demolished": blown} if blown else state.lists):
        return right(state, *args)


def in_the_way(hexside: Wrong) -> Wrong:
    """A condition on the hexside between a unit and a hex."""
    return lambda rules, state, unit, hex_: (
        rules.grid.distance(state.at[unit], hex_) == 1
        and hexside(rules.board.side_features(state.at[unit], hex_))
    )


def no_road(rules: Any, state: State, unit: int) -> bool:
    return not rules.board.way_in_hex("road", state.at[unit])


def on(terrain: str) -> Wrong:
    return lambda rules, state, unit: terrain in rules.board.terrain[state.at[unit]]


def with_a_die(right: Any, rules: Any, state: State, order: Any, table: Any) -> None:
    right(state, order, table)
    if order.verb == "roadblock" and table.roll() > rules.charts.demolition["engineer"]:
        rules._drop(state, "roadblocks", state.at[order.unit])


def barring(kind: Wrong) -> Patch:
    """Roadblocks do not help against some attacks."""
    return says_if("_roadblock", lambda rules, state, assault: kind(rules, assault))


def in_air_assaults(own: Any, rules: Any, state: State, assault: Any) -> Any:
    blocked = assault.hex in state.lists.get("roadblocks", ())
    return own or (rules.shift("roadblock_shift", "a roadblock", -1) if blocked else None)


def remembers_builder(rules: Any, state: State, order: Any, table: Any) -> None:
    if order.verb == "roadblock":
        state.tracks[f"mutant {state.at[order.unit]}"] = order.unit


def gone_with_builder(rules: Any, state: State, hex_: int, table: Any) -> None:
    """A roadblock goes with the unit that built it."""
    builder = state.tracks.get(f"mutant {hex_}")
    if hex_ in state.lists.get("roadblocks", ()) and builder not in state.stacks.get(hex_, ()):
        rules._drop(state, "roadblocks", hex_)


def gone_with_work(rules: Any, state: State, hex_: int, table: Any) -> None:
    """Roadblocks are held by units that are no fog of war counters."""
    for owner in (0, 1):
        if state.tracks.get(f"roadblock {hex_}") == owner and not rules.counted(state, owner, hex_):
            rules._drop(state, "roadblocks", hex_)
            del state.tracks[f"roadblock {hex_}"]


def leaps(right: Any, rules: Any, state: State, unit: int, path: Any, table: Any) -> None:
    """Only the end of a way counts."""
    state.put(unit, path[-1])
    rules.left_hex(state, path[0], table)


def held_by_prisoners(right: Any, rules: Any, state: State, hex_: int, table: Any) -> None:
    if not any(rules.has(unit, "prisoners") for unit in state.stacks.get(hex_, ())):
        right(state, hex_, table)


def at_the_end(right: Any, rules: Any, state: State, table: Any) -> None:
    """Roadblocks that nobody holds are removed when a phase ends."""
    for hex_ in state.lists.get("roadblocks", ()):
        if not rules.units_in(state, state.tracks[f"roadblock {hex_}"], hex_):
            rules._drop(state, "roadblocks", hex_)
    right(state, table)


def taken_over(right: Any, rules: Any, state: State, unit: int, path: Any, table: Any) -> None:
    """Who pursues into a hex takes over what was built there."""
    right(state, unit, path, table)
    rules._add(state, "roadblocks", path[-1])
    state.tracks[f"roadblock {path[-1]}"] = state.side_of[unit]


def blown_when_built(right: Any, rules: Any, state: State, verb: str, side: int) -> None:
    built = side in state.lists.get("built", ())
    right(state, verb, side)
    if built and verb == "demolish":
        rules._add(state, "demolished", side)


def given_back(rules: Any, state: State, verb: str, side: int) -> None:
    if verb == "demolish":
        state.tracks.pop("bridge built", None)


def is_built(rules: Any, state: State, unit: int, hex_: int) -> bool:
    return rules.board.side_between(state.at[unit], hex_) in state.lists.get("built", ())


DEMOLITION = [
    para("anything is demolished", lets("judge_demolish", "demolish_what"), "19.0.b"),
    para("disrupted units demolish", lets("judge_worker", "demolish_disrupted"), "19.1.b"),
    para(
        "only engineers demolish",
        bars("judge_demolish", lambda rules, state, unit, hex_: not rules.has(unit, "engineer")),
        "19.1.b",
    ),
    para("bridges are demolished from afar", lets("judge_demolish", "demolish_place"), "19.1.c"),
    para("bridges are demolished from beside them", lets("judge_demolish", "demolish_what"), "19.1.c"),
    para(
        "nobody demolishes a bridge that an enemy holds",
        bars(
            "judge_demolish", lambda rules, state, unit, hex_: rules.units_in(state, 1 - state.active, hex_)
        ),
        "19.1.c",
    ),
    para("demolition is free", price("demolish", 0), "19.1.e"),
    para("demolition costs two points", price("demolish", 2), "19.1.e"),
    para("only success is paid for", law("work", paid_for_success), "19.1.e"),
    para(
        "engineers succeed as seldom as others",
        chart("demolition", lambda own: {**own, "engineer": own["other"]}),
        "19.1.f",
    ),
    para("others succeed as often as engineers", chances("demolish", other=4), "19.1.f"),
    para("Dx destroys nothing", law("_finish", idle("demolish")), "19.1.g"),
    para("a dash destroys", chances("demolish", engineer=6, other=6), "19.1.g"),
    para("all bridges fall together", law("_finish", all_fall), "19.1.i"),
    para(
        "the wrong hexside is marked",
        law("_finish", elsewhere),
        "19.1.i",
    ),
    para(
        "there are six markers for demolitions",
        bars("judge_demolish", lambda rules, state, *_: len(state.lists.get("demolished", ())) > 5),
        "19.1.j",
    ),
    para(
        "a demolished bridge still helps an attack", law("_crossing", without_lists("demolished")), "19.2.b"
    ),
    para("a demolished bridge is still crossed", law("costs", without_lists("demolished")), "19.2.b"),
    para(
        "a demolished bridge leaves nothing to defend behind",
        says_if(
            "_crossing",
            lambda rules, state, start, goal: (
                rules.board.side_between(start, goal) in state.lists.get("demolished", ())
            ),
        ),
        "19.2.b",
    ),
    para("who demolishes moves", lets("judge_mover", "worked"), "19.3.a"),
    para("who demolishes moves fast", lets("judge_fast", "worked"), "19.3.a"),
    para("who fails to demolish moves", adds("work", free_after_failure), "19.3.a"),
    para("who demolishes never moves again", law("begin_player_turn", no_fresh_turn(WORKED)), "19.3.a"),
    para(
        "who demolishes does not attack",
        bars("judge_attacker", lambda rules, state, unit, hex_: state.flags[unit] & WORKED),
        "19.3.b",
    ),
    para(
        "who demolishes does not pursue",
        changes(
            "pursuers",
            lambda own, rules, state, *_: tuple(unit for unit in own if not state.flags[unit] & WORKED),
        ),
        "19.3.b",
    ),
    para("a bridge is tried again and again", lets("judge_demolish", "demolish_once"), "19.3.c"),
    para("a bridge is demolished twice", lets("judge_demolish", "demolished"), "19.3.d"),
    para("one demolition closes a hex", bars("judge_demolish", blown_beside), "19.3.d"),
    para("bridges are repaired without leave", lets("judge_repair", "repair_option"), "19.3.e"),
    para(
        "a repaired bridge is not demolished again",
        both(adds("_finish", remembers_repairs), bars("judge_demolish", was_repaired)),
        "19.3.f 22.2.c",
    ),
]

ROADBLOCKS = [
    para(
        "roadblocks are built in any phase",
        at_any_time("roadblock", lambda rules, state, order: rules.judge_roadblock(state, order.unit)),
        "20.1.a",
    ),
    para("disrupted units dig in", lets("judge_worker", "roadblock_disrupted"), "20.1.b"),
    para(
        "nobody digs in next to the enemy",
        bars(
            "judge_roadblock",
            lambda rules, state, unit: rules.next_to(state, 1 - state.active, state.at[unit]),
        ),
        "20.1.b",
    ),
    para("anybody digs in", lets("judge_roadblock", "roadblock"), "20.1.b"),
    para("a hex has several roadblocks", lets("judge_roadblock", "roadblock_one"), "20.1.c"),
    para("who digs in moves", lets("judge_mover", "dug_in"), "20.1.d"),
    para(
        "who digs in does not attack",
        bars("judge_attacker", lambda rules, state, unit, hex_: state.flags[unit] & DUG_IN),
        "20.1.d",
    ),
    para("roadblocks are built on roads", bars("judge_roadblock", no_road), "20.1.e"),
    *(
        para(f"no roadblock is built in a {terrain}", bars("judge_roadblock", on(terrain)), "20.1.e")
        for terrain in ("hill", "rice-paddy", "peak", "town")
    ),
    para("roadblocks are free", price("roadblock", 0), "20.1.f"),
    para("roadblocks take a die", law("work", with_a_die), "20.1.f"),
    para(
        "roadblocks do not stop attacks", barring(lambda rules, assault: assault.kind == "ground"), "20.2.a"
    ),
    para(
        "roadblocks do not help against airstrikes",
        barring(lambda rules, assault: assault.kind == "airstrike"),
        "20.2.a",
    ),
    para("roadblocks help against air assaults", changes("_roadblock", in_air_assaults), "20.2.a"),
    para(
        "a roadblock adds nothing to a town",
        barring(lambda rules, assault: rules._terrain(assault)),
        "20.2.b",
    ),
    para(
        "a roadblock goes with its builder",
        both(adds("work", remembers_builder), adds("left_hex", gone_with_builder)),
        "20.3.a",
    ),
    para("fog of war counters hold no roadblock", adds("left_hex", gone_with_work), "20.3.a"),
    para("roadblocks stay for ever", says("left_hex", None), "20.3.b"),
    para("prisoners hold a roadblock", law("left_hex", held_by_prisoners), "20.3.b"),
    para(
        "roadblocks go when the phase ends",
        both(says("left_hex", None), law("end_phase", at_the_end)),
        "20.3.b",
    ),
    para("a roadblock waits for who comes back", law("walk", leaps), "20.3.b"),
    para("the enemy takes a roadblock over", law("pursue", taken_over), "20.3.c"),
]

BRIDGES = [
    para("anybody repairs bridges", marked("judge_repair", "engineer"), "22.2.a 18.1.c"),
    para("nobody repairs bridges", mistakes("judge_repair", "options", lambda *_: {}), "22.2.a"),
    para("a repair removes no marker", law("_finish", idle("repair")), "22.2.a 22.2.1.d"),
    para(
        "disrupted engineers repair",
        pardons("judge_repair", "repair", lambda rules, state, unit, hex_: rules.is_disrupted(state, unit)),
        "22.2.1.a",
    ),
    para(
        "bridges are repaired from afar",
        pardons(
            "judge_repair",
            "repair",
            lambda rules, state, unit, hex_: (
                rules.grid.distance(state.at[unit], hex_) != 1
                or not rules.board.side_features(state.at[unit], hex_)
            ),
        ),
        "22.2.1.a",
    ),
    para("repairs are as cheap as demolitions", price("repair", 1), "22.2.1.b"),
    para("repairs cost three points", price("repair", 3), "22.2.1.b"),
    para("engineers repair like others", chances("repair", engineer=2), "22.2.1.c"),
    para("repairs succeed", chances("repair", engineer=6), "22.2.1.c"),
    para(
        "a repaired bridge carries no road",
        both(adds("_finish", remembers_repairs), law("costs", as_if_blown)),
        "22.2.1.d",
    ),
    *(
        para(f"a bridge is built {name}", pardons("judge_build", "build", condition), "22.2.2.a")
        for name, condition in {
            "on dry land": in_the_way(lambda features: not features),
            "where nobody crosses": in_the_way(lambda features: "uncrossable" in features),
            "into the water": lambda rules, state, unit, hex_: rules.is_closed(hex_),
            "from afar": lambda rules, state, unit, hex_: rules.grid.distance(state.at[unit], hex_) > 1,
            "by disrupted engineers": lambda rules, state, unit, hex_: rules.is_disrupted(state, unit),
        }.items()
    ),
    *(
        para(
            f"no bridge is built over a {water}",
            bars("judge_build", in_the_way(lambda features, water=water: water in features)),
            "22.2.2.a",
        )
        for water in ("river", "stream")
    ),
    para("bridges cost two points", price("build", 2), "22.2.2.b"),
    para("bridges cost four points", price("build", 4), "22.2.2.b"),
    para("bridges are built without fail", chances("build", engineer=6), "22.2.2.c"),
    para("bridges are built as by others", chances("build", engineer=2), "22.2.2.c"),
    para("a built bridge carries no road", law("costs", without_lists("built")), "22.2.2.d"),
    para("a built bridge does not help an attack", law("_crossing", without_lists("built")), "22.2.2.d"),
    para("a second bridge is built beside the first", lets("judge_build", "build_twice"), "22.2.2.e"),
    para("a built bridge that falls is marked", law("_finish", blown_when_built), "22.2.2.f"),
    para("a built bridge cannot be demolished", bars("judge_demolish", is_built), "22.2.2.f"),
    para("bridges are built without limit", lets("judge_build", "bridge_limit"), "22.2.2.g"),
    para("a bridge that falls is replaced", adds("_finish", given_back), "22.2.2.g"),
]

MUTANTS = DEMOLITION + ROADBLOCKS + BRIDGES
