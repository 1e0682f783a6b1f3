"""Units shared out among tasks, the best of many places, distances: what scripts of all games are made of."""

from types import SimpleNamespace

from stavka.agents.decider import StepDecider
from stavka.agents.fields import Fields
from stavka.agents.placing import best_place
from stavka.agents.sharing import NOTHING, Sharing
from stavka.engine.kinds import Unit
from stavka.engine.offer import OPTION, UNIT, Offer
from stavka.hexes import Hex


def test_units_go_where_they_are_worth_most_together() -> None:
    """Task 7 is worth 10 if two do it and 1 if one does; task 8 is worth 3 to anybody."""

    def worth(task: int, units: int) -> float:
        number = units.bit_count()
        return (0.0, 1.0, 10.0, 10.0)[number] if task == 7 else 3.0 * min(1, number)

    shared = Sharing({Unit(0): [7, 8], Unit(1): [7, 8], Unit(2): [8, 7]}, worth).improve()
    assert shared == {7: 0b011, 8: 0b100}


def test_who_may_be_left_out_is_left_out_of_what_costs() -> None:
    def worth(task: int, units: int) -> float:
        return -1.0 * units.bit_count()

    assert Sharing({Unit(0): [NOTHING, 5], Unit(1): [5]}, worth).improve() == {5: 0b10}


def test_a_task_that_must_not_be_left_gets_somebody() -> None:
    def worth(task: int, units: int) -> float:
        if not units:
            return -5.0
        return 2.0 if task == 1 else -1.0

    assert sorted(Sharing({Unit(0): [1, 2], Unit(1): [1, 2]}, worth).improve()) == [1, 2]


def test_the_best_place_is_sought_among_those_that_look_best() -> None:
    looks_good = {1: 5.0, 2: 4.0, 3: 0.0, 4: 3.0}
    is_good = {1: 0.0, 2: 1.0, 3: 9.0, 4: 1.0}
    assert best_place([Hex(1), Hex(2), Hex(3), Hex(4)], Hex(4), looks_good.__getitem__, is_good.__getitem__, 2) == 4, (
        "here wins the tie with 2"
    )
    assert best_place([Hex(1), Hex(2), Hex(3)], Hex(1), looks_good.__getitem__, is_good.__getitem__, 3) == 3, (
        "few are all looked at"
    )
    assert best_place([Hex(1), Hex(2), Hex(3)], Hex(1), looks_good.__getitem__, is_good.__getitem__, 2) == 2, (
        "3 does not look good"
    )


def test_distances_run_against_the_steps_and_begin_with_the_handicap() -> None:
    """A chain 0 - 1 - 2 - 3: into 1 costs 2, into 2 costs 5, into 3 costs 1, and no step leads back."""
    ways = [[], [(0, 2)], [(1, 5)], [(2, 1)]]
    fields = Fields(ways, far=20)
    assert fields.field(((3, 0),)) == [8, 6, 1, 0]
    assert fields.field(((3, 4), (1, 1))) == [3, 1, 5, 4]
    assert fields.field(((0, 0),)) == [0, 20, 20, 20]


class Walker(StepDecider):
    sane = (0b10,)

    def walk(self, *_: object) -> tuple[int, int]:
        return UNIT, 3


class Seen:
    def __init__(self, step: str) -> None:
        self.position = self
        self.stack = [SimpleNamespace(step=step)]


def test_a_script_answers_by_the_method_of_the_step_if_that_is_offered() -> None:
    walker = Walker()
    assert walker.choose(Seen("walk"), Offer(0, units=0b1001, options=0b10)) == (UNIT, 3)  # type: ignore[arg-type]
    assert walker.choose(Seen("walk"), Offer(0, units=0b0001, options=0b10)) == (OPTION, 1)  # type: ignore[arg-type]
    assert walker.choose(Seen("swim"), Offer(0, units=0b0001)) == (UNIT, 0)  # type: ignore[arg-type]
