"""Chapter 13.5: the Brandenburgers infiltrate, and guide others through zones of control."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.machine import ListStep
from stavka.engine.offer import CHANCE, DIE, HEX, UNIT, Offer, Pick, Reason, members
from stavka.engine.state import Frame
from stavka.games.luki.rules.c02_components.losses import lose_step
from stavka.games.luki.rules.c05_zoc import enemy_zoc
from stavka.games.luki.rules.c10_movement import moves as movement
from stavka.games.luki.rules.c13_miscellaneous import garrison
from stavka.games.luki.state import GERMAN, LIMITED, SOVIET, Position, move
from stavka.games.luki.words import ask, because

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki

UNIT_, LEFT, SAFE, BEGUN, HOW = 1, 2, 3, 4, 5


def can_infiltrate(g: Luki, s: Position, unit: int) -> bool:
    """Whether a unit may move by infiltration now."""
    if unit != g.infiltrator or s.segment == LIMITED:  # [12.2c, 13.5a, 13.5m]
        return False
    if garrison.bound(g, s) >> unit & 1:
        return False
    frame = ["infiltrate", unit, movement.points(g, s, unit), s.place[unit], 0, 0]
    return bool(INFILTRATE.hexes(g, s, frame))


def new_infiltration(g: Luki, s: Position, f: Frame) -> Frame:
    unit = g.infiltrator
    return ["infiltrate", unit, movement.points(g, s, unit), s.place[unit], 0, f[movement.HOW]]


def cost(g: Luki, s: Position, unit: int, a: int, b: int) -> int:
    """What a step of infiltration costs in halves of MPs; -1 across the Lowat, bridged or not."""
    if g.across[a] >> b & 1:
        return -1  # [13.5f, 13.5g]
    halves = movement.step_cost(g, unit, a, b)
    return halves * g.infiltration_factor if danger(g, s) >> b & 1 else halves  # [13.5b]


def danger(g: Luki, s: Position) -> int:
    """The hexes that have to be rolled for."""
    return s.occupied[SOVIET] | enemy_zoc(g, s, GERMAN)  # [13.5c]


def can_leave(g: Luki, s: Position, unit: int, hex_: int, left: int, been: int) -> bool:
    """Whether the unit could come out of an occupied hex with the MPs that it has left."""
    for near in members(g.near[hex_] & ~been):
        price = cost(g, s, unit, hex_, near)
        if 0 <= price <= left:
            if not s.occupied[SOVIET] >> near & 1:
                return True
            if can_leave(g, s, unit, near, left - price, been | 1 << near):
                return True
    return False


class Infiltrate(ListStep["Luki", Position]):
    """Brd-803 infiltrates, hex by hex. Frame: [name, unit, halves of MPs left, the last hex without Soviet units,
    begun, how it is paid for]."""

    rule = "13.5b"

    def proceed(self, g: Luki, s: Position, f: Frame) -> bool:
        if not f[BEGUN] or self.hexes(g, s, f):
            return False
        self.finish(s, f)
        return True

    def finish(self, s: Position, f: Frame) -> None:
        s.stack.pop()
        s.moved |= 1 << f[UNIT_]

    def hexes(self, g: Luki, s: Position, f: Frame) -> int:
        unit, left = f[UNIT_], f[LEFT]
        here, found = s.place[unit], 0
        if not left:
            return 0
        for near in members(g.near[here]):
            price = cost(g, s, unit, here, near)
            occupied = s.occupied[SOVIET] >> near & 1
            if left == movement.ONE_HEX or price < 0:
                fits = not f[BEGUN] and not occupied  # [13.5f]
            elif occupied:
                fits = price <= left and can_leave(g, s, unit, near, left - price, 1 << near)  # [13.5b]
            else:
                fits = price <= left  # [13.5b]
            found |= fits << near
        return found

    def offer(self, g: Luki, s: Position, f: Frame) -> Offer:
        inside = s.occupied[SOVIET] >> s.place[f[UNIT_]] & 1
        return Offer(GERMAN, hexes=self.hexes(g, s, f), options=0 if inside else g.STOP)  # [13.5b]

    def hex(self, g: Luki, s: Position, f: Frame, hex_: int) -> None:
        unit, here = f[UNIT_], s.place[f[UNIT_]]
        if not f[BEGUN]:
            movement.pay(g, s, 1 << unit, f[HOW], g.move_ap)
            f[BEGUN] = 1
        price = cost(g, s, unit, here, hex_)
        f[LEFT] = 0 if price < 0 or f[LEFT] == movement.ONE_HEX else f[LEFT] - price  # [13.5f]
        if danger(g, s) >> hex_ & 1:  # [13.5c]
            s.stack.append(["infiltration_die", unit, hex_])
        else:
            self.enter(g, s, f, hex_)

    def enter(self, g: Luki, s: Position, f: Frame, hex_: int) -> None:
        unit, here = f[UNIT_], s.place[f[UNIT_]]
        s.tell("infiltrates", ("13.5b",), unit=unit, path=[here, hex_])
        move(g, s, unit, hex_)
        if not s.occupied[SOVIET] >> hex_ & 1:
            f[SAFE] = hex_
            garrison.relieve(g, s, unit)

    def option(self, g: Luki, s: Position, f: Frame, option: int) -> None:
        self.finish(s, f)

    def prompt(self, g: Luki, s: Position, f: Frame) -> str:
        return ask("infiltrate", unit=g.labels[f[UNIT_]], points=max(f[LEFT], 0) / 2)

    def why(self, g: Luki, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        kind, hex_ = pick
        if kind == UNIT:
            return because("10.2h", "other unit moves", unit=g.labels[f[UNIT_]])
        if kind != HEX:
            return because("13.5b", "not among the enemy")
        here = s.place[f[UNIT_]]
        if not g.near[here] >> hex_ & 1:
            return because("13.5b", "hex by hex")
        if g.across[here] >> hex_ & 1:
            return because("13.5f", "lowat first or never")
        if s.occupied[SOVIET] >> hex_ & 1:
            return because("13.5b", "must get out again")
        return because("13.5b", "too dear", cost=cost(g, s, f[UNIT_], here, hex_) / 2, points=max(f[LEFT], 0) / 2)


INFILTRATE = Infiltrate()


class InfiltrationDie(ListStep["Luki", Position]):
    """The die for a dangerous hex. Frame: [name, unit, hex]; the infiltration is below."""

    rule = "13.5c"

    def offer(self, g: Luki, s: Position, f: Frame) -> Offer:
        return Offer(CHANCE, chance=DIE)  # [13.5c]

    def roll(self, g: Luki, s: Position, f: Frame, outcome: int) -> None:
        s.stack.pop()
        _, unit, hex_ = f
        below = s.stack[-1]
        occupied, zone = g.infiltration_fails
        least = occupied if s.occupied[SOVIET] >> hex_ & 1 else zone  # [13.5d, 13.5e]
        s.tell("infiltration die", ("13.5c",), unit=unit, hex=hex_, die=outcome + 1, number=least)
        if outcome + 1 < least:
            INFILTRATE.enter(g, s, below, hex_)
            return
        if s.place[unit] != below[SAFE]:
            move(g, s, unit, below[SAFE])  # the last hex without Soviet units (U58)
        INFILTRATE.finish(s, below)  # [13.5d, 13.5e]
        lose_step(g, s, unit)  # [13.5d, 13.5e, 13.5l]

    def prompt(self, g: Luki, s: Position, f: Frame) -> str:
        return ask("infiltration die", unit=g.labels[f[1]])


# -- guided moves ---------------------------------------------------------------------------------------------------


def can_guide(g: Luki, s: Position, how: int) -> bool:
    """Whether Brd-803 stands in an EZOC with somebody to guide and somewhere to go."""
    own = 1 << g.infiltrator
    if s.segment == LIMITED or how == movement.EVENT:  # [12.2c, 13.1g, 13.5m]
        return False
    if garrison.bound(g, s) & own or not movement.points(g, s, g.infiltrator) or not guided_hexes(g, s):
        return False
    return any(affordable(g, s, how, own | 1 << unit) for unit in members(guidable(g, s, own)))


def guidable(g: Luki, s: Position, units: int) -> int:
    """Units that may come along: they are where Brd-803 began the phase, and have not moved."""
    here = s.at[s.place[g.infiltrator]] & movement.movers(g, s) & ~units  # [13.5i]
    here &= ~garrison.bound(g, s)
    return sum(1 << unit for unit in members(here) if movement.points(g, s, unit))


def guided_hexes(g: Luki, s: Position) -> int:
    """EZOC hexes next to an EZOC hex, without Soviet units; the Lowat does not matter."""
    here, zone = s.place[g.infiltrator], enemy_zoc(g, s, GERMAN)
    if not zone >> here & 1:  # [13.5i]
        return 0
    near: int = g.near[here] & zone & ~s.occupied[SOVIET]  # [13.5h, 13.5i, 13.5j]
    return near


def guide_ap(g: Luki, units: int) -> int:
    """AP for a guided stack: one a unit, but one for all of a formation (U59)."""
    formations = {g.formation[unit] if g.formation[unit] >= 0 else -1 - unit for unit in members(units)}
    return len(formations) * g.move_ap


def affordable(g: Luki, s: Position, how: int, units: int) -> bool:
    return how != movement.PAID or guide_ap(g, units) <= s.ap


def new_guide(f: Frame) -> Frame:
    return ["guide", f[movement.UNITS], f[movement.HOW]]


class Guide(ListStep["Luki", Position]):
    """A guided move is put together. Frame: [name, units, how it is paid for]."""

    rule = "13.5h"

    def more(self, g: Luki, s: Position, f: Frame) -> int:
        return sum(1 << unit for unit in members(guidable(g, s, f[1])) if affordable(g, s, f[2], f[1] | 1 << unit))

    def offer(self, g: Luki, s: Position, f: Frame) -> Offer:
        ready = f[1] & (f[1] - 1)
        hexes = guided_hexes(g, s) if ready else 0
        return Offer(GERMAN, units=self.more(g, s, f), hexes=hexes)  # [13.5h, 13.5i]

    def unit(self, g: Luki, s: Position, f: Frame, unit: int) -> None:
        f[1] |= 1 << unit

    def hex(self, g: Luki, s: Position, f: Frame, hex_: int) -> None:
        movement.pay(g, s, f[1], f[2], guide_ap(g, f[1]))
        s.stack[-1] = ["guide_die", f[1], hex_]

    def prompt(self, g: Luki, s: Position, f: Frame) -> str:
        return ask("guide", units=", ".join(g.labels[unit] for unit in members(f[1])))

    def why(self, g: Luki, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        kind, index = pick
        if kind == HEX:
            if s.occupied[SOVIET] >> index & 1:
                return because("13.5h", "not through units")
            return because("13.5i", "zone to zone only")
        if kind == UNIT:
            if not affordable(g, s, f[2], f[1] | 1 << index):
                return because("10.0a", "no ap")
            return because("13.5i", "not stacked at start")
        return None


class GuideDie(ListStep["Luki", Position]):
    """The die of a guided move. Frame: [name, units, hex]."""

    rule = "13.5k"

    def offer(self, g: Luki, s: Position, f: Frame) -> Offer:
        return Offer(CHANCE, chance=DIE)  # [13.5k]

    def roll(self, g: Luki, s: Position, f: Frame, outcome: int) -> None:
        s.stack.pop()
        _, units, hex_ = f
        total = outcome + 1 + units.bit_count() - 1  # [13.5k]
        s.moved |= units  # [13.5i]
        fails = total >= g.infiltration_guided  # [13.5k]
        s.tell("guide die", ("13.5k",), unit=g.infiltrator, hex=hex_, die=outcome + 1, fails=fails)
        s.tell("guide total", ("13.5k",), seats=(GERMAN,), total=total)  # how many it guides is secret (U94)
        if fails:
            lose_step(g, s, g.infiltrator)  # [13.5k, 13.5l]
            return
        movement.told_move(g, s, GERMAN, units, [s.place[g.infiltrator], hex_])
        for unit in members(units):
            move(g, s, unit, hex_)  # [13.5i]
            garrison.relieve(g, s, unit)

    def prompt(self, g: Luki, s: Position, f: Frame) -> str:
        return ask("guide die")


def why_not(g: Luki, s: Position, f: Frame, option: int) -> Reason:
    """Why a move cannot become an infiltration or a guided move."""
    if f[movement.UNITS] != 1 << g.infiltrator:
        return because("13.5a", "only the brandenburgers")
    if s.segment == LIMITED:
        return because("13.5m", "no infiltration in las")
    if option == g.GUIDE:
        if f[movement.HOW] == movement.EVENT:
            return because("13.1g", "event moves one")
        return because("13.5i", "nobody to guide")
    return because("13.5b", "no infiltration now")
