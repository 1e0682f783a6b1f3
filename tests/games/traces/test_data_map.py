"""The map of Traces of War against what the rules and the history of it say (values typed from the sources)."""

from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

import stavka.games.traces
from stavka.data.hexmap import HexMap, Side, read, side, spread_out, write
from stavka.hexes.grid import Grid
from stavka.mapping import build
from stavka.mapping.curves import side_ends

DATA = Path(stavka.games.traces.__file__).parent / "data"


@cache
def traces() -> HexMap:
    return read(DATA / "map.txt")


def sides(text: str) -> set[Side]:
    return {side(a, b) for a, _, b in (word.replace("|", "/").partition("/") for word in text.split())}


def river(name: str) -> set[Side]:
    return {s for s, (_, found) in traces().rivers.items() if found == name}


def parts(links: Iterable[tuple[object, object]]) -> list[set[object]]:
    """The connected parts of a graph."""
    found: list[set[object]] = []
    for a, b in links:
        joined = [part for part in found if a in part or b in part]
        found = [part for part in found if part not in joined]
        found.append({a, b}.union(*joined))
    return found


def test_the_map_file_is_what_the_theatre_file_makes() -> None:
    assert (DATA / "map.txt").read_text(encoding="utf-8") == write(build(DATA / "theatre.toml"))


# -- places and features


def test_the_seven_named_places_are_where_the_rules_have_them() -> None:
    places = {p.name: (p.hex, p.kind, p.source) for p in traces().places}
    for name, number in {
        "Kharkiv": "2634",
        "Kyiv": "2918",
        "Odesa": "0218",
        "Ternopil": "2305",
        "Stalino": "1338",
        "Dnipropetrovsk": "1631",
    }.items():
        assert places[name] == (number, "major city", "rule 3.0i")
    assert places["Kremenchuk"] == ("1926", "city", "rule 12.3e")


CITIES = """
Belgorod 3035, Sumy 3231, Konotop 3426, Nizhyn 3322, Pryluky 3024, Lubny 2626, Poltava 2329, Kremenchuk 1926,
Cherkasy 2223, Lozova 1934, Pavlohrad 1633, Novomoskovsk 1731, Sloviansk 1838, Artemivsk 1738, Mariupol 0737,
Taganrog 0841, Melitopol 0531, Nikopol 1029, Kryvyi Rih 1226, Kherson 0323, Kirovohrad 1623, Uman 1717,
Pervomaisk 1319, Bila Tserkva 2517, Zhytomyr 2814, Berdychiv 2513, Korosten 3214, Vinnytsia 2112, Proskuriv 2209,
Kamianets-Podilskyi 1707, Mohyliv 1510, Chernivtsi 1406, Balti 1111, Iasi 0610, Chisinau 0513, Tiraspol 0515,
Shepetivka 2709, Rivne 3007, Dubno 2905, Lutsk 3104, Kovel 3403, Lviv 2501
"""


def test_the_cities_of_the_proposal() -> None:
    found = {p.name: p.hex for p in traces().places if p.kind == "city"}
    wanted = dict(item.strip().rsplit(" ", 1) for item in CITIES.replace("\n", " ").split(","))
    assert len(wanted) == 42
    assert wanted.items() <= found.items()
    major = {p.name: p.hex for p in traces().places if p.kind == "major city"}
    assert len(major) == 6 and found["Zaporizhzhia"] == "1231" and found["Mykolaiv"] == "0622"
    assert len({*found.values(), *major.values()}) == len(found) + len(major), "no hex holds two"


def test_the_features() -> None:
    features = traces().features
    assert {*features["crossing point"]} == {"2918", "2421", "2223", "1826", "1827", "1631"}
    assert {*features["supply source soviet"]} == {"3535", "2844", "2144", "1744", "0844"}
    assert {*features["supply source axis"]} == {"3401", "2501", "1901"}
    assert {*features["breakthrough"]} == {"3401", "2501", "1401", "0701"}
    by_source = {mark.source: mark.hexes for mark in traces().marks if mark.kind == "crossing point"}
    assert by_source["rule 12.3e"] == ("1826", "1827")


