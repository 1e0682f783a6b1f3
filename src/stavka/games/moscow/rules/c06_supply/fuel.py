"""Chapter 6.4: fuel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stavka.engine.deciding import ByDice, ByOneSide
from stavka.engine.frames import Frame, fixed_frame
from stavka.engine.kinds import Option, Unit, last_unit, units_in
from stavka.engine.machine import OPTIONS, UNITS
from stavka.engine.offer import UNIT, Offer, Pick, Reason
from stavka.games.moscow.rules.c02_components.dice import D10
from stavka.games.moscow.rules.c06_supply.supply_routes import supplied_hexes
from stavka.games.moscow.rules.c07_operations.activation import formation_now
from stavka.games.moscow.state import DUE, GERMAN, OFF, POOL, RAIN, Position, lift, shelve, spend
from stavka.games.moscow.words import ask, because
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow

EVERYWHERE: Final = -1
"""All hexes."""


def needs_fuel(g: Moscow, s: Position, unit: Unit) -> bool:
    """Whether a unit needs fuel to move well: motorized combat units of the German side, where fuel is in force."""
    return g.fuel_users[s.scenario] >> unit & 1 == 1  # [6.4]


def fuelled(g: Moscow, s: Position, unit: Unit) -> int:
    """The hexes in which a unit has fuel if it starts to move (or enters) there; -1 if it has it wherever it is."""
    if not needs_fuel(g, s, unit):
        return EVERYWHERE
    if not s.burning:
        return 0
    formation = formation_now(g, s, unit)
    entering = formation < 0 and s.place[unit] < 0  # an Army unit, as part of either active Formation
    wanted = s.active if entering else 1 << formation if formation >= 0 else 0
    start = 0
    for fuel in units_in(s.burning):
        if wanted >> s.burns[fuel] - 1 & 1:
            if s.place[fuel] >= 0:
                start |= 1 << s.place[fuel]
            elif s.place[unit] < 0:
                return EVERYWHERE  # [6.45b]
            else:
                start |= g.fuel_entry(s)  # [6.45b]
    return supplied_hexes(g, s, GERMAN, start, motorized=True) if start else 0  # [6.43a1, 6.43e, 6.45a]


def is_hungry(g: Moscow, s: Position, unit: Unit, hex_: Hex = OFF) -> bool:
    """Whether a unit that starts to move (or enters in `hex_`) has no fuel."""
    if not g.fuel_users[s.scenario] >> unit & 1:
        return False
    hexes = fuelled(g, s, unit)
    if hexes == EVERYWHERE or not hexes:
        return not hexes  # [6.43b]
    return not hexes >> (s.place[unit] if s.place[unit] >= 0 else hex_) & 1


def start_moving(g: Moscow, s: Position, unit: Unit, hex_: Hex = OFF) -> None:
    """A unit starts to move: with fuel, or Low Fuel from now on."""
    if not needs_fuel(g, s, unit):
        return
    bit = 1 << unit
    if is_hungry(g, s, unit, hex_):
        s.fed &= ~bit
        if not s.oos & bit:  # [6.44c]
            s.low_fuel |= bit  # [6.43a1, 6.43b, 6.43c, 6.44a1]
            s.tell("low fuel", ("6.44",), unit=unit)
        return
    feed(s, unit)


def feed(s: Position, unit: Unit) -> None:
    """A unit has fuel: it is not Low Fuel any more, and OOS hinders neither its movement nor its ER."""
    bit = 1 << unit
    s.low_fuel &= ~bit
    if s.oos & bit:
        s.fed |= bit  # [6.44c1]


def without_fuel(g: Moscow, s: Position, formation: int) -> int:
    """The units of a Formation on the map that the Fuel units which are being spent do not reach."""
    units = g.formation_units[formation] & s.placed & g.fuel_users[s.scenario]
    return sum(1 << unit for unit in units_in(units) if is_hungry(g, s, unit))


@fixed_frame("fuel")
class Fuelling(Frame):
    """The fuel of one active Formation."""

    formation: int


class FuelDecision(ByOneSide["Moscow", Position, Fuelling]):
    """Whether, and by which Fuel units, an active Formation is given fuel."""

    rule = "6.43a"
    decides = GERMAN

    def free_picks(self, g: Moscow, s: Position, f: Fuelling, offer: Offer) -> Offer:
        """The picks that can be taken back: all, if a unit moves afterwards or as long as another Fuel unit could be
        spent."""
        if g.can_surely_move(s, GERMAN):
            return offer.only(UNITS | OPTIONS)
        return offer.only(UNITS if self.choice(g, s).bit_count() > 1 else 0)

    def proceed(self, g: Moscow, s: Position, f: Fuelling) -> bool:
        if self.choice(g, s):
            return False
        self.end(g, s, f)
        return True

    def choice(self, g: Moscow, s: Position) -> int:
        """Fuel units on the map, or due this turn, that are not yet being spent."""
        return g.fuel_units & (s.placed | s.due) & ~s.burning

    def end(self, g: Moscow, s: Position, f: Fuelling) -> None:
        s.stack.pop()
        units = g.formation_units[f.formation] & s.placed & g.fuel_users[s.scenario]
        hexes = fuelled(g, s, last_unit(units)) if units else 0  # equal for all of them
        for unit in units_in(units):
            if hexes >> s.place[unit] & 1:
                feed(s, unit)  # [6.43a, 6.44c1]
            else:
                s.fed &= ~(1 << unit)

    def offer(self, g: Moscow, s: Position, f: Fuelling) -> Offer:
        return Offer(self.seat(g, s, f), units=self.choice(g, s), options=g.DONE)  # [6.43a, 6.43a2, SEQ.B.1b]

    def unit(self, g: Moscow, s: Position, f: Fuelling, unit: Unit) -> None:
        spend(s, unit, f.formation)  # [6.42, 6.43d, 7.35b]
        s.tell("fuel spent", ("6.43a",), unit=unit, formation=f.formation)

    def option(self, g: Moscow, s: Position, f: Fuelling, option: Option) -> None:
        self.end(g, s, f)

    def prompt(self, g: Moscow, s: Position, f: Fuelling) -> str:
        spent = sum(1 << fuel for fuel in units_in(s.burning) if s.burns[fuel] == f.formation + 1)
        if spent:
            return ask("more fuel", formation=g.formations[f.formation].label, units=g.named(s, spent))
        return ask("fuel", formation=g.formations[f.formation].label)

    def why(self, g: Moscow, s: Position, f: Fuelling, seat: int, pick: Pick) -> Reason | None:
        return because("6.43a", "no fuel unit") if pick[0] == UNIT else None


def burn(g: Moscow, s: Position) -> None:
    """All movement is done: the Fuel units that were being spent are gone, to be used again."""
    for fuel in units_in(s.burning):  # [6.42a]
        spend(s, fuel, -1)
        if s.place[fuel] >= 0:
            lift(g, s, fuel, POOL)  # [6.42]
        else:
            shelve(s, fuel, POOL)


def evaporate(g: Moscow, s: Position) -> None:
    """Fuel that has not come onto the map in its turn is lost."""
    left = g.fuel_units & s.due
    for fuel in units_in(left):
        shelve(s, fuel, POOL)  # [6.41b]
    if left:
        s.tell("fuel left", ("6.41b",), units=left)


@fixed_frame("fuel_supply")
class FuelRoll(Frame):
    """The roll on the Fuel Supply Table."""


class FuelSupply(ByDice["Moscow", Position, FuelRoll]):
    """The Fuel Supply Table."""

    rule = "6.41"

    def proceed(self, g: Moscow, s: Position, f: FuelRoll) -> bool:
        if g.scenarios[s.scenario].fuel:  # [6.4]
            return False
        s.stack.pop()
        return True

    def offer(self, g: Moscow, s: Position, f: FuelRoll) -> Offer:
        return Offer(self.seat(g, s, f), chance=D10)  # [SEQ.A.2a]

    def roll(self, g: Moscow, s: Position, f: FuelRoll, outcome: int) -> None:
        s.stack.pop()
        drm = g.fuel_rain_drm if s.weather == RAIN else 0
        number = g.fuel_for(outcome + 1 + drm)  # [6.41]
        if self.formations(g, s) <= 1:
            number = min(number, g.fuel_single)  # [6.41]
        free = [fuel for fuel in units_in(g.fuel_units) if s.place[fuel] == POOL]
        for fuel in free[:number]:
            shelve(s, fuel, DUE)  # [6.41]
        s.tell("fuel supply", ("6.41",), die=outcome + 1, drm=drm, number=min(number, len(free)))

    def formations(self, g: Moscow, s: Position) -> int:
        """The number of German Formations with units on the map."""
        return sum(
            bool(units & s.placed)
            for units, side in zip(g.formation_units, g.formation_side, strict=True)
            if side == GERMAN
        )

    def prompt(self, g: Moscow, s: Position, f: FuelRoll) -> str:
        return ask("fuel supply")
