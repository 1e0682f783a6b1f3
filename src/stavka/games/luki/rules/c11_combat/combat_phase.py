"""Chapters 11.0 to 11.2: the combat phase, and how an attack is put together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import BySide
from stavka.engine.frames import Frame, frame
from stavka.engine.kinds import Option, Side, Unit, hexes_in, last_unit, units_in
from stavka.engine.machine import HEXES, OPTIONS, UNITS
from stavka.engine.offer import HEX, OPTION, UNIT, Offer, Pick, Reason
from stavka.games.luki.rules.c08_stacking import Arranging, tied
from stavka.games.luki.rules.c10_movement.moves import EVENT, PAID, pay
from stavka.games.luki.rules.c11_combat.fight import Fight
from stavka.games.luki.rules.c11_combat.odds import combat_factor
from stavka.games.luki.state import LIMITED, Position
from stavka.games.luki.words import ask, because
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki


def fresh(g: Luki, s: Position, side: Side) -> int:
    """Units that may still attack in this phase."""
    units = g.side_units[side] & g.movable_units & ~s.fought  # [11.0b, 11.1b, 11.1d, 11.1e, 13.3b]
    units &= ~s.posted  # [10.4k, 11.0i]
    return units & ~s.used if s.segment == LIMITED else units  # [12.0a]


def fresh_in(g: Luki, s: Position, side: Side, hexes: int) -> int:
    units = 0
    for hex_ in hexes_in(hexes & s.occupied[side]):
        units |= s.at[hex_]
    return units & fresh(g, s, side)


def price(g: Luki, hex_: Hex) -> int:
    """AP for an attack on a hex."""
    return g.attack_ap[hex_]  # [11.0e, 11.2a, 11.614a]


def targets(g: Luki, s: Position, side: Side, how: int) -> int:
    """The hexes that can be attacked now."""
    hexes = s.occupied[1 - side] & g.grid.spread(s.occupied[side])  # [11.0a]
    if s.segment == LIMITED:
        hexes &= ~g.cities  # [12.1a]
    for unit in units_in(s.struck):
        if s.place[unit] >= 0:
            hexes &= ~(1 << s.place[unit])  # [11.1d]
    found = 0
    for hex_ in hexes_in(hexes):
        if (how != PAID or price(g, hex_) <= s.ap) and fresh_in(g, s, side, g.near[hex_]):  # [7.3a, 11.0d]
            found |= 1 << hex_
    return found


@frame("fighting")
class CombatPhase(Frame):
    """A combat phase."""

    side: Side
    how: int  # the way in which the phase is paid for
    has_begun: int = 0
    is_arranged: int = 0  # whether the stacks have been arranged


class Fighting(BySide["Luki", Position, CombatPhase]):
    """A combat phase."""

    rule = "11.0b"
    free = HEXES

    def proceed(self, g: Luki, s: Position, f: CombatPhase) -> bool:
        if not f.has_begun:
            f.has_begun = 1
            s.fought = s.struck = 0
            s.forget()
        done = f.how == EVENT and s.fought  # [13.1g]
        if not done and self.targets(g, s, f):
            return False
        s.reveal(f.side)  # whether anybody could attack may depend on units that the enemy does not see
        self.end(s)  # [11.0f]
        return True

    def targets(self, g: Luki, s: Position, f: CombatPhase) -> int:
        key = ("targets", f.side, s.fought, s.struck, s.ap, s.segment)
        if s.memo is None or s.memo[0] != key:
            s.memo = (key, targets(g, s, f.side, f.how))
        return int(s.memo[1])

    def end(self, s: Position) -> None:
        s.stack.pop()
        s.fought = s.struck = 0
        s.forget()

    def offer(self, g: Luki, s: Position, f: CombatPhase) -> Offer:
        options: int = g.DONE  # [11.0b]
        if not f.is_arranged and tied(g, s, f.side):
            options |= g.ARRANGE  # [3.6d]
        return Offer(self.seat(g, s, f), hexes=self.targets(g, s, f), options=options)  # [11.0c, 11.0d]

    def hex(self, g: Luki, s: Position, f: CombatPhase, hex_: Hex) -> None:
        s.stack.append(Attacking(f.side, f.how, hex_))

    def option(self, g: Luki, s: Position, f: CombatPhase, option: Option) -> None:
        if 1 << option == g.ARRANGE:
            f.is_arranged = 1
            s.stack.append(Arranging(f.side, tied(g, s, f.side)))  # [3.6d]
        else:
            self.end(s)

    def prompt(self, g: Luki, s: Position, f: CombatPhase) -> str:
        if f.how == PAID:
            return ask("combat", points=s.ap)
        return ask("combat one" if f.how == EVENT else "combat free")

    def why(self, g: Luki, s: Position, f: CombatPhase, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == HEX:
            return why_not_target(g, s, f, pick[1])
        if pick[0] == UNIT:
            return because("11.1a", "target first")
        return because("3.6d", "nothing to arrange") if 1 << pick[1] == g.ARRANGE else None


def why_not_target(g: Luki, s: Position, f: CombatPhase, hex_: Hex) -> Reason:
    side, bit = f.side, 1 << hex_
    if not s.occupied[1 - side] & bit:
        return because("11.1a", "no enemy there")
    if not g.near[hex_] & s.occupied[side]:
        return because("11.0a", "nobody adjacent")
    if s.segment == LIMITED and g.cities & bit:
        return because("12.1a", "no city in las")
    if any(s.place[unit] == hex_ for unit in units_in(s.struck)):
        return because("11.1d", "attacked already")
    if not fresh_in(g, s, side, g.near[hex_]):
        return why_nobody(g, s, side, hex_)
    return because("11.614a" if g.cities & bit else "11.0e", "price", price=price(g, hex_), points=s.ap)


def why_nobody(g: Luki, s: Position, side: Side, hex_: Hex) -> Reason:
    """The reason why no unit around a hex can attack it."""
    around = 0
    for near in hexes_in(g.near[hex_] & s.occupied[side]):
        around |= s.at[near]
    return why_not_attack(g, s, side, last_unit(around))


def why_not_attack(g: Luki, s: Position, side: Side, unit: Unit) -> Reason:
    bit = 1 << unit
    if g.side[unit] != side or s.place[unit] < 0:
        return because("11.0a", "not yours")
    if g.stationary & bit:
        return because("11.1e", "strongpoint")
    if s.posted & bit:
        return because("10.4k", "posted")
    if s.fought & bit:
        return because("11.1d", "has attacked")
    return because("12.0a", "not available")


@frame("attack")
class Attacking(Frame):
    """An attack that is put together."""

    side: Side
    how: int  # the way in which the phase is paid for
    hex: Hex
    attackers: int = 0  # chosen so far


class Attack(BySide["Luki", Position, Attacking]):
    """An attack is put together."""

    rule = "11.2a"

    def more(self, g: Luki, s: Position, f: Attacking) -> int:
        hexes = g.near[f.hex]  # [11.1a]
        if s.segment == LIMITED and f.attackers:
            hexes = 1 << s.place[last_unit(f.attackers)]  # [12.1b]
        return fresh_in(g, s, f.side, hexes) & ~f.attackers

    def offer(self, g: Luki, s: Position, f: Attacking) -> Offer:
        more = self.more(g, s, f)
        options: int = g.ATTACK if f.attackers else 0  # [11.2a]
        if more and (f.attackers or s.segment != LIMITED):
            options |= g.ALL
        return Offer(self.seat(g, s, f), units=more, options=options)

    def free_picks(self, g: Luki, s: Position, f: Attacking, offer: Offer) -> Offer:
        """Units; before the first one is chosen, nothing can be declared, so options too."""
        return offer.only(UNITS if f.attackers else UNITS | OPTIONS)

    def unit(self, g: Luki, s: Position, f: Attacking, unit: Unit) -> None:
        f.attackers |= 1 << unit

    def option(self, g: Luki, s: Position, f: Attacking, option: Option) -> None:
        if 1 << option == g.ALL:
            f.attackers |= self.more(g, s, f)
        else:
            declare(g, s, f)

    def prompt(self, g: Luki, s: Position, f: Attacking) -> str:
        if not f.attackers:
            return ask("attack", hex=g.grid.number(f.hex))
        strength = sum(combat_factor(g, s, unit) for unit in units_in(f.attackers))
        return ask("attack so far", hex=g.grid.number(f.hex), strength=strength)

    def why(self, g: Luki, s: Position, f: Attacking, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == UNIT:
            return why_not_attacker(g, s, f, pick[1])
        if pick[0] == HEX:
            return because("11.1a", "one target")
        if pick[0] == OPTION and 1 << pick[1] == g.ATTACK:
            return because("11.2a", "no attacker yet")
        return because("11.1a", "nobody more") if pick[0] == OPTION and 1 << pick[1] == g.ALL else None


def why_not_attacker(g: Luki, s: Position, f: Attacking, unit: Unit) -> Reason:
    if f.attackers >> unit & 1:
        return because("11.2a", "attacks already")
    if not fresh(g, s, f.side) >> unit & 1 or s.place[unit] < 0:
        return why_not_attack(g, s, f.side, unit)
    if not g.near[f.hex] >> s.place[unit] & 1:
        return because("11.1a", "not adjacent")
    return because("12.1b", "one hex in las")


def declare(g: Luki, s: Position, f: Attacking) -> None:
    """The attack is declared: it is paid for, and both stacks are shown."""
    side, hex_, units = f.side, f.hex, f.attackers
    s.stack.pop()
    defenders = s.at[hex_] & g.side_units[1 - side]  # [11.1c]
    shown = defenders
    for unit in units_in(units):
        shown |= s.at[s.place[unit]]  # [3.6b]
    pay(g, s, units, f.how, price(g, hex_))  # [11.0e, 11.2a, 11.614a, 13.21f]
    s.fought |= units  # [11.1b, 11.1d]
    s.struck |= defenders  # [11.1d]
    s.tell("attack", ("11.2a", "3.6b"), units=units, hex=hex_, defenders=defenders)
    s.stack.append(Fight(side, f.how, hex_, units, defenders, shown))
