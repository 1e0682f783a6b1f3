"""Players that are programs: what they are given and what they answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from stavka.engine.offer import Offer, Pick
from stavka.engine.state import State

S = TypeVar("S", bound=State)


class Sight(ABC, Generic[S]):
    """What a seat knows: a position in which everything secret is blank. It holds neither the real state nor dice."""

    seat: int | None
    """None: an onlooker, who knows what everybody knows."""
    position: S

    @abstractmethod
    def sample(self, rng: Random) -> S:
        """A whole position that fits, with whatever the seat cannot know dealt out."""


class Agent(ABC):
    """Chooses one of the picks that it is offered."""

    blind: ClassVar[bool] = False
    """A blind agent looks at the offer only; it is given no sight, which saves making one."""

    @abstractmethod
    def choose(self, sight: Sight[Any] | None, offer: Offer) -> Pick: ...
