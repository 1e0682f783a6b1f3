"""Chapter 9.4: No Retreat; and the Lead Unit of the checks before a combat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.machine import ListStep
from stavka.engine.offer import HEX, UNIT, Offer, Pick, Reason, members
from stavka.engine.state import Frame
from stavka.games.moscow.rules.c03_basic_concepts.values import steps_of
from stavka.games.moscow.rules.c10_combat.odds import behind_line, defenders, in_fort
from stavka.games.moscow.rules.c11_combat_results.retreat import lead_candidates
from stavka.games.moscow.rules.c15_hqs_and_leaders import Check, check_frame, helpers
from stavka.games.moscow.state import Position
from stavka.games.moscow.words import ask, because

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


def attack_on(s: Position, hex_: int) -> list[int]:
    return next(attack for attack in s.attacks if attack[0] == hex_)


class CheckLead(ListStep["Moscow", Position]):
    """The owner of a Defender hex names the Lead Unit of a check. Frame: [name, check, hex]."""

    rule = "3.43a"

    def proceed(self, g: Moscow, s: Position, f: Frame) -> bool:
        leads = self.leads(g, s, f)
        if leads & (leads - 1):
            return False
        self.unit(g, s, f, leads.bit_length() - 1)
        return True

    def leads(self, g: Moscow, s: Position, f: Frame) -> int:
        return lead_candidates(g, defenders(g, s, f[2]))

    def offer(self, g: Moscow, s: Position, f: Frame) -> Offer:
        leads = self.leads(g, s, f)
        return Offer(g.side_of_units(leads), units=leads)  # [3.43, 3.43a]

    def unit(self, g: Moscow, s: Position, f: Frame, unit: int) -> None:
        s.stack.pop()
        if f[1] == "hold" and g.nkvd & ~s.disrupted & 1 << unit:
            hold(g, s, f[2])  # [9.44a]
            return
        s.stack.append(check_frame(f[1], unit, 0, f[2]))  # [9.23a, 9.43a]

    def prompt(self, g: Moscow, s: Position, f: Frame) -> str:
        hex_ = g.place_text(f[2])
        return ask("lead no retreat", hex=hex_) if f[1] == "hold" else ask("lead refusal", hex=hex_)

    def why(self, g: Moscow, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        return because("3.43", "cannot lead") if pick[0] == UNIT else None


def may_hold(g: Moscow, s: Position, hex_: int) -> bool:
    """Whether the units of a Defender hex may attempt a No Retreat Declaration."""
    units = defenders(g, s, hex_)
    if steps_of(s, units) < g.no_retreat_steps or s.stubborn >> hex_ & 1 or s.holding >> hex_ & 1:  # [9.42a, 9.42b]
        return False
    side = g.side_of_units(units)
    if in_fort(g, s, side, hex_) or behind_line(g, s, attack_on(s, hex_)[1], hex_):  # [9.42c, 14.12d]
        return True
    return bool(s.at[hex_] & g.leaders) or has_own_hq(g, units)  # [9.42c]


def has_own_hq(g: Moscow, units: int) -> bool:
    """Whether an HQ is with another unit of its Formation."""
    for hq in members(units & g.hqs):
        formation = g.formation[hq]
        if formation >= 0 and units & g.formation_units[formation] & ~(1 << hq):
            return True  # [9.42c, 15.16]
    return False


def hold(g: Moscow, s: Position, hex_: int) -> None:
    s.holding |= 1 << hex_  # [9.43b]
    s.tell("no retreat marker", ("9.43b",), hex=hex_)


class NoRetreat(ListStep["Moscow", Position]):
    """The defending player may declare No Retreat, hex by hex, or take one back. Frame: [name, side, hexes tried]."""

    rule = "9.41"

    def proceed(self, g: Moscow, s: Position, f: Frame) -> bool:
        if self.hexes(g, s, f):
            return False
        s.stack.pop()
        return True

    def hexes(self, g: Moscow, s: Position, f: Frame) -> int:
        """Hexes that may try, and those with a marker, which may be removed."""
        hexes = sum(1 << attack[0] for attack in s.attacks if may_hold(g, s, attack[0]))
        marked = sum(1 << attack[0] for attack in s.attacks) & s.holding  # [9.45b]
        left: int = (hexes | marked) & ~f[2]
        return left

    def offer(self, g: Moscow, s: Position, f: Frame) -> Offer:
        return Offer(f[1], hexes=self.hexes(g, s, f), options=g.DONE)  # [9.41, OPS.A.2c]

    def hex(self, g: Moscow, s: Position, f: Frame, hex_: int) -> None:
        f[2] |= 1 << hex_
        if s.holding >> hex_ & 1:
            s.holding &= ~(1 << hex_)  # [9.45b]
            return
        here = s.at[hex_]
        if here & g.leaders or here & g.hqs & ~s.disrupted:
            hold(g, s, hex_)  # [9.44b]
        else:
            s.stack.append(["check_lead", "hold", hex_])  # [9.43a]

    def option(self, g: Moscow, s: Position, f: Frame, option: int) -> None:
        s.stack.pop()

    def prompt(self, g: Moscow, s: Position, f: Frame) -> str:
        return ask("no retreat")

    def why(self, g: Moscow, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != HEX:
            return None
        hex_ = pick[1]
        if all(attack[0] != hex_ for attack in s.attacks):
            return because("9.41", "not attacked")
        if s.stubborn >> hex_ & 1:
            return because("9.42b", "failed to refuse")
        if steps_of(s, defenders(g, s, hex_)) < g.no_retreat_steps:
            return because("9.42a", "too few steps")
        return because("9.41", "has tried") if f[2] >> hex_ & 1 else because("9.42c", "nothing to hold by")


class Hold(Check):
    """The check of a No Retreat Declaration. Frame: that of a check, and the hex."""

    rule = "9.43a"
    asks = "check no retreat"

    def helpers(self, g: Moscow, s: Position, f: Frame) -> int:
        return helpers(g, s, f[1])  # [9.43a, 15.23a]

    def done(self, g: Moscow, s: Position, f: Frame, modified: int, *, success: bool) -> None:
        if success:  # [9.43c]
            hold(g, s, f[5])  # [9.43b]
