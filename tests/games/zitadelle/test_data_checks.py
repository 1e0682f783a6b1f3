"""Files that do not agree are refused, each with one sentence that names the place."""

import shutil
from pathlib import Path

import pytest

from stavka.data import DataError
from stavka.games.zitadelle.files import FOLDER, MAPS, Files, load_files

FILES = ("units.toml", "tables.toml", "scenarios.toml", *MAPS)


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
    assert len(files.units) == 419
    assert files.names == FILES
    assert set(files.provenance) == {"rule", "history", "reconstructed"}
    assert len(files.hash) == 32


def test_an_overlay_may_speak_of_every_file(folder: Path) -> None:
    files = overlaid(
        folder,
        """
        source = "rule printed counters"
        unit = [{ id = "ax.gd.pz", at = 9, armour2 = 3 }]
        crt = [{ id = "1-1", results = ["A3", "A2", "A2", "A1", "A1", "AC", "AC", "BC", "BC", "DC", "DE"] }]
        morale = [{ level = 4, soviet = 7 }]
        at_fire = [{ strength = 2, results = [7, 6, 5, 4, 3, 2, 1, 1, 0, 0, 0, 0, 0] }]
        scatter = [{ roll = 7, hexes = 1, direction = "E" }]
        constants.retreat = { value = 3 }
        scenario = [{ id = "campaign", turns = 8 }]
        """,
    )
    unit = next(unit for unit in files.units if unit.id == "ax.gd.pz")
    assert (unit.at, unit.armour2) == (9, 3)
    assert files.tables.crt[3].results[-1] == "DE"
    assert files.tables.morale[3].soviet == 7
    assert files.tables.at_fire[1].results[7] == 1
    assert (files.tables.scatter[5].hexes, files.tables.scatter[5].direction) == (1, "E")
    assert files.tables.constants.retreat.value == 3
    assert files.scenarios.scenario[0].turns == 8
    assert files.hash != load_files(None, folder).hash


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ('unit = [{ id = "ax.jg9", at = "none" }]', "unit ax.jg9: at: expected a value for combat units"),
        (
            'unit = [{ id = "ax.arko3", at = 1 }]',
            "combat units and nobody else (artillery brigade)",
        ),
        ('unit = [{ id = "ax.gd.pz", at2 = "none" }]', "expected a value for units with two steps and nobody else"),
        ('unit = [{ id = "ax.jg9", combat2 = 1 }]', "expected a value for units with two steps and nobody else"),
        (
            'unit = [{ id = "ax.gd.pz", armour2 = "none" }]',
            "armour2: expected a value for armoured units",
        ),
        ('unit = [{ id = "ax.jg9", factor = 1 }]', "expected a bombardment factor for bombardment units"),
        ('unit = [{ id = "ax.arko3", factor = "none" }]', "expected a bombardment factor for bombardment units"),
        ('unit = [{ id = "ax.arko3", steps = 1 }]', "expected 0 for this type (artillery brigade), found 1"),
        ('unit = [{ id = "ax.jg9", nation = "guards" }]', "expected wehrmacht or ss or luftwaffe on the german side"),
        ('unit = [{ id = "ax.jg9", formation = "13a" }]', "expected a german formation of tables.toml, found 13a"),
        ('unit = [{ id = "ax.jg9", enters = 2 }]', "expected one of zone, enters, sector and part_of"),
        ('unit = [{ id = "ax.jg9", hex = "none" }]', "hex: expected a hex for a unit with a zone"),
        ('unit = [{ id = "ax.jg9", area = "N1" }]', "expected an entry area for a unit that enters later"),
        ('unit = [{ id = "ax.2pz.3", area = "N9" }]', "expected an entry area of the map, found N9"),
        ('unit = [{ id = "ax.jg9", zone = "N" }]', "expected a deployment zone of the map, found N"),
        ('unit = [{ id = "ax.jg9", hex = "N1001" }]', "expected a hex of zone D, found N1001"),
        ('unit = [{ id = "ax.jg9", hex = "2317" }]', 'expected a hex number such as "N2317", found "2317"'),
        ('unit = [{ id = "ax.jg9", zone = "none", hex = "none", sector = "N" }]', "expected a sector for air units"),
        ('unit = [{ id = "ax.jg9", model = true }]', "model: expected units that enter later"),
        ('unit = [{ id = "ax.2pz.3", reserve = true }]', "reserve: expected units that are set up"),
        ('unit = [{ id = "ax.503.1", part_of = "ax.505" }]', "expected a unit of the same formation, found ax.505"),
        (
            'unit = [{ id = "ax.lah.pz.i", part_of = "ax.dr.pz" }]',
            "expected 2 units part_of ax.lah.pz, found 1",
        ),
        ('unit = [{ id = "ax.3pz.394", hex = "S2016" }]', "expected a hex with room, found S2016, which is full"),
        ("constants = { stack_bombardment = { value = 0 } }", "which is full"),
        ("constants = { stack_engineers = { value = 0 } }", "which is full"),
        ('hexside = [{ id = "lake", foot = 3 }]', "expected no, the game knows nothing else; found 3"),
        ('hexside = [{ id = "lake", shift = 1 }]', "expected 0, the game knows nothing else; found 1"),
        ('hexside = [{ id = "river", foot = "no" }]', "expected 0 to 19, the game knows nothing else; found no"),
        ('crt = [{ id = "3-1", attack = 4 }]', "expected odds such as 3-1 or 1-2 that are its id, found 4 to 1"),
        ('scatter = [{ roll = 7, direction = "E" }]', "expected a direction where hexes is 1 or more"),
        ('chit = [{ id = "gt2", box = "B" }]', "box: expected a box of its own, found B"),
        ('chit = [{ id = "gt2", turn = 3 }]', "expected one chit that brings so."),
        ('objective = [{ id = "ponyri", hex = "N0101" }]', "expected a hex of the map, found N0101"),
        ('belgorod = { hex = "S5723" }', "expected a hex of the map, found S5723"),
        ('victory = [{ id = "soviet-strategic", least = -50 }]', "expected a number for every level but the lowest"),
        ('victory = [{ id = "german-tactical", least = -20 }]', "expected more than -14, found -20"),
        ('units = [{ id = "ax.jg9" }]', "no such key here"),
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
        ("tables.toml", 'id = "woods"', "terrain: expected a row for woods, found none"),
        (
            "tables.toml",
            'id = "improvised position"',
            "expected a row for improvised position, found none",
        ),
        ("tables.toml", 'id = "lake"', "hexside: expected a row for lake, found none"),
        ("tables.toml", 'id = "primary road"', "road: expected a row for primary road, found none"),
        ("tables.toml", "level = 3,", "morale: expected a row for 3, found none"),
        ("tables.toml", "roll = 3,", "scatter: expected a row for 3, found none"),
        ("tables.toml", "turn = 9,", "track: expected a row for 9, found none"),
        ("tables.toml", "strength =  2", "strength: expected 2, found 3"),
        ("tables.toml", "7.3.6a", "crt: expected at least one column, found none"),
        ("map-north.txt map-south.txt", "german edge:", "expected hexes marked 'german edge' on the maps, found none"),
    ],
)
def test_a_table_with_a_gap_is_refused(folder: Path, file: str, line: str, sentence: str) -> None:
    for name in file.split():
        lines = (folder / name).read_text(encoding="utf-8").splitlines()
        first = next(n for n, text in enumerate(lines) if line in text)
        last = next(n for n in range(first + 1, len(lines)) if not lines[n].startswith("    ") and line not in lines[n])
        (folder / name).write_text("\n".join(lines[:first] + lines[last:]), encoding="utf-8")
    with pytest.raises(DataError) as refused:
        load_files(None, folder)
    assert sentence in str(refused.value)


