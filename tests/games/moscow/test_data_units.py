"""The counters of Roads to Moscow against the order of battle and the examples (typed from the sources)."""

from collections import Counter
from functools import cache

import pytest

from stavka.data.hexmap import HexMap
from stavka.games.moscow.files import Files, Unit, load_files

GUNS = ("field artillery", "rocket artillery")
APART = ("air", "fuel", "leader")


@cache
def everything() -> Files:
    return load_files()


def both() -> HexMap:
    return everything().hexmap


def units() -> tuple[Unit, ...]:
    return everything().units


def unit(id_: str) -> Unit:
    (found,) = (each for each in units() if each.id == id_)
    return found


def test_how_many_there_are() -> None:
    assert len(units()) == 277 and len({each.id for each in units()}) == 277
    combat = Counter(each.side for each in units() if each.type not in APART)
    assert combat == {"german": 110, "soviet": 148}
    assert Counter(each.type for each in units() if each.type in APART) == {"leader": 3, "air": 8, "fuel": 8}


def test_every_value_has_a_source() -> None:
    assert set(everything().provenance) == {"rule", "history", "reconstructed"}
    assert all(everything().provenance.values())


@pytest.mark.parametrize(
    ("id_", "markers", "combination"),
    [
        ("eberbach", 2, 3), ("saucken", 2, 2), ("3pz", 2, 2), ("10m", 1, 1), ("10pz", 2, 2), ("ssr", 2, 2),
        ("7id", 1, 1), ("4t", 2, 2), ("11t", 1, 1), ("6gd", 1, 1), ("5ab", 1, 1), ("41c", 1, 0), ("32", 1, 1),
        ("18t", 1, 0), ("19t", 1, 0), ("20t", 1, 1), ("22t", 1, 2), ("50", 1, 0), ("82", 1, 1),
    ],
)  # fmt: skip
def test_formations(id_: str, markers: int, combination: int) -> None:
    (found,) = (each for each in everything().formations if each.id == id_)
    assert (found.markers, found.combination) == (markers, combination)


@pytest.mark.parametrize(
    ("formation", "hqs"),
    [
        ("eberbach", (2,)), ("saucken", (2,)), ("3pz", (2, 2)), ("10m", (2,)), ("10pz", (2, 2)), ("ssr", (2, 2, 1)),
        ("7id", (1, 1, 1)), ("4t", (2,)), ("11t", (1,)), ("6gd", (1, 1, 1)), ("5ab", (1, 1)), ("41c", (1,)),
        ("32", (1, 1, 1)), ("18t", (1,)), ("19t", (1,)), ("20t", (1,)), ("22t", (1,)), ("50", (1, 1, 1)),
        ("82", (1, 1)),
    ],
)  # fmt: skip
def test_command_points_of_headquarters(formation: str, hqs: tuple[int, ...]) -> None:
    found = [each.command for each in units() if each.formation == formation and each.type == "hq"]
    assert sorted(found, key=lambda n: -(n or 0)) == list(hqs)


def test_counters_that_the_rulebook_shows() -> None:
    hq = unit("ax.10pz.hq86")  # 15.23b2 and the key: 0-1-6, CP 2, ER 5
    assert (hq.label, hq.attack, hq.defence, hq.move, hq.move_class, hq.command, hq.er) == ("86", 0, 1, 6, "red", 2, 5)
    assert unit("ax.10pz.hq69").label == "69"
    gun = unit("so.32.ii133")
    assert (gun.support, gun.defence, gun.move, gun.move_class, gun.range, gun.er) == (4, 1, 5, "orange", 6, 5)
    assert (gun.stacking, gun.zoc, gun.steps) == (2, "own", 1)
    leader = unit("so.lelyushenko")
    assert (leader.move, leader.move_class, leader.command, leader.er) == (8, "red", 2, 5)
    plane = unit("so.air.4")
    assert (plane.label, plane.cas, plane.er) == ("I-153", 1, 5)
    assert all((each.fuel, each.move, each.move_class) == (1, 7, "orange") for each in units() if each.type == "fuel")


