"""Small positions in which a wargamer knows what to do: set up like situations, and carried on by a program."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from stavka import games
from stavka.assurance.situations import read_data
from stavka.engine.agent import Agent
from stavka.engine.kinds import Unit
from stavka.engine.offer import Pick

MOST = 400
"""Picks after which a phase should be over."""


class Stand:
    """A position, and the program that decides for a side in it."""

    def __init__(self, key: str, side: str, make: Callable[[Any], Agent], **spec: Any) -> None:
        item = {"name": "sense", "rule": ["1.0"], "then": [{"decides": side}], **spec}
        _, (situation,) = read_data("sense", {"game": key, "situation": [item]})
        build = import_module(f"{games.package(key)}.checks.situations").build
        examiner = build(situation)
        self.game, self.s = examiner.game, examiner.state
        self.side = self.game.sides.index(side)
        self.player = make(self.game)
        self.phase = self.s.stack[-1]

    def unit(self, name: str) -> Unit:
        found: Unit = self.game.unit_index(name)
        return found

    def where(self, name: str) -> str:
        """The hex of a unit."""
        number: str = self.game.grid.number(self.s.place[self.unit(name)])
        return number

    def ask(self) -> Pick:
        """The next pick of the side, which is at turn."""
        offer = self.game.offers(self.s)[0]
        assert self.game.side_of(self.s, offer.seat) == self.side and offer.chance is None
        pick = self.player.choose(self.game.see(self.s, offer.seat), offer)
        assert pick in offer
        return pick

    def play(self) -> list[str]:
        """Carry the phase on while this side decides and nothing is left to dice: its picks, as they are written."""
        written: list[str] = []
        for _ in range(MOST):
            offers = self.game.offers(self.s) if not self.s.result else ()
            if not offers or offers[0].chance is not None or self.game.side_of(self.s, offers[0].seat) != self.side:
                return written
            pick = self.ask()
            written.append(self.game.write_pick(pick, offers[0]))
            self.game.apply(self.s, offers[0].seat, pick)
            if not any(frame is self.phase for frame in self.s.stack):
                return written
        raise AssertionError("the phase does not end")
