"""The knowledge of the scripted players of Velikye Luki about map, charts and chits before the first pick: exact
chances."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache, reduce
from math import comb
from typing import TYPE_CHECKING, Final, NamedTuple

from stavka.agents.fields import Roads
from stavka.games.luki.rules.c03_standard_procedures.dice import TWO_DICE
from stavka.games.luki.rules.c05_zoc import spread_zoc
from stavka.games.luki.rules.c11_combat.chits import ENEMY_HITS, HALVE_HITS, HALVE_UNIT, OWN_HITS, PLAIN_DRM
from stavka.games.luki.rules.c11_combat.odds import result

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki

FAR: Final = 250
"""The distance of what cannot be reached, in halves of MPs."""
SWIM: Final = 8
"""The cost to a march of crossing the Lowat without a bridge: about a move, in halves of MP."""
SLOW: Final = 6
"""The additional cost of entering a zone of a strongpoint: the rest of the move, in halves of MP."""
HALVED_UNIT: Final = 1
"""The DRM equivalent of halving one enemy unit."""


class Effect(NamedTuple):
    """The joint effect of the chits that one side plays."""

    drm: int = 0
    fewer: int = 0
    """Own hits taken off."""
    halved: int = 0
    """How often the side's own hits are halved."""
    more: int = 0
    """Hits added to the enemy's."""


NOTHING: Final = Effect()
Hits = tuple[tuple[int, int, float], ...]
"""Hits of attacker and defender with their chances."""
Cells = tuple[tuple[tuple[int, int], float], ...]
Nets = tuple[tuple[Effect, Effect, tuple[tuple[int, float], ...]], ...]


class Spread:
    """The possible effects of chits: the chances of each DRM, separately for each other effect. A spread equals only
    itself."""

    def __init__(self, effects: Iterable[tuple[Effect, float]]) -> None:
        self.parts: dict[Effect, dict[int, float]] = {}
        for effect, chance in effects:
            drms = self.parts.setdefault(effect._replace(drm=0), {})
            drms[effect.drm] = drms.get(effect.drm, 0.0) + chance


def ways(g: Luki, kind: int, blocked: int) -> list[list[tuple[int, int]]]:
    """The steps of a class of movement backwards: from no zone of what blocks into another, as 5.0g has it."""
    found: list[list[tuple[int, int]]] = [[] for _ in range(g.grid.size)]
    slow = spread_zoc(g, blocked)
    for hex_ in g.grid.bits(g.grid.all & ~blocked):
        steps = [(cost, near) for cost, _, near in g.reachers[kind].edges.steps[hex_]]
        steps += [(SWIM, near) for near in g.grid.bits(g.swim[hex_])]
        for cost, near in steps:
            if not slow >> hex_ & slow >> near & 1:
                found[near].append((hex_, cost + SLOW * (slow >> near & 1)))
    return found


