"""The keys of every game's situations apart from their own questions: other values in tables, a given combat result, a
stop in the middle of an automatic step, counters that are still to come; and what they refuse."""

from pathlib import Path

import pytest

from games.situated import SITUATED, check, made, refused, situation
from stavka import games
from stavka.assurance.situations import Report, SituationError, check_file

EACH = pytest.mark.parametrize("key", SITUATED)


# -- other values -----------------------------------------------------------------------------------------------------


@EACH
def test_a_situation_has_other_values_in_its_tables_and_the_next_one_has_not(tmp_path: Path, key: str) -> None:
    hex_, values, reach, own = SITUATED[key].other
    position = f'units = ["{hex_} A"]\nphase = "{SITUATED[key].phase}"\n'
    other = situation(key, f"{position}tables = {{ {values} }}", reach)
    ours = reach.rsplit("=", 1)[0] + f"= {own} }} }}"
    assert check(tmp_path, key, other, situation(key, position, ours, name="plain")) == []
    assert len(check(tmp_path, key, situation(key, position, reach))) == 1


@EACH
@pytest.mark.parametrize(
    ("tables", "says"),
    [
        ('{ terain = [{ id = "rough" }] }', "tables: terain: no such key here"),
        ('{ terrain = [{ id = "moon" }] }', "found"),
        ('{ unit = [{ id = "nobody" }] }', "nobody"),
        ("{}", "tables: expected the keys of an overlay"),
        ("3", "tables: expected the keys of an overlay"),
    ],
)
def test_a_value_that_no_overlay_may_have_is_refused(tmp_path: Path, key: str, tables: str, says: str) -> None:
    said = refused(tmp_path, key, situation(key, f"tables = {tables}", 'step = "game"'))
    assert "situation 'n': tables: " in said
    assert says in said


# -- a given result ---------------------------------------------------------------------------------------------------


@EACH
def test_a_combat_result_is_given_whatever_the_strengths_are(tmp_path: Path, key: str) -> None:
    units, phase, result, play, after = SITUATED[key].attack
    position = f'{units}\nphase = "{phase}"\ncombat_result = "{result}"'
    assert check(tmp_path, key, situation(key, position, f"{play}\n{after}")) == []


@EACH
def test_a_combat_result_that_does_not_exist_is_refused(tmp_path: Path, key: str) -> None:
    assert "tables: " in refused(tmp_path, key, situation(key, 'combat_result = "Z9"', 'step = "game"'))


# -- a stop -----------------------------------------------------------------------------------------------------------


def test_play_stops_at_a_step_before_it_does_anything(tmp_path: Path) -> None:
    """The only retreat is carried out without being asked; stopped there, the unit is where it was."""
    units, phase, result, play, _ = SITUATED["traces"].attack
    position = f'{units}\nphase = "{phase}"\ncombat_result = "{result}"'
    stage = f'{play}\nstop = "retreat"\nstep = "retreat"\nwhere = {{ A = "0104" }}\n'
    later = '[[situation.then]]\nplay = ["soviet done"]\nwhere = { A = "0106" }\n'
    assert check(tmp_path, "traces", situation("traces", position, stage)) == []
    assert check(tmp_path, "traces", situation("traces", position, stage + later)) == []


def test_picks_behind_the_stop_are_left(tmp_path: Path) -> None:
    units, phase, *_ = SITUATED["traces"].attack
    position = f'{units}\nphase = "{phase}"'
    stage = (
        'play = ["soviet 0104 all attack", "chance 1", "soviet nonsense"]\nstop = "combat_die"\nstep = "combat_die"\n'
    )
    assert check(tmp_path, "traces", situation("traces", position, stage)) == []


def test_a_position_stops_where_it_is_told_to(tmp_path: Path) -> None:
    """A supply check that has not been made has put no marker on a unit without a line."""
    position = 'units = ["0103 A"]\nphase = "supply_check"\n'
    assert (
        check(tmp_path, "traces", situation("traces", f'{position}stop = "supply_check"', 'supply = { A = "none" }'))
        == []
    )
    assert check(tmp_path, "traces", situation("traces", position, 'supply = { A = "oos" }')) == []


