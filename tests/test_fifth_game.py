"""A fifth game touches nothing outside its own folders, src/stavka/games/KEY and tests/games/KEY.

So no module elsewhere has a table by game, a list of games or a choice between them that the fifth would have to be
added to: none names more than one game, by its key or its title. One game may well be an example."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import pytest

from games.facts import is_ours, title
from stavka import games

ROOT: Final = Path(__file__).parents[1]
OURS: Final = {key: title(key) for key in games.GAMES if is_ours(key)}
FOLDERS: Final = ("src", "tests", "benchmarks")
ADVICE: Final = (
    "a fifth game would have to be added here; ask `games.GAMES` for all games, a game's manifest for what it says of "
    "itself, `games.facts` or another module beside the game's own tests for what tests know of it, or move what is "
    "about one game into tests/games/KEY"
)

Tree = dict[str, str]  # path below the root -> source


def test_no_module_outside_the_games_folders_names_several_of_them() -> None:
    assert faults(read_tree(ROOT), OURS) == []


def test_every_game_of_ours_is_looked_for() -> None:
    folders = {path.parent.name for path in (ROOT / "src" / "stavka" / "games").glob("*/__init__.py")}
    assert len(OURS) > 1 and folders == set(OURS)


TWO = {"one": "The First", "two": "The Second"}


@pytest.mark.parametrize(
    "source",
    [
        'RULES = {"one": "4.0a", "two": "4.1c"}',
        'KEYS = ["one", "two"]',
        'KEYS = ("one two".split())',
        'def f(key):\n    return 3 if key == "one" else 4 if key == "two" else 5',
        'ADDRESSES = "games/one/board", "games/two/board"',
        "from games.one import story\nfrom games.two.facts import FACTS",
        "from page import one, two",
        "import games.one.story as first, games.two.story as second",
        "SIDES = Sides(one=3, two=4)",
        "Games.one.play(Games.two)",
        'def test_two() -> None:\n    play("one")',
        'MATCHED = b"game: one" + b"game: two"',
        'match key:\n    case "one" | "two":\n        pass',
        'f"{name} of one" + f"two_{name}"',
        'ON_THE_SHELF = ["The First", "The Second"]',
        'KEY, TITLE = "one", "The Second: a sequel"',
    ],
)
def test_a_module_with_several_games_is_found(source: str) -> None:
    for path in ("tests/server/test_api.py", "tests/games/test_orders.py", "src/stavka/server/app.py"):
        (fault,) = faults({path: source}, TWO)
        assert fault.startswith(f"{path}: ") and fault.endswith(ADVICE)


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("tests/server/test_api.py", 'GAME = load("one")\ndef test_one() -> None:\n    play(GAME, "one")'),
        ("tests/server/test_api.py", 'KEYS = [key for key in games.GAMES if key != "one"]  # and not two'),
        ("tests/server/test_api.py", '"""The Second has none of this."""\nGAME = load("one")'),
        ("tests/server/test_api.py", 'load("one"), load("twofold"), load("someone")'),
        ("tests/games/one/test_orders.py", 'load("one"), load("two")'),
        ("tests/games/two/page/test_turns.py", "from games.one.story import GAME\nfrom games.two import story"),
        ("src/stavka/games/one/game.py", 'load("one"), load("two")'),
    ],
)
def test_one_game_is_an_example_and_its_own_folder_may_name_any(path: str, source: str) -> None:
    assert faults({path: source}, TWO) == []


def test_a_fault_names_the_games_and_their_first_lines() -> None:
    (fault,) = faults({"tests/a.py": 'A = "two"\nB = "one"\nC = "two"'}, TWO)
    assert fault == f"tests/a.py: one (line 2), two (line 1): {ADVICE}"


def read_tree(root: Path) -> Tree:
    """Every module of ours."""
    return {
        path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
        for folder in FOLDERS
        for path in sorted((root / folder).rglob("*.py"))
    }


def faults(tree: Tree, titles: Mapping[str, str]) -> list[str]:
    """The modules outside the games' folders that name more than one of some games: one sentence each."""
    found = []
    for path, source in tree.items():
        if any(path.startswith((f"src/stavka/games/{key}/", f"tests/games/{key}/")) for key in titles):
            continue
        lines: dict[str, int] = {}
        for key, line in named(source, titles):
            lines[key] = min(line, lines.get(key, line))
        if len(lines) > 1:
            named_here = ", ".join(f"{key} (line {line})" for key, line in sorted(lines.items()))
            found.append(f"{path}: {named_here}: {ADVICE}")
    return found


def named(source: str, titles: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    """The games that a module names: a key is a word of a text or of a name, a title stands in a text that is not just
    there to be read."""
    tree = ast.parse(source)
    words = re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(sorted(titles))})(?![A-Za-z0-9])")
    prose = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    line = 1
    for node in ast.walk(tree):
        line = getattr(node, "lineno", line)
        for text in texts(node):
            yield from ((key, line) for key in words.findall(text))
            if node not in prose:
                yield from ((key, line) for key, title in titles.items() if title in text)


def texts(node: ast.AST) -> Iterator[str]:
    """What a node says itself: texts and names."""
    for _, value in ast.iter_fields(node):
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, bytes):
                yield each.decode("latin-1")
            elif isinstance(each, str):
                yield each
