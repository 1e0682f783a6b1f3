"""The consequences of a result: losses, the step of a No Retreat, retreats and the checks after them, carried out by
the rules."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Final, NamedTuple

from stavka.engine.kinds import Unit, units_in
from stavka.engine.offer import HEX, OPTION, Offer, Pick
from stavka.games.moscow.files import Result
from stavka.games.moscow.game import Moscow
from stavka.games.moscow.rules.c03_basic_concepts.values import steps_of
from stavka.games.moscow.rules.c08_ground_movement import overrun
from stavka.games.moscow.rules.c10_combat import battle
from stavka.games.moscow.rules.c10_combat.battleframe import (
    ATTACKER,
    DEFENDER,
    Fighting,
    Overrunning,
    side_of,
    write_result,
)
from stavka.games.moscow.rules.c10_combat.odds import defenders
from stavka.games.moscow.rules.c11_combat_results import aftermath
from stavka.games.moscow.rules.c11_combat_results.results import Bill, make_bill
from stavka.games.moscow.rules.c15_hqs_and_leaders import Checking
from stavka.games.moscow.state import Position
from stavka.scenes.consequences import Measures, Plan, expected

RETREATS: Final = battle.STAGES.index(aftermath.retreats)
WAYS: Final = 2
"""The number of ways of a retreat that are tried: they differ in the room that they leave to others, not in their
cost."""


class Fate(NamedTuple):
    """The average cost of a result, if each player loses as little as possible."""

    attacker: float
    defender: float
    stranded: tuple[Unit, ...]  # units that are sure to have no way to retreat


class Forecast:
    """The fates in several forms of one combat: those that differ in the column only share them."""

    def __init__(self, g: Moscow, s: Position) -> None:
        self.g, self.s = g, s
        self.known: dict[tuple[int, int, int, int], Fates] = {}

    def of(self, b: Fighting) -> Fates:
        key = b.hex, b.units, b.attacker_guns, b.is_mobile
        if key not in self.known:
            self.known[key] = Fates(self.g, self.s, b)
        return self.known[key]


class Fates:
    """The fates of both sides in a combat or an Overrun, each worked out once."""

    def __init__(self, g: Moscow, s: Position, b: Fighting) -> None:
        self.g, self.s, self.b = g, s, b
        self.sides = side_of(g, b, ATTACKER), side_of(g, b, DEFENDER)
        here = s.at.get(b.hex, 0)
        forces = b.units | b.attacker_guns, (defenders(g, s, b.hex) | here) & g.combat
        self.units = tuple(tuple(units_in(force & ~g.air)) for force in forces)
        self.plan = Plan(g, self.is_over, self.measure, self.key, tried)
        self.known: dict[Result, Fate] = {}

    def of(self, result: Result) -> Fate:
        if result not in self.known:
            self.known[result] = self.found(result)
        return self.known[result]

    def found(self, result: Result) -> Fate:
        if not result.attacker.retreat and not result.defender.retreat:
            return self.billed(result)
        start, b = self.s.clone(), self.b.clone()
        start.events = []
        start.stack.append(b)
        if isinstance(b, Overrunning):
            b.stage = overrun.STAGES.index(overrun.retreats)
            write_result(b, result)
            overrun.settle(self.g, start, b)
        else:
            b.stage = RETREATS
            aftermath.settle(self.g, start, b, result)
        found = expected(self.plan, start)
        stranded = tuple(unit for unit, share in zip(self.units[1], found[2:], strict=True) if share > 0.999)
        return Fate(found[self.sides[0]], found[self.sides[1]], stranded)

    def billed(self, result: Result) -> Fate:
        """The cost of a result without a retreat, which is that of the bill."""
        s, b = self.s, self.b
        here, arrived = self.defending()
        bill = self.bill(result)
        lost = steps_of(s, b.units) if result.attacker.eliminated else min(bill.attacker, steps_of(s, b.units))
        held = steps_of(s, here | arrived)
        killed = steps_of(s, here) if result.defender.eliminated else min(bill.defender + bill.extra, held)
        return Fate(lost, killed, ())

    def defending(self) -> tuple[int, int]:
        """The defenders, and the units that have arrived in their hex."""
        g, s, hex_ = self.g, self.s, self.b.hex
        return defenders(g, s, hex_), s.at.get(hex_, 0) & g.combat & s.arrived

    def bill(self, result: Result) -> Bill:
        """The steps that both sides owe."""
        return make_bill(self.g, self.s, result, self.b.units, *self.defending(), self.b.hex)

    def spared(self, result: Result) -> tuple[bool, bool]:
        """Whether the attacker and the defender owe a step less than the result says: the other side does not have all
        the steps that it owes [11.25a]."""
        bill = self.bill(result)
        return bill.attacker < result.attacker.steps, bill.defender < result.defender.steps

    def is_over(self, s: Position) -> bool:
        """Whether the retreats of the combat that was begun here are over."""
        top = s.stack[-1]
        if len(s.stack) > len(self.s.stack) + 1 or not isinstance(top, Fighting):
            return False
        stages = overrun.STAGES if isinstance(top, Overrunning) else battle.STAGES
        return stages[top.stage] not in (aftermath.retreats, overrun.retreats)

    def measure(self, after: Position) -> Measures:
        """The steps that each side has lost, then for each defender whether it could not retreat."""
        cost = [0.0, 0.0]
        for side, units in zip(self.sides, self.units, strict=True):
            cost[side] = sum(self.s.steps[unit] - after.steps[unit] for unit in units)
        stranded = {event.values["unit"] for event in after.events or () if event.name == "no retreat"}
        return (*cost, *(float(unit in stranded) for unit in self.units[1]))

    def key(self, after: Position) -> object:
        stranded = sum(event.name == "no retreat" for event in after.events or ())
        where = tuple((after.place[unit], after.steps[unit]) for units in self.units for unit in units)
        return str(after.stack[len(self.s.stack) :]), where, stranded


def tried(s: Position, offer: Offer) -> Iterable[Pick]:
    """Checks are made without Command Points; of the ways of a retreat some are enough."""
    if isinstance(s.stack[-1], Checking):
        return [pick for pick in offer if pick[0] == OPTION]
    hexes = [pick for pick in offer if pick[0] == HEX]
    return [*islice(hexes, WAYS), *(pick for pick in offer if pick[0] != HEX)]
