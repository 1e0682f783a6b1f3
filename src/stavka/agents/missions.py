"""Missions for the groups of a side, for any game: tasks with places, weight and need, shared out by distance."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from stavka.agents.fields import Field, Roads


class Mission(NamedTuple):
    """A task in some hexes."""

    hexes: int
    weight: float
    """The value of the mission, in VP, if all the strength that it needs is there."""
    need: int
    """The strength that the mission needs."""

    def field(self, roads: Roads, kind: int) -> Field:
        return roads.toward(self.hexes, kind)


class Body(NamedTuple):
    """Units that move together."""

    units: int
    here: int
    kind: int
    """The class of movement of the units."""
    strength: int
    pace: int = 1
    """How far a move takes the units along their way."""


def assign(
    roads: Roads, missions: Sequence[Mission], bodies: Sequence[Body], pull: float, waste: float = 0.0
) -> dict[int, Mission]:
    """Give each body (by its units) a mission. The body that contributes most chooses first, and a mission whose need
    is met attracts no others.

    pull: the cost of one move's length of the way. waste: the value elsewhere of strength beyond the need."""
    if not missions:
        return {}
    filled = [0] * len(missions)
    found: dict[int, Mission] = {}
    far: dict[int, list[Field]] = {}
    for body in bodies:
        if body.kind not in far:
            far[body.kind] = [mission.field(roads, body.kind) for mission in missions]
    ways = [[pull * (field[body.here] / body.pace) for field in far[body.kind]] for body in bodies]

    wants = [(i, mission.weight, mission.need) for i, mission in enumerate(missions)]

    def wish(one: int) -> tuple[float, int]:
        """The best mission for a body while the others keep theirs, and its value."""
        brought, way = bodies[one].strength, ways[one]
        best, at = -inf, 0
        for i, weight, need in wants:
            lacking = need - filled[i]
            used = (brought if brought < lacking else lacking) if lacking > 0 else 0
            worth = weight * used / need - waste * (brought - used) - way[i]
            if worth > best:
                best, at = worth, i
        return best, -at

    left = list(range(len(bodies)))
    wishes = [wish(one) for one in left]
    while left:
        one = max(left, key=lambda each: (wishes[each], -bodies[each].units))
        left.remove(one)
        i = -wishes[one][1]
        filled[i] += bodies[one].strength
        found[bodies[one].units] = missions[i]
        for other in left:
            if wishes[other][1] == -i:
                wishes[other] = wish(other)
    return found
