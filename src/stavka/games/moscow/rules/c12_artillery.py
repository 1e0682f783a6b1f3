"""Chapters 12 and 13: who may support a combat, from the air and by artillery."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import BySide
from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import Option, Side, Unit, members, units_in
from stavka.engine.machine import UNITS, Step
from stavka.engine.offer import UNIT, Offer, Pick, Reason
from stavka.games.moscow.rules.c03_basic_concepts.values import command, er
from stavka.games.moscow.rules.c03_basic_concepts.zones_of_control import enemy_zone
from stavka.games.moscow.rules.c07_operations.activation import formation_now, is_active, reserve_units
from stavka.games.moscow.rules.c09_pre_combat_actions.declaration import stands_together
from stavka.games.moscow.rules.c10_combat.battleframe import (
    ATTACKER,
    DEFENDER,
    Fighting,
    Overrunning,
    battle_under,
    role_of,
    side_of,
)
from stavka.games.moscow.rules.c10_combat.odds import defenders, support_strength
from stavka.games.moscow.rules.c15_hqs_and_leaders import leaders_with
from stavka.games.moscow.state import FLOWN, GERMAN, READY, SOVIET, Position, shelve
from stavka.games.moscow.words import ask, because
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


def best_er(g: Moscow, s: Position, units: int) -> Unit:
    """The unit with the highest ER: nobody would choose another leader if nothing depends on it."""
    return max(units_in(units), key=lambda unit: er(g, s, unit))  # [3.43a]


# -- air ------------------------------------------------------------------------------------------------------------


def enabling_hqs(g: Moscow, s: Position, b: Fighting, side: Side) -> int:
    """HQs that let air units fly for a side in a combat."""
    hqs = g.hqs & g.side_units[side] & ~g.arko & ~s.disrupted  # [3.72c, 13.21a, 16.11b]
    if role_of(g, b, side) == ATTACKER:
        allowed = sum(g.formation_units[formation] for formation in members(s.active))
    else:
        formation = formation_now(g, s, b.defender_lead)
        allowed = g.formation_units[formation] if formation >= 0 else hqs  # [13.21b, 13.26a, 15.13c]
    near = g.grid.range(b.hex, g.cas_range)
    return sum(1 << hq for hq in units_in(hqs & allowed) if s.place[hq] >= 0 and near >> s.place[hq] & 1)  # [13.21a]


def ready_air(g: Moscow, s: Position, side: Side) -> int:
    return sum(1 << unit for unit in units_in(g.air & g.side_units[side]) if s.place[unit] == READY)  # [13.13]


def air_choice(g: Moscow, s: Position, b: Fighting, side: Side, chosen: int) -> int:
    """Air units that a side may still send."""
    limit = g.overrun_cas if isinstance(b, Overrunning) else g.cas_units  # [8.56d, 13.24]
    if chosen.bit_count() >= limit or not enabling_hqs(g, s, b, side):
        return 0
    return ready_air(g, s, side) & ~chosen


def fly_home(s: Position, units: int) -> None:
    for unit in units_in(units):
        if s.place[unit] == READY:
            shelve(s, unit, FLOWN)  # [13.16, 13.28, OPS.A.3k4]


def air_leaders(g: Moscow, s: Position, lead: Unit) -> int:
    """Leaders that can help air units: stacked with any HQ of their side, near the combat's Lead Unit."""
    near = g.grid.range(s.place[lead], g.command_range)
    side = g.side[lead]
    return leaders_with(g, s, g.hqs & g.side_units[side], near) & g.side_units[side]  # [15.32b]


@frame("cas")
class SendingAir(Frame):
    """The air units of one side; the combat is below."""

    side: Side
    units: int = 0  # units sent so far


