"""The counter of inputs still works: part of a turn is played by gestures and ends as it did."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from page.inputs import MOVES, Player, turn_named
from page.people import People
from stavka.engine.state import Json


def test_a_movement_phase_takes_fewer_inputs_than_units_move_and_a_half(
    people: People, make: Callable[..., Json]
) -> None:
    """Twelve units of Zitadelle's German turn 1."""
    turn = turn_named("zitadelle")
    starts = [at for at, beat in enumerate(turn.beats) if beat.step == "movement"]
    part = replace(turn, beats=turn.beats[: starts[12]])
    assert {beat.step for beat in part.beats} <= set(MOVES)
    hand = people.come().sit(make({"german": "friend", "soviet": "friend"}, turn.record), "german")
    player = Player(part, {"german": hand})
    player.play()
    assert part.moved == 12 and player.total <= 1.5 * part.moved < part.plain
    unit, ends = "", dict[str, str]()
    for beat in part.beats:
        if beat.step == "movement":
            unit = beat.word
        elif beat.word != "stop":
            ends[unit] = beat.word
    assert ends and {unit: player.place(unit) for unit in ends} == ends
