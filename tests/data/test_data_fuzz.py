"""Damaged data files: each loads as a whole, or is refused with its name and a line."""

import tempfile
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stavka.data import DataError, Document, KeyPath, Struct, load_document, parse, read
from stavka.data.document import Place
from stavka.games.traces.files import FOLDER, Files, Scenarios, Tables, Units, load_files


def shortened(text: str) -> str:
    """The file with a few of its units, which are enough and make the tests quicker."""
    lines = text.splitlines(keepends=True)
    return "".join(line for number, line in enumerate(lines) if not line.startswith("  {") or number % 17 in (6, 11))


SCHEMAS: dict[str, type[Struct]] = {"units.toml": Units, "tables.toml": Tables, "scenarios.toml": Scenarios}
TEXTS = {name: (FOLDER / name).read_text(encoding="utf-8") for name in SCHEMAS}
TEXTS["units.toml"] = shortened(TEXTS["units.toml"])
OVERLAY = """\
source = "rule printed counters"
unit = [{ id = "so.hq.step", move = 7, parent = "none" }, { id = "so.50rc", attack = 4, defence = 4 }]
kremenchuk.crossings = ["1826", "1827"]
constants.airborne_range = { value = 7, source = "history" }
[[crt]]
id = "1-1"
results = ["-", "-", "-", "-", "-", "R"]
[[track]]
turn = 2
axis_chits = 3
[[scenario]]
id = "race"
quarters = { crossing = 16 }
"""

PATIENT = [HealthCheck.too_slow]  # a busy machine is not a fault of the loader

# ---- damage to text

TOKENS = st.sampled_from(
    [
        *('"six"', "-1", "3.5", "true", "[]", "{}", "1979-05-27", '""', "none", "'none'", "id", "source", "unit"),
        *("=", "]]", "[x]", "[[unit]]", "{ a = [[[", "# ", '"""', "\\", "\x00", "\r", "\n", "\u2028", "é"),
        *("99999999999999999999", "0x" + "f" * 5000),
    ]
)


@st.composite
def damage(draw: st.DrawFn) -> Callable[[str], str]:
    """Do one kind of damage: something lost, doubled, swapped, inserted or replaced."""
    kind = draw(st.sampled_from(["lose line", "double line", "swap", "lose", "insert", "replace word", "cut off"]))
    at = draw(st.floats(0, 1, exclude_max=True))
    token = draw(TOKENS | st.characters(codec="utf-8"))

    def accident(text: str) -> str:
        lines, i = text.split("\n"), int(at * len(text))
        j = int(at * len(lines))
        words = text.split(" ")
        k = int(at * len(words))
        return {
            "lose line": lambda: "\n".join(lines[:j] + lines[j + 1 :]),
            "double line": lambda: "\n".join(lines[: j + 1] + lines[j:]),
            "swap": lambda: text[:i] + text[i : i + 2][::-1] + text[i + 2 :],
            "lose": lambda: text[:i] + text[i + 1 :],
            "insert": lambda: text[:i] + token + text[i:],
            "replace word": lambda: " ".join([*words[:k], token, *words[k + 1 :]]),
            "cut off": lambda: text[:i],
        }[kind]()

    return accident


def damaged(text: str, accidents: list[Callable[[str], str]]) -> str:
    for accident in accidents:
        text = accident(text)
    return text


ACCIDENTS = st.lists(damage(), min_size=1, max_size=3)


def is_whole(value: Struct) -> bool:
    """Whether every value is what the schema asks for: msgspec makes the same records again from the plain values."""
    plain = msgspec.to_builtins(value)
    return bool(msgspec.convert(_without_defaults(plain), type(value)) == value)


def _without_defaults(data: Any) -> Any:
    if isinstance(data, dict):
        kept = {key: _without_defaults(value) for key, value in data.items()}
        return {key: value for key, value in kept.items() if not (key in ("source", "numbers") and value == "")}
    return [_without_defaults(each) for each in data] if isinstance(data, list | tuple) else data


def assert_names_a_line(error: DataError, texts: dict[str, str]) -> None:
    message = str(error)
    assert error.file in texts
    assert 1 <= error.line <= texts[error.file].count("\n") + 1
    assert message.startswith(f"{error.file} line {error.line}: ")
    assert message.splitlines() == [message]
    assert message.isprintable()
    assert len(message) < 500


