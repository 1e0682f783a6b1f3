"""The scripted Axis player of Traces of War: garrison what is under orders, keep a line, strike where it pays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, Final

from stavka.agents.fields import Field
from stavka.engine.agent import Sight
from stavka.engine.kinds import Unit, hexes_in, units_in
from stavka.engine.offer import HEX, UNIT, Offer, Pick
from stavka.engine.state import below
from stavka.games.traces.agents.attack import Defenders
from stavka.games.traces.agents.command import Commander, Plan
from stavka.games.traces.agents.line import find_line
from stavka.games.traces.agents.river import gaps, shut_from
from stavka.games.traces.agents.sense import Sense
from stavka.games.traces.rules.c04_sequence_of_play.game_turn import ChoosingMode
from stavka.games.traces.rules.c06_zones_of_control import enemy_zoc
from stavka.games.traces.rules.c07_luftwaffe import SupportingByAir
from stavka.games.traces.rules.c10_combat.advance import Advancing, AdvancingUnit
from stavka.games.traces.rules.c10_combat.attacks import CombatRoll, CombatSegment, defence_strength
from stavka.games.traces.state import AXIS, NO_BRIDGEHEAD, SOVIET, WAITING, Position, lift
from stavka.hexes import Hex

NEAR: Final = 7
"""Within this many hexes an enemy may attack before the Axis can respond."""
ACCEPTED: Final = 0.02
"""The chance of losing a city under an order that is not worth another unit."""


class AxisField(Commander):
    side = AXIS
    refuges: ClassVar[int] = 40
    """The number of places in reach of a unit among which the safest is looked for."""

    # -- reading ----------------------------------------------------------------------------------------------------

    _line: tuple[Sense, int, Field, Field] | None = None
    _found: tuple[tuple[int, ...], int] = (), 0

    def line(self, sense: Sense) -> tuple[int, Field, Field]:
        """The line to hold, how far each hex is from it, and how far from its gaps."""
        if self._line is None or self._line[0] is not sense:
            s = sense.s
            ground = s.occupied[AXIS], s.occupied[SOVIET], s.orders & ~s.cities, sense.secure
            if self.is_on_river(sense):
                line, bare = sense.chart.shore, gaps(sense)
            else:
                if self._found[0] != ground:
                    self._found = ground, self.g.grid.hexes(find_line(sense))
                line = self._found[1]
                bare = line & ~enemy_zoc(self.g, sense.s, SOVIET) & ~sense.s.occupied[AXIS]
            self._line = sense, line, sense.chart.around(line), sense.chart.around(bare)
        return self._line[1:]

    def is_on_river(self, sense: Sense) -> bool:
        """Whether the line is the Dnipro: the Race is about what crosses it."""
        return sense.race and self.weights.river > 0

    def stack_danger(self, sense: Sense, hex_: Hex, units: int) -> float:
        """The cost that the enemy's next attack may have for a stack: steps lost, and all units driven back."""
        found = sense.dangers.get((hex_, units))
        if found is None:
            found = sense.dangers[hex_, units] = self._stack_danger(sense, hex_, units)
        return found

    def _stack_danger(self, sense: Sense, hex_: Hex, units: int) -> float:
        g, s = self.g, sense.s
        stack = list(units_in(units))
        if not stack:
            return 0.0
        column = sense.column_against(hex_, sum(defence_strength(g, s, unit) for unit in stack))
        if column < 0:
            return 0.0
        severity = sense.chart.severity[column]
        steps = sum(s.steps[unit] for unit in stack)
        step = sum(sense.step_worth(unit) for unit in stack) / len(stack)
        kill = sum(sense.kill_worth(unit) for unit in stack) / len(stack)
        one, two = sense.escape(hex_, sense.enemy_zoc, AXIS)
        if one or two:
            severity += self.weights.pocket * min(severity, 1.5) * len(stack)
        lost = min(severity, steps)
        return severity * 0.2 * len(stack) + lost * 0.6 * step + kill * min(len(stack), max(0.0, lost - 1.5) * 0.5)

    def danger(self, sense: Sense, unit: Unit, hex_: Hex) -> float:
        """The change in the danger of a hex through a unit: negative if it strengthens a stack."""
        others = sense.units_at(hex_) & ~(1 << unit)
        alone = self.stack_danger(sense, hex_, others)
        return self.stack_danger(sense, hex_, others | 1 << unit) - alone

    def hex_score(self, sense: Sense, unit: Unit, hex_: Hex) -> float:
        g, s = self.g, sense.s
        line, from_line, from_gap = self.line(sense)
        bit = 1 << hex_
        score = -self.weights.danger * self.danger(sense, unit, hex_) - self.weights.line * min(12, from_line[hex_])
        score -= (self.weights.gap if g.mechanised >> unit & 1 else self.weights.gap / 2) * min(12, from_gap[hex_])
        if not sense.supplied & bit:
            score -= self.weights.unsupplied
        if not sense.secure & bit:
            score -= self.weights.secure
        bare = line & ~enemy_zoc(g, s, SOVIET) & ~s.occupied[AXIS]
        if bare:
            score += self.weights.cover * (bare & (bit | g.grid.spread(bit, g.unblocked))).bit_count()
        if self.is_on_river(sense):
            score += self.weights.river * shut_from(sense, hex_)
        if bit & g.crossings & ~s.crossings and sense.from_foe[hex_] < 10:
            score += self.weights.hold_crossing
        return score - self.weights.from_hq * max(0, self.from_hq(sense, hex_) - 6)

    def from_hq(self, sense: Sense, hex_: Hex) -> int:
        g, s = self.g, sense.s
        hqs = [s.place[u] for u in units_in(g.hq_units & g.side_units[AXIS]) if s.place[u] >= 0]
        return min((g.grid.distance(hex_, hq) for hq in hqs), default=0)

    def glance(self, sense: Sense, hex_: Hex) -> float:
        column = sense.column_against(hex_, 3)
        danger = sense.chart.severity[column] if column >= 0 else 0.0
        return -0.4 * danger - 0.35 * self.line(sense)[1][hex_]

    def hq_ground(self, sense: Sense, hex_: Hex) -> float:
        """The value of the ground for an HQ: some way behind the line."""
        from_line = self.line(sense)[1]
        behind = sense.from_foe[hex_]
        ground = -0.3 * abs(from_line[hex_] - 3) + 0.3 * min(behind, 6)
        return ground if sense.secure >> hex_ & 1 else ground - 15.0

    # -- cities under orders, Crossing Points -----------------------------------------------------------------------

    def held(self, sense: Sense) -> list[Hex]:
        """Cities that must not fall, the most threatened first."""
        s = sense.s
        return sorted(hexes_in(s.orders & ~s.cities), key=lambda c: (-sense.threat(c), c))

    def risk(self, sense: Sense, city: Hex) -> float:
        return sense.fall_chance(city, sense.defence_at(city), sense.steps_at(city), round(self.weights.siege))

    def wanted(self, sense: Sense, city: Hex) -> tuple[int, int]:
        """The defence and the steps that a city under an order should have: the nearer the enemy, the more."""
        g, s = self.g, sense.s
        away = sense.from_foe[city]
        if away <= NEAR or sense.threat(city):
            return 9, 4
        if away <= 2 * NEAR:
            return 3, 2
        drop = s.bridgehead == NO_BRIDGEHEAD and s.turn >= g.chits[g.airborne_chit].from_turn - 1
        return (1, 1) if away <= (3 * NEAR if drop else 2.5 * NEAR) else (0, 0)

    def is_safe(self, sense: Sense, city: Hex) -> bool:
        defence, steps = self.wanted(sense, city)
        if sense.defence_at(city) < defence or sense.steps_at(city) < steps:
            return False
        return self.risk(sense, city) <= ACCEPTED

    def garrison(self, sense: Sense, plan: Plan, free: dict[Unit, int], city: Hex) -> None:
        """Fill a city with the best units in reach until it is safe enough."""
        g, s = self.g, sense.s
        can = [unit for unit, hexes in free.items() if hexes >> city & 1]
        defence, steps = self.wanted(sense, city)
        while can and not s.full[AXIS] >> city & 1 and not self.is_safe(sense, city):
            if steps > 2:
                unit = max(can, key=lambda u: (defence_strength(g, s, u) + s.steps[u], self.home[u] == city, -u))
            else:
                unit = max(can, key=lambda u: (self.home[u] == city, -abs(defence_strength(g, s, u) - defence), -u))
            can.remove(unit)
            del free[unit]
            self.send(sense, plan, unit, city)

    def hold_crossings(self, sense: Sense, plan: Plan, free: dict[Unit, int]) -> None:
        """Send one unit to each Crossing Point that the enemy approaches."""
        g, s = self.g, sense.s
        for hex_ in sorted(hexes_in(g.crossings & ~s.crossings & ~s.occupied[AXIS]), key=lambda h: sense.from_foe[h]):
            if sense.from_foe[hex_] > self.weights.watch_crossings:
                continue
            can = [u for u, hexes in free.items() if hexes >> hex_ & 1 and g.combat_units >> u & 1]
            if can:
                unit = min(can, key=lambda u: (self.home[u] != hex_, g.mechanised >> u & 1, -s.steps[u], u))
                del free[unit]
                self.send(sense, plan, unit, hex_)

    def send(self, sense: Sense, plan: Plan, unit: Unit, hex_: Hex) -> None:
        plan.ends[unit] = hex_
        plan.strategic[unit] = int(not self.normal.get(unit, 0) >> hex_ & 1 and self.home[unit] != hex_)
        self.shift(sense, unit, hex_)

    normal: Mapping[int, int] = {}

    # -- plans ------------------------------------------------------------------------------------------------------

    def make_plan(self, sense: Sense, plan: Plan, units: list[Unit]) -> None:
        g, s = self.g, sense.s
        self.normal = {unit: self.reach(s, unit) for unit in units}
        roads = {unit: self.strategic_reach(s, unit) for unit in units}
        _ = sense.attackers, sense.from_foe, sense.supplied, self.line(sense)
        combat = [unit for unit in units if g.combat_units >> unit & 1]
        for unit in combat:
            lift(g, s, unit, WAITING)
        free = {unit: self.normal[unit] | roads[unit] for unit in combat}
        for city in self.held(sense):
            self.garrison(sense, plan, free, city)
        self.hold_crossings(sense, plan, free)
        if any(isinstance(frame, (ChoosingMode, CombatSegment)) for frame in s.stack):
            self.strike(sense, plan, free)
        for unit in sorted(free, key=lambda u: (-defence_strength(g, s, u), u)):
            self.settle_unit(sense, plan, unit, self.normal[unit], roads[unit])
        for unit in units:
            if g.hq_units >> unit & 1:
                self.settle_hq(sense, plan, unit)

    def strike(self, sense: Sense, plan: Plan, free: dict[Unit, int]) -> None:
        """Plan counter-attacks by units that are not needed elsewhere."""
        for unit in free:
            self.shift(sense, unit, self.home[unit])
        left = self.plan_attacks(sense, plan, {unit: self.normal[unit] for unit in free})
        for unit in list(free):
            if unit in left:
                lift(self.g, sense.s, unit, WAITING)
            else:
                del free[unit]

    def attack_price(self, sense: Sense, reach: Mapping[Unit, int]) -> Callable[[Unit, Hex], float] | None:
        known: dict[tuple[Unit, Hex], float] = {}
        best: dict[Unit, float] = {}

        def price(unit: Unit, hex_: Hex) -> float:
            """How much more dangerous the place of attack is than the safest place in reach."""
            if (unit, hex_) not in known:
                if unit not in best:
                    best[unit] = min(self.danger(sense, unit, h) for h in self.g.grid.bits(reach[unit])[: self.refuges])
                known[unit, hex_] = self.weights.price * (self.danger(sense, unit, hex_) - best[unit])
            return known[unit, hex_]

        return price

    def mode(self, sight: Sight[Position], s: Position, f: ChoosingMode, offer: Offer) -> Pick | None:
        now = self.value_now(s)
        later = self.plan_for(s).value
        at_once = now and now >= self.weights.combat_first * later
        return self.option(self.g.COMBAT_MOVEMENT if at_once else self.g.MOVEMENT_COMBAT)

    # -- combat -----------------------------------------------------------------------------------------------------

    def advance(self, sight: Sight[Position], s: Position, f: Advancing, offer: Offer) -> Pick | None:
        sense = self.read(s)
        target = f.target
        for unit in units_in(offer.units & self.g.combat_units):
            here = s.place[unit]
            if s.orders >> here & 1 and sense.steps_at(here) == s.steps[unit]:
                continue
            gain = self.hex_score(sense, unit, target) - self.hex_score(sense, unit, here)
            if gain + 0.5 * sense.ground_worth(target) - 0.4 > 0.3:
                return UNIT, unit
        return None

    def advance_unit(self, sight: Sight[Position], s: Position, f: AdvancingUnit, offer: Offer) -> Pick | None:
        return HEX, self.best_hex(s, f.unit, offer.hexes)

    def air_support(self, sight: Sight[Position], s: Position, f: SupportingByAir, offer: Offer) -> Pick | None:
        g = self.g
        if not offer.options & g.AIR_SUPPORT:
            return None
        gain = self.air_gain(s, below(s, CombatRoll), zero=bool(f.is_undefended))
        return self.option(g.AIR_SUPPORT if gain > 0.5 else g.NO_AIR_SUPPORT)

    def air_gain(self, s: Position, die: CombatRoll, *, zero: bool) -> float:
        """The gain from a Luftwaffe marker in a combat."""
        g = self.g
        target, column, drm = die.target, die.column, die.drm
        attacker = AXIS if s.occupied[SOVIET] >> target & 1 else SOVIET
        sense = self.read(s, attacker)
        zone = g.grid.spread(s.occupied[attacker], g.unblocked)
        defenders = Defenders(sense, target, zone)
        now = defenders.value(column, drm)
        if attacker == SOVIET:
            return now - defenders.value(column, drm + g.defensive_drm)
        return 0.0 if zero else defenders.value(min(column + g.offensive_shift, len(g.crt) - 1), drm) - now
