"""The battle for Seoul of the designer's edition (kwb-train 12.2), broken."""

from __future__ import annotations

from array import array
from dataclasses import replace
from typing import Any

from hexfolio.core.battle import Battle, Placement
from hexfolio.core.orders import Order
from hexfolio.core.state import State
from hexfolio.rulebooks.fire_and_movement.combat import CombatRules
from hexfolio.rulebooks.fire_and_movement.frames import ATTACKED
from hexfolio.rulebooks.fire_and_movement.sequence import control_track

from .korean import arrival, forgiven, hexes_under, mistaking, placements, schedule, special
from .kwb_train import (
    SEOUL,
    at,
    bars,
    dates,
    hexes_of_line,
    law,
    lets,
    line,
    linked_over,
    raised,
    says,
    scored,
    track,
    train,
    unless,
    without,
    worth,
)
from .making import Patch, Wrong, both, pretending, then


def over_the_han(change: Wrong) -> Wrong:
    """Other costs for steps across the Han; `change` is given the rulebook, the unit and the two costs.

    These are the cost as it stands for the unit, and what the ground alone would have it pay.
    """

    def wrong(right: Any, rules: Any, state: State, unit: int) -> Any:
        costs = array("H", right(state, unit))
        for place, side in enumerate(rules.grid.side(*divmod(step, 6)) for step in range(len(costs))):
            if side in rules.han:
                costs[place] = change(rules, unit, costs[place], rules.costs[unit][place])
        return costs

    return wrong


def ferry(fresh: bool | None = None, cost: int = 0) -> Wrong:
    """A ferry that does not need the whole allowance, or does not take it."""

    def wrong(right: Any, rules: Any, state: State, unit: int, path: Any, left: int, first: bool) -> Any:
        own = right(state, unit, path, left, first if fresh is None else fresh)
        crossing = len(path) == 2 and rules.crosses_han(*path) and isinstance(own, int)
        return cost if crossing and cost else own

    return wrong


def beside_the_bank(right: Any, rules: Any, state: State) -> Any:
    """An HQ or engineers one hex away from the hexside serve, too."""
    posts = [state.at[unit] for unit in rules.ferry_units if state.at[unit] >= 0]
    hexes = {hex_ for post in posts for hex_ in (post, *rules.grid.around(post))}
    return rules.han & {rules.grid.side(hex_, direction) for hex_ in hexes for direction in range(6)}


def serving(test: Wrong) -> Patch:
    """Only some units open the Han for others."""
    return law(
        "ferries",
        mistaking(
            "ferry_units",
            lambda rules, *_: [unit for unit in rules.ferry_units if test(rules.counters[unit])],
        ),
    )


def without_han(rules: Any) -> bytes:
    """Steps of a line that do not cross the Han."""
    return bytes(
        rules.edges_where(lambda hex_, direction, goal: rules.grid.side(hex_, direction) not in rules.han)
    )


def communist_edges(right: Any, rules: Any, state: State, side: int) -> Any:
    if side != rules.communist:
        return right(state, side)
    with pretending(rules, "all_edges", without_han(rules)):
        return right(state, side)


def terms(*names: str) -> Patch:
    """The airborne regiment comes on other terms."""
    return arrival("187", terms=frozenset(names))


def held_now(right: Any, rules: Any, state: State, unit: int, own: Any) -> Any:
    """The hex must be held when the unit comes, not when the phase begins."""
    if "held" in own.terms and all(rules.real_in(state, state.active, hex_) for hex_ in own.hexes):
        return None
    return right(state, unit, own)


def any_symbol(right: Any, rules: Any, state: State, unit: int) -> Any:
    """Reinforcements choose among the symbols of their side."""
    return rules.listed_hexes("symbols", state.side_of[unit]) or right(state, unit)


def by_sea(right: Any, rules: Any, state: State, unit: int) -> tuple[int, ...]:
    """The airborne regiment may land at Inchon as well."""
    port = (rules.grid.index("0109"),) if rules.name(unit) == "187" else ()
    return (*right(state, unit), *port)


def must_enter(rules: Any, state: State) -> bool:
    return bool(rules.arrivals(state))


def random_arrivals(turn: int = 0, hexes: str = "") -> Patch:
    """The regiments drawn blind come in another turn, or elsewhere."""

    def change(battle: Battle, own: Any) -> Any:
        where = tuple(map(battle.board.grid.index, hexes.split()))
        return [(due + turn, nation, where or old) for due, nation, old in own or ()]

    return special("random-arrivals", change)


