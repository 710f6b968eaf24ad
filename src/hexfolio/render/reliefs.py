"""Bakes the relief of every known map into the package: python -m hexfolio.render.reliefs"""

from __future__ import annotations

from pathlib import Path

from hexfolio.battles import registry
from hexfolio.battles.loading import shared_maps

from ..core.board import Board
from .ground import risen_ground
from .maps import map_frame
from .palette import palette_for
from .relief import FINE, Ground
from .relief_pictures import FOLDER, digest, kept_picture, picture
from .upright import upright

BAKED = Path(__file__).parent / FOLDER


def bake_all() -> None:
    """Write a picture of every map, and delete those that show no map as it is now."""
    BAKED.mkdir(exist_ok=True)
    names: dict[str, str] = {}
    for battle, ground in grounds().items():
        wanted = f"{_short(battle)}-{digest(ground)}.png"
        if names.setdefault(digest(ground), wanted) == wanted:
            (BAKED / wanted).write_bytes(kept_picture(ground) or picture(ground, FINE))
    for file in BAKED.glob("*.png"):
        if file.name not in names.values():
            file.unlink()


def grounds() -> dict[str, Ground]:
    """The high ground of every battle and shared map that has any; the colours of a map do not change it."""
    found = {
        f"{entry.id} {book}": ground_of(registry.load(entry.id, book).board)
        for entry in registry.entries()
        for book in entry.books
    }
    found |= {name: ground_of(registry.board(name)) for name in shared_maps()}
    return {battle: ground for battle, ground in found.items() if ground.risen}


def ground_of(board: Board) -> Ground:
    """The high ground of a map as its picture shows it."""
    board = upright(board)
    return risen_ground(board, map_frame(board), palette_for(board))


def _short(battle: str) -> str:
    """The name of the map: battles of one place in several series share it."""
    return battle.split()[0].partition("-")[0]


if __name__ == "__main__":
    bake_all()
