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
        self.last: dict[int, State] = {}
        """The throws of the last change, whose odds are about to be asked for."""
        self.change = 0
        self.packed: OrderedDict[int, bytes] = OrderedDict()
        """The positions of the throws before it: those who sit down later read their odds. A position takes a tenth of
        the memory in this form."""
        self.known: dict[tuple[int, int | None, Language], Json | None] = {}

    def keep(self, number: int, state: State, change: int) -> None:
        """Keep the position that asks for a throw in a change. A throw that is made again replaces the earlier one."""
        if change != self.change:
            self.packed.update((each, packed(position)) for each, position in self.last.items())
            self.last, self.change = {}, change
        self.packed.pop(number, None)
        self.last[number] = state.clone()
        while len(self.packed) + len(self.last) > MOST and self.packed:
            self.packed.popitem(last=False)
        here = self.packed.keys() | (self.last.keys() - {number})
        self.known = {key: odds for key, odds in self.known.items() if key[0] in here}

    def position(self, number: int) -> State | None:
        """The position of a throw; None if it is too long ago."""
        if number in self.last:
            return self.last[number]
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
