"""The charts of Velikye Luki hold what they should; the values here are typed from the rulebook and the facts."""

from fractions import Fraction
from itertools import pairwise

import pytest

from stavka.data import load
from stavka.games.luki.files import FOLDER, Chit, Scenarios, Tables, parse_result

TABLES = load(FOLDER / "tables.toml", Tables)
SCENARIOS = load(FOLDER / "scenarios.toml", Scenarios)
WAYS = {roll: 6 - abs(7 - roll) for roll in range(2, 13)}  # of 36
TERRAIN = {row.id: row for row in TABLES.terrain}
HEXSIDE = {row.id: row for row in TABLES.hexside}
CHITS = {chit.id: chit for chit in TABLES.chit}
CONSTANTS = {name: getattr(TABLES.constants, name) for name in TABLES.constants.__struct_fields__}


# -- the Terrain Effects Chart


@pytest.mark.parametrize(
    ("word", "foot", "motorized", "drm"),
    [
        ("clear", 1, 1, 0),
        ("forest", 2, 3, -2),  # 3.3
        ("swamp", 2, 4, -1),
        ("lake", 1, 2, 1),  # 11.611a
        ("village", 1, 1, -3),  # 11.8
        ("city", 1, 1, 0),
    ],
)
def test_terrain(word: str, foot: int, motorized: int, drm: int) -> None:
    row = TERRAIN[word]  # type: ignore[index]
    assert (row.foot_halves, row.motorized_halves, row.drm) == (2 * foot, 2 * motorized, drm)


def test_cities_and_swamps() -> None:
    assert {word: (row.attack_ap, row.halvings) for word, row in TERRAIN.items() if word != "city"} == dict.fromkeys(
        ("clear", "forest", "swamp", "lake", "village"), (3, 0)
    )
    assert (TERRAIN["city"].attack_ap, TERRAIN["city"].halvings) == (6, 1)  # 11.614
    assert [word for word, row in TERRAIN.items() if not row.second_advance] == ["swamp"]  # 11.72e


def test_hexsides_and_roads() -> None:
    creek, lowat = HEXSIDE["creek"], HEXSIDE["lowat"]
    assert (creek.foot_halves, creek.motorized_halves, creek.all_drm, creek.some_drm) == (2, 4, -2, -1)  # 11.612
    assert (lowat.foot_halves, lowat.motorized_halves) == ("all", "all")  # 10.31a
    assert (creek.halvings, lowat.halvings, lowat.all_drm, lowat.some_drm) == (0, 1, 0, 0)  # 11.613a
    assert TABLES.constants.road_halves.value == 1


def test_the_examples_of_modifiers() -> None:
    assert HEXSIDE["creek"].some_drm + TERRAIN["forest"].drm == -3  # E3.3
    assert HEXSIDE["creek"].all_drm + TERRAIN["forest"].drm == -4  # E3.3b
    village, creek = TERRAIN["village"].drm, HEXSIDE["creek"].all_drm
    assert village + creek + CHITS["so.4"].value + CHITS["so.6"].value == -3 - 2 + 2 + 5 == 2  # E11.8g
    assert (TABLES.constants.lake_all_drm.value, TABLES.constants.lake_some_drm.value) == (-2, -1)  # 11.611


# -- the CRT

CRT = """
 2  4/0 4/0 4/0 3/0 3/0 3/1 2/1 2/1 2/1 1/2
 3  4/0 4/0 3/0 3/0 3/0 2/1 2/1 2/1 1/2 1/2
 4  4/0 3/0 3/0 3/0 3/1 2/1 2/1 2/1 1/2 1/2
 5  3/0 3/0 3/0 3/1 2/1 2/1 2/1 1/2 1/2 1/2
 6  3/0 3/0 3/1 2/1 2/1 2/1 1/2 1/2 1/2 1/3
 7  3/0 3/1 2/1 2/1 2/1 1/2 1/2 1/2 1/2 0/3
 8  3/1 2/1 2/1 2/1 2/1 1/2 1/2 1/2 1/3 0/3
 9  2/1 2/1 2/1 2/1 1/2 1/2 1/2 1/2 0/3 0/4
10  2/1 2/1 2/1 1/2 1/2 1/2 1/2 1/3 0/3 0/4
11  2/1 2/1 1/2 1/2 1/2 1/2 1/3 0/3 0/4 0/4
12  2/1 1/2 1/2 1/2 1/2 1/3 0/3 0/3 0/4 0/5
13  1/2 1/2 1/2 1/2 1/2 0/3 0/3 0/4 0/4 0/5
14  1/2 1/2 1/2 1/2 1/3 0/3 0/4 0/4 0/5 0/5
"""


