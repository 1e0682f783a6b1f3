"""The games as they are shown: what tests of scenes need of each."""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from games.luki import walks as luki_walks
from games.moscow import walks as moscow_walks
from games.traces import walks as traces_walks
from games.zitadelle import walks as zitadelle_walks
from stavka import games
from stavka.engine.machine import Game, Step
from stavka.engine.session import Session
from stavka.engine.state import Json, State
from stavka.games.luki.checks import invariants as luki_invariants
from stavka.games.luki.scene import looks as luki_looks
from stavka.games.moscow.checks import invariants as moscow_invariants
from stavka.games.moscow.scene import looks as moscow_looks
from stavka.games.traces.checks import invariants as traces_invariants
from stavka.games.traces.scene import looks as traces_looks
from stavka.games.zitadelle.checks import invariants as zitadelle_invariants
from stavka.games.zitadelle.scene import looks as zitadelle_looks
from stavka.scenes.scene import Moment, Presenter, moment, waiting


class Shown(NamedTuple):
    game: Game[Any]
    show: Presenter[Any]
    positions: Callable[[], dict[str, list[Any]]]
    """Positions of random games by the step that waits."""
    shuffled: Callable[[Any, Any, int | None, Random], Any]
    """The same position with secrets exchanged that a seat cannot know."""
    keys: dict[str, str]

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
        """What the session would say of a position."""
        session = Session(self.game, s.scenario, seed="1")
        session.state = s.clone()
        return moment(session, seat, 3)

    def scene(self, s: State, seat: int | None, lang: str = "en", now: Moment | None = None) -> Json:
        """What a seat is shown; without the session nobody knows what picks do to undo."""
        offer = None if seat is None else self.game.offer(s, seat)
        quick = Moment(3, offer, waiting=waiting(self.game, s, seat))
        return dict(self.show.scene(self.game.see(s, seat), now or quick, lang))


def shown(key: str, positions: Callable[[], dict[str, list[Any]]], shuffled: Any, keys: dict[str, str]) -> Shown:
    game = games.load(key)
    return Shown(game, games.presenter(key, game), positions, shuffled, keys)


SHOWN = {
    "traces": shown("traces", traces_walks.collected, traces_invariants.shuffled, traces_looks.KEYS),
    "zitadelle": shown("zitadelle", zitadelle_walks.collected, zitadelle_invariants.shuffled, zitadelle_looks.KEYS),
    "luki": shown("luki", luki_walks.collected, luki_invariants.shuffled, luki_looks.KEYS),
    "moscow": shown("moscow", moscow_walks.collected, moscow_invariants.shuffled, moscow_looks.KEYS),
}
