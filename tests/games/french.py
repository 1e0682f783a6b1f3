"""How French is typeset: no-break spaces before ; : ? ! % and inside « », and apostrophes that are no straight quotes.

PYTHONPATH=src:tests .venv/bin/python -m games.french      put all French files in order"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import stavka

NO_BREAK = "\u00a0"
PACKAGE = Path(stavka.__file__).parent
PAGE = PACKAGE.parents[1] / "web" / "src" / "locales" / "fr.json"
UNSPACED = re.compile(r"(?<=[^\u00a0 ])[;:?!»](?= |$)")
"""A mark without a space before it."""
VALUE = re.compile(r'^((?:"[^"]*"|\w+) ?[=:] )(".*)$')
"""A line of a file of words or rules, or of the page's: what names the text, and the text."""


def typeset(text: str) -> str:
    """A text as it ought to be typeset."""
    text = text.replace("'", "\u2019")
    text = re.sub(r"[ \u202f]+(?=[;:?!%»])", NO_BREAK, text)
    return re.sub(r"(?<=«)[ \u202f]+", NO_BREAK, text)


def files() -> Iterator[Path]:
    """Every file that says something in French."""
    yield from sorted(PACKAGE.rglob("words/fr.toml"))
    yield from sorted(PACKAGE.rglob("rules.fr.toml"))
    yield PAGE


def line(text: str) -> str:
    """A line of a file with its text typeset. Everything that is not text is left alone."""
    found = VALUE.match(text.lstrip())
    if found is None or found[1].startswith(("id ", "refs ")):
        return text
    indent = text[: len(text) - len(text.lstrip())]
    return indent + found[1] + typeset(found[2])


def in_order(path: Path) -> str:
    """A file as it ought to be."""
    return "\n".join(map(line, path.read_text("utf-8").split("\n")))


def main() -> None:
    for path in files():
        path.write_text(in_order(path), "utf-8")


if __name__ == "__main__":
    main()
