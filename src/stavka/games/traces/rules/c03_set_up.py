"""Chapter 3: set-up, and chapter 14, the options chosen before play."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from stavka.engine.machine import ListStep
from stavka.engine.offer import HEX, OPTION, Offer, Pick, Reason, members
from stavka.engine.state import Frame
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

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces


def set_up(g: Traces, scenario: str, *, bid: bool, hq_conversion: bool) -> Position:
    """The position before the first decision: everything of chapter 3 that needs none."""
    s = Position.__new__(Position)
    s.scenario, s.result, s.events = scenario, "", None
    s.place = array("h", [BOX] * len(g.unit_ids))  # [3.0k]
    s.steps = bytearray(g.full_steps)  # [2.2l]
    s.activated = s.moved = s.fought = s.attacked = 0
    s.oos = s.isolated = 0  # [3.0h, 3.0l]
    s.cities = s.crossings = 0  # [8.1f, 12.3a]
    s.orders = g.scenarios[scenario].orders  # [2.5d, 3.0i]
    kinds = len(g.chits)
    s.cup, s.hand, s.played, s.shown = (bytearray(kinds) for _ in range(4))  # [3.0f]
    s.air, s.air_used, s.relocations = (bytearray(2) for _ in range(3))  # [3.0g]
    s.airborne_selected = s.draws = s.swapped = 0
    s.converted = 0  # [3.0b]
    s.stavka = 0
    s.bridgehead = NO_BRIDGEHEAD
    s.threshold = g.scenarios[scenario].threshold
    s.turn = 0  # [3.0d]
    derive(g, s)
    for unit, hex_ in enumerate(g.setup_hex):
        if hex_ >= 0:
            put(g, s, unit, hex_)  # [2.1b, 3.0a, 3.0c]
    s.cities = s.occupied[SOVIET] & g.cities  # none with our set-up (U14)
    s.stack = [["game", int(hq_conversion)], ["security"]]
    if bid:
        s.stack.append(["bid", -1, -1])
    return s


class SecurityDivisions(ListStep["Traces", Position]):
    """The Axis player places his Security Divisions in Axis Major Cities. Frame: [name]."""

    rule = "3.0j"

    def proceed(self, g: Traces, s: Position, f: Frame) -> bool:
        if self.next_unit(g, s) >= 0 and self.hexes(g, s):
            return False
        s.stack.pop()
        return True

    def next_unit(self, g: Traces, s: Position) -> int:
        return next((unit for unit in members(g.security) if s.place[unit] == BOX), -1)

    def hexes(self, g: Traces, s: Position) -> int:
        taken = sum(1 << s.place[unit] for unit in members(g.security) if s.place[unit] >= 0)
        free = g.major_cities & ~s.cities & ~s.occupied[SOVIET]  # [3.0j]
        return free & ~taken & ~s.full[AXIS]  # [3.0j, 5.0c]

    def offer(self, g: Traces, s: Position, f: Frame) -> Offer:
        return Offer(g.seat(s, AXIS), hexes=self.hexes(g, s))

    def hex(self, g: Traces, s: Position, f: Frame, hex_: int) -> None:
        unit = self.next_unit(g, s)
        put(g, s, unit, hex_)
        s.tell("set up", ("3.0j",), unit=unit, hex=hex_)

    def prompt(self, g: Traces, s: Position, f: Frame) -> str:
        return ask("security", unit=g.label(s, self.next_unit(g, s)))

    def why(self, g: Traces, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != HEX:
            return None
        if not g.major_cities & ~s.cities & 1 << pick[1]:
            return because("3.0j", "security cities")
        if any(s.place[unit] == pick[1] for unit in members(g.security)):
            return because("3.0j", "security one a hex")
        return because("5.0c", "two units there")


class Bid(ListStep["Traces", Position]):
    """Both players bid in secret how many VPs the Soviet side must reach; equal bids are repeated (U42).

    Frame: [name, bid of seat 0, bid of seat 1], -1 while a seat has not bid."""

    rule = "14.1a"

    def offers(self, g: Traces, s: Position, f: Frame) -> tuple[Offer, ...]:
        return tuple(Offer(seat, options=g.BIDS) for seat in (0, 1) if f[1 + seat] < 0)

    def pick(self, g: Traces, s: Position, f: Frame, seat: int, pick: Pick) -> None:
        f[1 + seat] = pick[1] - g.first_bid
        if min(f[1:]) < 0:
            return
        s.tell("bids", ("14.1a",), bids=list(f[1:]))
        if f[1] == f[2]:
            f[1:] = [-1, -1]
            return
        s.stack.pop()
        s.swapped = int(f[2] > f[1])  # [14.1a]
        s.threshold = 4 * max(f[1:])  # [14.1a]

    def prompt(self, g: Traces, s: Position, f: Frame) -> str:
        return ask("bid")

    def why(self, g: Traces, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        return because("14.1a", "bid number") if pick[0] == OPTION else None
