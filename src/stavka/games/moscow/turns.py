"""The turns of the game: "4AM" in the files, and their order."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stavka.games.moscow.files import Scenario, Tables


def half_day(turn: str) -> int:
    """Turns in their order: 4AM is 8, 4PM is 9."""
    return 2 * int(turn[:-2]) + (turn[-2] == "P")


def turns_of(scenario: Scenario, tables: Tables) -> list[str]:
    """The turns of a scenario, in order."""
    first = half_day(scenario.first)
    later = [box.turn for box in tables.track if box.map == scenario.map and half_day(box.turn) >= first]
    return later[: scenario.turns]
