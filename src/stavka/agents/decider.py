"""Players that follow a script, for any game: a method for each step of the sequence of play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from stavka.engine.agent import Sight
from stavka.engine.kinds import last_option
from stavka.engine.offer import OPTION, Offer, Pick

Decide = Callable[[Sight[Any], Any, Any, Offer], Pick | None]


class StepDecider:
    """One side's decisions. `choose` finds the method that is named as the step on top of the stack.

    What the method answers counts if it is offered; else something sane is done."""

    sane: tuple[int, ...]
    """Options (as bits) that do no harm, the best first."""
    renamed: ClassVar[Mapping[str, str]] = {}
    """Steps whose method has another name than they have, because the script uses that one for something else."""

    def choose(self, sight: Sight[Any], offer: Offer) -> Pick:
        s = sight.position
        self.begin(s)
        frame = s.stack[-1]
        decide: Decide | None = getattr(self, self.renamed.get(frame.step, frame.step), None)
        pick = decide(sight, s, frame, offer) if decide is not None else None
        return pick if pick is not None and pick in offer else self.any_pick(offer)

    def begin(self, s: Any) -> None:
        """What has to be ready before a decision."""

    def any_pick(self, offer: Offer) -> Pick:
        """A harmless option, else whatever comes first."""
        for bit in self.sane:
            if offer.options & bit:
                return self.option(bit)
        return next(iter(offer))

    @staticmethod
    def option(bit: int) -> Pick:
        return OPTION, last_option(bit)
