"""A mutant in a game that is imported already: what was kept of the loading is forgotten exactly where it must be."""

import importlib
import sys
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from stavka.assurance.ledger import Site
from stavka.studies.mutants import Mutant
from stavka.studies.swap import recorded, swap

RULES = """
from functools import cache
from pathlib import Path

@cache
def load():
    return [height(), int((Path(__file__).parent / "data.toml").read_text())]

def height():
    return 1  # [1.1]

def width():
    return 10  # [1.2]

def area():
    return load()[0] * width()
"""


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Any, set[CodeType]]]:
    """A package with two rules and a number in a data file, loaded; and the code that ran."""
    package = tmp_path / "toy_to_swap"
    package.mkdir()
    (package / "__init__.py").write_text(RULES, "utf-8")
    (package / "data.toml").write_text("7", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    with recorded() as ran:
        module = importlib.import_module("toy_to_swap")
        module.load()
    yield module, ran
    del sys.modules["toy_to_swap"]


def mutant(module: Any, old: str, new: str) -> Mutant:
    file = Path(module.__file__)
    line = next(n for n, text in enumerate(RULES.splitlines(), 1) if old in text)
    return Mutant(Site(file, line, ("1.1",), ""), new, RULES.replace(old, new))


def test_what_did_not_run_while_the_game_was_loaded_leaves_it_as_it_is(toy: tuple[Any, set[CodeType]]) -> None:
    module, ran = toy
    before = module.load()
    swap(mutant(module, "return 10", "return 20"), "toy_to_swap", ran)
    assert module.load() is before
    assert module.area() == 20


def test_what_ran_then_has_it_loaded_again(toy: tuple[Any, set[CodeType]]) -> None:
    module, ran = toy
    swap(mutant(module, "return 1  ", "return 3  "), "toy_to_swap", ran)
    assert module.load() == [3, 7]
    assert module.area() == 30


def test_so_has_a_data_file(toy: tuple[Any, set[CodeType]], monkeypatch: pytest.MonkeyPatch) -> None:
    module, ran = toy
    monkeypatch.setattr(Path, "read_text", Path.read_text)
    monkeypatch.setattr(Path, "read_bytes", Path.read_bytes)
    monkeypatch.setattr(SourceFileLoader, "get_code", SourceFileLoader.get_code)
    site = Site(Path(module.__file__).parent / "data.toml", 1, ("1.3",), "")
    swap(Mutant(site, "7 -> 8", "8"), "toy_to_swap", ran)
    assert module.load() == [1, 8]