@EACH
def test_a_stop_to_which_nothing_comes_is_refused(tmp_path: Path, key: str) -> None:
    hex_ = SITUATED[key].other.hex
    position = f'units = ["{hex_} A"]\nphase = "{SITUATED[key].phase.replace("still", "movement")}"\n'
    said = refused(tmp_path, key, situation(key, f'{position}stop = "{SITUATED[key].die}"', "turn = 1"))
    assert f"stop: the game does not come to '{SITUATED[key].die}'; " in said
    said = refused(tmp_path, key, situation(key, f'{position}stop = "lunch"', "turn = 1"))
    assert "stop: no step 'lunch'" in said


# -- counters that are still to come ----------------------------------------------------------------------------------


def test_a_reinforcement_of_traces_is_drawn_with_its_group(tmp_path: Path) -> None:
    """The chit brings the second draw, which is group 2 (11.1a)."""
    counters = 'counters = { B = "soviet infantry 3(2) 4", N = "soviet infantry 4(2) 4 enters 2" }\n'
    position = 'units = ["0103 B", "box N"]\ndraws = 1\ncup = { reinforcement = 1 }\nphase = "action"\n'
    stage = 'play = ["chance reinforcement"]\nstop = "reinforcements"\nwhere = { N = "due" }'
    assert check(tmp_path, "traces", situation("traces", position, stage, counters=counters)) == []


@pytest.mark.parametrize(
    ("key", "counter", "says"), [(key, *row) for key, each in SITUATED.items() for row in each.no_counters]
)
def test_a_counter_that_cannot_be_is_refused(tmp_path: Path, key: str, counter: str, says: str) -> None:
    text = situation(key, "", 'step = "game"', counters=f'counters = {{ A = "{counter}" }}\n')
    said = refused(tmp_path, key, text)
    assert "counter A" in said
    assert says in said


# -- what cannot be ---------------------------------------------------------------------------------------------------


@EACH
@pytest.mark.parametrize(
    ("position", "says"),
    [
        ('units = ["{at} A/3"]', "A has {own}, found 3"),
        ('units = ["{at} A/0"]', "A has {own}, found 0"),
        ('units = ["{at} A", "{at} B"]', "units: expected one side in {at}, found both: A, B"),
        ('units = ["{at} A", "eliminated A"]', "A has a place already"),
        ('units = ["lunch A"]', "expected a hex or one of"),
        ('units = "{at} A"', "units: expected a list: a text, found '{at} A'"),
        ('scenario = "moon"', "scenario: no scenario 'moon'; there are "),
        ("setup = 1", "setup: expected true or false, found 1"),
        ("turn = 99", "turn: expected a turn from 1 to "),
        ("turn = true", "turn: expected a turn from 1 to "),
        ('phase = "{side} lunch"', "phase: no phase '{side} lunch'; there are {side} "),
        ('phase = "{side} {side} movement"', "phase: no phase "),
        ('log = "yes"', "log: expected true or false, found 'yes'"),
    ],
)
def test_a_set_up_that_cannot_be_is_refused(tmp_path: Path, key: str, position: str, says: str) -> None:
    words = {"at": SITUATED[key].at, "own": SITUATED[key].steps, "side": games.GAMES[key].sides[0]}
    said = refused(tmp_path, key, situation(key, position.format(**words), 'step = "game"'))
    assert says.format(**words) in said


@pytest.mark.parametrize(
    ("key", "position", "says"), [(key, *row) for key, each in SITUATED.items() for row in each.no_positions]
)
def test_what_a_game_does_not_have_is_refused(tmp_path: Path, key: str, position: str, says: str) -> None:
    assert says in refused(tmp_path, key, situation(key, position, 'step = "game"'))


