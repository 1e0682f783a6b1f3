"""The planner on the toy game: it carries out the most promising way, and hidden things do not change its picks."""

from collections.abc import Hashable
from typing import Any, ClassVar

from engine.toy import DONE, HIGH, LOW, TOY, Table
from stavka.agents.craft import FIRST, Craft
from stavka.agents.planner import Planner, without_first
from stavka.agents.playout import Until
from stavka.agents.search import SCRIPT, Effort, Genes, Round, Way
from stavka.engine.agent import Sight
from stavka.engine.kinds import Side
from stavka.engine.machine import Game
from stavka.engine.offer import OPTION, Offer, Pick
from stavka.engine.words import ENGINE, Message

EFFORT = Effort((Round(0, 4, 2), Round(1, 2, 4)), doubt=0.0)


class Habit:
    """Chooses the same option whenever it can, then is done; it counts what it was asked."""

    def __init__(self, option: int) -> None:
        self.option, self.asked, self.forgotten = option, 0, 0

    def choose(self, sight: Sight[Any], offer: Offer) -> Pick:
        self.asked += 1
        for option in (self.option, DONE):
            if offer.options >> option & 1:
                return OPTION, option  # type: ignore[return-value]  # a number of the test
        return next(iter(offer))

    def forget(self) -> None:
        self.forgotten += 1


class ToyCraft(Craft[Table]):
    """Both sides choose low by habit. A side that chooses high gets a die."""

    efforts: ClassVar = {"staff": EFFORT}
    made: list[tuple[str, Side, Way]]

    def __init__(self, game: Game[Table], seed: int) -> None:
        super().__init__(game, seed)
        self.made = []

    def opens(self, s: Table) -> float:
        return float(s.stack[-1].step == "choose")

    def moment(self, s: Table) -> Hashable:
        return s.round

    def genes(self, s: Table, side: Side, offer: Offer) -> Genes:
        return {FIRST: [(OPTION, HIGH)], "habit": [LOW, HIGH]}

    def commander(self, side: Side, way: Way) -> Habit:
        self.made.append(("commander", side, way))
        return Habit(dict(way).get("habit", LOW))  # type: ignore[arg-type]  # a number of the test

    def model(self, side: Side, way: Way) -> Habit:
        self.made.append(("model", side, way))
        return Habit(dict(way).get("habit", LOW))  # type: ignore[arg-type]  # a number of the test

    def rehearser(self, side: Side, way: Way) -> Habit:
        self.made.append(("rehearser", side, way))
        return Habit(dict(way).get("habit", LOW))  # type: ignore[arg-type]  # a number of the test

    def until(self, start: Table, side: Side, stage: int) -> Until:
        left, round_ = 9, start.round

        def over(s: Table) -> bool:
            nonlocal left
            left -= 1
            return left < 0 or s.round != round_

        return over

    def worth(self, s: Table, side: Side) -> float:
        return s.score[side] / 10

    def points(self, s: Table, side: Side) -> float:
        return s.score[side]

    def aims(self, s: Table, side: Side, way: Way) -> list[Message]:
        return [ENGINE.message("plan", "first hex", hex=value) for _, value in way]

    def sign(self, s: Table) -> Hashable:
        return None


def planner(seed: int = 1) -> Planner:
    return Planner(ToyCraft, TOY, seed, "staff")


def ask(player: Planner, s: Table, seat: int) -> Pick:
    offer = TOY.offer(s, seat)
    assert offer is not None
    pick = player.choose(TOY.see(s, seat), offer)
    assert pick in offer
    return pick


def test_it_takes_the_way_that_promises_most() -> None:
    player = planner()
    assert ask(player, TOY.new("plain"), 1) == (OPTION, HIGH)
    assert player.verdict is not None and player.verdict.worth > player.verdict.plain == 0.0
    assert {way for way, _ in player.verdict.tried} >= {SCRIPT}


def test_the_leader_of_the_way_leads_until_the_moment_is_over() -> None:
    player, s = planner(), TOY.new("plain")
    pick = ask(player, s, 0)
    leader = player.leader
    assert leader is player.commander(Side(0), without_first(player.verdict.best))  # type: ignore[union-attr]  # it has thought
    TOY.apply(s, 1, (OPTION, LOW))
    TOY.apply(s, 0, pick)
    assert s.stack[-1].step == "walk"
    assert isinstance(leader, Habit)
    before = leader.asked
    assert ask(player, s, 0) == (OPTION, DONE)
    assert leader.asked == before + 1


def test_commanders_are_made_once_models_once_in_each_search_and_none_for_a_first_pick() -> None:
    player = planner()
    made = player.craft.made  # type: ignore[attr-defined]  # the toy's craft
    ask(player, TOY.new("plain"), 0)
    once = list(made)
    assert len(once) == len(set(once))
    ask(player, TOY.new("plain"), 0)
    assert made[len(once) :] == [each for each in once if each[0] != "commander"]
    assert all(FIRST not in dict(way) for _, _, way in made)


def test_the_same_seed_decides_the_same_whatever_was_thought_before() -> None:
    fresh, used = planner(3), planner(3)
    ask(used, TOY.new("plain"), 1)
    assert ask(fresh, TOY.new("plain"), 0) == ask(used, TOY.new("plain"), 0)
    assert fresh.verdict == used.verdict


def test_a_planner_that_doubts_everything_is_the_script() -> None:
    doubting = Planner(ToyCraft, TOY, 1, EFFORT._replace(doubt=1e9))
    assert ask(doubting, TOY.new("plain"), 0) == (OPTION, LOW)
