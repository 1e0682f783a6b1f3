"""Examples in documents and docstrings, run as they stand."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from types import ModuleType

import stavka

FLAGS = doctest.ELLIPSIS


def of_page(text: str, name: str) -> doctest.DocTest:
    """All blocks of Python of a Markdown page as one test: a later block knows the names of the earlier ones. Lines
    keep their numbers."""
    lines, inside = [], False
    for line in text.splitlines():
        if line.startswith("```"):
            inside = line == "```python"
            lines.append("")
        else:
            lines.append(line if inside else "")
    return doctest.DocTestParser().get_doctest("\n".join(lines), {}, name, name, 0)


def blocks(text: str) -> list[str]:
    """The languages of the blocks of a page."""
    return re.findall(r"(?m)^```(\S+)$", text)


def of_module(module: ModuleType) -> Iterator[doctest.DocTest]:
    """The examples in the docstrings of a module, which know the name `stavka`."""
    found = doctest.DocTestFinder(exclude_empty=True).find(module, globs={"stavka": stavka})
    return (each for each in found if each.examples)


def run(test: doctest.DocTest) -> str:
    """The faults of the examples; empty if each prints what it says."""
    told: list[str] = []
    doctest.DocTestRunner(optionflags=FLAGS).run(test, out=told.append)
    return "".join(told)
