"""The example of docs/maps.md is a theatre file, and makes the map that is printed below it."""

import re
from pathlib import Path

from stavka.data.hexmap import read, write
from stavka.mapping import build
from stavka.mapping.draw import svg
from stavka.mapping.theatre import Strict, Theatre

PAGE = (Path(__file__).parents[2] / "docs" / "maps.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    (found,) = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert isinstance(found, str)
    return found


def test_the_example_makes_the_map_that_is_shown(tmp_path: Path) -> None:
    (tmp_path / "theatre.toml").write_text(block("toml"), encoding="utf-8")
    made = build(tmp_path / "theatre.toml")
    assert write(made) == block("text")
    assert svg(made).startswith("<svg")


def test_the_code_runs(tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "theatre.toml").write_text(block("toml"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    exec(block("python"), {})
    assert (tmp_path / "map.png").read_bytes().startswith(b"\x89PNG")
    assert read(tmp_path / "map.txt").title.startswith("Korsun")


def test_every_key_of_the_file_is_on_the_page() -> None:
    tables = Strict.__subclasses__()
    assert Theatre in tables
    keys = {key for table in tables for key in table.__struct_fields__}
    assert [key for key in sorted(keys) if key not in PAGE] == []
