"""The turns of Traces of War whose inputs are counted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from page.inputs import Turn, turn_of


def soviet(turn: int) -> Turn:
    return turn_of(
        f"Traces of War, Soviet turn {turn}",
        "traces",
        "race",
        "soviet",
        lambda session: session.state.turn == turn,
        lambda session: session.state.turn > turn,
    )


TURNS: Final[dict[str, Callable[[], Turn]]] = {f"traces {turn}": partial(soviet, turn) for turn in (1, 2)}
