"""Drop zones and planned hexes of Paratrooper (para 6.0 to 6.2), broken."""

from __future__ import annotations

from typing import Any

from hexfolio.core.state import ELIMINATED, REMOVED, WAITING, State

from .making import Patch, Wrong
from .para import adds, at_any_time, bars, changes, law, lets, no_orders, para, price, says


def zones_of(state: State) -> tuple[int, ...]:
    return state.lists.get("zones", ())


def within(radius: int) -> Patch:
    """Another radius around drop zones."""

    def near(right: Any, rules: Any, state: State, hex_: int) -> bool:
        return any(rules.grid.distance(zone, hex_) <= radius for zone in zones_of(state))

    return law("near_zone", near)


def undropped(place: int) -> Wrong:
    """Who was not dropped ends elsewhere."""

    def wrong(right: Any, rules: Any, state: State) -> None:
        waiting = [unit for unit, hex_ in enumerate(state.at) if hex_ == WAITING]
        right(state)
        for unit in waiting:
            if state.at[unit] == REMOVED:
                state.put(unit, place)

    return wrong


def nobody_waits(right: Any, rules: Any, state: State) -> None:
    """Who is left over of a drop of so many units is out of play as well."""
    drop = rules.drop_due(state)
    for unit in rules.contingents(drop) if drop else ():
        if state.at[unit] == WAITING:
            state.put(unit, REMOVED)


def gone_next_turn(rules: Any, state: State, side: int, *_: Any) -> None:
    state.lists.pop("zones", None)


def taken_by_the_enemy(rules: Any, state: State, unit: int, *_: Any) -> None:
    """A drop zone is lost when an enemy steps on it."""
    if state.side_of[unit] != rules.airborne_side:
        state.lists["zones"] = tuple(hex_ for hex_ in zones_of(state) if hex_ != state.at[unit])


def only_free_zones(right: Any, rules: Any, state: State, hex_: int) -> bool:
    """A drop zone with an enemy on it does not serve."""
    kept = zones_of(state)
    state.lists["zones"] = tuple(h for h in kept if not rules.bars(state, rules.defending_side, h))
    try:
        return bool(right(state, hex_))
    finally:
        state.lists["zones"] = kept


def paid_always(right: Any, rules: Any, state: State, hex_: int) -> Any:
    return right(state, hex_) or rules.judge_price(state, state.active, "zone", "A drop zone")


def stacked(right: Any, rules: Any, state: State, side: int, hex_: int) -> bool:
    """A drop zone counts as a unit."""
    units = len(rules.counted(state, side, hex_)) + zones_of(state).count(hex_)
    return units > int(rules.stacking_limit())


def burnt(rules: Any, state: State, order: Any, table: Any) -> None:
    """A drop zone is lost in a combat about its hex."""
    state.lists["zones"] = tuple(hex_ for hex_ in zones_of(state) if hex_ != order.path[0])


def sheltering(own: list[Any], rules: Any, state: State, assault: Any) -> list[Any]:
    """A drop zone shifts a combat about its hex."""
    item = rules.shift("hex_shift", "a drop zone", -1)
    return [*own, item] if assault.hex in zones_of(state) else own


def hindering(own: Any, rules: Any, state: State, unit: int, path: Any, *_: Any) -> Any:
    """A drop zone costs a point."""
    return own + 2 * len({*path[1:]} & {*zones_of(state)}) if isinstance(own, int) else own


def stopping(own: int, rules: Any, state: State, unit: int) -> int:
    """A drop zone stops who enters it."""
    return 0 if state.mover == unit and state.spent and state.at[unit] in zones_of(state) else own


def checked_at_once(rules: Any, state: State, *_: Any) -> None:
    """Every unit is checked before the next one is placed."""
    rules.begin_checks(state)


MUTANTS = [
    # 6.0
    para("6: units are dropped anywhere", lets("judge_plan", "drop_radius"), "6.0.b"),
    para("6: units are dropped two hexes off", within(2), "6.0.b"),
    para("6: units are dropped on the drop zone only", within(0), "6.0.b 6.2.c"),
    para("6: who was not dropped may come later", says("leave_undropped", None), "6.0.c"),
    para("6: who is left over is out of play", law("leave_undropped", nobody_waits), "6.0.c"),
    para(
        "6: who was not dropped is eliminated", law("leave_undropped", undropped(ELIMINATED)), "6.0.d 6.0.c"
    ),
    # 6.1
    para("6: any number of drop zones", lets("judge_zone", "zone_limit"), "6.1.b"),
    para("6: one drop zone", changes("zones_left", lambda own, *_: own - 1), "6.1.b"),
    para("6: drop zones are gone in the next turn", adds("begin_player_turn", gone_next_turn), "6.1.d"),
    para("6: an enemy takes a drop zone", adds("came_to", taken_by_the_enemy), "6.1.d 6.1.i"),
    para("6: the first drop zones cost a point", law("judge_zone", paid_always), "6.1.e"),
    para(
        "6: the first drop zones are paid",
        adds(
            "place_zone",
            lambda rules, state, hex_, table: state.turn == 1 and rules.lose_command(state, state.active, 1),
        ),
        "6.1.e",
    ),
    para("6: later drop zones are free", price("zone", 0), "6.1.f"),
    para("6: later drop zones cost two", price("zone", 2), "6.1.f"),
    para("6: drop zones on water", lets("judge_zone", "zone_closed"), "6.1.g"),
    para(
        "6: drop zones in clear hexes only",
        bars("judge_zone", lambda rules, state, hex_: rules.terrain(hex_) != "clear"),
        "6.1.g",
    ),
    para(
        "6: drop zones away from the enemy",
        bars("judge_zone", lambda rules, state, hex_: rules.next_to(state, rules.defending_side, hex_)),
        "6.1.g",
    ),
    para("6: two drop zones in a hex", lets("judge_zone", "zone_one"), "6.1.h"),
    para("6: a drop zone under the enemy is of no use", law("near_zone", only_free_zones), "6.1.i"),
    para("6: drop zones count for stacking", law("overstacked", stacked), "6.1.j"),
    para(
        "6: drop zones are attacked",
        law(
            "judge_target",
            lambda right, rules, state, hex_: None if hex_ in zones_of(state) else right(state, hex_),
        ),
        "6.1.k",
    ),
    para("6: a drop zone shelters defenders", changes("shifts", sheltering), "6.1.k"),
    para("6: a combat burns a drop zone", adds("attack", burnt), "6.1.k"),
    para("6: a drop zone costs a point", changes("judge_way", hindering), "6.1.l"),
    para("6: a drop zone stops who enters it", changes("points_left", stopping), "6.1.l"),
    # 6.2
    para(
        "6: units are dropped next to a drop zone only",
        bars("judge_plan", lambda rules, state, unit, hex_: hex_ in zones_of(state)),
        "6.2.c",
    ),
    para(
        "6: one unit is planned for a hex",
        bars("judge_plan", lambda rules, state, unit, hex_: state.occupied[rules.airborne_side][hex_]),
        "6.2.c",
    ),
    para("6: units land at any time", at_any_time("land", lambda *_: None), "6.2.d"),
    para("6: every unit is checked when it is placed", adds("plan", checked_at_once), "6.2.d"),
    para(
        "6: units land in the order of their placing",
        no_orders("checks", lambda rules, state, order: order.unit != state.lists["planned"][0]),
        "6.2.e",
    ),
    para(
        "6: units land in the order of the roster",
        no_orders("checks", lambda rules, state, order: order.unit != min(state.lists["planned"])),
        "6.2.e",
    ),
]
