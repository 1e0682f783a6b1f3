"""An owner's own values over those of a game."""

import hashlib
from pathlib import Path
from typing import Annotated

import pytest

from stavka.data import Count, DataError, Id, Struct, Text, exactly, fingerprint, listing, load, provenance


class Side(Struct, frozen=True):
    label: Text
    move: Count


class Unit(Struct, frozen=True):
    id: Id
    name: Text
    attack: Count
    defence: Count
    hex: Text | None = None
    other: Side | None = None


class Column(Struct, frozen=True):
    id: Id
    results: Annotated[tuple[Text, ...], exactly(3)]


class Box(Struct, frozen=True):
    turn: Count
    chits: Count


class Supply(Struct, frozen=True):
    penalty: Count
    reach: Count


class File(Struct, frozen=True):
    unit: tuple[Unit, ...]
    crt: tuple[Column, ...]
    track: tuple[Box, ...]
    supply: Supply


BASE = """\
unit = [
  { id = "ax.1", name = "First", attack = 3, defence = 3, hex = "1731", source = "history", numbers = "reconstructed" },
  { id = "so.2", name = "Second", attack = 4, defence = 4, source = "history", other = { label = "2UKR", move = 6 } },
]
crt = [
  { id = "1-1", results = ["-", "-", "R"], source = "reconstructed" },
  { id = "2-1", results = ["-", "R", "R"], source = "reconstructed" },
]
[[track]]
turn = 1
chits = 3
source = "reconstructed"
[[track]]
turn = 2
chits = 4
source = "reconstructed"
[supply]
penalty = 2
reach = 5
source = "rule 8.2"
"""


@pytest.fixture(name="base")
def base_file(tmp_path: Path) -> Path:
    path = tmp_path / "game.toml"
    path.write_text(BASE)
    return path


def overlay(base: Path, text: str) -> File:
    path = base.with_name("mine.toml")
    path.write_text(text)
    return load(base, File, path)


def test_an_empty_overlay_changes_nothing(base: Path) -> None:
    assert overlay(base, "# nothing yet\n") == load(base, File)


def test_one_value_of_one_unit(base: Path) -> None:
    data = overlay(base, '[[unit]]\nid = "ax.1"\nattack = 6\n')
    before = load(base, File)
    assert (data.unit[0].attack, data.unit[0].defence, data.unit[0].name) == (6, 3, "First")
    assert data.unit[1:] == before.unit[1:]
    assert (data.crt, data.track, data.supply) == (before.crt, before.track, before.supply)


def test_records_may_be_given_in_any_order_and_by_turn(base: Path) -> None:
    data = overlay(
        base, 'unit = [{ id = "so.2", name = "Guards" }, { id = "ax.1" }]\ntrack = [{ turn = 2, chits = 5 }]'
    )
    assert [box.chits for box in data.track] == [3, 5]
    assert [unit.name for unit in data.unit] == ["First", "Guards"]


def test_a_list_of_plain_values_is_replaced_as_a_whole(base: Path) -> None:
    data = overlay(base, 'crt = [{ id = "2-1", results = ["A", "B", "C"] }]')
    assert [column.results for column in data.crt] == [("-", "-", "R"), ("A", "B", "C")]


def test_tables_inside_records_are_gone_into(base: Path) -> None:
    data = overlay(base, '[[unit]]\nid = "so.2"\nother.move = 7\n[supply]\npenalty = 3\n')
    assert data.unit[1].other is not None
    assert (data.unit[1].other.label, data.unit[1].other.move) == ("2UKR", 7)
    assert (data.supply.penalty, data.supply.reach) == (3, 5)


def test_a_value_that_a_record_can_do_without_is_taken_away_with_none(base: Path) -> None:
    data = overlay(base, 'unit = [{ id = "ax.1", hex = "none" }, { id = "so.2", hex = "0101", other = "none" }]')
    assert (data.unit[0].hex, data.unit[1].hex, data.unit[1].other) == (None, "0101", None)


