"""Fair chance: the stream of a seed, and what is published before and after play."""

from collections import Counter
from hashlib import blake2b, sha256
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stavka.engine import chance
from stavka.engine.offer import DIE

SEEDS = st.text(min_size=1, max_size=40)


@given(seed=SEEDS, counter=st.integers(0, 10**6), below=st.one_of(st.integers(1, 6), st.integers(1, 2**64)))
def test_a_number_is_in_its_range_and_the_same_again(seed: str, counter: int, below: int) -> None:
    found = chance.number(seed, counter, below)
    assert 0 <= found < below
    assert found == chance.number(seed, counter, below)


@given(seed=SEEDS, weights=st.lists(st.integers(0, 5), min_size=1, max_size=8).filter(any))
def test_nothing_of_weight_zero_comes_out(seed: str, weights: list[int]) -> None:
    outcomes = tuple((str(i), weight) for i, weight in enumerate(weights))
    assert all(weights[chance.choose(seed, counter, outcomes)] for counter in range(30))


def test_the_die_is_fair() -> None:
    """Chi-squared with five degrees of freedom: 20.5 would come out once in a thousand seeds."""
    rolls = Counter(chance.choose("a fair seed", counter, DIE) for counter in range(12_000))
    assert sum((rolls[face] - 2000) ** 2 / 2000 for face in range(6)) < 20.5


def test_weights_are_kept_in_proportion() -> None:
    outcomes = (("rare", 1), ("never", 0), ("often", 3))
    found = Counter(chance.choose("seed", counter, outcomes) for counter in range(8000))
    assert found[1] == 0
    assert 1850 < found[0] < 2150


def test_neighbouring_rolls_and_seeds_have_nothing_to_do_with_each_other() -> None:
    stream = [chance.choose("seed", counter, DIE) for counter in range(6000)]
    other = [chance.choose("seed2", counter, DIE) for counter in range(6000)]
    for pairs in (pairwise(stream), zip(stream, other, strict=True)):
        together = Counter(pairs)
        expected = 6000 / 36
        assert sum((together[a, b] - expected) ** 2 / expected for a in range(6) for b in range(6)) < 67  # 35 degrees


def test_the_commitment_hides_the_seed_and_fits_no_other() -> None:
    seed = chance.new_seed()
    assert seed not in chance.commitment(seed)
    assert len(seed) == 32 and seed != chance.new_seed()
    assert chance.commitment(seed) != chance.commitment(seed + " ")
    assert chance.commitment("a") == chance.commitment("a")


def test_the_stream_is_what_the_documentation_says() -> None:
    """The stream of docs/records.md, computed independently: anybody can write a program that checks a game."""
    outcomes = (("a", 2), ("b", 0), ("c", 3))
    for counter in range(50):
        value = int.from_bytes(blake2b(f"SEED/{counter}/0".encode(), digest_size=8).digest(), "big")
        assert value < 2**64 - 2**64 % 5, "no second attempt in this stream"
        assert outcomes[chance.choose("SEED", counter, outcomes)][0] == ("a" if value % 5 < 2 else "c")
    assert chance.commitment("SEED") == sha256(b"stavka seed SEED").hexdigest()


@pytest.mark.parametrize(("counter", "face"), [(0, 4), (1, 2), (2, 3), (3, 2), (4, 1)])
def test_the_stream_is_the_same_on_every_machine_and_for_ever(counter: int, face: int) -> None:
    """Records are verified with it: if this changes, every published seed is void."""
    assert chance.choose("stavka", counter, DIE) + 1 == face
