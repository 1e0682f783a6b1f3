"""The data files of Traces of War hold what they should; the values here are typed from the facts file by hand."""

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

import pytest

from stavka.data import load
from stavka.games.traces.files import FOLDER, Result, Scenarios, Tables, Unit, Units, parse_result

UNITS = load(FOLDER / "units.toml", Units).unit
TABLES = load(FOLDER / "tables.toml", Tables)
SCENARIOS = load(FOLDER / "scenarios.toml", Scenarios)
BY_ID = {unit.id: unit for unit in UNITS}

# ---- units


def sums(units: Iterable[Unit]) -> tuple[int, int, int, int]:
    """Number, attack, defence, steps."""
    chosen = [unit for unit in units if unit.type != "hq"]
    return (
        len(chosen),
        sum(unit.attack for unit in chosen),
        sum(unit.defence for unit in chosen),
        sum(unit.steps for unit in chosen),
    )


def at_start(unit: Unit) -> bool:
    return unit.enters is None


def test_there_are_80_axis_and_90_soviet_counters_and_8_of_them_are_hqs() -> None:
    assert Counter(unit.side for unit in UNITS) == {"axis": 80, "soviet": 90}
    assert Counter(unit.side for unit in UNITS if unit.type == "hq") == {"axis": 4, "soviet": 4}


@pytest.mark.parametrize(
    ("formation", "expected"),
    [
        ("4PzA", (12, 56, 53, 24)),
        ("8A", (9, 36, 35, 18)),
        ("1PzA", (10, 45, 44, 20)),
        ("6A", (15, 72, 68, 29)),
        ("Army Group South", (3, 3, 3, 3)),
        ("Voronezh", (22, 106, 88, 44)),
        ("Steppe", (7, 29, 29, 14)),
        ("South West", (16, 68, 65, 32)),
        ("South", (11, 45, 44, 22)),
    ],
)
def test_the_armies_at_the_start_have_their_strength(formation: str, expected: tuple[int, int, int, int]) -> None:
    assert sums(unit for unit in UNITS if at_start(unit) and unit.formation == formation) == expected


@pytest.mark.parametrize(
    ("enters", "expected"),
    [
        ("PR", (11, 71, 63, 22)),
        ("IR", (10, 43, 43, 20)),
        ("AR", (6, 10, 10, 6)),
        (1, (5, 27, 22, 10)),
        (2, (5, 29, 22, 10)),
        (5, (2, 10, 9, 4)),
        (6, (1, 4, 4, 2)),
        (7, (3, 16, 14, 6)),
        (8, (2, 12, 8, 4)),
        (9, (2, 14, 9, 4)),
        ("airborne", (1, 4, 4, 2)),
    ],
)
def test_the_reinforcements_have_their_strength(enters: str | int, expected: tuple[int, int, int, int]) -> None:
    assert sums(unit for unit in UNITS if unit.enters == enters and unit.arrives != "replacement") == expected


def test_the_third_and_fourth_draw_and_18g_come_to_their_strength() -> None:
    chosen = [unit for unit in UNITS if unit.enters in (3, 4, "airborne") and unit.arrives != "replacement"]
    assert sums(chosen) == (7, 31, 29, 14)


def test_the_black_numbers_are_replacements() -> None:
    found = {unit.label: unit.enters for unit in UNITS if unit.arrives == "replacement"}
    assert found == {"8GTk": 4, "11GTk": 6, "8GM": 6}


def test_labels_are_those_on_the_counters() -> None:
    expected = {
        "ax.17pz": "17Pz", "ax.46": "46", "ax.16pzg": "16PzG", "ax.2ss": "2SS", "ax.gd": "GD", "ax.hq.4pza": "4PzA",
        "ax.hq.8a": "8A", "so.50rc": "50", "so.22grc": "22G", "so.23tc": "23Tk", "so.5gtc": "5GTk", "so.9mc": "9M",
        "so.5gmc": "5GM", "so.1gcc": "1GC", "so.18g": "18G", "so.hq.vrnz": "Vrnz", "so.hq.step": "Step",
        "so.hq.sw": "SW", "so.hq.sth": "Sth",
    }  # fmt: skip
    assert {key: BY_ID[key].label for key in expected} == expected
    assert max(Counter((unit.side, unit.label) for unit in UNITS).values()) == 1


