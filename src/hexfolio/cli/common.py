"""What several commands share: arguments, reading and writing game files."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from hexfolio.battles import registry, saves
from hexfolio.core import journal
from hexfolio.core.game import Game
from hexfolio.render.png import svg_to_png

Run = Callable[[argparse.Namespace], int]
Commands = argparse._SubParsersAction  # the only name argparse has for it


def add_command(
    commands: Commands[argparse.ArgumentParser], name: str, run: Run, text: str
) -> argparse.ArgumentParser:
    """A command with its help text and the function that runs it."""
    parser = commands.add_parser(name, help=text, description=text)
    parser.set_defaults(run=run)
    return parser


def add_battle(parser: argparse.ArgumentParser, default: str | None = None) -> None:
    parser.add_argument(
        "battle", nargs="?" if default else None, default=default, help="battle, see “hexfolio battles”"
    )
    parser.add_argument("--book", help="rule book (default: the first one of the battle)")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="option, or reading of the rules, chosen at the start: see “hexfolio battles” and “hexfolio "
        "rulings”",
    )


def battle_of(options: argparse.Namespace) -> tuple[str, str, dict[str, str]]:
    """Battle, book and options named on the command line."""
    entry = registry.find(options.battle)
    pairs = [str(text).partition("=") for text in options.option]
    for name, sign, value in pairs:
        if not (name and sign and value):
            raise ValueError(f"{name}{sign}{value} is not an option: expected NAME=VALUE.")
    return entry.id, options.book or entry.books[0], {name: value for name, _, value in pairs}


def read_game(path: str) -> Game:
    """The game saved in a file."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise journal.JournalError(f"{path} line 1: this is not a Hexfolio game: it is not text.") from None
    game = saves.load(text, path)
    if saves.is_early(text):
        _renew(path, text, game)
    return game


def _renew(path: str, text: str, game: Game) -> None:
    """Bring a file of an earlier format up to date; the old one stays beside it."""
    backup = f"{path}.format-1"
    try:
        write_text(backup, text)
        write_text(path, journal.save(game))
    except OSError as error:
        print(f"{path} stays as it was, in an earlier format: {error.strerror}.", file=sys.stderr)
        return
    print(
        f"{path} was in an earlier format and has been renewed; as it was, it is {backup}.", file=sys.stderr
    )


def write_text(path: str, text: str) -> None:
    """Write a file as a whole or not at all."""
    write_bytes(path, text.encode())


def write_picture(path: str, svg: str) -> None:
    """Write a picture, as PNG if the name of the file says so, else as SVG."""
    write_bytes(path, svg_to_png(svg) if path.lower().endswith(".png") else svg.encode())


def write_bytes(path: str, content: bytes) -> None:
    target = Path(path)
    descriptor, draft = tempfile.mkstemp(dir=target.parent or ".", prefix=f".{target.name}.")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        Path(draft).chmod(0o644)
        Path(draft).replace(target)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise


def side_of(game: Game, name: str | None) -> int | None:
    """The side named on the command line."""
    if name is None:
        return None
    try:
        return game.battle.side_index(name)
    except KeyError:
        known = " or ".join(side.id for side in game.battle.sides)
        raise ValueError(f"There is no side {name!r} in this battle: expected {known}.") from None
