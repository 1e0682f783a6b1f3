"""The map of Velikye Luki against what the rules, the rulings and the history of it say (typed from the sources)."""

from collections.abc import Iterable
from itertools import pairwise

import pytest

from stavka.data.hexmap import read, side, write
from stavka.games.luki.files import FOLDER
from stavka.mapping import build
from stavka.mapping.curves import side_ends

MAP = read(FOLDER / "map.txt")
GRID = MAP.grid
EAST_BANK, WEST_BANK = {"2312", "2412", "2512"}, {"2313", "2413", "2513"}
NOWOSOKOLNIKI = {"2423", "2424"}
# The first position west of the river, row by row from 10 to 34.
LOWAT = (10, 10, 11, 10, 10, 10, 11, 11, 12, 12, 12, 12, 13, 13, 13, 13, 14, 13, 14, 13, 14, 13, 14, 14, 14)


def place(name: str) -> str:
    (found,) = (each.hex for each in MAP.places if each.name == name)
    return found


def around(number: str) -> set[str]:
    return set(GRID.numbers(GRID.spread(1 << GRID.index(number)))) - {number}


def chain(name: str) -> tuple[str, ...]:
    (found,) = (each.hexes for each in MAP.chains if each.name == name)
    return found


def reached(start: Iterable[str], links: Iterable[tuple[str, str]]) -> set[str]:
    seen, left = set(start), list(links)
    while touching := [link for link in left if seen & set(link)]:
        seen.update(*touching)
        left = [link for link in left if link not in touching]
    return seen


def test_the_map_file_is_what_the_theatre_file_makes() -> None:
    assert (FOLDER / "map.txt").read_text(encoding="utf-8") == write(build(FOLDER / "theatre.toml"))


# -- hexes


def test_rows_10_to_34_have_positions_00_to_28() -> None:
    assert set(MAP.terrain) == {f"{row}{position:02}" for row in range(10, 35) for position in range(29)}
    assert len(MAP.terrain) == 725


def test_neighbours_as_ruled() -> None:
    """U1: beside even rows p-1 and p, beside odd rows p and p+1."""
    assert around("2005") == {"2004", "2006", "1904", "1905", "2104", "2105"}
    assert around("2105") == {"2104", "2106", "2005", "2006", "2205", "2206"}


def test_row_10_is_in_the_north_and_position_00_in_the_east() -> None:
    x, y = GRID.centre(GRID.index("2015"))
    assert GRID.centre(GRID.index("2014"))[0] > x > GRID.centre(GRID.index("2016"))[0]
    assert GRID.centre(GRID.index("1815"))[1] < y < GRID.centre(GRID.index("2215"))[1]
    assert GRID.centre(GRID.index("2115"))[0] < x  # odd rows lie half a hex further west


def test_the_hexes_that_the_rulebook_names() -> None:
    assert (place("Weljkopolje"), place("Melenka")) == ("2005", "2015")  # 11.8, 2.2
    assert MAP.terrain["2005"] == MAP.terrain["2015"] == "village"
    assert MAP.rivers[side("2004", "2005")] == ("creek", "Kunja")  # 11.8
    assert MAP.terrain["2004"] == MAP.terrain["2006"] == "clear"
    assert {"2004", "2006"} <= around("2005")


def test_the_hexes_of_the_worked_example_are_in_reach() -> None:
    """Foot with MA 4 comes from the east edge to 2004 in one move, so what lies between is clear."""
    assert {MAP.terrain[f"200{n}"] for n in range(5)} == {"clear"}
    for row in (19, 20, 21):
        assert "lake" not in {MAP.terrain[f"{row}{position:02}"] for position in range(6)}


def test_sources_of_supply() -> None:
    assert set(MAP.features["soviet source"]) == {f"{row}00" for row in range(10, 35)}  # 6.3b
    assert set(MAP.features["german source"]) == {f"{row}28" for row in range(10, 35)} | {"1024", "3427"}  # 6.3a


def test_the_cities() -> None:
    cities = {area.name: set(area.hexes) for area in MAP.areas if area.terrain == "city"}
    assert cities == {"Velikye Luki": EAST_BANK | WEST_BANK, "Nowosokolniki": NOWOSOKOLNIKI}
    assert {number for number, word in MAP.terrain.items() if word == "city"} == EAST_BANK | WEST_BANK | NOWOSOKOLNIKI


def test_villages_are_the_village_hexes() -> None:
    villages = {each.hex for each in MAP.places if each.kind == "village"}
    assert villages == {number for number, word in MAP.terrain.items() if word == "village"}
    assert len(villages) == 23
    assert (place("Ostrian"), place("Shiripino"), place("Chernozem")) == ("2419", "2917", "3220")


