"""The value of a position of Velikye Luki to the Soviet side: the VP that can be expected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.kinds import Side, Unit, hexes_in, units_in
from stavka.games.luki.rules.c05_zoc import zoc
from stavka.games.luki.rules.c06_supply.supply_lines import supplied
from stavka.games.luki.rules.c13_miscellaneous.garrison import has_city_kessel
from stavka.games.luki.rules.c14_scenarios.victory import counts, german_points
from stavka.games.luki.state import GERMAN, SOVIET, Position
from stavka.hexes import NO_HEX, Hex, distances

if TYPE_CHECKING:
    from stavka.games.luki.agents.weights import Weights
    from stavka.games.luki.game import Luki

KEPT = 4000
FOCUS = 2.5
"""How much more an objective counts for which a commander goes first."""
COMING = 8
COVERED = 2
"""Hexes within which quick German units endanger an objective that nobody is in, and Soviet units cover it."""


class Value:
    """Points now and later, from what is held, what lies open, and which units are cut off. Losses are counted
    elsewhere."""

    def __init__(self, g: Luki, weights: Weights, focus: Hex = NO_HEX) -> None:
        """focus: an objective that counts more than it is worth."""
        self.g, self.w = g, weights
        self.prizes = [goal.value * weights.to_goals * (FOCUS if goal.hex == focus else 1) for goal in g.goals]
        self._known: dict[tuple[int | bytes, ...], float] = {}
        self.by_railway = g.railway | g.grid.spread(g.railway)
        self.gates = g.grid.spread(g.luki) & ~g.luki

    def __call__(self, s: Position) -> float:
        key = s.turn, bytes(s.place), s.kessel[Unit(0)], s.city_kessel
        found = self._known.get(key)
        if found is None:
            if len(self._known) > KEPT:
                self._known.clear()
            found = self._known[key] = self.work_out(s)
        return found

    def telling(self, s: Position, side: Side) -> int:
        """Hexes in which units of a side may change the score."""
        g, hexes = self.g, 0
        for goal in g.goals:
            if counts(g, s, goal) != (side == SOVIET):
                hexes |= 1 << goal.hex if goal.occupied else 1 << goal.hex | g.near[goal.hex]
        if side == SOVIET and not self.is_railway_cut(s):
            hexes |= self.by_railway
        return hexes

    def is_railway_cut(self, s: Position) -> bool:
        g = self.g
        near = self.by_railway & s.occupied[SOVIET]
        return bool(near and g.railway & (s.occupied[SOVIET] | zoc(g, s, SOVIET)))

    def turns(self, s: Position) -> int:
        """Victory checks that are still to come."""
        return self.g.scenarios[s.scenario].turns - s.turn + 1

    def lasting(self, turns: int) -> float:
        """The total of a point in each remaining turn."""
        keep = self.w.lasting
        return (1 - keep**turns) / (1 - keep) if turns > 0 else 0.0

    def work_out(self, s: Position) -> float:
        g, w = self.g, self.w
        turns = self.turns(s)
        whole = self.lasting(turns)
        fed = supplied(g, s, SOVIET), supplied(g, s, GERMAN)
        levels = self.open_levels(s)
        total = 0.0
        for goal, prize in zip(g.goals, self.prizes, strict=True):
            if counts(g, s, goal):
                total += prize * (whole - self.exposed(s, goal.hex, turns))
            elif not goal.occupied or not s.occupied[GERMAN] >> goal.hex & 1:
                total += prize * whole * self.nearness(levels, 1 << goal.hex | g.near[goal.hex])
        total += w.to_railway * g.railway_vp * self.railway(s, levels, turns)
        total += w.to_ring * g.cut_off_vp * self.cut_off(s, fed[GERMAN], turns) - german_points(g, s)
        return total + w.isolated * (self.stranded(s, GERMAN, fed) - self.stranded(s, SOVIET, fed)) * min(turns, 3)

    def exposed(self, s: Position, hex_: Hex, turns: int) -> float:
        """How many of the remaining checks an objective that the Soviet side holds is likely to miss, because nobody is
        in it and the German units around it are strong beside the Soviet ones."""
        if not self.w.regain or s.occupied[SOVIET] >> hex_ & 1:
            return 0.0
        g, enemy = self.g, 0
        for near in hexes_in(s.occupied[GERMAN] & g.grid.range(hex_, COMING)):
            if s.at[near] & g.movable_units:
                far = 2 * g.grid.distance(hex_, near)
                enemy += sum(g.combat[unit][s.steps[unit]] for unit in units_in(s.at[near]) if g.allowance[unit] >= far)
        own = self.around(s, SOVIET, g.grid.range(hex_, COVERED))
        return self.w.regain * self.lasting(turns) * enemy / (enemy + 2 * own) if enemy else 0.0

    def around(self, s: Position, side: Side, hexes: int) -> int:
        """The CFs of the mobile units of a side in some hexes."""
        g, total = self.g, 0
        for hex_ in hexes_in(hexes & s.occupied[side]):
            for unit in units_in(s.at[hex_] & g.side_units[side] & ~g.stationary):
                total += g.combat[unit][s.steps[unit]]
        return total

    def railway(self, s: Position, levels: list[int], turns: int) -> float:
        """How often the railway will be found cut: now, and later with a chance that grows with the number of hexes to
        clear."""
        if not self.is_railway_cut(s):
            return self.lasting(turns) * self.nearness(levels, self.by_railway)
        stacks = (self.by_railway & s.occupied[SOVIET]).bit_count()
        return 1 + (self.lasting(turns) - 1) * (1 - self.w.reopened**stacks)

    def cut_off(self, s: Position, fed: int, turns: int) -> float:
        """How often Velikye Luki will be found cut off: now by its Kessel, later if no unit in it is in supply."""
        held = self.g.luki & s.occupied[GERMAN]
        now = has_city_kessel(s) or not held
        later = self.w.lasting * self.lasting(turns - 1)
        if held & fed:
            later *= self.w.ring * self.closed(s) ** 3
        return now + later

    def closed(self, s: Position) -> float:
        """The share of the hexes around the city that are shut to a German supply line."""
        g = self.g
        shut = self.gates & (s.occupied[SOVIET] | zoc(g, s, SOVIET) & ~s.occupied[GERMAN])
        return shut.bit_count() / max(self.gates.bit_count(), 1)

    def open_levels(self, s: Position) -> list[int]:
        """The hexes at each distance from Soviet units over ground that no German unit watches."""
        g = self.g
        free = g.grid.all & ~s.occupied[GERMAN] & ~zoc(g, s, GERMAN) | s.occupied[SOVIET]
        return distances(g.grid, s.occupied[SOVIET], free, g.grid.all_sides, int(self.w.reach) - 1)

    def nearness(self, levels: list[int], hexes: int) -> float:
        """The share of its worth that something not yet gained is worth already."""
        for far, level in enumerate(levels):
            if level & hexes:
                return self.w.access * (1 - far / self.w.reach)
        return 0.0

    def stranded(self, s: Position, side: Side, fed: tuple[int, int]) -> int:
        """The CFs of the mobile units of a side that are cut off."""
        return self.around(s, side, ~fed[side])
