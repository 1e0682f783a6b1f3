"""The ways in which the planner of Traces of War may lead an activation: the script with other weights and goals."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from stavka.engine.kinds import Side, hexes_in, units_in
from stavka.games.traces import state as position
from stavka.games.traces.agents.chart import chart_of
from stavka.games.traces.agents.weights import SCRIPTED, Weights
from stavka.games.traces.state import Position
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces

SOVIET: Final[tuple[dict[str, float], ...]] = (
    {"least_attack": 0.3},
    {"least_attack": 3.0},
    {"least_attack": 99.0},
    {"combat_first": 0.0},
    {"own_step": 0.2, "least_attack": 0.3},
    {"touch": 2.0},
    {"touch": -1.5},
    {"cut_off": 8.0, "race_cut_off": 6.0},
    {"ground": 2.5, "least_attack": 0.6},
    {"crossing_goal": -3.0, "crossing_ground": 9.0},
    {"from_hq": 0.1, "across": 2.0},
    {"order_goal": -3.0},
    {"major_goal": -3.0},
    {"crowd": 14.0},
    {"crowd": 4.0},
)
AXIS: Final[tuple[dict[str, float], ...]] = (
    {"least_attack": 99.0},
    {"least_attack": 1.0},
    {"least_attack": 0.05, "price": 0.1},
    {"combat_first": 0.0},
    {"combat_first": 99.0},
    {"danger": 0.5},
    {"danger": 3.0},
    {"line_near": 1.0},
    {"line_near": 6.0, "danger": 2.0},
    {"line": 0.9, "cover": 1.4},
    {"pocket": 2.5, "secure": 2.5},
    {"hold_crossing": 4.0, "watch_crossings": 16.0},
    {"line_river": 2.5, "line_further": 0.02},
    {"siege": 1.0},
    {"siege": 2.0},
    {"siege": 3.0},
)
FOCI: Final = 3
"""Places that an activation may go for before all others."""
REACH: Final = 10
"""The greatest distance of such a place from one of the units."""


class Way(NamedTuple):
    """Weights, and hexes to go for before all others."""

    weights: Weights
    focus: int = 0


@cache
def variants(side: str, kind: str) -> tuple[Way, ...]:
    """The ways with other weights; the way with the planner's own weights is the first."""
    base = SCRIPTED[side, kind]
    changes = SOVIET if side == "soviet" else AXIS
    others = (Way(base._replace(**change)) for change in changes)
    return Way(base), *(way for way in others if way.weights != base)


def ways(g: Traces, s: Position, side: Side) -> list[Way]:
    """The ideas that are tried for the activation that begins."""
    kind = "race" if g.scenario(s).is_race else "campaign"
    found = list(variants(g.sides[side], kind))
    if side == position.SOVIET:
        found += [Way(found[0].weights, 1 << hex_) for hex_ in foci(g, s)]
    return found


def foci(g: Traces, s: Position) -> list[Hex]:
    """Cities under orders, Crossing Points and, in the Campaign, Major Cities near the activated units."""
    places = s.orders & ~s.cities | g.crossings & ~s.crossings
    if not g.scenario(s).is_race:
        places |= g.major_cities & ~s.cities
    stand = sum(1 << hex_ for hex_ in {s.place[u] for u in units_in(s.activated) if s.place[u] >= 0})
    away = chart_of(g).around(stand)
    near = [hex_ for hex_ in hexes_in(places) if away[hex_] <= REACH]
    return sorted(near, key=lambda hex_: (away[hex_], hex_))[:FOCI]
