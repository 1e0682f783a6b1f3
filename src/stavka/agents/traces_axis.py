"""The scripted Axis player of Traces of War: garrison what is under orders, keep a line, strike where it pays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, Final

from stavka.agents.traces_attack import Defenders
from stavka.agents.traces_chart import Field
from stavka.agents.traces_command import Commander, Plan
from stavka.agents.traces_line import find_line
from stavka.agents.traces_sense import Sense
from stavka.engine.agent import Sight
from stavka.engine.offer import HEX, UNIT, Offer, Pick, members
from stavka.engine.state import Frame
from stavka.games.traces.combat import defence_strength
from stavka.games.traces.headquarters import in_command_range
from stavka.games.traces.position import AXIS, BOX, SOVIET, WAITING, Position, lift
from stavka.games.traces.zoc import enemy_zoc

ACCEPTED: Final = 0.02
"""The chance of losing a city under an order that is not worth another unit."""


class AxisCommander(Commander):
    side = AXIS
    least_attack = 0.5
    hq_distance = 7
    w_danger: ClassVar[float] = 1.2
    w_line: ClassVar[float] = 0.35
    w_cover: ClassVar[float] = 0.7
    w_gap: ClassVar[float] = 0.15
    okhs: ClassVar[int] = 1
    w_pocket: ClassVar[float] = 0.8
    w_price: ClassVar[float] = 1.0

    # -- reading ----------------------------------------------------------------------------------------------------

    _line: tuple[Sense, int, Field, Field] | None = None

    def line(self, sense: Sense) -> tuple[int, Field, Field]:
        """The line to hold, how far each hex is from it, and how far from its gaps."""
        if self._line is None or self._line[0] is not sense:
            line = self.g.grid.hexes(find_line(sense))
            gaps = line & ~enemy_zoc(self.g, sense.s, SOVIET) & ~sense.s.occupied[AXIS]
            self._line = sense, line, sense.chart.around(line), sense.chart.around(gaps)
        return self._line[1:]

    def stack_danger(self, sense: Sense, hex_: int, units: int) -> float:
        """What the enemy's next attack may cost a stack: steps lost by somebody, and everybody driven back."""
        g, s = self.g, sense.s
        stack = list(members(units))
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
            severity += self.w_pocket * min(severity, 1.5) * len(stack)
        lost = min(severity, steps)
        return severity * 0.2 * len(stack) + lost * 0.6 * step + kill * min(len(stack), max(0.0, lost - 1.5) * 0.5)

    def danger(self, sense: Sense, unit: int, hex_: int) -> float:
        """What a unit adds to the danger of a hex: less than nothing where it strengthens a stack."""
        others = sense.units_at(hex_) & ~(1 << unit)
        alone = self.stack_danger(sense, hex_, others)
        return self.stack_danger(sense, hex_, others | 1 << unit) - alone

    def hex_score(self, sense: Sense, unit: int, hex_: int) -> float:
        g, s = self.g, sense.s
        line, from_line, from_gap = self.line(sense)
        bit = 1 << hex_
        score = -self.w_danger * self.danger(sense, unit, hex_) - self.w_line * min(12, from_line[hex_])
        score -= (self.w_gap if g.mechanised >> unit & 1 else self.w_gap / 2) * min(12, from_gap[hex_])
        if not sense.supplied & bit:
            score -= 2.0
        bare = line & ~enemy_zoc(g, s, SOVIET) & ~s.occupied[AXIS]
        if bare:
            score += self.w_cover * (bare & (bit | g.grid.spread(bit, g.unblocked))).bit_count()
        if bit & g.crossings & ~s.crossings and sense.from_foe[hex_] < 10:
            score += 1.0 if sense.race else 0.3
        return score - 0.4 * max(0, self.from_hq(sense, hex_) - 6)

    def from_hq(self, sense: Sense, hex_: int) -> int:
        g, s = self.g, sense.s
        hqs = [s.place[u] for u in members(g.hq_units & g.side_units[AXIS]) if s.place[u] >= 0]
        return min((g.grid.distance(hex_, hq) for hq in hqs), default=0)

    def glance(self, sense: Sense, hex_: int) -> float:
        column = sense.column_against(hex_, 3)
        danger = sense.chart.severity[column] if column >= 0 else 0.0
        return -0.4 * danger - 0.35 * self.line(sense)[1][hex_]

    def hq_ground(self, sense: Sense, hex_: int) -> float:
        """Some way behind the line."""
        from_line = self.line(sense)[1]
        behind = sense.from_foe[hex_]
        return -0.3 * abs(from_line[hex_] - 3) + 0.3 * min(behind, 6)

    # -- cities under orders, Crossing Points -----------------------------------------------------------------------

    def held(self, sense: Sense) -> list[int]:
        """Cities that must not fall, the most threatened first."""
        s = sense.s
        return sorted(members(s.orders & ~s.cities), key=lambda c: (-sense.threat(c), c))

    def risk(self, sense: Sense, city: int) -> float:
        return sense.fall_chance(city, sense.defence_at(city), sense.steps_at(city))

    def raided(self, sense: Sense, city: int) -> bool:
        """Whether an empty city could be walked into or dropped upon before long."""
        g, s = self.g, sense.s
        drop = s.turn >= g.chits[g.airborne_chit].from_turn - 1 and s.bridgehead == -1
        return sense.from_foe[city] <= 12 or (drop and sense.from_foe[city] <= 14)

    def garrison(self, sense: Sense, plan: Plan, free: dict[int, int], city: int) -> None:
        """Fill a city with the best units in reach until it is safe enough."""
        g, s = self.g, sense.s
        can = [unit for unit, hexes in free.items() if hexes >> city & 1 and g.combat_units >> unit & 1]
        needed = sense.threat(city) > 0 or self.raided(sense, city)
        while can and needed and not s.full[AXIS] >> city & 1:
            steps = sense.steps_at(city)
            if steps and self.risk(sense, city) <= ACCEPTED:
                return
            if sense.threat(city):
                unit = max(can, key=lambda u: (defence_strength(g, s, u) + s.steps[u], self.home[u] == city, -u))
            else:
                unit = min(can, key=lambda u: (self.home[u] != city, defence_strength(g, s, u), u))
            can.remove(unit)
            del free[unit]
            self.send(sense, plan, unit, city)

    def hold_crossings(self, sense: Sense, plan: Plan, free: dict[int, int]) -> None:
        """One unit to each Crossing Point that the enemy comes near."""
        g, s = self.g, sense.s
        for hex_ in sorted(members(g.crossings & ~s.crossings & ~s.occupied[AXIS]), key=lambda h: sense.from_foe[h]):
            if sense.from_foe[hex_] > (14 if sense.race else 8):
                continue
            can = [u for u, hexes in free.items() if hexes >> hex_ & 1 and g.combat_units >> u & 1]
            if can:
                unit = min(can, key=lambda u: (self.home[u] != hex_, g.mechanised >> u & 1, -s.steps[u], u))
                del free[unit]
                self.send(sense, plan, unit, hex_)

    def send(self, sense: Sense, plan: Plan, unit: int, hex_: int) -> None:
        plan.ends[unit] = hex_
        plan.strategic[unit] = int(not self.normal.get(unit, 0) >> hex_ & 1 and self.home[unit] != hex_)
        self.shift(sense, unit, hex_)

    normal: Mapping[int, int] = {}

    # -- plans ------------------------------------------------------------------------------------------------------

    def make_plan(self, sense: Sense, plan: Plan, units: list[int]) -> None:
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
        if any(frame[0] in ("mode", "combat") for frame in s.stack):
            self.strike(sense, plan, free)
        for unit in sorted(free, key=lambda u: (-defence_strength(g, s, u), u)):
            self.settle_unit(sense, plan, unit, self.normal[unit], roads[unit])
        for unit in units:
            if g.hq_units >> unit & 1:
                self.settle_hq(sense, plan, unit)

    def strike(self, sense: Sense, plan: Plan, free: dict[int, int]) -> None:
        """Counter-attacks by units that are not needed elsewhere."""
        for unit in free:
            self.shift(sense, unit, self.home[unit])
        left = self.plan_attacks(sense, plan, {unit: self.normal[unit] for unit in free})
        for unit in list(free):
            if unit in left:
                lift(self.g, sense.s, unit, WAITING)
            else:
                del free[unit]

    def attack_price(self, sense: Sense, reach: Mapping[int, int]) -> Callable[[int, int], float] | None:
        known: dict[tuple[int, int], float] = {}
        best: dict[int, float] = {}

        def price(unit: int, hex_: int) -> float:
            """How much more dangerous the place of attack is than the safest place in reach."""
            if (unit, hex_) not in known:
                if unit not in best:
                    best[unit] = min(self.danger(sense, unit, h) for h in self.g.grid.bits(reach[unit])[:40])
                known[unit, hex_] = self.w_price * (self.danger(sense, unit, hex_) - best[unit])
            return known[unit, hex_]

        return price

    def mode(self, sight: Sight[Position], s: Position, f: Frame, offer: Offer) -> Pick | None:
        now = self.value_now(s)
        later = self.new_plan(s, ()).value
        return self.option(self.g.COMBAT_MOVEMENT if now and now >= later else self.g.MOVEMENT_COMBAT)

    # -- set-up and chits -------------------------------------------------------------------------------------------

    def security(self, sight: Sight[Position], s: Position, f: Frame, offer: Offer) -> Pick | None:
        sense = Sense(self.g, s, AXIS)

        def need(hex_: int) -> tuple[bool, bool, int]:
            return bool(s.orders >> hex_ & 1), not s.occupied[AXIS] >> hex_ & 1, -sense.from_foe[hex_]

        return HEX, max(members(offer.hexes), key=need)

    def urgency(self, sense: Sense, hq: int) -> float:
        """How much an activation of an HQ is needed."""
        g, s = self.g, sense.s
        if s.place[hq] < 0:
            return -1.0
        units = in_command_range(g, s, hq) & g.combat_units
        need = sum(min(2.0, self.danger(sense, unit, s.place[unit])) for unit in members(units))
        there = g.command_hexes(s.place[hq], g.command_range[hq])
        return need + sum(10 * self.risk(sense, city) for city in self.held(sense) if there >> city & 1)

    def select_chits(self, sight: Sight[Position], s: Position, f: Frame, offer: Offer) -> Pick | None:
        g = self.g
        if offer.options & g.DONE:
            return self.option(g.DONE)
        sense = Sense(g, s, AXIS)
        pressed = sum(1 for city in self.held(sense) if self.pressure(sense, city) > 0)
        if offer.options & g.CHIT[g.okh_chit] and f[2 + g.okh_chit] < self.okhs:
            return self.option(g.CHIT[g.okh_chit])
        kinds = [kind for kind, bit in enumerate(g.CHIT) if offer.options & bit and g.chits[kind].hq >= 0]
        if not kinds:
            return self.option(g.CHIT[g.okh_chit])
        return self.option(g.CHIT[max(kinds, key=lambda kind: (self.urgency(sense, g.chits[kind].hq), -kind))])

    def choose_hq(self, sight: Sight[Position], s: Position, f: Frame, offer: Offer) -> Pick | None:
        sense = Sense(self.g, s, AXIS)
        return UNIT, max(members(offer.units), key=lambda hq: (self.urgency(sense, hq), -hq))

    def okh(self, sight: Sight[Position], s: Position, f: Frame, offer: Offer) -> Pick | None:
        g = self.g
        if offer.options & g.NEGOTIATION and (s.orders or self.can_buy(s)):
            return self.option(g.NEGOTIATION)
        return self.option(g.HQ_ACTIVATION)

    def can_buy(self, s: Position) -> bool:
        return any(s.place[u] == BOX for pool in self.g.categories.values() for u in members(pool))

    def second_hq(self, sight: Sight[Position], s: Position, f: Frame, offer: Offer) -> Pick | None:
        return UNIT, (offer.units & -offer.units).bit_length() - 1

    # -- negotiation ------------------------------------------------------------------------------------------------

    def negotiation(self, sight: Sight[Position], s: Position, f: Frame, offer: Offer) -> Pick | None:
        sense = Sense(self.g, s, AXIS)
        if offer.hexes:
            city = max(members(offer.hexes), key=lambda c: (self.pressure(sense, c), -c))
            if self.pressure(sense, city) > 0:
                return HEX, city
        for category in self.shopping(f[1]):
            units = [u for u in members(offer.units) if self.g.category[u] == category]
            if units:
                return UNIT, max(units, key=lambda u: (sense.strength(u), -u))
        return None

    def pressure(self, sense: Sense, city: int) -> float:
        """How soon a city under an order may fall."""
        return max(0, 9 - sense.from_foe[city]) + sense.threat(city) / 3

    def shopping(self, points: int) -> tuple[str, ...]:
        return ("PR", "IR", "AR") if points >= self.g.np_costs["PR"] else ("IR", "AR")

    def place(self, sight: Sight[Position], s: Position, f: Frame, offer: Offer) -> Pick | None:
        g, unit = self.g, f[1]
        sense = Sense(g, s, AXIS)

        def score(hex_: int) -> float:
            bit = 1 << hex_
            empty = not s.occupied[AXIS] & bit
            if bit & s.orders and empty:
                return 10.0 if self.raided(sense, hex_) else 1.0
            if bit & s.orders and self.risk(sense, hex_) > ACCEPTED:
                return 8.0
            if bit & g.crossings & ~s.crossings and empty:
                return 4.0
            return self.hex_score(sense, unit, hex_)

        return HEX, max(members(offer.hexes), key=lambda hex_: (score(hex_), -hex_))

    # -- combat -----------------------------------------------------------------------------------------------------

    def advance(self, sight: Sight[Position], s: Position, f: Frame, offer: Offer) -> Pick | None:
        sense = Sense(self.g, s, AXIS)
        target = f[1]
        for unit in members(offer.units & self.g.combat_units):
            here = s.place[unit]
            if s.orders >> here & 1 and sense.steps_at(here) == s.steps[unit]:
                continue
            gain = self.hex_score(sense, unit, target) - self.hex_score(sense, unit, here)
            if gain + 0.5 * sense.ground_worth(target) - 0.4 > 0.3:
                return UNIT, unit
        return None

    def advance_unit(self, sight: Sight[Position], s: Position, f: Frame, offer: Offer) -> Pick | None:
        return HEX, self.best_hex(s, f[1], offer.hexes)

    def air_support(self, sight: Sight[Position], s: Position, f: Frame, offer: Offer) -> Pick | None:
        g = self.g
        if not offer.options & g.AIR_SUPPORT:
            return None
        gain = self.air_gain(s, s.stack[-2], zero=bool(f[1]))
        return self.option(g.AIR_SUPPORT if gain > 0.5 else g.NO_AIR_SUPPORT)

    def air_gain(self, s: Position, die: Frame, *, zero: bool) -> float:
        """What a marker would change in a combat."""
        g = self.g
        _, target, _, column, drm = die
        attacker = AXIS if s.occupied[SOVIET] >> target & 1 else SOVIET
        sense = Sense(g, s, attacker)
        zone = g.grid.spread(s.occupied[attacker], g.unblocked)
        defenders = Defenders(sense, target, zone)
        now = defenders.value(column, drm)
        if attacker == SOVIET:
            return now - defenders.value(column, drm + g.defensive_drm)
        return 0.0 if zero else defenders.value(min(column + g.offensive_shift, len(g.crt) - 1), drm) - now
