"""The turn of Velikye Luki whose inputs are counted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from page.inputs import Turn, asks, turn_of


def segment() -> Turn:
    return turn_of(
        "Velikye Luki, first Soviet activity segment",
        "luki",
        "cut-the-line",
        "soviet",
        lambda session: asks(session, "soviet", "declare"),
        lambda session: session.offer(1) is not None and session.state.stack[-1].step in ("reinforce", "declare"),
    )


TURNS: Final[dict[str, Callable[[], Turn]]] = {"luki": segment}
