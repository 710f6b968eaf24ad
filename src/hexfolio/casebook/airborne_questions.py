"""Questions about airborne battles; docs/cases.md has an example of each."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from hexfolio.core.game import Game
from hexfolio.core.rulings import Refusal
from hexfolio.rulebooks.paratrooper.rulebook import Paratrooper
from hexfolio.rulebooks.sheets import Entry, hex_text

Answer = Callable[[Game, Any, Entry], Any]

DEALS = 60
"""How often a position is imagined to learn what can be."""


def _points(game: Game, rules: Paratrooper, ask: Entry) -> int:
    return rules.command_points(game.state, rules.battle.side_index(str(ask["command points"])))


def _cost(game: Game, rules: Paratrooper, ask: Entry) -> float | str:
    order = rules.notation.read(f"move {ask['cost']}")
    left = rules.points_left(game.state, order.unit)
    cost = rules.judge_way(game.state, order.unit, order.path, left)
    return str(cost) if isinstance(cost, Refusal) else cost / 2


def _landing_modifier(game: Game, rules: Paratrooper, ask: Entry) -> int:
    unit = rules.battle.counter(str(ask["landing modifier"])).index
    return rules.landing_modifier(game.state, unit, rules.grid.index(hex_text(ask["at"])))


def _landing(game: Game, rules: Paratrooper, ask: Entry) -> str:
    return rules.charts.drop(str(ask["landing in"]), int(ask["die"]))


def _column(game: Game, rules: Paratrooper, ask: Entry) -> str:
    return rules.charts.labels[rules.charts.column(int(ask["column"]), int(ask.get("shift", 0))) - 1]


def _result(game: Game, rules: Paratrooper, ask: Entry) -> str:
    return rules.charts.result(rules.charts.column(int(ask["result"]), 0), int(ask["die"]))


def _shifts(game: Game, rules: Paratrooper, ask: Entry) -> Any:
    odds = rules.odds(game.state, rules.notation.read(str(ask["shifts"])))
    if isinstance(ask["is"], Entry):
        return {item.what: item.value for item in odds.shifts}
    return sum(item.value for item in odds.shifts)


def _demolition(game: Game, rules: Paratrooper, ask: Entry) -> str:
    return "Dx" if int(ask["die"]) <= rules.charts.demolition[str(ask["demolition by"])] else "-"


def _strikes(game: Game, rules: Paratrooper, ask: Entry) -> int:
    return len(rules.available(game.state, rules.battle.side_index(str(ask["strikes"]))))


def _stack(game: Game, rules: Paratrooper, ask: Entry) -> list[str]:
    stack = game.state.stacks.get(rules.grid.index(hex_text(ask["stack"])), ())
    return [rules.name(unit) for unit in reversed(stack)]


def _contingent(game: Game, rules: Paratrooper, ask: Entry) -> list[str]:
    nation = ask.get("nation")
    units = rules.contingent(str(ask["contingent"]))
    return [rules.name(unit) for unit in units if nation in (None, rules.counters[unit].nation)]


def _class(game: Game, rules: Paratrooper, ask: Entry) -> str:
    return rules.battle.counter(str(ask["class"])).mobility


def _track(game: Game, rules: Paratrooper, ask: Entry) -> int:
    return game.state.tracks.get(str(ask["track"]), 0)


def _list(game: Game, rules: Paratrooper, ask: Entry) -> int:
    return len(game.state.lists.get(str(ask["number of"]), ()))


def _night(game: Game, rules: Paratrooper, ask: Entry) -> bool:
    turns: tuple[int, ...] = rules.special.get("night", ())
    return int(ask["night"]) in turns


def _nights(game: Game, rules: Paratrooper, ask: Entry) -> list[int]:
    """The night turns of the battle."""
    return list(rules.special.get("night", ()))


def _dates(game: Game, rules: Paratrooper, ask: Entry) -> list[str]:
    """What the track prints for the turns, one after the other."""
    return list(rules.battle.dates)


def _due(game: Game, rules: Paratrooper, ask: Entry) -> list[str]:
    """Units that are to come on in this player turn, whoever asks."""
    if rules.battle.side_index(str(ask["due"])) != game.state.active:
        raise ask.error("Ask for reinforcements that are due in their own side's player turn.", "due")
    return [rules.name(unit) for unit in rules.arrivals(game.state)]


def _entry(game: Game, rules: Paratrooper, ask: Entry) -> list[str]:
    unit = rules.battle.counter(str(ask["entry"])).index
    return [rules.number(hex_) for hex_ in rules.entry_hexes(game.state, unit)]


def _display(game: Game, rules: Paratrooper, ask: Entry) -> list[str]:
    """Strikes in a side's display."""
    return [
        rules.name(unit) for unit in rules.available(game.state, rules.battle.side_index(str(ask["display"])))
    ]


