"""Colours as data: the palettes of the map, and the nations' counters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import chain

from ..core.board import Board


@dataclass(frozen=True, slots=True)
class NationColours:
    face: str
    edge: str
    ink: str


NATIONS: Mapping[str, NationColours] = {
    "north-korea": NationColours("#f1dfa4", "#8a7231", "#2a1d10"),
    "china": NationColours("#f0a27d", "#93482a", "#2b1107"),
    "rok": NationColours("#bdb27a", "#5f5830", "#1d1a0c"),
    "us": NationColours("#93b478", "#3f5a2c", "#12200b"),
    "us-airborne": NationColours("#8d9459", "#434821", "#15170a"),
    "commonwealth": NationColours("#c4483c", "#6d1710", "#ffffff"),
    "commonwealth-paratrooper": NationColours("#3a5688", "#152645", "#ffffff"),
    "rok-paratrooper": NationColours("#aacde4", "#41708f", "#0f2231"),
    "china-paratrooper": NationColours("#84563a", "#3d2213", "#ffffff"),
    "blue": NationColours("#a7c4e2", "#3a628c", "#0d1c2c"),
    "red": NationColours("#e9a392", "#8c392b", "#2c0e08"),
}
_SHORT = {"nk": "north-korea", "cn": "china", "cw": "commonwealth"}
"""Nations as rosters write them."""

NATION_NAMES: Mapping[str, str] = {
    "north-korea": "N. Korea",
    "china": "China",
    "rok": "ROK",
    "us": "US",
    "commonwealth": "C'wealth",
}
STARS: Mapping[str, str] = {"north-korea": "#a3241a", "china": "#a3241a"}
"""Colours of the star on a nation's supply marks, where it is not the ink of its counters."""

SIDES = ("blue", "red")
"""Nations that stand for the two sides where a counter names none."""

MOBILE = "#a30d18"


def nation_key(nation: str) -> str:
    """A nation by its full name, if it is written short."""
    return _SHORT.get(nation, nation)


def nation_colours(nation: str, side: int) -> NationColours:
    """Colours of a nation, or of the side if the nation has none of its own."""
    return NATIONS.get(nation_key(nation)) or NATIONS[SIDES[side % len(SIDES)]]


def nation_name(nation: str) -> str:
    """What the key calls a nation."""
    return NATION_NAMES.get(nation_key(nation), nation.replace("-", " ").capitalize())


def blend(a: str, b: str, share: float) -> str:
    """The colour that lies `share` of the way from a to b."""
    pairs = ((int(a[place : place + 2], 16), int(b[place : place + 2], 16)) for place in (1, 3, 5))
    return "#" + "".join(f"{round(first + (second - first) * share):02x}" for first, second in pairs)


@dataclass(frozen=True)
class Palette:
    """Colours of a map. `ground` has one tint per kind of terrain that covers its hex."""

    frozen: bool = False

    page: str = "#f4eedd"
    panel_text: str = "#2a2019"
    quiet_text: str = "#65563f"
    accent: str = "#8c2f1f"
    hairline: str = "#c3b291"
    frame: str = "#2e2620"

    ground: Mapping[str, str] = field(default_factory=lambda: _DAY_GROUND)
    clear: str = "#ececd4"
    shadow: str = "#4a3a32"
    shading: float = 0.9
    light: str = "#fffbe8"
    shore: str = "#d6e7e8"
    offshore: str = "#a3c7d6"
    coast: str = "#6d9db3"
    beach: str = "#f7f0d8"

    water_edge: str = "#4d8db0"
    water: str = "#86bcd6"
    glint: str = "#b4d8e6"
    lake: str = "#b7d6e6"
    lake_edge: str = "#3f7ea6"
    ice_edge: str = "#5f93b5"
    ice: str = "#d3e6ef"
    earthwork: str = "#7a5c3a"

    main_road: str = "#b1402c"
    road: str = "#9a5b36"
    trail: str = "#7a5636"
    rail: str = "#2a2019"
    casing: str = "#fdf6e6"

    block: str = "#7a453c"
    block_ground: str = "#ead6c2"
    name: str = "#2a2019"
    halo: str = "#fbf6e6"
    water_name: str = "#2f6d91"
    peak_name: str = "#6b4326"
    number: str = "#5d5340"
    grid: str = "#4b4030"
    mark: str = "#2a2019"
    barred: str = "#8e3b30"

    paddy_field: str = "#d3e2a9"
    dike: str = "#8fae68"
    leaf: str = "#a3b87f"
    leaf_edge: str = "#637d49"
    jungle_leaf: str = "#7fa063"
    jungle_edge: str = "#45663a"
    reed: str = "#4f8f86"
    stone: str = "#8c7654"
    sand: str = "#c9ac72"
    snow: str = "#ffffff"


