"""What the groups of a side are set to, for any game: tasks with places, weight and need, shared out by distance."""

from __future__ import annotations

from collections.abc import Sequence
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
    filled = [0] * len(missions)
    far = [[mission.field(roads, kind) for kind in range(roads.kinds)] for mission in missions]
    left = list(bodies)
    found: dict[int, Mission] = {}

    def worth(body: Body, i: int) -> float:
        mission = missions[i]
        before, after = min(filled[i], mission.need), min(filled[i] + body.strength, mission.need)
        idle = waste * (body.strength - after + before)
        moves = far[i][body.kind][body.here] / body.pace
        return mission.weight * (after - before) / mission.need - idle - pull * moves

    if not missions:
        return found
    every = range(len(missions))
    wishes = {body: max((worth(body, i), -i) for i in every) for body in left}
    while left:
        body = max(left, key=lambda one: (wishes[one], -one.units))
        left.remove(body)
        i = -wishes[body][1]
        filled[i] += body.strength
        found[body.units] = missions[i]
        for other in left:
            if wishes[other][1] == -i:
                wishes[other] = max((worth(other, j), -j) for j in every)
    return found
