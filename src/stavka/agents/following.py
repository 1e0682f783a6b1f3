"""What was done in a game, carried out again in imagined futures, so that it can be compared with another plan."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from stavka.agents.craft import Leader
from stavka.agents.planner import Imagining
from stavka.agents.search import Way
from stavka.engine.agent import Sight
from stavka.engine.machine import Game
from stavka.engine.offer import Offer, Pick

DONE: Final[Way] = (("done", True),)
"""The way that stands for what was done."""


class Deed(NamedTuple):
    """A pick that was made: at which step, with which units in hand, and out of which offer."""

    step: str
    hand: int
    pick: Pick
    offered: tuple[int, int, int]


def deed(game: Game[Any], s: Any, offer: Offer, pick: Pick) -> Deed:
    return Deed(s.stack[-1].step, in_hand(game, s), pick, offered(offer))


def offered(offer: Offer) -> tuple[int, int, int]:
    return offer.units, offer.hexes, offer.options


def in_hand(game: Game[Any], s: Any) -> int:
    """The units that the present step moves."""
    frame = s.stack[-1]
    hand = game.steps[frame.step].hand(game, s, frame)
    return hand.units if hand is not None else 0


class Follower:
    """Makes the picks that were made, in their order. Units in hand go where they went, wherever they can. Any other
    pick is made only out of the offer from which it was made: where dice or hidden units have changed the question, the
    script decides. Picks that cannot be made are left out."""

    def __init__(self, game: Game[Any], deeds: Sequence[Deed], script: Leader) -> None:
        self.game, self.deeds, self.script = game, deeds, script
        self.at = 0

    def choose(self, sight: Sight[Any], offer: Offer) -> Pick:
        s = sight.position
        step, hand, now = s.stack[-1].step, in_hand(self.game, s), offered(offer)
        for at in range(self.at, len(self.deeds)):
            deed = self.deeds[at]
            is_asked = (deed.step, deed.hand) == (step, hand) and deed.pick in offer
            if is_asked and (hand or deed.offered == now):
                self.at = at + 1
                return deed.pick
        return self.script.choose(sight, offer)

    def forget(self) -> None:
        self.script.forget()


class Compared(Imagining):
    """Imagined futures in which `DONE` is what was done; every other way is led as a planner leads it."""

    deeds: Sequence[Deed] = ()

    def leader(self, way: Way) -> Leader:
        if way != DONE:
            return super().leader(way)
        return Follower(self.craft.game, self.deeds, self.craft.model(self.side, ()))
