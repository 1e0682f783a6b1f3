"""Chapter 8: the enemy's hindrances to moves, worked out once and kept until the enemy changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from stavka.engine.kinds import Side
from stavka.games.moscow.board import Going
from stavka.games.moscow.rules.c03_basic_concepts.zones_of_control import enemy_zone, zone
from stavka.games.moscow.rules.c08_ground_movement.going import barred_ends, enemy, going, tolls, trouble
from stavka.games.moscow.state import Position
from stavka.hexes import Enemy, Hex, Reach, Reacher

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


Sets: TypeAlias = tuple[int, int, int]


class Pace(NamedTuple):
    """The movement of units of a class without enemy units, as long as the enemy's works and the weather stay."""

    how: Going
    bare: Going
    """The movement if the enemy had built nothing."""
    free: Reacher
    """Their reach then."""
    works: int
    """The hexes into which steps cost more because of the enemy's works."""
    exits: list[int]
    """For each number of halves of an MP, the hexes from which a step would then cost no more."""


def pace(g: Moscow, s: Position, units: int) -> Pace:
    how = going(g, s, units)
    bare = how._replace(lines=0, forts=0)
    return Pace(how, bare, g.reacher(bare), g.dear_hexes(how.lines) | how.forts, g.exits(bare, g.grid.all))


class Kind:
    """Facts about the map for units of a class: how they move, where the enemy may hinder them and is near, and from
    which hexes they can certainly move."""

    __slots__ = ("_enemy", "_far", "_ways_out", "free", "near", "pace", "steps", "trouble")

    def __init__(self, pace: Pace, trouble: int, near: int) -> None:
        """trouble: the hexes in which the enemy, or its works, may hinder a move; near: those around them."""
        self.pace, self.free, self.steps = pace, pace.free, pace.free.edges.steps
        self.trouble, self.near = trouble, near
        self._ways_out: list[int] = []
        self._far: dict[int, int] = {}
        self._enemy: Enemy | None = None

    def reacher(self, g: Moscow, here: Hex, points: int) -> Reacher:
        """Reach for a move from a hex: with the enemy's works only where they are near, since they cost
        much time."""
        works = self.pace.works
        if not works or self.free.undisturbed(here, points, works, here) is not None:
            return self.free
        return g.reacher(self.pace.how)

    def disturbed(self, g: Moscow, s: Position, units: int, here: Hex, points: int) -> Reach:
        """The hexes to which units can go past the enemy."""
        return self.reacher(g, here, points).reach(here, points, self.enemy(g, s, units))

    def enemy(self, g: Moscow, s: Position, units: int) -> Enemy:
        """The enemy as the function `enemy` gives it: for combat units it is the same, whatever their own side does."""
        if not units & g.combat:
            return enemy(g, s, units)
        if self._enemy is None:
            self._enemy = enemy(g, s, units)
        return self._enemy

    def far(self, points: int) -> int:
        """Hexes with no enemy near from which a step costs at most this many halves of an MP."""
        if points not in self._far:
            self._far[points] = self.pace.exits[points] & ~self.near
        return self._far[points]

    def ways_out(self, g: Moscow) -> list[int]:
        """For each number of halves, the hexes from which units can certainly move: no enemy makes the step more
        expensive."""
        if not self._ways_out:
            self._ways_out = g.exits(self.pace.bare, g.grid.all & ~self.trouble)
        return self._ways_out


class Front:
    """The effect of the enemy of a side on its moves. Nothing in it depends on the side's own units. The barred entry
    hexes also depend on the units that are still to arrive, and are found again when these change."""

    __slots__ = ("awaited", "barred", "contact", "enemies", "ground", "kinds", "paces", "tolls", "troubles", "whole")

    def __init__(self, g: Moscow, s: Position, side: Side, enemies: Sets, ground: Sets, last: Front | None) -> None:
        """enemies: the hexes of enemy zones and units; ground: the enemy's works, and the weather; last: the previous
        front, whose paces are still valid if the ground is the same."""
        self.enemies, self.ground = enemies, ground
        self.contact = g.grid.spread(s.occupied[1 - side])
        self.tolls = tolls(g, s, side)
        self.whole = enemy_zone(g, s, side) | g.riverside  # from where a step may take the whole MA
        self.kinds: dict[int, Kind] = {}
        self.troubles: dict[tuple[bool, int], tuple[int, int]] = {}
        self.paces: dict[int, Pace] = last.paces if last and last.ground == ground else {}
        self.awaited, self.barred = s.awaited, barred_ends(g, s, side)

    def ends_barred(self, g: Moscow, s: Position, side: Side) -> int:
        """The cached result of `barred_ends`."""
        if self.awaited != s.awaited:
            self.awaited, self.barred = s.awaited, barred_ends(g, s, side)
        return self.barred

    def add_kind(self, g: Moscow, s: Position, which: int, units: int) -> Kind:
        """Add the facts for units of a class, by its number."""
        own = self.paces.get(which)
        if own is None:
            own = self.paces[which] = pace(g, s, units)
        key = bool(units & g.combat), own.works
        if key not in self.troubles:
            hexes = trouble(g, s, units) | own.works
            self.troubles[key] = hexes, g.grid.spread(hexes)
        known = self.kinds[which] = Kind(own, *self.troubles[key])
        return known


def front(g: Moscow, s: Position, side: Side) -> Front:
    """The present front of a side, made again when the enemy has changed."""
    other = 1 - side
    ground = s.forts[other], s.lines_down, s.weather
    known: Front | None = s.fronts[side]
    if known is not None and known.enemies[0] is s.zones[other] and known.ground == ground:
        return known  # since that set was found, no unit has been put, lifted or shifted
    enemies = zone(g, s, other), s.occupied[other], s.apart[other]
    if known is None or known.enemies != enemies or known.ground != ground:
        known = s.fronts[side] = Front(g, s, side, enemies, ground, known)
    known.enemies = enemies
    return known


def kind(g: Moscow, s: Position, there: Front, units: int) -> Kind:
    """The facts for units that move together, or could, on a front of their side."""
    last = units.bit_length() - 1
    which = g.printed_move[last][0] if units == 1 << last else g.going_class(units)
    return there.kinds.get(which) or there.add_kind(g, s, which, units)
