"""A position of Traces of War: columns over units, bit sets over units and hexes, chits, markers, the frame stack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from stavka.engine.state import Json, UnitState

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces

SOVIET, AXIS = 0, 1

# Where a unit is when it is not in a hex.
BOX, ELIMINATED, DUE, REPLACED, WAITING = -1, -2, -3, -4, -5
PLACE_NAMES: Final = {
    BOX: "box",
    ELIMINATED: "eliminated",
    DUE: "due",
    REPLACED: "replaced",
    WAITING: "waiting",
}
PLACE_CODES: Final = {name: code for code, name in PLACE_NAMES.items()}

NO_BRIDGEHEAD, DESTROYED_BRIDGEHEAD = -1, -2

# Columns that are ints, in the order of the JSON form.
NUMBERS: Final = (
    "turn",
    "threshold",
    "swapped",
    "converted",
    "stavka",
    "airborne_selected",
    "draws",
    "bridgehead",
    "activated",
    "moved",
    "fought",
    "attacked",
    "oos",
    "isolated",
    "cities",
    "crossings",
    "orders",
)
# Columns of small counts: chits by kind in the cup, in the Axis hand, played this turn, and put back into the cup by an
# Interrupt; Luftwaffe markers by kind held and used this turn; HQ relocations by side.
COUNTS: Final = ("cup", "hand", "played", "shown", "air", "air_used", "relocations")


class Position(UnitState):
    __slots__ = (
        "activated",
        "air",
        "air_used",
        "airborne_selected",
        "at",
        "attacked",
        "bridgehead",
        "cities",
        "converted",
        "crossings",
        "cup",
        "draws",
        "fought",
        "full",
        "hand",
        "hq_at",
        "isolated",
        "memo",
        "moved",
        "occupied",
        "oos",
        "orders",
        "played",
        "relocations",
        "shown",
        "stavka",
        "swapped",
        "threshold",
        "turn",
        "zones",
    )

    numbers = NUMBERS
    counts = COUNTS

    turn: int
    activated: int  # units
    moved: int  # units that have moved in this activation
    fought: int  # units that have taken part in a combat of this activation
    attacked: int  # hexes attacked in this activation
    oos: int  # units with an Out of Supply marker
    isolated: int  # units with an Isolated marker
    cities: int  # City hexes under Soviet control
    crossings: int  # Crossing Point hexes under Soviet control
    orders: int  # Major City hexes under a Supreme Command Order
    cup: bytearray
    hand: bytearray
    played: bytearray
    shown: bytearray  # chits in the cup that both players have seen
    air: bytearray  # Offensive, Defensive markers in Axis possession
    air_used: bytearray
    relocations: bytearray
    airborne_selected: int
    draws: int  # Soviet reinforcement draws so far
    bridgehead: int
    threshold: int  # Soviet VPs needed, in quarters
    swapped: int  # 1: seat 0 plays the Axis (VP bidding)
    converted: int  # 1: Ukrainian Front HQs
    stavka: int  # 1: the STAVKA chit can be selected this turn

    # Derived: who is in each hex, and what follows from it for each side.
    at: dict[int, int]  # hex -> units
    occupied: list[int]  # hexes by side
    full: list[int]  # hexes with two Combat Units or more, by side
    hq_at: list[int]  # hexes with an HQ, by side
    zones: list[int]  # hexes in the side's ZOC, -1 until somebody asks
    memo: tuple[tuple[int, ...], Any] | None  # what has just been worked out for an offer: reach, targets

    def clone(self) -> Position:
        c = Position.__new__(Position)
        c.scenario, c.turn, c.result = self.scenario, self.turn, self.result
        c.place, c.steps = self.place[:], self.steps[:]
        c.activated, c.moved, c.fought, c.attacked = self.activated, self.moved, self.fought, self.attacked
        c.oos, c.isolated = self.oos, self.isolated
        c.cities, c.crossings, c.orders = self.cities, self.crossings, self.orders
        c.cup, c.hand, c.played, c.shown = self.cup[:], self.hand[:], self.played[:], self.shown[:]
        c.air, c.air_used, c.relocations = self.air[:], self.air_used[:], self.relocations[:]
        c.airborne_selected, c.draws, c.bridgehead = self.airborne_selected, self.draws, self.bridgehead
        c.threshold, c.swapped = self.threshold, self.swapped
        c.converted, c.stavka = self.converted, self.stavka
        c.stack = [frame[:] for frame in self.stack]
        c.events, c.memo = None, None
        c.at = self.at.copy()
        c.occupied, c.full, c.hq_at = self.occupied[:], self.full[:], self.hq_at[:]
        c.zones = self.zones[:]
        return c


def from_json(g: Traces, data: Json) -> Position:
    s = Position.__new__(Position)
    s.read_json(data)
    derive(g, s)
    return s


def derive(g: Traces, s: Position) -> None:
    """Fill in whatever follows from where the units are."""
    s.at, s.memo = {}, None
    s.occupied, s.full, s.hq_at = [0, 0], [0, 0], [0, 0]
    s.zones = [-1, -1]
    places = list(s.place)
    for unit in range(len(places)):
        s.place[unit] = BOX
    for unit, place in enumerate(places):
        if place >= 0:
            put(g, s, unit, place)
        else:
            s.place[unit] = place


def put(g: Traces, s: Position, unit: int, hex_: int) -> None:
    """Place a unit that is off the map in a hex: nothing but the bookkeeping."""
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
    s.memo = None


def lift(g: Traces, s: Position, unit: int, place: int) -> None:
    """Take a unit off the map into `place` (a code below zero): nothing but the bookkeeping."""
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
    s.memo = None
