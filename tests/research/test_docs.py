"""The pages about research say what is so: their examples and commands run, and the list of fields is that of the
code."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from importlib.metadata import requires
from pathlib import Path

import pytest

from research.chosen import EVERY
from stavka.research import fields

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "research.md").read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.S)
COMMANDS = re.findall(r"^    (\S.*)$", PAGE.partition("## The environments")[0], re.M)
FEW = ("--games 24", "--games 1"), ("--games 100", "--games 2")
"""The numbers of games with which `make test` runs the commands; `make research-test` runs them as they stand."""


def test_the_list_of_fields_is_that_of_the_code() -> None:
    assert (ROOT / "docs" / "research-fields.md").read_text("utf-8") == fields.page()


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_the_examples_run(number: int) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", EXAMPLES[number]], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_there_are_examples_of_all_three_libraries() -> None:
    assert [name in PAGE for name in ("zoo.env(", "gymnasium.make(", "pyspiel.load_game(")] == [True] * 3 and len(
        EXAMPLES
    ) == 3


def test_the_extra_that_is_installed_has_the_libraries() -> None:
    """What runs these tests is an installation with this extra; `make research-test` makes one of its own."""
    install, *_ = COMMANDS
    assert install == 'pip install "$(ls dist/stavka-*.whl)[research]"'
    extra = {
        re.split("[><=; ]", each)[0] for each in requires("stavka") or () if "extra == " in each and "research" in each
    }
    assert {"gymnasium", "numpy", "pettingzoo"} < extra and {each.replace("_", "-") for each in extra} >= {"open-spiel"}


def test_the_commands_learn_to_beat_random(tmp_path: Path) -> None:
    """With the numbers of games on the page the learned program wins clearly more often: the intervals do not touch."""
    _, *commands = COMMANDS
    printed = ""
    for written in commands:
        command = written
        for many, few in () if EVERY else FEW:
            command = command.replace(many, few)
        words = shlex.split(command)
        assert words[0] == "python"
        done = subprocess.run([sys.executable, *words[1:]], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, ""), command
        printed += done.stdout
    random, learned = re.findall(r"^(?:random|learned) .*\((\d+)% to (\d+)%\)$", printed, re.M)
    if EVERY:
        assert int(learned[0]) > int(random[1]), printed
