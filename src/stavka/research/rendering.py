"""What everybody may see of a position, drawn by the presenter of its game."""

from __future__ import annotations

from typing import Any, Final

from stavka.api.game import Game as OpenGame
from stavka.api.game import load
from stavka.api.play import Position

ANSI, SVG, HUMAN = "ansi", "svg", "human"
MODES: Final = (HUMAN, ANSI, SVG)


def checked(mode: str | None) -> str | None:
    if mode is not None and mode not in MODES:
        raise ValueError(f"render mode {mode!r}: expected one of {', '.join(MODES)}")
    return mode


def rendered(key: str, state: Any, mode: str | None) -> str | None:
    """The map as SVG or in the letters of a terminal; `human` prints it."""
    if mode is None:
        raise ValueError(f"this environment was made without render_mode: expected one of {', '.join(MODES)}")
    game: OpenGame = load(key)
    picture = Position(game, state).draw()
    if mode == SVG:
        return picture.svg
    if mode == ANSI:
        return picture.ansi
    print(picture.ansi)
    return None
