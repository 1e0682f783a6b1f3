"""The units of Velikye Luki: those that the rulebook describes, and the army lists (typed from the sources)."""

from collections import Counter

import pytest

from stavka.games.luki.files import Unit, load_files

FILES = load_files()
UNITS = {unit.label: unit for unit in FILES.units}
LABELS = {formation.id: formation.label for formation in FILES.tables.formation}
MOTORIZED = {
    "commando",
    "motorized engineer",
    "armored/mechanized infantry",
    "motorized infantry",
    "armored reconnaissance",
    "tank",
}


def of(side: str) -> list[Unit]:
    return [unit for unit in FILES.units if unit.side == side]


def formation(label: str) -> list[Unit]:
    return [unit for unit in FILES.units if unit.formation and LABELS[unit.formation] == label]


def strength(units: list[Unit]) -> int:
    return sum(unit.combat[0] for unit in units)


# -- the examples


def test_the_counter_that_the_rulebook_explains() -> None:
    """E2.42."""
    unit = UNITS["83-III/251"]
    assert (unit.combat, unit.tactical, unit.move, unit.steps) == ((5, 3), 2, 4, 2)
    assert (unit.type, unit.hex, unit.integrity, unit.zoc) == ("infantry", "1605", True, True)
    assert unit.name == "3rd Battalion, 251st Infantry Regiment"
    assert unit in formation("83 ID")


def test_the_units_of_the_worked_combat() -> None:
    """E11.8a to E11.8f."""
    division = [UNITS[label] for label in ("28-88", "28-144", "28-235")]
    assert strength(division) == 34
    assert formation("28 RD") == division
    assert {(unit.tactical, unit.steps, unit.integrity) for unit in division} == {(2, 2, True)}
    brigade, defender = UNITS["184 TB"], UNITS["83-183"]
    assert (brigade.combat[0], brigade.steps, brigade.type, brigade.formation) == (10, 4, "tank", None)
    assert (defender.combat[0], defender.tactical) == (6, 2)
    assert defender.type not in MOTORIZED
    assert brigade.tactical <= 4


def test_designations() -> None:
    """E2.45a to E2.45e."""
    assert UNITS["83-183"] in formation("83 ID")
    assert UNITS["381-1263"] in formation("381 RD") and UNITS["381-1263"].size == "III"
    assert UNITS["564"].formation is None and UNITS["564"].size == "II"
    assert UNITS["23 RB"].formation is None and UNITS["23 RB"].size == "X"


# -- formations


@pytest.mark.parametrize(
    ("label", "count", "integrity"),
    [
        ("8 PD", 5, 3),
        ("20 ID mot", 5, 3),
        ("3 GD", 5, 3),
        ("83 ID", 8, 4),
        ("205 ID", 8, 4),
        ("291 ID", 8, 4),
        ("331 ID", 8, 4),
        ("6 LD", 5, 3),
        ("RFSS Bde", 5, 3),
    ],
)
def test_german_formations(label: str, count: int, integrity: int) -> None:
    units = formation(label)
    assert len(units) == count
    assert {row.integrity for row in FILES.tables.formation if row.label == label} == {integrity}
    assert sum(unit.integrity for unit in units) >= integrity


def test_soviet_formations_have_three_rifle_regiments() -> None:
    labels = [row.label for row in FILES.tables.formation if row.side == "soviet"]
    divisions = [f"{n} GRD" for n in (9, 19, 21, 46)]
    divisions += [f"{n} RD" for n in (7, 28, 32, 150, 249, 257, 357, 360, 381)]
    assert sorted(labels) == sorted(divisions)
    for label in labels:
        units = formation(label)
        assert [(unit.type, unit.size, unit.integrity) for unit in units] == [("infantry", "III", True)] * 3
        assert {unit.nation for unit in units} == {"guards" if label.endswith("GRD") else "soviet"}
        assert {row.integrity for row in FILES.tables.formation if row.label == label} == {3}


