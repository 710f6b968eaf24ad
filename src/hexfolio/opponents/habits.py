"""Habits: how much a player cares about what, in victory points where nothing else is said."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace


class UnknownHabitError(ValueError):
    """A habit that no player has; the sentence lists which there are."""


def refuse_unknown(habits: Iterable[str], known: Iterable[str]) -> None:
    """Who names a habit that no player has is told so."""
    known = list(known)
    for name in habits:
        if name not in known:
            raise UnknownHabitError(f"There is no habit {name}: known are {', '.join(known)}.")


@dataclass(frozen=True, slots=True)
class Habits:
    """The usual habits of a player in a battle on the ground. A sheet of aims may change any of them."""

    strength: float = 0.15
    """What a point of strength is worth."""
    fear: float = 0.07
    """What each point of strength that a unit is short of costs, in steps."""
    approach: float = 0.25
    """How much an enemy counts who could come up within a turn, beside one who is there."""
    enemy_pull: float = 3.0
    """How much an enemy draws."""
    quarry: float = 0.5
    """How much more an enemy draws for each point his loss is worth."""
    guard: float = 0.25
    """How likely an objective is lost that nobody guards when an enemy could come."""
    enemy_exit: float = 3.0
    """What it is worth to keep the enemy from leaving the map."""
    haste: float = 0.2
    """What a half point of the way to the exit is worth to a unit that has to leave."""
    parting: float = 2.0
    """Turns at the end in which everybody leaves the map who can, and nobody waits for others at the exit."""
    post: float = 1.2
    """What a place in the line is worth to a side that has more to lose than to win."""
    waterfront: float = 0.25
    """How much better a place in the line is for each point of shelter by water."""
    ring: float = 0.06
    """Share of a prize that every further hex around it is worth that our zones cover."""
    rest: float = 0.8
    """Share of a lost step's worth that draws a unit out of the line where it can be rebuilt."""
    cut_off: float = 1.0
    """What it costs to stand out of supply."""
    way_back: float = 0.25
    """How much nearness to goals counts in a retreat: the way back can be marched next turn."""
    ground_lost: float = 0.8
    """A retreat, as a share of the step that could be lost instead."""
    attack_spoiled: float = 0.4
    """An attacker's retreat, for each attacker, as a share of a step."""
    hex: float = 0.25
    """Share of an objective's worth that a combat for it decides."""
    escape: float = 6.0
    """What it is worth to clear the way off the map, as an objective."""
    relief: float = 0.3
    """Share of an objective's worth that it is worth to drive off an enemy next to it."""
    bombarding: float = 0.1
    """What a bombardment must promise to be worth its while."""
    marker: float = 0.04
    """What a point of a marker is worth elsewhere, if there is an elsewhere."""
    attacker: float = 0.05
    """What an attack must promise for each unit that takes part."""

    eagerness: float = 1.0
    """How much an attack counts that a unit could join from a hex."""
    reserves: float = 0.4
    """Share of the strength that could still come up for an attack that is counted on."""
    reluctance: float = 0.0
    """What an attack must promise beyond what it risks."""
    push: float = 0.0
    """How much more there is to win by attacking than the points say, as a share of all that is at stake."""
    fade: float = 0.93
    """Share of a goal's pull that is left after every half point of the way to it."""
    shelter: float = 0.1
    """What a point of shelter is worth to a unit that stands there."""
    comradeship: float = 1.0
    """Points of strength that a friend in the next hex is worth to a unit in danger."""
    taking: float = 2.0
    """How much more an objective counts that can be taken than its points."""
    keeping: float = 1.0
    """How much more an objective counts that can be lost than its points."""
    given_up: float = 0.5
    """Share of an objective's worth that a retreat from it gives up."""
    last_step: float = 4.0
    """How much dearer a unit's last step is."""
    trap: float = 0.0
    """How much more an enemy draws an attack who would have no way back, as a share of what he is worth."""
    exposure: float = 0.0
    """How much more danger there is where the enemy could come from all sides."""
    table: float = 0.0
    """How much a unit that looks for an attack goes by the table of results, not by a rule of thumb."""
    dread: float = 0.0
    """How much an attack of the enemy counts as the table has it, beside what fear makes of it."""
    rout: float = 1.0
    """Share of its further steps that an enemy is thought to lose who must retreat and cannot."""
    optimism: float = 0.0
    """Points of strength that are thought to turn up for an attack before it is made."""
    stubbornness: float = 1.0
    """How cheap a step is that is given to stand where a retreat is called for: the more, the cheaper."""
    late_push: float = 0.0
    """How much more there is to win by attacking at the end of the battle than at its beginning."""
    vigour: float = 0.0
    """How much more a unit is drawn forward the stronger it is beside others: weak ones stay as guards."""
    vanguard: float = 0.0
    """How much earlier a strong unit moves than a weak one, in points of pull for each point of attack."""
    gate: float = 0.0
    """Share of what units are worth that wait at a closed way off the map that it is worth to open it."""
    clock: float = 0.0
    """Player turns before the end in which strength loses its worth; 0 for a player who looks at no clock."""
    harvest: float = 1.0
    """How much more an objective counts that the enemy has no turn left to take back."""

    def changed(self, changes: Mapping[str, float]) -> Habits:
        """The same habits but for some."""
        refuse_unknown(changes, [field.name for field in fields(self)])
        return replace(self, **changes)


USUAL = Habits()
