"""Chapter 14: the bid for sides (14.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.frames import TailFrame, frame
from stavka.engine.machine import Step
from stavka.engine.offer import OPTION, Offer, Pick, Reason
from stavka.games.traces.state import (
    Position,
)
from stavka.games.traces.words import ask, because

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces


@frame("bid")
class Bidding(TailFrame):
    """Both players bid in secret."""

    bids: list[int]  # by seat, -1 while a seat has not bid


class Bid(Step["Traces", Position, Bidding]):
    """Both players bid in secret how many VP the Soviet side must reach; equal bids are repeated (U42)."""

    rule = "14.1a"

    def seats(self, g: Traces, s: Position, f: Bidding) -> tuple[int, ...]:
        return tuple(seat for seat in (0, 1) if f.bids[seat] < 0)

    def offers(self, g: Traces, s: Position, f: Bidding) -> tuple[Offer, ...]:
        return tuple(Offer(seat, options=g.BIDS) for seat in self.seats(g, s, f))

    def pick(self, g: Traces, s: Position, f: Bidding, seat: int, pick: Pick) -> None:
        f.bids[seat] = pick[1] - g.first_bid
        if min(f.bids) < 0:
            return
        s.tell("bids", ("14.1a",), bids=f.bids[:])
        if f.bids[0] == f.bids[1]:
            f.bids = [-1, -1]
            return
        s.stack.pop()
        s.swapped = int(f.bids[1] > f.bids[0])  # [14.1a]
        s.threshold = 4 * max(f.bids)  # [14.1a]

    def prompt(self, g: Traces, s: Position, f: Bidding) -> str:
        return ask("bid")

    def why(self, g: Traces, s: Position, f: Bidding, seat: int, pick: Pick) -> Reason | None:
        return because("14.1a", "bid number") if pick[0] == OPTION else None
