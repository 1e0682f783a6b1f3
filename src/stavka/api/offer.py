"""The picks that are on offer, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from stavka.engine import offer as engine
from stavka.engine.machine import Game

CHANCE = "chance"
"""The seat of dice and cups, as records call it."""


@dataclass(frozen=True)
class Offer:
    """A decision: the side that decides, the question, and every word that can be picked.

    An offer is a collection of words.

    >>> offer = stavka.load("traces").start("race", seed="1").offer
    >>> offer.seat, offer.hexes
    ('axis', ('0218', '1338', '1631', '2305', '2918'))
    >>> len(offer), "1631" in offer, "1731" in offer
    (5, True, False)
    """

    seat: str
    """The seat that decides, by the name of its side; `chance` where dice or a cup answer."""
    prompt: str
    """The question, one sentence. Chance is asked without words."""
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    outcomes: Mapping[str, int] = field(default_factory=dict)
    """The possible answers of chance, and the weight of each: six faces of weight 1, or the chits in a cup."""

    @property
    def picks(self) -> tuple[str, ...]:
        """Every word on offer: units, hexes and options, or the outcomes of chance."""
        return (*self.units, *self.hexes, *self.options, *self.outcomes)

    @property
    def is_chance(self) -> bool:
        """Whether dice or a cup answer here."""
        return self.seat == CHANCE

    def __iter__(self) -> Iterator[str]:
        return iter(self.picks)

    def __len__(self) -> int:
        return len(self.picks)

    def __contains__(self, word: object) -> bool:
        return word in self.picks


def worded(game: Game[Any], prompt: str, offer: engine.Offer) -> Offer:
    """An offer of the engine in words."""
    if offer.chance is not None:
        weights = {label: weight for label, weight in offer.chance if weight}
        return Offer(CHANCE, "", outcomes=MappingProxyType(weights))
    words = game.open_offer(offer)
    units, hexes, options = (tuple(words[kind]) for kind in ("units", "hexes", "options"))
    return Offer(game.sides[offer.seat], str(prompt), units, hexes, options)
