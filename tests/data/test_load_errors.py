"""The errors for broken data files."""

from pathlib import Path
from typing import Annotated, Literal

import pytest

from stavka.data import Count, DataError, HexNumber, Id, Struct, Text, Whole, between, exactly, load, matching


class Side(Struct, frozen=True):
    label: Text
    move: Count


class Unit(Struct, frozen=True):
    id: Id
    attack: Count
    steps: Literal[1, 2]
    side: Literal["axis", "soviet"] = "axis"
    hex: HexNumber | None = None
    enters: Annotated[int, between(1, 9)] | Literal["PR"] | None = None
    other: Side | None = None


class Row(Struct, frozen=True):
    turn: Count
    results: Annotated[tuple[Annotated[str, matching("^R+$", "R or RR")], ...], exactly(2)]


class File(Struct, frozen=True):
    title: Text
    unit: tuple[Unit, ...]
    open: bool = False
    shift: Whole = 0
    row: tuple[Row, ...] = ()


GOOD = """\
title = "A game"
source = "history"
unit = [
  { id = "ax.1", attack = 3, steps = 2, hex = "1731" },
  { id = "so.2", attack = 4, steps = 1, side = "soviet", enters = 4, other = { label = "2UKR", move = 6 } },
]
[[row]]
turn = 1
results = ["R", "RR"]
"""


@pytest.fixture(name="path")
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.toml"


def test_a_good_file_becomes_records(path: Path) -> None:
    path.write_text(GOOD)
    data = load(path, File)
    assert data.unit[0] == Unit(id="ax.1", attack=3, steps=2, hex="1731")
    assert data.unit[1].other == Side(label="2UKR", move=6)
    assert data.row[0].results == ("R", "RR")
    with pytest.raises(AttributeError):
        data.title = "another"  # type: ignore[misc]