def _on_map(game: Game, rules: Paratrooper, ask: Entry) -> int:
    """Counters of a side on the map, or of one contingent."""
    side, state = rules.battle.side_index(str(ask["on map"])), game.state
    return sum(
        state.at[counter.index] >= 0 and ("of" not in ask or str(ask["of"]) == counter.group)
        for counter in rules.counters
        if counter.side == side
    )


def _disrupted(game: Game, rules: Paratrooper, ask: Entry) -> int:
    """Units of a contingent that are disrupted."""
    return sum(game.state.step[unit] > 0 for unit in rules.contingent(str(ask["disrupted of"])))


def _hex_codes(game: Game, rules: Paratrooper, ask: Entry) -> dict[str, int]:
    """The codes of the map: how many there are, how many differ, and how many have four digits."""
    codes = [rules.number(hex_) for hex_ in range(rules.grid.size)]
    four = [code for code in codes if len(code) == 4 and code.isdecimal()]
    return {"number": len(codes), "different": len(set(codes)), "of four digits": len(four)}


def _hexes_of(game: Game, rules: Paratrooper, ask: Entry) -> list[str]:
    """All hexes in which a counter lies."""
    unit = rules.battle.counter(str(ask["hexes of"])).index
    return [rules.number(hex_) for hex_, stack in game.state.stacks.items() for one in stack if one == unit]


def _with_trait(game: Game, rules: Paratrooper, ask: Entry) -> int:
    """Counters of the battle that have a trait."""
    return sum(str(ask["counters with"]) in counter.traits for counter in rules.counters)


def _hexsides(game: Game, rules: Paratrooper, ask: Entry) -> int:
    """Hexsides of the map that have a feature."""
    return sum(str(ask["hexsides with"]) in features for features in rules.board.hexsides.values())


def _may_be(game: Game, rules: Paratrooper, ask: Entry) -> list[str]:
    """Where a counter may be for all that a side knows: the places it is dealt to in many games imagined."""
    unit = rules.battle.counter(str(ask["may be"])).index
    side = rules.battle.side_index(str(ask["for"]))
    places = {game.imagine(side, Random(seed)).state.at[unit] for seed in range(DEALS)}
    return sorted(rules.number(place) if place >= 0 else "off the map" for place in places)


def _orders_about(game: Game, rules: Paratrooper, ask: Entry) -> int:
    """How many orders are listed about a counter or a hex."""
    name = hex_text(ask["orders about"])
    known = {counter.id: counter.index for counter in rules.counters}
    return len(game.legal().of(known[name] if name in known else rules.grid.index(name)))


def _faults(game: Game, rules: Paratrooper, ask: Entry) -> list[str]:
    """What is wrong with the position and can never come about by play."""
    return list(rules.faults(game.state))


COMMON = frozenset(
    {
        "distance",
        "zone of",
        "in zone of",
        "reach",
        "odds",
        "terms",
        "faults",
        "log",
        "zones seen by",
        "read",
        "phases",
        "view",
        "points",
        "turns",
        "level",
    }
)
"""Questions of the other books that these have an answer to."""

QUESTIONS: dict[str, tuple[Answer, tuple[str, ...]]] = {
    "command points": (_points, ()),
    "cost": (_cost, ()),
    "landing modifier": (_landing_modifier, ("at",)),
    "landing in": (_landing, ("die",)),
    "column": (_column, ("shift",)),
    "result": (_result, ("die",)),
    "shifts": (_shifts, ()),
    "demolition by": (_demolition, ("die",)),
    "strikes": (_strikes, ()),
    "stack": (_stack, ()),
    "contingent": (_contingent, ("nation",)),
    "class": (_class, ()),
    "track": (_track, ()),
    "number of": (_list, ()),
    "night": (_night, ()),
    "nights": (_nights, ()),
    "dates": (_dates, ()),
    "hex codes": (_hex_codes, ()),
    "hexes of": (_hexes_of, ()),
    "due": (_due, ()),
    "entry": (_entry, ()),
    "display": (_display, ()),
    "on map": (_on_map, ("of",)),
    "disrupted of": (_disrupted, ()),
    "counters with": (_with_trait, ()),
    "hexsides with": (_hexsides, ()),
    "may be": (_may_be, ("for",)),
    "orders about": (_orders_about, ()),
    "faults": (_faults, ()),
}
