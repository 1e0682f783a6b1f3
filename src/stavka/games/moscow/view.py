"""The parts of a position that each seat may know, and positions that fit what a seat knows.

Everything is open except the activation markers: what is in a cup, in a Pool, in hand or left out is its owner's secret
until it is played (7.14b, 7.21, 7.21C). Of these the other side knows only how many there are in each place."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from stavka.games.moscow.counters import CHOICE, NO_FORMATION
from stavka.games.moscow.rules.c07_operations.activation import markers_at
from stavka.games.moscow.rules.c07_operations.markers import (
    Combining,
    CombiningRoll,
    PlayingMarkers,
    Revealing,
    can_combine,
)
from stavka.games.moscow.rules.c13_air_units import SendingAirInSecret
from stavka.games.moscow.state import ASIDE, CUP, GERMAN, HAND, PASSED, SOVIET, Position

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow

SECRET: Final = (ASIDE, CUP, PASSED, HAND)
"""The places of AMs into which only their owner can look, except the cup, which is closed to both."""


def hidden(g: Moscow, s: Position, seat: int | None) -> list[list[int]]:
    """Groups of AMs whose places a seat knows only as numbers."""
    shown = revealed(g, s)
    return [
        [
            marker
            for marker, place in enumerate(s.markers)
            if g.marker_side[marker] == side and place in SECRET and marker not in shown
        ]
        for side in (0, 1)
        if side != seat
    ]


def revealed(g: Moscow, s: Position) -> set[int]:
    """AMs in hand that everybody knows: those with which a player tries to combine, the special one, and the first one
    of the game if the scenario names it."""
    shown: set[int] = set()
    if g.scenarios[s.scenario].first_marker != CHOICE and g.is_opening(s, s.first):
        shown.update(markers_at(g, s, s.first, HAND))
    for frame in s.stack:
        if isinstance(frame, (Combining, CombiningRoll)):
            shown.add(frame.shown)
        elif isinstance(frame, PlayingMarkers):
            shown.update(frame.shown)
        elif isinstance(frame, Revealing):
            shown.update(marker for marker, place in enumerate(s.markers) if place == HAND)
    return shown


def redacted(g: Moscow, s: Position, seat: int | None) -> Position:
    """A copy that holds what a seat may know: secret AMs lie in order of their numbers."""
    seen = s.clone()  # [3.34]
    for group in hidden(g, s, seat):
        for marker, place in zip(group, sorted(s.markers[marker] for marker in group), strict=True):
            seen.markers[marker] = place  # [7.14b, 7.21, 7.21C]
    hide_air(seen, seat)
    return seen


def hide_air(seen: Position, seat: int | None) -> None:
    """Hide air units assigned in secret from everybody but their owner."""
    for side in (GERMAN, SOVIET):
        if side == seat:
            continue
        for frame in seen.stack:
            if isinstance(frame, SendingAirInSecret):
                frame.set_sent(side, 0)  # [10.41e]
                frame.finished &= ~(1 << side)  # the seat is not told who has finished either


def deal(g: Moscow, s: Position, seat: int | None, rng: Random) -> None:
    """Deal other AMs where a seat cannot look. Secret air units are treated as if there were none."""
    groups = hidden(g, s, seat)
    while True:
        for group in groups:
            places = [s.markers[marker] for marker in group]
            rng.shuffle(places)
            for marker, place in zip(group, places, strict=True):
                s.markers[marker] = place
        if could_be(g, s):
            return


def could_be(g: Moscow, s: Position) -> bool:
    """Whether the AMs lie as they can: the first one of the game was chosen and is not the special one, and one with
    which another is being combined is of another Formation."""
    opening = markers_at(g, s, s.first, HAND) if g.is_opening(s, s.first) else []
    if any(g.marker_of[marker] == NO_FORMATION for marker in opening):
        return False
    tried = [frame for frame in s.stack if isinstance(frame, (Combining, CombiningRoll))]
    return all(can_combine(g, frame.shown, *markers_at(g, s, frame.side, PASSED)) for frame in tried)
