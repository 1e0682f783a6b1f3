"""The levels of the computer opponent in every game that has a craft: they know no more than their seat, decide the
same for a seed, and pick what is offered.

A level differs from another in its effort alone. Here each thinks as deep as it does in play, with fewer ways."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice, product
from random import Random
from typing import Any, Final

import pytest

from agents import walks
from games.facts import is_ours
from stavka import games
from stavka.agents.levels import LEVELS
from stavka.agents.planner import Planner
from stavka.agents.search import Effort
from stavka.engine.agent import Patience, Sight
from stavka.engine.machine import Game
from stavka.engine.offer import ROLL, Offer, Pick
from stavka.games import opponents
from stavka.studies.play import weighted

PLANNED: Final = [key for key in games.GAMES if is_ours(key) and games.GAMES[key].craft]
EVERY: Final = [(key, level) for key in PLANNED for level in LEVELS]
LOOKED_AT: Final = 40
"""Decisions with a plan that are looked at, at most, to find what is asked for."""


def thin(effort: Effort) -> Effort:
    """The same rounds with few ways and futures."""
    rounds = tuple(each._replace(ways=min(3, each.ways), futures=min(2, each.futures)) for each in effort.rounds)
    return effort._replace(rounds=rounds, bred=min(1, effort.bred), doubt=0.0)


def planner(key: str, level: str, seed: int = 6) -> Planner:
    made = opponents.make(level, games.load(key), seed)
    assert isinstance(made, Planner)
    made.effort = thin(made.effort)
    return made


def openings(key: str, scenario: str, options: Mapping[str, bool]) -> Iterator[tuple[Any, Offer]]:
    """Positions of a scripted game at which a plan begins, with what is offered."""
    game, craft = games.load(key), planner(key, LEVELS[0]).craft
    agents = [opponents.make("scripted", game, seat) for seat in range(2)]
    for s, offer, _ in walks.walk(game, game.new(scenario, options), agents, 5, 2):
        if craft.opens(s) and len(list(offer)) > 1:
            yield s.clone(), offer


@cache
def hidden(key: str) -> list[tuple[Any, Any, Offer]]:
    """Two beginnings of plans, each with a position that differs only in what the seat does not see. They are those of
    both sides in the first scenario in which either side hides something, with all optional rules if it takes them."""
    game, found = games.load(key), list[tuple[Any, Any, Offer]]()
    about = games.about(key)
    rules: tuple[Mapping[str, bool], ...] = {}, dict.fromkeys(about["options"], True)
    for options, scenario in product(rules, about["scenarios"]):
        for s, offer in islice(openings(key, scenario["key"], options), LOOKED_AT):
            others = (game.see(s, offer.seat).sample(Random(each)) for each in range(9))
            other = next((other for other in others if other != s), None)
            if other is not None:
                found.append((s, other, offer))
        if len(found) > 1:
            first = found[0]
            return [first, next((each for each in found if each[2].seat != first[2].seat), found[-1])]
    raise AssertionError("nothing was hidden")


def lead(game: Game[Any], player: Planner, s: Any, seat: int, count: int) -> list[Pick]:
    """The first picks of a seat from a position on. The script plays the other seat; dice are the same every time."""
    s, other, rng = s.clone(), opponents.make("scripted", game, 3), Random(1)
    picks: list[Pick] = []
    while len(picks) < count and not s.result:
        offer = game.offers(s)[0]
        if offer.chance is not None:
            pick: Pick = (ROLL, weighted(rng, offer.chance))
        else:
            pick = (player if offer.seat == seat else other).choose(game.see(s, offer.seat), offer)
            assert pick in offer
            if offer.seat == seat:
                picks.append(pick)
        game.apply(s, offer.seat, pick)
    return picks


@pytest.mark.parametrize(("key", "level"), EVERY)
def test_what_is_hidden_changes_neither_the_move_nor_what_is_imagined(key: str, level: str) -> None:
    """The verdicts hold the values of all ways in all futures: with the same seeds they are the same."""
    game = games.load(key)
    for s, other, offer in hidden(key):
        players = [planner(key, level), planner(key, level)]
        picks = [
            player.choose(game.see(each, offer.seat), offer) for player, each in zip(players, (s, other), strict=True)
        ]
        assert picks[0] == picks[1]
        assert players[0].verdict == players[1].verdict is not None


@pytest.mark.parametrize(("key", "level"), EVERY)
def test_it_sees_but_never_asks_for_the_real_position(key: str, level: str) -> None:
    """A sight that gives away nothing but the redacted position and samples is enough."""

    class Narrow(Sight[Any]):
        def __init__(self, sight: Sight[Any]) -> None:
            self.seat, self.position, self._sample = sight.seat, sight.position, sight.sample

        def sample(self, rng: Random) -> Any:
            return self._sample(rng)

    s, _, offer = hidden(key)[0]
    assert planner(key, level).choose(Narrow(games.load(key).see(s, offer.seat)), offer) in offer


@pytest.mark.parametrize("key", PLANNED)
def test_several_processes_decide_as_one_does(key: str) -> None:
    game, (s, _, offer) = games.load(key), hidden(key)[0]
    alone, team = planner(key, "staff"), planner(key, "staff")
    team.processes = 3
    assert team.choose(game.see(s, offer.seat), offer) == alone.choose(game.see(s, offer.seat), offer)
    assert team.verdict == alone.verdict is not None


@pytest.mark.parametrize("key", PLANNED)
def test_the_same_seed_decides_the_same_whatever_was_thought_before(key: str) -> None:
    game = games.load(key)
    (before, _, asked), (s, _, offer) = hidden(key)
    fresh, used = planner(key, "staff"), planner(key, "staff")
    used.choose(game.see(before, asked.seat), asked)
    assert lead(game, fresh, s, offer.seat, 25) == lead(game, used, s, offer.seat, 25)
    assert fresh.verdict == used.verdict


@pytest.mark.parametrize("key", PLANNED)
def test_a_planner_that_doubts_everything_is_the_script(key: str) -> None:
    game = games.load(key)
    s, _, offer = hidden(key)[0]
    doubting = planner(key, "officer", seed=4)
    doubting.effort = doubting.effort._replace(doubt=1e9)
    assert lead(game, doubting, s, offer.seat, 25) == lead(game, opponents.make("scripted", game, 4), s, offer.seat, 25)  # type: ignore[arg-type]  # any player will do


@pytest.mark.parametrize("key", PLANNED)
def test_it_keeps_to_its_effort_and_tells_how_far_it_is(key: str) -> None:
    s, _, offer = hidden(key)[0]
    player, shares = planner(key, "staff"), list[float]()
    player.patience = Patience(tell=shares.append)
    player.choose(games.load(key).see(s, offer.seat), offer)
    assert shares == sorted(shares) and 0 < shares[0] <= shares[-1] <= 1
    assert player.verdict is not None and 0 < player.verdict.played <= player.effort.most()


@pytest.mark.parametrize("key", PLANNED)
def test_a_hurried_level_decides_at_once(key: str) -> None:
    """Nobody waits: what the script would do is picked, without a single future."""
    game = games.load(key)
    s, _, offer = hidden(key)[0]
    hurried = planner(key, "marshal")
    hurried.patience = Patience(seconds=-1.0)
    assert hurried.choose(game.see(s, offer.seat), offer) == opponents.make("scripted", game, 6).choose(
        game.see(s, offer.seat), offer
    )
    assert hurried.verdict is not None and hurried.verdict.played == 0
