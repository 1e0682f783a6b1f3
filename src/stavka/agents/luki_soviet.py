"""The Soviet player of Velikye Luki: around the city, on to the railway, and then the city itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.agents.luki_command import Commander
from stavka.agents.missions import Mission
from stavka.engine.offer import members
from stavka.games.luki.garrison import has_city_kessel
from stavka.games.luki.position import GERMAN, SOVIET
from stavka.games.luki.supply import supplied

if TYPE_CHECKING:
    from stavka.agents.luki_fights import Fights

POSTS = 4
"""Places around the city from which it is closed in."""


class SovietCommander(Commander):
    side = SOVIET
    apart = False

    def missions(self, fights: Fights) -> list[Mission]:
        g, s = self.g, fights.s
        whole = self.value.lasting(self.value.turns(s))
        cut = not g.luki & s.occupied[GERMAN] & supplied(g, s, GERMAN)
        found = [Mission(1 << hex_, 0.4 * whole * (1 + cut), 34) for hex_ in self.posts()]
        for goal in g.goals:
            if not goal.occupied:
                held = s.occupied[SOVIET] >> goal.hex & 1
                found.append(Mission(1 << goal.hex, goal.value * whole * (0.3 if held else 0.6), 12 if held else 34))
        found += [Mission(stretch, 0.5 * g.railway_vp * whole, 45) for stretch in self.stretches()]
        city = g.luki & s.occupied[GERMAN]
        if city:
            closed = has_city_kessel(s)
            found.append(Mission(g.grid.spread(city) & ~g.luki, 0.5 * whole + closed, 160 if closed else 60))
        for goal in g.goals:
            if goal.occupied and not g.luki >> goal.hex & 1 and not s.occupied[SOVIET] >> goal.hex & 1:
                found.append(Mission(g.near[goal.hex], 0.3 * goal.value * whole, 80))
        return found

    def posts(self) -> tuple[int, ...]:
        """Hexes around the city, spread out, the most western first; none where the enemy would not come from."""
        if not self._posts:
            g = self.g
            ring = g.grid.spread(g.grid.spread(g.luki)) & ~g.grid.spread(g.luki) & ~g.luki
            east = max(self.to_source(hex_) for hex_ in members(g.luki))
            left = [hex_ for hex_ in members(ring) if self.to_source(hex_) <= east]
            first = min(left, key=lambda hex_: (self.to_source(hex_), hex_))
            self._posts = (first,)
            while left and len(self._posts) < POSTS:
                furthest = max(left, key=lambda h: (min(g.grid.distance(h, p) for p in self._posts), -h))
                self._posts += (furthest,)
        return self._posts

    _posts: tuple[int, ...] = ()

    def to_source(self, hex_: int) -> int:
        return min(self.g.grid.distance(hex_, source) for source in members(self.g.sources[GERMAN]))

    def stretches(self) -> list[int]:
        """The railway and what is next to it, north and south of Nowosokolniki."""
        g = self.g
        by = self.value.by_railway & ~g.cities
        rows = [g.grid.row_column(hex_)[0] for hex_ in members(g.railway & g.cities)]
        middle = rows[0] if rows else 0
        north = sum(1 << hex_ for hex_ in members(by) if g.grid.row_column(hex_)[0] < middle)
        return [part for part in (north, by & ~north) if part]
