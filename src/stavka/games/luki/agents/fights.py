"""The value of combats of Velikye Luki, over dice and the chits of both sides, in Soviet or German VP."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.kinds import Side, hexes_in, last_unit, members, units_in
from stavka.games.luki.agents.chart import Effect, Hits, Spread, chart_of
from stavka.games.luki.rules.c05_zoc import zoc
from stavka.games.luki.rules.c06_supply.supply_lines import in_rail_range
from stavka.games.luki.rules.c08_stacking import has_room
from stavka.games.luki.rules.c10_movement.moves import PAID
from stavka.games.luki.rules.c11_combat import odds
from stavka.games.luki.rules.c11_combat.chits import works
from stavka.games.luki.rules.c11_combat.fight import Fight
from stavka.games.luki.state import GERMAN, OFF, SOVIET, Position, lift, put
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.luki.agents.value import Value
    from stavka.games.luki.agents.weights import Weights
    from stavka.games.luki.game import Luki

KINDS = ("armour", "guards", "motorized", "tank")
SIGN = (1.0, -1.0)
"""The sign of Soviet VP for each side."""

Known = tuple[dict[tuple[int, ...], float], dict[tuple[int, int], float], dict[tuple[int, int, int], bool]]
"""The values of combats and of ground, and the hexes in range of a railway, as far as they have been needed."""


def strength(g: Luki, s: Position, units: int) -> int:
    """The CFs of units together."""
    return sum(g.combat[unit][s.steps[unit]] for unit in units_in(units))


class Fights:
    """Combats on a position of its own, in which every unit has a place."""

    def __init__(self, g: Luki, s: Position, weights: Weights, value: Value) -> None:
        self.g, self.s, self.w, self.value = g, s, weights, value
        self.chart = chart_of(g)
        self.prizes = {goal.hex: goal.value for goal in g.goals if goal.occupied}
        self._worth: dict[tuple[int, ...], float] = {}
        self._ground: dict[tuple[int, int], float] = {}
        self._rail: dict[tuple[int, int, int], bool] = {}
        self._steps: dict[int, int] = {}
        self._step_worth: dict[int, float] = {}

    def known(self) -> Known:
        """Results that have already been worked out."""
        return self._worth.copy(), self._ground.copy(), self._rail.copy()

    def recall(self, known: Known) -> None:
        """Take up what has been worked out on another copy of the same position."""
        worth, ground, rail = known
        self._worth, self._ground, self._rail = worth.copy(), ground.copy(), rail.copy()

    # -- chits ------------------------------------------------------------------------------------------------------

    def spread(self, fight: Fight, side: Side, tpv: tuple[int, int]) -> Spread:
        """The possible effects of a side's chits. tpv: its own and the enemy's."""
        g = self.g
        played = g.chits_equal if tpv[0] == tpv[1] else g.chits_superior if tpv[0] > tpv[1] else g.chits_inferior
        effects = self.usable(fight, side)
        blanks = (self.s.cup & g.side_chits[side]).bit_count() - len(effects)
        return self.chart.spread(effects, blanks, tpv[0], played)

    def usable(self, fight: Fight, side: Side) -> tuple[Effect, ...]:
        """The effects of the chits in a side's cup that work in a combat."""
        key = (side, self.s.cup, *self.circumstances(fight, side))
        known = self.chart.usable
        if key not in known:
            chits = members(self.s.cup & self.g.side_chits[side])
            known[key] = tuple(self.chart.effects[n] for n in chits if works(self.g, self.s, fight, n))
        return known[key]

    def circumstances(self, fight: Fight, side: Side) -> tuple[int | str, ...]:
        """The facts on which the conditions of chits depend."""
        g, hex_ = self.g, fight.hex
        attack = fight.side == side
        own, other = (fight.attackers, fight.defenders) if attack else (fight.defenders, fight.attackers)
        flags = 0
        for kind in KINDS:
            flags = flags << 2 | bool(own & g.kinds[kind]) << 1 | bool(other & g.kinds[kind])
        fort = bool(fight.defenders & g.stationary)
        return attack, flags, min(own.bit_count(), 3), g.terrain_of(hex_), fort, side == SOVIET and self.by_rail(hex_)

    def by_rail(self, hex_: Hex) -> bool:
        s = self.s
        key = hex_, s.occupied[GERMAN], s.exert[GERMAN]
        if key not in self._rail:
            self._rail[key] = in_rail_range(self.g, s, hex_)
        return self._rail[key]

    # -- chances ----------------------------------------------------------------------------------------------------

    def hits_of(self, fight: Fight, attacker: Spread | None, defender: Spread | None) -> Hits:
        """Hits of attacker and defender in a combat. Chits that are not known count with their chances."""
        g, s, hex_ = self.g, self.s, fight.hex
        found = odds.work_out(g, s, fight)
        known = attacker is None and defender is None
        if attacker is None or defender is None:
            mine = odds.tactical_points(g, s, fight.attackers, hex_, attack=True)
            theirs = odds.tactical_points(g, s, fight.defenders, hex_, attack=False)
            attacker = attacker or self.spread(fight, fight.side, (mine, theirs))
            defender = defender or self.spread(fight, 1 - fight.side, (theirs, mine))
        drm = max(-g.drm_limit, min(found.drm, g.drm_limit))
        work_out = self.chart.hits if known else self.chart.work_out
        return work_out(found.column, drm, attacker, defender)

    def fight(self, side: Side, units: int, hex_: Hex) -> Fight:
        return Fight(side, PAID, hex_, units, self.s.at[hex_] & self.g.side_units[1 - side], shown=0)

    # -- what it is worth -------------------------------------------------------------------------------------------

    def cf_worth(self, side: Side) -> float:
        return self.w.soviet_cf if side == SOVIET else self.w.german_cf

    def steps(self, units: int) -> int:
        """The steps of a force."""
        found = self._steps.get(units)
        if found is None:
            found = self._steps[units] = sum(self.s.steps[unit] for unit in units_in(units))
        return found

    def step_worth(self, units: int) -> float:
        """The average value of a step of a force to its owner."""
        found = self._step_worth.get(units)
        if found is None:
            side = self.g.side[last_unit(units)]
            whole = strength(self.g, self.s, units) * self.cf_worth(side) + units.bit_count() * self.w.last_step
            found = self._step_worth[units] = whole / max(self.steps(units), 1)
        return found

    def worth(self, side: Side, units: int, hex_: Hex) -> float:
        """The value of an attack to the attacker, without its costs."""
        s = self.s
        key = side, units, hex_, s.at[hex_], s.occupied[side], *(s.place[unit] for unit in units_in(units))
        found = self._worth.get(key)
        if found is None:
            found = self._worth[key] = self.expected(self.fight(side, units, hex_), None, None)
        return found

    def expected(self, fight: Fight, attacker: Spread | None, defender: Spread | None) -> float:
        """The worth of a combat to its attacker, over all results."""
        mine = self.step_worth(fight.attackers)
        steps = self.steps(fight.attackers)
        fates: dict[int, float] = {}
        total = 0.0
        for a, d, chance in self.hits_of(fight, attacker, defender):
            if d not in fates:
                fates[d] = self.fate(fight, d)
            total += chance * (fates[d] - mine * min(a, steps))
        return total

    def fate(self, fight: Fight, hits: int) -> float:
        """The value of hits on the defender to the attacker, if the defender responds as well as possible."""
        if not hits:
            return 0.0
        g, s, hex_, units, side = self.g, self.s, fight.hex, fight.defenders, 1 - fight.side
        steps = self.steps(units)
        each = self.step_worth(units)
        each += self.siege(side, hex_) / steps
        won = self.ground(fight.side, hex_, fight.attackers)
        if hits >= steps:
            return each * steps + won
        stay = each * hits
        if g.cities >> hex_ & 1:
            return stay
        more = hits > units.bit_count()
        ways = g.near[hex_] & ~s.occupied[fight.side]
        if units & g.stationary or not ways:
            return each * (hits + more) if hits + more < steps else each * steps + won
        lost = hits - 1 + (not ways & ~zoc(g, s, 1 - side))
        go = each * min(lost, steps) + won
        return go if more else min(stay, go)

    def siege(self, side: Side, hex_: Hex) -> float:
        """The value of a side's garrison of an objective that must be occupied, beyond its strength."""
        worth = self.prizes.get(hex_, 0) * (self.w.siege if side == GERMAN else self.w.besiege)
        return worth * self.value.lasting(self.value.turns(self.s)) if worth else 0.0

    def ground(self, side: Side, hex_: Hex, units: int) -> float:
        """The value to a side of driving the enemy out of a hex and entering it with the best of some units.

        It is worked out once: later moves of other units are ignored."""
        g, s = self.g, self.s
        found = self._ground.get((side, hex_))
        if found is None:
            before = self.value(s)
            gone = [(unit, s.place[unit]) for unit in units_in(s.at[hex_])]
            for unit, _ in gone:
                lift(g, s, unit, OFF)
            best = SIGN[side] * self.value(s)
            unit = max(units_in(units), key=lambda u: (g.combat[u][s.steps[u]], -u))
            here = s.place[unit]
            stack = [u for u in units_in(s.at[here] & g.side_units[side] & ~g.stationary) if units >> u & 1]
            if has_room(g, s, sum(1 << u for u in stack), hex_):
                for u in stack:
                    lift(g, s, u, OFF)
                    put(g, s, u, hex_)
                best = max(best, SIGN[side] * self.value(s))
                for u in stack:
                    lift(g, s, u, OFF)
                    put(g, s, u, here)
            for unit, place in gone:
                put(g, s, unit, place)
            found = self._ground[side, hex_] = self.w.ground + max(0.0, best - SIGN[side] * before)
        return found

    # -- around a hex -----------------------------------------------------------------------------------------------

    def around(self, side: Side, hex_: Hex) -> int:
        """The mobile units of a side next to a hex."""
        units = 0
        for near in hexes_in(self.g.near[hex_] & self.s.occupied[side]):
            units |= self.s.at[near]
        return units & self.g.side_units[side] & self.g.movable_units

    def menace(self, side: Side, hex_: Hex) -> float:
        """The value that the enemy of a side can hope for by attacking its units in a hex with all adjacent units."""
        units = self.around(1 - side, hex_)
        if not units or not self.s.at.get(hex_, 0) & self.g.side_units[side]:
            return 0.0
        return max(0.0, self.worth(1 - side, units, hex_))

    def chance(self, side: Side, hex_: Hex) -> float:
        """The value that a side can hope for by attacking from a hex, with the other units adjacent to the enemy."""
        best = 0.0
        for near in hexes_in(self.g.near[hex_] & self.s.occupied[1 - side]):
            units = self.around(side, near)
            if units:
                best = max(best, self.worth(side, units, near))
        return best
