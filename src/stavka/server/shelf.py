"""The games of a server. It answers before they are loaded: a thread loads them one after the other, and who asks for a
game that is not loaded yet waits for it.

The game that was played last is loaded first, for its players are the most likely to come back. Then comes any game
that somebody waits for. If nobody does, the thread rests for a moment before the next game, so that it does not compete
with the server for the players who have just come. When every game can be played, it makes what their pages ask for:
boards and rules in every language."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from typing import Any, Final

from stavka import games
from stavka.engine.machine import Game
from stavka.server.faults import tell_fault
from stavka.server.match import BrokenTableError
from stavka.server.store import NO_DATABASE
from stavka.server.words import refusal

REST: Final = 0.3
"""Seconds that the thread waits for somebody to ask for a game, before it goes on with one that nobody wants yet."""


class UnloadedGameError(BrokenTableError):
    """The game could not be loaded."""

    def __init__(self, key: str) -> None:
        self.text = refusal("game not loaded", game=games.GAMES[key].title)
        super().__init__(self.text)


class Shelf:
    def __init__(self, kept: Callable[[Game[Any]], object] = bool) -> None:
        self.kept = kept
        """What is done with each game when all are loaded."""
        self.unloaded: dict[str, str] = {}
        """Games that could not be loaded, with the kind of the error."""
        self.loading: dict[str, Future[Game[Any]]] = {key: Future() for key in games.GAMES}
        for each in self.loading.values():
            each.set_running_or_notify_cancel()  # nobody who gives up waiting may cancel it for the others
        self.order: list[str] = list(games.GAMES)
        """The games that are not loaded yet: the first comes next."""
        self.wanted: set[str] = set()
        """Those of them that somebody waits for."""
        self.told = threading.Condition()
        """Held while the order changes."""
        self.is_closing = False
        self.then: Callable[[], object] = bool
        """What the thread does when everything is loaded."""
        self.thread = threading.Thread(target=self.run, name="games", daemon=True)

    def start(self, first: Iterable[str] = ()) -> None:
        """Begin to load the games, these before the others."""
        likely = [key for key in first if key in self.loading]
        self.order.sort(key=lambda key: likely.index(key) if key in likely else len(likely))
        self.thread.start()

    def close(self) -> None:
        """Stop loading. Who waits still gets a refusal."""
        with self.told:
            self.is_closing = True
            self.told.notify()
        if self.thread.is_alive():
            self.thread.join()
        for key in list(self.order):
            self.loading[key].set_exception(UnloadedGameError(key))

    # -- asking -----------------------------------------------------------------------------------------------------

    def game(self, key: str) -> Game[Any]:
        """The game with this key. A thread waits until it is loaded. Raises UnknownGameError or UnloadedGameError."""
        return self.asked(key).result()

    async def opened(self, key: str) -> Game[Any]:
        """The game with this key, for the event loop, which does other work meanwhile."""
        loading = self.asked(key)
        return loading.result() if loading.done() else await asyncio.shield(asyncio.wrap_future(loading))

    async def all(self) -> list[str]:
        """Wait until no game is left to load, and return those that can be played."""
        await asyncio.gather(*map(self.opened, games.GAMES), return_exceptions=True)
        return [key for key in games.GAMES if key not in self.unloaded]

    @property
    def is_loading(self) -> bool:
        return not all(each.done() for each in self.loading.values())

    def asked(self, key: str) -> Future[Game[Any]]:
        if key not in self.loading:
            raise games.UnknownGameError(key)
        if key in self.unloaded:
            raise UnloadedGameError(key)
        loading = self.loading[key]
        if not loading.done():
            with self.told:
                self.wanted.add(key)
                self.told.notify()
        return loading

    # -- loading ----------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Load every game, then make what only pages ask for. A game that cannot be loaded does not stop the others
        from being played."""
        while (key := self.next()) is not None:
            try:
                game = games.opened(key)
            except Exception as error:
                self.give_up(key, error)
                self.loading[key].set_exception(UnloadedGameError(key))
            else:
                self.loading[key].set_result(game)
        for key in games.GAMES:
            if self.is_closing or key in self.unloaded:
                continue
            try:
                self.kept(games.prepared(key))
            except NO_DATABASE as error:  # at the next start, or with the next table
                tell_fault(f"data of {key}", error)
            except Exception as error:
                self.give_up(key, error)
        self.then()

    def next(self) -> str | None:
        """Take the game that comes next; None if there is none, or no time left."""
        with self.told:
            if 0 < len(self.order) < len(self.loading):
                self.told.wait_for(lambda: self.is_closing or self.wanted.intersection(self.order), REST)
            if self.is_closing or not self.order:
                return None
            key = next((key for key in self.order if key in self.wanted), self.order[0])
            self.order.remove(key)
            return key

    def give_up(self, key: str, error: Exception) -> None:
        tell_fault(f"game {key}", error)
        self.unloaded[key] = type(error).__name__
