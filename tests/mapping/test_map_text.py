"""The map file: reading and writing are inverse, and a bad file is refused in one sentence."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stavka.data.hexmap import (
    Area,
    Chain,
    GridSpec,
    HexMap,
    Kinds,
    Line,
    MapError,
    Mark,
    Place,
    Shape,
    drawn_together,
    read,
    side,
    spread_out,
    write,
)
from stavka.hexes import Grid

TEXT = """\
# A comment.
[map]
title: Test: a map
rows: 3
columns: 4
terrain: . clear, ^ rough, ~ sea marsh
hexsides river: minor, major, very major
hexsides blocked:
networks: rail, trail
places: major city, town
features: crossing point
source: history

[terrain]
03   . ^ . .
02  . ~ .
01   . . . .

[areas] history
rough High hill, fr Haute colline: 0302
sea marsh: 0202 ; reconstructed

[places] reconstructed
0101 major city: Kyiv, es Kiev, fr Kiev-sur-Dniepr ; rule 3.0i
0304 town: Last

[hexsides river]
very major Dnipro: 0101/0102
    0102/0202
minor: 0203/0303

[hexsides blocked] history
Cliff: 0102/0103

[network rail] history
A - B: 0101 0201 0301

[features] rule 12.3e
crossing point: 0101-0103 0304
crossing point: 0203 ; reconstructed

