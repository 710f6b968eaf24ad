"""The questions a case may ask, and their answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from hexfolio.core.counters import read_print
from hexfolio.core.game import Game
from hexfolio.core.orders import Order
from hexfolio.core.rulings import IllegalOrderError, Refusal
from hexfolio.rulebooks.fire_and_movement.rulebook import FireAndMovement
from hexfolio.rulebooks.paratrooper.rulebook import Paratrooper
from hexfolio.rulebooks.sheets import Entry, hex_text, only_keys

from . import airborne_questions
from .matching import same, same_set, shown
from .rulebook import CaseRules

Answer = Callable[[Game, Any, Entry], Any]
"""Given the game, its rulebook and the question. Each family of rulebooks has questions of its own."""


def check_question(game: Game, rules: CaseRules, ask: Entry) -> str | None:
    """What is wrong with the answer; None if it is as expected."""
    questions: Mapping[str, tuple[Any, tuple[str, ...]]] = QUESTIONS
    if isinstance(rules, Paratrooper):
        common = {key: value for key, value in QUESTIONS.items() if key in airborne_questions.COMMON}
        questions = {**common, **airborne_questions.QUESTIONS}
    name = next((key for key in ask if key in questions), None)
    if name is None:
        raise ask.error(f"This is not a question: expected one of {', '.join(questions)}.")
    answer, extra = questions[name]
    only_keys(ask, (name, "is", *extra), f"The question “{name}”")
    if "is" not in ask and name != "reach":
        raise ask.error(f"The question “{name}” lacks its answer under “is”.")
    actual = answer(game, rules, ask)
    if name == "reach":
        return _check_reach(ask, actual)
    expected = ask["is"]
    unordered = name in ("zone of", "due", "entry", "contingent") and isinstance(expected, list)
    good = same_set(expected, actual) if unordered else same(expected, actual)
    if good and name == "draw" and isinstance(expected, dict):
        good = len(expected) == len(actual)
    return None if good else f"{name}: expected {shown(expected)}, found {shown(actual)}"


def _check_reach(ask: Entry, actual: list[str]) -> str | None:
    if "is" in ask and not same_set([hex_text(hex_) for hex_ in ask["is"]], actual):
        return f"reach: expected {shown(ask['is'])}, found {shown(actual)}"
    for key, wanted in (("has", True), ("lacks", False)):
        for hex_ in map(hex_text, ask.get(key, ())):
            if (hex_ in actual) is not wanted:
                return f"reach: {hex_} is {'not ' if wanted else ''}within reach"
    return None


def _distance(game: Game, rules: CaseRules, ask: Entry) -> int:
    words = ask["distance"] if isinstance(ask["distance"], list) else str(ask["distance"]).split()
    first, second = (rules.grid.index(hex_text(word)) for word in words)
    return rules.grid.distance(first, second)


def _zone(game: Game, rules: CaseRules, ask: Entry) -> list[str]:
    unit = rules.battle.counter(str(ask["zone of"])).index
    return [rules.number(hex_) for hex_ in rules.zone_of(game.state, unit)]


def _in_zone(game: Game, rules: CaseRules, ask: Entry) -> bool:
    side = rules.battle.side_index(str(ask["in zone of"]))
    return bool(rules.zones(game.state, side)[rules.grid.index(hex_text(ask["hex"]))])


def _cost(game: Game, rules: FireAndMovement, ask: Entry) -> float | str:
    order = rules.notation.read(f"move {ask['cost']}")
    state = game.state
    left = 2 * rules.allowance(state, order.unit) - (state.spent if state.mover == order.unit else 0)
    cost = rules.judge_way(state, order.unit, order.path, left, state.mover != order.unit)
    return str(cost) if isinstance(cost, Refusal) else cost / 2


def _reach(game: Game, rules: CaseRules, ask: Entry) -> list[str]:
    unit = rules.battle.counter(str(ask["reach"])).index
    return [rules.number(way[-1]) for way in rules.ways(game.state, unit)]


def _odds(game: Game, rules: CaseRules, ask: Entry) -> Any:
    order: Order | None = None if ask["odds"] == "now" else rules.notation.read(str(ask["odds"]))
    support, against = (tuple(int(value) for value in ask.get(key, ())) for key in ("support", "against"))
    try:
        odds = rules.odds(game.state, order, support, against)
    except (IllegalOrderError, ValueError) as error:
        return f"refused: {error}"
    return {**odds.to_json(), "line": odds.line.terrain}


def _terms(game: Game, rules: CaseRules, ask: Entry) -> dict[str, Any] | str:
    """What an order would cost, as it is shown before the order is given."""
    order = rules.notation.read(str(ask["terms"]))
    refusal = game.judge(order)
    if refusal is not None:
        return f"refused: {refusal}"
    terms = rules.terms(game.state, order)
    return {**terms._asdict(), "left": terms.left / 2 if terms.left >= 0 else "none"}


def _outlook(game: Game, rules: FireAndMovement, ask: Entry) -> dict[str, Fraction]:
    """Effects of an attack from some hexes, as computer players reckon with them, and their chances."""
    hex_, starts = rules.grid.index(hex_text(ask["outlook"])), map(hex_text, ask["from"])
    outlook = rules.outlook(game.state, hex_, tuple(map(rules.grid.index, starts)), int(ask["differential"]))
    return {effect.text: Fraction(chance).limit_denominator(6) for chance, effect in outlook}


def _log(game: Game, rules: CaseRules, ask: Entry) -> list[str]:
    """What the last order brought about, as the log tells it."""
    return [rules.narrate(event) for event in game.entry.events]


def _faults(game: Game, rules: CaseRules, ask: Entry) -> list[str]:
    return list(rules.faults(game.state))


def _zones_seen(game: Game, rules: CaseRules, ask: Entry) -> list[str]:
    side = rules.battle.side_index(str(ask["zones seen by"]))
    return [rules.number(hex_) for hex_ in rules.zones_seen(game.state, side)]


def _printed_line(game: Game, rules: FireAndMovement, ask: Entry) -> list[str]:
    """The cells of a line of the table, as it is shown to players."""
    lines = [line for table in rules.tables() for line in table.lines]
    return next((list(cells) for terrain, cells in lines if str(ask["printed line"]) in terrain), [])


def _look_up(game: Game, rules: FireAndMovement, ask: Entry) -> dict[str, Any]:
    line = rules.table.listed(rules.battle.key.line(str(ask["look up"])))
    column = rules.column(line, int(ask["differential"]))
    answer: dict[str, Any] = {"column": column, "line": line}
    if "die" in ask:
        result = rules.table.result(column, int(ask["die"]))
        answer["result"] = result
        if ask.get("bombardment"):
            answer["effect"] = rules.bombardment_effect(result)
    return answer


def _read(game: Game, rules: FireAndMovement, ask: Entry) -> dict[str, Any]:
    return read_print(str(ask["read"]))


def _phases(game: Game, rules: CaseRules, ask: Entry) -> list[str]:
    if ask["phases"] == "game turn":
        turn: tuple[str, ...] = getattr(rules, "game_turn", ())
        return list(turn)
    return list(rules.player_turn)


def _in_supply(game: Game, rules: FireAndMovement, ask: Entry) -> bool:
    return rules.in_supply(game.state, rules.battle.counter(str(ask["in supply"])).index)


def _draw(game: Game, rules: FireAndMovement, ask: Entry) -> Any:
    chances = rules.draw_chances(game.state, rules.battle.side_index(str(ask["draw"])))
    return {f"+{value}": chance for value, chance in chances.items()} or "none"


def _view(game: Game, rules: CaseRules, ask: Entry) -> Any:
    side = None if ask["view"] == "spectator" else rules.battle.side_index(str(ask["view"]))
    value: Any = game.view(side)
    for part in str(ask["at"]).split("."):
        value = value.get(part) if isinstance(value, dict) else None
    return value


def _points(game: Game, rules: CaseRules, ask: Entry) -> int:
    return rules.victory_points(game.state)[rules.battle.side_index(str(ask["points"]))]


def _allotment(game: Game, rules: FireAndMovement, ask: Entry) -> int:
    return rules.allotment(game.state, rules.battle.side_index(str(ask["allotment"])))


def _due(game: Game, rules: CaseRules, ask: Entry) -> list[str]:
    if rules.battle.side_index(str(ask["due"])) != game.state.active:
        return []
    return [rules.name(unit) for unit in rules.arrivals(game.state)]


def _entry(game: Game, rules: CaseRules, ask: Entry) -> list[str]:
    """Hexes where a reinforcement may come on now."""
    unit = rules.battle.counter(str(ask["entry"])).index
    if unit not in rules.arrivals(game.state):
        return []
    return [
        rules.number(hex_) for hex_ in dict.fromkeys(way[0] for way in rules.entry_ways(game.state, unit))
    ]


def _listed(game: Game, rules: CaseRules, ask: Entry) -> int:
    """How many legal orders of a kind are listed."""
    return sum(order.verb == ask["listed"] for order in game.legal())


def _level(game: Game, rules: CaseRules, ask: Entry) -> str | dict[str, Any]:
    if "of" in ask:
        own = getattr(rules, "own_level", None)
        return str(own(int(ask["level"]))) if own else "none"
    winner, level = rules.level(int(ask["level"]))
    if isinstance(ask["is"], Entry):
        return {"winner": rules.battle.sides[winner].id if winner >= 0 else "nobody", "level": level}
    return level


def _turns(game: Game, rules: CaseRules, ask: Entry) -> int:
    return rules.battle.turns


def _naktong(game: Game, rules: FireAndMovement, ask: Entry) -> Any:
    link, held = getattr(rules, "naktong_link", None), getattr(rules, "junctions_held", None)
    if link is None or held is None:
        return "none"
    junctions = held(map(hex_text, ask.get("junctions", ()))) if ask.get("won", True) else 0
    return link(int(ask["naktong link"]), junctions)


QUESTIONS: dict[str, tuple[Answer, tuple[str, ...]]] = {
    "distance": (_distance, ()),
    "zone of": (_zone, ()),
    "in zone of": (_in_zone, ("hex",)),
    "cost": (_cost, ()),
    "reach": (_reach, ("has", "lacks")),
    "odds": (_odds, ("support", "against")),
    "terms": (_terms, ()),
    "outlook": (_outlook, ("from", "differential")),
    "faults": (_faults, ()),
    "log": (_log, ()),
    "zones seen by": (_zones_seen, ()),
    "printed line": (_printed_line, ()),
    "look up": (_look_up, ("differential", "die", "bombardment")),
    "read": (_read, ()),
    "phases": (_phases, ()),
    "in supply": (_in_supply, ()),
    "draw": (_draw, ()),
    "view": (_view, ("at",)),
    "points": (_points, ()),
    "allotment": (_allotment, ()),
    "due": (_due, ()),
    "entry": (_entry, ()),
    "listed": (_listed, ()),
    "level": (_level, ("of",)),
    "turns": (_turns, ()),
    "naktong link": (_naktong, ("won", "junctions")),
}
