"""The reading of a position by a scripted player of Traces of War: the value of units and hexes, and the threats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stavka.agents.fields import Field
from stavka.engine.kinds import Side, Unit, hexes_in, units_in
from stavka.games.traces.agents.chart import Chart, chart_of
from stavka.games.traces.agents.weights import Weights
from stavka.games.traces.rules.c06_zones_of_control import enemy_zoc
from stavka.games.traces.rules.c08_supply import supply_lines as supply
from stavka.games.traces.rules.c09_movement import movement_allowance
from stavka.games.traces.rules.c10_combat.attacks import attack_strength, defence_strength, ratio_column
from stavka.games.traces.state import AXIS, Position
from stavka.hexes import Hex, flood

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces

AN_ORDER: Final = 60.0
"""The value of a Major City under an order to the Soviets: the whole game."""
MOST_ATTACKERS: Final = 6
"""The approximate number of units that can be brought against one hex."""
CUTTING: Final = 3
"""A Supply Line that comes so near to the enemy may be cut at any time."""
CORRIDOR: Final = 5
"""The number of hexes of such a line that are acceptable."""
NO_WAY: Final = 9
"""Steps lost in a retreat that is not possible."""


class Sense:
    """One position, read for one side. `s` is the player's own copy: plans move units on it."""

    def __init__(self, g: Traces, s: Position, side: Side, weights: Weights) -> None:
        self.g, self.s, self.side, self.foe, self.w = g, s, side, 1 - side, weights
        self.chart: Chart = chart_of(g)
        self.scenario = g.scenario(s)
        self.race = self.scenario.is_race
        self.last_turn = s.turn >= self.scenario.turns
        self.enemy_zoc = enemy_zoc(g, s, side)
        self.held = s.occupied[side]
        """The hexes of this side's units before any plan."""
        self.dangers: dict[tuple[int, int], float] = {}
        """The risk of a stack in a hex, as a commander has found it."""
        self._escapes: dict[tuple[int, int, int, int], tuple[int, int]] = {}
        self._threat: dict[int, int] = {}
        self._attackers: list[tuple[int, Hex, int, bool]] | None = None
        self._reached: int | None = None
        self._from_foe: Field | None = None
        self._supplied: int | None = None
        self._secure: int | None = None

    # -- worth ------------------------------------------------------------------------------------------------------

    def strength(self, unit: Unit) -> int:
        values = self.g.values[self.s.converted]
        steps = self.g.full_steps[unit]
        return max(values.attack[steps][unit], values.defence[steps][unit])

    def step_worth(self, unit: Unit) -> float:
        """The value of one step to its owner."""
        return self.w.strength * self.strength(unit) / self.g.full_steps[unit]

    def kill_worth(self, unit: Unit) -> float:
        """The additional value of the last step."""
        g, bit = self.g, 1 << unit
        if g.hq_units & bit:
            return 2.5
        if self.race or not g.germans & bit:
            return self.w.race_kill
        return 2.0 if g.panzers & bit else 1.0

    def ground_worth(self, hex_: Hex) -> float:
        """The value to this side of driving the enemy out of a hex."""
        bit, s, g = 1 << hex_, self.s, self.g
        worth = self.w.ground
        if self.side == AXIS:
            if bit & s.cities:
                worth += 5.0 if bit & g.major_cities and not self.race else 0.5
            return worth + (2.0 if hex_ == s.bridgehead else 0.0)
        if bit & s.orders:
            return AN_ORDER
        if bit & g.crossings & ~s.crossings:
            worth += self.w.crossing_ground if self.race else 1.0
        if self.race and bit & g.west_bank:
            worth += self.w.bank_ground
        if bit & g.cities & ~s.cities:
            worth += 6.0 if bit & g.major_cities and not self.race else 0.6
        return worth

    # -- supply -----------------------------------------------------------------------------------------------------

    @property
    def supplied(self) -> int:
        """Hexes from which a unit of this side could trace a Supply Line now."""
        if self._supplied is None:
            self._supplied = supply.traceable_hexes(self.g, self.s, self.side)
        return self._supplied

    @property
    def secure(self) -> int:
        """Hexes near to where Supply Lines run that the enemy is not about to cut."""
        if self._secure is None:
            g, s = self.g, self.s
            far = sum(1 << hex_ for hex_ in g.grid.bits(g.grid.all) if self.from_foe[hex_] > CUTTING)
            lines = flood(g.grid, supply.supply_sources(g, s, self.side) & far, far, g.supply_open)
            through = g.grid.all & ~s.occupied[self.foe]
            for _ in range(CORRIDOR):
                lines |= g.grid.spread(lines, g.supply_open) & through
            self._secure = lines
        return self._secure

    # -- threat -----------------------------------------------------------------------------------------------------

    @property
    def from_foe(self) -> Field:
        """The distance of each hex from the nearest enemy."""
        if self._from_foe is None:
            self._from_foe = self.chart.around(self.s.occupied[self.foe])
        return self._from_foe

    def threat(self, hex_: Hex) -> int:
        """The attack strength that the enemy could bring against a hex with one activation, roughly."""
        found = self._threat.get(hex_)
        if found is None:
            found = self._threat[hex_] = self._measure_threat(hex_)
        return found

    def _measure_threat(self, hex_: Hex) -> int:
        """Attackers come from the hexes that are no further from them: two a hex, the strongest by dry land."""
        if not self.reached >> hex_ & 1:
            return 0
        west = bool(self.g.west_bank >> hex_ & 1)
        away = self.chart.away(hex_)
        dry, wet, far = self._approaches(hex_)
        room, room_across = 2 * (dry + wet), 2 * far
        near: list[int] = []
        across: list[int] = []
        for attack, there, reach, bank in self.attackers:
            if away[there] <= reach:
                if bank == west:
                    near.append(attack)
                    room -= 1
                else:
                    across.append(attack)
                    room_across -= 1
                if room <= 0 and room_across <= 0:  # all others are weaker, and find no place
                    break
        full = near[: 2 * dry]
        total = sum(full)
        half = near[2 * dry : 2 * (dry + wet)]
        total += sum(half) // 2
        left = max(0, MOST_ATTACKERS - len(full) - len(half))
        return total + sum(across[: min(left, 2 * far)]) // 2

    def _approaches(self, hex_: Hex) -> tuple[int, int, int]:
        """Sides from which a hex can be attacked: dry, across a River, and across the Dnipro from the other bank."""
        own, away = self.held, self.from_foe[hex_]
        dry = wet = far = 0
        for near, halvings in self.g.attack_sides[hex_]:
            if own >> near & 1:
                continue
            if not self.same_bank(hex_, near):
                far += 1
            elif self.from_foe[near] <= away:
                if halvings:
                    wet += 1
                else:
                    dry += 1
        return dry, wet, far

    @property
    def attackers(self) -> list[tuple[int, Hex, int, bool]]:
        """The enemy's Combat Units, strongest first: attack, place, how far they may come, whether on the west bank."""
        if self._attackers is None:
            g, s = self.g, self.s
            zone = enemy_zoc(g, s, self.foe)
            foes = [u for here in s.at.values() for u in units_in(here & g.side_units[self.foe] & g.combat_units)]
            self._attackers = []
            for attack, unit in sorted(((attack_strength(g, s, u), u) for u in foes), reverse=True):
                hex_ = s.place[unit]
                reach = self.attack_range(unit, caught=bool(zone >> hex_ & 1))
                self._attackers.append((attack, hex_, reach, bool(g.west_bank >> hex_ & 1)))
        return self._attackers

    @property
    def reached(self) -> int:
        """The hexes against which the enemy could bring anybody."""
        if self._reached is None:
            self._reached = 0
            for _, there, reach, _ in self.attackers:
                self._reached |= self.g.grid.range(there, reach)
        return self._reached

    def attack_range(self, unit: Unit, *, caught: bool) -> int:
        """The distance at which a unit can attack: it moves, pays for an enemy ZOC, and attacks. A unit that starts
        in a ZOC may have to pay for leaving it; the unit that exerts it may be gone by then, so half of that is
        counted."""
        g = self.g
        points = movement_allowance(g, self.s, unit) - g.ezoc_enter - (g.ezoc_leave // 2 if caught else 0)
        return max(points, 0) + 1

    def same_bank(self, a: int, b: int) -> bool:
        west = self.g.west_bank
        return west >> a & 1 == west >> b & 1

    def column_against(self, hex_: Hex, defence: int) -> int:
        """The CRT column of the enemy's threat against a defence in a hex; -1 if it is too weak for an attack."""
        threat = self.threat(hex_)
        if threat <= 0:
            return -1
        if defence <= 0:
            return len(self.g.crt) - 1
        return ratio_column(self.g, threat, defence) - self.g.terrain_shift[hex_]

    def is_open(self, hex_: Hex) -> bool:
        """Whether an enemy, even an HQ, may simply walk into a hex: no unit is there."""
        g, s = self.g, self.s
        if s.occupied[self.side] >> hex_ & 1:
            return False
        if self.threat(hex_):
            return True
        hqs = (u for u in units_in(g.hq_units & g.side_units[self.foe]) if s.place[u] >= 0)
        return any(g.grid.distance(hex_, s.place[u]) <= movement_allowance(g, s, u) for u in hqs)

    def fall_chance(self, hex_: Hex, defence: int, steps: int, attacks: int = 1) -> float:
        """The chance that a city under an order loses all its steps in a number of attacks, if no unit comes to
        help."""
        if attacks < 1:
            return 0.0
        if not steps:
            return 1.0 if self.is_open(hex_) else 0.0
        column = self.column_against(hex_, defence)
        if column < 0:
            return 0.0
        fallen = 0.0
        for lost, faces in self.chart.tolls[column]:
            left = steps - lost
            if left <= 0:
                fallen += faces
            elif attacks > 1:
                weaker = -(-defence * left // steps)
                fallen += faces * self.fall_chance(hex_, weaker, left, attacks - 1)
        return fallen / 6

    # -- stacks -----------------------------------------------------------------------------------------------------

    def units_at(self, hex_: Hex) -> int:
        return self.s.at.get(hex_, 0)

    def defence_at(self, hex_: Hex) -> int:
        return sum(defence_strength(self.g, self.s, unit) for unit in units_in(self.units_at(hex_)))

    def steps_at(self, hex_: Hex) -> int:
        return sum(self.s.steps[unit] for unit in units_in(self.units_at(hex_)))

    def own(self) -> list[Unit]:
        """This side's units on the map."""
        g, s = self.g, self.s
        return [unit for unit in units_in(g.side_units[self.side]) if s.place[unit] >= 0]

    def foes_near(self, hex_: Hex, reach: int) -> int:
        """The number of enemy Combat Units within a number of hexes."""
        g, s = self.g, self.s
        there = g.grid.range(hex_, reach) & s.occupied[self.foe]
        return sum((s.at[near] & g.combat_units).bit_count() for near in hexes_in(there))

    def friends_near(self, hex_: Hex, reach: int) -> int:
        g, s = self.g, self.s
        there = g.grid.range(hex_, reach) & s.occupied[self.side]
        return sum((s.at[near] & g.combat_units).bit_count() for near in hexes_in(there))

    def escape(self, hex_: Hex, zone: int, side: Side) -> tuple[int, int]:
        """Steps that each unit of a side loses on a retreat of one and of two hexes, `zone` being in enemy ZOC."""
        enemy = self.s.occupied[1 - side]
        key = hex_, zone, side, enemy
        found = self._escapes.get(key)
        if found is None:
            found = self._escapes[key] = self._escape(hex_, zone, enemy)
        return found

    def _escape(self, hex_: Hex, zone: int, enemy: int) -> tuple[int, int]:
        g = self.g
        caught = zone >> hex_ & 1
        one = two = NO_WAY
        for near, major, _ in g.retreat_sides[hex_]:
            if enemy >> near & 1:
                continue
            first = zone >> near & 1
            if major and caught and first:
                continue
            one = min(one, first)
            if first >= two:
                continue
            for on, deep, bridged in g.retreat_sides[near]:
                if on == hex_ or enemy >> on & 1 or (deep and not bridged):
                    continue
                second = zone >> on & 1
                if not (deep and first and second):
                    two = min(two, first + second)
        return one, two
