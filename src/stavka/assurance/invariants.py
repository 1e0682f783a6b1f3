"""Invariants of every position of every game: offers, copies, JSON, hashes, views.

Each function yields a sentence for every violation. Invariants of a single game are in its own `invariants` module."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from stavka.engine.machine import Game
from stavka.engine.offer import CHANCE, ROLL, Offer, Pick
from stavka.engine.state import Json, State

Shuffle = Callable[[Any, Any, int | None, Random], Any]
"""(game, state, seat, rng) -> the same position with other secrets than those that the seat knows."""


def seats(game: Game[Any]) -> tuple[int | None, ...]:
    """Everybody who may look at a position: the seats and an onlooker."""
    return (None, *range(len(game.sides)))


# -- offers ---------------------------------------------------------------------------------------------------------


def offer_faults(game: Game[Any], s: State, offers: tuple[Offer, ...]) -> Iterator[str]:
    """Faults in the offers: there must be something to pick, and every pick must be a unit, a hex or an option that
    exists."""
    if s.result:
        if offers:
            yield "the game is over and something is offered"
        return
    if not offers:
        yield "nobody is offered anything: a dead end"
    deciding = [offer.seat for offer in offers]
    if len(set(deciding)) < len(deciding) or (CHANCE in deciding and len(deciding) > 1):
        yield f"the seats {deciding} are asked at once"
    for offer in offers:
        if not len(offer):
            yield f"seat {offer.seat} is offered nothing: a dead end"
        if offer.chance is not None:
            yield from chance_faults(offer)
        elif offer.seat not in range(len(game.sides)):
            yield f"seat {offer.seat} is asked, which does not exist"
        else:
            yield from range_faults(game, offer)


def chance_faults(offer: Offer) -> Iterator[str]:
    assert offer.chance is not None
    if offer.seat != CHANCE or offer.units or offer.hexes or offer.options:
        yield "an offer to chance offers something to a seat"
    if any(weight < 0 for _, weight in offer.chance):
        yield "chance has a weight below zero"
    if len({label for label, _ in offer.chance}) < len(offer.chance):
        yield "two outcomes of chance have the same name"


def range_faults(game: Game[Any], offer: Offer) -> Iterator[str]:
    if offer.units >> len(game.unit_ids):
        yield "a unit is offered that does not exist"
    if offer.hexes & ~game.grid.all:
        yield "a hex is offered that does not exist"
    if offer.options >> len(game.option_names):
        yield "an option is offered that does not exist"


def same_offers(a: tuple[Offer, ...], b: tuple[Offer, ...]) -> bool:
    return [plain_offer(offer) for offer in a] == [plain_offer(offer) for offer in b]


def plain_offer(offer: Offer | None) -> tuple[Any, ...] | None:
    if offer is None:
        return None
    return offer.seat, offer.units, offer.hexes, offer.options, offer.chance


# -- copies ---------------------------------------------------------------------------------------------------------


def copy_faults(game: Game[Any], s: State, rng: Random, steps: int = 3) -> Iterator[str]:
    """Faults in copies: JSON and clone must give an equal position, and playing on a copy must not change the
    original."""
    before = s.digest()
    text = json.dumps(s.to_json())
    back = game.from_json(json.loads(text))
    for name, other in (("JSON", back), ("clone", s.clone())):
        if other != s or other.digest() != before or hash(other) != hash(s):
            yield f"the position from {name} is not equal to the one that it came from"
        if not same_offers(game.offers(other), game.offers(s)):
            yield f"the position from {name} offers something else"
        play_some(game, other, rng, steps)
        if s.digest() != before:
            yield f"playing on the position from {name} changes the original"
    if json.dumps(s.to_json()) != text:
        yield "making the offers changed the position"


def play_some(game: Game[Any], s: State, rng: Random, steps: int) -> None:
    for _ in range(steps):
        offers = game.offers(s)
        if not offers:
            return
        offer = rng.choice(offers)
        game.apply(s, offer.seat, any_pick(offer, rng))


def any_pick(offer: Offer, rng: Random) -> Pick:
    if offer.chance is None:
        return rng.choice(list(offer))
    weights = [weight for _, weight in offer.chance]
    return ROLL, rng.choices(range(len(weights)), weights)[0]


# -- views ----------------------------------------------------------------------------------------------------------


def view_faults(game: Game[Any], s: State, rng: Random, shuffle: Shuffle | None = None) -> Iterator[str]:
    """Faults in views: a view must be plain data, and equal for positions dealt out from it and for positions with
    other secrets."""
    before = s.digest()
    for seat in seats(game):
        view = game.view(s, seat)
        if json.loads(json.dumps(view)) != view:
            yield f"the view of {seat} is not plain data"
        yield from sample_faults(game, s, seat, view, rng)
        if shuffle is not None:
            yield from shuffle_faults(game, s, seat, view, shuffle(game, s, seat, rng))
    if s.digest() != before:
        yield "looking at the position changed it"


def sample_faults(game: Game[Any], s: State, seat: int | None, view: Json, rng: Random) -> Iterator[str]:
    dealt = [("sample_state", game.sample_state(view, rng))]
    if seat is not None:
        sight = game.see(s, seat)
        dealt.append(("sight", sight.sample(rng)))
        if sight.position is s:
            yield f"the sight of {seat} holds the real position"
    for name, other in dealt:
        difference = first_difference(view, game.view(other, seat))
        if difference:
            yield f"the position dealt out by {name} gives seat {seat} another view: {difference}"


def shuffle_faults(game: Game[Any], s: State, seat: int | None, view: Json, other: Any) -> Iterator[str]:
    difference = first_difference(view, game.view(other, seat))
    if difference:
        yield f"seat {seat} sees what it cannot know: {difference}"
    if seat is not None:
        if plain_offer(game.offer(s, seat)) != plain_offer(game.offer(other, seat)):
            yield f"what seat {seat} is offered tells what it cannot know"
        if game.see(s, seat).position != game.see(other, seat).position:
            yield f"the sight of seat {seat} holds what it cannot know"


def first_difference(a: Any, b: Any, path: str = "") -> str:
    """The first place where two pieces of plain data differ, and how; empty if they are equal."""
    if a == b:
        return ""
    if isinstance(a, dict) and isinstance(b, dict) and a.keys() == b.keys():
        return next((found for key in a if (found := first_difference(a[key], b[key], f"{path}.{key}"))), "")
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        pairs = enumerate(zip(a, b, strict=True))
        return next((found for i, (x, y) in pairs if (found := first_difference(x, y, f"{path}[{i}]"))), "")
    return f"{path.lstrip('.')}: {a!r} and {b!r}"
