"""Counters: a die-cut square in the nation's colour with box symbol, size, ratings and number."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..core.counters import SIZES, Counter, Marker, Values, values_text
from .palette import MOBILE, NationColours, nation_colours
from .svg import CONDENSED, Box, at, dot, move, polygon, polyline, px, tag, text
from .terrain import aircraft

# A counter is drawn in a square one unit wide with its upper left corner at the origin.
_BOX = Box(0.26, 0.195, 0.74, 0.505)
_MIDDLE = (0.5, 0.35)
_PAPER = "#fffdf4"
_STRIPE = Box(0.02, 0.555, 0.98, 0.925)
_SIZE_MARKS = {name: mark for mark, name in SIZES.items()}

Symbol = Callable[[str], str]
"""Draws into the box with the given ink."""


def counter_svg(counter: Counter, step: int = 0, colour: str = "", size: int = 96) -> str:
    """One counter as a file of its own, so many pixels wide; `colour` names a nation to use for its own."""
    drawing = tag("defs", shared_defs()) + move(counter_mark(counter, step, colour), (0.05, 0.03))
    return _file(drawing, counter.name or counter.id, size)


def marker_svg(marker: Marker, nation: str = "", size: int = 96) -> str:
    """A support marker as a file of its own."""
    drawing = tag("defs", shared_defs()) + move(marker_mark(marker, nation), (0.05, 0.03))
    return _file(drawing, f"{marker.kind} {marker}", size)


def _file(drawing: str, title: str, size: int) -> str:
    return tag(
        "svg",
        tag("title", _plain(title)) + drawing,
        xmlns="http://www.w3.org/2000/svg",
        viewbox=f"0 0 {px(1.12)} {px(1.12)}",
        width=str(size),
        height=str(size),
        role="img",
    )


def _plain(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;")


def shared_defs() -> str:
    """What all counters of a file share: the light from above."""
    stops = [("0", "#ffffff", "0.28"), ("0.5", "#ffffff", "0"), ("1", "#000000", "0.1")]
    light = "".join(
        tag("stop", offset=where, stop_color=colour, stop_opacity=opacity) for where, colour, opacity in stops
    )
    return tag("linearGradient", light, id="light", x1="0", y1="0", x2="0", y2="1")


def counter_mark(counter: Counter, step: int = 0, colour: str = "") -> str:
    """The drawing of a counter, for use in a larger one; needs `shared_defs`."""
    colours = nation_colours(colour or counter.nation, counter.side)
    depleted = step > 0
    parts = [
        _face(colours),
        _stripe(colours) if depleted else "",
        _size_mark(counter.size, colours.ink),
        _box(counter, colours.ink),
        *_identity(counter.id, colours.ink),
        _no_zone(colours.ink) if "no-zoc" in counter else "",
        _ratings(counter.steps[step], counter.mobility == "mobile", depleted, colours.ink),
    ]
    return tag("g", "".join(parts))


def marker_mark(marker: Marker, nation: str = "") -> str:
    """A silhouette over one number."""
    colours = nation_colours(nation, marker.side)
    drawing = SILHOUETTES.get(marker.kind, _gun)(colours.ink)
    value = _fitted(str(marker.value), 0.5, 0.9, 0.4, 0.6, fill=colours.ink, font_weight="700")
    return tag("g", _face(colours) + drawing + value)


def _face(colours: NationColours) -> str:
    square = Box(0.01, 0.01, 0.99, 0.99)
    shadow = Box(0.03, 0.05, 1.01, 1.03).rect(rx=0.1, fill="#3b2a1a", fill_opacity="0.35")
    return (
        shadow
        + square.rect(rx=0.1, fill=colours.face)
        + square.rect(rx=0.1, fill="url(#light)")
        + square.grown(-0.025).rect(
            rx=0.08, fill="none", stroke="#ffffff", stroke_opacity="0.35", stroke_width=0.016
        )
        + square.rect(rx=0.1, fill="none", stroke=colours.edge, stroke_width=0.025)
    )


def _stripe(colours: NationColours) -> str:
    edges = polyline([(_STRIPE.left, _STRIPE.top), (_STRIPE.right, _STRIPE.top)])
    edges += polyline([(_STRIPE.left, _STRIPE.bottom), (_STRIPE.right, _STRIPE.bottom)])
    return _STRIPE.rect(fill="#ffffff", fill_opacity="0.94") + tag(
        "path", d=edges, stroke=colours.edge, stroke_opacity="0.6", stroke_width=0.012
    )


def _size_mark(size: str, ink: str) -> str:
    mark = _SIZE_MARKS.get(size, "")
    if mark == "...":
        return tag("path", d="".join(dot((0.5 + x, 0.115), 0.024) for x in (-0.08, 0, 0.08)), fill=ink)
    return _fitted(mark, 0.5, 0.168, 0.155, 0.4, fill=ink, font_weight="700") if mark else ""


def _box(counter: Counter, ink: str) -> str:
    symbol = "hq" if "hq" in counter else counter.symbol
    line = "#1c1510"
    staff = polyline([(_BOX.left, _BOX.bottom), (_BOX.left, _BOX.bottom + 0.055)]) if symbol == "hq" else ""
    pole = tag("path", d=staff, stroke=ink, stroke_width=0.035) if staff else ""
    drawn = SYMBOLS[symbol](line) if symbol in SYMBOLS else _letters(symbol)(line)
    frame = _BOX.rect(fill="none", stroke=line, stroke_width=0.032)
    return pole + _BOX.rect(fill=_PAPER) + drawn + frame


def _identity(name: str, ink: str) -> list[str]:
    """Unit number left of the box, parent formation right of it; a long name of one word above it, small."""
    unit, _, parent = name.partition("/")
    if not parent and _advance(unit, 0.21) > 0.3:
        return [_set(unit, 0.06, 0.165, min(0.15, 0.33 / _advance(unit, 1.0)), fill=ink, font_weight="600")]
    places = ((unit, 0.135), (parent, 0.865))
    return [_fitted(words, x, 0.42, 0.21, 0.21, fill=ink, font_weight="600") for words, x in places if words]


def _no_zone(ink: str) -> str:
    x, y, r = 0.885, 0.115, 0.06
    corners = [
        (0, -r),
        (0.87 * r, -r / 2),
        (0.87 * r, r / 2),
        (0, r),
        (-0.87 * r, r / 2),
        (-0.87 * r, -r / 2),
    ]
    return tag("path", d=polygon([(x + dx, y + dy) for dx, dy in corners]), fill=ink)


def _ratings(values: Values, mobile: bool, depleted: bool, ink: str) -> str:
    """The values of the step; a mobile unit's movement in red on a white chip."""
    words = values_text(values)
    last = str(values[-1]) if mobile and values else ""
    first = words.removesuffix(last)
    room = 0.9
    chip = 0.045 if last else 0.0
    size = min(0.4, (room - 2 * chip) / _advance(words, 1.0))
    width = _advance(words, size) + 2 * chip
    left = 0.5 - width / 2
    look = {
        "font_weight": "700",
        "font_style": "italic" if depleted else "normal",
    }
    dark = "#1c1510" if depleted else ink
    base = 0.74 + size * 0.355
    drawn = _set(first, left, base, size, fill=dark, **look) if first else ""
    if last:
        edge = left + _advance(first, size)
        box = Box(edge, base - size * 0.8, left + width, base + size * 0.09)
        drawn += box.rect(rx=0.045, fill="#ffffff", stroke=MOBILE, stroke_width=0.024)
        drawn += _set(last, edge + chip, base, size, fill=MOBILE, **look)
    return drawn


