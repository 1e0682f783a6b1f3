"""The Dnipro as the line of a scripted Axis player of Traces of War: the passages that are open, and what shuts them.

A unit that stands on the west bank bars every side of its own hex. A side between two hexes in Axis ZOCs is shut as
well, because nobody crosses a Major River from EZOC to EZOC (9.3b). So a unit in every other hex holds the river."""

from __future__ import annotations

from typing import Final

from stavka.games.traces.agents.sense import Sense
from stavka.games.traces.rules.c06_zones_of_control import enemy_zoc
from stavka.games.traces.state import AXIS, SOVIET
from stavka.hexes import Hex, Hexes

AJAR: Final = 0.5
"""How open a passage is whose west end is in an Axis ZOC: a unit that comes over has to stop there."""
NARROW: Final = 0.9
"""How open a passage is of which the east end alone is in an Axis ZOC: a unit that comes to it has to stop there."""
WATCH: Final = 14
"""Within this distance of an enemy a passage counts for more, the nearer the enemy is."""
LEAST: Final = 0.15
"""The share of other passages."""


def open_share(west: Hex, east: Hex, held: Hexes, zone: Hexes) -> float:
    """How open a passage is if Axis units hold some hexes and others are in their ZOCs."""
    if held >> west & 1:
        return 0.0
    if zone >> west & 1:
        return 0.0 if zone >> east & 1 else AJAR
    return NARROW if zone >> east & 1 else 1.0


def gaps(sense: Sense) -> Hexes:
    """The west ends of passages that are more than ajar."""
    held, zone = sense.s.occupied[AXIS], enemy_zoc(sense.g, sense.s, SOVIET)
    found = 0
    for west, east in sense.chart.passages:
        if open_share(west, east, held, zone) > AJAR:
            found |= 1 << west
    return found


def shut_from(sense: Sense, hex_: Hex) -> float:
    """How many passages a unit in a hex would shut, those near the enemy first."""
    g, s = sense.g, sense.s
    held, zone = s.occupied[AXIS], enemy_zoc(g, s, SOVIET)
    more = zone | g.grid.spread(1 << hex_, g.unblocked)
    total = 0.0
    for west, east in sense.chart.passages_near.get(hex_, ()):
        gain = open_share(west, east, held, zone) - open_share(west, east, held | 1 << hex_, more)
        if gain:
            total += gain * max(LEAST, 1 - sense.from_foe[east] / WATCH)
    return total
