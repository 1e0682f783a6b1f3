"""Random games of Zitadelle, position by position."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, cast

from stavka.engine.offer import ROLL, UNIT, Offer, Pick
from stavka.games.zitadelle.game import Zitadelle, load
from stavka.games.zitadelle.state import Position

GAME = load()
EVERY_OPTION = dict.fromkeys(GAME.switch, True)


def choose(g: Zitadelle, offer: Offer, rng: Random) -> Pick:
    """A random pick: first its kind, then any pick of that kind."""
    if offer.chance is not None:
        weights = [weight for _, weight in offer.chance]
        return ROLL, rng.choices(range(len(weights)), weights)[0]
    bits = [offer.units, offer.hexes, offer.options]
    kind = rng.choices(range(3), [bool(each) for each in bits])[0]
    return cast(Pick, (UNIT + kind, g.grid.nth(bits[kind], rng.randrange(bits[kind].bit_count()))))


def walk(seed: int, options: dict[str, Any] | None = None, g: Zitadelle = GAME) -> Iterator[Position]:
    """The positions of one random game, each before its decision; the last one is over."""
    rng = Random(seed)
    s = g.new("campaign", options)
    yield s
    while not s.result:
        offer = g.offers(s)[0]
        g.apply(s, offer.seat, choose(g, offer, rng))
        yield s


@cache
def collected(games: int = 6, number: int = 6) -> dict[str, list[Position]]:
    """Some positions of every step that waits, from games with every optional rule."""
    found: dict[str, list[Position]] = {}
    for seed in range(games):
        last: dict[str, int] = {}
        for i, s in enumerate(walk(seed, EVERY_OPTION)):
            step = "over" if s.result else s.stack[-1].step
            kept = found.setdefault(step, [])
            if len(kept) < number and i - last.get(step, -100) >= 40:
                last[step] = i
                kept.append(s.clone())
    return found
