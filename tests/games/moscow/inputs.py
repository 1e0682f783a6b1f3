"""The turn of Roads to Moscow whose inputs are counted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from page.inputs import Turn, asks, turn_of


def activation() -> Turn:
    return turn_of(
        "Roads to Moscow, first German activation",
        "moscow",
        "mtsensk",
        "german",
        lambda session: asks(session, "german", "choose"),
        lambda session: asks(session, "soviet", "choose"),
    )


TURNS: Final[dict[str, Callable[[], Turn]]] = {"moscow": activation}
