"""Chapters 9.1 and 10.1: attacks are declared, all of them before any is resolved, and then resolved one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import BySide
from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import Option, Side, Unit, hexes_in, last_unit, units_in
from stavka.engine.machine import HEXES, UNITS
from stavka.engine.offer import HEX, OPTION, UNIT, Offer, Pick, Reason
from stavka.games.moscow.rules.c03_basic_concepts.values import attack
from stavka.games.moscow.rules.c03_basic_concepts.zones_of_control import enemy_zone
from stavka.games.moscow.rules.c07_operations.activation import active_units, formation_now, is_active, reserve_units
from stavka.games.moscow.rules.c10_combat.battleframe import Fighting
from stavka.games.moscow.rules.c10_combat.odds import crossing, defenders, idle, is_attackable, may_be_mobile
from stavka.games.moscow.rules.c13_air_units import why_not_air
from stavka.games.moscow.state import ASSAULT, Position
from stavka.games.moscow.words import ask, because
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


# -- who may attack -------------------------------------------------------------------------------------------------


def committed(s: Position) -> int:
    """Units that have declared an attack, or have made one."""
    units = s.fought
    for declared in s.attacks:
        units |= declared[1]
    return units


def fighters(g: Moscow, s: Position) -> int:
    """Units that may take part in attacks of this Sequence: active ones, and others in an Assault Sequence."""
    units = active_units(g, s)  # [7.21A1, 9.11a]
    if s.sequence == ASSAULT:  # [7.21A2]
        units |= g.combat & ~g.army & ~reserve_units(g, s)  # [4.23b2, 7.21B2, 7.48, 9.11b1]
    return units


def attackers(g: Moscow, s: Position, side: Side, among: int = -1) -> int:
    """Units (all or among some) that may still declare an attack."""
    units = among & g.side_units[side] & ~g.guns & ~committed(s)  # [10.11a, 10.12a, 10.13, 10.15, 12.0a]
    units &= s.placed & fighters(g, s)
    return sum(1 << unit for unit in units_in(units) if attack(g, s, unit))  # [9.14a]


def units_around(g: Moscow, s: Position, hex_: Hex) -> int:
    """All units in adjacent hexes."""
    units = 0
    for near in g.grid.neighbours[hex_]:
        units |= s.at.get(near, 0)
    return units


def attackers_of(g: Moscow, s: Position, units: int, hex_: Hex) -> int:
    """The units, out of the given ones, that can attack a hex: adjacent, and not over a river that they cannot
    cross."""
    close = units & units_around(g, s, hex_)  # [9.1a]
    return close & ~(crossing(g, s, close, hex_, g.unbridged_river) & g.river_barred)  # [9.15a, 9.16]


def compatible(g: Moscow, s: Position, units: int, pool: int) -> int:
    """Units of the pool that may attack together with these, as far as combined Formations are concerned."""
    if s.sequence == ASSAULT or not s.active & (s.active - 1):
        return pool
    if stands_together(g, s, pool):
        return pool  # [7.35]
    if not units:
        return pool
    formation = formation_now(g, s, last_unit(units))
    return sum(1 << unit for unit in units_in(pool) if formation_now(g, s, unit) == formation)  # [7.35]


def stands_together(g: Moscow, s: Position, units: int) -> bool:
    """Whether units of two Formations are stacked in one hex."""
    seen: dict[int, int] = {}
    for unit in units_in(units & ~g.guns):
        formation = formation_now(g, s, unit)
        if seen.setdefault(s.place[unit], formation) != formation:
            return True
    return False


def leaders(g: Moscow, s: Position, units: int) -> int:
    """The attackers that can lead: active, and not HQs."""
    return sum(1 << u for u in units_in(units & ~g.hqs) if is_active(g, s, u))  # [3.43c, 9.11b2, 15.12a]


def is_legal(g: Moscow, s: Position, units: int, hex_: Hex) -> bool:
    """Whether units may attack a hex as they are."""
    if not leaders(g, s, units):
        return False  # [9.11b1]
    several = len({formation_now(g, s, unit) for unit in units_in(units)}) > 1
    if several and s.sequence != ASSAULT and not stands_together(g, s, units):
        return False  # [7.35]
    return not idle(g, s, units, hex_) and is_attackable(g, s, units, hex_)  # [9.14b]


def hopeful(g: Moscow, s: Position, hex_: Hex, units: int) -> int:
    """Units that could take part in some legal attack on a hex, together with those already chosen."""
    near = attackers(g, s, 1 - g.side_of_units(s.at[hex_]), units_around(g, s, hex_))
    pool = attackers_of(g, s, near, hex_)
    pool = compatible(g, s, units, pool) & ~idle(g, s, pool, hex_)
    found = 0
    for unit in units_in(pool & ~units):
        together = compatible(g, s, units | 1 << unit, pool)
        if together != pool:
            together &= ~idle(g, s, together, hex_)  # [3.54c]
        if not (units | 1 << unit) & ~together and is_legal(g, s, together, hex_):
            found |= 1 << unit
    return found


def targets(g: Moscow, s: Position, side: Side) -> int:
    """Hexes that can be attacked, and are not yet."""
    declared = sum({1 << attack_[0] for attack_ in s.attacks})
    hexes = g.grid.spread(s.occupied[side]) & s.occupied[1 - side] & ~declared  # [9.11d, 9.12a]
    return sum(1 << hex_ for hex_ in hexes_in(hexes) if hopeful(g, s, hex_, 0))


# -- declaring ------------------------------------------------------------------------------------------------------


@fixed_frame("declare")
class Declaring(Frame):
    """One side's Declared Attacks."""

    side: Side


