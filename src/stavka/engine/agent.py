"""Players that are programs: the sight and patience that they are given, and the pick that they answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from math import inf
from random import Random
from time import monotonic
from typing import Any, ClassVar, Final, Generic, TypeVar

from stavka.engine.offer import Offer, Pick
from stavka.engine.state import Json, State

S = TypeVar("S", bound=State)

STEP: Final = 0.05


class Sight(ABC, Generic[S]):
    """The knowledge of a seat: a position in which everything secret is blank. A sight holds neither the real state nor
    dice."""

    seat: int | None
    """The seat, or None for an onlooker, who knows only what everybody knows."""
    position: S

    @abstractmethod
    def sample(self, rng: Random) -> S:
        """A whole position that fits this sight, with everything that the seat cannot know dealt out at random."""

    def plain(self) -> Json:
        """Everything that the seat knows, as plain data."""
        return self.position.to_json()


class Patience:
    """How long a caller waits for a choice, and where a thinking program reports its progress."""

    def __init__(self, seconds: float = inf, tell: Callable[[float], None] | None = None) -> None:
        self.end = monotonic() + seconds
        self._tell, self._told = tell, 0.0

    def is_over(self) -> bool:
        """Whether the time is up."""
        return monotonic() > self.end

    def tell(self, share: float) -> None:
        """Report how much of the thinking is done, from 0 to 1, in steps large enough to be seen."""
        if self._tell is not None and share >= self._told + STEP:
            self._told = share
            self._tell(share)


class Agent(ABC):
    """A player that chooses one of the picks that it is offered."""

    patience: Patience = Patience()
    """Unlimited, unless the caller sets another patience. The choice may then depend on the clock."""

    processes: int = 1
    """The processes in which it may think at the same time. Their number does not change what it chooses in the end."""

    blind: ClassVar[bool] = False
    """A blind agent looks at the offer only; it is given no sight, which saves making one."""

    @abstractmethod
    def choose(self, sight: Sight[Any] | None, offer: Offer) -> Pick:
        """Choose one of the picks of the offer, by what the seat may see. A blind agent is given no sight."""

    def close(self, result: str) -> None:  # noqa: B027  # most players hold nothing
        """The game is over. A player that holds something, such as a process, lets go of it."""


class ForfeitError(Exception):
    """A player cannot play on, for a reason of its own: it loses its game. The sentence says why."""
