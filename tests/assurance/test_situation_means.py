"""The keys of every game's situations apart from their own questions: other values in tables, a given combat result, a
stop in the middle of an automatic step, counters that are still to come; and what they refuse."""

from pathlib import Path
from typing import Any

import pytest

from stavka import games
from stavka.assurance.situations import Report, Situation, SituationError, check_file

HEAD = {
    "traces": 'game = "traces"\n[map.m]\npicture = ". r . . . . ."\n',
    "zitadelle": 'game = "zitadelle"\n[map.m]\npicture = ". w . . . . ."\n',
    "luki": 'game = "luki"\n[map.m]\npicture = """\n. . . . .\n. t . . .\n. . . . .\n"""\n',
    "moscow": 'game = "moscow"\n[map.m]\npicture = """\n. . . . .\n. ^ . . .\n. . . . .\n"""\n',
}
RULE = {"traces": "9.1b", "zitadelle": "8.12a", "luki": "10.3a", "moscow": "8.11"}
COUNTERS = {
    "traces": 'counters = { A = "axis infantry 3(2) 5", B = "soviet infantry 3(2) 4" }\n',
    "zitadelle": 'counters = { A = "german infantry regiment 1-*-4", B = "soviet rifle regiment 1-*-2" }\n',
    "luki": 'counters = { A = "german infantry 5/3 tv 2 ma 4", B = "soviet infantry 5/3 tv 2 ma 4" }\n',
    "moscow": 'counters = { A = "german infantry 5-5-5(3-3) of 7id", B = "soviet infantry 3-4-5(2-2) of 32" }\n',
}
EACH = pytest.mark.parametrize("key", games.GAMES)


def situation(key: str, position: str, stage: str, *, counters: str = "", name: str = "n") -> str:
    """A situation on the map of the game."""
    return (
        f'[[situation]]\nname = "{name}"\nrule = ["{RULE[key]}"]\nmap = "m"\n{counters or COUNTERS[key]}{position}\n'
        f"[[situation.then]]\n{stage}\n"
    )


def check(tmp_path: Path, key: str, *situations: str) -> list[Any]:
    """The faults in the answers."""
    file = tmp_path / "some.toml"
    file.write_text(HEAD[key] + "".join(situations), "utf-8")
    report = Report()
    check_file(file, {key: games.builder(key)}, report)
    return report.failed


def refused(tmp_path: Path, key: str, text: str) -> str:
    with pytest.raises(SituationError) as error:
        check(tmp_path, key, text)
    said = str(error.value)
    assert said.startswith(("some.toml, situation 'n': ", str(tmp_path / "some.toml")))
    return said


# -- other values -----------------------------------------------------------------------------------------------------

ROUGH = {
    "traces": ("0101", 'terrain = [{ id = "rough", cost = 4 }]', 'reach = { A = { "0102" = 4 } }', "2"),
    "zitadelle": ("N0101", 'terrain = [{ id = "woods", foot = 6 }]', "reach = { A = { N0102 = 6 } }", "4"),
    "luki": ("0201", 'terrain = [{ id = "forest", foot_halves = 7 }]', 'reach = { A = { "0202" = 3.5 } }', "2"),
    "moscow": ("MZ0102", 'terrain = [{ id = "rough", foot_halves = 7 }]', "reach = { A = { MZ0202 = 3.5 } }", "2"),
}
"""The hex of A, a value of a table, its consequence, and the consequence of the game's own table."""
PHASE = {"traces": "axis movement", "zitadelle": "german movement", "luki": "german movement", "moscow": "german still"}


@EACH
def test_a_situation_has_other_values_in_its_tables_and_the_next_one_has_not(tmp_path: Path, key: str) -> None:
    hex_, values, reach, own = ROUGH[key]
    position = f'units = ["{hex_} A"]\nphase = "{PHASE[key]}"\n'
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

ATTACK = {
    "traces": ('units = ["0103 B", "0104 A"]', "soviet combat", "RR", 'play = ["soviet 0104 all attack", "chance 1"]'),
    "zitadelle": (
        'units = ["N0103 A", "N0104 B"]',
        "german assault",
        "D1",
        'play = ["german N0104 A attack", "chance 7"]',
    ),
    "luki": (
        'units = ["0203 B", "0204 A"]\ncup = []',
        "soviet combat",
        "0/2",
        'play = ["soviet 0204 all attack", "soviet done", "german done", "chance 7"]',
    ),
    "moscow": (
        'units = ["MZ0303 A", "MZ0402 B"]\nattacks = [{ hex = "MZ0402", by = ["A"] }]\nlog = true',
        "german combat",
        "D1",
        'play = ["chance 1"]',
    ),
}
"""A position, the side that attacks, a result, and the attack."""
AFTER = {
    "traces": 'where = { A = "0106" }',  # it retreats two hexes: 0105 and 0106 are the only ones away from B
    "zitadelle": 'step = "checks"',
    "luki": "steps = { A = 1 }",
    "moscow": "steps = { B = 1 }",
}


