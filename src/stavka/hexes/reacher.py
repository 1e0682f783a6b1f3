"""Reach over one set of edges that is asked again and again: the answers for an empty board are kept."""

from collections.abc import Iterable
from typing import Final

from stavka.hexes.grid import Grid, Hexes
from stavka.hexes.kinds import NO_HEX, Hex
from stavka.hexes.reach import (
    BARRED,
    HALT,
    NEAR,
    NOBODY,
    EdgeKind,
    Edges,
    Enemy,
    Reach,
    edge_kinds,
    search,
    trace,
    union,
)
from stavka.hexes.walk import Ways, survey, thoroughfares, walk

MANY_KINDS: Final = 12
"""With more kinds than this, it is faster to find out first which kinds are near a unit."""


def _gather_halts(edges: Edges) -> tuple[tuple[EdgeKind, ...], Hexes]:
    """Kinds of edges, and the hexes in which every unit must halt whichever way it enters. Such a hex itself carries
    the halt in place of its edges, so that the search has fewer kinds to go through."""
    if not any(kind.flags & HALT for kind in edges.kinds):
        return edges.kinds, 0
    into = [0, 0]
    for steps in edges.steps:
        for _, flags, there in steps:
            into[bool(flags & HALT)] |= 1 << there
    halts = into[1] & ~into[0]
    w, v = edges.grid.width, edges.grid.width - 1
    towards = halts >> 1, halts >> w, halts >> v, halts << 1, halts << w, halts << v
    sides: dict[tuple[int, int], list[Hexes]] = {}
    for kind in edges.kinds:
        for axis, (here, before) in enumerate(zip(kind.sides, towards, strict=True)):
            sides.setdefault((kind.cost, kind.flags & ~HALT), [0] * 6)[axis] |= here & before
            sides.setdefault((kind.cost, kind.flags), [0] * 6)[axis] |= here & ~before
    return edge_kinds(sides), halts


def _ways(grid: Grid, kinds: Iterable[EdgeKind]) -> tuple[Ways, ...]:
    """The ways that lead out of each hex."""
    w, v = grid.width, grid.width - 1
    ways: list[dict[int, Hexes]] = [{} for _ in range(grid.size)]
    for kind in kinds:
        for offset, here in zip((1, w, v, -1, -w, -v), kind.sides, strict=True):
            for i in grid.bits(here):
                ways[i][kind.cost] = ways[i].get(kind.cost, 0) | 1 << i + offset
    return tuple(tuple(sorted(here.items())) for here in ways)


