"""The sources of values."""

from pathlib import Path

from stavka.data import Count, Id, Item, Struct, Text, listing, load, provenance


class Side(Struct, frozen=True):
    label: Text
    move: Count


class Unit(Struct, frozen=True):
    id: Id
    name: Text
    attack: Count
    defence: Count = 0
    other: Side | None = None
    results: tuple[Count, ...] = ()


class File(Struct, frozen=True):
    title: Text
    open: bool
    unit: tuple[Unit, ...]


TEXT = """\
title = "A game"
open = true
source = "rule 1.0"
numbers = "reconstructed"

[[unit]]          # says nothing: as the file
id = "one"
name = "First"
attack = 3

[[unit]]          # words as the file, numbers not
id = "one-and-a-half"
name = "Between"
attack = 3
numbers = "history"

[[unit]]          # its own source is for words and numbers alike
id = "two"
name = "Second"
attack = 3
source = "history, medium confidence"

[[unit]]          # numbers from elsewhere, and one value from a third place
id = "three"
name = "Third"
attack = 3
defence = 4
results = [1, 2, 3]
source = "history"
numbers = "reconstructed"
sources = { defence = "rule ex-9-1" }

[unit.other]      # as the unit around it
label = "3UKR"
move = 6
"""


def test_each_value_is_counted_where_it_comes_from(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    path.write_text(TEXT)
    data = load(path, File)
    assert listing(data) == [
        Item("", "rule 1.0", ("title",)),
        Item("", "reconstructed", ("open",)),
        Item("unit one", "rule 1.0", ("name",)),
        Item("unit one", "reconstructed", ("attack",)),
        Item("unit one-and-a-half", "rule 1.0", ("name",)),
        Item("unit one-and-a-half", "history", ("attack",)),
        Item("unit two", "history, medium confidence", ("name", "attack")),
        Item("unit three", "history", ("name",)),
        Item("unit three", "reconstructed", ("attack", "results")),
        Item("unit three", "rule ex-9-1", ("defence",)),
        Item("unit three: other", "history", ("label",)),
        Item("unit three: other", "reconstructed", ("move",)),
    ]
    # 1 + 1 + 1 + 1; 1 + 2 + 1 + 1; 1 + 1 + 1 + 3 + 1: a list counts for as many values as it has
    assert provenance(data) == {"rule": 4, "history": 5, "reconstructed": 7}
    assert provenance(data, others={"history": 5, "rule 2.1": 1}) == {"rule": 5, "history": 10, "reconstructed": 7}


def test_the_kind_is_the_first_word_of_the_source() -> None:
    assert Item("", "history, medium confidence", ()).kind == "history"
    assert Item("", "rule 10.3", ()).kind == "rule"
    assert Item("", "reconstructed: tuned by simulation", ()).kind == "reconstructed"
    assert Item("", "overlay mine.toml", ()).kind == "overlay"
