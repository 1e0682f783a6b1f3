"""Invariants of every position of Roads to Moscow, for any players: places, steps, stacking, control, markers.

`Watch` follows one game and reports every violation. It reads the plain columns only and calls no rule code, so that a
mistake there is found here. It knows the rules that hold at every decision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import TYPE_CHECKING, Final

from stavka.assurance.watch import UnitWatch, derived_faults, names, who_is_where
from stavka.engine.kinds import Side, Unit, members, numbered, units_in
from stavka.games.moscow.rules.c03_basic_concepts.control import settle_control
from stavka.games.moscow.rules.c03_basic_concepts.zones_of_control import zone
from stavka.games.moscow.rules.c08_ground_movement.front import Front, front, kind
from stavka.games.moscow.rules.c11_combat_results.losses import MARKS
from stavka.games.moscow.rules.c13_air_units import SendingAirInSecret
from stavka.games.moscow.state import (
    ELIMINATED,
    FLOWN,
    GERMAN,
    HAND,
    MARKER_PLACES,
    PASSED,
    PLACE_NAMES,
    POOL,
    READY,
    RETREATING,
    SOVIET,
    Position,
)
from stavka.games.moscow.view import deal
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow

LONGEST: Final = 60_000
"""More picks than this are a game without end: random games take a few thousand."""

FLEETING: Final = {"memo", "goals", "zones", "settled", "alarm", "fronts", "sure", "surroundings"}
"""Columns that are worked out on demand, and those that tell whether they still hold."""
DERIVED: Final = sorted({name for name, column in Position.columns.items() if not column.write} - FLEETING)
CALM: Final = frozenset({"draw", "choose", "weather", "reserves", "initiative", "cup", "army", "declare"})
"""Steps at which no phase is under way in which a hex may hold too many."""
CHOOSING: Final = frozenset({"choose", "combine", "combine_roll", "play", "reveal"})
"""Steps at which a side may have two AMs in its Pool."""


class Watch(UnitWatch[Position]):
    """Follows a game from its beginning, and reports faults after every pick (`faults`)."""

    longest = LONGEST
    kept = ("turn", "lines_down")

    def __init__(self, g: Moscow, s: Position) -> None:
        super().__init__()
        self.g = g
        self.eliminated = 0

    def faults(self, s: Position) -> Iterator[str]:
        """Faults that a look at the columns shows, which is cheap."""
        g, last = self.g, self.last
        changed = self.changed(s)
        for unit in changed:
            gone = s.place[unit] == ELIMINATED
            self.eliminated = self.eliminated & ~(1 << unit) | gone << unit
        yield from unit_faults(g, s, changed)
        yield from hex_faults(g, s, {s.place[unit] for unit in changed}, self.at)
        yield from marker_faults(g, s, self.eliminated)
        yield from activation_faults(g, s)
        if last is not None:
            yield from history_faults(g, last, s, changed)
        self.remember(s)

    def deep_faults(self, s: Position) -> Iterator[str]:
        """Faults whose check takes longer: the derived columns against fresh ones, and the contents of every hex."""
        g = self.g
        fresh = g.from_json(s.to_json())
        yield from derived_faults(s, fresh, DERIVED)
        for side in (GERMAN, SOVIET):
            if s.zones[side] not in (-1, zone(g, fresh, side)):
                yield f"the hexes in the ZOC of side {side} (zones) are not those around its units"
        for side in (GERMAN, SOVIET):
            known, now = s.fronts[side], front(g, fresh, side)
            if known is not None and (known.enemies, known.ground) == (now.enemies, now.ground):
                for unit in units_in(g.side_units[side] & s.placed):
                    kind(g, s, known, 1 << unit)
                    kind(g, fresh, now, 1 << unit)
                if front_facts(g, s, side, known, now.kinds) != front_facts(g, fresh, side, now, now.kinds):
                    yield f"what the enemy does to the moves of side {side} (fronts) is not what follows from his units"
        if s.settled == s.german:
            settle_control(g, fresh)
            if fresh.german != s.german:
                yield "control of hexes is said to be settled (settled) and is not"
        yield from hex_faults(g, s, set(s.place), who_is_where(s.place))


def front_facts(g: Moscow, s: Position, side: Side, there: Front, classes: Iterable[int]) -> tuple[object, ...]:
    """All kept facts about a front, and what units of some classes know of it."""
    kinds = [(there.kinds[i].pace.how, there.kinds[i].trouble, there.kinds[i].near) for i in classes]
    return there.contact, there.tolls, there.whole, there.ends_barred(g, s, side), kinds


def unit_faults(g: Moscow, s: Position, changed: list[Unit]) -> Iterator[str]:
    sheet = g.map_hexes[g.scenarios[s.scenario].map]
    for unit in changed:
        place, steps, name = s.place[unit], s.steps[unit], g.unit_ids[unit]
        if place < 0 and place not in PLACE_NAMES:
            yield f"{name} is at {place}, which is no place"
        if place == RETREATING:
            yield f"{name} is nowhere"
        if place >= 0 and not sheet >> place & 1:
            yield f"{name} is on the other map"
        if g.air >> unit & 1:
            if place >= 0:
                yield f"the air unit {name} is on the map"
            continue
        if place in (READY, FLOWN):
            yield f"{name} is no air unit and is with them"
        if place == POOL and not g.fuel_units >> unit & 1:
            yield f"{name} is no Fuel unit and is with them"
        if place >= 0 and g.combat >> unit & 1 and not 1 <= steps <= g.full_steps[unit]:
            yield f"{name} is on the map with {steps} steps of {g.full_steps[unit]}"
        if place == ELIMINATED and steps:
            yield f"{name} is eliminated with {steps} steps"


def hex_faults(g: Moscow, s: Position, hexes: set[Hex], at: Mapping[Hex, int]) -> Iterator[str]:
    calm = not s.stack or s.stack[-1].step in CALM
    for hex_ in hexes:
        if hex_ < 0 or not g.grid.all >> hex_ & 1:
            continue
        here = at[hex_]
        number = g.grid.number(hex_)
        if here & g.side_units[GERMAN] and here & g.side_units[SOVIET]:
            yield f"{names(g, here)} of both sides are in {number}"
        if here and bool(s.german >> hex_ & 1) != bool(here & g.side_units[GERMAN]):
            yield f"{number} is not controlled by the side that is in it"
        points = sum(g.units[unit].stacking or 0 for unit in units_in(here))
        if calm and points > 9:
            yield f"{names(g, here)} are too many in {number}"


def marker_faults(g: Moscow, s: Position, eliminated: int) -> Iterator[str]:
    for flag in MARKS:
        if gone := getattr(s, flag) & eliminated:
            yield f"{names(g, gone)} are {flag} and eliminated"
    apart = (s.disrupted | s.oos | s.emergency) & ~g.combat
    if apart:
        yield f"{names(g, apart)} are Disrupted or without supply, which cannot happen to them"
    if s.oos & s.emergency:
        yield f"{names(g, s.oos & s.emergency)} have both supply markers"
    if s.oos & s.low_fuel:
        yield f"{names(g, s.oos & s.low_fuel)} are out of supply and Low Fuel"
    if s.fired & ~g.guns or s.spent & ~(g.hqs | g.leaders):
        yield "units are Fired or Spent that cannot be"
    if s.holding & ~(s.occupied[GERMAN] | s.occupied[SOVIET]):
        yield "a No Retreat marker lies in a hex without units"
    if s.forts[GERMAN] & s.forts[SOVIET]:
        yield "a hex has Strongpoints of both sides"
    if s.lines_down & ~g.line_hexes:
        yield "a Fortified Line is destroyed where there is none"


def activation_faults(g: Moscow, s: Position) -> Iterator[str]:
    if max(s.markers) >= len(MARKER_PLACES):
        yield "an activation marker is nowhere"
    for side in (GERMAN, SOVIET) if s.markers.count(PASSED) > 1 or s.markers.count(HAND) > 2 else ():
        mine = [place for marker, place in enumerate(s.markers) if g.marker_side[marker] == side]
        choosing = any(frame.step in CHOOSING for frame in s.stack)
        if mine.count(PASSED) > 1 and not choosing:
            yield f"side {side} has more than one marker in its Pool"
        if mine.count(HAND) > 2:
            yield f"side {side} has {mine.count(HAND)} markers in hand"
    if s.active.bit_count() > 2:
        yield "more than two Formations are active"
    if s.active and len({g.formation_side[formation] for formation in members(s.active)}) > 1:
        yield "Formations of both sides are active"
    for unit, formation in numbered(s.joined) if any(s.joined) else ():
        if formation and not s.active >> formation - 1 & 1:
            yield f"{g.unit_ids[unit]} has joined a Formation that is not active"


def history_faults(g: Moscow, a: Position, b: Position, changed: list[Unit]) -> Iterator[str]:
    """Changes that play must not undo: `a` is the position of the last decision, `b` that of this one."""
    if b.turn not in (a.turn, a.turn + 1):
        yield f"turn {b.turn} follows turn {a.turn}"
    if a.lines_down & ~b.lines_down:
        yield "a destroyed Fortified Line is whole again"
    for unit in changed:
        if a.place[unit] == ELIMINATED and b.place[unit] != ELIMINATED:
            yield f"{g.unit_ids[unit]} came back from where nobody comes back"
        if a.place[unit] >= 0 and b.place[unit] >= 0 and b.steps[unit] > a.steps[unit]:
            yield f"{g.unit_ids[unit]} gained a step on the map"


def shuffled(g: Moscow, s: Position, seat: int | None, rng: Random) -> Position:
    """A copy of the position with other activation markers and secret air units where `seat` (None: an onlooker) cannot
    look."""
    c = s.clone()
    deal(g, c, seat, rng)
    for side in {GERMAN, SOVIET} - {seat}:
        for frame in c.stack:
            if isinstance(frame, SendingAirInSecret):
                frame.set_sent(side, rng.choice([0, *(1 << unit for unit in units_in(g.air & g.side_units[side]))]))
                frame.finished ^= rng.getrandbits(1) << side
    return c
