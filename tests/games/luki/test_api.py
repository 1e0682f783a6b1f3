"""What the public API says of this game."""

from random import Random

import stavka


def test_sides_that_decide_at_once_have_an_offer_each() -> None:
    """Both sides choose chits in secret."""
    for seed in range(1, 30):
        play = stavka.load("luki").start(seed=seed)
        rng = Random(seed)
        while not play.result and len(play.offers) < 2:
            play.pick(rng.choice(play.offer.picks))
        if not play.result:
            break
    first, second = play.offers
    assert {first.seat, second.seat} == {"soviet", "german"}
    assert play.offer == first
    seen = play.view(first.seat)
    play.pick(second.picks[0], second.seat)
    assert play.view(first.seat) == seen