def test_what_follows_from_the_type() -> None:
    for each in units():
        assert (each.range is not None) == (each.support is not None) == (each.type in GUNS), each.id  # 3.14f
        assert (each.cas is not None) == (each.type == "air"), each.id
        assert (each.steps is None) == (each.stacking is None) == (each.zoc is None) == (each.type in APART), each.id
        assert (each.attack2 is not None) == (each.er2 is not None) == (each.steps == 2), each.id
        if each.type in GUNS or each.type == "hq":
            assert each.steps == 1 and each.attack == 0, each.id  # 3.62
        if each.type in GUNS:
            assert each.zoc == "own", each.id  # 2.2.2b
        if each.type == "rocket artillery":
            assert each.move_class == "orange" and each.attack_only, each.id  # 16.34
        if each.red_attack:
            assert each.type == "armor" and each.move_class == "red", each.id  # 3.14d
        if each.type == "armor":
            assert each.red_attack, each.id
        if each.steps == 2:
            assert (each.attack2 or 0) <= (each.attack or 0) and (each.defence2 or 0) <= (each.defence or 0), each.id
            assert (each.er2 or 0) < (each.er or 0), each.id  # 3.44


# -- set-up


@pytest.mark.parametrize(
    ("scenario", "side", "sums"),
    [
        (1, "german", (20, 46, 54, 16, 29)),
        (1, "soviet", (26, 48, 70, 7, 34)),
        (2, "german", (9, 25, 25, 4, 14)),
        (2, "soviet", (16, 35, 47, 2, 25)),
        (3, "german", (33, 75, 91, 27, 46)),
        (3, "soviet", (50, 97, 166, 35, 58)),
        (4, "german", (32, 86, 94, 21, 48)),
        (4, "soviet", (47, 102, 173, 13, 57)),
    ],
)
def test_the_balance_at_the_start(scenario: int, side: str, sums: tuple[int, ...]) -> None:
    """Units, attack, defence, support and steps of all that stand on the map, as the notes on the balance have them."""
    here = [
        (each, placement.reduced)
        for each in units()
        if each.side == side and each.type not in APART
        for placement in [each.placements.get(scenario)]
        if placement and (placement.hex or placement.near)
    ]
    attack = sum((each.attack2 if reduced else each.attack) or 0 for each, reduced in here)
    defence = sum((each.defence2 if reduced else each.defence) or 0 for each, reduced in here)
    support = sum(each.support or 0 for each, _ in here)
    steps = sum((each.steps or 0) - (1 if reduced else 0) for each, reduced in here)
    assert (len(here), attack, defence, support, steps) == sums


@pytest.mark.parametrize("scenario", [1, 2, 3, 4])
def test_the_set_up_is_legal(scenario: int) -> None:
    german = set(both().labelled("german start")[str(scenario)])
    points, prefix = Counter[str](), "MT" if scenario < 3 else "MZ"
    for each in units():
        placement = each.placements.get(scenario)
        if placement and placement.hex:
            assert placement.hex.startswith(prefix)
            assert (placement.hex in german) == (each.side == "german"), each.id
            points[placement.hex] += each.stacking or 0
    assert points and max(points.values()) <= 9  # 3.32


def test_reinforcements_enter_on_their_own_side_of_their_map() -> None:
    areas = {"german": {1: {"GS"}, 2: {"GS"}, 3: {"GW"}, 4: {"GW", "G7"}}}
    areas["soviet"] = {1: {"SN"}, 2: {"SN", "SA"}, 3: {"SE"}, 4: {"SE"}}
    for each in units():
        for scenario, placement in each.placements.items():
            ways = (placement.hex, placement.near, placement.turn, placement.box)
            assert sum(way is not None for way in ways) == 1, each.id
            assert (placement.turn is None) == (placement.entry is None), each.id
            if placement.entry:
                assert placement.entry in areas[each.side][scenario], each.id
    division = [each for each in units() if each.formation == "7id"]
    assert {each.scenario4.entry for each in division if each.scenario4} == {"G7"}  # 5.21
    assert all(set(each.placements) == {4} for each in division)


def test_formations_are_those_of_the_map() -> None:
    maps = {each.id: (each.side, {"MT": {1, 2}, "MZ": {3, 4}}[each.map]) for each in everything().formations}
    for each in units():
        assert each.placements, each.id
        if each.formation:
            side, scenarios = maps[each.formation]
            assert each.side == side and set(each.placements) <= scenarios, each.id
