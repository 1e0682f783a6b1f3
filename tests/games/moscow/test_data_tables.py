"""The charts and scenarios of Roads to Moscow hold what they should; values typed from the rulebook and the facts."""

from fractions import Fraction
from itertools import pairwise

import pytest

from stavka.data import load
from stavka.games.moscow.files import FOLDER, Column, Force, Result, Scenarios, Tables, parse_result
from stavka.games.moscow.turns import half_day, turns_of

TABLES = load(FOLDER / "tables.toml", Tables)
SCENARIOS = {each.number: each for each in load(FOLDER / "scenarios.toml", Scenarios).scenario}
TERRAIN = {str(row.id): row for row in TABLES.terrain}
ROAD = {str(row.id): row for row in TABLES.road}
HEXSIDE = {str(row.id): row for row in TABLES.hexside}
CONSTANTS = {name: getattr(TABLES.constants, name) for name in TABLES.constants.__struct_fields__}


# -- the Terrain Effects Chart


@pytest.mark.parametrize(
    ("word", "motorized", "motorized_rain", "foot", "foot_rain", "drm", "overrun"),
    [
        ("clear", 1, 2, 1, 1, 0, 0),
        ("rough", 2, 3, 2, 2, 1, 1),
        ("marsh", 3, 4, 2, 3, 1, 1),
        ("woods", 1, 1, 0, 0, 1, 1),
        ("hamlet", 0, 0, 0, 0, 0, 0),
        ("village", 0, 0, 0, 0, 1, 1),
        ("town", 0, 0, 0, 0, 2, "barred"),
    ],
)
def test_terrain(
    word: str, motorized: int, motorized_rain: int, foot: int, foot_rain: int, drm: int, overrun: int | str
) -> None:
    row = TERRAIN[word]
    costs = (row.motorized_halves, row.motorized_rain_halves, row.foot_halves, row.foot_rain_halves)
    assert costs == (2 * motorized, 2 * motorized_rain, 2 * foot, 2 * foot_rain)
    assert (row.drm, row.overrun_drm) == (drm, overrun)


def test_roads() -> None:
    costs = {
        word: (row.motorized_halves, row.motorized_rain_halves, row.foot_halves, row.foot_rain_halves)
        for word, row in ROAD.items()
    }
    assert costs == {
        "main road": (1, 1, 1, 1),
        "minor road": (1, 2, 1, 2),
        "trail into clear": (1, "terrain", 1, "terrain"),  # 8.33b, 8.42
        "trail into other": (2, "terrain", 2, "terrain"),
        "railway": (2, "terrain", 2, "terrain"),  # 8.34
    }


def test_hexsides_and_works() -> None:
    costs = {
        word: (row.motorized_halves, row.motorized_rain_halves, row.foot_halves, row.foot_rain_halves)
        for word, row in HEXSIDE.items()
    }
    assert costs == {"stream": (2, 4, 2, 2), "river": ("all",) * 4, "slope": (2, 2, 2, 2)}
    assert {word: (row.drm, row.overrun_drm, row.halvings) for word, row in HEXSIDE.items()} == {
        "stream": (1, 1, 0),
        "river": (0, "barred", 1),  # 10.24, 8.55b1
        "slope": (1, 1, 0),
    }
    assert {row.id: (row.halves, row.drm) for row in TABLES.work} == {
        "strongpoint": (2, 1),  # 8.31c, 14.12c1
        "fortified line": (2, 2),  # 8.37, 14.12c2
    }


def halves(*words: str, column: str = "motorized_halves") -> int:
    return sum(int(getattr(TERRAIN[word], column)) for word in words)


