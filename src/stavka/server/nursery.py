"""The modules that workers have loaded when they are forked: the code that they run, and every game. See
`worker.CONTEXT`."""

from __future__ import annotations

from contextlib import suppress

from stavka import games
from stavka.server import analysing, importing, programs

__all__ = ["analysing", "importing", "programs"]

for key in games.GAMES:
    with suppress(Exception):  # the server reports which game cannot be loaded, and why
        games.load(key)
