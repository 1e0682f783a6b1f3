"""Invariants of every position of Velikye Luki, for any players: steps, stacks, Kessels, chits, points.

`Watch` follows one game and reports every violation. It reads the plain columns only and calls no rule code, so that a
mistake there is found here. It knows the rules that hold at every decision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import TYPE_CHECKING, Final

from stavka.assurance.watch import UnitWatch, derived_faults, names, who_is_where
from stavka.engine.frames import Frame
from stavka.engine.kinds import Side, Unit, members, numbered, units_in
from stavka.games.luki.rules.c02_components.losses import Losing
from stavka.games.luki.rules.c06_supply.kessel import CheckingAttrition
from stavka.games.luki.rules.c08_stacking import Arranging, RemovingExcess
from stavka.games.luki.rules.c10_movement.administrative import EnteringBox
from stavka.games.luki.rules.c10_movement.movement_phase import MovementPhase
from stavka.games.luki.rules.c10_movement.moves import Moving
from stavka.games.luki.rules.c11_combat.chits import ChoosingChits
from stavka.games.luki.rules.c11_combat.combat_phase import Attacking
from stavka.games.luki.rules.c11_combat.fight import Fight
from stavka.games.luki.rules.c11_combat.retreat import Retreating
from stavka.games.luki.rules.c13_miscellaneous.infiltration import (
    Guiding,
    Infiltrating,
    RollingGuide,
    RollingInfiltration,
)
from stavka.games.luki.rules.c13_miscellaneous.random_events import BeforeEvent
from stavka.games.luki.rules.c13_miscellaneous.ski_refusal import Refusing
from stavka.games.luki.state import (
    COMING,
    DUE,
    ELIMINATED,
    GERMAN,
    OFF,
    PLACE_NAMES,
    POOL,
    SOVIET,
    UNSEEN,
    Position,
)
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki

LONGEST: Final = 40_000
"""More picks than this are a game without end: random games take about three thousand."""

DERIVED: Final = sorted(
    name for name, column in Position.columns.items() if not column.write and not column.is_cache and name != "zones"
)
EXCUSED: Final = (
    MovementPhase,
    Moving,
    Infiltrating,
    RollingInfiltration,
    Guiding,
    RollingGuide,
    RemovingExcess,
    Arranging,
)
"""Frames in which units may be too many in a hex: they are on their way, or about to pay for it."""
SINGLE_HEXES: Final = (Infiltrating, RollingInfiltration)
"""Frames in which Brd-803 may be among the enemy."""


class Watch(UnitWatch[Position]):
    """Follows a game from its beginning, and reports faults after every pick (`faults`)."""

    longest = LONGEST
    kept = ("turn", "segment", "used", "released", "converted", "cup")

    def __init__(self, g: Luki, s: Position) -> None:
        super().__init__()
        self.g = g

    def faults(self, s: Position) -> Iterator[str]:
        """Faults that a look at the columns shows, which is cheap."""
        g, last = self.g, self.last
        changed = self.changed(s)
        yield from unit_faults(g, s, changed)
        yield from hex_faults(g, s, {s.place[unit] for unit in changed}, self.at)
        yield from marker_faults(g, s)
        if last is None or (s.cup, s.turn) != (last.cup, last.turn):
            yield from cup_faults(g, s)
        yield from fight_faults(g, s)
        if last is not None:
            yield from history_faults(g, last, s)
            yield from unit_history_faults(g, last, s, changed)
        self.remember(s)

    def deep_faults(self, s: Position) -> Iterator[str]:
        """Faults whose check takes longer: the derived columns against fresh ones, and the contents of every hex."""
        g = self.g
        fresh = g.from_json(s.to_json())
        yield from derived_faults(s, fresh, DERIVED)
        for side in (SOVIET, GERMAN):
            if s.zones[side] not in (-1, plain_zones(g, s, side)):
                yield f"the hexes in the ZOC of side {side} (zones) are not those next to its units"
        yield from hex_faults(g, s, set(s.place), who_is_where(s.place))


def plain_zones(g: Luki, s: Position, side: Side) -> int:
    """The ZOC of a side, found unit by unit."""
    hexes = 0
    for unit in units_in(g.side_units[side]):
        if s.place[unit] >= 0 and g.units[unit].zoc:
            for near in g.grid.neighbours[s.place[unit]]:
                if near >= 0 and g.hexmap.terrain[g.grid.number(near)] != "city":
                    hexes |= 1 << near
    return hexes


# -- units ----------------------------------------------------------------------------------------------------------


def unit_faults(g: Luki, s: Position, changed: list[Unit]) -> Iterator[str]:
    for unit in changed:
        place, steps, name = s.place[unit], s.steps[unit], g.unit_ids[unit]
        counter = g.units[unit]
        if place < 0 and place not in PLACE_NAMES:
            yield f"{name} is at {place}, which is no place"
        if place == UNSEEN:
            yield f"{name} is unseen, which nobody is in a real position"
        if place >= 0 and not 1 <= steps <= counter.steps:
            yield f"{name} is on the map with {steps} steps of {counter.steps}"
        if place == ELIMINATED and steps:
            yield f"{name} is eliminated with {steps} steps"
        if place in (COMING, DUE, POOL) and steps != counter.steps:
            yield f"{name} is still to come with {steps} steps of {counter.steps}"
        if place == POOL and counter.enters != "R":
            yield f"{name} is in the cup and not variable"
        if place == OFF and counter.enters != "B":
            yield f"{name} is nowhere"
        if counter.type == "strongpoint" and place >= 0 and g.grid.number(place) != counter.hex:
            yield f"the strongpoint {name} has moved"
        if place < 0 and s.kessel[unit]:
            yield f"{name} is off the map and in a Kessel"


def hex_faults(g: Luki, s: Position, hexes: set[Hex], at: Mapping[Hex, int]) -> Iterator[str]:
    excused = any(isinstance(frame, EXCUSED) for frame in s.stack)
    infiltrating = any(isinstance(frame, SINGLE_HEXES) for frame in s.stack)
    for hex_ in hexes:
        if hex_ < 0:
            continue
        if not g.grid.all >> hex_ & 1:
            yield f"a unit stands at {hex_}, outside the map"
            continue
        here = at[hex_]
        number = g.grid.number(hex_)
        if here & g.side_units[GERMAN] and here & g.side_units[SOVIET] and not infiltrating:
            yield f"{names(g, here)} of both sides are in {number}"
        if not excused and not retreating(s):
            yield from stack_faults(g, here, number)


def retreating(s: Position) -> bool:
    return any(isinstance(frame, (Retreating, Refusing, Losing)) for frame in s.stack)


def stack_faults(g: Luki, here: int, number: str) -> Iterator[str]:
    counters = [g.units[unit] for unit in units_in(here)]
    kinds = [counter.formation for counter in counters]
    if not counters:
        return
    if counters[0].side == "soviet":
        whole = any(kind and kinds.count(kind) == 3 for kind in kinds)
        if len(counters) > (4 if whole else 3):
            yield f"{names(g, here)} are too many in {number}"
    elif len(counters) > 6 and (len(set(kinds)) > 1 or not kinds[0]):
        yield f"{names(g, here)} are too many in {number}"


def marker_faults(g: Luki, s: Position) -> Iterator[str]:
    if s.markers:
        yield "a real position has markers of Kessels that are not seen"
    if s.zoned:
        yield "a real position has zones of units that are not seen"
    for unit, number in numbered(s.kessel) if any(s.kessel) else ():
        if number and not 1 <= s.track[number] <= 6:
            yield f"{g.unit_ids[unit]} is in a Kessel in space {s.track[number]}"
    if s.ap < 0 or (s.ap and s.segment in (0, 7)):
        yield f"there are {s.ap} AP in part {s.segment} of the turn"
    if s.converted and not s.released:
        yield "strongpoints were converted before the garrison was released"
    if s.posted and s.turn == 1:
        yield "somebody used administrative movement in turn 1"
    if s.turn == 1 and any(s.kessel):
        yield "there is a Kessel in turn 1"


def cup_faults(g: Luki, s: Position) -> Iterator[str]:
    for chit in members(s.cup):
        enters, leaves = g.chits[chit].enters, g.chits[chit].leaves
        if (enters or 0) > s.turn or (leaves is not None and leaves < s.turn):
            yield f"the chit {g.chits[chit].id} is in the cup in turn {s.turn}"


def fight_faults(g: Luki, s: Position) -> Iterator[str]:
    for frame in s.stack:
        if not isinstance(frame, Fight):
            continue
        sides = (frame.side, 1 - frame.side)
        for i, side in enumerate(sides):
            if frame.drawn[i] & ~s.cup or any(g.chit_side[chit] != side for chit in members(frame.drawn[i])):
                yield f"side {side} has drawn chits that are not in its cup"
            if frame.played[i] & ~frame.drawn[i] or frame.played[i].bit_count() > 3:
                yield f"side {side} plays chits that it has not drawn, or too many"
        if frame.attackers & ~g.side_units[sides[0]] or frame.defenders & ~g.side_units[sides[1]]:
            yield "units fight on the wrong side"
        if any(g.units[unit].type == "strongpoint" for unit in units_in(frame.attackers)):
            yield "a strongpoint attacks"


# -- from one decision to the next ----------------------------------------------------------------------------------


def history_faults(g: Luki, a: Position, b: Position) -> Iterator[str]:
    """Changes that play must not undo: `a` is the position of the last decision, `b` that of this one."""
    if b.turn not in (a.turn, a.turn + 1):
        yield f"turn {b.turn} follows turn {a.turn}"
    if (a.released, a.converted) > (b.released, b.converted) or a.released > b.released:
        yield "the release or the conversion were forgotten"
    if a.turn == b.turn and a.segment > b.segment:
        yield f"segment {b.segment} follows segment {a.segment}"
    if a.turn == b.turn and a.used & ~b.used:
        yield "units that were active are available again"


def unit_history_faults(g: Luki, a: Position, b: Position, changed: list[Unit]) -> Iterator[str]:
    for unit in changed:
        old, new = a.place[unit], b.place[unit]
        if old == ELIMINATED and new != old:
            yield f"{g.unit_ids[unit]} came back from where nobody comes back"
        if old >= 0 and new >= 0 and b.steps[unit] > a.steps[unit]:
            yield f"{g.unit_ids[unit]} gained a step on the map"


# -- what a seat cannot know ----------------------------------------------------------------------------------------


SECRETS: Final[dict[type[Frame], tuple[str, ...]]] = {
    MovementPhase: ("able",),
    CheckingAttrition: ("units",),
    RollingGuide: ("units",),
    BeforeEvent: ("moved", "fought", "struck"),
    EnteringBox: ("units",),
    Attacking: ("attackers",),
    Guiding: ("units",),
    Arranging: ("units",),
}
"""Values of frames that hold sets of units which the other side does not know."""
COLUMNS: Final = ("used", "moved", "fought", "posted", "front")
EXCHANGES: Final = 60


def shuffled(g: Luki, s: Position, seat: int | None, rng: Random) -> Position:
    """A copy of the position with other units below the stacks that `seat` (None: an onlooker) sees, other steps, and
    other chits. It is made from the true position, not from what the seat is shown."""
    other = s.clone()
    sides = (SOVIET, GERMAN) if seat is None else (1 - Side(seat),)
    for side in sides:
        below = [unit for unit in units_in(g.side_units[side]) if is_below(g, other, unit)]
        for _ in range(EXCHANGES if len(below) > 1 else 0):
            exchange(g, other, *rng.sample(below, 2))
        for unit in below:
            other.steps[unit] = rng.randint(1, g.full_steps[unit])
        for frame in other.stack:
            if isinstance(frame, Fight):
                exchange_chits(g, other, frame, side, rng)
    return g.from_json(other.to_json())


def is_below(g: Luki, s: Position, unit: Unit) -> bool:
    """Whether a unit lies below others of its stack and has not been shown."""
    if s.place[unit] < 0 or top_of(g, s, unit) == unit:
        return False
    return not any(mentions(g, frame, unit) for frame in s.stack)


def top_of(g: Luki, s: Position, unit: Unit) -> int:
    """The unit on top where a unit is: of the first rank, laid there by its owner, the first of the list."""
    here = [other for other in units_in(g.side_units[g.side[unit]]) if s.place[other] == s.place[unit]]
    return min(here, key=lambda other: (g.rank[other], not s.front >> other & 1, other))


def mentions(g: Luki, frame: Frame, unit: Unit) -> bool:
    """Whether a frame tells of a unit: it moves, or was shown in a combat."""
    if isinstance(frame, Fight):
        return bool(frame.shown >> unit & 1)
    if isinstance(frame, Moving):
        return bool(frame.units >> unit & 1)
    return isinstance(frame, (Infiltrating, RollingGuide)) and unit == g.infiltrator


def exchange(g: Luki, s: Position, a: Unit, b: Unit) -> None:
    """Let two units that lie below others change places, if their stacks still look the same and are legal."""
    if (
        g.stationary >> a & 1
        or g.stationary >> b & 1
        or (g.exerts >> a ^ g.exerts >> b) & 1
        or s.kessel[a] != s.kessel[b]
    ):
        return
    if (s.struck >> a ^ s.struck >> b) & 1 or s.place[a] == s.place[b]:
        return
    tops = top_of(g, s, a), top_of(g, s, b)
    s.place[a], s.place[b] = s.place[b], s.place[a]
    swap_bits(s, a, b)
    if (top_of(g, s, b), top_of(g, s, a)) != tops or any(any(stack_faults(g, there(s, unit), "")) for unit in (a, b)):
        s.place[a], s.place[b] = s.place[b], s.place[a]
        swap_bits(s, a, b)


def there(s: Position, unit: Unit) -> int:
    return sum(1 << other for other, place in numbered(s.place) if place == s.place[unit])


def swap_bits(s: Position, a: int, b: int) -> None:
    for name in COLUMNS:
        setattr(s, name, swapped(getattr(s, name), a, b))
    for frame in s.stack:
        for name in SECRETS.get(type(frame), ()):
            units: int = getattr(frame, name)
            if units > 0:
                setattr(frame, name, swapped(units, a, b))


def swapped(units: int, a: int, b: int) -> int:
    return units ^ (1 << a | 1 << b) if (units >> a ^ units >> b) & 1 else units


def exchange_chits(g: Luki, s: Position, fight: Fight, side: Side, rng: Random) -> None:
    """Other chits than those that a side has drawn and not yet played."""
    role = 0 if fight.side == side else 1
    secret = fight.drawn[role] & ~fight.played[role]
    fight.drawn[role] &= ~secret
    free = list(members(s.cup & g.side_chits[side] & ~fight.drawn[role]))
    for chit in rng.sample(free, secret.bit_count()):
        fight.drawn[role] |= 1 << chit
    for frame in s.stack:
        if isinstance(frame, ChoosingChits):
            frame.choose(side, frame.chosen(side) & fight.drawn[role])
