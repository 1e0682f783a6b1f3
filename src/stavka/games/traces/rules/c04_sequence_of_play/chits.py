"""Chapter 4.2: Command Chits and their secret selection."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from stavka.engine.frames import Frame, frame
from stavka.engine.kinds import Side
from stavka.engine.machine import OPTIONS, Step
from stavka.engine.offer import OPTION, Offer, Pick, Reason
from stavka.games.traces.rules.c12_special_rules.control import controlled_crossings
from stavka.games.traces.state import AXIS, SOVIET, Position
from stavka.games.traces.words import ask, because

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces

BOTH = 3
"""The bits of both sides."""


def available(g: Traces, s: Position, kind: int) -> int:
    """The number of chits of a kind that their owner may select this turn."""
    chit = g.chits[kind]
    if s.turn < chit.from_turn:  # [3.0e, 4.2.1a, 4.2.1f, 4.2.2a, 4.2.2c]
        return 0
    if chit.action == "airborne" and s.airborne_selected:  # [4.2.1f]
        return 0
    if chit.action == "stavka" and not s.stavka:  # [4.2.1g]
        return 0
    return chit.number  # [4.2.1a, 4.2.2a]


def stavka_present(g: Traces, s: Position) -> bool:
    """The STAVKA Presence Table, by turn and Soviet-controlled CP."""
    return g.stavka_table[s.turn][controlled_crossings(s)]  # [4.2.1g, 2.6g]


@frame("select_chits")
class SelectingChits(Frame):
    """The selections of both players so far."""

    done: int  # bits of the sides that have finished
    cup: list[int]  # chits for the cup, by kind
    hand: list[int]  # chits for the Axis hand, by kind

    @classmethod
    def begin(cls, g: Traces) -> SelectingChits:
        """Begin with an empty selection."""
        kinds = len(g.chits)
        return cls(0, [0] * kinds, [0] * kinds)

    def to_list(self) -> list[Any]:
        return [self.step, self.done, *self.cup, *self.hand]

    @classmethod
    def from_list(cls, data: Sequence[Any]) -> SelectingChits:
        kinds = len(data) // 2 - 1
        return cls(data[1], list(data[2 : 2 + kinds]), list(data[2 + kinds :]))


def selected(f: SelectingChits, kind: int) -> int:
    """The number of chits of a kind that have been selected, for the cup or the hand."""
    return f.cup[kind] + f.hand[kind]


def selection_size(g: Traces, s: Position, side: Side) -> int:
    if side == SOVIET:
        return g.soviet_selection  # [4.2.1b]
    return g.axis_selection[s.turn]  # [4.2.2b, 2.1c]


def chosen(g: Traces, f: SelectingChits, side: Side) -> int:
    return sum(selected(f, kind) for kind in g.chit_kinds[side])


def selectable(g: Traces, s: Position, f: SelectingChits, side: Side) -> list[int]:
    """Kinds of which one more may be selected, so that a legal selection can still be completed."""
    left = selection_size(g, s, side) - chosen(g, f, side)
    if left <= 0:
        return []
    kinds = [kind for kind in g.chit_kinds[side] if selected(f, kind) < available(g, s, kind)]
    if side == AXIS:
        return kinds
    return [kind for kind in kinds if missing_fronts(g, f, kind) < left]  # [4.2.1c, 4.2.1e]


def missing_fronts(g: Traces, f: SelectingChits, extra: int) -> int:
    """The Fronts that a Soviet selection with one chit `extra` would still have to add; STAVKA replaces one of them."""
    missing = sum(1 for kind in g.front_chits if kind != extra and not f.cup[kind])
    if extra == g.stavka_chit or f.cup[g.stavka_chit]:  # [4.2.1d]
        missing = max(0, missing - 1)
    return missing


class SelectChits(Step["Traces", Position, SelectingChits]):
    """Both players choose their chits in secret and at the same time; neither learns whether the other has finished."""

    rule = "4.2a"

    def seats(self, g: Traces, s: Position, f: SelectingChits) -> tuple[int, ...]:
        return tuple(g.seat(s, side) for side in (SOVIET, AXIS) if not f.done >> side & 1)

    def offers(self, g: Traces, s: Position, f: SelectingChits) -> tuple[Offer, ...]:
        return tuple(self.side_offer(g, s, f, g.side_of(s, seat)) for seat in self.seats(g, s, f))  # [4.2a]

    def free_picks(self, g: Traces, s: Position, f: SelectingChits, offer: Offer) -> Offer:
        """Chits: the player is asked for another, or to end the choice."""
        return offer.only(OPTIONS, options=~g.DONE)

    def side_offer(self, g: Traces, s: Position, f: SelectingChits, side: Side) -> Offer:
        seat = g.seat(s, side)
        if chosen(g, f, side) == selection_size(g, s, side):
            return Offer(seat, options=g.DONE)
        options = 0
        for kind in selectable(g, s, f, side):
            options |= g.CHIT[kind]
            if side == AXIS:
                options |= g.HOLD[kind]  # [4.2b]
        return Offer(seat, options=options or g.DONE)

    def pick(self, g: Traces, s: Position, f: SelectingChits, seat: int, pick: Pick) -> None:
        side, bit = g.side_of(s, seat), 1 << pick[1]
        if bit == g.DONE:
            f.done |= 1 << side
            if f.done == BOTH:
                self.finish(g, s, f)
        elif bit & g.HOLDS:
            f.hand[g.HOLD.index(bit)] += 1  # [4.2b]
        else:
            f.cup[g.CHIT.index(bit)] += 1

    def finish(self, g: Traces, s: Position, f: SelectingChits) -> None:
        s.stack.pop()
        s.cup[:] = bytes(f.cup)  # [2.0, 4.2a, 4.2d]
        s.hand[:] = bytes(f.hand)  # [4.2b]
        s.cup[g.supply_chit] = 1  # [4.2e]
        s.airborne_selected |= s.cup[g.airborne_chit]  # [4.2.1f]
        s.tell("selection", ("4.2a", "4.2e"), cup=sum(s.cup), hand=sum(s.hand))

    def prompt(self, g: Traces, s: Position, f: SelectingChits) -> str:
        return ask("select chits")

    def why(self, g: Traces, s: Position, f: SelectingChits, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != OPTION:
            return None
        side, bit = g.side_of(s, seat), 1 << pick[1]
        if bit == g.DONE:
            size = selection_size(g, s, side)
            return because("4.2.1b" if side == SOVIET else "4.2.2b", "chits missing", number=size)
        if bit not in g.CHIT and bit not in g.HOLD:
            return None
        kind = g.CHIT.index(bit) if bit in g.CHIT else g.HOLD.index(bit)
        return why_not_chit(g, s, f, side, kind, holding=bit in g.HOLD)


def why_not_chit(g: Traces, s: Position, f: SelectingChits, side: Side, kind: int, *, holding: bool) -> Reason:
    chit = g.chits[kind]
    if chit.action == "supply":
        return because("4.2e", "supply chit")
    if kind not in g.chit_kinds[side]:
        return because("4.2a", "not your chit")
    if holding and side == SOVIET:
        return because("4.2d", "soviet holds none")
    if chosen(g, f, side) >= selection_size(g, s, side):
        return because("4.2.1b" if side == SOVIET else "4.2.2b", "chits complete")
    if selected(f, kind) < available(g, s, kind):
        return because("4.2.1c", "chits for fronts")
    return why_not_available(g, s, kind)


def why_not_available(g: Traces, s: Position, kind: int) -> Reason:
    chit = g.chits[kind]
    if s.turn < chit.from_turn:
        rules = {"okh": "4.2.2c", "airborne": "4.2.1f", "stavka": "4.2.1g"}
        return because(rules[chit.action], "chit later", turn=chit.from_turn)
    if chit.action == "airborne" and s.airborne_selected:
        return because("4.2.1f", "airborne once")
    if chit.action == "stavka" and not s.stavka:
        return because("4.2.1g", "stavka absent")
    return because("4.2.1a" if kind in g.chit_kinds[SOVIET] else "4.2.2a", "chits used up")
