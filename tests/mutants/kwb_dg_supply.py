"""Supply, depots and air supply at Pusan, Seoul and Chosin (kwb-dg 10.0 to 10.4), broken."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hexfolio.core.counters import Counter
from hexfolio.core.state import ELIMINATED, REMOVED, State
from hexfolio.rulebooks.korean_war.ground import RIVERS

from .combat import item
from .korean import (
    barred,
    counters,
    dg,
    hexes_under,
    keeping_lists,
    keeping_tracks,
    law,
    mistaking,
    without_lists,
)
from .making import (
    Patch,
    Wrong,
    allowed,
    items,
    more,
    pretending,
    then,
    without_zones,
)


def no_enemies(right: Any, rules: Any, state: State, side: int) -> Any:
    """Enemy units in a line do not matter; their zones do."""
    rules.zones(state, 1 - side)
    occupied = [state.occupied[each] if each == side else bytearray(rules.grid.size) for each in (0, 1)]
    with pretending(state, "occupied", occupied):
        return right(state, side)


def zones_for_all(right: Any, rules: Any, state: State, side: int) -> bytes:
    """Every enemy unit closes the hexes around it to lines of supply."""
    near = rules.adjacent(state, 1 - side)
    return bytes(
        closed or (near[hex_] and not state.occupied[side][hex_])
        for hex_, closed in enumerate(right(state, side))
    )


def sources_stay_open(right: Any, rules: Any, edges: bytes, closed: bytes, starts: bytes, *limit: int) -> Any:
    spared = bytes(shut and not start for shut, start in zip(closed, starts, strict=True))
    return right(edges, spared, starts, *limit)


def by_symbols(right: Any, rules: Any, state: State, side: int) -> Any:
    symbols = rules.listed_hexes("symbols", side)
    if not symbols:
        return right(state, side)
    edges, closed = rules.supply_edges(state, side), rules.closed_hexes(state, side)
    return rules.spread(edges, closed, rules.mask(symbols))


def depots_if(condition: Wrong) -> Patch:
    """Only depots for which the condition holds are sources."""

    def wrong(right: Any, rules: Any, state: State, side: int) -> Any:
        at = [
            REMOVED if place >= 0 and rules.depot[unit] and not condition(rules, state, unit) else place
            for unit, place in enumerate(state.at)
        ]
        with pretending(state, "at", at):
            return right(state, side)

    return law("supplied", wrong)


def ghosts(right: Any, rules: Any, state: State, side: int) -> Any:
    """Lost depots go on supplying from where they began."""
    start = rules.battle.placements
    at = [
        start[unit].hexes[0] if rules.depot[unit] and place == ELIMINATED and unit in start else place
        for unit, place in enumerate(state.at)
    ]
    with pretending(state, "at", at):
        return right(state, side)


def only_rough(test: Wrong) -> Patch:
    """Only some of the mountains stop the lines of the United Nations."""
    return law(
        "supplied",
        mistaking(
            "rough",
            lambda rules, state, side: bytes(
                bool(rough and test(rules, hex_)) for hex_, rough in enumerate(rules.rough)
            ),
        ),
    )


def rough_for_all(right: Any, rules: Any, state: State, side: int) -> bytes:
    return bytes(closed or rough for closed, rough in zip(right(state, side), rules.rough, strict=True))


def rivers_if(test: Wrong) -> Patch:
    """Other rivers than those the book means stop the lines of the United Nations."""
    return law(
        "unbridged", lambda right, rules, side: test(rules.board.hexsides.get(side, frozenset()), right(side))
    )


def stack_is_supplied(right: Any, rules: Any, state: State, unit: int) -> Any:
    return any(right(state, other) for other in state.stacks.get(state.at[unit], (unit,)))


def price(change: Wrong) -> Patch:
    """Another price for air supply; `change` is given what was owed and what this turn adds."""

    def wrong(right: Any, rules: Any, state: State, table: Any) -> None:
        owed, new = state.tracks.get("airlift debt", 0), len(state.lists.get("airlift", ()))
        right(state, table)
        state.tracks["airlift debt"] = change(owed, new)

    return law("turn_over", wrong)


def depots_at(state: State, rules: Any) -> list[int]:
    return [place for unit, place in enumerate(state.at) if place >= 0 and rules.depot[unit]]


def captured(rules: Any, state: State, combat: Any, table: Any) -> None:
    for unit in combat.defenders:
        if rules.depot[unit] and state.at[unit] not in (combat.hex, ELIMINATED):
            rules.eliminate(state, unit, "captured", table)


def mobile_depots(counter: Counter) -> Counter:
    return replace(counter, mobility="mobile") if "depot" in counter else counter


def halved_together(rules: Any, state: State, combat: Any, own: list[Any]) -> list[int]:
    figures = [figure.value for figure in own]
    if rules.in_supply(state, combat.attackers[0]):
        return figures
    total = sum(rules.attack_strength(state, unit) for unit in combat.attackers)
    return [(total + 1) // 2, *figures[len(combat.attackers) :]]


def lost_depots(rules: Any, state: State, side: int) -> int:
    return sum(rules.depot[unit] and state.at[unit] == ELIMINATED for unit in rules.side_counters[side])


def hurt_depots(rules: Any, state: State, side: int) -> int:
    units = rules.side_counters[side]
    return sum(bool(rules.depot[unit] and state.at[unit] >= 0 and state.step[unit]) for unit in units)


def depot_there(rules: Any, state: State, hex_: int) -> bool:
    return any(rules.depot[unit] for unit in state.stacks.get(hex_, ()))


def at_once(trait: str) -> Patch:
    """A loss takes a marker out of the hand of its owner, not only at the next allotment."""

    def do(rules: Any, state: State, unit: int, cause: str, table: Any) -> None:
        side = state.side_of[unit]
        if trait in rules.counters[unit] and state.hands[side]:
            state.pools[side].append(state.hands[side].pop())

    return law("eliminate", then(do))


MUTANTS = [
    # The line
    dg(
        "all units are in supply",
        law("in_supply", lambda *_: True),
        "10.0.a 10.0.c 10.0.d 10.0.f 10.0.g 10.0.h 10.0.i 10.0.k 10.0.m 10.0.n 10.0.o 10.2.terrain.a 10.4.a "
        "10.4.c 20.0.i",
    ),
    dg(
        "supply does not matter in attacks",
        law("attack_item", item(lambda rules, state, unit, c, own: rules.attack_strength(state, unit))),
        "10.0.a 10.4.a 10.2.air.e",
    ),
    dg(
        "lines of ten hexes at most",
        law("spread", lambda right, rules, edges, closed, starts, *_: right(edges, closed, starts, 10)),
        "10.0.b",
    ),
    dg(
        "the hexes next to a source will do",
        law(
            "sources",
            lambda right, rules, *args: [
                *(own := right(*args)),
                *(hex_ for source in own for hex_ in rules.grid.around(source)),
            ],
        ),
        "10.0.b 10.0.f 10.0.k",
    ),
    dg(
        "enemy units do not stand in the way of lines",
        law("closed_hexes", no_enemies),
        "10.0.a 10.0.c 10.0.f 10.0.k 20.0.i",
    ),
    dg("zones do not cut lines", law("closed_hexes", without_zones), "10.0.d 10.0.f 20.0.i"),
    dg("units without a zone cut lines around them", law("closed_hexes", zones_for_all), "10.0.c 20.0.i"),
    dg(
        "friends do not keep lines open",
        law("friends", lambda right, rules, *_: bytearray(rules.grid.size)),
        "10.0.d 10.0.f",
    ),
    dg(
        "dummies keep lines open",
        law("friends", lambda right, rules, state, side: state.occupied[side]),
        "10.0.d",
    ),
    dg(
        "an enemy zone on the unit cuts its line",
        law(
            "in_supply",
            lambda right, rules, state, unit: (
                right(state, unit)
                and not (state.at[unit] >= 0 and rules.enemy_zones(state, unit)[state.at[unit]])
            ),
        ),
        "10.0.e",
    ),
    dg(
        "units in mountains are out of supply",
        law(
            "in_supply",
            lambda right, rules, state, unit: right(state, unit) and not rules.rough[state.at[unit]],
        ),
        "10.2.terrain.a",
    ),
    dg("sources cannot be blocked", law("spread", sources_stay_open), "10.0.b 10.0.f"),
    # Sources
    dg("symbols supply units", law("supplied", by_symbols), "10.0.g 10.0.r"),
    dg(
        "depots need no line of their own",
        law(
            "listed_hexes",
            lambda right, rules, key, side: (
                tuple(range(rules.grid.size)) if key == "symbols" else right(key, side)
            ),
        ),
        "10.0.h 10.0.s",
    ),
    dg(
        "depots supply from symbols only",
        depots_if(
            lambda rules, state, unit: state.at[unit] in rules.listed_hexes("symbols", state.side_of[unit])
        ),
        "10.0.h 10.0.s",
    ),
    dg("one symbol counts", law("listed_hexes", lambda right, rules, *args: right(*args)[:1]), "10.0.s"),
    dg(
        "depots on a symbol are not linked by it",
        depots_if(
            lambda rules, state, unit: (
                state.at[unit] not in rules.listed_hexes("symbols", state.side_of[unit])
            )
        ),
        "10.0.h",
    ),
    *(
        dg(f"{hex_} is no source at Pusan", hexes_under("sources", "un", without=hex_), "10.0.i")
        for hex_ in ("0215", "0216", "0308")
    ),
    dg("all of Inchon is a source", hexes_under("sources", "un", add="0209 0208"), "10.0.k"),
    *(
        dg(f"{hex_} is no source at Chosin", hexes_under("sources", "un", without=hex_), "10.0.m")
        for hex_ in ("1206", "1902", "1903")
    ),
    dg(
        "Hagaru-ri recovers as a source",
        law(
            "sources",
            lambda right, rules, state, side: [
                *rules.listed_hexes("sources", side),
                *rules.listed_hexes("fleeting-sources", side),
            ],
        ),
        "10.0.n",
    ),
    dg("Hagaru-ri is no source", hexes_under("fleeting-sources", "un", without="0907"), "10.0.n"),
    *(
        dg(f"{hex_} is no Chinese source", hexes_under("sources", "chinese", without=hex_), "10.0.o")
        for hex_ in ("0107", "0612")
    ),
    dg(
        "depots are not attacked",
        law("judge_target", barred(depot_there)),
        "10.0.q",
    ),
    dg("depots are not bombarded", law("judge_bombarded_hex", barred(depot_there)), "10.0.q"),
    dg("depleted depots are empty", depots_if(lambda rules, state, unit: not state.step[unit]), "10.0.r"),
    dg("lost depots go on supplying", law("supplied", ghosts), "10.0.r"),
    dg(
        "depots do not move",
        law("judge_mover", barred(lambda rules, state, unit: rules.depot[unit])),
        "10.0.s 10.3.e",
    ),
    # Terrain
    dg("mountains do not stop lines", only_rough(lambda *_: False), "10.2.terrain.a"),
    dg(
        "roads carry lines through mountains",
        only_rough(lambda rules, hex_: not rules.board.way_in_hex("road", hex_)),
        "10.2.terrain.a",
    ),
    dg(
        "frozen mountains do not stop lines",
        only_rough(lambda rules, hex_: "frozen-mountain" not in rules.board.terrain[hex_]),
        "10.2.terrain.a",
    ),
    dg(
        "rivers do not stop lines",
        law("supply_edges", lambda right, rules, *_: rules.all_edges),
        "10.2.terrain.b 10.2.terrain.d",
    ),
    dg(
        "bridges carry no lines",
        rivers_if(lambda features, own: not features.isdisjoint(RIVERS)),
        "10.2.terrain.b",
    ),
    *(
        dg(
            f"the {river} does not stop lines",
            rivers_if(lambda features, own, river=river: own and river not in features),
            "10.2.terrain.b",
        )
        for river in ("minor-river", "han-river")
    ),
    dg(
        "rivers stop the lines of both sides",
        law("supply_edges", lambda right, rules, *_: rules.dry_edges),
        "10.2.terrain.c 10.2.terrain.d",
    ),
    dg("mountains stop the lines of both sides", law("closed_hexes", rough_for_all), "10.2.terrain.c"),
    dg(
        "engineers' bridges carry no lines",
        law("supply_edges", without_lists("bridges")),
        "10.2.terrain.d 12.0.e",
    ),
    # Air supply
    dg("air supply is not used up", law("airlifts_left", lambda *_: 2), "10.2.air.b"),
    dg(
        "one air supply a turn",
        law("judge_airlift", barred(lambda rules, state, *_: state.lists.get("airlift"))),
        "10.2.air.b",
    ),
    dg(
        "air supply comes back next turn",
        law("turn_over", then(lambda rules, state, table: state.tracks.pop("airlifts", None))),
        "10.2.air.b",
    ),
    dg(
        "no air supply in the enemy's player turn",
        law("judge_airlift", barred(lambda rules, state, *_: state.active != rules.un)),
        "10.2.air.b 10.2.air.c",
    ),
    dg("air supply for anybody", law("judge_airlift", allowed("airlift_unit")), "10.2.air.c"),
    dg("air supply is of no use", law("in_supply", without_lists("airlift")), "10.2.air.d 10.2.air.e"),
    dg(
        "air supply lasts for one player turn",
        law("begin_player_turn", then(lambda rules, state, *_: state.lists.pop("airlift", None))),
        "10.2.air.d",
    ),
    dg("air supply lasts for good", law("turn_over", keeping_lists("airlift")), "10.2.air.b"),
    dg("air supply serves the whole stack", law("in_supply", stack_is_supplied), "10.2.air.e"),
    dg("air supply is free", price(lambda owed, new: 0), "10.2.air.f"),
    dg("both air supplies cost one marker", price(lambda owed, new: min(new, 1)), "10.2.air.f"),
    dg("air supply costs two markers each", price(lambda owed, new: 2 * new), "10.2.air.f"),
    dg("air supply costs a marker for good", law("turn_over", keeping_tracks("airlift debt")), "10.2.air.f"),
    # Depots
    dg("depots attack", law("judge_attacker_status", allowed("depot_attack")), "10.3.a 13.0.a"),
    dg(
        "depots do not defend",
        law(
            "defence_strength",
            lambda right, rules, state, unit: 0 if rules.depot[unit] else right(state, unit),
        ),
        "10.3.b 10.0.q",
    ),
    dg("lost depots cost no markers", law("allotment_change", more(lost_depots)), "10.3.c 17.0.b 23.0.a"),
    dg(
        "lost depots cost two markers",
        law("allotment_change", more(lambda *args: -lost_depots(*args))),
        "10.3.c 17.0.b 23.0.a",
    ),
    dg(
        "any number of lost depots costs one marker",
        law("allotment_change", more(lambda *args: max(0, lost_depots(*args) - 1))),
        "23.0.a",
    ),
    dg(
        "depleted depots cost a marker",
        law("allotment_change", more(lambda *args: -hurt_depots(*args))),
        "10.3.c 17.0.b",
    ),
    dg("a lost depot costs a marker at once", at_once("depot"), "10.3.c"),
    dg("depots are mobile", counters(mobile_depots), "10.3.e"),
    dg(
        "depots feed the enemy beside them",
        law(
            "sources",
            lambda right, rules, state, side: [
                *right(state, side),
                *(hex_ for place in depots_at(state, rules) for hex_ in rules.grid.around(place)),
            ],
        ),
        "10.3.f",
    ),
    dg("depots driven back are captured", law("after_combat", then(captured)), "10.3.f"),
    # Without supply
    dg(
        "halves are rounded down",
        law(
            "attack_item",
            item(
                lambda rules, state, unit, c, own: (
                    own if rules.in_supply(state, unit) else rules.attack_strength(state, unit) // 2
                )
            ),
        ),
        "10.4.a 10.2.air.e",
    ),
    dg("attackers are halved together", law("attack_items", items(halved_together)), "10.4.a"),
    dg(
        "the defence is halved, too",
        law(
            "defence_item",
            item(lambda rules, state, unit, c, own: own if rules.in_supply(state, unit) else (own + 1) // 2),
        ),
        "10.4.b",
    ),
    dg(
        "unsupplied mobile units move late",
        law("may_move_late", lambda right, rules, state, unit: rules.mobile[unit]),
        "10.4.c",
    ),
    dg(
        "unsupplied mobile units attack late",
        law("judge_attacker_status", allowed("supply_late")),
        "10.4.c",
    ),
    dg(
        "unsupplied units march half as far",
        law(
            "allowance",
            lambda right, rules, state, unit: (
                right(state, unit) if rules.in_supply(state, unit) else right(state, unit) // 2
            ),
        ),
        "10.4.d",
    ),
]