def test_the_combat_results_table() -> None:
    rows = [line.split()[1:] for line in CRT.strip().splitlines()]
    assert [list(column.results) for column in TABLES.crt] == [list(column) for column in zip(*rows, strict=True)]


def column(attack: int, defence: int) -> str:
    """The best column that the odds reach, which is rounding in favour of the defender (11.4a)."""
    return [c.id for c in TABLES.crt if Fraction(attack, defence) >= Fraction(c.attack, c.defence)][-1]


def test_the_columns() -> None:
    assert [c.id for c in TABLES.crt] == ["1-2", "2-3", "1-1", "3-2", "2-1", "3-1", "4-1", "5-1", "7-1", "9-1"]
    assert column(29, 13) == "2-1"  # E11.4a
    assert column(3, 4) == "2-3"  # E11.4b
    assert column(13, 2) == "5-1"  # E11.4c
    assert column(34 + 10 // 2, 6) == column(39, 6) == "5-1"  # E11.8f


def test_the_result_of_the_worked_combat() -> None:
    five = next(c for c in TABLES.crt if c.id == "5-1")
    assert parse_result(five.results[9 - 2]) == (1, 2)  # E11.8h: 7 and a DRM of +2
    assert (TABLES.constants.automatic_attacker.value, TABLES.constants.automatic_defender.value) == (4, 0)  # 11.4c


def test_nothing_gets_worse_for_the_attacker_with_better_odds_or_a_higher_roll() -> None:
    grid = [[parse_result(text) for text in c.results] for c in TABLES.crt]
    lines = [*grid, *([c[n] for c in grid] for n in range(13))]
    for line in lines:
        assert all(a.attacker >= b.attacker and a.defender <= b.defender for a, b in pairwise(line))


@pytest.mark.parametrize(
    ("id_", "attacker", "defender"), [("1-1", 2.4, 0.8), ("2-1", 1.9, 1.2), ("3-1", 1.4, 1.6), ("9-1", 0.4, 3.0)]
)
def test_mean_hits(id_: str, attacker: float, defender: float) -> None:
    results = [parse_result(text) for text in next(c for c in TABLES.crt if c.id == id_).results]
    means = [sum(WAYS[roll] * results[roll - 2][which] for roll in WAYS) / 36 for which in (0, 1)]
    assert means == [pytest.approx(attacker, abs=0.06), pytest.approx(defender, abs=0.06)]


# -- activity, chits, events


def test_the_activity_table() -> None:
    rows = {row.level: row.results for row in TABLES.activity}
    assert rows == {
        1: (3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8),
        2: (6, 7, 7, 8, 8, 9, 10, 10, 11, 12, 13),
        3: (9, 10, 11, 11, 12, 13, 14, 15, 16, 17, 18),
    }
    assert rows[2][10 - 2] == 11  # E7.2
    assert TABLES.constants.c3i_most.value == 3


def at_start(side: str) -> list[int]:
    return [chit.number for chit in TABLES.chit if chit.side == side and chit.enters is None]


def test_the_cups_at_the_start() -> None:
    """E14.1."""
    assert at_start("soviet") == [*range(1, 15), 17, 19]
    assert at_start("german") == [*range(1, 16), 17]
    assert len(at_start("soviet")) == len(at_start("german")) == 16


def test_chits_that_come_and_go() -> None:
    assert {chit.id: chit.enters for chit in TABLES.chit if chit.enters} == {
        "so.15": 4,
        "so.16": 7,
        "so.18": 4,
        "ge.16": 4,
    }
    assert {chit.id: chit.leaves for chit in TABLES.chit if chit.leaves} == {"so.19": 3, "ge.17": 3}


@pytest.mark.parametrize(
    ("id_", "name", "effect", "value"),
    [
        ("so.2", "Anti-tank support", "halve enemy unit", 1),
        ("so.3", "Artillery superiority", "halve own hits", 1),
        ("so.4", "Artillery support I", "drm", 2),
        ("so.5", "Lozhnaya ataka", "own hits", 1),
        ("so.6", "Heavy tank support", "drm", 5),
        ("ge.2", "Mobile battle", "drm", 3),
        ("ge.5", "Toughness", "enemy hits", 1),
        ("ge.8", "Tank destroyer", "halve enemy unit", 1),
    ],
)
def test_the_chits_that_the_rulebook_names(id_: str, name: str, effect: str, value: int) -> None:
    chit = CHITS[id_]
    assert (chit.name, chit.effect, chit.value) == (name, effect, value)


def test_the_example_of_hit_chits() -> None:
    """E11.62: two hits, one more by Toughness, one less by the feint, half of two is one; in either order one."""
    hits = 2 + CHITS["ge.5"].value
    assert -(-(hits - CHITS["so.5"].value) // 2) == 1
    assert -(-hits // 2) - CHITS["so.5"].value == 1


def test_what_is_useless_in_the_worked_combat() -> None:
    """E11.8e: against infantry in a village neither anti-tank support nor mobile battle does anything."""
    assert CHITS["so.2"].enemy == "armour"
    assert CHITS["ge.2"].own == "motorized" and "village" in CHITS["ge.2"].elsewhere
    assert CHITS["ge.8"].enemy == "armour" and CHITS["so.6"].own == "armour"


def conditions(chit: Chit) -> tuple[object, ...]:
    return (chit.role, chit.own, chit.enemy, chit.units, chit.without, chit.target, chit.elsewhere, chit.rail)


def test_the_conditions_of_chits() -> None:
    settled = ("village", "city", "strongpoint")
    none = (None, None, None, None, None, (), (), False)
    expected = {
        "so.2": (None, None, "armour", None, None, (), (), False),
        "so.6": ("attack", "armour", None, None, None, (), (), False),
        **dict.fromkeys(("so.7", "so.8", "so.9"), (None, None, None, None, None, (), (), True)),
        "so.11": ("attack", None, None, None, None, settled, (), False),
        "so.12": (None, None, None, None, None, ("forest", "swamp"), (), False),
        "so.13": ("defence", None, None, None, None, (), (), False),
        "so.14": ("attack", None, None, 3, None, (), (), False),
        "so.17": (None, "guards", None, None, None, (), (), False),
        "so.18": ("attack", None, None, None, None, ("city",), (), False),
        "so.19": ("attack", None, None, None, None, (), (), False),
        "ge.2": (None, "motorized", None, None, None, (), ("village", "city"), False),
        "ge.6": ("defence", None, None, None, None, (), ("city",), False),
        "ge.7": ("defence", None, None, None, None, (), (), False),
        "ge.8": (None, None, "armour", None, None, (), (), False),
        "ge.10": ("attack", None, None, None, None, (), (), False),
        "ge.11": (None, None, "armour", None, None, (), (), False),
        "ge.12": ("defence", None, None, None, None, settled, (), False),
        "ge.13": ("attack", "tank", None, None, None, (), (), False),
        "ge.15": ("defence", None, None, None, "motorized", (), (), False),
        "ge.17": ("defence", None, None, None, None, (), (), False),
    }
    assert {id_: conditions(chit) for id_, chit in CHITS.items()} == {id_: expected.get(id_, none) for id_ in CHITS}


def test_the_effects_of_chits() -> None:
    drms = {"so": "1:1 4:2 6:5 7:3 8:4 10:1 11:3 12:2 15:3 16:4 17:2 18:4 19:3"}
    drms["ge"] = "1:1 2:3 3:2 4:3 6:2 9:4 10:3 11:2 12:3 13:4 15:2 16:4 17:2"
    for side, text in drms.items():
        wanted = {f"{side}.{word.split(':')[0]}": int(word.split(":")[1]) for word in text.split()}
        assert {c.id: c.value for c in TABLES.chit if c.effect == "drm" and c.id[:2] == side} == wanted
    others = {chit.id: chit.effect for chit in TABLES.chit if chit.effect != "drm"}
    assert others == {
        "so.2": "halve enemy unit",
        "so.3": "halve own hits",
        "so.5": "own hits",
        "so.9": "enemy hits",
        "so.13": "own hits",
        "so.14": "enemy hits",
        "ge.5": "enemy hits",
        "ge.7": "own hits",
        "ge.8": "halve enemy unit",
        "ge.14": "halve own hits",
    }
    assert {CHITS[id_].value for id_ in others} == {1}


def test_random_events() -> None:
    assert [(event.roll, event.player, event.grants) for event in TABLES.event] == [
        (1, "phasing", "movement"),
        (2, "phasing", "attack"),
        (3, "german", "release attempt"),
        (4, "phasing", "c3i"),
        (5, "other", "movement"),
        (6, "other", "attack"),
    ]


# -- turns, Kessels, victory


def test_the_turn_track() -> None:
    assert [box.soviet for box in TABLES.track] == [9, 9, 9, 4, 4, 3, 4, 4, 3]
    assert [box.german for box in TABLES.track] == [2, 3, 4, 8, 8, 6, 8, 9, 7]
    assert (TABLES.track[0].date, TABLES.track[8].date) == ("25-30 November", "12-17 January")


def test_variable_reinforcements() -> None:
    draws = {row.turn: row.results for row in TABLES.variable}
    assert draws[2] == draws[3] == (0, 0, 1, 1, 1, 2)
    assert draws[4] == draws[5] == draws[6] == (0, 1, 1, 2, 2, 3)
    assert draws[7] == draws[8] == draws[9] == (0, 0, 1, 1, 2, 2)
    assert round(sum(sum(row) for row in draws.values()) / 6, 1) == 9.2


def test_the_kessel_track() -> None:
    rows = [(k.level, k.motorized, k.foot, k.attack_drm, k.defence_drm, k.attrition, k.release) for k in TABLES.kessel]
    assert rows == [
        (1, "full", "full", 0, 0, False, 12),
        (2, "half", "full", -1, 1, False, 12),
        (3, "hex", "half", -2, 2, False, 11),  # E6.43
        (4, "hex", "half", -3, 2, True, 10),
        (5, "hex", "hex", -4, 3, True, 9),
        (6, "none", "hex", -5, 4, True, 8),
    ]
    names = ["stretched supply", "shortage", "serious shortage", "critical shortage"]
    assert [k.name for k in TABLES.kessel][2:] == names  # 6.42h


def test_where_a_kessel_starts() -> None:
    start = {row.id: (row.velikye_luki, row.city, row.village, row.elsewhere) for row in TABLES.kessel_start}
    assert start == {"german": (1, 2, 2, 3), "soviet": (3, 3, 3, 4)}
    assert max(start["german"][2], start["german"][3]) == 3  # E6.42a: a village and a forest


def test_attrition_and_conversion() -> None:
    assert [(row.level, row.settled, row.elsewhere) for row in TABLES.attrition] == [(4, 6, 5), (5, 5, 4), (6, 5, 3)]
    assert [(row.least, row.results) for row in TABLES.conversion] == [
        (0, (0, 0, 0, 0, 0, 0)),
        (1, (0, 0, 0, 1, 1, 1)),
        (9, (0, 1, 1, 1, 2, 2)),
        (17, (1, 1, 2, 2, 3, 3)),
        (25, (2, 2, 3, 3, 4, 4)),
        (33, (3, 3, 4, 4, 5, 5)),
        (41, (4, 4, 5, 5, 6, 6)),
    ]


def test_victory_points() -> None:
    occupied = {o.hex: o.value for o in TABLES.objective if o.condition == "occupied"}
    city = ("2312", "2412", "2512", "2313", "2413", "2513")
    assert occupied == dict.fromkeys(city, 1) | {"2423": 1, "2424": 1}
    held = {o.hex: o.value for o in TABLES.objective if o.condition == "held"}
    assert held == {"2005": 2, "2015": 7, "2419": 2, "2917": 2}
    names = ("cut_off_vp", "railway_vp", "breakout_supplied_vp", "breakout_outside_vp")
    assert [CONSTANTS[name].value for name in names] == [2, 1, 8, 4]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("stack_soviet", 3),  # 8.1
        ("stack_formation_extra", 1),
        ("stack_german", 6),  # 8.2
        ("move_ap", 1),  # 10.0a
        ("chits_equal", 2),  # 11.32
        ("chits_superior", 3),
        ("chits_inferior", 1),
        ("drm_limit", 10),  # 11.6e
        ("concentric_tv", 1),  # 11.63
        ("combined_arms_tv", 1),  # 11.64
        ("integrity_tv", 1),  # 11.65
        ("rail_range", 10),  # 11.62d
        ("retreat_motorized", 2),  # 11.71c
        ("retreat_foot", 1),  # 11.71b
        ("retreat_extra_loss", 1),  # 11.71k
        ("refusal", 2),  # 13.21
        ("event_low", 2),  # 13.1a
        ("event_high", 12),
        ("infiltration_factor", 2),  # 13.5
        ("infiltration_occupied", 5),
        ("infiltration_zoc", 6),
        ("infiltration_guided", 6),
    ],
)
def test_single_numbers(name: str, value: int) -> None:
    assert CONSTANTS[name].value == value


# -- scenarios


def level(scenario: str, points: int) -> str:
    levels = next(s.victory for s in SCENARIOS.scenario if s.id == scenario)
    return [each.id for each in levels if each.least is None or points >= each.least][-1]


@pytest.mark.parametrize(
    ("scenario", "points", "result"),
    [
        ("cut-the-line", 13, "german"),  # 14.4b
        ("cut-the-line", 14, "draw"),
        ("cut-the-line", 21, "draw"),
        ("cut-the-line", 22, "soviet"),
        ("campaign", 39, "german-decisive"),  # 14.5b
        ("campaign", 40, "german-substantial"),
        ("campaign", 47, "german-substantial"),
        ("campaign", 48, "german-marginal"),
        ("campaign", 55, "german-marginal"),
        ("campaign", 56, "draw"),
        ("campaign", 63, "draw"),
        ("campaign", 64, "soviet-marginal"),
        ("campaign", 71, "soviet-marginal"),
        ("campaign", 72, "soviet-substantial"),
        ("campaign", 79, "soviet-substantial"),
        ("campaign", 80, "soviet-decisive"),
    ],
)
def test_levels_of_victory(scenario: str, points: int, result: str) -> None:
    assert level(scenario, points) == result


def test_the_scenarios_and_the_first_turn() -> None:
    assert {s.id: (s.title, s.turns) for s in SCENARIOS.scenario} == {
        "cut-the-line": ("Cut the line!", 3),
        "campaign": ("Velikye Luki, the little Stalingrad of the north", 9),
    }
    winners = [each.winner for each in SCENARIOS.scenario[1].victory]
    assert winners == ["german"] * 3 + ["nobody"] + ["soviet"] * 3
    assert [(part.id, part.drm) for part in SCENARIOS.opening] == [
        ("introductory", 5),
        ("first", 4),
        ("second", 3),
        ("third", 2),
        ("limited", 1),
    ]


def test_what_lies_on_top_of_a_stack() -> None:
    """3.6c."""
    assert [rank.name for rank in SCENARIOS.top] == [
        "ski",
        "reconnaissance",
        "tank",
        "motorized",
        "partially motorized",
        "non-motorized",
        "stationary",
    ]
    rank = {each: row.level for row in SCENARIOS.top for each in row.types}
    assert len(rank) == 17
    assert [rank["ski"], rank["armored reconnaissance"], rank["tank"], rank["commando"]] == [1, 2, 3, 4]
    assert [rank["partially motorized engineer"], rank["mountain infantry"], rank["strongpoint"]] == [5, 6, 7]
