"""A position with what each seat has learnt on the way to it, for OpenSpiel.

An information state is everything that a seat knows: all that it was told, all that it has picked and every position
that it has seen, in order. A table keeps a fingerprint of this for each seat. Working one out costs a redaction a move,
so nothing is done until somebody asks; then the moves since the last time are played again."""

from __future__ import annotations

import hashlib
import json
from random import Random
from typing import Any, Final, NamedTuple, Self

from stavka.engine.machine import Game
from stavka.engine.offer import CHANCE, Offer, Pick
from stavka.research.referee import kit

NOBODY: Final = "nobody"
DIGITS: Final = 16


class Step(NamedTuple):
    """A move, and the one before it; copies of a table share them."""

    before: Step | None
    seat: int
    pick: Pick


class Learnt(NamedTuple):
    """A position, and the fingerprint of everything that each seat knows there."""

    state: Any
    chains: tuple[str, ...]
    views: tuple[str, ...]
    """The fingerprint of the position as each seat sees it."""


def mixed(*parts: object) -> str:
    return hashlib.blake2b(repr(parts).encode(), digest_size=DIGITS).hexdigest()


def view_of(game: Game[Any], state: Any, seat: int) -> str:
    """The fingerprint of what a seat sees, its own offer included."""
    return mixed(json.dumps(game.view(state, seat), sort_keys=True))


class Table:
    """A game on the table. Copies are cheap, and it can be pickled."""

    __slots__ = ("_offers", "_steps", "game", "learnt", "state")

    def __init__(self, game: Game[Any], state: Any, learnt: Learnt | None = None) -> None:
        """learnt: None where the game begins."""
        self.game, self.state = game, state
        self.learnt = learnt or self.begun(state)
        self._steps: Step | None = None
        self._offers: tuple[Offer, ...] | None = None

    def begun(self, state: Any) -> Learnt:
        views = self.views(state)
        return Learnt(state.clone(), tuple(mixed(seat, view) for seat, view in enumerate(views)), views)

    def views(self, state: Any) -> tuple[str, ...]:
        return tuple(view_of(self.game, state, seat) for seat in range(len(self.game.sides)))

    def copy(self) -> Self:
        made = object.__new__(type(self))
        made.game, made.state, made.learnt = self.game, self.state.clone(), self.learnt
        made._steps, made._offers = self._steps, self._offers
        return made

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        learnt = self.known()
        return restored, (self.game.key, json.dumps(self.state.to_json()), learnt.chains, learnt.views)

    # -- playing ----------------------------------------------------------------------------------------------------

    @property
    def offer(self) -> Offer | None:
        """What is to be decided: by the first seat where several decide together; None when the game is over."""
        if self._offers is None:
            self._offers = self.game.offers(self.state)
        return self._offers[0] if self._offers else None

    def apply(self, pick: Pick) -> None:
        offer = self.offer
        assert offer is not None, "the game is over"
        self.game.apply(self.state, offer.seat, pick)
        self._steps = Step(self._steps, offer.seat, pick)
        self._offers = None

    # -- knowing ----------------------------------------------------------------------------------------------------

    def known(self) -> Learnt:
        """What the seats have learnt up to now."""
        steps: list[Step] = []
        step = self._steps
        while step is not None:
            steps.append(step)
            step = step.before
        if steps:
            state, chains, views = self.learnt.state.clone(), list(self.learnt.chains), self.learnt.views
            state.events = []
            for each in reversed(steps):
                views = self.learn(state, each, chains, views)
            state.events = None
            self.learnt, self._steps = Learnt(state, tuple(chains), views), None
        return self.learnt

    def learn(self, state: Any, step: Step, chains: list[str], views: tuple[str, ...]) -> tuple[str, ...]:
        """Play a move again and add what each seat learns by it: its own pick, what it is told, what it then sees."""
        self.game.apply(state, step.seat, step.pick)
        told, state.events = state.events, []
        seen = self.views(state)
        for seat in range(len(chains)):
            heard = [(e.name, sorted(e.values.items())) for e in told if e.seats is None or seat in e.seats]
            own = step.pick if step.seat == seat else None
            if heard or own or seen[seat] != views[seat]:
                chains[seat] = mixed(chains[seat], own, heard, seen[seat])
        return seen

    def information(self, seat: int) -> str:
        """The information state of a seat, as text: what it knows, as a fingerprint."""
        position = self.game.see(self.state, seat).position
        step = position.stack[-1].step if position.stack and not position.result else position.result or NOBODY
        return f"{self.game.sides[seat]}, turn {position.turn}, {step}: {self.known().chains[seat]}"

    def resampled(self, seat: int, rng: Random) -> Table:
        """Another table that looks the same to a seat: what it cannot know is dealt out. What the others know there is
        made up too, and follows from what this seat knows."""
        learnt = self.known()
        state = self.game.see(self.state, seat).sample(rng)
        views = self.views(state)
        made_up = mixed(NOBODY, learnt.chains[seat])
        chains = tuple(known if at == seat else mixed(made_up, views[at]) for at, known in enumerate(learnt.chains))
        return Table(self.game, state, Learnt(state.clone(), chains, views))

    def __str__(self) -> str:
        """For people who look for faults: the step, and the fingerprint of the whole position."""
        s, offer = self.state, self.offer
        who = s.result if offer is None else "chance" if offer.seat == CHANCE else self.game.sides[offer.seat]
        return f"turn {s.turn}, {who}, {'over' if s.result else s.stack[-1].step}: {s.digest()}"


def restored(key: str, text: str, chains: tuple[str, ...], views: tuple[str, ...]) -> Table:
    game = kit(key).game
    state = game.from_json(json.loads(text))
    return Table(game, state, Learnt(state.clone(), chains, views))
