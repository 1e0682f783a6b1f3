"""A position of Velikye Luki: columns over units and Kessels, bit sets over units and chits, the frame stack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from stavka.engine.state import Json, UnitState

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki

SOVIET, GERMAN = 0, 1

# Where a unit is when it is not in a hex.
OFF, ELIMINATED, COMING, DUE, POOL, BOX, UNSEEN = range(-1, -8, -1)
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

# Columns that are ints, in the order of the JSON form.
NUMBERS: Final = (
    "turn",
    "segment",
    "ap",
    "points",
    "cup",
    "city_kessel",
    "released",
    "converted",
    "used",
    "moved",
    "fought",
    "struck",
    "posted",
    "front",
    "zoned",
)
# Columns of small counts: C3I points by side, the Kessel of each unit (0: in supply), the space of each Kessel.
COUNTS: Final = ("c3i", "kessel", "track")


class Position(UnitState):
    __slots__ = (
        "ap",
        "at",
        "c3i",
        "city_kessel",
        "converted",
        "cup",
        "exert",
        "fought",
        "front",
        "goals",
        "kessel",
        "markers",
        "memo",
        "moved",
        "occupied",
        "points",
        "posted",
        "released",
        "segment",
        "struck",
        "track",
        "turn",
        "used",
        "zoned",
        "zones",
    )

    numbers = NUMBERS
    counts = COUNTS

    turn: int
    segment: int  # the part of the turn
    ap: int  # AP that the player of the segment still has
    points: int  # VPs so far, German ones taken off
    cup: int  # chits in play, of both sides
    city_kessel: int  # the number of the Kessel of Velikye Luki, 0: there is none
    released: int  # 1: the garrison of Velikye Luki has been released
    converted: int  # 1: its strongpoints have been converted
    used: int  # units that have moved or attacked in a segment of their side this turn
    moved: int  # units that have moved in this movement phase
    fought: int  # units that have attacked in this combat phase
    struck: int  # units that have been attacked in this combat phase
    posted: int  # units that have used administrative movement in this segment
    front: int  # units that their owner has laid on top of others of their rank
    zoned: int  # hexes whose ZOC comes from units that are not seen; nothing but in what a seat is shown
    markers: dict[int, int]  # Kessels of which no unit is seen, and a hex of each; nothing but in what a seat is shown
    c3i: bytearray
    kessel: bytearray
    track: bytearray

    # Derived: who is in each hex, and what follows from it for each side.
    at: dict[int, int]  # hex -> units
    occupied: list[int]  # hexes with units, by side
    exert: list[int]  # hexes with units that exert a ZOC, by side
    zones: list[int]  # hexes in the side's ZOC, -1 until somebody asks
    memo: tuple[tuple[Any, ...], Any] | None  # what has just been worked out for an offer
    goals: tuple[tuple[Any, ...], Any] | None  # where the unit that moves may go

    def clone(self) -> Position:
        c = Position.__new__(Position)
        c.scenario, c.result, c.turn, c.segment = self.scenario, self.result, self.turn, self.segment
        c.ap, c.points, c.cup, c.city_kessel = self.ap, self.points, self.cup, self.city_kessel
        c.released, c.converted, c.used, c.moved = self.released, self.converted, self.used, self.moved
        c.fought, c.struck, c.posted, c.front = self.fought, self.struck, self.posted, self.front
        c.zoned, c.markers = self.zoned, self.markers.copy()
        c.place, c.steps = self.place[:], self.steps[:]
        c.c3i, c.kessel, c.track = self.c3i[:], self.kessel[:], self.track[:]
        c.stack = [copied(frame) for frame in self.stack]
        c.events, c.memo, c.goals = None, None, None
        c.at, c.occupied, c.exert, c.zones = self.at.copy(), self.occupied[:], self.exert[:], self.zones[:]
        return c

    def to_json(self) -> Json:
        data = super().to_json()
        data["markers"] = [[number, hex_] for number, hex_ in sorted(self.markers.items())]
        return data


def copied(frame: list[Any]) -> list[Any]:
    """A frame whose lists are its own."""
    return [value[:] if isinstance(value, list) else value for value in frame]


def from_json(g: Luki, data: Json) -> Position:
    s = Position.__new__(Position)
    s.read_json(data)
    s.markers = dict(data["markers"])
    derive(g, s)
    return s


def derive(g: Luki, s: Position) -> None:
    """Fill in whatever follows from where the units are."""
    s.at, s.memo, s.goals = {}, None, None
    s.occupied, s.exert, s.zones = [0, 0], [0, 0], [-1, -1]
    for unit, place in enumerate(s.place):
        if place >= 0:
            put(g, s, unit, place)
    if s.zoned:
        for side in (SOVIET, GERMAN):
            s.exert[side] |= s.zoned & s.occupied[side]


def put(g: Luki, s: Position, unit: int, hex_: int) -> None:
    """Place a unit in a hex: nothing but the bookkeeping."""
    side, bit = g.side[unit], 1 << hex_
    s.place[unit] = hex_
    s.at[hex_] = s.at.get(hex_, 0) | 1 << unit
    s.occupied[side] |= bit
    if g.exerts >> unit & 1 and not s.exert[side] & bit:
        s.exert[side] |= bit
        s.zones[side] = -1
    s.memo = s.goals = None


def lift(g: Luki, s: Position, unit: int, place: int) -> None:
    """Take a unit out of its hex into `place` (a code below zero): nothing but the bookkeeping."""
    side, hex_ = g.side[unit], s.place[unit]
    s.place[unit] = place
    here = s.at[hex_] & ~(1 << unit)
    s.memo = s.goals = None
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


def move(g: Luki, s: Position, unit: int, hex_: int) -> None:
    """Take a unit from one hex to another: nothing but the bookkeeping."""
    lift(g, s, unit, OFF)
    put(g, s, unit, hex_)
