"""Where the sides stood: a veil of colour over the map of the battle."""

from __future__ import annotations

import re
from html import escape

from hexfolio.core.battle import Battle
from hexfolio.render.svg import group, polygon, tag
from hexfolio.render.table_maps import table_map
from hexfolio.render.upright import upright

from .charts import look, percent

_SLOT = '<g class="slot ground-marks"/>'
"""Where the map leaves room for marks on the ground, under its roads and names."""

_LEAST, _MOST, _CURVE = 0.05, 0.88, 0.65
_FAINT = 0.002
"""Shares below this are not shown."""

_SHRINK = (0.94, 0.62)
"""How much of a hex a side's mark covers, so that both can be seen where both stood."""


def heat_map(battle: Battle, shares: tuple[dict[int, float], dict[int, float]]) -> str:
    """The map with the hexes that each side held, the deeper in colour the more often."""
    svg = table_map(battle).svg
    svg = re.sub(
        r' width="[0-9.]+" height="[0-9.]+" role="img"', ' role="img" aria-label="map"', svg, count=1
    )
    top = max([*shares[0].values(), *shares[1].values(), 0.01])
    layers = "".join(_layer(battle, side, shares[side], top) for side in (0, 1))
    if _SLOT not in svg:
        return svg.replace("</svg>", f"{layers}</svg>")
    return svg.replace(_SLOT, layers, 1)


def _layer(battle: Battle, side: int, shares: dict[int, float], top: float) -> str:
    grid = upright(battle.board).grid
    name = escape(battle.sides[side].name)
    marks = []
    for hex_, part in shares.items():
        if part < _FAINT:
            continue
        x, y = grid.centre(hex_)
        size = _SHRINK[side]
        corners = [(x + (cx - x) * size, y + (cy - y) * size) for cx, cy in grid.corners(hex_)]
        tip = tag("title", f"{grid.number(hex_)}: {name} at the end of {percent(part)} of all turns")
        opacity = _LEAST + (_MOST - _LEAST) * (part / top) ** _CURVE
        marks.append(tag("path", tip, d=polygon(corners), fill_opacity=f"{opacity:.2f}"))
    return group(marks, class_=f"heat {look(side)}")
