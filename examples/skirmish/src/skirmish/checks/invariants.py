"""Invariants of every position, for any players. `Watch` reads plain columns and calls no rule code."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Final

from skirmish.rules.c06_reinforcements import Planning
from skirmish.state import COMING, ELIMINATED, NORTH, PLACE_NAMES, SIDES, SOUTH, Position, from_json
from stavka.assurance.watch import UnitWatch, derived_faults
from stavka.engine.kinds import Unit

if TYPE_CHECKING:
    from skirmish.game import Skirmish


class Watch(UnitWatch[Position]):
    """Follows a game from its beginning, and reports faults after every pick (`faults`)."""

    longest: Final = 10_000
    kept = ("turn", "phasing")

    def __init__(self, g: Skirmish, s: Position) -> None:
        super().__init__()
        self.g = g

    def faults(self, s: Position) -> Iterator[str]:
        last, changed = self.last, self.changed(s)
        yield from unit_faults(self.g, s, changed)
        for hex_, units in self.at.items():
            if units.bit_count() > 2:
                yield f"there are more than two units in {self.g.grid.number(hex_)}"
            if all(units & own for own in self.g.side_units):
                yield f"both sides are in {self.g.grid.number(hex_)}"
        if last is not None:
            if (s.turn, s.phasing) < (last.turn, last.phasing):
                yield "a player turn came back"
            for unit in changed:
                if s.steps[unit] > last.steps[unit]:
                    yield f"{self.g.unit_ids[unit]} has gained a step"
        if s.turn and not all(s.plans):
            yield "a side has no plan"
        self.remember(s)

    def deep_faults(self, s: Position) -> Iterator[str]:
        yield from derived_faults(s, from_json(self.g, s.to_json()), ("at", "occupied"))


def unit_faults(g: Skirmish, s: Position, changed: list[Unit]) -> Iterator[str]:
    for unit in changed:
        place, steps, name = s.place[unit], s.steps[unit], g.unit_ids[unit]
        if place < 0 and place not in PLACE_NAMES:
            yield f"{name} is at {place}, which is not a place"
        if place >= 0 and not 1 <= steps <= 2:
            yield f"{name} is on the map with {steps} steps"
        if place == ELIMINATED and steps:
            yield f"{name} is eliminated with {steps} steps"
        if place == COMING and steps != 2:
            yield f"{name} is still to come with {steps} steps"


def shuffled(g: Skirmish, s: Position, seat: int | None, rng: Random) -> Position:
    """A copy of the position with other plans where a seat (None: an onlooker) cannot know them."""
    other = s.clone()
    for side in SIDES:
        if side == seat or s.announced >> side & 1:
            continue
        if s.turn:
            other.plans[side] = rng.choice((NORTH, SOUTH))
        for frame in other.stack:
            if isinstance(frame, Planning) and frame.choices[side]:
                frame.choices[side] = rng.choice((NORTH, SOUTH))
    return other
