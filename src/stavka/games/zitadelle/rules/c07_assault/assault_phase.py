"""Chapters 7.1 and 7.2: the Assault Phase, and how assaults are put together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import BySide
from stavka.engine.frames import Frame, frame
from stavka.engine.kinds import Option, Side, Unit, hexes_in, last_unit, units_in
from stavka.engine.machine import HEXES, OPTIONS, UNITS, Step
from stavka.engine.offer import HEX, OPTION, UNIT, Offer, Pick, Reason
from stavka.engine.state import below
from stavka.games.zitadelle.rules.c07_assault.duties import Field, duties, field
from stavka.games.zitadelle.rules.c07_assault.loss_checks import Resolving
from stavka.games.zitadelle.rules.c07_assault.odds import odds, sheltering_in
from stavka.games.zitadelle.rules.c10_special_german_units import Spending, may_support, remove_support
from stavka.games.zitadelle.state import GERMAN, Position
from stavka.games.zitadelle.words import ask, because
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle


# -- the phase ------------------------------------------------------------------------------------------------------


@frame("assault")
class Assaulting(Frame):
    """An Assault Phase."""

    side: Side
    must_attack: int = -1  # units under a duty (-1: find out)
    must_fall: int = 0  # hexes under a duty


class Assault(BySide["Zitadelle", Position, Assaulting]):
    """An Assault Phase."""

    rule = "7.3.7"
    free = HEXES

    def proceed(self, g: Zitadelle, s: Position, f: Assaulting) -> bool:
        if f.must_attack < 0:
            s.fought = s.defended = s.retreated = 0
            f.must_attack, f.must_fall = duties(g, s, f.side)
        now = field(g, s, f)
        if now.open and now.fresh:
            return False
        self.end(g, s, f)
        return True

    def end(self, g: Zitadelle, s: Position, f: Assaulting) -> None:
        s.stack.pop()
        s.fought = s.defended = s.retreated = 0
        s.forget()
        if f.side == GERMAN and s.turn == 1:
            remove_support(g, s, g.support_units)  # [10.11, 10.21]

    def offer(self, g: Zitadelle, s: Position, f: Assaulting) -> Offer:
        now = field(g, s, f)
        done = not (now.must_attack or now.must_fall)  # [7.3.7]
        return Offer(self.seat(g, s, f), hexes=now.targets(), options=g.DONE if done else 0)  # [7.11b, 7.16]

    def hex(self, g: Zitadelle, s: Position, f: Assaulting, hex_: Hex) -> None:
        s.stack.append(Attacking(units=0, hexes=1 << hex_, support=0))

    def option(self, g: Zitadelle, s: Position, f: Assaulting, option: Option) -> None:
        self.end(g, s, f)

    def prompt(self, g: Zitadelle, s: Position, f: Assaulting) -> str:
        now = field(g, s, f)
        hexes, units = now.must_fall.bit_count(), now.must_attack.bit_count()
        return ask("assault duties", hexes=hexes, units=units) if hexes or units else ask("assault")

    def why(self, g: Zitadelle, s: Position, f: Assaulting, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == OPTION and 1 << pick[1] == g.DONE:
            return because("7.3.7", "duties left")
        return why_not_target(g, s, f, pick[1]) if pick[0] == HEX else None


def why_not_target(g: Zitadelle, s: Position, f: Assaulting, hex_: Hex) -> Reason:
    now, bit = field(g, s, f), 1 << hex_
    if not s.soft[1 - f.side] & bit:
        return because("7.15", "only armour there" if s.hard[1 - f.side] & bit else "no enemy there")
    if not now.open & bit:
        return because("7.14b", "attacked already")
    if not g.grid.ring(hex_, 1) & s.occupied[f.side]:
        return because("7.11a", "nobody adjacent")
    if not now.attackers(bit):
        near = g.near[hex_] & s.occupied[f.side]
        return because("7.14a", "all have attacked") if near else because("6.56", "lake")
    return left_over(g, now, 0, bit, 0)


def left_over(g: Zitadelle, now: Field, units: int, hexes: int, support: int) -> Reason:
    """The unit or hex that an assault would leave over, so that it cannot be made."""
    more, wider = now.closure(units, hexes)
    alone = wider & ~hexes & ~now.common(more | support)
    if alone:
        return because("7.12", "hex would be left", hex=g.grid.numbers(alone)[0])
    if more & ~units:
        return because("7.11a", "would be left", unit=g.labels[last_unit(more & ~units)])
    return because("7.12", "others could not")


@frame("attack")
class Attacking(Frame):
    """An assault that is being put together."""

    units: int  # attacking units
    hexes: int  # attacked hexes
    support: int  # bombardment and engineer units


class Attack(Step["Zitadelle", Position, Attacking]):
    """An assault is put together; the frame below is the phase."""

    rule = "7.3.1"

    def seat(self, g: Zitadelle, s: Position, f: Attacking) -> Side:
        phase = below(s, Assaulting)
        return phase.side

    def offer(self, g: Zitadelle, s: Position, f: Attacking) -> Offer:
        now = field(g, s, below(s, Assaulting))
        more = self.more_units(now, f)
        options: int = g.ALL if more else 0
        if self.is_complete(now, f):
            options |= g.ATTACK
        return Offer(
            self.seat(g, s, f),
            units=more | self.more_support(g, s, now, f),
            hexes=self.more_hexes(now, f),
            options=options,
        )  # [7.3.1, 7.22, 7.24, 7.25]

    def is_complete(self, now: Field, f: Attacking) -> bool:
        """Whether the assault can be made as it is."""
        return bool(f.units) and now.closure(f.units, f.hexes) == (f.units, f.hexes)

    def free_picks(self, g: Zitadelle, s: Position, f: Attacking, offer: Offer) -> Offer:
        return offer.only(
            UNITS | HEXES if self.is_complete(field(g, s, below(s, Assaulting)), f) else UNITS | HEXES | OPTIONS
        )

    def more_units(self, now: Field, f: Attacking) -> int:
        units, hexes, support = f.units, f.hexes, f.support
        near: int = now.attackers(hexes) & ~units  # [7.22]
        if self.harmless(now, f, near):
            return near
        return sum(1 << unit for unit in units_in(near) if now.is_possible(units | 1 << unit, hexes, support))

    def harmless(self, now: Field, f: Attacking, near: int) -> bool:
        """Whether none of the units that are adjacent to all hexes can leave another hex alone by joining."""
        units, hexes, support = f.units, f.hexes, f.support
        return not support and not now.within_reach(near | units) & now.must_fall & ~hexes

    def joined(self, now: Field, f: Attacking, more: int) -> int:
        """The attackers if all units that may still attack join, one after the other, as far as they can."""
        units = f.units
        if self.harmless(now, f, more):
            return units | more
        for unit in units_in(more):
            if now.is_possible(units | 1 << unit, f.hexes, f.support):
                units |= 1 << unit
        return units

    def every_unit(self, g: Zitadelle, s: Position, f: Attacking, offer: Offer) -> int:
        more = offer.units & ~g.support_units
        return self.joined(field(g, s, below(s, Assaulting)), f, more) & ~f.units

    def more_hexes(self, now: Field, f: Attacking) -> int:
        units, hexes, support = f.units, f.hexes, f.support
        own = units | support
        near = (now.common(own) if own else now.within_reach(now.attackers(hexes))) & ~hexes  # [7.25]
        return sum(1 << hex_ for hex_ in hexes_in(near) if now.is_possible(units, hexes | 1 << hex_, support))

    def more_support(self, g: Zitadelle, s: Position, now: Field, f: Attacking) -> int:
        """Bombardment and engineer units that may still join, one of each kind."""
        units, hexes, support = f.units, f.hexes, f.support
        if not units or not any(s.support):
            return 0
        free = may_support(g, s, units, now.closure(units, hexes)[1])
        for kind in g.supporters:
            if support & kind:  # [10.14a, 10.24a]
                free &= ~kind
        return free

    def unit(self, g: Zitadelle, s: Position, f: Attacking, unit: Unit) -> None:
        if g.support_units >> unit & 1:
            f.support |= 1 << unit
        else:
            f.units |= 1 << unit

    def hex(self, g: Zitadelle, s: Position, f: Attacking, hex_: Hex) -> None:
        f.hexes |= 1 << hex_

    def option(self, g: Zitadelle, s: Position, f: Attacking, option: Option) -> None:
        if 1 << option == g.ALL:
            now = field(g, s, below(s, Assaulting))
            f.units = self.joined(now, f, self.more_units(now, f))
            return
        s.stack.pop()
        declare(g, s, f.units, f.hexes, f.support)

    def prompt(self, g: Zitadelle, s: Position, f: Attacking) -> str:
        numbers = ", ".join(g.grid.numbers(f.hexes))
        if not f.units:
            return ask("attack", hexes=numbers)
        found = odds(g, s, f.units, f.hexes, f.support)
        so_far = {"hexes": numbers, "attack": found.attack, "defence": found.defence}
        units, hexes = field(g, s, below(s, Assaulting)).closure(f.units, f.hexes)
        if units & ~f.units:
            return ask("attack needs unit", **so_far, unit=g.labels[last_unit(units & ~f.units)])
        if hexes & ~f.hexes:
            return ask("attack needs hex", **so_far, hex=g.grid.numbers(hexes & ~f.hexes)[0])
        return ask("attack so far", **so_far)

    def why(self, g: Zitadelle, s: Position, f: Attacking, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == UNIT:
            return why_not_attacker(g, s, f, pick[1])
        if pick[0] == HEX:
            return why_not_also(g, s, f, pick[1])
        if 1 << pick[1] == g.ATTACK:
            return why_not_yet(g, s, f)
        return because("7.22", "nobody more") if 1 << pick[1] == g.ALL else None


def why_not_yet(g: Zitadelle, s: Position, f: Attacking) -> Reason:
    if not f.units:
        return because("7.3.1", "no attacker yet")
    units, hexes = field(g, s, below(s, Assaulting)).closure(f.units, f.hexes)
    if units & ~f.units:
        return because("7.11a", "would be left", unit=g.labels[last_unit(units & ~f.units)])
    return because("7.12", "hex would be left", hex=g.grid.numbers(hexes & ~f.hexes)[0])


def why_not_also(g: Zitadelle, s: Position, f: Attacking, hex_: Hex) -> Reason:
    now, bit = field(g, s, below(s, Assaulting)), 1 << hex_
    if bit & f.hexes:
        return because("7.3.1", "hex chosen already")
    if not now.open & bit:
        return why_not_target(g, s, below(s, Assaulting), hex_)
    if f.units | f.support and not now.common(f.units | f.support) & bit:
        return because("7.25", "not adjacent to all")
    needed = now.closure(f.units, f.hexes | bit)[0] & ~f.units
    if needed:
        return because("7.25", "others could not join", unit=g.labels[last_unit(needed)])
    return left_over(g, now, f.units, f.hexes | bit, f.support)


def why_not_attacker(g: Zitadelle, s: Position, f: Attacking, unit: Unit) -> Reason:
    now, bit = field(g, s, below(s, Assaulting)), 1 << unit
    if bit & (f.units | f.support):
        return because("7.3.1", "attacks already")
    if g.side[unit] != now.side or s.place[unit] < 0 or not bit & g.ground:
        return because("7.0a", "not yours to attack")
    if bit & s.fought:
        return because("7.14a", "has attacked")
    if any(g.grid.direction(s.place[unit], hex_) < 0 for hex_ in hexes_in(f.hexes)):
        return because("7.25", "not adjacent to all")
    if f.hexes & ~g.near[s.place[unit]]:
        return because("6.56", "lake")
    if bit & g.support_units:
        return why_not_support(g, s, f, unit)
    return left_over(g, now, f.units | bit, f.hexes, f.support)


def why_not_support(g: Zitadelle, s: Position, f: Attacking, unit: Unit) -> Reason:
    bombards = bool(g.bombardment >> unit & 1)
    if f.support & (g.bombardment if bombards else g.engineers):
        return because("10.14a" if bombards else "10.24a", "one support unit")
    if not f.units:
        return because("7.3.1", "no attacker yet")
    if all(g.formation[other] != g.formation[unit] for other in units_in(f.units)):
        return because("10.12" if bombards else "10.22", "support other corps")
    _, needed = field(g, s, below(s, Assaulting)).closure(f.units, f.hexes)
    return because("7.25", "not adjacent to needed", hex=g.grid.numbers(needed & ~g.near[s.place[unit]])[0])


def declare(g: Zitadelle, s: Position, units: int, hexes: int, support: int) -> None:
    """The assault is made: attackers have attacked, defenders been attacked; support units are spent."""
    found = odds(g, s, units, hexes, support)
    defenders = found.defenders
    shelter = sheltering_in(g, s, hexes)
    s.fought |= units  # [7.14a]
    s.defended |= defenders  # [7.14b, 7.23a, 7.23b]
    s.tell(
        "assault",
        ("7.3.1", "7.3.4", *(line[0] for line in found.lines)),
        units=units | support,
        hexes=hexes,
        attack=found.attack,
        defence=found.defence,
        ratio=found.ratio,
        column=found.column,
        lines=found.lines,
    )
    if support:
        s.stack.append(Spending(support))
    s.stack.append(Resolving(units, hexes, defenders, sheltering=shelter, column=found.column))
