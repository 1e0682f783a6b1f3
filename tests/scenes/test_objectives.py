"""Objectives of a scene: their values, who holds them, and which of them are in danger."""

from __future__ import annotations

from typing import Any

import pytest

from stavka import games
from stavka.engine.kinds import Side, numbered
from stavka.scenes import parts
from stavka.scenes.scene import Moment, SceneUnit

GAME = games.load("traces")
SOVIET, AXIS = (Side(GAME.sides.index(side)) for side in ("soviet", "axis"))
OFF: SceneUnit = {"box": "", "steps": 1, "of": 1, "factors": "", "flags": [], "top": 0}


def in_danger(side: Side, hex_: str) -> bool:
    """Whether 1631, which the Axis holds, is in danger when the only unit on the map is one of a side in a hex."""
    units: dict[str, SceneUnit] = dict.fromkeys(GAME.unit_ids, OFF)
    unit = next(name for n, name in numbered(GAME.unit_ids) if GAME.side[n] == side)
    units[unit] = {**OFF, "hex": hex_}
    found = parts.objectives(GAME, units, [(GAME.grid.index("1631"), 5, AXIS)])
    assert (found["1631"]["value"], found["1631"]["side"]) == (5, "axis")
    return found["1631"]["danger"]


def test_an_enemy_in_a_hex_or_beside_it_endangers_it() -> None:
    assert in_danger(SOVIET, "1631")
    assert in_danger(SOVIET, "1632")
    assert not in_danger(SOVIET, "1633")
    assert not in_danger(AXIS, "1632")


def test_what_nobody_holds_is_not_in_danger() -> None:
    units: dict[str, SceneUnit] = dict.fromkeys(GAME.unit_ids, OFF)
    found = parts.objectives(GAME, units, [(GAME.grid.index("1631"), 5, -1)])
    assert found == {"1631": {"value": 5, "side": None, "danger": False}}


@pytest.mark.parametrize("key", games.GAMES)
def test_every_scenario_shows_its_objectives(key: str) -> None:
    game: Any = games.load(key)
    show = games.presenter(key, game)
    for scenario in game.scenarios:
        scene = show.scene(game.see(game.new(scenario), None), Moment(), "en")
        assert scene["objectives"], scenario
        assert all(goal["value"] for goal in scene["objectives"].values())
        assert scene["points"]["ended"]["text"]
