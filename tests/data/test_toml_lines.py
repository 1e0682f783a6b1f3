"""The line of every key in a TOML file."""

import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stavka.data.lines import KeyPath, ScanError, scan

TEXT = '''\
title = "x"   # a comment with [brackets] and "quotes"

[map]
size.rows = 35
"odd key".'x' = [
    1,  # ]
    { a = "}", b = [2, 3] },
]

[[unit]]
id = "first"
note = """
many = "lines" \\""" ""
of text"""""
after = 1

[unit.reduced]
attack = 2

[[unit]]
id = 'C:\\'
note = \'\'\'
it''s\'\'\'\'\'
after = 2
[[unit.step]]
[[unit.step]]
value = 1979-05-27 07:32:00
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("title",), 1),
        (("map",), 3),
        (("map", "size"), 4),
        (("map", "size", "rows"), 4),
        (("map", "odd key", "x"), 5),
        (("map", "odd key", "x", 0), 6),
        (("map", "odd key", "x", 1), 7),
        (("map", "odd key", "x", 1, "a"), 7),
        (("map", "odd key", "x", 1, "b", 1), 7),
        (("unit",), 10),
        (("unit", 0), 10),
        (("unit", 0, "id"), 11),
        (("unit", 0, "note"), 12),
        (("unit", 0, "after"), 15),
        (("unit", 0, "reduced"), 17),
        (("unit", 0, "reduced", "attack"), 18),
        (("unit", 1), 20),
        (("unit", 1, "id"), 21),
        (("unit", 1, "note"), 22),
        (("unit", 1, "after"), 24),
        (("unit", 1, "step", 0), 25),
        (("unit", 1, "step", 1), 26),
        (("unit", 1, "step", 1, "value"), 27),
    ],
)
def test_each_key_has_the_line_on_which_it_stands(path: KeyPath, line: int) -> None:
    assert scan(TEXT)[path] == line


def test_the_example_has_no_other_paths_than_what_tomllib_reads() -> None:
    assert set(scan(TEXT)) == set(paths(tomllib.loads(TEXT)))


@pytest.mark.parametrize("text", ["a", "= 1", "a = ", "[", "a = [1, '2]", 'a = "x'])
def test_text_that_is_not_toml_ends_in_a_scan_error(text: str) -> None:
    with pytest.raises(ScanError):
        scan(text)


def paths(data: Any, path: KeyPath = ()) -> Iterator[KeyPath]:
    """Every path in what `tomllib` reads."""
    if path:
        yield path
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield from paths(value, (*path, key))


# ---- any file at all

KEYS = st.sampled_from(["a", "b", "c-1", '"d"', '"e \\" ]"', "'f.g'", "1", "a.b", "c . 'd'"])
GAPS = st.sampled_from(["", " ", "\n", " # ] } , \" '\n", "\n\n"])
STRINGS = st.sampled_from(
    [
        '""',
        '"x"',
        '"\\\\"',
        '"\\""',
        "''",
        "'\\'",
        '""""""',
        '"""a\n"b" """',
        '"""x"""""',
        '"""\\""""',
        "''''''",
        "'''\n'''''",
    ]
)
OTHERS = st.sampled_from(["true", "-1.5e3", "1979-05-27", "07:32:00", "inf", "0xff"])
NUMBERS = st.just("NUMBER")


def arrays(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    items = st.lists(st.tuples(GAPS, inner, GAPS).map("".join), max_size=3)
    return st.tuples(items, GAPS).map(lambda parts: f"[{','.join(parts[0])}{',' if parts[0] else ''}{parts[1]}]")


def inlines(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pairs = st.lists(st.tuples(KEYS, st.just(" = "), inner).map("".join), max_size=2)
    return pairs.map(lambda each: "{ " + ", ".join(each) + " }")


VALUES = st.recursive(NUMBERS | STRINGS | OTHERS, lambda inner: arrays(inner) | inlines(inner), max_leaves=6)
LINES = st.one_of(
    st.tuples(KEYS, st.just(" = "), VALUES, st.sampled_from(["", "  # 'x' [y]"])).map("".join),
    KEYS.map(lambda key: f"[{key}]"),
    KEYS.map(lambda key: f"[[ {key} ]]"),
    st.sampled_from(["", "# [not.a.table]"]),
)


@given(st.lists(LINES, max_size=12))
@settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow])
def test_every_path_of_every_file_is_found_and_on_its_line(lines: list[str]) -> None:
    numbers = iter(range(1000, 10_000))
    text = re.sub("NUMBER", lambda _: str(next(numbers)), "\n".join(lines))
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    found = scan(text)
    assert set(found) == set(paths(data))
    for path in found:
        value = at(data, path)
        if isinstance(value, int) and not isinstance(value, bool) and value >= 1000:
            assert str(value) in text.split("\n")[found[path] - 1]


def at(data: Any, path: KeyPath) -> Any:
    for step in path:
        data = data[step]
    return data
