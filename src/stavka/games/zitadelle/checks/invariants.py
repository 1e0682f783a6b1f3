"""Invariants of every position of Zitadelle, for any players: stacking, steps, morale, control, air units, chits.

`Watch` follows one game and reports every violation. It reads the plain columns only and calls no rule code, so that a
mistake there is found here. It knows the rules that hold at every decision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Final

from stavka.assurance.watch import UnitWatch, derived_faults, names, who_is_where
from stavka.engine.kinds import Unit, members, units_in
from stavka.games.zitadelle.rules.c05_stacking_and_zoc.zones_of_control import enemy_zoc, enemy_zoc_for_armour
from stavka.games.zitadelle.state import (
    ATTACHED,
    BASE,
    COMING,
    DUE,
    ELIMINATED,
    GERMAN,
    OFF,
    OVER,
    PLACE_NAMES,
    REMOVED,
    RETREATING,
    SOVIET,
    Position,
)
from stavka.games.zitadelle.view import known_boxes
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle

LONGEST: Final = 30_000
"""More picks than this are a game without end: random games take about five thousand."""

DERIVED: Final = sorted(
    {name for name, column in Position.columns.items() if not column.write and not column.is_cache}
    - {"zones", "hard_zones"}
)
EXCUSED: Final = frozenset({"excess", "further"})
"""Steps in which units that have just retreated may be too many in a hex."""


class Watch(UnitWatch[Position]):
    """Follows a game from its beginning, and reports faults after every pick (`faults`)."""

    longest = LONGEST
    kept = ("turn", "hosts", "bombed", "disrupted", "chits", "morale", "belgorod", "lost", "model", "opened")

    def __init__(self, g: Zitadelle, s: Position) -> None:
        super().__init__()
        self.g = g
        with_parts = units_in(g.split_regiments)
        self.tigers = {*g.companies, *(u for r in with_parts for u in (r, *g.parts[r]))}
        self.bombers = set(members(g.level_bombers))

    def faults(self, s: Position) -> Iterator[str]:
        """Faults that a look at the columns shows, which is cheap."""
        g, last = self.g, self.last
        changed = self.changed(s)
        if changed:
            yield from unit_faults(g, s, changed)
            yield from hex_faults(g, s, {s.place[unit] for unit in changed}, self.at)
        if last is None or s.hosts != last.hosts or (changed and not self.tigers.union(s.hosts).isdisjoint(changed)):
            yield from tiger_faults(g, s)
        if last is None or s.bombed != last.bombed or (changed and not self.bombers.isdisjoint(changed)):
            yield from bombing_faults(g, s)
        if last is None or s.disrupted != last.disrupted or any(s.disrupted >> unit & 1 for unit in changed):
            yield from disruption_faults(g, s)
        if last is None or s.chits != last.chits:
            yield from chit_faults(g, s)
        if last is None or s.morale != last.morale:
            yield from morale_faults(g, s)
        yield from marker_faults(g, s)
        if last is not None:
            yield from history_faults(g, last, s)
            yield from unit_history_faults(g, last, s, changed)
        self.remember(s)

    def deep_faults(self, s: Position) -> Iterator[str]:
        """Faults whose check takes longer: the derived columns against fresh ones, and the contents of every hex."""
        g = self.g
        fresh = g.from_json(s.to_json())
        yield from derived_faults(s, fresh, DERIVED)
        for side in (GERMAN, SOVIET):
            if s.zones[side] not in (-1, enemy_zoc(g, fresh, 1 - side)):
                yield f"the hexes in the ZOC of side {side} (zones) are not those next to its units"
            if s.hard_zones[side] not in (-1, enemy_zoc_for_armour(g, fresh, 1 - side)):
                yield f"the hexes in the ZOC of side {side} for armour (hard_zones) are wrong"
        yield from hex_faults(g, s, set(s.place), who_is_where(s.place))
        yield from loss_faults(g, s)


# -- units ----------------------------------------------------------------------------------------------------------


def unit_faults(g: Zitadelle, s: Position, changed: list[Unit]) -> Iterator[str]:
    retreating = any(frame.step in ("retreat", "retreats") for frame in s.stack)
    for unit in changed:
        place, steps, name = s.place[unit], s.steps[unit], g.unit_ids[unit]
        if place < 0 and place > OVER and place not in PLACE_NAMES:
            yield f"{name} is at {place}, which is no place"
        if g.air >> unit & 1:
            yield from air_faults(g, s, unit)
            continue
        if place <= OVER or place == BASE:
            yield f"{name} is no air unit and is with them"
        if place == RETREATING and not retreating:
            yield f"{name} retreats and nobody has ordered it"
        if place >= 0 and g.combat_units >> unit & 1 and not 1 <= steps <= g.full_steps[unit]:
            yield f"{name} is on the map with {steps} steps of {g.full_steps[unit]}"
        if place == ELIMINATED and steps:
            yield f"{name} is eliminated with {steps} steps"
        if place == ELIMINATED and not g.combat_units >> unit & 1:
            yield f"{name} is eliminated, which cannot happen to it"
        if place in (COMING, DUE) and steps != g.full_steps[unit]:
            yield f"{name} is still to come with {steps} steps of {g.full_steps[unit]}"
        if place >= 0 and g.grid.sheet(place) != home(g, unit):
            yield f"{name} is in the other sector"


def home(g: Zitadelle, unit: Unit) -> int:
    """The sector of a unit: that of its formation."""
    formation = g.formation[unit]
    if formation >= 0:
        return g.formation_sector[formation]
    return g.grid.sheet(g.setup_hex[unit])


def air_faults(g: Zitadelle, s: Position, unit: Unit) -> Iterator[str]:
    place, name = s.place[unit], g.unit_ids[unit]
    if place >= 0 and not g.dive_bombers >> unit & 1:
        yield f"the level bomber {name} is on the map"
    if place >= 0 and g.grid.sheet(place) != g.sector[unit]:
        yield f"{name} flies in the other sector"
    if place <= OVER and (g.dive_bombers >> unit & 1 or g.formation_sector[OVER - place] != g.sector[unit]):
        yield f"{name} is over an army that it cannot bomb"
    if BASE < place < 0 or OVER < place < BASE:
        yield f"the air unit {name} is at {place}"


def hex_faults(g: Zitadelle, s: Position, hexes: set[Hex], at: Mapping[Hex, int]) -> Iterator[str]:
    excused = s.stack and s.stack[-1].step in EXCUSED
    for hex_ in hexes:
        if hex_ < 0:
            continue
        if not g.grid.all >> hex_ & 1:
            yield f"a unit stands at {hex_}, outside the map"
            continue
        here = at[hex_] & ~g.air
        number = g.grid.number(hex_)
        if here & g.side_units[GERMAN] and here & g.side_units[SOVIET]:
            yield f"{names(g, here)} of both sides are in {number}"
        if not excused:
            yield from (f"{fault} in {number}" for fault in stack_faults(g, here))


@lru_cache(100_000)
def stack_faults(g: Zitadelle, here: int) -> tuple[str, ...]:
    """The faults of a stack, cached since the same stacks are checked again and again."""
    return tuple(find_stack_faults(g, here))


def find_stack_faults(g: Zitadelle, here: int) -> Iterator[str]:
    weight = sum(
        1 if g.units[unit].side == "german" and g.units[unit].size == "II" else 3
        for unit in units_in(here & g.combat_units)
    )
    if weight > 6:
        yield f"{names(g, here)} are too many"
    if (here & g.bombardment).bit_count() > 1 or (here & g.engineers).bit_count() > 1:
        yield f"{names(g, here)} are too many support units"
    formations = {g.units[unit].formation for unit in units_in(here & ~g.hq_units)}
    if len(formations) > 1:
        yield f"units of {', '.join(sorted(formations))} are together"
    for size in ("III", "X"):
        own = [g.units[unit] for unit in units_in(here & g.side_units[SOVIET])]
        if len({unit.parent for unit in own if unit.size == size}) > 1:
            yield f"{names(g, here)} are of several divisions or corps"


def disruption_faults(g: Zitadelle, s: Position) -> Iterator[str]:
    gone = sum(1 << u for u in units_in(s.disrupted) if s.place[u] < 0 and s.place[u] != RETREATING)
    if gone:
        yield f"{names(g, gone)} are disrupted and off the map"


def marker_faults(g: Zitadelle, s: Position) -> Iterator[str]:
    if s.fallen and not any(frame.step in ("aftermath", "retreat", "retreats", "excess") for frame in s.stack):
        yield "units have been eliminated and no morale has fallen for them"
    wrong = g.scoring & (s.occupied[GERMAN] & ~s.held | s.occupied[SOVIET] & s.held)
    if wrong:
        yield f"{g.grid.numbers(wrong)} are not held by the side that is in them"
    if s.held & ~g.scoring:
        yield "hexes that are worth nothing are held"
    if g.belgorod >= 0 and not s.belgorod and not s.held >> g.belgorod & 1:
        yield "Belgorod is Soviet and was never retaken"


def morale_faults(g: Zitadelle, s: Position) -> Iterator[str]:
    for formation, level in enumerate(s.morale):
        if not 1 <= level <= g.start_level[formation]:
            yield f"the morale of {g.formations[formation].id} is {level}"


def bombing_faults(g: Zitadelle, s: Position) -> Iterator[str]:
    places = [s.place[unit] for unit in units_in(g.level_bombers)]
    for formation, bombed in enumerate(s.bombed):
        over = places.count(Hex(OVER - formation))
        if bombed > over:
            yield f"{g.formations[formation].id} has {bombed} PM-1 markers of {over} bombers"


def tiger_faults(g: Zitadelle, s: Position) -> Iterator[str]:
    hosts = [host for host in s.hosts if host >= 0]
    if len(set(hosts)) < len(hosts):
        yield "two Tiger companies are attached to one regiment"
    for company, host in zip(g.companies, s.hosts, strict=True):
        if (s.place[company] == ATTACHED) != (host >= 0):
            yield f"the Tiger company {g.unit_ids[company]} is attached to nobody, or not and has a host"
        if host >= 0 and (s.place[host] < 0 and s.place[host] != RETREATING):
            yield f"the Tiger company {g.unit_ids[company]} is attached to a regiment off the map"
        if host >= 0 and g.formation[host] != g.formation[g.whole[company]]:
            yield f"the Tiger company {g.unit_ids[company]} is attached to another corps"
    for regiment in units_in(g.split_regiments):
        out = [part for part in g.parts[regiment] if s.place[part] >= 0]
        if out and s.place[regiment] != OFF:
            yield f"{g.unit_ids[regiment]} is on the map with its battalions"


def chit_faults(g: Zitadelle, s: Position) -> Iterator[str]:
    dealt = [chit for chit in s.chits if chit]
    if len(set(dealt)) < len(dealt):
        yield "a chit is in two boxes"
    if dealt and not g.uses(s, "variable_entry"):
        yield "chits are dealt without the optional rule"


def loss_faults(g: Zitadelle, s: Position) -> Iterator[str]:
    """Check that the German steps lost are those that are missing; a split regiment is counted by its battalions."""
    missing = 0
    for unit in units_in(g.side_units[GERMAN] & g.combat_units):
        if s.place[unit] != OFF:
            missing += g.full_steps[unit] - s.steps[unit]
    exchanged = 0
    for regiment in units_in(g.split_regiments):
        if s.place[regiment] >= 0 and any(s.place[part] == ELIMINATED for part in g.parts[regiment]):
            exchanged += sum(s.place[part] == ELIMINATED for part in g.parts[regiment])
        exchanged += regiment_debt(g, s, regiment)
    if missing - exchanged != s.lost:
        yield f"{s.lost} German steps are lost, {missing - exchanged} are missing"


def regiment_debt(g: Zitadelle, s: Position, regiment: Unit) -> int:
    """Steps that are missing twice, or not at all, because a regiment was exchanged for battalions while reduced."""
    parts = g.parts[regiment]
    dead = sum(s.place[part] == ELIMINATED for part in parts)
    if s.place[regiment] == ELIMINATED:
        return dead
    if s.place[regiment] == OFF:
        out = sum(s.place[part] >= 0 or s.place[part] == RETREATING for part in parts)
        waiting = sum(s.place[part] in (COMING, DUE) for part in parts)
        return dead + out + waiting - len(parts)
    return 0


# -- from one decision to the next ----------------------------------------------------------------------------------


def history_faults(g: Zitadelle, a: Position, b: Position) -> Iterator[str]:
    """Changes that play must not undo: `a` is the position of the last decision, `b` that of this one."""
    if b.turn not in (a.turn, a.turn + 1):
        yield f"turn {b.turn} follows turn {a.turn}"
    if (a.belgorod, a.lost, a.model if a.turn else 0) > (b.belgorod, b.lost, b.model):
        yield "the loss of Belgorod, lost steps or the Model option were forgotten"
    if a.opened & ~b.opened:
        yield "a box was closed again"
    rose = a.morale != b.morale and any(x < y for x, y in zip(a.morale, b.morale, strict=True))
    if rose and not g.uses(b, "recovery"):
        yield "a morale level rose"


def unit_history_faults(g: Zitadelle, a: Position, b: Position, changed: list[Unit]) -> Iterator[str]:
    for unit in changed:
        old, new = a.place[unit], b.place[unit]
        if old in (ELIMINATED, REMOVED) and new != old:
            yield f"{g.unit_ids[unit]} came back from where nobody comes back"
        if old >= 0 and new >= 0 and b.steps[unit] > a.steps[unit]:
            yield f"{g.unit_ids[unit]} gained a step on the map"


# -- what a seat cannot know ----------------------------------------------------------------------------------------


def shuffled(g: Zitadelle, s: Position, seat: int | None, rng: Random) -> Position:
    """A copy of the position with other chits in the boxes that `seat` (None: an onlooker) does not know."""
    c = s.clone()
    known = known_boxes(g, s, seat)
    boxes = [box for box, chit in enumerate(c.chits) if chit and not known >> box & 1]
    if any(frame.step == "shuffle" for frame in s.stack):
        return c  # the chits that are still to be dealt depend on it
    chits = [c.chits[box] for box in boxes]
    rng.shuffle(chits)
    for box, chit in zip(boxes, chits, strict=True):
        c.chits[box] = chit
    return c
