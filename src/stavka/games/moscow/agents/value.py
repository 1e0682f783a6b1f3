"""The value of a position of Roads to Moscow: the chance to win, from the VP that the attacker can expect."""

from __future__ import annotations

from functools import cache
from math import exp
from typing import TYPE_CHECKING, Final

from stavka.engine.kinds import Side, units_in
from stavka.games.moscow.agents.chart import chart_of, class_of
from stavka.games.moscow.agents.fights import LONG, SPENT
from stavka.games.moscow.rules.c01_introduction.victory import attacker, supplied_control
from stavka.games.moscow.rules.c03_basic_concepts.control import controlled
from stavka.games.moscow.rules.c07_operations.activation import markers_left
from stavka.games.moscow.state import DUE, Position
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow

STRIDE: Final = 14.0
"""How far an operation takes a unit, in halves of MP, with the enemy in its way."""
PACE: Final = 1.4
"""Operations of a unit in a turn, about."""
NEAR: Final = 4.0
"""The distance at which a defender of an objective counts half as much, in halves of MP."""
WATCH: Final = 4.0
"""The strength that an objective has by itself: there is always something that comes to its help."""
ODDS: Final = 3.0
"""The superiority at which an objective is as likely taken as not."""
GAINED: Final = 0.4
"""The chance that the attacker takes an objective with far superior forces."""
RETAKEN: Final = 0.5
"""The chance that the enemy takes it back in the same case."""
RELIEVED: Final = 0.5
"""The chance that an objective that is held without supply is supplied in the end, if there is time."""
WORTH: Final = 0.16
"""VP for a point of strength of average efficiency, when units have LONG turns to go."""
DISRUPTED: Final = 0.75
"""The share of its worth that is left to a unit that is disrupted, or out of supply."""


def chance(g: Moscow, s: Position, side: Side) -> float:
    """The chance of a side to win."""
    first = attacker(g, s)
    if s.result:
        won = s.result == g.sides[first]
        return float(won == (side == first))
    left = time_left(g, s)
    over = expected_points(g, s, left) - par(g, s.scenario, left)
    mine = 1 / (1 + exp(-max(-30.0, min(30.0, over / (1.0 + 1.1 * left**0.7)))))
    return mine if side == first else 1 - mine


def par(g: Moscow, scenario: str, left: float) -> float:
    """The expected VP with which either side may win: at the end the border of victory, at the start what the set-up
    promises."""
    border, turns = g.scenarios[scenario].threshold - 0.5, g.scenarios[scenario].turns
    return border + (promise(g, scenario) - border) * min(1.0, left / turns)


@cache
def promise(g: Moscow, scenario: str) -> float:
    """The VP that the attacker can expect at the start."""
    return expected_points(g, g.new(scenario), g.scenarios[scenario].turns)


def time_left(g: Moscow, s: Position) -> float:
    """The turns left, with the rest of this one counted by the markers that are still to be played."""
    markers = sum(markers_left(g, s, Side(side)) for side in range(2))
    played = markers + bool(s.sequence)
    whole = max(played, len(g.scenarios[s.scenario].marker))
    return g.scenarios[s.scenario].turns - s.turn + played / whole


def expected_points(g: Moscow, s: Position, left: float) -> float:
    """The VP that the attacker can expect at the end."""
    side = attacker(g, s)
    points = s.points + (strength(g, s, side) - strength(g, s, Side(1 - side))) * min(1.0, SPENT + left / LONG)
    good, mine = supplied_control(g, s), controlled(s, side)
    for hex_, value in chart_of(g).prizes[s.scenario].items():
        if good >> hex_ & 1:
            points += value * (1 - RETAKEN * taken(g, s, Side(1 - side), hex_, left))
        elif mine >> hex_ & 1:
            points += value * RELIEVED * min(1.0, left)
        else:
            points += value * GAINED * taken(g, s, side, hex_, left)
    return points


def strength(g: Moscow, s: Position, side: Side) -> float:
    """The worth of a side's units, in VP."""
    total: float = 0.0
    weak = s.disrupted | s.oos | s.emergency
    for unit in units_in(g.combat & g.side_units[side]):
        if s.place[unit] >= 0 or s.place[unit] == DUE:
            steps = s.steps[unit]
            value: float = (g.attack[unit][steps] + g.defence[unit][steps]) / 2 * g.printed_er[unit][steps] / 6
            total += WORTH * value * (DISRUPTED if weak >> unit & 1 else 1.0)
    return total


def taken(g: Moscow, s: Position, side: Side, hex_: Hex, left: float) -> float:
    """The chance that a side takes a hex from the enemy with the time that is left."""
    roads, moves = chart_of(g).roads, PACE * left
    force: float = 0.0
    guard: float = WATCH
    for unit in units_in(g.combat & ~g.guns & s.placed):
        far = roads[g.side[unit]].toward(1 << hex_, class_of(g, 1 << unit))[s.place[unit]]
        steps = s.steps[unit]
        if g.side[unit] == side:
            force += g.attack[unit][steps] * arrival(far, moves)
        else:
            guard += g.defence[unit][steps] * NEAR / (NEAR + far)
    odds: float = (force / (ODDS * guard)) ** 1.5
    return min(1.0, left) * odds / (1 + odds)


def arrival(far: float, moves: float) -> float:
    """The chance of coming as far with the operations that are left."""
    return 1 / (1 + exp(max(-30.0, min(30.0, 2.0 * (far / STRIDE - moves)))))
