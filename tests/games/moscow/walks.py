"""Random games of Roads to Moscow, position by position."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, cast

from stavka.engine.kinds import numbered
from stavka.engine.offer import ROLL, UNIT, Offer, Pick
from stavka.games.moscow.game import Moscow, load
from stavka.games.moscow.state import Position

GAME = load()
EVERY_OPTION = dict.fromkeys(GAME.switch, True)
IDLE = sum(1 << GAME.option_index(name) for name in ("done", "stop", "pass"))
FORMATIONS = sum(1 << i for i, name in numbered(GAME.option_names) if name.startswith("formation-"))


def choose(g: Moscow, s: Position, offer: Offer, rng: Random) -> Pick:
    """A random pick: any kind, then any of that kind. It seldom stops, and seldom puts a Formation in Reserve."""
    if offer.chance is not None:
        weights = [weight for _, weight in offer.chance]
        return ROLL, rng.choices(range(len(weights)), weights)[0]
    bits = [offer.units, offer.hexes, offer.options]
    if s.stack[-1].step == "reserves" and rng.random() < 0.9:
        bits[2] &= ~FORMATIONS
    elif (bits[0] or bits[1] or bits[2] & ~IDLE) and rng.random() < 0.8:
        bits[2] &= ~IDLE
    kind = rng.choices(range(3), [bool(each) for each in bits])[0]
    return cast(Pick, (UNIT + kind, g.grid.nth(bits[kind], rng.randrange(bits[kind].bit_count()))))


def walk(scenario: str, seed: int, options: dict[str, Any] | None = None, g: Moscow = GAME) -> Iterator[Position]:
    """The positions of one random game, each before its decision; the last one is over."""
    rng = Random(seed)
    s = g.new(scenario, options)
    yield s
    while not s.result:
        offer = rng.choice(g.offers(s))
        g.apply(s, offer.seat, choose(g, s, offer, rng))
        yield s


@cache
def collected(number: int = 4) -> dict[str, list[Position]]:
    """Some positions of every step that waits."""
    found: dict[str, list[Position]] = {}
    for seed, scenario in enumerate(["mtsensk", "artemki", "artemki", "mtsensk", "artemki"]):
        last: dict[str, int] = {}
        for i, s in enumerate(walk(scenario, seed, EVERY_OPTION if seed % 2 else None)):
            step = "over" if s.result else s.stack[-1].step
            kept = found.setdefault(step, [])
            if len(kept) < number and i - last.get(step, -100) >= 40:
                last[step] = i
                kept.append(s.clone())
    return found
