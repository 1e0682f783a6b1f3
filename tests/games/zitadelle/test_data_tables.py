"""The charts of Zitadelle hold what they should; the values here are typed from the rulebook and the facts."""

from itertools import pairwise, product

import pytest

from stavka.data import load
from stavka.games.zitadelle.files import FOLDER, Scenarios, Tables

TABLES = load(FOLDER / "tables.toml", Tables)
SCENARIOS = load(FOLDER / "scenarios.toml", Scenarios)
ORDER = ("AE", "A3", "A2", "A1", "AC", "BC", "DC", "D1", "D2", "D3", "DE")  # from worst to best for the attacker
WAYS = {roll: 6 - abs(7 - roll) for roll in range(2, 13)}  # of 36

TERRAIN = {row.id: row for row in TABLES.terrain}
FORTIFICATION = {row.id: row for row in TABLES.fortification}
HEXSIDE = {row.id: row for row in TABLES.hexside}
ROAD = {row.id: row for row in TABLES.road}


# -- the Terrain Effects Chart


@pytest.mark.parametrize(
    ("word", "motorised", "foot", "shift", "at_drm", "bomb_drm"),
    [
        ("open", 2, 3, 0, 0, 0),
        ("village", 3, 4, 1, 0, 0),
        ("town", 3, 4, 2, 0, 3),
        ("woods", 3, 4, 2, 0, 3),
        ("heights", 3, 5, 1, 2, 0),
        ("heights-village", 4, 6, 2, 2, 0),
    ],
)
def test_terrain(word: str, motorised: int, foot: int, shift: int, at_drm: int, bomb_drm: int) -> None:
    row = TERRAIN[word]  # type: ignore[index]
    assert (row.motorised, row.foot, row.shift, row.at_drm, row.bomb_drm) == (motorised, foot, shift, at_drm, bomb_drm)


def test_fortifications() -> None:
    trench, post = FORTIFICATION["entrenchment"], FORTIFICATION["improvised position"]
    assert (trench.german_motorised, trench.german_foot, trench.soviet_motorised, trench.soviet_foot) == (4, 4, 0, 0)
    assert (post.german_motorised, post.german_foot, post.soviet_motorised, post.soviet_foot) == (3, 3, 0, 0)
    assert (trench.shift, trench.firing_drm, trench.mines) == (2, -2, True)
    assert (post.shift, post.firing_drm, post.mines) == (1, 0, False)


def test_hexsides_and_roads() -> None:
    values = {word: (row.motorised, row.foot, row.shift, row.at_drm) for word, row in HEXSIDE.items()}
    assert values == {"stream": (2, 1, 1, 1), "river": (5, 4, 2, 3), "lake": ("no", "no", 0, 0)}
    roads = {word: (row.motorised, row.foot, row.bridges) for word, row in ROAD.items()}
    assert roads == {"primary road": (1, 1, ("stream", "river")), "secondary road": (1, 2, ("stream",))}


def test_the_examples_of_movement() -> None:
    river, woods = HEXSIDE["river"].motorised, TERRAIN["woods"].motorised
    assert isinstance(river, int)
    assert river + woods == 5 + 3 == 8  # X8.31a
    assert TERRAIN["heights-village"].foot + FORTIFICATION["improvised position"].german_foot == 6 + 3 == 9  # X8.31b
    allowance = {row.level: (row.german, row.soviet) for row in TABLES.morale}
    assert allowance[4][0] == 7  # X8.13
    assert allowance[6] == (9, 8)  # the least levels at which the two examples can be paid


def test_the_example_of_shifts() -> None:
    """A village with an entrenchment, a panzer regiment (armour 3), a stream: L1, L2, R3, L1 (7.49)."""
    left = TERRAIN["village"].shift + FORTIFICATION["entrenchment"].shift + HEXSIDE["stream"].shift
    assert (TERRAIN["village"].shift, FORTIFICATION["entrenchment"].shift, HEXSIDE["stream"].shift) == (1, 2, 1)
    assert left - 3 == 1


# -- the tables of combat

CRT = """
 2  AE A3 A3 A2 A2 A1 AC AC BC BC DC
 3  A3 A2 A2 A1 A1 A1 AC BC BC DC D1
 4  A2 A2 A1 A1 A1 AC BC BC DC D1 D1
 5  A2 A1 A1 A1 AC BC BC DC D1 D1 D2
 6  A1 A1 A1 AC AC BC DC D1 D1 D2 D2
 7  A1 A1 A1 AC BC DC DC D1 D2 D2 D3
 8  A1 A1 AC AC BC DC D1 D2 D2 D3 D3
 9  A1 AC AC BC DC D1 D1 D2 D2 D3 D3
10  AC AC AC BC DC D1 D2 D2 D3 D3 DE
11  AC AC BC DC D1 D2 D2 D3 D3 D3 DE
12  BC BC BC DC D1 D2 D3 D3 D3 DE DE
"""


