"""The value of a position of Traces of War: the Soviets' chance to win, from the VP that can be expected."""

from __future__ import annotations

from math import comb, exp
from typing import TYPE_CHECKING, Final, NamedTuple

from stavka.engine.kinds import Side, hexes_in, units_in
from stavka.games.traces.agents.sense import Sense
from stavka.games.traces.agents.weights import Weights
from stavka.games.traces.rules import c13_victory as victory
from stavka.games.traces.state import AXIS, SOVIET, Position

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces

PLAIN: Final = Weights()
FULL_CUP: Final = 6
"""Soviet chits of a turn."""
MOVES_A_TURN: Final = 1.3
"""The approximate number of activations of a Soviet unit in a turn."""
STRIDE: Final = 4.5
"""The distance that it covers each time, with the enemy in its way."""
FALL: Final = 0.4
"""How often a Soviet activation attacks a city that it could attack."""
LATER: Final = 3
"""Soviet activations of later turns that are counted: the Axis can do something about the others."""


HOPES: Final = {
    (SOVIET, "race"): (1.0, 0.5, 0.12),
    (AXIS, "race"): (1.0,),
    (SOVIET, "campaign"): (0.25,),
    (AXIS, "campaign"): (0.25,),
}
"""The weight of the fall of a city under an order for each side, by the number of turns after this one. In scripted
games a city that may fall does so if there is no time left to save it, and otherwise hardly ever; but the Axis, which
has to save it, should not rely on that in the Race."""


class Course(NamedTuple):
    """The growth of Soviet VP in the Race: the share of the possible VP that is won, and the gain of a turn."""

    units: float  # share of the VP for units that may still cross the river
    crossings: float  # share of the VP for Crossing Points that may still be taken
    away: float  # less for each hex that a unit is away from the river
    start: float
    turn: float  # VP for each turn that is left
    soviet_steps: float  # VP more for each Soviet step and turn that is left
    axis_steps: float  # VP less for each Axis step and turn that is left
    doubt: float  # how much may still change: the scale of a logistic curve, in VP
    doubt_a_turn: float


COURSES: Final = {
    SOVIET: Course(0.7, 0.6, 0.006, 1.9, 14.9, 0.02, 0.15, 3.0, 0.5),
    AXIS: Course(0.45, 0.75, 0.0, -0.6, 6.6, 0.08, 0.17, 6.0, 3.0),
}
"""The course for each side: from 32 Races of its script, half of them against the script, half against the frozen one.
These differ by 15 to 30 VP, since only today's Axis holds the river, so there is much doubt."""
FAR: Final = 40
"""Hexes from the river that are counted at most."""


def soviet_chance(g: Traces, s: Position, side: Side) -> float:
    """The Soviets' chance to win, as a side sees it."""
    if s.result:
        return 1.0 if s.result.startswith("soviet") else 0.0
    sense = Sense(g, s, AXIS, PLAIN)
    moves = turns_left(g, s)
    if sense.race:
        course = COURSES[side]
        points, scale = race_points(sense, moves, course), course.doubt + course.doubt_a_turn * moves
    else:
        points, scale = campaign_points(sense, moves), 4.0 + 1.5 * moves
    over = points - s.threshold / 4
    by_points = 1 / (1 + exp(-max(-30.0, min(30.0, over / scale))))
    hopes = HOPES[side, "race" if sense.race else "campaign"]
    falls = hopes[min(g.scenario(s).turns - s.turn, len(hopes) - 1)] * fall_chance(sense)
    return falls + (1 - falls) * by_points


def soviet_points(g: Traces, s: Position, side: Side) -> float:
    """The Soviet VP that can be expected at the end, as a side sees it."""
    if s.result:
        return victory.total(g, s) / 4
    sense = Sense(g, s, AXIS, PLAIN)
    moves = turns_left(g, s)
    return race_points(sense, moves, COURSES[side]) if sense.race else campaign_points(sense, moves)


def turns_left(g: Traces, s: Position) -> float:
    """The number of turns left, with the rest of this one counted by the Soviet chits in the cup."""
    return g.scenario(s).turns - s.turn + chits_left(g, s) / FULL_CUP


def chits_left(g: Traces, s: Position) -> int:
    """The number of Soviet chits left to be drawn in this turn."""
    if not sum(s.cup) and s.stack[-1].step in ("luftwaffe", "select_chits", "choose_hq"):
        return FULL_CUP
    return sum(s.cup[kind] for kind in g.chit_kinds[SOVIET])


