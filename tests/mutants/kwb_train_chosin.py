"""The Changjin Reservoir of the designer's edition (kwb-train 12.3), broken."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hexfolio.core.battle import Battle, Placement
from hexfolio.core.orders import Order
from hexfolio.core.state import State
from hexfolio.rulebooks.korean_war.train.rulebook import KwbTrain

from .korean import arrival, data, forgiven, hexes_under, keeping_lists, placements, special, without_lists
from .kwb_train import (
    CHOSIN,
    at,
    bars,
    dates,
    figure,
    law,
    lets,
    line,
    raised,
    scored,
    track,
    train,
    unless,
    without,
)
from .making import Patch, Wrong, attribute, more, pretending, then


def exits(hexes: str, side: str = "un") -> Patch:
    """Other hexes where a side leaves the map."""
    return at(
        CHOSIN,
        lambda battle: {
            "special": {
                **battle.special,
                "exits": {
                    **battle.special["exits"],
                    side: tuple(battle.board.grid.index(hex_) for hex_ in hexes.split()),
                },
            }
        },
    )


def from_several(rules: Any, state: State, order: Order) -> bool:
    """Does an attack come from several hexes where coordination is poor?"""
    return "poor-coordination" in rules.special and len({state.at[unit] for unit in order.units}) > 1


def free_airlift(right: Any, rules: Any, state: State, order: Order, table: Any) -> None:
    """Air supply costs no marker."""
    hand, pool = (list(state.hands[rules.un]), list(state.pools[rules.un]))
    right(state, order, table)
    state.hands[rules.un], state.pools[rules.un] = (hand, pool)


def first_unit_only(right: Any, rules: Any, state: State, unit: int) -> Any:
    """Air supply serves one unit of the hex."""
    dropped = state.at[unit] in state.lists.get("airlift", ())
    if dropped and state.stacks[state.at[unit]][0] != unit:
        lists = {name: own for name, own in state.lists.items() if name != "airlift"}
        with pretending(state, "lists", lists):
            return right(state, unit)
    return right(state, unit)


def dropped_before(right: Any, rules: Any, state: State, order: Order, table: Any) -> Any:
    """A unit that marches into the hex gets nothing."""
    if order.path[-1] in state.lists.get("airlift", ()):
        state.lists["airlift"] = tuple(hex_ for hex_ in state.lists["airlift"] if hex_ != order.path[-1])
    return right(state, order, table)


def armies(change: Wrong) -> Patch:
    """Divisions set up near another HQ, or at another distance."""

    def changed(battle: Battle, unit: int, own: Placement) -> Placement:
        return replace(own, **change(own)) if own.near.startswith("HQ-") else own

    return placements(changed)


def in_army(name: str, army: str) -> Patch:
    """One division sets up near another HQ."""
    return placements(
        lambda battle, unit, own: replace(own, near=army) if battle.counters[unit].id == name else own
    )


def swapped_army(own: Placement) -> dict[str, Any]:
    return {"near": {"HQ-20": "HQ-27", "HQ-27": "HQ-20"}[own.near]}


def hq_places(change: Wrong) -> Patch:
    """Other hexes for the army HQs."""

    def changed(battle: Battle, unit: int, own: Placement) -> Placement:
        army = battle.counters[unit].id in ("HQ-20", "HQ-27")
        return replace(own, hexes=change(battle, own.hexes)) if army else own

    return placements(changed)


def prices(un: int, communist: int) -> Patch:
    """Other prices for optional units."""

    def change(battle: Battle, own: Any) -> Any:
        return own and (own[0] + communist, own[1] + un)

    return special("optional-price", change)


def optional_taken(rules: Any, state: State, side: int) -> int:
    return sum(state.side_of[unit] == side for unit in state.lists.get("optional", ()))


MUTANTS = [
    # Poor coordination and surprise
    train("coordination is perfect", lets("judge_attack_group", "coordination"), "12.3.coord.a"),
    train("coordination is perfect at Changjin", without(CHOSIN, "poor-coordination"), "12.3.coord.a"),
    train(
        "no attacks from several hexes",
        bars(
            "judge_attack_group",
            lambda rules, state, order: from_several(rules, state, order) and state.active == rules.communist,
        ),
        "12.3.coord.a",
    ),
    train(
        "smaller units attack alone",
        bars(
            "judge_attack_group",
            lambda rules, state, order: (
                len(order.units) > 1
                and state.active == rules.communist
                and not all(map(rules.is_division, order.units))
            ),
        ),
        "12.3.coord.a",
    ),
    train(
        "one division is enough",
        law(
            "judge_attack_group",
            forgiven("coordination", lambda rules, state, order: any(map(rules.is_division, order.units))),
        ),
        "12.3.coord.a",
    ),
    train(
        "poor coordination on both sides",
        bars(
            "judge_attack_group",
            lambda rules, state, order: (
                from_several(rules, state, order) and not all(map(rules.is_division, order.units))
            ),
        ),
        "12.3.coord.a",
    ),
    train("Chinese regiments take replacements", without(CHOSIN, "no-replacements"), "12.3.coord.b"),
    train(
        "nobody takes replacements at Changjin",
        raised(lambda rules, state, unit: rules.battle.id == CHOSIN),
        "12.3.coord.b",
    ),
    *(
        train(f"surprise for {turns} turns", figure("surprise", turns), "12.3.surprise.a 12.3.surprise.b")
        for turns in (0, 1, 3)
    ),
    train(
        "all are in supply by surprise",
        law(
            "in_supply",
            unless(lambda rules, state, unit: state.turn <= rules.special.get("surprise", 0), True),
        ),
        "12.3.surprise.a",
    ),
    train(
        "nobody has mobile phases by surprise",
        law(
            "phases",
            unless(
                lambda rules, state: state.turn <= rules.special.get("surprise", 0), ("movement", "combat")
            ),
        ),
        "12.3.surprise.b",
    ),
    # Leaving the map
    train("leaving costs nothing", attribute(KwbTrain, "exit_cost", 0), "12.3.withdrawal.a"),
    train("leaving costs two points", attribute(KwbTrain, "exit_cost", 4), "12.3.withdrawal.a"),
    train("the UN leaves by 1902 and 1903", exits("1902 1903"), "12.3.withdrawal.a"),
    train("the UN leaves by the east edge, too", exits("1902 1903 1905 1201"), "12.3.withdrawal.a"),
    train("the Chinese leave, too", exits("1902 1903", "communist"), "12.3.withdrawal.a"),
    train(
        "nobody leaves late",
        bars("judge_leaving", lambda rules, state, unit, hex_: state.phase == "mobile-movement"),
        "12.3.withdrawal.a",
    ),
    train(
        "trucks do not leave",
        bars(
            "judge_leaving",
            lambda rules, state, unit, hex_: state.phase == "mobile-movement" and not rules.mobile[unit],
        ),
        "12.3.withdrawal.a",
    ),
    train(
        "nobody leaves an enemy zone",
        bars("judge_leaving", lambda rules, state, unit, hex_: rules.enemy_zones(state, unit)[hex_]),
        "12.3.withdrawal.a",
    ),
    *(train(f"leaving from turn {turn}", figure("exits-from", turn), "12.3.withdrawal.b") for turn in (2, 4)),
    train(
        "optional units score when they leave",
        data(lambda battle: {"victory": {**battle.victory, "exited-optional": True}}),
        "12.3.withdrawal.d 12.32.f",
    ),
    train(
        "nobody scores after turn 7",
        law("award_exited", unless(lambda rules, state, *_: state.turn > 7)),
        "12.3.withdrawal.d",
    ),
    # Optional units
    train("optional units come early", arrival("CN-78", turn=6), "12.3.optional.a"),
    train("optional UN units come early", arrival("32/7", turn=6), "12.3.optional.a"),
    train("optional units come late", arrival("CN-78", turn=8), "12.3.optional.a"),
    train(
        "optional UN units come on turn 7 only",
        arrival("32/7", terms=frozenset({"optional", "once"})),
        "12.3.optional.a",
    ),
    train(
        "optional units are free",
        prices(-2, -3),
        "12.3.optional.a 12.3.optional.d 12.3.optional.e 12.32.b 12.32.g",
    ),
    train("Chinese optional units are dearer", prices(0, 1), "12.3.optional.d 12.32.g"),
    train("UN optional units are dearer", prices(1, 0), "12.3.optional.e 12.32.b 12.3.withdrawal.d"),
    *(
        train(f"{name} is optional", arrival(name, terms=frozenset({"optional"})), clause)
        for name, clause in (("CN-76", "12.3.optional.d"), ("65/3", "12.3.optional.e"))
    ),
    train("HQ 3 brings no marker", without(CHOSIN, "extra-marker-hq"), "12.3.optional.f"),
    train(
        "every optional unit brings a marker",
        law(
            "allotment_change",
            more(
                lambda rules, state, side: (
                    optional_taken(rules, state, side) and state.at[rules.named["HQ-3"]] < 0
                )
            ),
        ),
        "12.3.optional.f",
    ),
    train(
        "HQ 3 brings two markers",
        law(
            "allotment_change",
            more(
                lambda rules, state, side: (
                    side == rules.un and rules.battle.id == CHOSIN and (state.at[rules.named["HQ-3"]] >= 0)
                )
            ),
        ),
        "12.3.optional.f",
    ),
    # Air supply
    train("air supply is free", law("airlift", free_airlift), "12.3.air.a 12.3.air.c"),
    train("air supply at any time", lets("judge_airlift", "airlift"), "12.3.air.a"),
    train(
        "air supply in the movement phase",
        bars("judge_airlift", lambda rules, state, order: state.phase != "movement"),
        "12.3.air.a",
    ),
    train("air supply for markers of others", lets("judge_airlift", "marker_in_hand"), "12.3.air.a"),
    train("air supply is of no use", law("in_supply", without_lists("airlift")), "12.3.air.a 12.3.air.b"),
    train("air supply for one unit", law("in_supply", first_unit_only), "12.3.air.b"),
    train("air supply for those who are there", law("sets_out", dropped_before), "12.3.air.b"),
    train(
        "air supply ends with the player turn",
        law("begin_player_turn", then(lambda rules, state, *_: state.lists.pop("airlift", None))),
        "12.3.air.b",
    ),
    train("air supply stays", law("begin_player_turn", keeping_lists("airlift")), "12.3.air.b 12.3.air.c"),
    *(train(f"{most} air supplies at once", figure("airlifts", most), "12.3.air.c") for most in (1, 3)),
    # Supply at the reservoir
    *(
        train(f"{hex_} is no source at Changjin", hexes_under("sources", "un", without=hex_), "12.3.supply.a")
        for hex_ in ("1902", "1903")
    ),
    *(
        train(f"{hex_} is a source at Changjin", hexes_under("sources", "un", add=hex_), "12.3.supply.a")
        for hex_ in ("1206", "0907")
    ),
    *(
        train(
            f"{hex_} is no symbol at Changjin",
            hexes_under("symbols", "communist", without=hex_),
            "12.3.supply.b",
        )
        for hex_ in ("0107", "0612")
    ),
    train("0508 is a symbol at Changjin", hexes_under("symbols", "communist", add="0508"), "12.3.supply.b"),
    # Set-up and charts of the reservoir
    train("Chinese regiments set up two hexes away", figure("breakdown-reach", 2), "12.31.b"),
    train("Chinese regiments set up in the hex", figure("breakdown-reach", 0), "12.31.b"),
    train("Chinese divisions stay whole at Changjin", without(CHOSIN, "breakdown-set-up"), "12.31.b"),
    train(
        "army HQs set up anywhere",
        hq_places(lambda battle, own: tuple(range(battle.board.grid.size))),
        "12.31.c",
    ),
    train("army HQs have one hex", hq_places(lambda battle, own: own[-1:]), "12.31.c 12.31.d"),
    train(
        "army HQs keep apart",
        bars(
            "judge_placement",
            lambda rules, state, unit, hex_: (
                rules.hq[unit] and any(rules.hq[other] for other in state.stacks.get(hex_, ()))
            ),
        ),
        "12.31.c",
    ),
    *(
        train(
            f"divisions {reach} hexes from their HQ",
            armies(lambda own, reach=reach: {"reach": reach}),
            "12.31.d",
        )
        for reach in (1, 3)
    ),
    *(
        train(f"CN-{name} belongs to {army}", in_army(f"CN-{name}", army), "12.31.d")
        for name, army in (
            (58, "HQ-27"),
            (59, "HQ-27"),
            (60, "HQ-27"),
            (89, "HQ-27"),
            (79, "HQ-20"),
            (80, "HQ-20"),
        )
    ),
    train("divisions near the other HQ", armies(swapped_army), "12.31.d"),
    train("divisions near any HQ", armies(lambda own: {"near": "HQ-*"}), "12.31.d"),
    *dates("un", "12.31.g", 1, 9, 10),
    *dates("communist", "12.31.h", 7, 12),
    *(
        train(f"{name} comes on elsewhere", arrival(name, hexes=hexes), clause)
        for name, hexes, clause in (
            ("17/7", "1903", "12.31.g"),
            ("CW-41", "1902", "12.31.g"),
            ("7/3", "1301", "12.31.g"),
            ("CN-76", "0612", "12.31.h"),
            ("SC-3", "0612", "12.31.h"),
            ("CN-94", "0612", "12.31.h"),
        )
    ),
    *track("12.31.i", CHOSIN),
    # Victory at the reservoir
    *scored(CHOSIN, "dead", 0, "12.32.a", "us cw battalion cadre"),
    *scored(CHOSIN, "dead", 1, "12.32.c", "us"),
    *scored(CHOSIN, "dead", 2, "12.32.c", "us"),
    *scored(CHOSIN, "unsupplied", 0, "12.32.d"),
    train(
        "all UN units at the end score",
        law("out_of_supply", lambda right, rules, state, side: state.on_map(side)),
        "12.32.d",
    ),
    *scored(CHOSIN, "exited", 0, "12.32.e", "battalion cadre"),
    *scored(CHOSIN, "exited", 1, "12.32.f"),
    train(
        "HQs score when they leave",
        line(CHOSIN, "exited", 1, lambda side, value, kind: (side, value, kind._replace(sizes=frozenset()))),
        "12.32.f",
    ),
]
