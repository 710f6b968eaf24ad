"""Colours as data: the palettes of the map, and the nations' counters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
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
    lighting: float = 0.75
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
    casing_opacity: str = "0.92"

    block: str = "#7a453c"
    block_ground: str = "#ead6c2"
    name: str = "#2a2019"
    halo: str = "#fbf6e6"
    water_name: str = "#2f6d91"
    peak_name: str = "#6b4326"
    number: str = "#5d5340"
    grid: str = "#4b4030"
    grid_opacity: str = "0.34"
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
    lit: str = "#f4f6dc"


_DAY_GROUND: Mapping[str, str] = {
    "paddy": "#dee7c2",
    "rice-paddy": "#dde7bf",
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
    "peak": "#bc9d7b",
    "frozen-mountain": "#bcc7cf",
    "lake": "#b7d6e6",
    "reservoir": "#b3d3e4",
    "all-river": "#86bcd6",
    "sea": "#a3c7d6",
}

_WINTER_GROUND: Mapping[str, str] = {
    **_DAY_GROUND,
    "paddy": "#eef3f0",
    "rice-paddy": "#ecf2ee",
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
    "peak": "#bac4cc",
    "frozen-mountain": "#bcc7cf",
    "lake": "#b7d6e6",
    "reservoir": "#b6d5e5",
    "all-river": "#a9cde0",
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

_NIGHT_GROUND: Mapping[str, str] = {
    "paddy": "#425242",
    "rice-paddy": "#425341",
    "desert": "#5a5440",
    "mixed": "#424f3f",
    "grove": "#445240",
    "marsh": "#3e5250",
    "frozen-marsh": "#45565e",
    "swamp": "#384b42",
    "woods": "#3a4a37",
    "jungle": "#32442f",
    "broken": "#544f40",
    "rough": "#504838",
    "hill": "#4f4d3f",
    "mountain": "#564a3e",
    "peak": "#57493c",
    "frozen-mountain": "#4a5663",
    "lake": "#33566b",
    "reservoir": "#315369",
    "all-river": "#3f6f8a",
    "sea": "#223442",
}

_WINTER_NIGHT_GROUND: Mapping[str, str] = {
    **_NIGHT_GROUND,
    "paddy": "#45514f",
    "rice-paddy": "#44514e",
    "desert": "#4f5250",
    "mixed": "#434e4d",
    "grove": "#45504e",
    "marsh": "#3f5054",
    "swamp": "#3b4a4a",
    "woods": "#3d4a48",
    "jungle": "#374542",
    "broken": "#4c5254",
    "rough": "#484e52",
    "hill": "#47525b",
    "mountain": "#485460",
    "peak": "#475361",
}

NIGHT = Palette(
    page="#16191b",
    panel_text="#f0e9da",
    quiet_text="#b3a994",
    accent="#e58a6c",
    hairline="#4b5358",
    frame="#4b5358",
    ground=_NIGHT_GROUND,
    clear="#485048",
    shadow="#0e0f12",
    light="#a8a08a",
    lighting=0.42,
    shore="#344854",
    offshore="#223442",
    coast="#56798a",
    beach="#5a5a4b",
    water_edge="#16303f",
    water="#3f6f8a",
    glint="#5a8ca6",
    lake="#33566b",
    lake_edge="#6fa3bf",
    ice_edge="#1d3646",
    ice="#4b7389",
    earthwork="#b08f66",
    main_road="#d0694e",
    road="#b3835d",
    trail="#a08a6c",
    rail="#d8cfbd",
    casing="#1d1b18",
    casing_opacity="0.85",
    block="#c09a86",
    block_ground="#5b4a42",
    name="#f1e9d8",
    halo="#1b1d1c",
    water_name="#8fc0da",
    peak_name="#d9b48c",
    number="#b9b39f",
    grid="#c9c4b0",
    grid_opacity="0.2",
    mark="#efe6d3",
    barred="#e0705f",
    paddy_field="#4f6647",
    dike="#7f9a68",
    leaf="#52684a",
    leaf_edge="#202b1d",
    jungle_leaf="#465f3d",
    jungle_edge="#1b2817",
    reed="#7fb3a6",
    stone="#8f8064",
    sand="#8a7a55",
    snow="#9fb4bf",
    lit="#8fa27c",
)

WINTER_NIGHT = replace(
    NIGHT,
    frozen=True,
    ground=_WINTER_NIGHT_GROUND,
    clear="#4f5a60",
    shadow="#0c1118",
    light="#b4c2cf",
    beach="#66757d",
    water_edge="#1a3140",
    water="#4a7389",
    glint="#7ea5ba",
    ice_edge="#1d3646",
    ice="#507c94",
    lake="#3a647c",
    number="#b4bcc2",
    grid="#c3ced6",
    snow="#b9cbd6",
)

THEMES: Mapping[str, tuple[Palette, Palette]] = {"day": (DAY, WINTER), "night": (NIGHT, WINTER_NIGHT)}
"""The palettes of each theme: the usual one, and that of winter."""


def palette_for(board: Board, theme: str = "day") -> Palette:
    """Colours for a theme, day or night, and those of winter where anything on the map is frozen."""
    if theme not in THEMES:
        raise ValueError(f"There is no theme {theme!r}: day or night was expected.")
    kinds = chain.from_iterable(chain(board.terrain, board.hexsides.values()))
    return THEMES[theme][any(kind.startswith("frozen") for kind in kinds)]
