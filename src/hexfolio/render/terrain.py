"""What is drawn in a hex: one drawing per kind of terrain, told apart by texture as well as tint."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import cos, radians, sin, sqrt
from random import Random

from .palette import Palette
from .svg import Point, at, dot, group, move, polygon, polyline, px, tag, text

Draw = Callable[["Site", Palette], str]


@dataclass(frozen=True, slots=True)
class Site:
    """Where a hex lies, which way its corners point, and the number that makes its texture its own.

    `town` is the number of the first hex of a town that covers several.
    """

    centre: Point
    flat_top: bool
    number: str
    town: str = ""

    def chance(self, kind: str) -> Random:
        """Always the same random numbers for the same kind in the same hex."""
        return Random(f"{kind} {self.number}")

    def place(self, x: float, y: float) -> Point:
        return self.centre[0] + x, self.centre[1] + y

    def inside(self, x: float, y: float, reach: float) -> bool:
        """Is the offset inside the hex shrunk to `reach`, half its width across flats?"""
        across, along = (abs(x), abs(y)) if self.flat_top else (abs(y), abs(x))
        return along <= reach and across * sqrt(3) / 2 + along / 2 <= reach

    def scatter(self, kind: str, spacing: float, reach: float = 0.45, jitter: float = 0.3) -> Iterator[Point]:
        """Points spread evenly but not regularly, back to front, clear of the number."""
        chance = self.chance(kind)
        lines = int(1.2 / spacing)
        for line in range(-lines, lines + 1):
            for step in range(-lines, lines + 1):
                x = (step + line % 2 / 2 + chance.uniform(-jitter, jitter)) * spacing
                y = (line * 0.87 + chance.uniform(-jitter, jitter)) * spacing
                if self.inside(x, y, reach) and not self._under_number(x, y):
                    yield self.place(x, y)

    def _under_number(self, x: float, y: float) -> bool:
        return abs(x) < 0.21 and y < (-0.27 if self.flat_top else -0.24)


@dataclass(frozen=True, slots=True)
class Terrain:
    """How one kind of terrain looks. `built` drawings lie above roads, the others below the grid.

    Where relief is shaded, uplift takes the place of the texture. `still` waters join the rivers.
    """

    draw: Draw | None = None
    height: int = 0
    uplift: float = 0.0
    built: bool = False
    still: bool = False
    radius: float = 0.0
    level: int = 0
    """The level of zoom from which on the drawing shows."""


def _woods(site: Site, colours: Palette) -> str:
    return _trees(site.scatter("woods", 0.165), site, colours.leaf, colours.leaf_edge, colours.lit)


def _mixed(site: Site, colours: Palette) -> str:
    chance = site.chance("kept")
    kept = [point for point in site.scatter("mixed", 0.2) if chance.random() < 0.55]
    return _trees(iter(kept), site, colours.leaf, colours.leaf_edge, colours.lit)


def _grove(site: Site, colours: Palette) -> str:
    """Trees in rows, as planted."""
    turn = site.chance("grove").choice((-0.3, 0.0, 0.3))
    rows = [
        site.place(x * 0.15 + y * turn * 0.1, y * 0.17 + x * turn * 0.1)
        for y in (-1, 0, 1, 2)
        for x in (-2, -1, 0, 1, 2)
    ]
    return _trees(iter(rows), site, colours.leaf, colours.leaf_edge, colours.lit, sizes=(0.045, 0.045))


def _jungle(site: Site, colours: Palette) -> str:
    canopy = _trees(
        site.scatter("jungle", 0.135, 0.47),
        site,
        colours.jungle_leaf,
        colours.jungle_edge,
        colours.lit,
        (0.06, 0.085),
    )
    palms = [point for index, point in enumerate(site.scatter("palms", 0.3, 0.4)) if index % 2 == 0]
    fronds = "".join(_palm(point) for point in palms)
    return canopy + tag(
        "path", d=fronds, fill="none", stroke=colours.jungle_edge, stroke_width=0.013, stroke_linecap="round"
    )


def _palm(foot: Point) -> str:
    x, y = foot
    crown = (x + 0.015, y - 0.1)
    leaves = "".join(
        f"M{at(crown)}q{px(dx * 0.55)},{px(dy - 0.03)} {px(dx)},{px(dy + 0.02)}"
        for dx, dy in (
            (-0.075, 0.0),
            (-0.05, -0.035),
            (0.05, -0.035),
            (0.075, 0.0),
            (-0.04, 0.045),
            (0.045, 0.045),
        )
    )
    return f"M{at(foot)}L{at(crown)}{leaves}"


def _trees(
    points: Iterable[Point],
    site: Site,
    leaf: str,
    edge: str,
    lit: str,
    sizes: tuple[float, float] = (0.045, 0.066),
) -> str:
    chance = site.chance("trees")
    crowns = sorted(((y, x, chance.uniform(*sizes)) for x, y in points))
    shadows = "".join(dot((x + 0.018, y + 0.024), r) for y, x, r in crowns)
    rounds = [
        tag("circle", cx=x, cy=y, r=r)
        + tag("path", d=_lit_edge((x, y), r), fill="none", stroke=lit, stroke_opacity="0.55")
        for y, x, r in crowns
    ]
    return tag("path", d=shadows, fill=edge, fill_opacity="0.35") + group(
        rounds, fill=leaf, stroke=edge, stroke_width=0.011, stroke_linecap="round"
    )


def _lit_edge(centre: Point, radius: float) -> str:
    r = radius * 0.58
    start, end = _on_circle(centre, r, 265), _on_circle(centre, r, 350)
    return f"M{at(start)}A{px(r)},{px(r)} 0 0 1 {at(end)}"


def _on_circle(centre: Point, radius: float, bearing: float) -> Point:
    turn = radians(bearing)
    return centre[0] + radius * sin(turn), centre[1] - radius * cos(turn)


def _marsh(site: Site, colours: Palette) -> str:
    return _tufts(site, "marsh", colours.reed, colours.water_edge)


def _frozen_marsh(site: Site, colours: Palette) -> str:
    return _cracks(site, colours) + _tufts(site, "frozen-marsh", colours.reed, colours.ice_edge)


def _swamp(site: Site, colours: Palette) -> str:
    crowns = [point for index, point in enumerate(site.scatter("swamp", 0.24)) if index % 2 == 0]
    return _tufts(site, "marsh", colours.reed, colours.water_edge) + _trees(
        iter(crowns), site, colours.leaf, colours.leaf_edge, colours.lit
    )


def _tufts(site: Site, kind: str, reed: str, pool: str) -> str:
    blades, pools = [], []
    for x, y in site.scatter(kind, 0.215, 0.43):
        blades += [f"M{at((x, y))}v{px(-0.07)}", f"M{at((x - 0.03, y))}l{px(-0.018)},{px(-0.05)}"]
        blades.append(f"M{at((x + 0.03, y))}l{px(0.018)},{px(-0.05)}")
        pools.append(f"M{at((x - 0.075, y + 0.012))}h{px(0.15)}M{at((x - 0.04, y + 0.036))}h{px(0.1)}")
    return group(
        [
            tag("path", d="".join(pools), stroke=pool, stroke_opacity="0.75"),
            tag("path", d="".join(blades), stroke=reed),
        ],
        stroke_width=0.014,
        stroke_linecap="round",
        fill="none",
    )


def _cracks(site: Site, colours: Palette) -> str:
    chance = site.chance("ice")
    lines = []
    for x, y in site.scatter("cracks", 0.34, 0.4):
        ahead, down = chance.uniform(0.05, 0.1), chance.uniform(-0.05, 0.05)
        lines.append(
            polyline([(x - ahead, y + down), (x, y), (x + ahead * 0.6, y + 0.03), (x + ahead, y - down)])
        )
    return tag("path", d="".join(lines), fill="none", stroke=colours.snow, stroke_width=0.016)


def _hill(site: Site, colours: Palette) -> str:
    """Soft folds: low crests with a shaded slope away from the light."""
    chance = site.chance("hill")
    slopes, crests = [], []
    for x, y in site.scatter("hill", 0.27, 0.42, 0.22):
        half, rise = chance.uniform(0.09, 0.15), chance.uniform(0.05, 0.085)
        left, top, right = (x - half, y + 0.03), (x + 0.01, y - rise), (x + half, y + 0.04)
        arc = f"M{at(left)}Q{at((x - half * 0.45, y - rise))} {at(top)}"
        crests.append(arc)
        slopes.append(
            f"M{at(top)}Q{at((x + half * 0.75, y - rise * 0.9))} {at(right)}"
            f"Q{at((x + half * 0.5, y + 0.03))} {at((x + half * 0.2, y + 0.035))}"
            f"Q{at((x + half * 0.25, y - 0.02))} {at(top)}Z"
        )
        crests.append(f"M{at(top)}Q{at((x + half * 0.75, y - rise * 0.9))} {at(right)}")
    return tag("path", d="".join(slopes), fill=colours.shadow, fill_opacity="0.2") + tag(
        "path",
        d="".join(crests),
        fill="none",
        stroke=colours.shadow,
        stroke_opacity="0.42",
        stroke_width=0.014,
        stroke_linecap="round",
    )


def _mountain(site: Site, colours: Palette) -> str:
    return _peaks(site, "mountain", colours.light, colours.shadow)


def _frozen_mountain(site: Site, colours: Palette) -> str:
    return _peaks(site, "frozen-mountain", colours.snow, colours.shadow)


def _peaks(site: Site, kind: str, light: str, shadow: str) -> str:
    """Sharp ridges: a lit face, a dark face and spurs running down."""
    chance = site.chance(kind)
    drawn = []
    for x, y in sorted(site.scatter(kind, 0.25, 0.4, 0.2), key=lambda point: point[1]):
        half, rise = chance.uniform(0.1, 0.15), chance.uniform(0.11, 0.17)
        drawn.append(_peak((x, y + 0.06), half, rise, chance, light, shadow))
    return "".join(drawn)


def _peak(foot: Point, half: float, rise: float, chance: Random, light: str, shadow: str) -> str:
    x, y = foot
    top = (x + chance.uniform(-0.02, 0.02), y - rise)
    saddle = (x - half * 0.5, y - rise * chance.uniform(0.42, 0.55))
    spur = (x + half * 0.5, y - rise * chance.uniform(0.38, 0.52))
    left, right = (x - half, y + 0.01), (x + half, y + 0.015)
    fold = [
        top,
        (x + half * 0.12, y - rise * 0.55),
        (x - half * 0.12, y - rise * 0.3),
        (x + half * 0.08, y + 0.02),
    ]
    lit, dark = [left, saddle, *fold], [*fold, right, spur]
    ridge = polyline([left, saddle, top, spur, right])
    return (
        tag("path", d=polygon(lit), fill=light, fill_opacity="0.5")
        + tag("path", d=polygon(dark), fill=shadow, fill_opacity="0.5")
        + tag(
            "path",
            d=ridge,
            fill="none",
            stroke=shadow,
            stroke_opacity="0.8",
            stroke_width=0.014,
            stroke_linejoin="round",
        )
    )


def _rough(site: Site, colours: Palette) -> str:
    """Boulders."""
    chance = site.chance("rough")
    stones, shades = [], []
    for x, y in site.scatter("rough", 0.17, 0.43):
        r = chance.uniform(0.028, 0.05)
        stones.append(
            polygon(
                [
                    (x - r, y + r * 0.6),
                    (x - r * 0.5, y - r * 0.6),
                    (x + r * 0.5, y - r * 0.8),
                    (x + r, y + r * 0.6),
                ]
            )
        )
        shades.append(polygon([(x + r * 0.1, y + r * 0.6), (x + r * 0.5, y - r * 0.8), (x + r, y + r * 0.6)]))
    return tag(
        "path",
        d="".join(stones),
        fill=colours.light,
        fill_opacity="0.6",
        stroke=colours.stone,
        stroke_width=0.012,
        stroke_linejoin="round",
    ) + tag("path", d="".join(shades), fill=colours.stone, fill_opacity="0.7")


def _broken(site: Site, colours: Palette) -> str:
    """Stipple with short gullies."""
    chance = site.chance("broken")
    dots, gullies = [], []
    for x, y in site.scatter("broken", 0.115, 0.45):
        if chance.random() < 0.72:
            dots.append(dot((x, y), 0.012))
        else:
            bends = ((-0.035, -0.01), (-0.01, 0.015), (0.01, 0.0), (0.035, 0.02))
            gullies.append(polyline([(x + dx, y + dy) for dx, dy in bends]))
    return tag("path", d="".join(dots), fill=colours.stone) + tag(
        "path",
        d="".join(gullies),
        fill="none",
        stroke=colours.stone,
        stroke_width=0.014,
        stroke_linecap="round",
    )


def _desert(site: Site, colours: Palette) -> str:
    """Dunes over fine sand."""
    sand = "".join(dot(point, 0.009) for point in site.scatter("sand", 0.12))
    dunes = []
    for x, y in site.scatter("dunes", 0.33, 0.38, 0.2):
        dunes.append(
            f"M{at((x - 0.11, y + 0.02))}Q{at((x - 0.04, y - 0.06))} {at((x + 0.02, y + 0.01))}"
            f"Q{at((x + 0.05, y + 0.035))} {at((x + 0.11, y + 0.02))}"
        )
    return tag("path", d=sand, fill=colours.sand) + tag(
        "path", d="".join(dunes), fill="none", stroke=colours.sand, stroke_width=0.018, stroke_linecap="round"
    )


def _paddy(site: Site, colours: Palette) -> str:
    """Clusters of little fields, one direction per hex."""
    chance = site.chance("paddy")
    turn = chance.uniform(-35, 35)
    fields = []
    for point in site.scatter("paddy", 0.36, 0.34, 0.16):
        cells = [(column, row) for column in range(3) for row in range(2) if chance.random() < 0.85]
        fields += [
            _rectangle(point, (column * 0.07 - 0.105, row * 0.055 - 0.055), 0.07, 0.055, radians(turn))
            for column, row in cells
        ]
    look = {"fill": colours.paddy_field, "stroke": colours.dike}
    return tag("path", d="".join(fields), stroke_width=0.01, **look)


def _rectangle(origin: Point, corner: Point, width: float, height: float, turn: float) -> str:
    """Path data of a rectangle by its upper left corner, turned about the origin."""
    (left, top), (right, bottom) = corner, (corner[0] + width, corner[1] + height)
    turned = (_turned(point, turn) for point in ((left, top), (right, top), (right, bottom), (left, bottom)))
    return polygon((origin[0] + x, origin[1] + y) for x, y in turned)


def _all_river(site: Site, colours: Palette) -> str:
    """A river that fills its hex: more current than a lake has."""
    return _ripples(site, "all-river", colours.water_edge, 0.22, "0.55")


def _sea(site: Site, colours: Palette) -> str:
    return _ripples(site, "sea", colours.water_edge, 0.34, "0.28")


def _lake(site: Site, colours: Palette) -> str:
    """Ripples, or cracks in the ice."""
    return (
        _cracks(site, colours) if colours.frozen else _ripples(site, "lake", colours.lake_edge, 0.28, "0.4")
    )


def _ripples(site: Site, kind: str, colour: str, spacing: float, opacity: str) -> str:
    waves = "".join(
        f"M{at((x - 0.06, y))}q{px(0.03)},{px(-0.025)} {px(0.06)},0t{px(0.06)},0"
        for x, y in site.scatter(kind, spacing, 0.42)
    )
    return tag(
        "path",
        d=waves,
        fill="none",
        stroke=colour,
        stroke_opacity=opacity,
        stroke_width=0.012,
        stroke_linecap="round",
    )


def _village(site: Site, colours: Palette) -> str:
    offsets = ((-0.06, -0.025), (0.005, -0.055), (0.06, -0.015), (-0.03, 0.035), (0.04, 0.04))
    turn = radians(site.chance("village").uniform(-25, 25))
    corners = [(x - 0.022, y - 0.018) for x, y in offsets]
    return _houses([_rectangle(site.centre, corner, 0.044, 0.036, turn) for corner in corners], colours)


def _town(site: Site, colours: Palette) -> str:
    return _blocks(site, "town", 0.165, colours)


def _city(site: Site, colours: Palette) -> str:
    return _blocks(site, "city", 0.385, colours)


def _houses(houses: Iterable[str], colours: Palette) -> str:
    """Houses on a paler ground."""
    path = "".join(houses)
    ground = tag("path", d=path, fill=colours.block_ground, stroke=colours.block_ground, stroke_width=0.04)
    return ground + tag("path", d=path, fill=colours.block)


_PITCH = 0.062


def _blocks(site: Site, kind: str, reach: float, colours: Palette) -> str:
    """Blocks on a street grid that neighbouring hexes of a city share; cities have avenues too."""
    chance, turn = site.chance(kind), radians(Random(f"streets {site.town or site.number}").uniform(-22, 22))
    count = int(0.6 / _PITCH) + 1
    across, down = _turned(site.centre, -turn)
    first = round(across / _PITCH), round(down / _PITCH)
    drawn = []
    for column in range(first[0] - count, first[0] + count + 1):
        for row in range(first[1] - count, first[1] + count + 1):
            x, y = _turned((column * _PITCH, row * _PITCH), turn)
            inside = site.inside(x - site.centre[0], y - site.centre[1], reach * chance.uniform(0.82, 1.0))
            if inside and (kind != "city" or (column % 5 and row % 6)):
                size = 0.046 * chance.choice((0.8, 1.0, 1.0))
                corner = column * _PITCH - 0.023, row * _PITCH - 0.023
                drawn.append(_rectangle((0, 0), corner, 0.046, size, turn))
    return _houses(drawn, colours)


def _turned(point: Point, turn: float) -> Point:
    x, y = point
    return x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)


def _airfield(site: Site, colours: Palette) -> str:
    """Two runways and an aircraft in a disc."""
    runway = tag("path", d=polyline([(-0.3, 0.06), (0.3, -0.06)]) + polyline([(-0.2, -0.14), (0.2, 0.14)]))
    strips = tag("g", runway, stroke=colours.quiet_text, stroke_width=0.075) + tag(
        "g", runway, stroke=colours.halo, stroke_width=0.052
    )
    disc = tag("circle", r=0.125, fill=colours.halo, stroke=colours.mark, stroke_width=0.014)
    return move(strips + disc + move(aircraft(colours.mark), (0, 0), 0.19, 45), site.centre)


def aircraft(ink: str) -> str:
    """An aircraft seen from above, nose up, one hex long."""
    half = [
        (0, -0.5),
        (0.07, -0.4),
        (0.085, -0.14),
        (0.5, 0.1),
        (0.5, 0.2),
        (0.085, 0.07),
        (0.06, 0.33),
        (0.19, 0.43),
        (0.19, 0.5),
        (0, 0.45),
    ]
    return tag("path", d=polygon([*half, *((-x, y) for x, y in reversed(half[1:-1]))]), fill=ink)


def _unknown(kind: str) -> Draw:
    """Terrain nobody has drawn yet: its name, so that it is not overlooked."""

    def draw(site: Site, colours: Palette) -> str:
        label = text(
            kind, site.place(0, 0.2), 0.13, text_anchor="middle", fill=colours.barred, font_style="italic"
        )
        ring = tag(
            "circle",
            cx=site.centre[0],
            cy=site.centre[1],
            r=0.4,
            fill="none",
            stroke=colours.barred,
            stroke_width=0.012,
            stroke_dasharray=f"{px(0.05)} {px(0.03)}",
        )
        return ring + label

    return draw


TERRAIN: Mapping[str, Terrain] = {
    "clear": Terrain(),
    "paddy": Terrain(_paddy),
    "rice-paddy": Terrain(_paddy),
    "desert": Terrain(_desert),
    "mixed": Terrain(_mixed),
    "grove": Terrain(_grove),
    "marsh": Terrain(_marsh),
    "frozen-marsh": Terrain(_frozen_marsh),
    "swamp": Terrain(_swamp),
    "woods": Terrain(_woods),
    "jungle": Terrain(_jungle),
    "broken": Terrain(_broken, height=1),
    "rough": Terrain(_rough, height=1),
    "hill": Terrain(_hill, height=2, uplift=0.26),
    "mountain": Terrain(_mountain, height=3, uplift=1.0),
    "peak": Terrain(_mountain, height=3, uplift=1.0),
    "frozen-mountain": Terrain(_frozen_mountain, height=3, uplift=1.0),
    "city": Terrain(_city, built=True, radius=0.36),
    "town": Terrain(_town, built=True, radius=0.17, level=1),
    "village": Terrain(_village, built=True, radius=0.09, level=2),
    "airfield": Terrain(_airfield, built=True, radius=0.15, level=1),
    "lake": Terrain(_lake, height=-1, still=True),
    "reservoir": Terrain(_lake, height=-1, still=True),
    "all-river": Terrain(_all_river, height=-1, still=True),
    "sea": Terrain(_sea, height=-1),
}


def terrain(kind: str) -> Terrain:
    """The drawing of a kind of terrain; a kind without one is drawn as its name."""
    return TERRAIN.get(kind) or Terrain(_unknown(kind))