def test_sheets_of_one_letter_are_refused(folder: Path) -> None:
    shutil.copyfile(folder / "map-north.txt", folder / "map-south.txt")
    with pytest.raises(DataError, match="prefixes that differ"):
        load_files(None, folder)


def test_formations_do_not_stack(folder: Path) -> None:
    """Two armies have units in zone X."""
    hex_ = next(unit.hex for unit in load_files(None, folder).units if unit.id == "so.305rd.1000")
    with pytest.raises(DataError, match=f"without other formations, found {hex_} with so.305rd.1000"):
        overlaid(folder, f'unit = [{{ id = "so.2gtc.4gm", hex = "{hex_}" }}]')


def test_the_crt_runs_from_bad_odds_to_good_ones(folder: Path) -> None:
    text = (folder / "tables.toml").read_text(encoding="utf-8").splitlines(keepends=True)
    first = next(n for n, line in enumerate(text) if '"1-4"' in line)
    text[first], text[first + 1] = text[first + 1], text[first]
    (folder / "tables.toml").write_text("".join(text), encoding="utf-8")
    with pytest.raises(DataError, match="expected better odds than in the column before, found 1-4"):
        load_files(None, folder)


# -- the set-up


def test_the_set_up_covers_the_front_and_obeys_the_stacking_of_divisions() -> None:
    """3.13, with zones of control from all but battalions, companies and support units; 5.12 for Soviet units."""
    files = load_files()
    grid, german = files.hexmap.grid, set(files.hexmap.features["german side"])
    front = {number for side in files.hexmap.layer("front") for number in side}
    for side in ("german", "soviet"):
        units = [unit for unit in files.units if unit.side == side and unit.hex and unit.steps and unit.size != "XXXXX"]
        held = {unit.hex for unit in units}
        for unit in units:
            assert unit.hex is not None
            assert (unit.hex in german) == (side == "german")
            if unit.size != "II":
                held |= set(grid.numbers(grid.spread(1 << grid.index(unit.hex))))
        assert {number for number in front if (number in german) == (side == "german")} <= held
    stacks: dict[tuple[str, str], set[str | None]] = {}
    for unit in files.units:
        if unit.side == "soviet" and unit.hex and unit.size != "XXXXX":
            stacks.setdefault((unit.hex, unit.size), set()).add(unit.parent)
    assert all(len(parents) == 1 for parents in stacks.values())


def test_the_attack_can_begin_at_once() -> None:
    """Bombardment and engineer units serve in GT 1 only: each attacking corps has such units next to a Soviet unit."""
    files = load_files()
    grid = files.hexmap.grid
    soviet = {unit.hex for unit in files.units if unit.side == "soviet" and unit.hex}
    for unit in files.units:
        if unit.side == "german" and unit.hex and not unit.steps and unit.formation != "52ak":
            near = set(grid.numbers(grid.spread(1 << grid.index(unit.hex))))
            assert near & soviet, unit.id
