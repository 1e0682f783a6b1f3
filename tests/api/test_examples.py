"""Every example of the documentation runs: docs/api.md, and the docstrings of the public API."""

from __future__ import annotations

import inspect
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest

import stavka
from api import examples

PAGE: Final = Path(__file__).parents[2] / "docs" / "api.md"
MODULES: Final = ("stavka.api.game", "stavka.api.offer", "stavka.api.picture", "stavka.api.play", "stavka.api.records")


def test_the_page_runs_from_top_to_bottom() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert set(examples.blocks(text)) == {"python"}, "a block that nobody runs"
    test = examples.of_page(text, "docs/api.md")
    assert len(test.examples) > 20
    assert examples.run(test) == ""


@pytest.mark.parametrize("name", MODULES)
def test_the_docstrings_run(name: str) -> None:
    found = list(examples.of_module(import_module(name)))
    assert found
    assert [told for test in found if (told := examples.run(test))] == []


def test_a_wrong_example_is_noticed() -> None:
    page = "# A page\n```python\n>>> 1 + 1\n3\n```\nprose\n"
    assert "Got:\n    2" in examples.run(examples.of_page(page, "page"))


def test_everything_public_is_documented() -> None:
    bare = [
        f"{name}.{member}"
        for name in stavka.__all__
        if inspect.isclass(thing := getattr(stavka, name)) and thing.__module__.startswith("stavka.api")
        for member, value in vars(thing).items()
        if not member.startswith("_") and (callable(value) or isinstance(value, property)) and not value.__doc__
    ]
    assert bare == []
    assert [name for name in stavka.__all__ if not getattr(stavka, name).__doc__] == []


def test_the_page_names_everything_public() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert [name for name in stavka.__all__ if f"`{name}" not in text and f"stavka.{name}" not in text] == []
