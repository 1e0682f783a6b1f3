"""The Soviet player of Velikye Luki: around the city, on to the railway, and then the city itself."""

from __future__ import annotations

from functools import reduce
from itertools import combinations
from operator import or_
from typing import TYPE_CHECKING, Final

from stavka.agents.missions import Mission
from stavka.engine.kinds import hexes_in
from stavka.games.luki.agents.command import PLAIN, Commander, Manner
from stavka.games.luki.rules.c13_miscellaneous.garrison import has_city_kessel
from stavka.games.luki.state import GERMAN, SOVIET, Position
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.agents.tables import Table
    from stavka.games.luki.agents.fights import Fights
    from stavka.games.luki.game import Luki

POSTS: Final = 5
"""Units that close the ring around the city, at most."""
TAKEN: Final = 3.0
"""The cost of an enemy in a post, in posts."""


class SovietCommander(Commander):
    side = SOVIET
    apart = False

    def __init__(self, g: Luki, table: Table, way: Manner = PLAIN) -> None:
        super().__init__(g, table, way)
        self._rings: list[tuple[Hex, ...]] = []

    def missions(self, fights: Fights) -> list[Mission]:
        g, s = self.g, fights.s
        turns = self.value.turns(s)
        whole, later = self.value.lasting(turns), self.w.lasting * self.value.lasting(turns - 1)
        city, closed = g.luki & s.occupied[GERMAN], has_city_kessel(s)
        found: list[Mission] = []
        if city:
            posts = self.posts(s)
            weight = self.w.to_ring * (g.cut_off_vp * later + 0.1 * whole) / len(posts)
            found += [Mission(1 << hex_, weight, 30) for hex_ in posts]
        prizes = list(zip(g.goals, self.value.prizes, strict=True))
        for goal, prize in prizes:
            if not goal.occupied:
                held = s.occupied[SOVIET] >> goal.hex & 1
                found.append(Mission(1 << goal.hex, prize * whole * (0.5 if held else 0.6), 6 if held else 24))
        railway = self.w.to_railway * g.railway_vp * whole
        found.append(Mission(self.value.by_railway & ~g.cities, 0.5 * railway, 10))
        found += [Mission(stretch, 0.3 * railway, 45) for stretch in self.stretches()]
        if city:
            weight = self.w.to_city * (0.5 * whole + closed)
            found.append(Mission(g.grid.spread(city) & ~g.luki, weight, 160 if closed else 60))
        for goal, prize in prizes:
            if goal.occupied and not g.luki >> goal.hex & 1 and not s.occupied[SOVIET] >> goal.hex & 1:
                found.append(Mission(g.near[goal.hex], 0.3 * prize * whole, 80))
        return found

    def posts(self, s: Position) -> tuple[Hex, ...]:
        """Hexes from which the city is shut in: the fewest that are not in enemy hands, on good ground."""
        g = self.g

        def cost(posts: tuple[Hex, ...]) -> tuple[float, tuple[int, ...]]:
            there = g.grid.hexes(posts)
            enemies = (there & s.occupied[GERMAN]).bit_count()
            friends = (there & s.occupied[SOVIET]).bit_count()
            cover = sum(g.terrain_drm[hex_] for hex_ in posts)
            return len(posts) + TAKEN * enemies - 0.5 * friends + 0.1 * cover, posts

        return min(self.rings(), key=cost)

    def rings(self) -> list[tuple[Hex, ...]]:
        """The sets of hexes around the city from which units shut all the others by their ZOC."""
        if not self._rings:
            g, gates = self.g, self.value.gates
            shut = {hex_: (1 << hex_ | g.near[hex_]) & gates for hex_ in hexes_in(gates)}
            for number in range(1, POSTS + 1):
                for posts in combinations(shut, number):
                    if reduce(or_, (shut[hex_] for hex_ in posts)) == gates:
                        self._rings.append(posts)
        return self._rings

    def stretches(self) -> list[int]:
        """The railway and the hexes next to it, north and south of Nowosokolniki."""
        g = self.g
        by = self.value.by_railway & ~g.cities
        rows = [g.grid.row_column(hex_)[0] for hex_ in hexes_in(g.railway & g.cities)]
        middle = rows[0] if rows else 0
        north = sum(1 << hex_ for hex_ in hexes_in(by) if g.grid.row_column(hex_)[0] < middle)
        return [part for part in (north, by & ~north) if part]