# -- terrain

ROUGH = """
1438-1440 1538-1540 1638-1640 1738 2320 2420 2421 1407 1408 1507-1509 1607-1609 1707-1709 2604 2605 2704 2705
0712 0812 0813 0912 0801-0803 0901-0903 1001-1003 1101-1103 1201-1203 1301-1303 1401-1403 1501-1503 1601-1603
1701-1703
"""
SWAMP = "3306-3310 3405-3412 3505-3513 3219 3319 0928 0929"


def test_the_terrain() -> None:
    terrain = traces().terrain
    assert {h for h, word in terrain.items() if word == "rough"} == {*spread_out(ROUGH)}
    assert {h for h, word in terrain.items() if word == "swamp"} == {*spread_out(SWAMP)}
    assert {*terrain.values()} == {"clear", "rough", "swamp"}


def test_the_movement_example_can_be_played_at_3119() -> None:
    m = traces()
    assert (m.terrain["3119"], m.terrain["3220"], m.terrain["3219"]) == ("clear", "clear", "swamp")
    ways = {*m.rivers, *m.roads, *m.rails}
    assert side("3119", "3220") not in ways, "Clear, no river and no road"
    assert side("3119", "3219") not in {*m.roads, *m.rails}
    assert m.rivers[side("3118", "3119")] == ("major", "Dnipro")


def test_the_sea_has_no_hexes() -> None:
    terrain = traces().terrain
    for number in ("0741", "0219", "0319", "0320", "0436", "0131", "0640", "0236"):
        assert number not in terrain
    for number in ("0117", "0218", "0222", "0223", "0323", "0129", "0331", "0737", "0841", "0844"):
        assert number in terrain
    grid = traces().grid
    assert len(parts((a, b) for a in grid.bits(grid.all) for b in grid.neighbours[a] if b >= 0)) == 1


# -- the Dnipro

BANK = {
    **dict.fromkeys(range(27, 36), 19),
    **{26: 21, 25: 21, 24: 22, 23: 22, 22: 24, 21: 24, 20: 26, 19: 26, 18: 28, 17: 29, 16: 32, 15: 31, 14: 32},
    **{13: 31, 12: 31, 11: 31, 10: 30, 9: 28, 8: 28, 7: 27, 6: 27, 5: 26, 4: 26, 3: 24, 2: 20, 1: 19},
}
BRIDGES = "2918|2919 2421|2422 2223|2224 1826|1926 1827|1926 1631|1731 1631|1531 1130|1231"


def west(number: str) -> bool:
    return int(number[2:]) < BANK[int(number[:2])]


def test_west_of_the_dnipro_is_the_bank_table() -> None:
    assert {*traces().features["west of the Dnipro"]} == {number for number in traces().terrain if west(number)}


def test_the_dnipro_is_every_hexside_between_the_banks() -> None:
    m, grid = traces(), traces().grid
    between = {
        side(grid.number(a), grid.number(b))
        for a in grid.bits(grid.all)
        for b in grid.neighbours[a]
        if b >= 0 and west(grid.number(a)) != west(grid.number(b))
    }
    upper = {s for s in between if s[0] >= "0300"}
    assert len(upper) == 85
    assert upper == {s for s in river("Dnipro") if s[0] >= "0300"}
    assert {m.rivers[s] for s in river("Dnipro")} == {("major", "Dnipro")}
    assert between == river("Dnipro") | sides("0322|0222 0322|0223"), "below Kherson river or liman, no dry gap"


def test_the_dnipro_is_bridged_at_these_places_only() -> None:
    m = traces()
    assert (m.roads | m.rails) & river("Dnipro") == sides(BRIDGES)
    for number in m.features["crossing point"]:
        assert any(number in s for s in sides(BRIDGES))
        assert west(number)