@pytest.mark.parametrize(("label", "total"), [("257 RD", 34), ("46 GRD", 37), ("7 RD", 32), ("249 RD", 32)])
def test_strength_of_divisions(label: str, total: int) -> None:
    assert strength(formation(label)) == total


def test_german_services() -> None:
    nations = Counter(unit.nation for unit in of("german"))
    assert (nations["luftwaffe"], nations["ss"]) == (6, 5)
    assert {unit.nation for unit in formation("6 LD")} == {"luftwaffe"}
    assert {unit.nation for unit in formation("RFSS Bde")} == {"ss"}


# -- steps, counters, abilities


def test_how_many_units_and_counters() -> None:
    german, soviet = of("german"), of("soviet")
    assert (len(german), len(soviet)) == (94, 55)
    assert len(UNITS) == 94 + 55  # no label twice
    assert [sum(1 + (unit.steps == 4) for unit in units) for units in (german, soviet)] == [111, 61]


def test_who_has_four_steps() -> None:
    """2.48d."""
    four = {unit.label for unit in FILES.units if unit.steps == 4}
    soviet = {"184 TB", "33 TB", "36 TB", "18 MB", "34 MB", "43 MB"}
    german = {"8-KG 8", "8-KG 28", "8-I/10", "20-KG 76", "20-KG 90"}
    names = ("Kolb", "Brau", "Mün", "Wien", "Zitad", "Bud", "Brom", "Klau", "Bay", "AN", "AO", "AW")
    garrison = {f"WL-{name}" for name in names}
    assert four == soviet | german | garrison
    assert UNITS["18 MB"].combat == (12, 9, 6, 3)
    assert UNITS["WL-Zitad"].combat == (6, 5, 3, 2) and UNITS["WL-AN"].combat == (5, 4, 2, 1)


def test_no_unit_grows_with_its_losses() -> None:
    for unit in FILES.units:
        assert list(unit.combat) == sorted(set(unit.combat), reverse=True), unit.id


def test_alarm_units_have_one_step_and_no_zone_of_control() -> None:
    assert {unit.label for unit in FILES.units if unit.steps == 1} == {"Alarm 1", "Alarm 2", "Alarm 3", "Feldw"}
    assert {unit.label for unit in FILES.units if not unit.zoc} == {"Alarm 1", "Alarm 2", "Alarm 3", "Feldw"}


def test_only_the_brandenburgers_infiltrate() -> None:
    (unit,) = (unit for unit in FILES.units if unit.infiltration)
    assert (unit.label, unit.type, unit.size, unit.formation) == ("Brd-803", "commando", "KG", None)


def test_ski_units_of_both_sides() -> None:
    assert {unit.label for unit in FILES.units if unit.type == "ski"} == {"1", "5", "44 SB", "45 SB"}


def test_strongpoints_cannot_move() -> None:
    stationary = [unit for unit in FILES.units if unit.move is None]
    assert {unit.type for unit in stationary} == {"strongpoint"}
    assert len(stationary) == 16


def test_every_type_of_the_rulebook_occurs() -> None:
    """2.46: six motorized types, ten others, strongpoints."""
    found = {unit.type for unit in FILES.units}
    assert found >= MOTORIZED and len(found) == 17


# -- set-up and schedule


def test_the_garrison() -> None:
    where = {
        "2312": {"WL-AN", "WL-Kolb"},
        "2313": {"WL-Brau", "WL-Mün"},
        "2412": {"WL-AO", "WL-Wien", "83-Pi 183"},
        "2413": {"WL-Zitad", "WL-Bud"},
        "2512": {"WL-Brom", "WL-Klau"},
        "2513": {"WL-AW", "WL-Bay"},
        "2424": {"NO 1"},
        "2423": {"NO 2"},
        "1711": {"Cross N"},
        "2913": {"Cross S"},
    }
    for number, labels in where.items():
        assert {unit.label for unit in FILES.units if unit.hex == number} == labels
    garrison = [unit for unit in FILES.units if unit.label.startswith("WL-") and unit.type == "strongpoint"]
    assert sum(len(unit.combat) for unit in garrison) == 48 and strength(garrison) == 69


