"""Hexsides with a face and a back, fords, terrain of two words, places that share a hex, patches where units enter."""

import math
import re
from itertools import pairwise
from pathlib import Path

import pytest

from stavka.data.hexmap import HexMap, MapError, read, write
from stavka.mapping import build
from stavka.mapping.draw import svg
from stavka.mapping.faces import faced, moved, runs
from stavka.mapping.ground import Ground, terrain_shown
from stavka.mapping.legend import signs
from stavka.mapping.marks import Marks
from stavka.mapping.sheet import Sheet
from stavka.mapping.wires import Wires

# Columns run straight, even ones half a hex further north, as on the maps of Roads to Moscow.
THEATRE = """\
title = "Faces"
source = "history"

[grid]
rows = 4
columns = 5
orientation = "columns"
numbering = "column-row"
up = false

[kinds]
terrain = { clear = ".", rough = "^", clear-woods = "t", rough-woods = "f" }
hexsides = { river = ["stream", "river"], ford = [], slope = [], wall = [] }
networks = ["main road", "trail"]
places = ["village", "hill"]
features = ["slope side", "wall side", "strongpoint start", "entry"]

[projection]
origin = [0.0, 0.0]
row = [0.0, 0.0, -1.0]
column = [0.0, 1.0, 0.0]

[places.village]
Alpha = "0202"
Beta = "0202"
Gamma = "0502"

[[areas]]
terrain = "rough-woods"
name = "Wild wood"
hexes = "0404"

[[areas]]
terrain = "clear-woods"
name = "Tame wood"
hexes = "0403"

[[lines]]
name = "Brook"
kind = "stream"
sides = "0301/0302 0302/0402 0302/0403 0303/0403"

[[lines]]
name = "fords"
layer = "ford"
sides = "0303/0403"

[[lines]]
name = "Ridge"
layer = "slope"
behind = "0202 0302 0303"
facing = ["S"]

[[lines]]
name = "Wall"
layer = "wall"
behind = "0402-0403"
facing = ["NE", "SE"]

[[lines]]
name = "Rampart"
layer = "wall"
behind = "0403-0404"
facing = ["NW", "SW"]

[networks]
"main road" = ["0301 - 0302 - 0303 - 0204"]
trail = ["0303 - 0403", "0301 - 0302"]

[[features]]
kind = "strongpoint start"
label = "1"
polygon = [[0.5, -0.5], [1.5, -0.5], [1.5, -3.0], [0.5, -3.0]]

[[features]]
kind = "entry"
label = "GW"
hexes = "0101-0103"

[[features]]
kind = "entry"
label = "GW"
hexes = "0501"
"""


def made(tmp_path: Path, old: str = "", new: str = "") -> HexMap:
    assert old in THEATRE
    (tmp_path / "theatre.toml").write_text(THEATRE.replace(old, new, 1), encoding="utf-8")
    return build(tmp_path / "theatre.toml")


@pytest.fixture
def hex_map(tmp_path: Path) -> HexMap:
    return made(tmp_path)


def test_a_line_lies_in_front_of_its_hexes(hex_map: HexMap) -> None:
    # south of 0302 is 0303, which is behind the line itself
    assert hex_map.behind("slope") == {("0202", "0203"): "0202", ("0303", "0304"): "0303"}
    assert {s: n for s, n in hex_map.behind("wall").items() if "05" in s[1][:2]} == {
        ("0402", "0501"): "0402",
        ("0402", "0502"): "0402",
        ("0403", "0502"): "0403",
        ("0403", "0503"): "0403",
    }
    assert hex_map.labelled("slope side") == {"Ridge": ("0202", "0303")}
    assert read(write(hex_map)) == hex_map


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('facing = ["S"]', 'facing = ["W"]', "expected one of N, NE, SE, S, SW, NW, found 'W'"),
        ('behind = "0202 0302 0303"', 'behind = "0902"', "expected hexes of this map"),
        ('"slope side", ', "", "expected one of wall side, strongpoint start, entry, found 'slope side'"),
    ],
)
def test_a_fault_is_one_sentence(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    with pytest.raises(MapError) as refused:
        made(tmp_path, old, new)
    assert sentence in str(refused.value)


def test_a_polygon_takes_the_hexes_whose_centres_it_holds(hex_map: HexMap) -> None:
    # column 1 is shifted: its hexes lie at 1.5, 2.5 and so on
    assert hex_map.features["strongpoint start"] == ("0101", "0102")


def test_runs_have_the_hexes_behind_them_at_the_right_hand(hex_map: HexMap) -> None:
    for line in hex_map.lines:
        if line.layer in ("slope", "wall"):
            behind = set(hex_map.labelled(f"{line.layer} side")[line.name])
            for run in runs(hex_map, line):
                for a, b in pairwise(run):
                    near = [hex_map.grid.centre(hex_map.grid.index(number)) for number in behind]
                    x, y = min(near, key=lambda p: math.dist(p, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)))
                    assert (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) > 0
    walls = [line for line in hex_map.lines if line.layer == "wall"]
    assert [[len(run) for run in runs(hex_map, wall)] for wall in walls] == [[5], [5]]  # four sides in one piece


