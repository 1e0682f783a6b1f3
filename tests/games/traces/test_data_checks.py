"""Values of Traces of War that must agree, and the errors if they do not.

The files are ours except for the map, which is bare, and most of the units, which are left out."""

import shutil
from pathlib import Path

import pytest

from stavka.data import DataError
from stavka.data.hexmap import GridSpec, HexMap, Kinds, Mark, Place, write
from stavka.games.traces.files import FOLDER, Files, load_files

UNITS = (
    "ax.hq.4pza", "ax.hq.8a", "ax.hq.1pza", "ax.hq.6a", "so.hq.vrnz", "so.hq.step", "so.hq.sw", "so.hq.sth",
    "ax.88", "ax.323", "ax.68", "ax.17pz", "ax.213sec", "ax.13pz", "so.50rc", "so.9mc", "so.18g",
)  # fmt: skip
MAJOR_CITIES = ("2634", "2918", "0218", "2305", "1338", "1631")


def bare_map() -> HexMap:
    spec = GridSpec(rows=35, columns=44)
    return HexMap(
        title="Bare",
        sheets=(spec,),
        kinds=Kinds(terrain={"clear": "."}, places=("major city",), features=("crossing point",)),
        source="reconstructed",
        terrain={f"{row:02}{column:02}": "clear" for row in range(1, 36) for column in range(1, 45)},
        places=tuple(Place(number, number, "major city", {}, "rule 3.0i") for number in MAJOR_CITIES),
        marks=(Mark("crossing point", ("1826", "1827"), "rule 12.3a"),),
    )


@pytest.fixture(name="folder")
def folder_with_a_bare_map(tmp_path: Path) -> Path:
    for name in ("tables.toml", "scenarios.toml"):
        shutil.copyfile(FOLDER / name, tmp_path / name)
    lines = (FOLDER / "units.toml").read_text().splitlines()
    kept = [line for line in lines if '{ id = "' not in line or any(f'id = "{unit}"' in line for unit in UNITS)]
    (tmp_path / "units.toml").write_text("\n".join(kept))
    (tmp_path / "map.txt").write_text(write(bare_map()))
    return tmp_path


def overlaid(folder: Path, text: str) -> Files:
    overlay = folder / "mine.toml"
    overlay.write_text(text)
    return load_files(overlay, folder)


def edit(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text()
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1))


def test_our_files_agree(folder: Path) -> None:
    files = load_files(None, folder)
    assert tuple(sorted(unit.id for unit in files.units)) == tuple(sorted(UNITS))
    assert files.names == ("units.toml", "tables.toml", "scenarios.toml", "map.txt")
    assert set(files.provenance) == {"rule", "history", "reconstructed"}
    assert files.provenance["reconstructed"] > 35 * 44  # the bare map's hexes are counted
    assert len(files.hash) == 32


def test_an_overlay_may_speak_of_every_file(folder: Path) -> None:
    files = overlaid(
        folder,
        """
        unit = [{ id = "ax.17pz", attack = 7 }]
        crt = [{ id = "1-1", results = ["-", "-", "-", "-", "-", "R"] }]
        constants.airborne_range = { value = 7 }
        scenario = [{ id = "race", threshold = 45 }]
        """,
    )
    assert next(unit.attack for unit in files.units if unit.id == "ax.17pz") == 7
    assert files.tables.crt[0].results == ("-", "-", "-", "-", "-", "R")
    assert files.tables.constants.airborne_range.value == 7
    assert [scenario.threshold for scenario in files.scenarios.scenario] == [45, 65]
    assert files.provenance["overlay"] == 1 + 6 + 1 + 1
    assert files.names[-1] == "mine.toml"
    assert files.hash != load_files(None, folder).hash


def test_the_hash_sees_the_map_but_not_its_drawing(folder: Path) -> None:
    before = load_files(None, folder).hash
    edit(folder, "map.txt", "[features]", "[drawing]\ncoast: 1,1 2,2\n\n[features]")
    assert load_files(None, folder).hash == before
    edit(folder, "map.txt", "1826 1827", "1826")
    assert load_files(None, folder).hash != before


def test_the_overlay_in_the_documentation_is_a_good_one(tmp_path: Path) -> None:
    page = (Path(__file__).parents[3] / "docs" / "data-format.md").read_text(encoding="utf-8")
    overlay = tmp_path / "mine.toml"
    overlay.write_text(next(block for block in page.split("```toml\n") if "airborne_range" in block).split("```")[0])
    files = load_files(overlay)
    assert next(unit.attack for unit in files.units if unit.id == "ax.17pz") == 6
    assert next((unit.hex, unit.enters) for unit in files.units if unit.id == "ax.88") == (None, "IR")
    assert files.tables.constants.airborne_range.value == 7
    assert "overlay" not in files.provenance


