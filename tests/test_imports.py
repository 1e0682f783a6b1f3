"""Imports run one way, as docs/architecture.md draws it."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]

# From the bottom up. A part may import the parts of lower rows, never one of its own row or a higher one.
ROWS = (
    ("hexes",),
    ("engine", "data"),
    ("scenes", "assurance", "agents"),
    ("mapping", "games"),
    ("terminal",),
    ("api",),
    ("studies", "server"),
    ("research",),
    ("cli",),
)
ARROW = " <- ".join(", ".join(f"`{part}`" for part in parts) for parts in ROWS)
ROW_OF = {part: row for row, parts in enumerate(ROWS) for part in parts}
ROW_OF |= {"stavka": -1, "__version__": -1}  # the package's own names: everybody may use them
ROW_OF |= {"__main__": len(ROWS)}

ALSO_ALLOWED = {("stavka", "api")}  # `import stavka` hands out what is in `api`, when somebody asks for it

OF_ALL_GAMES = {"opponents"}  # modules of `games` that are no game

STANDARD_LIBRARY_ONLY = {"hexes", "engine", "scenes", "assurance", "agents", "games"}

Tree = dict[str, str]  # path below src -> source


class Import(NamedTuple):
    """An imported module, or a name in one, and the line that imports it."""

    target: str
    line: int


def test_the_package_keeps_the_import_direction() -> None:
    assert faults(read_tree(ROOT / "src")) == []


def test_the_architecture_page_draws_the_same_arrow() -> None:
    assert ARROW in (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


LEGAL: Tree = {
    "stavka/__init__.py": "__version__ = '0'",
    "stavka/__main__.py": "from stavka.cli import main",
    "stavka/hexes/__init__.py": "from .grid import Grid\nfrom stavka.hexes.grid import Hexes",
    "stavka/hexes/grid.py": "import functools",
    "stavka/engine/game.py": "from stavka.hexes import Grid\nfrom .state import State",
    "stavka/engine/state.py": "from array import array",
    "stavka/data/load.py": "import msgspec\nimport importlib.resources\nimport stavka.hexes.grid",
    "stavka/games/__init__.py": "from importlib import import_module",
    "stavka/games/one/__init__.py": "from stavka import engine\nfrom . import combat",
    "stavka/games/one/combat.py": "from stavka.engine.game import Game\nfrom stavka.data import load",
    "stavka/games/one/supply.py": "import importlib.resources\nfrom stavka.games.one import combat",
    "stavka/games/two/combat.py": "from .supply import flood\nfrom ..two import supply",
    "stavka/cli.py": "import typer\nfrom stavka import __version__\nfrom stavka.terminal import play",
}


def test_a_legal_tree_has_no_fault() -> None:
    assert faults(LEGAL) == []


@pytest.mark.parametrize(
    ("path", "source", "expected"),
    [
        ("hexes/grid.py", "import stavka.engine", "hexes may not import stavka.engine"),
        ("hexes/__init__.py", "from ..engine import game", "hexes may not import stavka.engine.game"),
        ("engine/game.py", "from stavka.games import one", "engine may not import stavka.games.one"),
        ("engine/game.py", "from stavka import data", "engine may not import stavka.data"),
        ("engine/game.py", "from .. import agents", "engine may not import stavka.agents"),
        ("engine/game.py", "def f():\n    import stavka.studies.soak", "engine may not import stavka.studies.soak"),
        ("engine/game.py", "import msgspec", "engine may not import msgspec: standard library only"),
        ("engine/game.py", "import importlib", "engine may not import importlib: it could load anything"),
        ("hexes/grid.py", "from numpy import array", "hexes may not import numpy.array: standard library only"),
        ("games/one/combat.py", "import rich", "games may not import rich: standard library only"),
        ("games/one/combat.py", "from stavka.mapping import x", "games may not import stavka.mapping.x"),
        ("games/one/combat.py", "import stavka.games.two.combat", "game one may not import stavka.games.two.combat"),
        ("games/one/combat.py", "from stavka.games import two", "game one may not import stavka.games.two"),
        (
            "games/one/combat.py",
            "from ..two.combat import odds",
            "game one may not import stavka.games.two.combat.odds",
        ),
        ("games/one/combat.py", "if X:\n    from ..two import x", "game one may not import stavka.games.two.x"),
        ("games/one/combat.py", "import stavka.games", "game one may not import stavka.games"),
        (
            "games/one/combat.py",
            "from importlib import import_module",
            "game one may not import importlib.import_module",
        ),
        ("agents/greedy.py", "import stavka.cli", "agents may not import stavka.cli"),
        ("studies/soak.py", "import stavka.server", "studies may not import stavka.server"),
        ("terminal/play.py", "import stavka.cli", "terminal may not import stavka.cli"),
        ("terminal/play.py", "import stavka.api", "terminal may not import stavka.api"),
        ("api/play.py", "import stavka.server", "api may not import stavka.server"),
        ("engine/game.py", "from stavka import load", "engine may not import stavka.load"),
        ("__init__.py", "from stavka.engine import Game", "stavka may not import stavka.engine.Game"),
        ("gui/window.py", "import stavka.hexes", "gui may not import stavka.hexes: gui is in no row"),
        ("agents/greedy.py", "import stavka.gui", "agents may not import stavka.gui"),
    ],
)
def test_a_wrong_import_is_found(path: str, source: str, expected: str) -> None:
    found = faults({**LEGAL, f"stavka/{path}": source})
    assert len(found) == 1
    assert expected in found[0]


def test_a_fault_names_file_and_line() -> None:
    assert faults({"stavka/hexes/grid.py": "import math\nimport numpy"}) == [
        "stavka/hexes/grid.py:2: hexes may not import numpy: standard library only"
    ]


def read_tree(source_root: Path) -> Tree:
    """Every module under `source_root`."""
    tree = {
        path.relative_to(source_root).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(source_root.rglob("*.py"))
    }
    assert "stavka/__init__.py" in tree, f"no package in {source_root}"
    return tree


def faults(tree: Tree) -> list[str]:
    """The violations of the import direction in the tree: one sentence each, with file and line."""
    return [
        f"{path}:{found.line}: {fault}"
        for path, source in tree.items()
        for found in imports(path, source)
        if (fault := fault_of(path, found.target))
    ]


def imports(path: str, source: str) -> Iterator[Import]:
    """Every import in a module, at any depth; relative ones made absolute."""
    package = PurePosixPath(path).parent.parts
    for node in ast.walk(ast.parse(source, path)):
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            source_module = ".".join((*base, *filter(None, [node.module])))
            yield from (Import(f"{source_module}.{alias.name}", node.lineno) for alias in node.names)


def fault_of(path: str, target: str) -> str | None:
    """The reason why the module at `path` may not import `target`, or None."""
    part, game = place(PurePosixPath(path).with_suffix("").parts)
    target_package, *_ = names = target.split(".")
    if target_package != "stavka":
        return fault_of_foreign(part, game, target)
    target_part, target_game = place(tuple(names))
    if part not in ROW_OF:
        return f"{part} may not import {target}: {part} is in no row"
    if part == target_part:
        return None if game in ("", target_game) else f"game {game} may not import {target}"
    if ROW_OF.get(target_part, len(ROWS)) < ROW_OF[part] or (part, target_part) in ALSO_ALLOWED:
        return None
    return f"{part} may not import {target}"


def fault_of_foreign(part: str, game: str, target: str) -> str | None:
    """The reason why the module at `path` may not import a module that is not ours, or None."""
    if part not in STANDARD_LIBRARY_ONLY:
        return None
    if target.partition(".")[0] not in sys.stdlib_module_names:
        return f"{part} may not import {target}: standard library only"
    may_load = part == "games" and not game  # the list of games finds each by its name
    if target in ("importlib", "importlib.import_module") and not may_load:
        return f"{f'game {game}' if game else part} may not import {target}: it could load anything"
    return None


def place(parts: tuple[str, ...]) -> tuple[str, str]:
    """The part of the package in which a module lies ("stavka" for the package's own names) and its game, if any."""
    parts = tuple(name for name in parts if name != "__init__")
    part = parts[1] if len(parts) > 1 else "stavka"
    game = parts[2] if part == "games" and len(parts) > 2 and parts[2] not in OF_ALL_GAMES else ""
    return part, game