@EACH
def test_a_combat_result_is_given_whatever_the_strengths_are(tmp_path: Path, key: str) -> None:
    units, phase, result, play = ATTACK[key]
    position = f'{units}\nphase = "{phase}"\ncombat_result = "{result}"'
    assert check(tmp_path, key, situation(key, position, f"{play}\n{AFTER[key]}")) == []


@EACH
def test_a_combat_result_that_does_not_exist_is_refused(tmp_path: Path, key: str) -> None:
    assert "tables: " in refused(tmp_path, key, situation(key, 'combat_result = "Z9"', 'step = "game"'))


# -- a stop -----------------------------------------------------------------------------------------------------------


def test_play_stops_at_a_step_before_it_does_anything(tmp_path: Path) -> None:
    """The only retreat is carried out without being asked; stopped there, the unit is where it was."""
    units, phase, result, play = ATTACK["traces"]
    position = f'{units}\nphase = "{phase}"\ncombat_result = "{result}"'
    stage = f'{play}\nstop = "retreat"\nstep = "retreat"\nwhere = {{ A = "0104" }}\n'
    later = '[[situation.then]]\nplay = ["soviet done"]\nwhere = { A = "0106" }\n'
    assert check(tmp_path, "traces", situation("traces", position, stage)) == []
    assert check(tmp_path, "traces", situation("traces", position, stage + later)) == []


def test_picks_behind_the_stop_are_left(tmp_path: Path) -> None:
    units, phase, _, _ = ATTACK["traces"]
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
    hex_, *_ = ROUGH[key]
    position = f'units = ["{hex_} A"]\nphase = "{PHASE[key].replace("still", "movement")}"\n'
    step = {"luki": "combat_dice", "zitadelle": "assault_dice"}.get(key, "combat_die")
    said = refused(tmp_path, key, situation(key, f'{position}stop = "{step}"', "turn = 1"))
    assert f"stop: the game does not come to '{step}'; " in said
    said = refused(tmp_path, key, situation(key, f'{position}stop = "lunch"', "turn = 1"))
    assert "stop: no step 'lunch'" in said


# -- counters that are still to come ----------------------------------------------------------------------------------


def test_a_reinforcement_of_traces_is_drawn_with_its_group(tmp_path: Path) -> None:
    """The chit brings the second draw, which is group 2 (11.1a)."""
    counters = 'counters = { B = "soviet infantry 3(2) 4", N = "soviet infantry 4(2) 4 enters 2" }\n'
    position = 'units = ["0103 B", "box N"]\ndraws = 1\ncup = { reinforcement = 1 }\nphase = "action"\n'
    stage = 'play = ["chance reinforcement"]\nstop = "reinforcements"\nwhere = { N = "due" }'
    assert check(tmp_path, "traces", situation("traces", position, stage, counters=counters)) == []


def test_variable_and_breakout_units_of_luki_are_what_they_say(tmp_path: Path) -> None:
    counters = (
        'counters = { V = "german infantry 5/3 tv 2 ma 4 enters R", K = "german infantry 2 tv 1 ma 4 enters B", '
        'E = "soviet infantry 5/3 tv 2 ma 4 enters 4", S = "german infantry 3 tv 1 ma 4 hex 0203" }\n'
    )
    answers = (
        "counter = { V = { variable = true, breakout = false }, K = { breakout = true, variable = false }, "
        'E = { enters = 4 }, S = { hex = "0203" } }\nwhere = { V = "pool", E = "coming" }'
    )
    assert (
        check(tmp_path, "luki", situation("luki", 'units = ["pool V", "coming E"]', answers, counters=counters)) == []
    )


