"""Files that do not agree are refused, each with one sentence that names the place."""

import shutil
from pathlib import Path

import pytest

from stavka.data import DataError
from stavka.games.moscow.files import FOLDER, Files, load_files

FILES = ("units.toml", "tables.toml", "scenarios.toml", "map-mozhaysk.txt", "map-mtsensk.txt")


@pytest.fixture(name="folder")
def folder_of_our_files(tmp_path: Path) -> Path:
    for name in FILES:
        shutil.copyfile(FOLDER / name, tmp_path / name)
    return tmp_path


def overlaid(folder: Path, text: str) -> Files:
    overlay = folder / "mine.toml"
    overlay.write_text(text, encoding="utf-8")
    return load_files(overlay, folder)


def test_our_files_agree(folder: Path) -> None:
    files = load_files(None, folder)
    assert (len(files.units), len(files.formations)) == (277, 19)
    assert files.names == FILES
    assert set(files.provenance) == {"rule", "history", "reconstructed"}
    assert len(files.hash) == 32
    assert "unit ax.eb.hq" in {item.item for item in files.listing()}


def test_an_overlay_may_speak_of_every_file(folder: Path) -> None:
    files = overlaid(
        folder,
        """
        source = "rule printed counters"
        unit = [{ id = "ax.eb.i35", attack = 6, scenario1 = { hex = "MT2017" } }]
        formation = [{ id = "10pz", combination = 3 }]
        track = [{ turn = "16AM", dry = 3, historical = "rain" }]
        coordination = [{ id = "rain", cas = 4 }]
        road = [{ id = "minor road", foot_halves = 2 }]
        constants.supply_line = { value = 8 }
        scenario = [{ id = "tula", turns = 14, threshold = 20 }]

        [[mobile]]
        id = "1-1"
        results = ["DR", "DR", "DR", "A1/DR*", "-", "AR", "A1*", "A1R", "A1R", "A2", "A2R", "AE"]
        """,
    )
    unit = next(unit for unit in files.units if unit.id == "ax.eb.i35")
    assert unit.scenario1 is not None
    assert (unit.attack, unit.defence, unit.scenario1.hex) == (6, 3, "MT2017")
    assert next(each.combination for each in files.formations if each.id == "10pz") == 3
    (box,) = (box for box in files.tables.track if box.turn == "16AM")
    assert (box.dry, box.cloudy, box.historical) == (3, 8, "rain")
    assert files.tables.coordination[2].cas == 4
    assert files.tables.road[1].foot_halves == 2
    assert files.tables.constants.supply_line.value == 8
    assert (files.scenarios.scenario[1].turns, files.scenarios.scenario[1].threshold) == (14, 20)
    assert files.tables.mobile[3].results[-1] == "AE"
    assert files.hash != load_files(None, folder).hash


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ('unit = [{ id = "ax.eb.hq", move = "six" }]', "unit ax.eb.hq: move: expected an integer of 1 or more"),
        ('unit = [{ id = "ax.eb.hq", nation = "soviet" }]', "expected german or ss or luftwaffe on the german side"),
        ('unit = [{ id = "ax.eb.hq", formation = "4t" }]', "expected a german formation of this file, found 4t"),
        ('unit = [{ id = "ax.hausser", formation = "ssr" }]', "expected none, as a leader unit belongs to none"),
        ('unit = [{ id = "ax.eb.i35", stacking = "none" }]', "stacking: expected a value for a combat unit"),
        ('unit = [{ id = "ax.hausser", defence = 1 }]', "defence: expected none for a leader unit, found 1"),
        ('unit = [{ id = "ax.eb.i103", range = "none" }]', "range: expected a value for artillery, found nothing"),
        ('unit = [{ id = "ax.eb.i35", support = 2 }]', "support: expected none for what is no artillery, found 2"),
        ('unit = [{ id = "ax.eb.i35", er2 = "none" }]', "er2: expected a value for a unit of two steps"),
        ('unit = [{ id = "ax.eb.aa7", attack2 = 1 }]', "attack2: expected none for a unit without a second step"),
        ('unit = [{ id = "ax.eb.i35", command = 1 }]', "command: expected none for an HQ or Leader, and nobody else"),
        ('unit = [{ id = "ax.air.1", cas = "none" }]', "cas: expected a value for an air unit, and nobody else"),
        ('unit = [{ id = "ax.fuel.1", fuel = "none" }]', "fuel: expected a value for a Fuel unit, and nobody else"),
        ('unit = [{ id = "ax.eb.i35", er = "none" }]', "er: expected a value for all but Fuel units"),
        ('unit = [{ id = "ax.air.1", move = 3 }]', "move: expected none for all but air units, found 3"),
        ('unit = [{ id = "ax.eb.k34", red_attack = true }]', "expected an armor unit, as nobody else attacks in red"),
        ('unit = [{ id = "ax.eb.k34", arko = true }]', "arko: expected an HQ"),
        (
            'unit = [{ id = "ax.hausser", scenario4 = "none" }]',
            "unit ax.hausser: expected at least one scenario that it is in, found none",
        ),
        (
            'unit = [{ id = "ax.eb.hq", scenario1 = { near = "MT2019" } }]',
            "expected one of hex, near, turn and box, found hex and near",
        ),
        (
            'unit = [{ id = "ax.eb.hq", scenario1 = { hex = "none" } }]',
            "expected one of hex, near, turn and box, found none",
        ),
        ('unit = [{ id = "ax.eb.hq", scenario1 = { entry = "GS" } }]', "expected turn and entry together"),
        (
            'unit = [{ id = "ax.eb.hq", scenario1 = { hex = "none", box = "ready" } }]',
            "box: expected none for a ground unit, found ready",
        ),
        (
            'unit = [{ id = "ax.air.1", scenario1 = { box = "pool" } }]',
            'box: expected "ready" for a unit of this type, found pool',
        ),
        ('unit = [{ id = "ax.eb.hq", scenario1 = { reduced = true } }]', "reduced: expected a unit of two steps"),
        ('unit = [{ id = "ax.eb.hq", scenario1 = { hex = "MT4399" } }]', "expected a hex of the map, found MT4399"),
        (
            'unit = [{ id = "ax.eb.hq", scenario1 = { hex = "MZ1914" } }]',
            "expected a hex of the map MT, found MZ1914",
        ),
        (
            'unit = [{ id = "ax.eb.at49", scenario2 = { turn = "13AM" } }]',
            "scenario2: turn: expected a turn of the scenario, found 13AM",
        ),
        (
            'unit = [{ id = "ax.eb.at49", scenario2 = { entry = "SN" } }]',
            "entry: expected an entry area of the german side, found SN",
        ),
        (
            'unit = [{ id = "ax.eb.at49", scenario2 = { option = "OS" } }]',
            "option: expected an Optional Group of the scenario, found OS",
        ),
        (
            'unit = [{ id = "ax.eb.hq", formation = "3pz" }]',
            "scenario1: expected activation markers for 3pz in the scenario, found none",
        ),
        (
            'unit = [{ id = "so.4t.hq", scenario1 = { hex = "MT2018" } }]',
            "scenario1: hex: expected a hex without the enemy, found MT2018",
        ),
        ("constants = { stacking = { value = 4 } }", "expected a hex with room, found"),
        ('hexside = [{ id = "river", foot_halves = 4 }]', "expected all, the game knows nothing else; found 4"),
        (
            'hexside = [{ id = "stream", foot_halves = "all" }]',
            "expected 0 to 39, the game knows nothing else; found all",
        ),
        ('terrain = [{ id = "town", overrun_drm = 2 }]', "expected barred, the game knows nothing else; found 2"),
        ('road = [{ id = "railway", foot_rain_halves = 2 }]', "expected terrain, the game knows nothing else; found 2"),
        ('assault = [{ id = "5-1", attack = 6 }]', "expected the odds that are its id, found 6 to 1"),
        ('mobile = [{ id = "5-1", results = ["A4"] }]', "expected a list of 12, found"),
        ('automatic = [{ id = "mobile", result = "A" }]', 'result: expected a result such as "A1/D2R*", found "A"'),
        ('automatic = [{ id = "mobile", result = "A1/" }]', 'result: expected a result such as "A1/D2R*"'),
        ('fuel = [{ id = "low", least = 0 }]', "least: expected a number for every row but the first"),
        ('fuel = [{ id = "6+", least = 2 }]', "least: expected more than 2, found 2"),
        ('track = [{ turn = "16AM", cloudy = 4 }]', "cloudy: expected 5 or more, found 4"),
        ('area = [{ id = "SA", otherwise = "GS" }]', "otherwise: expected an entry area of the soviet side, found GS"),
        ('scenario = [{ id = "tula", first = "13AM" }]', "first: expected a turn of the map MT, found 13AM"),
        ('scenario = [{ id = "tula", turns = 17 }]', "turns: expected 16 at most, found 17"),
        (
            'scenario = [{ id = "tula", marker = [{ id = "4t", side = "soviet" }] }]',
            'side: expected a side for the marker "any", and for no other',
        ),
        (
            'scenario = [{ id = "tula", marker = [{ id = "4t", count = 1 }] }]',
            "count: expected the 2 of units.toml, found 1",
        ),
        (
            'scenario = [{ id = "tula", marker = [{ id = "4t", turn = "13AM" }] }]',
            "turn: expected a turn of the scenario, found 13AM",
        ),
        (
            'scenario = [{ id = "tula", marker = [{ id = "4t", option = "OS" }] }]',
            "option: expected an Optional Group of the scenario, found OS",
        ),
        (
            'scenario = [{ id = "tula", first_marker = "saucken" }]',
            'first_marker: expected "choice" or a german formation of the first turn, found saucken',
        ),
        (
            'scenario = [{ id = "tula", marker = [{ id = "eberbach", turn = "4PM" }] }]',
            "marker: expected german markers in the first turn, found none",
        ),
        (
            'scenario = [{ id = "tula", group = [{ id = "OG1", turn = "13AM" }] }]',
            "turn: expected a turn of the scenario, found 13AM",
        ),
        (
            'scenario = [{ id = "tula", objective = [{ id = "mtsensk", hex = "MT3499" }] }]',
            "hex: expected a hex of the map, found MT3499",
        ),
        (
            'scenario = [{ id = "tula", objective = [{ id = "mtsensk", hex = "MZ0816" }] }]',
            "hex: expected a hex of the map MT, found MZ0816",
        ),
        ('scenario = [{ id = "tula", fuel_entry = ["MZ0816"] }]', "expected a hex of the map MT, found MZ0816"),
        ('scenario = [{ id = "borodino", automatic = ["MT3406"] }]', "expected a hex of the map MZ, found MT3406"),
        ('scenario = [{ id = "tula", fuel = false }]', "fuel_entry: expected hexes where Fuel units enter if"),
        (
            'scenario = [{ id = "borodino", relief = [{ id = "so.govorov", relieves = "so.4t.hq" }] }]',
            "relieves: expected a Leader, found so.4t.hq",
        ),
        ('scenario = [{ id = "tula", map = "MZ" }]', "first: expected a turn of the map MZ, found 4AM"),
        ('units = [{ id = "ax.eb.hq" }]', "no such key here"),
    ],
)
def test_a_fault_is_one_sentence(folder: Path, change: str, sentence: str) -> None:
    with pytest.raises(DataError) as refused:
        overlaid(folder, change)
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("file", "line", "sentence"),
    [
        ("tables.toml", 'id = "marsh"', "terrain: expected a row for marsh, found none"),
        ("tables.toml", 'id = "railway"', "road: expected a row for railway, found none"),
        ("tables.toml", 'id = "slope"', "hexside: expected a row for slope, found none"),
        ("tables.toml", 'id = "fortified line"', "work: expected a row for fortified line, found none"),
        ("tables.toml", 'id = "mobile",  result', "automatic: expected a row for mobile, found none"),
        ("tables.toml", 'id = "cloudy"', "coordination: expected a row for cloudy, found none"),
        ("tables.toml", "7.21B4", "assault: expected at least one column, found none"),
        ("tables.toml", "SEQ.A.2a", "fuel: expected at least one row, found none"),
        ("tables.toml", 'turn = "16AM"', "turn: expected the half day after the one before, found 16PM"),
        ("scenarios.toml", 'id = "7id"', "scenario4: expected activation markers for 7id in the scenario, found none"),
        ("map-mtsensk.txt", "entry SA:", "area SA: expected hexes of the entry area SA on the map, found none"),
        ("map-mtsensk.txt", "german start 2:", "expected hexes marked 'german start' 2 on the map, found none"),
    ],
)
def test_a_table_with_a_gap_is_refused(folder: Path, file: str, line: str, sentence: str) -> None:
    lines = (folder / file).read_text(encoding="utf-8").splitlines()
    first = next(n for n, text in enumerate(lines) if line in text)
    last = next(n for n in range(first + 1, len(lines)) if not lines[n].startswith("    ") and line not in lines[n])
    (folder / file).write_text("\n".join(lines[:first] + lines[last:]), encoding="utf-8")
    with pytest.raises(DataError) as refused:
        load_files(None, folder)
    assert sentence in str(refused.value)


