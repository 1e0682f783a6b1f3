"""Operational hex-and-counter wargames: play them, study them, teach programs to play them.

    import stavka

    game = stavka.load("traces")
    play = game.start("race", seed="a fair one")
    play.pick(play.offer.picks[0])

`import stavka` loads nothing else: the names below come from `stavka.api` when you first use one. docs/api.md is the
guide, and every example in it is run as a test."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stavka.api import (
        Game,
        Offer,
        Picture,
        Play,
        Position,
        PositionError,
        Reason,
        RecordError,
        RefusedError,
        UnknownGameError,
        available,
        load,
        moves,
        position,
        replay,
        resume,
        verify,
    )

__version__ = "0.1.0"

__all__ = [
    "Game",
    "Offer",
    "Picture",
    "Play",
    "Position",
    "PositionError",
    "Reason",
    "RecordError",
    "RefusedError",
    "UnknownGameError",
    "available",
    "load",
    "moves",
    "position",
    "replay",
    "resume",
    "verify",
]

if not TYPE_CHECKING:  # a type checker knows the names above, and must report any other

    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module 'stavka' has no attribute {name!r}")
        return getattr(import_module("stavka.api"), name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
