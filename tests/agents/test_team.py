"""Futures that several processes play: the same values, each stage where the one before was played, and no process left
behind."""

import os
import time
from collections.abc import Iterator
from contextlib import closing
from random import Random

import pytest

from agents.test_search import BOLD, CAREFUL, GENES, TOWN
from stavka.agents.search import SCRIPT, Effort, Futures, Round, Trial, Trials, Way, best_way
from stavka.agents.team import LostMateError, Team
from stavka.engine.agent import Patience

EFFORT = Effort((Round(0, 4, 2), Round(1, 3, 4)), bred=2, doubt=0.0)


class Walked(Futures):
    """Futures that remember where they are: a stage is worth what the stages before were worth, and something."""

    def __init__(self) -> None:
        self.ends: dict[tuple[Way, int], float] = {}

    def advance(self, way: Way, future: int, stage: int) -> float:
        before = self.ends[way, future] if stage else 0.0
        gain = {SCRIPT: 0.3, BOLD: 0.2, CAREFUL: 0.4, TOWN: 0.1}.get(way, 0.35)
        self.ends[way, future] = before + gain + future / 100
        return self.ends[way, future]

    def sign(self, way: Way, future: int) -> str:
        return repr(way)


class Pid(Walked):
    """Every value is the number of the process that finds it."""

    def advance(self, way: Way, future: int, stage: int) -> float:
        super().advance(way, future, stage)
        return float(os.getpid())


@pytest.fixture
def team() -> Iterator[Team]:
    with closing(Team(Walked(), 3)) as made:
        yield made


def test_a_team_finds_what_one_process_finds(team: Team) -> None:
    alone = best_way(GENES, Walked(), EFFORT, Patience(), Random(1))
    assert best_way(GENES, team, EFFORT, Patience(), Random(1)) == alone
    assert alone.best == CAREFUL and len(alone.tried) == 3


def test_all_processes_play_and_a_future_stays_in_its_process() -> None:
    """Nine futures of one stage each; each goes on, later, where it began."""
    looks: list[Trial] = [(way, future, 0) for way in (SCRIPT, BOLD, TOWN) for future in range(3)]
    with closing(Team(Pid(), 3)) as team:
        trials = Trials(team, Patience(), 99)
        trials.play(looks)
        assert len(set(trials.values.values())) == 3
        trials.play((way, future, 1) for way, future, _ in looks)
        for way, future, _ in looks:
            assert trials.values[way, future, 0] == trials.values[way, future, 1]
        assert os.getpid() not in trials.values.values()


def test_there_are_no_more_processes_than_futures_to_play() -> None:
    with closing(Team(Walked(), 9)) as team:
        Trials(team, Patience(), 9).play([(SCRIPT, 0, 1), (BOLD, 0, 1)])
        assert len(team.mates) == 2


def test_a_fault_is_told_where_the_question_was_asked() -> None:
    class Broken(Walked):
        def advance(self, way: Way, future: int, stage: int) -> float:
            raise ValueError("no plan")

    with closing(Team(Broken(), 2)) as team, pytest.raises(LostMateError, match="ValueError: no plan"):
        Trials(team, Patience(), 9).value(SCRIPT, 0, 0)


def test_a_process_that_dies_is_a_fault_and_none_is_left() -> None:
    class Dying(Walked):
        def advance(self, way: Way, future: int, stage: int) -> float:
            os._exit(1)

    with closing(Team(Dying(), 2)) as team:
        with pytest.raises(LostMateError, match="has died"):
            Trials(team, Patience(), 9).value(SCRIPT, 0, 0)
        processes = [mate.process for mate in team.mates]
    for process in processes:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


def test_who_waits_hears_that_time_passes() -> None:
    """The patience ends while the only trial is being played."""

    class Slow(Walked):
        def advance(self, way: Way, future: int, stage: int) -> float:
            time.sleep(60)
            return 0.0

    class Impatience(Patience):
        left = 3

        def is_over(self) -> bool:
            self.left -= 1
            return self.left < 0

    with closing(Team(Slow(), 2)) as team:
        found = best_way(GENES, team, EFFORT, Impatience(), Random(1))
    assert found.best == SCRIPT and not found.tried
