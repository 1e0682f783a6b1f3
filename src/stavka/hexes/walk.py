"""Reach hex by hex, cheapest first (Dial's buckets, each of them a set).

Where edges are of many costs and a unit reaches a few dozen hexes, that takes about half the time of the search that
takes all hexes of a cost together (`stavka.hexes.reach`). It knows no flags of edges: what stands in the way is said
for each hex."""

from typing import TypeAlias

from stavka.hexes.grid import Hexes

Ways: TypeAlias = tuple[tuple[int, Hexes], ...]
"""What leads out of a hex, cheapest first: cost, and the neighbours that can be entered for it."""

Tolls: TypeAlias = tuple[tuple[int, Hexes], ...]
"""What entering costs more, and in which hexes; no hex is in two of the sets."""


def walk(
    ways: tuple[Ways, ...], start: int, allowance: int, leave: int, free: Hexes, stop: Hexes, tolls: Tolls
) -> tuple[list[Hexes], dict[int, Hexes]]:
    """The hexes at each cost, and at each cost those in which the unit must stop; leaving `start` costs `leave` more.

    free: the hexes that can be entered; stop: those that cannot be left again."""
    levels = [0] * (allowance + 1)
    levels[0] = 1 << start
    free |= 1 << start
    stop &= ~(1 << start)
    halts: dict[int, Hexes] = {}
    for spent in range(allowance + 1):
        level = levels[spent] & free
        if level:
            free ^= level
            halted = level & stop
            if halted:
                halts[spent] = halted
                level ^= halted
        levels[spent] = level
        base = spent or leave
        while level:
            i = level.bit_length() - 1
            level ^= 1 << i
            for cost, near in ways[i]:
                total = base + cost
                if total > allowance:
                    break
                levels[total] |= _pay(levels, near, total, tolls) if tolls else near
    return levels, halts


def _pay(levels: list[Hexes], hexes: Hexes, total: int, tolls: Tolls) -> Hexes:
    """Enter the dear ones among some hexes; returns the others."""
    for toll, dear in tolls:
        tolled = hexes & dear
        if tolled:
            hexes ^= tolled
            if total + toll < len(levels):
                levels[total + toll] |= tolled
    return hexes
