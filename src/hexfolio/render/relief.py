"""Shaded relief: hills softly folded, mountains sharply ridged, lit from the north-west.

The picture is a filter that the viewer computes: noise, raised by the height of the terrain and
shaded. Only uplift is drawn here, so the file stays small and the same map has the same relief.
"""

from __future__ import annotations

from collections.abc import Mapping

from .palette import Palette
from .svg import px, tag

ID = "relief"

_GRAIN = 0.87
"""Length of the longest folds."""

_LIGHT_FROM = {"azimuth": "225", "elevation": "42"}


def relief(uplifts: Mapping[str, float]) -> str:
    """Relief over outlines (path data), each with an uplift of at most 1; the file needs `relief_filter`."""
    raised = "".join(
        tag("path", d=outline, fill_opacity=f"{uplift:g}") for outline, uplift in uplifts.items()
    )
    return tag("g", raised, filter=f"url(#{ID})") if raised else ""


def relief_filter(colours: Palette) -> str:
    steps = [
        tag("feGaussianBlur", **{"in": "SourceAlpha"}, stddeviation=0.09, result="uplift"),
        tag("feTurbulence", type="turbulence", basefrequency=_frequency(_GRAIN), numoctaves="5", seed="11"),
        _alpha_matrix("folds", "#000000", 0, -1.3, 1.0),
        # The mean height is taken away again, or every massif would be a table with cliffs.
        tag(
            "feComposite",
            **{"in": "uplift"},
            in2="folds",
            operator="arithmetic",
            k1="1",
            k2="-0.45",
            k3="0",
            k4="0.45",
        ),
        tag("feGaussianBlur", stddeviation=0.013, result="height"),
        _shading(),
        _alpha_matrix(
            "dark", colours.shadow, -1.05 * colours.shading, 0, 0.685 * colours.shading, source="shade"
        ),
        _alpha_matrix("light", colours.light, 1.8, 0, -1.26, source="shade"),
        tag(
            "feMerge",
            tag("feMergeNode", **{"in": "light"}) + tag("feMergeNode", **{"in": "dark"}),
            result="relief",
        ),
        _alpha_matrix("land", "#000000", 0, 8, 0, source="uplift"),
        tag("feComposite", **{"in": "relief"}, in2="land", operator="in"),
    ]
    return tag(
        "filter",
        "".join(steps),
        id=ID,
        x="-10%",
        y="-10%",
        width="120%",
        height="120%",
        color_interpolation_filters="sRGB",
    )


def _frequency(length: float) -> str:
    return f"{1 / float(px(length)):.5f}"


def _shading() -> str:
    light = tag("feDistantLight", **_LIGHT_FROM)
    return tag("feDiffuseLighting", light, surfacescale=0.33, lighting_color="#ffffff", result="shade")


def _alpha_matrix(
    result: str, colour: str, brightness: float, alpha: float, constant: float, source: str = ""
) -> str:
    """One colour throughout; how much of it comes from the brightness or the opacity of what is there."""
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    rows = [f"0 0 0 0 {part:.3f}" for part in (red, green, blue)]
    rows.append(f"{brightness:g} 0 0 {alpha:g} {constant:g}")
    given = {"in": source} if source else {}
    return tag("feColorMatrix", **given, values=" ".join(rows), result=result)
