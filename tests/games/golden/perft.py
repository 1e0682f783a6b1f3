"""Perft: how many sequences of picks there are from a position to a depth.

A sequence is a pick of every decision on the way; an answer of chance counts once, whatever its weight; where both
sides decide at once the side that is listed first goes first, so that each pair of choices is counted once. A sequence
that ends the game earlier counts as well."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.golden.playthrough import choose
from games.golden.shapes import Entry, Golden
from stavka.engine.machine import Game
from stavka.engine.offer import Offer

FILE = "perft.txt"
HEAD = """\
# Perft of {title}: `perft DEPTH COUNT` is the number of sequences of picks from a position (perft.py says what
# is counted). `start` is a scenario with its options, `play` what is picked first, by whoever is listed first.
# The counts are those of this engine, made by tests/games/golden/regenerate.py; those that can be worked out
# by hand are worked out in tests/games/{key}/test_perft.py. Do not edit.
"""


def first(game: Game[Any], s: Any) -> Offer | None:
    return next(iter(game.offers(s)), None)


def position(game: Game[Any], entry: Entry) -> Any:
    scenario, *options = entry.start.split()
    s = game.new(scenario, dict.fromkeys(options, True))
    for word in entry.play.split():
        if word.startswith("~"):
            play_by_hash(game, s, entry.id, int(word[1:]))
            continue
        offer = first(game, s)
        assert offer is not None
        pick = game.read_pick(word, offer)
        if pick not in offer:
            raise ValueError(f"{entry.id}: {word} is not offered: {game.why(s, offer.seat, pick)}")
        game.apply(s, offer.seat, pick)
    return s


def play_by_hash(game: Game[Any], s: Any, seed: str, picks: int) -> None:
    for number in range(picks):
        offer = first(game, s)
        assert offer is not None
        game.apply(s, offer.seat, choose(game, offer, seed, number))


def perft(game: Game[Any], s: Any, depth: int) -> int:
    offer = first(game, s)
    if not depth or offer is None:
        return 1
    if depth == 1:
        return len(offer)
    return sum(count for _, count in divide(game, s, depth))


def divide(game: Game[Any], s: Any, depth: int) -> Iterator[tuple[str, int]]:
    """The count behind each pick."""
    offer = first(game, s)
    assert offer is not None
    for pick in offer:
        c = s.clone()
        game.apply(c, offer.seat, pick)
        yield game.write_pick(pick, offer), perft(game, c, depth - 1)


def entry_lines(game: Game[Any], entry: Entry) -> Iterator[str]:
    yield ""
    yield f"id {entry.id}"
    yield f"start {entry.start}"
    if entry.play:
        yield f"play {entry.play}"
    s = position(game, entry)
    for depth in range(1, entry.depth + 1):
        yield f"perft {depth} {perft(game, s, depth)}"


def lines(golden: Golden) -> Iterator[str]:
    yield from HEAD.format(title=golden.game.title, key=golden.key).splitlines()
    for entry in golden.entries:
        yield from entry_lines(golden.game, entry)


def stored(golden: Golden) -> dict[str, dict[int, int]]:
    """The counts in the file, by id and depth."""
    found: dict[str, dict[int, int]] = {}
    at = ""
    for line in (golden.folder / FILE).read_text("utf-8").splitlines():
        key, _, rest = line.partition(" ")
        if key == "id":
            at = rest
            found[at] = {}
        elif key == "perft":
            depth, count = rest.split()
            found[at][int(depth)] = int(count)
    return found