def test_the_units_of_the_examples_are_there() -> None:
    labels = {unit.label for unit in UNITS}
    assert labels >= {"17Pz", "15", "46", "161", "223", "9M", "23Tk", "66", "73", "18G"}


@pytest.mark.parametrize(
    ("unit", "attack", "defence", "move"),
    [
        ("ax.88", (4, 2), (4, 2), (5, 5)),
        ("ax.17pz", (6, 3), (5, 3), (8, 8)),
        ("ax.gd", (9, 5), (7, 4), (8, 8)),
        ("ax.1ss", (9, 5), (8, 4), (8, 8)),
        ("so.50rc", (3, 2), (3, 2), (5, 5)),
        ("so.22grc", (5, 3), (5, 3), (5, 5)),
        ("so.8gmc", (7, 4), (6, 3), (7, 7)),
        ("so.18g", (4, 2), (4, 2), (5, 5)),
        ("ax.15lw", (3, None), (3, None), (5, None)),
        ("ax.213sec", (1, None), (1, None), (4, None)),
        ("so.hq.sth", (2, None), (2, None), (5, None)),
        ("ax.hq.6a", (2, None), (2, None), (6, None)),
    ],
)
def test_values_of_single_units(
    unit: str, attack: tuple[int, int | None], defence: tuple[int, int | None], move: tuple[int, int | None]
) -> None:
    found = BY_ID[unit]
    assert ((found.attack, found.attack2), (found.defence, found.defence2), (found.move, found.move2)) == (
        attack,
        defence,
        move,
    )


def test_axis_infantry_moves_5() -> None:
    assert {unit.move for unit in UNITS if unit.side == "axis" and unit.type == "infantry"} == {5}


def test_every_front_becomes_a_ukrainian_front_that_is_stronger_and_faster() -> None:
    found = {}
    for unit in UNITS:
        if unit.ukrainian is not None:
            new = unit.ukrainian
            found[unit.label] = (new.label, new.attack, new.defence, new.move, new.range)
            assert (new.attack, new.defence, new.move) > (unit.attack, unit.defence, unit.move)
    assert found == {
        "Vrnz": ("1stUKR", 4, 4, 6, 6),
        "Step": ("2ndUKR", 4, 4, 6, 6),
        "SW": ("3rdUKR", 4, 4, 6, 6),
        "Sth": ("4thUKR", 4, 4, 6, 6),
    }


