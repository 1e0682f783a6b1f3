"""The value of a position of Zitadelle: the German VP that can be expected at the end, graded over the levels of
victory."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final

from stavka.engine.kinds import hexes_in, units_in
from stavka.games.zitadelle.agents.chart import chart_of
from stavka.games.zitadelle.rules.c07_assault.morale import armour_value, combat_strength
from stavka.games.zitadelle.rules.c12_victory.victory_points import connected, total
from stavka.games.zitadelle.state import GERMAN, SOVIET, Position

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle

SPEARHEADS: Final = 3
"""Corps whose foremost panzers count for what may still be taken."""
TAKEN: Final = 0.3
LESS: Final = 0.02
"""The share of what spearheads can hope for that they take in the end, and how much less of it for each turn left."""
ARMOUR: Final = 0.15
STRENGTH: Final = 0.04
"""What a point of German armour, and a point of combat strength of either side, is worth in each turn left."""
BLEEDING: Final = 3.2
"""The VP that the German side loses in a turn, apart from what is taken."""
USUAL: Final = 0.15 * 95
"""The VP that German armour of the usual strength is worth in a turn."""
REJOINED: Final = 0.4
"""The share of the value of victory hexes without a line that is scored in the end, while there are turns left."""
BARE: Final = 0.4
"""The chance that Belgorod falls if no German unit is in it and enemies are near."""
BESET: Final = 3
"""Hexes from Belgorod within which an enemy is near."""
SCALE: Final = 16.0
"""The VP that make a difference: the levels of victory lie 15 to 20 VP apart."""


def chance(g: Zitadelle, s: Position) -> float:
    """The German success, from 0 to 1: even between a Soviet tactical and operational victory."""
    borders = [least for _, least in g.victories if least is not None]
    middle = sorted(borders)[1] - 0.5
    return 1 / (1 + exp(-(expected(g, s) - middle) / SCALE))


def expected(g: Zitadelle, s: Position) -> float:
    """The German VP that can be expected at the end."""
    now = float(total(g, s))
    if s.result:
        return now
    left = g.scenarios[s.scenario].turns - s.turn
    lineless = sum(g.values.get(hex_, 0) for hex_ in hexes_in(s.held & ~connected(g, s)))
    now += REJOINED * lineless * (left > 0) + hopes(g, s, left) + left * (force(g, s) - USUAL - BLEEDING)
    return now - BARE * g.belgorod_vp * is_bare(g, s)


def hopes(g: Zitadelle, s: Position, left: int) -> float:
    """The VP that the foremost panzers may still take."""
    promise = chart_of(g).promise(s.held & g.scoring, left)
    best: dict[int, float] = {}
    for unit in units_in(g.side_units[GERMAN] & g.combat_units & g.armoured):
        if s.place[unit] >= 0:
            best[g.formation[unit]] = max(best.get(g.formation[unit], 0.0), promise[s.place[unit]])
    return sum(sorted(best.values())[-SPEARHEADS:]) * (TAKEN - LESS * left)


def force(g: Zitadelle, s: Position) -> float:
    """What the strength of both sides is worth to the German side in a turn."""
    worth = 0.0
    for unit in units_in(g.combat_units):
        if s.place[unit] >= 0:
            if g.side[unit] == GERMAN:
                worth += ARMOUR * armour_value(g, s, unit) + STRENGTH * combat_strength(g, s, unit)
            else:
                worth -= STRENGTH * combat_strength(g, s, unit)
    return worth


def is_bare(g: Zitadelle, s: Position) -> bool:
    """Whether Belgorod is still German, nobody is in it, and enemies are near."""
    if g.belgorod < 0 or s.belgorod or s.occupied[GERMAN] >> g.belgorod & 1:
        return False
    return bool(g.grid.range(g.belgorod, BESET) & s.occupied[SOVIET])