def test_the_german_line() -> None:
    hexes = {
        "83-I/251": "1407",
        "83-II/251": "1805",
        "83-183": "2005",
        "83-I/257": "2306",
        "83-II/257": "2608",
        "83-III/257": "2910",
        "3-I/138": "3113",
        "3-II/138": "3219",
        "3-III/138": "2422",
        "3-AA 68": "2422",
        "3-Pi 83": "2422",
        "Sich 1": "1410",
        "Sich 2": "1723",
        "Sich 3": "2917",
    }
    assert {label: UNITS[label].hex for label in hexes} == hexes
    assert all(int(unit.hex[2:]) > 3 for unit in FILES.units if unit.hex)  # room for the Soviet entry


def arriving(side: str, when: object) -> set[str]:
    return {LABELS[unit.formation] if unit.formation else unit.label for unit in of(side) if unit.enters == when}


def test_turn_1() -> None:
    """14.1e, 14.1g, 14.2."""
    assert arriving("soviet", "start") == {"28 RD", "257 RD", "44 SB", "184 TB"}
    assert arriving("soviet", "intro") == {"381 RD"}
    assert arriving("german", "1-III") == {"1"}
    assert arriving("soviet", "1-IV") == {"46 GRD", "34 TR"}
    assert arriving("soviet", "1-VI") == {"21 GRD", "357 RD"}


@pytest.mark.parametrize(
    ("turn", "soviet", "german"),
    [
        (2, "9 GRD,27 TR,36 TR,18 MB,34 MB,43 MB,33 TB,36 TB,31 RB", "8 PD,20 ID mot"),
        (3, "37 TR,38 TR,23 RB", "291 ID,20 ID mot,Brd-803"),
        (4, "19 GRD,7 RD,249 RD", "RFSS Bde"),
        (5, "360 RD,100 RB", "6 LD"),
        (6, "", ""),
        (7, "45 SB", "205 ID,5,Pz 18"),
        (8, "32 RD", "331 ID"),
        (9, "150 RD", ""),
    ],
)
def test_the_schedule(turn: int, soviet: str, german: str) -> None:
    assert arriving("soviet", turn) == set(filter(None, soviet.split(",")))
    assert arriving("german", turn) == set(filter(None, german.split(",")))


def test_the_cup_and_the_breakout_units() -> None:
    cup = {"Alarm 1", "Alarm 2", "Alarm 3", "Feldw", "Urlaub 1", "Urlaub 2", "Sperr", "564", "Lehr", "Unter", "FJ"}
    assert arriving("german", "R") == cup
    assert arriving("german", "B") == {"WL-Jorek", "WL-Sass", "WL-Schw"}
    assert sum(len(unit.combat) for unit in FILES.units if unit.enters == "B") == 6


def test_strength_by_turn() -> None:
    """The table of the balance: CF on hand without losses."""
    waves: list[object] = ["start", "intro", "1-III", "1-IV", "1-VI", *range(2, 10)]
    soviet = [strength([u for u in of("soviet") if u.enters in waves[: waves.index(w) + 1]]) for w in waves]
    assert soviet == [85, 119, 119, 162, 233, 350, 374, 475, 521, 521, 528, 562, 596]
    field = [u for u in of("german") if u.hex and u.type != "strongpoint"]
    later = [strength([u for u in of("german") if u.enters in waves[: waves.index(w) + 1]]) for w in waves]
    assert [strength(field) + cf for cf in later[4:]] == [79, 141, 209, 235, 254, 254, 302, 340, 340]


# -- values

FOOT, FRESH, RIFLE = ((5, 3), 2, 4), ((6, 3), 3, 4), ((12, 6), (11, 6), (11, 6))
STRONG, SECTOR = ((6, 5, 3, 2), 3, None), ((5, 4, 2, 1), 2, None)
KAMPFGRUPPE, TANKS = ((12, 9, 6, 3), 3, 8), ((10, 8, 5, 3), 3, 8)