def test_the_assault_crt() -> None:
    odds = [(1, 4), (1, 3), (1, 2), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1), (8, 1)]
    assert [(column.attack, column.defence) for column in TABLES.crt] == odds
    for line in CRT.strip().splitlines():
        roll, *cells = line.split()
        assert [column.results[int(roll) - 2] for column in TABLES.crt] == cells


def test_the_crt_favours_the_attacker_with_odds_and_dice() -> None:
    ranks = [[ORDER.index(result) for result in column.results] for column in TABLES.crt]
    assert all(a <= b for column in ranks for a, b in pairwise(column))
    assert all(a <= b for one, other in pairwise(ranks) for a, b in zip(one, other, strict=True))
    assert set(ORDER) == {result for column in TABLES.crt for result in column.results}


AT_FIRE = """
 0   6  7  8  8  9  9 10 10 11 11
 1   5  6  7  7  8  8  9  9 10 10
 2   4  5  6  6  7  7  8  8  9  9
 3   3  4  5  5  6  6  7  7  8  8
 4   2  3  4  4  5  5  6  6  7  7
 5   1  2  3  3  4  4  5  5  6  6
 6   0  1  2  3  3  3  4  4  5  5
 7   0  0  1  2  2  3  3  3  4  4
 8   0  0  0  1  1  2  2  3  3  3
 9   0  0  0  0  0  1  1  2  2  3
10   0  0  0  0  0  0  0  1  1  2
11   0  0  0  0  0  0  0  0  0  1
12   0  0  0  0  0  0  0  0  0  0
"""
HITS = """
1  17 28 42 58 58 72 72 83 83 92
2   8 17 28 42 42 58 58 72 72 83
3   3  8 17 17 28 28 42 42 58 58
4   0  3  8  8 17 17 28 28 42 42
5   0  0  3  3  8  8 17 17 28 28
6   0  0  0  0  3  3  8  8 17 17
"""


def numbers(text: str) -> list[list[int]]:
    return [[int(word) for word in line.split()] for line in text.strip().splitlines()]


def test_the_at_fire_table() -> None:
    assert [column.strength for column in TABLES.at_fire] == list(range(1, 11))
    for roll, *cells in numbers(AT_FIRE):
        assert [column.results[roll] for column in TABLES.at_fire] == cells


def test_chances_of_a_hit() -> None:
    for armour, *chances in numbers(HITS):
        found = [
            sum(ways for roll, ways in WAYS.items() if column.results[roll] > armour) / 36 for column in TABLES.at_fire
        ]
        assert [round(100 * chance) for chance in found] == chances


def test_at_fire_grows_with_strength_and_falls_with_the_roll() -> None:
    columns = [column.results for column in TABLES.at_fire]
    assert all(a >= b for column in columns for a, b in pairwise(column))
    assert all(a <= b for one, other in pairwise(columns) for a, b in zip(one, other, strict=True))


def test_scatter() -> None:
    found = {row.roll: (row.hexes, row.direction) for row in TABLES.scatter}
    assert found == {
        2: (2, "NW"), 3: (1, "NW"), 4: (1, "W"), 5: (1, "SW"), 6: (0, None), 7: (0, None), 8: (0, None),
        9: (1, "NE"), 10: (1, "E"), 11: (1, "SE"), 12: (2, "SE"),
    }  # fmt: skip
    chance = [sum(ways for roll, ways in WAYS.items() if found[roll][0] == hexes) for hexes in (0, 1, 2)]
    assert chance == [16, 18, 2]


# -- tracks


