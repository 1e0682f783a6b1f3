"""The knowledge of the scripted players of Traces of War about map and tables before the first pick: distances, CRT
averages."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Final

from stavka.agents.fields import Field, Fields, Goals
from stavka.hexes import Hex, Table, edge

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces

FAR: Final = 99
"""The distance of hexes that cannot be reached, or are too far away to matter."""
FERRY: Final = 4
"""The distance that crossing an unbridged Major River counts as: about a whole move."""


class Chart:
    """Distances over the empty map, made when first asked for and kept."""

    def __init__(self, g: Traces) -> None:
        self.g = g
        self._away: dict[Hex, Table[Hex, int]] = {}
        self.ways: list[tuple[tuple[int, int], ...]] = [()] * g.grid.size
        self.sides: list[tuple[tuple[int, float], ...]] = [()] * g.grid.size
        """For each hex its neighbours, with the value of the side between to a defender: a River, a Major River."""
        for hex_ in g.grid.bits(g.grid.all):
            ways = [(near, FERRY) for near in g.grid.bits(g.unbridged_major[hex_])]
            for near in g.grid.neighbours[hex_]:
                found = edge(g.normal.edges, hex_, near) if near >= 0 else None
                if found is not None:
                    ways.append((near, found[0]))
            self.ways[hex_] = tuple(ways)
            self.sides[hex_] = tuple(
                (near, 0.35 * bool(halvings) + 0.35 * g.is_major(hex_, near)) for near, halvings in g.attack_sides[hex_]
            )
        self.fields = Fields(self.ways, FAR)
        self.where = [g.grid.row_column(hex_) for hex_ in map(Hex, range(g.grid.size))]
        self.severity = [sum(r.defender + r.retreat for r in column) / 6 for column in g.crt]
        """Steps and hexes that a column costs the defender on average."""
        self.tolls = [tuple(sorted(Counter(r.defender + r.retreat for r in column).items())) for column in g.crt]
        """Steps and hexes that each result costs the defender, with the number of die faces that give it."""
        river = 0
        for sides in g.major:
            river |= sides
        self.bank = river & g.west_bank
        """Hexes of the right bank along a Major River."""
        east = g.grid.all & ~g.west_bank
        self.passages = [
            (west, near) for west in g.grid.bits(g.west_bank) for near, _ in g.attack_sides[west] if east >> near & 1
        ]
        """The hexsides between the banks of the Dnipro that a unit can cross: their hexes west and east of it."""
        self.shore = g.grid.hexes({west for west, _ in self.passages})
        """The west bank of the Dnipro."""
        self.passages_near: dict[Hex, list[tuple[Hex, Hex]]] = {}
        """For each hex, the passages with an end in it or next to it."""
        for passage in self.passages:
            for hex_ in g.grid.bits(g.grid.range(passage[0], 1) | g.grid.range(passage[1], 1)):
                self.passages_near.setdefault(hex_, []).append(passage)

    def away(self, hex_: Hex) -> Table[Hex, int]:
        """The distance of each hex from one in a straight line."""
        found = self._away.get(hex_)
        if found is None:
            found = self._away[hex_] = self.g.grid.distances(hex_)
        return found

    def field(self, goals: Goals) -> Field:
        """The distance of each hex from the best of the goals."""
        return self.fields.field(goals)

    def around(self, hexes: int) -> Field:
        """The distance of each hex from the nearest of a set."""
        return self.fields.toward(hexes)


@cache
def chart_of(g: Traces) -> Chart:
    return Chart(g)
