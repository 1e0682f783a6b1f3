"""Units by their names: for situations and the questions that they ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.offer import members

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


def unit_names(g: Moscow, units: int) -> list[str]:
    return sorted(g.unit_ids[unit] for unit in members(units))


def units_named(g: Moscow, names: list[str]) -> int:
    return sum(1 << g.unit_index(name) for name in names)
