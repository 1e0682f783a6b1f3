"""Chapter 13.1: random events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import ByDice
from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import Side
from stavka.engine.machine import Step
from stavka.engine.offer import DIE, Offer
from stavka.games.luki.rules.c10_movement.movement_phase import MovementPhase
from stavka.games.luki.rules.c10_movement.moves import EVENT
from stavka.games.luki.rules.c11_combat.combat_phase import CombatPhase
from stavka.games.luki.rules.c13_miscellaneous.garrison import Releasing
from stavka.games.luki.state import GERMAN, Position
from stavka.games.luki.words import ask

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki


def phasing(s: Position) -> Side:
    """The phasing side, whose phase an event interrupts, whichever side acts in the event. Phases that wait do not
    count."""
    return next(frame.side for frame in s.stack if isinstance(frame, CombatPhase) and frame.has_begun)


@fixed_frame("event")
class RollingEvent(Frame):
    """The die of the Random Events Table."""


class RandomEvent(ByDice["Luki", Position, RollingEvent]):
    """The die of the Random Events Table."""

    rule = "13.1e"

    def offer(self, g: Luki, s: Position, f: RollingEvent) -> Offer:
        return Offer(self.seat(g, s, f), chance=DIE)  # [13.1e]

    def roll(self, g: Luki, s: Position, f: RollingEvent, outcome: int) -> None:
        s.stack.pop()
        event = g.events[outcome + 1]  # [13.1e]
        own = phasing(s)
        side = {"phasing": own, "other": 1 - own, "german": GERMAN}[event.player]
        s.tell("random event", ("13.1e",), event=outcome + 1, side=side)
        s.stack.append(BeforeEvent(s.moved, s.fought, s.struck))  # [13.1d]
        if event.grants == "movement":
            s.stack.append(MovementPhase(side, EVENT))  # [13.1f, 13.1g]
        elif event.grants == "attack":
            s.stack.append(CombatPhase(side, EVENT))  # [13.1f, 13.1g]
        elif event.grants == "release attempt":
            s.stack.append(Releasing())  # [13.41e]
        else:
            s.c3i[side] += 1  # [13.1e]
            s.tell("c3i gained", ("13.1e",), side=side, number=s.c3i[side])

    def prompt(self, g: Luki, s: Position, f: RollingEvent) -> str:
        return ask("event")


@frame("after_event")
class BeforeEvent(Frame):
    """The memory of the phase before the event."""

    moved: int  # units
    fought: int
    struck: int


class AfterEvent(Step["Luki", Position, BeforeEvent]):
    """Restore the memory of the phase before the event (U33)."""

    rule = "13.1d"

    def proceed(self, g: Luki, s: Position, f: BeforeEvent) -> bool:
        s.stack.pop()
        s.moved, s.fought, s.struck = f.moved, f.fought, f.struck  # [13.1b, 13.1d]
        s.forget()
        return True
