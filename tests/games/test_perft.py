"""Counts of pick sequences are those of the files. After a change that is meant: tests/games/golden/regenerate.py."""

import pytest

from games.golden.perft import divide, perft, position, stored
from games.golden.played import GOLDEN
from games.golden.shapes import Entry, Golden

MOST = 12_000
ENTRIES = [(golden, entry) for golden in GOLDEN.values() for entry in golden.entries]


@pytest.mark.parametrize(("golden", "entry"), ENTRIES, ids=[f"{golden.key}-{entry.id}" for golden, entry in ENTRIES])
def test_counts_are_those_of_the_file(golden: Golden, entry: Entry) -> None:
    game = golden.game
    s = position(game, entry)
    counts = stored(golden)[entry.id]
    assert sorted(counts) == list(range(1, entry.depth + 1))
    for depth, count in counts.items():
        if count > MOST:
            continue
        found = perft(game, s, depth)
        assert found == count, f"depth {depth}; behind each pick: {dict(divide(game, s, depth))}"
