"""The games as they are shown: what tests of scenes need of each."""

from collections.abc import Callable, Collection, Mapping
from functools import partial
from random import Random
from typing import Any, NamedTuple

from games.facts import beside
from games.walks import collected
from stavka import games
from stavka.engine.machine import Game, Step
from stavka.engine.offer import HEX, Pick
from stavka.engine.session import Session
from stavka.engine.state import Json, State
from stavka.scenes.scene import Moment, Presenter, moment, waiting


class Shown(NamedTuple):
    game: Game[Any]
    show: Presenter[Any]
    positions: Callable[[], dict[str, list[Any]]]
    """Positions of random games by the step that waits."""
    shuffled: Callable[[Any, Any, int | None, Random], Any]
    """A copy of the position with exchanged secrets that a seat cannot know."""
    keys: Mapping[str, str]

    @property
    def steps(self) -> list[str]:
        """The steps that wait for somebody."""
        steps = self.game.steps.items()
        asking = {
            name for name, step in steps if type(step).offer is not Step.offer or type(step).offers is not Step.offers
        }
        return sorted(asking | {"over"})

    def at(self, step: str, each: int = 6) -> list[Any]:
        return self.positions().get(step, [])[:each]

    def now(self, s: Any, seat: int | None) -> Moment:
        """The facts that the session would give for a position."""
        return moment(Session(self.game, s.scenario, seed="1").clone(s), seat, 3)

    def scene(self, s: State, seat: int | None, lang: str = "en", now: Moment | None = None) -> Json:
        """The scene for a seat; without the session, the effects of picks on undo are unknown."""
        offer = None if seat is None else self.game.offer(s, seat)
        quick = Moment(3, offer, waiting=waiting(self.game, s, seat))
        return dict(self.show.scene(self.game.see(s, seat), now or quick, lang))


def dropped_ways(shown: Shown, steps: Collection[str]) -> list[list[str]]:
    """What each unit on a path may drop of it, at some steps, though the session would take it back."""
    found = []
    for s in (each.clone() for step in steps for each in shown.at(step, 24)):
        while not s.result and s.stack[-1].step in steps:
            offer = shown.game.offers(s)[0]
            now = shown.now(s, offer.seat)
            hexes = shown.scene(s, offer.seat, now=now)["offer"]["chosen"]["hexes"]
            if hexes:
                drop: list[Pick] = [(HEX, shown.game.grid.index(hex_)) for hex_ in hexes]
                again = shown.scene(s, offer.seat, now=now._replace(drop=drop))
                found.append(again["offer"]["chosen"]["drop"])
            shown.game.apply(s, offer.seat, next((pick for pick in offer if pick[0] == HEX), next(iter(offer))))
    return found


def shown(key: str) -> Shown:
    """A game with the walks beside its own tests, or with those that work for any game."""
    game, walks = games.load(key), beside(key, "walks")
    show: Any = games.presenter(key, game)
    positions = walks.collected if walks is not None else partial(collected, key)
    return Shown(game, show, positions, games.module(key, "checks.invariants").shuffled, show.staging.looks.KEYS)


SHOWN = {key: shown(key) for key in games.GAMES}
