"""The frame of a retreat, which the result of a combat begins."""

from __future__ import annotations

from stavka.engine.frames import Frame, frame
from stavka.hexes import Hex


@frame("retreat")
class Retreating(Frame):
    """Units of a hex retreat."""

    origin: Hex  # the hex that they leave
    units: int  # units that are still to retreat
    length: int  # hexes to retreat