def test_the_sums_of_the_examples() -> None:
    assert halves("clear", "woods") == 2 * 2  # EX.8.35a1
    assert halves("rough", "woods") == 2 * 3  # EX.8.35a2
    assert halves("rough", "woods", column="motorized_rain_halves") == 2 * 4  # EX.8.35a3
    assert (halves("rough"), halves("rough", column="motorized_rain_halves")) == (2 * 2, 2 * 3)  # EX.8.41
    strongpoint, line = (row.halves for row in TABLES.work)
    other, slope = ROAD["trail into other"].motorized_halves, int(HEXSIDE["slope"].motorized_halves)
    assert other + halves("marsh", "woods") == 2 * 5  # EX.8.37A
    assert other + other + strongpoint + slope + halves("rough", "woods") == 2 * 7  # EX.8.37B
    foot = [halves("clear", column="foot_halves"), halves("clear", "woods", column="foot_halves")]
    assert slope + foot[0] + foot[0] + strongpoint + foot[1] == 2 * 5  # EX.8.37D
    clear, zoc, overrun = ROAD["trail into clear"].motorized_halves, 2, CONSTANTS["overrun_halves"].value
    assert CONSTANTS["zoc_halves"].value == zoc
    assert clear + clear + zoc + other + overrun == 2 * 4  # EX.8.55a
    assert halves("clear", "woods") + overrun == 2 * 3  # EX.8.55c
    assert line == 2  # EX.8.37C


def test_rain_is_never_better_and_motors_never_cheaper_off_the_road() -> None:
    for row in TABLES.terrain:
        assert row.motorized_rain_halves >= row.motorized_halves >= row.foot_halves
        assert row.motorized_rain_halves >= row.foot_rain_halves >= row.foot_halves


# -- the CRTs

ASSAULT = """
0   Dd     DR*    D1R    A1/D2R D1Rd   D2R    A1/D3R* D2Rd   D3R    D3Rd   DE
1   A1/D1* Dd     DR*    D1R    A1/D2R D1Rd   D2R    A1/D3R* D2Rd   D3R    D3Rd
2   A1/Dd  A1/D1* Dd     DR*    D1R    A1/D2R D1Rd   D2R    A1/D3R* D2Rd   D3R
3   A1     A1/Dd  A1/D1* Dd     DR*    D1R    A1/D2R D1Rd   D2R    A1/D3R* D2Rd
4   A1d    A1     A1/Dd  A1/D1* Dd     DR*    D1R    A1/D2R D1Rd   D2R    A1/D3R*
5   A1R*   A1d    A1     A1/Dd  A1/D1* Dd     DR*    D1R    A1/D2R D1Rd   D2R
6   A1Rd   A1R*   A1d    A1     A1/Dd  A1/D1* Dd     DR*    D1R    A1/D2R D1Rd
7   A2d    A1Rd   A1R*   A1d    A1     A1/Dd  A1/D1* Dd     DR*    D1R    A1/D2R
8   A2R    A2d    A1Rd   A1R*   A1d    A1     A1/Dd  A1/D1* Dd     DR*    D1R
9   A2Rd   A2R    A2d    A1Rd   A1R*   A1d    A1     A1/Dd  A1/D1* Dd     DR*
10  A2Rd   A2Rd   A2R    A2d    A1Rd   A1R*   A1d    A1     A1/Dd  A1/D1* Dd
11  A2Rd   A2Rd   A2Rd   A2R    A2d    A1Rd   A1R*   A1d    A1     A1/Dd  A1/D1*
"""
MOBILE = """
0   A1* -   DR     DR     D1R    D1R    D2R*   D2R    D2R    D3R    D3R    DE
1   A1R AR  A1/DR* DR     D1R*   D1R    D1R    D2R*   D2R    D2R    D3R    D3R
2   A1R A1* -      DR     DR     D1R*   D1R    D1R    D2R*   D2R    D2R    D3R
3   A2  A1R AR     A1/DR* DR     DR     D1R*   D1R    D1R    D2R*   D2R    D2R
4   A2R A1R A1*    -      DR     DR     DR     D1R*   D1R    D1R    D2R*   D2R
5   A2R A2  A1R    AR     A1/DR* DR     DR     DR     D1R*   D1R    D1R    D2R*
6   A2R A2R A1R    A1*    -      A1/DR* DR     DR     DR     D1R*   D1R    D1R
7   A2R A2R A2     A1R    AR     -      A1/DR* DR     DR     DR     D1R*   D1R
8   A2R A2R A2R    A1R    A1*    AR     -      A1/DR* DR     DR     DR     D1R*
9   A2R A2R A2R    A2     A1R    A1*    AR     -      A1/DR* DR     DR     DR
10  A2R A2R A2R    A2R    A1R    A1R    A1*    AR     -      A1/DR* DR     DR
11  A2R A2R A2R    A2R    A2     A1R    A1R    A1*    AR     -      A1/DR* DR
"""
CRTS = {"assault": (TABLES.assault, ASSAULT), "mobile": (TABLES.mobile, MOBILE)}


