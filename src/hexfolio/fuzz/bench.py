"""A game under test, and the orders made up to provoke it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from random import Random

from hexfolio.core.game import Game
from hexfolio.core.orders import OFF_MAP, Order
from hexfolio.core.state import State
from hexfolio.core.steps import StepRules

WILD_ORDERS = 40
"""Orders made up at random at each position looked at."""


@dataclass
class Bench:
    """A game under test, and what the checks need besides."""

    game: Game
    rules: StepRules
    random: Random
    clauses: frozenset[str]
    digests: list[str]
    """The digest of every position so far."""

    @property
    def state(self) -> State:
        return self.game.state

    @cached_property
    def listed(self) -> list[Order]:
        """The legal orders of the position, see `turn_page`."""
        return list(self.game.legal())

    @cached_property
    def wild(self) -> list[Order]:
        """Orders made up at random, some of them close to legal ones."""
        return [self._wild_order() for _ in range(WILD_ORDERS)]

    def turn_page(self) -> None:
        """Forget what belonged to the last position."""
        self.__dict__.pop("listed", None)
        self.__dict__.pop("wild", None)

    def write(self, order: Order) -> str:
        return f"“{self.rules.notation.write(order)}”"

    def _wild_order(self) -> Order:
        """A well-formed order of random parts, or a legal one with one part changed."""
        random, verbs = self.random, self.rules.notation.verbs
        model = random.choice(self.listed) if self.listed and random.random() < 0.7 else None
        verb = model.verb if model else random.choice(list(verbs))
        changed = random.choice(verbs[verb] or ("",))
        order = model or Order(verb)
        for slot in verbs[verb]:
            if model is None or slot == changed:
                order = self._fill(order, slot)
        return order

    def _fill(self, order: Order, slot: str) -> Order:
        random = self.random
        if slot == "unit":
            return order._replace(unit=random.randrange(len(self.rules.battle.counters)))
        if slot == "hex":
            return order._replace(path=(self._hex(),))
        if slot == "path":
            return order._replace(path=self._path(order))
        if slot == "using":
            return order._replace(unit=random.choice((-1, random.randrange(len(self.rules.battle.counters)))))
        if slot == "doubling":
            return order._replace(others=order.units[: random.randint(0, len(order.units))])
        if slot == "units":
            units = [random.randrange(len(self.rules.battle.counters)) for _ in range(random.randint(1, 3))]
            return order._replace(units=tuple(units))
        if slot == "with":
            return order._replace(units=tuple(self._unit_near(order) for _ in range(random.randint(1, 3))))
        if slot == "markers":
            return order._replace(markers=tuple(random.randint(1, 5) for _ in range(random.randint(0, 2))))
        return order._replace(number=random.randint(0, 3))

    def _hex(self) -> int:
        """Any hex, most likely one where a unit stands."""
        if self.random.random() < 0.7 and self.state.stacks:
            return self.random.choice(list(self.state.stacks))
        return self.random.randrange(self.rules.battle.board.grid.size)

    def _unit_near(self, order: Order) -> int:
        around = self.rules.battle.board.grid.around(order.path[0])
        near = [unit for hex_ in around for unit in self.state.stacks.get(hex_, ())]
        everybody = range(len(self.rules.battle.counters))
        return self.random.choice(near if near and self.random.random() < 0.8 else everybody)

    def _path(self, order: Order) -> tuple[int, ...]:
        """A random walk from where the unit stands or the old path led, with a jump now and then."""
        place = self.state.at[order.unit]
        path = [hex_ for hex_ in order.path[: self.random.randint(1, 4)] if hex_ != OFF_MAP]
        path = path or [place if place >= 0 else self._hex()]
        for _ in range(self.random.randint(0, 4)):
            around = self.rules.battle.board.grid.around(path[-1])
            path.append(self.random.choice(around) if self.random.random() < 0.95 else self._hex())
        if self.random.random() < 0.05:
            path.insert(self.random.randint(0, len(path)), OFF_MAP)
        return tuple(path)
