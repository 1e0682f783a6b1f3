"""Chapter 9.4: No Retreat; and the Lead Unit of the checks before a combat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from stavka.engine.deciding import BySide
from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import Option, Side, Unit, units_in
from stavka.engine.machine import Step
from stavka.engine.offer import HEX, UNIT, Offer, Pick, Reason
from stavka.games.moscow.rules.c03_basic_concepts.values import steps_of
from stavka.games.moscow.rules.c10_combat.odds import behind_line, defenders, in_fort
from stavka.games.moscow.rules.c11_combat_results.retreat import lead_candidates
from stavka.games.moscow.rules.c15_hqs_and_leaders import Check, Checking, helpers
from stavka.games.moscow.state import Position
from stavka.games.moscow.words import ask, because
from stavka.hexes import NO_HEX, Hex

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


def attack_on(s: Position, hex_: Hex) -> list[Any]:
    return next(attack for attack in s.attacks if attack[0] == hex_)


@frame("hold")
class CheckingNoRetreat(Checking):
    """The check of a No Retreat Declaration."""

    hex: Hex = NO_HEX  # the Defender hex


@frame("refuse")
class CheckingRefusal(Checking):
    """The check of a Combat Refusal."""

    hex: Hex = NO_HEX  # the Defender hex


CHECKS: Final = {made.step: made for made in (CheckingNoRetreat, CheckingRefusal)}
"""The checks for which the owner of a Defender hex names a Lead Unit."""


@fixed_frame("check_lead")
class NamingCheckLead(Frame):
    """The Lead Unit of a check before a combat."""

    check: str  # the step of the check: "hold" or "refuse"
    hex: Hex  # the Defender hex


class CheckLead(Step["Moscow", Position, NamingCheckLead]):
    """The owner of a Defender hex names the Lead Unit of a check."""

    rule = "3.43a"

    def seat(self, g: Moscow, s: Position, f: NamingCheckLead) -> int:
        return g.side_of_units(s.at[f.hex])

    def proceed(self, g: Moscow, s: Position, f: NamingCheckLead) -> bool:
        return self.only_unit(g, s, f, self.leads(g, s, f))

    def leads(self, g: Moscow, s: Position, f: NamingCheckLead) -> int:
        return lead_candidates(g, defenders(g, s, f.hex))

    def offer(self, g: Moscow, s: Position, f: NamingCheckLead) -> Offer:
        leads = self.leads(g, s, f)
        return Offer(self.seat(g, s, f), units=leads)  # [3.43, 3.43a]

    def unit(self, g: Moscow, s: Position, f: NamingCheckLead, unit: Unit) -> None:
        s.stack.pop()
        if f.check == "hold" and g.nkvd & ~s.disrupted & 1 << unit:
            hold(g, s, f.hex)  # [9.44a]
            return
        s.stack.append(CHECKS[f.check](unit, hex=f.hex))  # [9.23a, 9.43a]

    def prompt(self, g: Moscow, s: Position, f: NamingCheckLead) -> str:
        hex_ = g.place(f.hex)
        return ask("lead no retreat", hex=hex_) if f.check == "hold" else ask("lead refusal", hex=hex_)

    def why(self, g: Moscow, s: Position, f: NamingCheckLead, seat: int, pick: Pick) -> Reason | None:
        return because("3.43", "cannot lead") if pick[0] == UNIT else None


def may_hold(g: Moscow, s: Position, hex_: Hex) -> bool:
    """Whether the units of a Defender hex may attempt a No Retreat Declaration."""
    units = defenders(g, s, hex_)
    if steps_of(s, units) < g.no_retreat_steps or s.stubborn >> hex_ & 1 or s.holding >> hex_ & 1:  # [9.42a, 9.42b]
        return False
    side = g.side_of_units(units)
    if in_fort(g, s, side, hex_) or behind_line(g, s, attack_on(s, hex_)[1], hex_):  # [9.42c, 14.12d]
        return True
    return bool(s.at[hex_] & g.leaders) or has_own_hq(g, units)  # [9.42c]


def has_own_hq(g: Moscow, units: int) -> bool:
    """Whether an HQ is stacked with another unit of its Formation."""
    for hq in units_in(units & g.hqs):
        formation = g.formation[hq]
        if formation >= 0 and units & g.formation_units[formation] & ~(1 << hq):
            return True  # [9.42c, 15.16]
    return False


def hold(g: Moscow, s: Position, hex_: Hex) -> None:
    s.holding |= 1 << hex_  # [9.43b]
    s.tell("no retreat marker", ("9.43b",), hex=hex_)


@frame("no_retreat")
class DeclaringNoRetreat(Frame):
    """One side's No Retreat Declarations."""

    side: Side
    tried: int = 0  # hexes


class NoRetreat(BySide["Moscow", Position, DeclaringNoRetreat]):
    """The defending player may declare No Retreat, hex by hex, or remove a marker."""

    rule = "9.41"

    def proceed(self, g: Moscow, s: Position, f: DeclaringNoRetreat) -> bool:
        if self.hexes(g, s, f):
            return False
        s.stack.pop()
        return True

    def hexes(self, g: Moscow, s: Position, f: DeclaringNoRetreat) -> int:
        """Hexes that may attempt a No Retreat, and hexes whose marker may be removed."""
        hexes = sum(1 << attack[0] for attack in s.attacks if may_hold(g, s, attack[0]))
        marked = sum(1 << attack[0] for attack in s.attacks) & s.holding  # [9.45b]
        left: int = (hexes | marked) & ~f.tried
        return left

    def offer(self, g: Moscow, s: Position, f: DeclaringNoRetreat) -> Offer:
        return Offer(self.seat(g, s, f), hexes=self.hexes(g, s, f), options=g.DONE)  # [9.41, OPS.A.2c]

    def hex(self, g: Moscow, s: Position, f: DeclaringNoRetreat, hex_: Hex) -> None:
        f.tried |= 1 << hex_
        if s.holding >> hex_ & 1:
            s.holding &= ~(1 << hex_)  # [9.45b]
            return
        here = s.at[hex_]
        if here & g.leaders or here & g.hqs & ~s.disrupted:
            hold(g, s, hex_)  # [9.44b]
        else:
            s.stack.append(NamingCheckLead("hold", hex_))  # [9.43a]

    def option(self, g: Moscow, s: Position, f: DeclaringNoRetreat, option: Option) -> None:
        s.stack.pop()

    def prompt(self, g: Moscow, s: Position, f: DeclaringNoRetreat) -> str:
        return ask("no retreat")

    def why(self, g: Moscow, s: Position, f: DeclaringNoRetreat, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != HEX:
            return None
        hex_ = pick[1]
        if all(attack[0] != hex_ for attack in s.attacks):
            return because("9.41", "not attacked")
        if s.stubborn >> hex_ & 1:
            return because("9.42b", "failed to refuse")
        if steps_of(s, defenders(g, s, hex_)) < g.no_retreat_steps:
            return because("9.42a", "too few steps")
        return because("9.41", "has tried") if f.tried >> hex_ & 1 else because("9.42c", "nothing to hold by")


class Hold(Check[CheckingNoRetreat]):
    """The check of a No Retreat Declaration."""

    rule = "9.43a"
    asks = "check no retreat"

    def helpers(self, g: Moscow, s: Position, f: CheckingNoRetreat) -> int:
        return helpers(g, s, f.lead)  # [9.43a, 15.23a]

    def done(self, g: Moscow, s: Position, f: CheckingNoRetreat, modified: int, *, success: bool) -> None:
        if success:  # [9.43c]
            hold(g, s, f.hex)  # [9.43b]