def values(units: list[Unit]) -> list[tuple[tuple[int, ...], int, int | None]]:
    return [(unit.combat, unit.tactical, unit.move) for unit in units]


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("83 ID", [*[FOOT] * 6, ((6, 3), 2, 5), ((4, 2), 2, 5)]),
        ("3 GD", [*[FRESH] * 3, ((4, 2), 2, 5), ((4, 2), 3, 4)]),
        ("291 ID", [*[FRESH] * 6, ((4, 2), 3, 5), ((4, 2), 3, 5)]),
        ("205 ID", [*[FOOT] * 6, ((4, 2), 2, 5), ((4, 2), 2, 5)]),
        ("331 ID", [*[FOOT] * 6, ((4, 2), 2, 5), ((4, 2), 2, 5)]),
        ("8 PD", [KAMPFGRUPPE, KAMPFGRUPPE, ((10, 8, 5, 3), 4, 8), ((5, 3), 3, 9), ((4, 2), 3, 8)]),
        ("20 ID mot", [KAMPFGRUPPE, ((7, 4), 3, 8), KAMPFGRUPPE, ((5, 3), 3, 9), ((4, 2), 3, 8)]),
        ("6 LD", [*[((4, 2), 1, 4)] * 4, ((3, 1), 1, 4)]),
        ("RFSS Bde", [*[((5, 3), 2, 8)] * 4, ((6, 3), 3, 8)]),
    ],
)
def test_values_of_german_formations(label: str, expected: list[object]) -> None:
    assert values(formation(label)) == expected


def test_values_of_soviet_divisions() -> None:
    for label in (f"{n} RD" for n in (28, 32, 150, 257, 357, 360, 381)):
        assert values(formation(label)) == [(combat, 2, 4) for combat in RIFLE]
    for label in ("7 RD", "249 RD"):
        assert values(formation(label)) == [(combat, 2, 4) for combat in ((11, 6), (11, 6), (10, 5))]
    for label in (f"{n} GRD" for n in (9, 19, 21, 46)):
        assert values(formation(label)) == [(combat, 3, 4) for combat in ((13, 7), (12, 6), (12, 6))]


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ("184 TB,33 TB,36 TB", TANKS),
        ("18 MB,34 MB,43 MB", KAMPFGRUPPE),
        ("34 TR,27 TR,36 TR,37 TR,38 TR", ((6, 3), 2, 8)),
        ("23 RB,31 RB,100 RB", ((12, 6), 2, 4)),
        ("44 SB,45 SB", ((7, 4), 2, 6)),
        ("1,5", ((4, 2), 3, 6)),
        ("Sich 1,Sich 3,Urlaub 1,Urlaub 2,564", ((3, 1), 1, 4)),
        ("Sich 2", ((3, 1), 1, 5)),
        ("Sperr", ((3, 1), 2, 4)),
        ("Lehr", ((4, 2), 2, 4)),
        ("Unter", ((3, 1), 3, 4)),
        ("FJ", ((4, 2), 4, 4)),
        ("Alarm 1,Alarm 2,Alarm 3,Feldw", ((2,), 1, 3)),
        ("Brd-803", ((3, 1), 4, 8)),
        ("Pz 18", ((6, 3), 3, 8)),
        ("WL-Jorek,WL-Sass,WL-Schw", ((4, 2), 3, 4)),
        ("WL-Kolb,WL-Brau,WL-Mün,WL-Wien,WL-Zitad,WL-Bud,WL-Brom,WL-Klau,WL-Bay", STRONG),
        ("WL-AN,WL-AO,WL-AW", SECTOR),
        ("NO 1,NO 2", ((5, 3), 2, None)),
        ("Cross N,Cross S", ((4, 2), 2, None)),
    ],
)
def test_values_of_independent_units(labels: str, expected: object) -> None:
    units = [UNITS[label] for label in labels.split(",")]
    assert values(units) == [expected] * len(units)
    assert {unit.formation for unit in units} == {None}
