"""Chapter 7: which units are active, and the markers that say how often they have been."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.kinds import Side, Unit, members, units_in
from stavka.games.moscow.counters import NO_FORMATION
from stavka.games.moscow.state import CUP, HAND, PASSED, Position, attach

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


def formation_now(g: Moscow, s: Position, unit: Unit) -> int:
    """The Formation that a unit belongs to in this Sequence: its own, or the one that has activated it."""
    own = g.formation[unit]
    return own if own != NO_FORMATION else s.joined[unit] - 1  # [7.47, 15.13b]


def is_active(g: Moscow, s: Position, unit: Unit) -> bool:
    """Whether a unit is of an active Formation, or an Army unit activated with one."""
    formation = formation_now(g, s, unit)
    return formation >= 0 and bool(s.active >> formation & 1)  # [4.23b, 7.2, 7.21A1, 7.21B1]


def units_with(g: Moscow, s: Position, formation: int) -> int:
    """The units of a Formation, and the Army units that it has activated."""
    joined = sum(1 << unit for unit in units_in(s.attached) if s.joined[unit] == formation + 1)
    return g.formation_units[formation] | joined


def active_units(g: Moscow, s: Position) -> int:
    """All combat units that are active."""
    return (s.attached | g.units_of(s.active)) & g.combat


def note_activation(g: Moscow, s: Position, unit: Unit) -> None:
    """Give a unit a First Activation marker, or the Final one."""
    bit = 1 << unit
    twice = g.motorized & bit or not g.combat & bit  # [7.42, 7.43, 15.31, 16.21a]
    if twice and not s.once & bit:
        s.once |= bit  # [7.42a]
    else:
        s.twice |= bit  # [7.42a, 7.43]


def join(g: Moscow, s: Position, unit: Unit, formation: int) -> None:
    """An Army unit becomes part of an active Formation for the rest of the Sequence."""
    attach(s, unit, formation)  # [7.47]
    s.forget()


def markers_left(g: Moscow, s: Position, side: Side) -> int:
    """AMs that a side has still to play this turn."""
    return len([m for m in g.side_markers[side] if s.markers[m] in (CUP, PASSED, HAND)])


def markers_at(g: Moscow, s: Position, side: Side, place: int) -> list[int]:
    markers = s.markers
    return [m for m in g.side_markers[side] if markers[m] == place] if place in markers else []


def reserve_units(g: Moscow, s: Position) -> int:
    """Units whose Formation is in Reserve."""
    return sum(g.formation_units[formation] for formation in members(g.reserve_formations(s)))


def movable_units(g: Moscow, s: Position) -> int:
    """Units on the map that may move in this Movement Phase and have not yet."""
    if not s.active:
        return 0
    side = g.formation_side[s.active.bit_length() - 1]
    units = active_units(g, s) | g.apart & g.side_units[side] & ~s.twice  # [8.0, 15.31, 16.21a]
    return units & s.placed & ~s.burning & ~s.moved  # [8.13]
