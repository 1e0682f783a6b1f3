"""The weights of the players of Traces of War: a frozen table, and a tuned one."""

from __future__ import annotations

from typing import Final, NamedTuple

from stavka.agents.tables import Table


class Weights(NamedTuple):
    """The weights. Values are in VP, distances in hexes."""

    # -- both sides
    least_attack: float = 0.1  # an attack is made if it is worth more than this
    effort: float = 0.03  # value of a point of attack strength elsewhere
    own_step: float = 0.6  # an own step lost in an attack
    strength: float = 0.25  # a point of strength
    race_kill: float = 0.4  # the last step of a unit in the Race
    ground: float = 0.8  # a hex taken
    crossing_ground: float = 5.0  # a Crossing Point taken in the Race
    bank_ground: float = 1.0  # a hex west of the Dnipro taken in the Race
    hq_distance: float = 3.0  # preferred distance of an HQ from the enemy
    hq_middle: float = 0.5  # per hex between an HQ and the middle of its sector
    hq_pull: float = 0.5  # per hex between a Soviet HQ and the goals
    from_hq: float = 0.8  # per hex beyond Command Range
    combat_first: float = 0.7  # attacks without moving are preferred if they are worth this share of the others
    # -- Soviet
    crowd: float = 8.0  # units around a goal beyond which the others look elsewhere
    cut_off: float = 3.0  # a hex without a Supply Line
    race_cut_off: float = 1.0  # as `cut_off`, in the Race after Turn 2
    across: float = 1.0  # factor for being west of the Dnipro, see ACROSS
    touch: float = 0.5  # a hex in an enemy ZOC
    stacked: float = 0.2  # each unit that is there already
    advance: float = 1.0  # preference for advancing after combat
    city_goal: float = 6.0  # handicaps of goals, in hexes
    major_goal: float = 0.0
    order_goal: float = 0.0
    crossing_goal: float = 3.0
    bank_goal: float = 0.0
    # -- Axis
    danger: float = 1.2
    line: float = 0.35
    cover: float = 0.7
    gap: float = 0.15
    secure: float = 1.0
    pocket: float = 0.8
    price: float = 0.3
    unsupplied: float = 2.0
    hold_crossing: float = 1.0
    alarm: float = 12.0  # the urgency of an activation that is worth an Interrupt
    watch_crossings: float = 14.0  # distance of the enemy within which a Crossing Point gets a garrison
    siege: float = 1.0  # attacks that the garrison of a city under an order should stand
    river: float = 0.0  # a passage of the Dnipro shut in the Race; 0: the line is where the enemy is
    # -- the Axis line
    line_near: float = 3.0  # best distance of a line from the enemy
    line_nearer: float = 0.25
    line_further: float = 0.12
    line_insecure: float = 0.5
    line_terrain: float = 0.15
    line_held: float = 0.25
    line_order: float = 0.6
    line_river: float = 1.0


SCRIPTED_1: Final[dict[tuple[str, str], Weights]] = {
    ("soviet", "race"): Weights(least_attack=1.0, touch=0.0, major_goal=3.0, order_goal=1.0, crossing_goal=0.0),
    ("soviet", "campaign"): Weights(least_attack=1.0),
    ("axis", "race"): Weights(least_attack=0.2, hq_distance=7.0, from_hq=0.4, combat_first=1.0),
    ("axis", "campaign"): Weights(
        least_attack=0.2, hq_distance=7.0, from_hq=0.4, combat_first=1.0, hold_crossing=0.3, watch_crossings=8.0
    ),
}
"""The weights of the frozen script. They never change."""
SCRIPTED: Final[Table] = {
    **SCRIPTED_1,
    ("soviet", "race"): SCRIPTED_1["soviet", "race"]._replace(
        hq_distance=2.5,
        hq_pull=0.8,
        from_hq=0.9,
        combat_first=0.9,
        crowd=5.5,
        race_cut_off=0.75,
        touch=-0.3,
        stacked=0.15,
        major_goal=6.0,
        order_goal=5.0,
        crossing_goal=-2.5,
        bank_goal=-5.0,
    ),
    ("axis", "race"): SCRIPTED_1["axis", "race"]._replace(siege=2.0, river=5.0, line=1.0),
    ("axis", "campaign"): SCRIPTED_1["axis", "campaign"]._replace(
        ground=0.65, danger=0.65, line=0.42, cover=1.15, gap=0.11, unsupplied=2.6, alarm=10.0, line_near=4.4
    ),
}
"""The weights of the script and of the planner: `studies/tuning.py` found those of the Soviets in the Race and of the
Axis in the Campaign (docs/opponent.md)."""