def test_the_morale_tracks() -> None:
    assert [row.level for row in TABLES.morale] == list(range(1, 13))
    assert [row.german for row in TABLES.morale] == [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
    assert [row.soviet for row in TABLES.morale] == [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]


def test_formations_and_their_levels() -> None:
    levels = {row.id: (row.sector, row.level) for row in TABLES.formation}
    assert levels == {
        "20ak": ("N", 7), "23ak": ("N", 7), "41pzk": ("N", 8), "46pzk": ("N", 8), "47pzk": ("N", 9),
        "52ak": ("S", 7), "48pzk": ("S", 9), "2sspzk": ("S", 9), "3pzk": ("S", 8), "11ak": ("S", 7),
        "13a": ("N", 8), "48a": ("N", 7), "70a": ("N", 7), "2ta": ("N", 7), "40a": ("S", 6), "6ga": ("S", 7),
        "7ga": ("S", 7), "69a": ("S", 6), "1ta": ("S", 7), "5ga": ("S", 8), "5gta": ("S", 8),
    }  # fmt: skip
    sides = [row.side for row in TABLES.formation]
    assert (sides.count("german"), sides.count("soviet")) == (10, 11)  # 7.71b
    targets = {row.id for row in TABLES.formation if row.target}
    assert targets == {"13a", "70a", "2ta", "6ga", "7ga", "69a", "1ta"}  # 9.15


def test_the_turn_track() -> None:
    air = [(5, 8), (3, 6), (4, 6), (3, 6), (2, 5), (3, 2), (2, 3), (1, 2), (0, 2)]
    assert [(box.north, box.south) for box in TABLES.track] == air
    assert [box.date for box in TABLES.track] == [f"{day} July" for day in range(5, 14)]
    assert [scenario.turns for scenario in SCENARIOS.scenario] == [9]  # 1.1b


def test_the_chits_of_the_variable_entry() -> None:
    chits = [(chit.box, chit.turn, chit.area) for chit in TABLES.chit]
    assert chits == [
        ("A", 2, None), ("B", 3, None), ("C", 4, "S2"), ("D", 4, "S5"), ("E", 5, "S4"), ("F", 5, "S5"),
        ("G", 6, None), ("H", 7, None),
    ]  # fmt: skip


# -- victory


def test_victory_hexes() -> None:
    values = {row.name: row.value for row in TABLES.objective}
    assert values == {
        "Fatezh": 15, "Zolotukhino": 8, "Ponyri": 5, "Olkhovatka": 5, "Maloarkhangelsk": 5, "Molotychi": 3,
        "Oboyan": 12, "Prokhorovka": 10, "Bobryshevo": 6, "Ivnya": 4, "Sheino": 4, "Shebekino": 4, "Rzhavets": 3,
        "Verkhopenye": 5, "Yakovlevo": 4,
    }  # fmt: skip
    assert sum(values.values()) == 93
    assert (TABLES.belgorod.hex, TABLES.belgorod.value) == ("S2723", 20)  # 12.22


@pytest.mark.parametrize(
    ("points", "level"),
    [
        (-60, "soviet-strategic"),
        (-35, "soviet-strategic"),
        (-34, "soviet-operational"),
        (-15, "soviet-operational"),
        (-14, "soviet-tactical"),
        (0, "soviet-tactical"),
        (1, "german-tactical"),
        (20, "german-tactical"),
        (21, "german-operational"),
    ],
)
def test_levels_of_victory(points: int, level: str) -> None:
    reached = [row.id for row in TABLES.victory if row.least is None or row.least <= points]
    assert reached[-1] == level


def test_single_numbers() -> None:
    constants = {name: getattr(TABLES.constants, name).value for name in CONSTANTS}
    assert constants == CONSTANTS


CONSTANTS = {
    "stack_thirds": 6, "battalion_thirds": 1, "stack_bombardment": 1, "stack_engineers": 1, "screened_drm": 2,
    "integrity_shift": 2, "integrity_units": 3, "lethal": 10, "surrounded_drm": 2, "retreat": 2, "hq_level": 12,
    "lowest_level": 1, "bombing_success": 2, "dive_bomber_at": 3, "interdiction_cost": 3, "interdiction_range": 1,
    "tiger_at": 1, "tiger_armour": 5, "step_vp": 1, "recovery_units": 2,
}  # fmt: skip


def loss_check(drm: int, level: int) -> tuple[float, float]:
    """Chances of disruption and of a step loss (rulings U24)."""
    disrupted = sum(ways for roll, ways in WAYS.items() if level < roll + drm <= 10)
    lost = sum(ways for roll, ways in WAYS.items() if roll + drm > 10)
    return disrupted / 36, lost / 36


def chances(side: str, level: int) -> list[tuple[float, float]]:
    """For one unit in each column: disrupted, steps lost (all eliminated counts two)."""
    out = []
    for column in TABLES.crt:
        disrupted = steps = 0.0
        for roll, result in zip(range(2, 13), column.results, strict=True):
            if result[0] not in (side, "B"):
                continue
            if result[1] == "E":
                steps += WAYS[roll] / 36 * 2
                continue
            one, two = loss_check(0 if result[1] == "C" else int(result[1]), level)
            disrupted, steps = disrupted + WAYS[roll] / 36 * one, steps + WAYS[roll] / 36 * two
        out.append((round(disrupted, 2), round(steps, 2)))
    return out


def test_the_exact_chances_of_the_crt() -> None:
    attacker, defender = chances("A", 8), chances("D", 7)
    assert [one for one, _ in attacker] == [0.25, 0.24, 0.23, 0.2, 0.15, 0.09, 0.05, 0.03, 0.02, 0.01, 0.0]
    assert [two for _, two in attacker] == [0.24, 0.17, 0.15, 0.1, 0.08, 0.04, 0.02, 0.01, 0.01, 0.0, 0.0]
    assert [one for one, _ in defender] == [0.01, 0.01, 0.03, 0.09, 0.20, 0.30, 0.34, 0.39, 0.41, 0.41, 0.35]
    assert [two for _, two in defender] == [0.0, 0.0, 0.01, 0.02, 0.06, 0.10, 0.13, 0.20, 0.24, 0.34, 0.60]


def test_costs_are_in_a_sensible_order() -> None:
    """Open ground is the cheapest, water grows from stream to river, heights-villages are the dearest."""
    least, most = TERRAIN["open"], TERRAIN["heights-village"]
    for word, kind in product(TERRAIN, ("motorised", "foot")):
        assert getattr(least, kind) <= getattr(TERRAIN[word], kind) <= getattr(most, kind)
    for kind in ("motorised", "foot", "shift", "at_drm"):
        assert getattr(HEXSIDE["stream"], kind) < getattr(HEXSIDE["river"], kind)
