"""Anti-aircraft fire, the days of strikes, and ships in Paratrooper (para 12.6 to 12.10), broken."""

from __future__ import annotations

from typing import Any

from hexfolio.core.state import State

from .korean import without_lists
from .making import Patch, Wrong
from .para import adds, bars, changes, law, lets, para, price, says, says_if
from .para_strikes import STRIKES, paid, targets


def keeping(right: Any, rules: Any, state: State, side: int, table: Any) -> None:
    """Strikes stay in their display until they are shot down."""
    kept = state.lists.get(f"strikes {side}", ())
    right(state, side, table)
    state.lists[f"strikes {side}"] = tuple(dict.fromkeys((*kept, *state.lists.get(f"strikes {side}", ()))))


def worn(monkeypatch: Any) -> None:
    """A strike flies once in a battle."""

    def note(rules: Any, state: State, order: Any, table: Any) -> None:
        state.lists["worn"] = (*state.lists.get("worn", ()), *order.units)

    adds("strike", note)(monkeypatch)
    changes(
        "strike_pool",
        lambda own, rules, state, *_: [unit for unit in own if unit not in state.lists.get("worn", ())],
    )(monkeypatch)


def one_price(right: Any, rules: Any, state: State, order: Any, table: Any) -> None:
    """Airstrikes and ships share a price."""
    right(state, order, table)
    state.tracks["strikes paid"] = state.tracks["naval paid"] = 1


def flak_of(where: Wrong, kinds: tuple[str, ...] = ("anti-air",), disrupted: bool = False) -> Patch:
    """Other anti-aircraft fire: from other hexes, of other units."""
    return law(
        "flak",
        lambda right, rules, state, side, hex_: any(
            rules.has(unit, *kinds) and (disrupted or not rules.is_disrupted(state, unit))
            for near in where(rules, hex_)
            for unit in rules.units_in(state, side, near)
        ),
    )


def around(rules: Any, hex_: int) -> tuple[int, ...]:
    return (hex_, *rules.grid.around(hex_))


def every_battery(own: Any, rules: Any, state: State, assault: Any) -> Any:
    count = sum(
        rules.has(unit, "anti-air") and not rules.is_disrupted(state, unit)
        for near in around(rules, assault.hex)
        for unit in rules.units_in(state, 1 - assault.side, near)
    )
    return own and own._replace(value=-count)


def against_ships(right: Any, rules: Any, state: State, assault: Any) -> Any:
    return right(state, assault._replace(kind="airstrike") if assault.kind == "naval" else assault)


MUTANTS = [
    # 12.6 and 12.7
    para("12: no anti-aircraft fire", says("flak", False), "12.5.c 12.6.a"),
    para("12: anti-aircraft fire from the hex only", flak_of(lambda rules, hex_: (hex_,)), "12.6.a 12.5.c"),
    para(
        "12: anti-aircraft fire from next to it only",
        flak_of(lambda rules, hex_: rules.grid.around(hex_)),
        "12.6.a",
    ),
    para(
        "12: anti-aircraft fire two hexes off",
        flak_of(lambda rules, hex_: rules.grid.within(hex_, 2)),
        "12.6.a",
    ),
    para("12: disrupted anti-aircraft units fire", flak_of(around, disrupted=True), "12.6.a"),
    para("12: heavy weapons fire at aircraft", flak_of(around, ("anti-air", "heavy-weapons")), "12.6.a"),
    para("12: every anti-aircraft unit counts", changes("_flak", every_battery), "12.6.b"),
    para("12: lost strikes go on", law("strike_next", without_lists("turned away")), "12.7.a"),
    para(
        "12: a lost strike ends the attack",
        law(
            "strike_next",
            lambda right, rules, state, frame, table: right(
                state, frame._replace(targets=()) if state.lists.get("turned away") else frame, table
            ),
        ),
        "12.7.a",
    ),
    # 12.8 and 12.9
    para("12: a strike flies again", lets("judge_strike", "strike_once"), "12.8.a"),
    para("12: strikes fly once in a battle", worn, "12.8.b"),
    para("12: strikes stay at hand from turn to turn", law("call_reinforcements", keeping), "12.8.b 12.1.d"),
    para(
        "12: strikes attack strikes",
        law("strike", targets(lambda own, rules, state: (*own, *rules.available(state, 1 - state.active)))),
        "12.9.a",
    ),
    # 12.10
    para("12: ships are free", price("naval", 0), "12.10.b"),
    para("12: ships share the price of airstrikes", law("strike", one_price), "12.10.b"),
    para("12: every ship is paid", law("strike", paid(lambda count: count - 1)), "12.10.b"),
    para("12: every hex under gunfire is paid", law("strike", paid(lambda count: 0)), "12.10.b"),
    para("12: anti-aircraft fire at ships", law("_flak", against_ships), "12.10.c"),
    para("12: ships and airstrikes attack together", lets("judge_strike", "naval_apart"), "12.10.d"),
    para(
        "12: ships or airstrikes attack a hex",
        bars(
            "_judge_flight",
            lambda rules, state, hex_, kind, count: any(
                f"{other} {hex_}" in state.tracks for other in STRIKES
            ),
        ),
        "12.10.d",
    ),
    para(
        "12: no ships by night",
        bars(
            "_judge_flight", lambda rules, state, hex_, kind, count: kind == "naval" and rules.is_night(state)
        ),
        "12.10.e",
    ),
    para(
        "12: ships see by night",
        says_if("_night", lambda rules, state, assault: assault.kind == "naval"),
        "12.10.e",
    ),
]
