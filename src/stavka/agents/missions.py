"""What the groups of a side are set to, for any game: tasks with places, weight and need, shared out by distance."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from stavka.agents.fields import Field, Roads


class Mission(NamedTuple):
    """Something to be done somewhere."""

    hexes: int
    weight: float
    """VPs if all is there that is needed."""
    need: int
    """How much strength that is."""

    def field(self, roads: Roads, kind: int) -> Field:
        return roads.toward(self.hexes, kind)


class Body(NamedTuple):
    """Units that go together."""

    units: int
    here: int
    kind: int
    """The class of movement."""
    strength: int
    pace: int = 1
    """How much of the way a move takes."""


def assign(
    roads: Roads, missions: Sequence[Mission], bodies: Sequence[Body], pull: float, waste: float = 0.0
) -> dict[int, Mission]:
    """A mission for each body (by its units): whoever brings most goes first; a need that is met calls nobody else.

    pull: what a move of the way costs. waste: what strength beyond the need could do elsewhere."""
    if not missions:
        return {}
    filled = [0] * len(missions)
    found: dict[int, Mission] = {}
    far: dict[int, list[Field]] = {}
    for body in bodies:
        if body.kind not in far:
            far[body.kind] = [mission.field(roads, body.kind) for mission in missions]
    ways = [[pull * (field[body.here] / body.pace) for field in far[body.kind]] for body in bodies]

    def wish(one: int) -> tuple[float, int]:
        """What a body is best set to as the others are, and how much that is worth."""
        brought, way = bodies[one].strength, ways[one]
        best, at = -inf, 0
        for i, (mission, there) in enumerate(zip(missions, filled, strict=True)):
            need = mission.need
            before, after = min(there, need), min(there + brought, need)
            idle = waste * (brought - after + before)
            worth = mission.weight * (after - before) / need - idle - way[i]
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
