"""The odds of each throw, worked out from the position in which the dice were thrown.

An event names its throw (`Event.throw`), a throw has its position, and the presenter works the odds out from what a
seat saw in that position. Nothing is matched or guessed, and no seat learns more than it could have asked for at that
moment."""

from __future__ import annotations

import zlib
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from stavka.engine.machine import Game
from stavka.engine.state import Event, Json, State

if TYPE_CHECKING:
    from stavka.server.presenting import Language, ServerPresenter

MOST: Final = 24
"""The number of throws of a game whose positions are kept."""


def packed(state: State) -> bytes:
    return zlib.compress(msgspec.json.encode(state.to_json()), 1)


class Throws:
    """The last throws of a game. Used under the lock of its table."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.last: tuple[int, State] | None = None
        """The last throw, whose odds are about to be asked for."""
        self.packed: OrderedDict[int, bytes] = OrderedDict()
        """The positions of the throws before it: those who sit down later read their odds. A position takes a tenth of
        the memory in this form."""
        self.known: dict[tuple[int, int | None, Language], Json | None] = {}

    def keep(self, number: int, state: State) -> None:
        """Keep the position that asks for a throw. A throw that is made again replaces the earlier one."""
        if self.last is not None:
            self.packed[self.last[0]] = packed(self.last[1])
        self.packed.pop(number, None)
        self.last = number, state.clone()
        if len(self.packed) >= MOST:
            self.packed.popitem(last=False)
        self.known = {key: odds for key, odds in self.known.items() if key[0] in self.packed}

    def position(self, number: int) -> State | None:
        """The position of a throw; None if it is too long ago."""
        if self.last is not None and self.last[0] == number:
            return self.last[1]
        found = self.packed.get(number)
        if found is None:
            return None
        state: State = self.game.from_json(msgspec.json.decode(zlib.decompress(found)))
        return state

    def odds(self, presenter: ServerPresenter, number: int, seat: int | None, lang: Language) -> Json | None:
        """The odds of a throw as a seat saw them; None if there are none, or the throw is too long ago."""
        key = number, seat, lang
        if key not in self.known:
            state = self.position(number)
            if state is None:
                return None
            self.known[key] = self.of_another(key, state) or presenter.throw(self.game, state, seat, lang)
        return self.known[key]

    def of_another(self, key: tuple[int, int | None, Language], state: State) -> Json | None:
        """The odds of a throw that another seat has been told, if it saw the same position."""
        number, seat, lang = key
        told = [(by, odds) for (other, by, its), odds in self.known.items() if (other, its) == (number, lang) and odds]
        return next((odds for by, odds in told if self.sight(state, by) == self.sight(state, seat)), None)

    def sight(self, state: State, seat: int | None) -> str:
        """The fingerprint of what a seat saw in the position of a throw."""
        seen: str = self.game.see(state, seat).position.digest()
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
