"""Colours as data: the day palette of the map, and the nations' counters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


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
SIDES = ("blue", "red")
"""Nations that stand for the two sides where a counter names none."""

MOBILE = "#a30d18"


def nation_colours(nation: str, side: int) -> NationColours:
    """Colours of a nation, or of the side if the nation has none of its own."""
    return NATIONS.get(nation) or NATIONS[SIDES[side % len(SIDES)]]


def blend(a: str, b: str, share: float) -> str:
    """The colour that lies `share` of the way from a to b."""
    pairs = ((int(a[place : place + 2], 16), int(b[place : place + 2], 16)) for place in (1, 3, 5))
    return "#" + "".join(f"{round(first + (second - first) * share):02x}" for first, second in pairs)


@dataclass(frozen=True)
class Palette:
    """Colours of a map. `ground` has one tint per kind of terrain that covers its hex."""

    page: str = "#f4eedd"
    panel_text: str = "#2a2019"
    quiet_text: str = "#65563f"
    accent: str = "#8c2f1f"
    hairline: str = "#c3b291"
    frame: str = "#2e2620"

    ground: Mapping[str, str] = field(default_factory=lambda: _DAY_GROUND)
    clear: str = "#ececd4"
    shadow: str = "#4a3a32"
    light: str = "#fffbe8"
    shore: str = "#d6e7e8"
    offshore: str = "#a3c7d6"
    coast: str = "#6d9db3"
    beach: str = "#f7f0d8"

    water_edge: str = "#4d8db0"
    water: str = "#86bcd6"
    glint: str = "#b4d8e6"
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
    "sea": "#a3c7d6",
}

DAY = Palette()
