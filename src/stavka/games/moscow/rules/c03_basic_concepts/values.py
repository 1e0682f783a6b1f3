"""Chapters 3.4 to 3.7, 5.14, 6.14 and 6.44: the present ER, MA and strengths of a unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.kinds import Unit, units_in
from stavka.games.moscow.state import ASSAULT, Position

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


def er(g: Moscow, s: Position, unit: Unit) -> int:
    """The current ER: printed on its side, less for Disruption, OOS and Low Fuel, never below 1."""
    bit = 1 << unit
    value = g.printed_er[unit][s.steps[unit]]  # [3.41, 3.44]
    if s.disrupted & bit:
        value -= g.disrupted_er  # [3.72b]
    if s.oos & bit:
        if not s.fed & bit:
            value -= g.oos_er  # [6.14b, 6.44c, 6.44c1]
    elif s.low_fuel & bit:
        value -= g.low_fuel_er  # [6.44b]
    return max(value, g.er_floor)  # [3.44a]


def best_er(g: Moscow, s: Position, units: int) -> Unit:
    """The unit with the highest ER: the best one to lead where nothing else depends on the choice."""
    return max(units_in(units), key=lambda unit: er(g, s, unit))  # [3.43a]


def allowance(g: Moscow, s: Position, unit: Unit, *, hungry: bool = False, reaction: bool = False) -> int:
    """The MA for one movement, in halves of an MP. hungry: the unit would move without fuel."""
    bit, halved = 1 << unit, False
    value = g.move_halves[unit]
    if g.in_winter & bit and g.is_winter(s):
        value -= g.winter_halves  # [3.57b, 5.14b]
    if s.oos & bit and (hungry or not s.fed & bit):
        if g.motorized & bit:
            value, halved = value // 2, True  # [6.14a, 8.16]
        else:
            value -= g.oos_foot_halves  # [6.14a1, 8.16a]
    if s.disrupted & bit:
        value -= g.disrupted_halves  # [3.72a]
    if (reaction or hungry or s.low_fuel & bit or s.sequence == ASSAULT) and not halved:  # [6.44c]
        value = max(value, 0) // 2  # [3.57, 3.57a, 6.44b, 7.21B3, 9.32, 16.21b]
    return max(value, 0)  # [3.57b, 8.13a]


def attack(g: Moscow, s: Position, unit: Unit) -> int:
    """The printed attack strength of the side that is up."""
    return g.attack[unit][s.steps[unit]]


def defence(g: Moscow, s: Position, unit: Unit) -> int:
    return g.defence[unit][s.steps[unit]]  # [3.51]


def support(g: Moscow, s: Position, unit: Unit) -> int:
    """The support strength; a Fired side has none."""
    return 0 if s.fired >> unit & 1 else g.support[unit]  # [2.2.2b, 3.62b, 12.19b]


def command(g: Moscow, s: Position, unit: Unit) -> int:
    """The CP that an HQ or Leader can still spend."""
    bit = 1 << unit
    if (s.spent | s.disrupted) & bit:
        return 0  # [3.62a, 3.72c, 15.15a, 15.21b]
    return g.command_points[unit]  # [15.21a]


def steps_of(s: Position, units: int) -> int:
    return sum([s.steps[unit] for unit in units_in(units)])
