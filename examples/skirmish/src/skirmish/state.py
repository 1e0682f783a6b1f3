"""A position: where the units are, what they have done, who holds what, and what each side has planned in secret."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stavka.engine.columns import counts, derived, number
from stavka.engine.kinds import Side, Unit, numbered
from stavka.engine.state import Json, UnitState, places
from stavka.hexes import Column, Hex

if TYPE_CHECKING:
    from skirmish.game import Skirmish

LEAGUE, CROWN = Side(0), Side(1)
SIDES: Final = (LEAGUE, CROWN)
NORTH, SOUTH = 1, 2
"""The places where a column comes; 0: nobody has chosen, or the seat does not know."""

# The places of units that are not in a hex.
OFF, ELIMINATED, COMING = map(Hex, range(-1, -4, -1))
PLACE_NAMES: Final = {OFF: "off", ELIMINATED: "eliminated", COMING: "coming"}
PLACE_CODES: Final = {name: code for code, name in PLACE_NAMES.items()}


class Position(UnitState):
    turn: int = number()
    phasing: Side = number()  # the side whose player turn it is
    moved: int = number()  # units that have moved in this phase
    fought: int = number()  # units that have attacked in this phase
    struck: int = number()  # hexes that have been attacked in this phase
    unsupplied: int = number()  # units without supply since the last check of their side
    held: int = number()  # objectives that the League holds
    plans: bytearray = counts()  # the entry of each side's column
    announced: int = number()  # bits of the sides whose plan is no longer secret
    at: dict[Hex, int] = derived(dict)  # hex -> units
    occupied: Column[Side, int] = derived(list)  # hexes with units, by side


def blank(g: Skirmish, scenario: str) -> Position:
    """No unit on the map, every unit with all its steps."""
    s: Position = Position.blank(scenario)
    s.place = places([OFF] * len(g.unit_ids))
    s.steps, s.plans, s.phasing = bytearray(g.full_steps), bytearray(2), CROWN
    derive(g, s)
    return s


def from_json(g: Skirmish, data: Json) -> Position:
    s: Position = Position.read(data, g.steps)
    derive(g, s)
    return s


def derive(g: Skirmish, s: Position) -> None:
    """Fill in what follows from where the units are."""
    s.at, s.occupied = {}, [0, 0]
    for unit, place in numbered(s.place):
        if place >= 0:
            put(g, s, unit, place)


def put(g: Skirmish, s: Position, unit: Unit, hex_: Hex) -> None:
    """Place a unit in a hex: nothing but the bookkeeping."""
    s.place[unit] = hex_
    s.at[hex_] = s.at.get(hex_, 0) | 1 << unit
    s.occupied[g.side[unit]] |= 1 << hex_


def lift(g: Skirmish, s: Position, unit: Unit, place: Hex) -> None:
    """Take a unit out of its hex into `place` (a code below zero): nothing but the bookkeeping."""
    hex_ = s.place[unit]
    s.place[unit] = place
    s.at[hex_] &= ~(1 << unit)
    if not s.at[hex_]:
        del s.at[hex_]
        s.occupied[g.side[unit]] &= ~(1 << hex_)
