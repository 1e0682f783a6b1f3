"""Chapter 3: set-up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import ByOneSide
from stavka.engine.frames import Frame, fixed_frame
from stavka.engine.kinds import NO_UNIT, Unit, numbered, units_in
from stavka.engine.machine import HEXES
from stavka.engine.offer import HEX, Offer, Pick, Reason
from stavka.engine.state import places
from stavka.games.traces.rules.c04_sequence_of_play.game_turn import PlayingTurns
from stavka.games.traces.rules.c14_optional_rules import Bidding
from stavka.games.traces.state import (
    AXIS,
    BOX,
    NO_BRIDGEHEAD,
    SOVIET,
    Position,
    derive,
    put,
)
from stavka.games.traces.words import ask, because
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces


def set_up(g: Traces, scenario: str, *, bid: bool, hq_conversion: bool) -> Position:
    """The position before the first decision: everything of chapter 3 that needs none."""
    s: Position = Position.blank(scenario)
    s.place = places([BOX] * len(g.unit_ids))  # [3.0k]
    s.steps = bytearray(g.full_steps)  # [2.2l]
    s.oos = s.isolated = 0  # [3.0h, 3.0l]
    s.crossings = 0  # [12.3a]
    s.orders = g.scenarios[scenario].orders  # [2.5d, 3.0i]
    kinds = len(g.chits)
    s.cup, s.hand, s.played, s.shown = (bytearray(kinds) for _ in range(4))  # [3.0f]
    s.air, s.air_used, s.relocations = (bytearray(2) for _ in range(3))  # [3.0g]
    s.converted = 0  # [3.0b]
    s.bridgehead = NO_BRIDGEHEAD
    s.threshold = g.scenarios[scenario].threshold
    s.turn = 0  # [3.0d]
    derive(g, s)
    for unit, hex_ in numbered(g.setup_hex):
        if hex_ >= 0:
            put(g, s, unit, hex_)  # [2.1b, 3.0a, 3.0c]
    s.cities = s.occupied[SOVIET] & g.cities  # empty with our set-up (U14)
    s.stack = [PlayingTurns(has_conversion=int(hq_conversion)), PlacingSecurity()]
    if bid:
        s.stack.append(Bidding([-1, -1]))
    return s


@fixed_frame("security")
class PlacingSecurity(Frame):
    """The Security Divisions in the box are still to be placed."""


class SecurityDivisions(ByOneSide["Traces", Position, PlacingSecurity]):
    """The Axis player places his Security Divisions in Axis Major Cities."""

    rule = "3.0j"
    decides = AXIS

    def proceed(self, g: Traces, s: Position, f: PlacingSecurity) -> bool:
        if self.next_unit(g, s) >= 0 and self.hexes(g, s):
            return False
        s.stack.pop()
        return True

    def next_unit(self, g: Traces, s: Position) -> Unit:
        return next((unit for unit in units_in(g.security) if s.place[unit] == BOX), NO_UNIT)

    def hexes(self, g: Traces, s: Position) -> int:
        taken = sum(1 << s.place[unit] for unit in units_in(g.security) if s.place[unit] >= 0)
        free = g.major_cities & ~s.cities & ~s.occupied[SOVIET]  # [3.0j]
        return free & ~taken & ~s.full[AXIS]  # [3.0j, 5.0c]

    def free_picks(self, g: Traces, s: Position, f: PlacingSecurity, offer: Offer) -> Offer:
        """Hexes while another division is left and there is another hex for it."""
        left = sum(s.place[unit] == BOX for unit in units_in(g.security))
        return offer.only(HEXES if left > 1 and self.hexes(g, s).bit_count() > 1 else 0)

    def offer(self, g: Traces, s: Position, f: PlacingSecurity) -> Offer:
        return Offer(self.seat(g, s, f), hexes=self.hexes(g, s))

    def hex(self, g: Traces, s: Position, f: PlacingSecurity, hex_: Hex) -> None:
        unit = self.next_unit(g, s)
        put(g, s, unit, hex_)
        s.tell("set up", ("3.0j",), unit=unit, hex=hex_)

    def prompt(self, g: Traces, s: Position, f: PlacingSecurity) -> str:
        return ask("security", unit=g.label(s, self.next_unit(g, s)))

    def why(self, g: Traces, s: Position, f: PlacingSecurity, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != HEX:
            return None
        if not g.major_cities & ~s.cities & 1 << pick[1]:
            return because("3.0j", "security cities")
        if any(s.place[unit] == pick[1] for unit in units_in(g.security)):
            return because("3.0j", "security one a hex")
        return because("5.0c", "two units there")
