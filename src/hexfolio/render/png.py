"""Pictures as PNG, through the optional package resvg-py."""

from __future__ import annotations


class NoPngError(ValueError):
    """PNG cannot be written on this installation."""


def svg_to_png(svg: str) -> bytes:
    """The picture as PNG, a pixel for each unit of the SVG."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise NoPngError(
            "PNG pictures need the package resvg-py (pip install hexfolio[png]); SVG needs nothing."
        ) from None
    return bytes(svg_to_bytes(svg_string=svg))
