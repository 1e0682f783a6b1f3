"""Chapter 13.5: the Brandenburgers infiltrate, and guide others through zones of control."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import ByDice, ByOneSide
from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import Option, Unit, hexes_in, units_in
from stavka.engine.machine import HEXES, OPTIONS, UNITS
from stavka.engine.offer import DIE, HEX, UNIT, Offer, Pick, Reason
from stavka.engine.state import top
from stavka.games.luki.rules.c02_components.losses import lose_step
from stavka.games.luki.rules.c05_zoc import enemy_zoc
from stavka.games.luki.rules.c10_movement import moves as movement
from stavka.games.luki.rules.c13_miscellaneous import garrison
from stavka.games.luki.state import GERMAN, LIMITED, SOVIET, Position, move
from stavka.games.luki.words import ask, because
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki


def can_infiltrate(g: Luki, s: Position, unit: Unit) -> bool:
    """Whether a unit may move by infiltration now."""
    if unit != g.infiltrator or s.segment == LIMITED:  # [12.2c, 13.5a, 13.5m]
        return False
    if garrison.bound(g, s) >> unit & 1:
        return False
    return bool(INFILTRATE.hexes(g, s, new_infiltration(g, s, movement.PAID)))


def new_infiltration(g: Luki, s: Position, how: int) -> Infiltrating:
    unit = g.infiltrator
    return Infiltrating(unit, movement.points(g, s, unit), safe_hex=s.place[unit], has_begun=0, how=how)


def cost(g: Luki, s: Position, unit: Unit, a: Hex, b: Hex) -> int:
    """The cost of a step of infiltration in halves of MP; -1 across the Lowat, bridged or not."""
    if g.across[a] >> b & 1:
        return -1  # [13.5f, 13.5g]
    halves = movement.step_cost(g, unit, a, b)
    return halves * g.infiltration_factor if danger(g, s) >> b & 1 else halves  # [13.5b]


def danger(g: Luki, s: Position) -> int:
    """The hexes that have to be rolled for."""
    return s.occupied[SOVIET] | enemy_zoc(g, s, GERMAN)  # [13.5c]


def can_leave(g: Luki, s: Position, unit: Unit, hex_: Hex, left: int, been: int) -> bool:
    """Whether the unit could come out of an occupied hex with the MP that it has left."""
    for near in hexes_in(g.near[hex_] & ~been):
        price = cost(g, s, unit, hex_, near)
        if 0 <= price <= left:
            if not s.occupied[SOVIET] >> near & 1:
                return True
            if can_leave(g, s, unit, near, left - price, been | 1 << near):
                return True
    return False


@frame("infiltrate")
class Infiltrating(Frame):
    """The infiltration of Brd-803."""

    unit: Unit
    half_points: int  # MP left, in halves
    safe_hex: Hex  # the last hex without Soviet units
    has_begun: int
    how: int  # the way in which the move is paid for


class Infiltrate(ByOneSide["Luki", Position, Infiltrating]):
    """Brd-803 infiltrates, hex by hex."""

    rule = "13.5b"
    decides = GERMAN

    def proceed(self, g: Luki, s: Position, f: Infiltrating) -> bool:
        if not f.has_begun or self.hexes(g, s, f):
            return False
        self.finish(s, f)
        return True

    def finish(self, s: Position, f: Infiltrating) -> None:
        s.stack.pop()
        s.moved |= 1 << f.unit

    def hexes(self, g: Luki, s: Position, f: Infiltrating) -> int:
        unit, left = f.unit, f.half_points
        here, found = s.place[unit], 0
        if not left:
            return 0
        for near in hexes_in(g.near[here]):
            price = cost(g, s, unit, here, near)
            occupied = s.occupied[SOVIET] >> near & 1
            if left == movement.ONE_HEX or price < 0:
                fits = not f.has_begun and not occupied  # [13.5f]
            elif occupied:
                fits = price <= left and can_leave(g, s, unit, near, left - price, 1 << near)  # [13.5b]
            else:
                fits = price <= left  # [13.5b]
            found |= fits << near
        return found

    def offer(self, g: Luki, s: Position, f: Infiltrating) -> Offer:
        inside = s.occupied[SOVIET] >> s.place[f.unit] & 1
        return Offer(self.seat(g, s, f), hexes=self.hexes(g, s, f), options=0 if inside else g.STOP)  # [13.5b]

    def free_picks(self, g: Luki, s: Position, f: Infiltrating, offer: Offer) -> Offer:
        """The hexes for the unit and its stop, if others can move after it and no adjacent hex needs a die."""
        ap = 0 if f.has_begun else g.move_ap
        safe = not g.near[s.place[f.unit]] & danger(g, s)
        hexes = HEXES if safe and movement.goes_on(g, s, 1 << f.unit, f.how, ap) else 0
        return offer.only(hexes | (OPTIONS if movement.goes_on(g, s, 1 << f.unit, f.how, 0) else 0))

    def hex(self, g: Luki, s: Position, f: Infiltrating, hex_: Hex) -> None:
        unit, here = f.unit, s.place[f.unit]
        if not f.has_begun:
            movement.pay(g, s, 1 << unit, f.how, g.move_ap)
            f.has_begun = 1
        price = cost(g, s, unit, here, hex_)
        f.half_points = 0 if price < 0 or f.half_points == movement.ONE_HEX else f.half_points - price  # [13.5f]
        if danger(g, s) >> hex_ & 1:  # [13.5c]
            s.stack.append(RollingInfiltration(unit, hex_))
        else:
            self.enter(g, s, f, hex_)

    def enter(self, g: Luki, s: Position, f: Infiltrating, hex_: Hex) -> None:
        unit, here = f.unit, s.place[f.unit]
        s.tell("infiltrates", ("13.5b",), unit=unit, path=[here, hex_])
        move(g, s, unit, hex_)
        if not s.occupied[SOVIET] >> hex_ & 1:
            f.safe_hex = hex_
            garrison.relieve(g, s, unit)

    def option(self, g: Luki, s: Position, f: Infiltrating, option: Option) -> None:
        self.finish(s, f)

    def prompt(self, g: Luki, s: Position, f: Infiltrating) -> str:
        return ask("infiltrate", unit=g.labels[f.unit], points=max(f.half_points, 0) / 2)

    def why(self, g: Luki, s: Position, f: Infiltrating, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == UNIT:
            return because("10.2h", "other unit moves", unit=g.labels[f.unit])
        if pick[0] != HEX:
            return because("13.5b", "not among the enemy")
        hex_ = pick[1]
        here = s.place[f.unit]
        if not g.near[here] >> hex_ & 1:
            return because("13.5b", "hex by hex")
        if g.across[here] >> hex_ & 1:
            return because("13.5f", "lowat first or never")
        if s.occupied[SOVIET] >> hex_ & 1:
            return because("13.5b", "must get out again")
        return because("13.5b", "too dear", cost=cost(g, s, f.unit, here, hex_) / 2, points=max(f.half_points, 0) / 2)


INFILTRATE = Infiltrate()


@fixed_frame("infiltration_die")
class RollingInfiltration(Frame):
    """The die for a dangerous hex; the frame below is the infiltration."""

    unit: Unit
    hex: Hex


class InfiltrationDie(ByDice["Luki", Position, RollingInfiltration]):
    """The die for a dangerous hex."""

    rule = "13.5c"

    def offer(self, g: Luki, s: Position, f: RollingInfiltration) -> Offer:
        return Offer(self.seat(g, s, f), chance=DIE)  # [13.5c]

    def roll(self, g: Luki, s: Position, f: RollingInfiltration, outcome: int) -> None:
        s.stack.pop()
        unit, hex_ = f.unit, f.hex
        below = top(s, Infiltrating)
        occupied, zone = g.infiltration_fails
        least = occupied if s.occupied[SOVIET] >> hex_ & 1 else zone  # [13.5d, 13.5e]
        s.tell("infiltration die", ("13.5c",), unit=unit, hex=hex_, die=outcome + 1, number=least)
        if outcome + 1 < least:
            INFILTRATE.enter(g, s, below, hex_)
            return
        if s.place[unit] != below.safe_hex:
            move(g, s, unit, below.safe_hex)  # the last hex without Soviet units (U58)
        INFILTRATE.finish(s, below)  # [13.5d, 13.5e]
        lose_step(g, s, unit)  # [13.5d, 13.5e, 13.5l]

    def prompt(self, g: Luki, s: Position, f: RollingInfiltration) -> str:
        return ask("infiltration die", unit=g.labels[f.unit])


# -- guided moves ---------------------------------------------------------------------------------------------------


def can_guide(g: Luki, s: Position, how: int) -> bool:
    """Whether Brd-803 is in an EZOC with units to guide and hexes to which they can go."""
    own = 1 << g.infiltrator
    if s.segment == LIMITED or how == movement.EVENT:  # [12.2c, 13.1g, 13.5m]
        return False
    if garrison.bound(g, s) & own or not movement.points(g, s, g.infiltrator) or not guided_hexes(g, s):
        return False
    return any(affordable(g, s, how, own | 1 << unit) for unit in units_in(guidable(g, s, own)))


def guidable(g: Luki, s: Position, units: int) -> int:
    """Units that may come along: they are where Brd-803 began the phase, and have not moved."""
    here = s.at[s.place[g.infiltrator]] & movement.movers(g, s) & ~units  # [13.5i]
    here &= ~garrison.bound(g, s)
    return sum(1 << unit for unit in units_in(here) if movement.points(g, s, unit))


def guided_hexes(g: Luki, s: Position) -> int:
    """EZOC hexes next to an EZOC hex, without Soviet units; the Lowat does not matter."""
    here, zone = s.place[g.infiltrator], enemy_zoc(g, s, GERMAN)
    if not zone >> here & 1:  # [13.5i]
        return 0
    near: int = g.near[here] & zone & ~s.occupied[SOVIET]  # [13.5h, 13.5i, 13.5j]
    return near


def guide_ap(g: Luki, units: int) -> int:
    """AP for a guided stack: one a unit, but one for all of a formation (U59)."""
    formations = {g.formation[unit] if g.formation[unit] >= 0 else -1 - unit for unit in units_in(units)}
    return len(formations) * g.move_ap


def affordable(g: Luki, s: Position, how: int, units: int) -> bool:
    return how != movement.PAID or guide_ap(g, units) <= s.ap


@frame("guide")
class Guiding(Frame):
    """A guided move that is put together."""

    units: int
    how: int  # the way in which the move is paid for


class Guide(ByOneSide["Luki", Position, Guiding]):
    """A guided move is put together."""

    rule = "13.5h"
    decides = GERMAN
    free = UNITS

    def more(self, g: Luki, s: Position, f: Guiding) -> int:
        return sum(
            1 << unit for unit in units_in(guidable(g, s, f.units)) if affordable(g, s, f.how, f.units | 1 << unit)
        )

    def offer(self, g: Luki, s: Position, f: Guiding) -> Offer:
        ready = f.units & (f.units - 1)
        hexes = guided_hexes(g, s) if ready else 0
        return Offer(self.seat(g, s, f), units=self.more(g, s, f), hexes=hexes)  # [13.5h, 13.5i]

    def unit(self, g: Luki, s: Position, f: Guiding, unit: Unit) -> None:
        f.units |= 1 << unit

    def hex(self, g: Luki, s: Position, f: Guiding, hex_: Hex) -> None:
        movement.pay(g, s, f.units, f.how, guide_ap(g, f.units))
        s.stack[-1] = RollingGuide(f.units, hex_)

    def prompt(self, g: Luki, s: Position, f: Guiding) -> str:
        return ask("guide", units=g.named(s, f.units))

    def why(self, g: Luki, s: Position, f: Guiding, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == HEX:
            if s.occupied[SOVIET] >> pick[1] & 1:
                return because("13.5h", "not through units")
            return because("13.5i", "zone to zone only")
        if pick[0] == UNIT:
            if not affordable(g, s, f.how, f.units | 1 << pick[1]):
                return because("10.0a", "no ap")
            return because("13.5i", "not stacked at start")
        return None


@frame("guide_die")
class RollingGuide(Frame):
    """The die of a guided move."""

    units: int
    hex: Hex


class GuideDie(ByDice["Luki", Position, RollingGuide]):
    """The die of a guided move."""

    rule = "13.5k"

    def offer(self, g: Luki, s: Position, f: RollingGuide) -> Offer:
        return Offer(self.seat(g, s, f), chance=DIE)  # [13.5k]

    def roll(self, g: Luki, s: Position, f: RollingGuide, outcome: int) -> None:
        s.stack.pop()
        units, hex_ = f.units, f.hex
        total = outcome + 1 + units.bit_count() - 1  # [13.5k]
        s.moved |= units  # [13.5i]
        fails = total >= g.infiltration_guided  # [13.5k]
        s.tell("guide die", ("13.5k",), unit=g.infiltrator, hex=hex_, die=outcome + 1, fails=fails)
        s.tell("guide total", ("13.5k",), seats=(GERMAN,), total=total)  # how many it guides is secret (U94)
        if fails:
            lose_step(g, s, g.infiltrator)  # [13.5k, 13.5l]
            return
        movement.told_move(g, s, GERMAN, units, [s.place[g.infiltrator], hex_])
        for unit in units_in(units):
            move(g, s, unit, hex_)  # [13.5i]
            garrison.relieve(g, s, unit)

    def prompt(self, g: Luki, s: Position, f: RollingGuide) -> str:
        return ask("guide die")


def why_not(g: Luki, s: Position, f: movement.Moving, option: int) -> Reason:
    """The reason why a move cannot become an infiltration or a guided move."""
    if f.units != 1 << g.infiltrator:
        return because("13.5a", "only the brandenburgers")
    if s.segment == LIMITED:
        return because("13.5m", "no infiltration in las")
    if option == g.GUIDE:
        if f.how == movement.EVENT:
            return because("13.1g", "event moves one")
        return because("13.5i", "nobody to guide")
    return because("13.5b", "no infiltration now")
