"""Chapter 7.8: retreats. All units of a side that retreat from one assault are lifted first and put down together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stavka.engine.deciding import ByOwner, BySide
from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import Option, Side, Unit, hexes_in, last_hex, last_unit, units_in
from stavka.engine.offer import HEX, UNIT, Offer, Pick, Reason
from stavka.games.zitadelle.rules.c05_stacking_and_zoc.stacking import crowded, is_legal
from stavka.games.zitadelle.rules.c05_stacking_and_zoc.zones_of_control import zoc_against
from stavka.games.zitadelle.rules.c06_anti_tank_fire.losses import eliminate
from stavka.games.zitadelle.rules.c12_victory import control
from stavka.games.zitadelle.state import RETREATING, Position, lift, present, put
from stavka.games.zitadelle.words import ask, because
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle

Path = tuple[Hex, ...]


# -- paths ----------------------------------------------------------------------------------------------------------


def passable(g: Zitadelle, s: Position, unit: Unit) -> int:
    """Hexes that a retreating unit may enter as far as the enemy is concerned."""
    side = g.side[unit]
    zone = zoc_against(g, s, unit) & ~present(s, side)  # [5.28a, 7.83a, 7.83b]
    return g.grid.all & ~present(s, 1 - side) & ~zone  # [7.83a, 7.83c, 7.83d]


def retreat_paths(g: Zitadelle, s: Position, unit: Unit, origin: Hex) -> list[Path]:
    """The ways of a retreat from its origin, which is not among their hexes: those through the fewest friends."""
    ground = passable(g, s, unit)
    stay = ground & ~crowded(g, s, unit)  # [7.82c]
    far = g.grid.ring(origin, g.retreat_length)  # [7.81b]
    paths: list[Path] = [
        (first, end)
        for first in hexes_in(g.near[origin] & stay)  # [7.83e]
        for end in hexes_in(g.near[first] & stay & far)
    ]
    if not paths and g.uses(s, "extra_retreat"):  # [13.22a]
        paths = longer_paths(g, unit, origin, ground, stay)
    return fewest_friends(s, paths)


def longer_paths(g: Zitadelle, unit: Unit, origin: Hex, ground: int, stay: int) -> list[Path]:
    """The paths of three hexes for a unit that would end on others after two hexes; the third hex must be free."""
    near, beyond = g.near, ~g.grid.range(origin, g.retreat_length - 1)
    far = g.grid.ring(origin, g.retreat_length)
    return [
        (first, second, end)
        for first in hexes_in(near[origin] & stay)
        for second in hexes_in(near[first] & ground & far)
        for end in hexes_in(near[second] & stay & beyond)  # [13.22a]
    ]


def fewest_friends(s: Position, paths: list[Path]) -> list[Path]:
    """Keep the paths through the fewest friends: vacant hexes come first."""
    friends = [sum(hex_ in s.at for hex_ in path) for path in paths]
    least = min(friends, default=0)
    return [path for path, number in zip(paths, friends, strict=True) if number == least]  # [7.82a, 7.82b]


# -- who retreats ---------------------------------------------------------------------------------------------------


@frame("retreat")
class Withdrawing(Frame):
    """The choice of the units that retreat."""

    side: Side
    must: int  # units that must retreat
    may: int  # units that may
    lifted: list[list[Any]]  # [unit, origin] of those that do


class Retreat(BySide["Zitadelle", Position, Withdrawing]):
    """Units that must retreat are lifted; those that lost a step may retreat as well."""

    rule = "7.63"

    def proceed(self, g: Zitadelle, s: Position, f: Withdrawing) -> bool:
        for unit in units_in(f.must):
            if s.place[unit] != RETREATING:
                self.lift(g, s, f, unit)
        if self.units(g, s, f):
            return False
        self.finish(g, s, f)
        return True

    def lift(self, g: Zitadelle, s: Position, f: Withdrawing, unit: Unit) -> None:
        f.lifted = [*f.lifted, [unit, s.place[unit]]]
        lift(g, s, unit, RETREATING)  # [7.84]

    def units(self, g: Zitadelle, s: Position, f: Withdrawing) -> int:
        """Units that may retreat and have somewhere to go."""
        return sum(1 << unit for unit in units_in(f.may) if self.paths(g, s, unit))

    def paths(self, g: Zitadelle, s: Position, unit: Unit) -> list[Path]:
        return retreat_paths(g, s, unit, s.place[unit])

    def finish(self, g: Zitadelle, s: Position, f: Withdrawing) -> None:
        s.stack.pop()
        if f.lifted:
            s.stack.append(Retreating(f.side, f.must, number=0, ways=f.lifted))

    def offer(self, g: Zitadelle, s: Position, f: Withdrawing) -> Offer:
        return Offer(self.seat(g, s, f), units=self.units(g, s, f), options=g.DONE)  # [7.63, 7.81a]

    def unit(self, g: Zitadelle, s: Position, f: Withdrawing, unit: Unit) -> None:
        f.may &= ~(1 << unit)
        self.lift(g, s, f, unit)

    def option(self, g: Zitadelle, s: Position, f: Withdrawing, option: Option) -> None:
        self.finish(g, s, f)

    def prompt(self, g: Zitadelle, s: Position, f: Withdrawing) -> str:
        return ask("may retreat")

    def why(self, g: Zitadelle, s: Position, f: Withdrawing, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != UNIT:
            return None
        if f.may >> pick[1] & 1:
            return because("7.83a", "no way to retreat")
        return because("7.63", "not of this retreat")


@frame("retreats")
class Retreating(Frame):
    """Units that choose the ways of their retreats."""

    side: Side
    must: int  # units that must retreat
    number: int  # number of the unit that chooses now
    ways: list[list[Any]]  # [unit, origin, hexes ...] of each


class Retreats(BySide["Zitadelle", Position, Retreating]):
    """The ways of all retreating units, chosen one after the other while all of them are off the map."""

    rule = "7.81a"

    def proceed(self, g: Zitadelle, s: Position, f: Retreating) -> bool:
        if f.number == len(f.ways):
            s.stack.pop()
            self.put_down(g, s, f)
            return True
        unit, origin, *been = f.ways[f.number]
        ways = self.ways(g, s, f)
        if not ways:
            self.no_way(g, s, f, unit, origin)
        elif len(ways[0]) == len(been):
            f.number += 1
        else:
            choices = self.choices(ways, len(been))
            if choices & (choices - 1):
                return False
            self.hex(g, s, f, last_hex(choices))
        return True

    def ways(self, g: Zitadelle, s: Position, f: Retreating) -> list[Path]:
        """The best paths that begin as chosen."""
        unit, origin, *been = f.ways[f.number]
        key = ("retreats", unit, origin)
        if s.memo is None or s.memo[0] != key:
            s.memo = (key, retreat_paths(g, s, unit, origin))
        paths: list[Path] = s.memo[1]
        return [path for path in paths if list(path[: len(been)]) == been] if been else paths

    def choices(self, ways: list[Path], done: int) -> int:
        hexes = 0
        for path in ways:
            hexes |= 1 << path[done]
        return hexes

    def no_way(self, g: Zitadelle, s: Position, f: Retreating, unit: Unit, origin: Hex) -> None:
        """Eliminate a unit that must retreat and cannot; one that only chose to retreat stays."""
        f.ways = f.ways[: f.number] + f.ways[f.number + 1 :]
        put(g, s, unit, origin)
        if f.must >> unit & 1:
            s.tell("no retreat", ("7.83c",), unit=unit, hex=origin)
            eliminate(g, s, unit)  # [7.82c, 7.83a, 7.83c, 7.83d, 7.83e, 13.22b]

    def offer(self, g: Zitadelle, s: Position, f: Retreating) -> Offer:
        done = len(f.ways[f.number]) - 2
        return Offer(self.seat(g, s, f), hexes=self.choices(self.ways(g, s, f), done))  # [7.81a]

    def hex(self, g: Zitadelle, s: Position, f: Retreating, hex_: Hex) -> None:
        f.ways = [[*way, hex_] if i == f.number else way for i, way in enumerate(f.ways)]

    def put_down(self, g: Zitadelle, s: Position, f: Retreating) -> None:
        """Put all units down at once: excess units in a hex are then lost or go on."""
        units = 0
        for unit, origin, *way in f.ways:
            put(g, s, unit, way[-1])  # [7.89a]
            s.retreated |= 1 << unit
            units |= 1 << unit
            s.tell("retreats", ("7.81b", "7.84"), unit=unit, path=[origin, *way])
            for hex_ in way:
                control.enter(g, s, unit, hex_)
        if units:
            s.stack.append(Overstacking(f.side, units, origins=[way[:2] for way in f.ways]))

    def prompt(self, g: Zitadelle, s: Position, f: Retreating) -> str:
        return ask("retreats", unit=g.labels[f.ways[f.number][0]])

    def why(self, g: Zitadelle, s: Position, f: Retreating, seat: int, pick: Pick) -> Reason | None:
        return why_not_retreat(g, s, f, pick[1]) if pick[0] == HEX else None


def why_not_retreat(g: Zitadelle, s: Position, f: Retreating, hex_: Hex) -> Reason:
    unit, origin, *been = f.ways[f.number]
    here = been[-1] if been else origin
    side, bit = g.side[unit], 1 << hex_
    if g.grid.direction(here, hex_) < 0:
        return because("7.81b", "retreat adjacent")
    if g.grid.between(g.lakes, here, hex_):
        return because("7.83e", "lake")
    if present(s, 1 - side) & bit:
        return because("7.83a", "retreat into enemy")
    if not passable(g, s, unit) & bit:
        return because("7.83a", "retreat into zone")
    if crowded(g, s, unit) & bit:
        return because("7.82c", "retreat stacking")
    if hex_ in s.at:
        return because("7.82a", "retreat vacant")
    return because("7.81b", "retreat two hexes")


@frame("excess")
class Overstacking(Frame):
    """Units that have retreated and may be too many in a hex."""

    side: Side
    units: int  # units that retreated
    origins: list[list[Any]]  # [unit, origin] of each


class Excess(BySide["Zitadelle", Position, Overstacking]):
    """Units that retreated into one hex and are too many there: their owner chooses who is lost, or goes one hex on."""

    rule = "7.82c"

    def proceed(self, g: Zitadelle, s: Position, f: Overstacking) -> bool:
        units = self.units(g, s, f)
        if units & (units - 1):
            return False
        if units:
            self.unit(g, s, f, last_unit(units))
        else:
            s.stack.pop()
        return True

    def units(self, g: Zitadelle, s: Position, f: Overstacking) -> int:
        """The retreated units of the first hex in which the stacking rules are broken."""
        for unit in units_in(f.units):
            place = s.place[unit]
            if place >= 0 and not is_legal(g, s.at[place]):
                return s.at[place] & f.units
        return 0

    def offer(self, g: Zitadelle, s: Position, f: Overstacking) -> Offer:
        return Offer(self.seat(g, s, f), units=self.units(g, s, f))  # [7.82c]

    def unit(self, g: Zitadelle, s: Position, f: Overstacking, unit: Unit) -> None:
        f.units &= ~(1 << unit)
        origin = next(start for each, start in f.origins if each == unit)
        if g.uses(s, "extra_retreat") and further(g, s, unit, origin):
            s.stack.append(GoingFurther(unit, origin))  # [13.22a]
            return
        s.tell("excess", ("7.82c",), unit=unit, hex=s.place[unit])
        eliminate(g, s, unit)  # [7.82c, 13.22b]

    def prompt(self, g: Zitadelle, s: Position, f: Overstacking) -> str:
        return ask("excess")

    def why(self, g: Zitadelle, s: Position, f: Overstacking, seat: int, pick: Pick) -> Reason | None:
        return because("7.82c", "not of this retreat") if pick[0] == UNIT else None


def further(g: Zitadelle, s: Position, unit: Unit, origin: Hex) -> int:
    """Hexes to which a unit that is too many may go on, not back towards its origin; vacant ones first."""
    here = s.place[unit]
    free = g.near[here] & passable(g, s, unit) & ~crowded(g, s, unit)  # [13.22a]
    free &= ~g.grid.range(origin, g.retreat_length - 1)  # [7.81b]
    vacant = sum(1 << hex_ for hex_ in hexes_in(free) if hex_ not in s.at)
    return vacant or free  # [7.82a]


@fixed_frame("further")
class GoingFurther(Frame):
    """A unit that goes one hex on."""

    unit: Unit
    origin: Hex  # hex where its retreat began


class Further(ByOwner["Zitadelle", Position, GoingFurther]):
    """A unit goes one hex on."""

    rule = "13.22a"

    def proceed(self, g: Zitadelle, s: Position, f: GoingFurther) -> bool:
        return self.only_hex(g, s, f, further(g, s, f.unit, f.origin))

    def offer(self, g: Zitadelle, s: Position, f: GoingFurther) -> Offer:
        return Offer(self.seat(g, s, f), hexes=further(g, s, f.unit, f.origin))

    def hex(self, g: Zitadelle, s: Position, f: GoingFurther, hex_: Hex) -> None:
        s.stack.pop()
        s.tell("retreats", ("13.22a",), unit=f.unit, path=[s.place[f.unit], hex_])
        control.walk(g, s, f.unit, [hex_])

    def prompt(self, g: Zitadelle, s: Position, f: GoingFurther) -> str:
        return ask("further", unit=g.labels[f.unit])

    def why(self, g: Zitadelle, s: Position, f: GoingFurther, seat: int, pick: Pick) -> Reason | None:
        return because("13.22a", "retreat further") if pick[0] == HEX else None
