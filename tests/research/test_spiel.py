"""OpenSpiel's own tests of Python games, a playthrough, its bots, and information states."""

from __future__ import annotations

import pickle
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.tests import games_sim_test

from research.chosen import CHOSEN, EVERY, SHORTEST, turns
from stavka import games
from stavka.assurance.invariants import plain_offer
from stavka.research.spiel import name_of

NAMES = [name_of(each) for each in CHOSEN]
QUICK = name_of(min(SHORTEST, key=turns))
TEXT = "text(arrays=False)"
"""Observations as text: the arrays of a whole game would be gigabytes of digits."""


SMALL = name_of(min(SHORTEST, key=lambda each: games.load(each.game).grid.all.bit_count()))
"""The scenario with the smallest map."""


def chance(state: Any, rng: np.random.RandomState) -> int:
    actions, weights = zip(*state.chance_outcomes(), strict=True)
    return int(rng.choice(actions, p=weights))


def walked(name: str, seed: int, steps: int) -> Any:
    """The state after some random moves."""
    rng, state = np.random.RandomState(seed), pyspiel.load_game(name).new_initial_state()
    for _ in range(steps):
        if state.is_terminal():
            break
        state.apply_action(chance(state, rng) if state.is_chance_node() else int(rng.choice(state.legal_actions())))
    return state


# -- OpenSpiel's own tests ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_the_simulation_test(name: str) -> None:
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(name))


@pytest.mark.parametrize("name", NAMES if EVERY else [SMALL])
def test_the_random_simulation_test(name: str) -> None:
    """This one looks at every observation, clones and serialises every state."""
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", NAMES if EVERY else [SMALL])
def test_a_playthrough_can_be_played_again(name: str, tmp_path: Path) -> None:
    """The module loads SciPy, which would take each process that collects tests a second."""
    generate_playthrough = import_module("open_spiel.python.algorithms.generate_playthrough")
    flags.FLAGS.mark_as_parsed()
    text = generate_playthrough.playthrough(name, None, observation_params_string=TEXT, seed=1)
    file = tmp_path / "playthrough.txt"
    file.write_text(text)
    expected, actual = generate_playthrough.replay(str(file))
    assert expected == actual and "IsTerminal() = True" in text


# -- bots -----------------------------------------------------------------------------------------------------------


class Even(mcts.Evaluator):  # type: ignore[misc]  # OpenSpiel has no types
    """Holds every position that is not over to be even, and every action to be as good."""

    def evaluate(self, state: Any) -> Any:
        return np.array(state.returns())

    def prior(self, state: Any) -> list[tuple[int, float]]:
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


@pytest.mark.parametrize("kind", ["mcts", "ismcts"])
def test_its_bots_play_a_short_scenario_to_the_end(kind: str) -> None:
    game, luck = pyspiel.load_game(SMALL), np.random.RandomState(1)
    bot: Any
    if kind == "mcts":
        bot = mcts.MCTSBot(game, 1.4, 5, Even(), random_state=luck)
    else:
        bot = ismcts.ISMCTSBot(game, Even(), 1.4, 5, random_state=luck)
    state, number = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(chance(state, luck))
        elif state.current_player() == 0:
            state.apply_action(int(bot.step(state)))
            number += 1
        else:
            state.apply_action(int(luck.choice(state.legal_actions())))
    assert number > 100 and state.returns()[0] == -state.returns()[1]


# -- information states ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_resampled_states_look_the_same_to_their_player_and_differ(name: str) -> None:
    differ = compared = 0
    for steps in range(20, 400, 37):
        state = walked(name, 3, steps)
        if state.is_terminal() or state.is_chance_node():
            continue
        player = state.current_player()
        draws = pyspiel.UniformProbabilitySampler(0.0, 1.0)
        other = state.resample_from_infostate(player, draws)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.legal_actions() == state.legal_actions()
        assert str(state) == str(walked(name, 3, steps))  # the state itself is as it was
        differ += str(other) != str(state)
        compared += 1
        action = other.legal_actions()[0]
        again = other.clone()
        again.apply_action(action)
        assert str(again) != str(other) and pickle.loads(pickle.dumps(again)).history() == again.history()
    assert compared >= 3
    assert differ or not has_secrets(name)


