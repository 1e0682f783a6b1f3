"""A player that picks uniformly among the picks on offer."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from stavka.engine.agent import Agent, Sight
from stavka.engine.machine import Game
from stavka.engine.offer import HEX, OPTION, UNIT, Offer, Pick

FEW: Final = 4
WORDS: Final = tuple((width, (1 << width) - 1) for width in (120, 30))
"""Long and short words of a bit set: the width of each, and its mask."""


class RandomPlayer(Agent):
    blind = True

    def __init__(self, game: Game[Any], seed: int) -> None:
        self.nth = game.grid.nth
        self.random = Random(seed).random

    def choose(self, sight: Sight[Any] | None, offer: Offer) -> Pick:
        units, hexes, options = offer.units, offer.hexes, offer.options
        there = units.bit_count()
        number = hexes.bit_count()
        at = int(self.random() * (there + number + options.bit_count()))
        if at < there:
            return UNIT, nth_bit(units, at)
        at -= there
        if at < number:
            return HEX, self.nth(hexes, at)
        return OPTION, nth_bit(options, at - number)


def nth_bit(bits: int, n: int) -> Any:
    """The n-th member of a bit set, from 0. Whole words, long ones first, are skipped by their counts."""
    base = 0
    if n >= FEW:
        for width, mask in WORDS:
            while (low := (bits & mask).bit_count()) <= n:
                n -= low
                bits >>= width
                base += width
            bits &= mask
    for _ in range(n):
        bits &= bits - 1
    return base + (bits & -bits).bit_length() - 1
