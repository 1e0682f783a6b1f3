"""Everything that the documents name exists: targets of make, files, modules, commands with their options, links.

Names are looked for in the tree as it is. A word in capitals in a path (GAME) and a star stand for any name."""

from __future__ import annotations

import importlib
import os
import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

import pytest
import typer

from stavka.cli import app

ROOT: Final = Path(__file__).parents[1]
PAGES: Final = (
    *sorted((ROOT / "docs").rglob("*.md")),
    *(ROOT / name for name in ("CONTRIBUTING.md", "README.md", "Makefile", "pyproject.toml")),
)
NOT_OURS: Final = {".git", ".venv", "node_modules", "dist", "__pycache__"}
FILE: Final = re.compile(r"[\w.*/-]+\.(?:py|toml|md|tsx?|css|jsonc?|lock|svg)")
FOLDER: Final = re.compile(r"(?:src|tests|docs|web|benchmarks)/[\w.*/-]*")
ELSEWHERE: Final = {
    "mine.toml": "an overlay that the reader writes",
    "my.toml": "a file of situations that the reader writes",
    "schema.json": "what an export of games says of its columns",
    "stavka.sqlite3": "the database of a server, in its data folder",
    "web/dist": "the page once it is built",
}
"""Names of things outside the tree, and what they are."""


class Named(NamedTuple):
    page: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}: {self.text}"


def named_on(page: str, text: str) -> Iterator[Named]:
    """The texts between backticks, and the lines of blocks that are not programs in another language."""
    block: str | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            block = line.strip().removeprefix("```") if block is None else None
        elif block is None:
            yield from (Named(page, number, word.strip()) for word in re.findall(r"`([^`]+)`", line))
        elif block in ("", "sh", "bash"):
            yield Named(page, number, line.strip().removeprefix("$ "))


@cache
def named() -> tuple[Named, ...]:
    texts = ((page.relative_to(ROOT).as_posix(), page.read_text(encoding="utf-8")) for page in PAGES)
    return tuple(each for page, text in texts for each in named_on(page, text))


@cache
def tree() -> str:
    """The path of every file and folder of ours, one a line."""
    found = []
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in NOT_OURS]
        found += [(Path(folder) / name).relative_to(ROOT).as_posix() for name in (*folders, *files)]
    return "\n".join(sorted(found))


@cache
def is_file(name: str) -> bool:
    """Whether a name is a path in the tree, or the end of one."""
    parts = (re.sub(r"\\\*|[A-Z]{2,}", r"[^/\\n]+", re.escape(part)) for part in name.rstrip("/").split("/"))
    return name in ELSEWHERE or re.search(rf"(?m)^(?:.*/)?{'/'.join(parts)}$", tree()) is not None


@cache
def is_module(name: str) -> bool:
    """Whether a name is a module of ours or something in one, or an installed package. Modules of tests are found as
    make finds them: from tests/."""
    parts = name.split(".")
    for n in range(len(parts), 0, -1):
        path = Path(*parts[:n])
        if (ROOT / "tests" / path).with_suffix(".py").exists():
            return n == len(parts)
        if (ROOT / "src" / path).with_suffix(".py").exists() or (ROOT / "src" / path).is_dir():
            return n == len(parts) or has(importlib.import_module(".".join(parts[:n])), parts[n:])
    return find_spec(parts[0]) is not None and parts[0] != "stavka"


def has(here: object, names: list[str]) -> bool:
    for name in names:
        if not hasattr(here, name):
            return False
        here = getattr(here, name)
    return True


@cache
def targets() -> frozenset[str]:
    return frozenset(re.findall(r"(?m)^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8")))


def wrong_targets(text: str) -> list[str]:
    if not (found := re.match(r"make ((?:[\w=.\"-]+ ?)+)", text)):
        return []
    return [word for word in found[1].split() if re.fullmatch(r"[a-z-]+", word) and word not in targets()]


