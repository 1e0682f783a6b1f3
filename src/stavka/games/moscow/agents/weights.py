"""The weights of the scripted players of Roads to Moscow, in VP."""

from __future__ import annotations

from typing import Final, NamedTuple

from stavka.agents.tables import Table


class Weights(NamedTuple):
    # -- what is lost
    strength: float = 0.10  # a point of attack or defence strength, the mean of both
    last_step: float = 0.10  # a unit that is gone
    gun: float = 0.35  # an artillery unit
    hq: float = 0.60  # an HQ
    disrupted: float = 0.12  # share of its worth that a unit loses by Disruption
    fired: float = 0.02  # a point of support that is used up for this turn
    flown: float = 0.10  # an air unit that is used up for this turn
    command: float = 0.08  # an HQ or Leader whose CP are used up for this turn
    leader: float = 0.20  # a Leader who may be lost with a red result
    # -- ground
    keep: float = 0.75  # share of an objective's value that taking it is worth
    watched: float = 0.4  # as `keep`, for an objective next to the hex that is taken
    lifeline: float = 0.35  # share of the VP of objectives whose supply an enemy bars
    ground: float = 0.20  # a hex from which the enemy is driven
    progress: float = 0.04  # an MP nearer to an objective, for units that take a hex
    repulse: float = 0.15  # having to retreat after an attack
    least_attack: float = 0.10  # least value of an attack
    effort: float = 0.02  # least gain from a unit that is brought up to an attack
    # -- places
    pull: float = 0.05  # value of an MP nearer to the mission of a unit
    stray: float = 0.06  # the same when tasks are shared out
    cover: float = 0.06  # a DRM of terrain or works, near the enemy
    hold: float = 0.5  # share of an objective's value that standing in it is worth, near the enemy
    menaced: float = 0.30  # chance that the enemy makes an attack that is possible
    siege: float = 0.35  # share of the value of driving an enemy out that units adjacent to it in strength have
    crowd: float = 0.01  # a stacking point that is there already
    starve: float = 0.15  # a hex too far from supply
    guard: float = 1.0  # share of an objective's value that guarding it calls for
    # -- operations
    moved: float = 1.0  # weight of better places compared with attacks, when a sequence is chosen
    tempo: float = 0.15  # cost of keeping an AM back


ATTACKER_WEIGHTS: Final = Weights(pull=0.08, menaced=0.12, least_attack=0.04, stray=0.12, lifeline=0.5)
"""The weights of a side that has objectives to take."""
DEFENDER_WEIGHTS: Final = Weights(siege=0.1)
"""The weights of a side that has to keep them."""

SCRIPTED_1: Final[Table] = {
    ("german", "mtsensk"): ATTACKER_WEIGHTS,
    ("soviet", "mtsensk"): DEFENDER_WEIGHTS,
    ("german", "tula"): ATTACKER_WEIGHTS,
    ("soviet", "tula"): DEFENDER_WEIGHTS,
    ("german", "artemki"): ATTACKER_WEIGHTS,
    ("soviet", "artemki"): ATTACKER_WEIGHTS,
    ("german", "borodino"): ATTACKER_WEIGHTS,
    ("soviet", "borodino"): DEFENDER_WEIGHTS,
}
"""The weights of the frozen script. They never change."""
CAREFUL: Final = {"strength": 0.2, "last_step": 0.2, "repulse": 0.3, "least_attack": 0.25, "menaced": 0.5}
"""Units are worth twice as much, and an attack must promise more: the frozen script is too bold on either side."""
GERMAN_CHANGES: Final = {
    "gun": 0.42,
    "leader": 0.22,
    "keep": 0.47,
    "progress": 0.048,
    "cover": 0.07,
    "guard": 1.18,
    "tempo": 0.17,
}
"""Objectives are guarded more and their capture alone counts less; guns are worth more."""
SOVIET_CHANGES: Final = {
    "disrupted": 0.085,
    "fired": 0.017,
    "flown": 0.115,
    "keep": 0.60,
    "watched": 0.49,
    "progress": 0.035,
    "cover": 0.076,
    "siege": 0.11,
    "crowd": 0.0072,
    "moved": 1.21,
}
"""Good ground and good places count more, Disruption less."""
GERMAN_ATTACK: Final = ATTACKER_WEIGHTS._replace(**GERMAN_CHANGES, repulse=0.12, menaced=0.083)
SCRIPTED: Final[Table] = {
    **SCRIPTED_1,
    ("german", "mtsensk"): ATTACKER_WEIGHTS._replace(**CAREFUL | GERMAN_CHANGES | {"repulse": 0.24, "menaced": 0.34}),
    ("soviet", "mtsensk"): DEFENDER_WEIGHTS._replace(
        **CAREFUL | SOVIET_CHANGES | {"last_step": 0.19, "repulse": 0.31, "menaced": 0.65}
    ),
    ("german", "tula"): GERMAN_ATTACK,
    ("soviet", "tula"): DEFENDER_WEIGHTS._replace(**SOVIET_CHANGES, menaced=0.39),
    ("german", "artemki"): GERMAN_ATTACK,
}
"""The weights of the script. `studies/tuning.py` checked what differs from the frozen script (docs/opponent.md)."""
