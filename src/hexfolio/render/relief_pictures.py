"""Relief in the colours of a palette. Pictures of the known maps are kept in the package.

Wearing down a map takes seconds, so `reliefs` bakes a picture of every known map into the folder
`baked`. Its name ends in a digest of all that it was made from: a picture of ground that has changed
since is not found, and the ground is worn down anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

from .palette import Palette
from .pictures import Rgba, image, indexed_png, recoloured
from .relief import FINE, LEVELS, QUICK, Detail, Ground, lattice_of, raster, tint_steps, worn_ground
from .svg import Point
from .terrain import terrain

Rgb = tuple[int, int, int]

FOLDER = "baked"
_MADE_BY = ("relief.py", "erosion.py", "rasters.py")
"""Modules that decide what a picture shows; its colours are not among it."""


def relief(ground: Ground, colours: Palette) -> str:
    """The tints of high ground and the shading over it."""
    if not ground.risen:
        return ""
    kept = kept_picture(ground)
    detail, png = (FINE, kept) if kept else (QUICK, _made(ground))
    return image(recoloured(png, tones(_kinds(ground), colours)), lattice_of(ground, detail).box)


def kept_picture(ground: Ground) -> bytes | None:
    """The baked picture of a ground, if there is one and it shows the ground as it is."""
    file = kept_files().get(digest(ground))
    return file.read_bytes() if file else None


@lru_cache(maxsize=16)
def _made(ground: Ground) -> bytes:
    return picture(ground, QUICK)


def picture(ground: Ground, detail: Detail) -> bytes:
    """The picture of a ground, in shades of grey."""
    model = worn_ground(ground, detail)
    kinds = len(ground.risen)
    shades = (tint_steps(kinds) + 1) * (2 * LEVELS + 1)
    greys = [(level * 255 // shades,) * 3 + (255,) for level in range(shades)]
    return indexed_png(model.lattice.width, raster(model, kinds), greys)


@lru_cache(maxsize=64)
def digest(ground: Ground) -> str:
    """What tells this ground, and the way in which pictures are made, from every other."""
    box = ground.box
    parts = (
        made_by(),
        _steady([((box.left, box.top), (box.right, box.bottom))]),
        _steady(ground.rivers),
        _steady(ground.sea),
        [(kind, terrain(kind).uplift, _steady(loops)) for kind, loops in ground.risen],
    )
    return sha256(repr(parts).encode()).hexdigest()[:16]


def _steady(loops: Sequence[Sequence[Point]]) -> list[list[Point]]:
    """Points without their last digits, in which machines differ."""
    return [[(round(x, 5), round(y, 5)) for x, y in loop] for loop in loops]


@cache
def made_by() -> str:
    folder = files(__package__)
    return "".join((folder / name).read_text(encoding="utf-8") for name in _MADE_BY)


@cache
def kept_files() -> dict[str, Traversable]:
    """The baked pictures by their digests."""
    folder = files(__package__) / FOLDER
    kept = folder.iterdir() if folder.is_dir() else ()
    return {file.name.removesuffix(".png").rpartition("-")[2]: file for file in kept}


def _kinds(ground: Ground) -> list[str]:
    return [kind for kind, _ in ground.risen]


def tones(kinds: Sequence[str], colours: Palette) -> list[Rgba]:
    """The colour for every number of a raster."""
    tints = [_rgb(colours.ground[kind]) for kind in kinds]
    steps = tint_steps(len(tints))
    return [
        _tone(tints, step * len(tints) / steps, level / LEVELS, colours)
        for step in range(steps + 1)
        for level in range(-LEVELS, LEVELS + 1)
    ]


def _tone(tints: Sequence[Rgb], rank: float, shade: float, colours: Palette) -> Rgba:
    """A colour for ground of a rank, so bright: tints from rank to rank, light or shadow over them."""
    below = min(int(rank), len(tints) - 1)
    lower = tints[max(below - 1, 0)]
    tint = tuple(a + (b - a) * (rank - below) for a, b in zip(lower, tints[below], strict=True))
    cover = min(rank, 1.0)
    if shade < 0:
        over, share = _rgb(colours.shadow), colours.shading * 0.92 * (-shade) ** 0.85
    else:
        over, share = _rgb(colours.light), colours.lighting * shade**0.9
    whole = share + cover * (1 - share)
    if not whole:
        return 0, 0, 0, 0
    red, green, blue = (
        round((a * share + b * cover * (1 - share)) / whole) for a, b in zip(over, tint, strict=True)
    )
    return red, green, blue, round(255 * whole)


def _rgb(colour: str) -> Rgb:
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return red, green, blue
