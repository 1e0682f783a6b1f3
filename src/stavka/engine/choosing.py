"""Choosing several things one after the other: units for an attack, its hexes, or chits.

What was chosen can be dropped again. To drop a pick, a seat takes back every pick since then and makes the others
again. So a record holds only what was chosen in the end, and no rule knows of the drop.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Any, NamedTuple

from stavka.engine.kinds import units_in
from stavka.engine.offer import HEX, OPTION, UNIT, Pick
from stavka.engine.session import FREE, Session
from stavka.engine.standing import ALL
from stavka.engine.state import State


class Drop(NamedTuple):
    """How to drop a pick: how many picks are taken back, and which of them are made again."""

    number: int
    again: tuple[Pick, ...]


def picks_here(session: Session[Any], seat: int) -> list[Pick]:
    """The picks that a seat has made in the present step and can take back, in the order in which they were made."""
    asked, found = question(session.state), list[Pick]()
    for entry in reversed(session.entries):
        if entry.seat != seat:
            continue  # it decides at the same time
        if question(entry.state) != asked:
            break
        found.append(entry.pick)
    return found[::-1]


def each_here(session: Session[Any], seat: int) -> list[Pick]:
    """The picks of the present step. "All units" that was just picked counts as the units that it chose, if picking
    them one by one leads to the same position. They are tried on a copy; no offer is made for that."""
    here = picks_here(session, seat)
    if not here or here[-1][0] != OPTION or session.game.option_names[here[-1][1]] != ALL:
        return here
    before = next(entry for entry in reversed(session.entries) if entry.seat == seat)
    offer = next(offer for offer in before.offers if offer.seat == seat)
    trial, asked, frame = before.state.clone(), question(session.state), before.state.stack[-1]
    chosen = session.game.steps[frame.step].every_unit(session.game, before.state, frame, offer)
    units: list[Pick] = [(UNIT, unit) for unit in units_in(chosen)]
    for pick in units:
        if question(trial) != asked:
            return here
        session.game.apply(trial, seat, pick)
    return [*here[:-1], *units] if units and trial == session.state else here


def opening(session: Session[Any], seat: int) -> Pick | None:
    """The hex with which a seat began the present step, such as the hex that it attacks. None if it cannot take the hex
    back."""
    here = len(picks_here(session, seat))
    mine = [entry for entry in session.entries if entry.seat == seat]
    if len(mine) <= here:
        return None
    first = mine[-1 - here]
    is_below = len(first.state.stack) < len(session.state.stack)
    return first.pick if is_below and first.pick[0] == HEX else None


def chosen_so_far(session: Session[Any], seat: int) -> list[Pick]:
    """What a seat has chosen in the present step, after the hex with which it began the step."""
    first = opening(session, seat)
    return [*([] if first is None else [first]), *each_here(session, seat)]


def drop_of(session: Session[Any], seat: int, picks: Collection[Pick]) -> Drop | None:
    """How a seat drops some of its picks; None if they are not all picks of the present step. If it drops the hex with
    which the step began, the whole step is taken back."""
    made, here, first = picks_here(session, seat), each_here(session, seat), opening(session, seat)
    if first is not None and list(picks) == [first] and first not in here:
        return Drop(len(made) + 1, ())
    again = here[::-1]
    if not picks or Counter(picks) - Counter(here):
        return None
    for pick in picks:
        again.remove(pick)  # the last of several that are alike
    again.reverse()
    same = next((at for at, (old, new) in enumerate(zip(made, again, strict=False)) if old != new), len(again))
    same = min(same, len(made))
    return Drop(len(made) - same, tuple(again[same:]))


def dropped(session: Session[Any], seat: int, picks: Collection[Pick]) -> Session[Any]:
    """A copy of the session in which some picks have been dropped."""
    drop, other = drop_of(session, seat, picks), session.clone()
    assert drop is not None, "only what was picked here can be dropped"
    for _ in range(drop.number):
        other.undo(seat)
    pick_again(other, seat, drop.again)
    return other


def pick_again(session: Session[Any], seat: int, picks: Collection[Pick]) -> None:
    """Make again those of the given picks that are still offered. Stop where another question is asked, and before a
    pick that could not be taken back: taking something back never commits a player to anything."""
    asked = question(session.state)
    for pick in picks:
        offer = session.offer(seat)
        if offer is None or question(session.state) != asked:
            return
        if pick in offer:
            if session.contract(seat, pick) != FREE:
                return
            session.play(seat, pick)


def question(s: State) -> tuple[int, str]:
    """The number of waiting steps of a position, and the one on top."""
    return len(s.stack), s.stack[-1].step
