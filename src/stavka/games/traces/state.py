"""A position of Traces of War: columns over units, bit sets over units and hexes, chits, markers, the frame stack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from stavka.engine.columns import cache, counts, derived, number
from stavka.engine.kinds import Side, Unit, indices, numbered
from stavka.engine.state import UnitState
from stavka.hexes import Column, Hex, Table

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces

SOVIET, AXIS = Side(0), Side(1)

# The places of units that are not in a hex.
BOX, ELIMINATED, DUE, REPLACED, WAITING = map(Hex, range(-1, -6, -1))
PLACE_NAMES: Final = {
    BOX: "box",
    ELIMINATED: "eliminated",
    DUE: "due",
    REPLACED: "replaced",
    WAITING: "waiting",
}
PLACE_CODES: Final = {name: code for code, name in PLACE_NAMES.items()}

NO_BRIDGEHEAD, DESTROYED_BRIDGEHEAD = Hex(-1), Hex(-2)


class Position(UnitState):
    turn: int = number()
    threshold: int = number()  # Soviet VP needed, in quarters
    swapped: int = number()  # 1: seat 0 plays the Axis (VP bidding)
    converted: int = number()  # 1: Ukrainian Front HQs
    stavka: int = number()  # 1: the STAVKA chit can be selected this turn
    airborne_selected: int = number()
    draws: int = number()  # Soviet reinforcement draws so far
    bridgehead: Hex = number()  # its hex, or a code below zero
    activated: int = number()  # units
    moved: int = number()  # units that have moved in this activation
    fought: int = number()  # units that have taken part in a combat of this activation
    attacked: int = number()  # hexes attacked in this activation
    oos: int = number()  # units with an Out of Supply marker
    isolated: int = number()  # units with an Isolated marker
    cities: int = number()  # City hexes under Soviet control
    crossings: int = number()  # Crossing Point hexes under Soviet control
    orders: int = number()  # Major City hexes under a Supreme Command Order

    # Chits by kind.
    cup: bytearray = counts()
    hand: bytearray = counts()  # the Axis player's hand
    played: bytearray = counts()  # played this turn
    shown: bytearray = counts()  # in the cup, put back by an Interrupt: both players have seen them

    air: bytearray = counts()  # Offensive, Defensive markers in Axis possession
    air_used: bytearray = counts()  # used this turn
    relocations: Column[Side, int] = counts()  # relocations of HQs, by side

    # The units in each hex, and the sets for each side that follow from them.
    at: dict[Hex, int] = derived(dict)  # hex -> units
    occupied: Column[Side, int] = derived(list)  # hexes by side
    full: Column[Side, int] = derived(list)  # hexes with two Combat Units or more, by side
    hq_at: Column[Side, int] = derived(list)  # hexes with an HQ, by side
    zones: Column[Side, int] = derived(list)  # hexes in the side's ZOC, -1 until they are needed

    memo: tuple[tuple[int, ...], Any] | None = cache(None)  # the latest result worked out for an offer: reach, targets


def derive(g: Traces, s: Position) -> None:
    """Compute the derived columns from the places of the units."""
    s.at = {}
    s.forget()
    s.occupied, s.full, s.hq_at = [0, 0], [0, 0], [0, 0]
    s.zones = [-1, -1]
    places: Table[Unit, Hex] = list(s.place)
    for unit in indices(places):
        s.place[unit] = BOX
    for unit, place in numbered(places):
        if place >= 0:
            put(g, s, unit, place)
        else:
            s.place[unit] = place


def put(g: Traces, s: Position, unit: Unit, hex_: Hex) -> None:
    """Place a unit that is off the map in a hex, without applying rules."""
    side = g.side[unit]
    s.place[unit] = hex_
    here = s.at.get(hex_, 0) | 1 << unit
    s.at[hex_] = here
    bit = 1 << hex_
    if not s.occupied[side] & bit:
        s.occupied[side] |= bit
        s.zones[side] = -1
    if g.hq_units >> unit & 1:
        s.hq_at[side] |= bit
    elif (here & g.combat_units).bit_count() >= g.stacking:
        s.full[side] |= bit
    s.forget()


def lift(g: Traces, s: Position, unit: Unit, place: Hex) -> None:
    """Take a unit off the map into `place` (a negative code), without applying rules."""
    side = g.side[unit]
    hex_ = s.place[unit]
    s.place[unit] = place
    here = s.at[hex_] & ~(1 << unit)
    bit = 1 << hex_
    if here:
        s.at[hex_] = here
    else:
        del s.at[hex_]
        s.occupied[side] ^= bit
        s.zones[side] = -1
    if g.hq_units >> unit & 1:
        if not here & g.hq_units:
            s.hq_at[side] &= ~bit
    elif (here & g.combat_units).bit_count() < g.stacking:
        s.full[side] &= ~bit
    s.forget()
