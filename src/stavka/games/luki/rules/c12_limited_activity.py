"""Chapter 12: the limited activity segment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.frames import Frame, fixed_frame
from stavka.engine.machine import Step
from stavka.games.luki.rules.c10_movement.movement_phase import MovementPhase
from stavka.games.luki.rules.c10_movement.moves import FREE
from stavka.games.luki.rules.c11_combat.combat_phase import CombatPhase
from stavka.games.luki.state import GERMAN, LIMITED, SOVIET, Position

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki


@fixed_frame("limited")
class StartingLimited(Frame):
    """The limited activity segment."""


class Limited(Step["Luki", Position, StartingLimited]):
    """The limited activity segment."""

    rule = "12.0a"

    def proceed(self, g: Luki, s: Position, f: StartingLimited) -> bool:
        s.stack.pop()
        s.segment, s.posted, s.ap = LIMITED, 0, 0  # [7.3b, 12.0b]
        s.forget()
        s.tell("limited", ("4.2l",))
        fights = [CombatPhase(SOVIET, FREE), CombatPhase(GERMAN, FREE)]  # [4.2l, 12.0c, 12.0e]
        moves = [MovementPhase(SOVIET, FREE), MovementPhase(GERMAN, FREE)]  # [4.2l, 12.0c, 12.0e]
        s.stack += reversed([*fights, *moves])  # [4.2l, 7.2a, 10.4l, 12.0e, 12.2b]
        return True
