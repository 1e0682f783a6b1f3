"""Games are found by themselves: beside each other, and in installed packages."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from games.facts import is_ours
from stavka import games

MANIFEST = """
from stavka.engine.manifest import Cover, Manifest

MANIFEST = Manifest("pond", "The Pond", ("frogs", "storks"), Cover("0101", "noon", (), 1), {"scripted": "players:Frog"})
"""
ASK = "from stavka import games; from stavka.games import opponents; print(list(games.GAMES), opponents.names('pond'))"


def test_every_folder_beside_the_list_is_a_game_that_names_itself_by_it() -> None:
    folders = {path.parent.name for path in Path(games.__file__).parent.glob("*/__init__.py")}
    assert {key for key in games.GAMES if is_ours(key)} == folders
    levels = [manifest.cover.level for manifest in games.GAMES.values()]
    assert levels == sorted(levels), "the easiest to learn stands first on the shelf"


def installed(folder: Path, code: str) -> subprocess.CompletedProcess[str]:
    """The output of a process in which a package with a game is installed."""
    (folder / "pond").mkdir()
    (folder / "pond" / "__init__.py").write_text(code)
    (folder / "pond-1.dist-info").mkdir()
    (folder / "pond-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: pond\nVersion: 1\n")
    (folder / "pond-1.dist-info" / "entry_points.txt").write_text("[stavka.games]\npond = pond:MANIFEST\n")
    code = f"import sys; sys.path.insert(0, {str(folder)!r}); {ASK}"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_an_installed_package_adds_a_game(tmp_path: Path) -> None:
    said = installed(tmp_path, MANIFEST)
    assert said.stdout == f"{['pond', *games.GAMES]} ('random', 'scripted')\n", said.stderr


def test_a_package_that_cannot_be_used_is_named_and_takes_nothing_away(tmp_path: Path) -> None:
    said = installed(tmp_path, "raise ImportError('no water')")
    assert "the game pond cannot be used: ImportError: no water" in said.stderr
    assert "KeyError: 'pond'" in said.stderr, "it is not there, the others are"
