"""Searching for a way: within the effort the better one is found, and in doubt the script's is kept."""

from collections.abc import Callable
from random import Random

import pytest

from stavka.agents.search import SCRIPT, Effort, Futures, Round, Verdict, Way, best_way, bred, in_turn, way_of
from stavka.engine.agent import Patience

BOLD: Way = (("style", "bold"),)
CAREFUL: Way = (("style", "careful"),)
TOWN: Way = (("focus", "town"),)
GENES = {"style": ("bold", "careful"), "focus": ("town",)}


class Told(Futures):
    """Futures whose values a function tells: of the way, the future and the stage."""

    def __init__(self, tell: Callable[[Way, int, int], float], same: Callable[[Way], object] = lambda way: way) -> None:
        self.tell, self.same = tell, same
        self.played: list[tuple[Way, int, int]] = []

    def advance(self, way: Way, future: int, stage: int) -> float:
        assert stage == 0 or (way, future, stage - 1) in self.played
        assert (way, future, stage) not in self.played
        self.played.append((way, future, stage))
        return self.tell(way, future, stage)

    def sign(self, way: Way, future: int) -> str:
        assert (way, future, 0) in self.played
        return repr(self.same(way))


def search(futures: Futures, effort: Effort, patience: Patience | None = None) -> Verdict:
    return best_way(GENES, futures, effort, patience or Patience(), Random(1))


TWO = Effort((Round(0, 9, 1), Round(1, 2, 2)), doubt=0.0)


def test_the_way_that_is_best_after_the_answers_is_taken() -> None:
    at_sight = {SCRIPT: 0.5, BOLD: 0.7, CAREFUL: 0.6, TOWN: 0.1}
    after = {SCRIPT: 0.5, BOLD: 0.1, CAREFUL: 0.9}
    futures = Told(lambda way, _, stage: after[way] if stage else at_sight[way])
    found = search(futures, TWO._replace(rounds=(Round(0, 9, 1), Round(1, 3, 2))))
    assert found.best == CAREFUL
    assert (found.worth, found.plain) == (0.9, 0.5)
    assert found.tried == ((CAREFUL, 0.9), (SCRIPT, 0.5), (BOLD, 0.1))


def test_only_what_looks_best_goes_on_and_the_script_always() -> None:
    value = {SCRIPT: 0.1, BOLD: 0.2, CAREFUL: 0.3, TOWN: 0.0}
    futures = Told(lambda way, *_: value[way])
    assert search(futures, TWO).best == CAREFUL
    assert {way for way, _, stage in futures.played if stage} == {SCRIPT, CAREFUL}


def test_the_effort_limits_what_is_played() -> None:
    effort = Effort((Round(0, 3, 2), Round(1, 2, 3)), bred=1, doubt=0.0)
    futures = Told(lambda way, future, stage: len(way))
    search(futures, effort)
    assert {way for way, _, stage in futures.played if not stage} >= {SCRIPT, BOLD, TOWN}
    assert len(futures.played) <= effort.most() == 3 * 2 + 1 * 2 + 2 * (1 + 1 + 2)


def test_a_share_of_an_effort_leaves_two_ways() -> None:
    effort = Effort((Round(0, 12, 2), Round(1, 3, 4)), bred=6)
    assert effort.share(0.5) == Effort((Round(0, 6, 2), Round(1, 2, 4)), bred=3)


def test_where_nothing_can_be_varied_nothing_is_thought() -> None:
    futures = Told(lambda *_: 0.0)
    assert best_way({"style": ()}, futures, TWO, Patience(), Random(1)).best == SCRIPT
    assert not futures.played


def test_in_doubt_the_script_is_kept() -> None:
    """Boldness gains 0.3 and loses 0.1: 0.1 on average, with a standard error of 0.2."""
    futures = Told(lambda way, future, _: (0.8, 0.4)[future] if way == BOLD else 0.5 if way == SCRIPT else 0.0)
    assert search(futures, TWO._replace(doubt=0.4)).best == BOLD
    futures.played.clear()
    assert search(futures, TWO._replace(doubt=0.6)).best == SCRIPT


def test_luck_in_the_futures_of_the_choice_does_not_count_in_a_round_apart() -> None:
    """Boldness is lucky in the first two futures, where it is chosen, and as good as the script in all others."""
    futures = Told(lambda way, future, _: 0.9 if way == BOLD and future < 2 else 0.5 if way in (SCRIPT, BOLD) else 0.0)
    twice = Effort((Round(0, 9, 2), Round(0, 2, 4)), doubt=0.3)
    assert search(futures, twice).best == BOLD
    futures.played.clear()
    apart = twice._replace(rounds=(Round(0, 9, 2), Round(0, 2, 4, is_apart=True)))
    found = search(futures, apart)
    assert found.best == SCRIPT and found.worth == found.plain == 0.5
    assert {future for way, future, _ in futures.played if way == BOLD} == {0, 1, 2, 3, 4, 5}
    assert len(futures.played) == 4 * 2 + 2 * 4 <= apart.most()


