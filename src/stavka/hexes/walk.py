"""Reach by a queue of hexes (Dial's buckets): hex by hex, cheapest first.

Where edges are of many costs and a unit reaches a few dozen hexes, that takes about a third of the time of the search
with sets (`stavka.hexes.reach`). It knows no flags of edges: what stands in the way is said for each hex."""

from typing import Final, TypeAlias

from stavka.hexes.grid import Grid, Hexes

SHUT, OPEN, STOP = range(3)
"""What a hex is for whoever wants to enter it: closed, free, or the end of the move."""

Edge: TypeAlias = tuple[int, int]
"""(cost, neighbour)."""

Tolls: TypeAlias = tuple[tuple[int, Hexes], ...]
"""What entering costs more, and in which hexes; no hex is in two of the sets."""

Obstacles: TypeAlias = tuple[bytes, bytes | None]
"""SHUT, OPEN or STOP for each hex, and what entering it costs more (None if nothing does anywhere)."""

BYTES: Final = tuple(bytes(byte >> bit & 1 for bit in range(8)) for byte in range(256))


def spread_out(hexes: Hexes, size: int) -> int:
    """A set of hexes with a byte for each in place of a bit, as one number: such numbers can be added."""
    data = hexes.to_bytes(size + 7 >> 3, "little")
    return int.from_bytes(b"".join([BYTES[byte] for byte in data]), "little")


def obstacles(grid: Grid, closed: Hexes, stop: Hexes, tolls: Tolls) -> Obstacles:
    free = grid.all & ~closed
    size = grid.size
    kinds = spread_out(free, size) + spread_out(free & stop, size)
    dear = sum(toll * spread_out(hexes, size) for toll, hexes in tolls)
    return kinds.to_bytes(size, "little"), dear.to_bytes(size, "little") if dear else None


def walk(
    steps: tuple[tuple[Edge, ...], ...], start: int, allowance: int, leave: int, there: Obstacles
) -> tuple[list[Hexes], dict[int, Hexes]]:
    """The hexes at each cost, and at each cost those in which the unit must stop; leaving `start` costs `leave` more.

    steps: the edges of each hex, cheapest first."""
    kinds, dear = there
    left = bytearray(kinds)
    left[start] = OPEN
    todo: list[list[int]] = [[] for _ in range(allowance + 1)]
    todo[0].append(start)
    levels, halts = [0] * (allowance + 1), {}
    for spent, hexes in enumerate(todo):
        if not hexes:
            continue
        level = halted = 0
        base = spent or leave
        for i in hexes:
            kind = left[i]
            if kind == SHUT:  # or seen before
                continue
            left[i] = SHUT
            if kind == STOP:
                halted |= 1 << i
                continue
            level |= 1 << i
            for cost, near in steps[i]:
                total = base + cost
                if total > allowance:
                    break
                if left[near]:
                    if dear:
                        total += dear[near]
                        if total > allowance:
                            continue
                    todo[total].append(near)
        levels[spent] = level
        if halted:
            halts[spent] = halted
    return levels, halts
