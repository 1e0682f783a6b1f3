"""The counters of Zitadelle hold what they should; the values here are typed from the facts and the order of battle."""

from collections import Counter, defaultdict
from collections.abc import Iterable

import pytest

from stavka.data import load
from stavka.games.zitadelle.checks.files import AIR, BOMBARDMENT, ENGINEERS, HQ, TIGERS
from stavka.games.zitadelle.files import FOLDER, Unit, Units

UNITS = load(FOLDER / "units.toml", Units).unit
BY_ID = {unit.id: unit for unit in UNITS}
BASE = [unit for unit in UNITS if unit.part_of is None and unit.type != HQ]
FIGHTING = [unit for unit in BASE if unit.steps]


def ratings(unit: Unit) -> tuple[str, str]:
    """The printed values: AT - armour - combat, full and reduced."""
    full = f"{unit.at}-{unit.armour or '*'}-{unit.combat}"
    return full, f"{unit.at2}-{unit.armour2 or '*'}-{unit.combat2}" if unit.steps == 2 else ""


def test_there_are_419_counters() -> None:
    assert Counter(unit.side for unit in UNITS) == {"german": 198, "soviet": 221}
    assert sum(unit.part_of is not None for unit in UNITS) == 28 + 6
    assert sum(unit.type == HQ for unit in UNITS) == 2
    # with 21 PM markers, a turn marker, 8 chits, 18 disruption and 13 control markers the 480 of 2.4
    assert len(UNITS) + 21 + 1 + 8 + 18 + 13 == 480


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (
            "panzer regiment (pzkw iv)",
            {("7-3-3", "4-3-2"): 2, ("6-3-3", "3-3-2"): 4, ("5-3-3", "3-3-2"): 1, ("5-3-2", "3-3-1"): 3},
        ),
        ("panzer regiment (pzkw iv & vi)", {("8-4-4", "4-4-2"): 2, ("7-4-4", "4-4-2"): 2}),
        ("heavy panzer battalion (tiger)", {("6-5-2", "3-5-1"): 1, ("5-5-2", "3-5-1"): 1}),
        ("panzer battalion (panther)", {("6-4-2", "3-4-1"): 2, ("2-4-1", ""): 1}),
        ("panzer battalion (pzkw iv)", {("5-3-2", "3-3-1"): 1}),
        ("heavy tank destroyer battalion (ferdinand)", {("7-6-1", "4-6-1"): 2}),
        ("assault gun battalion (stg iii)", {("4-3-1", ""): 9}),
        ("assault panzer battalion (brummbaer)", {("2-3-3", ""): 1}),
        ("panzergrenadier regiment", {("2-*-4", "1-*-2"): 22, ("3-*-5", "2-*-3"): 2}),
        ("ss panzergrenadier regiment", {("3-*-6", "2-*-3"): 6}),
        ("motorized infantry regiment", {("2-*-4", "1-*-2"): 2, ("2-*-3", "1-*-2"): 1}),
        ("infantry regiment", {("1-*-4", "0-*-2"): 39, ("1-*-3", "0-*-2"): 15, ("2-*-5", "1-*-3"): 3}),
        ("jaeger battalion", {("0-*-1", ""): 3}),
        ("tank brigade (t34/76)", {("3-2-2", ""): 26, ("4-2-2", ""): 9, ("2-2-1", ""): 1, ("2-1-1", ""): 1}),
        ("guards tank brigade (t34/76)", {("4-2-3", "2-2-2"): 10}),
        ("tank brigade (kv1c)", {("3-3-2", ""): 2}),
        ("tank brigade (churchill)", {("2-4-1", ""): 2}),
        ("rifle regiment", {("1-*-2", "0-*-1"): 69}),
        ("guards rifle regiment", {("1-*-3", "0-*-2"): 66}),
        ("guards airborne regiment", {("1-*-3", "0-*-2"): 15, ("2-*-2", "1-*-1"): 1}),
        ("motorized rifle brigade", {("1-*-3", "0-*-2"): 9}),
        ("guards motorized rifle brigade", {("2-*-3", "1-*-2"): 2}),
        ("mechanized rifle brigade", {("3-*-4", "2-*-2"): 3}),
        ("guards mechanized rifle brigade", {("3-*-5", "2-*-3"): 3}),
    ],
)
def test_ratings_by_type(kind: str, expected: dict[tuple[str, str], int]) -> None:
    assert Counter(ratings(unit) for unit in BASE if unit.type == kind) == expected


