"""Frames that stored games write in another way than value by value, and the names of all."""

from __future__ import annotations

import pytest

from games.moscow.walks import GAME, collected
from stavka.engine.frames import Frame
from stavka.engine.kinds import Unit
from stavka.games.moscow.game import STEPS
from stavka.games.moscow.rules.c04_playing_the_game.sequence import Recovering
from stavka.games.moscow.rules.c09_pre_combat_actions.reaction import Reacting
from stavka.games.moscow.rules.c10_combat.battleframe import ATTACKER, DEFENDER, Fighting, Overrunning
from stavka.games.moscow.rules.c11_combat_results.advance import Advancing
from stavka.games.moscow.state import GERMAN, SOVIET
from stavka.hexes import Hex

LARGE = 1 << 60  # larger than a number in JSON may be


@pytest.mark.parametrize(
    ("frame", "data"),
    [
        (Recovering(GERMAN), ["recovery", 0]),
        (Recovering(SOVIET, LARGE), ["recovery", 1, hex(LARGE)]),
        (Recovering(SOVIET, 0), ["recovery", 1, 0]),
        (Reacting(SOVIET, 6), ["reaction", 1, 6]),
        (Reacting(SOVIET, 6, LARGE), ["reaction", 1, 6, hex(LARGE)]),
        (Advancing(SOVIET, LARGE, Hex(9), 1, 0), ["advance", 1, hex(LARGE), 9, 1, 0, 0]),
        (
            Advancing(SOVIET, 8, Hex(9), 1, 0, 1, [[3, 4], [5, 6]]),
            ["advance", 1, 8, 9, 1, 0, 1, [3, 4], [5, 6]],
        ),
        (
            Fighting(0, Hex(9), 8, 1),
            ["battle", 0, 9, 8, 1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, [], 0, 0, 0, 0],
        ),
        (
            Overrunning(2, Hex(9), 8, 1, Unit(3), Unit(4), result=[1, 0]),
            ["overrun", 2, 9, 8, 1, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, [1, 0], 0, 0, 0, 0],
        ),
    ],
)
def test_a_frame_is_written_as_stored_games_have_it(frame: Frame, data: list[object]) -> None:
    assert frame.to_list() == data
    assert type(frame).from_list(data) == frame


@pytest.mark.parametrize("data", [["recovery"], ["recovery", 1, 2, 3], ["reaction", 1], ["advance", 1, 8]])
def test_a_frame_of_another_length_is_refused(data: list[object]) -> None:
    with pytest.raises(ValueError, match=f"frame '{data[0]}': expected side, "):
        STEPS[str(data[0])].frame.from_list(data)


def test_what_both_sides_have_in_a_combat_is_kept_apart() -> None:
    b = Fighting(0, Hex(9), 8, 1)
    for role in (ATTACKER, DEFENDER):
        b.set_lead(role, Unit(10 + role))
        b.set_air(role, 20 + role)
        b.set_guns(role, 30 + role)
        b.set_band(role, 1 + role)
    assert (b.attacker_lead, b.defender_lead, b.attacker_air, b.defender_air) == (10, 11, 20, 21)
    assert (b.attacker_guns, b.defender_guns, b.attacker_band, b.defender_band) == (30, 31, 1, 2)
    for role in (ATTACKER, DEFENDER):
        assert (b.lead(role), b.air(role), b.guns(role), b.band(role)) == (10 + role, 20 + role, 30 + role, 1 + role)


def test_every_step_has_a_frame_of_its_own_and_positions_hold_nothing_else() -> None:
    frames = [step.frame for step in STEPS.values()]
    assert len(set(frames)) == len(STEPS) == 65
    for name, positions in collected().items():
        for s in positions:
            assert all(type(frame) is STEPS[frame.step].frame for frame in s.stack), name
            again = GAME.from_json(s.to_json())
            assert (again, again.stack) == (s, s.stack), name