@EACH
@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('rule = ["{rule}"]', 'rule = ["99.99"]', "rule: no rule '99.99'"),
        ('rule = ["{rule}"]', 'rule = ["{rule}"]\nexample = "Z"', "example: no 'Z'"),
        ('rule = ["{rule}"]', 'rule = ["{rule}", "{rule}"]', "'{rule}' is there twice"),
        ('name = "n"', 'name = ""', "needs a name"),
        ('map = "m"', 'map = "m"\ncolour = 3', "position: no 'colour'; there are "),
        ("picture", "pictures", "map: no 'pictures'; there are "),
        ("[[situation]]", "[other]\nx = 1\n[[situation]]", "the file: no 'other'; there are game, map, situation"),
        ("[[situation]]", "[situation]", "situation: expected at least one [[situation]]"),
        ("[[situation.then]]", "[situation.then]", "then: expected a list: a table, found a table"),
        ('step = "game"', 'play = ["nothing"]', "expected a question at the end"),
        ('step = "game"', 'step = "game"\nplay = []', "play: expected at least 1 of them, found 0"),
        ('step = "game"', 'step = "game"\nplay = [3]', "play, 1.: expected a text, found 3"),
        ('step = "game"', 'step = "lunch"', "step: no step 'lunch'"),
        ('step = "game"', "zoc = {{}}", "zoc: nothing is asked"),
        ('step = "game"', "offered = []", "offered: expected at least 1 of them, found 0"),
        ('step = "game"', "where = 3", "where: expected a table: a unit = a hex number or "),
        ('step = "game"', 'where = {{ Z = "x" }}', "where: no unit 'Z'"),
        ('step = "game"', 'why = {{ lunch = "1" }}', "why: expected a unit, a hex number or an option, found 'lunch'"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path, key: str, old: str, new: str, says: str) -> None:
    words = {"rule": SITUATED[key].rule}
    text = SITUATED[key].head + situation(key, "", 'step = "game"')
    file = tmp_path / "some.toml"
    file.write_text(text.replace(old.format(**words), new.format(**words), 1), "utf-8")
    with pytest.raises(SituationError) as error:
        check_file(file, {key: games.builder(key)}, Report())
    assert says.format(**words) in str(error.value)


@EACH
def test_who_does_not_decide_is_told_who_does_and_what_waits(tmp_path: Path, key: str) -> None:
    hex_ = SITUATED[key].other.hex
    position = f'units = ["{hex_} A"]\nphase = "{SITUATED[key].phase.replace("still", "movement")}"\n'
    side = SITUATED[key].phase.split()[0]
    said = refused(tmp_path, key, situation(key, position, 'play = ["soviet A"]\nturn = 1'))
    assert f"play 'soviet A': A: soviet does not decide here; {side} decides, and the step 'movement' waits (" in said
    said = refused(tmp_path, key, situation(key, position, f'play = ["{side} {side} A"]\nturn = 1'))
    assert f"expected a pick after '{side}'" in said
    said = refused(tmp_path, key, situation(key, position, f'play = ["{side} B"]\nturn = 1'))
    assert "B is not offered [" in said
    assert "Reason(" not in said


@EACH
def test_a_key_that_is_not_computed_is_refused(tmp_path: Path, key: str) -> None:
    units, phase, *_ = SITUATED[key].attack
    position = f'{units}\nphase = "{phase}"'
    said = refused(tmp_path, key, situation(key, position, SITUATED[key].question % "atack = 3"))
    assert ", 1.: no 'atack'; there are " in said
    said = refused(tmp_path, key, situation(key, position, SITUATED[key].question.replace(", %s", "")))
    assert ", 1.: nothing is asked; expected at least one of " in said


def test_a_question_about_a_log_needs_one(tmp_path: Path) -> None:
    text = situation("traces", 'units = ["0103 A"]', 'told = { axis = { "moves" = 0 } }')
    assert "told: no log is kept; expected log = true in the position" in refused(tmp_path, "traces", text)


def test_true_is_not_one(tmp_path: Path) -> None:
    """A number and a truth value are different answers."""
    text = situation("traces", 'units = ["0103 A/1"]', "steps = { A = true }")
    assert "steps A: expected a whole number of 0 or more, found true" in refused(tmp_path, "traces", text)


@EACH
def test_every_frame_that_the_page_names_can_stand(key: str) -> None:
    """On the set-up of the game, with the least of each value."""
    least = {"hq or special": "hq"}
    module = games.vocabulary(key)
    for name, values in module.frames.items():
        frame = [name, *(least.get(value, -1 if "-1" in value else 0) for value in values)]
        examiner = games.builder(key)(made(key, setup=True, frames=[frame]))
        assert examiner.state.stack