class Declare(BySide["Moscow", Position, Declaring]):
    """The active player names the hexes to attack."""

    rule = "9.11"
    free = HEXES

    def proceed(self, g: Moscow, s: Position, f: Declaring) -> bool:
        if self.targets(g, s, f.side):
            return False
        s.stack.pop()
        return True

    def targets(self, g: Moscow, s: Position, side: Side) -> int:
        key = ("targets", side, len(s.attacks), committed(s))
        if s.memo is not None and s.memo[0] == key:
            known: int = s.memo[1]
            return known
        found = targets(g, s, side)
        s.memo = (key, found)
        return found

    def offer(self, g: Moscow, s: Position, f: Declaring) -> Offer:
        hexes = self.targets(g, s, f.side)
        return Offer(self.seat(g, s, f), hexes=hexes, options=g.DONE)  # [9.1b, 9.11, OPS.A.1c, OPS.B.2c]

    def hex(self, g: Moscow, s: Position, f: Declaring, hex_: Hex) -> None:
        s.stack.append(Attacking(f.side, hex_))

    def option(self, g: Moscow, s: Position, f: Declaring, option: Option) -> None:
        s.stack.pop()

    def prompt(self, g: Moscow, s: Position, f: Declaring) -> str:
        return ask("declare")

    def why(self, g: Moscow, s: Position, f: Declaring, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != HEX:
            return None
        hex_ = pick[1]
        if not s.occupied[1 - f.side] >> hex_ & 1:
            return because("9.11d", "nobody to attack")
        if any(declared[0] == hex_ for declared in s.attacks):
            return because("9.12a", "declared already")
        near = attackers_of(g, s, attackers(g, s, f.side), hex_)
        if not near:
            return because("9.1a", "nobody can attack")
        if idle(g, s, near, hex_) == near:
            return because("9.14b", "halved to nothing")
        return because("10.53a1", "odds too low")


@frame("attack")
class Attacking(Frame):
    """One attack while it is being put together."""

    side: Side
    hex: Hex  # the Defender hex
    units: int = 0  # the attackers so far


class Attack(BySide["Moscow", Position, Attacking]):
    """The units that attack a hex."""

    rule = "9.11"
    free = UNITS

    def options(self, g: Moscow, s: Position, f: Attacking) -> int:
        if not is_legal(g, s, f.units, f.hex):
            return 0
        mobile = g.ATTACK_MOBILE if may_be_mobile(g, s, f.units, f.hex) else 0  # [7.21A4, 10.31, 10.33]
        return g.ATTACK_ASSAULT | mobile

    def offer(self, g: Moscow, s: Position, f: Attacking) -> Offer:
        units = hopeful(g, s, f.hex, f.units)
        every = g.ALL if is_legal(g, s, f.units | units, f.hex) and units else 0
        return Offer(self.seat(g, s, f), units=units, options=self.options(g, s, f) | every)  # [9.11, 9.11c, 9.13a]

    def unit(self, g: Moscow, s: Position, f: Attacking, unit: Unit) -> None:
        f.units |= 1 << unit

    def option(self, g: Moscow, s: Position, f: Attacking, option: Option) -> None:
        if 1 << option == g.ALL:
            f.units |= hopeful(g, s, f.hex, f.units)
            return
        s.stack.pop()
        mobile = int(1 << option == g.ATTACK_MOBILE)
        s.attacks.append([f.hex, f.units, mobile])  # [9.12b, 9.12c, 9.12d, 9.17]
        s.tell("declared", ("9.12b",), units=f.units, hex=f.hex, crt=mobile)

    def prompt(self, g: Moscow, s: Position, f: Attacking) -> str:
        return ask("attackers", hex=g.place(f.hex))

    def why(self, g: Moscow, s: Position, f: Attacking, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == UNIT:
            return why_not_attack(g, s, f, pick[1])
        if pick[0] == OPTION and 1 << pick[1] == g.ATTACK_MOBILE:
            return because("10.32a", "assault table")
        if pick[0] == OPTION and idle(g, s, f.units, f.hex):
            return because("9.14b", "halved to nothing")
        return because("10.53a1", "odds too low") if pick[0] == OPTION else None


def why_not_attack(g: Moscow, s: Position, f: Attacking, unit: Unit) -> Reason:
    if g.air & g.side_units[f.side] & 1 << unit:
        return why_not_air(g, s, Fighting(stage=0, hex=f.hex, units=g.side_units[f.side], is_mobile=0), unit)
    if g.side[unit] != f.side or s.place[unit] < 0 or not g.grid.ring(f.hex, 1) >> s.place[unit] & 1:
        return because("9.1a", "not adjacent")
    if (committed(s) | f.units) >> unit & 1:
        return because("10.11a", "attacks already")
    if g.guns >> unit & 1:
        return because("12.0a", "artillery supports")
    if not g.combat >> unit & 1 or not attack(g, s, unit):
        return because("9.14a", "no attack strength")
    if not fighters(g, s) >> unit & 1:
        return because("9.11a", "not active")
    if crossing(g, s, 1 << unit, f.hex, g.unbridged_river) and g.river_barred >> unit & 1:
        return because("9.15a", "river barred")
    if not compatible(g, s, f.units, 1 << unit):
        return because("7.35", "not stacked together")
    return because("9.14b", "strength too low")


# -- the Combat Phase -----------------------------------------------------------------------------------------------


def hush(g: Moscow, s: Position, side: Side) -> None:
    """Limit artillery of the defending side in EZOC to the defence of its own hex."""
    zone = enemy_zone(g, s, 1 - side)
    guns = g.guns & g.side_units[1 - side]
    for hex_ in hexes_in(zone & s.occupied[1 - side]):
        s.silent |= s.at[hex_] & guns  # [12.25]


@frame("combat")
class ResolvingAttacks(Frame):
    """One side's Combat Phase."""

    side: Side
    has_begun: int = 0


class CombatPhase(BySide["Moscow", Position, ResolvingAttacks]):
    """The Attacker resolves the attacks in any order."""

    rule = "10.0b"

    def free_picks(self, g: Moscow, s: Position, f: ResolvingAttacks, offer: Offer) -> Offer:
        """The picks that can be taken back: all hexes if the Attacker has to name a Lead Unit whichever attack is
        resolved, otherwise none."""
        leads = [leaders(g, s, declared[1]) for declared in s.attacks]
        return offer.only(HEXES if all(each & (each - 1) for each in leads) else 0)

    def proceed(self, g: Moscow, s: Position, f: ResolvingAttacks) -> bool:
        if not f.has_begun:
            f.has_begun = 1
            hush(g, s, f.side)
        s.attacks = [declared for declared in s.attacks if self.stands(g, s, declared)]
        if not s.attacks:
            s.stack.pop()
            return True
        if len(s.attacks) > 1:
            return False
        self.hex(g, s, f, s.attacks[0][0])
        return True

    def stands(self, g: Moscow, s: Position, declared: list[Hex]) -> bool:
        """Whether each side of an attack still has a unit that can lead it."""
        return bool(leaders(g, s, declared[1]) and defenders(g, s, declared[0]))

    def offer(self, g: Moscow, s: Position, f: ResolvingAttacks) -> Offer:
        return Offer(self.seat(g, s, f), hexes=sum(1 << declared[0] for declared in s.attacks))  # [10.0b]

    def hex(self, g: Moscow, s: Position, f: ResolvingAttacks, hex_: Hex) -> None:
        (declared,) = (each for each in s.attacks if each[0] == hex_)
        s.attacks.remove(declared)  # [10.17, OPS.A.3a]
        s.fought |= declared[1]  # [10.11a, 11.62b]
        s.stack.append(Fighting(stage=0, hex=hex_, units=declared[1], is_mobile=declared[2]))

    def prompt(self, g: Moscow, s: Position, f: ResolvingAttacks) -> str:
        return ask("combat")

    def why(self, g: Moscow, s: Position, f: ResolvingAttacks, seat: int, pick: Pick) -> Reason | None:
        return because("9.12c", "not declared") if pick[0] == HEX else None
