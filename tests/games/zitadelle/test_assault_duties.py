"""The mandatory assault against a slow answer: all ways of putting assaults together, tried one after the other."""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations
from random import Random

import pytest

from stavka.assurance.situations import Situation
from stavka.engine.kinds import Unit, hexes_in, members, units_in
from stavka.engine.state import top
from stavka.games.zitadelle.checks.situations import build
from stavka.games.zitadelle.game import Zitadelle
from stavka.games.zitadelle.rules.c07_assault.assault_phase import Assaulting
from stavka.games.zitadelle.rules.c07_assault.duties import Field
from stavka.games.zitadelle.state import Position

PICTURE = "\n".join([". .e . . .", " . . . . .", ". . . . .", " . . .i . .", ". . . . ."])
UNITS = {
    **{f"A{i}": "soviet rifle regiment 1-*-2" for i in range(6)},
    **{f"T{i}": "soviet tank brigade (t34/76) 3-2-2" for i in range(2)},
    **{f"G{i}": "german infantry regiment 1-*-4" for i in range(5)},
    **{f"P{i}": "german panzer regiment (pzkw iv) 7-3-3" for i in range(2)},
}
Fight = tuple[frozenset[int], frozenset[int]]


def scattered(seed: int, *, side: str) -> Field | None:
    """A few units of both sides thrown onto a small map, in an Assault Phase; None if nobody is in contact."""
    rng = Random(seed)
    hexes = [f"N{row:02}{column:02}" for row in range(1, 6) for column in range(1, 6)]
    rng.shuffle(hexes)
    lines = []
    for i, name in enumerate(UNITS):
        if rng.random() < 0.7:
            share = hexes[: len(hexes) // 2] if name[0] in "AT" else hexes[len(hexes) // 2 :]
            lines.append(f"{share[i % 6 if rng.random() < 0.4 else i % len(share)]} {name}")
    drawn = {"picture": PICTURE, "lake": ["N0202/N0203"]}
    spec = {"counters": UNITS, "units": settled(lines), "phase": f"{side} assault", "turn": 2}
    examiner = build(Situation("random", str(seed), ("7.11a",), "", spec, drawn, ({},)))
    g, s = examiner.game, examiner.state
    assert isinstance(g, Zitadelle)
    assert isinstance(s, Position)
    return Field(g, s, top(s, Assaulting)) if s.stack[-1].step == "assault" else None


def settled(lines: list[str]) -> list[str]:
    """At most two units in a hex."""
    kept: list[str] = []
    for line in lines:
        if sum(other[:5] == line[:5] for other in kept) < 2:
            kept.append(line)
    return kept


class Slow:
    """Duties and adjacency as plain sets; all legal orders of assaults are tried."""

    def __init__(self, now: Field) -> None:
        g, s = now.g, now.s
        self.near = {
            unit: frozenset(h for h in hexes_in(now.open) if g.grid.direction(s.place[unit], h) >= 0)
            - frozenset(h for h in hexes_in(now.open) if g.grid.between(g.lakes, s.place[unit], h))
            for unit in units_in(now.fresh)
        }
        self.must_attack, self.must_fall = frozenset(members(now.must_attack)), frozenset(members(now.must_fall))
        self.completable = cache(self._completable)

    def fights(self, units: frozenset[int], hexes: frozenset[int]) -> list[Fight]:
        found = []
        for some in subsets(units):
            common = frozenset.intersection(*(self.near[Unit(unit)] for unit in some)) & hexes
            found += [(some, targets) for targets in subsets(common)]
        return found

    def _completable(self, units: frozenset[int], hexes: frozenset[int]) -> bool:
        if not (self.must_attack & units or self.must_fall & hexes):
            return True
        return any(
            self.completable(units - some, hexes - targets)
            for some, targets in self.fights(units, hexes)
            if some & self.must_attack or targets & self.must_fall
        )

    def possible(self, chosen: Fight, units: frozenset[int], hexes: frozenset[int]) -> bool:
        """Whether some assault that holds what has been chosen leaves the rest completable."""
        return any(
            chosen[0] <= some and chosen[1] <= targets and self.completable(units - some, hexes - targets)
            for some, targets in self.fights(units, hexes)
        )


def subsets(items: frozenset[int]) -> list[frozenset[int]]:
    listed = sorted(items)
    return [frozenset(x) for x in chain.from_iterable(combinations(listed, n) for n in range(1, len(listed) + 1))]


@pytest.mark.parametrize("side", ["german", "soviet"])
@pytest.mark.parametrize("seed", range(60))
def test_what_is_possible_is_what_the_slow_search_finds(seed: int, side: str) -> None:
    now = scattered(seed, side=side)
    if now is None:
        return
    slow = Slow(now)
    units, hexes = frozenset(slow.near), frozenset(members(now.open))
    if len(units) > 6 or len(hexes) > 5:
        return
    assert slow.completable(units, hexes)
    assert {h for h in hexes if slow.possible((frozenset(), frozenset({h})), units, hexes)} == set(
        members(now.targets())
    )
    for some, targets in slow.fights(units, hexes):
        bits = sum(1 << unit for unit in some), sum(1 << hex_ for hex_ in targets)
        assert now.is_possible(*bits) == slow.possible((some, targets), units, hexes)
        ends = now.closure(*bits) == bits
        assert ends == slow.completable(units - some, hexes - targets)


def test_enough_positions_are_compared() -> None:
    found = [now for seed in range(60) if (now := scattered(seed, side="german")) is not None]
    assert len(found) >= 30
