"""Ways of breaking what the two airborne battles (para 24 and 25) have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hexfolio.core.battle import Battle
from hexfolio.core.state import ELIMINATED, WAITING, State
from hexfolio.rulebooks.paratrooper.scenario import Arrivals, Bonus, Drop, Group, Schedule, Stage

from .making import Mutant, Patch, Wrong, both, pretending
from .para import bars, changes, law, lets, para, price, says, says_if
from .para_korea import at, judged_by, levels
from .para_pursuit import thinks

COMMUNIST, UN = 0, 1


# Figures


def rule_of(battle_id: str, name: str, change: Callable[[Any], Any]) -> Patch:
    """Another figure under one key of a battle's rules; `change` is given the right one."""
    return at(
        battle_id,
        lambda battle: {"special": {**battle.special, name: change(battle.special.get(name))}},
    )


def stage(battle_id: str, place: int, **changed: Any) -> Patch:
    """Another stage of the communist set-up."""

    def change(stages: dict[int, tuple[Stage, ...]]) -> dict[int, tuple[Stage, ...]]:
        own = list(stages[COMMUNIST])
        own[place] = own[place]._replace(**changed)
        return {**stages, COMMUNIST: tuple(own)}

    return rule_of(battle_id, "set-up-stages", change)


def schedule(battle_id: str, side: int, **changed: Any) -> Patch:
    return rule_of(battle_id, "reinforcements", lambda own: {**own, side: own[side]._replace(**changed)})


def result(battle_id: str, side: int, dice: str, change: Callable[[Arrivals], Arrivals]) -> Patch:
    """Other reinforcements for some faces of the die."""

    def changed(own: dict[int, Schedule]) -> dict[int, Schedule]:
        lines = tuple(
            change(line) if str(die) in dice else line for die, line in enumerate(own[side].lines, 1)
        )
        return {**own, side: own[side]._replace(lines=lines)}

    return rule_of(battle_id, "reinforcements", changed)


def group(place: int = 0, **changed: Any) -> Callable[[Arrivals], Arrivals]:
    """One group of a line of reinforcements is another."""

    def change(line: Arrivals) -> Arrivals:
        groups = list(line.groups)
        groups[place] = groups[place]._replace(**changed)
        return line._replace(groups=tuple(groups))

    return change


def strikes(more: int) -> Callable[[Arrivals], Arrivals]:
    return lambda line: line._replace(strikes=line.strikes + more)


def fog(more: int) -> Callable[[Arrivals], Arrivals]:
    return lambda line: line._replace(fog=line.fog + more)


def nothing(line: Arrivals) -> Arrivals:
    return Arrivals(0, 0, (), again=False, fog=0, rain=False)


def airborne(place: int, **changed: Any) -> Callable[[tuple[Drop, ...]], tuple[Drop, ...]]:
    """Another drop of a battle."""

    def change(drops: tuple[Drop, ...]) -> tuple[Drop, ...]:
        own = list(drops)
        own[place] = own[place]._replace(**changed)
        return tuple(own)

    return change