# -- other rivers and blocked hexsides

MAJOR_FROM = {"Southern Bug": "1319", "Dniester": "1510"}  # Pervomaisk, Mohyliv
MINOR = """
Desna Seim Sula Psel Vorskla Oril Samara Donets Oskil Mius Molochna Inhul Inhulets Ros Teteriv Sluch Horyn Styr Prut
Siret Aidar Kalmius Vovcha Khorol Udai Trubizh Irpin Uzh Prypiat Tiasmyn Syniukha Bazavluk Tylihul Seret Strypa Zbruch
Reut
"""
DONETS = """
3035/3036 2935/2936 2835/2836 2735/2736 2635/2636 2535/2536 2535/2435 2334/2335 2235/2335 2235/2236 2135/2236 2135/2136
2036/2136 2037/2136 2037/2137 1937/1938 1838/1938 1840/1940 1840/1841 1741/1841
"""
MIUS = "1340/1341 1241/1341 1241/1242 1241/1141 1140/1141 1040/1041 0940/0941"
BLOCKED = """
0519|0520 0519|0420 0419|0420 0521|0522 0521|0422 0421|0422 0322|0222 0322|0223 0116|0117 0330|0331
"""


def test_the_blocked_hexsides() -> None:
    m = traces()
    assert m.blocked == sides(BLOCKED)
    assert not m.blocked & (m.roads | m.rails)
    assert not m.blocked & m.rivers.keys()


def test_the_rivers_are_there() -> None:
    names = {name: {kind for kind, found in traces().rivers.values() if found == name} for name in MINOR.split()}
    assert names == {name: {"minor"} for name in MINOR.split()}
    for name, place in MAJOR_FROM.items():
        kinds = {kind: {s for s in river(name) if traces().rivers[s][0] == kind} for kind in ("major", "minor")}
        heads = [s for s in kinds["major"] if place in s]
        assert heads, "the major part begins at the town"
        assert max(int(h[:2]) for s in kinds["major"] for h in s) <= int(place[:2])
    assert traces().rivers[side("0621", "0622")] == ("major", "Southern Bug")
    assert side("0621", "0622") in traces().roads & traces().rails


def test_the_donets_and_the_mius_keep_to_the_front_line() -> None:
    assert sides(DONETS) <= river("Donets") and len(sides(DONETS)) == 20
    assert sides(MIUS) <= river("Mius") and len(sides(MIUS)) == 7


def test_no_river_at_novomoskovsk_but_the_dnipro() -> None:
    around = {s: traces().rivers[s][1] for s in traces().rivers if "1731" in s}
    assert {*around.values()} == {"Dnipro"}
    assert not around.keys() & sides("1731|1732 1731|1832 1731|1632 1731|1730")


def corners(grid: Grid, name: str) -> list[tuple[object, object]]:
    return [side_ends(grid, s) for s in river(name)]


@pytest.mark.parametrize("name", ["Dnipro", *MAJOR_FROM, *MINOR.split()])
def test_every_river_is_one_line(name: str) -> None:
    """Its hexsides touch one another, and none of them branches off."""
    assert len(parts(corners(traces().grid, name))) == 1
    ends = [p for pair in corners(traces().grid, name) for p in pair]
    assert max(ends.count(p) for p in ends) == 2


TRIBUTARIES = {
    "Dnipro": "Samara Oril Vorskla Psel Sula Trubizh Desna Teteriv Irpin Prypiat Ros Tiasmyn Inhulets Bazavluk",
    "Donets": "Oskil Aidar",
    "Dniester": "Seret Strypa Zbruch Reut",
    "Southern Bug": "Syniukha Inhul",
    "Psel": "Khorol",
    "Sula": "Udai",
    "Samara": "Vovcha",
    "Prypiat": "Uzh",
}