def test_support_and_air_units() -> None:
    factors = {kind: Counter(unit.factor for unit in UNITS if unit.type == kind) for kind in BOMBARDMENT}
    assert list(factors.values()) == [{2: 6, 1: 2}, {2: 6}, {3: 2}]
    assert sum(unit.type == ENGINEERS for unit in UNITS) == 10
    air = Counter((unit.type, unit.sector) for unit in UNITS if unit.type in AIR)
    assert air == {
        ("dive bomber", "N"): 3,
        ("level bomber", "N"): 2,
        ("dive bomber", "S"): 5,
        ("level bomber", "S"): 3,
    }
    assert [ratings(unit) for unit in UNITS if unit.type == HQ] == [("0-*-2", "")] * 2


def test_the_counters_that_the_rulebook_names() -> None:
    def types(*ids: str) -> set[str]:
        return {BY_ID[each].type for each in ids}

    assert types("ax.51", "ax.52", "ax.39st") == {"panzer battalion (panther)"}  # 10.31a
    assert types("ax.653", "ax.654") == {"heavy tank destroyer battalion (ferdinand)"}  # 10.31b
    assert (BY_ID["ax.503"].formation, BY_ID["ax.505"].formation) == ("3pzk", "47pzk")  # 13.45b
    assert (BY_ID["ax.6pz.11"].formation, BY_ID["ax.6pz.11"].parent) == ("3pzk", "6 PzD")  # 8.13
    assert "7-3-3" in {ratings(unit)[0] for unit in UNITS if unit.type == "panzer regiment (pzkw iv)"}  # 7.49
    assert {ratings(unit)[0] for unit in UNITS if unit.type == "guards rifle regiment"} == {"1-*-3"}  # 7.49


def by_parent(units: Iterable[Unit]) -> dict[str | None, int]:
    return dict(Counter(unit.parent for unit in units))


def test_rokossovskys_reserve_has_21_units() -> None:
    expected = {"3 TC": 4, "16 TC": 4, "19 TC": 4, "6 GRD": 3, "70 GRD": 3, "75 GRD": 3}
    reserve = [unit for unit in UNITS if unit.reserve]
    assert by_parent(reserve) == expected  # 8.5
    assert {unit.zone for unit in reserve} == {"P"}
    assert {unit.id for unit in reserve} == {unit.id for unit in UNITS if unit.zone == "P" and unit.type != HQ}


def test_the_model_option_brings_14_units() -> None:
    model = [unit for unit in UNITS if unit.model]
    assert by_parent(model) == {"2 PzD": 3, "4 PzD": 3, "9 PzD": 3, "12 PzD": 3, "18 PzD": 2}  # 11.21
    assert {unit.id for unit in model if unit.parent == "18 PzD"} == {"ax.18pz.18", "ax.18pz.52"}  # 11.22b
    assert BY_ID["ax.18pz.101"].zone == "B"


@pytest.mark.parametrize(
    ("turn", "side", "expected"),
    [
        (1, "german", {("18 PzD", "N1"): 2, ("2 PzD", "N1"): 3, ("9 PzD", "N1"): 3}),
        (2, "soviet", {("92 GRD", "S2"): 3, ("94 GRD", "S2"): 3}),
        (3, "german", {("4 PzD", "N1"): 3}),
        (3, "soviet", {("10 TC", "S4"): 4, ("2 TC", "S3"): 4, ("9 TC", "N2"): 4}),
        (4, "soviet", {("107 RD", "S2"): 3, ("309 RD", "S5"): 3}),
        (5, "german", {("12 PzD", "N1"): 3, ("10 PGD", "N1"): 2}),
        (5, "soviet", {("13 GRD", "S4"): 3, ("9 GAbnD", "S4"): 4, ("66 GRD", "S5"): 3, ("6 GAbnD", "S5"): 3}),  # 13.36
        (6, "german", {("198 ID", "S1"): 3}),
        (6, "soviet", {("95 GRD", "S4"): 3, ("97 GRD", "S4"): 3}),
        (7, "soviet", {("18 TC", "S4"): 4, ("29 TC", "S4"): 4, ("5 GMC", "S5"): 4}),  # 13.35
    ],
)
def test_reinforcements(turn: int, side: str, expected: dict[tuple[str, str], int]) -> None:
    found = Counter((unit.parent, unit.area) for unit in UNITS if unit.enters == turn and unit.side == side)
    assert found == expected


def test_nobody_else_enters() -> None:
    found = {(unit.enters, unit.side) for unit in UNITS if unit.enters}
    german, soviet = {1, 3, 5, 6}, {2, 3, 4, 5, 6, 7}
    assert found == {(turn, "german") for turn in german} | {(turn, "soviet") for turn in soviet}


