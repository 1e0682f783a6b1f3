"""What the situations of this game alone can do."""

from __future__ import annotations

from pathlib import Path

from games.situated import SITUATED, check, refused, situation


def test_a_reinforcement_is_due_in_its_turn(tmp_path: Path) -> None:
    """The second turn of Artemki is 15PM; the weather comes before the reinforcements."""
    counters = 'counters = { E = "german infantry 5-5-5 of 7id enters 15PM GW" }\n'
    for turn, place in ((1, "coming"), (2, "due")):
        position = f'units = ["coming E"]\nturn = {turn}\nphase = "begin"\n'
        stage = f'play = ["chance 1"]\nwhere = {{ E = "{place}" }}'
        assert check(tmp_path, "moscow", situation("moscow", position, stage, counters=counters)) == []


def test_a_bill_is_computed_too(tmp_path: Path) -> None:
    bill = 'bill = [{ result = "A1", by = ["A"], against = ["B"], owned = [1, 0] }]'
    units, phase, *_ = SITUATED["moscow"].attack
    text = situation("moscow", f'{units}\nphase = "{phase}"', bill)
    assert "bill, 1.: no 'owned'; there are against, by, owed, result" in refused(tmp_path, "moscow", text)
