"""Support fire of the designer's edition (kwb-train 8.1 to 8.4), broken."""

from __future__ import annotations

from typing import Any

from hexfolio.core.state import ELIMINATED, State
from hexfolio.rulebooks.fire_and_movement.frames import Combat
from hexfolio.rulebooks.fire_and_movement.support_fire import SupportFire

from .kwb_dg_supply import no_enemies
from .kwb_train import TRAIN, as_nation, bars, kind_of, law, lets, second_if, train, unless
from .making import Patch, Wrong, module_value, more, pretending, then, without_zones


def lowest_first(whose: str) -> Wrong:
    """A side takes the lowest markers, as in the base rules."""

    def wrong(right: Any, rules: Any, state: State, side: int, table: Any) -> None:
        if rules.battle.sides[side].id == whose:
            SupportFire.take_allotment(rules, state, side, table)
        else:
            right(state, side, table)

    return wrong


def losing(change: Wrong) -> Patch:
    """Markers are lost in another way; `change` is given the right way and the rest."""
    return law("lose_markers", change)


def lowest_is_lost(right: Any, rules: Any, state: State, side: int, count: int, *_: Any) -> None:
    pool = sorted(state.pools[side], key=rules.marker_value.__getitem__)
    state.pools[side] = pool[count:]


def lost_from_pool(right: Any, rules: Any, state: State, side: int, *args: Any) -> None:
    with pretending(state, "hands", [[], []]):
        right(state, side, *args)


def enemy_loses(right: Any, rules: Any, state: State, side: int, *args: Any) -> None:
    right(state, 1 - side, *args)


def lost_for_a_turn(rules: Any, state: State) -> None:
    for side in (0, 1):
        state.pools[side] += state.lists.pop(f"lost markers {side}", ())


def costly(trait: str) -> Wrong:
    """Other units, too, take a marker with them."""

    def do(rules: Any, state: State, unit: int, cause: str, table: Any) -> None:
        if trait in rules.counters[unit] or rules.counters[unit].size == trait:
            rules.lose_markers(state, state.side_of[unit], 1, cause, table)

    return then(do)


def lost(trait: str) -> Wrong:
    """How many counters with a trait a side has lost."""
    return lambda rules, state, side: sum(
        trait in rules.counters[unit] and state.at[unit] == ELIMINATED for unit in rules.side_counters[side]
    )


def never_two(right: Any, rules: Any, state: State, combat: Combat, side: int) -> Any:
    """Nobody places a second marker."""
    placed = combat.attacker_markers if side == state.active else combat.defender_markers
    own = right(state, combat, side)
    return own or rules.refuse("sequence", "Refused by a mutant.") if placed else own


def everybody_is_involved(right: Any, rules: Any, state: State, combat: Combat, side: int) -> tuple[int, ...]:
    return tuple(state.on_map(side))


def all_in_touch(
    right: Any, rules: Any, state: State, units: tuple[int, ...], side: int, nation: str
) -> bool:
    return all(right(state, (unit,), side, nation) for unit in units)


def without_hq_free(right: Any, rules: Any, state: State, units: Any, side: int, nation: str) -> bool:
    posts = [unit for unit in state.on_map(side) if rules.hq[unit]]
    return bool(not posts or right(state, units, side, nation))


def un_needs_hq(test: Wrong) -> Wrong:
    """UN combats of other kinds need a headquarters, too."""

    def wrong(right: Any, rules: Any, state: State, combat: Combat, side: int) -> Any:
        placed = combat.attacker_markers if side == state.active else combat.defender_markers
        units = rules.involved(state, combat, side)
        if side == rules.un and placed and test(rules, units) and not rules.in_touch(state, units, side, ""):
            return rules.refuse("second_rok", "Refused by a mutant.")
        return right(state, combat, side)

    return wrong


def battery_for(side_id: str, open_: bool) -> Wrong:
    """Counter-battery fire is open, or closed, to a side."""

    def wrong(right: Any, rules: Any, state: State, combat: Combat) -> bool:
        side = rules.chance_side(state, combat)
        answers = combat.kind == "bombardment" and side != state.active
        if answers and rules.battle.sides[side].id == side_id:
            return (
                open_ and bool(state.hands[side]) and (rules.judge_second_marker(state, combat, side) is None)
            )
        return bool(right(state, combat))

    return wrong


def spotting(reach: int, test: Wrong) -> Wrong:
    """Units that spot for bombardments: within reach and fit for it."""

    def wrong(right: Any, rules: Any, state: State, side: int, hex_: int) -> bool:
        return any(
            test(rules, unit) and rules.grid.distance(state.at[unit], hex_) <= reach
            for unit in state.on_map(side)
        )

    return wrong


