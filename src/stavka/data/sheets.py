"""Maps of several sheets that do not touch, such as two sectors of a battle: one map, joined from a file for each
sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from stavka.data.mapmodel import HexMap, MapError, Shape
from stavka.hexes import Grid


def joined(title: str, maps: Sequence[HexMap]) -> HexMap:
    """Join maps side by side. They use the same words, and the prefixes of their numbers differ."""
    first = maps[0]
    for other in maps[1:]:
        if other.kinds != first.kinds:
            raise MapError(other.title, 0, f"expected the terrain, hexsides, networks and so on of {first.title}")
    sheets = tuple(sheet for m in maps for sheet in m.sheets)
    try:
        grid = Grid(*sheets)
    except ValueError as error:
        raise MapError(title, 0, f"expected maps that can be joined, found that {error}") from None
    return HexMap(
        title=title,
        sheets=sheets,
        kinds=first.kinds,
        source=first.source,
        terrain={number: terrain for m in maps for number, terrain in m.terrain.items()},
        areas=_all(maps, "areas"),
        places=_all(maps, "places"),
        lines=_all(maps, "lines"),
        chains=_all(maps, "chains"),
        marks=_all(maps, "marks"),
        shapes=tuple(_shapes(grid, maps)),
    )


def _all(maps: Sequence[HexMap], part: str) -> tuple[Any, ...]:
    return tuple(chain.from_iterable(getattr(m, part) for m in maps))


def _shapes(grid: Grid, maps: Sequence[HexMap]) -> Iterator[Shape]:
    """The shapes to draw, moved with their sheet."""
    sheet = 0
    for m in maps:
        left = grid.sheet_box(sheet)[0]
        for shape in m.shapes:
            yield Shape(shape.kind, shape.name, tuple((x + left, y) for x, y in shape.points))
        sheet += len(m.sheets)