def test_a_column_out_of_order_is_refused(folder: Path) -> None:
    lines = (folder / "tables.toml").read_text(encoding="utf-8").split("\n")
    at = next(n for n, text in enumerate(lines) if '{ id = "1-3"' in text)
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    (folder / "tables.toml").write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(DataError, match="expected better odds than in the column before, found 1-3"):
        load_files(None, folder)


@pytest.mark.parametrize(
    ("block", "sentence"),
    [
        (
            '[[area]]\nid = "GW"\nside = "german"  # [5.2]\nsource = "history"\n',
            "area: expected a row for GW, found none",
        ),
        ('  { id = "any",      turn = "4AM",  count = 1, side = "soviet" },', ""),
    ],
)
def test_a_part_of_the_scenarios_left_out(folder: Path, block: str, sentence: str) -> None:
    path = folder / "scenarios.toml"
    text = path.read_text(encoding="utf-8")
    assert block in text
    path.write_text(text.replace(block, ""), encoding="utf-8")
    if not sentence:
        assert len(load_files(None, folder).scenarios.scenario[1].marker) == 9
        return
    with pytest.raises(DataError, match=sentence):
        load_files(None, folder)


def test_a_scenario_left_out_is_missed(folder: Path) -> None:
    path = folder / "scenarios.toml"
    text = path.read_text(encoding="utf-8")
    first, *others = text.split("[[scenario]]")
    kept = [other for other in others if "number = 3" not in other]
    path.write_text("[[scenario]]".join([first, *kept]), encoding="utf-8")
    with pytest.raises(DataError, match=r"expected a scenario of scenarios\.toml, found no number 3"):
        load_files(None, folder)
