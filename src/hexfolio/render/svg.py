"""Writing SVG: every length is given in hexes, the distance between neighbouring centres."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

Point = tuple[float, float]

ID = "map-"
"""How every id inside a picture begins, so that it differs from those of a page that shows it."""

UNIT = 100
"""Pixels per hex. Browsers set type smaller than a pixel badly, so the page is not drawn in hexes."""

SERIF = "'Source Serif 4', Georgia, 'Liberation Serif', serif"
SANS = "'Source Sans 3', system-ui, 'Liberation Sans', sans-serif"
CONDENSED = "'Barlow Condensed', 'Arial Narrow', 'Liberation Sans Narrow', system-ui, sans-serif"


def px(length: float) -> str:
    """A length in hexes as written in the file."""
    text = f"{length * UNIT:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def at(point: Point) -> str:
    return f"{px(point[0])},{px(point[1])}"


def tag(name: str, content: str = "", /, **attributes: float | str) -> str:
    """An element. Numbers are lengths in hexes; whatever is no length is given as text."""
    written = "".join(f" {_attribute(key)}={_value(value)}" for key, value in attributes.items())
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def group(parts: Iterable[str], **attributes: float | str) -> str:
    """A group; nothing at all if it would be empty."""
    content = "".join(parts)
    return tag("g", content, **attributes) if content else ""


def merged(parts: Iterable[str]) -> str:
    """Drawings side by side, their paths of one look joined, each look where it first occurs."""
    looks: dict[str, str] = {}
    others = []
    for part in parts:
        if _PATHS.fullmatch(part):
            for path, look in _PATH.findall(part):
                looks[look] = looks.get(look, "") + path
        else:
            others.append(part)
    return "".join(f'<path d="{path}"{look}/>' for look, path in looks.items()) + "".join(others)


_PATH = re.compile(r'<path d="([^"]*)"([^>]*)/>')
_PATHS = re.compile(f"(?:{_PATH.pattern})+")


def from_level(drawing: str, level: int) -> str:
    """A drawing that a page may hide below a level of zoom; at level 0 it always shows."""
    return group([drawing], class_=f"z{level}") if level else drawing


def by_level(drawings: Iterable[tuple[int, str]]) -> str:
    """Drawings with their levels of zoom, those of one level together."""
    levels: dict[int, list[str]] = {}
    for level, drawing in drawings:
        levels.setdefault(level, []).append(drawing)
    return "".join(from_level(merged(parts), level) for level, parts in sorted(levels.items()))


def polyline(points: Iterable[Point]) -> str:
    """Path data of straight lines."""
    return "M" + "L".join(at(point) for point in points)


def polygon(points: Iterable[Point]) -> str:
    """Path data of a closed figure."""
    return polyline(points) + "Z"


def dot(point: Point, radius: float) -> str:
    """Path data of a circle."""
    half = f"a{px(radius)},{px(radius)} 0 1 0 "
    return f"M{at((point[0] - radius, point[1]))}{half}{px(2 * radius)},0{half}{px(-2 * radius)},0Z"


def text(content: str, point: Point, size: float, **attributes: float | str) -> str:
    return tag("text", escape(content), x=point[0], y=point[1], font_size=size, **attributes)


def move(content: str, point: Point, scale: float = 1, turn: float = 0) -> str:
    """A drawing made around the origin, put in its place; the turn is in degrees clockwise."""
    steps = [f"translate({at(point)})"]
    if turn:
        steps.append(f"rotate({turn:.1f})")
    if scale != 1:
        steps.append(f"scale({scale:g})")
    return tag("g", content, transform=" ".join(steps))


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    def grown(self, by: float) -> Box:
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def holds(self, point: Point) -> bool:
        return self.left <= point[0] <= self.right and self.top <= point[1] <= self.bottom

    def overlap(self, other: Box) -> float:
        """The area both cover."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(across, 0) * max(down, 0)

    def rect(self, **attributes: float | str) -> str:
        return tag("rect", x=self.left, y=self.top, width=self.width, height=self.height, **attributes)


def document(page: Box, parts: Iterable[str], title: str) -> str:
    """The whole file."""
    view = f"{px(page.left)} {px(page.top)} {px(page.width)} {px(page.height)}"
    name = tag("title", escape(title)) if title else ""
    body = "\n".join(part for part in (name, *parts) if part)
    return tag(
        "svg",
        f"\n{body}\n",
        xmlns="http://www.w3.org/2000/svg",
        viewbox=view,
        width=page.width,
        height=page.height,
        role="img",
    )


def _attribute(name: str) -> str:
    return _CAMEL.get(name, name.rstrip("_").replace("_", "-"))


def _value(value: float | str) -> str:
    return quoteattr(value if isinstance(value, str) else px(value))


_CAMEL = {
    name.lower(): name
    for name in (
        "viewBox",
        "textLength",
        "lengthAdjust",
        "stdDeviation",
        "baseFrequency",
        "numOctaves",
        "surfaceScale",
        "startOffset",
        "preserveAspectRatio",
    )
}
"""Names SVG writes with capitals, by the lower-case names used here."""
