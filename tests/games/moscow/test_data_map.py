"""The maps of Roads to Moscow against what the rules, the rulings and the history of it say (typed from sources)."""

from collections.abc import Iterable
from functools import cache
from itertools import pairwise

import pytest

from stavka.data.hexmap import HexMap, side, write
from stavka.games.moscow.files import FOLDER, load_files
from stavka.mapping import build
from stavka.mapping.curves import side_ends

BATTLES = ("mozhaysk", "mtsensk")
ROADS = ("main road", "minor road")


@cache
def both() -> HexMap:
    return load_files().hexmap


def place(name: str) -> str:
    (found,) = (each.hex for each in both().places if each.name == name)
    return found


def around(number: str) -> set[str]:
    grid = both().grid
    return set(grid.numbers(grid.spread(1 << grid.index(number)))) - {number}


def distance(a: str, b: str) -> int:
    return both().grid.distance(both().grid.index(a), both().grid.index(b))


def pieces(links: Iterable[tuple[object, object]]) -> list[set[object]]:
    found: list[set[object]] = []
    for link in links:
        touching = [piece for piece in found if piece & set(link)]
        found = [piece for piece in found if piece not in touching] + [set(link).union(*touching)]
    return found


@pytest.mark.parametrize("battle", BATTLES)
def test_the_map_file_is_what_the_theatre_file_makes(battle: str) -> None:
    made = write(build(FOLDER / f"theatre-{battle}.toml"))
    assert (FOLDER / f"map-{battle}.txt").read_text(encoding="utf-8") == made


# -- hexes


def test_both_maps_have_42_columns_of_32_hexes() -> None:
    wanted = {f"{map_}{column:02}{row:02}" for map_ in ("MZ", "MT") for column in range(1, 43) for row in range(1, 33)}
    assert set(both().terrain) == wanted


def test_hexes_touch_as_the_overrun_example_needs() -> None:  # EX.8.55a-c
    assert distance("MT2631", "MT2728") == 3
    assert {"MT2728", "MT2829"} <= around("MT2729")
    assert "MT2727" in around("MT2728")
    assert "MT2730" in around("MT2631") and "MT2729" in around("MT2730")
    assert around("MT2010") == {"MT2009", "MT2011", "MT1909", "MT1910", "MT2109", "MT2110"}
    assert around("MZ2010") == {"MZ2009", "MZ2011", "MZ1909", "MZ1910", "MZ2109", "MZ2110"}


def test_the_terrain_of_the_overrun_example() -> None:
    assert [both().terrain[f"MT{n}"] for n in ("2631", "2730", "2729")] == ["clear"] * 3
    assert [both().terrain[f"MT{n}"] for n in ("2728", "2727")] == ["clear-woods"] * 2
    trail = both().network("trail")
    for a, b in pairwise(("MT2631", "MT2730", "MT2729", "MT2728")):
        assert side(a, b) in trail
    assert side("MT2728", "MT2727") not in trail


def test_mozhaysk_counts_its_columns_from_the_east() -> None:
    grid = both().grid
    west, east = (grid.centre(grid.index(n))[0] for n in ("MZ4216", "MZ0116"))
    assert west < east
    west, east = (grid.centre(grid.index(n))[0] for n in ("MT0116", "MT4216"))
    assert west < east
    assert len(around("MZ4224")) < 6  # an edge hex, 5.21


@pytest.mark.parametrize(
    ("name", "number", "terrain"),
    [
        ("Mozhaysk", "MZ0816", "town"),
        ("Mozhaysk Station", "MZ0716", "town"),
        ("Ilyinskaya Sloboda", "MZ0815", "town"),
        ("Borodino", "MZ1914", "village"),
        ("Shevardino", "MZ2016", "village"),
        ("Semenovskoye", "MZ1816", "village"),
        ("Gorki", "MZ1714", "village"),
        ("Uvarovka", "MZ3014", "village"),
        ("Yelnya", "MZ2018", "village"),
        ("Rogachevo", "MZ2219", "village"),
        ("Artemki", "MZ1419", "village"),
        ("Utitsy", "MZ1717", "village"),
        ("Kukarino", "MZ1115", "village"),
        ("Marfin Brod", "MZ1113", "village"),
        ("Yamskaya", "MZ0818", "hamlet"),
        ("Mtsensk", "MT3406", "town"),
        ("Mtsensk Station", "MT3505", "town"),
        ("Mtsensk South", "MT3307", "town"),
        ("Pervy Voin", "MT2415", "village"),
        ("Vtoroy Voin", "MT2513", "village"),
        ("Kamenevo", "MT2116", "village"),
        ("Golovlevo", "MT2612", "village"),
        ("Sheino", "MT2912", "village"),
        ("Zheleznitsa", "MT2213", "village"),
        ("Volkovo", "MT3109", "village"),
        ("Ivanovskoye", "MT1224", "village"),
        ("Konstantinovka", "MT2315", "hamlet"),
    ],
)
def test_places_lie_in_their_hexes(name: str, number: str, terrain: str) -> None:
    assert place(name) == number
    assert both().terrain[number] == terrain


