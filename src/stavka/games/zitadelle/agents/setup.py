"""Set-ups of Zitadelle: where the units stood in history, improved step by step."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from stavka.engine.kinds import Unit, hexes_in, numbered, units_in
from stavka.games.zitadelle.agents.sense import Sense
from stavka.games.zitadelle.rules.c03_set_up import gaps, set_up_rest, waiting, zone_hexes
from stavka.games.zitadelle.rules.c05_stacking_and_zoc.stacking import crowded
from stavka.games.zitadelle.state import GERMAN, OFF, SOVIET, Position, lift, put
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle

STROLL: Final = 3
"""The greatest distance, in hexes, at which a unit is tried from its historical place."""
ROUNDS: Final = 2
OPEN: Final = 5.0
"""The cost of a hex at the front that no unit covers: the set-up would not be legal."""

Score = Callable[[int, Hex], float]
"""The value of a hex for a group (a bit set) that has been lifted, with the others in their places."""


def improved(sense: Sense, score: Score, *, whole: bool) -> dict[Unit, Hex]:
    """Set up the remaining units of the sense's side on its position, and return their places.

    whole: stacks stay together."""
    g, s, side = sense.g, sense.s, sense.side
    before = placed(s)
    set_up_rest(g, s, waiting(g, s, side))
    mine = g.side_units[side] & g.ground & placed(s) & ~before
    tried = mine & g.combat_units & ~g.panzer_battalions
    for _ in range(ROUNDS):
        stacks = [s.at[hex_] & tried for hex_ in hexes_in(s.occupied[side])]
        groups = stacks if whole else [1 << unit for unit in units_in(tried)]
        moved = [group for group in groups if group and best_start(sense, group, score)]
        if not moved:
            break
    return {unit: s.place[unit] for unit in units_in(mine)}


def placed(s: Position) -> int:
    return sum(1 << unit for unit, place in numbered(s.place) if place >= 0)


def best_start(sense: Sense, group: int, score: Score) -> bool:
    """Put a group in the best hex of its zone near its place, and return whether that is another hex."""
    g, s, side = sense.g, sense.s, sense.side
    units = list(units_in(group))
    here = s.place[units[0]]
    hexes = g.grid.range(here, STROLL)
    for unit in units:
        lift(g, s, unit, OFF)
        hexes &= zone_hexes(g, s, unit)

    def worth(hex_: Hex) -> tuple[float, bool, int]:
        found = score(group, hex_)
        for unit in units:
            if crowded(g, s, unit) >> hex_ & 1:
                found -= OPEN * OPEN
            put(g, s, unit, hex_)
        found -= OPEN * gaps(g, s, side).bit_count()
        for unit in units:
            lift(g, s, unit, OFF)
        return round(found, 6), hex_ == here, -hex_

    end = max(hexes_in(hexes), key=worth)
    for unit in units:
        put(g, s, unit, end)
    return end != here


def stray(g: Zitadelle, group: int, hex_: Hex) -> int:
    """The distance of a group from its historical place."""
    unit = group.bit_length() - 1
    home = g.setup_hex[g.whole[unit] if g.whole[unit] >= 0 else unit]
    return g.grid.distance(hex_, home) if home >= 0 else 0


def german_start(g: Zitadelle, sense: Sense) -> Score:
    """The score of a German set-up: units stand next to enemies that can be attacked with profit at once."""

    def score(group: int, hex_: Hex) -> float:
        s = sense.s
        enemies = g.near[hex_] & s.soft[SOVIET]
        far = 0.02 * stray(g, group, hex_)
        if not enemies:
            return -far
        before = sum(sense.onslaught(GERMAN, enemy) for enemy in hexes_in(enemies))
        for unit in units_in(group):
            put(g, s, unit, hex_)
        after = sum(sense.onslaught(GERMAN, enemy) for enemy in hexes_in(enemies))
        for unit in units_in(group):
            lift(g, s, unit, OFF)
        return after - before - far

    return score


def soviet_start(g: Zitadelle, sense: Sense) -> Score:
    """The score of a Soviet set-up: works, towns, good ground and victory hexes, with few units in a hex."""
    front = g.front[SOVIET]

    def score(group: int, hex_: Hex) -> float:
        s, bit = sense.s, 1 << hex_
        worth = -0.12 * stray(g, group, hex_)
        near_front = bool((g.grid.spread(front) | front) & bit)
        if g.soft_units & group:
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
