"""How fast the moves of computer players are shown."""

from __future__ import annotations

import time

import pytest

from server.conftest import OpenHouse
from stavka.server import pacing
from stavka.server.match import PICK, ROLL, Done
from stavka.server.pacing import Pacing
from stavka.server.settings import Settings


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


def test_a_program_sets_up_without_a_pause_and_few_positions_of_it_are_shown(
    open_house: OpenHouse, lite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pacing, "QUIET", 3600.0)
    house = open_house(lite)
    made = house.make({"german": "me", "soviet": "scripted"}, game="zitadelle", scenario="campaign", pace=60_000)
    german = house.sit(made, "german")
    while not german.catch_up().picks():
        time.sleep(0.05)
    assert sum("is set up in" in entry["text"] for entry in german.log) > 30
    # as it was when somebody came, after the first pick, and when he was asked
    assert len(german.scenes) <= 3
