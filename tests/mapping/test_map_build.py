"""From a theatre file to a map, and what is said of a theatre file that is wrong."""

import json
from pathlib import Path

import pytest

from stavka.data.hexmap import HexMap, MapError
from stavka.mapping import build

THEATRE = """\
title = "Test"
source = "history"
closed = ["blocked"]

[grid]
rows = 6
columns = 6

[kinds]
terrain = { clear = ".", woods = "t" }
hexsides = { river = ["minor", "major"], blocked = [] }
networks = ["rail"]
places = ["city", "town"]
features = ["goal", "near bank"]

[projection]
origin = [0.0, 0.0]
row = [0.0, 0.0, 1.0]
column = [0.0, 1.0, 0.0]

[land]
polygons = [[[-1.0, -1.0], [9.0, -1.0], [9.0, 4.6], [-1.0, 4.6]]]
present = "0501"
absent = "0106"

[places.city]
A = "0401"
B = { at = [1.0, 1.0], hex = "0105", names = { fr = "Bé" }, source = "rule 3.1" }

[places.town]
C = [3.0, 2.0]

[[areas]]
terrain = "woods"
name = "Box"
box = [1.6, 1.6, 3.4, 2.4]

[[areas]]
terrain = "woods"
name = "Ring"
polygon = [[4.9, 1.9], [5.1, 1.9], [5.1, 2.1], [4.9, 2.1]]
source = "reconstructed"

[[lines]]
name = "Lake"
layer = "blocked"
sides = "0401/0402 0302/0402"

[[lines]]
name = "Stream"
names = { fr = "Ruisseau" }
kind = "major"
rows = [1, 4]
this_side = "near bank"
bank = { 1-2 = 4, 3-5 = 5 }

[[lines]]
name = "Brook"
kind = "minor"
geojson = "brooks.geojson"
feature = "The brook"
into = "Stream"

[[bridges]]
line = "Stream"
sides = "0303/0204"

[networks]
rail = ["A - 0405", { via = "C - B", name = "branch", source = "reconstructed" }]

[[features]]
kind = "goal"
hexes = "0401-0403"

[[drawing]]
kind = "label"
name = "Sea"
at = [[3.0, 6.0]]

[[corrections]]
why = "Because."
terrain = { "0203" = "clear" }
remove = { river = "0103/0104" }
"""

BROOKS = {
    "features": [
        {"properties": {"name": "Other"}, "geometry": {"coordinates": [[0, 0], [9, 9]]}},
        {"properties": {"name": "The brook"}, "geometry": {"coordinates": [[[1.2, 3.5], [2.5, 3.4], [4.2, 3.0]]]}},
    ]
}


def built(folder: Path, text: str) -> HexMap:
    (folder / "brooks.geojson").write_text(json.dumps(BROOKS), encoding="utf-8")
    (folder / "theatre.toml").write_text(text, encoding="utf-8")
    return build(folder / "theatre.toml")


def test_a_theatre_is_built(tmp_path: Path) -> None:
    m = built(tmp_path, THEATRE)
    assert "0501" in m.terrain and "0502" not in m.terrain and "0106" not in m.terrain and "0406" in m.terrain
    assert {p.name: (p.hex, p.kind, p.source) for p in m.places} == {
        "A": ("0401", "city", "history"),
        "B": ("0105", "city", "rule 3.1"),
        "C": ("0203", "town", "history"),
    }
    assert m.places[1].names == {"fr": "Bé"}
    assert {line.name: line.names for line in m.lines if line.layer == "river"} == {
        "Stream": {"fr": "Ruisseau"},
        "Brook": {},
    }
    assert [h for h, word in m.terrain.items() if word == "woods"] == ["0202", "0205"]
    assert {a.name: (a.hexes, a.source) for a in m.areas} == {
        "Box": (("0202",), "history"),
        "Ring": (("0205",), "reconstructed"),
    }
    assert m.blocked == {("0302", "0402"), ("0401", "0402")}
    assert m.marks[-1].kind == "near bank" and m.features["goal"] == ("0401", "0402", "0403")
    assert m.shapes[-1].name == "Sea" and m.shapes[0].kind == "land"


def test_a_bank_table_makes_the_river_between_the_banks(tmp_path: Path) -> None:
    m = built(tmp_path, THEATRE)
    near = set(m.features["near bank"])
    assert near == {h for h in m.terrain if h[:2] in ("01", "02") and h[2:] < "04"} | {
        h for h in m.terrain if h[:2] in ("03", "04", "05") and h[2:] < "05"
    }
    stream = {s for s, (kind, name) in m.rivers.items() if name == "Stream"}
    assert {kind for kind, name in m.rivers.values() if name == "Stream"} == {"major"}
    assert all((a in near) != (b in near) for a, b in stream)
    assert ("0103", "0104") not in stream, "the correction took it away"
    assert {("0203", "0204"), ("0304", "0305"), ("0204", "0303"), ("0204", "0304")} <= stream
    assert not any("05" in (a[:2], b[:2]) for a, b in stream)


