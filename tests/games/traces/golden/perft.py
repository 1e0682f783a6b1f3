"""Perft: how many sequences of picks there are from a position to a depth.

A sequence is a pick of every decision on the way; an answer of chance counts once, whatever its weight; where both
sides decide at once the side that is listed first goes first, so that each pair of choices is counted once. A sequence
that ends the game earlier counts as well."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from stavka.engine.offer import Offer
from stavka.games.traces.game import Traces, load
from stavka.games.traces.position import Position

FILE = Path(__file__).parent / "traces.perft"
GAME = load()
HEAD = """\
# Perft of Traces of War: `perft DEPTH COUNT` is the number of sequences of picks from a position (perft.py says what
# is counted). `start` is a scenario with its options, `play` what is picked first, by whoever is listed first.
# The counts are those of this engine, made by tests/games/traces/golden/regenerate.py; those that can be worked out
# by hand are worked out in tests/games/traces/test_perft.py. Do not edit.
"""


class Entry(NamedTuple):
    id: str
    start: str
    play: str
    depth: int


SECURITY = "2918 0218 2305"
LUFTWAFFE = "offensive defensive offensive"
SOVIET_CHITS = "vrnz step sw sth vrnz reinforcement done"
AXIS_CHITS = "4pza hold-8a 1pza hold-6a done"
FIRST_DRAW = f"{SECURITY} {LUFTWAFFE} so.hq.sth done {SOVIET_CHITS} {AXIS_CHITS} draw"
ENTRIES = (
    Entry("security divisions", "race", "", 4),
    Entry("bids", "campaign vp_bid", "", 2),
    Entry("luftwaffe", "race", SECURITY, 4),
    Entry("special activation", "campaign", f"{SECURITY} {LUFTWAFFE}", 4),
    Entry("special attack", "campaign", f"{SECURITY} {LUFTWAFFE} so.hq.vrnz", 5),
    Entry("soviet chits", "race", f"{SECURITY} {LUFTWAFFE} so.hq.sth done", 6),
    Entry("axis chits", "race", f"{SECURITY} {LUFTWAFFE} so.hq.sth done {SOVIET_CHITS}", 5),
    Entry("first draw", "race", f"{SECURITY} {LUFTWAFFE} so.hq.sth done {SOVIET_CHITS} {AXIS_CHITS}", 4),
    Entry("interrupt", "race", f"{FIRST_DRAW} sth", 2),
    Entry("activation of South", "race", f"{FIRST_DRAW} sth pass", 4),
    Entry("activation of 1PzA", "race", f"{FIRST_DRAW} 1pza pass", 4),
    Entry("reinforcements", "race", f"{FIRST_DRAW} reinforcement pass", 4),
    Entry("supply", "race", f"{FIRST_DRAW} supply", 3),
)


def first(s: Position) -> Offer | None:
    return next(iter(GAME.offers(s)), None)


def position(entry: Entry, game: Traces = GAME) -> Position:
    scenario, *options = entry.start.split()
    s = game.new(scenario, dict.fromkeys(options, True))
    for word in entry.play.split():
        offer = first(s)
        assert offer is not None
        pick = game.read_pick(word, offer)
        if pick not in offer:
            raise ValueError(f"{entry.id}: {word} is not offered: {game.why(s, offer.seat, pick)}")
        game.apply(s, offer.seat, pick)
    return s


def perft(s: Position, depth: int) -> int:
    offer = first(s)
    if not depth or offer is None:
        return 1
    if depth == 1:
        return len(offer)
    return sum(count for _, count in divide(s, depth))


def divide(s: Position, depth: int) -> Iterator[tuple[str, int]]:
    """The count behind each pick."""
    offer = first(s)
    assert offer is not None
    for pick in offer:
        c = s.clone()
        GAME.apply(c, offer.seat, pick)
        yield GAME.write_pick(pick, offer), perft(c, depth - 1)


def entry_lines(entry: Entry) -> Iterator[str]:
    yield ""
    yield f"id {entry.id}"
    yield f"start {entry.start}"
    if entry.play:
        yield f"play {entry.play}"
    s = position(entry)
    for depth in range(1, entry.depth + 1):
        yield f"perft {depth} {perft(s, depth)}"


def lines() -> Iterator[str]:
    yield from HEAD.splitlines()
    for entry in ENTRIES:
        yield from entry_lines(entry)


def stored() -> dict[str, dict[int, int]]:
    """The counts in the file, by id and depth."""
    found: dict[str, dict[int, int]] = {}
    at = ""
    for line in FILE.read_text("utf-8").splitlines():
        key, _, rest = line.partition(" ")
        if key == "id":
            at = rest
            found[at] = {}
        elif key == "perft":
            depth, count = rest.split()
            found[at][int(depth)] = int(count)
    return found
