"""The value of a hex for a unit of Roads to Moscow: mission, cover, danger, company, supply."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final

from stavka.engine.kinds import Side, Unit, hexes_in, units_in
from stavka.games.moscow.agents.chart import MOTORIZED, class_of
from stavka.games.moscow.rules.c03_basic_concepts.control import controlled
from stavka.games.moscow.rules.c03_basic_concepts.values import attack, defence
from stavka.games.moscow.rules.c03_basic_concepts.zones_of_control import enemy_zone
from stavka.games.moscow.rules.c06_supply.supply_routes import traces
from stavka.games.moscow.state import stack_points
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.agents.fields import Field
    from stavka.agents.missions import Mission
    from stavka.games.moscow.agents.fights import Fights

ALONE: Final = 0.5
"""The cost to an HQ or a gun of being near the enemy without company."""
ENOUGH: Final = 4.0
"""Odds at which an attack on a stack is as good as won."""
MOST: Final = 24
"""The most attack strength that can be brought against one hex."""


class Places:
    """Places on the fights' own position, for one side."""

    def __init__(self, fights: Fights, side: Side, missions: dict[int, Mission]) -> None:
        self.fights, self.side, self.missions = fights, side, missions
        g, s = fights.g, fights.s
        self.theirs = controlled(s, 1 - side) & g.grid.all
        spread = g.grid.spread
        self.fed = [spread(spread(hexes)) for hexes in traces(g, s, side)]
        self.zone = enemy_zone(g, s, side)
        self.mine = g.combat & g.side_units[side]
        """The combat units of this side."""
        self._ways: dict[Unit, tuple[float, Field] | None] = {}
        self._power: dict[int, int] = {}
        self._targets: dict[int, tuple[float, float]] = {}

    def power(self, hex_: Hex) -> int:
        """The attack strength that the enemy could bring against a hex."""
        found = self._power.get(hex_)
        if found is None:
            found = self._power[hex_] = min(MOST, self.fights.power(1 - self.side, hex_))
        return found

    def kind(self, unit: Unit) -> int:
        return class_of(self.fights.g, 1 << unit)

    def score(self, unit: Unit, hex_: Hex) -> float:
        """The value of a hex for a unit, whether it is there or not."""
        g, bit = self.fights.g, 1 << unit
        if not g.combat & bit:
            return self.apart_score(unit, hex_)
        score, others = self.pulled(unit, hex_), self.others(unit, hex_)
        if others:
            score -= self.fights.w.crowd * stack_points(g, others)
        if not self.fed[self.kind(unit)] >> hex_ & 1:
            score -= self.fights.w.starve
        if g.hqs & bit:
            return 0.5 * score + self.hq_score(unit, hex_)
        if g.guns & bit:
            return 0.5 * score + self.gun_score(unit, hex_)
        return score + self.line_score(unit, hex_, others)

    def others(self, unit: Unit, hex_: Hex) -> int:
        """The other combat units in a hex."""
        return self.fights.s.at.get(hex_, 0) & self.mine & ~(1 << unit)

    def pulled(self, unit: Unit, hex_: Hex) -> float:
        """The value of the way to a unit's mission."""
        if unit not in self._ways:
            self._ways[unit] = self.way(unit)
        way = self._ways[unit]
        return way[0] * way[1][hex_] / 2 if way is not None else 0.0

    def way(self, unit: Unit) -> tuple[float, Field] | None:
        """The value of an MP on the way to a unit's mission, and the distance of each hex from it."""
        mission = self.missions.get(unit)
        if mission is None:
            return None
        g, s = self.fights.g, self.fights.s
        heavy = sqrt(max(1, attack(g, s, unit) + defence(g, s, unit)) / 8)
        return -self.fights.w.pull * heavy, mission.field(self.fights.chart.roads[self.side], self.kind(unit))

    # -- units that fight ----------------------------------------------------------------------------------------------

    def line_score(self, unit: Unit, hex_: Hex, others: int) -> float:
        """The value of a hex for a unit of the line: objectives, cover, and the enemy's threat to the stack."""
        fights, g = self.fights, self.fights.g
        score = self.prize(unit, hex_, others)
        power = self.power(hex_)
        if power:
            score += fights.w.cover * fights.cover(self.side, hex_)
            score -= self.danger(hex_, others | 1 << unit, power) - self.danger(hex_, others, power)
        enemies = g.grid.ring(hex_, 1) & fights.s.occupied[1 - self.side]
        if enemies:
            for target in hexes_in(enemies):
                score += self.siege(unit, target)
        return score

    def siege(self, unit: Unit, target: Hex) -> float:
        """The value that a unit adds to those adjacent to an enemy, until they are enough to drive it out."""
        fights, g, s = self.fights, self.fights.g, self.fights.s
        worth, need = self.worth_of(target)
        there = 0
        for near in hexes_in(g.grid.ring(target, 1) & s.occupied[self.side]):
            there += sum([attack(g, s, each) for each in units_in(s.at[near] & g.combat) if each != unit])
        more = min(there + attack(g, s, unit), need) - min(there, need)
        return fights.w.siege * worth * more / need

    def worth_of(self, target: Hex) -> tuple[float, float]:
        """The value of driving an enemy out, and the strength that this takes."""
        found = self._targets.get(target)
        if found is None:
            fights, g, s = self.fights, self.fights.g, self.fights.s
            units = s.at[target] & g.combat
            strength = sum(defence(g, s, unit) for unit in units_in(units))
            need = 2 * strength * (1 + 0.25 * fights.cover(1 - self.side, target))
            worth = fights.w.ground + fights.w.keep * fights.prizes.get(target, 0) + 0.3 * fights.body(units)
            worth += fights.w.lifeline * fights.bars(self.side).get(target, 0)
            found = self._targets[target] = worth, max(1.0, need)
        return found

    def prize(self, unit: Unit, hex_: Hex, others: int) -> float:
        """Objectives that a unit takes, or keeps from the enemy, by being in a hex."""
        fights, g, s = self.fights, self.fights.g, self.fights.s
        w, worth = fights.w, 0.0
        value = fights.prizes.get(hex_, 0)
        if value and not others:
            worth += w.keep * value if self.theirs >> hex_ & 1 else w.hold * value * (self.power(hex_) > 0)
        if fights.is_late:
            return worth / 2
        if g.full_zoc >> unit & 1:
            empty = self.theirs & ~s.occupied[1 - self.side] & ~self.zone
            for near in hexes_in(g.grid.ring(hex_, 1) & empty):
                worth += 0.9 * w.keep * fights.prizes.get(near, 0)
        return worth

    def danger(self, hex_: Hex, units: int, power: int) -> float:
        """The danger from the enemy to a stack in a hex."""
        if not units:
            return 0.0
        fights, g, s = self.fights, self.fights.g, self.fights.s
        strength = sum([defence(g, s, unit) for unit in units_in(units)])
        odds = power / max(1.0, strength * (1 + 0.25 * fights.cover(self.side, hex_)))
        share = min(1.0, max(0.0, (odds - 1) / ENOUGH))
        return fights.w.menaced * share * fights.body(units)

    # -- units that help -----------------------------------------------------------------------------------------------

    def exposed(self, hex_: Hex, others: int) -> float:
        """The cost to units that cannot fight of being near the enemy."""
        if others & ~self.fights.g.guns & ~self.fights.g.hqs:
            return 0.2 * ALONE * bool(self.zone >> hex_ & 1)
        return ALONE * (bool(self.power(hex_)) + bool(self.zone >> hex_ & 1))

    def hq_score(self, unit: Unit, hex_: Hex) -> float:
        """The value of a hex for an HQ: near its units, and with another unit."""
        g = self.fights.g
        mates = g.formation_units[g.formation[unit]] & ~(1 << unit) if g.formation[unit] >= 0 else g.guns
        near = self.within(hex_, mates)
        return 0.06 * near - self.exposed(hex_, self.others(unit, hex_))

    def within(self, hex_: Hex, units: int) -> int:
        """The number of some units in the Command Range of a hex."""
        s, near = self.fights.s, self.fights.g.grid.range(hex_, self.fights.g.command_range)
        return sum(s.place[unit] >= 0 and near >> s.place[unit] & 1 for unit in units_in(units))

    def gun_score(self, unit: Unit, hex_: Hex) -> float:
        """The value of a hex for a gun: enemies and own units in range, no enemy next to it."""
        g, s = self.fights.g, self.fights.s
        reach = g.grid.range(hex_, g.range_of[unit])
        targets = (reach & s.occupied[1 - self.side]).bit_count()
        helped = (reach & self.zone & s.occupied[self.side]).bit_count()
        score = 0.05 * min(targets, 4) + 0.03 * min(helped, 4)
        close = bool(g.grid.ring(hex_, 1) & s.occupied[1 - self.side])
        return score - 0.3 * close - self.exposed(hex_, self.others(unit, hex_))

    def apart_score(self, unit: Unit, hex_: Hex) -> float:
        """The value of a hex for a Leader (an HQ with units near it) or a Fuel unit (near the HQs by road)."""
        g, s = self.fights.g, self.fights.s
        there = s.at.get(hex_, 0) & g.side_units[self.side]
        hqs = g.hqs & g.side_units[self.side] & ~g.arko
        if g.leaders >> unit & 1:
            value = max((self.hq_value(hq) for hq in units_in(there & hqs)), default=0.0)
            return value - 0.3 * bool(self.power(hex_)) * (not there & g.combat)
        goal = sum({1 << s.place[hq] for hq in units_in(hqs) if s.place[hq] >= 0})
        far = self.fights.chart.roads[self.side].toward(goal, MOTORIZED)[hex_] if goal else 0
        return -0.02 * far - ALONE * bool(self.power(hex_)) * (not there & g.combat)

    def hq_value(self, hq: Unit) -> float:
        """The value of a Leader with an HQ."""
        g, s = self.fights.g, self.fights.s
        units = g.formation_units[g.formation[hq]] if g.formation[hq] >= 0 else 0
        near = self.within(s.place[hq], units)
        return 0.5 + 0.05 * near
