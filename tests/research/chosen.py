"""The environments that the tests of a run play: the shortest scenario of each game, or all of them where the variable
STAVKA_EVERY_SCENARIO is set, as `make research-test` does."""

from __future__ import annotations

import os
from typing import Final

from stavka import games
from stavka.research.referee import Named, environments

EVERY: Final = bool(os.environ.get("STAVKA_EVERY_SCENARIO"))


def turns(named: Named) -> int:
    return int(next(item["turns"] for item in games.about(named.game)["scenarios"] if item["key"] == named.scenario))


SHORTEST: Final = tuple(min((each for each in environments() if each.game == key), key=turns) for key in games.GAMES)
CHOSEN: Final = environments() if EVERY else SHORTEST
IDS: Final = tuple(each.id for each in CHOSEN)
QUICK: Final = min(CHOSEN, key=turns).id
"""A short environment, where one is enough."""