def _advance(words: str, size: float) -> float:
    """Width of condensed figures; the file forces type of another width to it."""
    return size * sum(_WIDTHS.get(letter, 0.5) for letter in words)


_WIDTHS = {
    "-": 0.3,
    "1": 0.38,
    "I": 0.25,
    "/": 0.35,
    ".": 0.22,
    "M": 0.62,
    "W": 0.7,
    "m": 0.72,
    "i": 0.22,
    "l": 0.22,
}


def _set(words: str, left: float, base: float, size: float, **look: str) -> str:
    """Words from a left edge, exactly as wide as reckoned whatever type is at hand."""
    width = _advance(words, size)
    return text(
        words,
        (left, base),
        size,
        textlength=width,
        lengthadjust="spacingAndGlyphs",
        font_family=CONDENSED,
        **look,
    )


def _fitted(words: str, middle: float, base: float, size: float, room: float, **look: str) -> str:
    """Words centred on a point, shrunk to the room."""
    fitted = min(size, room / _advance(words, 1.0))
    drop = (size - fitted) * 0.3
    return _set(words, middle - _advance(words, fitted) / 2, base - drop, fitted, **look)


def _cross(ink: str) -> str:
    b = _BOX
    return _lines(
        polyline([(b.left, b.top), (b.right, b.bottom)]) + polyline([(b.left, b.bottom), (b.right, b.top)]),
        ink,
    )


