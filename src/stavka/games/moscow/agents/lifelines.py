"""Lifelines of Roads to Moscow: objectives count only in supply, and units need it. This finds what blocks supply."""

from __future__ import annotations

from functools import lru_cache
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, Final, NamedTuple

from stavka.engine.kinds import Side, hexes_in, units_in
from stavka.games.moscow.rules.c01_introduction.victory import attacker
from stavka.games.moscow.rules.c03_basic_concepts.values import defence
from stavka.games.moscow.rules.c03_basic_concepts.zones_of_control import enemy_zone
from stavka.games.moscow.rules.c06_supply.supply_routes import open_hexes, passable, sources, supplied_hexes
from stavka.games.moscow.state import RAIN
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow
    from stavka.games.moscow.state import Position

FED: Final = 0.5
"""The value of supply to a combat unit, in VP."""
WALK, STAND, FIGHT = 1, 2, 6
"""The effort to make a hex free for supply: to walk over it, to stop in it, to drive an enemy out of it with twice its
strength."""

ENDLESS: Final = 1 << 60

Label = int
"""The number of hexes of a supply line from a road to a hex, times the size of the grid, plus the hex."""


class Lifelines(NamedTuple):
    """The VP that depend on hexes on the ways of supply. bars: hexes out of which enemies must be driven. gaps: hexes
    without enemies that supply cannot pass."""

    bars: dict[Hex, float]
    gaps: dict[int, float]


def lifelines(g: Moscow, s: Position, side: Side) -> Lifelines:
    """What bars supply. The value of each goal without supply is shared among the hexes on the easiest way to it."""
    found = Lifelines({}, {})
    fed = supplied_hexes(g, s, side, sources(g, s, side), motorized=False)
    goals = {hex_: worth for hex_, worth in wanted(g, s, side).items() if not fed >> hex_ & 1}
    if not goals:
        return found
    theirs, free = s.occupied[1 - side], open_hexes(g, s, side)
    limit = g.supply_line_short if s.weather == RAIN else g.supply_line
    lines, start = g.lines_against(s, side), sources(g, s, side) & g.on_map(s)
    for goal, way in easiest(g, efforts(g, s, side), start, tuple(goals), lines, limit).items():
        worth = goals[goal]
        enemies = [hex_ for hex_ in way if theirs >> hex_ & 1]
        for hex_ in enemies:
            found.bars[hex_] = found.bars.get(hex_, 0.0) + worth / len(enemies)
        for hex_ in way:
            if not (theirs | free) >> hex_ & 1:
                found.gaps[hex_] = found.gaps.get(hex_, 0.0) + worth / (1 + len(enemies))
    return found


def wanted(g: Moscow, s: Position, side: Side) -> dict[Hex, float]:
    """The units and objectives that a side wants to supply, and the value of each."""
    found = {hex_: FED * (s.at[hex_] & g.combat).bit_count() for hex_ in hexes_in(s.occupied[side])}
    if attacker(g, s) == side:
        for each in g.scenarios[s.scenario].objective:
            hex_ = g.grid.index(each.hex)
            found[hex_] = found.get(hex_, 0.0) + each.value
    return found


def efforts(g: Moscow, s: Position, side: Side) -> tuple[int, ...]:
    """The effort to make each hex free for supply."""
    found = [0] * g.grid.size
    theirs, zone = s.occupied[1 - side], enemy_zone(g, s, side) & ~s.occupied[side]
    for hex_ in hexes_in(g.on_map(s) & ~open_hexes(g, s, side)):
        if theirs >> hex_ & 1:
            found[hex_] = FIGHT + 2 * sum(defence(g, s, unit) for unit in units_in(s.at[hex_] & g.combat))
        else:
            found[hex_] = STAND if zone >> hex_ & 1 else WALK
    return tuple(found)


@lru_cache(maxsize=64)
def links(g: Moscow, lines: int) -> list[list[tuple[Hex, bool]]]:
    """For each hex, the adjacent ones to which a supply line leads past Fortified Lines, and whether a road does."""
    sides, roads = passable(g, lines, g.line_open), passable(g, lines, g.supply_links[False])
    return [
        [(near, bool(roads[d] >> hex_ & 1)) for d, near in enumerate(around) if near >= 0 and sides[d] >> hex_ & 1]
        for hex_, around in enumerate(g.grid.neighbours)
    ]


@lru_cache(maxsize=512)
def easiest(
    g: Moscow, effort: tuple[int, ...], start: int, goals: tuple[Hex, ...], lines: int, limit: int
) -> dict[Hex, list[Hex]]:
    """The easiest ways from Sources to all goals that have one: their hexes, without the goal itself.

    lines: hexes with an enemy Fortified Line. limit: how long a supply line may be."""
    near_to, size = links(g, lines), g.grid.size
    before: dict[Label, Label] = {}
    whole = size * (limit + 1)
    spent: dict[Label, int] = {hex_: effort[hex_] * whole + hex_ for hex_ in hexes_in(start)}
    """The effort to come to each label, times `whole`, plus the label: among equals the lower label comes first."""
    heap = list(spent.values())
    heapify(heap)
    nearest = [limit + 1] * size
    left, found = set(goals), dict[Hex, list[Hex]]()
    while heap and left:
        here = heappop(heap)
        label = here % whole
        far, hex_ = divmod(label, size)
        if far >= nearest[hex_]:
            continue
        nearest[hex_] = far
        if hex_ in left:
            goal = Hex(hex_)
            left.remove(goal)
            found[goal] = leading(before, label, size)
        base = here - label
        for near, is_road in near_to[hex_]:
            farther = 0 if is_road and not far else far + 1
            if farther < nearest[near]:
                new = farther * size + near
                total = base + effort[near] * whole + new
                if total < spent.get(new, ENDLESS):
                    spent[new], before[new] = total, label
                    heappush(heap, total)
    return found


def leading(before: dict[Label, Label], label: Label, size: int) -> list[Hex]:
    """The hexes of the way that leads to a hex."""
    found = []
    while label in before:
        label = before[label]
        found.append(Hex(label % size))
    return found
