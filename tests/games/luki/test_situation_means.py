"""What the situations of this game alone can do."""

from __future__ import annotations

from pathlib import Path

from games.situated import check, situation


def test_variable_and_breakout_units_are_what_they_say(tmp_path: Path) -> None:
    counters = (
        'counters = { V = "german infantry 5/3 tv 2 ma 4 enters R", K = "german infantry 2 tv 1 ma 4 enters B", '
        'E = "soviet infantry 5/3 tv 2 ma 4 enters 4", S = "german infantry 3 tv 1 ma 4 hex 0203" }\n'
    )
    answers = (
        "counter = { V = { variable = true, breakout = false }, K = { breakout = true, variable = false }, "
        'E = { enters = 4 }, S = { hex = "0203" } }\nwhere = { V = "pool", E = "coming" }'
    )
    assert (
        check(tmp_path, "luki", situation("luki", 'units = ["pool V", "coming E"]', answers, counters=counters)) == []
    )


def test_the_cup_gives_a_variable_unit_of_our_own(tmp_path: Path) -> None:
    counters = 'counters = { V = "german infantry 5/3 tv 2 ma 4 enters R" }\n'
    position = 'units = ["pool V"]\nturn = 4\nphase = "begin"\nstop = "variable"\n'
    stage = 'step = "variable"\n[[situation.then]]\nplay = ["chance 6", "german draw"]\nchance = { V = 1 }\n'
    assert check(tmp_path, "luki", situation("luki", position, stage, counters=counters)) == []
