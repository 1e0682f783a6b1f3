"""Floods: which hexes are connected, for supply, isolation and ranges counted round obstacles."""

from stavka.hexes.grid import Grid, Hexes, Sides


def flood(grid: Grid, start: Hexes, through: Hexes, open: Sides, until: Hexes = 0) -> Hexes:
    """All hexes connected to `start` over hexes of `through` and across `open` sides (which count both ways).

    Hexes of `start` count only if they are in `through`. With `until`, the flood may stop as soon as it holds all of
    that set: the answer is then right about `until` only.

    Along the lines one addition fills every run of joined hexes: the carry of a hex runs on through them. The other
    ways are filled by steps of one hex, then of two where both sides are open (p1 and p2 and so on are the hexes that
    such a step of one or two hexes leads to from a lower bit), until a round of single steps finds nothing new.
    """
    along, steep, slant = grid.axes
    w, v = grid.width, grid.width - 1
    w2, v2 = 2 * w, 2 * v
    through &= grid.all
    run = open[along] & through & through >> 1
    p1 = run << 1
    p2 = p1 & p1 << 1
    q1 = (open[steep] & through) << w & through
    q2 = q1 & q1 << w
    r1 = (open[slant] & through) << v & through
    r2 = r1 & r1 << v
    found = start & through
    while True:
        before = found
        found |= run + (found & run) ^ run
        found |= (found & p1) >> 1
        found |= q1 & found << w | (found & q1) >> w
        found |= r1 & found << v | (found & r1) >> v
        if found == before or (until and until & found == until):
            return found
        found |= (found & p2) >> 2
        found |= q2 & found << w2 | (found & q2) >> w2
        found |= r2 & found << v2 | (found & r2) >> v2


def distances(grid: Grid, start: Hexes, through: Hexes, open: Sides, limit: int) -> list[Hexes]:
    """The hexes at 0, 1, ... `limit` steps from `start`, over hexes of `through` and across `open` sides.

    Always `limit` + 1 sets, the last ones empty where nothing is that far away. `start` counts only within `through`.
    """
    level = start & through
    seen = level
    levels = [level]
    for _ in range(limit):
        level = grid.spread(level, open) & through
        level ^= level & seen
        seen |= level
        levels.append(level)
    return levels
