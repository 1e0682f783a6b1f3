"""Programs over a pipe at the tables of a server: those that its operator names in a file (docs/protocol.md).

A program has a process of its own for each seat that it plays, and a thread that waits for it. So one that dawdles,
floods or dies keeps no other game waiting. It is told what its seat sees, and nothing of the server's settings."""

from __future__ import annotations

import asyncio
import os
import re
import tomllib
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, NamedTuple

from stavka import games
from stavka.agents.piped import PipedPlayer
from stavka.engine.offer import Pick
from stavka.games import opponents
from stavka.server import metrics
from stavka.server.programs import ProgramQuestion

MOST: Final = 32
"""The most programs that run at the same time. A further one takes the place of the one that has rested longest, which
is started again when it is asked again."""
NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,31}")
TAKEN: Final = {"me", "friend", "person"}
PREFIX: Final = "STAVKA_"
"""The beginning of the names of settings, which programs are not given: they hold passwords."""


class Listed(NamedTuple):
    """A program that an operator names."""

    command: str
    games: tuple[str, ...]


def read_programs(path: Path) -> Mapping[str, Listed]:
    """The programs in an operator's file. ValueError says what is wrong with it."""
    try:
        found = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ValueError(f"STAVKA_PROGRAMS={path}: {error}") from None
    return {name: listed(f"STAVKA_PROGRAMS={path}: {name}", name, entry) for name, entry in found.items()}


def listed(where: str, name: str, entry: Any) -> Listed:
    if not NAME.fullmatch(name):
        raise ValueError(f"{where}: a name is up to 32 small letters, digits and hyphens, and begins with a letter")
    if name in TAKEN or any(name in opponents.names(key) for key in games.GAMES):
        raise ValueError(f"{where}: the name is taken")
    if not isinstance(entry, dict) or not set(entry) <= {"command", "games"}:
        raise ValueError(f"{where}: expected a table with `command` and, if it does not play all games, `games`")
    command, keys = entry.get("command"), entry.get("games", list(games.GAMES))
    if not isinstance(command, str) or not command.strip():
        raise ValueError(f"{where}: expected a command")
    if not isinstance(keys, list) or not keys or any(key not in games.GAMES for key in keys):
        raise ValueError(f"{where}: games are among {', '.join(games.GAMES)}")
    return Listed(command, tuple(keys))


class Seated:
    """A program at a seat, and the thread that waits for it."""

    def __init__(self, player: PipedPlayer) -> None:
        self.player = player
        self.thread = ThreadPoolExecutor(1, "stavka-pipe")
        self.last: Future[Pick] | None = None
        """The last answer, which may be yet to come."""

    def is_asked(self) -> bool:
        return self.last is not None and not self.last.done()

    def ask(self, question: ProgramQuestion) -> Future[Pick]:
        self.last = self.thread.submit(self.player.choose, question.sight, question.offer)
        return self.last

    def leave(self, result: str) -> None:
        """Tell the program that the game is over, and end it; nobody waits for that. One that is to answer a question
        that nobody asks any more is ended at once."""
        if self.is_asked():
            self.player.stop()
        self.thread.submit(self.player.close, result)
        self.thread.shutdown(wait=False)

    def stop(self) -> None:
        """End the program at once, whatever it is doing, and wait for that."""
        self.player.stop()
        self.thread.submit(self.player.kill)
        self.thread.shutdown()


class Pipes:
    """The programs of an operator, as far as they sit at tables of this process."""

    def __init__(self, known: Mapping[str, Listed], seconds: float, most: int = MOST) -> None:
        self.known, self.seconds, self.most = known, seconds, most
        self.seated: OrderedDict[tuple[str, int], Seated] = OrderedDict()

    def names(self, game: str) -> list[str]:
        """The programs that play a game."""
        return [name for name, each in self.known.items() if game in each.games]

    async def ask(self, question: ProgramQuestion) -> Pick:
        """Ask a program for its pick. ForfeitError says what it has done wrong."""
        seated = self.seat(question)
        with metrics.timed(metrics.THOUGHTS.labels(question.game, question.agent)):
            return await asyncio.wrap_future(seated.ask(question))

    def seat(self, question: ProgramQuestion) -> Seated:
        key = question.table, question.seat
        found = self.seated.get(key)
        if found is None:
            self.make_room()
            player = PipedPlayer(
                self.known[question.agent].command,
                games.again(question.game, question.data),
                question.seed,
                self.seconds,
                {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)},
            )
            found = self.seated[key] = Seated(player)
        self.seated.move_to_end(key)
        return found

    def make_room(self) -> None:
        resting = [key for key, seated in self.seated.items() if not seated.is_asked()]
        for key in resting[: max(0, len(self.seated) + 1 - self.most)]:
            self.seated.pop(key).leave("")

    def leave(self, table: str, seats: Iterable[int], result: str) -> None:
        """The game of a table is over, or this process has let go of it: its programs end."""
        for seat in seats:
            seated = self.seated.pop((table, seat), None)
            if seated is not None:
                seated.leave(result)

    def close(self) -> None:
        """End all programs."""
        seated, self.seated = list(self.seated.values()), OrderedDict()
        for each in seated:
            each.player.stop()
        for each in seated:
            each.stop()
