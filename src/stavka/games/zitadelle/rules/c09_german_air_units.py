"""Chapter 9: the German air units. Level bombers lower morale for a turn; dive bombers scatter, strike the nearest
armour of either side, and interdict Soviet movement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import ByDice, ByOneSide
from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import Option, Unit, last_unit, units_in
from stavka.engine.machine import HEXES, OPTIONS, UNITS
from stavka.engine.offer import DIE, HEX, OPTION, UNIT, Offer, Pick, Reason
from stavka.engine.state import below
from stavka.games.zitadelle.dice import TWO_DICE
from stavka.games.zitadelle.rules.c06_anti_tank_fire.fire import Shooting
from stavka.games.zitadelle.state import BASE, GERMAN, OVER, SOVIET, Position, fly
from stavka.games.zitadelle.words import ask, because
from stavka.hexes import NO_HEX, Hex

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle


def over(formation: int) -> Hex:
    """The place of a level bomber that has been assigned to an army."""
    return Hex(OVER - formation)


def target_of(s: Position, bomber: Unit) -> int:
    """The army that a level bomber is over, -1 if none."""
    place = s.place[bomber]
    return OVER - place if place <= OVER else -1


# -- allocation -----------------------------------------------------------------------------------------------------


@frame("air")
class Allocating(Frame):
    """Air units that are being assigned."""

    north: int  # units left to assign in the North
    south: int  # in the South

    def left(self, sector: int) -> int:
        """Units left to assign in a sector."""
        return self.south if sector else self.north

    def take(self, sector: int) -> None:
        """Count a unit of a sector as assigned."""
        if sector:
            self.south -= 1
        else:
            self.north -= 1


def units_to_assign(g: Zitadelle, s: Position, f: Allocating) -> int:
    """The air units that may still be assigned."""
    return sum(
        1 << unit
        for unit in units_in(g.air)
        if s.place[unit] == BASE and f.left(g.sector[unit])  # [9.12, 9.13]
    )


def others_fly(g: Zitadelle, s: Position, unit: Unit) -> bool:
    """Whether more air units can be assigned after the one that is being assigned now."""
    return bool(units_to_assign(g, s, below(s, Allocating)) & ~(1 << unit))


class Allocation(ByOneSide["Zitadelle", Position, Allocating]):
    """Air units are assigned, openly."""

    rule = "9.11"
    decides = GERMAN
    free = UNITS

    def proceed(self, g: Zitadelle, s: Position, f: Allocating) -> bool:
        if units_to_assign(g, s, f):
            return False
        s.stack.pop()
        return True

    def offer(self, g: Zitadelle, s: Position, f: Allocating) -> Offer:
        return Offer(self.seat(g, s, f), units=units_to_assign(g, s, f), options=g.DONE)  # [4.1.1a, 9.11]

    def unit(self, g: Zitadelle, s: Position, f: Allocating, unit: Unit) -> None:
        f.take(g.sector[unit])  # [9.12]
        s.stack.append(Aiming(unit) if g.dive_bombers >> unit & 1 else Targeting(unit))

    def option(self, g: Zitadelle, s: Position, f: Allocating, option: Option) -> None:
        s.stack.pop()

    def prompt(self, g: Zitadelle, s: Position, f: Allocating) -> str:
        return ask("air", north=f.north, south=f.south)

    def why(self, g: Zitadelle, s: Position, f: Allocating, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != UNIT:
            return None
        if not g.air >> pick[1] & 1:
            return because("9.11", "no air unit")
        if s.place[pick[1]] != BASE:
            return because("9.11", "assigned already")
        return because("9.12", "no more air units")


@fixed_frame("aim")
class Aiming(Frame):
    """A dive bomber that is being placed."""

    unit: Unit


class Aim(ByOneSide["Zitadelle", Position, Aiming]):
    """A dive bomber is placed."""

    rule = "9.14"
    decides = GERMAN

    def free_picks(self, g: Zitadelle, s: Position, f: Aiming, offer: Offer) -> Offer:
        return offer.only(HEXES if others_fly(g, s, f.unit) else 0)

    def offer(self, g: Zitadelle, s: Position, f: Aiming) -> Offer:
        return Offer(self.seat(g, s, f), hexes=g.grid.on_sheet[g.sector[f.unit]])  # [9.13, 9.14, 9.16]

    def hex(self, g: Zitadelle, s: Position, f: Aiming, hex_: Hex) -> None:
        s.stack.pop()
        fly(g, s, f.unit, hex_)  # [9.14]
        s.tell("dive bomber placed", ("9.14",), unit=f.unit, hex=hex_)

    def prompt(self, g: Zitadelle, s: Position, f: Aiming) -> str:
        return ask("aim", unit=g.labels[f.unit])

    def why(self, g: Zitadelle, s: Position, f: Aiming, seat: int, pick: Pick) -> Reason | None:
        return because("9.13", "other sector") if pick[0] == HEX else None


@fixed_frame("bomb")
class Targeting(Frame):
    """A level bomber that is being assigned."""

    unit: Unit


class Bomb(ByOneSide["Zitadelle", Position, Targeting]):
    """A level bomber is assigned to an army of the target display."""

    rule = "9.15"
    decides = GERMAN

    def free_picks(self, g: Zitadelle, s: Position, f: Targeting, offer: Offer) -> Offer:
        return offer.only(OPTIONS if others_fly(g, s, f.unit) else 0)

    def offer(self, g: Zitadelle, s: Position, f: Targeting) -> Offer:
        options = 0
        for formation in g.bombing_targets:  # [9.15]
            if g.formation_sector[formation] == g.sector[f.unit]:  # [9.13]
                options |= g.BOMB[formation]  # [9.16]
        return Offer(self.seat(g, s, f), options=options)

    def option(self, g: Zitadelle, s: Position, f: Targeting, option: Option) -> None:
        s.stack.pop()
        formation = next(army for army, bit in g.BOMB.items() if bit == 1 << option)
        fly(g, s, f.unit, over(formation))
        s.tell("level bomber assigned", ("9.15",), unit=f.unit, formation=formation)

    def prompt(self, g: Zitadelle, s: Position, f: Targeting) -> str:
        return ask("bomb", unit=g.labels[f.unit])

    def why(self, g: Zitadelle, s: Position, f: Targeting, seat: int, pick: Pick) -> Reason | None:
        return because("9.13", "army of other sector") if pick[0] == OPTION else None


# -- level bombing --------------------------------------------------------------------------------------------------


@frame("bombing")
class LevelBombing(Frame):
    """The level bombing of a turn."""

    units: int = -1  # level bombers still to roll (-1: find out)


class Bombing(ByDice["Zitadelle", Position, LevelBombing]):
    """A die for each level bomber, once all air units have been assigned."""

    rule = "9.21"

    def proceed(self, g: Zitadelle, s: Position, f: LevelBombing) -> bool:
        if f.units < 0:
            f.units = sum(1 << unit for unit in units_in(g.level_bombers) if target_of(s, unit) >= 0)  # [4.1.1c, 9.21]
        if f.units:
            return False
        s.stack.pop()
        return True

    def offer(self, g: Zitadelle, s: Position, f: LevelBombing) -> Offer:
        return Offer(self.seat(g, s, f), chance=DIE)  # [9.21]

    def roll(self, g: Zitadelle, s: Position, f: LevelBombing, outcome: int) -> None:
        unit = last_unit(f.units & -f.units)
        f.units &= ~(1 << unit)
        army = target_of(s, unit)
        success = outcome + 1 <= g.bombing_success  # [9.22a, 9.24]
        if success:
            s.bombed[army] += 1  # [9.22a, 9.22b, 9.23a, 9.23b]
        else:
            fly(g, s, unit, BASE)  # [9.24]
        s.tell("bombing", ("9.22a" if success else "9.24",), unit=unit, formation=army, die=outcome + 1, hit=success)

    def prompt(self, g: Zitadelle, s: Position, f: LevelBombing) -> str:
        return ask("bombing")


# -- dive bombing ---------------------------------------------------------------------------------------------------


@frame("dive")
class Diving(Frame):
    """The dive bombing of a turn."""

    units: int = -1  # dive bombers still to attack (-1: find out)


class DiveBombing(ByOneSide["Zitadelle", Position, Diving]):
    """The Soviet player resolves every dive bomber, in any order."""

    rule = "9.31"
    decides = SOVIET

    def proceed(self, g: Zitadelle, s: Position, f: Diving) -> bool:
        if f.units < 0:
            f.units = sum(1 << unit for unit in units_in(g.dive_bombers) if s.place[unit] >= 0)  # [9.31]
        if f.units & (f.units - 1):
            return False
        if f.units:
            self.unit(g, s, f, last_unit(f.units))
        else:
            s.stack.pop()
        return True

    def offer(self, g: Zitadelle, s: Position, f: Diving) -> Offer:
        return Offer(self.seat(g, s, f), units=f.units)  # [4.1.7, 9.31]

    def unit(self, g: Zitadelle, s: Position, f: Diving, unit: Unit) -> None:
        f.units &= ~(1 << unit)
        s.stack.append(Scattering(unit))  # [9.31a]

    def prompt(self, g: Zitadelle, s: Position, f: Diving) -> str:
        return ask("dive bombing")

    def why(self, g: Zitadelle, s: Position, f: Diving, seat: int, pick: Pick) -> Reason | None:
        return because("9.31", "not a dive bomber") if pick[0] == UNIT else None


def scattered(g: Zitadelle, hex_: Hex, outcome: int) -> Hex:
    """The hex that a dive bomber over a hex strikes for an outcome of the dice; NO_HEX off the map."""
    hexes, direction = g.scatter[outcome + 2]  # [9.31a]
    for _ in range(hexes):
        hex_ = g.grid.neighbours[hex_][direction] if hex_ >= 0 else NO_HEX
    return hex_


@fixed_frame("scatter")
class Scattering(Frame):
    """A dive bomber that may be scattered."""

    unit: Unit


class Scatter(ByDice["Zitadelle", Position, Scattering]):
    """Roll for the hex that a dive bomber really strikes."""

    rule = "9.31a"

    def offer(self, g: Zitadelle, s: Position, f: Scattering) -> Offer:
        return Offer(self.seat(g, s, f), chance=TWO_DICE)  # [9.31a]

    def roll(self, g: Zitadelle, s: Position, f: Scattering, outcome: int) -> None:
        s.stack.pop()
        unit, hex_ = f.unit, scattered(g, s.place[f.unit], outcome)
        if hex_ < 0:
            fly(g, s, unit, BASE)  # off the map (U40)
            s.tell("scatter off", ("9.31a",), unit=unit, dice=outcome + 2)
            return
        fly(g, s, unit, hex_)  # [9.31b, 9.31f2]
        s.tell("scatter", ("9.31a", "9.31b"), unit=unit, dice=outcome + 2, hex=hex_)
        nearest = nearest_armour(g, s, hex_)
        if nearest:
            s.stack.append(Striking(unit, nearest))

    def prompt(self, g: Zitadelle, s: Position, f: Scattering) -> str:
        return ask("scatter", unit=g.labels[f.unit])


def nearest_armour(g: Zitadelle, s: Position, hex_: Hex) -> int:
    """The hexes with armoured units, of either side, nearest to a hex: itself, if there are some in it."""
    armour = (s.hard[GERMAN] | s.hard[SOVIET]) & g.grid.on_sheet[g.grid.sheet(hex_)]  # [9.31c, 9.31d1, 9.32a, 9.32b]
    away = 0
    while armour:
        found = armour & g.grid.range(hex_, away)  # [9.31d1]
        if found:
            return found
        away += 1
    return 0


@fixed_frame("nearest")
class Striking(Frame):
    """A dive bomber that chooses between the nearest targets."""

    unit: Unit
    hexes: int  # with the nearest armour


class Nearest(ByOneSide["Zitadelle", Position, Striking]):
    """The German player chooses between targets that are equally near."""

    rule = "9.31d2"
    decides = GERMAN

    def proceed(self, g: Zitadelle, s: Position, f: Striking) -> bool:
        return self.only_hex(g, s, f, f.hexes)

    def offer(self, g: Zitadelle, s: Position, f: Striking) -> Offer:
        return Offer(self.seat(g, s, f), hexes=f.hexes)  # [9.31d2]

    def hex(self, g: Zitadelle, s: Position, f: Striking, hex_: Hex) -> None:
        s.stack.pop()
        drm = g.bomb_drm[hex_]  # [9.31e1, 9.31e2]
        s.stack.append(Shooting(f.unit, hex_, g.dive_bomber_at, drm))  # [9.31e1, 9.31f1]

    def prompt(self, g: Zitadelle, s: Position, f: Striking) -> str:
        return ask("nearest", unit=g.labels[f.unit])

    def why(self, g: Zitadelle, s: Position, f: Striking, seat: int, pick: Pick) -> Reason | None:
        return because("9.31d1", "not the nearest") if pick[0] == HEX else None


def go_home(g: Zitadelle, s: Position) -> None:
    """Air units and PM-1 markers leave the map at the end of the turn."""
    for unit in units_in(g.air):
        fly(g, s, unit, BASE)  # [4.1.12, 9.31f2]
    s.bombed[:] = bytes(len(s.bombed))  # [9.26]
