"""Imagined futures that several processes play at the same time. The values are those that one process finds, so the
choice is the same; only the time differs.

The processes are forked from the one that thinks, so each begins with everything that it knows, and nothing has to be
sent but trials and values. What a process has played of a future stays with it: the next stage goes there too."""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from typing import Final

from stavka.agents.search import Futures, Played, Trial, Way

CAN_FORK: Final = sys.platform == "linux"
"""Elsewhere a process cannot be forked safely, and one process does all."""
LOOK: Final = 0.05
"""Seconds after which somebody who waits for a value hears that time passes."""

Stretch = list[Trial]
"""Stages of one way in one future, in their order."""


class LostMateError(Exception):
    """A process of a team died, or the program that it ran has a fault; the sentence says which."""


class Mate:
    """A process that plays trials for the one that has made it."""

    def __init__(self, futures: Futures) -> None:
        self.connection, theirs = Pipe()
        self.left = 0
        """The values that it has still to find."""
        self.process = os.fork()
        if not self.process:
            serve(futures, theirs)
        theirs.close()

    def begin(self, stretch: Stretch) -> None:
        self.left = len(stretch)
        try:
            self.connection.send(stretch)
        except OSError:
            raise LostMateError("A process that thinks has died.") from None

    def found(self) -> Played:
        try:
            played: Played | str = self.connection.recv()
        except (EOFError, OSError):
            raise LostMateError("A process that thinks has died.") from None
        if isinstance(played, str):
            raise LostMateError(f"A process that thinks met a fault: {played}")
        self.left -= 1
        return played

    def end(self) -> None:
        self.connection.close()
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)


def serve(futures: Futures, connection: Connection) -> None:
    """Be a forked process: play what is asked until the asker is gone, and never return.

    It closes what it has inherited, so that nobody waits for an end that it keeps open."""
    try:
        own = connection.fileno()
        os.closerange(3, own)
        os.closerange(own + 1, os.sysconf("SC_OPEN_MAX"))
        while True:
            for trial in connection.recv():
                connection.send(futures.play_one(trial))
    except Exception as error:
        with suppress(OSError):  # the asker is gone, or it is told of a fault in a program
            connection.send(f"{type(error).__name__}: {error}")
    finally:
        os._exit(0)


class Team(Futures):
    """The futures of one process, played by several."""

    def __init__(self, futures: Futures, processes: int) -> None:
        self.futures, self.processes = futures, processes
        self.mates: list[Mate] = []
        self.homes: dict[tuple[Way, int], Mate] = {}
        """Who has played a way in a future so far."""

    def advance(self, way: Way, future: int, stage: int) -> float:
        raise AssertionError("the mates play")

    def play(self, trials: Sequence[Trial]) -> Iterator[Played | None]:
        stretches = {key: list(stages) for key, stages in groupby(trials, lambda trial: trial[:2])}
        while len(self.mates) < min(self.processes, len(stretches)):
            self.mates.append(Mate(self.futures))
        free: deque[Stretch] = deque()
        own: dict[Mate, deque[Stretch]] = {mate: deque() for mate in self.mates}
        for key, stretch in stretches.items():
            (own[self.homes[key]] if key in self.homes else free).append(stretch)
        busy: dict[Connection, Mate] = {}
        while True:
            for mate in self.mates:
                if not mate.left and (own[mate] or free):
                    stretch = (own[mate] or free).popleft()
                    self.homes[stretch[0][:2]] = mate
                    mate.begin(stretch)
                    busy[mate.connection] = mate
            if not busy:
                return
            ready = wait(list(busy), LOOK)
            if not ready:
                yield None
            for connection in ready:
                assert isinstance(connection, Connection)
                mate = busy[connection]
                yield mate.found()
                if not mate.left:
                    del busy[connection]

    def close(self) -> None:
        for mate in self.mates:
            mate.end()
        self.mates.clear()