@pytest.mark.parametrize(
    ("formation", "start", "later", "options"),
    [
        ("20ak", 3, 0, 0),
        ("23ak", 13, 0, 0),
        ("41pzk", 15, 4, 2),
        ("46pzk", 17, 3, 2),
        ("47pzk", 13, 9, 9),
        ("52ak", 10, 0, 0),
        ("48pzk", 20, 0, 6),
        ("2sspzk", 15, 0, 6),
        ("3pzk", 18, 0, 9),
        ("11ak", 8, 3, 0),
        ("13a", 38, 0, 0),
        ("48a", 9, 0, 0),
        ("70a", 19, 0, 0),
        ("2ta", 13, 4, 0),
        ("40a", 7, 3, 0),
        ("6ga", 23, 0, 0),
        ("7ga", 24, 0, 0),
        ("69a", 9, 9, 0),
        ("1ta", 17, 4, 0),
        ("5ga", 0, 19, 0),
        ("5gta", 5, 16, 0),
    ],
)
def test_units_by_formation(formation: str, start: int, later: int, options: int) -> None:
    units = [unit for unit in UNITS if unit.formation == formation]
    assert sum(unit.zone is not None for unit in units) == start
    assert sum(unit.enters is not None for unit in units) == later
    assert sum(unit.part_of is not None for unit in units) == options
    assert len(units) == start + later + options


def sums(units: Iterable[Unit]) -> tuple[int, int, int, int, int]:
    """Units, steps, AT strength, combat strength, armoured units."""
    chosen = list(units)
    return (
        len(chosen),
        sum(unit.steps for unit in chosen),
        sum(unit.at or 0 for unit in chosen),
        sum(unit.combat or 0 for unit in chosen),
        sum(unit.armour is not None for unit in chosen),
    )


@pytest.mark.parametrize(
    ("side", "sector", "start", "total"),
    [
        ("german", "N", (51, 92, 94, 156, 11), (67, 124, 145, 212, 16)),
        ("german", "S", (55, 106, 156, 211, 16), (58, 112, 159, 220, 16)),
        ("soviet", "N", (79, 146, 108, 179, 13), (83, 151, 118, 188, 16)),
        ("soviet", "S", (85, 156, 145, 223, 22), (136, 246, 233, 363, 35)),
    ],
)
def test_strength(side: str, sector: str, start: tuple[int, ...], total: tuple[int, ...]) -> None:
    units = [unit for unit in FIGHTING if unit.side == side and (unit.hex or unit.area or "")[:1] == sector]
    assert sums(unit for unit in units if unit.zone) == start
    assert sums(units) == total


def test_236_german_steps_cost_victory_points() -> None:
    assert sums(unit for unit in FIGHTING if unit.side == "german")[1] == 236


def test_steps_by_type() -> None:
    for unit in FIGHTING:
        if unit.type.startswith("tank brigade"):
            assert unit.steps == 1  # 6.62: Soviet tanks that are no Guards
        elif unit.size != "II":
            assert unit.steps == 2


@pytest.mark.parametrize(
    ("regiments", "first", "second"),
    [
        (("ax.2pz.3", "ax.4pz.35"), "4-3-2", "4-3-1"),
        (("ax.6pz.11", "ax.11pz.15", "ax.7pz.25", "ax.19pz.27"), "4-3-2", "3-3-1"),
        (("ax.3pz.6",), "3-3-2", "3-3-1"),
        (("ax.18pz.18", "ax.12pz.29", "ax.9pz.33"), "3-3-1", "3-3-1"),
        (("ax.gd.pz", "ax.lah.pz"), "5-4-2", "4-3-2"),
        (("ax.dr.pz", "ax.tot.pz"), "4-4-2", "4-3-2"),
    ],
)
def test_panzer_regiments_in_battalions(regiments: tuple[str, ...], first: str, second: str) -> None:
    for regiment in regiments:
        parts = [unit for unit in UNITS if unit.part_of == regiment]
        assert [ratings(unit) for unit in parts] == [(first, ""), (second, "")]
        assert {unit.size for unit in parts} == {"II"}
        assert sum(unit.at or 0 for unit in parts) == (BY_ID[regiment].at or 0) + 1
        assert sum(unit.combat or 0 for unit in parts) == BY_ID[regiment].combat


def test_tiger_battalions_have_three_companies() -> None:
    companies = Counter(unit.part_of for unit in UNITS if unit.type == TIGERS)
    assert companies == {"ax.503": 3, "ax.505": 3}  # 13.45a


def test_german_divisions_with_three_units() -> None:
    """The divisions to which 7.47 can apply."""
    units: dict[str | None, int] = defaultdict(int)
    for unit in FIGHTING:
        if unit.side == "german" and unit.parent:
            units[unit.parent] += 1
    for name in ("6 ID", "78 StD", "20 PzD", "18 PzD", "GD", "LAH", "DR", "TOT", "198 ID"):
        assert units[name] == 3, name
    assert units["10 PGD"] == 2 and units["36 ID"] == 1
