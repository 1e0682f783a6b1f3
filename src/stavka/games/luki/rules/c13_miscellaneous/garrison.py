"""Chapters 13.3 and 13.4: the Kessel of Velikye Luki, its garrison, its release, and the breakout units."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import ByDice, ByOneSide
from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import Option, Unit, hexes_in, last_unit, numbered, units_in
from stavka.engine.machine import HEXES, UNITS
from stavka.engine.offer import DIE, HEX, UNIT, Offer, Pick, Reason
from stavka.games.luki.rules.c03_standard_procedures.dice import TWO_DICE
from stavka.games.luki.rules.c06_supply.supply_lines import passable
from stavka.games.luki.rules.c08_stacking import rooms, who_sees
from stavka.games.luki.state import ELIMINATED, GERMAN, OFF, Position, put
from stavka.games.luki.words import ask, because
from stavka.hexes import Hex, flood

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki


# -- the Kessel -----------------------------------------------------------------------------------------------------


def kessel_units(s: Position, number: int) -> int:
    """The units of a Kessel."""
    return sum(1 << unit for unit, own in numbered(s.kessel) if own == number)


def has_city_kessel(s: Position) -> bool:
    return bool(s.city_kessel) and (s.city_kessel in s.kessel or s.city_kessel in s.markers)


def size(g: Luki, s: Position, number: int) -> tuple[int, int, int]:
    """The size of a Kessel in the city: city hexes with units, steps, CFs."""
    units = list(units_in(kessel_units(s, number)))
    hexes = {s.place[unit] for unit in units if g.luki >> s.place[unit] & 1}
    steps = sum(s.steps[unit] for unit in units)
    return len(hexes), steps, sum(g.combat[unit][s.steps[unit]] for unit in units)  # [13.4b]


def candidates(g: Luki, s: Position) -> list[int]:
    """The largest of the German Kessels that have units in the city; several if they are alike."""
    inside = {
        s.kessel[unit]
        for hex_ in hexes_in(g.luki & s.occupied[GERMAN])  # [13.4a]
        for unit in units_in(s.at[hex_])
        if s.kessel[unit]
    }
    sizes = {number: size(g, s, number) for number in sorted(inside)}
    largest = max(sizes.values(), default=(0, 0, 0))
    return [number for number, each in sizes.items() if each == largest]  # [13.4b, 13.4c]


def choose_kessel(g: Luki, s: Position) -> None:
    """Choose the Kessel of Velikye Luki; a die decides between two that are alike."""
    found = candidates(g, s)
    s.city_kessel = found[0] if found else 0  # [13.4a, 13.4b, 13.4c]
    if len(found) > 1:
        s.stack.append(ChoosingCityKessel())  # [13.4b]


@fixed_frame("city_kessel")
class ChoosingCityKessel(Frame):
    """Kessels in the city that are alike."""


class CityKessel(ByDice["Luki", Position, ChoosingCityKessel]):
    """A die chooses between Kessels in the city that are alike."""

    rule = "13.4b"

    def offer(self, g: Luki, s: Position, f: ChoosingCityKessel) -> Offer:
        return Offer(self.seat(g, s, f), chance=tuple((str(number), 1) for number in candidates(g, s)))  # [13.4b]

    def roll(self, g: Luki, s: Position, f: ChoosingCityKessel, outcome: int) -> None:
        s.stack.pop()
        s.city_kessel = candidates(g, s)[outcome]  # [13.4b]

    def prompt(self, g: Luki, s: Position, f: ChoosingCityKessel) -> str:
        return ask("city kessel")


def city_hexes(g: Luki, s: Position) -> int:
    """The city hexes that are part of the Kessel of Velikye Luki: with its units, and those linked to them (U81)."""
    inside = 0
    for unit in units_in(kessel_units(s, s.city_kessel)):
        inside |= 1 << s.place[unit]
    return g.luki & flood(g.grid, inside & g.luki, passable(g, s, GERMAN), g.grid.all_sides)


def bound(g: Luki, s: Position) -> int:
    """The units of the garrison that may not leave the city."""
    if s.released or not s.city_kessel:  # [13.41c, 13.41g]
        return 0
    units = 0
    for hex_ in hexes_in(g.luki & s.occupied[GERMAN]):  # [13.41b]
        units |= s.at[hex_]
    return sum(1 << unit for unit in units_in(units) if s.kessel[unit] == s.city_kessel)  # [13.41a]


def stops(g: Luki, s: Position, unit: Unit) -> int:
    """City hexes in which a unit on its way stops: there it becomes bound, or releases the garrison."""
    if s.released or g.side[unit] != GERMAN or not has_city_kessel(s):
        return 0
    if s.kessel[unit] == s.city_kessel:
        return 0 if g.luki >> s.place[unit] & 1 else g.luki  # [13.41b]
    return 0 if s.kessel[unit] else city_hexes(g, s)  # [13.41d]


# -- release --------------------------------------------------------------------------------------------------------


def release(g: Luki, s: Position, rule: str) -> None:
    s.released = 1  # [13.41c, 13.41g, 13.41h, 13.41i]
    s.forget()
    s.tell("released", (rule,))


def relieve(g: Luki, s: Position, unit: Unit) -> None:
    """The garrison is released as soon as a German unit in supply is in its city (U56)."""
    if s.released or not s.city_kessel or g.side[unit] != GERMAN or s.kessel[unit]:
        return
    if g.luki >> s.place[unit] & 1 and has_city_kessel(s) and city_hexes(g, s) >> s.place[unit] & 1:
        release(g, s, "13.41d")  # [13.41d]


def may_try(s: Position) -> bool:
    """Whether there is a garrison that can be released."""
    return has_city_kessel(s) and not s.released  # [13.41c, 13.41e]


@fixed_frame("release")
class Releasing(Frame):
    """A chance to release the garrison."""


class Release(ByOneSide["Luki", Position, Releasing]):
    """The German player may try to release the garrison."""

    rule = "13.41e"
    decides = GERMAN

    def proceed(self, g: Luki, s: Position, f: Releasing) -> bool:
        if may_try(s):
            return False
        s.stack.pop()
        return True

    def offer(self, g: Luki, s: Position, f: Releasing) -> Offer:
        return Offer(self.seat(g, s, f), options=g.RELEASE | g.PASS)  # [13.41e]

    def option(self, g: Luki, s: Position, f: Releasing, option: Option) -> None:
        s.stack.pop()
        if 1 << option == g.RELEASE:
            s.stack.append(RollingRelease())  # [13.41f]

    def prompt(self, g: Luki, s: Position, f: Releasing) -> str:
        return ask("release", number=release_number(g, s))


def release_number(g: Luki, s: Position) -> int:
    return g.conditions[s.track[s.city_kessel]].release  # [13.41f]


@fixed_frame("release_dice")
class RollingRelease(Frame):
    """The dice of a release attempt."""


class ReleaseDice(ByDice["Luki", Position, RollingRelease]):
    """The dice of a release attempt."""

    rule = "13.41f"

    def offer(self, g: Luki, s: Position, f: RollingRelease) -> Offer:
        return Offer(self.seat(g, s, f), chance=TWO_DICE)  # [13.41f]

    def roll(self, g: Luki, s: Position, f: RollingRelease, outcome: int) -> None:
        s.stack.pop()
        number = release_number(g, s)
        s.tell("release attempt", ("13.41f",), dice=outcome + 2, number=number)
        if outcome + 2 >= number:  # [13.41f]
            release(g, s, "13.41f")  # [13.41f]

    def prompt(self, g: Luki, s: Position, f: RollingRelease) -> str:
        return ask("release dice")


# -- conversion -----------------------------------------------------------------------------------------------------


def forts(g: Luki, s: Position) -> int:
    """The strongpoints that can be converted: those inside the Kessel, or in the city where there is none (U34)."""
    units, city = 0, g.luki & s.occupied[GERMAN]  # [13.3c, 13.42i]
    for hex_ in hexes_in(city):
        units |= s.at[hex_] & g.stationary
    return units & kessel_units(s, s.city_kessel) if has_city_kessel(s) else units  # [13.42c]


def fort_steps(g: Luki, s: Position) -> int:
    return sum(s.steps[unit] for unit in units_in(forts(g, s)))  # [13.42c]


def breakout_steps(g: Luki, steps: int, die: int) -> int:
    """The steps that the Strongpoint Conversion Table gives."""
    return next(results[die - 1] for least, results in reversed(g.conversion) if steps >= least)  # [13.42d]


@fixed_frame("conversion")
class Converting(Frame):
    """A chance to convert strongpoint steps."""


class Conversion(ByOneSide["Luki", Position, Converting]):
    """The German player may convert strongpoint steps into breakout steps."""

    rule = "13.42a"
    decides = GERMAN

    def proceed(self, g: Luki, s: Position, f: Converting) -> bool:
        if s.released and not s.converted and forts(g, s):  # [13.41h, 13.42a, 13.42b]
            return False
        s.stack.pop()
        return True

    def offer(self, g: Luki, s: Position, f: Converting) -> Offer:
        return Offer(self.seat(g, s, f), options=g.CONVERT | g.PASS)  # [13.42a]

    def option(self, g: Luki, s: Position, f: Converting, option: Option) -> None:
        s.stack.pop()
        if 1 << option == g.CONVERT:
            s.converted = 1  # [13.42b]
            s.stack.append(RollingConversion())  # [13.42d]

    def prompt(self, g: Luki, s: Position, f: Converting) -> str:
        return ask("conversion", steps=fort_steps(g, s))


@fixed_frame("conversion_die")
class RollingConversion(Frame):
    """The die of the conversion."""


class ConversionDie(ByDice["Luki", Position, RollingConversion]):
    """The die of the conversion."""

    rule = "13.42d"

    def offer(self, g: Luki, s: Position, f: RollingConversion) -> Offer:
        return Offer(self.seat(g, s, f), chance=DIE)  # [13.42d]

    def roll(self, g: Luki, s: Position, f: RollingConversion, outcome: int) -> None:
        s.stack.pop()
        units, steps = forts(g, s), fort_steps(g, s)
        gained = breakout_steps(g, steps, outcome + 1)  # [13.42d]
        for unit in units_in(units):
            s.steps[unit] = 1  # [13.42e]
        s.forget()
        s.tell("conversion", ("13.42d", "13.42e"), die=outcome + 1, steps=steps, gained=gained)
        hexes = 0
        for unit in units_in(units):
            hexes |= 1 << s.place[unit]
        s.stack.append(BreakingOut(steps=gained, hexes=hexes, units=0))

    def prompt(self, g: Luki, s: Position, f: RollingConversion) -> str:
        return ask("conversion die")


@frame("breakout")
class BreakingOut(Frame):
    """Breakout steps and units."""

    steps: int  # left to distribute
    hexes: int  # with strongpoints of the conversion
    units: int  # formed, and not yet placed


class Breakout(ByOneSide["Luki", Position, BreakingOut]):
    """Breakout steps are distributed, and the units placed."""

    rule = "13.42f"
    decides = GERMAN

    def proceed(self, g: Luki, s: Position, f: BreakingOut) -> bool:
        if f.steps and self.open(g, s):
            return False
        f.steps = 0  # steps beyond what the units can have are lost (U34)
        if not f.units:
            s.stack.pop()
            return True
        unit = last_unit(f.units)
        hexes = self.hexes(g, s, f, unit)
        if hexes:
            return False
        f.units &= ~(1 << unit)
        s.place[unit] = ELIMINATED  # no room with any strongpoint
        s.steps[unit] = 0
        return True

    def open(self, g: Luki, s: Position) -> int:
        """Breakout units that can have another step."""
        return sum(
            1 << unit for unit in units_in(g.breakout) if s.place[unit] == OFF and s.steps[unit] < g.full_steps[unit]
        )

    def hexes(self, g: Luki, s: Position, f: BreakingOut, unit: Unit) -> int:
        """Hexes with strongpoints of the conversion that have room for a unit."""
        return rooms(g, s, 1 << unit, f.hexes)  # [13.42g]

    def offer(self, g: Luki, s: Position, f: BreakingOut) -> Offer:
        if f.steps:
            return Offer(self.seat(g, s, f), units=self.open(g, s))  # [13.42f]
        return Offer(self.seat(g, s, f), hexes=self.hexes(g, s, f, last_unit(f.units)))  # [13.42g]

    def free_picks(self, g: Luki, s: Position, f: BreakingOut, offer: Offer) -> Offer:
        """The picks that can be taken back: the unit for a step, or the hex for a unit, as long as the player certainly
        has to choose for another one."""
        if f.steps:
            room = sum(g.full_steps[unit] - s.steps[unit] for unit in units_in(self.open(g, s)))
            return offer.only(UNITS if min(f.steps, room) > 1 else 0)
        rest = f.units & ~(1 << f.units.bit_length() - 1)
        return offer.only(HEXES if rest and self.hexes(g, s, f, last_unit(rest)).bit_count() > 1 else 0)

    def unit(self, g: Luki, s: Position, f: BreakingOut, unit: Unit) -> None:
        f.steps -= 1
        f.units |= 1 << unit
        s.steps[unit] += 1  # [13.42f]

    def hex(self, g: Luki, s: Position, f: BreakingOut, hex_: Hex) -> None:
        unit = last_unit(f.units)
        f.units &= ~(1 << unit)
        put(g, s, unit, hex_)  # [13.42g]
        s.kessel[unit] = s.city_kessel if has_city_kessel(s) else 0  # [13.42h]
        s.tell("breakout", ("13.42g",), seats=who_sees(g, s, unit), unit=unit, hex=hex_, steps=s.steps[unit])

    def prompt(self, g: Luki, s: Position, f: BreakingOut) -> str:
        if f.steps:
            return ask("breakout steps", steps=f.steps)
        return ask("breakout place", unit=g.labels[last_unit(f.units)])

    def why(self, g: Luki, s: Position, f: BreakingOut, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == UNIT:
            return because("13.42f", "no breakout unit" if not g.breakout >> pick[1] & 1 else "breakout complete")
        return because("13.42g", "not with a strongpoint") if pick[0] == HEX else None
