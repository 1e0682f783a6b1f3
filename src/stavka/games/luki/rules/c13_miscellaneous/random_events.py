"""Chapter 13.1: random events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.machine import ListStep
from stavka.engine.offer import CHANCE, DIE, Offer
from stavka.engine.state import Frame
from stavka.games.luki.rules.c10_movement.movement_phase import new_movement
from stavka.games.luki.rules.c10_movement.moves import EVENT
from stavka.games.luki.rules.c11_combat.combat_phase import BEGUN, SIDE, new_combat
from stavka.games.luki.state import GERMAN, Position
from stavka.games.luki.words import ask

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki


def phasing(s: Position) -> int:
    """Whose phase it is: an event interrupts it, whoever acts in the event. Phases that wait do not count."""
    return next(int(frame[SIDE]) for frame in s.stack if frame[0] == "fighting" and frame[BEGUN])


class RandomEvent(ListStep["Luki", Position]):
    """The die of the Random Events Table. Frame: [name]."""

    rule = "13.1e"

    def offer(self, g: Luki, s: Position, f: Frame) -> Offer:
        return Offer(CHANCE, chance=DIE)  # [13.1e]

    def roll(self, g: Luki, s: Position, f: Frame, outcome: int) -> None:
        s.stack.pop()
        event = g.events[outcome + 1]  # [13.1e]
        own = phasing(s)
        side = {"phasing": own, "other": 1 - own, "german": GERMAN}[event.player]
        s.tell("random event", ("13.1e",), event=outcome + 1, side=side)
        s.stack.append(["after_event", s.moved, s.fought, s.struck])  # [13.1d]
        if event.grants == "movement":
            s.stack.append(new_movement(side, EVENT))  # [13.1f, 13.1g]
        elif event.grants == "attack":
            s.stack.append(new_combat(side, EVENT))  # [13.1f, 13.1g]
        elif event.grants == "release attempt":
            s.stack.append(["release"])  # [13.41e]
        else:
            s.c3i[side] += 1  # [13.1e]
            s.tell("c3i gained", ("13.1e",), side=side, number=s.c3i[side])

    def prompt(self, g: Luki, s: Position, f: Frame) -> str:
        return ask("event")


class AfterEvent(ListStep["Luki", Position]):
    """What the phase remembered before the event counts again (U33). Frame: [name, moved, fought, struck]."""

    rule = "13.1d"

    def proceed(self, g: Luki, s: Position, f: Frame) -> bool:
        s.stack.pop()
        _, s.moved, s.fought, s.struck = f  # [13.1b, 13.1d]
        s.memo = s.goals = None
        return True
