"""Files that do not agree are refused, each with one sentence that names the place."""

import shutil
from pathlib import Path

import pytest

from stavka.data import DataError
from stavka.games.luki.files import FOLDER, Files, load_files

FILES = ("units.toml", "tables.toml", "scenarios.toml", "map.txt")


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
    assert len(files.units) == 149
    assert files.names == FILES
    assert set(files.provenance) == {"rule", "history", "reconstructed"}
    assert len(files.hash) == 32
    assert "unit ge.83.iii-251" in {item.item for item in files.listing()}


def test_an_overlay_may_speak_of_every_file(folder: Path) -> None:
    files = overlaid(
        folder,
        """
        source = "rule printed counters"
        unit = [{ id = "ge.83.183", combat = [6, 4], tactical = 3 }]
        activity = [{ level = 1, results = [3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 9] }]
        kessel = [{ level = 4, release = 9 }]
        event = [{ roll = 4, grants = "movement" }]
        variable = [{ turn = 2, results = [1, 1, 1, 1, 1, 1] }]
        constants.rail_range = { value = 8 }
        scenario = [{ id = "campaign", turns = 8 }]

        [[crt]]
        id = "1-1"
        results = ["4/0", "3/0", "3/0", "3/0", "3/1", "2/1", "2/1", "2/1", "2/1", "1/2", "1/2", "1/2", "0/9"]
        """,
    )
    unit = next(unit for unit in files.units if unit.id == "ge.83.183")
    assert (unit.combat, unit.tactical, unit.move) == ((6, 4), 3, 5)
    assert files.tables.crt[2].results[-1] == "0/9"
    assert files.tables.activity[0].results[-1] == 9
    assert files.tables.kessel[3].release == 9
    assert files.tables.event[3].grants == "movement"
    assert files.tables.variable[0].results == (1,) * 6
    assert files.tables.constants.rail_range.value == 8
    assert files.scenarios.scenario[1].turns == 8
    assert files.hash != load_files(None, folder).hash


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ('unit = [{ id = "ge.83.183", combat = [6] }]', "combat: expected a CF for each of 2 steps, found 1"),
        ('unit = [{ id = "ge.83.183", steps = 4 }]', "expected a CF for each of 4 steps, found 2"),
        ('unit = [{ id = "ge.wl.bud", move = 4 }]', "expected a movement allowance for all units but strongpoints"),
        (
            'unit = [{ id = "ge.83.183", move = "none" }]',
            "expected a movement allowance for all units but strongpoints",
        ),
        (
            'unit = [{ id = "ge.83.183", nation = "guards" }]',
            "expected wehrmacht or ss or luftwaffe on the german side",
        ),
        ('unit = [{ id = "so.28.88", nation = "ss" }]', 'expected soviet or guards on the soviet side, found "ss"'),
        ('unit = [{ id = "ge.83.183", formation = "28rd" }]', "expected a german formation of tables.toml, found 28rd"),
        ('unit = [{ id = "ge.jg1", integrity = true }]', "integrity: expected a unit of a formation"),
        ('unit = [{ id = "ge.83.183", enters = 2 }]', "unit ge.83.183: expected either hex or enters"),
        ('unit = [{ id = "ge.jg1", enters = "none" }]', "unit ge.jg1: expected either hex or enters"),
        ('unit = [{ id = "ge.jg1", enters = "intro" }]', 'expected a soviet unit, as nobody else enters by "intro"'),
        ('unit = [{ id = "so.28.88", enters = "R" }]', 'expected a german unit, as nobody else enters by "R"'),
        ('unit = [{ id = "ge.wl.bud", hex = "none", enters = 2 }]', "expected a hex, as strongpoints do not move"),
        ('unit = [{ id = "ge.83.183", hex = "2029" }]', "expected a hex of the map, found 2029"),
        ('unit = [{ id = "so.28.88", enters = "none", hex = "2000" }]', "as the Soviet player sets his units up"),
        ('unit = [{ id = "ge.brd803", infiltration = false }]', "expected one unit with infiltration, found 0"),
        ('unit = [{ id = "ge.jg1", infiltration = true }]', "expected one unit with infiltration, found 2"),
        (
            "unit = ["
            + ", ".join(f'{{ id = "ge.wl.{name}", enters = 9 }}' for name in ("jorek", "sass", "schw"))
            + "]",
            "expected at least one breakout unit, found none",
        ),
        ("constants = { stack_german = { value = 2 } }", "expected a hex with room, found 2412, which is full"),
        ("constants = { c3i_most = { value = 4 } }", "activity: expected a row for 4, found none"),
        ('hexside = [{ id = "lowat", foot_halves = 4 }]', "expected all, the game knows nothing else; found 4"),
        (
            'hexside = [{ id = "creek", foot_halves = "all" }]',
            "expected 0 to 19, the game knows nothing else; found all",
        ),
        ('crt = [{ id = "5-1", attack = 6 }]', "expected the odds that are its id, found 6 to 1"),
        ('chit = [{ id = "so.4", number = 5 }]', "expected the side and number of its id, found those of so.5"),
        ('chit = [{ id = "so.15", leaves = 4 }]', "leaves: expected a turn after 4, found 4"),
        ('chit = [{ id = "ge.4", rail = true }]', "expected Soviet chits, as no others need a railway"),
        ('chit = [{ id = "so.3", value = 2 }]', "value: expected 1, the game knows nothing else; found 2"),
        ('chit = [{ id = "ge.8", enemy = "none" }]', "enemy: expected the kind of unit that it halves"),
        ('conversion = [{ id = "9+", least = 8 }]', "expected the number of its id, found 8"),
        ('objective = [{ id = "melenka", hex = "3515" }]', "expected a hex of the map, found 3515"),
        ("kessel = [{ level = 3, attrition = true }]", "attrition: expected a row for 3, found none"),
        (
            'scenario = [{ id = "campaign", victory = [{ id = "german-decisive", least = 3 }] }]',
            "expected a number for every level but the lowest",
        ),
        (
            'scenario = [{ id = "campaign", victory = [{ id = "draw", least = 48 }] }]',
            "expected more than 48, found 48",
        ),
        ('top = [{ level = 1, types = ["ski", "tank"] }]', 'expected one rank for the type "tank", found 2'),
        ("top = [{ level = 3, types = [] }]", 'expected one rank for the type "tank", found 0'),
        ('units = [{ id = "ge.83.183" }]', "no such key here"),
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
        ("tables.toml", 'id = "forest"', "terrain: expected a row for forest, found none"),
        ("tables.toml", 'id = "creek"', "hexside: expected a row for creek, found none"),
        ("tables.toml", 'id = "soviet", velikye', "kessel_start: expected a row for soviet, found none"),
        ("tables.toml", "roll = 3,", "event: expected a row for 3, found none"),
        ("tables.toml", "turn = 9, date", "track: expected a row for 9, found none"),
        ("tables.toml", "turn = 9, results", "variable: expected a row for 9, found none"),
        ("tables.toml", "level = 2, name", "kessel: expected a row for 2, found none"),
        ("tables.toml", "level = 3, results", "activity: expected a row for 3, found none"),
        ("tables.toml", "11.5b", "crt: expected at least one column, found none"),
        ("tables.toml", 'id = "0+"', "conversion 1+: least: expected 0, found 1"),
        ("tables.toml", "[13.42d]", "conversion: expected at least one row, found none"),
        ("map.txt", "german source:", "expected hexes marked 'german source' on the map, found none"),
        ("map.txt", "city Velikye Luki,", "expected the city of Velikye Luki on the map, found none"),
        ("map.txt", "Vitebsk - Leningrad:", "expected the railway Vitebsk - Leningrad on the map, found none"),
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