def test_the_cup_of_luki_gives_a_variable_unit_of_our_own(tmp_path: Path) -> None:
    counters = 'counters = { V = "german infantry 5/3 tv 2 ma 4 enters R" }\n'
    position = 'units = ["pool V"]\nturn = 4\nphase = "begin"\nstop = "variable"\n'
    stage = 'step = "variable"\n[[situation.then]]\nplay = ["chance 6", "german draw"]\nchance = { V = 1 }\n'
    assert check(tmp_path, "luki", situation("luki", position, stage, counters=counters)) == []


def test_reserves_and_others_are_counters_of_our_own_in_zitadelle() -> None:
    counters = {
        "R": "soviet rifle regiment 1-*-2 reserve",
        "M": "german infantry regiment 1-*-4 of 9 ID, 47pzk model",
        "F": "german level bomber sector S",
        "E": "soviet tank brigade (t34/76) 3-3-2 enters 3 S3",
    }
    game: Any = games.builder("zitadelle")(made("zitadelle", counters=counters)).game
    reserve, model, bomber, late = (game.unit_index(name) for name in counters)
    assert game.reserve >> reserve & 1
    assert game.model_units >> model & 1
    assert game.sector[bomber] == 1
    assert game.those_entering(1, 3) >> late & 1
    assert not game.reserve >> late & 1


def test_a_reinforcement_of_moscow_is_due_in_its_turn(tmp_path: Path) -> None:
    """The second turn of Artemki is 15PM; the weather comes before the reinforcements."""
    counters = 'counters = { E = "german infantry 5-5-5 of 7id enters 15PM GW" }\n'
    for turn, place in ((1, "coming"), (2, "due")):
        position = f'units = ["coming E"]\nturn = {turn}\nphase = "begin"\n'
        stage = f'play = ["chance 1"]\nwhere = {{ E = "{place}" }}'
        assert check(tmp_path, "moscow", situation("moscow", position, stage, counters=counters)) == []


@pytest.mark.parametrize(
    ("key", "counter", "says"),
    [
        ("traces", "axis soviet infantry 3 5", "nation of the axis side: no 'soviet'"),
        ("traces", "soviet infantry 3 5 enters PR", "enters: expected the number of a draw, found 'PR'"),
        ("traces", "axis hq 2 6", "expected a range with an HQ"),
        ("zitadelle", "german infantry regiment 1-*-4 of 7 ID, 99pzk", "formation: no '99pzk'"),
        ("zitadelle", "german infantry regiment 1-*-4 sector S", "expected a sector with an air unit only"),
        ("luki", "german infantry 5 tv 2 of 99id", "formation: no '99id'"),
        ("luki", "german infantry 5 tv 2 of 28rd", "formation: no '28rd'"),
        ("zitadelle", "german infantry regiment 1-*-4 of 7 ID, 13a", "formation: no '13a'"),
        ("moscow", "german infantry 5-5-5 of 32", "formation: no '32'"),
        ("luki", "german infantry 5 tv 2 enters 10", "enters: no '10'"),
        ("luki", "german infantry 5/4/3 tv 2", "expected the CFs of 1, 2 or 4 steps, found 3"),
        ("moscow", "german infantry 5-5-5 of 99id", "formation: no '99id'"),
        ("moscow", "german infantry 5-5-5 enters 14AM XX", "entry area: no 'XX'"),
        ("moscow", "german infantry 5-5-5 enters 31AM GW", "none has 31AM"),
    ],
)
def test_a_counter_that_cannot_be_is_refused(tmp_path: Path, key: str, counter: str, says: str) -> None:
    text = situation(key, "", 'step = "game"', counters=f'counters = {{ A = "{counter}" }}\n')
    said = refused(tmp_path, key, text)
    assert "counter A" in said
    assert says in said


# -- what cannot be ---------------------------------------------------------------------------------------------------

AT = {"traces": "0103", "zitadelle": "N0103", "luki": "0203", "moscow": "MZ0303"}


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
    own = "1 step" if key == "zitadelle" else "2 steps"
    words = {"at": AT[key], "own": own, "side": games.GAMES[key].sides[0]}
    said = refused(tmp_path, key, situation(key, position.format(**words), 'step = "game"'))
    assert says.format(**words) in said


