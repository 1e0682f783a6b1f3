"""The ways in which the planner of Traces of War may lead an activation: the script with other weights."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from stavka.agents.traces_weights import SCRIPTED, Weights

SOVIET: Final[tuple[dict[str, float], ...]] = (
    {"least_attack": 0.3},
    {"least_attack": 3.0},
    {"least_attack": 99.0},
    {"combat_first": 0.0},
    {"combat_first": 99.0},
    {"own_step": 0.2, "least_attack": 0.3},
    {"touch": 2.0},
    {"touch": -1.5},
    {"cut_off": 8.0, "race_cut_off": 6.0},
    {"ground": 2.5, "least_attack": 0.6},
    {"stacked": 1.0},
    {"crossing_goal": -3.0, "crossing_ground": 9.0},
    {"order_goal": -4.0},
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
    {"gap": 0.5},
)


@cache
def variants(side: str, kind: str) -> tuple[Weights, ...]:
    base = SCRIPTED[side, kind]
    changes: tuple[dict[str, Any], ...] = SOVIET if side == "soviet" else AXIS
    return (base, *(base._replace(**change) for change in changes))
