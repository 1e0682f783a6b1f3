"""The maps of Zitadelle against what the rules, the rulings and the history of it say (typed from the sources)."""

from collections.abc import Iterable
from functools import cache
from itertools import pairwise

import pytest

from stavka.data.hexmap import HexMap, joined, read, side, write
from stavka.games.zitadelle.files import FOLDER, MAPS, TITLE
from stavka.mapping import build
from stavka.mapping.curves import side_ends
from stavka.mapping.features import flooded

SECTORS = ("north", "south")
GERMAN, SOVIET = "ABCDEFGHIJ", "KLMOPQRTUVWXYZ"  # [3.12], without the letters of the maps


@cache
def both() -> HexMap:
    return joined(TITLE, [read(FOLDER / name) for name in MAPS])


def place(name: str) -> str:
    (found,) = (each.hex for each in both().places if each.name == name)
    return found


def around(number: str) -> set[str]:
    grid = both().grid
    return set(grid.numbers(grid.spread(1 << grid.index(number))))


def in_one_piece(points: Iterable[tuple[object, object]]) -> bool:
    links = list(points)
    seen, left = set(links[0]), links[1:]
    while touching := [link for link in left if seen & set(link)]:
        seen.update(*touching)
        left = [link for link in left if link not in touching]
    return not left


@pytest.mark.parametrize("sector", SECTORS)
def test_the_map_file_is_what_the_theatre_file_makes(sector: str) -> None:
    made = write(build(FOLDER / f"theatre-{sector}.toml"))
    assert (FOLDER / f"map-{sector}.txt").read_text(encoding="utf-8") == made


# -- hexes


def test_odd_lines_have_28_hexes_and_even_lines_27() -> None:
    terrain = both().terrain
    for prefix, lines in (("N", range(10, 39)), ("S", range(1, 39))):
        for line in lines:
            found = {number for number in terrain if number.startswith(f"{prefix}{line:02}")}
            assert found == {f"{prefix}{line:02}{q:02}" for q in range(1, 29 if line % 2 else 28)}
    assert len(terrain) == (14 * 28 + 15 * 27) + (19 * 28 + 19 * 27)


def test_the_hexes_that_the_rulebook_names() -> None:
    assert (place("Oboyan"), place("Fatezh"), place("Belgorod")) == ("S0420", "N3410", "S2723")  # 2.1, 12.13, 12.22
    assert [both().terrain[number] for number in ("S0420", "N3410", "S2723")] == ["town"] * 3
    assert both().terrain["N2317"] == "heights-village"  # 8.31
    assert "N2317" in both().features["improvised position"]
    assert both().labelled("entry")["S3"] == ("S1328", "S1427", "S1528", "S1627", "S1728")  # 11.11


def test_the_entry_area_of_the_example_follows_one_map_edge() -> None:
    hexes = both().labelled("entry")["S3"]
    assert all(b in around(a) for a, b in pairwise(hexes))
    assert [len(around(number)) for number in hexes] == [3, 5, 3, 5, 3]


def test_oboyan_and_belgorod_are_23_lines_apart() -> None:
    grid = both().grid
    assert grid.distance(grid.index("S0420"), grid.index("S2723")) == 23
    assert around("S0420") == {"S0419", "S0421", "S0320", "S0321", "S0520", "S0521"}
    assert around("S2723") == {"S2722", "S2724", "S2622", "S2623", "S2822", "S2823"}


def test_the_sectors_do_not_touch() -> None:
    assert all(a[0] == b[0] for a in ("N3801", "N3814", "S0101", "S0114") for b in around(a))


def test_a_hex_has_the_terrain_of_its_place() -> None:
    allowed = {
        "town": {"town"},
        "village": {"village", "heights-village"},
        "hill": {"heights", "heights-village"},
    }
    for each in both().places:
        assert both().terrain[each.hex] in allowed[each.kind], each.name
    settled = {each.hex for each in both().places if each.kind != "hill"}
    assert settled == {number for number, word in both().terrain.items() if "village" in word or word == "town"}


@pytest.mark.parametrize(
    ("name", "terrain"),
    [
        ("Ponyri", "town"),
        ("Prokhorovka", "town"),
        ("Tomarovka", "town"),
        ("Olkhovatka", "heights-village"),
        ("Teploye", "heights-village"),
        ("Cherkasskoye", "village"),
        ("Hill 252.2", "heights"),
        ("Hill 253.5", "heights"),
    ],
)
def test_places_that_the_battle_knows(name: str, terrain: str) -> None:
    assert both().terrain[place(name)] == terrain


# -- water and roads


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Oka", "river"),
        ("Svapa", "river"),
        ("Psel", "river"),
        ("Vorskla", "river"),
        ("Donets", "river"),
        ("Pena", "stream"),
        ("Lipovy Donets", "stream"),
        ("Upper Vorskla", "stream"),
        ("Solotinka", "stream"),
    ],
)
def test_rivers_run_in_one_piece_along_hexsides(name: str, kind: str) -> None:
    sides = [s for s, found in both().rivers.items() if found == (kind, name)]
    assert len(sides) > 4
    assert in_one_piece(side_ends(both().grid, s) for s in sides)