def second_regiment(turn: int, hex_: str) -> Patch:
    """The second regiment drawn blind at Seoul comes in another turn, or elsewhere."""
    return at(
        SEOUL,
        lambda battle: {
            "special": {
                **battle.special,
                "random-arrivals": [
                    battle.special["random-arrivals"][0],
                    (turn, "nk", (battle.board.grid.index(hex_),)),
                ],
            }
        },
    )


def scratch_apart(reach: int) -> Patch:
    """Scratch units may be nearer to each other."""

    def near(rules: Any, state: State, unit: int, hex_: int) -> bool:
        others = [other for other in state.on_map(state.active) if rules.scratch[other] and other != unit]
        return all(rules.grid.distance(state.at[other], hex_) >= reach for other in others)

    return law("judge_area", forgiven("set_up_apart", near))


def within_area(battle: Battle, unit: int, own: Placement) -> Placement:
    """Scratch units set up in cities and towns only."""
    if "scratch" not in battle.counters[unit]:
        return own
    terrain = battle.board.terrain
    return replace(own, hexes=tuple(hex_ for hex_ in own.hexes if {"city", "town"} & set(terrain[hex_])))


def one_left_out(battle: Battle) -> dict[str, Any]:
    lost = battle.counter("S12").index
    return {"placements": {unit: own for unit, own in battle.placements.items() if unit != lost}}


def shows_itself(right: Any, rules: Any, state: State, order: Order, table: Any) -> Any:
    """A scratch unit is turned over when it moves."""
    rules.uncover(state, (order.unit,), table)
    return right(state, order, table)


def uncovering(test: Wrong) -> Wrong:
    """Only units for which the condition holds are turned over."""

    def wrong(right: Any, rules: Any, state: State, units: tuple[int, ...], table: Any) -> None:
        right(state, tuple(unit for unit in units if test(rules, state, unit)), table)

    return wrong


def covered_again(rules: Any, state: State, table: Any) -> None:
    state.lists.pop("revealed", None)


def spared(right: Any, rules: Any, state: State, unit: int, *args: Any) -> None:
    """A scratch unit survives its first loss."""
    if rules.scratch[unit] and f"hurt {unit}" not in state.tracks:
        state.tracks[f"hurt {unit}"] = 1
    else:
        right(state, unit, *args)


def fresh_attackers(rules: Any, state: State, order: Order, table: Any) -> None:
    """Who has attacked a dummy may attack again."""
    for unit in order.units:
        state.flags[unit] &= ~ATTACKED


def hidden_at_the_end(right: Any, rules: Any, state: State, table: Any) -> None:
    with pretending(rules, "scratch", [False] * len(rules.counters)):
        right(state, table)


def once_held(right: Any, rules: Any, state: State, own: Any, points: list[int]) -> None:
    """City hexes score for the side that was the last to hold them."""
    side, value, hexes = own
    points[side] += value * sum(state.tracks.get(control_track(hex_)) == side for hex_ in hexes)


def held_storm(right: Any, rules: Any, state: State, own: Any, points: list[int]) -> None:
    """Inchon must be held at the end."""
    if any(state.tracks.get(control_track(hex_)) == own[0] and hex_ in state.stacks for hex_ in own[2]):
        right(state, own, points)


def cleared_again(right: Any, rules: Any, state: State) -> None:
    """Seoul must stay cleared, and counts from the last time."""
    state.tracks.pop("cleared", None)
    right(state)


def cleared_in_any_phase(rules: Any, state: State, table: Any) -> None:
    rules.mark_cleared(state)


def sooner_worthless(rules: Any, state: State, own: Any, points: list[int]) -> None:
    points[own[0]] -= own[1] * ("cleared" in state.tracks)


def city_is(places: str) -> Patch:
    """Other places make up the city that is to be cleared."""

    def change(battle: Battle, lines: list[Any]) -> list[Any]:
        hexes = tuple(hex_ for place in places.split() for hex_ in battle.board.places.get(place, ()))
        return [(side, value, hexes) for side, value, _ in lines]

    return schedule("cleared", change)


def only_big_clears(right: Any, rules: Any, state: State) -> None:
    """Seoul is cleared by regiments only."""
    with pretending(rules, "dummy", [not big for big in rules.big]):
        right(state)


