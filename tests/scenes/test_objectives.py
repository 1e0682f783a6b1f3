"""Objectives of a scene: their values, who holds them, and which of them are in danger."""

from __future__ import annotations

from typing import Any

import pytest

from stavka import games
from stavka.engine.kinds import Side, units_in
from stavka.scenes import parts
from stavka.scenes.keeping import Drawing
from stavka.scenes.scene import Moment

GAME = games.load("traces")
SOVIET, AXIS = (Side(GAME.sides.index(side)) for side in ("soviet", "axis"))


def present(side: Side, hex_: str) -> list[int]:
    """The hexes of each side when the only unit on the map is one of a side in a hex."""
    unit = next(unit for unit in units_in((1 << len(GAME.unit_ids)) - 1) if GAME.side[unit] == side)
    return parts.presence(GAME, {GAME.grid.index(hex_): 1 << unit})


def in_danger(side: Side, hex_: str) -> bool:
    """Whether 1631, which the Axis holds, is in danger when the only unit on the map is one of a side in a hex."""
    found = parts.objectives(GAME, present(side, hex_), [(GAME.grid.index("1631"), 5, AXIS)])
    assert (found["1631"]["value"], found["1631"]["side"]) == (5, "axis")
    return found["1631"]["danger"]


def test_an_enemy_in_a_hex_or_beside_it_endangers_it() -> None:
    assert in_danger(SOVIET, "1631")
    assert in_danger(SOVIET, "1632")
    assert not in_danger(SOVIET, "1633")
    assert not in_danger(AXIS, "1632")


def test_what_nobody_holds_is_not_in_danger() -> None:
    found = parts.objectives(GAME, present(SOVIET, "1631"), [(GAME.grid.index("1631"), 5, -1)])
    assert found == {"1631": {"value": 5, "side": None, "danger": False}}


def test_objectives_are_made_again_only_when_units_or_holders_change(monkeypatch: pytest.MonkeyPatch) -> None:
    show: Any = games.presenter("traces", GAME)
    drawing, s = Drawing(), GAME.new("race")
    make, made = parts.objectives, list[object]()

    def counted(*of: Any) -> Any:
        made.append(make(*of))
        return made[-1]

    monkeypatch.setattr(parts, "objectives", counted)

    def number() -> int:
        show.scene(GAME.see(s, None), Moment(), "en", drawing)
        return len(made)

    assert number() == 1
    s.moved |= 1
    assert number() == 1
    s.crossings |= 1 << GAME.grid.index("1631")
    assert number() == 2


@pytest.mark.parametrize("key", games.GAMES)
def test_every_scenario_shows_its_objectives(key: str) -> None:
    game: Any = games.load(key)
    show = games.presenter(key, game)
    for scenario in game.scenarios:
        scene = show.scene(game.see(game.new(scenario), None), Moment(), "en")
        assert scene["objectives"], scenario
        assert all(goal["value"] for goal in scene["objectives"].values())
        assert scene["points"]["ended"]["text"]