def test_settlements_lie_in_clear_hexes_and_only_five_natural_terrains_are_there() -> None:  # 8.33b, 8.31a
    settled = {each.hex for each in both().places if each.kind in ("town", "village", "hamlet")}
    assert settled == {n for n, word in both().terrain.items() if word in ("town", "village", "hamlet")}
    natural = {word for n, word in both().terrain.items() if n not in settled}
    assert natural == {"clear", "rough", "clear-woods", "rough-woods", "marsh-woods"}
    assert sum(word == "town" for word in both().terrain.values()) == 6


# -- water


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Oka", "river"),
        ("Zusha", "river"),
        ("Moskva", "river"),
        ("Protva", "river"),
        ("Lisitsa", "stream"),
        ("Optukha", "stream"),
        ("Voinka", "stream"),
        ("Kolocha", "stream"),
        ("Yelenka", "stream"),
        ("Upper Protva", "stream"),
    ],
)
def test_rivers_run_in_one_piece_along_hexsides(name: str, kind: str) -> None:
    sides = [s for s, found in both().rivers.items() if found == (kind, name)]
    assert len(sides) > 4
    assert len(pieces(side_ends(both().grid, s) for s in sides)) == 1


@pytest.mark.parametrize(
    ("stream", "river"),
    [("Lisitsa", "Oka"), ("Voinka", "Oka"), ("Mtsena", "Zusha"), ("Kolocha", "Moskva"), ("Yelenka", "Kolocha")],
)
def test_streams_reach_what_they_flow_into(stream: str, river: str) -> None:
    ends = [
        {p for s, (_, found) in both().rivers.items() if found == name for p in side_ends(both().grid, s)}
        for name in (stream, river)
    ]
    assert ends[0] & ends[1]


@pytest.mark.parametrize(
    ("a", "b", "river"),
    [
        ("MT3406", "MT3506", "Zusha"),  # the road bridge of Mtsensk
        ("MT3506", "MT3507", "Zusha"),  # the Novosil bridge
        ("MT3504", "MT3505", "Zusha"),  # the railway bridge
        ("MT2017", "MT2116", "Lisitsa"),  # Kamenevo
        ("MT1224", "MT1323", "Optukha"),  # Ivanovskoye
        ("MT2414", "MT2415", "Voinka"),
        ("MZ1914", "MZ1815", "Kolocha"),  # Borodino
        ("MZ2118", "MZ2018", "Yelenka"),  # Yelnya
        ("MZ0815", "MZ0816", "Moskva"),
        ("MZ1113", "MZ1114", "Moskva"),  # Marfin Brod
        ("MZ1907", "MZ1908", "Moskva"),  # Goretovo
    ],
)
def test_bridges_stand_where_the_accounts_have_them(a: str, b: str, river: str) -> None:
    assert both().rivers[side(a, b)][1] == river
    assert side(a, b) not in both().layer("ford")
    assert any(side(a, b) in both().network(kind) for kind in both().kinds.networks)


def test_rivers_are_crossed_at_bridges_only_and_fords_are_on_trails_over_streams() -> None:  # 8.36b1
    fords = set(both().layer("ford"))
    links = {kind: both().network(kind) for kind in both().kinds.networks}
    assert fords and fords <= links["trail"]
    assert not fords & (links["main road"] | links["minor road"] | links["railway"])
    assert all(both().rivers[s][0] == "stream" for s in fords)
    rivers = {s for s, (kind, _) in both().rivers.items() if kind == "river"}
    crossed = {s for sides in links.values() for s in sides & rivers}
    assert crossed == {
        ("MT2201", "MT2301"),
        ("MT3406", "MT3506"),
        ("MT3504", "MT3505"),
        ("MT3506", "MT3507"),
        ("MZ0623", "MZ0624"),
        ("MZ0815", "MZ0816"),
        ("MZ1113", "MZ1114"),
        ("MZ1907", "MZ1908"),
    }


# -- slopes and fortified lines


def test_every_slope_and_fortified_side_has_one_back() -> None:
    for layer in ("slope", "fortified line"):
        assert set(both().behind(layer)) == set(both().layer(layer))
        assert all(number in s for s, number in both().behind(layer).items())


def test_slopes_that_the_battle_knows() -> None:
    top = both().behind("slope")
    assert top[side("MT2116", "MT2216")] == "MT2216"  # from Kamenevo up to the ridge of Pervy Voin
    assert top[side("MZ1815", "MZ1914")] == "MZ1815"  # the Raevsky battery above Borodino
    assert top[side("MZ2016", "MZ2116")] == "MZ2016"  # Shevardino
    assert {s for s in top if "MZ1717" in s} == {side("MZ1717", n) for n in around("MZ1717")}  # Utitsky kurgan


