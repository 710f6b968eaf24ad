"""Pictures as PNG, through the optional package resvg-py."""

from __future__ import annotations

import re
from math import sqrt

_PIXELS = 4_000_000
"""A larger picture takes long to draw and shows no more."""


class NoPngError(ValueError):
    """PNG cannot be written on this installation."""


def svg_to_png(svg: str) -> bytes:
    """The picture as PNG: a pixel for each unit of the SVG, or fewer if there would be too many."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise NoPngError(
            "PNG pictures need the package resvg-py (pip install hexfolio[png]); SVG needs nothing."
        ) from None
    return bytes(svg_to_bytes(svg_string=svg, zoom=png_zoom(svg)))


def png_zoom(svg: str) -> float:
    """Pixels for each unit of the SVG."""
    size = re.match(r'<svg [^>]*width="([0-9.]+)" height="([0-9.]+)"', svg)
    area = float(size[1]) * float(size[2]) if size else 0.0
    return min(sqrt(_PIXELS / area), 1.0) if area else 1.0