class Reacher:
    """Reach over one set of edges, with the answers for an empty board kept.

    Most units of most turns have no enemy near. Their answer depends only on where they are and what they may spend. It
    holds exactly as long as no zone, closed or stop hex lies in it: a hex outside it was too expensive without such
    hexes, and they make nothing cheaper. One `&` of sets finds that out. Where a search goes hex by hex it also knows
    through which hexes the ways of that answer lead. As long as none of these is closed or a stop hex, the answer
    without the closed hexes holds.

    Other searches go hex by hex if no edge has a flag, or none but BARRED and the `plain` ones none at all; else cost
    by cost.

    Threads may ask at once. An answer is put in whole and looked up by one `get`. A thread that finds too little, or
    nothing since another thread has dropped all answers, works it out: no code here relies on an earlier look."""

    def __init__(self, edges: Edges, *, limit: int = 16_384, plain: "Reacher | None" = None, dearer: Hexes = 0) -> None:
        """limit: the number of answers that are kept before all are forgotten (an answer takes about two kilobytes).
        plain: a reacher in which the edges into the hexes `dearer` cost less; its answers hold for this one if they
        contain none of these hexes. Its edges need not be BARRED where these are: on an empty board no unit is in a
        zone."""
        self.edges = edges
        self.limit = limit
        self._plain, self._dearer = plain or self, dearer
        self._every_kind, self._halts = _gather_halts(edges)
        self._undisturbed: dict[tuple[Hex, int, Hex], Reach] = {}
        self._widest: dict[tuple[Hex, Hex], Reach] = {}
        self._thoroughfares: dict[Hex, list[Hexes]] = {}
        self._most = 0
        self._kinds: dict[tuple[Hex, int], tuple[EdgeKind, ...]] = {}
        flags = union(kind.flags for kind in self._every_kind)
        self._country = None if flags else survey(_ways(edges.grid, self._every_kind))
        self._only_barred = not flags & ~BARRED
        self._across: tuple[Ways, ...] = ()
        self._is_local = bool(flags & NEAR) or len(self._every_kind) > MANY_KINDS

    def reach(self, start: Hex, allowance: int, enemy: Enemy = NOBODY, *, origin: Hex = NO_HEX) -> Reach:
        """The reach of a unit at `start` with `allowance`, in a move that began in `origin` (`start` if not given)."""
        if origin < 0:
            origin = start
        zone, leave, enter, closed, stop, tolls = enemy
        plain, key, dear = self._plain, (start, allowance, origin), self._dearer
        for _, hexes in tolls:
            dear |= hexes
        known = plain._undisturbed.get(key) or plain._search_undisturbed(*key)
        mask = known.mask
        shut, disturbed = (closed | stop) & mask, (zone | dear) & mask
        if not shut and not disturbed:
            return known
        if plain._country is None or (disturbed and self._dearer & mask):
            return self._search(start, allowance, enemy, origin)
        if disturbed and (zone & ~stop or zone >> start & 1):
            if leave or not self._only_barred:
                return self._search(start, allowance, enemy, origin)
            return plain._walk(start, allowance, enemy, self._ways_across())
        if (disturbed if enter else dear & mask) or shut & plain._through(start, allowance):
            return plain._walk(start, allowance, enemy)
        here = 1 << start
        return Reach(known.levels, known.halts, mask ^ mask & closed | here, stop ^ stop & here)

    def undisturbed(self, start: Hex, allowance: int, disturbed: Hexes, origin: Hex) -> Reach | None:
        """The kept answer for an empty board, if it holds against an enemy with influence in the hexes `disturbed`;
        None if one of these hexes is in reach."""
        plain, key = self._plain, (start, allowance, origin)
        known = plain._undisturbed.get(key) or plain._search_undisturbed(*key)
        return None if (disturbed | self._dearer) & known.mask else known

    def _through(self, start: Hex, allowance: int) -> Hexes:
        """The hexes through which the ways of the answer for an empty board lead (`thoroughfares`)."""
        found = self._thoroughfares.get(start)
        if found is None or len(found) <= allowance:
            assert self._country is not None, "asked only where a search goes hex by hex"
            widest = self._wide(start, allowance, start)
            found = self._thoroughfares[start] = thoroughfares(self._country, widest.levels, widest.halts)
        return found[allowance]

    def path(
        self, start: Hex, allowance: int, target: Hex, enemy: Enemy = NOBODY, *, origin: Hex = NO_HEX
    ) -> list[Hex]:
        """One of the cheapest ways from `start` to `target`, including both, in a move that began in `origin` (`start`
        if not given); empty if `target` is out of reach."""
        return self.way(self.reach(start, allowance, enemy, origin=origin), start, target, enemy, origin=origin)

    def way(self, found: Reach, start: Hex, target: Hex, enemy: Enemy = NOBODY, *, origin: Hex = NO_HEX) -> list[Hex]:
        """One of the cheapest ways from `start` to `target`, including both, in a reach that has already been found."""
        near = self.edges.grid.ring(start if origin < 0 else origin, 1)
        return trace(self.edges, found, start, target, enemy, near)

    def _ways_across(self) -> tuple[Ways, ...]:
        """The ways that lead out of each hex, including those from zone to zone."""
        if not self._across:
            self._across = _ways(self.edges.grid, (kind for kind in self._every_kind if not kind.flags))
        return self._across

    def _walk(self, start: Hex, allowance: int, enemy: Enemy, across: tuple[Ways, ...] = ()) -> Reach:
        """Search hex by hex where leaving a zone is free: the cost of entering one is a toll. across: the edges that
        are not BARRED, for a unit that starts in a zone or does not stop in every hex of one."""
        assert self._country is not None, "asked only where a search goes hex by hex"
        zone, _, enter, closed, stop, tolls = enemy
        if enter:
            dear, every = 0, []
            for toll, hexes in tolls:
                dear |= hexes
                every += [(toll, hexes & ~zone), (toll + enter, hexes & zone)]
            tolls = (*every, (enter, zone & ~dear))
        free = self.edges.grid.all ^ self.edges.grid.all & closed  # equals all & ~closed, in half the time
        stop, guarded = stop | self._halts, zone if across else 0
        return Reach(*walk(self._country, start, allowance, 0, free, stop, tolls, guarded, across))

    def _search(self, start: Hex, allowance: int, enemy: Enemy, origin: Hex) -> Reach:
        grid = self.edges.grid
        zone, leave, enter, closed, stop, tolls = enemy
        if self._country is not None and not enter and not zone & ~(1 << start):
            free = grid.all ^ grid.all & closed
            found = walk(self._country, start, allowance, leave if zone else 0, free, stop | self._halts, tolls)
            return Reach(*found)
        kinds = self._kinds_near(start, allowance)
        return search(grid, kinds, start, allowance, enemy, grid.ring(origin, 1), self._halts)

    def _search_undisturbed(self, start: Hex, allowance: int, origin: Hex) -> Reach:
        """The answer for an empty board; the same object for all origins that have the same answer."""
        if len(self._undisturbed) >= self.limit:
            self._undisturbed.clear()
            self._widest.clear()
            self._thoroughfares.clear()
            self._kinds.clear()
        if origin != start and not any(kind.flags & NEAR for kind in self._kinds_near(start, allowance)):
            known = self._undisturbed.get((start, allowance, start)) or self._search_undisturbed(
                start, allowance, start
            )
        else:
            known = self._wide(start, allowance, origin).within(allowance)
        self._undisturbed[start, allowance, origin] = known
        return known

    def _wide(self, start: Hex, allowance: int, origin: Hex) -> Reach:
        """The answer for an empty board and at least this many points."""
        widest = self._widest.get((start, origin))
        if widest is None or len(widest.levels) <= allowance:
            most = max(self._most, allowance) if self._country else allowance
            self._most = most
            widest = self._widest[start, origin] = self._search(start, most, NOBODY, origin)
        return widest

    def _kinds_near(self, start: Hex, allowance: int) -> tuple[EdgeKind, ...]:
        """The kinds of edges that can affect a move."""
        kinds = self._kinds.get((start, allowance))
        if kinds is None:
            around = self.edges.grid.range(start, allowance) if self._is_local else self.edges.grid.all
            kinds = tuple(kind for kind in self._every_kind if kind.cost <= allowance and kind.any & around)
            self._kinds[start, allowance] = kinds
        return kinds
