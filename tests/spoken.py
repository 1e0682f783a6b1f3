"""Every text that a person reads, by file: the engine's, the server's, the games', the page's, and the rules."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import stavka

PACKAGE = Path(stavka.__file__).parent
ROOT = PACKAGE.parents[1]
LANGUAGES = ("en", "es", "fr")
RULE_TEXTS = ("title", "says", "given", "expect")


class Text(NamedTuple):
    """A text of a file: who says it (a game, engine, server or page), in which language, and where it is."""

    speaker: str
    lang: str
    where: str
    text: str


def flat(data: dict[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    for key, value in data.items():
        if isinstance(value, dict):
            yield from flat(value, f"{path}{key}.")
        elif isinstance(value, str):
            yield path + key, value


@cache
def words(lang: str) -> tuple[Text, ...]:
    """Everything in the files of words of a language, including the page's."""
    found = []
    files = [*PACKAGE.rglob(f"words/{lang}.toml"), *ROOT.glob(f"examples/*/src/*/words/{lang}.toml")]
    for path in sorted(files):
        found += [
            Text(path.parts[-3], lang, where, text) for where, text in flat(tomllib.loads(path.read_text("utf-8")))
        ]
    page = json.loads((ROOT / "web/src/locales" / f"{lang}.json").read_text("utf-8"))
    return (*found, *(Text("page", lang, where, text) for where, text in flat(page)))


@cache
def rules(lang: str) -> tuple[Text, ...]:
    """Everything in the catalogues of rules of a language."""
    name = "rules.toml" if lang == "en" else f"rules.{lang}.toml"
    found = []
    for path in sorted([*PACKAGE.glob(f"games/*/{name}"), *ROOT.glob(f"examples/*/src/*/{name}")]):
        data = tomllib.loads(path.read_text("utf-8"))
        for item in (*data["rule"], *data["example"]):
            found += [Text(path.parts[-2], lang, f"{item['id']} {key}", item[key]) for key in RULE_TEXTS if key in item]
    return tuple(found)
