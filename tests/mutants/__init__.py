"""Rules broken on purpose: one at a time, left out or played as another edition has them."""

from __future__ import annotations

from . import combat, fire, movement, retreat, turns
from .making import Mutant

MUTANTS: list[Mutant] = [*turns.MUTANTS, *movement.MUTANTS, *combat.MUTANTS, *retreat.MUTANTS, *fire.MUTANTS]