@pytest.mark.parametrize(
    ("file", "line", "sentence"),
    [
        ("tables.toml", '{ id = "1-2"', "expected better odds than in the column before, found 1-2"),
        ("tables.toml", '{ id = "9+"', "least: expected more than 17, found 9"),
        ("scenarios.toml", "level = 2", "level: expected 1, found 2"),
    ],
)
def test_order_matters(folder: Path, file: str, line: str, sentence: str) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    blocks = text.split("\n\n") if file == "scenarios.toml" else text.split("\n")
    at = next(n for n, block in enumerate(blocks) if line in block)
    other = at - 1 if file == "scenarios.toml" else at + 1
    blocks[at], blocks[other] = blocks[other], blocks[at]
    (folder / file).write_text(("\n\n" if file == "scenarios.toml" else "\n").join(blocks), encoding="utf-8")
    with pytest.raises(DataError) as refused:
        load_files(None, folder)
    assert sentence in str(refused.value)


def test_a_missing_part_of_turn_1_is_refused(folder: Path) -> None:
    text = (folder / "scenarios.toml").read_text(encoding="utf-8")
    part = '[[opening]]\nid = "third"\ndrm = 2  # [14.0f]\nsource = "rule 14.0f"\n'
    assert part in text
    (folder / "scenarios.toml").write_text(text.replace(part, ""), encoding="utf-8")
    with pytest.raises(DataError, match="opening: expected a row for third, found none"):
        load_files(None, folder)


def test_a_whole_formation_may_stack(folder: Path) -> None:
    """8.2: eight battalions of one division in a hex, but not with a stranger."""
    division = [unit.id for unit in load_files(None, folder).units if unit.formation == "83id"]
    assert len(division) == 8
    change = "unit = [" + ", ".join(f'{{ id = "{id_}", hex = "2005" }}' for id_ in division)
    overlaid(folder, change + "]")
    with pytest.raises(DataError, match="expected a hex with room, found 2005, which is full"):
        overlaid(folder, change + ', { id = "ge.sich1", hex = "2005" }]')