def fall_chance(sense: Sense) -> float:
    """The chance that a city under an order falls soon."""
    s = sense.s
    safe = 1.0
    attacks = expected_attacks(sense)
    for city in hexes_in(s.orders & ~s.cities):
        if sense.threat(city) or sense.is_open(city):
            defence, steps = sense.defence_at(city), sense.steps_at(city)
            safe *= 1 - sum(share * sense.fall_chance(city, defence, steps, n) for n, share in attacks)
    return 1 - safe


def expected_attacks(sense: Sense) -> list[tuple[int, float]]:
    """Numbers of attacks on a city that can be attacked, each with its share: every activation is one with the same
    chance."""
    left = chits_left(sense.g, sense.s) + (0 if sense.last_turn else LATER)
    return [(n, comb(left, n) * FALL**n * (1 - FALL) ** (left - n)) for n in range(1, left + 1)]


def arrival(away: float, moves: float) -> float:
    """The chance of reaching something at a distance with the activations that are left."""
    return 1 / (1 + exp(max(-30.0, min(30.0, 1.6 * (away / STRIDE - moves)))))


def race_points(sense: Sense, turns: float, course: Course) -> float:
    g, s, vp = sense.g, sense.s, sense.scenario.vp
    moves = MOVES_A_TURN * turns
    points = victory.total(g, s) / 4 + course.start + course.turn * turns
    to_bank = sense.chart.around(sense.chart.bank)
    for unit in units_in(g.side_units[SOVIET] & g.combat_units):
        hex_ = s.place[unit]
        if hex_ >= 0:
            if not g.west_bank >> hex_ & 1:
                full = vp.mechanised_supplied if g.mechanised >> unit & 1 else vp.other_supplied
                points += full / 4 * course.units * arrival(to_bank[hex_], moves) - course.away * min(
                    FAR, to_bank[hex_]
                )
            points += course.soviet_steps * turns * s.steps[unit]
    for hex_ in hexes_in(g.crossings & ~s.crossings):
        away = sense.from_foe[hex_] + (STRIDE if s.occupied[AXIS] >> hex_ & 1 else 0)
        points += vp.crossing / 4 * course.crossings * arrival(away, moves)
    for unit in units_in(g.side_units[AXIS] & g.combat_units):
        if s.place[unit] >= 0:
            points -= course.axis_steps * turns * s.steps[unit]
    unsupplied = s.oos | s.isolated
    points -= 0.2 * turns * (unsupplied & g.side_units[SOVIET]).bit_count()
    return points + 0.2 * turns * (unsupplied & g.side_units[AXIS]).bit_count()


def campaign_points(sense: Sense, turns: float) -> float:
    g, s, vp = sense.g, sense.s, sense.scenario.vp
    last = s.turn >= sense.scenario.turns
    pace = min(1.0, turns / 2)
    points = victory.total(g, s, final=last) / 4 + 3.7 * turns - 3.0 * pace + 0.3 * pace * (51 + 6 * turns)
    unsupplied = s.oos | s.isolated
    for unit in units_in(g.side_units[AXIS] & g.combat_units):
        if s.place[unit] < 0:
            continue
        bit = 1 << unit
        points -= 0.3 * pace * s.steps[unit]
        worth = (vp.panzer if g.panzers & bit else vp.german if g.germans & bit else 1) / 4
        if s.steps[unit] < g.full_steps[unit]:
            points += 0.35 * worth * pace
        if unsupplied & bit:
            points += 0.35 * worth * pace
    for unit in units_in(g.side_units[SOVIET] & g.combat_units):
        if s.place[unit] >= 0:
            points += 0.12 * pace * (s.steps[unit] - 2 * (unsupplied >> unit & 1))
    for hex_ in g.grid.bits(s.occupied[AXIS]):
        column = sense.column_against(hex_, sense.defence_at(hex_))
        if column >= 0:
            caught = min(sense.escape(hex_, sense.enemy_zoc, AXIS)) > 0
            points += pace * (0.08 + 0.12 * caught) * sense.chart.severity[column]
    moves = MOVES_A_TURN * turns
    for city in hexes_in(g.major_cities & ~s.cities):
        away = sense.from_foe[city] + (STRIDE if s.occupied[AXIS] >> city & 1 else 0)
        points += vp.major_city / 4 * 0.6 * arrival(away, moves)
    return points
