"""The command that lets a language model play."""

from __future__ import annotations

import argparse
from pathlib import Path

from .common import Commands, add_command, read_game, write_text


def add_commands(commands: Commands[argparse.ArgumentParser]) -> None:
    mcp = add_command(
        commands,
        "mcp",
        run_mcp,
        "serve one player's place to a language model (Model Context Protocol, stdio)",
    )
    mcp.add_argument("file", nargs="?", help="the saved game to play; without it the player chooses one")
    mcp.add_argument("--side", help="the side to play in that game")
    mcp.add_argument("--folder", default=".", help="folder of the games (default: the current one)")


def run_mcp(options: argparse.Namespace) -> int:
    """Serve until the other end hangs up."""
    try:
        from hexfolio.mcp_server.tools import make_server
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("hexfolio"):
            raise
        raise ValueError("This command needs the package mcp (pip install hexfolio[mcp]).") from None
    from hexfolio.mcp_server.place import Place

    if (options.file is None) != (options.side is None):
        raise ValueError("A file and --side belong together: name both, or neither.")
    folder = Path(options.folder).resolve()
    if not folder.is_dir():
        raise ValueError(f"There is no folder {options.folder}.")
    place = Place(folder, read_game, write_text)
    if options.file is not None:
        place.open(options.file, options.side)
    make_server(place, choose_game=options.file is None).run()
    return 0
