"""Chapters 11.3 and 11.5: retreats, through enemy zones of control as well."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from stavka.engine.deciding import ByOwners
from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import Option, Side, Unit, hexes_in, last_unit, units_in
from stavka.engine.machine import UNITS, Step
from stavka.engine.offer import HEX, UNIT, Offer, Pick, Reason
from stavka.games.moscow.rules.c03_basic_concepts import control
from stavka.games.moscow.rules.c03_basic_concepts.zones_of_control import enemy_zone, projecting_hexes
from stavka.games.moscow.rules.c08_ground_movement.going import barred_ends
from stavka.games.moscow.rules.c11_combat_results.losses import eliminate, lose_step
from stavka.games.moscow.rules.c11_combat_results.results import Losing
from stavka.games.moscow.rules.c15_hqs_and_leaders import Check, Checking
from stavka.games.moscow.state import Position, stack_points
from stavka.games.moscow.words import ask, because
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow

Path = tuple[Hex, ...]


# -- ways -----------------------------------------------------------------------------------------------------------


def free_hexes(g: Moscow, s: Position, side: Side) -> int:
    """Hexes without enemy units of any kind, on the scenario's map."""
    return g.on_map(s) & ~control.held(s, 1 - side)  # [11.37]


def hot_hexes(g: Moscow, s: Position, side: Side) -> int:
    """Hexes in EZOC without a friendly combat unit."""
    return enemy_zone(g, s, side) & ~s.occupied[side]  # [3.25, 11.35, 11.52]


def next_to(g: Moscow, hex_: Hex) -> int:
    """The hexes around a hex, except those across a river without a bridge."""
    return g.grid.spread(1 << hex_, g.dry_sides) & ~(1 << hex_)  # [8.36c2, 11.37]


def has_room(g: Moscow, s: Position, units: int, hex_: Hex) -> bool:
    here = s.at.get(hex_, 0) & ~units
    return stack_points(g, here) + stack_points(g, units) <= g.stacking or not stack_points(g, units)  # [11.34b]


def find_ways(g: Moscow, s: Position, units: int, origin: Hex, least: int, away: Hex) -> list[Path]:
    """The ways that units may retreat together, `least` to two hexes; away: the Defender hex of attackers, or -1."""
    side = g.side_of_units(units)
    free, hot = free_hexes(g, s, side), hot_hexes(g, s, side)
    cold = free & ~hot
    ends = cold & ~barred_ends(g, s, side) & ~(1 << origin)  # [5.21, 11.35, 11.55]
    if away >= 0:
        ends &= ~g.grid.range(away, 1)  # [11.33b]
    first = next_to(g, origin)
    ways: list[Path] = []
    if least == 1:
        ways += [(end,) for end in hexes_in(first & ends)]  # [11.31b]
    far = g.grid.ring(origin, 2)  # [11.31a, 11.33b, 11.31c]
    ways += [(mid, end) for mid in hexes_in(first & cold) for end in hexes_in(next_to(g, mid) & ends & far)]
    ways = [way for way in ways if has_room(g, s, units, way[-1])]
    if not ways and not units & g.rigid:  # [11.54a]
        through = [(mid, end) for mid in hexes_in(first & free & hot) for end in hexes_in(next_to(g, mid) & ends & far)]
        ways = [way for way in through if has_room(g, s, units, way[-1])]  # [11.51, 11.53a, 11.56a]
    return prefer_back(g, s, side, origin, ways)


def prefer_back(g: Moscow, s: Position, side: Side, origin: Hex, ways: list[Path]) -> list[Path]:
    """Prefer hexes away from the enemy: in some scenarios a side retreats towards the enemy only if it cannot do
    otherwise."""
    if g.scenarios[s.scenario].retreat_back != g.sides[side]:
        return ways
    column = g.grid.row_column(origin)[1]
    back = [way for way in ways if g.grid.row_column(way[-1])[1] <= column]
    return back or ways  # [11.33a]


def is_through_zone(g: Moscow, s: Position, units: int, way: Path) -> bool:
    """Whether a way passes an unoccupied EZOC hex."""
    return len(way) > 1 and bool(hot_hexes(g, s, g.side_of_units(units)) >> way[0] & 1)


# -- a retreat ------------------------------------------------------------------------------------------------------


@frame("retreat")
class Retreating(Frame):
    """The retreat from one hex."""

    units: int  # units still to go
    origin: Hex  # the hex
    least: int  # the shortest way in hexes
    away: Hex  # the Defender hex of attackers, or -1
    seat: int  # the seat that decides
    going: int = 0  # units that go now; 0: all
    way: list[Hex] = field(default_factory=list)  # hexes that they have been told to go through


