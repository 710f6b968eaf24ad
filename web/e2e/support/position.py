"""Positions for the browser tests, as JSON: the text of a game file and the plan that the test follows.

A saved game is bound to the revision of rules and data, so the files are made when the tests run.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

from hexfolio import opponents
from hexfolio.battles import registry
from hexfolio.core import journal
from hexfolio.core.game import Game
from hexfolio.core.orders import Order
from hexfolio.opponents.seat import Seat
from hexfolio.server.desk import set_up

MOST_SEEDS = 400


def begin(battle: str, book: str, seed: int) -> Game:
    game = registry.new_game(battle, book, seed=seed)
    set_up(game)
    return game


def play(game: Game, until: Any, player: str = "recruit") -> None:
    """Let a computer player play both sides until `until` says so or the game ends."""
    mind = opponents.find(player)(1)
    while game.decision is not None and not until(game):
        game.apply(mind.choose(Seat(game, game.decision.side)).order)


def orders_of(game: Game) -> Iterator[Order]:
    legal = game.legal()
    for subject in legal.subjects():
        yield from legal.of(subject)


def written(game: Game, order: Order) -> dict[str, Any]:
    return {"text": game.rules.notation.write(order), **game.rules.notation.to_json(order)}


def pusan() -> dict[str, Any]:
    """The end of a movement phase in Pusan, with dice that make an attack drive the defender back."""
    start = begin("pusan-dg", "kwb-dg", 11)
    play(start, ready)
    for seed in range(MOST_SEEDS):
        game = start.at(start.position)
        game.reseed(seed)
        file = journal.save(game)
        plan = fought(game)
        if plan is not None:
            return {"file": file, "plan": plan}
    raise SystemExit("No dice lead to a retreat and an advance.")


def ready(game: Game) -> bool:
    """The recruit would end its movement, can bombard and attack, and a unit may still walk a road."""
    decision = game.decision
    if decision is None or decision.kind != "movement" or len(game.view(None)["hands"]) < 2:
        return False
    order = opponents.find("recruit")(1).choose(Seat(game, decision.side)).order
    if order.verb != "end" or march(game) is None:
        return False
    after = game.at(game.position)
    after.apply(order)
    verbs = {order.verb for order in orders_of(after)} if after.decision else set()
    return {"attack", "bombard"} <= verbs


def march(game: Game) -> Order | None:
    """A move of at least three hexes by a unit that has points left: a way along a road."""
    best: tuple[float, Order] | None = None
    for order in orders_of(game):
        if order.verb != "move" or len(order.path) < 3:
            continue
        terms = game.rules.terms(game.state, order)
        if terms.stops or terms.displaces or terms.steps or terms.left < 2:
            continue
        value = len(order.path) + terms.left / 100
        if best is None or value > best[0]:
            best = value, order
    return best[1] if best else None


def fought(game: Game) -> dict[str, Any] | None:
    """Play the plan with these dice; nothing if it does not end in a retreat and an advance."""
    move = march(game)
    assert move is not None
    plan: dict[str, Any] = {"move": written(game, move)}
    game.apply(move)
    game.apply("end")
    bombardment = next((order for order in orders_of(game) if order.verb == "bombard"), None)
    if bombardment is None:
        return None
    plan["bombard"] = written(game, bombardment)
    game.apply(bombardment)
    plan["answers"] = []
    while game.decision and game.decision.kind != "combat":
        if game.decision.kind != "support":
            return None  # the shells should fall before the assault, but change nothing of it
        order = next(one for one in game.legal().plain() if one.verb == "pass")
        plan["answers"].append(written(game, order))
        game.apply(order)
    attack = best_attack(game)
    if attack is None:
        return None
    plan["attack"] = written(game, attack)
    game.apply(attack)
    plan["support"] = []
    asked: set[int] = set()
    while game.decision and game.decision.kind == "support":
        plain = {one.verb: one for one in reversed(game.legal().plain())}
        marker = None if game.decision.side in asked else plain.get("support")
        order = marker or plain["pass"]
        asked.add(game.decision.side)
        plan["support"].append(written(game, order))
        game.apply(order)
    if game.decision is None or game.decision.kind != "retreat":
        return None
    if sum(one["order"] == "support" for one in plan["support"]) < 2:
        return None
    plan["retreat"] = []
    while game.decision and game.decision.kind == "retreat":
        retreat = next((one for one in orders_of(game) if one.verb == "retreat"), None)
        if retreat is None:
            return None
        plan["retreat"].append(written(game, retreat))
        game.apply(retreat)
    if game.decision is None or game.decision.kind != "advance":
        return None
    advance = next((one for one in orders_of(game) if one.verb == "advance"), None)
    if advance is None:
        return None
    plan["advance"] = written(game, advance)
    return plan


def best_attack(game: Game) -> Order | None:
    attacks = [order for order in orders_of(game) if order.verb == "attack"]
    full = [order for order in attacks if len(order.units) == most(attacks, order)]
    return max(full, key=lambda order: game.odds(order).differential, default=None)


def most(attacks: list[Order], order: Order) -> int:
    return max(len(other.units) for other in attacks if other.path == order.path)


def finished() -> dict[str, Any]:
    """A whole Crossroads game by the recruit."""
    game = begin("crossroads", "fm-folio", 5)
    play(game, lambda _: False)
    return {"file": journal.save(game), "orders": game.position}


def airborne() -> dict[str, Any]:
    """The first strikes at Sukchon, with dice that scattered two units of the drop and lost none."""
    start = begin("sukchon", "para", 3)
    for wanted in ("0908", "0711"):
        zones = [order.path[0] for order in start.legal().plain() if order.verb == "zone"]
        grid = start.battle.board.grid
        start.apply(f"zone {grid.number(min(zones, key=lambda h: grid.distance(h, grid.index(wanted))))}")
    for place in range(12):
        unit = start.legal().subjects()[0]
        foes = {hex_ for hex_, stack in start.state.stacks.items() if stack}
        free = [order for order in start.legal().of(unit) if order.path[0] not in foes]
        start.apply(free[place * 5 % len(free)])
    start.apply("end")
    for seed in range(MOST_SEEDS):
        game = start.at(start.position)
        game.reseed(seed)
        while game.decision and game.decision.kind == "checks":
            game.apply(next(orders_of(game)))
        if game.decision is None or game.decision.kind != "engineering" or not scattered(game):
            continue
        for _ in range(2):
            game.apply("end")
        strikes = [order for order in orders_of(game) if len(order.units) == 3]
        strike = min(strikes, key=lambda order: off_zones(game, order.path[0]), default=None)
        if strike is not None:
            return {"file": journal.save(game), "plan": {"strike": written(game, strike)}}
    raise SystemExit("No dice scatter two units.")


def off_zones(game: Game, hex_: int) -> int:
    grid = game.battle.board.grid
    return min(grid.distance(hex_, zone) for zone in game.state.lists["zones"])


def scattered(game: Game) -> bool:
    """Two units came down elsewhere, on the map, and nobody was lost."""
    at, step = game.state.at, game.state.step
    dropped = [unit for unit in range(len(at)) if game.battle.counters[unit].group == "187"]
    landed = [unit for unit in dropped if at[unit] >= 0]
    far = [unit for unit in landed if off_zones(game, at[unit]) > 2]
    return len(landed) == 12 and len(far) == 2 and sum(step[unit] for unit in landed) <= 5


MAKERS = {"pusan": pusan, "finished": finished, "airborne": airborne}

if __name__ == "__main__":
    json.dump(MAKERS[sys.argv[1]](), sys.stdout)
