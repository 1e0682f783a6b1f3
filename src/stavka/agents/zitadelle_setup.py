"""Set-ups of Zitadelle: where the units stood in history, improved unit by unit."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from stavka.agents.zitadelle_sense import Sense
from stavka.engine.offer import members
from stavka.games.zitadelle.position import GERMAN, OFF, SOVIET, Position, lift, put
from stavka.games.zitadelle.setup import gaps, set_up_rest, zone_hexes
from stavka.games.zitadelle.stacking import crowded

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle

STROLL: Final = 3
"""How far from its place in history a unit is tried, in hexes."""
ROUNDS: Final = 2
OPEN: Final = 5.0
"""What a hex at the front that nobody covers costs: the set-up would not be legal."""

Score = Callable[[int, int], float]
"""How good a hex is for a unit that has been lifted, with the others where they are."""


def improved(sense: Sense, score: Score) -> dict[int, int]:
    """A place for each unit of the sense's side that is still to be set up; moves them on the sense's position."""
    g, s, side = sense.g, sense.s, sense.side
    before = set(members(g.side_units[side] & placed(s)))
    set_up_rest(g, s, side)
    mine = [unit for unit in members(g.side_units[side] & g.ground & placed(s)) if unit not in before]
    tried = [unit for unit in mine if g.combat_units >> unit & 1 and not g.panzer_battalions >> unit & 1]
    for _ in range(ROUNDS):
        moved = False
        for unit in tried:
            here = s.place[unit]
            end = best_start(sense, unit, score)
            moved |= end != here
        if not moved:
            break
    return {unit: s.place[unit] for unit in mine}


def placed(s: Position) -> int:
    return sum(1 << unit for unit, place in enumerate(s.place) if place >= 0)


def best_start(sense: Sense, unit: int, score: Score) -> int:
    """Take a unit to the best hex of its zone near to where it is."""
    g, s, side = sense.g, sense.s, sense.side
    here = s.place[unit]
    lift(g, s, unit, OFF)
    hexes = zone_hexes(g, s, unit) & g.grid.range(here, STROLL) & ~crowded(g, s, unit) | 1 << here

    def worth(hex_: int) -> tuple[float, bool, int]:
        found = score(unit, hex_)
        put(g, s, unit, hex_)
        found -= OPEN * gaps(g, s, side).bit_count()
        lift(g, s, unit, OFF)
        return round(found, 6), hex_ == here, -hex_

    end = max(members(hexes), key=worth)
    put(g, s, unit, end)
    return end


def german_start(g: Zitadelle, sense: Sense) -> Score:
    """Next to what can be attacked with profit at once, and to nothing else."""

    def score(unit: int, hex_: int) -> float:
        s = sense.s
        enemies = g.near[hex_] & s.soft[SOVIET]
        home = g.setup_hex[g.whole[unit] if g.whole[unit] >= 0 else unit]
        stray = 0.02 * g.grid.distance(hex_, home) if home >= 0 else 0.0
        if not enemies:
            return -stray
        before = sum(sense.onslaught(GERMAN, enemy) for enemy in members(enemies))
        put(g, s, unit, hex_)
        after = sum(sense.onslaught(GERMAN, enemy) for enemy in members(enemies))
        lift(g, s, unit, OFF)
        return after - before - stray

    return score


def soviet_start(g: Zitadelle, sense: Sense) -> Score:
    """In works and towns, one division beside the other, the front covered."""
    front = g.front[SOVIET]

    def score(unit: int, hex_: int) -> float:
        s, bit = sense.s, 1 << hex_
        home = g.setup_hex[g.whole[unit] if g.whole[unit] >= 0 else unit]
        worth = -0.12 * g.grid.distance(hex_, home) if home >= 0 else 0.0
        near_front = bool((g.grid.spread(front) | front) & bit)
        if g.soft_units >> unit & 1:
            if bit & g.works:
                worth += 0.5
            elif bit & g.refuges:
                worth += 0.3
            elif near_front:
                worth -= 0.3
        worth += 0.08 * g.terrain_shift[hex_]
        worth += 0.04 * g.values.get(hex_, 0)
        return worth - 0.25 * (s.at.get(hex_, 0) & g.combat_units).bit_count()

    return score