def test_a_table_that_was_not_there_is_added_whole(base: Path) -> None:
    data = overlay(base, 'unit = [{ id = "ax.1", other = { label = "x", move = 1 } }]')
    assert data.unit[0].other is not None
    assert data.unit[0].other.move == 1
    with pytest.raises(
        DataError, match=r"^mine.toml line 1: unit ax.1: other: label: expected text .*, found nothing$"
    ):
        overlay(base, 'unit = [{ id = "ax.1", other = { move = 1 } }]')


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            '[[unit]]\nid = "ax.1"\nattack = "six"',
            'line 3: unit ax.1: attack: expected an integer of 0 or more, found "six"',
        ),
        ('[[unit]]\nid = "ax.1"\nattack = "none"', "line 3: unit ax.1: attack: expected an integer of 0 or more"),
        ('[[unit]]\nid = "ax.1"\natack = 6', "line 3: unit ax.1: atack: no such key here; did you mean attack?"),
        (
            '\n[[unit]]\nid = "ax.2"',
            'line 3: unit: id: expected the id of a unit in the game, found "ax.2"; did you mean ax.1?',
        ),
        ("track = [{ turn = 9 }]", "line 1: track: turn: expected the turn of a track in the game, found 9"),
        ("[[unit]]\nattack = 6", "line 1: unit no. 1: id: expected the id of a record, found nothing"),
        (
            'unit = [{ id = "ax.1" },\n{ id = "ax.1" }]',
            "line 2: unit ax.1: id: expected another id than that of line 1",
        ),
        (
            'crt = [{ id = "2-1", results = ["R"] }]',
            "line 1: crt 2-1: results: expected a list of 3, found a list of 1",
        ),
        ("crt = 5", "line 1: crt: expected a list, found 5"),
        ("supply = { }\nsupply = { }", "line 2: not valid TOML: "),
        ("[supply]\npenalty = 3\nsource = 'mine'", "line 3: supply: source: expected a source that begins with"),
        (
            "[supply]\nsources = { penalti = 'rule 1' }",
            "line 2: supply: sources: penalti: no such value in this record",
        ),
    ],
)
def test_a_fault_of_the_overlay_names_the_overlay_and_its_line(base: Path, text: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        overlay(base, text)
    assert str(caught.value).startswith(f"mine.toml {message}")


def test_a_fault_of_the_file_is_not_put_down_to_the_overlay(base: Path) -> None:
    base.write_text(BASE.replace("chits = 4", "chits = -4"))
    with pytest.raises(DataError, match=r"^game\.toml line 15: track 2: chits: "):
        overlay(base, "track = [{ turn = 2, chits = 5 }]")


def test_values_of_an_overlay_are_counted_as_such(base: Path) -> None:
    assert provenance(load(base, File)) == {"rule": 2, "history": 7, "reconstructed": 10}
    data = overlay(base, 'unit = [{ id = "ax.1", attack = 6, defence = 3, name = "Other" }]\nsupply.penalty = 1')
    assert provenance(data) == {"rule": 1, "history": 6, "reconstructed": 9, "overlay": 3}
    assert ("unit ax.1", "overlay mine.toml", ("name", "attack")) in listing(data)


def test_an_overlay_may_say_where_its_values_come_from(base: Path) -> None:
    text = """
source = "rule printed counters"
unit = [
  { id = "ax.1", attack = 6, name = "Other" },
  { id = "so.2", name = "Guards", attack = 5, source = "history, a letter", numbers = "reconstructed" },
]
[supply]
penalty = 1
reach = 6
sources = { reach = "rule 8.1 as I read it" }
"""
    items = {(item.item, value): item.source for item in listing(overlay(base, text)) for value in item.values}
    assert items["unit ax.1", "attack"] == "rule printed counters"
    assert items["unit ax.1", "name"] == "rule printed counters"
    assert items["unit ax.1", "defence"] == "reconstructed"
    assert items["unit so.2", "name"] == "history, a letter"
    assert items["unit so.2", "attack"] == "reconstructed"
    assert items["unit so.2", "defence"] == "history"
    assert items["supply", "penalty"] == "rule printed counters"
    assert items["supply", "reach"] == "rule 8.1 as I read it"


def test_the_source_of_a_record_is_for_its_numbers_too(base: Path) -> None:
    data = overlay(base, 'numbers = "reconstructed"\nunit = [{ id = "so.2", attack = 5, source = "rule 2.2i" }]')
    assert ("unit so.2", "rule 2.2i", ("attack",)) in listing(data)


def test_the_hash_is_that_of_the_values(base: Path) -> None:
    before = fingerprint(data=load(base, File))
    assert fingerprint(data=overlay(base, 'unit = [{ id = "ax.1", attack = 3 }]')) == before
    assert fingerprint(data=overlay(base, 'unit = [{ id = "ax.1", attack = 6 }]')) != before
    assert fingerprint(data=overlay(base, 'unit = [{ id = "ax.1", hex = "none" }]')) != before
    text = BASE.replace("penalty = 2\nreach = 5", "reach = 5  # hexes\n\npenalty = 2").replace(
        '"rule 8.2"', '"history"'
    )
    base.write_text(text)
    assert text != BASE
    assert fingerprint(data=load(base, File)) == before


def test_the_hash_is_blake2b_of_canonical_json(base: Path) -> None:
    assert fingerprint(b={"y": 1, "x": 2}, a=(1, 2)) == fingerprint(a=[1, 2], b={"x": 2, "y": 1})
    json = b'{"data":{"penalty":2,"reach":5}}'
    assert fingerprint(data=load(base, File).supply) == hashlib.blake2b(json, digest_size=16).hexdigest()