_DAY_GROUND: Mapping[str, str] = {
    "paddy": "#dee7c2",
    "desert": "#f1e3bb",
    "mixed": "#e0e5c0",
    "grove": "#e2e7c4",
    "marsh": "#d5e4d2",
    "frozen-marsh": "#e2ecec",
    "swamp": "#c4d6bb",
    "woods": "#cdd9ab",
    "jungle": "#b4c891",
    "broken": "#e6dcb9",
    "rough": "#dacba4",
    "hill": "#ddd0aa",
    "mountain": "#c1a482",
    "frozen-mountain": "#bcc7cf",
    "lake": "#b7d6e6",
    "reservoir": "#b3d3e4",
    "sea": "#a3c7d6",
}

_WINTER_GROUND: Mapping[str, str] = {
    **_DAY_GROUND,
    "paddy": "#eef3f0",
    "desert": "#eff1ec",
    "mixed": "#e6ede8",
    "grove": "#e8eeea",
    "marsh": "#e0ebe9",
    "frozen-marsh": "#dfeaee",
    "swamp": "#d6e2de",
    "woods": "#dbe5df",
    "jungle": "#cfdcd4",
    "broken": "#e7ebea",
    "rough": "#d9dfe1",
    "hill": "#dde4e7",
    "mountain": "#bfc8cf",
    "frozen-mountain": "#bcc7cf",
    "lake": "#b7d6e6",
    "reservoir": "#b6d5e5",
    "sea": "#a5c8da",
}

DAY = Palette()

WINTER = Palette(
    frozen=True,
    page="#edf1f4",
    panel_text="#1d2630",
    quiet_text="#556371",
    hairline="#b4bfc9",
    frame="#1d2630",
    ground=_WINTER_GROUND,
    clear="#f1f4f3",
    shadow="#425874",
    shading=0.6,
    light="#ffffff",
    shore="#d4e6ee",
    offshore="#a5c8da",
    coast="#5f93b5",
    beach="#ffffff",
    water_edge="#5f93b5",
    water="#a9cde0",
    glint="#e3f1f7",
    ice="#a9cde0",
    earthwork="#6d5f55",
    main_road="#a8402c",
    road="#8a5a3c",
    trail="#6d5744",
    rail="#1d2630",
    casing="#ffffff",
    block="#6e4a44",
    block_ground="#e9dcd2",
    name="#1d2630",
    halo="#ffffff",
    water_name="#2d6c96",
    peak_name="#4d4a52",
    number="#57636f",
    grid="#3d4b5a",
    mark="#1d2630",
    leaf="#a9bcae",
    leaf_edge="#66806f",
    jungle_leaf="#93ab99",
    jungle_edge="#4f6b58",
    reed="#7b8f99",
    stone="#8792a0",
    sand="#c5c3b6",
)


def palette_for(board: Board) -> Palette:
    """Winter colours where anything on the map is frozen."""
    kinds = chain.from_iterable(chain(board.terrain, board.hexsides.values()))
    return WINTER if any(kind.startswith("frozen") for kind in kinds) else DAY