def test_the_mozhaysk_line_faces_higher_columns() -> None:
    covered = both().behind("fortified line")
    nodes = {
        "Goretovo node": ("1904", "1905", "1906", "1907"),
        "Borodino node": ("2112", "2113", "2214", "2115", "2016"),
        "Yelnya node": ("2117", "2118", "2119", "2219", "2020"),
        "Mordvinovo node": ("1921",),
        "Psarevo belt": ("1514", "1515", "1516"),
    }
    for name, numbers in nodes.items():
        hexes = {f"MZ{n}" for n in numbers}
        wanted = {side(h, n) for h in hexes for n in around(h) if n[2:4] > h[2:4] and n not in hexes}
        assert {s for s, (_, line) in both().layer("fortified line").items() if line == name} == wanted
        assert {covered[s] for s in wanted} == hexes
    assert not [s for s in covered if s[0].startswith("MT")]


# -- roads


def test_the_highways_run_through() -> None:
    (highway, old_road), (tula,) = (
        [chain.hexes for chain in both().chains if chain.network == "main road" and chain.hexes[0][:2] == prefix]
        for prefix in ("MZ", "MT")
    )
    assert (highway[0], highway[-1]) == ("MZ4216", "MZ0117") and {"MZ2018", "MZ1419"} <= set(highway)
    assert (old_road[0], old_road[-1]) == ("MZ4212", "MZ0115") and {"MZ1914", "MZ1714", "MZ0816"} <= set(old_road)
    assert (tula[0], tula[-1]) == ("MT0332", "MT4001") and {"MT2116", "MT2415", "MT3109", "MT3406"} <= set(tula)


def test_networks_run_from_neighbour_to_neighbour() -> None:
    for chain in both().chains:
        assert all(b in around(a) for a, b in pairwise(chain.hexes))


def test_supply_sources_lie_at_the_edge_and_roads_lead_from_both_sides_to_the_towns() -> None:  # 6.22, 6.31
    sources = both().labelled("supply source")
    assert {*sources["G"]} == {"MT0332", "MT0732", "MT0128", "MZ4212", "MZ4216", "MZ4222"}
    assert {*sources["S"]} == {"MT4001", "MT3701", "MT4210", "MT3001", "MZ0115", "MZ0117", "MZ0106", "MZ2001"}
    assert all(len(around(n)) < 6 for hexes in sources.values() for n in hexes)
    joined_roads = pieces(s for kind in ROADS for s in both().network(kind))
    for ends in (
        ("MT0332", "MT3406", "MT4001", "MT4210"),
        ("MZ4212", "MZ4216", "MZ4222", "MZ0816", "MZ0106", "MZ2001"),
    ):
        assert any(set(ends) <= piece for piece in joined_roads)


def test_entry_hexes() -> None:
    entry = both().labelled("entry")
    assert set(entry["G7"]) == {"MZ4222", "MZ4224", "MZ4226"}  # 5.21
    assert entry["GW"] == tuple(f"MZ42{row}" for row in range(12, 21))
    assert entry["SE"] == tuple(f"MZ01{row}" for row in range(12, 21))
    assert set(entry["SN"]) == {f"MT{column}01" for column in range(30, 41)}
    assert set(entry["GS"]) == {f"MT01{row}" for row in range(26, 33)} | {f"MT{c:02}32" for c in range(2, 13)}
    assert entry["SA"] == ("MT1627",)


# -- the starts of the scenarios


@pytest.mark.parametrize(
    ("scenario", "german", "soviet"),
    [
        ("1", ("Otrada", "Shepino", "Optukha Station"), ("Kamenevo", "Pervy Voin", "Mtsensk")),
        ("2", ("Khardikovskiye Dvory", "Konevka", "Luzhna"), ("Batavino", "Ivanovskoye", "Optukha Station")),
        ("3", ("Yelnya", "Rogachevo", "Fomkino"), ("Borodino", "Artemki", "Utitsy")),
        ("4", ("Uvarovka", "Kolotskoye", "Khrabrovo"), ("Borodino", "Yelnya", "Rogachevo", "Shevardino")),
    ],
)
def test_who_holds_what_at_the_start(scenario: str, german: tuple[str, ...], soviet: tuple[str, ...]) -> None:
    held = set(both().labelled("german start")[scenario])
    assert {place(name) for name in german} <= held
    assert not {place(name) for name in soviet} & held


def test_strongpoints_at_the_start_are_soviet() -> None:
    start = both().labelled("strongpoint start")
    assert {label: set(hexes) for label, hexes in start.items()} == {
        "1": {"MT2314", "MT2415", "MT2515"},
        "3": {"MZ1419", "MZ1717", "MZ1914"},
        "4": {"MZ1914", "MZ1717", "MZ1115"},
    }
    for label, hexes in start.items():
        assert not set(hexes) & set(both().labelled("german start")[label])
    assert set(both().features["fallen line start"]) == {f"MZ{n}" for n in ("2117", "2118", "2119", "2219", "2020")}
