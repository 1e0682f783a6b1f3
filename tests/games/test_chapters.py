"""The rulebook's chapters can be seen in the list of files, and docs/chapters.md says where each is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.facts import is_ours
from stavka import games

DOCS = Path(__file__).parents[2] / "docs" / "chapters.md"
SECTIONS: dict[str, str] = dict(
    re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", DOCS.read_text("utf-8"), re.DOTALL | re.MULTILINE)
)
MODULE = re.compile(r"\bc(\d\d)_\w+(?:/\w+)?")
EACH = pytest.mark.parametrize("key", [key for key in games.GAMES if is_ours(key)])


def section(key: str) -> str:
    """What the page says of a game, whose title it gives in short."""
    (found,) = (text for title, text in SECTIONS.items() if games.about(key)["title"].startswith(title))
    return found


def rows(key: str) -> dict[int, str]:
    """The cell of each row that names modules, by the number of its chapter."""
    return {
        int(number): cell
        for number, cell in re.findall(r"^\| (\d+)\b[^|]*\|(?: [A-Z][^|]*\|)?([^|]*)\|", section(key), re.M)
    }


def modules(key: str) -> set[str]:
    """Modules and folders of chapters."""
    return {path.stem for path in (games.folder(key) / "rules").glob("c[0-9][0-9]_*")}


@EACH
def test_every_chapter_of_the_rulebook_has_a_row(key: str) -> None:
    chapters = {int(found[0]) for rule in games.catalogue(key).rules if (found := re.match(r"\d+", rule))}
    assert rows(key).keys() == chapters


@EACH
def test_every_module_of_a_chapter_is_in_its_row(key: str) -> None:
    for module in modules(key):
        assert module in rows(key)[int(module[1:3])], module


@EACH
def test_a_row_names_what_is_there_or_says_that_there_is_nothing(key: str) -> None:
    for number, cell in rows(key).items():
        assert MODULE.search(cell) or cell.strip() in ("-", "none"), (number, cell)


@EACH
def test_what_is_named_exists(key: str) -> None:
    folder = games.folder(key) / "rules"
    for found in MODULE.finditer(section(key)):
        assert (folder / found[0]).is_dir() or (folder / f"{found[0]}.py").is_file(), found[0]
