"""The menu: orders in two stages, what an order is about and then which; listed only when needed."""

from __future__ import annotations

import numpy as np

from hexfolio.core.game import Game, Legal
from hexfolio.core.orders import Order

from .layout import Layout, Mask


class ClosedActionError(ValueError):
    """An action that the mask does not offer."""


class Menu:
    """What the side that is asked may choose. It changes with every choice until one is an order."""

    def __init__(self, layout: Layout, game: Game) -> None:
        self._layout = layout
        self._legal: Legal = game.legal()
        self._hexes = game.rules.subject_kind(game.state) == "hex"
        self._waiting: list[Order] = []
        self._plain: dict[int, list[Order]] = {}
        self.subject = -1
        """The action of the first stage that was chosen; -1 while that stage lasts."""
        self.page = 0
        self.offers: dict[int, Order] = {}
        """The orders of the second stage by action."""
        self.mask: Mask = np.zeros(layout.actions, np.int8)
        self._offer_subjects()

    def choose(self, action: int) -> Order | None:
        """The order that follows from an action; None if there is more to choose."""
        if not 0 <= action < self._layout.actions or not self.mask[action]:
            raise ClosedActionError(f"Action {action} is not open now: choose one that the mask offers.")
        if self.subject < 0:
            return self._choose_subject(action)
        if action == self._layout.next_page:
            self.page += 1
            self._offer_orders(self._waiting)
            return None
        return self.offers[action]

    def _offer_subjects(self) -> None:
        layout = self._layout
        first = layout.first_hex if self._hexes else 0
        for subject in self._legal.subjects():
            self.mask[first + subject] = 1
        for order in self._legal.plain():
            action = layout.first_verb + layout.verbs.index(order.verb)
            self._plain.setdefault(action, []).append(order)
            self.mask[action] = 1

    def _choose_subject(self, action: int) -> Order | None:
        """The only order of the subject at once; without any the subject is struck from the first stage."""
        first = self._layout.first_hex if self._hexes else 0
        orders = self._plain.get(action) or self._legal.of(action - first)
        if len(orders) == 1:
            return orders[0]
        if orders:
            self.subject = action
            self._offer_orders(orders)
            return None
        self.mask[action] = 0
        if not self.mask.any():
            raise LookupError("No order is legal in this position.")
        return None

    def _offer_orders(self, orders: list[Order]) -> None:
        """One page: an order stands at the hex it ends in, else in the next numbered slot."""
        layout = self._layout
        own = layout.goal(self.subject - layout.first_hex) if self._about_hex() else -1
        slot = layout.first_slot
        self.offers, self._waiting = {}, []
        for order in orders:
            action = layout.goal(order.path[-1]) if order.path else own
            if action == own or action in self.offers:
                if slot == layout.next_page:
                    self._waiting.append(order)
                    continue
                action = slot
                slot += 1
            self.offers[action] = order
        self.mask[:] = 0
        self.mask[list(self.offers)] = 1
        self.mask[layout.next_page] = bool(self._waiting)

    def _about_hex(self) -> bool:
        return self._layout.first_hex <= self.subject < self._layout.first_verb
