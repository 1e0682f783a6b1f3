"""The German player of Velikye Luki: keep the city in supply, the railway out of reach, and cut-off units alive."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.agents.missions import Mission
from stavka.engine.agent import Sight
from stavka.engine.frames import Frame
from stavka.engine.kinds import hexes_in, last_hex, units_in
from stavka.engine.offer import HEX, UNIT, Offer, Pick
from stavka.games.luki.agents.command import Commander
from stavka.games.luki.agents.fights import strength
from stavka.games.luki.board import FOOT
from stavka.games.luki.rules.c06_supply.supply_lines import supplied
from stavka.games.luki.rules.c10_movement.moves import Moving
from stavka.games.luki.rules.c13_miscellaneous.garrison import has_city_kessel
from stavka.games.luki.rules.c13_miscellaneous.infiltration import Infiltrating
from stavka.games.luki.rules.c14_scenarios.victory import BREAKOUT_TURN
from stavka.games.luki.state import GERMAN, SOVIET, Position
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.luki.agents.fights import Fights

NEAR = 8
"""Hexes from which a Soviet stack threatens something."""
CLEARING = 0.3
"""The share of the railway's worth that driving off one of those who cut it is worth."""


class GermanCommander(Commander):
    side = GERMAN
    apart = True

    def missions(self, fights: Fights) -> list[Mission]:
        g, s = self.g, fights.s
        whole = self.value.lasting(self.value.turns(s))
        found = self.blocks(fights, whole) + self.clearings(fights, whole)
        for goal, prize in zip(g.goals, self.value.prizes, strict=True):
            if s.occupied[SOVIET] >> goal.hex & 1:
                found.append(self.against(fights, goal.hex, 0.4 * prize * whole))
                continue
            near = self.threat(fights, goal.hex)
            if near:
                need = 8 if goal.occupied else 14
                found.append(Mission(1 << goal.hex, prize * whole * 0.4 * near, need))
        if g.luki & s.occupied[GERMAN]:
            found.append(self.corridor(fights, whole))
        return found

    def share_out(self, fights: Fights) -> None:
        """Share out the missions as the base class does, except that breakout units have one task: to escape."""
        super().share_out(fights)
        g, s = self.g, fights.s
        away = Mission(supplied(g, s, GERMAN) & ~g.luki & ~s.occupied[SOVIET], 1.0, 1)
        if away.hexes:
            self.tasks |= {unit: away for unit in units_in(g.breakout) if s.place[unit] >= 0}

    def threat(self, fights: Fights, hex_: Hex) -> float:
        """How near the enemy is to a hex, from 0 to 1."""
        away = self.chart.away(hex_)
        far = min((away[each] for each in hexes_in(fights.s.occupied[SOVIET])), default=99)
        return max(0.0, 1 - far / NEAR)

    def blocks(self, fights: Fights, whole: float) -> list[Mission]:
        """In front of each Soviet stack that comes near the railway, between the two."""
        g, s, found = self.g, fights.s, []
        rail = self.roads.toward(g.railway, FOOT)
        for hex_ in hexes_in(s.occupied[SOVIET]):
            if rail[hex_] > 3 * NEAR:
                continue
            ahead = g.grid.range(hex_, 2) & ~s.occupied[SOVIET] & ~(1 << hex_)
            ahead = sum(1 << near for near in hexes_in(ahead) if rail[near] < rail[hex_])
            if ahead:
                weight = 0.4 * self.w.to_railway * g.railway_vp * whole * (1 - rail[hex_] / (4 * NEAR))
                found.append(Mission(ahead, weight, max(8, strength(g, s, s.at[hex_]) // 3)))
        return found

    def clearings(self, fights: Fights, whole: float) -> list[Mission]:
        """Missions around each Soviet stack by the railway, for units that can drive it off."""
        there = hexes_in(self.value.by_railway & fights.s.occupied[SOVIET])
        return [self.against(fights, hex_, CLEARING * self.w.to_railway * self.g.railway_vp * whole) for hex_ in there]

    def against(self, fights: Fights, hex_: Hex, weight: float) -> Mission:
        """Next to a Soviet stack, with more than its strength."""
        g, s = self.g, fights.s
        return Mission(g.near[hex_] & ~s.occupied[SOVIET], weight, max(10, 3 * strength(g, s, s.at[hex_]) // 2))

    def corridor(self, fights: Fights, whole: float) -> Mission:
        """Missions on the way to the city: a screen as long as it is in supply, then units that can break the ring."""
        g, s = self.g, fights.s
        city = g.luki & s.occupied[GERMAN]
        fed = supplied(g, s, GERMAN)
        around = g.grid.spread(g.grid.spread(city)) & ~g.luki & ~s.occupied[SOVIET]
        west = sum(1 << hex_ for hex_ in hexes_in(around) if self.home(hex_) < self.home(last_hex(city)))
        if city & fed:
            return Mission(west or around, 0.5 * self.w.to_ring * g.cut_off_vp * whole, 40)
        ring = g.grid.spread(west | around) & s.occupied[SOVIET]
        near = min(hexes_in(ring), key=lambda hex_: (self.home(hex_), hex_), default=-1)
        goal = g.near[near] & fed if near >= 0 else 0
        return Mission(goal or west or around, 0.6 * self.w.to_ring * g.cut_off_vp * whole, 90)

    def home(self, hex_: Hex) -> int:
        """The distance of a hex from the nearest German source."""
        away = self.chart.away(hex_)
        return min(away[source] for source in hexes_in(self.g.sources[GERMAN]))

    # -- the garrison -----------------------------------------------------------------------------------------------

    def release(self, sight: Sight[Position], s: Position, f: Frame, offer: Offer) -> Pick | None:
        return self.option(self.g.RELEASE)

    def conversion(self, sight: Sight[Position], s: Position, f: Frame, offer: Offer) -> Pick | None:
        """Strongpoints are worth more than breakout units until these have just time enough to get away."""
        return self.option(self.g.CONVERT if s.turn == BREAKOUT_TURN else self.g.PASS)

    def breakout(self, sight: Sight[Position], s: Position, f: Frame, offer: Offer) -> Pick | None:
        """Whole units one after the other, in the hexes that are nearest to their own lines."""
        if offer.units:
            return UNIT, max(units_in(offer.units), key=lambda u: (s.steps[u], -u))
        return HEX, min(hexes_in(offer.hexes), key=lambda hex_: (self.home(hex_), hex_))

    def draw_units(self, sight: Sight[Position], s: Position, f: Frame, offer: Offer) -> Pick | None:
        return self.option(self.g.DRAW)

    # -- the Brandenburgers -----------------------------------------------------------------------------------------

    def move(self, sight: Sight[Position], s: Position, f: Moving, offer: Offer) -> Pick | None:
        if offer.options & self.g.INFILTRATE and self.may_reach_city(s):
            return self.option(self.g.INFILTRATE)
        return super().move(sight, s, f, offer)

    def may_reach_city(self, s: Position) -> bool:
        """Whether Brd-803 is near enough to the garrison to release it."""
        g = self.g
        if s.released or not has_city_kessel(s) or s.kessel[g.infiltrator]:
            return False
        away = self.chart.away(s.place[g.infiltrator])
        return min((away[hex_] for hex_ in hexes_in(g.luki & s.occupied[GERMAN])), default=99) <= 4

    def infiltrate(self, sight: Sight[Position], s: Position, f: Infiltrating, offer: Offer) -> Pick | None:
        """Infiltrate hex by hex into the city, round the enemy if that is no detour."""
        g, here = self.g, s.place[f.unit]
        city = list(hexes_in(g.luki & s.occupied[GERMAN])) or [here]

        def far(hex_: Hex) -> int:
            return min(self.chart.away(hex_)[goal] for goal in city)

        near = [hex_ for hex_ in hexes_in(offer.hexes) if far(hex_) < far(here)]
        if not near:
            return self.option(g.STOP)
        return HEX, min(near, key=lambda hex_: (far(hex_), s.occupied[SOVIET] >> hex_ & 1, hex_))
