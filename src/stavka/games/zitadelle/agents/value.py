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
HOPE: Final = 0.65
"""The part of what spearheads can hope for beyond the usual that they take in the end."""
SOVIET_CF: Final = 0.3
GERMAN_CF: Final = 0.1
ARMOUR: Final = 0.35
"""The VP that a point of Soviet or German combat strength, and of German armour, beyond the usual is worth."""
TIRED: Final = 3
"""The turns from which on German armour counts less."""
LAST: Final = 0.25
"""The share of all this in the last turn."""
GAIN: Final = 3.0
BLEEDING: Final = 2.6
"""The VP that the German side gains in the end, and those that it loses in each turn before."""
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
    now += REJOINED * lineless * (left > 0) + GAIN - BLEEDING * left
    now += (1 if left else LAST) * (HOPE * (hopes(g, s, left) - usual_hopes(left)) + force(g, s, left))
    return now - BARE * g.belgorod_vp * is_bare(g, s)


def hopes(g: Zitadelle, s: Position, left: int) -> float:
    """The VP that the foremost panzers could take if all went well."""
    promise = chart_of(g).promise(s.held & g.scoring, left)
    best: dict[int, float] = {}
    for unit in units_in(g.side_units[GERMAN] & g.combat_units & g.armoured):
        if s.place[unit] >= 0:
            best[g.formation[unit]] = max(best.get(g.formation[unit], 0.0), promise[s.place[unit]])
    return sum(sorted(best.values())[-SPEARHEADS:])


def usual_hopes(left: int) -> float:
    """The mean of that in 30 scripted games."""
    return 15.5 + 15.6 * left


def force(g: Zitadelle, s: Position, left: int) -> float:
    """The VP that the strength of both sides beyond the usual promises. The usual: the means of 30 scripted games."""
    armour, strength = 0, [0, 0]
    for unit in units_in(g.combat_units):
        if s.place[unit] >= 0:
            strength[g.side[unit]] += combat_strength(g, s, unit)
            armour += armour_value(g, s, unit) if g.side[unit] == GERMAN else 0
    german, soviet = strength[GERMAN] - 368, strength[SOVIET] - (462 - 9 * left)
    return GERMAN_CF * german - SOVIET_CF * soviet + ARMOUR * min(1.0, left / TIRED) * (armour - 95)


def is_bare(g: Zitadelle, s: Position) -> bool:
    """Whether Belgorod is still German, nobody is in it, and enemies are near."""
    if g.belgorod < 0 or s.belgorod or s.occupied[GERMAN] >> g.belgorod & 1:
        return False
    return bool(g.grid.range(g.belgorod, BESET) & s.occupied[SOVIET])
