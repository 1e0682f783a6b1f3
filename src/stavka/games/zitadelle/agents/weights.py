"""The weights of the scripted players of Zitadelle. Those that are values, not shares or chances, are in German VP."""

from __future__ import annotations

from typing import Final, NamedTuple

from stavka.agents.tables import Table


class Weights(NamedTuple):
    # -- what a step is worth, to either side
    german_step: float = 1.0  # value of a German step, in VP
    german_strength: float = 0.12  # a point of combat strength, while there are turns left
    soviet_step: float = 0.12
    soviet_strength: float = 0.08
    at_strength: float = 0.05
    last_step: float = 0.15  # a unit that is gone: the morale of its formation falls
    disrupted: float = 0.25  # a unit that is disrupted and retreats
    # -- ground
    ground: float = 0.15  # a hex from which the enemy is driven
    progress: float = 0.5  # share of the VP that a German spearhead can hope for from there
    breach: float = 0.5  # as `progress`, if no other unit bars the way on
    prize: float = 0.6  # share of the value of a victory hex that taking it is worth
    pull: float = 0.05  # a Movement Point nearer to the goal, for a German unit
    foot_pull: float = 0.02  # as `pull`, for German foot units
    advance: float = 0.5  # preference for a German advance after combat, and once more if it is into works
    # -- exchanges
    coming: float = 0.7  # share of what an assault of the next turn is worth now
    reinforced: float = 0.5  # chance that the enemy reinforces a hex before it is attacked
    least_attack: float = 0.25  # a group is brought up if that is worth more than this
    effort: float = 0.06  # value of a unit elsewhere
    left_out: float = 0.8  # a hex that must be attacked and is left for another assault to include
    # -- holding
    guard: float = 0.5  # share of the value of a victory hex that a garrison is worth
    refuge: float = 0.35  # a Soviet unit in a town or works near the enemy
    exposed: float = 0.3  # a Soviet unit in the open that the enemy could force to attack
    forced: float = 0.35  # chance that the enemy moves next to a German stack to make it attack
    crowd: float = 0.12  # each unit that is there or next to it already
    hot: float = 0.04  # a Movement Point nearer to where the enemy is breaking through
    # -- added later; 0 keeps the old behaviour
    undo: float = 0.0  # the least gain of a move back to where a unit came from


GERMAN_WEIGHTS: Final = Weights(ground=0.05, effort=0.05, least_attack=1.0, progress=0.3, breach=1.2, forced=0.5)
SOVIET_WEIGHTS: Final = Weights()

SCRIPTED_1: Final[Table] = {("german", "campaign"): GERMAN_WEIGHTS, ("soviet", "campaign"): SOVIET_WEIGHTS}
"""The weights of the frozen script. They never change."""
SCRIPTED: Final[Table] = {
    ("german", "campaign"): GERMAN_WEIGHTS._replace(undo=0.1),
    ("soviet", "campaign"): SOVIET_WEIGHTS._replace(
        german_step=3.3,
        at_strength=0.037,
        last_step=0.22,
        disrupted=0.19,
        prize=0.58,
        least_attack=0.16,
        exposed=0.17,
    ),
}
"""The weights of the script. The Soviet side hunts German steps: they decide the campaign."""