@pytest.mark.parametrize(("name", "into"), [(n, into) for into, names in TRIBUTARIES.items() for n in names.split()])
def test_tributaries_flow_into_their_rivers(name: str, into: str) -> None:
    grid = traces().grid
    own, other = ({p for pair in corners(grid, n) for p in pair} for n in (name, into))
    assert len(own & other) == 1


@pytest.mark.parametrize(
    ("place", "name", "hexside"),
    [
        ("Voznesensk", "Southern Bug", "0919|0920"),
        ("Mykolaiv", "Southern Bug", "0621|0622"),
        ("Mohyliv", "Dniester", "1410|1510"),
        ("Tiraspol", "Dniester", "0514|0515"),
    ],
)
def test_towns_are_on_their_bank(place: str, name: str, hexside: str) -> None:
    (found,) = [p.hex for p in traces().places if p.name == place]
    assert any(found in s for s in sides(hexside))
    assert sides(hexside) <= river(name)


# -- roads and railways


def test_the_road_of_the_strategic_movement_example() -> None:
    road = ["2818", "2918", "2919", "3020", "3120", "3221", "3222", "3322"]
    assert {side(a, b) for a, b in pairwise(road)} <= traces().roads
    (chain,) = [c for c in traces().chains if c.network == "road" and "3020" in c.hexes]
    assert chain.hexes == tuple(road)
    grid = traces().grid
    b = grid.index("3121")
    assert [grid.direction(b, grid.index(number)) >= 0 for number in road[1:5]] == [False, False, False, True]


def test_the_road_by_the_limans() -> None:
    road = ["0518", "0619", "0620", "0621", "0622"]
    assert {side(a, b) for a, b in pairwise(road)} <= traces().roads


def test_every_chain_goes_from_neighbour_to_neighbour() -> None:
    grid = traces().grid
    for chain in traces().chains:
        hexes = [grid.index(number) for number in chain.hexes]
        assert all(grid.direction(a, b) >= 0 for a, b in pairwise(hexes)), chain.name


def test_every_supply_source_is_on_a_railway_that_leads_to_kharkiv() -> None:
    (network,) = [part for part in parts(traces().rails) if "2634" in part]
    for kind in ("supply source soviet", "supply source axis"):
        assert network.issuperset(traces().features[kind])


# -- the set-up

AXIS = """
3530 3431 3331 3232 3134 3133 3035 3034 3033 3032 2935 2934 2835 2831 2735 2732 2635 2634 2535 2334 2235 2135 2037 2036
1937 1936 1840 1838 1741 1737 1641 1541 1441 1340 1339 1338 1241 1240 1239 1140 1139 1040 0940 0841
"""
SOVIET = """
3531 3436 3435 3434 3432 3336 3335 3334 3333 3332 3236 3235 3234 3233 3137 3136 3135 3036 2936 2836 2736 2636 2536 2435
2339 2335 2239 2238 2237 2236 2137 2136 1940 1938 1841 1642 1542 1341 1243 1242 1143 1142 1141 1041 0942 0941
"""
# The first Soviet column by row: what lies beyond is behind the Soviet start line.
FRONT = """
35:29 34:31 33:31 32:32 31:35 30:36 29:36 28:37 27:36 26:37 25:36 24:36 23:36 22:37 21:37 20:38 19:39 18:41 17:41 16:42
15:41 14:42 13:41 12:42 11:41 10:41 09:41 08:42 07:42
"""


def test_all_set_up_hexes_exist() -> None:
    assert traces().terrain.keys() >= {*AXIS.split(), *SOVIET.split()}


def test_no_city_behind_the_soviet_start_line() -> None:
    front = {row: column for row, _, column in (word.partition(":") for word in FRONT.split())}
    cities = {p.hex: p.name for p in traces().places if p.kind != "town"}
    assert not cities.keys() & {*SOVIET.split()}
    assert [name for number, name in cities.items() if number[2:] >= front.get(number[:2], "99")] == []
