"""The picture of field works, zones, fronts, heights, villages, roads of two classes, and several sheets."""

import math
import re
import xml.etree.ElementTree as ET

import pytest

from stavka.data.hexmap import GridSpec, HexMap, Kinds, joined, read, write
from stavka.hexes import Grid
from stavka.mapping.curves import inset, loops, outline
from stavka.mapping.draw import board_svg, svg
from stavka.mapping.ground import HILL, VILLAGE, Ground, terrain_shown, town
from stavka.mapping.legend import legend, signs
from stavka.mapping.marks import Marks
from stavka.mapping.sheet import Sheet, badge
from stavka.mapping.wires import Wires, barrier, network
from stavka.mapping.works import position, trench

TEXT = """\
[map]
title: Marks: North
rows: 4
columns: 5
up: no
prefix: N
terrain: . open, ^ heights, v village, h heights-village
hexsides river: stream, river
hexsides front:
networks: primary road, secondary road, rail
places: town, village, hill
features: german side, zone, victory, entrenchment, improvised position, goal
source: history
[terrain]
01   . ^ h . .
02  v . . . .
03   . . . . .
04  . . . . .
[places]
N0103 village: Alpha
N0102 hill: Hill 1
N0401 town: Beta
[hexsides river]
stream A: N0301/N0302
[hexsides front]
front: N0203/N0303 N0204/N0303
[network primary road]
x: N0401 N0402 N0403
[network secondary road]
x: N0403 N0404
[network rail]
x: N0401 N0402
[features]
german side: N0101-0105
zone A: N0201 N0202
victory 15: N0401
entrenchment: N0303 N0304
improvised position: N0405
goal: N0404
"""
MAP = read(TEXT)
SHEET = Sheet(MAP, 28.0, "en")


def test_loops_have_the_hexes_at_their_right_hand() -> None:
    grid = Grid(GridSpec(3, 3))
    (one,) = loops(grid, ["0202"])
    assert len(one) == 6 and set(one) == set(grid.corners(grid.index("0202")))
    inner = inset(one, 0.2)
    centre = grid.centre(grid.index("0202"))
    far = 1 - 0.2 / (3**0.5 / 2)
    assert [math.dist(p, centre) for p in inner] == pytest.approx([far] * 6)
    (two,) = loops(grid, ["0202", "0203"])
    assert len(two) == 10
    assert len(loops(grid, ["0101", "0303"])) == 2


def test_a_patch_with_a_hole_has_two_loops() -> None:
    grid = Grid(GridSpec(3, 3))
    ring = grid.numbers(grid.spread(1 << grid.index("0202")))
    assert sorted(map(len, loops(grid, ring))) == [6, 18]
    assert outline(grid, ring, 10).count("Z") == 2


def test_trenches_have_teeth_and_positions_ticks_all_round() -> None:
    square = [(0.0, 0.0), (62.0, 0.0), (62.0, 62.0), (0.0, 62.0)]
    teeth = trench(square, 1.0)
    assert teeth.count("M") == 1 and teeth.endswith("Z")
    points = [tuple(map(float, pair.split())) for pair in re.findall(r"-?[\d.]+ -?[\d.]+", teeth)]
    assert len(points) == 4 * 10 * 6  # ten teeth a side of 62, six points each
    assert min(y for _, y in points) == pytest.approx(-2.3)  # outwards
    assert all(-2.4 < x < 64.4 and -2.4 < y < 64.4 for x, y in points)
    assert position(square, 1.0).count("M") == 1 + 4 * 10


def test_works_zones_and_rings_are_drawn_each_in_their_manner() -> None:
    marks = Marks(SHEET)
    assert marks.works().count("<path") == 2
    assert marks.zones().count("<path") == 2  # a border and a letter
    assert list(marks.ringed()) == ["victory", "goal"]  # no sides, works or zones
    assert marks.rings().count("<polygon") == 2


def test_a_ring_shows_the_label_or_the_initial() -> None:
    rings = Marks(Sheet(MAP, 28.0, "en")).rings()
    x, y = SHEET.centre("N0401")
    at = (x + 0.52 * 28, y + 0.5 * 28)
    assert badge("15", at, Marks(SHEET).ringed()["victory"], 1.0) in rings
    x, y = SHEET.centre("N0404")
    assert badge("G", (x + 0.52 * 28, y + 0.5 * 28), Marks(SHEET).ringed()["goal"], 1.0) in rings
    narrow, wide = (re.search(r'width="([\d.]+)"', badge(text, (0, 0), "#000000", 1.0)) for text in ("G", "100"))
    assert narrow and wide and float(narrow[1]) == 10 < float(wide[1])


