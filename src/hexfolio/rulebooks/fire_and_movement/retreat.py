"""Chapters 7.7 and 7.8 (8.3 and 8.4 in the newest edition): retreat and stiff resistance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import NamedTuple

from ...core.game import NO_TERMS, Decision, Table, Terms
from ...core.orders import OFF_MAP, Order
from ...core.rulings import Refusal
from ...core.state import NOBODY, State
from ...core.steps import Step
from ..events import Retreated
from .displacement import Displacement
from .events import Stood
from .frames import Advance, Displace, Retreat

Path = tuple[int, ...]
Narrow = Callable[[list[Path]], list[Path]]

PREFERENCES: Mapping[str, str] = {
    "retreat_nearest": "must retreat away from the nearest enemy unit: such a way is open",
    "retreat_friend": "must retreat toward a friendly unit, as no enemy is on the map: such a way is open",
    "retreat_direction": "must end its retreat nearer to a friendly map edge or source of supply: "
    "such a way is open",
}
"""Why a way is closed though it is as good as others, by the rule that puts them first."""


class Way(NamedTuple):
    """A way of retreat: its hexes, the steps it costs, and whether a friend must make room at its end."""

    path: Path
    losses: int = 0
    displaces: bool = False


class Retreats(Displacement):
    """Where a unit that must retreat may go."""

    def retreat_ways(self, state: State, unit: int, retreat: Retreat) -> list[Way]:
        """fm-folio:7.7.e, f and m, fm-2023:8.3.e, f and l: full length first, then displacement or falling
        short.

        The order is that of ruling retreat-path-priority: vacant hexes, through friends, displacement,
        nearer to the enemy, out to sea, a shorter way. With no way at all the only entry is the hex the unit
        stands in: it cannot go even one hex (7.7.n, 8.3.c).
        """
        key = ("retreat", unit)
        ways: list[Way] | None = state.cache.get(key)
        if not ways:
            ways = state.cache[key] = self.find_ways(state, unit, retreat)
        return ways

    def find_ways(self, state: State, unit: int, retreat: Retreat) -> list[Way]:
        """`retreat_ways`, looked for anew.

        A friend makes room before a step is lost: while one can, a way that leads wrong or out to sea is not
        inevitable, and the owner who does not want it takes a shorter way that leads right (7.7.2.i).
        """
        paths = self._paths(state, unit, retreat.distance, sea=False)
        away = [path for path in paths if self.leads_away(state, unit, retreat, path)]
        if best := self._vacant_first(state, unit, away):
            return [Way(path) for path in self.prefer(state, unit, retreat, best)]
        if best := self._displacing(state, unit, retreat, away):
            room = [Way(path, 0, True) for path in self.prefer(state, unit, retreat, best)]
            return room + self._shorter(state, unit, retreat, nearing=False, sea=False)
        paths = self.fallback(state, unit, retreat, paths)
        if best := self._vacant_first(state, unit, paths):
            return [Way(path, self.toll(state, unit, path)) for path in best]
        if best := self._displacing(state, unit, retreat, paths):
            room = [Way(path, self.toll(state, unit, path), True) for path in best]
            return room + self._shorter(state, unit, retreat, nearing=True, sea=False)
        if best := self._seaward(state, unit, retreat):
            return [Way(path, 1) for path in self.prefer(state, unit, retreat, best)]
        return self._shorter(state, unit, retreat, nearing=True, sea="seaborne" in self.counters[unit])

    def leads_away(self, state: State, unit: int, retreat: Retreat, path: Path) -> bool:
        """fm-folio:7.7.c and d: no step nearer to any unit that caused it, and farther from each at the end.

        Those stand next to it. So a way that ends farther off, each step leading a hex farther from where it
        began, has no step that comes nearer.

        After a bombardment (7.7.1.a) it is the nearest enemy units that it must end farther from.
        """
        distance = self.grid.distance
        if retreat.kind == "bombardment":
            return self._leaves_nearest(state, unit, path)
        return all(distance(path[-1], cause) > distance(path[0], cause) for cause in retreat.causes)

    def _leaves_nearest(self, state: State, unit: int, path: Path) -> bool:
        nearest = self.nearest_enemies(state, unit)
        if not nearest:
            havens = self.havens(state, unit)
            return not havens or any(self._nears(path, hex_) for hex_ in havens)
        distance = self.grid.distance
        return all(distance(path[-1], hex_) > distance(path[0], hex_) for hex_ in nearest)

    def havens(self, state: State, unit: int) -> list[int]:
        """fm-folio:7.7.1.b: with no enemy on the map it goes toward a friendly unit its owner chooses."""
        friends = [state.at[other] for other in state.on_map(state.side_of[unit])]
        return [hex_ for hex_ in dict.fromkeys(friends) if hex_ != state.at[unit]]

    def _nears(self, path: Path, hex_: int) -> bool:
        """Ruling bombard-retreat-friend: does it end nearer to a hex, or no farther off than it must?"""
        near = self.grid.distance(path[0], hex_)
        return self.grid.distance(path[-1], hex_) <= max(near - 1, len(path) - 1 - near)

    def toward_friend(self, state: State, unit: int, paths: list[Path]) -> list[Path]:
        """fm-folio:7.7.1.b, fm-2023:8.1.5.c: toward one friend or another, as near to it as a way can."""
        distance, best = self.grid.distance, set[Path]()
        for hex_ in self.havens(state, unit):
            nearing = [path for path in paths if self._nears(path, hex_)]
            least = min((distance(path[-1], hex_) for path in nearing), default=0)
            best.update(path for path in nearing if distance(path[-1], hex_) == least)
        return [path for path in paths if path in best] or paths

    def nearest_enemies(self, state: State, unit: int) -> list[int]:
        """Hexes of the enemy units nearest to a unit."""
        key = ("nearest", unit)
        hexes: list[int] | None = state.cache.get(key)
        if not hexes:
            enemies = [state.at[enemy] for enemy in state.on_map(1 - state.side_of[unit])]
            hexes = state.cache[key] = self.nearest(state.at[unit], enemies)
        return hexes

    def nearest(self, origin: int, hexes: list[int]) -> list[int]:
        """Those of the hexes that are nearest to a hex."""
        if not hexes:
            return []
        far = [self.grid.distance(origin, hex_) for hex_ in hexes]
        least = min(far)
        return [hex_ for hex_, away in zip(hexes, far, strict=True) if away == least]

    def fallback(self, state: State, unit: int, retreat: Retreat, paths: list[Path]) -> list[Path]:
        """fm-folio:7.7.1.c: if no way leads away, a bombarded unit may take any."""
        return paths if retreat.kind == "bombardment" else []

    def toll(self, state: State, unit: int, path: Path) -> int:
        """fm-folio:7.7.1.c: steps it then loses: one if it comes nearer to an enemy, none otherwise."""
        distance = self.grid.distance
        nearest = self.nearest_enemies(state, unit)
        return int(any(distance(path[-1], hex_) < distance(path[0], hex_) for hex_ in nearest))

    def prefer(self, state: State, unit: int, retreat: Retreat, paths: list[Path]) -> list[Path]:
        """Narrow equally good ways down; but for that the choice is the owner's (7.6.m)."""
        for _, narrow in self.preferences(state, unit, retreat):
            paths = narrow(paths)
        return paths

    def preferences(self, state: State, unit: int, retreat: Retreat) -> list[tuple[str, Narrow]]:
        """What comes first among equally good ways, one after the other, each with the name of its rule."""
        if retreat.kind == "bombardment" and not self.nearest_enemies(state, unit):
            return [("retreat_friend", lambda paths: self.toward_friend(state, unit, paths))]
        return []

    def _paths(self, state: State, unit: int, length: int, sea: bool) -> list[Path]:
        """fm-folio:7.7.g to l, fm-2023:8.3.g to l: ways over open hexes, each step a hex farther off."""
        grid, costs = self.grid, self.way_costs(state, unit)
        zones, enemies = self.enemy_zones(state, unit), state.occupied[1 - state.side_of[unit]]
        origin = state.at[unit]
        paths: list[Path] = [(origin,)]
        for ring in range(1, length + 1):
            longer: list[Path] = []
            for path in paths:
                start = path[-1]
                for direction in range(6):
                    goal = grid.neighbours[start * 6 + direction]
                    if (
                        goal >= 0
                        and not zones[goal]
                        and not enemies[goal]
                        and (costs[start * 6 + direction] or (sea and self._sea(goal)))
                        and grid.distance(origin, goal) == ring
                    ):
                        longer.append((*path, goal))
            paths = longer
        return paths

    def _vacant_first(self, state: State, unit: int, paths: list[Path]) -> list[Path]:
        """fm-folio:7.7.e and f, fm-2023:8.3.e and f: over vacant hexes, else through friends."""
        friends = state.occupied[state.side_of[unit]]
        ending = [path for path in paths if self.has_room(state, unit, path[-1])]
        clear = [path for path in ending if not any(friends[hex_] for hex_ in path[1:])]
        return clear or ending

    def _seaward(self, state: State, unit: int, retreat: Retreat) -> list[Path]:
        """fm-folio:7.7.i, fm-2023:8.3.k: a seaborne unit that must goes to sea, and loses a step."""
        if "seaborne" not in self.counters[unit]:
            return []
        paths = self._paths(state, unit, retreat.distance, sea=True)
        return self._vacant_first(
            state, unit, [path for path in paths if self.leads_away(state, unit, retreat, path)]
        )

    def _displacing(self, state: State, unit: int, retreat: Retreat, paths: list[Path]) -> list[Path]:
        """fm-folio:7.7.2.a and j, fm-2023:8.3.1.a and c: only if no vacant final hex is left."""
        chain = self.displacement_bars(retreat, unit)
        return [path for path in paths if self.displaceable(state, path[-1], chain)]

    def displacement_bars(self, retreat: Retreat, unit: int) -> tuple[int, ...]:
        """fm-folio:7.7.2.b: units involved in the same attack are not displaced."""
        return (*retreat.involved, unit)

    def _shorter(self, state: State, unit: int, retreat: Retreat, nearing: bool, sea: bool) -> list[Way]:
        """fm-folio:7.7.m and n, fm-2023:8.3.c and l: as far as it can, losing a step, or it is lost.

        Where that is inevitable it comes nearer to the enemy (`nearing`, 7.7.1.c), or at the very last puts
        to `sea` (7.7.i, 8.3.k). Either costs a further step.
        """
        for length in range(retreat.distance - 1, 0, -1):
            if ways := self._ways_of(state, unit, retreat, length, nearing):
                return ways
        for length in range(retreat.distance, 0, -1) if sea else ():
            if ways := self._ways_of(state, unit, retreat, length, nearing, sea):
                return ways
        return [Way((state.at[unit],))]

    def _ways_of(
        self, state: State, unit: int, retreat: Retreat, length: int, nearing: bool, sea: bool = False
    ) -> list[Way]:
        """Ways of a length that end where there is room, and the steps they cost."""
        paths = self._paths(state, unit, length, sea)
        losses = int(length < retreat.distance) + int(sea)
        away = [path for path in paths if self.leads_away(state, unit, retreat, path)]
        if best := self._vacant_first(state, unit, away):
            return [Way(path, losses) for path in self.prefer(state, unit, retreat, best)]
        paths = self.fallback(state, unit, retreat, paths) if nearing else []
        best = self._vacant_first(state, unit, paths)
        return [Way(path, losses + self.toll(state, unit, path)) for path in best]

    def refuse_retreat(self, state: State, order: Order, retreat: Retreat) -> Refusal:
        """Why a way of retreat is not open, the plainest reason first."""
        unit, path = order.unit, order.path
        name, number = self.name(unit), self.number
        zones, enemies = self.enemy_zones(state, unit), state.occupied[1 - state.side_of[unit]]
        if OFF_MAP in path:
            return self.refuse("retreat_off_map", f"{name} may not retreat off the map.")
        if path[0] != state.at[unit]:
            return self.refuse(
                "retreat_length",
                f"The retreat of {name} begins in {number(state.at[unit])}, where it stands.",
            )
        for ring, (start, goal) in enumerate(pairwise(path), 1):
            direction = self.grid.direction(start, goal)
            if direction < 0:
                return self.refuse(
                    "retreat_length",
                    f"{number(goal)} is not next to {number(start)}: a retreat goes from hex to hex.",
                    goal,
                )
            if self.grid.distance(path[0], goal) != ring:
                return self.refuse(
                    "retreat_length",
                    "Every step of a retreat leads one hex farther from "
                    f"{number(path[0])}; {number(goal)} does not.",
                    goal,
                )
            if enemies[goal]:
                return self.refuse(
                    "retreat_enemy",
                    f"{name} may not retreat into {number(goal)}: an enemy unit is there.",
                    goal,
                )
            if zones[goal]:
                return self.refuse(
                    "retreat_zone",
                    f"{name} may not retreat into {number(goal)}: it is in an enemy zone.",
                    goal,
                )
            open_step = self.way_costs(state, unit)[start * 6 + direction]
            if not open_step and not self._at_sea(state, unit, goal, retreat):
                why = "the way is prohibited to it"
                if "seaborne" in self.counters[unit] and self._sea(goal):
                    why = "it does not put to sea while another way is open"
                return self.refuse(
                    "retreat_terrain", f"{name} may not retreat into {number(goal)}: {why}.", goal
                )
        return self._refuse_choice(state, unit, path, retreat)

    def _at_sea(self, state: State, unit: int, hex_: int, retreat: Retreat) -> bool:
        """Is this a sea hex for a seaborne unit to which no way over land is open?"""
        ways = [way.path[1:] for way in self.retreat_ways(state, unit, retreat) if len(way.path) > 1]
        seaborne = "seaborne" in self.counters[unit]
        return seaborne and self._sea(hex_) and all(any(map(self._sea, way)) for way in ways)

    def _sea(self, hex_: int) -> bool:
        return "sea" in self.board.terrain[hex_]

    def _refuse_choice(self, state: State, unit: int, path: Path, retreat: Retreat) -> Refusal:
        """The way is open in itself, but it leads wrong or a better one must be taken."""
        name, ways = self.name(unit), self.retreat_ways(state, unit, retreat)
        if len(path) - 1 > retreat.distance:
            return self.refuse("retreat_length", f"{name} must retreat {_hexes(retreat.distance)}, no more.")
        if len(path) < min(len(way.path) for way in ways):
            return self._refuse_short(unit, ways)
        if not self.leads_away(state, unit, retreat, path) and (
            retreat.kind != "bombardment" or self._some_lead_away(state, unit, retreat, ways)
        ):
            return self._refuse_direction(state, unit, path, retreat)
        if not self.has_room(state, unit, path[-1]):
            return self._refuse_displacement(state, unit, path, retreat, ways)
        rivals = [way.path for way in ways if len(way.path) == len(path)]
        if not rivals:
            return self._refuse_short(unit, ways)
        friends = state.occupied[state.side_of[unit]]
        if any(friends[hex_] for hex_ in path[1:]) and not any(friends[hex_] for hex_ in rivals[0][1:]):
            return self.refuse(
                "retreat_vacant",
                f"{name} must retreat over vacant hexes as long as such a way is open.",
                path[-1],
            )
        return self._refuse_preference(state, unit, path, retreat)

    def _refuse_short(self, unit: int, ways: list[Way]) -> Refusal:
        longest = _hexes(max(len(way.path) for way in ways) - 1)
        return self.refuse(
            "retreat_length", f"{self.name(unit)} must retreat as far as it can: {longest} here."
        )

    def _some_lead_away(self, state: State, unit: int, retreat: Retreat, ways: list[Way]) -> bool:
        return any(self.leads_away(state, unit, retreat, way.path) for way in ways)

    def _refuse_direction(self, state: State, unit: int, path: Path, retreat: Retreat) -> Refusal:
        if retreat.kind != "bombardment":
            text = f"{self.name(unit)} must retreat away from the enemy; this way does not."
            return self.refuse("retreat_away", text, path[-1])
        rule = "retreat_nearest" if self.nearest_enemies(state, unit) else "retreat_friend"
        return self.refuse(rule, f"{self.name(unit)} {PREFERENCES[rule]}.", path[-1])

    def _refuse_preference(self, state: State, unit: int, path: Path, retreat: Retreat) -> Refusal:
        """Among equally good ways another comes first."""
        paths = [
            other
            for other in self._paths(state, unit, len(path) - 1, sea=any(map(self._sea, path)))
            if self.leads_away(state, unit, retreat, other)
        ]
        if self.has_room(state, unit, path[-1]):
            paths = self._vacant_first(state, unit, paths)
        else:
            paths = self._displacing(state, unit, retreat, paths)
        for rule, narrow in self.preferences(state, unit, retreat):
            paths = narrow(paths)
            if path not in paths:
                return self.refuse(rule, f"{self.name(unit)} {PREFERENCES[rule]}.", path[-1])
        text = f"This is not among the ways of retreat that are left to {self.name(unit)}."
        return self.refuse("retreat", text, path[-1])

    def _refuse_displacement(
        self, state: State, unit: int, path: Path, retreat: Retreat, ways: list[Way]
    ) -> Refusal:
        name, goal, bars = self.name(unit), path[-1], self.displacement_bars(retreat, unit)
        if all(other in bars for other in state.stacks[goal]):
            return self.refuse(
                "displacement_involved", f"{name} may not displace a unit of the same attack.", goal
            )
        if not self.displaceable(state, goal, bars):
            return self.refuse(
                "displacement_hex", f"{name} may not end its retreat on a unit that cannot make room.", goal
            )
        if len(path) - 1 < retreat.distance:
            text = f"{name} may displace a unit only at the end of its full retreat"
            return self.refuse("displacement", f"{text} of {_hexes(retreat.distance)}.", goal)
        if any(len(way.path) == len(path) and not way.displaces for way in ways):
            return self.refuse(
                "no_displacement",
                f"{name} displaces nobody while a vacant hex is left for its retreat.",
                goal,
            )
        return self._refuse_preference(state, unit, path, retreat)

    # Carrying it out

    def begin_retreat(self, state: State, retreat: Retreat) -> None:
        state.frames.append(retreat)

    def finish_way(self, state: State, retreat: Retreat, unit: int, way: Way, table: Table) -> None:
        """fm-folio:7.7.a and 7.9.c: the unit goes its way; what it leaves is the path of retreat."""
        path = way.path
        if len(path) == 1:
            self.eliminate(state, unit, "no retreat", table)
        else:
            state.put(unit, path[-1])
            table.tell(Retreated(unit, path))
            for _ in range(way.losses):
                if state.at[unit] >= 0:
                    self.lose_step(state, unit, "retreat", table)
        trail = path if state.at[unit] < 0 else path[:-1]
        self.relieve(state, retreat._replace(trails=(*retreat.trails, trail)), (unit,))

    def stand(self, state: State, retreat: Retreat, unit: int, table: Table) -> None:
        """fm-folio:7.8.a to c, fm-2023:8.4.a to d: it stays and loses a step; nobody advances."""
        table.tell(Stood(unit))
        self.relieve(state, retreat, self.saved_by(state, retreat, unit))
        self.lose_step(state, unit, "stiff resistance", table)

    def saved_by(self, state: State, retreat: Retreat, unit: int) -> tuple[int, ...]:
        """fm-folio:7.8.d, fm-2023:8.4.c: who need not retreat because this unit stands: itself alone, or by
        the other reading all of them (ruling stiff-multiple)."""
        return retreat.units if self.reads("stiff-resistance", "one") else (unit,)

    def judge_stand(self, state: State, retreat: Retreat, unit: int) -> Refusal | None:
        """fm-folio:7.8.a, fm-2023:8.4.a: every unit that must retreat may stand instead."""
        return None

    def relieve(self, state: State, retreat: Retreat, units: tuple[int, ...]) -> None:
        """These units have done what the retreat asked of them."""
        rest = tuple(unit for unit in retreat.units if unit not in units)
        state.frames[-1] = retreat._replace(units=rest, unit=NOBODY, path=())