def test_a_run_is_moved_to_its_right_hand() -> None:
    assert moved([(0.0, 0.0), (10.0, 0.0)], 2.0) == [(0.0, 2.0), (10.0, 2.0)]
    assert moved([(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)], 2.0) == [(0.0, 2.0), (8.0, 2.0), (8.0, 10.0)]
    square = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0), (0.0, 0.0)]
    assert moved(square, 2.0) == [(2.0, 2.0), (8.0, 2.0), (8.0, 8.0), (2.0, 8.0), (2.0, 2.0)]


def test_slopes_fall_off_to_the_left_and_walls_stand_behind_their_line() -> None:
    line = [(0.0, 0.0), (28.0, 0.0)]
    heights = [float(y) for _, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", faced("slope", [line], 1.0))]
    assert min(heights) < -5 and max(heights) == 0
    wall = faced("wall", [line], 1.0)
    drawn = [float(y) for _, y in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", wall)]
    assert drawn and min(drawn) > 0


def test_a_ford_has_stones_and_no_bridge(tmp_path: Path) -> None:
    with_ford = Wires(Sheet(made(tmp_path), 28.0, "en")).bridges()
    without = Wires(Sheet(made(tmp_path, 'sides = "0303/0403"', 'sides = "0302/0402"'), 28.0, "en")).bridges()
    assert with_ford.count("h0") == 6 and without.count("h0") == 0  # three stones, drawn twice
    assert (
        without.count("M") == 4 and with_ford.count("M") == 2 + 6
    )  # two marks a bridge, also where two networks share it


def test_terrain_of_two_words_looks_like_both(hex_map: HexMap) -> None:
    painted = Ground(hex_map, 28.0).paint()
    assert painted.count('fill="#d9c79a"') == 1 and painted.count('fill="#b9c59a"') == 1
    assert painted.index("#d9c79a") < painted.index("#b9c59a")
    assert terrain_shown(hex_map.kinds.terrain) == ["rough", "clear-woods", "rough-woods"]


def test_places_in_one_hex_stand_apart(hex_map: HexMap) -> None:
    sheet = Sheet(hex_map, 28.0, "en")
    alpha, beta, gamma = (sheet.spot(place) for place in hex_map.places)
    assert math.dist(alpha, beta) == pytest.approx(2 * 0.36 * 28)
    assert math.dist(alpha, sheet.centre("0202")) == pytest.approx(0.36 * 28)
    assert gamma == sheet.centre("0502")


def test_an_entry_has_one_ring_round_each_patch_and_starts_are_unseen(hex_map: HexMap) -> None:
    marks = Marks(Sheet(hex_map, 28.0, "en"))
    assert list(marks.ringed()) == ["entry"]
    assert marks.rings().count("<rect") == 2  # two badges


def test_roads_meet_where_a_lesser_one_ends(hex_map: HexMap) -> None:
    roads = Wires(Sheet(hex_map, 28.0, "en")).roads
    assert roads["main road"].at["0303"] == roads["trail"].at["0303"]


def test_the_legend_knows_them(hex_map: HexMap) -> None:
    sheet = Sheet(hex_map, 28.0, "en")
    found = [text for _, text in signs(sheet, Wires(sheet))]
    assert {"slope", "wall", "ford", "stream", "rough-woods", "entry"} <= set(found)
    assert "strongpoint start" not in found
    assert "nan" not in svg(hex_map)
