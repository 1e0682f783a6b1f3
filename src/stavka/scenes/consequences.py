"""The consequences of a result: the rules carry it out on a copy, and each player chooses what costs their own side
least.

A table says "retreat two hexes"; whether that costs nothing, a step in an enemy zone of control or the whole stack
depends on the map. `expected` finds out with the rules themselves, so odds and play cannot differ. Dice on the way (a
check after a retreat) are weighed by their chances."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, Generic, TypeVar

from stavka.engine.machine import Game
from stavka.engine.offer import CHANCE, ROLL, Offer, Pick
from stavka.engine.state import State

S = TypeVar("S", bound=State)
Measures = tuple[float, ...]
"""The measures of a position: first the steps that each side has lost, then further figures of the game."""
MOST: Final = 400
"""The most positions with a decision that are searched. Stacks are small, and few results need more than fifty; beyond
the limit, the first pick is taken."""


class Plan(Generic[S]):
    """How the results of one kind of combat are carried out."""

    def __init__(
        self,
        game: Game[S],
        is_over: Callable[[S], bool],
        measure: Callable[[S], Measures],
        key: Callable[[S], object],
        choices: Callable[[S, Offer], Iterable[Pick]] = lambda s, offer: offer,
    ) -> None:
        """`is_over` says when a result has been carried out; `key` is the same for positions that go on alike;
        `choices` are the picks worth trying."""
        self.game, self.is_over, self.measure, self.key, self.choices = game, is_over, measure, key, choices


class Search(Generic[S]):
    """The search for the consequences of one result."""

    def __init__(self, plan: Plan[S]) -> None:
        self.plan, self.game = plan, plan.game
        self.known: dict[object, Measures] = {}

    def settle(self, s: S) -> bool:
        """Carry out everything that needs no decision, and return whether somebody has to decide."""
        while not s.result and not self.plan.is_over(s):
            frame = s.stack[-1]
            if not self.game.steps[frame.step].proceed(self.game, s, frame):
                return True
        return False

    def run(self, s: S) -> Measures:
        if not self.settle(s):
            return self.plan.measure(s)
        key = self.plan.key(s)
        if key not in self.known:
            frame = s.stack[-1]
            offer = self.game.steps[frame.step].offer(self.game, s, frame)
            self.known[key] = self.mean(s, offer) if offer.seat == CHANCE else self.best(s, offer)
        return self.known[key]

    def mean(self, s: S, offer: Offer) -> Measures:
        """The average of the measures over the outcomes of the dice."""
        outcomes = [(self.after(s, CHANCE, (ROLL, i)), weight) for i, (_, weight) in enumerate(offer.chance or ())]
        whole = sum(weight for _, weight in outcomes)
        return tuple(
            sum(value * weight for value, (_, weight) in zip(column, outcomes, strict=True)) / whole
            for column in zip(*(measures for measures, _ in outcomes), strict=True)
        )

    def best(self, s: S, offer: Offer) -> Measures:
        """The measures after the pick that costs the deciding side least. Losses cannot be undone, so the search stops
        at a pick that costs nothing more."""
        side = self.game.side_of(s, offer.seat)
        lost = self.plan.measure(s)[side]
        found: Measures | None = None
        for pick in self.plan.choices(s, offer):
            measures = self.after(s, offer.seat, pick)
            if found is None or measures[side] < found[side]:
                found = measures
            if found[side] <= lost or len(self.known) >= MOST:
                break
        assert found is not None, "there is always something to pick"
        return found

    def after(self, s: S, seat: int, pick: Pick) -> Measures:
        after: Any = s.clone()
        after.events = None if s.events is None else s.events[:]
        frame = after.stack[-1]
        self.game.steps[frame.step].pick(self.game, after, frame, seat, pick)
        return self.run(after)


def expected(plan: Plan[S], s: S) -> Measures:
    """The average measures when a result has been carried out on `s`, which is changed."""
    return Search(plan).run(s)