def test_reduced_sides_are_half_rounded_up_and_as_fast() -> None:
    for unit in UNITS:
        if unit.steps == 2:
            expected = ((unit.attack + 1) // 2, (unit.defence + 1) // 2, unit.move)
            assert (unit.attack2, unit.defence2, unit.move2) == expected, unit.id


def test_one_step_units_are_security_luftwaffe_minors_and_hqs() -> None:
    for unit in UNITS:
        weak = (
            unit.type in ("security division", "hq") or unit.nation in ("romanian", "hungarian") or unit.id == "ax.15lw"
        )
        assert (unit.steps == 1) == weak, unit.id


@pytest.mark.parametrize(
    ("hex_", "ids"),
    [
        ("2634", {"ax.hq.8a", "ax.355", "ax.6pz"}),
        ("1338", {"ax.hq.6a"}),
        ("3134", {"ax.332", "ax.167"}),
        ("1339", {"ax.2ss", "ax.3ss"}),
        ("1936", {"ax.17pz"}),
        ("3530", {"ax.88", "ax.323"}),
        ("3434", {"so.hq.vrnz"}),
        ("3334", {"so.4gtc", "so.5gtc"}),
        ("2238", {"so.1gmc", "so.23tc"}),
        ("0941", {"so.44a"}),
    ],
)
def test_who_stands_where(hex_: str, ids: set[str]) -> None:
    assert {unit.id for unit in UNITS if unit.hex == hex_} == ids


def distance(a: str, b: str) -> int:
    """Hexes between two hexes of a map with straight rows of which the odd ones are shifted half a hex east."""
    rows = abs(int(a[:2]) - int(b[:2]))
    columns = abs(2 * int(a[2:]) + int(a[:2]) % 2 - 2 * int(b[2:]) - int(b[:2]) % 2)
    return rows + max(0, columns - rows) // 2


def test_every_unit_is_near_its_hq_at_the_start() -> None:
    hqs = {unit.formation: unit.hex for unit in UNITS if unit.type == "hq"}
    far = {
        unit.id
        for unit in UNITS
        if unit.hex and distance(unit.hex, hqs[unit.formation] or "") > (5 if unit.side == "soviet" else 6)
    }
    assert far == {"ax.68", "ax.88", "ax.323"}


# ---- tables


def test_terrain_effects() -> None:
    assert {row.id: (row.cost, row.shift, row.halvings) for row in TABLES.terrain} == {
        "clear": (1, 0, 0),
        "rough": (2, 1, 0),
        "swamp": (2, 1, 0),
    }
    assert {row.id: (row.cost, row.shift, row.halvings) for row in TABLES.city} == {
        "city": ("terrain", 1, 0),
        "major city": ("terrain", 2, 0),
    }
    assert {row.id: (row.cost, row.halvings) for row in TABLES.hexside} == {
        "minor river": (1, 1),
        "major river": ("all", 1),
        "bridged minor river": (0, 1),
        "bridged major river": (0, 1),
    }


CRT = """
   1-1  1.5-1  2-1  3-1  4-1  5-1  6-1  7-1  8-1  9-1  10-1+
1  A2   A1     A1   -    -    R    R    RR   RR   1RR  1RR
2  A1   A1     -    -    R    R    RR   RR   1RR  1RR  2RR
3  A1   -      -    R    R    RR   RR   1RR  1RR  2RR  2RR
4  -    -      R    R    RR   RR   1RR  1RR  2RR  2RR  3RR
5  -    R      R    RR   RR   1RR  1RR  2RR  2RR  3RR  3RR
6  R    R      RR   RR   1RR  1RR  2RR  2RR  3RR  3RR  4RR
"""


def test_the_combat_results_table() -> None:
    head, *rows = (line.split() for line in CRT.strip().splitlines())
    assert [column.id for column in TABLES.crt] == head
    for die, row in enumerate(rows):
        assert [column.results[die] for column in TABLES.crt] == row[1:]
    assert [column.halves for column in TABLES.crt] == [2, 3, 4, 6, 8, 10, 12, 14, 16, 18, 20]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("-", (0, 0, 0)), ("A2", (2, 0, 0)), ("R", (0, 0, 1)), ("RR", (0, 0, 2)), ("1RR", (0, 1, 2)), ("2", (0, 2, 0))],
)
def test_what_a_result_means(text: str, expected: tuple[int, int, int]) -> None:
    assert parse_result(text) == Result(text, *expected)


def severity(text: str) -> int:
    result = parse_result(text)
    return result.defender + result.retreat - result.attacker


def test_the_crt_gets_no_milder_with_the_die_or_with_the_column() -> None:
    table = [[severity(result) for result in column.results] for column in TABLES.crt]
    assert all(row == sorted(row) for row in table)
    assert all(list(row) == sorted(row) for row in zip(*table, strict=True))
    # one column to the right is worth +1 on the die
    assert all(right[:-1] == left[1:] for left, right in pairwise(table))


def test_tables_by_crossing_points() -> None:
    assert TABLES.luftwaffe.by_cps == (3, 3, 2, 2, 2, 1, 1, 0)
    assert TABLES.negotiation.by_cps == (3, 3, 4, 4, 5, 5, 6, 6)
    assert TABLES.okh_command.by_cps == (3, 3, 4, 4, 5, 5, 6, 6)


def test_the_stavka_presence_table() -> None:
    allowed = {row.turn: [cps for cps, yes in enumerate(row.by_cps) if yes] for row in TABLES.stavka}
    assert allowed == {1: [], 2: [], 3: [], 4: [], 5: [0], 6: [0, 1], 7: [0, 1, 2], 8: [0, 1, 2, 3]}


