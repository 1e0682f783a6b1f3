"""Chapter 7.7: Morale Preservation; and the present values of a unit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stavka.engine.kinds import Side, Unit, units_in
from stavka.games.zitadelle.state import Position

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle

MARKS: Final = tuple(bytes(b"01"[number == steps] for number in range(256)) for steps in range(3))
"""The tables that turn a column of steps into the binary digits of the set of units with a number of steps."""


def formation_level(g: Zitadelle, s: Position, formation: int) -> int:
    """The PM level of a corps or army with what level bombing takes off this turn."""
    level = s.morale[formation] - s.bombed[formation]  # [7.74, 9.22a, 9.23a]
    return max(g.lowest_level, level)  # [7.73b, 9.23a]


def level(g: Zitadelle, s: Position, unit: Unit) -> int:
    """The PM level that a unit checks against."""
    if g.hq_units >> unit & 1:
        return g.hq_level  # [7.66a]
    return formation_level(g, s, g.formation[unit])  # [2.22g, 7.71a]


def movement_allowance(g: Zitadelle, s: Position, unit: Unit) -> int:
    """MP of a unit: the PM track says."""
    formation = g.formation[unit]
    pm_level = g.hq_level if formation < 0 else formation_level(g, s, formation)
    allowance = g.allowances[g.side[unit]][pm_level]  # [4.1.5b, 8.13, 9.25]
    return allowance >> 1 if s.disrupted >> unit & 1 else allowance  # [7.87c]


def lower_morale(g: Zitadelle, s: Position) -> None:
    """The PM markers go down by one for each unit that has been eliminated."""
    for unit in units_in(s.fallen):
        formation = g.formation[unit]
        if formation >= 0 and s.morale[formation] > g.lowest_level:  # [7.73b]
            s.morale[formation] -= 1  # [7.73a]
            s.tell("morale falls", ("7.73a",), formation=formation, level=s.morale[formation])
    s.fallen = 0


def recover_morale(g: Zitadelle, s: Position, side: Side) -> None:
    """Formations of a side recover by the units that have entered in this turn."""
    for formation, arrived in enumerate(s.arrived):
        if arrived and g.formation_side[formation] == side:
            gain = -(-arrived // g.recovery_units)  # [13.81a]
            before = s.morale[formation]
            s.morale[formation] = max(before, min(g.start_level[formation], before + gain))  # [13.81b]
            if s.morale[formation] > before:
                s.tell("morale recovers", ("13.81a",), formation=formation, level=s.morale[formation])


def at_strength(g: Zitadelle, s: Position, unit: Unit) -> int:
    """AT strength of the face showing, with a Tiger company."""
    strength = g.at[s.steps[unit]][unit]  # [2.3a, 6.4.1]
    return strength + g.tiger_at if s.tigers >> unit & 1 else strength  # [13.46b]


def unarmed(g: Zitadelle, s: Position) -> int:
    """Units whose AT strength is 0."""
    columns, units = bytes(s.steps)[::-1], 0
    for steps, without in enumerate(g.without_at):
        units |= int(columns.translate(MARKS[steps]), 2) & without
    return units & ~s.tigers


def armour_value(g: Zitadelle, s: Position, unit: Unit) -> int:
    """Armour value of the face showing, 0 for none; a regiment with a Tiger company has theirs."""
    return g.tiger_armour if s.tigers >> unit & 1 else g.armour[s.steps[unit]][unit]  # [13.46b]


def combat_strength(g: Zitadelle, s: Position, unit: Unit) -> int:
    return g.combat[s.steps[unit]][unit]  # [2.3d]


def highest_armour(g: Zitadelle, s: Position, units: int) -> int:
    """The highest armour value that counts for column shifts."""
    return max((armour_value(g, s, unit) for unit in units_in(units & ~g.ferdinands)), default=0)  # [10.33a]
