"""The turns of Traces of War whose inputs are counted."""

from __future__ import annotations

from functools import cache

from page.inputs import Turn, turn_of


@cache
def turns() -> dict[str, Turn]:
    return {f"traces {number}": soviet(number) for number in (1, 2)}


def soviet(turn: int) -> Turn:
    return turn_of(
        f"Traces of War, Soviet turn {turn}",
        "traces",
        "race",
        "soviet",
        lambda session: session.state.turn == turn,
        lambda session: session.state.turn > turn,
    )
