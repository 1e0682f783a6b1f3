"""The random player's way to the n-th member of a set."""

from random import Random

import pytest

from stavka.agents.random_player import nth_bit


@pytest.mark.parametrize("share", [0.02, 0.3, 0.95])
def test_every_member_is_found_by_its_number(share: float) -> None:
    rng = Random(7)
    inside = [i for i in range(300) if rng.random() < share]
    bits = sum(1 << i for i in inside)
    assert [nth_bit(bits, n) for n in range(len(inside))] == inside
