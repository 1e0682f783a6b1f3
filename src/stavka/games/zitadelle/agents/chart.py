"""The knowledge of the scripted players of Zitadelle about maps and charts before the first pick."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cache, lru_cache, partial
from math import exp
from typing import TYPE_CHECKING, Final, NamedTuple

from stavka.agents.fields import Fields
from stavka.engine.kinds import Side, Unit
from stavka.games.zitadelle.dice import TWO_DICE
from stavka.games.zitadelle.rules.c06_anti_tank_fire.fire import fire_number, hits
from stavka.games.zitadelle.rules.c07_assault.loss_checks import (
    ATTACKER,
    DEFENDER,
    DISRUPTED,
    STEP_LOST,
    check_drm,
    check_odds,
    destroys,
)
from stavka.games.zitadelle.rules.c07_assault.odds import ratio_column
from stavka.games.zitadelle.state import GERMAN, SOVIET
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle

FAR: Final = 250
"""The distance of what cannot be reached."""
PACE: Final = 4.0
"""Movement Points that a spearhead gains in a turn, against resistance."""
DOUBT: Final = 6.0
"""Movement Points: how gradually the chance to reach a goal falls around the distance that can be covered."""
SURE: Final = 99
"""In place of a modifier: the result destroys outright."""

Checker = tuple[int, int, bool]
"""A unit that checks: its PM level, its own modifier, and whether it has only one step."""


class Fate(NamedTuple):
    """The likely effect of an assault on a unit."""

    disrupted: float
    step: float
    destroyed: float


class Chart:
    """Distances over the empty maps, exact chances of assaults and shots."""

    def __init__(self, g: Zitadelle) -> None:
        self.g = g
        self.fields = tuple(tuple(self._fields(side, kind) for kind in (0, 1)) for side in (GERMAN, SOVIET))
        self.promise = lru_cache(64)(self._promise)
        self.fate = lru_cache(None)(self._fate)
        self.cleared = lru_cache(None)(self._cleared)
        self.hit = lru_cache(None)(self._hit)
        self.starts: dict[tuple[Side, Hashable, str], Mapping[Unit, Hex]] = {}
        """The places that units are given in the set-up, by the side, its weights, and the position."""
        self.ratio = lru_cache(None)(partial(ratio_column, g))
        self.last_column = len(g.crt) - 1
        self.fighters = tuple(units & g.combat_units for units in g.side_units)
        """The combat units of each side."""
        self.ground = [self._ground(hex_) for hex_ in map(Hex, range(g.grid.size))]
        """The columns that terrain is worth in the defence of each hex; and what terrain and works are worth."""
        self.wet = g.grid.hexes({there for _, there in g.crossings})
        """Hexes that may be attacked through water."""
        self._spreads = [
            {who: self._spread(column, who) for who in (ATTACKER, DEFENDER)} for column in range(len(g.crt))
        ]

    def _ground(self, hex_: Hex) -> tuple[int, int]:
        g = self.g
        works = sum(g.fort_shift[name] for name, forts in g.forts.items() if forts >> hex_ & 1)
        return g.terrain_shift[hex_], g.terrain_shift[hex_] + works

    def _promise(self, held: int, turns: int) -> tuple[float, ...]:
        """For each hex, the values of the victory hexes that are not held, each by the chance to get there from it."""
        total = [0.0] * self.g.grid.size
        for goal, value in sorted(self.g.values.items()):
            if held >> goal & 1:
                continue
            chances = [1 / (1 + exp((far - PACE * turns) / DOUBT)) for far in range(FAR + 1)]
            for hex_, far in enumerate(self.fields[GERMAN][0].field(((goal, 0),))):
                if far < FAR:
                    total[hex_] += value * chances[far]
        return tuple(total)

    def _fields(self, side: Side, kind: int) -> Fields:
        """The distances from goals, for a side and a class of movement."""
        ways: list[list[tuple[int, int]]] = [[] for _ in range(self.g.grid.size)]
        for hex_, steps in enumerate(self.g.reachers[side][kind].edges.steps):
            for cost, _, near in steps:
                ways[near].append((hex_, cost))
        return Fields(ways, FAR)

    def _spread(self, column: int, who: str) -> tuple[tuple[int, float], ...]:
        """The modifiers of the loss checks that a column asks of a unit, with their chances."""
        found: dict[int, float] = {}
        for result, (_, weight) in zip(self.g.crt[column], TWO_DICE, strict=True):
            drm = SURE if destroys(result, who) else check_drm(result, who)
            if drm is not None:
                found[drm] = found.get(drm, 0.0) + weight / 36
        return tuple(sorted(found.items()))

    def _fate(self, column: int, who: str, level: int, drm: int) -> Fate:
        disrupted = step = destroyed = 0.0
        for modifier, chance in self._spreads[column][who]:
            if modifier == SURE:
                destroyed += chance
                continue
            odds = check_odds(self.g, level, modifier + drm)
            disrupted += chance * odds[DISRUPTED]
            step += chance * odds[STEP_LOST]
        return Fate(disrupted, step, destroyed)

    def _cleared(self, column: int, defenders: tuple[Checker, ...]) -> float:
        """The chance that all defenders of a hex are gone after an assault."""
        total = 0.0
        for modifier, chance in self._spreads[column][DEFENDER]:
            gone = 1.0
            if modifier != SURE:
                for level, drm, single in defenders:
                    odds = check_odds(self.g, level, modifier + drm)
                    gone *= odds[DISRUPTED] + (odds[STEP_LOST] if single else 0.0)
            total += chance * gone
        return total

    def _hit(self, strength: int, drm: int, armour: int) -> float:
        """The chance that a shot costs armour a step."""
        return (
            sum(
                weight
                for i, (_, weight) in enumerate(TWO_DICE)
                if hits(fire_number(self.g, strength, i + 2 + drm), armour)
            )
            / 36
        )


@cache
def chart_of(g: Zitadelle) -> Chart:
    return Chart(g)