def test_heights_and_a_village_on_them_are_one_patch() -> None:
    painted = Ground(MAP, 28.0).paint()
    assert painted.count('fill="#dccb9c"') == 1
    assert terrain_shown(MAP.kinds.terrain) == ["heights"]  # villages are paper with houses
    apart = HexMap("", (GridSpec(1, 3),), Kinds({"heights": "^"}), "history", {"0101": "heights", "0103": "heights"})
    assert Ground(apart, 28.0).paint().split('fill="#dccb9c"')[0].count("Z") == 2


def test_villages_and_hills_are_known_by_their_words() -> None:
    assert [SHEET.rank(kind) for kind in ("town", "village", "hill")] == [0, VILLAGE, HILL]
    assert town((0, 0), HILL, 1.0, "x") != town((0, 0), VILLAGE, 1.0, "x")


def test_a_front_is_a_band_and_a_lake_is_water() -> None:
    assert barrier("front", "M0 0L1 1", 1.0) != barrier("ridge", "M0 0L1 1", 1.0)
    assert barrier("lake", "M0 0L1 1", 1.0) == barrier("blocked", "M0 0L1 1", 1.0)


def test_roads_of_two_classes_and_railways_look_different() -> None:
    looks = {network(kind, "M0 0L1 1", 1.0) for kind in ("primary road", "secondary road", "rail", "trail")}
    assert len(looks) == 4
    assert network("primary road", "M0 0L1 1", 1.0) == network("road", "M0 0L1 1", 1.0)


def test_a_railway_runs_beside_a_road_of_any_class() -> None:
    text = TEXT.replace(
        "N0403 N0404\n[network rail]\nx: N0401 N0402", "N0403 N0404 N0405\n[network rail]\nx: N0403 N0404 N0405"
    )
    roads = Wires(Sheet(read(text), 28.0, "en")).roads
    road, rail = (roads[kind].at["N0404"] for kind in ("secondary road", "rail"))
    assert math.dist(road, rail) == pytest.approx(0.2 * 28)


def test_the_legend_has_every_sign_once() -> None:
    found = [text for _, text in signs(SHEET, Wires(SHEET))]
    assert found == [
        "town", "village", "hill", "heights", "stream", "front", "primary road", "secondary road", "rail",
        "entrenchment", "improvised position", "victory", "goal",
    ]  # fmt: skip
    drawn = svg(MAP)
    ET.fromstring(drawn)
    assert "nan" not in drawn


# -- several sheets

SOUTH = read(write(MAP).replace("N0", "S0").replace("prefix: N", "prefix: S").replace("North", "South"))
BOTH = joined("Marks: Both", [MAP, SOUTH])


def test_each_sheet_has_its_frame_and_the_names_stay_on_theirs() -> None:
    frame = 'fill="none" stroke="#2d261c" stroke-width="2.6"'
    assert [svg(m).count(frame) for m in (MAP, BOTH)] == [1, 2]
    sheet = Sheet(BOTH, 28.0, "en")
    assert len(sheet.boxes) == 2 and sheet.boxes[0].right < sheet.boxes[1].left
    gap = (sheet.boxes[0].right + sheet.boxes[1].left) / 2
    between = type(sheet.boxes[0])(gap - 10, 10, gap + 10, 20)
    assert sheet.clutter.cost(between) == 1000
    assert sheet.clutter.cost(sheet.boxes[1]) < 1000
    ET.fromstring(board_svg(BOTH))


def test_numbers_are_printed_without_the_letter_of_the_sheet() -> None:
    drawn = svg(BOTH)
    assert 'href="#n001"' in drawn and "#n0N" not in drawn
    uses = re.findall(r"<use ", drawn)
    assert len(uses) == 2 * 40


def test_the_legend_lies_below_a_shorter_sheet() -> None:
    tall = HexMap("Tall", (GridSpec(14, 5, up=False, prefix="T"),), MAP.kinds, "history", {"T0101": "open"})
    sheet = Sheet(joined("Both: of them", [MAP, tall]), 28.0, "en")
    drawn, more = legend(sheet, Wires(sheet))
    assert more == 0.0
    top = re.search(r'<rect x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="([\d.]+)"', drawn)
    assert top
    x, y, wide, high = map(float, top.groups())
    assert x == 0 and y > sheet.boxes[0].bottom
    assert x + wide == pytest.approx(sheet.boxes[0].right, abs=0.1) and y + high == pytest.approx(sheet.height, abs=0.1)
    alone = Sheet(MAP, 28.0, "en")
    assert legend(alone, Wires(alone))[1] > 0
