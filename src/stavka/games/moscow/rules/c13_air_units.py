"""Chapter 13: which air units may support a combat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import BySide
from stavka.engine.frames import Frame, frame
from stavka.engine.kinds import Option, Side, Unit, members, units_in
from stavka.engine.machine import UNITS, Step
from stavka.engine.offer import UNIT, Offer, Pick, Reason
from stavka.games.moscow.rules.c07_operations.activation import formation_now
from stavka.games.moscow.rules.c10_combat.battleframe import (
    ATTACKER,
    Fighting,
    Overrunning,
    battle_under,
    role_of,
)
from stavka.games.moscow.rules.c15_hqs_and_leaders import leaders_with
from stavka.games.moscow.state import FLOWN, GERMAN, READY, SOVIET, Position, shelve
from stavka.games.moscow.words import ask, because

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


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


def why_not_air(g: Moscow, s: Position, b: Fighting, unit: Unit) -> Reason:
    """Why one of a side's own air units cannot be sent into a combat now."""
    if s.place[unit] != READY:
        return because("13.13", "not ready")
    if not enabling_hqs(g, s, b, g.side[unit]):
        return because("13.21a", "air out of range", range=g.cas_range)
    return because("13.22", "air at its time")


def fly_home(s: Position, units: int) -> None:
    for unit in units_in(units):
        if s.place[unit] == READY:
            shelve(s, unit, FLOWN)  # [13.16, 13.28, OPS.A.3k4]


def air_leaders(g: Moscow, s: Position, lead: Unit) -> int:
    """Leaders that can help air units: stacked with any HQ of their side, near the combat's Lead Unit."""
    near = g.grid.range(s.place[lead], g.command_range)
    side = g.side[lead]
    return leaders_with(g, s, g.hqs & g.side_units[side], near) & g.side_units[side]  # [15.32b]


def why_not_sent(g: Moscow, s: Position, side: Side, unit: Unit) -> Reason:
    """Why a unit cannot be sent by a side that is just sending air units."""
    if not g.air & g.side_units[side] & 1 << unit:
        return because("13.22", "no air unit")
    b = battle_under(s)
    if s.place[unit] != READY or not enabling_hqs(g, s, b, side):
        return why_not_air(g, s, b, unit)
    return because("13.24", "two air units")


@frame("cas")
class SendingAir(Frame):
    """The air units of one side; the frame below is the combat."""

    side: Side
    units: int = 0  # those sent so far


class Cas(BySide["Moscow", Position, SendingAir]):
    """A player sends air units into a combat."""

    rule = "13.22"

    def free_picks(self, g: Moscow, s: Position, f: SendingAir, offer: Offer) -> Offer:
        """As long as another air unit may be sent."""
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
        return why_not_sent(g, s, f.side, pick[1])


@frame("secret_cas")
class SendingAirInSecret(Frame):
    """The air units of both sides; the frame below is the combat."""

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
        """As long as another air unit may be sent."""
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

    def why(self, g: Moscow, s: Position, f: SendingAirInSecret, seat: int, pick: Pick) -> Reason | None:
        return why_not_sent(g, s, g.side_of(s, seat), pick[1]) if pick[0] == UNIT else None
