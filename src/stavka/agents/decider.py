"""Players that follow a script, for any game, with a method for each step of the sequence of play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from stavka.engine.agent import Sight
from stavka.engine.kinds import last_option
from stavka.engine.offer import OPTION, Offer, Pick

Decide = Callable[[Sight[Any], Any, Any, Offer], Pick | None]


class StepDecider:
    """One side's decisions. `choose` calls the method that has the name of the step on top of the stack.

    The pick that the method returns is used if it is offered; otherwise a harmless pick is made."""

    sane: tuple[int, ...]
    """Options (as bits) that do no harm, the best first."""
    renamed: ClassVar[Mapping[str, str]] = {}
    """Steps whose method has another name than the step, because the script uses the step's name for something else."""

    def choose(self, sight: Sight[Any], offer: Offer) -> Pick:
        s = sight.position
        self.begin(s)
        frame = s.stack[-1]
        decide: Decide | None = getattr(self, self.renamed.get(frame.step, frame.step), None)
        pick = decide(sight, s, frame, offer) if decide is not None else None
        return pick if pick is not None and pick in offer else self.any_pick(offer)

    def begin(self, s: Any) -> None:
        """Prepare everything that a decision needs."""

    def any_pick(self, offer: Offer) -> Pick:
        """A harmless option, otherwise the first pick on offer."""
        for bit in self.sane:
            if offer.options & bit:
                return self.option(bit)
        return next(iter(offer))

    @staticmethod
    def option(bit: int) -> Pick:
        return OPTION, last_option(bit)
