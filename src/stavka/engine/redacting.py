"""Games that can blank a position for a seat; their views and sights follow from that."""

from __future__ import annotations

from abc import abstractmethod
from random import Random
from typing import Any, TypeVar

from stavka.engine.agent import Sight
from stavka.engine.machine import Game
from stavka.engine.state import Json, State

S = TypeVar("S", bound=State)


class RedactingGame(Game[S]):
    """A game that can blank a position and deal out what is blank. Its views and sights follow from these two
    methods."""

    @abstractmethod
    def redacted(self, s: S, seat: int | None) -> S:
        """A copy that holds what a seat (None: an onlooker) may know."""

    @abstractmethod
    def deal(self, s: S, seat: int | None, rng: Random) -> None:
        """Fill everything that is blank for a seat with something that fits."""

    @abstractmethod
    def open_points(self, s: S) -> Any:
        """The victory points, as plain data."""

    def view(self, s: S, seat: int | None) -> Json:
        """The view of a seat (None: an onlooker), as plain data."""
        offer = None if seat is None else self.offer(s, seat)
        state = self.redacted(s, seat).to_json()
        return {
            "game": self.key,
            "scenario": state["scenario"],
            "seat": seat,
            "side": None if seat is None else self.sides[self.side_of(s, seat)],
            "turn": state["turn"],
            "result": s.result,
            "state": state,
            "points": self.open_points(s),
            "prompt": self.prompt(s) if offer is not None else "",
            "offer": None if offer is None else self.open_offer(offer),
        }

    def see(self, s: S, seat: int | None) -> Sight[S]:
        """The sight of a seat (None: an onlooker), for a program in this process."""
        return RedactedSight(self, s, seat)

    def sample_state(self, view: Json, rng: Random) -> S:
        """A position that gives this view; `rng` deals out what the seat cannot know."""
        s = self.from_json(view["state"])
        self.deal(s, view["seat"], rng)
        return s


class RedactedSight(Sight[S]):
    """The sight of a seat (None: an onlooker): the redacted position and nothing else."""

    def __init__(self, game: RedactingGame[S], s: S, seat: int | None) -> None:
        self.game, self.seat = game, seat
        self.position = game.redacted(s, seat)

    def sample(self, rng: Random) -> S:
        s = self.position.clone()
        self.game.deal(s, self.seat, rng)
        return s