class Chart:
    """Distances over the empty map, exact chances of chits and combats."""

    def __init__(self, g: Luki) -> None:
        self.g = g
        self.roads = lru_cache(16)(self._roads)
        self.effects = tuple(self._effect(i) for i in range(len(g.chits)))
        self.spread = lru_cache(None)(self._spread)
        self.nets = lru_cache(512)(self._nets)
        self.hits = lru_cache(None)(self.work_out)
        self.most_hits = max(
            max(cell.attacker, cell.defender) for cell in (g.automatic, *(each for row in g.crt for each in row))
        )
        self.lefts = lru_cache(None)(self._lefts)
        self.cells = lru_cache(None)(self._cells)
        self.away = lru_cache(None)(g.grid.distances)
        self.usable: dict[tuple[int | str, ...], tuple[Effect, ...]] = {}

    def _roads(self, blocked: int) -> Roads:
        return Roads([ways(self.g, kind, blocked) for kind in (0, 1)], FAR)

    # -- chits ------------------------------------------------------------------------------------------------------

    def _effect(self, number: int) -> Effect:
        chit = self.g.chits[number]
        if chit.effect == PLAIN_DRM:
            return Effect(drm=chit.value)
        if chit.effect == OWN_HITS:
            return Effect(fewer=chit.value)
        if chit.effect == HALVE_HITS:
            return Effect(halved=1)
        if chit.effect == ENEMY_HITS:
            return Effect(more=chit.value)
        assert chit.effect == HALVE_UNIT
        return Effect(drm=HALVED_UNIT)

    def _spread(self, effects: tuple[Effect, ...], blanks: int, drawn: int, played: int) -> Spread:
        """The effects of a side that draws some of its chits and plays the best; `blanks` are of no use here."""
        cup = [*sorted(effects, key=lambda e: (-worth(e), e)), *[NOTHING] * blanks]
        drawn = min(drawn, len(cup))
        played = min(drawn, played)
        whole = comb(len(cup), drawn)
        chances = [comb(len(cup) - first, drawn - played) / whole for first in range(len(cup) + 1)]
        found: dict[Effect, float] = {}
        sets = [(NOTHING, 0)]
        for _ in range(played):
            sets = [(plus(total, cup[i]), i + 1) for total, after in sets for i in range(after, len(cup))]
        for total, after in sets:
            if chances[after]:
                found[total] = found.get(total, 0.0) + chances[after]
        return Spread(sorted(found.items()))

    # -- combat -----------------------------------------------------------------------------------------------------

    def work_out(self, column: int, drm: int, attacker: Spread, defender: Spread) -> Hits:
        """The hits of a combat over dice and chits. column -1: below the first."""
        found: dict[tuple[int, int], float] = {}
        rows: dict[int, Cells] = {}
        for mine, theirs, nets in self.nets(attacker, defender):
            cells: dict[tuple[int, int], float] = {}
            for net, chance in nets:
                row = rows.get(net)
                if row is None:
                    row = rows[net] = self.cells(column, drm + net)
                for cell, odds in row:
                    cells[cell] = cells.get(cell, 0.0) + chance * odds
            own, other = self.lefts(mine, theirs.more), self.lefts(theirs, mine.more)
            for (a, d), chance in cells.items():
                hits = own[a], other[d]
                found[hits] = found.get(hits, 0.0) + chance
        return tuple((a, d, chance) for (a, d), chance in sorted(found.items()))

    def _lefts(self, own: Effect, more: int) -> tuple[int, ...]:
        """The hits that are left of each number in the table, with those that the enemy's chits add."""
        return tuple(left(hits + more, own) for hits in range(self.most_hits + 1))

    def _nets(self, attacker: Spread, defender: Spread) -> Nets:
        """The chances of each DRM of both sides' chits together, separately for each other effect."""
        found = []
        for mine, own in attacker.parts.items():
            for theirs, other in defender.parts.items():
                nets: dict[int, float] = {}
                for plus, chance in own.items():
                    for minus, odds in other.items():
                        nets[plus - minus] = nets.get(plus - minus, 0.0) + chance * odds
                found.append((mine, theirs, tuple(nets.items())))
        return tuple(found)

    def _cells(self, column: int, drm: int) -> Cells:
        """The results of a column at a DRM, with their chances over the dice."""
        g = self.g
        if column < 0:
            return (((g.automatic.attacker, g.automatic.defender), 1.0),)
        total = max(-g.drm_limit, min(drm, g.drm_limit))
        found: dict[tuple[int, int], float] = {}
        for i, (_, weight) in enumerate(TWO_DICE):
            cell = result(g, column, i + 2, total)
            key = cell.attacker, cell.defender
            found[key] = found.get(key, 0.0) + weight / 36
        return tuple(found.items())


def worth(effect: Effect) -> float:
    """The value of a chit, in DRMs, for choosing among those drawn."""
    return effect.drm + 2.2 * effect.fewer + 2.0 * effect.halved + 2.5 * effect.more


def together(effects: Iterable[Effect]) -> Effect:
    return reduce(plus, effects, NOTHING)


def plus(one: Effect, other: Effect) -> Effect:
    return Effect(one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3])


def left(hits: int, own: Effect) -> int:
    """The hits that are left after the owner's chits: halving first is never worse (11.62e)."""
    for _ in range(own.halved):
        hits = (hits + 1) // 2
    return max(hits - own.fewer, 0)


@cache
def chart_of(g: Luki) -> Chart:
    return Chart(g)