def has_secrets(name: str) -> bool:
    """Whether a seat does not see something in a game without optional rules."""
    states = [walked(name, seed, 60) for seed in range(3)]
    return any(each.table.game.see(each.table.state, 0).position != each.table.state for each in states)


def test_what_others_know_in_resampled_states_depends_on_what_was_dealt() -> None:
    """Otherwise a bot would take two positions for one in which the other player has different things to pick from."""
    state = walked("stavka_traces_race", 3, 60)
    while state.is_chance_node() or state.current_player() != 0:
        state.apply_action(state.chance_outcomes()[0][0] if state.is_chance_node() else state.legal_actions()[0])
    draws = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    others = [state.resample_from_infostate(0, draws) for _ in range(20)]
    seen = {each.observation_string(1): each.information_state_string(1) for each in others}
    assert len(seen) > 3 and len(set(seen.values())) == len(seen)


def test_what_is_hidden_is_in_no_information_state() -> None:
    """Two games that differ in what the Axis player drew from the box, which the Soviet player does not see."""
    game = pyspiel.load_game("stavka_traces_race")
    states = []
    for outcome in (0, 1):
        state = game.new_initial_state()
        while not state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        state.apply_action(outcome)
        states.append(state)
    soviet, axis = ([state.information_state_string(player) for state in states] for player in (0, 1))
    assert soviet[0] == soviet[1] and axis[0] != axis[1]
    texts = [[state.observation_string(player) for state in states] for player in (0, 1)]
    assert texts[0][0] == texts[0][1] and texts[1][0] != texts[1][1]


def test_an_information_state_remembers() -> None:
    """The same position, reached by other picks: the player who picked remembers them, and the other one saw them."""
    game = pyspiel.load_game("stavka_traces_race")
    one, other = game.new_initial_state(), game.new_initial_state()
    first, second, *_ = one.legal_actions()
    for state, actions in ((one, (first, second)), (other, (second, first))):
        for action in actions:
            state.apply_action(action)
    if str(one) == str(other):
        assert one.information_state_string(1) != other.information_state_string(1)
        assert one.information_state_string(0) != other.information_state_string(0)
    assert one.information_state_string(0) == one.clone().information_state_string(0)


def test_it_does_not_matter_when_somebody_asks() -> None:
    """A state that was asked at every move gives the same information states as one that is asked at the end."""
    asked, rng = pyspiel.load_game(QUICK).new_initial_state(), np.random.RandomState(9)
    for _ in range(60):
        asked.apply_action(chance(asked, rng) if asked.is_chance_node() else int(rng.choice(asked.legal_actions())))
        asked.information_state_string(0)
    late = walked(QUICK, 9, 60)
    assert [late.information_state_string(p) for p in (0, 1)] == [asked.information_state_string(p) for p in (0, 1)]


def test_serialised_states_keep_what_was_learnt() -> None:
    state = walked(QUICK, 4, 50)
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    assert [again.information_state_string(p) for p in (0, 1)] == [state.information_state_string(p) for p in (0, 1)]
    assert again.history() == state.history() and plain_offer(again.table.offer) == plain_offer(state.table.offer)


def test_clones_are_independent() -> None:
    state = walked(QUICK, 4, 50)
    before, copy = str(state), state.clone()
    copy.apply_action(copy.chance_outcomes()[0][0] if copy.is_chance_node() else copy.legal_actions()[0])
    assert str(state) == before != str(copy)
    assert str(state.get_game().new_initial_state()) == str(pyspiel.load_game(QUICK).new_initial_state())


def test_python_ends_quietly_after_it() -> None:
    """OpenSpiel holds what was registered longer than Python lives."""
    code = f"import pyspiel, stavka.research.spiel\nprint(pyspiel.load_game({QUICK!r}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, f"{QUICK}()", "")


def test_observers_have_one_parameter() -> None:
    game = pyspiel.load_game(QUICK)
    with pytest.raises(ValueError, match="observations have the parameter arrays alone, found colour"):
        game.make_py_observer(None, {"colour": 1})
    observer = game.make_py_observer()
    observer.set_from(game.new_initial_state(), 0)
    assert observer.tensor is not None and observer.tensor.any()
    assert set(observer.dict) == {"planes", "units", "tracks"}
