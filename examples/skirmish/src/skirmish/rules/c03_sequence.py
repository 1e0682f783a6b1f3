"""Chapter 3: the sequence of play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules import c09_victory as victory
from skirmish.rules.c05_supply import Checking
from skirmish.rules.c06_reinforcements import Arriving
from skirmish.rules.c07_movement import Marching
from skirmish.rules.c08_combat import Fighting
from skirmish.state import CROWN, LEAGUE, Position
from stavka.engine.frames import Frame, frame
from stavka.engine.machine import Step

if TYPE_CHECKING:
    from skirmish.game import Skirmish


@frame("game")
class Turns(Frame):
    pass


class PlayerTurns(Step["Skirmish", Position, Turns]):
    """At the bottom of the stack: begins one player turn after the other."""

    rule = "3.1"

    def proceed(self, g: Skirmish, s: Position, f: Turns) -> bool:
        if s.turn and s.phasing == LEAGUE:
            s.phasing = CROWN  # [3.1]
        else:
            if s.turn:
                victory.check(g, s)
            if s.result:
                return True
            s.turn, s.phasing = s.turn + 1, LEAGUE  # [3.1]
            s.tell("turn", ("3.1",), turn=s.turn)
        s.stack += [Fighting(), Marching(), Arriving(), Checking()]  # [3.2]
        return True
