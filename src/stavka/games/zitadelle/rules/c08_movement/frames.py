"""The memory of a move while dice are rolled in the middle of it. The frame of the move itself is below."""

from __future__ import annotations

from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import Unit
from stavka.hexes import Hex


@frame("mines")
class LeavingMines(Frame):
    """A unit that leaves an entrenchment."""

    unit: Unit
    way: list[Hex]  # hexes
    at: int  # number of the entrenchment among them
    spent: int  # MP, up to there


@fixed_frame("minimum")
class TryingStep(Frame):
    """A unit that tries a step for which it does not have the MP."""

    unit: Unit
    target: Hex  # hex
