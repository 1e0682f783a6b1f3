"""What a move remembers while dice are rolled in the middle of it. The frame of the move itself is below."""

from __future__ import annotations

from stavka.engine.frames import Frame, fixed_frame, frame


@frame("mines")
class LeavingMines(Frame):
    """A unit that leaves an entrenchment."""

    unit: int
    way: list[int]  # hexes
    at: int  # number of the entrenchment among them
    spent: int  # MPs, up to there


@fixed_frame("minimum")
class TryingStep(Frame):
    """A unit that tries a step for which it does not have the MPs."""

    unit: int
    target: int  # hex