@pytest.mark.parametrize("name", SCHEMAS)
@given(accidents=ACCIDENTS)
@settings(max_examples=50, suppress_health_check=PATIENT)
def test_a_damaged_file_loads_whole_or_is_refused_by_name_and_line(
    name: str, accidents: list[Callable[[str], str]]
) -> None:
    text = damaged(TEXTS[name], accidents)
    try:
        assert is_whole(load_document(parse(text, name), SCHEMAS[name]).value)
    except DataError as error:
        assert_names_a_line(error, {name: text})


@pytest.mark.parametrize("name", SCHEMAS)
@given(accidents=ACCIDENTS)
@settings(max_examples=40, suppress_health_check=PATIENT)
def test_a_damaged_overlay_is_merged_whole_or_refused_by_name_and_line(
    name: str, accidents: list[Callable[[str], str]]
) -> None:
    text = damaged(OVERLAY, accidents)
    base = parse(TEXTS[name], name)
    before = deepcopy(base.data)
    try:
        assert is_whole(load_document(base, SCHEMAS[name], parse(text, "mine.toml")).value)
    except DataError as error:
        assert_names_a_line(error, {"mine.toml": text, name: TEXTS[name]})
    assert base.data == before


@given(content=st.binary(max_size=60) | st.text(max_size=60).map(lambda text: text.encode("utf-8", "replace")))
@settings(max_examples=100, suppress_health_check=PATIENT)
def test_a_file_of_anything_at_all_is_refused_or_read(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.toml"
        path.write_bytes(content)
        try:
            read(path)
        except DataError as error:
            assert error.file == "x.toml"
            assert 1 <= error.line <= content.count(b"\n") + 1


# ---- values of other types

VALUES = st.recursive(
    st.none().map(lambda _: "none") | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.dates(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5) | st.just("id"), inner, max_size=3),
    max_leaves=5,
)


def paths(data: Any, path: KeyPath = ()) -> Iterator[KeyPath]:
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield (*path, key)
        yield from paths(value, (*path, key))


DATA = {name: parse(text, name).data for name, text in TEXTS.items()}
PATHS = {name: list(paths(data)) for name, data in DATA.items()}


@pytest.mark.parametrize("name", SCHEMAS)
@given(data=st.data(), value=VALUES)
@settings(max_examples=60, suppress_health_check=PATIENT)
def test_a_value_of_any_type_anywhere_is_accepted_only_where_it_fits(
    name: str, data: st.DataObject, value: Any
) -> None:
    path = data.draw(st.sampled_from(PATHS[name]))
    changed = deepcopy(DATA[name])
    table = changed
    for step in path[:-1]:
        table = table[step]  # type: ignore[index]
    table[path[-1]] = value  # type: ignore[index]
    document = Document(name, changed, lambda: {path: Place(name, 7)})
    try:
        assert is_whole(load_document(document, SCHEMAS[name]).value)
    except DataError as error:
        assert error.file == name
        assert str(error).isprintable()


# ---- all files together


@given(name=st.sampled_from([*SCHEMAS, "mine.toml"]), accidents=ACCIDENTS)
@settings(max_examples=8, suppress_health_check=PATIENT)
def test_files_that_are_damaged_load_together_or_are_refused_together(
    name: str, accidents: list[Callable[[str], str]]
) -> None:
    originals = {each: (FOLDER / each).read_text(encoding="utf-8") for each in [*SCHEMAS, "map.txt"]}
    texts = originals | {"mine.toml": OVERLAY}
    texts[name] = damaged(texts[name], accidents)
    with tempfile.TemporaryDirectory() as folder:
        for each, text in texts.items():
            (Path(folder) / each).write_bytes(text.encode("utf-8", "replace"))
        try:
            assert isinstance(load_files(Path(folder) / "mine.toml", Path(folder)), Files)
        except DataError as error:
            assert error.line > 0
            assert error.file in texts


def test_the_overlay_of_these_tests_is_a_good_one() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mine.toml"
        path.write_text(OVERLAY)
        assert load_files(path).tables.constants.airborne_range.value == 7
        for name, text in TEXTS.items():
            load_document(parse(text, name), SCHEMAS[name], read(path))
