"""The example installed as somebody would install it, in a folder of its own: nothing is added to our environment."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "skirmish"
PACKAGE = EXAMPLE / "src" / "skirmish"
NOT_COPIED = ("build", "__pycache__", "*.egg-info", ".*")


class Plugged(NamedTuple):
    """A folder with the installed example, and what a process needs to find it there."""

    wheel: Path
    folder: Path

    @property
    def environ(self) -> dict[str, str]:
        ours = [
            path
            for path in os.environ.get("PYTHONPATH", "").split(os.pathsep)
            if path and Path(path) != EXAMPLE / "src"
        ]
        return {**os.environ, "PYTHONPATH": os.pathsep.join([str(self.folder), str(ROOT / "tests"), *ours])}

    def run(self, *words: str, lines: str = "") -> subprocess.CompletedProcess[str]:
        """Run Python with the example installed."""
        return subprocess.run(
            [sys.executable, *words],
            input=lines,
            env=self.environ,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )

    def stavka(self, *words: str, lines: str = "") -> str:
        """The output of a command, which must not complain."""
        ran = self.run("-m", "stavka", *words, lines=lines)
        assert (ran.returncode, ran.stderr) == (0, ""), (words, ran.stdout, ran.stderr)
        return ran.stdout


def plug_in(folder: Path) -> Plugged:
    """Build the wheel of the example and install it, without the network and without our own package."""
    tree, target = folder / "tree", folder / "target"
    shutil.copytree(EXAMPLE, tree, ignore=shutil.ignore_patterns(*NOT_COPIED))
    quiet = ("--quiet", "--no-deps", "--no-index", "--disable-pip-version-check")
    for words in (
        ("wheel", *quiet, "--no-build-isolation", "-w", str(folder), str(tree)),
        ("install", *quiet, "--no-compile", "--target", str(target), "--find-links", str(folder), "stavka-skirmish"),
    ):
        ran = subprocess.run([sys.executable, "-m", "pip", *words], capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stdout + ran.stderr
    (wheel,) = folder.glob("*.whl")
    return Plugged(wheel, target)