@pytest.mark.parametrize(("word", "least", "most"), [("forest", 24, 32), ("swamp", 9, 13), ("lake", 2, 4)])
def test_how_much_of_the_land_is_what(word: str, least: int, most: int) -> None:
    """About 30, 10 and 3 hundredths."""
    share = 100 * sum(each == word for each in MAP.terrain.values()) / len(MAP.terrain)
    assert least <= share <= most


def test_every_place_has_a_hex_of_its_own_and_none_lies_in_a_lake() -> None:
    hexes = [each.hex for each in MAP.places]
    assert len(hexes) == len(set(hexes))
    assert "lake" not in {MAP.terrain[number] for number in hexes}


# -- water


def test_the_lowat_runs_between_its_banks() -> None:
    west = {f"{row}{p:02}" for row, first in zip(range(10, 35), LOWAT, strict=True) for p in range(first, 29)}
    sides = {side(a, b) for a in MAP.terrain for b in around(a) if a in west and b not in west}
    assert {s for s, (kind, _) in MAP.rivers.items() if kind == "lowat"} == sides
    assert west >= WEST_BANK and not EAST_BANK & west


@pytest.mark.parametrize("name", ["Lowat", "Kunja", "Lazavitsa", "Kolomenka", "Udray brook", "Nasva", "Bulynino brook"])
def test_rivers_run_in_one_piece_along_hexsides(name: str) -> None:
    ends = [side_ends(GRID, s) for s, (_, found) in MAP.rivers.items() if found == name]
    assert len(ends) > 4
    seen, left = set(ends[0]), ends[1:]
    while touching := [link for link in left if seen & set(link)]:
        seen.update(*touching)
        left = [link for link in left if link not in touching]
    assert not left


@pytest.mark.parametrize("name", ["Lazavitsa", "Kolomenka", "Udray brook", "Bulynino brook"])
def test_tributaries_end_in_the_lowat(name: str) -> None:
    corners = [
        {p for s, (_, found) in MAP.rivers.items() if found == each for p in side_ends(GRID, s)}
        for each in (name, "Lowat")
    ]
    assert corners[0] & corners[1]


# -- roads and railways


RAILWAYS = {
    "Vitebsk - Leningrad": """
        1024 1123 1224 1323 1424 1523 1624 1723 1824 1923 2024 2123 2224 2323 2424 2524 2625 2724 2825 2925 3026 3126
        3226 3326 3427
    """,
    "Moscow - Riga": """
        2600 2601 2602 2603 2503 2504 2505 2506 2507 2508 2409 2410 2411 2412 2413 2414 2415 2416 2417 2418 2419 2420
        2421 2422 2423 2424 2425 2426 2427 2428
    """,
    "Velikye Luki - Nevel": "2413 2513 2614 2615 2715 2816 2916 2917 3018 3118 3219 3220 3320 3421",
}


@pytest.mark.parametrize("name", RAILWAYS)
def test_the_courses_of_the_railways(name: str) -> None:
    assert list(chain(name)) == RAILWAYS[name].split()


def test_a_battalion_in_2608_bars_the_railway_to_the_east() -> None:
    """The battalion's ZOC covers 2507 and 2508, so that the Soviet side is carried as far as 2506."""
    course = chain("Moscow - Riga")
    assert [number for number in course if number in around("2608")] == ["2507", "2508"]
    assert course.index("2506") < course.index("2507")


def test_the_soviet_side_has_a_railway_from_its_edge_and_the_german_side_from_its_own() -> None:
    rails = {number for s in MAP.network("railway") for number in s}
    assert rails & set(MAP.features["soviet source"]) == {"2600"}
    assert rails & set(MAP.features["german source"]) == {"1024", "3427", "2428"}


def test_networks_cross_the_lowat_on_three_bridges() -> None:
    """U18: a crossing is bridged where a road or railway crosses, and nowhere else."""
    lowat = {s for s, (kind, _) in MAP.rivers.items() if kind == "lowat"}
    roads, rails = MAP.network("road"), MAP.network("railway")
    assert lowat & rails == {("2412", "2413")}
    assert lowat & roads == {("1710", "1711"), ("2412", "2413"), ("2912", "2913")}


def test_what_leads_from_the_east_to_the_railway_passes_through_velikye_luki() -> None:
    city = EAST_BANK | WEST_BANK
    links = MAP.network("road") | MAP.network("railway")
    outside = [s for s in links if not city & set(s)]
    east = set(MAP.features["soviet source"]) & {number for s in links for number in s}
    line = set(chain("Vitebsk - Leningrad"))
    assert east == {"2000", "2600", "2800"}
    assert reached(east, links) & line
    assert not reached(east, outside) & line


def test_neighbouring_hexes_of_a_network_are_neighbours() -> None:
    for each in MAP.chains:
        assert all(b in around(a) for a, b in pairwise(each.hexes)), each.name


def test_no_railway_or_road_runs_over_a_lake() -> None:
    hexes = {number for each in MAP.chains for number in each.hexes}
    assert "lake" not in {MAP.terrain[number] for number in hexes}