def _slash(ink: str) -> str:
    return _lines(polyline([(_BOX.left, _BOX.bottom), (_BOX.right, _BOX.top)]), ink)


def _track(ink: str) -> str:
    oval = Box(0.345, 0.275, 0.655, 0.425)
    return oval.rect(rx=0.075, fill="none", stroke=ink, stroke_width=0.028)


def _upright(ink: str) -> str:
    return _lines(polyline([(0.5, _BOX.top), (0.5, _BOX.bottom)]), ink)


def _engineer(ink: str) -> str:
    comb = [(0.37, 0.42), (0.37, 0.29), (0.63, 0.29), (0.63, 0.42)]
    return _lines(polyline(comb) + polyline([(0.5, 0.29), (0.5, 0.42)]), ink)


def _ball(ink: str) -> str:
    return tag("path", d=dot(_MIDDLE, 0.065), fill=ink)


def _mortar(ink: str) -> str:
    arrow = polyline([(0.5, 0.41), (0.5, 0.265)]) + polyline([(0.455, 0.315), (0.5, 0.265), (0.545, 0.315)])
    return _lines(arrow, ink) + tag(
        "circle", cx=0.5, cy=0.435, r=0.028, fill="none", stroke=ink, stroke_width=0.022
    )


def _anti_tank(ink: str) -> str:
    return _lines(polyline([(_BOX.left, _BOX.bottom), (0.5, _BOX.top), (_BOX.right, _BOX.bottom)]), ink)


def _anti_aircraft(ink: str) -> str:
    left, right = (_BOX.left, _BOX.bottom), (_BOX.right, _BOX.bottom)
    return _lines(f"M{at(left)}C{at((0.34, 0.3))} {at((0.66, 0.3))} {at(right)}", ink)


def _gull(ink: str) -> str:
    return _lines(
        f"M{px(0.4)},{px(0.485)}q{px(0.05)},{px(-0.06)} {px(0.1)},0q{px(0.05)},{px(-0.06)} {px(0.1)},0", ink
    )


def _waves(ink: str) -> str:
    return _lines(f"M{px(0.26)},{px(0.35)}q{px(0.04)},{px(-0.06)} {px(0.08)},0" + f"t{px(0.08)},0" * 5, ink)


def _wheels(ink: str) -> str:
    return tag("path", d="".join(dot((x, 0.465), 0.02) for x in (0.4, 0.5, 0.6)), fill=ink)


def _summit(ink: str) -> str:
    return tag("path", d=polygon([(0.5, 0.4), (0.56, _BOX.bottom), (0.44, _BOX.bottom)]), fill=ink)


