"""Chapter 9.2: Combat Refusal."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from stavka.engine.deciding import ByOwners, BySide
from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import Option, Side, Unit, hexes_in, units_in
from stavka.engine.machine import HEXES, UNITS, Step
from stavka.engine.offer import HEX, Offer, Pick, Reason
from stavka.games.moscow.rules.c03_basic_concepts import control
from stavka.games.moscow.rules.c08_ground_movement.going import barred_ends
from stavka.games.moscow.rules.c09_pre_combat_actions.no_retreat import CheckingRefusal, NamingCheckLead, attack_on
from stavka.games.moscow.rules.c09_pre_combat_actions.reaction import note_refusal
from stavka.games.moscow.rules.c10_combat.odds import defenders
from stavka.games.moscow.rules.c11_combat_results import advance
from stavka.games.moscow.rules.c11_combat_results.losses import eliminate, give_up_works
from stavka.games.moscow.rules.c11_combat_results.retreat import (
    Path,
    free_hexes,
    has_room,
    hot_hexes,
    lead_candidates,
    next_to,
)
from stavka.games.moscow.rules.c15_hqs_and_leaders import Check
from stavka.games.moscow.state import Position
from stavka.games.moscow.words import ask, because
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


def refusal_ways(g: Moscow, s: Position, units: int, origin: Hex) -> list[Path]:
    """The ways of a refusal: two hexes, never through an EZOC hex without friends."""
    side = g.side_of_units(units)
    cold = free_hexes(g, s, side) & ~hot_hexes(g, s, side)  # [9.22c]
    ends = cold & ~barred_ends(g, s, side) & g.grid.ring(origin, g.refusal_retreat)
    ways = [(mid, end) for mid in hexes_in(next_to(g, origin) & cold) for end in hexes_in(next_to(g, mid) & ends)]
    return [way for way in ways if has_room(g, s, units, way[-1])]  # [9.22a]


def can_refuse(g: Moscow, s: Position, hex_: Hex) -> bool:
    """Whether the units of a Defender hex may attempt to refuse combat."""
    units = s.at[hex_] & g.combat
    if units & ~g.red_box & ~g.cavalry or units & s.disrupted or units & s.arrived:  # [9.21a, 9.21b]
        return False
    return not s.stubborn >> hex_ & 1 and all(refusal_ways(g, s, 1 << unit, hex_) for unit in units_in(units))  # [9.21]


@fixed_frame("refusal")
class RefusingCombat(Frame):
    """One side's Combat Refusals."""

    side: Side
    declined: int = 0  # hexes; always 0


