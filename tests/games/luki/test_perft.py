"""Counts of pick sequences that can be worked out by hand; all of them are in tests/games/golden."""

from games.golden import perft as counting
from games.luki.played import PLAYED as LUKI
from stavka.games.luki.game import load
from stavka.games.luki.state import SOVIET

GAME = load()
BY_ID = {entry.id: entry for entry in LUKI.entries}


def test_set_up_at_the_east_edge() -> None:
    """[14.1e] Any unit of the first wave, and it has room in every hex of the edge, which is still empty."""
    units = sum(unit.enters == "start" for unit in GAME.files.units)
    edge = len(GAME.grid.numbers(GAME.sources[SOVIET]))
    s = counting.position(GAME, BY_ID["set-up"])
    assert [counting.perft(GAME, s, depth) for depth in (1, 2)] == [units, units * edge]
