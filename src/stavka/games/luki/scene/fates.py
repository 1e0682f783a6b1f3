"""The consequences of hits: chits, step losses and retreats carried out by the rules, to the end of the losses."""

from __future__ import annotations

from typing import Final, NamedTuple

from stavka.engine.kinds import units_in
from stavka.games.luki.files import Result
from stavka.games.luki.game import Luki
from stavka.games.luki.rules.c11_combat.fight import Fight
from stavka.games.luki.state import Position
from stavka.scenes.consequences import Measures, Plan, expected

HITS: Final = 5
ADVANCE: Final = 8
"""Stages of a combat: the hits are changed by chits and taken; the attacker advances."""


class Fate(NamedTuple):
    """The steps that hits cost, if each player loses as few as possible: a defender who can retreat does."""

    attacker: int
    defender: int


class Fates:
    """The fates of both sides in a combat, each worked out once."""

    def __init__(self, g: Luki, s: Position, fight: Fight) -> None:
        self.g, self.s, self.fight = g, s, fight
        self.units = tuple(tuple(units_in(units)) for units in (fight.attackers, fight.defenders))
        self.plan = Plan(g, self.is_over, self.measure, self.key)
        self.known: dict[Result, Fate] = {}

    def of(self, hits: Result) -> Fate:
        if hits not in self.known:
            self.known[hits] = self.found(hits)
        return self.known[hits]

    def found(self, hits: Result) -> Fate:
        start, fight = self.s.clone(), self.fight.clone()
        fight.stage, fight.hits, fight.lost = HITS, [hits.attacker, hits.defender], []
        start.stack.append(fight)
        found = expected(self.plan, start)
        return Fate(int(found[fight.side]), int(found[1 - fight.side]))

    def is_over(self, s: Position) -> bool:
        top = s.stack[-1]
        return len(s.stack) == len(self.s.stack) + 1 and isinstance(top, Fight) and top.stage == ADVANCE

    def measure(self, after: Position) -> Measures:
        cost = [0.0, 0.0]
        for side, units in zip((self.fight.side, 1 - self.fight.side), self.units, strict=True):
            cost[side] = sum(self.s.steps[unit] - after.steps[unit] for unit in units)
        return tuple(cost)

    def key(self, after: Position) -> object:
        where = tuple((after.place[unit], after.steps[unit]) for units in self.units for unit in units)
        return str(after.stack[len(self.s.stack) :]), where
