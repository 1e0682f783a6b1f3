"""A game that is played through an interface of another library: picks by number, chance from a seeded generator,
rewards.

It holds one position at a time. Where seats decide together and in secret, it asks them one after the other; none sees
what another has chosen before all have finished."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final, NamedTuple

from stavka import games
from stavka.engine.offer import CHANCE, ROLL, Offer, Pick, RefusedError
from stavka.research.actions import Actions
from stavka.research.observing import VERSION, Observation, Observer
from stavka.studies.play import forfeited, weighted
from stavka.studies.simulate import winner

RESULT: Final = "result"
"""The reward for the result: 1 for the winner, -1 for the loser, 0 for a draw."""
PREFIX: Final = "stavka/"


class UnknownEnvironmentError(LookupError):
    """There is no environment of this name."""


class RewardError(ValueError):
    """A reward names a figure that the game does not count."""


class Named(NamedTuple):
    """The game and the scenario of an environment."""

    game: str
    scenario: str

    @property
    def id(self) -> str:
        """The name of the environment: stavka/traces-race-v0."""
        return f"{PREFIX}{self.game}-{self.scenario}-v{VERSION}"


def environments() -> tuple[Named, ...]:
    """Every scenario of every game."""
    return tuple(Named(key, item["key"]) for key in games.GAMES for item in games.about(key)["scenarios"])


def named(id_: str) -> Named:
    """The game and the scenario of the environment with this name."""
    for each in environments():
        if id_ in (each.id, each.id.removeprefix(PREFIX)):
            return each
    known = ", ".join(each.id for each in environments())
    raise UnknownEnvironmentError(f"no environment {id_!r}; there are {known}")


class Kit(NamedTuple):
    """What all environments of a game share: it never changes."""

    game: Any
    actions: Actions
    observer: Observer


KITS: dict[str, Kit] = {}


def kit(key: str) -> Kit:
    found = KITS.get(key)
    if found is None:
        game = games.load(key)
        actions = Actions(game)
        found = KITS[key] = Kit(game, actions, Observer(game, actions))
    return found


class Referee:
    """Plays one game after another."""

    def __init__(
        self, id_: str, *, rewards: Mapping[str, float] | None = None, options: Mapping[str, bool] | None = None
    ) -> None:
        """rewards: what `RESULT` and each figure of the game (`Game.figures`) count for the first side, and with the
        opposite sign for the other one. options: the optional rules."""
        self.named = named(id_)
        self.game, self.actions, self.observer = kit(self.named.game)
        self.rewards = dict(rewards or {RESULT: 1.0})
        self.options = dict(options or {})
        self.shaped = {name: weight for name, weight in self.rewards.items() if name != RESULT}
        self.rng = Random()
        self.state: Any = self.game.new(self.named.scenario, self.options)
        self.figures = self.open_figures()
        for name in self.shaped:
            if name not in self.figures:
                known = ", ".join((RESULT, *self.figures))
                raise RewardError(f"no figure {name!r} in {self.game.title}; there are {known}")
        self.offer: Offer | None = None
        self.seat = 0
        """The seat that decides."""
        self.decisions = 0
        """The decisions of all seats in this game so far."""

    def start(self, seed: int | None = None) -> None:
        """Begin a new game. Without a seed, the generator goes on where it stands."""
        if seed is not None:
            self.rng = Random(seed)
        self.state = self.game.new(self.named.scenario, self.options)
        self.decisions = 0
        self.answer_chance()
        if self.shaped:
            self.figures = self.open_figures()

    def answer_chance(self) -> None:
        """Let chance answer until a seat has to decide or the game is over."""
        game, state = self.game, self.state
        offers = game.offers(state)
        while offers and offers[0].seat == CHANCE:
            game.apply(state, CHANCE, (ROLL, weighted(self.rng, offers[0].chance)))
            offers = game.offers(state)
        if offers:
            self.offer = offers[0]
            self.seat = self.offer.seat
        else:
            self.offer = None

    def act(self, action: int) -> None:
        """Carry out an action of the seat that decides. ValueError if it is not offered: nothing has changed then."""
        pick = self.actions.decode(action)
        if self.offer is None or pick not in self.offer:
            raise ValueError(self.why_not(action, pick))
        self.game.apply(self.state, self.seat, pick)
        self.decisions += 1
        self.answer_chance()

    @property
    def legal(self) -> list[int]:
        """The actions that are offered, lowest first; none when the game is over."""
        return [] if self.offer is None else self.actions.list(self.offer)

    def why_not(self, action: int, pick: Pick) -> str:
        reason = self.game.why(self.state, self.seat, pick)
        word = self.game.write_pick(pick)
        return f"action {action} ({word}) is not offered: {RefusedError(reason)}"

    def forfeit(self, seat: int) -> None:
        """End the game: a seat cannot play on and loses."""
        self.state.result = forfeited(self.game, self.state, seat)
        self.offer = None

    @property
    def is_over(self) -> bool:
        return self.offer is None

    def open_figures(self) -> Mapping[str, float]:
        """The figures of the game as everybody can count them; all is open when it is over."""
        over = bool(self.state.result)
        found: Mapping[str, float] = self.game.figures(self.state if over else self.game.see(self.state, None).position)
        return found

    def gains(self) -> tuple[float, ...]:
        """What each seat has gained since this was asked last."""
        reward = 0.0
        if self.shaped:
            before, self.figures = self.figures, self.open_figures()
            reward = sum(weight * (self.figures[name] - before[name]) for name, weight in self.shaped.items())
        if self.is_over:
            reward += self.rewards.get(RESULT, 0.0) * result_of(self.game, self.state.result)
        if not reward:
            return NOTHING
        first = self.game.seat(self.state, 0)
        return (reward, -reward) if first == 0 else (-reward, reward)

    def observe(self, seat: int) -> Observation:
        return self.observer.observe(self.state, seat, decides=self.offer is not None and self.seat == seat)


NOTHING: Final = (0.0, 0.0)


def result_of(game: Any, result: str) -> float:
    """1 if the first side has won, -1 if another has, 0 for a draw."""
    won = winner(result)
    return 0.0 if won not in game.sides else 1.0 if won == game.sides[0] else -1.0
