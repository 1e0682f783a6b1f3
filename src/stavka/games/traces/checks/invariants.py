"""Invariants of every position of Traces of War, for any players: stacking, steps, control, chits, markers.

`Watch` follows one game and reports every violation. It reads the plain columns only and calls no rule code, so that a
mistake there is found here. It knows the rules that hold at every decision."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Final, TypeVar

from stavka.assurance.watch import UnitWatch, derived_faults, names
from stavka.engine.frames import Frame
from stavka.engine.kinds import Side, Unit, units_in
from stavka.games.traces.rules.c04_sequence_of_play.chits import SelectingChits
from stavka.games.traces.rules.c04_sequence_of_play.game_turn import (
    CarryingOut,
    ChoosingMode,
    ChoosingSecondHq,
    CommandingByOkh,
    EndingActivation,
)
from stavka.games.traces.rules.c06_zones_of_control import enemy_zoc
from stavka.games.traces.rules.c07_luftwaffe import DrawingMarkers
from stavka.games.traces.rules.c10_combat.attacks import EndingCombat
from stavka.games.traces.rules.c10_combat.retreat import RetreatingUnit
from stavka.games.traces.rules.c14_optional_rules import Bidding
from stavka.games.traces.state import (
    AXIS,
    BOX,
    DESTROYED_BRIDGEHEAD,
    DUE,
    ELIMINATED,
    NO_BRIDGEHEAD,
    PLACE_NAMES,
    REPLACED,
    SOVIET,
    WAITING,
    Position,
)
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces

F = TypeVar("F", bound=Frame)

LONGEST: Final = 20_000
"""More picks than this are a game without end: random games take one or two thousand."""

ACTIVATION: Final = (ChoosingMode, ChoosingSecondHq, CommandingByOkh, EndingActivation)
DERIVED: Final = sorted({name for name, column in Position.columns.items() if not column.write} - {"memo", "zones"})
GONE: Final = (ELIMINATED, REPLACED)
BOTH: Final = 3


class Watch(UnitWatch[Position]):
    """Follows a game from its beginning, and reports faults after every pick (`faults`)."""

    longest = LONGEST

    def __init__(self, g: Traces, s: Position) -> None:
        super().__init__()
        self.g = g
        self.last_arriving = 0

    def faults(self, s: Position) -> Iterator[str]:
        """Faults that a look at the columns shows, which is cheap."""
        g, last = self.g, self.last
        changed = self.changed(s)
        if changed or arriving(s) != self.last_arriving:
            yield from self.place_faults(s, changed)
            yield from step_faults(g, s, changed)
        if self.at != s.at:
            yield "the units in hexes (at) are not those whose place is there"
        yield from marker_faults(g, s)
        yield from control_faults(g, s)
        yield from chit_faults(g, s)
        yield from activation_faults(g, s)
        if last is not None:
            yield from history_faults(last, s)
            yield from unit_history_faults(g, last, s, changed)
        self.last, self.last_arriving = s.clone(), arriving(s)

    def place_faults(self, s: Position, changed: list[Unit]) -> Iterator[str]:
        g = self.g
        excused = arriving(s)
        touched = {s.place[unit] for unit in units_in(excused | self.last_arriving)}
        for unit in changed:
            place = s.place[unit]
            if place < 0 and place not in PLACE_NAMES:
                yield f"{g.unit_ids[unit]} is at {place}, which is no place"
            touched.add(place)
        for hex_ in touched:
            if hex_ >= 0:
                yield from hex_faults(g, hex_, self.at.get(hex_, 0), excused)

    def deep_faults(self, s: Position) -> Iterator[str]:
        """Faults whose check takes longer: the derived columns against fresh ones."""
        fresh = self.g.from_json(s.to_json())
        yield from derived_faults(s, fresh, DERIVED)
        for side in (SOVIET, AXIS):
            if s.zones[side] not in (-1, enemy_zoc(self.g, fresh, 1 - side)):
                yield f"the hexes in the ZOC of side {side} (zones) are not those next to its units"


def frames(s: Position, *kinds: type[F]) -> list[F]:
    return [frame for frame in s.stack if isinstance(frame, kinds)]


# -- units ----------------------------------------------------------------------------------------------------------


def arriving(s: Position) -> int:
    """Units that may overstack for the moment: the one that retreats, HQs that will relocate after combat."""
    units = 0
    for frame in s.stack:
        if isinstance(frame, RetreatingUnit):
            units |= 1 << frame.unit
        elif isinstance(frame, EndingCombat):
            units |= frame.hqs
    return units


def hex_faults(g: Traces, hex_: Hex, here: int, excused: int) -> Iterator[str]:
    if not g.grid.all >> hex_ & 1:
        yield f"{names(g, here)} stands outside the map"
        return
    if here & g.side_units[SOVIET] and here & g.side_units[AXIS]:
        yield f"{names(g, here)} of both sides are in {g.grid.number(hex_)}"
    settled = here & ~excused
    if (settled & g.combat_units).bit_count() > g.stacking or (settled & g.hq_units).bit_count() > 1:
        yield f"{names(g, settled)} are too many in {g.grid.number(hex_)}"


def step_faults(g: Traces, s: Position, changed: list[Unit]) -> Iterator[str]:
    full, hqs = g.full_steps, g.hq_units
    for unit in changed:
        place, steps = s.place[unit], s.steps[unit]
        if place >= 0:
            if not 1 <= steps <= full[unit]:
                yield f"{g.unit_ids[unit]} is on the map with {steps} steps of {full[unit]}"
        elif place in GONE:
            if steps:
                yield f"{g.unit_ids[unit]} is {PLACE_NAMES[place]} with {steps} steps"
            if hqs >> unit & 1:
                yield f"the HQ {g.unit_ids[unit]} is {PLACE_NAMES[place]}"
        elif steps != full[unit]:
            yield f"{g.unit_ids[unit]} is off the map ({place}) with {steps} steps of {full[unit]}"
        elif place == WAITING and not hqs >> unit & 1:
            yield f"{g.unit_ids[unit]} waits off the map and is no HQ"
        elif place in (BOX, DUE) and g.setup_hex[unit] >= 0:
            yield f"{g.unit_ids[unit]} has left the map for its box"


def marker_faults(g: Traces, s: Position) -> Iterator[str]:
    marked = s.oos | s.isolated
    if s.oos & s.isolated:
        yield f"{names(g, s.oos & s.isolated)} are Out of Supply and Isolated at once"
    if marked & g.hq_units:
        yield f"the HQs {names(g, marked & g.hq_units)} have supply markers"
    gone = sum(1 << unit for unit in units_in(marked) if s.place[unit] < 0)
    if gone:
        yield f"{names(g, gone)} have supply markers and are off the map"


# -- control --------------------------------------------------------------------------------------------------------


def control_faults(g: Traces, s: Position) -> Iterator[str]:
    soviet, axis = s.occupied
    wrong = g.cities & (soviet & ~s.cities | axis & s.cities)
    if wrong:
        yield f"cities {g.grid.numbers(wrong)} are not controlled by the side that is in them"
    if s.cities & ~g.cities or s.crossings & ~g.crossings:
        yield "hexes that are no Cities or Crossing Points are controlled"
    if s.orders & ~(g.major_cities & g.scenarios[s.scenario].orders):
        yield "a Supreme Command Order lies where there was none"
    if s.orders & s.cities and not s.result:
        yield "a city under orders is Soviet, and the game goes on"
    for bit, near, _ in g.crossing_triggers:
        taken = soviet & (bit | near) or s.turn >= 7
        if taken and not bit & (s.crossings | axis):
            yield f"the Crossing Point {g.grid.numbers(bit)} should be Soviet"


# -- chits and markers ----------------------------------------------------------------------------------------------


def chit_faults(g: Traces, s: Position) -> Iterator[str]:
    selecting = frames(s, SelectingChits)
    drawn = [frame.chit for frame in frames(s, CarryingOut)]
    total = [s.cup[k] + s.hand[k] + s.played[k] + drawn.count(k) for k in range(len(g.chits))]
    for kind, chit in enumerate(g.chits):
        if total[kind] > chit.number:
            yield f"there are {total[kind]} chits {chit.id} of {chit.number}"
        if s.shown[kind] > s.cup[kind]:
            yield f"a chit {chit.id} is known to be in the cup and is not"
        if s.hand[kind] and kind not in g.chit_kinds[AXIS]:
            yield f"the Axis player holds a chit {chit.id}"
    if selecting or not s.turn:
        if sum(total):
            yield "chits are in play before they are selected"
    else:
        yield from selection_faults(g, s, total)
    for kind, mix in enumerate(g.luftwaffe_mix):
        if s.air[kind] + s.air_used[kind] > mix:
            yield f"there are {s.air[kind] + s.air_used[kind]} Luftwaffe markers of kind {kind}, not {mix}"


def selection_faults(g: Traces, s: Position, total: list[int]) -> Iterator[str]:
    """From the selection to the end of the turn each side has exactly its number of chits somewhere."""
    soviet, axis = (sum(total[kind] for kind in g.chit_kinds[side]) for side in (SOVIET, AXIS))
    if (soviet, axis, total[g.supply_chit]) != (g.soviet_selection, g.axis_selection[s.turn], 1):
        yield f"in turn {s.turn} there are {soviet} Soviet, {axis} Axis and {total[g.supply_chit]} Supply chits"
    missing = sum(1 for kind in g.front_chits if not total[kind])
    if missing > total[g.stavka_chit]:
        yield f"{missing} Fronts have no chit this turn"
    if total[g.airborne_chit] and not s.airborne_selected:
        yield "the Airborne chit is in play and not marked as selected"


def activation_faults(g: Traces, s: Position) -> Iterator[str]:
    if s.activated and not frames(s, *ACTIVATION):
        yield "units are activated outside of an activation"
    if s.activated & g.side_units[SOVIET] and s.activated & g.side_units[AXIS]:
        yield "units of both sides are activated"
    if s.attacked & ~g.grid.all:
        yield "a hex outside the map has been attacked"


# -- from one decision to the next ----------------------------------------------------------------------------------


def history_faults(a: Position, b: Position) -> Iterator[str]:
    """Changes that play must not undo: `a` is the position of the last decision, `b` that of this one."""
    if b.turn not in (a.turn, a.turn + 1):
        yield f"turn {b.turn} follows turn {a.turn}"
    if a.crossings & ~b.crossings:
        yield "a Crossing Point was given back"
    if b.orders & ~a.orders:
        yield "a Supreme Command Order came back"
    if any(x > y for x, y in zip(a.relocations, b.relocations, strict=True)):
        yield "relocations were forgotten"
    if (a.draws, a.airborne_selected, a.converted) > (b.draws, b.airborne_selected, b.converted):
        yield "draws, the Airborne chit or the conversion were forgotten"
    if a.bridgehead != b.bridgehead and not may_follow(a.bridgehead, b.bridgehead):
        yield f"the Bridgehead went from {a.bridgehead} to {b.bridgehead}"
    yield from air_history_faults(a, b)


def may_follow(before: int, after: int) -> bool:
    """A Bridgehead comes once and is destroyed once; it may be destroyed in the moment that follows its arrival."""
    return (before == NO_BRIDGEHEAD and after >= 0) or (before >= 0 and after == DESTROYED_BRIDGEHEAD)


def unit_history_faults(g: Traces, a: Position, b: Position, changed: list[Unit]) -> Iterator[str]:
    for unit in changed:
        old, new = a.place[unit], b.place[unit]
        if old in GONE and new != old:
            yield f"{g.unit_ids[unit]} came back from where nobody comes back"
        if old >= 0 and b.steps[unit] > a.steps[unit] and not g.hq_units >> unit & 1:
            yield f"{g.unit_ids[unit]} gained a step on the map"


def air_history_faults(a: Position, b: Position) -> Iterator[str]:
    """Within a turn, once drawn, markers are held or used, and none comes or goes."""
    if a.turn != b.turn or b.result or not a.turn or frames(a, DrawingMarkers):
        return
    before, after = sum(a.air) + sum(a.air_used), sum(b.air) + sum(b.air_used)
    if before != after:
        yield f"{before} Luftwaffe markers became {after}"


# -- what a seat cannot know ----------------------------------------------------------------------------------------


def shuffled(g: Traces, s: Position, seat: int | None, rng: Random) -> Position:
    """A copy of the position with other secrets, none of which `seat` (None: an onlooker) may be able to see."""
    side = None if seat is None else g.side_of(s, seat)
    c = s.clone()
    if side != AXIS:
        shuffle_markers(g, c, rng)
        shuffle_axis_chits(g, c, rng)
    if side != SOVIET:
        shuffle_soviet_chits(g, c, rng)
    for frame in c.stack:
        if isinstance(frame, SelectingChits) and frame is c.stack[-1]:  # below others it has not begun
            shuffle_selection(g, c, frame, side, rng)
        elif isinstance(frame, Bidding):
            shuffle_bids(frame, seat, rng)
    return c


def shuffle_markers(g: Traces, s: Position, rng: Random) -> None:
    box = [kind for kind in (0, 1) for _ in range(g.luftwaffe_mix[kind] - s.air_used[kind])]
    held = rng.sample(box, sum(s.air))
    s.air[0], s.air[1] = held.count(0), held.count(1)


def shuffle_axis_chits(g: Traces, s: Position, rng: Random) -> None:
    """Axis chits that nobody has seen this turn: those in hand, in the cup, and those that were not selected."""
    own = g.chit_kinds[AXIS]
    hidden = {kind: s.cup[kind] - s.shown[kind] for kind in own}
    in_cup, in_hand = sum(hidden.values()), sum(s.hand)
    pool = [kind for kind in own for _ in range(hidden[kind] + s.hand[kind] + left_over(g, s, kind))]
    rng.shuffle(pool)
    for kind in own:
        s.cup[kind], s.hand[kind] = s.shown[kind], 0
    for kind in pool[:in_cup]:
        s.cup[kind] += 1
    for kind in pool[in_cup : in_cup + in_hand]:
        s.hand[kind] += 1


def left_over(g: Traces, s: Position, kind: int) -> int:
    """Chits of a kind that could have been selected this turn and were not."""
    chit = g.chits[kind]
    drawn = sum(1 for frame in frames(s, CarryingOut) if frame.chit == kind)
    used: int = s.cup[kind] + s.hand[kind] + s.played[kind] + drawn
    absent = s.turn < chit.from_turn or (chit.action == "stavka" and not s.stavka)
    gone = chit.action == "airborne" and s.airborne_selected
    return 0 if absent or gone else chit.number - used


def shuffle_soviet_chits(g: Traces, s: Position, rng: Random) -> None:
    """Exchange one hidden chit in the cup for one that was left out, if the selection stays legal."""
    own = g.chit_kinds[SOVIET]
    inside = [kind for kind in own for _ in range(s.cup[kind] - s.shown[kind])]
    outside = [kind for kind in own for _ in range(left_over(g, s, kind))]
    if not inside or not outside:
        return
    before, after = rng.choice(inside), rng.choice(outside)
    airborne = s.airborne_selected
    s.cup[before] -= 1
    s.cup[after] += 1
    if before != after and g.airborne_chit in (before, after):
        s.airborne_selected = int(after == g.airborne_chit)
    if any(chit_faults(g, s)):
        s.cup[before] += 1
        s.cup[after] -= 1
        s.airborne_selected = airborne


def shuffle_selection(g: Traces, s: Position, frame: SelectingChits, side: Side | None, rng: Random) -> None:
    """Another stage of the other side's selection; for an onlooker, of both."""
    for other in (SOVIET, AXIS):
        if other == side:
            continue
        for kind in g.chit_kinds[other]:
            frame.cup[kind] = frame.hand[kind] = 0
        for _ in range(rng.randrange(4)):
            kind = rng.choice([kind for kind in g.chit_kinds[other] if g.chits[kind].from_turn == 1])
            frame.cup[kind] = min(1, frame.cup[kind] + 1)
        frame.done &= ~(1 << other)
        if frame.done | 1 << other != BOTH and rng.random() < 0.5:
            frame.done |= 1 << other


def shuffle_bids(frame: Bidding, seat: int | None, rng: Random) -> None:
    for other in (0, 1):
        if other != seat:
            free = frame.bids[1 - other] < 0
            frame.bids[other] = rng.choice((-1, rng.randint(1, 150))) if free else -1