[drawing]
land: 0,0 1.5,0 1.5,2.25
label Black Sea, es mar Negro, fr mer Noire: 1,1
"""


def test_a_file_is_read() -> None:
    m = read(TEXT)
    assert m.title == "Test: a map"
    assert m.sheets == (GridSpec(3, 4),)
    assert m.kinds.hexsides == {"river": ("minor", "major", "very major"), "blocked": ()}
    assert m.terrain["0302"] == "rough" and m.terrain["0202"] == "sea marsh" and m.terrain["0304"] == "clear"
    assert "0204" not in m.terrain and len(m.terrain) == 11
    assert m.places == (
        Place("0101", "Kyiv", "major city", {"es": "Kiev", "fr": "Kiev-sur-Dniepr"}, "rule 3.0i"),
        Place("0304", "Last", "town", {}, "reconstructed"),
    )
    assert m.areas == (
        Area("rough", "High hill", ("0302",), "history", {"fr": "Haute colline"}),
        Area("sea marsh", "", ("0202",), "reconstructed"),
    )
    assert m.rivers == {
        ("0101", "0102"): ("very major", "Dnipro"),
        ("0102", "0202"): ("very major", "Dnipro"),
        ("0203", "0303"): ("minor", ""),
    }
    assert m.blocked == {("0102", "0103")}
    assert m.rails == {("0101", "0201"), ("0201", "0301")} and m.roads == frozenset()
    assert m.features == {"crossing point": ("0101", "0102", "0103", "0304", "0203")}
    assert m.shapes[1] == Shape("label", "Black Sea", ((1.0, 1.0),), {"es": "mar Negro", "fr": "mer Noire"})
    assert m.grid.has("0304") and not m.grid.has("0204")


def test_it_is_written_back() -> None:
    m = read(TEXT)
    assert read(write(m)) == m
    assert write(read(write(m))) == write(m)
    assert "\n03   . ^ . .\n02  . ~ .\n01   . . . .\n" in write(m)


def test_where_it_comes_from_is_counted() -> None:
    m = read(TEXT)
    assert m.provenance() == {"rule": 5, "history": 9 + 1 + 3 + 1 + 2, "reconstructed": 3}
    assert [item.item for item in m.listing() if item.source == "rule 3.0i"] == ["major city Kyiv"]


FLAT = GridSpec(2, 3, orientation="columns", shifted="even", numbering="column-row", first_row=5, up=False)


def test_columns_that_run_straight_take_two_lines_a_row() -> None:
    grid = Grid(FLAT)
    m = HexMap("Flat", (FLAT,), Kinds({"clear": "."}), "history", dict.fromkeys(grid.numbers(grid.all), "clear"))
    assert "[terrain]\n05  .   .\n05    .\n06  .   .\n06    .\n" in write(m)
    assert read(write(m)) == m


@given(
    rows=st.integers(1, 5),
    columns=st.integers(1, 5),
    orientation=st.sampled_from(["rows", "columns"]),
    shifted=st.sampled_from(["odd", "even"]),
    numbering=st.sampled_from(["row-column", "column-row"]),
    first=st.integers(0, 4),
    up=st.booleans(),
    westward=st.booleans(),
    prefix=st.sampled_from(["", "N", "XY"]),
    data=st.data(),
)
def test_any_grid_comes_back(rows, columns, orientation, shifted, numbering, first, up, westward, prefix, data) -> None:  # type: ignore[no-untyped-def]
    spec = GridSpec(rows, columns, orientation, shifted, numbering, first, first, 2, up, westward, prefix)
    grid = Grid(spec)
    words = {"clear": ".", "rough": "^"}
    found = data.draw(st.dictionaries(st.sampled_from(grid.numbers(grid.all)), st.sampled_from(sorted(words))))
    m = HexMap("Any", (spec,), Kinds(words), "history", found)
    assert read(write(m)) == m


def test_lists_of_hexes() -> None:
    assert spread_out("0101-0103 0205") == ["0101", "0102", "0103", "0205"]
    assert drawn_together(["0101", "0102", "0103", "0205", "0206", "0301"]) == "0101-0103 0205 0206 0301"
    assert drawn_together(["0199", "0200", "0201"]) == "0199 0200 0201"
    assert spread_out("N0101-0103 S0205") == ["N0101", "N0102", "N0103", "S0205"]
    assert drawn_together(["N0101", "N0102", "N0103", "S0104", "0105"]) == "N0101-0103 S0104 0105"
    for bad in ("0103-0101", "0101-0201", "01-0103", "a-b"):
        with pytest.raises(ValueError, match="range"):
            spread_out(bad)


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("[map]\n", "", 2, "found 'title: Test: a map', expected a section such as [map]"),
        ("rows: 3\n", "", 2, "found no `rows` in [map], expected one"),
        ("rows: 3", "rows: three", 4, "found rows 'three', expected a whole number"),
        ("rows: 3", "rows: 0", 2, "found a grid that cannot be"),
        ("rows: 3", "rows: 3\nrows: 3", 5, "found a second 'rows', expected each once"),
        ("columns: 4", "columns: 4\nshifted: both", 6, "found shifted 'both', expected odd or even"),
        ("columns: 4", "columns: 4\ncolour: blue", 6, "found 'colour', expected something that [map] knows"),
        (". clear, ^ rough", ".clear, ^ rough", 6, "expected characters and their terrain"),
        (". clear, ^ rough", ". clear, . rough", 6, "expected characters and their terrain"),
        ("source: history", "source: hearsay", 12, "found source 'hearsay', expected one that begins with rule"),
        ("02  . ~ .\n", "", 14, "found 2 lines of terrain, expected 3"),
        ("02  . ~ .", "05  . ~ .", 16, "found '05', expected row 02 here"),
        ("02  . ~ .", "02  . x .", 16, "found 'x' at character 7, expected one of . ^ ~ at a hex"),
        ("02  . ~ .", "02  . ~. .", 16, "found '.' at character 8, expected one of"),
        ("[areas] history", "[regions]", 19, "found [regions], expected only the sections that [map] declares"),
        ("[places] rec", "[areas] rec", 23, "found a second [areas], expected each section once"),
        ("Haute colline: 0302", "Haute colline: 0303", 20, "found 0303, which is clear, expected rough hexes"),
        (
            "rough High",
            "high rough",
            20,
            "found 'high rough hill, fr Haute colline', expected one of clear, rough, sea marsh first",
        ),
        ("fr Haute colline: 0302", "fr Haute colline 0302", 20, "expected `name: content`"),
        ("0304 town", "0204 town", 25, "found hex 0204 does not exist"),
        ("0304 town", "0304 hamlet", 25, "found 'hamlet', expected one of major city, town"),
        ("town: Last", "town:", 25, "found '', expected a name"),
        ("es Kiev", "spanish Kiev", 24, "expected a name, and others such as `fr Kharkiv`"),
        ("0304 town: Last", "0304 town: Last ; myth", 25, "found source 'myth', expected one that begins with"),
        ("0101/0102\n", "0101/0103\n", 28, "found '0101/0103', expected two neighbouring hexes"),
        ("0101/0102\n", "0101-0102\n", 28, "found '0101-0102', expected two neighbouring hexes"),
        ("0203/0303", "0101/0102", 30, "found 0101/0102 a second time, expected a hexside once"),
        ("minor:", "tiny:", 30, "found 'tiny', expected one of major, minor, very major first"),
        ("0101 0201 0301", "0101 0301", 36, "found '0101/0301', expected two neighbouring hexes"),
        ("0101 0201 0301", "0101", 36, "found '0101', expected at least two hexes"),
        ("crossing point: 0101", "ford: 0101", 39, "found 'ford', expected one of crossing point"),
        ("0101-0103 0304", "0103-0101", 39, "found '0103-0101', which is not a range"),
        ("fr mer Noire: 1,1", "fr mer Noire: 1;1", 44, "expected points such as 3.2,4.75"),
    ],
)
def test_a_bad_file_is_refused(old: str, new: str, line: int, says: str) -> None:
    assert old in TEXT
    with pytest.raises(MapError) as error:
        read(TEXT.replace(old, new, 1), "my.txt")
    assert str(error.value).startswith(f"my.txt line {line}: "), error.value
    assert says in str(error.value)
    assert "\n" not in str(error.value)


@given(
    st.integers(0, len(TEXT) - 1), st.integers(0, 12), st.sampled_from(["", " ", "0", ":", "[", "]", "/", "~", "\n"])
)
def test_a_damaged_file_is_a_map_or_a_map_error(at: int, long: int, put: str) -> None:
    damaged = TEXT[:at] + put + TEXT[at + long :]
    try:
        m = read(damaged)
    except MapError as error:
        assert "\n" not in str(error)
    else:
        assert read(write(m)) == m


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(MapError, match=r"^none\.txt: cannot be read as a map"):
        read(tmp_path / "none.txt")
    (tmp_path / "bytes.txt").write_bytes(b"\xff\xfe")
    with pytest.raises(MapError, match=r"^bytes\.txt: cannot be read"):
        read(tmp_path / "bytes.txt")
    (tmp_path / "good.txt").write_text(TEXT, encoding="utf-8")
    assert read(tmp_path / "good.txt") == read(TEXT)


def test_a_side_has_its_lower_hex_first() -> None:
    assert side("0202", "0101") == ("0101", "0202") == side("0101", "0202")
    chain = Chain("rail", "", ("0202", "0101", "0102"), "history")
    assert chain.sides == (("0101", "0202"), ("0101", "0102"))


def test_maps_differ_if_anything_does() -> None:
    m = read(TEXT)
    assert m != replace(m, marks=(Mark("crossing point", ("0101",), "history"),))
    assert m != replace(m, lines=(Line("river", "minor", "", (("0101", "0102"),), "history"),))
    assert re.search("^title: Other$", write(replace(m, title="Other")), re.MULTILINE)