def _supply(ink: str) -> str:
    return _lines(polyline([(_BOX.left, 0.42), (_BOX.right, 0.42)]), ink)


def _letters(words: str) -> Symbol:
    """Letters in the box; for a kind without a sign of its own, the first letters of its words."""
    parts = words.replace("-", " ").split() or ["?"]
    short = words if words.isupper() else "".join(part[0] for part in parts).upper()
    short = short if len(short) > 1 else parts[0][:2].upper()

    def draw(ink: str) -> str:
        return _fitted(short, 0.5, 0.435, 0.235, 0.42, fill=ink, font_weight="700")

    return draw


def _knife(ink: str) -> str:
    """A commando's dagger over the cross of infantry."""
    blade = polygon([(0.5, 0.215), (0.53, 0.27), (0.53, 0.39), (0.47, 0.39), (0.47, 0.27)])
    hilt = polyline([(0.43, 0.395), (0.57, 0.395)]) + polyline([(0.5, 0.395), (0.5, 0.475)])
    return tag("path", d=blade, fill=ink, stroke=_PAPER, stroke_width=0.05, paint_order="stroke") + _lines(
        hilt, ink
    )


def _lines(path: str, ink: str) -> str:
    return tag("path", d=path, fill="none", stroke=ink, stroke_width=0.028, stroke_linejoin="round")


def _several(*symbols: Symbol) -> Symbol:
    def draw(ink: str) -> str:
        return "".join(symbol(ink) for symbol in symbols)

    return draw


SYMBOLS: Mapping[str, Symbol] = {
    "infantry": _cross,
    "armor": _track,
    "mechanized": _several(_cross, _track),
    "motorized": _several(_cross, _upright),
    "airborne": _several(_cross, _gull),
    "marine": _several(_cross, _waves),
    "mountain": _several(_cross, _summit),
    "commando": _several(_cross, _knife),
    "cavalry": _slash,
    "recon": _slash,
    "armored-recon": _several(_slash, _track),
    "engineer": _engineer,
    "artillery": _ball,
    "airborne-artillery": _several(_ball, _gull),
    "self-propelled-artillery": _several(_ball, _track),
    "motorized-artillery": _several(_ball, _wheels),
    "mortar": _mortar,
    "anti-tank": _anti_tank,
    "anti-aircraft": _anti_aircraft,
    "hq": _letters("HQ"),
    "police": _letters("MP"),
    "supply": _supply,
}


def _gun(ink: str) -> str:
    """A gun on its wheel."""
    barrel = tag("path", d=polygon([(0.27, 0.44), (0.74, 0.15), (0.775, 0.205), (0.31, 0.5)]), fill=ink)
    trail = tag(
        "path", d=polyline([(0.44, 0.4), (0.2, 0.5)]), stroke=ink, stroke_width=0.05, stroke_linecap="round"
    )
    wheel = tag("circle", cx=0.5, cy=0.38, r=0.1, fill="none", stroke=ink, stroke_width=0.045)
    return trail + barrel + wheel


def _plane(ink: str) -> str:
    return move(aircraft(ink), (0.5, 0.32), 0.5)


def _ship(ink: str) -> str:
    hull = [(0.16, 0.38), (0.84, 0.36), (0.76, 0.5), (0.24, 0.5)]
    deck = [
        (0.34, 0.38),
        (0.34, 0.3),
        (0.44, 0.3),
        (0.44, 0.2),
        (0.5, 0.2),
        (0.5, 0.12),
        (0.54, 0.12),
        (0.54, 0.2),
        (0.6, 0.2),
        (0.6, 0.3),
        (0.68, 0.3),
        (0.68, 0.38),
    ]
    return tag("path", d=polygon(hull) + polygon(deck), fill=ink)


SILHOUETTES: Mapping[str, Symbol] = {"artillery": _gun, "air": _plane, "naval": _ship}
