"""Plans: the orders of a phase as captains with other habits and other goals would give them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import NamedTuple

from hexfolio.core.battle import Battle
from hexfolio.core.orders import Order

from ..captain import Captain
from ..opponent import Choice
from ..recruit import Recruit
from ..schedule import Notes, schedule_of
from ..seat import Seat
from .sandbox import branch
from .themes import aims_by_theme, experience_of, habits_by_theme, lure_of, plain_habits

MOST_ORDERS = 400
MOVES = ("move", "enter")
CROSSINGS = 3
"""How often a plan is crossed with another at most."""
KEPT_BACK = 2
"""Plans in which one unit does not move."""

USUAL = "as usual"

Maker = Callable[[int], Recruit]


class Plan(NamedTuple):
    """A way of playing a phase: the orders that need no dice, and who goes on after them."""

    name: str
    script: tuple[Choice, ...]
    make: Maker


class Author:
    """Writes the plans of one side for the phase under way."""

    def __init__(self, seat: Seat, notes: Notes | None, seed: int) -> None:
        self.seat = seat
        self.notes = notes
        self.seed = seed
        self.random = Random(seed)
        self.usual = Plan(USUAL, (), experienced(seat.battle, seat.side))
        """What the general does where it makes no trials."""

    def plans(self) -> Iterator[Plan]:
        """Plans that differ: what a captain would do, then others in any order."""
        usual = self._written(USUAL, self.usual.make)
        yield usual
        found = {_orders(usual)}
        others: list[Callable[[], Plan]] = [partial(self._written, *maker) for maker in self._makers()]
        others += [partial(Plan, *plan) for plan in self._kept_back(usual)]
        self.random.shuffle(others)
        for write in others:
            plan = write()
            if _orders(plan) not in found:
                found.add(_orders(plan))
                yield plan

    def _written(self, name: str, make: Maker) -> Plan:
        return Plan(name, self._draft(make(self.seed)), make)

    def crossings(self, best: Plan, others: Sequence[Plan]) -> Iterator[Plan]:
        """A plan, then the same with some of the moves of others in place of its own."""
        yield best
        found = {_orders(plan) for plan in (best, *others)}
        for _ in range(CROSSINGS):
            for other in others:
                plan = self._crossing(best, other)
                if plan is not None and _orders(plan) not in found:
                    found.add(_orders(plan))
                    yield plan

    def _crossing(self, plan: Plan, other: Plan) -> Plan | None:
        """About half of the moves in which two plans differ, taken over."""
        ours, theirs = _moves(plan), _moves(other)
        units = sorted(unit for unit in ours.keys() | theirs.keys() if ours.get(unit) != theirs.get(unit))
        if len(units) < 2:
            return None
        taken = set(self.random.sample(units, self.random.randint(1, len(units) - 1)))
        script = [choice for choice in plan.script if choice not in [ours.get(unit) for unit in taken]]
        moves = [choice for choice in other.script if choice in [theirs.get(unit) for unit in taken]]
        last = len(script) - (1 if script and script[-1].order.verb == "end" else 0)
        return Plan(f"{plan.name}, partly {other.name}", (*script[:last], *moves, *script[last:]), plan.make)

    def _makers(self) -> Iterator[tuple[str, Maker]]:
        battle, side = self.seat.battle, self.seat.side
        yield "as a recruit", Recruit
        yield "as any captain", partial(Captain, habits=plain_habits(battle))
        own = experience_of(battle, side)
        for name, habits in habits_by_theme(battle, side).items():
            yield name, partial(Captain, habits=habits, hexes=own.hexes)
        notes = self.notes or Notes(schedule_of(battle))
        lure = lure_of(battle, side)
        for name, hex_ in aims_by_theme(battle, self.seat.view(), side, notes).items():
            hexes = {**own.hexes, hex_: own.hexes.get(hex_, 0.0) + lure}
            yield name, partial(Captain, habits=own.habits, hexes=hexes)

    def _draft(self, player: Recruit) -> tuple[Choice, ...]:
        """What a player does in the phase until dice are rolled or somebody else is asked."""
        player.inherit(self.notes)
        game = branch(self.seat.imagine(Random(self.seed)))
        state, seat = game.state, Seat(game, self.seat.side)
        phase, draws = (state.turn, state.active, state.phase), state.draws
        script: list[Choice] = []
        while len(script) < MOST_ORDERS and state.draws == draws:
            decision = game.decision
            if decision is None or decision.side != seat.side:
                break
            if (state.turn, state.active, state.phase) != phase:
                break
            choice = player.choose(seat)
            script.append(choice)
            game.apply(choice.order, seat.side)
        return tuple(script)

    def _kept_back(self, plan: Plan) -> Iterator[Plan]:
        """The same plan without one of its moves."""
        moves = [choice for choice in plan.script if choice.order.verb in MOVES]
        for left_out in self.random.sample(moves, min(KEPT_BACK, len(moves))):
            script = tuple(choice for choice in plan.script if choice is not left_out)
            name = self.seat.battle.counters[left_out.order.unit].id
            yield Plan(f"{name} stays", script, plan.make)


def experienced(battle: Battle, side: int) -> Maker:
    """A captain with the experience of a general."""
    own = experience_of(battle, side)
    return partial(Captain, habits=own.habits, hexes=own.hexes, posts=own.posts or None)


def _moves(plan: Plan) -> dict[int, Choice]:
    return {choice.order.unit: choice for choice in plan.script if choice.order.verb in MOVES}


def _orders(plan: Plan) -> tuple[Order, ...]:
    return tuple(choice.order for choice in plan.script)


class Scripted:
    """Gives the orders of a script as long as they may be given, then plays on by itself."""

    def __init__(self, player: Recruit, script: Sequence[Choice] = ()) -> None:
        self.player = player
        self._script = list(script)

    @property
    def name(self) -> str:
        return self.player.name

    def choose(self, seat: Seat) -> Choice:
        while self._script:
            choice = self._script.pop(0)
            if seat.judge(choice.order) is None:
                return choice
        return self.player.choose(seat)
