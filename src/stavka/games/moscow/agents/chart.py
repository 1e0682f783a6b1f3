"""The knowledge of the scripted players of Roads to Moscow about maps and charts before the first pick."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from stavka.agents.fields import Roads
from stavka.engine.kinds import Side
from stavka.games.moscow.rules.c02_components.dice import D10
from stavka.games.moscow.rules.c10_combat.battle import read_table
from stavka.games.moscow.state import GERMAN, SOVIET
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.moscow.files import Result
    from stavka.games.moscow.game import Moscow

FAR: Final = 250
"""The distance of what cannot be reached, in halves of MP."""
FOOT, MOTORIZED = range(2)
WADE: Final = 10
"""The cost to a march on foot of crossing a river without a bridge: a whole move, in halves of MP."""
BARREN: Final = 8
"""The additional cost of going where no unit can be supplied, in halves of MP."""
FACES: Final = len(D10)


Cells = tuple[tuple["Result", float], ...]
"""Results with their chances."""


def class_of(g: Moscow, units: int) -> int:
    """The class of movement of units that go together."""
    return MOTORIZED if units & g.motorized else FOOT


class Chart:
    """Distances over the empty maps, exact chances of every column of both CRTs, objectives."""

    def __init__(self, g: Moscow) -> None:
        self.g = g
        self.roads = [Roads([self._ways(side, kind) for kind in (FOOT, MOTORIZED)], FAR) for side in (GERMAN, SOVIET)]
        self.cells = lru_cache(None)(self._cells)
        self.prizes = {scenario: self._prizes(scenario) for scenario in g.scenarios}

    def _ways(self, side: Side, kind: int) -> list[list[tuple[int, int]]]:
        """The steps of a class of movement backwards, in dry weather, without works. A hex where the side could not
        be supplied even without enemies costs more."""
        g = self.g
        fed = g.supplied(g.sources[side], g.grid.all, 0, kind == MOTORIZED, False)
        found: list[list[tuple[int, int]]] = [[] for _ in range(g.grid.size)]
        steps = g.plain_edges(motorized=kind == MOTORIZED, red_box=True, rain=False).steps
        for hex_ in g.grid.bits(g.grid.all):
            for cost, _, near in steps[hex_]:
                found[near].append((hex_, cost + BARREN * (not fed >> near & 1)))
            if kind == FOOT:
                for d, near in enumerate(g.grid.neighbours[hex_]):
                    if near >= 0 and g.unbridged_river[d] >> hex_ & 1:
                        found[near].append((hex_, WADE))
        return found

    def _prizes(self, scenario: str) -> dict[Hex, int]:
        """The value to either side of controlling a hex rather than leaving it to the enemy."""
        found: dict[Hex, int] = {}
        for objective in self.g.scenarios[scenario].objective:
            hex_ = self.g.grid.index(objective.hex)
            found[hex_] = found.get(hex_, 0) + objective.value
        return found

    def _cells(self, table: int, column: int, drm: int) -> Cells:
        """The results of a column (-1: below the lowest) at a DRM, with their chances over the die."""
        if column < 0:
            return ((self.g.automatic[table], 1.0),)
        found: dict[Result, float] = {}
        for face in range(1, FACES + 1):
            result = read_table(self.g, table, column, face + drm)
            found[result] = found.get(result, 0.0) + 1 / FACES
        return tuple(found.items())


@cache
def chart_of(g: Moscow) -> Chart:
    return Chart(g)