MUTANTS = [
    # 8.1
    train(
        "Communist markers are taken lowest first", law("take_allotment", lowest_first("communist")), "8.1.a"
    ),
    train("UN markers are taken lowest first", law("take_allotment", lowest_first("un")), "8.1.a"),
    train("lost HQs cost no marker", losing(lambda *_: None), "8.1.1.hq.a"),
    train(
        "a lost HQ costs two markers",
        losing(lambda right, rules, state, side, count, *rest: right(state, side, 2, *rest)),
        "8.1.1.hq.a",
    ),
    train("a lost HQ costs the lowest marker", losing(lowest_is_lost), "8.1.1.hq.a"),
    train("a lost HQ costs no marker in hand", losing(lost_from_pool), "8.1.1.hq.a"),
    train("a lost HQ costs the enemy a marker", losing(enemy_loses), "8.1.1.hq.a"),
    train(
        "a lost HQ costs a marker for a turn",
        law("return_markers", then(lost_for_a_turn)),
        "8.1.1.hq.a 12.1.1.airfields.a 12.1.1.withdraw.a",
    ),
    *(
        train(f"a lost {trait} costs a marker", law("eliminate", costly(trait)), "8.1.1.hq.a")
        for trait in ("depot", "regiment")
    ),
    train("lost HQs do not touch the allotment", law("allotment_change", more(lost("hq"))), "8.1.1.hq.b"),
    train(
        "a lost HQ takes two from the allotment",
        law("allotment_change", more(lambda *a: -lost("hq")(*a))),
        "8.1.1.hq.b",
    ),
    train(
        "all lost HQs take one from the allotment",
        law("allotment_change", more(lambda *a: max(0, lost("hq")(*a) - 1))),
        "8.1.1.hq.b",
    ),
    train(
        "lost Centers take from the allotment",
        law("allotment_change", more(lambda *a: -lost("depot")(*a))),
        "8.1.1.hq.b",
    ),
    train(
        "lost South Korean HQs do not touch the allotment",
        law(
            "allotment_change",
            more(
                lambda rules, state, side: sum(
                    rules.hq[unit] and rules.nation[unit] == "rok" and (state.at[unit] == ELIMINATED)
                    for unit in rules.side_counters[side]
                )
            ),
        ),
        "8.1.1.hq.b",
    ),
    # 8.1.1: second markers
    *(
        train(
            f"a second Communist marker for any {kind}",
            second_if(
                lambda rules, state, combat, side, kind=kind: (
                    side == rules.communist and kind_of(rules, state, combat, side) == kind
                )
            ),
            f"8.1.1.com.a{(' 8.1.1.com.b' if kind == 'attack' else '')}",
        )
        for kind in ("attack", "defence", "bombardment")
    ),
    train(
        "nobody places two markers",
        law("judge_second_marker", never_two),
        "8.1.1.com.a 8.1.1.com.b 8.1.1.rok.a 8.1.1.rok.b",
    ),
    train("any unit in touch will do", law("involved", everybody_is_involved), "8.1.1.com.a"),
    train("all units must be in touch", law("in_touch", all_in_touch), "8.1.1.com.a"),
    train("without any HQ two markers are free", law("in_touch", without_hq_free), "8.1.1.com.a"),
    train("communications of four hexes", module_value(f"{TRAIN}.support_fire.REACH", 4), "8.1.1.com.b"),
    train(
        "communications of two hexes",
        module_value(f"{TRAIN}.support_fire.REACH", 2),
        "8.1.1.com.b 8.1.1.rok.a",
    ),
    train("zones do not cut lines", law("closed_hexes", without_zones), "8.1.1.com.b 9.0.com.c 9.0.un.b"),
    train(
        "friends do not keep lines open",
        law("friends", lambda right, rules, *_: bytearray(rules.grid.size)),
        "8.1.1.com.b 9.0.com.c 9.0.un.b",
    ),
    train(
        "enemy units do not stand in the way of lines",
        law("closed_hexes", no_enemies),
        "8.1.1.com.b 9.0.com.c 9.0.un.b",
    ),
    *(
        train(
            f"a second South Korean marker for any {kind}",
            second_if(
                lambda rules, state, combat, side, kind=kind: (
                    side == rules.un and kind_of(rules, state, combat, side) == kind
                )
            ),
            "8.1.1.rok.a",
        )
        for kind in ("attack", "defence")
    ),
    train(
        "any HQ serves South Koreans",
        law("in_touch", lambda right, rules, state, units, side, nation: right(state, units, side, "")),
        "8.1.1.rok.a",
    ),
    train(
        "one South Korean is enough to need the HQ",
        law(
            "judge_second_marker",
            un_needs_hq(lambda rules, units: any(rules.nation[unit] == "rok" for unit in units)),
        ),
        "8.1.1.rok.b",
    ),
    train("all UN units need an HQ", law("judge_second_marker", un_needs_hq(lambda *_: True)), "8.1.1.rok.b"),
    train(
        "Commonwealth units are no Americans in combat",
        law("judge_second_marker", as_nation("cw", "rok")),
        "8.1.1.rok.b",
    ),
    # 8.4
    train("Communist guns need no spotter", lets("judge_bombardment_range", "bombard_spotter"), "8.4.a"),
    train("spotters see two hexes far", law("next_to", spotting(2, lambda *_: True)), "8.4.a"),
    train("HQs do not spot", law("next_to", spotting(1, lambda rules, unit: not rules.hq[unit])), "8.4.a"),
    train(
        "UN guns need spotters",
        bars(
            "judge_bombardment_range", lambda rules, state, hex_: not rules.next_to(state, state.active, hex_)
        ),
        "8.4.a",
    ),
    train("Communist counter-battery fire", law("may_support", battery_for("communist", True)), "8.4.1.a"),
    train("no counter-battery fire at all", law("may_support", battery_for("un", False)), "8.4.1.a"),
    train(
        "no Communist markers in defence",
        law(
            "may_support",
            unless(
                lambda rules, state, combat: (
                    rules.chance_side(state, combat) == rules.communist != state.active
                ),
                False,
            ),
        ),
        "8.4.1.a 8.1.1.com.a",
    ),
]
