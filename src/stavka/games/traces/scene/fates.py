"""The fate of the defenders: a result of the CRT carried out to the end of their retreat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from stavka.engine.kinds import Unit, units_in
from stavka.engine.offer import Offer, Pick
from stavka.games.traces.game import Traces
from stavka.games.traces.rules.c02_components.headquarters import Relocating
from stavka.games.traces.rules.c10_combat.attacks import EndingCombat, TakingLosses
from stavka.games.traces.rules.c10_combat.frames import Retreating
from stavka.games.traces.state import Position
from stavka.hexes import Hex
from stavka.scenes.consequences import Measures, Plan, expected


class Fate(NamedTuple):
    """The cost of a result to the defenders, if their owner loses as little as possible."""

    steps: int = 0
    in_zones: int = 0  # of these, the steps lost in enemy ZOCs on the way
    stranded: tuple[Unit, ...] = ()  # units that have no way to retreat
    eliminated: tuple[Unit, ...] = ()  # the other units that are eliminated
    relocated: tuple[Unit, ...] = ()  # HQs


class Fates:
    """The fates of the units in a hex, each worked out once."""

    def __init__(self, g: Traces, s: Position, target: Hex) -> None:
        self.g, self.s, self.target = g, s, target
        self.units = tuple(units_in(s.at[target]))
        self.side = g.side[self.units[0]]
        self.plan = Plan(g, lambda after: len(after.stack) == 1, self.measure, self.key, tried)
        self.known: dict[tuple[int, int], Fate] = {(0, 0): Fate()}

    def of(self, losses: int, retreat: int) -> Fate:
        """The fate of the units if they lose a number of steps and then retreat a number of hexes."""
        if (losses, retreat) not in self.known:
            self.known[losses, retreat] = self.found(losses, retreat)
        return self.known[losses, retreat]

    def found(self, losses: int, retreat: int) -> Fate:
        start, defenders = self.s.clone(), self.s.at[self.target]
        start.stack, start.events = [EndingCombat()], []
        if retreat:
            start.stack.append(Retreating(self.target, defenders, length=retreat))
        if losses:
            start.stack.append(TakingLosses(self.side, defenders, steps=losses))
        _, _, steps, in_zones, *ends = expected(self.plan, start)
        groups: dict[int, list[Unit]] = {}
        for unit, end in zip(self.units, ends, strict=True):
            groups.setdefault(int(end), []).append(unit)
        stranded, eliminated, relocated = (tuple(groups.get(end, ())) for end in (STRANDED, ELIMINATED, RELOCATED))
        return Fate(int(steps), int(in_zones), stranded, eliminated, relocated)

    def measure(self, after: Position) -> Measures:
        """Measure the losses of each side, counting an HQ that has to relocate as a step; then steps, steps lost in
        EZOCs, and the end of each unit."""
        told = after.events or []
        ends = {event.values["unit"]: ENDS[event.name] for event in told if event.name in ENDS}
        steps = sum(self.s.steps[unit] - after.steps[unit] for unit in self.units if not self.g.hq_units >> unit & 1)
        cost = [0, 0]
        cost[self.side] = steps + after.relocations[self.side] - self.s.relocations[self.side]
        stranded = {event.values["unit"] for event in told if event.name == "no retreat"}
        ends |= {unit: STRANDED for unit in stranded if ends.get(unit) == ELIMINATED}
        in_zones = sum(event.name == "retreat loss" for event in told)
        return (*cost, steps, in_zones, *(ends.get(unit, ALIVE) for unit in self.units))

    def key(self, after: Position) -> object:
        told = [event for event in after.events or () if event.name == "retreat loss" or event.name in ENDS]
        return str(after.stack), tuple((after.place[unit], after.steps[unit]) for unit in self.units), len(told)


ALIVE, ELIMINATED, STRANDED, RELOCATED = range(4)
ENDS = {"eliminated": ELIMINATED, "relocation": RELOCATED}


def tried(s: Position, offer: Offer) -> Iterable[Pick]:
    """The picks worth trying: only one for an HQ, since its new place makes no difference to the losses."""
    return list(offer)[:1] if isinstance(s.stack[-1], Relocating) else offer
