"""The analysis of toy games: planted decisions are found, luck and skill are apart, and it can be stopped."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace

import pytest

from agents.test_planner import EFFORT, ToyCraft
from engine.toy import TOY, Table
from stavka.agents.analysis import Analysis, Case, Depth
from stavka.engine.agent import Patience
from stavka.engine.events import DECIDES, Told, die
from stavka.engine.kinds import Side
from stavka.engine.record import Move
from stavka.engine.state import Json

FORMS = {name: Told() for name in ("walks", "pockets", "finds", "choices")} | {
    "rolls": Told(card=DECIDES, face=die(6)),
}


class Craft(ToyCraft):
    """What north has in the left pocket counts as points: only north sees it."""

    efforts = {"officer": EFFORT}  # noqa: RUF012  # as in the toy's craft

    def points(self, s: Table, side: Side) -> float:
        return s.score[side] + s.pockets[0][0]


@pytest.fixture(autouse=True)
def forms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TOY, "told", FORMS)
    monkeypatch.setattr(TOY, "side", (0, 1), raising=False)


def moves(*words: str) -> list[Move]:
    return [Move(who, what) for who, what in map(str.split, words)]


GAME = moves(
    *("north low", "south high", "south done", "chance 6"),
    *("north high", "south low", "north done", "chance 1"),
    *("north high", "south low", "north done", "chance 2"),
)
"""South wins: 6 points to 3. North threw away the first round, and had bad dice afterwards."""


def analysed(
    game: Sequence[Move] = GAME, patience: Patience | None = None, seats: Sequence[int] = (0, 1), *, whole: bool = True
) -> Json:
    analysis = Analysis(Craft, TOY, Depth(futures=4, deals=2), seats, whole=whole, patience=patience)
    analysis.run(TOY.new("plain"), game)
    return analysis.as_json()


def test_planted_bad_decisions_come_first() -> None:
    """Who chooses low in a round in which the other chooses low, as the planner expects, gets nothing. High gives a
    die: between a tenth and six tenths, so between 1 and 6 points."""
    found = analysed()
    assert {each["move"] for each in found["decisions"][:3]} == {0, 5, 9}, "the three in which somebody chose low"
    worst = next(each for each in found["decisions"] if each["side"] == "north" and each["difference"])
    assert (worst["move"], worst["turn"]) == (0, 0)
    assert worst["done"] == 0 and 0.1 <= worst["planned"] <= 0.6
    assert worst["difference"] == pytest.approx(-worst["planned"])
    assert worst["points"] == pytest.approx(10 * worst["difference"])
    assert worst["error"] > 0
    skill = found["skill"]
    assert skill["north"]["difference"] < skill["north"]["error"] * -1
    assert skill["north"]["of"] == skill["north"]["decisions"] == 3


def test_good_decisions_lose_nothing() -> None:
    """Each side's plan is to choose high; where that was done, the same futures give the same values."""
    found = {(each["move"], each["side"]): each["difference"] for each in analysed()["decisions"]}
    assert found[1, "south"] == found[4, "north"] == found[8, "north"] == 0
    assert found[5, "south"] < 0 and found[9, "south"] < 0


def test_luck_is_counted_by_hand() -> None:
    """The truth is the mean of both sides' views: north's score / 10 against 1 - south's / 10, halved. South's 6 is 2.5
    above the mean, north's 1 and 2 are 2.5 and 1.5 below: for north -6.5 points in all, halved, and a tenth of that in
    chance."""
    found = analysed()
    assert [throw["move"] for throw in sorted(found["throws"], key=lambda each: each["move"])] == [3, 7, 11]
    assert found["luck"]["north"] == {"chance": -0.325, "points": -3.25, "throws": 3}
    assert found["luck"]["south"] == {"chance": 0.325, "points": 3.25, "throws": 3}
    assert found["throws"][0]["text"]["en"] == "rolls {'face': 6}"


def test_units_that_come_onto_the_map_are_placed_and_have_not_moved() -> None:
    """The side of the decision has units 0 to 2: one came from off the map, one moved, one stayed."""
    case = Case(0, SimpleNamespace(place=[-1, 3, 5, 2]), None, None, 1.0, (Side(0), ""))  # type: ignore[arg-type]  # a part
    case.close(SimpleNamespace(side=[0, 0, 0, 1]), SimpleNamespace(place=[3, 4, 5, 7]))  # type: ignore[arg-type]
    assert (case.placed, case.moved) == (1, 1)


def test_the_curve_ends_with_the_game_and_marks_its_dice() -> None:
    found = analysed()
    assert found["curve"][0]["move"] == 0 and found["curve"][-1]["move"] == len(GAME)
    last = found["curve"][-1]
    assert last["seen"] == {"north": {"chance": 0.3, "points": 3}, "south": {"chance": 0.6, "points": 6}}
    assert last["truth"]["north"] == {"chance": 0.35, "points": -1.5}
    assert [mark["kind"] for mark in found["marks"]] == ["combat"] * 3
    assert found["result"] == "south" and found["complete"]


def test_one_seat_is_told_its_own_side_and_no_truth() -> None:
    found = analysed(seats=(1,), whole=False)
    assert found["seen_by"] == ["south"] and list(found["skill"]) == ["south"]
    assert {each["side"] for each in found["decisions"]} == {"south"}
    assert found["luck"] == {} and found["throws"] == []
    assert all(point["truth"] is None and list(point["seen"]) == ["south"] for point in found["curve"])


def test_what_the_other_has_hidden_changes_nothing() -> None:
    """North finds something and puts it in either pocket: south is told that he found it, not where."""
    games = [
        moves("north high", "south low", "north ann", f"north {pocket}", "north done", "chance 3", "north low")
        for pocket in ("left", "right")
    ]
    left, right = (analysed(game, seats=(1,), whole=False) for game in games)
    assert left == right


class Short(Patience):
    """Over after a number of questions."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.left = number

    def is_over(self) -> bool:
        self.left -= 1
        return self.left < 0


def test_it_can_be_stopped_and_says_what_it_has() -> None:
    in_first = analysed(patience=Short(6))
    assert not in_first["complete"] and in_first["decisions"] == [] and len(in_first["throws"]) == 1
    in_second = analysed(patience=Short(len(GAME) + 80))
    assert not in_second["complete"] and len(in_second["throws"]) == 3
    assert 0 < len(in_second["decisions"]) < 6


def test_progress_only_grows_up_to_the_end() -> None:
    shares = list[float]()
    analysed(patience=Patience(tell=shares.append))
    assert shares == sorted(shares) and shares[-1] == 1
