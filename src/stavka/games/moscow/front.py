"""Chapter 8: what the enemy is to those who move, worked out once and kept for as long as he stays as he is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.games.moscow.board import Going
from stavka.games.moscow.going import barred_ends, can_leave, going, tolls, trouble
from stavka.games.moscow.position import Position
from stavka.games.moscow.zoc import enemy_zone, zone
from stavka.hexes import Reacher

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


class Kind:
    """What units of a class know of the map: how they go, where the enemy may hinder them and where he is near, from
    where they can surely move."""

    __slots__ = ("_far", "_ways_out", "how", "near", "reacher", "steps", "trouble")

    def __init__(self, how: Going, reacher: Reacher, trouble: int, near: int) -> None:
        self.how, self.reacher = how, reacher
        self.steps = reacher.edges.steps
        self.trouble, self.near = trouble, near
        self._ways_out: list[int] = []
        self._far: dict[int, int] = {}

    def far(self, g: Moscow, points: int) -> int:
        """Hexes with no enemy near from which a step costs no more than so many halves of an MP."""
        if points not in self._far:
            self._far[points] = g.exits(self.how, g.grid.all)[points] & ~self.near
        return self._far[points]

    def ways_out(self, g: Moscow, s: Position, units: int) -> list[int]:
        """As `can_leave`."""
        self._ways_out = self._ways_out or can_leave(g, s, units)
        return self._ways_out


class Front:
    """What the enemy of a side does to its moves. Nothing in it depends on the side's own units; the entry hexes that
    are barred depend on those who are still to come besides, and are found anew when these change."""

    __slots__ = ("awaited", "barred", "contact", "goings", "key", "kinds", "tolls", "troubles", "whole")

    def __init__(self, g: Moscow, s: Position, side: int, key: tuple[int, ...], last: Front | None) -> None:
        """last: what the front was before; where the enemy's works and the weather are the same still, units go as
        they went."""
        self.key = key
        self.contact = g.grid.spread(s.occupied[1 - side])
        self.tolls = tolls(g, s, side)
        self.whole = enemy_zone(g, s, side) | g.riverside  # from where a step may take the whole MA
        self.kinds: dict[int, Kind] = {}
        self.troubles: dict[bool, tuple[int, int]] = {}
        self.goings: dict[int, tuple[Going, Reacher]] = last.goings if last and last.key[3:] == key[3:] else {}
        self.awaited, self.barred = s.awaited, barred_ends(g, s, side)

    def ends_barred(self, g: Moscow, s: Position, side: int) -> int:
        """As `barred_ends`."""
        if self.awaited != s.awaited:
            self.awaited, self.barred = s.awaited, barred_ends(g, s, side)
        return self.barred

    def add_kind(self, g: Moscow, s: Position, which: int, units: int) -> Kind:
        """What units of a class, by its number, know of the map."""
        if which not in self.goings:
            how = going(g, s, units)
            self.goings[which] = how, g.reacher(how)
        fights = bool(units & g.combat)
        if fights not in self.troubles:
            hexes = trouble(g, s, units)
            self.troubles[fights] = hexes, g.grid.spread(hexes)
        known = self.kinds[which] = Kind(*self.goings[which], *self.troubles[fights])
        return known


def front(g: Moscow, s: Position, side: int) -> Front:
    """The enemy of a side as he is now."""
    other = 1 - side
    theirs = s.zones[other]
    key = (
        theirs if theirs >= 0 else zone(g, s, other),
        s.occupied[other],
        s.apart[other],
        s.forts[other],
        s.lines_down,
        s.weather,
    )
    known: Front | None = s.fronts[side]
    if known is None or known.key != key:
        known = s.fronts[side] = Front(g, s, side, key, known)
    return known


def kind(g: Moscow, s: Position, there: Front, units: int) -> Kind:
    """What units that move together, or could, meet on a front of their side."""
    last = units.bit_length() - 1
    which = g.printed_move[last][0] if units == 1 << last else g.going_class(units)
    return there.kinds.get(which) or there.add_kind(g, s, which, units)
