"""The rule catalogue of a game: every rule by id, with worked examples.

`rules.toml` is the catalogue, in English, and alone makes its hash. `rules.es.toml` beside it says the same in Spanish:
`title` and `says` for every rule, `given` and `expect` for every example, nothing else."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from stavka.engine.once import once
from stavka.engine.words import ENGLISH


class Rule(NamedTuple):
    """A rule of the rulebook in our own words."""

    id: str
    title: str
    says: str
    kind: str
    refs: tuple[str, ...]
    descriptive: str
    """Why no code implements the rule; empty for a rule that code implements."""


class Example(NamedTuple):
    """A worked example: the rules that it shows, a position, and what the rules say about it."""

    id: str
    rules: tuple[str, ...]
    given: str
    expect: str


class RuleText(NamedTuple):
    """The title and the text of a rule in one language."""

    title: str
    says: str


class TranslationError(ValueError):
    """There is no such language, or its file does not have exactly the rules and examples of the catalogue."""


class Catalogue(NamedTuple):
    """All rules and examples of a game in one language."""

    title: str
    rules: Mapping[str, Rule]
    examples: Mapping[str, Example]
    hash: str
    path: Path

    def text(self, id_: str, lang: str = ENGLISH) -> RuleText:
        """The title and the text of a rule in a language."""
        rule = self.translated(lang).rules[id_]
        return RuleText(rule.title, rule.says)

    def languages(self) -> tuple[str, ...]:
        """English, and every language that has a file beside the catalogue."""
        files = self.path.parent.glob(f"{self.path.stem}.*{self.path.suffix}")
        return (ENGLISH, *sorted(file.name.split(".")[1] for file in files))

    def translated(self, lang: str) -> Catalogue:
        """The catalogue with the titles and texts of another language. Its hash stays that of the English file."""
        if lang == ENGLISH:
            return self
        if lang not in self.languages():
            raise TranslationError(f"no language {lang!r}; there are {', '.join(self.languages())}")
        return translation(self.path, lang)

    def nearest(self, lang: str) -> Catalogue:
        """The catalogue in a language, or in English where that language does not have a file."""
        return self.translated(lang if lang in self.languages() else ENGLISH)

    def find(self, text: str) -> list[Rule]:
        """The rule with this id, or all rules of the paragraph with this id ("10.4": 10.4a to 10.4m)."""
        if text in self.rules:
            return [self.rules[text]]
        return [rule for id_, rule in self.rules.items() if id_.startswith(text) and not id_[len(text)].isdigit()]


def load_catalogue(path: Path) -> Catalogue:
    """Load the catalogue in a file `rules.toml`."""
    text = path.read_text("utf-8")
    data = tomllib.loads(text)
    rules = {
        item["id"]: Rule(
            item["id"],
            item["title"],
            item["says"],
            item["kind"],
            tuple(item.get("refs", ())),
            item.get("descriptive", ""),
        )
        for item in data["rule"]
    }
    examples = {
        item["id"]: Example(item["id"], tuple(item["rule"]), item["given"], item["expect"]) for item in data["example"]
    }
    return Catalogue(data["title"], rules, examples, hashlib.blake2b(text.encode(), digest_size=8).hexdigest(), path)


@once
def catalogue_in(package: Path) -> Catalogue:
    """The catalogue of the game in a folder, read once and shared by games with drawn maps."""
    return load_catalogue(package / "rules.toml")


@cache
def translation(path: Path, lang: str) -> Catalogue:
    """The catalogue at a path, with the texts of the language file beside it."""
    catalogue = load_catalogue(path)
    file = path.with_suffix(f".{lang}{path.suffix}")
    data = tomllib.loads(file.read_text("utf-8"))
    rules = by_id(file, data["rule"], catalogue.rules)
    examples = by_id(file, data["example"], catalogue.examples)
    return catalogue._replace(
        rules={
            id_: rule._replace(title=rules[id_]["title"], says=rules[id_]["says"])
            for id_, rule in catalogue.rules.items()
        },
        examples={
            id_: example._replace(given=examples[id_]["given"], expect=examples[id_]["expect"])
            for id_, example in catalogue.examples.items()
        },
    )


def by_id(file: Path, items: Iterable[Mapping[str, Any]], wanted: Iterable[str]) -> dict[str, Mapping[str, Any]]:
    """Map items by their ids, if these are exactly the wanted ids."""
    listed = [item["id"] for item in items]
    found = {item["id"]: item for item in items}
    faults = [f"{id_} is missing" for id_ in wanted if id_ not in found]
    faults += [f"{id_} is not in the catalogue" for id_ in found if id_ not in wanted]
    faults += [f"{id_} is there twice" for id_ in found if listed.count(id_) > 1]
    if faults:
        raise TranslationError(f"{file.name}: {', '.join(faults)}")
    return found
