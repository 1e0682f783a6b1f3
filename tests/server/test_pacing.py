"""How fast the moves of computer players are shown."""

from __future__ import annotations

import pytest

from stavka.server.match import PICK, ROLL, Done
from stavka.server.pacing import Pacing


def rows(*kinds: str) -> list[Done]:
    return [Done(n, n, kind, 0, "", "", None, 0.0) for n, kind in enumerate(kinds)]


def test_what_tells_nothing_is_given_no_time() -> None:
    pacing = Pacing()
    assert pacing.share(1, rows(PICK)) == 1.0
    assert pacing.share(1, rows(PICK, PICK)) == 0.0
    assert pacing.share(2, rows(PICK, PICK, PICK)) == 1.0


def test_many_in_a_row_follow_faster_and_faster_but_are_seen() -> None:
    pacing = Pacing()
    shares = [pacing.share(n, rows(*[PICK] * n)) for n in range(1, 101)]
    assert shares[:6] == [1.0] * 6
    assert shares[6:12] == [pytest.approx(6 / n) for n in range(7, 13)]
    assert shares[39] == shares[99] == 0.15


def test_dice_and_people_begin_anew() -> None:
    pacing = Pacing()
    for n in range(1, 13):
        pacing.share(n, rows(*[PICK] * n))
    assert pacing.share(13, rows(*[PICK] * 12, PICK, ROLL)) == 1.0
    for n in range(14, 24):
        pacing.share(n, rows(*[PICK] * 12, PICK, ROLL, *[PICK] * (n - 13)))
    assert pacing.share(24, rows(*[PICK] * 12, PICK, ROLL, *[PICK] * 11)) == 0.5
    pacing.begin_anew()
    assert pacing.share(25, rows(*[PICK] * 12, PICK, ROLL, *[PICK] * 12)) == 1.0