def wrong_files(text: str) -> list[str]:
    return [
        name
        for word in text.split()
        if (name := word.strip("\"',;:()"))
        and (FILE.fullmatch(name) or FOLDER.fullmatch(name))
        and not name.startswith(("/", "stavka."))  # an address of the server, a module
        and not is_file(name)
    ]


def wrong_modules(text: str) -> list[str]:
    names = dict.fromkeys(re.findall(r"(?<![\w./-])(stavka(?:\.\w+)+)", text))
    names |= dict.fromkeys(re.findall(r"(?<=python -m )[\w.]+|(?<=from )[\w.]+(?= import)", text))
    return [name for name in names if name not in ELSEWHERE and not is_module(name)]


def wrong_commands(text: str) -> list[str]:
    """`stavka COMMAND` with its options. The first line of a record looks like one and is none."""
    words = text.split()
    if len(words) < 2 or Path(words[0]).name != "stavka" or text.startswith(("stavka record ", "stavka seed")):
        return []
    here, at = typer.main.get_command(app), 1
    while isinstance(here, typer.core.TyperGroup) and at < len(words) and not words[at].startswith("-"):
        if words[at] not in here.commands:
            return [words[at]]
        here, at = here.commands[words[at]], at + 1
    options = {name for parameter in here.params for name in parameter.opts} | {"--help"}
    return [word for word in words[at:] if word.startswith("--") and word.split("=")[0] not in options]


@cache
def code() -> str:
    files = (path for part in ("src", "tests") for path in (ROOT / part).rglob("*.py"))
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


def wrong_decorators(text: str) -> list[str]:
    names = re.findall(r"^@(\w+)\(", text)
    return [name for name in names if not re.search(rf"(?m)^\s*(?:def|class) {name}\b", code())]


@pytest.mark.parametrize(
    "wrong",
    [wrong_targets, wrong_files, wrong_modules, wrong_commands, wrong_decorators],
    ids=lambda each: each.__name__,
)
def test_what_a_document_names_is_there(wrong: Callable[[str], list[str]]) -> None:
    assert [f"{each}: no {name}" for each in named() for name in wrong(each.text)] == []


@pytest.mark.parametrize(
    ("wrong", "good", "bad"),
    [
        (wrong_targets, "make clean setup", "make clean nonsense"),
        (wrong_targets, 'make wear ATTACKS="imports"', "make were"),
        (wrong_files, "tests/test_docs.py", "tests/test_dogs.py"),
        (wrong_files, "games/GAME/data/*.toml", "games/GAME/data/*.docx.toml"),
        (wrong_files, "src/stavka/games/", "src/stavka/gamez/"),
        (wrong_modules, "stavka.engine.session.replay(game, record)", "stavka.engine.session.replai(game, record)"),
        (wrong_modules, "python -m stavka.studies.soak", "python -m stavka.studies.soup"),
        (wrong_modules, "from page.people import People", "from helpers import covers"),
        (wrong_commands, "stavka rules GAME --coverage", "stavka rules GAME --covers"),
        (wrong_commands, "stavka map build", "stavka mapp build"),
        (wrong_decorators, "@dataclass_of_nobody", "@covers_nothing_of_ours(1)"),
    ],
)
def test_a_name_that_is_not_there_is_noticed(wrong: Callable[[str], list[str]], good: str, bad: str) -> None:
    assert wrong(good) == []
    assert len(wrong(bad)) == 1


# -- links ------------------------------------------------------------------------------------------------------------


def prose(text: str) -> Iterator[str]:
    """The lines of a page that are neither in a block of code nor code in a line."""
    inside = False
    for line in text.splitlines():
        if line.lstrip().startswith("```"):
            inside = not inside
        elif not inside and not line.startswith("    "):
            yield line


def links(text: str) -> list[str]:
    return [link for line in prose(text) for link in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "", line))]


