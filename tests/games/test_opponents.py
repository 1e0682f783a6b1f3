"""Programs by name: those that are offered, and yardsticks, which only studies name."""

import pytest

from games.facts import is_ours
from stavka import games
from stavka.games import opponents

OURS = [key for key in games.GAMES if is_ours(key)]


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
