"""The odds of each throw, worked out from the position in which the dice were thrown.

An event names its throw (`Event.throw`), a throw has its position, and the presenter works the odds out from what a
seat saw in that position. Nothing is matched or guessed, and no seat learns more than it could have asked for at that
moment."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from stavka.engine.machine import Game
from stavka.engine.state import Event, Json, State

if TYPE_CHECKING:
    from stavka.server.presenting import Language, ServerPresenter

MOST: Final = 24
"""The number of throws of a game whose positions are kept."""


class Throws:
    """The last throws of a game. Used under the lock of its table."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.positions: OrderedDict[int, State] = OrderedDict()
        self.known: dict[tuple[int, int | None, Language], Json | None] = {}

    def keep(self, number: int, state: State) -> None:
        """Keep the position that asks for a throw. A throw that is made again replaces the earlier one."""
        self.positions.pop(number, None)
        self.positions[number] = state.clone()
        if len(self.positions) > MOST:
            self.positions.popitem(last=False)
        self.known = {key: odds for key, odds in self.known.items() if key[0] in self.positions and key[0] != number}

    def odds(self, presenter: ServerPresenter, number: int, seat: int | None, lang: Language) -> Json | None:
        """The odds of a throw as a seat saw them; None if there are none, or the throw is too long ago."""
        state = self.positions.get(number)
        if state is None:
            return None
        key = number, seat, lang
        if key not in self.known:
            self.known[key] = self.of_another(number, seat, lang) or presenter.throw(self.game, state, seat, lang)
        return self.known[key]

    def of_another(self, number: int, seat: int | None, lang: Language) -> Json | None:
        """The odds of a throw that another seat has been told, if it saw the same position."""
        told = [(by, odds) for (other, by, its), odds in self.known.items() if (other, its) == (number, lang) and odds]
        return next((odds for by, odds in told if self.sight(number, by) == self.sight(number, seat)), None)

    def sight(self, number: int, seat: int | None) -> str:
        """The fingerprint of what a seat saw in the position of a throw."""
        seen: str = self.game.see(self.positions[number], seat).position.digest()
        return seen

    def name_in(
        self,
        entries: Sequence[Json],
        events: Sequence[Event],
        presenter: ServerPresenter,
        seat: int | None,
        lang: Language,
    ) -> None:
        """Add to each log entry that tells a throw the odds of that throw."""
        for entry, event in zip(entries, events, strict=True):
            if event.throw is not None and (odds := self.odds(presenter, event.throw, seat, lang)) is not None:
                entry["odds"] = odds