def placed(place: int, change: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """One value of several that stand under a key."""
    return lambda own: (*own[:place], change(own[place]), *own[place + 1 :])


def objectives(battle_id: str, change: Callable[[dict[int, int]], dict[int, int]]) -> Patch:
    def changed(battle: Battle) -> dict[str, Any]:
        own = dict(battle.victory["objectives"])
        return {"victory": {**battle.victory, "objectives": change(own)}}

    return at(battle_id, changed)


# Rules


def waits(side: int) -> Patch:
    """Reinforcements of a side need not come on."""
    return says_if("judge_all_entered", lambda rules, state: state.active == side)


def crowded(side: int) -> Patch:
    """A side stacks as it likes."""
    return says_if("overstacked", lambda rules, state, owner, hex_: owner == side, False)


def in_a_row(right: Any, rules: Any, state: State, side: int, called: Group, table: Any) -> None:
    """One unit fewer comes than the die says."""

    class Loaded:
        tell = table.tell

        def roll(self, sides: int = 0) -> int:
            return int(table.roll(sides)) if sides else max(int(table.roll()) - 1, 1)

    right(state, side, called, Loaded())


def raised(right: Any, rules: Any, state: State, contingent: str) -> Any:
    """Units that were lost come again."""
    for unit in rules.contingent(contingent):
        if state.at[unit] == ELIMINATED:
            state.put(unit, WAITING)
    return right(state, contingent)


def on_the_map_at_once(right: Any, rules: Any, state: State, side: int, table: Any) -> None:
    """One unit of the airborne side is there from the start."""
    state.put(rules.side_counters[UN][0], 0)
    right(state, side, table)


def nations_apart(near: bool) -> Patch:
    """Units of several nations do not attack together, next to the enemy or from afar."""

    def mixed(rules: Any, state: State, units: Any, hex_: int) -> bool:
        part = [unit for unit in units if rules.is_near(state, unit, hex_) or not near]
        return len({rules.counters[unit].nation for unit in part}) > 1

    return bars("_judge_group", mixed)


def never_twice(right: Any, rules: Any, state: State, side: int, *args: Any) -> Any:
    """A strike that was awarded once is not awarded again."""
    used = state.lists.get("mutant used", ())
    return [unit for unit in right(state, side, *args) if unit not in used]


def used_up(right: Any, rules: Any, state: State, side: int, units: Any) -> None:
    state.lists["mutant used"] = (*state.lists.get("mutant used", ()), *units)
    right(state, side, units)


def replaced(right: Any, rules: Any, state: State, side: int, kind: str) -> list[int]:
    """Strikes that were shot down are awarded again."""
    return [unit for unit in rules.side_counters[side] if rules.has(unit, kind)]


def returns(right: Any, rules: Any, state: State, unit: int, table: Any) -> None:
    """A strike that is shot down goes back to those that wait."""
    right(state, unit, table)
    state.put(unit, WAITING)


def kept_strikes(right: Any, rules: Any, state: State, side: int, table: Any) -> None:
    """Strikes of the turn before are added to those of this turn."""
    kept = state.lists.get(f"strikes {side}", ())
    right(state, side, table)
    if kept:
        state.lists[f"strikes {side}"] = (*kept, *state.lists.get(f"strikes {side}", ()))


def late_fog(right: Any, rules: Any, state: State, count: int, table: Any) -> int:
    """Fog of war counters of a turn are kept for another one."""
    number = int(right(state, count, table))
    if state.phase == "set-up":
        return number
    state.lists.pop("unplaced", None)
    return 0


def gone_if_blocked(right: Any, rules: Any, state: State) -> None:
    """Who is blocked does not come at all."""
    due = state.lists.get("due", ())
    right(state)
    for unit in due:
        if state.at[unit] == WAITING:
            state.put(unit, ELIMINATED)


def same_hexes(right: Any, rules: Any, state: State) -> None:
    """Who is blocked waits for his own hexes."""
    edges = {name: hexes for name, hexes in state.lists.items() if name.startswith("edges ")}
    right(state)
    for name, hexes in edges.items():
        if name in state.lists:
            state.lists[name] = hexes


def any_edge(right: Any, rules: Any, state: State) -> None:
    """Who is blocked comes by any edge."""
    right(state)
    for name in [name for name in state.lists if name.startswith("edges ")]:
        state.lists[name] = rules.edge_hexes(15)


def dead_fog(own: int, rules: Any, unit: int) -> int:
    return own + bool(rules.is_fog[unit] and not rules.has(unit, "leader", "depot"))


def worth(change: Wrong) -> Patch:
    """Other points for what is lost: `change` is given the right ones, the rulebook and the counter."""
    return changes("worth", lambda own, rules, unit: int(change(own, rules, unit)))


def of_nation(*nations: str) -> Patch:
    """Units of some nations are worth nothing."""
    return worth(
        lambda own, rules, unit: (
            0 if rules.is_ground[unit] and rules.counters[unit].nation in nations else own
        )
    )


def prisoners(points: int) -> Patch:
    """Prisoners who are freed are worth something else."""

    def change(own: tuple[int, int], rules: Any, state: State) -> tuple[int, int]:
        freed = len(state.lists.get("freed", ()))
        return own[0], own[1] + (points - 2) * freed

    return changes("victory_points", change)


def from_turn(turn: int) -> Wrong:
    """Sudden death from another turn on."""

    def wrong(right: Any, rules: Any, state: State, table: Any) -> Any:
        if state.turn < turn:
            return False
        with pretending(state, "turn", max(state.turn, 2)):
            return right(state, table)

    return wrong


def all_but_one(right: Any, rules: Any, state: State, table: Any) -> Any:
    """Not every objective must be held."""
    some = dict(list(rules.objectives().items())[:-1])
    with pretending(rules, "objectives", lambda: some):
        return right(state, table)


def enemies_or_not(right: Any, rules: Any, state: State, table: Any) -> Any:
    """Units of the enemy do not matter."""
    with pretending(rules, "is_ground", [False] * len(rules.is_ground)):
        objectives = rules.objectives()
        held = all(
            any(state.side_of[unit] == UN for unit in state.stacks.get(hex_, ())) for hex_ in objectives
        )
    if held and state.turn > 1 and state.phase != "set-up" and objectives:
        state.tracks["sudden"] = UN
        rules.finish(state, table)
        return True
    return right(state, table)


def fog_counts(right: Any, rules: Any, state: State, table: Any) -> Any:
    """Fog of war counters are units for sudden death, too."""
    with pretending(rules, "is_fog", [False] * len(rules.is_fog)):
        return right(state, table)


# What both battles have


def courses(battle: str, clauses: dict[str, str]) -> list[Mutant]:
    """Mutants of the clauses that both battles have; `clauses` says under which number."""
    name = battle.capitalize()

    def one(title: str, patch: Patch, key: str) -> Mutant:
        return para(f"{name}: {title}", patch, clauses[key])

    return [
        one("a turn is missing", at(battle, lambda own: {"turns": own.turns - 1}), "turns"),
        one("there is a turn more", at(battle, lambda own: {"turns": own.turns + 1}), "turns"),
        one(
            "the nights come later",
            rule_of(battle, "night", lambda own: tuple(turn + 1 for turn in own)),
            "turns",
        ),
        one("the last night is a day", rule_of(battle, "night", lambda own: own[:1]), "turns"),
        one(
            "the days have other dates",
            at(battle, lambda own: {"dates": (*own.dates[1:], own.dates[0])}),
            "turns",
        ),
        # Set-up
        one("a fog counter fewer", stage(battle, 0, add=5), "fog"),
        one(
            "fog lies where history had it",
            bars(
                "judge_fog",
                lambda rules, state, hex_: (
                    state.phase == "set-up" and hex_ not in rules.stages(COMMUNIST)[0].defaults
                ),
            ),
            "fog",
        ),
        one("communists stack three", rule_of(battle, "stacking", lambda own: 3), "stacking"),
        one("communists are never crowded", crowded(COMMUNIST), "stacking"),
        one("communists stand alone", rule_of(battle, "stacking", lambda own: 1), "stacking"),
        one(
            "two communist guns fire",
            rule_of(battle, "ranged-limit", placed(COMMUNIST, lambda own: 2)),
            "guns",
        ),
        one(
            "no communist gun fires",
            rule_of(battle, "ranged-limit", placed(COMMUNIST, lambda own: 0)),
            "guns",
        ),
        # Communist reinforcements
        one("communists roll on turn 1", schedule(battle, COMMUNIST, turn=1), "rolls"),
        one("communists roll from turn 3", schedule(battle, COMMUNIST, turn=3), "rolls"),
        one("communists may wait", waits(COMMUNIST), "no waiting"),
        one("communist fog comes later", law("draw_fog", late_fog), "at once"),
        one(
            "communist units come later",
            says_if("arrivals", lambda rules, state: state.active == COMMUNIST, []),
            "at once",
        ),
        # United Nations
        one(
            "an airstrike fewer on turn 1",
            rule_of(battle, "first-strikes", lambda own: own - 1),
            "first strikes",
        ),
        one("a UN unit begins on the map", law("end_set_up", on_the_map_at_once), "empty map"),
        one("one free drop zone", rule_of(battle, "drop-zones", placed(0, lambda own: 1)), "zones"),
        one("three free drop zones", rule_of(battle, "drop-zones", placed(0, lambda own: 3)), "zones"),
        one(
            "drop zones of turn 1 are paid for",
            bars(
                "judge_zone",
                lambda rules, state, hex_: state.turn == 1 and not rules.command_points(state, UN),
            ),
            "zones",
        ),
        one("drop zones anywhere", lets("judge_zone", "zone_terrain"), "zone ground"),
        one(
            "drop zones on clear ground",
            rule_of(battle, "drop-zones", placed(2, lambda own: ("clear",))),
            "zone ground",
        ),
        one(
            "drop zones in paddies",
            rule_of(battle, "drop-zones", placed(2, lambda own: ("rice-paddy",))),
            "zone ground",
        ),
        one("drops next to a drop zone", rule_of(battle, "drop-zones", placed(3, lambda own: 1)), "radius"),
        one(
            "drops three hexes from a drop zone",
            rule_of(battle, "drop-zones", placed(3, lambda own: 3)),
            "radius",
        ),
        one(
            "drops two hexes from a drop zone are worse",
            changes(
                "landing_modifier",
                lambda own, rules, state, unit, hex_: (
                    own + all(rules.grid.distance(zone, hex_) > 1 for zone in state.lists.get("zones", ()))
                ),
            ),
            "radius",
        ),
        one("the United Nations are never crowded", crowded(UN), "un stacking"),
        one("the United Nations stand alone", rule_of(battle, "stacking", lambda own: 1), "un stacking"),
        one("four airstrikes against a hex", rule_of(battle, "strike-limit", lambda own: 4), "strike limit"),
        one("two airstrikes against a hex", rule_of(battle, "strike-limit", lambda own: 2), "strike limit"),
        one("four UN guns fire", rule_of(battle, "ranged-limit", placed(UN, lambda own: 4)), "un guns"),
        one("two UN guns fire", rule_of(battle, "ranged-limit", placed(UN, lambda own: 2)), "un guns"),
        one("nations attack apart", nations_apart(near=True), "nations"),
        one("nations fire apart", nations_apart(near=False), "nations"),
        one("drops may be left", lets("judge_planned", "must_drop"), "first drop"),
        one("one later drop zone", rule_of(battle, "drop-zones", placed(1, lambda own: 1)), "later zones"),
        one("three later drop zones", rule_of(battle, "drop-zones", placed(1, lambda own: 3)), "later zones"),
        one("later drop zones are free", price("zone", 0), "later zones"),
        one("supplies on turn 1", rule_of(battle, "supply-drops", placed(0, lambda own: 1)), "supplies"),
        one("supplies from turn 4", rule_of(battle, "supply-drops", placed(0, lambda own: 4)), "supplies"),
        one("one supply drop a turn", rule_of(battle, "supply-drops", placed(1, lambda own: 1)), "supplies"),
        one(
            "three supply drops a turn", rule_of(battle, "supply-drops", placed(1, lambda own: 3)), "supplies"
        ),
        one("two airstrikes at night", rule_of(battle, "night-strikes", lambda own: 2), "night strikes"),
        one("no airstrikes at night", rule_of(battle, "night-strikes", lambda own: 0), "night strikes"),
        one("airstrikes are kept", law("call_reinforcements", kept_strikes), "strikes lost"),
        one(
            "airstrikes come once",
            both(law("strike_pool", never_twice), law("award", used_up)),
            "strikes lost",
        ),
        one("airstrikes are replaced", law("strike_pool", replaced), "shot down"),
        one("airstrikes return when shot down", law("shoot_down", returns), "shot down"),
        one("the United Nations roll on turn 1", schedule(battle, UN, turn=1), "un rolls"),
        one("the United Nations roll from turn 3", schedule(battle, UN, turn=3), "un rolls"),
        one("the United Nations may wait", waits(UN), "un no waiting"),
        one("who is blocked is lost", law("put_off", gone_if_blocked), "blocked"),
        one("who is blocked waits for his hexes", law("put_off", same_hexes), "blocked"),
        one("who is blocked comes by any edge", law("put_off", any_edge), "blocked"),
        # Command points and victory
        one(
            "a bonus of a point more",
            rule_of(battle, "bonus", lambda own: tuple(Bonus(each.hexes, each.points + 1) for each in own)),
            "bonus",
        ),
        one("no bonus", rule_of(battle, "bonus", lambda own: ()), "bonus"),
        one("an enemy next door takes no bonus away", thinks("bonus", "next_to", False), "bonus next door"),
        one("anybody builds the bridge", lets("judge_build", "builders"), "builder"),
        one("nobody builds the bridge", rule_of(battle, "bridge-builders", lambda own: ()), "builder"),
        one("there is no sudden death", says("sudden_death", False), "sudden"),
        one("sudden death from turn 4", law("sudden_death", from_turn(4)), "sudden"),
        one("fog of war counts for sudden death", law("sudden_death", fog_counts), "sudden fog"),
        one("prisoners are worth one point", prisoners(1), "un points"),
        one(
            "units are worth two points",
            worth(
                lambda own, rules, unit: (
                    2 if own == 1 and rules.is_ground[unit] and not rules.is_fog[unit] else own
                )
            ),
            "un points",
        ),
        one(
            "depots are worth two points",
            worth(lambda own, rules, unit: 2 if rules.has(unit, "depot") else own),
            "un points",
        ),
        one("other fog counters are worth a point", changes("worth", dead_fog), "un points"),
        one(
            "airstrikes are worth nothing",
            worth(lambda own, rules, unit: 0 if rules.has(unit, "airstrike") else own),
            "communist points",
        ),
        one(
            "airstrikes are worth two points",
            worth(lambda own, rules, unit: 2 if rules.has(unit, "airstrike") else own),
            "communist points",
        ),
        one("UN units are worth a point", worth(lambda own, rules, unit: min(own, 1)), "communist points"),
        one("the United States do not count", of_nation("us"), "communist points"),
        one("the British do not count", of_nation("cw"), "communist points"),
        one("the higher total counts", judged_by(lambda a, b: a if a > b else -b), "difference"),
        one("the lower total counts", judged_by(lambda a, b: b - a or 11), "difference"),
        one("eleven is a draw", levels(41, 26, 12), "levels"),
        one("25 is operational", levels(41, 25, 11), "levels"),
        one("forty is strategic", levels(40, 26, 11), "levels"),
    ]
