"""Chapter 8: combat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from skirmish.rules.c02_units import full_hexes, lose_step, strength, strongest
from skirmish.rules.c04_zones import enemy_zones
from skirmish.rules.c09_victory import take
from skirmish.state import OFF, Position, lift, put
from skirmish.words import ask, because
from stavka.engine.frames import Frame, frame
from stavka.engine.kinds import Option, Unit, hexes_in, units_in
from stavka.engine.machine import HEXES, UNITS, Step
from stavka.engine.offer import CHANCE, DIE, HEX, OPTION, UNIT, Offer, Pick, Reason
from stavka.hexes import Hex

if TYPE_CHECKING:
    from skirmish.game import Skirmish

BARRED: Final = -1


class Odds(NamedTuple):
    attack: int
    defence: int
    ratio: int
    """The column of the plain ratio; BARRED: the attack may not be made."""
    shifts: tuple[tuple[str, int], ...]
    """The shifts to the left, each with its number of columns."""
    column: int


def odds(g: Skirmish, s: Position, units: int, hex_: Hex) -> Odds:
    """An attack of some units on a hex."""
    attack = sum(strength(g, s, unit) for unit in units_in(units))  # [8.2]
    defence = sum(strength(g, s, unit) for unit in units_in(s.at[hex_]))  # [8.2]
    able = (n for n, each in enumerate(g.crt) if attack * each.defence >= defence * each.attack)
    ratio = max(able, default=BARRED)  # [8.3]
    shifts = [(g.terrain_of(hex_), g.shift[hex_])]  # [8.4]
    if all(g.grid.between(g.river, s.place[unit], hex_) for unit in units_in(units)):
        shifts.append(("river", g.river_shift))  # [8.4]
    counted = tuple(each for each in shifts if each[1])
    column = max(ratio - sum(shift for _, shift in counted), 0)  # [8.4]
    return Odds(attack, defence, ratio, counted, column)


def able(g: Skirmish, s: Position, hex_: Hex) -> int:
    """The units of the phasing side that can attack a hex."""
    near = g.grid.ring(hex_, 1) & s.occupied[s.phasing]  # [8.1]
    units = 0
    for there in hexes_in(near):
        units |= s.at[there]
    return units & ~s.fought  # [8.1]


def targets(g: Skirmish, s: Position) -> int:
    """The hexes that the phasing side can attack."""
    hexes = hexes_in(s.occupied[1 - s.phasing] & ~s.struck)  # [8.1]
    return sum(1 << hex_ for hex_ in hexes if (units := able(g, s, hex_)) and odds(g, s, units, hex_).ratio >= 0)


# -- choosing -------------------------------------------------------------------------------------------------------


@frame("combat")
class Fighting(Frame):
    pass


class Combat(Step["Skirmish", Position, Fighting]):
    """The combat phase: one attack after the other, until the player is done or nothing can be attacked."""

    rule = "8.1"
    free = HEXES

    def proceed(self, g: Skirmish, s: Position, f: Fighting) -> bool:
        if targets(g, s):
            return False
        self.end(s)
        return True

    def end(self, s: Position) -> None:
        s.stack.pop()
        s.fought = s.struck = 0

    def seats(self, g: Skirmish, s: Position, f: Fighting) -> tuple[int, ...]:
        return (s.phasing,)

    def offer(self, g: Skirmish, s: Position, f: Fighting) -> Offer:
        return Offer(s.phasing, hexes=targets(g, s), options=g.DONE)

    def hex(self, g: Skirmish, s: Position, f: Fighting, hex_: Hex) -> None:
        s.stack.append(Attacking(hex_))

    def option(self, g: Skirmish, s: Position, f: Fighting, option: Option) -> None:
        self.end(s)

    def prompt(self, g: Skirmish, s: Position, f: Fighting) -> str:
        return ask("combat")

    def why(self, g: Skirmish, s: Position, f: Fighting, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != HEX:
            return because("8.1", "target first") if pick[0] == UNIT else None
        hex_ = pick[1]
        if not s.occupied[1 - s.phasing] >> hex_ & 1:
            return because("8.1", "no enemy there")
        if s.struck >> hex_ & 1:
            return because("8.1", "attacked already")
        return because("8.3", "odds too low") if able(g, s, hex_) else because("8.1", "nobody adjacent")


@frame("attack")
class Attacking(Frame):
    hex: Hex
    units: int = 0


class Attack(Step["Skirmish", Position, Attacking]):
    """Choose the units that attack a hex."""

    rule = "8.1"
    free = UNITS

    def seats(self, g: Skirmish, s: Position, f: Attacking) -> tuple[int, ...]:
        return (s.phasing,)

    def offer(self, g: Skirmish, s: Position, f: Attacking) -> Offer:
        enough = f.units and odds(g, s, f.units, f.hex).ratio >= 0  # [8.3]
        return Offer(s.phasing, units=able(g, s, f.hex) & ~f.units, options=g.STOP | (g.ATTACK if enough else 0))

    def unit(self, g: Skirmish, s: Position, f: Attacking, unit: Unit) -> None:
        f.units |= 1 << unit

    def option(self, g: Skirmish, s: Position, f: Attacking, option: Option) -> None:
        s.stack.pop()
        if 1 << option == g.ATTACK:
            s.fought |= f.units  # [8.1]
            s.struck |= 1 << f.hex  # [8.1]
            s.stack.append(Rolling(f.hex, f.units))
            s.tell("attack", ("8.1",), hex=f.hex, units=f.units, defenders=s.at[f.hex])

    def prompt(self, g: Skirmish, s: Position, f: Attacking) -> str:
        return ask("attack", hex=g.grid.number(f.hex))

    def why(self, g: Skirmish, s: Position, f: Attacking, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == OPTION and 1 << pick[1] == g.ATTACK:
            return because("8.3", "odds too low")
        if pick[0] != UNIT:
            return None
        if f.units >> pick[1] & 1:
            return because("8.1", "attacks already")
        if g.side[pick[1]] == seat and s.fought >> pick[1] & 1:
            return because("8.1", "has attacked")
        return because("8.1", "not adjacent")


# -- the die --------------------------------------------------------------------------------------------------------


@frame("combat_die")
class Rolling(Frame):
    hex: Hex
    units: int


class CombatDie(Step["Skirmish", Position, Rolling]):
    rule = "8.5"

    def seats(self, g: Skirmish, s: Position, f: Rolling) -> tuple[int, ...]:
        return (CHANCE,)

    def offer(self, g: Skirmish, s: Position, f: Rolling) -> Offer:
        return Offer(CHANCE, chance=DIE)

    def roll(self, g: Skirmish, s: Position, f: Rolling, outcome: int) -> None:
        s.stack.pop()
        column = odds(g, s, f.units, f.hex).column
        result = g.crt[column].results[outcome]  # [8.5]
        s.tell("combat die", ("8.5",), die=outcome + 1, column=column, result=result)
        s.stack.append(Advancing(f.hex, f.units))  # [8.9]
        if "A" in result:
            lose_step(g, s, strongest(g, s, f.units), "8.6")  # [8.6]
        if "D" in result:
            lose_step(g, s, strongest(g, s, s.at[f.hex]), "8.6")  # [8.6]
        if "R" in result:
            s.stack.append(Retreating(f.hex))  # [8.7]

    def prompt(self, g: Skirmish, s: Position, f: Rolling) -> str:
        return ask("combat die")


# -- retreat and advance --------------------------------------------------------------------------------------------


def retreats(g: Skirmish, s: Position, hex_: Hex) -> int:
    """The hexes to which a unit of the side that is attacked can retreat."""
    own = s.occupied[1 - s.phasing]
    hexes = g.grid.ring(hex_, 1) & ~s.occupied[s.phasing]  # [8.7]
    hexes &= ~enemy_zones(g, s, 1 - s.phasing) | own  # [8.7]
    return hexes & ~full_hexes(g, s)  # [2.4]


@frame("retreat")
class Retreating(Frame):
    hex: Hex
    stays: int = 0  # units that could not retreat


class Retreat(Step["Skirmish", Position, Retreating]):
    """The defenders of a hex retreat one after the other; a unit that cannot loses a step."""

    rule = "8.7"

    def proceed(self, g: Skirmish, s: Position, f: Retreating) -> bool:
        left = s.at.get(f.hex, 0) & ~f.stays
        if left and retreats(g, s, f.hex):
            return False
        for unit in units_in(left):
            f.stays |= 1 << unit
            lose_step(g, s, unit, "8.8")  # [8.8]
        s.stack.pop()
        return True

    def first(self, s: Position, f: Retreating) -> Unit:
        """The unit that retreats now."""
        return units_in(s.at[f.hex] & ~f.stays)[0]

    def seats(self, g: Skirmish, s: Position, f: Retreating) -> tuple[int, ...]:
        return (1 - s.phasing,)

    def offer(self, g: Skirmish, s: Position, f: Retreating) -> Offer:
        return Offer(1 - s.phasing, hexes=retreats(g, s, f.hex))

    def hex(self, g: Skirmish, s: Position, f: Retreating, hex_: Hex) -> None:
        unit = self.first(s, f)
        lift(g, s, unit, OFF)
        put(g, s, unit, hex_)
        s.tell("retreats", ("8.7",), unit=unit, hex=hex_)
        take(g, s, unit, hex_)

    def prompt(self, g: Skirmish, s: Position, f: Retreating) -> str:
        return ask("retreat", unit=g.labels[self.first(s, f)])

    def why(self, g: Skirmish, s: Position, f: Retreating, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != HEX:
            return None
        if full_hexes(g, s) >> pick[1] & 1:
            return because("2.4", "stack full")
        return because("8.7", "no retreat there")


@frame("advance")
class Advancing(Frame):
    hex: Hex
    units: int


class Advance(Step["Skirmish", Position, Advancing]):
    """Advance: one of the attackers may enter the hex that has been cleared."""

    rule = "8.9"

    def proceed(self, g: Skirmish, s: Position, f: Advancing) -> bool:
        if f.hex not in s.at and self.able(s, f):
            return False
        s.stack.pop()
        return True

    def able(self, s: Position, f: Advancing) -> int:
        return sum(1 << unit for unit in units_in(f.units) if s.place[unit] >= 0)

    def seats(self, g: Skirmish, s: Position, f: Advancing) -> tuple[int, ...]:
        return (s.phasing,)

    def offer(self, g: Skirmish, s: Position, f: Advancing) -> Offer:
        return Offer(s.phasing, units=self.able(s, f), options=g.DONE)  # [8.9]

    def unit(self, g: Skirmish, s: Position, f: Advancing, unit: Unit) -> None:
        s.stack.pop()
        lift(g, s, unit, OFF)
        put(g, s, unit, f.hex)
        s.tell("advances", ("8.9",), unit=unit, hex=f.hex)
        take(g, s, unit, f.hex)

    def option(self, g: Skirmish, s: Position, f: Advancing, option: Option) -> None:
        s.stack.pop()  # [8.9]

    def prompt(self, g: Skirmish, s: Position, f: Advancing) -> str:
        return ask("advance", hex=g.grid.number(f.hex))

    def why(self, g: Skirmish, s: Position, f: Advancing, seat: int, pick: Pick) -> Reason | None:
        return because("8.9", "not of this attack") if pick[0] == UNIT else None
