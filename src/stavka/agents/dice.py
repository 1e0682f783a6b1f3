"""What a throw of the dice was worth: the value after it against the exact expectation over everything that could have
been thrown.

Every outcome is carried out on a copy. The choices that follow at once, such as losses and retreats, are left to the
script of each side, so that the position is valued when the throw has taken effect; further dice on the way are
expected in the same way, as long as there are few of them. The luck of a throw is its value less the expectation, so
over all outcomes, each with its chance, luck is zero whatever the values are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from stavka.agents.playout import Chooser, Imagined, Until
from stavka.engine.machine import Game
from stavka.engine.offer import CHANCE, ROLL, Offer

MOST_PICKS: Final = 40
"""The most choices that the scripts make before a throw counts as having taken effect."""
MOST_LEAVES: Final = 40
"""The most outcomes, of all dice on the way together, that are followed; beyond that a position is valued as it is."""

Values = tuple[float, ...]
"""What is expected of a position: one number for each thing that is counted."""


class Luck(NamedTuple):
    """A throw: the outcome, and the values after it, less what could be expected."""

    outcome: str
    expected: Values
    after: Values

    @property
    def gain(self) -> Values:
        return tuple(after - before for after, before in zip(self.after, self.expected, strict=True))


class Dice:
    """Values throws of a game. `value` says what a position is worth; `choosers` decide for each seat."""

    def __init__(
        self,
        game: Game[Any],
        value: Callable[[Any], Values],
        choosers: Callable[[], Mapping[int, Chooser]],
        until: Callable[[Any], Until],
    ) -> None:
        """Make a valuer. `until`, of the position that asks for dice, ends what follows from them: an activation that
        begins is a decision, whatever was thrown."""
        self.game, self.value, self.choosers, self.until = game, value, choosers, until

    def luck(self, s: Any, outcome: int) -> Luck:
        """The luck of an outcome in a position that asks for dice. The position is not changed."""
        offer = self.game.offers(s)[0]
        assert offer.chance is not None, "dice are asked"
        values = self.each(s, offer, 1)
        return Luck(offer.chance[outcome][0], mean(offer, values), values[outcome])

    def each(self, s: Any, offer: Offer, leaves: int) -> dict[int, Values]:
        """The value after each outcome that is possible."""
        leaves *= len(offer)
        depth = len(s.stack)
        found: dict[int, Values] = {}
        for _, outcome in offer:
            after, until = s.clone(), self.until(s)
            self.game.apply(after, CHANCE, (ROLL, outcome))
            found[outcome] = self.settled(after, depth, until, leaves)
        return found

    def settled(self, s: Any, depth: int, until: Until, leaves: int) -> Values:
        """The value of a position when what was thrown at a depth of the stack has taken effect. The position may be
        changed."""
        choosers = self.choosers()
        for _ in range(MOST_PICKS):
            if s.result or len(s.stack) < depth or until(s):
                break
            offer = self.game.offers(s)[0]
            if offer.chance is not None:
                if leaves * len(offer) <= MOST_LEAVES:
                    return mean(offer, self.each(s, offer, leaves))
                break
            self.game.apply(s, offer.seat, choosers[offer.seat].choose(Imagined(s), offer))
        return self.value(s)


def mean(offer: Offer, values: Mapping[int, Values]) -> Values:
    """The exact expectation over the outcomes of an offer."""
    assert offer.chance is not None
    whole = sum(weight for _, weight in offer.chance)
    shares = {outcome: offer.chance[outcome][1] / whole for outcome in values}
    width = len(next(iter(values.values())))
    return tuple(sum(shares[outcome] * each[i] for outcome, each in values.items()) for i in range(width))
