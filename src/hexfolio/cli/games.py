"""Commands for playing: new games, orders, odds, undo, replay, and the demonstration."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from hexfolio import opponents
from hexfolio.battles import registry
from hexfolio.core import journal
from hexfolio.core.counters import Counter
from hexfolio.core.events import Event, event_kind
from hexfolio.core.game import Game
from hexfolio.core.records import text_of
from hexfolio.opponents.match import play_match
from hexfolio.render.positions import Piece, position_svg

from .common import (
    Commands,
    add_battle,
    add_command,
    battle_of,
    read_game,
    side_of,
    write_picture,
    write_text,
)
from .rulings import chosen_lines


def add_commands(commands: Commands[argparse.ArgumentParser]) -> None:
    demo = add_command(commands, "demo", run_demo, "two computer players play a battle, told as a log")
    add_battle(demo, "crossroads")
    demo.add_argument("--seed", type=int, default=1, help="seed of the dice and the players (default: 1)")
    for side in ("first", "second"):
        text = f"computer player of the {side} side (default: {opponents.USUAL})"
        demo.add_argument(f"--{side}", default=opponents.USUAL, help=text)
    demo.add_argument("--out", default="demo.svg", help="picture of the final position (default: demo.svg)")
    demo.add_argument("--save", help="also save the game to this file")

    new = add_command(commands, "new", run_new, "begin a game and save it to a file")
    add_battle(new)
    new.add_argument("file", help="file to write, for example my.hexfolio")
    new.add_argument("--seed", type=int, help="seed of the dice (default: unpredictable)")

    _file_command(commands, "show", run_show, "show the position of a saved game").add_argument(
        "--side", help="as this side sees it"
    )
    _file_command(commands, "legal", run_legal, "list the legal orders").add_argument(
        "unit", nargs="?", help="of this counter only"
    )
    for name, run, text in (
        ("order", run_order, "give an order and save the game"),
        ("why", run_why, "say whether an order is legal, and if not, why"),
        ("odds", run_odds, "exact odds of an attack or bombardment"),
    ):
        parser = _file_command(commands, name, run, text)
        parser.add_argument(
            "order", nargs="?" if name == "odds" else None, help="for example “move A/7 0206-0306”"
        )
        if name != "odds":
            parser.add_argument("--side", help="the side that gives it")
    _file_command(commands, "undo", run_undo, "take back the last orders").add_argument(
        "count", nargs="?", type=int, default=1
    )
    _file_command(commands, "replay", run_replay, "tell a saved game from the beginning, every die checked")
    drawing = _file_command(commands, "draw", run_draw, "draw the position as SVG or PNG")
    drawing.add_argument("--out", required=True)
    drawing.add_argument("--side", help="as this side sees it")


def _file_command(
    commands: Commands[argparse.ArgumentParser], name: str, run: object, text: str
) -> argparse.ArgumentParser:
    parser = add_command(commands, name, run, text)  # type: ignore[arg-type]
    parser.add_argument("file", help="a saved game")
    return parser


def run_demo(options: argparse.Namespace) -> int:
    battle, book, chosen = battle_of(options)
    game = registry.new_game(battle, book, options.seed, chosen)
    players = (opponents.find(options.first)(options.seed), opponents.find(options.second)(options.seed + 1))
    first, second = game.battle.sides
    print(
        f"{game.battle.title} by {book}: {first.name} ({players[0].name}) against "
        f"{second.name} ({players[1].name}), seed {options.seed}"
    )
    for line in chosen_lines(game.battle):
        print(line)
    tell(game, game.entry.events)
    play_match(
        game,
        players,
        lambda side, choice, events: tell(game, events, "" if choice.order.verb == "end" else choice.reason),
    )
    write_picture(options.out, picture(game))
    print(f"\nThe final position is drawn in {options.out}.")
    if options.save:
        write_text(options.save, journal.save(game))
        print(f"The game is saved in {options.save}; “hexfolio replay {options.save}” tells it again.")
    return 0


def tell(game: Game, events: Sequence[Event], reason: str = "") -> None:
    """Events as lines of the log, the player's reason behind the first; chances passed by are not told."""
    for number, event in enumerate(events):
        text = game.rules.narrate(event)
        kind = event_kind(event)
        if kind == "passed":
            continue
        if kind == "turn-began":
            print(f"\n== {text} ==")
        elif kind == "phase-began":
            print(f"\n{text}")
        else:
            print(f"  {text}" + (f"  — {reason}" if reason and number == 0 else ""))


def picture(game: Game, side: int | None = None) -> str:
    """The position as SVG, as a side (None: a spectator) sees it."""
    view, grid = game.view(side), game.battle.board.grid
    seen = view["counters"]
    pieces = [
        Piece(counter, grid.index(seen[counter.id][0]), seen[counter.id][1])
        for counter in game.battle.counters
        if counter.id in seen and seen[counter.id][0].isdecimal()
    ]
    pieces += [
        Piece(Counter(-1, f"?{number}", 0, ((0, 0, 0),), symbol="?", nation="nk"), grid.index(place[0]))
        for number, place in view.get("flags", {}).items()
        if not any("hidden" in facts[2] for facts in seen.values())
    ]
    outcome = game.outcome
    caption = f"Game turn {game.state.turn}"
    if outcome:
        caption = (
            "A draw" if outcome.winner < 0 else f"{game.battle.sides[outcome.winner].name}: {outcome.level}"
        )
    return position_svg(game.battle.board, pieces, title=game.battle.title, caption=caption)


