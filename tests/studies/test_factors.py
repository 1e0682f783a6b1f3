"""Values that an experiment changes: their names, their levels, and the overlays that come of them."""

import tomllib

import pytest

from stavka import games
from stavka.studies.designs import HIGH, LOW
from stavka.studies.factors import Factor, FactorError, Target, changed, find, read_factor, within

DATA = {
    "objective": [{"id": "melenka", "value": 7, "source": "history"}, {"id": "pervy voin", "value": 3}],
    "unit": [{"id": "ge.3g.i-138", "combat": [6, 3], "move": 4}, {"id": "so.1", "combat": [0, 1], "move": 0}],
    "track": [{"turn": 1, "soviet": 9}, {"turn": 11, "soviet": 4}],
    "constants": {"rate": {"value": 5}},
    "scenario": [{"id": "race", "quarters": {"crossing": 20}}],
}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("objective.melenka.value", [((("id", "melenka"), "value"), 7)]),
        ("objective.pervy voin.value", [((("id", "pervy voin"), "value"), 3)]),
        ("unit.ge.3g.i-138.combat", [((("id", "ge.3g.i-138"), "combat"), [6, 3])]),
        ("unit.*.move", [((("id", "ge.3g.i-138"), "move"), 4), ((("id", "so.1"), "move"), 0)]),
        ("track.1.soviet", [((("turn", 1), "soviet"), 9)]),
        ("constants.rate.value", [(("rate", "value"), 5)]),
        ("scenario.race.quarters.crossing", [((("id", "race"), "quarters", "crossing"), 20)]),
        ("objective.melenka.source", []),
        ("objective.melenka.id", []),
        ("objective.melenka", []),
    ],
)
def test_a_name_is_the_way_to_a_value(name: str, expected: list[tuple[tuple[object, ...], object]]) -> None:
    top = name.partition(".")[0]
    assert list(within(DATA, name)) == [((top, *steps), value) for steps, value in expected]


def factor(low: int, high: int, *, relative: bool) -> Factor:
    target = Target("units.toml", ("unit", ("id", "so.1"), "combat"), [0, 1, 4])
    other = Target("tables.toml", ("constants", "rate", "value"), 5)
    return Factor("both=..", (target, other), low, high, relative)


def test_an_overlay_has_the_level_of_each_value() -> None:
    written = changed([factor(2, 3, relative=False)], (HIGH,))
    expected = {"unit": [{"id": "so.1", "combat": [3, 3, 3]}], "constants": {"rate": {"value": 3}}}
    assert tomllib.loads(written.content.decode()) == expected


def test_a_relative_change_leaves_a_0_and_makes_nothing_less_than_1() -> None:
    low, high = (tomllib.loads(changed([factor(-2, 1, relative=True)], (at,)).content.decode()) for at in (LOW, HIGH))
    assert (low["unit"][0]["combat"], low["constants"]["rate"]["value"]) == ([0, 1, 2], 3)
    assert (high["unit"][0]["combat"], high["constants"]["rate"]["value"]) == ([0, 2, 5], 6)


def test_several_values_of_one_record_stand_in_one_record() -> None:
    both = [read_factor("objective.melenka.value=1..7", "luki"), read_factor("objective.*.value=2..3", "luki")]
    found = tomllib.loads(changed(both, (LOW, HIGH)).content.decode())["objective"]
    assert [each["value"] for each in found if each["id"] == "melenka"] == [3]  # the later one counts
    assert len({each["id"] for each in found}) == len(found) > 5


def test_an_overlay_is_one_that_the_game_reads() -> None:
    found = read_factor("objective.melenka.value=1..9", "luki")
    assert [target.value for target in found.targets] == [7]
    assert found.name == "objective.melenka.value" and not found.is_relative


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("objective.melenka.value", "expected NAME=LOW..HIGH"),
        ("objective.melenka.value=1", "expected NAME=LOW..HIGH"),
        ("objective.melenka.value=7..1", "expected a low number, then a higher one"),
        ("objective.melenka.value=-1..3", "expected a sign before both numbers or before neither"),
        ("objective.moon.value=1..7", r"objective\.moon\.value: no value in .* of luki has this name"),
        ("unit.ge.83.i-251.label=1..7", 'expected the name of a number, found "83-I/251"'),
        ("unit.ge.83.i-251.integrity=1..7", "expected the name of a number, found true"),
    ],
)
def test_a_bad_name_is_one_sentence(text: str, words: str) -> None:
    with pytest.raises(FactorError, match=words):
        read_factor(text, "luki")


@pytest.mark.parametrize("key", games.GAMES)
def test_every_game_has_values_to_change(key: str) -> None:
    scenario = games.about(key)["scenarios"][0]["key"]
    assert len(find(f"scenario.{scenario}.turns", key)) == 1
