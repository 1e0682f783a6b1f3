"""The quick commanders of look-ahead: they play legally, and look for an Axis line once in each activation."""

import pytest

from stavka.agents.playout import Luck, play_on
from stavka.games.traces.agents.craft import moment_of
from stavka.games.traces.agents.line import find_line
from stavka.games.traces.agents.model import AxisModel, SovietModel
from stavka.games.traces.agents.sense import Sense
from stavka.games.traces.agents.weights import SCRIPTED, SCRIPTED_1
from stavka.games.traces.game import load
from stavka.games.traces.state import Position
from stavka.hexes import Hex

GAME = load()


def test_models_play_a_turn_with_one_line_for_each_chit(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the frozen weights: today's look for no line in the Race, but hold the river."""
    lines: list[tuple[int, bytes]] = []

    def counted(sense: Sense) -> list[Hex]:
        lines.append(moment_of(sense.s))
        return find_line(sense)

    monkeypatch.setattr("stavka.games.traces.agents.axis.find_line", counted)
    moments: set[tuple[int, bytes]] = set()

    def until(s: Position) -> bool:
        moments.add(moment_of(s))
        return s.turn > 1

    s = GAME.new("race")
    play_on(GAME, s, {0: SovietModel(GAME, 1, SCRIPTED_1), 1: AxisModel(GAME, 1, SCRIPTED_1)}, Luck("turn"), until)
    assert s.turn == 2 and not s.result
    assert len(moments) > 8
    assert 0 < len(lines) == len(set(lines)) <= len(moments)


def test_what_a_model_forgets_it_works_out_anew() -> None:
    s = GAME.new("race")
    model = AxisModel(GAME, 1, SCRIPTED)
    model.weights = SCRIPTED["axis", "race"]
    first = model.line(model.read(s))
    assert model.line(model.read(s)) is first
    model.forget()
    assert model.line(model.read(s)) is not first
