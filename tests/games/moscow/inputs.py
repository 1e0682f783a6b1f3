"""The turns of Roads to Moscow whose inputs are counted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from page.inputs import Turn, asks, turn_of
from stavka.engine.session import Session


def activation() -> Turn:
    return turn_of(
        "Roads to Moscow, first German activation",
        "moscow",
        "mtsensk",
        "german",
        lambda session: asks(session, "german", "choose"),
        lambda session: asks(session, "soviet", "choose"),
    )


def attack() -> Turn:
    """The fourth activation: fuel, four units that move, an assault by four units that fails, with a Lead Unit, an air
    unit that is checked, and two retreats. The Soviet side reacts and holds."""

    def begins(session: Session[Any]) -> bool:
        before = [move for move in session.record.moves if move.who == "german" and move.what in PLAYED]
        return len(before) == 3 and asks(session, "german", "choose")

    name = "Roads to Moscow, German activation with an attack"
    return turn_of(name, "moscow", "mtsensk", "german", begins, lambda session: asks(session, "soviet", "choose"))


PLAYED: Final = ("mobile", "assault", "pass")
"""The picks that play a marker."""
TURNS: Final[dict[str, Callable[[], Turn]]] = {"moscow": activation, "moscow attack": attack}
