"""The picture: well-formed, complete, on its own, the same each time; and names that can be read."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

import stavka.games.traces
from stavka.data.hexmap import GridSpec, HexMap, Kinds, Line, Place, read, write
from stavka.mapping import lettering
from stavka.mapping.backdrop import idle_clips
from stavka.mapping.curves import River, Roads, corner_run, outline, side_by_side
from stavka.mapping.draw import Counter, board_svg, cover_svg, dimmed, png, svg
from stavka.mapping.geometry import Box
from stavka.mapping.labels import Clutter, along, beside, taken
from stavka.mapping.legend import legend
from stavka.mapping.names import Names
from stavka.mapping.sheet import Sheet
from stavka.mapping.wires import Wires

TRACES = Path(stavka.games.traces.__file__).parent / "data" / "map.txt"


@cache
def traces() -> HexMap:
    return read(TRACES)


@cache
def picture() -> str:
    return svg(traces())


SMALL = read("""\
[map]
title: Small
rows: 3
columns: 4
terrain: . clear, ^ rough, t woods, ~ swamp, o lake, s sand
hexsides river: minor, major
hexsides ridge:
networks: rail, road, trail
places: town
features: goal
source: history
[terrain]
03   . ^ t ~
02  . o s .
01   . . . .
[places]
0101 town: Alpha, es Álfa
0303 town: Beta & <Gamma>
[hexsides river]
major A: 0101/0201 0101/0202
minor B: 0102/0202
[hexsides ridge]
C: 0103/0203
[network rail]
x: 0101 0102 0103
[network road]
x: 0101 0102 0103 0104
[network trail]
x: 0201 0301
[features]
goal: 0104
""")


def test_it_is_well_formed_and_refers_to_nothing_outside() -> None:
    for text in (picture(), svg(SMALL)):
        root = ET.fromstring(text)
        assert root.tag.endswith("svg")
        assert not re.search(r'(?:href|src)="(?!#)|url\((?!#)|@import|<text|<image|<script', text)
        made = {each.get("id") for each in root.iter() if each.get("id")}
        used = {each.get("href", "")[1:] for each in root.iter() if each.tag.endswith("use")}
        assert used <= made
        assert "nan" not in text and "inf" not in re.sub("<title>.*?</title>", "", text)


def test_everything_has_its_number() -> None:
    root = ET.fromstring(picture())
    uses = [each for each in root.iter() if each.tag.endswith("use")]
    assert len(uses) == 2 * len(traces().terrain)


def test_it_is_the_same_each_time() -> None:
    assert svg(SMALL) == svg(read(write(SMALL)))


def test_sizes_and_languages_differ() -> None:
    assert svg(SMALL, size=56) != svg(SMALL) != svg(SMALL, language="es")
    small, large = (ET.fromstring(svg(SMALL, size=size)) for size in (28, 56))
    assert float(large.get("width", "0")) == pytest.approx(2 * float(small.get("width", "0")), abs=2)


def test_the_map_for_a_client_is_the_map_alone_in_board_coordinates() -> None:
    text = board_svg(SMALL)
    root = ET.fromstring(text)
    sheet = Sheet(SMALL, 28.0, "en")
    assert root.get("viewBox") == f"0 0 {sheet.width:.1f} {sheet.height:.1f}"
    assert (root.get("width"), root.get("height")) == (f"{sheet.width:.1f}", f"{sheet.height:.1f}")
    assert f'<use href="#n001" x="{sheet.centre("0104")[0]:.1f}"' in text
    assert len(text) < len(svg(SMALL))
    assert board_svg(SMALL) == text != board_svg(SMALL, "es")


def test_the_picture_of_a_box_shows_the_map_around_a_hex_and_stays_on_it() -> None:
    whole = Sheet(SMALL, 28.0, "en")
    for number in ("0104", "0101"):
        left, top, width, height = map(float, (ET.fromstring(cover_svg(SMALL, number)).get("viewBox") or "").split())
        x, y = whole.centre(number)
        assert left <= x <= left + width and top <= y <= top + height
        assert 0 <= left <= left + width <= whole.width and 0 <= top <= top + height <= whole.height


@pytest.mark.parametrize(
    ("view", "idle"),
    [
        (Box(1080, 590, 1440, 810), ["page", "land"]),  # Kremenchuk: land as far as the picture goes
        (Box(1500, 1300, 1700, 1480), ["page"]),  # the coast
        (Box(1640, 1400, 1660, 1410), ["page"]),  # the sea, and no land in sight
        (Box(2000, 600, 2200, 700), []),  # beyond the edge of the paper
    ],
)
def test_a_clip_is_left_out_where_it_cuts_nothing_away(view: Box, idle: list[str]) -> None:
    """Clips made the picture of a box take ten times as long, and no other request was answered meanwhile."""
    assert idle_clips(Sheet(traces(), 28.0, "en"), view) == idle


def test_the_picture_of_a_box_has_no_clip_that_cuts_nothing_away() -> None:
    assert "url(#" not in cover_svg(traces(), "1726")


def test_the_dark_theme_is_a_little_darker_and_its_ink_is_the_same() -> None:
    assert dimmed('fill="#efe8d6" stroke="#2d261c"') == 'fill="#bfbaab" stroke="#2d261c"'
    light, dark = board_svg(SMALL), board_svg(SMALL, theme="dark")
    assert len(light) == len(dark) and light != dark
    assert dark == dimmed(light)
    ET.fromstring(dark)
    with pytest.raises(ValueError, match="no theme 'pink'; there are light, dark"):
        board_svg(SMALL, theme="pink")


def test_a_png_comes_out_without_fonts() -> None:
    data = png(svg(SMALL, counters=[Counter("0102", "46"), Counter("0102", "17Pz", "#333333", "#ffffff")]))
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert len(data) > len(png(svg(SMALL))) - 500
    assert data != png(svg(SMALL))
    assert len(png(svg(SMALL), zoom=2)) > len(png(svg(SMALL)))


def test_counters_are_laid_on_their_hexes_and_stacked() -> None:
    plain, one, two = (svg(SMALL, counters=[Counter("0102", "1")] * n) for n in range(3))
    assert [text.count('fill="#a9aea4"') for text in (plain, one, two)] == [0, 1, 2]
    assert svg(SMALL, counters=[Counter("0102", "1", '"><script>')]).count("<script") == 0


def test_a_map_with_nothing_on_it_can_be_drawn() -> None:
    bare = HexMap("Bare", (GridSpec(1, 1),), Kinds({"clear": "."}), "history", {"0101": "clear"})
    ET.fromstring(svg(bare))
    flat = GridSpec(2, 3, orientation="columns", up=False)
    columns = HexMap("Flat", (flat,), Kinds({"clear": "."}), "history", {"0101": "clear", "0203": "clear"})
    ET.fromstring(svg(columns))


# -- lettering


NAMED: tuple[Place | Line, ...] = (*traces().places, *traces().lines)


@pytest.mark.parametrize("name", dict.fromkeys(name for each in NAMED for name in (each.name, *each.names.values())))
def test_every_letter_of_every_name_can_be_written(name: str) -> None:
    glyphs, _ = lettering.letters(name)
    box = lettering.letters("\N{SNOWMAN}")[0][0].strokes
    assert glyphs and all(letter.strokes != box for letter in glyphs)


def test_letters_stand_side_by_side() -> None:
    for text in ("Kyiv", "DNIPRO", "Odesa 1943-44", "Ñandú"):
        glyphs, wide = lettering.letters(text)
        starts = [letter.at for letter in glyphs]
        assert starts == sorted(starts) and wide > starts[-1]
        assert lettering.width(text, 20) == pytest.approx(2 * lettering.width(text, 10))
    assert lettering.width("AA", 10, 5) == pytest.approx(lettering.width("AA", 10) + 5)
    assert lettering.letters("Á")[0][0].strokes[:2] == lettering.letters("A")[0][0].strokes[:2]
    assert [len(lettering.letters(text)[0]) for text in ("Á", "Ç", "Ș")] == [1, 1, 1]
    assert len(lettering.letters("Á")[0][0].strokes) > len(lettering.letters("A")[0][0].strokes)


def test_a_name_along_a_line_that_is_too_short_is_not_written() -> None:
    line = [(0.0, 0.0), (50.0, 0.0), (100.0, 10.0)]
    assert lettering.path_along("Ros", line, 8).startswith("M")
    assert lettering.path_along("Southern Bug", line, 20) == ""


# -- labels


def test_labels_keep_off_each_other_and_stay_on_the_page() -> None:
    page = Box(0, 0, 300, 300)
    clutter = Clutter([page])
    spots = []
    for _ in range(4):
        spots.append(beside(clutter, (150, 150), 40, 8, 6))
        assert spots[-1].cost < 20
        taken(clutter, spots[-1], 40, 8)
    assert all(abs(a.x - b.x) >= 40 or abs(a.y - b.y) >= 8 for a, b in combinations(spots, 2))
    edge = beside(Clutter([page]), (295, 150), 40, 8, 6)
    assert edge.x + 40 < 300


def test_a_label_avoids_a_river_if_it_can() -> None:
    clutter = Clutter([Box(0, 0, 300, 300)])
    assert beside(clutter, (150, 150), 40, 8, 6).x > 150
    clutter.add_line([(180, 0), (180, 300)], 3.0)
    assert beside(clutter, (150, 150), 40, 8, 6).x < 150


def test_a_river_is_named_where_it_is_straight_and_from_left_to_right() -> None:
    line = [(200.0 - 10 * n, 100.0) for n in range(12)] + [(90.0 - 5 * (n % 2), 100.0 + 10 * n) for n in range(12)]
    stretch = along(Clutter([Box(0, 0, 300, 300)]), line, 60, 3)
    assert stretch is not None
    assert stretch[0][0] < stretch[-1][0] and abs(stretch[0][1] - stretch[-1][1]) < 30
    assert along(Clutter([Box(0, 0, 300, 300)]), line, 900, 3) is None


def test_a_river_has_the_name_of_the_language() -> None:
    text = "major Bug: 0101/0201 0101/0202 0102/0202 0102/0203 0103/0203 0103/0204\n"
    head = write(SMALL).split("[hexsides river]")[0] + "[hexsides river] history\n"
    plain, named = read(head + text), read(head + text.replace("Bug:", "Bug, fr Boug:"))
    assert read(write(named)) == named and named.lines[0].names == {"fr": "Boug"}
    assert svg(named) == svg(plain) == svg(plain, language="fr")
    assert svg(named, language="es") == svg(plain, language="es")
    assert svg(named, language="fr") != svg(plain)


def test_cities_are_all_named_on_the_map_of_traces() -> None:
    sheet = Sheet(traces(), 28, "en")
    names = Names(sheet, Wires(sheet))
    names.places()
    written = {p.name for p in traces().places if names._place(p)}
    assert written >= {p.name for p in traces().places if p.kind != "town"}
    assert len(written) > 0.8 * len(traces().places)


# -- curves


def test_a_river_passes_the_middle_of_each_of_its_hexsides() -> None:
    for line in traces().lines:
        river = River(traces().grid, line.sides, line.name)
        assert len(river.corners) == len(line.sides) + 1 and len({*river.corners}) == len(river.corners)
        curve = river.curve(1.0)
        assert all(any(abs(x - mx) + abs(y - my) < 1e-9 for x, y in curve.points) for mx, my in river.middles)


def test_rivers_meet() -> None:
    """A tributary is drawn to where its river is, not to the corner that it cuts."""
    m = SMALL
    major = River(m.grid, m.lines[0].sides, "A")
    minor = River(m.grid, m.lines[1].sides, "B")
    assert corner_run(m.grid, m.lines[0].sides)[-1] in minor.corners
    before = minor.bends[:]
    minor.ends_at({minor.corners[0]: (9.0, 9.0)})
    assert minor.bends[0] == (9.0, 9.0) and minor.bends[1:] == before[1:]
    assert len(major.passes()) == 1


def test_two_networks_on_one_link_are_drawn_side_by_side() -> None:
    shared = SMALL.network("rail") & SMALL.network("road")
    aside = side_by_side(SMALL, shared, 3.0)
    assert list(aside) == ["0102"] and abs(abs(aside["0102"][1]) - 3) < 1e-9
    rail = Roads(SMALL, "rail", 28, aside)
    assert rail.at["0102"][1] != Roads(SMALL, "road", 28, {}).at["0102"][1]
    curve = rail.curve(chain.hexes for chain in SMALL.chains if chain.network == "rail")
    assert curve.path.count("C") == 2 and curve.path.count("M") == 1


def test_the_edge_of_a_patch_is_closed() -> None:
    grid = SMALL.grid
    assert outline(grid, ["0101"], 1).count("Q") == 6
    assert outline(grid, ["0101", "0102"], 1).count("Q") == 10
    assert outline(grid, ["0101", "0304"], 1).count("Z") == 2
    ring = [grid.number(j) for j in grid.neighbours[grid.index("0202")] if j >= 0]
    assert outline(grid, ring, 1).count("Z") == 2, "outside and hole"


def test_the_legend_has_its_place() -> None:
    sheet = Sheet(traces(), 28, "en")
    _, more = legend(sheet, Wires(sheet))
    assert more == 0, "in its corner"
    sheet = Sheet(SMALL, 28, "en")
    text, more = legend(sheet, Wires(sheet))
    assert more > 0 and text.count("<g transform") >= 1 + 5 + 3 + 3 + 1


def test_ranks_of_places() -> None:
    assert Sheet(SMALL, 28, "en").rank("town") == 1
    sheet = Sheet(traces(), 28, "en")
    assert [sheet.rank(kind) for kind in ("major city", "city", "town")] == [0, 1, 2]


def test_a_stray_kind_is_drawn_plainly() -> None:
    line = Line("wall", "", "W", (("0101", "0102"),), "history")
    odd = replace(SMALL, kinds=replace(SMALL.kinds, hexsides={**SMALL.kinds.hexsides, "wall": ()}), lines=(line,))
    assert "stroke-dasharray" in svg(odd)
    named = replace(SMALL, places=(Place("0101", "\N{SNOWMAN}", "town", {}, "history"),))
    ET.fromstring(svg(named))
