"""Groups that are brought up against targets, the most worthwhile first, for any game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, Protocol, TypeVar

from stavka.engine.kinds import hexes_in
from stavka.hexes import Hex


class Worthwhile(Protocol):
    """A group and a target."""

    @property
    def target(self) -> Hex: ...

    @property
    def worth(self) -> float: ...


P = TypeVar("P", bound=Worthwhile)


class Pushing(ABC, Generic[P]):
    """A plan while it is being made."""

    known: dict[Hex, P | None]
    """The best group against each target that has been weighed; `commit` forgets those that it has changed."""

    @abstractmethod
    def targets(self) -> int: ...

    @abstractmethod
    def weigh(self, target: Hex) -> P | None:
        """The best group against a target, if any is worthwhile."""

    @abstractmethod
    def commit(self, push: P) -> None:
        """Carry out the attack of a group on its target."""

    def push(self) -> None:
        """Bring groups up to their targets, the most worthwhile first."""
        targets = self.targets()
        while True:
            for target in hexes_in(targets):
                if target not in self.known:
                    self.known[target] = self.weigh(target)
            found = [push for push in self.known.values() if push is not None]
            if not found:
                return
            best = max(found, key=lambda push: (push.worth, -push.target))
            self.commit(best)
            targets &= ~(1 << best.target)
