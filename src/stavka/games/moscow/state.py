"""A position of Roads to Moscow: columns over units and activation markers, bit sets over units and hexes, frames."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from stavka.engine.columns import cache, counts, derived, keyed, number, row, rows
from stavka.engine.kinds import Side, Unit, hexes_in, numbered
from stavka.engine.state import UnitState, places
from stavka.hexes import Column, Hex

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow

GERMAN, SOVIET = Side(0), Side(1)
DRY, CLOUDY, RAIN = range(3)
NO_SEQUENCE, MOBILE, ASSAULT = range(3)

# The places of units that are not in a hex.
OFF, ELIMINATED, COMING, DUE, READY, FLOWN, POOL, RETREATING = map(Hex, range(-1, -9, -1))
PLACE_NAMES: Final = {
    OFF: "off",
    ELIMINATED: "eliminated",
    COMING: "coming",
    DUE: "due",
    READY: "ready",
    FLOWN: "flown",
    POOL: "pool",
    RETREATING: "retreating",
}
PLACE_CODES: Final = {name: code for code, name in PLACE_NAMES.items()}

# The places of activation markers. ASIDE: it is available, and in no cup; HAND: drawn, and not yet played or passed.
NOT_YET, ASIDE, CUP, PASSED, HAND, PLAYED, RESERVE, GONE = range(8)
MARKER_PLACES: Final = ("not yet", "aside", "cup", "pool", "hand", "played", "reserve", "gone")


class Position(UnitState):
    turn: int = number()  # 1 is the scenario's first
    options: int = number()  # optional rules in use
    weather: int = number()
    first: Side = number()  # the First Player
    sequence: int = number()  # the Operations Sequence under way: MOBILE, ASSAULT or none
    active: int = number()  # the active Formations
    points: int = number()  # the attacker's VP for what has happened; those for hexes come at the end
    markers: bytearray = counts()  # the place of each activation marker
    returns: bytearray = counts()  # the turn in which a marker in Reserve comes back
    joined: Column[Unit, int] = counts()  # for each Army unit, the Formation (+ 1) with which it is active
    burns: Column[Unit, int] = counts()  # for each unit the Formation (+ 1) for which it, a Fuel unit, is being spent
    initiative: Column[Side, int] = counts()  # the DRM of either side on its next initiative roll
    calls: bytearray = counts()  # for each Optional Group the turn in which it was called
    forts: Column[Side, int] = row()  # hexes with completed Strongpoints, by owner
    attacks: list[list[Any]] = rows()  # Declared Attacks: [Defender hex, units, 1 if on the Mobile CRT]
    disrupted: int = number()  # units
    emergency: int = number()  # units in Emergency Supply
    oos: int = number()  # units out of supply
    low_fuel: int = number()  # units
    fed: int = number()  # units that have been given fuel in their last activation
    fired: int = number()  # artillery on its Fired side
    spent: int = number()  # HQs and Leaders on their Spent side
    once: int = number()  # units with a First Activation marker
    twice: int = number()  # units with a Final Activation marker
    moved: int = number()  # units that have moved in this Movement Phase
    building: int = number()  # units with an Under Construction marker
    fought: int = number()  # units that have attacked in this Combat Phase, and those whose attack was refused
    silent: int = number()  # artillery that may support only its own hex in this Combat Phase
    arrived: int = number()  # units that have retreated into a Defender hex whose combat is still to come
    german: int = number()  # hexes that the German side controls; all others are Soviet
    lines_down: int = number()  # hexes whose Fortified Line is destroyed
    holding: int = number()  # hexes with a No Retreat marker
    stubborn: int = number()  # hexes that have failed to refuse combat in this Operations Sequence

    # Derived: who is in each hex, and what follows from it for each side.
    at: dict[Hex, int] = derived(dict)  # hex -> ground units
    occupied: Column[Side, int] = derived(list)  # hexes with combat units, by side
    apart: Column[Side, int] = derived(list)  # hexes with Leaders or Fuel units, by side
    exert: Column[Side, int] = derived(list)  # hexes whose units exert a ZOC into adjacent hexes, by side
    wet: Column[Side, int] = derived(list)  # those whose ZOC crosses rivers without a bridge
    crowded: int = derived()  # hexes with more stacking points than are allowed
    placed: int = derived()  # units in a hex
    due: int = derived()  # units that are due to enter
    awaited: int = derived()  # they, and those that are still to come
    attached: int = derived()  # Army units that are active with a Formation
    burning: int = derived()  # Fuel units that are being spent
    zones: Column[Side, int] = derived(list)  # hexes in the side's ZOC, -1 until they are needed
    settled: int = derived()  # the settled hexes of the German side, -1 as soon as a unit is put or lifted

    # Caches: `forget` drops the first two.
    memo: tuple[tuple[Any, ...], Any] | None = cache(None)  # the latest result worked out for an offer
    goals: tuple[tuple[Any, ...], Any] | None = cache(None)  # the hexes to which the moving units may go
    alarm: tuple[tuple[int, ...], int] | None = keyed(None)  # the hexes in which passing units may change something
    fronts: list[Any] = keyed([None, None])  # the effect of the enemy on the moves of a side, None until it is needed
    sure: int = keyed(0)  # units that can surely move or enter in this Movement Phase
    surroundings: Any = keyed(None)  # the front for which `sure` was found; `sure` holds as long as it is the same


def blank(g: Moscow, scenario: str) -> Position:
    """A position in which nothing is anywhere."""
    s: Position = Position.blank(scenario)
    units = len(g.units)
    s.place, s.steps = places([OFF] * units), bytearray(units)
    s.markers, s.returns = bytearray([GONE] * len(g.marker_of)), bytearray(len(g.marker_of))
    s.joined, s.burns = bytearray(units), bytearray(units)
    s.initiative, s.calls = bytearray(2), bytearray(len(g.scenarios[scenario].group))
    s.forts = [0, 0]
    derive(g, s)
    return s


def derive(g: Moscow, s: Position) -> None:
    """Compute the derived columns from the places of the units."""
    s.forget()
    s.at, s.alarm, s.settled = {}, None, -1
    s.fronts, s.sure, s.surroundings = [None, None], 0, None
    s.occupied, s.apart, s.exert, s.wet = [0, 0], [0, 0], [0, 0], [0, 0]
    s.zones, s.crowded = [-1, -1], 0
    s.placed = s.due = s.awaited = 0
    for unit, place in numbered(s.place):
        if place >= 0:
            put(g, s, unit, place)
        else:
            shelve(s, unit, place)
    s.attached = sum(1 << unit for unit, formation in numbered(s.joined) if formation)
    s.burning = sum(1 << unit for unit, formation in numbered(s.burns) if formation)


def shelve(s: Position, unit: Unit, place: Hex) -> None:
    """Note that a unit is in no hex but in `place` (a code below zero)."""
    bit = 1 << unit
    s.place[unit] = place
    s.placed &= ~bit
    s.sure &= ~bit
    s.due = s.due | bit if place == DUE else s.due & ~bit
    s.awaited = s.awaited | bit if place in (DUE, COMING) else s.awaited & ~bit


def attach(s: Position, unit: Unit, formation: int) -> None:
    """Note that an Army unit is active with a Formation, -1: with none."""
    bit = 1 << unit
    s.joined[unit] = formation + 1
    s.attached = s.attached | bit if formation >= 0 else s.attached & ~bit


def spend(s: Position, fuel: Unit, formation: int) -> None:
    """Note that a Fuel unit is being spent for a Formation, -1: for none."""
    bit = 1 << fuel
    s.burns[fuel] = formation + 1
    s.burning = s.burning | bit if formation >= 0 else s.burning & ~bit


def put(g: Moscow, s: Position, unit: Unit, hex_: Hex) -> None:
    """Place a ground unit in a hex, without applying rules."""
    bit = 1 << unit
    s.place[unit] = hex_
    s.placed |= bit
    s.due &= ~bit
    s.awaited &= ~bit
    s.sure &= ~bit
    s.at[hex_] = s.at.get(hex_, 0) | bit
    _refresh(g, s, g.side[unit], hex_)


def lift(g: Moscow, s: Position, unit: Unit, place: Hex) -> None:
    """Take a ground unit out of its hex into `place` (a negative code), without applying rules."""
    hex_ = s.place[unit]
    shelve(s, unit, place)
    here = s.at[hex_] & ~(1 << unit)
    if here:
        s.at[hex_] = here
    else:
        del s.at[hex_]
    _refresh(g, s, g.side[unit], hex_)


def shift(g: Moscow, s: Position, unit: Unit, hex_: Hex) -> None:
    """Take a ground unit from one hex to another, without applying rules."""
    bit, left, side, at = 1 << unit, s.place[unit], g.side[unit], s.at
    s.place[unit] = hex_
    s.sure &= ~bit
    here = at[left] & ~bit
    if not here and hex_ not in at:  # it was alone and is alone again, as in most cases
        del at[left]
        at[hex_] = bit
        _take_along(g, s, side, bit, 1 << left | 1 << hex_)
        return
    if here:
        at[left] = here
    else:
        del at[left]
    at[hex_] = at.get(hex_, 0) | bit
    _refresh(g, s, side, left)
    _refresh(g, s, side, hex_)


def _take_along(g: Moscow, s: Position, side: Side, unit: int, both: int) -> None:
    """Refresh both hexes of a move of a unit (as a set) that was alone in one of them and now is in the other."""
    if g.combat & unit:
        s.occupied[side] ^= both
        if g.full_zoc & unit:
            s.exert[side] ^= both
            if not g.river_barred & unit:
                s.wet[side] ^= both
    else:
        s.apart[side] ^= both
    s.zones[side] = s.settled = -1
    s.forget()


def _refresh(g: Moscow, s: Position, side: Side, hex_: Hex) -> None:
    """Refresh the sets that follow from the units of a side in a hex."""
    everybody, bit = s.at.get(hex_, 0), 1 << hex_
    here, keep = everybody & g.side_units[side], ~bit
    combat = here & g.combat  # [3.22]
    s.occupied[side] = s.occupied[side] | bit if combat else s.occupied[side] & keep
    if here != combat:
        s.apart[side] |= bit
    elif s.apart[side]:
        s.apart[side] &= keep
    full = combat & g.full_zoc  # [3.23, 3.23a]
    s.exert[side] = s.exert[side] | bit if full else s.exert[side] & keep
    s.wet[side] = s.wet[side] | bit if full and combat & ~g.river_barred else s.wet[side] & keep  # [3.26, 3.26a]
    several = everybody & (everybody - 1)  # no unit alone is overstacked
    if several and stack_points(g, everybody & g.combat) > g.stacking:  # [3.32]
        s.crowded |= bit
    elif s.crowded:
        s.crowded &= keep
    s.zones[side] = s.settled = -1
    s.forget()


def overfull(g: Moscow, s: Position, units: int) -> int:
    """Hexes with friends in which units would make more stacking points than are allowed."""
    found, weight = 0, stack_points(g, units & g.combat)
    for hex_ in hexes_in(s.occupied[g.side_of_units(units)]):
        here = s.at[hex_] & g.combat & ~units
        if weight and stack_points(g, here) + weight > g.stacking:
            found |= 1 << hex_
    return found


def stack_points(g: Moscow, units: int) -> int:
    """The stacking weight of units."""
    points = 0
    for weight, those in g.weights:
        points += weight * (units & those).bit_count()  # [3.31, 3.31a, 2.2.2r]
    return points