@pytest.mark.parametrize(
    ("key", "position", "says"),
    [
        ("zitadelle", 'options = { water = "no" }', "options water: expected true or false, found 'no'"),
        ("traces", "options = { fog = true }", "options: no option 'fog'; there are vp_bid, hq_conversion"),
        ("traces", 'frames = [["lunch"]]', "frames, 1.: no 'lunch'; there are "),
        ("traces", 'frames = [["okh"]]', "frames, 1.: expected 1 if played from the hand after 'okh', found 0 values"),
        ("traces", 'frames = [["combat", 2]]', "frames, 1. side: expected a whole number from 0 to 1, found 2"),
        ("moscow", 'frames = ["combat"]', "frames, 1.: expected the name of a step and its values, found 'combat'"),
        ("moscow", 'active = ["99id"]', "active, 1.: no formation '99id'; there are "),
        ("moscow", 'markers = { "7id" = "cup, cup, cup" }', "markers 7id: expected the places of "),
        ("moscow", 'phase = "german engineering"\nsequence = "mobile"', 'expected sequence = "assault"'),
        ("luki", 'kessels = [{ space = 3, units = ["A"] }]', "kessels, 1.: A is not on the map"),
        ("luki", 'cup = ["so.99"]', "cup, 1.: no chit 'so.99'"),
    ],
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
    words = {"rule": RULE[key]}
    text = HEAD[key] + situation(key, "", 'step = "game"')
    file = tmp_path / "some.toml"
    file.write_text(text.replace(old.format(**words), new.format(**words), 1), "utf-8")
    with pytest.raises(SituationError) as error:
        check_file(file, {key: games.builder(key)}, Report())
    assert says.format(**words) in str(error.value)


@EACH
def test_who_does_not_decide_is_told_who_does_and_what_waits(tmp_path: Path, key: str) -> None:
    hex_, *_ = ROUGH[key]
    position = f'units = ["{hex_} A"]\nphase = "{PHASE[key].replace("still", "movement")}"\n'
    side = PHASE[key].split()[0]
    said = refused(tmp_path, key, situation(key, position, 'play = ["soviet A"]\nturn = 1'))
    assert f"play 'soviet A': A: soviet does not decide here; {side} decides, and the step 'movement' waits (" in said
    said = refused(tmp_path, key, situation(key, position, f'play = ["{side} {side} A"]\nturn = 1'))
    assert f"expected a pick after '{side}'" in said
    said = refused(tmp_path, key, situation(key, position, f'play = ["{side} B"]\nturn = 1'))
    assert "B is not offered [" in said
    assert "Reason(" not in said


ECHOED = {
    "traces": 'odds = [{ hex = "0104", by = ["B"], %s }]',
    "zitadelle": 'odds = [{ hexes = ["N0104"], by = ["A"], %s }]',
    "luki": 'odds = [{ hex = "0204", by = ["B"], %s }]',
    "moscow": 'attack = [{ hex = "MZ0402", by = ["A"], %s }]',
}


@EACH
def test_a_key_that_is_not_computed_is_refused(tmp_path: Path, key: str) -> None:
    units, phase, _, _ = ATTACK[key]
    position = f'{units}\nphase = "{phase}"'
    said = refused(tmp_path, key, situation(key, position, ECHOED[key] % "atack = 3"))
    assert ", 1.: no 'atack'; there are " in said
    said = refused(tmp_path, key, situation(key, position, ECHOED[key].replace(", %s", "")))
    assert ", 1.: nothing is asked; expected at least one of " in said


def test_a_shot_and_a_bill_are_computed_too(tmp_path: Path) -> None:
    shot = 'fire_drm = [{ unit = "A", hex = "N0104", drn = 3 }]'
    units, phase, _, _ = ATTACK["zitadelle"]
    text = situation("zitadelle", f'{units}\nphase = "{phase}"', shot)
    assert "fire_drm, 1.: no 'drn'; there are drm, hex, lines, unit" in refused(tmp_path, "zitadelle", text)
    bill = 'bill = [{ result = "A1", by = ["A"], against = ["B"], owned = [1, 0] }]'
    units, phase, _, _ = ATTACK["moscow"]
    text = situation("moscow", f'{units}\nphase = "{phase}"', bill)
    assert "bill, 1.: no 'owned'; there are against, by, owed, result" in refused(tmp_path, "moscow", text)


def test_a_question_about_a_log_needs_one(tmp_path: Path) -> None:
    text = situation("traces", 'units = ["0103 A"]', 'told = { axis = { "moves" = 0 } }')
    assert "told: no log is kept; expected log = true in the position" in refused(tmp_path, "traces", text)


def test_true_is_not_one(tmp_path: Path) -> None:
    """Numbers and truths are different answers."""
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


def made(key: str, **spec: Any) -> Situation:
    return Situation("some.toml", "n", (RULE[key],), "", spec, None, ({"turn": 1},))
