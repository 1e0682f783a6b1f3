"""Chapter 9: reinforcements, scheduled and variable; the set-up and the arrivals of turn 1 (14.1, 14.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import ByDice, ByOneSide, ByOwner, BySide
from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import Option, Side, Unit, units_in
from stavka.engine.machine import HEXES, OPTIONS, UNITS, Step
from stavka.engine.offer import DIE, HEX, OPTION, UNIT, Offer, Pick, Reason
from stavka.engine.state import below, top
from stavka.games.luki.rules.c06_supply.supply_lines import connected_rail
from stavka.games.luki.rules.c08_stacking import fit_somewhere, rooms, who_sees
from stavka.games.luki.rules.c13_miscellaneous import garrison
from stavka.games.luki.state import BOX, COMING, DUE, GERMAN, POOL, SOVIET, Position, put
from stavka.games.luki.words import ask, because
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki

EDGE, EDGE_OR_RAIL, RAIL, SCHEDULED = "edge", "edge or rail", "rail", "scheduled"
"""Where units may be put: the east edge (to set up), the edge or a rail hex, a rail hex; or a rail hex or the box."""


def placed(s: Position, place: Hex) -> int:
    """The units in one place off the map."""
    units, unit = 0, -1
    for _ in range(s.place.count(place)):
        unit = s.place.index(place, unit + 1)
        units |= 1 << unit
    return units


def entry_hexes(g: Luki, s: Position, side: Side, where: str) -> int:
    """The hexes in which units may be put."""
    hexes = 0
    if where in (EDGE, EDGE_OR_RAIL):
        hexes |= g.sources[side] & ~s.occupied[1 - side]  # [14.1e, 14.1g, 14.2b, 14.2c]
    if where != EDGE:
        hexes |= connected_rail(g, s, side)  # [9.1c, 14.1g, 14.2a, 14.2b, 14.2c]
    return hexes


@frame("reinforce")
class Reinforcing(Frame):
    """Units that a player puts on the map or in the box."""

    side: Side
    units: int
    where: str  # EDGE, EDGE_OR_RAIL, RAIL or SCHEDULED


class Reinforce(BySide["Luki", Position, Reinforcing]):
    """A player puts units on the map or in the box."""

    rule = "9.1a"
    free = UNITS

    def proceed(self, g: Luki, s: Position, f: Reinforcing) -> bool:
        if self.units(g, s, f):
            return False
        s.stack.pop()
        return True

    def units(self, g: Luki, s: Position, f: Reinforcing) -> int:
        """The units that can still be placed."""
        waiting = sum([1 << unit for unit in units_in(f.units) if s.place[unit] == DUE])
        if f.where == SCHEDULED:
            return waiting
        hexes = entry_hexes(g, s, f.side, f.where)
        return sum(1 << unit for unit in units_in(waiting) if fit_somewhere(g, s, 1 << unit, hexes))

    def offer(self, g: Luki, s: Position, f: Reinforcing) -> Offer:
        options = g.DONE if f.where != EDGE else 0  # [9.0c, 14.1e]
        if f.where == SCHEDULED:
            options |= g.BOX  # [9.1a]
        return Offer(self.seat(g, s, f), units=self.units(g, s, f), options=options)

    def unit(self, g: Luki, s: Position, f: Reinforcing, unit: Unit) -> None:
        s.stack.append(Placing(unit, f.where))

    def option(self, g: Luki, s: Position, f: Reinforcing, option: Option) -> None:
        if 1 << option == g.BOX:
            for unit in units_in(self.units(g, s, f)):
                into_box(g, s, unit)  # [9.1a]
        else:
            f.units = 0  # [9.0c]

    def prompt(self, g: Luki, s: Position, f: Reinforcing) -> str:
        return ask("set up" if f.where == EDGE else "reinforce")

    def why(self, g: Luki, s: Position, f: Reinforcing, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == UNIT:
            if s.place[pick[1]] == DUE and f.units >> pick[1] & 1:
                return because("9.1c", "no entry hex")
            return because("9.0a", "not now")
        if pick[0] == OPTION and 1 << pick[1] == g.BOX:
            return because("9.1d", "no box in turn one")
        return because("14.1e", "set all up") if pick[0] == OPTION and 1 << pick[1] == g.DONE else None


def into_box(g: Luki, s: Position, unit: Unit) -> None:
    s.place[unit] = BOX  # [9.1a]
    s.forget()
    s.tell("into box", ("9.1a",), unit=unit)


@fixed_frame("place")
class Placing(Frame):
    """A unit that is put on the map."""

    unit: Unit
    where: str  # EDGE, EDGE_OR_RAIL, RAIL or SCHEDULED


class Place(ByOwner["Luki", Position, Placing]):
    """Place a unit."""

    rule = "9.1c"

    def hexes(self, g: Luki, s: Position, f: Placing) -> int:
        return rooms(g, s, 1 << f.unit, entry_hexes(g, s, g.side[f.unit], f.where))  # [9.1c, 14.1e]

    def offer(self, g: Luki, s: Position, f: Placing) -> Offer:
        options = g.BOX | g.WAIT if f.where == SCHEDULED else 0  # [9.0c, 9.1a]
        return Offer(self.seat(g, s, f), hexes=self.hexes(g, s, f), options=options)

    def free_picks(self, g: Luki, s: Position, f: Placing, offer: Offer) -> Offer:
        """The picks that can be taken back: all, or else the hexes, if another unit has a place left in any case."""
        phase = below(s, Reinforcing)
        rest = [unit for unit in units_in(phase.units & ~(1 << f.unit)) if s.place[unit] == DUE]
        if f.where == SCHEDULED:
            return offer.only(HEXES | OPTIONS if rest else 0)
        hexes = entry_hexes(g, s, phase.side, f.where)
        return offer.only(HEXES if any(rooms(g, s, 1 << unit, hexes).bit_count() > 1 for unit in rest) else 0)

    def hex(self, g: Luki, s: Position, f: Placing, hex_: Hex) -> None:
        s.stack.pop()
        put(g, s, f.unit, hex_)  # [9.0b, 9.1c, 14.1e]
        s.kessel[f.unit] = 0  # [9.0b]
        seats = who_sees(g, s, f.unit)
        s.tell("set up" if f.where == EDGE else "arrives", ("9.1c",), seats=seats, unit=f.unit, hex=hex_)
        garrison.relieve(g, s, f.unit)

    def option(self, g: Luki, s: Position, f: Placing, option: Option) -> None:
        s.stack.pop()
        if 1 << option == g.BOX:
            into_box(g, s, f.unit)  # [9.1a]
        else:
            top(s, Reinforcing).units &= ~(1 << f.unit)  # [9.0c]

    def prompt(self, g: Luki, s: Position, f: Placing) -> str:
        return ask("place", unit=g.labels[f.unit])

    def why(self, g: Luki, s: Position, f: Placing, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != HEX:
            return None
        if entry_hexes(g, s, g.side[f.unit], f.where) >> pick[1] & 1:
            return because("8.1" if g.side[f.unit] == SOVIET else "8.2", "stack full")
        return because("14.1e", "not on the edge") if f.where == EDGE else because("9.1c", "no connected rail")


@fixed_frame("arrivals")
class Arriving(Frame):
    """The scheduled reinforcements of a side."""

    side: Side


class Arrivals(Step["Luki", Position, Arriving]):
    """Scheduled reinforcements of a side, with those delayed before."""

    rule = "9.0a"

    def proceed(self, g: Luki, s: Position, f: Arriving) -> bool:
        s.stack.pop()
        side = f.side
        for unit in units_in(g.those_entering(s.turn) & g.side_units[side]):
            if s.place[unit] == COMING:
                s.place[unit] = DUE  # [9.0a]
        s.forget()
        units = placed(s, DUE) & g.side_units[side]  # [9.0c]
        if units:
            s.tell("reinforcements", ("9.0a",), side=side, units=units)
            s.stack.append(Reinforcing(side, units, SCHEDULED))
        return True


@fixed_frame("variable")
class RollingVariable(Frame):
    """The die for the variable reinforcements."""


class Variable(ByDice["Luki", Position, RollingVariable]):
    """The German player determines how many variable reinforcements to draw."""

    rule = "9.2b"

    def proceed(self, g: Luki, s: Position, f: RollingVariable) -> bool:
        if placed(s, POOL):
            return False
        s.stack.pop()  # [9.2c]
        return True

    def offer(self, g: Luki, s: Position, f: RollingVariable) -> Offer:
        return Offer(self.seat(g, s, f), chance=DIE)  # [9.2b]

    def roll(self, g: Luki, s: Position, f: RollingVariable, outcome: int) -> None:
        s.stack.pop()
        number = g.draws[s.turn][outcome]  # [9.2b]
        s.tell("variable", ("9.2b",), die=outcome + 1, number=number)
        s.stack += reversed([DrawingUnits(number), PlacingDrawn()])

    def prompt(self, g: Luki, s: Position, f: RollingVariable) -> str:
        return ask("variable")


@frame("draw_units")
class DrawingUnits(Frame):
    """Variable reinforcements that the German player draws."""

    number: int  # number of units that the player may still draw


class DrawUnits(ByOneSide["Luki", Position, DrawingUnits]):
    """The German player draws units, or leaves the rest in the cup."""

    rule = "9.2b"
    decides = GERMAN

    def proceed(self, g: Luki, s: Position, f: DrawingUnits) -> bool:
        if f.number and placed(s, POOL):
            return False
        s.stack.pop()
        return True

    def offer(self, g: Luki, s: Position, f: DrawingUnits) -> Offer:
        return Offer(self.seat(g, s, f), options=g.DRAW | g.DONE)  # [9.2b]

    def option(self, g: Luki, s: Position, f: DrawingUnits, option: Option) -> None:
        if 1 << option == g.DRAW:
            f.number -= 1
            s.stack.append(DrawingUnit())
        else:
            s.stack.pop()

    def prompt(self, g: Luki, s: Position, f: DrawingUnits) -> str:
        return ask("draw units", number=f.number)


@fixed_frame("draw_unit")
class DrawingUnit(Frame):
    """A unit that is drawn from the cup."""


class DrawUnit(ByDice["Luki", Position, DrawingUnit]):
    """A unit is drawn from the cup."""

    rule = "9.2b"

    def offer(self, g: Luki, s: Position, f: DrawingUnit) -> Offer:
        pool = placed(s, POOL)
        return Offer(self.seat(g, s, f), chance=tuple((g.unit_ids[unit], 1) for unit in units_in(pool)))  # [9.2b]

    def roll(self, g: Luki, s: Position, f: DrawingUnit, outcome: int) -> None:
        s.stack.pop()
        unit = list(units_in(placed(s, POOL)))[outcome]
        s.place[unit] = DUE  # [9.2d]
        s.forget()
        s.tell("drawn", ("9.2b",), unit=unit)

    def prompt(self, g: Luki, s: Position, f: DrawingUnit) -> str:
        return ask("draw unit")


@fixed_frame("drawn")
class PlacingDrawn(Frame):
    """The units that have been drawn."""


class Drawn(Step["Luki", Position, PlacingDrawn]):
    """Put the drawn units on the map or in the box."""

    rule = "9.2d"

    def proceed(self, g: Luki, s: Position, f: PlacingDrawn) -> bool:
        s.stack.pop()
        units = placed(s, DUE) & g.variable
        if units:
            s.stack.append(Reinforcing(GERMAN, units, SCHEDULED))  # [4.2c, 9.2d]
        return True
