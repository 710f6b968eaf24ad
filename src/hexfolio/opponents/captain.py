"""The captain: plans a phase as a whole."""

from __future__ import annotations

from .recruit import Recruit


class Captain(Recruit):
    """Plans a phase as a whole, with the aims of its battle and side."""

    name = "captain"