class Cas(BySide["Moscow", Position, SendingAir]):
    """A player sends air units into a combat."""

    rule = "13.22"

    def free_picks(self, g: Moscow, s: Position, f: SendingAir, offer: Offer) -> Offer:
        """The picks that can be taken back as long as another air unit may be sent."""
        b = battle_under(s)
        units = air_choice(g, s, b, f.side, f.units)
        return offer.only(UNITS if air_choice(g, s, b, f.side, f.units | units & -units) else 0)

    def proceed(self, g: Moscow, s: Position, f: SendingAir) -> bool:
        if air_choice(g, s, battle_under(s), f.side, f.units):
            return False
        self.end(g, s, f)
        return True

    def end(self, g: Moscow, s: Position, f: SendingAir) -> None:
        s.stack.pop()
        b = battle_under(s)
        b.set_air(role_of(g, b, f.side), f.units)  # [10.41a2, OPS.A.3b1]
        if f.units:
            s.tell("air support", ("13.22",), side=f.side, units=f.units)

    def offer(self, g: Moscow, s: Position, f: SendingAir) -> Offer:
        units = air_choice(g, s, battle_under(s), f.side, f.units)
        return Offer(self.seat(g, s, f), units=units, options=g.DONE)  # [13.12b, 13.22]

    def unit(self, g: Moscow, s: Position, f: SendingAir, unit: Unit) -> None:
        f.units |= 1 << unit

    def option(self, g: Moscow, s: Position, f: SendingAir, option: Option) -> None:
        self.end(g, s, f)

    def prompt(self, g: Moscow, s: Position, f: SendingAir) -> str:
        return ask("air support", hex=g.place(battle_under(s).hex))

    def why(self, g: Moscow, s: Position, f: SendingAir, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != UNIT:
            return None
        if not g.air & g.side_units[f.side] & 1 << pick[1]:
            return because("13.22", "no air unit")
        return because("13.13", "not ready") if s.place[pick[1]] != READY else because("13.24", "two air units")


@frame("secret_cas")
class SendingAirInSecret(Frame):
    """The air units of both sides; the combat is below."""

    german: int = 0  # units sent so far
    soviet: int = 0  # units sent so far
    finished: int = 0  # sides

    def sent(self, side: Side) -> int:
        """The air units that a side has sent so far."""
        return self.soviet if side == SOVIET else self.german

    def set_sent(self, side: Side, units: int) -> None:
        if side == SOVIET:
            self.soviet = units
        else:
            self.german = units


class SecretCas(Step["Moscow", Position, SendingAirInSecret]):
    """Both players assign air units in secret."""

    rule = "10.41e"

    def seats(self, g: Moscow, s: Position, f: SendingAirInSecret) -> tuple[Side, ...]:
        return tuple(side for side in (GERMAN, SOVIET) if not f.finished >> side & 1)

    def proceed(self, g: Moscow, s: Position, f: SendingAirInSecret) -> bool:
        b = battle_under(s)
        for side in (GERMAN, SOVIET):
            if not air_choice(g, s, b, side, f.sent(side)):
                f.finished |= 1 << side
        if f.finished != 3:
            return False
        s.stack.pop()
        for side in (GERMAN, SOVIET):
            b.set_air(role_of(g, b, side), f.sent(side))
            if f.sent(side):
                s.tell("air support", ("10.41e",), side=side, units=f.sent(side))
        return True

    def offers(self, g: Moscow, s: Position, f: SendingAirInSecret) -> tuple[Offer, ...]:
        b = battle_under(s)
        return tuple(
            Offer(side, units=air_choice(g, s, b, side, f.sent(side)), options=g.DONE) for side in self.seats(g, s, f)
        )  # [10.41e]

    def free_picks(self, g: Moscow, s: Position, f: SendingAirInSecret, offer: Offer) -> Offer:
        """The picks that can be taken back as long as another air unit may be sent."""
        sent = f.sent(g.side_of(s, offer.seat)) | offer.units & -offer.units
        return offer.only(UNITS if air_choice(g, s, battle_under(s), g.side_of(s, offer.seat), sent) else 0)

    def offer(self, g: Moscow, s: Position, f: SendingAirInSecret) -> Offer:
        return self.offers(g, s, f)[0]

    def pick(self, g: Moscow, s: Position, f: SendingAirInSecret, seat: int, pick: Pick) -> None:
        if pick[0] == UNIT:
            side = g.side_of(s, seat)
            f.set_sent(side, f.sent(side) | 1 << pick[1])
        else:
            f.finished |= 1 << seat

    def prompt(self, g: Moscow, s: Position, f: SendingAirInSecret) -> str:
        return ask("air support", hex=g.place(battle_under(s).hex))


# -- artillery ------------------------------------------------------------------------------------------------------


def ready_guns(g: Moscow, s: Position, side: Side) -> int:
    """Guns that could fire at all."""
    guns = g.guns & g.side_units[side] & ~s.fired & ~s.disrupted  # [3.72e, 12.13d]
    return sum(1 << gun for gun in units_in(guns) if s.place[gun] >= 0)


def in_range(g: Moscow, s: Position, gun: Unit, hex_: Hex) -> bool:
    return g.grid.distance(s.place[gun], hex_) <= g.range_of[gun]  # [12.13a, 12.18a]


def attacking_guns(g: Moscow, s: Position, b: Fighting) -> int:
    """Artillery that may support an attack."""
    hex_, side = b.hex, side_of(g, b, ATTACKER)
    zone, near = enemy_zone(g, s, side), g.grid.ring(hex_, 1)
    together = stands_together(g, s, b.units)
    formation = formation_now(g, s, b.attacker_lead)
    found = 0
    for gun in units_in(ready_guns(g, s, side)):
        where = 1 << s.place[gun]
        if not is_active(g, s, gun) or not in_range(g, s, gun, hex_):  # [7.41a, 7.48a, 9.15b, 12.13b]
            continue
        if formation_now(g, s, gun) != formation and not together:  # [7.35a, 12.13b]
            continue
        if zone & where and not near & where:  # [12.14]
            continue
        if support_strength(g, s, gun, hex_, halved=False):  # [3.54c]
            found |= 1 << gun
    return found


def defending_guns(g: Moscow, s: Position, b: Fighting) -> int:
    """Artillery that may support the defence of a hex, that in the hex itself among it."""
    hex_, side = b.hex, side_of(g, b, DEFENDER)
    formation = formation_now(g, s, b.defender_lead)
    zone, here = enemy_zone(g, s, side), defenders(g, s, hex_)
    found = 0
    for gun in units_in(ready_guns(g, s, side) & ~g.attack_only):  # [12.0c]
        if here >> gun & 1:
            if here & ~g.guns:  # [12.21, 12.22]
                found |= 1 << gun  # [12.17b, 12.23a]
            continue
        if s.arrived >> gun & 1 or not here & ~g.guns or formation < 0:  # [12.22, 15.13c]
            continue
        silent = s.silent >> gun & 1 or zone >> s.place[gun] & 1  # [12.14, 12.25]
        if silent or not in_range(g, s, gun, hex_) or not may_defend(g, s, gun, formation):
            continue
        if support_strength(g, s, gun, hex_, halved=False):
            found |= 1 << gun
    return found


def may_defend(g: Moscow, s: Position, gun: Unit, formation: int) -> bool:
    """Whether a gun belongs to those who may support a Formation's defence."""
    if (s.emergency | s.oos) & reserve_units(g, s) & 1 << gun:
        return False  # [5.32a]
    if g.army >> gun & 1:
        near = g.grid.range(s.place[gun], g.command_range)
        hqs = g.formation_units[formation] & g.hqs
        return any(s.place[hq] >= 0 and near >> s.place[hq] & 1 for hq in units_in(hqs))  # [12.13c1, 12.13c2]
    return g.formation[gun] == formation  # [12.13c1]


def eligible_guns(g: Moscow, s: Position, b: Fighting, role: int) -> int:
    return attacking_guns(g, s, b) if role == ATTACKER else defending_guns(g, s, b)


def gun_choice(g: Moscow, s: Position, b: Fighting, role: int) -> int:
    """Guns that may still be named: two that are not adjacent, one in the Defender hex, all that are adjacent."""
    chosen, hex_ = b.guns(role), b.hex
    found: int = eligible_guns(g, s, b, role) & ~chosen
    near = g.grid.range(hex_, 1)
    distant = sum(1 << gun for gun in units_in(found | chosen) if not near >> s.place[gun] & 1)
    inside = s.at.get(hex_, 0)
    if chosen & inside:
        found &= ~inside  # [12.17b, 12.23b]
    if b.arko >= 0:
        reach = g.grid.range(s.place[b.arko], g.command_range)
        return sum(1 << gun for gun in units_in(found) if reach >> s.place[gun] & 1)  # [16.11c, 16.12]
    return found & ~distant if (chosen & distant).bit_count() >= g.distant_guns else found  # [12.13f2]


def automatic(g: Moscow, s: Position, b: Fighting, role: int) -> int:
    """The one gun that needs no coordination: in the Defender hex, or adjacent to it with the Attacker."""
    near = g.grid.range(b.hex, 1 if role == ATTACKER else 0)
    close = [gun for gun in units_in(b.guns(role)) if s.place[gun] >= 0 and near >> s.place[gun] & 1]
    return 1 << max(close, key=lambda gun: g.support[gun]) if close else 0  # [10.42b2, 12.17a, 12.17b]


def free_arko(g: Moscow, s: Position, b: Fighting, role: int) -> int:
    """Arko, if it can be used for this attack and no gun is named yet; -1 otherwise."""
    if role != ATTACKER or side_of(g, b, role) != GERMAN or b.guns(role):
        return -1
    for hq in units_in(g.arko):
        if s.place[hq] >= 0 and command(g, s, hq):
            reach = g.grid.range(s.place[hq], g.command_range)
            if any(reach >> s.place[gun] & 1 for gun in units_in(eligible_guns(g, s, b, role))):
                return hq  # [16.11a, 16.11b]
    return -1


def arko_drm(g: Moscow, s: Position, b: Fighting, role: int) -> int:
    return command(g, s, b.arko) if role == ATTACKER and b.arko >= 0 else 0  # [15.21c, 16.11a]


@fixed_frame("guns")
class NamingGuns(Frame):
    """The artillery of one side; the combat is below."""

    role: int  # ATTACKER or DEFENDER


class Guns(Step["Moscow", Position, NamingGuns]):
    """A player names the artillery that supports a combat."""

    rule = "12.11"

    def seat(self, g: Moscow, s: Position, f: NamingGuns) -> int:
        return side_of(g, battle_under(s), f.role)

    def proceed(self, g: Moscow, s: Position, f: NamingGuns) -> bool:
        b = battle_under(s)
        if gun_choice(g, s, b, f.role):
            return False
        s.stack.pop()
        return True

    def offer(self, g: Moscow, s: Position, f: NamingGuns) -> Offer:
        b = battle_under(s)
        arko = free_arko(g, s, b, f.role) if b.arko < 0 else -1
        units = gun_choice(g, s, b, f.role) | (1 << arko if arko >= 0 else 0)
        return Offer(self.seat(g, s, f), units=units, options=g.DONE)  # [12.11, 12.12]

    def unit(self, g: Moscow, s: Position, f: NamingGuns, unit: Unit) -> None:
        b = battle_under(s)
        if g.arko >> unit & 1:
            b.arko = unit
        else:
            b.set_guns(f.role, b.guns(f.role) | 1 << unit)  # [10.42a1, 10.42a2, 12.15b]

    def option(self, g: Moscow, s: Position, f: NamingGuns, option: Option) -> None:
        s.stack.pop()

    def prompt(self, g: Moscow, s: Position, f: NamingGuns) -> str:
        return ask("guns", hex=g.place(battle_under(s).hex))

    def why(self, g: Moscow, s: Position, f: NamingGuns, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != UNIT:
            return None
        unit, b = pick[1], battle_under(s)
        if not g.guns & g.side_units[g.side_of(s, seat)] & 1 << unit:
            return because("12.12", "no artillery")
        if (s.fired | s.disrupted) >> unit & 1:
            return because("12.13d", "gun fired")
        if s.place[unit] < 0 or not in_range(g, s, unit, b.hex):
            return because("12.13a", "out of range")
        if eligible_guns(g, s, b, f.role) >> unit & 1:
            return because("12.13f2", "guns enough")
        return because("12.13b" if f.role == ATTACKER else "12.13c1", "gun not eligible")