def test_rounds_apart_begin_where_the_others_end() -> None:
    effort = Effort((Round(0, 9, 2), Round(1, 3, 5), Round(1, 2, 4, is_apart=True), Round(1, 2, 3)))
    assert effort.starts() == [0, 0, 5, 0]
    assert effort.most() == 9 * 2 + 3 * (5 * 2 - 2) + 2 * 4 * 2 + 2 * (3 * 2 - 3 * 2)


def test_a_gain_that_is_hardly_one_does_not_replace_the_script() -> None:
    """All but won: boldness promises 0.996 in every future, and the script 0.99."""
    futures = Told(lambda way, *_: 0.996 if way == BOLD else 0.99 if way == SCRIPT else 0.0)
    assert search(futures, TWO._replace(margin=0.005)).best == BOLD
    futures.played.clear()
    assert search(futures, TWO._replace(margin=0.007)).best == SCRIPT


def test_a_way_of_which_nothing_new_comes_is_left_out() -> None:
    """Careful and bold plans are the same here; the first of them stands for both."""
    futures = Told(lambda way, *_: 0.9 if way in (BOLD, CAREFUL) else 0.1, lambda way: way[0][0] if way else "")
    effort = Effort((Round(0, 9, 2), Round(1, 3, 2)), doubt=0.0)
    assert search(futures, effort).best == BOLD
    assert [each for each in futures.played if each[0] == CAREFUL] == [(CAREFUL, 0, 0)]


def test_good_genes_meet_in_the_children() -> None:
    """A bold way and a way to the town are good, both together are best: only breeding finds that."""

    def tell(way: Way, future: int, stage: int) -> float:
        return 0.1 + 0.2 * (("style", "bold") in way) + 0.2 * (("focus", "town") in way)

    found = search(Told(tell), Effort((Round(0, 4, 1), Round(1, 3, 1)), bred=3, doubt=0.0))
    assert found.best == way_of({"style": "bold", "focus": "town"})
    assert found.worth == pytest.approx(0.5)


def test_children_are_new_and_follow_from_the_seed() -> None:
    known = {SCRIPT, BOLD, CAREFUL, TOWN}
    first = bred([BOLD, TOWN], GENES, 4, set(known), Random(3))
    assert first == bred([BOLD, TOWN], GENES, 4, set(known), Random(3))
    assert len(first) == len(set(first)) and not known & set(first)
    assert all(way == way_of(dict(way)) for way in first)


def test_a_gene_without_values_is_never_bred() -> None:
    """Of twenty seeds one at least would draw it: where no objective is near, nothing can be gone for."""
    for seed in range(20):
        genes = {**GENES, "focus": ()}
        effort = Effort((Round(0, 3, 1),), bred=2, doubt=0.0)
        found = best_way(genes, Told(lambda way, *_: float(len(way))), effort, Patience(), Random(seed))
        assert all(name == "style" for way, _ in found.tried for name, _ in way)


def test_the_first_value_of_each_gene_comes_first() -> None:
    assert in_turn({"a": (1, 2), "b": (), "c": (3,)}) == [("a", 1), ("c", 3), ("a", 2)]


class Impatience(Patience):
    """A patience that ends after it has been asked a number of times."""

    def __init__(self, asked: int) -> None:
        super().__init__()
        self.left = asked

    def is_over(self) -> bool:
        self.left -= 1
        return self.left < 0


@pytest.mark.parametrize(("asked", "best"), [(3, SCRIPT), (4, BOLD), (4 + 2, BOLD), (4 + 3, CAREFUL), (99, CAREFUL)])
def test_when_nobody_waits_the_last_whole_round_decides(asked: int, best: Way) -> None:
    """Four looks (boldness looks best), then the script and two others are followed (care is best)."""
    value = {SCRIPT: 0.1, BOLD: 0.3, CAREFUL: 0.2, TOWN: 0.0}
    futures = Told(lambda way, _, stage: 0.9 if stage and way == CAREFUL else value[way])
    effort = Effort((Round(0, 4, 1), Round(1, 3, 1)), doubt=0.0)
    found = search(futures, effort, Impatience(asked))
    assert found.best == best


def test_progress_is_told_in_steps_and_ends_at_the_whole() -> None:
    shares: list[float] = []
    effort = Effort((Round(0, 4, 1), Round(1, 2, 1)), doubt=0.0)
    search(Told(lambda way, *_: float(way == BOLD)), effort, Patience(tell=shares.append))
    assert shares == pytest.approx([1 / 6, 2 / 6, 3 / 6, 4 / 6, 5 / 6, 1])