@pytest.mark.parametrize("ending", ["\r\n", "\n"])
def test_editors_of_other_systems_may_be_used(path: Path, ending: str) -> None:
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", ending).encode())
    assert load(path, File).title == "A game"
    path.write_bytes(GOOD.replace("turn = 1", 'turn = "one"').replace("\n", ending).encode())
    with pytest.raises(DataError, match=r"^game\.toml line 8: "):
        load(path, File)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        # a value that is not what it should be
        ("attack = 3", 'attack = "six"', 'line 4: unit ax.1: attack: expected an integer of 0 or more, found "six"'),
        ("attack = 3", "attack = -1", "line 4: unit ax.1: attack: expected an integer of 0 or more, found -1"),
        ("attack = 3", "attack = 3.0", "line 4: unit ax.1: attack: expected an integer of 0 or more, found 3.0"),
        ("attack = 3", "attack = true", "line 4: unit ax.1: attack: expected an integer of 0 or more, found true"),
        (
            "attack = 3",
            "attack = []",
            "line 4: unit ax.1: attack: expected an integer of 0 or more, found an empty list",
        ),
        (
            "attack = 3",
            f"attack = 0x{'f' * 9999}",
            "line 4: unit ax.1: attack: expected an integer of 0 or more, found a very large integer",
        ),
        ("steps = 2", "steps = 3", "line 4: unit ax.1: steps: expected one of 1, 2, found 3"),
        ("steps = 1", "steps = true", "line 5: unit so.2: steps: expected one of 1, 2, found true"),
        ('"soviet"', '"red"', 'line 5: unit so.2: side: expected one of "axis", "soviet", found "red"'),
        ('"1731"', "1731", 'line 4: unit ax.1: hex: expected a hex number such as "1731", found 1731'),
        ('"1731"', '"none"', 'line 4: unit ax.1: hex: expected a hex number such as "1731", found "none"'),
        ('"1731"', '"17031"', 'line 4: unit ax.1: hex: expected a hex number such as "1731", found "17031"'),
        ("enters = 4", "enters = 10", 'line 5: unit so.2: enters: expected an integer from 1 to 9 or "PR", found 10'),
        ("move = 6", 'move = "6"', 'line 5: unit so.2: other: move: expected an integer of 0 or more, found "6"'),
        ('{ label = "2UKR", move = 6 }', "6", "line 5: unit so.2: other: expected a table, found 6"),
        ('"A game"', '"  "', 'line 1: title: expected text that is not empty, found "  "'),
        ('"history"', '"hearsay"', "line 2: source: expected a source that begins with"),
        ('"history"', '"rule"', "line 2: source: expected a source that begins with"),
        ('"R", "RR"', '"R", "XX"', 'line 9: row 1: results no. 2: expected R or RR, found "XX"'),
        ('"R", "RR"', '"R"', "line 9: row 1: results: expected a list of 2, found a list of 1"),
        ('["R", "RR"]', "2001-02-03", "line 9: row 1: results: expected a list of 2, found 2001-02-03"),
        ('title = "A game"', 'title = "A game"\nopen = 1', "line 2: open: expected true or false, found 1"),
        ('title = "A game"', 'title = "A game"\nshift = "-1"', 'line 2: shift: expected an integer, found "-1"'),
        ('"ax.1"', '"Ax 1!"', 'line 4: unit "Ax 1!": id: expected an id such as "ax.17pz", found "Ax 1!"'),
        # a key that is not there, or should not be
        ("attack = 3, ", "", "line 4: unit ax.1: attack: expected an integer of 0 or more, found nothing"),
        ('id = "ax.1", ', "", 'line 4: unit no. 1: id: expected an id such as "ax.17pz", found nothing'),
        ('title = "A game"\n', "", "line 1: title: expected text that is not empty, found nothing"),
        (", move = 6", "", "line 5: unit so.2: other: move: expected an integer of 0 or more, found nothing"),
        ("attack = 3", "atack = 3", "line 4: unit ax.1: atack: no such key here; did you mean attack?"),
        ("move = 6", "x = 6", "line 5: unit so.2: other: x: no such key here; expected one of label, move"),
        ("turn = 1", "turn = 1\nsurces = {}", "line 9: row 1: surces: no such key here; did you mean sources?"),
        (
            'hex = "1731"',
            'hex = "1731", sources = { attak = "rule 1" }',
            "line 4: unit ax.1: sources: attak: no such value in this record; did you mean attack?",
        ),
        ("[[row]]", "[[rows]]", "line 7: rows: no such key here; did you mean row?"),
        # records that cannot be told apart
        ('"so.2"', '"ax.1"', 'line 5: unit ax.1: id: expected another id than that of line 4, found "ax.1"'),
        (
            "[[row]]",
            "[[row]]\nturn = 1\nresults = ['R', 'R']\n[[row]]",
            "line 11: row 1: turn: expected another turn than that of line 8, found 1",
        ),
        # files that are not TOML
        ("attack = 3", "attack 3", "line 4: not valid TOML: "),
        ("attack = 3", "attack = 3, attack = 4", "line 4: not valid TOML: "),
        ("unit = [", "unit = [ [", "line 7: not valid TOML: "),
        ("turn = 1", "turn = 2001-02-30", "line 8: not valid TOML: "),
        ("turn = 1", f"turn = {'9' * 5000}", "line 8: not valid TOML: "),
        ('"RR"]\n', '"RR"', "line 9: not valid TOML: unclosed array at the end of the file"),
        ('"A game"', '"A\ngame"', "line 1: not valid TOML: "),
        ("turn = 1", f"turn = {'[' * 3000}{']' * 3000}", "line 1: expected fewer brackets inside one another"),
    ],
)
def test_a_fault_is_one_sentence_with_file_line_key_and_what_was_expected(
    path: Path, old: str, new: str, message: str
) -> None:
    assert old in GOOD
    path.write_text(GOOD.replace(old, new, 1))
    with pytest.raises(DataError) as caught:
        load(path, File)
    assert str(caught.value).startswith(f"game.toml {message}")
    assert "\n" not in str(caught.value)
    assert caught.value.file == "game.toml"
    assert caught.value.line > 0


class Level(Struct, frozen=True, kw_only=True):
    level: Count = 0
    name: Text


class Levels(Struct, frozen=True):
    step: tuple[Level, ...]


def test_a_record_without_its_key_is_refused_though_the_key_has_a_default(path: Path) -> None:
    path.write_text('source = "rule 1"\nstep = [\n  { level = 1, name = "low" },\n  { name = "high" },\n]\n')
    with pytest.raises(DataError, match=r"^game\.toml line 4: step no\. 2: level: expected the level of a record"):
        load(path, Levels)


def test_a_value_without_a_source_is_refused(path: Path) -> None:
    path.write_text(GOOD.replace('source = "history"\n', "").replace("attack = 3,", 'attack = 3, source = "rule 1",'))
    with pytest.raises(DataError, match=r"^game\.toml line 1: title: expected a source"):
        load(path, File)
    path.write_text(GOOD.replace('source = "history"\n', 'sources = { title = "rule 1" }\n'))
    with pytest.raises(DataError, match=r"^game\.toml line 4: unit ax.1: attack: expected a source"):
        load(path, File)


def test_a_file_that_is_not_there(path: Path) -> None:
    with pytest.raises(DataError, match=r"^game.toml: cannot be read \(No such file or directory\)$"):
        load(path, File)


def test_a_file_that_is_no_text(path: Path) -> None:
    path.write_bytes(GOOD.encode().replace(b"soviet", b"sovi\xe9t"))
    with pytest.raises(DataError, match=r"^game\.toml line 5: expected text in UTF-8$"):
        load(path, File)