def test_a_table_without_results_on_the_attacker_loads(folder: Path) -> None:  # ruling U24
    text = (folder / "tables.toml").read_text()
    (folder / "tables.toml").write_text(text.replace('"A2"', '"-" ').replace('"A1"', '"-" '))
    files = load_files(None, folder)
    assert not any("A" in result for column in files.tables.crt for result in column.results)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[[unit]]\nid = "ax.17pz"\nsteps = 1', "attack2: expected no value, as the unit has one step, found 3"),
        (
            '[[unit]]\nid = "ax.17pz"\ndefence2 = "none"',
            "defence2: expected a value, as the unit has two steps, found none",
        ),
        ('[[unit]]\nid = "ax.88"\nattack = 5', "defence: expected the same as attack, as for all infantry"),
        ('[[unit]]\nid = "so.18g"\ndefence2 = 9', "defence2: expected the same as attack2, as for all airborne"),
        ('[[unit]]\nid = "ax.hq.8a"\nattack = 3', "defence: expected the same as attack, as for all hq"),
        (
            '[[unit]]\nid = "ax.88"\nnation = "guards"',
            "nation: expected german or romanian or hungarian on the axis side",
        ),
        ('[[unit]]\nid = "ax.88"\nrange = 4', "range: expected a Command Range for HQs and nobody else"),
        ('[[unit]]\nid = "ax.hq.8a"\nrange = "none"', "range: expected a Command Range for HQs and nobody else"),
        ('[[unit]]\nid = "so.hq.sw"\nukrainian = "none"', "ukrainian: expected a Ukrainian version for Soviet HQs"),
        ('[[unit]]\nid = "ax.88"\nhex = "none"', 'expected one of hex, enters, or arrives = "major city"'),
        ('[[unit]]\nid = "ax.88"\nenters = "IR"', 'expected one of hex, enters, or arrives = "major city"'),
        ('[[unit]]\nid = "ax.88"\narrives = "rail"', "arrives: expected a value for a unit that enters later"),
        ('[[unit]]\nid = "ax.13pz"\narrives = "none"', "arrives: expected a value for a unit that enters later"),
        ('[[unit]]\nid = "ax.13pz"\nenters = 3', "enters: expected PR, IR or AR for an Axis unit"),
        ('[[unit]]\nid = "so.9mc"\nenters = "PR"', "enters: expected PR, IR or AR for an Axis unit"),
        ('[[unit]]\nid = "so.9mc"\narrives = "airborne"', "arrives: expected airborne for the airborne unit"),
        (
            '[[unit]]\nid = "so.9mc"\nenters = "airborne"\narrives = "airborne"',
            "expected one unit that enters by airborne",
        ),
        ('[[unit]]\nid = "ax.88"\nhex = "4001"', "hex: expected a hex of the map, found 4001"),
        ('[[unit]]\nid = "so.50rc"\nhex = "3530"', "hex: expected a hex without enemy units, found 3530 with ax.88"),
        ('[[unit]]\nid = "ax.68"\nhex = "3530"', "hex: expected a hex with room, found 3530, which is full"),
        ('[[unit]]\nid = "ax.hq.6a"\nhex = "2634"', "hex: expected a hex with room, found 2634, which is full"),
        ("constants.stack_combat_units = { value = 1 }", "hex: expected a hex with room"),
        ("constants.stack_hqs = { value = 2 }", "stack_hqs: value: expected 1, the game knows nothing else; found 2"),
        (
            "constants.second_hqs = { value = 2 }",
            "constants: second_hqs: value: expected 0 to 1, the game knows nothing",
        ),
        ("constants.road_cost = { value = -1 }", "road_cost: value: expected an integer of 0 or more, found -1"),
        ('[[city]]\nid = "city"\ncost = 1', "city city: cost: expected terrain, the game knows nothing else; found 1"),
        (
            '[[hexside]]\nid = "major river"\ncost = 3',
            'hexside "major river": cost: expected all, the game knows nothing',
        ),
        (
            '[[hexside]]\nid = "minor river"\ncost = "all"',
            'hexside "minor river": cost: expected 0 to 9, the game knows nothing',
        ),
        ('[[crt]]\nid = "2-1"\nhalves = 3', "crt 2-1: halves: expected more than 3, found 3"),
        ('[[crt]]\nid = "2-1"\nhalves = 5', "crt 2-1: halves: expected twice the ratio 2-1, found that of 2.5-1"),
        (
            '[[crt]]\nid = "2-1"\nresults = ["-", "-", "R", "R", "R", "3X"]',
            "crt 2-1: results no. 6: expected a result such",
        ),
        ('[[chit]]\nid = "okh"\nhq = "ax.hq.8a"', "chit okh: hq: expected an HQ for a chit of kind hq"),
        ('[[chit]]\nid = "8a"\nhq = "none"', "chit 8a: hq: expected an HQ for a chit of kind hq"),
        ('[[chit]]\nid = "8a"\nhq = "so.hq.sw"', "chit 8a: hq: expected an HQ of the axis side, found so.hq.sw"),
        ('[[chit]]\nid = "8a"\nhq = "ax.17pz"', "chit 8a: hq: expected an HQ of the axis side, found ax.17pz"),
        ('[[chit]]\nid = "8a"\nhq = "ax.hq.6a"', "chit: expected a row for ax.hq.8a, found none"),
        ('[[chit]]\nid = "airborne"\nkind = "stavka"', "chit: expected one row of kind airborne, found 0"),
        (
            "track = [{ turn = 1, axis_chits = 5 }]",
            "track 1: axis_chits: expected at most 4, as the Axis side has no more",
        ),
        ("luftwaffe.by_cps = [5, 4, 4, 4, 4, 4, 4, 4]", "luftwaffe: by_cps no. 1: expected at most 4"),
        ("luftwaffe.by_cps = [4, 4]", "luftwaffe: by_cps: expected a list of 8, found a list of 2"),
        ('scenario = [{ id = "campaign", turns = 9 }]', "stavka: expected a row for 9, found none"),
        (
            'scenario = [{ id = "race", quarters = { panzer = 4 } }]',
            "scenario race: quarters: panzer: expected nothing, as the race does not count it",
        ),
        (
            'scenario = [{ id = "campaign", quarters = { crossing = 4 } }]',
            "scenario campaign: quarters: crossing: expected nothing, as the campaign does not count it",
        ),
        (
            'order = [{ id = "kyiv", hex = "2919" }]',
            "order kyiv: hex: expected a Major City hex of the map, found 2919",
        ),
        ('kremenchuk.hex = "9999"', "kremenchuk: hex: expected a hex of the map, found 9999"),
        (
            'kremenchuk.crossings = ["1826", "9999"]',
            "kremenchuk: crossings no. 2: expected a hex of the map, found 9999",
        ),
        ("counters = 3", "counters: no such key here; expected one of "),
    ],
)
def test_values_that_do_not_agree_are_refused(folder: Path, text: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        overlaid(folder, text)
    assert message in str(caught.value)
    assert caught.value.line > 0


def test_the_overlay_is_named_where_it_is_at_fault(folder: Path) -> None:
    with pytest.raises(DataError) as caught:
        overlaid(folder, '\n[[unit]]\nid = "ax.88"\nhex = "4001"\n')
    assert str(caught.value) == "mine.toml line 4: unit ax.88: hex: expected a hex of the map, found 4001"


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("tables.toml", '{ id = "swamp"', '# { id = "swamp"', "tables.toml line 11: terrain: expected a row for swamp"),
        ("tables.toml", '{ id = "6a",', '# { id = "6a",', "chit: expected a row for ax.hq.6a, found none"),
        ("tables.toml", '{ id = "supply",', '# { id = "supply",', "chit: expected one row of kind supply, found 0"),
        ("tables.toml", "{ turn = 3, by_cps", "# { turn = 3, by_cps", "stavka: expected a row for 3, found none"),
        ("tables.toml", "{ turn = 8, month", "# { turn = 8, month", "track: expected a row for 8, found none"),
        ("units.toml", '{ id = "so.18g"', '# { id = "so.18g"', "unit: expected one unit that enters by airborne drop"),
    ],
)
def test_rows_that_the_game_needs_are_missed(folder: Path, file: str, old: str, new: str, message: str) -> None:
    edit(folder, file, old, new)
    with pytest.raises(DataError) as caught:
        load_files(None, folder)
    assert message in str(caught.value)
    assert caught.value.file == file


def test_an_empty_crt_is_refused(folder: Path) -> None:
    text = (folder / "tables.toml").read_text()
    start = text.index("crt = [")
    (folder / "tables.toml").write_text(text[:start] + "crt = []" + text[text.index("\n]\n", start) + 2 :])
    with pytest.raises(DataError, match="crt: expected at least one column, found none"):
        load_files(None, folder)


def test_the_real_map_goes_with_the_files() -> None:
    files = load_files()
    assert len(files.units) == 170
    assert {unit.hex for unit in files.units if unit.hex} <= files.hexmap.terrain.keys()
