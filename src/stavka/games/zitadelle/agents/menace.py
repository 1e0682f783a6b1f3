"""The enemy's possible next moves in Zitadelle, and the attacks that these may force on a stack."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from stavka.engine.kinds import Unit, hexes_in, units_in
from stavka.games.zitadelle.agents.sense import Sense
from stavka.games.zitadelle.rules.c07_assault.loss_checks import ATTACKER
from stavka.games.zitadelle.rules.c07_assault.morale import (
    armour_value,
    combat_strength,
    highest_armour,
    level,
    movement_allowance,
)
from stavka.games.zitadelle.rules.c08_movement import unit_moves as movement
from stavka.games.zitadelle.state import GERMAN, SOVIET, Position
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle


MOVES: Final = 0.6
"""The chance that a unit of a player who moves at random moves at all."""


class Comer(NamedTuple):
    """An enemy unit and the hexes that it can reach."""

    reach: int
    formation: int
    strength: int
    armour: int  # 0 for a non-armoured unit


def reach_of(g: Zitadelle, s: Position, unit: Unit) -> int:
    """The hexes to which a unit can go in one pick, including its own, whatever units of its side are there."""
    here = s.place[unit]
    points = movement_allowance(g, s, unit)
    frame = movement.Moving(unit, points, half_allowance=points >> 1)
    if movement.is_mined(g, s, unit):
        return 1 << here | sum(1 << near for near, cost in movement.single_steps(g, s, frame) if cost < points)
    return g.reacher_of[unit].reach(here, points, movement.enemy(g, s, frame)).mask | 1 << here


class Menace:
    """The possible moves of the enemy of a sense's side, from the present positions."""

    def __init__(self, sense: Sense) -> None:
        g, s = sense.g, sense.s
        self.sense = sense
        self.comers: list[Comer] = []
        self.at: dict[Hex, list[Comer]] = {}
        """The comers that can reach each hex."""
        reached = 0
        for unit in units_in(g.side_units[sense.foe] & g.combat_units & ~g.hq_units):
            if s.place[unit] >= 0 and not movement.is_frozen(g, s, unit):
                comer = Comer(
                    reach_of(g, s, unit),
                    g.formation[unit],
                    combat_strength(g, s, unit),
                    armour_value(g, s, unit) if g.armoured >> unit & 1 else 0,
                )
                self.comers.append(comer)
                reached |= comer.reach if not comer.armour else 0
                for hex_ in hexes_in(comer.reach):
                    self.at.setdefault(hex_, []).append(comer)
        self.beside = g.grid.spread(reached, g.open_sides)
        """Hexes next to which the enemy can bring a unit that can be attacked."""
        self._ground: dict[tuple[Hex, Hex], int] = {}
        self._stacks: dict[int, tuple[tuple[int, int], ...]] = {}
        self._forced: dict[tuple[int, int], float] = {}

    @cached_property
    def blind(self) -> list[float]:
        """For each hex, the chance that a randomly moving player's unit comes into it or next to it."""
        g = self.sense.g
        away = [1.0] * g.grid.size
        for comer in self.comers:
            near: dict[Hex, int] = {}
            for end in hexes_in(comer.reach):
                for hex_ in hexes_in(g.near[end] | 1 << end):
                    near[hex_] = near.get(hex_, 0) + 1
            share = MOVES / comer.reach.bit_count()
            for hex_, ends in near.items():
                away[hex_] *= 1 - share * ends
        return [1 - chance for chance in away]

    def stacks(self, hex_: Hex) -> tuple[tuple[int, int], ...]:
        """(defence, armour) of the best stacks that the enemy can have in a hex."""
        found = self._stacks.get(hex_)
        if found is None:
            found = self._stacks[hex_] = tuple(self._find_stacks(hex_))
        return found

    def _find_stacks(self, hex_: Hex) -> list[tuple[int, int]]:
        soft: dict[int, list[int]] = {}
        tanks: dict[int, int] = {}
        for _, formation, strength, armour in self.at.get(hex_, ()):
            if armour:
                tanks[formation] = max(tanks.get(formation, 0), armour)
            else:
                soft.setdefault(formation, []).append(strength)
        found = []
        for formation, strengths in sorted(soft.items()):
            first, *others = sorted(strengths, reverse=True)
            if others:
                found.append((first + others[0], 0))
            found.append((first, tanks.get(formation, 0)))
        return found

    def forced(self, hex_: Hex, units: int) -> float:
        """The loss of a stack in a hex when it has to attack what the enemy can bring next to it, in the worst case."""
        if not units or not self.beside >> hex_ & 1:
            return 0.0
        found = self._forced.get((hex_, units))
        if found is None:
            found = self._forced[hex_, units] = self._find_forced(hex_, units)
        return found

    def _find_forced(self, hex_: Hex, units: int) -> float:
        sense = self.sense
        g, s = sense.g, sense.s
        attack = sum([combat_strength(g, s, unit) for unit in units_in(units)])
        armour, ratio = highest_armour(g, s, units), sense.chart.ratio
        worst = sense.chart.last_column
        for near in g.adjacent[hex_]:
            if near in s.at and (s.occupied[SOVIET] | s.occupied[GERMAN]) >> near & 1:
                continue
            stacks = self.stacks(near)
            if stacks:
                columns = sum([ratio(attack, defence) - tanks for defence, tanks in stacks])
                columns += len(stacks) * (armour - self.ground(hex_, near))
                worst = min(worst, max(0, round(columns / len(stacks))))
        return sum(
            sense.fate_worth(sense.chart.fate(worst, ATTACKER, level(g, s, unit), 0), unit) for unit in units_in(units)
        )

    def ground(self, here: Hex, hex_: Hex) -> int:
        """The columns that the ground of a hex, and water before it, are worth to a unit in it."""
        found = self._ground.get((here, hex_))
        if found is None:
            found = self._ground[here, hex_] = self._find_ground(here, hex_)
        return found

    def _find_ground(self, here: Hex, hex_: Hex) -> int:
        g = self.sense.g
        shift = g.terrain_shift[hex_] + g.water_shift.get(g.water_between(here, hex_), 0)
        if self.sense.foe == SOVIET:
            shift += sum(g.fort_shift[name] for name, forts in g.forts.items() if forts >> hex_ & 1)
        return shift
