"""Chapter 9: reinforcements, scheduled and variable; the set-up and the arrivals of turn 1 (14.1, 14.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.machine import ListStep
from stavka.engine.offer import CHANCE, DIE, HEX, OPTION, UNIT, Offer, Pick, Reason, members
from stavka.engine.state import Frame
from stavka.games.luki.rules.c06_supply.supply_lines import connected_rail
from stavka.games.luki.rules.c08_stacking import fit_somewhere, rooms, who_sees
from stavka.games.luki.rules.c13_miscellaneous import garrison
from stavka.games.luki.state import BOX, COMING, DUE, GERMAN, POOL, SOVIET, Position, put
from stavka.games.luki.words import ask, because

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki

EDGE, EDGE_OR_RAIL, RAIL, SCHEDULED = "edge", "edge or rail", "rail", "scheduled"
"""Where units may be put: the east edge (to set up), the edge or a rail hex, a rail hex; or a rail hex or the box."""


def placed(s: Position, place: int) -> int:
    """The units in one place off the map."""
    units, unit = 0, -1
    for _ in range(s.place.count(place)):
        unit = s.place.index(place, unit + 1)
        units |= 1 << unit
    return units


def entry_hexes(g: Luki, s: Position, side: int, where: str) -> int:
    """The hexes in which units may be put."""
    hexes = 0
    if where in (EDGE, EDGE_OR_RAIL):
        hexes |= g.sources[side] & ~s.occupied[1 - side]  # [14.1e, 14.1g, 14.2b, 14.2c]
    if where != EDGE:
        hexes |= connected_rail(g, s, side)  # [9.1c, 14.1g, 14.2a, 14.2b, 14.2c]
    return hexes


class Reinforce(ListStep["Luki", Position]):
    """A player puts units on the map or in his box. Frame: [name, side, units, where]."""

    rule = "9.1a"

    def proceed(self, g: Luki, s: Position, f: Frame) -> bool:
        if self.units(g, s, f):
            return False
        s.stack.pop()
        return True

    def units(self, g: Luki, s: Position, f: Frame) -> int:
        """Those that can still be put somewhere."""
        waiting = sum([1 << unit for unit in members(f[2]) if s.place[unit] == DUE])
        if f[3] == SCHEDULED:
            return waiting
        hexes = entry_hexes(g, s, f[1], f[3])
        return sum(1 << unit for unit in members(waiting) if fit_somewhere(g, s, 1 << unit, hexes))

    def offer(self, g: Luki, s: Position, f: Frame) -> Offer:
        options = g.DONE if f[3] != EDGE else 0  # [9.0c, 14.1e]
        if f[3] == SCHEDULED:
            options |= g.BOX  # [9.1a]
        return Offer(f[1], units=self.units(g, s, f), options=options)

    def unit(self, g: Luki, s: Position, f: Frame, unit: int) -> None:
        s.stack.append(["place", unit, f[3]])

    def option(self, g: Luki, s: Position, f: Frame, option: int) -> None:
        if 1 << option == g.BOX:
            for unit in members(self.units(g, s, f)):
                into_box(g, s, unit)  # [9.1a]
        else:
            f[2] = 0  # [9.0c]

    def prompt(self, g: Luki, s: Position, f: Frame) -> str:
        return ask("set up" if f[3] == EDGE else "reinforce")

    def why(self, g: Luki, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        kind, index = pick
        if kind == UNIT:
            if s.place[index] == DUE and f[2] >> index & 1:
                return because("9.1c", "no entry hex")
            return because("9.0a", "not now")
        if kind == OPTION and 1 << index == g.BOX:
            return because("9.1d", "no box in turn one")
        return because("14.1e", "set all up") if kind == OPTION and 1 << index == g.DONE else None


def into_box(g: Luki, s: Position, unit: int) -> None:
    s.place[unit] = BOX  # [9.1a]
    s.memo = None
    s.tell("into box", ("9.1a",), unit=unit)


class Place(ListStep["Luki", Position]):
    """Where a unit is put. Frame: [name, unit, where]."""

    rule = "9.1c"

    def hexes(self, g: Luki, s: Position, f: Frame) -> int:
        return rooms(g, s, 1 << f[1], entry_hexes(g, s, g.side[f[1]], f[2]))  # [9.1c, 14.1e]

    def offer(self, g: Luki, s: Position, f: Frame) -> Offer:
        options = g.BOX | g.WAIT if f[2] == SCHEDULED else 0  # [9.0c, 9.1a]
        return Offer(g.side[f[1]], hexes=self.hexes(g, s, f), options=options)

    def hex(self, g: Luki, s: Position, f: Frame, hex_: int) -> None:
        s.stack.pop()
        put(g, s, f[1], hex_)  # [9.0b, 9.1c, 14.1e]
        s.kessel[f[1]] = 0  # [9.0b]
        seats = who_sees(g, s, f[1])
        s.tell("set up" if f[2] == EDGE else "arrives", ("9.1c",), seats=seats, unit=f[1], hex=hex_)
        garrison.relieve(g, s, f[1])

    def option(self, g: Luki, s: Position, f: Frame, option: int) -> None:
        s.stack.pop()
        if 1 << option == g.BOX:
            into_box(g, s, f[1])  # [9.1a]
        else:
            s.stack[-1][2] &= ~(1 << f[1])  # [9.0c]

    def prompt(self, g: Luki, s: Position, f: Frame) -> str:
        return ask("place", unit=g.labels[f[1]])

    def why(self, g: Luki, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        kind, index = pick
        if kind != HEX:
            return None
        if entry_hexes(g, s, g.side[f[1]], f[2]) >> index & 1:
            return because("8.1" if g.side[f[1]] == SOVIET else "8.2", "stack full")
        return because("14.1e", "not on the edge") if f[2] == EDGE else because("9.1c", "no connected rail")


class Arrivals(ListStep["Luki", Position]):
    """Scheduled reinforcements of a side, with those delayed before. Frame: [name, side]."""

    rule = "9.0a"

    def proceed(self, g: Luki, s: Position, f: Frame) -> bool:
        s.stack.pop()
        side = f[1]
        for unit in members(g.those_entering(s.turn) & g.side_units[side]):
            if s.place[unit] == COMING:
                s.place[unit] = DUE  # [9.0a]
        s.memo = None
        units = placed(s, DUE) & g.side_units[side]  # [9.0c]
        if units:
            s.tell("reinforcements", ("9.0a",), side=side, units=units)
            s.stack.append(["reinforce", side, units, SCHEDULED])
        return True


class Variable(ListStep["Luki", Position]):
    """The German player determines how many variable reinforcements he may draw. Frame: [name]."""

    rule = "9.2b"

    def proceed(self, g: Luki, s: Position, f: Frame) -> bool:
        if placed(s, POOL):
            return False
        s.stack.pop()  # [9.2c]
        return True

    def offer(self, g: Luki, s: Position, f: Frame) -> Offer:
        return Offer(CHANCE, chance=DIE)  # [9.2b]

    def roll(self, g: Luki, s: Position, f: Frame, outcome: int) -> None:
        s.stack.pop()
        number = g.draws[s.turn][outcome]  # [9.2b]
        s.tell("variable", ("9.2b",), die=outcome + 1, number=number)
        s.stack += reversed([["draw_units", number], ["drawn"]])

    def prompt(self, g: Luki, s: Position, f: Frame) -> str:
        return ask("variable")


class DrawUnits(ListStep["Luki", Position]):
    """The German player draws units, or leaves the rest in the cup. Frame: [name, how many he may still draw]."""

    rule = "9.2b"

    def proceed(self, g: Luki, s: Position, f: Frame) -> bool:
        if f[1] and placed(s, POOL):
            return False
        s.stack.pop()
        return True

    def offer(self, g: Luki, s: Position, f: Frame) -> Offer:
        return Offer(GERMAN, options=g.DRAW | g.DONE)  # [9.2b]

    def option(self, g: Luki, s: Position, f: Frame, option: int) -> None:
        if 1 << option == g.DRAW:
            f[1] -= 1
            s.stack.append(["draw_unit"])
        else:
            s.stack.pop()

    def prompt(self, g: Luki, s: Position, f: Frame) -> str:
        return ask("draw units", number=f[1])


class DrawUnit(ListStep["Luki", Position]):
    """A unit is drawn from the cup. Frame: [name]."""

    rule = "9.2b"

    def offer(self, g: Luki, s: Position, f: Frame) -> Offer:
        pool = placed(s, POOL)
        return Offer(CHANCE, chance=tuple((g.unit_ids[unit], 1) for unit in members(pool)))  # [9.2b]

    def roll(self, g: Luki, s: Position, f: Frame, outcome: int) -> None:
        s.stack.pop()
        unit = list(members(placed(s, POOL)))[outcome]
        s.place[unit] = DUE  # [9.2d]
        s.memo = None
        s.tell("drawn", ("9.2b",), unit=unit)

    def prompt(self, g: Luki, s: Position, f: Frame) -> str:
        return ask("draw unit")


class Drawn(ListStep["Luki", Position]):
    """What has been drawn is put on the map or in the box. Frame: [name]."""

    rule = "9.2d"

    def proceed(self, g: Luki, s: Position, f: Frame) -> bool:
        s.stack.pop()
        units = placed(s, DUE) & g.variable
        if units:
            s.stack.append(["reinforce", GERMAN, units, SCHEDULED])  # [4.2c, 9.2d]
        return True
