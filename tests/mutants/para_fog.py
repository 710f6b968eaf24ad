"""Fog of war counters (para 23.6), broken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hexfolio.core.state import ELIMINATED, State
from hexfolio.rulebooks.ways import Path

from .making import Patch, Wrong, both, pretending
from .para import adds, at_any_time, bars, changes, law, lets, para, price, says, says_if
from .para_pursuit import thinks, unspoilt


def drawing(count: Wrong) -> Wrong:
    """Another number of counters is drawn."""
    return lambda right, rules, state, number, table: right(state, int(count(number)), table)


def in_order(right: Any, rules: Any, state: State, count: int, table: Any) -> int:
    """Counters are taken from the last of the roster on, whatever is drawn."""

    class Stacked:
        def roll(self, sides: int) -> int:
            table.roll(sides)
            return sides

    return int(right(state, count, Stacked()))


def of_kind(*kinds: str) -> Wrong:
    """A condition on the unit of a rule."""
    return lambda rules, state, unit, *_: rules.has(unit, *kinds)


def all_known(own: list[int], rules: Any, state: State, side: int | None) -> list[int]:
    """The enemy looks at what lies face down."""
    return list(state.lists.get("fog", ())) if side is not None else own


def seen_while_placed(own: list[int], rules: Any, state: State, side: int | None) -> list[int]:
    """The owner looks at counters as he places them."""
    return list(state.lists.get("concealed", ())) if side == rules.defending_side else own


def never_seen(own: list[int], rules: Any, state: State, side: int | None) -> list[int]:
    """The owner, too, knows only what lies open."""
    concealed = state.lists.get("concealed", ())
    return [unit for unit in own if unit not in concealed]


def set_up_too(right: Any, rules: Any, state: State, count: int, table: Any) -> int:
    """Counters that were not drawn are put on the map, too."""
    result = int(right(state, count, table))
    for unit in rules.fog_counters:
        if unit not in state.lists["fog"]:
            state.put(unit, 0)
    return result


def drawn_again(right: Any, rules: Any, state: State, count: int, table: Any) -> int:
    """Counters that are lost go back among those to be drawn."""
    state.lists["fog"] = tuple(unit for unit in state.lists.get("fog", ()) if state.at[unit] != ELIMINATED)
    return int(right(state, count, table))


def open_at_once(rules: Any, state: State, hex_: int, table: Any) -> None:
    """Reinforcements lie open."""
    if state.phase != "set-up":
        state.lists["concealed"] = state.lists["concealed"][:-1]


def turned_over(rules: Any, state: State, table: Any) -> None:
    """What lies open is covered again when a turn begins."""
    open_ = tuple(unit for unit in rules.fog_counters if state.at[unit] >= 0)
    if open_:
        state.lists["concealed"] = open_


def stacking(right: Any, rules: Any, state: State, side: int, hex_: int) -> list[int]:
    """Fog of war counters count for stacking, on either face."""
    fog = [unit for unit in state.stacks.get(hex_, ()) if rules.is_fog[unit] and state.side_of[unit] == side]
    return [*right(state, side, hex_), *fog]


def fog_beside(rules: Any, state: State, unit: int, hex_: int) -> bool:
    others = (other for near in rules.grid.around(hex_) for other in state.stacks.get(near, ()))
    return bool(rules.is_fog[unit]) and any(rules.is_fog[other] for other in others if other != unit)


def before_the_moves(right: Any, rules: Any, state: State, hex_: int) -> Any:
    """Air reconnaissance is judged as if nobody had moved yet."""
    tracks = {name: value for name, value in state.tracks.items() if name != "moves"}
    with pretending(state, "tracks", tracks), pretending(state, "mover", -1):
        return right(state, hex_)


def one_a_phase(rules: Any, state: State, hex_: int) -> bool:
    return bool(rules.command_points(state, state.active) < 2)


def paid_scout(right: Any, rules: Any, state: State, table: Any) -> None:
    before = len(state.lists.get("concealed", ()))
    right(state, table)
    key = f"cp {state.active}"
    state.tracks[key] -= before - len(state.lists.get("concealed", ()))


def scouts_for_both(right: Any, rules: Any, state: State, table: Any) -> None:
    """The movement of either side reveals."""
    if state.phase == "movement" and state.active == rules.defending_side:
        rules.scout(state, table)
    right(state, table)


def sees_far(right: Any, rules: Any, state: State, table: Any) -> None:
    for unit in state.lists.get("concealed", ()):
        hexes = rules.grid.within(state.at[unit], 2)
        if any(rules.units_in(state, rules.airborne_side, near) for near in hexes):
            rules.reveal(state, unit, table)


def sees_on_the_spot(rules: Any, state: State, unit: int, hexes: Path, table: Any) -> None:
    if state.phase == "movement" and state.active == rules.airborne_side:
        rules.scout(state, table)


def coming(change: Callable[[Path], Path]) -> Wrong:
    """Only some of the hexes that a unit has come to are looked at."""
    return lambda right, rules, state, unit, hexes, table: right(state, unit, change(hexes), table)


def entering(right: Any, rules: Any, state: State, unit: int, hexes: Path, table: Any) -> None:
    right(state, unit, hexes[1:] if unit in state.lists.get("due", ()) and hexes[1:] else hexes, table)


def to_the_end(right: Any, rules: Any, state: State, unit: int, path: Path, table: Any) -> None:
    """A retreat leads along all of its way, whatever becomes of the unit."""
    right(state, unit, path, table)
    rules.came_to(state, unit, path[1:], table)


def tired(rules: Any, state: State, unit: int, table: Any) -> None:
    state.tracks["mutant shown"] = unit + 1


def has_shown(rules: Any, state: State, unit: int) -> bool:
    return state.tracks.get("mutant shown") == unit + 1


def led_by_hidden(own: Any, rules: Any, state: State, assault: Any, attacking: bool) -> Any:
    """Leaders lead their hex when they lie face down, too."""
    hexes = {assault.hex} if not attacking else {state.at[unit] for unit in assault.attackers}
    hidden = any(rules.has(unit, "leader") for hex_ in hexes for unit in state.stacks.get(hex_, ()))
    return own or (rules.shift("leader", "a leader is there", 1 if attacking else -1) if hidden else None)


def led(condition: Wrong) -> Patch:
    """Leaders are of no use in some cases."""
    return says_if(
        "_leader", lambda rules, state, assault, attacking: condition(rules, state, assault, attacking)
    )


def leads_twice(own: Any, rules: Any, state: State, assault: Any, attacking: bool) -> Any:
    """Every leader counts."""
    if own is None:
        return None
    hexes = {state.at[unit] for unit in assault.attackers} if attacking else {assault.hex}
    leaders = sum(rules.has(unit, "leader") for hex_ in hexes for unit in state.stacks.get(hex_, ()))
    return own._replace(value=own.value * leaders)


def hidden_fight(right: Any, rules: Any, state: State, side: int, hex_: int) -> list[int]:
    """What lies face down is attacked with the rest of its hex."""
    hidden = [unit for unit in state.stacks.get(hex_, ()) if rules.is_concealed(state, unit)]
    return [*right(state, side, hex_), *(unit for unit in hidden if state.side_of[unit] == side)]


def fights_hidden(method: str) -> Patch:
    def wrong(right: Any, rules: Any, *args: Any) -> Any:
        units_in = rules.units_in
        with pretending(
            rules,
            "units_in",
            lambda state, side, hex_: hidden_fight(units_in, rules, state, side, hex_),
        ):
            return right(*args)

    return law(method, wrong)


def worth_nothing(*kinds: str) -> Patch:
    return says_if("worth", lambda rules, unit: rules.has(unit, *kinds), 0)


def moving(*kinds: str) -> Patch:
    """Some kinds of counters that are static may move."""
    return changes(
        "allowance",
        lambda own, rules, state, unit: 4 if rules.has(unit, *kinds) else own,
    )


def still(*kinds: str) -> Patch:
    return says_if("allowance", of_kind(*kinds), 0)


def kept(right: Any, rules: Any, state: State, unit: int, table: Any) -> None:
    hex_ = state.at[unit]
    right(state, unit, table)
    state.put(unit, hex_)


def lost(right: Any, rules: Any, state: State, unit: int, table: Any) -> None:
    """A deception counts as eliminated."""
    right(state, unit, table)
    if rules.has(unit, "deception"):
        state.put(unit, ELIMINATED)


def hurt(right: Any, rules: Any, state: State, unit: int, cause: str, table: Any) -> None:
    """Prisoners die with the units of their hex."""
    hex_ = state.at[unit]
    right(state, unit, cause, table)
    for other in tuple(state.stacks.get(hex_, ())):
        if rules.has(other, "prisoners"):
            state.put(other, ELIMINATED)


def freed_without_points(rules: Any, state: State, hex_: int, table: Any) -> None:
    state.lists.pop("freed", None)


MUTANTS = [
    # 23.6.1
    para("one fog counter too few is drawn", law("draw_fog", drawing(lambda number: number - 1)), "23.6.1.a"),
    para("fog counters are not drawn at random", law("draw_fog", in_order), "23.6.1.a"),
    para("what was not drawn is on the map", law("draw_fog", set_up_too), "23.6.1.b"),
    para("the owner looks as he places", changes("_known_fog", seen_while_placed), "23.6.1.c"),
    para("two fog counters share a hex", lets("judge_fog", "fog_one"), "23.6.1.d"),
    para("fog counters lie side by side", lets("judge_fog", "fog_apart"), "23.6.1.e"),
    para("fog counters lie next to the enemy", thinks("judge_fog", "next_to", False), "23.6.1.f"),
    para("fog counters lie among the enemy", lets("judge_fog", "fog_enemy"), "23.6.1.f"),
    para(
        "fog counters lie three hexes from the enemy",
        bars(
            "judge_fog",
            lambda rules, state, hex_: any(
                rules.units_in(state, rules.airborne_side, near) for near in rules.grid.within(hex_, 2)
            ),
        ),
        "23.6.1.f",
    ),
    para("the owner never looks", changes("_known_fog", never_seen), "23.6.1.g"),
    para("the enemy looks, too", changes("_known_fog", all_known), "23.6.1.g"),
    para("what lies face down moves", lets("judge_mover", "concealed_still"), "23.6.1.h 23.6.5.a"),
    para("lost fog counters are drawn again", law("draw_fog", drawn_again), "23.6.1.i"),
    # 23.6.2
    para("fog reinforcements lie open", adds("place_fog", open_at_once), "23.6.2.a"),
    para(
        "fog reinforcements go anywhere",
        says_if("judge_fog", lambda rules, state, hex_: state.phase != "set-up"),
        "23.6.2.a",
    ),
    para("no fog reinforcements come", says("draw_fog", 0), "23.6.2.a"),
    # 23.6.3
    para("fog counters meet in a hex", says("may_end", True), "23.6.3.a"),
    para(
        "fog counters meet where one lies face down",
        says_if(
            "may_end",
            lambda rules, state, unit, hex_: rules.concealed_in(state, hex_) >= 0,
            True,
        ),
        "23.6.3.a",
    ),
    para(
        "fog counters meet where both lie open",
        says_if("may_end", lambda rules, state, unit, hex_: rules.concealed_in(state, hex_) < 0, True),
        "23.6.3.a",
    ),
    para("fog counters count for stacking", law("counted", stacking), "23.6.3.b"),
    para("open fog counters keep apart", bars("judge_end", fog_beside), "23.6.3.c"),
    # 23.6.4
    para("fog counters are covered again", adds("begin_turn", turned_over), "23.6.4.a"),
    para("looking from the air is free", price("recon", 0), "23.6.4.b"),
    para("looking from the air costs two points", price("recon", 2), "23.6.4.b"),
    para("one counter is seen from the air", bars("judge_recon", one_a_phase), "23.6.4.b"),
    para(
        "anything is looked at from the air",
        says_if("judge_recon", lambda rules, state, hex_: rules.concealed_in(state, hex_) < 0),
        "23.6.4.b",
    ),
    para(
        "one looks from the air after moving",
        law("judge_recon", before_the_moves),
        "23.6.4.b",
    ),
    para(
        "one looks from the air in any phase",
        at_any_time("recon", lambda rules, state, order: None),
        "23.6.4.b",
    ),
    para("nobody scouts on the ground", says("scout", None), "23.6.4.c"),
    para("ground scouts are paid", law("scout", paid_scout), "23.6.4.c"),
    para("ground scouts see two hexes far", law("scout", sees_far), "23.6.4.c"),
    para("the defender's moves reveal, too", law("end_phase", scouts_for_both), "23.6.4.c"),
    para("ground scouts see at once", adds("came_to", sees_on_the_spot), "23.6.4.c"),
    para("the owner reveals nothing", bars("judge_reveal", lambda *_: True), "23.6.4.d"),
    para(
        "the owner reveals before he moves",
        bars("judge_reveal", lambda rules, state, hex_: "moves" in state.tracks),
        "23.6.4.d",
    ),
    para(
        "what is revealed does not move at once",
        both(adds("reveal", tired), bars("judge_mover", has_shown)),
        "23.6.4.d",
    ),
    para(
        "the owner reveals in any phase",
        at_any_time("reveal", lambda rules, state, order: None),
        "23.6.4.d",
    ),
    para(
        "the owner pays for revealing",
        adds("reveal", lambda rules, state, *_: state.tracks.update({f"cp {state.active}": 0})),
        "23.6.4.d",
    ),
    # 23.6.5
    para(
        "what lies face down controls nothing",
        says_if("exerts_zone", lambda rules, state, unit: rules.is_concealed(state, unit), False),
        "23.6.5.b",
    ),
    para(
        "a hidden deception controls nothing", says_if("exerts_zone", of_kind("deception"), False), "23.6.5.b"
    ),
    para("hidden prisoners control nothing", says_if("exerts_zone", of_kind("prisoners"), False), "23.6.5.b"),
    para("hidden leaders lead", changes("_leader", led_by_hidden), "23.6.5.c"),
    para("what lies face down is attacked", fights_hidden("judge_target"), "23.6.5.d"),
    para("what lies face down fights with its hex", fights_hidden("assault_of"), "23.6.5.d"),
    para(
        "what lies face down is struck",
        both(fights_hidden("judge_strike"), fights_hidden("strike")),
        "23.6.5.d",
    ),
    para(
        "what lies face down protects its hex",
        bars("judge_target", lambda rules, state, hex_: rules.concealed_in(state, hex_) >= 0),
        "23.6.5.d",
    ),
    # 23.6.6
    *(
        para(
            f"a {kind} survives its first disruption",
            law(
                "disrupt",
                unspoilt(lambda rules, state, unit, why, kind=kind: rules.has(unit, kind)),
            ),
            "23.6.6.a",
        )
        for kind in ("depot", "leader", "rear-guard", "tank-detachment")
    ),
    para("depots move", moving("depot"), "23.6.6.b"),
    para("depots are worth nothing", worth_nothing("depot"), "23.6.6.b"),
    para("leaders stay where they are", still("leader"), "23.6.6.c"),
    para("leaders are worth nothing", worth_nothing("leader"), "23.6.6.c"),
    para(
        "leaders do not help the defence",
        led(lambda rules, state, assault, attacking: not attacking),
        "23.6.6.d",
    ),
    para(
        "leaders do not help an attack", led(lambda rules, state, assault, attacking: attacking), "23.6.6.d"
    ),
    para(
        "leaders attack alone without their own help",
        led(
            lambda rules, state, assault, attacking: (
                attacking and all(rules.has(unit, "leader") for unit in assault.attackers)
            )
        ),
        "23.6.6.d",
    ),
    para("two leaders are better than one", changes("_leader", leads_twice), "23.6.6.d"),
    para(
        "all attackers must be led",
        led(
            lambda rules, state, assault, attacking: (
                attacking
                and not all(
                    any(rules.has(other, "leader") for other in state.stacks.get(state.at[unit], ()))
                    for unit in assault.attackers
                )
            )
        ),
        "23.6.6.d",
    ),
    para("rear guards move", moving("rear-guard"), "23.6.6.e"),
    para(
        "tank detachments are no armor",
        says_if("is_mechanized", lambda rules, unit: rules.has(unit, "tank-detachment"), False),
        "23.6.6.f",
    ),
    para("tank detachments stay where they are", still("tank-detachment"), "23.6.6.f"),
    para("a deception stays", law("reveal", kept), "23.6.6.g"),
    para("a deception counts as lost", law("reveal", lost), "23.6.6.g"),
    para(
        "prisoners control their surroundings", says_if("exerts_zone", of_kind("prisoners"), True), "23.6.6.h"
    ),
    para(
        "prisoners go away when found",
        adds("reveal", lambda rules, state, unit, table: state.put(unit, -1)),
        "23.6.6.h",
    ),
    para("prisoners die in combat", law("eliminate", hurt), "23.6.6.h"),
    para(
        "prisoners are attacked",
        changes(
            "is_unit",
            lambda own, rules, state, unit: (
                own or (rules.has(unit, "prisoners") and not rules.is_concealed(state, unit))
            ),
        ),
        "23.6.6.h",
    ),
    para("nobody frees prisoners", says("_free", None), "23.6.6.i"),
    para("prisoners are freed by who stays", law("came_to", coming(lambda hexes: hexes[-1:])), "23.6.6.i"),
    para("prisoners are freed by who goes on", law("came_to", coming(lambda hexes: hexes[:-1])), "23.6.6.i"),
    para("a unit that enters begins behind its first hex", law("came_to", entering), "23.6.6.i"),
    para("prisoners are freed by the dead", law("fall_back", to_the_end), "23.6.6.i"),
    para("prisoners are freed without points", adds("_free", freed_without_points), "23.6.6.i"),
    para(
        "prisoners are not freed by pursuit",
        says_if("_free", lambda rules, state, *_: state.phase == "attack"),
        "23.6.6.i",
    ),
]