def test_streams_that_end_in_rivers_touch_them() -> None:
    grid = both().grid
    joins = (("Pena", "Psel"), ("Lipovy Donets", "Donets"), ("Upper Oka", "Oka"), ("Upper Svapa", "Svapa"))
    for stream, river in joins:
        ends = [
            {p for s, (_, found) in both().rivers.items() if found == name for p in side_ends(grid, s)}
            for name in (stream, river)
        ]
        assert ends[0] & ends[1], stream


def test_no_lake_is_known() -> None:
    assert "lake" in both().kinds.hexsides and not both().layer("lake")


def test_the_main_roads() -> None:
    primary = both().network("primary road")
    assert in_one_piece(s for s in primary if s[0][0] == "N") and in_one_piece(s for s in primary if s[0][0] == "S")
    hexes = {number for s in primary for number in s}
    assert {place(name) for name in ("Kromy", "Trosna", "Fatezh", "Belgorod", "Yakovlevo", "Oboyan")} <= hexes
    assert {"N1008", "N3811", "S3813", "S0121"} <= hexes  # hexes where they leave the map
    assert primary & set(both().rivers)  # somewhere a bridge


def test_roads_lead_to_the_victory_hexes() -> None:
    hexes = {n for kind in ("primary road", "secondary road") for s in both().network(kind) for n in s}
    assert set(both().features["victory"]) <= hexes


# -- the front and the belts


def german() -> set[str]:
    return set(both().features["german side"])


def test_the_front_divides_each_sector() -> None:
    closed = set(both().layer("front"))
    for german_town, soviet_town in (("Kromy", "Fatezh"), ("Tomarovka", "Oboyan")):
        ours, theirs = (flooded(both().grid, [place(name)], closed) for name in (german_town, soviet_town))
        assert not ours & theirs
        assert ours | theirs == {number for number in both().terrain if number[0] == place(german_town)[0]}
        assert ours <= german() and not theirs & german()
    for a, b in closed:
        assert (a in german()) != (b in german())


@pytest.mark.parametrize(
    ("german_towns", "soviet_towns"),
    [
        (("Kromy", "Trosna", "Glazunovka", "Zmiyevka"), ("Ponyri", "Maloarkhangelsk", "Olkhovatka", "Gnilets")),
        (
            ("Belgorod", "Tomarovka", "Borisovka", "Kustovoye"),
            ("Cherkasskoye", "Razumnoye", "Maslova Pristan", "Rakitnoye"),
        ),
    ],
)
def test_who_holds_what_on_5_july(german_towns: tuple[str, ...], soviet_towns: tuple[str, ...]) -> None:
    assert {place(name) for name in german_towns} <= german()
    assert not {place(name) for name in soviet_towns} & german()


def test_south_of_belgorod_the_donets_is_the_front() -> None:
    donets = {s for s, (_, name) in both().rivers.items() if name == "Donets"}
    south = {s for s in both().layer("front") if int(s[0][1:3]) >= 29}
    assert south and south <= donets


def test_the_belts_of_defence() -> None:
    trenches, posts = (set(both().features[kind]) for kind in ("entrenchment", "improvised position"))
    assert not trenches & posts and not (trenches | posts) & german()
    front = {number for s in both().layer("front") for number in s} - german()
    behind = {place(n) for n in ("Gnilets", "Aleksandrovka", "Cherkasskoye", "Berezov", "Bykovka", "Gremuchy")}
    assert behind <= trenches
    assert trenches - front <= behind | {place("Ozerki"), place("Yasnaya Polyana")}
    second = ("Bobrik", "Syrtsevo", "Pokrovka", "Yakovlevo", "Myasoyedovo", "Shebekino")
    assert {place(name) for name in (*second, "Oboyan", "Prokhorovka", "Fatezh", "Maloarkhangelsk")} <= posts


# -- zones, edges, entry


def test_zones_lie_on_their_own_side_and_do_not_overlap() -> None:
    zones = both().labelled("zone")
    assert sorted(zones) == sorted(GERMAN + SOVIET)
    listed = [number for hexes in zones.values() for number in hexes]
    assert len(listed) == len(set(listed))
    for letter, hexes in zones.items():
        assert set(hexes) <= german() if letter in GERMAN else not set(hexes) & german()
        assert {number[0] for number in hexes} == {"N" if letter in "ABCDEKLMOPQ" else "S"}


def test_every_hex_at_the_front_belongs_to_a_zone() -> None:
    zoned = {number for hexes in both().labelled("zone").values() for number in hexes}
    assert {number for s in both().layer("front") for number in s} <= zoned


def test_entry_areas_and_the_german_edge_lie_at_the_edge() -> None:
    entry = both().labelled("entry")
    assert sorted(entry) == ["N1", "N2", "S1", "S2", "S3", "S4", "S5"]
    edge = set(both().features["german edge"])
    assert {*entry["N1"], *entry["S1"]} <= edge <= german()
    for number in {number for hexes in entry.values() for number in hexes} | edge:
        assert len(around(number)) < 6
    assert not {number for area in ("N2", "S2", "S3", "S4", "S5") for number in entry[area]} & german()


def test_neighbouring_hexes_of_a_network_are_neighbours() -> None:
    for chain in both().chains:
        assert all(b in around(a) for a, b in pairwise(chain.hexes))
        assert set(chain.sides) == {side(a, b) for a, b in pairwise(chain.hexes)}
