"""Programs by name: those that are offered, and yardsticks, which only studies name."""

import pytest

from games.facts import is_ours
from stavka import games
from stavka.agents.levels import LEVELS, OFFICER
from stavka.agents.planner import Planner
from stavka.games import opponents

OURS = [key for key in games.GAMES if is_ours(key)]
PLANNED = [key for key in OURS if games.GAMES[key].craft]
"""The games that have a craft."""


@pytest.mark.parametrize("key", OURS)
def test_every_game_has_a_frozen_script_that_nobody_is_offered(key: str) -> None:
    assert set(games.GAMES[key].yardsticks) == {"scripted-1"}
    assert "scripted" in opponents.names(key) and "scripted-1" not in opponents.names(key)
    with pytest.raises(opponents.UnknownPlayerError, match="there are random, scripted"):
        opponents.check("scripted-1", key)
    opponents.check("scripted-1", key, in_studies=True)


@pytest.mark.parametrize("key", OURS)
def test_the_frozen_script_is_the_script_with_the_frozen_weights(key: str) -> None:
    game = games.load(key)
    frozen, now = (opponents.make(name, game, 1) for name in ("scripted-1", "scripted"))
    assert type(frozen) is type(now)


@pytest.mark.parametrize("key", OURS)
def test_no_other_name_is_a_program(key: str) -> None:
    with pytest.raises(opponents.UnknownPlayerError):
        opponents.check("clever", key, in_studies=True)
    with pytest.raises(opponents.UnknownPlayerError):
        opponents.make("clever", games.load(key), 1)


@pytest.mark.parametrize("key", OURS)
def test_a_game_with_a_craft_has_every_level_and_a_new_player_gets_officer(key: str) -> None:
    names = opponents.names(key)
    if key in PLANNED:
        assert names[-4:] == LEVELS == ("recruit", "officer", "staff", "marshal")
        assert opponents.usual(key) == OFFICER
    else:
        assert not set(names) & set(LEVELS)
        assert opponents.usual(key) == names[-1]


@pytest.mark.parametrize("key", PLANNED)
def test_each_level_thinks_more_than_the_one_below(key: str) -> None:
    game = games.load(key)
    levels = [opponents.make(name, game, 1) for name in LEVELS]
    efforts = [level.effort.most() for level in levels if isinstance(level, Planner)]
    assert len(efforts) == len(set(efforts)) == 4 and efforts == sorted(efforts)