def test_the_turn_track() -> None:
    assert [(box.turn, box.month.split()[0], box.axis_chits) for box in TABLES.track] == [
        (1, "August", 4),
        (2, "September", 5),
        (3, "October", 5),
        (4, "November", 5),
        (5, "December", 5),
        (6, "January", 5),
        (7, "February", 4),
        (8, "March", 3),
    ]


def test_the_chits_are_18() -> None:
    assert sum(chit.count for chit in TABLES.chit) == 18
    found = {chit.id: (chit.owner, chit.kind, chit.count, chit.first_turn) for chit in TABLES.chit}
    assert found == {
        "supply": ("both", "supply", 1, 1),
        "vrnz": ("soviet", "hq", 2, 1),
        "step": ("soviet", "hq", 2, 1),
        "sw": ("soviet", "hq", 2, 1),
        "sth": ("soviet", "hq", 2, 1),
        "reinforcement": ("soviet", "reinforcement", 1, 1),
        "airborne": ("soviet", "airborne", 1, 3),
        "stavka": ("soviet", "stavka", 1, 5),
        "4pza": ("axis", "hq", 1, 1),
        "8a": ("axis", "hq", 1, 1),
        "1pza": ("axis", "hq", 1, 1),
        "6a": ("axis", "hq", 1, 1),
        "okh": ("axis", "okh", 2, 2),
    }


def test_prices_markers_and_constants() -> None:
    np = TABLES.np_halves
    assert (np.order, np.pr, np.ir, np.ar) == (6, 4, 2, 1)
    assert {marker.id: marker.count for marker in TABLES.marker} == {"offensive": 2, "defensive": 2}
    assert (TABLES.kremenchuk.hex, TABLES.kremenchuk.crossings) == ("1926", ("1826", "1827"))
    constants = {name: getattr(TABLES.constants, name) for name in TABLES.constants.__struct_fields__}
    assert {name: each.value for name, each in constants.items() if hasattr(each, "value")} == {
        "stack_combat_units": 2,
        "stack_hqs": 1,
        "relocation_distance": 5,
        "second_hqs": 1,
        "soviet_chits": 6,
        "offensive_shift": 2,
        "defensive_drm": -2,
        "oos_penalty": 2,
        "isolated_penalty": 2,
        "road_cost": 1,
        "strategic_cost_halves": 1,
        "ezoc_leave": 2,
        "ezoc_enter": 2,
        "airborne_range": 8,
        "cp_proximity": 2,
        "conversion_turn": 4,
    }


# ---- scenarios


def test_the_scenarios() -> None:
    race, campaign = SCENARIOS.scenario
    assert (race.id, race.turns, race.threshold, race.victory, race.special_activation) == ("race", 4, 50, "race", 1)
    assert (campaign.id, campaign.turns, campaign.threshold) == ("campaign", 8, 65)
    assert (campaign.victory, campaign.special_activation) == ("campaign", 1)
    vp = race.quarters
    assert vp.crossing == 5 * 4
    assert (vp.mechanised_supplied, vp.other_supplied, vp.mechanised_unsupplied, vp.other_unsupplied) == (4, 2, 2, 1)
    assert (vp.major_city, vp.panzer, vp.german_hq, vp.soviet_hq, vp.breakthrough) == (0, 0, 0, 0, 0)
    vp = campaign.quarters
    assert (vp.major_city, vp.panzer, vp.german, vp.minor) == (8 * 4, 2 * 4, 1 * 4, 0)
    assert (vp.german_hq, vp.soviet_hq, vp.breakthrough) == (2 * 4, -2 * 4, 5 * 4)
    assert (vp.crossing, vp.mechanised_supplied) == (0, 0)


def test_orders_and_options() -> None:
    assert {order.name: order.hex for order in SCENARIOS.order} == {
        "Kharkiv": "2634",
        "Kyiv": "2918",
        "Odesa": "0218",
        "Ternopil": "2305",
        "Stalino": "1338",
        "Dnipropetrovsk": "1631",
    }
    assert {option.id: option.default for option in SCENARIOS.option} == {"vp_bid": False, "hq_conversion": False}
