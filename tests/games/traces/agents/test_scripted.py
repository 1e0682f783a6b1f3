"""The scripted player: it plays whole games legally, and what it cannot know does not move it."""

from random import Random

import pytest

from stavka.agents.random_player import RandomPlayer
from stavka.engine.offer import ROLL
from stavka.games.traces.agents.scripted import ScriptedPlayer
from stavka.games.traces.game import load
from stavka.games.traces.state import Position
from stavka.studies.play import play_out, weighted

GAME = load()


@pytest.mark.parametrize("scenario", ["race", "campaign"])
def test_a_game_between_two_scripted_players_comes_to_its_end(scenario: str) -> None:
    """`play_out` asserts that every pick was offered."""
    outcome = play_out(GAME, GAME.new(scenario), [ScriptedPlayer(GAME, 1), ScriptedPlayer(GAME, 2)], Random(3))
    assert outcome.result in ("soviet automatic", "soviet points", "axis points")


def positions(count: int) -> list[tuple[Position, int]]:
    """Positions of a random game in which somebody has to decide, with his seat."""
    found, rng, s = [], Random(8), GAME.new("campaign")
    agents = [RandomPlayer(GAME, 4), RandomPlayer(GAME, 5)]
    for at in range(20 * count):
        offer = GAME.offers(s)[0]
        if offer.chance is not None:
            GAME.apply(s, offer.seat, (ROLL, weighted(rng, offer.chance)))
            continue
        if at % 20 == 0:
            found.append((s.clone(), offer.seat))
        GAME.apply(s, offer.seat, agents[offer.seat].choose(None, offer))
    return found


def test_what_is_hidden_does_not_change_the_move() -> None:
    different = 0
    for s, seat in positions(25):
        view = GAME.view(s, seat)
        others = [GAME.sample_state(view, Random(seed)) for seed in (1, 2, 3)]
        different += any(other != s for other in others)
        picks = set()
        for state in (s, *others):
            offer = GAME.offer(state, seat)
            assert offer is not None
            picks.add(ScriptedPlayer(GAME, 6).choose(GAME.see(state, seat), offer))
        assert len(picks) == 1
    assert different > 5, "nothing was hidden"