@pytest.mark.parametrize("name", ["assault", "mobile"])
def test_the_combat_results_tables(name: str) -> None:
    columns, text = CRTS[name]
    rows = [line.split()[1:] for line in text.strip().splitlines()]
    assert [list(column.results) for column in columns] == [list(column) for column in zip(*rows, strict=True)]


def column(columns: tuple[Column, ...], attack: int, defence: int) -> str | None:
    """The best column that the odds reach, which is rounding in favour of the defender (10.52)."""
    found = [c.id for c in columns if Fraction(attack, defence) >= Fraction(c.attack, c.defence)]
    return found[-1] if found else None


def test_the_columns() -> None:
    odds = ["1-4", "1-3", "1-2", "1-1", "3-2", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1"]
    assert [c.id for c in TABLES.assault] == odds[:-1]
    assert [c.id for c in TABLES.mobile] == odds
    for columns in (TABLES.assault, TABLES.mobile):
        found = [column(columns, *pair) for pair in ((8, 2), (8, 3), (8, 4), (8, 5))]
        assert found == ["4-1", "2-1", "2-1", "3-2"]  # EX.10.52a to d
        found = [column(columns, *pair) for pair in ((4, 4), (3, 4), (2, 7), (1, 5), (29, 4))]
        assert found == ["1-1", "1-2", "1-4", None, "7-1"]  # EX.10.52e
    assert (column(TABLES.assault, 33, 4), column(TABLES.mobile, 33, 4)) == ("7-1", "8-1")


def cell(columns: tuple[Column, ...], id_: str, roll: int) -> Result:
    return parse_result(next(c for c in columns if c.id == id_).results[roll])


def test_the_cells_that_the_examples_state() -> None:
    assert cell(TABLES.assault, "3-1", 5) == (Force(), Force(retreat=True), True)  # EX.11.23-1
    seven = cell(TABLES.assault, "3-1", 7)  # EX.11.23-2
    assert seven.red and (seven.attacker.steps, seven.defender.steps) == (1, 1)
    assert cell(TABLES.assault, "5-1", 2) == (Force(steps=1), Force(steps=3, retreat=True), True)  # EX.11.23-3
    assert {row.id: row.result for row in TABLES.automatic} == {"assault": "A2Rd", "mobile": "A2R"}  # 10.53a2


def worth(force: Force) -> float:
    return (5 if force.eliminated else force.steps + force.retreat) + force.disrupted / 2


@pytest.mark.parametrize("name", ["assault", "mobile"])
def test_nothing_gets_worse_for_the_attacker_with_better_odds_or_a_lower_roll(name: str) -> None:
    results = [[parse_result(text) for text in c.results] for c in CRTS[name][0]]
    values = [[worth(r.defender) - worth(r.attacker) for r in c] for c in results]
    assert all(a >= b for line in values for a, b in pairwise(line))
    assert all(a <= b for row in zip(*values, strict=True) for a, b in pairwise(row))


def test_only_the_assault_table_disrupts() -> None:
    assert not [text for c in TABLES.mobile for text in c.results if "d" in text]
    assert [text for c in TABLES.assault for text in c.results if "d" in text]


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("-", (Force(), Force(), False)),
        ("DE", (Force(), Force(eliminated=True), False)),
        ("A2Rd", (Force(2, retreat=True, disrupted=True), Force(), False)),
        ("A1/Dd*", (Force(1), Force(disrupted=True), True)),
        ("AR", (Force(retreat=True), Force(), False)),
    ],
)
def test_reading_a_result(text: str, result: Result) -> None:
    assert parse_result(text) == result


# -- coordination, fuel, weather


def test_coordination() -> None:
    assert {row.id: (row.cas, row.artillery, row.ground) for row in TABLES.coordination} == {
        "dry": (0, 0, 0),
        "cloudy": (1, 0, 0),  # 5.12
        "rain": (3, 0, 0),  # 5.13f
        "mobile": (1, 1, 1),  # 7.21A6
        "assault": (0, 0, 0),
    }