def anchors(text: str) -> set[str]:
    """The anchors of the headings of a page, as GitHub and the site make them."""
    found: dict[str, int] = {}
    for line in prose(text):
        if heading := re.match(r"#{1,6} +(.+)", line):
            words = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading[1]).strip().lower()
            slug = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
            found[slug] = found.get(slug, -1) + 1
    return {f"{slug}-{n}" if n else slug for slug, times in found.items() for n in range(times + 1)}


def wrong_links(page: Path, text: str) -> list[str]:
    """Links to files that are not there, and to headings that no page has."""
    wrong = []
    for link in links(text):
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        if re.match(r"[a-z]+:", link):
            continue
        there = target.exists()
        if not there or (anchor and anchor not in anchors(target.read_text(encoding="utf-8") if path else text)):
            wrong.append(link)
    return wrong


def test_every_link_leads_somewhere() -> None:
    pages = [page for page in PAGES if page.suffix == ".md"]
    broken = [
        f"{page.relative_to(ROOT)}: {link}"
        for page in pages
        for link in wrong_links(page, page.read_text(encoding="utf-8"))
    ]
    assert broken == []


def test_a_link_that_leads_nowhere_is_noticed() -> None:
    page = ROOT / "docs" / "api.md"
    text = """# A page
## The turn machine (`engine`)
[good](records.md#a-move) [good](#the-turn-machine-engine) [elsewhere](https://example.org/#x) `[code](no.md)`
[bad](no.md) [bad](records.md#no-move) [bad](#the-turn-machine)
```
[code](no.md)
```
"""
    assert wrong_links(page, text) == ["no.md", "records.md#no-move", "#the-turn-machine"]


def test_every_page_is_in_the_navigation_of_the_site_once() -> None:
    docs = ROOT / "docs"
    listed = [
        (index.parent / line).relative_to(docs).as_posix()
        for index in (docs / "index.md", docs / "decisions" / "index.md")
        for tree in re.findall(r"(?s)```{toctree}\n(.*?)```", index.read_text(encoding="utf-8"))
        for line in tree.splitlines()
        if line and not line.startswith(":")
    ]
    pages = [page.relative_to(docs).with_suffix("").as_posix() for page in docs.rglob("*.md")]
    assert sorted(listed) == sorted(page for page in pages if page != "index")


def test_contributing_says_of_each_target_what_make_help_says() -> None:
    makefile, page = ((ROOT / name).read_text(encoding="utf-8") for name in ("Makefile", "CONTRIBUTING.md"))
    helped = dict(re.findall(r"(?m)^([a-z-]+):.*## (.+)$", makefile))
    del helped["help"]
    assert dict(re.findall(r"(?m)^\| `make ([a-z-]+)` \| (.+) \|$", page)) == helped


def test_the_arrow_of_imports_names_the_parts_that_are_there() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    (arrow,) = re.findall(r"(?m)^`.*` <- .*$", page)
    folders = [path.name for path in (ROOT / "src" / "stavka").iterdir() if (path / "__init__.py").exists()]
    assert sorted(re.findall(r"`(\w+)`", arrow)) == sorted(folders)


def excerpts() -> Iterator[tuple[str, str, str]]:
    """Blocks that name the file from which they are taken: page, file, text."""
    for page in PAGES:
        for name, text in re.findall(r"(?ms)^```\w+ (\S+)\n(.*?)^```$", page.read_text(encoding="utf-8")):
            yield page.relative_to(ROOT).as_posix(), name, text


def test_excerpts_are_in_their_files() -> None:
    found = list(excerpts())
    assert len(found) > 10
    for page, name, text in found:
        lines = [line.strip() for line in (ROOT / name).read_text(encoding="utf-8").splitlines()]
        wanted = [line.strip() for line in text.splitlines()]
        there = (lines[at : at + len(wanted)] for at in range(len(lines)))
        assert wanted in there, f"{page}: this is not in {name}: {text}"