class RetreatStep(Step[Retreats]):
    """Units retreat or stand, one after the other in the order their owner chooses (7.7.p, 8.3.n)."""

    name = "retreat"
    verbs = frozenset({"retreat", "stand"})

    def side(self, rules: Retreats, state: State) -> int:
        return self._frame(state).side

    def decision(self, rules: Retreats, state: State) -> Decision:
        retreat = self._frame(state)
        prompt = f"Retreat {_hexes(retreat.distance)}, or stand and lose a step."
        return Decision(
            "retreat", retreat.side, prompt, rules.clause("retreat"), retreat.units, (retreat.hex,)
        )

    def settle(self, rules: Retreats, state: State, table: Table) -> bool:
        retreat = self._frame(state)
        if retreat.unit >= 0:
            unit, path = retreat.unit, retreat.path
            losses = 0 if rules.leads_away(state, unit, retreat, path) else rules.toll(state, unit, path)
            rules.finish_way(state, retreat, unit, Way(path, losses), table)
            return True
        if retreat.units:
            return False
        state.frames.pop()
        attackers = tuple(unit for unit in retreat.attackers if state.at[unit] >= 0)
        state.frames.append(Advance("advance", state.active, attackers, retreat.trails))
        return True

    def subjects(self, rules: Retreats, state: State) -> tuple[int, ...]:
        return self._frame(state).units

    def orders_of(self, rules: Retreats, state: State, subject: int) -> list[Order]:
        retreat = self._frame(state)
        orders = [Order("retreat", subject, way.path) for way in rules.retreat_ways(state, subject, retreat)]
        if rules.judge_stand(state, retreat, subject) is None:
            orders.append(Order("stand", subject))
        return orders

    def terms(self, rules: Retreats, state: State, order: Order) -> Terms:
        """The steps it costs, and whether a friend must make room."""
        if order.verb == "stand":
            return Terms(steps=1)
        way = self._way(rules, state, order)
        return Terms(steps=way.losses, displaces=way.displaces) if way else NO_TERMS

    def judge(self, rules: Retreats, state: State, order: Order) -> Refusal | None:
        retreat = self._frame(state)
        if order.unit not in retreat.units:
            return rules.refuse(
                "no_result", f"{rules.name(order.unit)} is not among the units that must retreat."
            )
        if order.verb == "stand":
            return rules.judge_stand(state, retreat, order.unit)
        if self._way(rules, state, order):
            return None
        return rules.refuse_retreat(state, order, retreat)

    def carry_out(self, rules: Retreats, state: State, order: Order, table: Table) -> None:
        retreat = self._frame(state)
        if order.verb == "stand":
            rules.stand(state, retreat, order.unit, table)
            return
        way = self._way(rules, state, order)
        assert way is not None
        if not way.displaces:
            rules.finish_way(state, retreat, order.unit, way, table)
            return
        state.frames[-1] = retreat._replace(unit=order.unit, path=way.path)
        chain = rules.displacement_bars(retreat, order.unit)
        state.frames.append(Displace("displace", retreat.side, way.path[-1], chain))

    def _way(self, rules: Retreats, state: State, order: Order) -> Way | None:
        ways = rules.retreat_ways(state, order.unit, self._frame(state))
        return next((way for way in ways if way.path == order.path), None)

    def _frame(self, state: State) -> Retreat:
        retreat = state.frames[-1]
        assert isinstance(retreat, Retreat)
        return retreat


def _hexes(number: int) -> str:
    return "1 hex" if number == 1 else f"{number} hexes"