def fuel(roll: int) -> int:
    return [row.units for row in TABLES.fuel if row.least is None or roll >= row.least][-1]


def test_fuel() -> None:
    assert [fuel(roll) for roll in range(1, 11)] == [2, 3, 3, 3, 3, 4, 4, 4, 5, 5]
    rain = CONSTANTS["fuel_rain_drm"].value
    assert [fuel(roll + rain) for roll in range(1, 11)] == [2, 2, 2, 3, 3, 3, 3, 4, 4, 4]
    assert CONSTANTS["fuel_single"].value == 2


@pytest.mark.parametrize(
    ("turns", "dry", "cloudy", "historical", "winter"),
    [
        ("4AM 4PM", 7, 9, "dry", False),
        ("5AM 5PM", 6, 9, "dry", False),
        ("6AM", 5, 8, "dry", False),
        ("6PM", 4, 8, "cloudy", False),
        ("7AM 7PM 8AM 8PM", 2, 5, "rain", False),
        ("9AM 9PM", 3, 7, "cloudy", False),
        ("10AM 10PM", 2, 5, "rain", True),
        ("11AM 11PM", 3, 7, "cloudy", True),
        ("13AM 13PM 16AM 16PM", 5, 8, "dry", False),
        ("14AM 14PM 15AM 15PM", 4, 8, "cloudy", False),
        ("17AM 17PM", 3, 7, "cloudy", False),
        ("18AM 18PM", 3, 7, "cloudy", True),
        ("19AM 19PM", 2, 5, "rain", True),
    ],
)
def test_the_turn_record_track(turns: str, dry: int, cloudy: int, historical: str, *, winter: bool) -> None:
    for box in TABLES.track:
        if box.turn in turns.split():
            assert (box.dry, box.cloudy, box.historical, box.winter) == (dry, cloudy, historical, winter), box.turn
    assert {box.turn for box in TABLES.track} >= set(turns.split())


def test_half_days() -> None:
    assert [half_day(turn) for turn in ("4AM", "4PM", "16AM", "16PM")] == [8, 9, 32, 33]


# -- constants


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("stacking", 9), ("er_floor", 1), ("disrupted_er", 2), ("oos_er", 1), ("low_fuel_er", 1), ("winter_halves", 2),
        ("oos_foot_halves", 4), ("disrupted_halves", 4), ("zoc_halves", 2), ("overrun_halves", 2), ("supply_line", 7),
        ("supply_line_short", 5), ("reserve_turns", 2), ("cup_extra", 1), ("combine", 8), ("command_range", 4),
        ("army_outside", 2), ("army_motorized", 2), ("army_other", 1), ("apart_activations", 2),
        ("refusal_retreat", 2), ("refusal_advance", 2), ("no_retreat_steps", 3), ("no_retreat_drm", 1),
        ("silenced", 10), ("uncoordinated_drm", 2), ("combined_arms_drm", 1), ("engineers_drm", 1), ("drm_limit", 5),
        ("retreat", 2), ("special_retreat", 4), ("advance", 2), ("distant_guns", 2), ("cas_range", 4),
        ("cas_units", 2), ("overrun_cas", 1), ("overrun_loss", 1), ("fuel_rain_drm", -2), ("fuel_single", 2),
    ],
)  # fmt: skip
def test_constants(name: str, value: int) -> None:
    assert CONSTANTS[name].value == value


# -- scenarios


@pytest.mark.parametrize(
    ("number", "map_", "turns", "length", "attacker", "threshold"),
    [
        (1, "MT", ("6AM", "7PM"), 4, "german", 3),
        (2, "MT", ("4AM", "11PM"), 16, "german", 1),
        (3, "MZ", ("15AM", "16PM"), 4, "soviet", 4),
        (4, "MZ", ("13AM", "19PM"), 14, "german", 30),
    ],
)
def test_scenarios(number: int, map_: str, turns: tuple[str, str], length: int, attacker: str, threshold: int) -> None:
    scenario = SCENARIOS[number]
    names = turns_of(scenario, TABLES)
    assert (scenario.map, (names[0], names[-1])) == (map_, turns)
    assert (scenario.attacker, scenario.threshold) == (attacker, threshold)
    assert len(names) == scenario.turns == length
    assert scenario.first_marker == "choice"