class Refusal(BySide["Moscow", Position, RefusingCombat]):
    """The defending player may refuse combat, hex by hex."""

    rule = "9.21"

    def free_picks(self, g: Moscow, s: Position, f: RefusingCombat, offer: Offer) -> Offer:
        """The picks that can be taken back: all hexes, if a Lead Unit has to be named whichever refuses."""
        leads = [lead_candidates(g, defenders(g, s, attack[0])) for attack in s.attacks]
        return offer.only(HEXES if all(each & (each - 1) for each in leads) else 0)

    def proceed(self, g: Moscow, s: Position, f: RefusingCombat) -> bool:
        if self.hexes(g, s, f):
            return False
        s.stack.pop()
        return True

    def hexes(self, g: Moscow, s: Position, f: RefusingCombat) -> int:
        return sum(1 << attack[0] for attack in s.attacks if can_refuse(g, s, attack[0]))

    def offer(self, g: Moscow, s: Position, f: RefusingCombat) -> Offer:
        return Offer(self.seat(g, s, f), hexes=self.hexes(g, s, f), options=g.DONE)  # [9.21, OPS.A.2a]

    def hex(self, g: Moscow, s: Position, f: RefusingCombat, hex_: Hex) -> None:
        s.holding &= ~(1 << hex_)  # [9.45b]
        s.stubborn |= 1 << hex_  # taken back if the check succeeds
        s.stack.append(NamingCheckLead("refuse", hex_))

    def option(self, g: Moscow, s: Position, f: RefusingCombat, option: Option) -> None:
        s.stack.pop()

    def prompt(self, g: Moscow, s: Position, f: RefusingCombat) -> str:
        return ask("refusal")

    def why(self, g: Moscow, s: Position, f: RefusingCombat, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != HEX:
            return None
        hex_ = pick[1]
        if all(attack[0] != hex_ for attack in s.attacks):
            return because("9.21", "not attacked")
        units = s.at[hex_] & g.combat
        if units & ~g.red_box & ~g.cavalry:
            return because("9.21a", "too slow to refuse")
        if units & s.disrupted:
            return because("9.21b", "disrupted")
        return because("9.22c", "no way to refuse")


class Refuse(Check[CheckingRefusal]):
    """The check of a Combat Refusal; no CP."""

    rule = "9.23a"

    def done(self, g: Moscow, s: Position, f: CheckingRefusal, modified: int, *, success: bool) -> None:
        hex_ = f.hex
        if not success:
            return  # [9.23a1]
        s.stubborn &= ~(1 << hex_)
        attack = attack_on(s, hex_)
        s.attacks.remove(attack)  # [9.23c]
        s.fought |= attack[1]  # [9.23c]
        note_refusal(g, s, s.at[hex_])
        s.tell("refused", ("9.23a2",), hex=hex_)
        s.stack.append(Pursuing(attack[1], hex_))
        s.stack.append(RefusalRetreat(s.at[hex_], hex_))  # [9.23a2]


@frame("refusing")
class RefusalRetreat(Frame):
    """The retreat of units that have refused combat."""

    units: int  # units still to go
    origin: Hex  # the Defender hex
    going: int = 0  # units that go now; 0: all
    way: list[Hex] = field(default_factory=list)  # hexes that they have been told to go through


class Refusing(ByOwners["Moscow", Position, RefusalRetreat]):
    """Units that have refused combat retreat two hexes, all together or in parts."""

    rule = "9.23a2"

    def free_picks(self, g: Moscow, s: Position, f: RefusalRetreat, offer: Offer) -> Offer:
        """The picks that can be taken back until the last hex of a way is named."""
        return offer.only(UNITS | HEXES if len(f.way) + 1 < g.refusal_retreat else UNITS)

    def proceed(self, g: Moscow, s: Position, f: RefusalRetreat) -> bool:
        f.units = sum(1 << unit for unit in units_in(f.units) if s.place[unit] == f.origin)
        if not f.units & g.combat:
            s.stack.pop()
            return True
        if len(f.way) == g.refusal_retreat:
            self.walk(g, s, f)
            return True
        if not f.going and not f.way and not self.ways(g, s, f):
            return self.split(g, s, f)
        return False

    def split(self, g: Moscow, s: Position, f: RefusalRetreat) -> bool:
        """Split units that do not have a way together: one with a way goes first, in the owner's order; those without
        any are lost."""
        combat = f.units & g.combat
        able = sum(1 << unit for unit in units_in(combat) if refusal_ways(g, s, 1 << unit, f.origin))
        if able & (able - 1):
            return False
        f.going = able
        if not able:
            for unit in units_in(combat):
                eliminate(g, s, unit)  # [11.3b, 11.34b]
        return True

    def group(self, g: Moscow, s: Position, f: RefusalRetreat) -> int:
        """The units that go now: those chosen, or all; the last combat units take all other units along."""
        units: int = f.going or f.units
        return units if f.units & g.combat & ~units else f.units  # [15.33a]

    def ways(self, g: Moscow, s: Position, f: RefusalRetreat) -> list[Path]:
        done = tuple(f.way)
        return [way for way in refusal_ways(g, s, self.group(g, s, f), f.origin) if way[: len(done)] == done]

    def others(self, g: Moscow, s: Position, f: RefusalRetreat) -> int:
        if f.way:
            return 0
        apart = f.units & g.combat
        units = f.units & ~self.group(g, s, f) if f.going else apart if apart & (apart - 1) else 0
        go, here = f.going, f.origin
        return sum(1 << unit for unit in units_in(units) if refusal_ways(g, s, go | 1 << unit, here))  # [11.33c]

    def offer(self, g: Moscow, s: Position, f: RefusalRetreat) -> Offer:
        hexes = sum({1 << way[len(f.way)] for way in self.ways(g, s, f)})
        return Offer(self.seat(g, s, f), self.others(g, s, f), hexes)  # [9.23a2]

    def unit(self, g: Moscow, s: Position, f: RefusalRetreat, unit: Unit) -> None:
        f.going |= 1 << unit

    def hex(self, g: Moscow, s: Position, f: RefusalRetreat, hex_: Hex) -> None:
        f.going = self.group(g, s, f)
        f.way = [*f.way, hex_]

    def walk(self, g: Moscow, s: Position, f: RefusalRetreat) -> None:
        units, way = f.going, list(f.way)
        f.units &= ~units
        f.going, f.way = 0, []
        s.tell("retreats", ("9.23a2",), units=units, path=[f.origin, *way])
        give_up_works(s, units)  # [14.33]
        s.holding &= ~(1 << way[-1])  # [9.45a]
        control.walk(g, s, units, way)
        if any(attack[0] == way[-1] for attack in s.attacks):
            s.arrived |= units & g.combat  # [9.22a, 11.36a]

    def prompt(self, g: Moscow, s: Position, f: RefusalRetreat) -> str:
        return ask("retreat", units=g.named(s, self.group(g, s, f)))

    def why(self, g: Moscow, s: Position, f: RefusalRetreat, seat: int, pick: Pick) -> Reason | None:
        return because("9.22c", "retreat into zone") if pick[0] == HEX else None


@fixed_frame("pursue")
class Pursuing(Frame):
    """The advance of those whose attack was refused."""

    units: int  # the attackers
    hex: Hex  # the Defender hex


class Pursue(Step["Moscow", Position, Pursuing]):
    """Advance: the units that had declared an attack on the hex may do so."""

    rule = "9.23b1"

    def proceed(self, g: Moscow, s: Position, f: Pursuing) -> bool:
        s.stack.pop()
        units = sum(1 << unit for unit in units_in(f.units) if s.place[unit] >= 0)
        advance.start(g, s, units, f.hex, two=True, counts=False)  # [9.23b1, 9.23b2]
        return True
