"""Sets of hexsides: for each direction, the hexes that have such a side there."""

from __future__ import annotations

from stavka.hexes.grid import Hexes, Sides


def both(a: Sides, b: Sides) -> Sides:
    """The hexsides that are in both sets."""
    return tuple(x & y for x, y in zip(a, b, strict=True))


def either(first: Sides, *others: Sides) -> Sides:
    """The hexsides that are in at least one of the sets."""
    for sides in others:
        first = tuple(x | y for x, y in zip(first, sides, strict=True))
    return first


def without(a: Sides, b: Sides) -> Sides:
    """The hexsides of the first set that are not in the second."""
    return tuple(x & ~y for x, y in zip(a, b, strict=True))


def hexes_of(sides: Sides) -> Hexes:
    """The hexes that have at least one such side."""
    out = 0
    for hexes in sides:
        out |= hexes
    return out


def add_at(entry: dict[int, list[Hexes]], cost: int, sides: Sides) -> None:
    """Add hexsides to those of a given cost."""
    row = entry.setdefault(cost, [0] * 6)
    for d, hexes in enumerate(sides):
        row[d] |= hexes