def run_new(options: argparse.Namespace) -> int:
    battle, book, chosen = battle_of(options)
    game = registry.new_game(battle, book, options.seed, chosen)
    write_text(options.file, journal.save(game))
    print(f"{game.battle.title} by {book} is saved in {options.file}.")
    return show(game, None)


def run_show(options: argparse.Namespace) -> int:
    game = read_game(options.file)
    return show(game, side_of(game, options.side))


def show(game: Game, side: int | None) -> int:
    """The position in words."""
    view = game.view(side)
    print(f"Game turn {view['turn']} of {game.battle.turns}, {view['phase']}, position {game.position}")
    for line in chosen_lines(game.battle):
        print(line)
    for number, owner in enumerate(game.battle.sides):
        hand = " ".join(view["hands"][owner.id]) or "none"
        print(f"\n{owner.name} ({owner.id}), {view['points'][owner.id]} points, markers {hand}")
        for counter in game.battle.counters:
            if counter.side == number and counter.id in view["counters"]:
                place, step, status = view["counters"][counter.id]
                if "spare" in counter and place == "off-map":
                    continue
                if counter.id in view.get("unsupplied", ()):
                    status = [*status, "out of supply"]
                values = "-".join(map(str, counter.steps[min(step, len(counter.steps) - 1)]))
                print(
                    f"  {counter.id:<8} {values:<8} {counter.mobility:<7} {place} {' '.join(status)}".rstrip()
                )
    if flags := view.get("flags"):
        places = ", ".join(f"{number} in {place}" for number, (place, _) in flags.items())
        print(f"\nHidden counters: {places}")
    for name, fact in view.get("situation", {}).items():
        print(f"{name}: {_words(fact)}")
    asked = view["asked"]
    if asked:
        print(f"\n{asked['side']} is asked: {asked['prompt']} [{asked['rule']}]")
    else:
        outcome = game.outcome
        assert outcome is not None
        print(f"\nThe battle is over: {outcome.level}, {outcome.points[0]} to {outcome.points[1]} points.")
    return 0


def _words(fact: Any) -> str:
    if isinstance(fact, dict):
        return ", ".join(f"{key} {value}" for key, value in fact.items())
    return ", ".join(map(str, fact)) if isinstance(fact, list) else str(fact)


def run_legal(options: argparse.Namespace) -> int:
    game = read_game(options.file)
    legal = game.legal()
    orders = list(legal)
    if options.unit is not None:
        try:
            unit = game.battle.counter(options.unit).index
        except KeyError:
            raise ValueError(f"There is no counter {options.unit!r} in this battle.") from None
        orders = [order for order in orders if order.unit == unit or unit in order.units]
    for order in orders:
        print(game.rules.notation.write(order))
    return 0


def run_order(options: argparse.Namespace) -> int:
    game = read_game(options.file)
    game.apply(options.order, side_of(game, options.side))
    write_text(options.file, journal.save(game))
    tell(game, game.entry.events)
    decision = game.decision
    if decision:
        print(f"{game.battle.sides[decision.side].id} is asked: {decision.prompt} [{decision.rule}]")
    return 0


def run_why(options: argparse.Namespace) -> int:
    game = read_game(options.file)
    refusal = game.judge(options.order, side_of(game, options.side))
    print("This order is legal." if refusal is None else refusal)
    return 0


def run_odds(options: argparse.Namespace) -> int:
    game = read_game(options.file)
    try:
        odds = game.odds(options.order)
    except LookupError as error:
        raise ValueError(str(error.args[0])) from None
    for name, items, total in (
        ("Attack", odds.attack_items, odds.attack),
        ("Defence", odds.defence_items, odds.defence),
    ):
        parts = ", ".join(f"{item.what} {item.value} [{item.rule}]" for item in items)
        print(f"{name} {total}: {parts}")
    line = f"the {odds.line.terrain} line [{odds.line.rule}]"
    print(f"Differential {odds.differential:+d} on {line}: column {odds.column}")
    for result, chance in sorted(odds.chances.items(), key=lambda pair: -pair[1]):
        print(f"  {result:<4} {percent(chance):>6}  {odds.effects[result].text}")
    for side in ("attacker", "defender"):
        print(f"Steps lost by the {side} before any choice: {steps_lost(odds, side)}")
    return 0


def steps_lost(odds: Any, side: str) -> str:
    chances = odds.distribution(f"{side}_steps")
    return ", ".join(f"{steps}: {percent(chance)}" for steps, chance in chances.items())


def percent(chance: Fraction) -> str:
    return f"{float(chance) * 100:.1f}%"


def run_undo(options: argparse.Namespace) -> int:
    game = read_game(options.file)
    if options.count < 1:
        raise ValueError("The number of orders to take back must be 1 or more.")
    game.undo(options.count)
    write_text(options.file, journal.save(game))
    print(f"The game stands at position {game.position} again.")
    return 0


def run_replay(options: argparse.Namespace) -> int:
    game = read_game(options.file)
    earlier = 0
    for entry in game.history():
        if entry.order is not None:
            print(f"{entry.number} {text_of(game.rules, entry)}")
        for line in game.told(entry):
            print(f"    {line['text']}")
        earlier += entry.edition != game.rules.edition
    if earlier:
        print(f"Of {options.file}, {earlier} entries stand as they were played under earlier rules or data.")
    which = "Every other" if earlier else "Every"
    print(f"{which} order and every die of {options.file} is as the rules and the seed say.")
    return 0


def run_draw(options: argparse.Namespace) -> int:
    game = read_game(options.file)
    write_picture(options.out, picture(game, side_of(game, options.side)))
    print(f"The position is drawn in {options.out}.")
    return 0
