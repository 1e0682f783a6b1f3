"""Chapter 2: units and their steps, stacking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.state import ELIMINATED, Position, lift
from stavka.engine.kinds import Unit, units_in

if TYPE_CHECKING:
    from skirmish.game import Skirmish


def strength(g: Skirmish, s: Position, unit: Unit) -> int:
    full = g.combat[unit][s.steps[unit]]
    return max(full // 2, 1) if s.unsupplied >> unit & 1 else full  # [5.4]


def strongest(g: Skirmish, s: Position, units: int) -> Unit:
    """The strongest of some units, the first in the list where several are."""
    return max(units_in(units), key=lambda unit: (g.combat[unit][s.steps[unit]], -unit))  # [8.6]


def lose_step(g: Skirmish, s: Position, unit: Unit, rule: str) -> None:
    hex_ = s.place[unit]
    s.steps[unit] -= 1  # [2.3]
    if s.steps[unit]:
        s.tell("step lost", (rule, "2.3"), unit=unit, hex=hex_)
    else:
        lift(g, s, unit, ELIMINATED)  # [2.3]
        s.tell("eliminated", (rule, "2.3"), unit=unit, hex=hex_)


def full_hexes(g: Skirmish, s: Position) -> int:
    """The hexes that have no room for another unit."""
    return sum(1 << hex_ for hex_, units in s.at.items() if units.bit_count() >= g.stack)  # [2.4]
