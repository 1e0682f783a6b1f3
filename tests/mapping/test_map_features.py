"""Marked hexes by every way to name them, places that are terrain, lines that share hexsides, and joined sheets."""

from dataclasses import replace
from pathlib import Path

import pytest

from stavka.data.hexmap import HexMap, MapError, Mark, Shape, joined, read, write
from stavka.mapping import build

# Rows from the north, even ones half a hex to the right; one degree is one hex, so hex P0304 is at [4, -3].
THEATRE = """\
title = "Marks"
source = "history"

[grid]
rows = 5
columns = 6
shifted = "even"
up = false
prefix = "P"

[kinds]
terrain = { open = ".", woods = "t", village = "v", heights = "^", heights-village = "h" }
hexsides = { river = [], front = [] }
places = ["village", "hill"]
features = ["ours", "zone", "trench", "post"]

[settled.village]
open = "village"
heights = "heights-village"

[settled.hill]
open = "heights"
village = "heights-village"

[projection]
origin = [0.0, 0.0]
row = [0.0, 0.0, -1.0]
column = [0.0, 1.0, 0.0]

[places.village]
A = "P0101"
B = "P0206"
C = "P0303"
D = "P0505"

[places.hill]
"Hill 1" = "P0102"
"Hill 2" = "P0505"

[[areas]]
terrain = "heights"
name = "Ridge"
hexes = "P0303-0305"

[[areas]]
terrain = "woods"
name = "Wood"
hexes = "P0206"

[[lines]]
name = "Brook"
sides = "P0201/P0301 P0201/P0302 P0202/P0302"

[[lines]]
name = "front"
layer = "front"
points = [[0.0, -2.5], [8.0, -2.5]]
shared = true

[[features]]
kind = "ours"
flood = "P0101"
line = "front"
source = "rule 1.1"

[[features]]
kind = "zone"
label = "A"
boxes = [[0.9, -4.1, 2.1, -0.9]]
within = "ours"

[[features]]
kind = "zone"
label = "B"
boxes = [[0.9, -4.1, 2.1, -0.9]]
without = ["ours"]

[[features]]
kind = "trench"
beside = "front"
boxes = [[1.9, -9.0, 4.1, 0.0]]
without = ["ours"]

[[features]]
kind = "post"
via = "P0501 - D"
every = 2
without = ["ours", "trench"]
"""


@pytest.fixture
def made(tmp_path: Path) -> HexMap:
    (tmp_path / "theatre.toml").write_text(THEATRE, encoding="utf-8")
    return build(tmp_path / "theatre.toml")


def test_a_flood_takes_what_lies_on_its_side_of_a_line(made: HexMap) -> None:
    numbers = {f"P{row:02}{column:02}" for row in (1, 2) for column in range(1, 7)}
    assert set(made.features["ours"]) == numbers


def test_zones_are_boxes_cut_at_other_features(made: HexMap) -> None:
    assert made.labelled("zone") == {
        "A": ("P0101", "P0102", "P0201"),  # P0202 lies at 2.5
        "B": ("P0301", "P0302", "P0401"),
    }


def test_beside_a_line_and_every_second_hex_of_a_way(made: HexMap) -> None:
    assert made.features["trench"] == ("P0302", "P0303", "P0304")
    assert made.features["post"] == ("P0501", "P0503", "P0505")


def test_a_front_may_run_along_a_river(made: HexMap) -> None:
    assert set(made.rivers) <= set(made.layer("front"))


def test_a_line_that_shares_nothing_keeps_off_the_others(tmp_path: Path) -> None:
    (tmp_path / "theatre.toml").write_text(THEATRE.replace("shared = true", ""), encoding="utf-8")
    apart = build(tmp_path / "theatre.toml")
    assert set(apart.rivers).isdisjoint(apart.layer("front"))


def test_places_become_terrain(made: HexMap) -> None:
    places = ("P0101", "P0102", "P0303", "P0505", "P0206", "P0304")
    assert [made.terrain[number] for number in places] == [
        "village",
        "heights",  # the hill in the open
        "heights-village",  # the village on the ridge
        "heights-village",  # a village and a hill in one hex
        "woods",  # villages in woods are not mentioned
        "heights",
    ]
    assert next(area.hexes for area in made.areas if area.name == "Ridge") == ("P0304", "P0305")


def test_labels_come_back_from_the_text(made: HexMap) -> None:
    text = write(made)
    assert "\nzone A: P0101 P0102 P0201\n" in text
    assert "\nours: P0101-0106 P0201-0206 ; rule 1.1\n" in text
    assert read(text) == made


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('line = "front"', 'line = "front line"', "expected one of Brook, front, found 'front line'"),
        ('within = "ours"', 'within = "trench"', "expected one of ours, found 'trench'"),
        ('without = ["ours"]', 'without = ["post"]', "expected one of ours, zone, found 'post'"),
        ('heights = "heights-village"', 'heights = "fort"', "found 'fort'"),
        ("[settled.hill]", "[settled.town]", "expected one of village, hill, found 'town'"),
        ('flood = "P0101"\n', "", "expected hexes, boxes, polygon, via, beside or flood, found none of them"),
        ('prefix = "P"', 'prefix = "p-"', "capital letters"),
    ],
)
def test_a_fault_is_one_sentence(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    assert old in THEATRE
    (tmp_path / "theatre.toml").write_text(THEATRE.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(MapError) as refused:
        build(tmp_path / "theatre.toml")
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


# -- joined


def other(made: HexMap, prefix: str = "Q") -> HexMap:
    return read(write(made).replace("P0", f"{prefix}0").replace("prefix: P", f"prefix: {prefix}"))


def test_joined_sheets_are_one_map(made: HexMap) -> None:
    both = joined("Both", [replace(made, shapes=(Shape("label", "Sea", ((1.0, 2.0),)),)), other(made)])
    assert (both.title, [sheet.prefix for sheet in both.sheets]) == ("Both", ["P", "Q"])
    assert len(both.terrain) == 60
    assert both.terrain["Q0303"] == both.terrain["P0303"] == "heights-village"
    assert both.labelled("zone")["A"] == ("P0101", "P0102", "P0201", "Q0101", "Q0102", "Q0201")
    assert both.marks.count(Mark("zone", ("Q0101", "Q0102", "Q0201"), "history", "A")) == 1
    assert both.shapes == (Shape("label", "Sea", ((1.0, 2.0),)),)
    assert both.provenance() == {kind: 2 * count for kind, count in made.provenance().items()}


def test_what_is_drawn_moves_with_its_sheet(made: HexMap) -> None:
    both = joined("Both", [made, replace(other(made), shapes=(Shape("label", "Sea", ((1.0, 2.0),)),))])
    left = both.grid.sheet_box(1)[0]
    assert left > both.grid.sheet_box(0)[2]
    assert both.shapes[-1].points == ((1.0 + left, 2.0),)


def test_sheets_that_do_not_fit_are_refused(made: HexMap) -> None:
    with pytest.raises(MapError, match="prefixes that differ"):
        joined("Both", [made, made])
    strange = replace(made.kinds, features=("goal",))
    with pytest.raises(MapError, match="expected the terrain, hexsides, networks and so on of Marks"):
        joined("Both", [made, replace(other(made), kinds=strange)])
