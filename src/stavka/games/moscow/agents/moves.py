"""The plan of a Movement Phase of Roads to Moscow: Overruns, groups brought up to attack, a place for every other
unit."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import TYPE_CHECKING, Final, NamedTuple

from stavka.agents.placing import best_place
from stavka.agents.pushing import Pushing
from stavka.engine.kinds import NO_UNIT, Side, Unit, hexes_in, units_in
from stavka.games.moscow.rules.c03_basic_concepts.values import attack
from stavka.games.moscow.rules.c08_ground_movement import overrun
from stavka.games.moscow.rules.c08_ground_movement.going import MOVED, Moving, enemy, going, stack_allowance
from stavka.games.moscow.rules.c08_ground_movement.moves import find_goals
from stavka.games.moscow.rules.c09_pre_combat_actions.declaration import attackers, attackers_of
from stavka.games.moscow.rules.c10_combat.odds import crossing, idle
from stavka.games.moscow.state import OFF, lift, put, stack_points
from stavka.hexes import NO_HEX, Hex

if TYPE_CHECKING:
    from stavka.games.moscow.agents.fights import Fights
    from stavka.games.moscow.state import Position

LOOKS: Final = 6
"""The number of places of a unit that are examined closely late in a game, the best at first sight."""
GROUP: Final = 6
"""Units that are brought up against one hex, at most."""

PlaceScore = Callable[[Unit, Hex], float]
"""The value of a hex as a place for a unit, apart from combats."""


class Push(NamedTuple):
    """An attack that is prepared: the units that move up and their hexes, all attackers, and the value."""

    target: Hex
    group: tuple[tuple[Unit, Hex], ...]
    units: int
    worth: float


class Sweep(NamedTuple):
    """An Overrun that is planned: units that start together, the hex from which they overrun, and the target."""

    units: int
    start: Hex
    target: Hex
    worth: float


class Moves(Pushing[Push]):
    """A plan in the making: units are moved on the fights' own position as it grows."""

    def __init__(self, fights: Fights, side: Side, units: int, score: PlaceScore) -> None:
        self.fights, self.side, self.score = fights, side, score
        g, s = fights.g, fights.s
        self.home = {unit: s.place[unit] for unit in units_in(units)}
        self.reach = {unit: find_goals(g, s, Moving(1 << unit, origin=here)) for unit, here in self.home.items()}
        self.fit = attackers(g, s, side)
        self.free = units
        self.ends: dict[Unit, Hex] = {}
        self.sweeps: list[Sweep] = []
        self.pushes: list[Push] = []
        self.known: dict[Hex, Push | None] = {}
        self.gained = 0.0

    def copy(self) -> Moves:
        """The plan to carry out, of which parts may be given up."""
        plan = copy(self)
        plan.ends = self.ends.copy()
        return plan

    def worth(self) -> float:
        """The value of the plan."""
        fought = sum(push.worth for push in self.pushes) + sum(sweep.worth for sweep in self.sweeps)
        return fought + self.fights.w.moved * self.gained

    def shift(self, unit: Unit, hex_: Hex) -> None:
        g, s = self.fights.g, self.fights.s
        if s.place[unit] != hex_:
            lift(g, s, unit, OFF)
            put(g, s, unit, hex_)

    def has_room(self, unit: Unit, hex_: Hex) -> bool:
        g, s = self.fights.g, self.fights.s
        there = s.at.get(hex_, 0) & ~(1 << unit)
        return not g.points_of[unit] or stack_points(g, there) + g.points_of[unit] <= g.stacking

    def is_full(self, s: Position, units: int, hex_: Hex) -> bool:
        """Whether units would be too many in a hex, with those that are there in play and are meant to stay."""
        g = self.fights.g
        staying = [unit for unit in units_in(s.at.get(hex_, 0) & g.combat) if self.ends.get(unit, hex_) == hex_]
        points = sum(g.points_of[unit] for unit in staying) + stack_points(g, units)
        return points > g.stacking and bool(stack_points(g, units))

    def settle_on(self, unit: Unit, hex_: Hex) -> None:
        self.free &= ~(1 << unit)
        self.ends[unit] = hex_
        self.shift(unit, hex_)

    def give_up(self, units: int, s: Position) -> None:
        """Leave units where they are, in spite of the plan."""
        self.sweeps = [sweep for sweep in self.sweeps if not sweep.units & units]
        for unit in units_in(units):
            self.ends[unit] = s.place[unit]

    # -- Overruns ---------------------------------------------------------------------------------------------------

    def sweep(self) -> None:
        """Plan the best Overrun of each stack, if it is worth more than the least attack."""
        g, s = self.fights.g, self.fights.s
        fit = (g.red_box | g.cavalry) & g.combat & ~s.disrupted & ~s.oos & ~s.low_fuel & ~g.hqs
        for here in sorted({self.home[unit] for unit in units_in(self.free & fit)}):
            units = s.at[here] & self.free & fit
            if units & g.spearheads and stack_points(g, units) <= g.stacking:
                best = self.best_sweep(units, here)
                if best is not None:
                    self.sweeps.append(best)
                    self.free &= ~best.units
                    for unit in units_in(best.units):
                        self.shift(unit, best.start)  # the hex where they stay if they fail

    def best_sweep(self, units: int, here: Hex) -> Sweep | None:
        fights, g, s = self.fights, self.fights.g, self.fights.s
        if not overrun.may_overrun(g, s, Moving(units, origin=here)):
            return None
        points = stack_allowance(g, s, units)
        reach = g.reacher(going(g, s, units)).reach(here, points, enemy(g, s, units))
        near = g.grid.spread(reach.mask) & s.occupied[1 - self.side]
        best: Sweep | None = None
        for target in hexes_in(near):
            for start in hexes_in(g.grid.ring(target, 1) & reach.mask):
                if start != here and stack_points(g, s.at.get(start, 0) | units) > g.stacking:
                    continue
                worth = self.sweep_worth(units, here, start, target, points - reach.cost_of(start))
                least = max(fights.w.least_attack, best.worth if best is not None else 0.0)
                if worth is not None and worth > least:
                    best = Sweep(units, start, target, worth)
        return best

    def sweep_worth(self, units: int, here: Hex, start: Hex, target: Hex, left: int) -> float | None:
        """The value of an Overrun from a hex; None if it may not be made."""
        fights, g, s = self.fights, self.fights.g, self.fights.s
        for unit in units_in(units):
            self.shift(unit, start)
        move = Moving(units, left, MOVED, here)
        worth = fights.overrun(units, target) if overrun.targets(g, s, move) >> target & 1 else None
        for unit in units_in(units):
            self.shift(unit, here)
        return worth

    # -- groups -----------------------------------------------------------------------------------------------------

    def commit(self, push: Push) -> None:
        g = self.fights.g
        places = 0
        for unit, hex_ in push.group:
            places |= 1 << hex_ | 1 << self.home[unit]
            self.settle_on(unit, hex_)
        for unit in units_in(push.units & self.free):
            self.settle_on(unit, self.home[unit])
        self.fit &= ~push.units
        self.pushes.append(push)
        self.known[push.target] = None
        near = g.grid.spread(g.grid.spread(places)) | places
        for target, other in list(self.known.items()):
            if other is not None and (other.units & push.units or near >> target & 1):
                del self.known[target]

    def targets(self) -> int:
        """The enemy hexes to which a unit is adjacent, or could be."""
        g, s = self.fights.g, self.fights.s
        ends = sum({1 << s.place[unit] for unit in units_in(self.fit)})
        for unit in units_in(self.free & self.fit):
            ends |= self.reach[unit]
        return g.grid.spread(ends) & s.occupied[1 - self.side]

    def weigh(self, target: Hex) -> Push | None:
        """The best group for a hex: units are added one by one, the strongest first."""
        fights, g, s = self.fights, self.fights.g, self.fights.s
        slots = g.grid.ring(target, 1) & ~s.occupied[1 - self.side]
        group: list[tuple[Unit, Hex]] = []
        best: Push | None = None
        joiners: list[Unit] = [NO_UNIT, *self.joiners(target, slots)]
        for unit in joiners:
            if unit >= 0:
                hex_ = self.slot(unit, target, slots & self.reach[unit])
                if hex_ < 0:
                    continue
                self.shift(unit, hex_)
                group.append((unit, hex_))
            units = attackers_of(g, s, self.fit, target)
            units &= ~idle(g, s, units, target)
            if not units:
                continue
            worth = fights.attack(units, target)[0] - fights.w.effort * len(group)
            if worth > fights.w.least_attack and (best is None or worth > best.worth):
                best = Push(target, tuple(group), units, worth)
            if len(group) == GROUP:
                break
        for unit, _ in reversed(group):
            self.shift(unit, self.home[unit])
        return best

    def joiners(self, target: int, slots: int) -> list[Unit]:
        """Units that could be brought up against a hex and are not next to it, the strongest first."""
        g, s = self.fights.g, self.fights.s
        units = [unit for unit in units_in(self.free & self.fit) if self.reach[unit] & slots]
        units = [unit for unit in units if not slots >> s.place[unit] & 1]
        return sorted(units, key=lambda unit: (-attack(g, s, unit), unit))[: GROUP + 2]

    def slot(self, unit: Unit, target: Hex, hexes: int) -> Hex:
        """The hex from which a unit attacks best: not over a river, near few other enemies, in company, under cover."""
        fights, g, s = self.fights, self.fights.g, self.fights.s
        here = s.place[unit]

        def key(hex_: Hex) -> tuple[bool, float, int]:
            d = g.grid.direction(hex_, target)
            wet = bool(g.river[d] >> hex_ & 1)
            if wet and g.river_barred >> unit & 1 and g.unbridged_river[d] >> hex_ & 1:
                return True, 99.0, hex_
            others = (g.grid.ring(hex_, 1) & s.occupied[1 - self.side]).bit_count()
            company = bool(s.at.get(hex_, 0) & self.fit)
            return wet, others - 0.6 * company - 0.3 * fights.cover(self.side, hex_), hex_

        best = min((hex_ for hex_ in hexes_in(hexes) if self.has_room(unit, hex_)), key=key, default=NO_HEX)
        if best < 0:
            return NO_HEX
        self.shift(unit, best)
        useless = crossing(g, s, 1 << unit, target, g.unbridged_river) & g.river_barred
        self.shift(unit, here)
        return NO_HEX if useless else best

    # -- everybody else ---------------------------------------------------------------------------------------------

    def settle(self, order: Callable[[Unit], tuple[float, ...]]) -> None:
        """Find a place for each unit that is left, one after the other."""
        for unit in sorted(units_in(self.free), key=lambda each: (order(each), each)):
            self.settle_on(unit, self.settle_unit(unit))

    def fights_on(self, unit: Unit) -> bool:
        """Whether a unit can take ground: a combat unit that is neither artillery nor an HQ."""
        g = self.fights.g
        return bool(g.combat & ~g.guns & ~g.hqs & 1 << unit)

    def settle_unit(self, unit: Unit) -> Hex:
        g, s = self.fights.g, self.fights.s
        here = s.place[unit]
        lift(g, s, unit, OFF)
        known: dict[int, float] = {}

        def score(hex_: Hex) -> float:
            if hex_ not in known:
                known[hex_] = self.score(unit, hex_)
            return known[hex_]

        open_ = [hex_ for hex_ in hexes_in(self.reach[unit]) if self.has_room(unit, hex_)]

        def scored(hex_: Hex) -> float:
            put(g, s, unit, hex_)
            points = self.fights.standing(self.side)
            lift(g, s, unit, OFF)
            return score(hex_) + points

        close = scored if self.fights.is_late and self.fights_on(unit) else score
        end = best_place(open_, here, score, close, LOOKS)
        self.gained += max(0.0, score(end) - score(here))
        put(g, s, unit, here)
        return end