class Retreat(Step["Moscow", Position, Retreating]):
    """Units retreat from a hex, all together or in parts. A unit pick says who goes next, a hex where."""

    rule = "11.3a"
    free = UNITS

    def seat(self, g: Moscow, s: Position, f: Retreating) -> int:
        return f.seat

    def proceed(self, g: Moscow, s: Position, f: Retreating) -> bool:
        f.units = sum(1 << unit for unit in units_in(f.units) if s.place[unit] == f.origin)
        if not f.units & g.combat:
            s.stack.pop()
            return True
        if f.way:
            return self.go_on(g, s, f)
        if not f.going and not self.ways(g, s, f, f.units):
            able = self.able(g, s, f)
            if not able:
                self.give_up(g, s, f)
                return True
            if not able & (able - 1):
                f.going = able
                return True
        return False

    def group(self, g: Moscow, s: Position, f: Retreating) -> int:
        """The units that go now; the last combat units of a hex take all other units along."""
        units: int = f.going or f.units
        return units if s.at[f.origin] & g.combat & ~units else units | f.units  # [15.33a, 16.22a]

    def able(self, g: Moscow, s: Position, f: Retreating) -> int:
        """Combat units that have a way by themselves."""
        return sum(1 << unit for unit in units_in(f.units & g.combat) if self.ways(g, s, f, 1 << unit))  # [11.54b]

    def ways(self, g: Moscow, s: Position, f: Retreating, units: int) -> list[Path]:
        return find_ways(g, s, units, f.origin, f.least, f.away)

    def open_ways(self, g: Moscow, s: Position, f: Retreating) -> list[Path]:
        """The paths of the units that retreat now, as far as they begin with the chosen hexes."""
        done = tuple(f.way)
        return [way for way in self.ways(g, s, f, self.group(g, s, f)) if way[: len(done)] == done]

    def go_on(self, g: Moscow, s: Position, f: Retreating) -> bool:
        """Continue a path as long as there is no choice: it can only end, or has only one next hex."""
        ways = self.open_ways(g, s, f)
        longer = {way[len(f.way)] for way in ways if len(way) > len(f.way)}
        if len(ways) == 1 and not longer:
            self.walk(g, s, f, ways[0])
            return True
        if tuple(f.way) in ways or len(longer) > 1:
            return False
        f.way = [*f.way, longer.pop()]
        return True

    def give_up(self, g: Moscow, s: Position, f: Retreating) -> None:
        """Eliminate the combat units that are left: none of them has a way."""
        for unit in units_in(f.units & g.combat):
            s.tell("no retreat", ("11.3b",), unit=unit, hex=f.origin)
            eliminate(g, s, unit)  # [11.3b, 11.33b, 11.34b, 11.37, 11.55]

    def hexes(self, g: Moscow, s: Position, f: Retreating) -> int:
        done = len(f.way)
        return sum({1 << way[done] for way in self.open_ways(g, s, f) if len(way) > done})

    def others(self, g: Moscow, s: Position, f: Retreating) -> int:
        """Units that may be told to go now, apart from those that already go."""
        if f.way:
            return 0
        if f.going:
            rest: int = f.units & ~self.group(g, s, f)
            return sum(1 << unit for unit in units_in(rest) if self.ways(g, s, f, f.going | 1 << unit))
        apart = f.units if s.at[f.origin] & g.combat & ~f.units else f.units & g.combat  # [15.33a]
        return apart & (apart - 1) and self.able(g, s, f)  # [11.33c]

    def offer(self, g: Moscow, s: Position, f: Retreating) -> Offer:
        stop = g.STOP if f.way and tuple(f.way) in self.open_ways(g, s, f) else 0  # [11.31b]
        return Offer(self.seat(g, s, f), self.others(g, s, f), self.hexes(g, s, f), stop)  # [11.3a, 11.3c]

    def unit(self, g: Moscow, s: Position, f: Retreating, unit: Unit) -> None:
        f.going |= 1 << unit

    def hex(self, g: Moscow, s: Position, f: Retreating, hex_: Hex) -> None:
        f.way = [*f.way, hex_]

    def option(self, g: Moscow, s: Position, f: Retreating, option: Option) -> None:
        self.walk(g, s, f, tuple(f.way))

    def walk(self, g: Moscow, s: Position, f: Retreating, way: Path) -> None:
        group = self.group(g, s, f)
        f.units &= ~group
        f.going, f.way = 0, []
        through = is_through_zone(g, s, group, way)
        pursued = through and motorized_pursuit(g, s, group, way[0])
        s.tell("retreats", ("11.3a",), units=group, path=[f.origin, *way])
        s.holding &= ~(1 << way[-1])  # [9.45a]
        control.walk(g, s, group, list(way))  # [11.32, 11.34a]
        if s.attacks and any(attack[0] == way[-1] for attack in s.attacks):
            s.arrived |= group & g.combat  # [11.36a]
        if through:
            s.stack.append(NamingZoneLead(group & g.combat, f.seat))  # [11.56b]
            if pursued:
                s.stack.append(Losing(g.side_of_units(group), 1, group & g.combat))  # [11.56d]

    def prompt(self, g: Moscow, s: Position, f: Retreating) -> str:
        return ask("retreat", units=g.named(s, self.group(g, s, f)))

    def why(self, g: Moscow, s: Position, f: Retreating, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == HEX:
            return why_not_retreat(g, s, f, pick[1])
        return because("11.3a", "not to retreat now") if pick[0] == UNIT else None


def motorized_pursuit(g: Moscow, s: Position, units: int, hex_: Hex) -> bool:
    """Motorized Advantage: Red-Box units retreat through the ZOC of enemy Red-Box units."""
    if not units & g.red_box & g.combat:
        return False
    enemy = 1 - g.side_of_units(units)
    near = projecting_hexes(g, s, enemy, hex_)
    return any(s.at[there] & g.red_box & g.combat for there in hexes_in(near))  # [11.56d]


def why_not_retreat(g: Moscow, s: Position, f: Retreating, hex_: Hex) -> Reason:
    here = f.way[-1] if f.way else f.origin
    side, bit = g.side_of_units(f.units), 1 << hex_
    if g.grid.direction(here, hex_) < 0:
        return because("11.3a", "retreat adjacent")
    if g.grid.between(g.unbridged_river, here, hex_):
        return because("8.36c2", "retreat river")
    if control.held(s, 1 - side) & bit:
        return because("11.37", "retreat into enemy")
    if hot_hexes(g, s, side) & bit:
        return because("11.51", "retreat into zone")
    return because("11.33b", "retreat length")


@fixed_frame("zone_check")
class NamingZoneLead(Frame):
    """The Lead Unit of the check after a retreat through EZOC."""

    units: int  # units that have retreated
    seat: int  # the seat that decided the retreat


class ZoneCheck(ByOwners["Moscow", Position, NamingZoneLead]):
    """After a retreat through EZOC its owner names a Lead Unit for the check."""

    rule = "11.56b"

    def proceed(self, g: Moscow, s: Position, f: NamingZoneLead) -> bool:
        leads = lead_candidates(g, sum(1 << unit for unit in units_in(f.units) if s.steps[unit]))
        if leads & (leads - 1):
            return False
        s.stack.pop()
        if leads:
            s.stack.append(CheckingPassage(last_unit(leads)))
        return True

    def offer(self, g: Moscow, s: Position, f: NamingZoneLead) -> Offer:
        alive = sum(1 << unit for unit in units_in(f.units) if s.steps[unit])
        return Offer(self.seat(g, s, f), units=lead_candidates(g, alive))

    def unit(self, g: Moscow, s: Position, f: NamingZoneLead, unit: Unit) -> None:
        s.stack.pop()
        s.stack.append(CheckingPassage(unit))

    def prompt(self, g: Moscow, s: Position, f: NamingZoneLead) -> str:
        return ask("lead passage")

    def why(self, g: Moscow, s: Position, f: NamingZoneLead, seat: int, pick: Pick) -> Reason | None:
        return because("3.43", "cannot lead") if pick[0] == UNIT else None


@frame("passage")
class CheckingPassage(Checking):
    """The check of a retreat through EZOC."""


class Passage(Check[CheckingPassage]):
    """The check of a retreat through EZOC; no CP."""

    rule = "11.56b"

    def done(self, g: Moscow, s: Position, f: CheckingPassage, modified: int, *, success: bool) -> None:
        if not success:
            lose_step(g, s, f.lead)  # [11.53b, 11.56c]


def lead_candidates(g: Moscow, units: int) -> int:
    """Units that can lead a defence: others before artillery, HQs last."""
    units &= g.combat
    return units & ~g.hqs & ~g.guns or units & g.guns or units & g.hqs  # [10.44b, 15.12a]
