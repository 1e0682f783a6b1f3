"""A game's part in planning: when a plan is chosen, what can be varied, who leads, and how good a position is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar

from stavka.agents.playout import Until
from stavka.agents.search import SCRIPT, Effort, Genes, Way
from stavka.engine.agent import Sight
from stavka.engine.kinds import Side
from stavka.engine.machine import Game
from stavka.engine.offer import Offer, Pick
from stavka.engine.state import State
from stavka.engine.words import Message

S = TypeVar("S", bound=State)

FIRST: Final = "first"
"""The gene whose value is the pick with which an activation begins. The other genes are up to the game."""
FROZEN: Final[Way] = (("table", "scripted-1"),)
"""The way of an enemy that plays with the weights of the frozen script."""


class Leader(Protocol):
    """A commander that decides for a side while an activation is carried out."""

    def choose(self, sight: Sight[Any], offer: Offer) -> Pick: ...

    def forget(self) -> None:
        """Forget what was planned in another position."""


class Craft(ABC, Generic[S]):
    """A game's part in planning. Nothing in it remembers a position: what it returns follows from its arguments."""

    efforts: ClassVar[Mapping[str, Effort]]
    """The effort of each level."""

    def __init__(self, game: Game[S], seed: int) -> None:
        self.game, self.seed = game, seed

    @abstractmethod
    def opens(self, s: S) -> float:
        """The share of the effort that this decision is worth: 0 if nothing is planned here, 1 if an activation (an
        operation, a phase, a segment) begins with it."""

    @abstractmethod
    def moment(self, s: S) -> Hashable:
        """The facts that stay the same while a plan is carried out, reactions of the enemy included. Equal moments are
        written equally (`repr`)."""

    @abstractmethod
    def genes(self, s: S, side: Side, offer: Offer) -> Genes:
        """What can be done otherwise than the script does it, by the position as the side sees it."""

    @abstractmethod
    def commander(self, side: Side, way: Way) -> Leader:
        """A new commander that leads a side this way. The gene `first` may be left out of account."""

    @abstractmethod
    def model(self, side: Side, way: Way) -> Leader:
        """A new commander for imagined futures: it may look less closely to decide in less time. Each search has models
        of its own, so they may remember plans for positions that are reached again in another future."""

    def rehearser(self, side: Side, way: Way) -> Leader:
        """A new commander that carries a way out in imagined futures. It should plan as the commander does."""
        return self.model(side, way)

    def foe(self, future: int) -> Way:
        """The way in which the enemy leads in an imagined future, by its number: the frozen script's in every other
        one, since nobody knows how the enemy plays."""
        return SCRIPT if future % 2 else FROZEN

    @abstractmethod
    def until(self, start: S, side: Side, stage: int) -> Until:
        """A fresh function that ends a stage of a future: 0 when the activation has been carried out, 1 when the enemy
        has answered, 2 when the turn is over or both have acted again. `start` is the position where it begins."""

    @abstractmethod
    def worth(self, s: S, side: Side) -> float:
        """The chance that a side wins, from 0 to 1; where VP grade the victory, a smooth function of the VP that can be
        expected. The position is imagined, so all of it is known."""

    @abstractmethod
    def points(self, s: S, side: Side) -> float:
        """The points that can be expected at the end, as the side counts them: more is better. The position is
        imagined, so all of it is known."""

    @abstractmethod
    def aims(self, s: S, side: Side, way: Way) -> list[Message]:
        """What a way is up to, for people: an infinitive for each gene, of the table [plan] of the game's words. The
        way without genes has none."""

    def option(self, key: str, lang: str) -> str:
        """The words on the button of an option."""
        return self.game.words.word("option", key, lang)

    def sign(self, s: S) -> Hashable:
        """A sign that equal positions have in common; None if comparing costs more than it saves."""
        return None


MakeCraft = Callable[[Game[Any], int], Craft[Any]]
"""Makes the craft of a game from the game and a seed."""
