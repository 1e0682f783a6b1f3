"""The weights of the scripted players of Velikye Luki, in VP."""

from __future__ import annotations

from typing import Final, NamedTuple

from stavka.agents.tables import Table


class Weights(NamedTuple):
    # -- what is lost
    soviet_cf: float = 0.025  # a CF that the Soviet side loses
    german_cf: float = 0.05  # a CF that the German side loses
    last_step: float = 0.08  # a unit that is gone
    isolated: float = 0.03  # a CF that is cut off from supply
    # -- ground
    lasting: float = 0.85  # the share of a turn's gain that the next turn brings again
    access: float = 0.6  # share of an objective's worth that the last open step to it is worth
    reach: float = 9.0  # distance in hexes over open ground from which an objective is no longer near
    siege: float = 0.5  # share of an objective's worth that the steps of its garrison are worth to the besieger
    ring: float = 0.5  # share of the worth of a closed ring that one with its last gap open is worth
    reopened: float = 0.4  # chance that a stack by the railway is driven off before the next scoring
    ground: float = 0.05  # a hex from which the enemy is driven
    # -- activity
    ap: float = 0.05  # value of an AP elsewhere
    # -- places
    pull: float = 0.03  # value of an MP nearer to the mission of a group
    body: float = 34.0  # the CFs for which that holds; it grows with the root of the strength
    stray: float = 0.08  # a move of the way there, when it is decided who is set to what
    cover: float = 0.03  # a DRM of terrain, near the enemy
    menaced: float = 0.35  # chance that the enemy makes an attack that is possible
    coming: float = 0.25  # share of what an attack from a place would bring, for units that may attack later
    crowd: float = 0.02  # a unit that is there already, unless it belongs there
    mate: float = 0.02  # value of a unit of the same formation in the hex
    arms: float = 0.04  # tanks with rifle regiments
    # -- emphasis: factors of what is worth going for
    to_goals: float = 1.0
    to_railway: float = 1.0
    to_ring: float = 1.0  # shutting the city in, or keeping it open
    to_city: float = 1.0  # the siege of the city
    # -- added later; 0 keeps the old behaviour
    regain: float = 0.0  # share of an empty Soviet objective's value that German units near it cost
    besiege: float = 0.0  # as `siege`, for a Soviet garrison
    undo: float = 0.0  # the least gain of a move back to where a unit came from


SOVIET_WEIGHTS: Final = Weights(ap=0.09, pull=0.06, mate=0.06)
GERMAN_WEIGHTS: Final = Weights(body=10.0)

SCRIPTED_1: Final[Table] = {
    ("soviet", "cut-the-line"): SOVIET_WEIGHTS,
    ("german", "cut-the-line"): GERMAN_WEIGHTS,
    ("soviet", "campaign"): SOVIET_WEIGHTS,
    ("german", "campaign"): GERMAN_WEIGHTS,
}
"""The weights of the frozen script. They never change."""
LINE: Final = {
    "access": 0.37,
    "lasting": 0.84,
    "ring": 0.66,
    "ap": 0.074,
    "pull": 0.038,
    "arms": 0.046,
    "to_goals": 0.91,
    "to_railway": 1.05,
    "to_ring": 1.05,
    "besiege": 0.51,
}
"""An objective counts for less until it is taken, an AP and a gap in the ring for more."""
SCRIPTED: Final[Table] = {
    **{key: weights._replace(regain=0.6, undo=0.1) for key, weights in SCRIPTED_1.items()},
    ("german", "cut-the-line"): GERMAN_WEIGHTS._replace(regain=0.6, undo=0.1, **LINE),
    ("german", "campaign"): GERMAN_WEIGHTS._replace(regain=0.6, undo=0.1, besiege=0.5),
}
"""The weights of the script."""
