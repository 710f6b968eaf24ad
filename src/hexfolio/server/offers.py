"""Legal orders in the form a screen can offer: grouped by verb and by what they are about."""

from __future__ import annotations

from hexfolio.core.game import Game, Terms
from hexfolio.core.orders import OFF_MAP, Order

from . import schemas

COMPOSED = frozenset({"with", "units"})
"""Parts of an order that name several units; a client puts such orders together by itself."""

FEW_SUBJECTS = 12
"""So many subjects at most are listed with all their orders at once."""


class UnknownSubjectError(ValueError):
    """A counter or hex that the battle does not have."""


def legal_orders(game: Game, position: int, subject: str | None = None) -> schemas.LegalOrders:
    """What the side that is asked may do; with a subject, everything it may be ordered."""
    decision, legal = game.decision, game.legal()
    if decision is None:
        return no_orders(position)
    kind = game.rules.subject_kind(game.state)
    subjects = list(legal.subjects())
    plain = legal.plain()
    picks = [order for order in plain if _is_composed(game, order.verb)]
    named = subjects if len(subjects) <= FEW_SUBJECTS else []
    if subject is not None:
        named = [_index(game, kind, subject)]
    return schemas.LegalOrders(
        position=position,
        side=game.battle.sides[decision.side].id,
        kind="hex" if kind == "hex" else "unit",
        subjects=[_name(game, kind, index) for index in subjects],
        plain=[choice_json(game, order) for order in plain if not _is_composed(game, order.verb)],
        offers=[
            *_offers(game, picks),
            *(offer for index in named if index in subjects for offer in _offers(game, legal.of(index))),
        ],
        zones=[_number(game, hex_) for hex_ in game.rules.zones_seen(game.state, decision.side)],
    )


def no_orders(position: int) -> schemas.LegalOrders:
    """When the game is over nobody may do anything."""
    return schemas.LegalOrders(
        position=position, side=None, kind="unit", subjects=[], plain=[], offers=[], zones=[]
    )


def _index(game: Game, kind: str, subject: str) -> int:
    try:
        if kind == "hex":
            return game.battle.board.grid.index(subject)
        return game.battle.counter(subject).index
    except (KeyError, ValueError):
        raise UnknownSubjectError(f"There is no {kind} {subject} in this battle.") from None


def _name(game: Game, kind: str, index: int) -> str:
    return _number(game, index) if kind == "hex" else game.battle.counters[index].id


def _number(game: Game, hex_: int) -> str:
    return "off" if hex_ == OFF_MAP else game.battle.board.grid.number(hex_)


def _offers(game: Game, orders: list[Order]) -> list[schemas.Offer]:
    """One offer for each verb, unit and target."""
    groups: dict[tuple[str, int, int], list[Order]] = {}
    for order in orders:
        groups.setdefault(_about(game, order), []).append(order)
    return [_offer(game, about, group) for about, group in groups.items()]


def _is_composed(game: Game, verb: str) -> bool:
    return bool(COMPOSED.intersection(game.rules.notation.verbs[verb]))


def _about(game: Game, order: Order) -> tuple[str, int, int]:
    form = game.rules.notation.verbs[order.verb]
    unit = order.unit if "unit" in form else -1
    hex_ = order.path[0] if "hex" in form and "unit" not in form else -1
    return order.verb, unit, hex_


def _offer(game: Game, about: tuple[str, int, int], orders: list[Order]) -> schemas.Offer:
    verb, unit, hex_ = about
    names = [counter.id for counter in game.battle.counters]
    composed = _is_composed(game, verb)
    candidates = _candidates(game, about, orders) if composed else []
    sizes = {len(order.units) for order in orders}

    def union(groups: list[tuple[int, ...]]) -> list[str]:
        return [names[index] for index in sorted({index for group in groups for index in group})]

    return schemas.Offer(
        verb=verb,
        caption=game.rules.caption(game.state, orders[0]),
        unit=names[unit] if unit >= 0 else None,
        hex=_number(game, hex_) if hex_ >= 0 else None,
        choices=[] if composed else [choice_json(game, order) for order in orders],
        candidates=[names[index] for index in candidates],
        suggested=[names[index] for index in _suggested(game, orders, candidates)] if composed else [],
        exact=sizes.pop() if composed and len(sizes) == 1 and len(candidates) > max(sizes) else 0,
        doubling=union([order.others for order in orders]) if composed else [],
        using=union([(order.unit,) for order in orders if order.unit >= 0]) if composed else [],
        markers=sorted({value for order in orders for value in order.markers}),
    )


def _candidates(game: Game, about: tuple[str, int, int], orders: list[Order]) -> list[int]:
    """Units that listed orders name; a mere choice of counters lists alike ones once, but asks about all."""
    named = {index for order in orders for index in order.units}
    decision = game.decision
    if decision is not None and max(about[1:]) < 0:
        named.update(decision.units)
    return sorted(named)


def _suggested(game: Game, orders: list[Order], candidates: list[int]) -> tuple[int, ...]:
    """All candidates where they may take part together, else the largest group that is listed."""
    everybody = max(orders, key=lambda order: len(order.units))._replace(units=tuple(candidates), others=())
    if game.judge(everybody) is None:
        return everybody.units
    return max((order.units for order in orders), key=len)


def choice_json(game: Game, order: Order) -> schemas.Choice:
    """An order that may be given, with what its button says and what it costs."""
    terms: Terms = game.rules.terms(game.state, order)
    path = [_number(game, hex_) for hex_ in order.path]
    return schemas.Choice(
        order=schemas.OrderBody(**game.rules.notation.to_json(order)),
        caption=game.rules.caption(game.state, order),
        hex=path[-1] if path else None,
        path=path,
        left=terms.left / 2 if terms.left >= 0 else None,
        stops=terms.stops,
        steps=terms.steps,
        displaces=terms.displaces,
    )
