"""The reading of a position by a scripted player of Zitadelle: the value of steps, hexes, assaults and shots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from stavka.engine.kinds import Side, Unit, hexes_in, last_hex, last_unit, units_in
from stavka.games.zitadelle.agents.chart import Chart, Checker, Fate, chart_of
from stavka.games.zitadelle.agents.weights import Weights
from stavka.games.zitadelle.rules.c05_stacking_and_zoc.zones_of_control import is_surrounded
from stavka.games.zitadelle.rules.c06_anti_tank_fire.fire import fire_drm, strongest
from stavka.games.zitadelle.rules.c07_assault.duties import exempt
from stavka.games.zitadelle.rules.c07_assault.loss_checks import ATTACKER, DEFENDER
from stavka.games.zitadelle.rules.c07_assault.morale import (
    armour_value,
    at_strength,
    combat_strength,
    highest_armour,
    level,
)
from stavka.games.zitadelle.rules.c07_assault.odds import is_integral, odds, water_shift
from stavka.games.zitadelle.state import GERMAN, SOVIET, Position
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.zitadelle.agents.menace import Menace
    from stavka.games.zitadelle.game import Zitadelle

NO_RETREAT: Final = 0.6
"""The chance that a surrounded unit is lost when it has to retreat."""


class Force(NamedTuple):
    """What units bring into an assault, wherever they are."""

    attack: int
    armour: int
    integrity: int
    """The columns that a whole division is worth."""


class Stack(NamedTuple):
    """What the units in a hex bring into its defence."""

    units: int
    """The units that can be attacked."""
    defence: int
    armour: int
    is_pure: bool
    """Whether no unit has retreated into the hex in this phase."""


class Figures(NamedTuple):
    """What matters of the odds of an assault."""

    attack: int
    defence: int
    shift: int
    defenders: int
    integrity: int
    """The part of the shift that a whole division is worth."""


class Sense:
    """One position, read for one side. `s` is the player's own copy: plans move units on it and change nothing else."""

    def __init__(self, g: Zitadelle, s: Position, side: Side, weights: Weights) -> None:
        self.g, self.s, self.side, self.foe, self.w = g, s, side, 1 - side, weights
        self.chart: Chart = chart_of(g)
        turns = g.scenarios[s.scenario].turns
        self.turns_left = turns - s.turn
        self.left = self.turns_left / turns
        """The share of the game that is still to come."""
        self.is_last = s.turn >= turns
        self._promise: Sequence[float] | None = None
        self._steps: dict[int, float] = {}
        self._levels: dict[int, int] = {}
        self._blows: dict[tuple[int, str, int, float], float] = {}
        self._forces: dict[int, Force] = {}
        self._stacks: dict[int, Stack] = {}
        self._cleared: dict[tuple[int, int], float] = {}
        self.menace: Menace | None = None
        """The enemy's possible moves before the planned assaults are made; None if they are made at once."""

    # -- worth ------------------------------------------------------------------------------------------------------

    def step_worth(self, unit: Unit) -> float:
        """The value of a step of a unit to its owner."""
        found = self._steps.get(unit)
        if found is None:
            found = self._steps[unit] = self._step_worth(unit)
        return found

    def _step_worth(self, unit: Unit) -> float:
        g, w = self.g, self.w
        steps = g.full_steps[unit] or 1
        strength = g.combat[steps][unit] / steps
        fire = w.at_strength * g.at[steps][unit] / steps
        if g.side[unit] == GERMAN:
            return w.german_step + self.left * (w.german_strength * strength + fire)
        return w.soviet_step + self.left * (w.soviet_strength * strength + fire)

    def blow_worth(self, column: int, who: str, unit: Unit) -> float:
        """The average cost of an assault in a column to a unit."""
        drm, trapped = 0, 0.0
        if is_surrounded(self.g, self.s, unit):
            drm, trapped = self.g.surrounded_drm, NO_RETREAT
        key = column, who, unit, trapped
        found = self._blows.get(key)
        if found is None:
            fate = self.chart.fate(column, who, self.level(unit), drm)
            found = self._blows[key] = self.fate_worth(fate, unit, trapped)
        return found

    def level(self, unit: Unit) -> int:
        """The PM level that a unit checks against."""
        found = self._levels.get(unit)
        if found is None:
            found = self._levels[unit] = level(self.g, self.s, unit)
        return found

    def fate_worth(self, fate: Fate, unit: Unit, trapped: float = 0.0) -> float:
        """The cost of a fate to a unit; trapped: the chance that it is lost when it has to retreat."""
        step, steps = self.step_worth(unit), self.s.steps[unit]
        whole = fate.destroyed + trapped * fate.disrupted
        gone = whole + (fate.step if steps == 1 else 0.0)
        lost = fate.step * step + whole * steps * step + gone * self.w.last_step
        return lost + (1 - trapped) * fate.disrupted * self.w.disrupted * (0.5 + self.left)

    def ground_worth(self, hex_: Hex, side: Side) -> float:
        """The value to a side of driving the enemy out of a hex."""
        g, s, w, bit = self.g, self.s, self.w, 1 << hex_
        worth = w.ground * (0.3 + self.left)
        if side == GERMAN:
            here = [self.promise[near] for near in hexes_in(g.near[hex_] & s.occupied[GERMAN])]
            gain = self.promise[hex_] - (sum(here) / len(here) if here else 0.0)
            if gain > 0:
                worth += gain * (w.progress + (w.breach - w.progress) * self.openness(hex_))
        if bit & g.scoring and bool(s.held & bit) == (side == SOVIET):
            worth += w.prize * g.values.get(hex_, 0)
            if hex_ == g.belgorod and not s.belgorod:
                worth += w.prize * g.belgorod_vp
        return worth

    def openness(self, hex_: Hex) -> float:
        """The share of the ways on from a hex towards the goals that are open: no enemy is in or next to the adjacent
        hex, apart from enemies in the first hex itself."""
        g, s = self.g, self.s
        others = s.occupied[SOVIET] & ~(1 << hex_)
        onward = [near for near in hexes_in(g.near[hex_]) if self.promise[near] > self.promise[hex_]]
        free = [near for near in onward if not (g.near[near] | 1 << near) & others]
        return len(free) / len(onward) if onward else 0.0

    @property
    def promise(self) -> Sequence[float]:
        """For each hex, the VP that the German side can hope for with a spearhead there, by the distances of the
        victory hexes that it has not taken, and the number of turns."""
        if self._promise is None:
            self._promise = self.chart.promise(self.s.held & self.g.scoring, self.turns_left)
        return self._promise

    # -- assaults ---------------------------------------------------------------------------------------------------

    def force(self, units: int) -> Force:
        found = self._forces.get(units)
        if found is None:
            g, s = self.g, self.s
            attack = sum([combat_strength(g, s, unit) for unit in units_in(units)])
            whole = g.integrity_shift if is_integral(g, units) else 0
            found = self._forces[units] = Force(attack, highest_armour(g, s, units), whole)
        return found

    def stack(self, units: int) -> Stack:
        found = self._stacks.get(units)
        if found is None:
            g, s = self.g, self.s
            soft = units & g.soft_units
            here = soft & ~s.defended
            defence = sum([combat_strength(g, s, unit) for unit in units_in(here)])
            armour = highest_armour(g, s, units & g.combat_units)
            found = self._stacks[units] = Stack(here, defence, armour, here == soft)
        return found

    def figures(self, units: int, hexes: int, support: int) -> Figures:
        """The odds of an assault, as `odds` has them: one hex without support is looked up in parts."""
        g, s = self.g, self.s
        if not support and not hexes & (hexes - 1):
            hex_ = last_hex(hexes)
            there = self.stack(s.at[hex_])
            if there.is_pure:
                mine = self.force(units)
                ground = self.chart.ground[hex_][s.soft[SOVIET] >> hex_ & 1]
                if self.chart.wet >> hex_ & 1:
                    ground += water_shift(g, s, units, hex_)
                shift = mine.armour + mine.integrity - there.armour - ground
                return Figures(mine.attack, there.defence, shift, there.units, mine.integrity)
        found = odds(g, s, units, hexes, support)
        integrity = g.integrity_shift if is_integral(g, units) else 0
        return Figures(found.attack, found.defence, found.shift, found.defenders, integrity)

    def assault_worth(self, units: int, hexes: int, support: int = 0) -> float:
        """The value of an assault to the attacker, from exact odds."""
        found = self.figures(units, hexes, support)
        parts = dict.fromkeys(units_in(units), 1.0)
        return self.wary_worth(found, found.attack, found.shift, parts, hexes)

    def wary_worth(self, found: Figures, attack: float, shift: int, parts: dict[Unit, float], hexes: int) -> float:
        """The value of an assault with this strength and shift. If the enemy moves before it is made, the hex may have
        been reinforced."""
        g, s = self.g, self.s
        column = self.column(attack, found.defence, shift)
        worth = self.column_worth(column, parts, found.defenders, hexes)
        if self.menace is None or not found.defenders or g.side[last_unit(found.defenders)] == self.side:
            return worth
        worst = column
        for hex_ in hexes_in(hexes):
            now = self.stack(s.at[hex_]).armour
            for defence, tanks in self.menace.stacks(hex_):
                stronger = max(defence, found.defence)
                worst = min(worst, self.column(attack, stronger, shift + now - max(now, tanks)))
        if worst < column:
            then = self.column_worth(worst, parts, found.defenders, hexes)
            worth += self.w.reinforced * (then - worth)
        return worth

    def column(self, attack: float, defence: int, shift: int) -> int:
        """The column of an assault; strengths may be parts of numbers."""
        column = self.chart.ratio(int(attack * 4) or 1, defence * 4 or 1) + shift
        most = self.chart.last_column
        return 0 if column < 0 else most if column > most else column

    def column_worth(self, column: int, units: dict[Unit, float], defenders: int, hexes: int) -> float:
        """The value of an assault in a column to the attacker; each attacker's losses count by its share in the
        assault."""
        if not defenders:
            return 0.0
        g, s = self.g, self.s
        side = 1 - g.side[last_unit(defenders)]
        worth = 0.0
        for unit in units_in(defenders):
            worth += self.blow_worth(column, DEFENDER, unit)
        for unit, part in units.items():
            worth -= part * self.blow_worth(column, ATTACKER, unit)
        for hex_ in hexes_in(hexes & ~s.hard[1 - side]):
            worth += self.cleared(column, s.at[hex_] & g.soft_units) * self.ground_worth(hex_, side)
        return worth

    def cleared(self, column: int, units: int) -> float:
        """The chance that all units of a hex are gone after an assault."""
        key = column, units
        found = self._cleared.get(key)
        if found is None:
            found = self._cleared[key] = self.chart.cleared(column, self.checkers(units))
        return found

    def checkers(self, units: int) -> tuple[Checker, ...]:
        return tuple((self.level(unit), 0, self.s.steps[unit] == 1) for unit in units_in(units))

    def around(self, side: Side, hex_: Hex) -> int:
        """Combat units of a side adjacent to a hex, not across a lake."""
        g, at, units = self.g, self.s.at, 0
        for near in g.adjacent[hex_]:
            if near in at:
                units |= at[near]
        return units & self.chart.fighters[side]

    def split(self, side: Side, units: int) -> dict[Unit, float]:
        """The share of its strength that each unit of a side can use against one of the enemy hexes next to it."""
        s, g = self.s, self.g
        soft = s.soft[1 - side]
        return {unit: 1 / max(1, (g.near[s.place[unit]] & soft).bit_count()) for unit in units_in(units)}

    def onslaught(self, side: Side, hex_: Hex) -> float:
        """The result for a side of its coming Assault Phase against an enemy hex, when all adjacent units attack as
        strongly as they can. A unit that need not attack does so only if it pays."""
        g, s = self.g, self.s
        if not s.soft[1 - side] >> hex_ & 1:
            return 0.0
        units = self.around(side, hex_)
        if not units:
            return 0.0
        worth = self.partial_worth(side, units, hex_, self.helpers(side, units, hex_))
        if worth < 0 and side == SOVIET:
            free = 0
            for near in hexes_in(g.near[hex_] & s.occupied[SOVIET]):
                free |= exempt(g, s, SOVIET, near)
            bound = units & ~free
            if not bound:
                return 0.0
            if free:
                worth = self.partial_worth(side, bound, hex_)
        return worth

    def helpers(self, side: Side, units: int, hex_: Hex) -> int:
        """Bombardment and engineer units of the first turn that could support an assault: one of each."""
        g, s, found = self.g, self.s, 0
        if side != GERMAN or s.turn > 1 or not (s.support[0] | s.support[1]) & g.near[hex_]:
            return 0
        corps = {g.formation[unit] for unit in units_in(units)}
        for near in hexes_in(g.near[hex_] & (s.support[0] | s.support[1])):
            for unit in units_in(s.at[near] & g.support_units):
                kind = g.bombardment if g.bombardment >> unit & 1 else g.engineers
                if g.formation[unit] in corps and not found & kind:
                    found |= 1 << unit
        return found

    def partial_worth(self, side: Side, units: int, hex_: Hex, support: int = 0) -> float:
        """An assault by units that have other hexes to attack as well, each with a part of its strength."""
        g, s = self.g, self.s
        split = self.split(side, units)
        if min(split.values()) == 1.0:
            return self.assault_worth(units, 1 << hex_, support)
        found = self.figures(units, 1 << hex_, support)
        attack = sum([combat_strength(g, s, unit) * part for unit, part in split.items()])
        return self.wary_worth(found, attack, found.shift - found.integrity, split, 1 << hex_)

    # -- fire -------------------------------------------------------------------------------------------------------

    def shot_worth(self, unit: Unit, hex_: Hex) -> float:
        """The average value of a shot at a hex to the unit that fires."""
        g, s = self.g, self.s
        targets = strongest(g, s, hex_)
        if not targets:
            return 0.0
        armour = armour_value(g, s, last_unit(targets))
        chance = self.chart.hit(at_strength(g, s, unit), fire_drm(g, s, unit, hex_), armour)
        worths = [
            self.step_worth(target) + (self.w.last_step if s.steps[target] == 1 else 0.0)
            for target in units_in(targets)
        ]
        return chance * min(worths)

    def fire_worth(self, side: Side, hex_: Hex) -> float:
        """The effect of fire by the units of a side next to a hex on the armour in it."""
        g, s = self.g, self.s
        if not s.hard[1 - side] >> hex_ & 1:
            return 0.0
        worth = 0.0
        for near in hexes_in(g.near[hex_] & s.occupied[side]):
            share = 1 / (g.near[near] & s.hard[1 - side]).bit_count()
            for unit in units_in(s.at[near] & g.combat_units & ~s.disrupted):
                if at_strength(g, s, unit):
                    worth += share * self.shot_worth(unit, hex_)
        return worth

    # -- places -----------------------------------------------------------------------------------------------------

    def exchange(self, hex_: Hex) -> float:
        """The result for this side of fire and assaults in and from a hex in the coming turns, with the units in their
        present places.

        The enemy attacks first, then this side."""
        g, s = self.g, self.s
        near = g.near[hex_] & s.occupied[self.foe]
        if not near or (self.is_last and self.side == SOVIET):
            return 0.0
        worth = -self.onslaught(self.foe, hex_) - self.fire_worth(self.foe, hex_)
        if self.is_last:
            return worth
        for enemy in hexes_in(near):
            coming = self.onslaught(self.side, enemy)
            worth += coming * (self.w.coming if coming > 0 else 1.0) + 0.8 * self.fire_worth(self.side, enemy)
        return worth