@pytest.mark.parametrize(
    ("number", "markers"),
    [
        (1, "eberbach 2 saucken 2 4t 2 11t 1 5ab 1; 6PM 6gd 1"),
        (2, "eberbach 2 4t 2 5ab 1 any 1; 4PM saucken 2; 5PM 11t 1; 6AM 3pz 2 41c 1; 6PM 6gd 1; 7AM 10m 1"),
        (3, "ssr 2 32 1 18t 1 19t 1 20t 1; 15PM 10pz 2"),
        (4, "ssr 2 10pz 2 32 1 18t 1 19t 1 20t 1; 16AM 7id 1 22t 1; 17PM 50 1; 18PM 82 1"),
    ],
)
def test_markers(number: int, markers: str) -> None:
    wanted = set()
    for part in markers.split("; "):
        words = part.split()
        turn = words.pop(0) if words[0][-2:] in ("AM", "PM") else SCENARIOS[number].first
        wanted |= {(words[i], turn, int(words[i + 1])) for i in range(0, len(words), 2)}
    assert {(m.id, m.turn, m.count) for m in SCENARIOS[number].marker} == wanted


def test_the_numbers_of_markers_in_the_examples_of_the_cup_can_come_up() -> None:
    """EX.7.14a to d: German 4 and 6, Soviet 4 and 7."""
    german = ("eberbach", "saucken", "3pz", "10m", "ssr", "10pz", "7id")
    counts = {
        number: (
            sum(m.count for m in scenario.marker if m.id in german and m.turn == scenario.first),
            sum(m.count for m in scenario.marker if m.id not in german and m.turn == scenario.first),
            sum(m.count for m in scenario.marker if m.id in german),
            sum(m.count for m in scenario.marker if m.id not in german),
        )
        for number, scenario in SCENARIOS.items()
    }
    assert counts == {1: (4, 4, 4, 5), 2: (2, 4, 7, 7), 3: (2, 4, 4, 4), 4: (4, 4, 5, 7)}


def test_objectives() -> None:
    totals = {number: sum(o.value for o in scenario.objective) for number, scenario in SCENARIOS.items()}
    assert totals == {1: 30, 2: 41, 3: 17, 4: 48}
    assert set(SCENARIOS[4].automatic) == {"MZ0815", "MZ0816", "MZ0716", "MZ0117"}


def test_losses_and_optional_groups() -> None:
    losses = {number: {each.id: each.value for each in scenario.loss} for number, scenario in SCENARIOS.items()}
    assert losses == {
        1: {"german armor step": -1, "soviet armor step": 1, "rocket unit": 2},
        2: {"german armor step": -1, "rocket unit": 2},
        3: {"german armor step": 1, "rocket unit": -2},
        4: {"german armor step": -1, "rocket unit": 2},
    }
    groups = {(n, g.id): (g.side, g.turn, g.points) for n, scenario in SCENARIOS.items() for g in scenario.group}
    assert groups == {
        (2, "OG1"): ("german", "6AM", -3),
        (2, "OG2"): ("german", "7AM", -2),
        (4, "OS"): ("soviet", "18PM", 6),
    }


def test_fuel_is_a_matter_of_the_mtsensk_map() -> None:
    assert {n: (s.fuel, s.fuel_entry) for n, s in SCENARIOS.items()} == {
        1: (True, ("MT0332",)),
        2: (True, ("MT0332",)),
        3: (False, ()),
        4: (False, ()),
    }
    start = SCENARIOS[1].fuel_start
    assert start is not None and (start.hex, start.units) == ("MT2019", 2)
    assert SCENARIOS[2].fuel_start is None


def test_special_rules_of_scenario_4() -> None:
    scenario = SCENARIOS[4]
    assert (scenario.retreat_back, scenario.closed_entry) == ("soviet", ("G7",))  # 19.44e, 19.44g
    assert [(each.id, each.relieves) for each in scenario.relief] == [("so.govorov", "so.lelyushenko")]
