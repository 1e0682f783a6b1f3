"""The parts of the cost of a step, for display."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.kinds import Unit
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki

Line = tuple[str, str, float]
"""A part of a cost: its rule, its name (a terrain, or a word of the table [feature]), and the MP."""


def step_lines(g: Luki, unit: Unit, a: Hex, b: Hex) -> list[Line]:
    """The MP of a step that does not cross the Lowat without a bridge."""
    kind = g.move_class[unit]
    creek = g.creek_halves[kind] if g.grid.between(g.creeks, a, b) else 0
    ground = g.entry_halves[kind][b]
    if g.grid.between(g.roads, a, b) and g.road_halves <= ground + creek:
        rail = g.grid.between(g.rails, a, b)
        return [("10.32b" if rail else "10.32a", "railway" if rail else "road", g.road_halves / 2)]
    lines: list[Line] = [("10.3a", g.terrain_of(b), ground / 2)]
    return [*lines, ("10.3a", "creek", creek / 2)] if creek else lines