def empty_is_clear(right: Any, rules: Any, state: State) -> None:
    """Seoul is cleared without a UN unit in it."""
    before = "cleared" in state.tracks
    right(state)
    for side, _, hexes in rules.battle.victory.get("cleared", ()):
        stacks = [unit for hex_ in hexes for unit in state.stacks.get(hex_, ())]
        if not before and not any(rules.big[unit] for unit in stacks if state.side_of[unit] != side):
            state.tracks["cleared"] = state.turn


MUTANTS = [
    # The Han
    train(
        "the Han is like any river for the Communist side",
        law("march_costs", over_the_han(lambda rules, unit, own, plain: plain)),
        "12.21.han.a 12.21.han.b 12.21.han.d",
    ),
    train("infantry marches up and crosses", law("judge_way", ferry(fresh=True)), "12.21.han.a"),
    train("infantry crosses and marches on", law("judge_way", ferry(cost=2)), "12.21.han.a"),
    train("nobody crosses the Han", says("may_ferry", False), "12.21.han.a 12.21.han.b"),
    train(
        "tanks cross the Han",
        law(
            "may_ferry",
            lambda right, rules, state, unit: state.active == rules.communist and state.phase == "movement",
        ),
        "12.21.han.b",
    ),
    train(
        "tanks cross the Han late",
        law(
            "may_ferry",
            lambda right, rules, state, unit: right(state, unit) or state.phase == "mobile-movement",
        ),
        "12.21.han.b",
    ),
    train("Communist attacks over the Han", lets("judge_attack_hexside", "han_attack"), "12.21.han.c"),
    train(
        "the UN crosses the Han anywhere", law("ferries", lambda right, rules, *_: rules.han), "12.21.han.d"
    ),
    train("the UN never crosses the Han", says("ferries", frozenset()), "12.21.han.d 12.21.han.e"),
    train("HQs do not open the Han", serving(lambda counter: "hq" not in counter), "12.21.han.d"),
    train("engineers do not open the Han", serving(lambda counter: "engineer" not in counter), "12.21.han.d"),
    train("HQs open the Han one hex away", law("ferries", beside_the_bank), "12.21.han.d"),
    train(
        "the Han takes the whole allowance of the UN",
        law("march_costs", over_the_han(lambda rules, unit, own, plain: own and 8)),
        "12.21.han.d",
    ),
    train(
        "the Han costs the UN nothing",
        law("march_costs", over_the_han(lambda rules, unit, own, plain: own and 2)),
        "12.21.han.d",
    ),
    train(
        "UN tanks do not cross the Han",
        law("march_costs", over_the_han(lambda rules, unit, own, plain: 0 if rules.mobile[unit] else own)),
        "12.21.han.d",
    ),
    train("UN attacks over the Han anywhere", lets("judge_attack_hexside", "han_un"), "12.21.han.d"),
    train(
        "no UN attacks over the Han",
        bars("judge_attack_hexside", lambda rules, state, unit, start, hex_: rules.crosses_han(start, hex_)),
        "12.21.han.d 12.21.han.e",
    ),
    train(
        "the Han is no river in combat",
        law("side_line", unless(lambda rules, state, side: side in rules.han, "")),
        "12.21.han.d 12.21.han.e",
    ),
    train(
        "UN lines cross the Han anywhere",
        law("un_edges", lambda right, rules, *_: rules.all_edges),
        "12.21.han.d",
    ),
    train(
        "UN lines never cross the Han",
        law("un_edges", lambda right, rules, *_: without_han(rules)),
        "12.21.han.d",
    ),
    train(
        "a road over the Han is a bridge",
        law("bridged", lambda right, rules, *args: CombatRules.bridged(rules, *args)),
        "12.21.han.e",
    ),
    # Arrivals and replacements
    *(
        train(
            f"{name} may land at 0209",
            arrival(name, hexes="0109 0209"),
            "12.21.reinf.a 12.22.setup.d" if name == "32/7" else "12.22.setup.d",
        )
        for name in ("32/7", "HQ-1M", "17/7")
    ),
    train("the 187th lands at Inchon", law("entry_hexes", by_sea), "12.21.reinf.b"),
    train("the 187th comes whoever holds Kimpo", terms("optional"), "12.21.reinf.b"),
    train("the 187th needs an empty airfield", terms("optional", "vacated"), "12.21.reinf.b"),
    train("the 187th comes when Kimpo falls", law("judge_terms", held_now), "12.21.reinf.b"),
    train("the 187th must come", bars("judge_end_of_movement", must_enter), "12.21.reinf.b"),
    train("Communist reinforcements choose their hex", law("entry_hexes", any_symbol), "12.21.reinf.c"),
    train("a blocked reinforcement waits", without(SEOUL, "entry-symbols"), "12.21.reinf.c"),
    train("the 78th comes on at 0101", arrival("NK-78", hexes="0101"), "12.21.reinf.c 12.22.setup.e"),
    train("South Koreans take replacements at Seoul", without(SEOUL, "no-replacements"), "12.21.repl.a"),
    train(
        "nobody takes replacements at Seoul",
        raised(lambda rules, state, unit: rules.battle.id == SEOUL),
        "12.21.repl.a",
    ),
    # Scratch units
    train("scratch units set up side by side", scratch_apart(1), "12.21.scratch.a"),
    train("scratch units share hexes", lets("judge_area", "set_up_apart"), "12.21.scratch.a"),
    train("scratch units set up among the enemy", lets("judge_placement", "enemy_hex"), "12.21.scratch.a"),
    train("scratch units set up in towns", placements(within_area), "12.21.scratch.a"),
    train("a scratch unit is left out", at(SEOUL, one_left_out), "12.21.scratch.a"),
    train(
        "scratch units are open to all",
        says("is_hidden", False),
        "12.21.scratch.a 12.21.scratch.b 12.21.scratch.d",
    ),
    train("scratch units show themselves when they move", law("sets_out", shows_itself), "12.21.scratch.b"),
    train(
        "scratch units count for stacking",
        law(
            "has_room",
            mistaking(
                "big", lambda rules, *_: [a or b for a, b in zip(rules.big, rules.scratch, strict=True)]
            ),
        ),
        "12.21.scratch.c",
    ),
    train(
        "scratch units move five hexes",
        law("allowance", lambda right, rules, state, unit: right(state, unit) + int(rules.scratch[unit])),
        "12.21.scratch.c",
    ),
    train(
        "scratch units move three hexes",
        law("allowance", lambda right, rules, state, unit: right(state, unit) - int(rules.scratch[unit])),
        "12.21.scratch.c",
    ),
    train(
        "scratch units defend unseen",
        law("uncover", uncovering(lambda rules, state, unit: state.side_of[unit] == state.active)),
        "12.21.scratch.b 12.21.scratch.d 12.21.scratch.e",
    ),
    train(
        "scratch units attack unseen",
        law("uncover", uncovering(lambda rules, state, unit: state.side_of[unit] != state.active)),
        "12.21.scratch.d",
    ),
    train("bombardments turn nothing over", says("covered", False), "12.21.scratch.d"),
    train("scratch units are covered again", law("turn_over", then(covered_again)), "12.21.scratch.d"),
    train(
        "dummies stay",
        law("eliminate", unless(lambda rules, state, unit, cause, table: cause == "dummy")),
        "12.21.scratch.b 12.21.scratch.e 12.22.victory.c",
    ),
    train(
        "scratch units add nothing",
        law("defence_strength", unless(lambda rules, state, unit: rules.scratch[unit], 0)),
        "12.21.scratch.e",
    ),
    train("scratch units survive a loss", law("lose_step", spared), "12.21.scratch.e"),
    train("who attacked a dummy attacks again", law("declare", then(fresh_attackers)), "12.21.scratch.e"),
    # Supply at Seoul
    *(
        train(f"{hex_} is no source at Seoul", hexes_under("sources", "un", without=hex_), "12.21.supply.a")
        for hex_ in ("0109", "0208", "0209")
    ),
    train("0508 is a source at Seoul", hexes_under("sources", "un", add="0508"), "12.21.supply.a"),
    *(
        train(
            f"{hex_} is no symbol at Seoul",
            hexes_under("symbols", "communist", without=hex_),
            "12.21.supply.b",
        )
        for hex_ in ("0101", "0701", "1412", "1701")
    ),
    train("1501 is a symbol at Seoul", hexes_under("symbols", "communist", add="1501"), "12.21.supply.b"),
    train("Centers' lines do not cross the Han", law("linked", linked_over(without_han)), "12.21.supply.c"),
    train("Communist lines do not cross the Han", law("supplied", communist_edges), "12.21.supply.c"),
    # Charts of Seoul
    *dates("un", "12.22.setup.d", 1, 2, 3, 4, 6, 13),
    *dates("communist", "12.22.setup.e", 5, 8),
    train("random regiments come late", random_arrivals(turn=1), "12.22.setup.e"),
    train("random regiments come early", random_arrivals(turn=-1), "12.22.setup.e"),
    train("random regiments come from the north", random_arrivals(hexes="0101 0701"), "12.22.setup.e"),
    *(
        train(f"the second random regiment comes {name}", second_regiment(turn, hex_), "12.22.setup.e")
        for name, turn, hex_ in (("early", 6, "1412"), ("late", 8, "1412"), ("from the north", 7, "0701"))
    ),
    train("no random regiments at Seoul", without(SEOUL, "random-arrivals"), "12.22.setup.e"),
    *track("12.22.setup.f", SEOUL),
    # Victory at Seoul
    *scored(SEOUL, "dead", 0, "12.22.victory.a"),
    *scored(SEOUL, "dead", 1, "12.22.victory.a", "battalion"),
    *scored(SEOUL, "dead", 2, "12.22.victory.b"),
    *scored(SEOUL, "dead", 3, "12.22.victory.b"),
    *scored(SEOUL, "occupied", 0, "12.22.victory.c"),
    *(
        train(f"{hex_} is no city hex", hexes_of_line(SEOUL, "occupied", 0, hex_), "12.22.victory.c")
        for hex_ in ("1305", "1404", "1106", "0208")
    ),
    train("city hexes once held score", law("award_occupied", once_held), "12.22.victory.c"),
    train("hidden units hold cities", law("end_turn", hidden_at_the_end), "12.22.victory.c"),
    *scored(SEOUL, "storm", 0, "12.22.victory.d"),
    *(
        train(
            f"Inchon counts from turn {turn}",
            line(SEOUL, "storm", 0, lambda side, value, hexes, _, turn=turn: (side, value, hexes, turn)),
            "12.22.victory.d",
        )
        for turn in (5, 7)
    ),
    *(
        train(f"{hex_} is not Inchon", hexes_of_line(SEOUL, "storm", 0, hex_), "12.22.victory.d")
        for hex_ in ("0109", "0208", "0209")
    ),
    train(
        "Inchon counts without supply",
        law("storm", mistaking("supply_free", lambda *_: (True, True))),
        "12.22.victory.d",
    ),
    train(
        "Inchon counts for tanks",
        law("storm", mistaking("big", lambda rules, *_: [True] * len(rules.counters))),
        "12.22.victory.d",
    ),
    train("Inchon must be held", law("award_storm", held_storm), "12.22.victory.d"),
    *scored(SEOUL, "dead", 4, "12.22.victory.e"),
    *scored(SEOUL, "dead", 5, "12.22.victory.e"),
    train(
        "scratch units score",
        both(
            says("scores", True),
            line(
                SEOUL,
                "dead",
                4,
                lambda side, value, kind: (side, value, kind._replace(sizes=kind.sizes | {"cadre"})),
            ),
        ),
        "12.22.victory.e",
    ),
    train(
        "tanks score at Seoul",
        line(
            SEOUL,
            "dead",
            4,
            lambda side, value, kind: (side, value, kind._replace(kinds=frozenset(), sizes=frozenset())),
        ),
        "12.22.victory.e",
    ),
    train(
        "Seoul cleared is worth four a turn",
        line(SEOUL, "cleared", 0, worth(lambda own: own + 1)),
        "12.22.victory.f 12.22.victory.g",
    ),
    train("Seoul cleared counts to turn 13", law("award_cleared", then(sooner_worthless)), "12.22.victory.f"),
    train("Seoul must stay cleared", law("mark_cleared", cleared_again), "12.22.victory.f"),
    train("Seoul is cleared in any phase", law("phase_over", then(cleared_in_any_phase)), "12.22.victory.g"),
    train(
        "tanks hold Seoul",
        law("mark_cleared", mistaking("big", lambda rules, *_: [True] * len(rules.counters))),
        "12.22.victory.g",
    ),
    train("battalions do not clear Seoul", law("mark_cleared", only_big_clears), "12.22.victory.g"),
    train("an empty Seoul is cleared", law("mark_cleared", empty_is_clear), "12.22.victory.g"),
    train("Seoul reaches over the Han", city_is("Seoul Yongdungpo"), "12.22.victory.g"),
    train(
        "regiments do not hold Seoul",
        law("mark_cleared", mistaking("big", lambda rules, *_: [False] * len(rules.counters))),
        "12.22.victory.g",
    ),
]
