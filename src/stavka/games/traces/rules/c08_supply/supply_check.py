"""Chapter 8: the supply check that the Supply chit brings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import Unit, last_unit
from stavka.engine.machine import UNITS, Step
from stavka.engine.offer import Offer, Pick, Reason
from stavka.games.traces.rules.c02_components.headquarters import begin_relocation
from stavka.games.traces.rules.c08_supply.supply_lines import can_trace, on_map
from stavka.games.traces.state import AXIS, SOVIET, Position
from stavka.games.traces.words import ask, because

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces


def supply_check(g: Traces, s: Position) -> tuple[int, int]:
    """Judge every unit of both sides on the same position; returns the HQs of each side that must relocate."""
    supplied = can_trace(g, s, SOVIET) | can_trace(g, s, AXIS)
    units = on_map(s)
    cut_off = units & ~supplied
    hqs = cut_off & g.hq_units
    cut_off &= ~hqs
    was_oos, was_isolated = s.oos, s.isolated
    s.isolated = cut_off & (was_oos | was_isolated)  # [8.1h, 8.1i]
    s.oos = cut_off & ~s.isolated  # [2.5c, 8.1g]
    s.tell("supply check", ("8.0", "8.1g", "8.1h", "8.1i"), oos=s.oos, isolated=s.isolated, hqs=hqs)
    return hqs & g.side_units[SOVIET], hqs & g.side_units[AXIS]


@fixed_frame("supply_check")
class CheckingSupply(Frame):
    """Supply is to be checked."""


class SupplyCheck(Step["Traces", Position, CheckingSupply]):
    """The Supply chit."""

    rule = "8.0"

    def proceed(self, g: Traces, s: Position, f: CheckingSupply) -> bool:
        s.stack.pop()
        soviet, axis = supply_check(g, s)  # [4.3.2, 8.0]
        if soviet:
            s.stack.append(RelocatingUnsupplied(soviet))  # [8.1k]
        if axis:
            s.stack.append(RelocatingUnsupplied(axis))  # [8.1k]
        return True


@frame("unsupplied_hqs")
class RelocatingUnsupplied(Frame):
    """HQs without a Supply Line relocate."""

    hqs: int  # HQs of one side that are still to relocate


class UnsuppliedHqs(Step["Traces", Position, RelocatingUnsupplied]):
    """HQs that a supply check found without a Supply Line relocate, in the order their owner likes."""

    rule = "8.1k"

    def proceed(self, g: Traces, s: Position, f: RelocatingUnsupplied) -> bool:
        hqs = f.hqs
        if not hqs:
            s.stack.pop()
            return True
        if hqs & (hqs - 1) == 0:
            f.hqs = 0
            begin_relocation(g, s, last_unit(hqs), rules=("8.1k", "2.3c"))
            return True
        return False

    def free_picks(self, g: Traces, s: Position, f: RelocatingUnsupplied, offer: Offer) -> Offer:
        """HQs while two are left after each: its owner is asked again, wherever this one goes."""
        return offer.only(UNITS if f.hqs.bit_count() > 2 else 0)

    def seat(self, g: Traces, s: Position, f: RelocatingUnsupplied) -> int:
        return g.seat(s, g.side[last_unit(f.hqs)])

    def offer(self, g: Traces, s: Position, f: RelocatingUnsupplied) -> Offer:
        return Offer(self.seat(g, s, f), units=f.hqs)

    def unit(self, g: Traces, s: Position, f: RelocatingUnsupplied, unit: Unit) -> None:
        f.hqs &= ~(1 << unit)
        begin_relocation(g, s, unit, rules=("8.1k", "2.3c"))

    def prompt(self, g: Traces, s: Position, f: RelocatingUnsupplied) -> str:
        return ask("unsupplied hqs")

    def why(self, g: Traces, s: Position, f: RelocatingUnsupplied, seat: int, pick: Pick) -> Reason | None:
        return because("8.1k", "not unsupplied")
