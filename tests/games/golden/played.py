"""The games that are played through: each has a module `played` beside its own tests, with a `PLAYED`."""

from __future__ import annotations

from typing import Final

from games.facts import beside
from games.golden.shapes import Golden
from stavka import games

GOLDEN: Final[dict[str, Golden]] = {
    key: found.PLAYED for key in games.GAMES if (found := beside(key, "played")) is not None
}