def test_networks_cross_a_river_at_its_bridges_only(tmp_path: Path) -> None:
    m = built(tmp_path, THEATRE)
    stream = {s for s, (_, name) in m.rivers.items() if name == "Stream"}
    assert m.rails & (stream | m.blocked) == {("0204", "0303")}
    assert [(c.name, c.source) for c in m.chains] == [("A - 0405", "history"), ("branch", "reconstructed")]
    assert m.chains[0].hexes[0] == "0401" and m.chains[0].hexes[-1] == "0405"


def test_a_brook_runs_into_its_river(tmp_path: Path) -> None:
    m = built(tmp_path, THEATRE)
    brook = [s for line in m.lines if line.name == "Brook" for s in line.sides]
    assert len(brook) >= 3 and all(m.rivers[s] == ("minor", "Brook") for s in brook)
    avoiding = built(tmp_path, THEATRE.replace('into = "Stream"', 'into = "Stream"\navoid = "0303 0401/0501"'))
    assert not any("0303" in s for line in avoiding.lines if line.name == "Brook" for s in line.sides)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("rows = 6", "rows = 0", "line 5: grid: expected a grid that can be"),
        ("rows = 6", 'rows = "six"', "line 6: grid: rows: expected `int`, got `str`"),
        ("rows = 6\n", "", "line 5: grid: object missing required field `rows`"),
        ("rows = 6", "rows = ", "line 6: not valid TOML"),
        ("columns = 6", "colums = 6", "grid: object"),
        ('A = "0401"', 'A = "0606"', "line 27: places: city: A: expected a hex of this map, found 0606"),
        ("C = [3.0, 2.0]", "C = [30.0, 2.0]", "line 31: places: town: C: expected a hex of this map, found a place"),
        ("C = [3.0, 2.0]", 'A = "0401"', "places: town: A: expected a name that no other place has"),
        ("[places.town]", "[places.hamlet]", "line 30: places: hamlet: expected one of city, town, found 'hamlet'"),
        ('terrain = "woods"\nname = "Box"', 'terrain = "wood"\nname = "Box"', "expected one of clear, woods"),
        ("box = [1.6, 1.6, 3.4, 2.4]\n", "", "line 33: areas no. 1: expected hexes, box or polygon, found none"),
        ("0401/0402 0302", "0401/0403 0302", "line 47: lines no. 1: sides: expected sides between neighbours"),
        ('layer = "blocked"', 'layer = "wall"', "lines no. 1: layer: expected one of river, blocked, found 'wall'"),
        ('kind = "major"', 'kind = "mighty"', "lines no. 2: kind: expected one of minor, major, found 'mighty'"),
        ("1-2 = 4", "a-2 = 4", "expected a row, or rows such as 27-35, found 'a-2'"),
        ('this_side = "near bank"', 'this_side = "far"', "this_side: expected one of goal, near bank, found 'far'"),
        ('into = "Stream"', 'into = "Strem"', "lines no. 3: into: expected a line above this one, found 'Strem'"),
        ('feature = "The brook"', 'feature = "A brook"', "expected a feature of brooks.geojson, found 'A brook'"),
        ('geojson = "brooks.geojson"', 'geojson = "no.geojson"', "expected a GeoJSON file, found 'no.geojson'"),
        (
            'geojson = "brooks.geojson"\n',
            "",
            "lines no. 3: expected points, geojson, sides, bank or behind, found none",
        ),
        ('geojson = "brooks.geojson"', "points = [[50.0, 1.0], [51.0, 1.0]]", "found one that is off it"),
        ('into = "Stream"', 'keep = "0404/0405 0301/0401"', "lines no. 3: keep: expected hexsides in their order"),
        ('"0303/0204"', '"0303/0304"', "bridges no. 1: expected sides of Stream, found 0303/0304"),
        ('"A - 0405"', '"A - Z"', "networks: rail no. 1: expected a place or a hex of this map, found 'Z'"),
        ('"0303/0204"', '""', "networks: rail no. 1: expected a way to 0405, found none"),
        ('kind = "goal"', 'kind = "gaol"', "features no. 1: kind: expected one of goal, near bank, found 'gaol'"),
        ('hexes = "0401-0403"', 'hexes = "0401-0409"', "features no. 1: hexes: expected hexes of this map"),
        ('{ "0203" = "clear" }', '{ "0203" = "snow" }', "expected one of clear, woods, found 'snow'"),
        ("remove = { river", "remove = { canal", "remove: canal: expected one of river, blocked, rail, found 'canal'"),
        ('why = "Because."\n', "", "corrections no. 1: object missing required field `why`"),
        ("[projection]\norigin = [0.0, 0.0]\nrow = [0.0, 0.0, 1.0]\ncolumn = [0.0, 1.0, 0.0]\n", "", "places: found 1"),
        ('title = "Test"', 'title = "Test"\ntitel = 1', "object contains unknown field `titel`"),
        ("rows = 6", "rows = 6\nrwos = 6", "line 7: grid: rwos: object contains unknown field `rwos`"),
    ],
)
def test_a_wrong_theatre_is_refused(tmp_path: Path, old: str, new: str, says: str) -> None:
    assert old in THEATRE
    with pytest.raises(MapError) as error:
        built(tmp_path, THEATRE.replace(old, new, 1))
    assert str(error.value).startswith("theatre.toml line ")
    assert says in str(error.value), str(error.value)
    assert "\n" not in str(error.value)


def test_a_theatre_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(MapError, match="cannot be read"):
        build(tmp_path / "none.toml")
