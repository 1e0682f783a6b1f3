"""A position of Velikye Luki: columns over units and Kessels, bit sets over units and chits, the frame stack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from stavka.engine.columns import cache, counts, derived, number, pairs
from stavka.engine.kinds import Side, Unit, numbered
from stavka.engine.state import UnitState
from stavka.hexes import Column, Hex

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki

SOVIET, GERMAN = Side(0), Side(1)

# The places of units that are not in a hex.
OFF, ELIMINATED, COMING, DUE, POOL, BOX, UNSEEN = map(Hex, range(-1, -8, -1))
PLACE_NAMES: Final = {
    OFF: "off",
    ELIMINATED: "eliminated",
    COMING: "coming",
    DUE: "due",
    POOL: "pool",
    BOX: "box",
    UNSEEN: "unseen",
}
PLACE_CODES: Final = {name: code for code, name in PLACE_NAMES.items()}

# The parts of a turn: the introductory segment of turn 1, the six player segments, the limited activity segment.
INTRODUCTORY, LIMITED = 0, 7


class Position(UnitState):
    turn: int = number()
    segment: int = number()  # the part of the turn
    ap: int = number()  # AP that the player of the segment still has
    points: int = number()  # VP so far, German ones taken off
    cup: int = number()  # chits in play, of both sides
    city_kessel: int = number()  # the number of the Kessel of Velikye Luki, 0: there is none
    released: int = number()  # 1: the garrison of Velikye Luki has been released
    converted: int = number()  # 1: its strongpoints have been converted
    used: int = number()  # units that have moved or attacked in a segment of their side this turn
    moved: int = number()  # units that have moved in this movement phase
    fought: int = number()  # units that have attacked in this combat phase
    struck: int = number()  # units that have been attacked in this combat phase
    posted: int = number()  # units that have used administrative movement in this segment
    front: int = number()  # units that their owner has laid on top of others of their rank
    c3i: Column[Side, int] = counts()  # C3I points by side
    kessel: Column[Unit, int] = counts()  # the Kessel of each unit, 0: in supply
    track: bytearray = counts()  # the space of each Kessel

    # The codes that appear only in what a seat is shown.
    zoned: int = number()  # hexes whose ZOC comes from units that are not seen
    markers: dict[int, Hex] = pairs()  # Kessels of which no unit is seen, and a hex of each

    # The units in each hex, and the sets for each side that follow from them. Zones outlast most moves: `put` and
    # `lift` drop them only where a hex gains its first unit with a ZOC or loses its last one.
    at: dict[Hex, int] = derived(dict)  # hex -> units
    occupied: Column[Side, int] = derived(list)  # hexes with units, by side
    exert: Column[Side, int] = derived(list)  # hexes with units that exert a ZOC, by side
    zones: Column[Side, int] = derived(list)  # hexes in the side's ZOC, -1 until they are needed

    memo: tuple[tuple[Any, ...], Any] | None = cache(None)  # the latest result worked out for an offer
    goals: tuple[tuple[Any, ...], Any] | None = cache(None)  # the hexes to which the moving unit may go


def derive(g: Luki, s: Position) -> None:
    """Compute the derived columns from the places of the units."""
    s.forget()
    s.at, s.occupied, s.exert, s.zones = {}, [0, 0], [0, 0], [-1, -1]
    for unit, place in numbered(s.place):
        if place >= 0:
            put(g, s, unit, place)
    if s.zoned:
        for side in (SOVIET, GERMAN):
            s.exert[side] |= s.zoned & s.occupied[side]


def put(g: Luki, s: Position, unit: Unit, hex_: Hex) -> None:
    """Place a unit in a hex, without applying rules."""
    side, bit = g.side[unit], 1 << hex_
    s.place[unit] = hex_
    s.at[hex_] = s.at.get(hex_, 0) | 1 << unit
    s.occupied[side] |= bit
    if g.exerts >> unit & 1 and not s.exert[side] & bit:
        s.exert[side] |= bit
        s.zones[side] = -1
    s.forget()


def lift(g: Luki, s: Position, unit: Unit, place: Hex) -> None:
    """Take a unit out of its hex into `place` (a negative code), without applying rules."""
    side, hex_ = g.side[unit], s.place[unit]
    s.place[unit] = place
    here = s.at[hex_] & ~(1 << unit)
    s.forget()
    if here:
        s.at[hex_] = here
        here &= g.side_units[side]  # an infiltrator may be among the enemy
    else:
        del s.at[hex_]
    if not here:
        s.occupied[side] &= ~(1 << hex_)
    if s.exert[side] >> hex_ & 1 and not here & g.exerts:
        s.exert[side] &= ~(1 << hex_)
        s.zones[side] = -1


def move(g: Luki, s: Position, unit: Unit, hex_: Hex) -> None:
    """Take a unit from one hex to another, without applying rules."""
    lift(g, s, unit, OFF)
    put(g, s, unit, hex_)
