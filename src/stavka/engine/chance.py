"""Fair chance: a counter-based generator keyed by a secret seed whose hash is known before play."""

from __future__ import annotations

import hashlib
import secrets

from stavka.engine.offer import Outcomes


def new_seed() -> str:
    """A new random seed that nobody can guess."""
    return secrets.token_hex(16)


def commitment(seed: str) -> str:
    """The hash of a seed. It is published before play, and anyone can check it against the seed published after
    play."""
    return hashlib.sha256(f"stavka seed {seed}".encode()).hexdigest()


def number(seed: str, counter: int, below: int) -> int:
    """The uniform number in range(below) at position `counter` in the stream of `seed`."""
    attempt = 0
    limit = (1 << 64) - (1 << 64) % below
    while True:
        text = f"{seed}/{counter}/{attempt}".encode()
        value = int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")
        if value < limit:
            return value % below
        attempt += 1


def choose(seed: str, counter: int, outcomes: Outcomes) -> int:
    """The outcome at `counter`, as an index, with probability in proportion to its weight."""
    at = number(seed, counter, sum(weight for _, weight in outcomes))
    for index, (_, weight) in enumerate(outcomes):
        at -= weight
        if at < 0:
            return index
    raise AssertionError("weights add up to the range")
