"""Choosing several things one after the other, such as the units of an attack. What was chosen can be dropped again.

To drop a pick, a seat takes back every pick since then and makes the others again. So a record holds only what was
chosen in the end, and no rule knows of the drop.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from stavka.engine.offer import Pick
from stavka.engine.session import Session


class Drop(NamedTuple):
    """How to drop a pick: how many picks are taken back, and which of them are made again."""

    number: int
    again: tuple[Pick, ...]


def picks_here(session: Session[Any], seat: int) -> list[Pick]:
    """The picks that a seat has made in the present step and can take back, in the order in which they were made."""
    top, found = session.state.stack[-1], list[Pick]()
    for entry in reversed(session.entries):
        if entry.seat != seat:
            continue  # it decides at the same time
        frame = entry.state.stack[-1]
        if (len(entry.state.stack), frame.step) != (len(session.state.stack), top.step):
            break
        found.append(entry.pick)
    return found[::-1]


def drop_of(session: Session[Any], seat: int, picks: Collection[Pick]) -> Drop | None:
    """How a seat drops some of its picks; None if they are not all picks of the present step."""
    here = picks_here(session, seat)
    if not picks or not set(picks) <= set(here):
        return None
    first = min(here.index(pick) for pick in picks)
    return Drop(len(here) - first, tuple(pick for pick in here[first:] if pick not in picks))


def dropped(session: Session[Any], seat: int, picks: Collection[Pick]) -> Session[Any]:
    """A copy of the session in which some picks have been dropped."""
    drop, other = drop_of(session, seat, picks), session.clone()
    assert drop is not None, "only what was picked here can be dropped"
    for _ in range(drop.number):
        other.undo(seat)
    pick_again(other, seat, drop.again)
    return other


def pick_again(session: Session[Any], seat: int, picks: Collection[Pick]) -> None:
    """Make again those of the given picks that are still offered."""
    for pick in picks:
        offer = session.offer(seat)
        if offer is not None and pick in offer:
            session.play(seat, pick)
