"""The rule catalogue of a game: every rule by id, with worked examples."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple


class Rule(NamedTuple):
    id: str
    title: str
    says: str
    kind: str
    refs: tuple[str, ...]
    descriptive: str
    """Why code has nothing to do for it; empty where code has."""


class Example(NamedTuple):
    id: str
    rules: tuple[str, ...]
    given: str
    expect: str


class Catalogue(NamedTuple):
    title: str
    rules: Mapping[str, Rule]
    examples: Mapping[str, Example]
    hash: str

    def find(self, text: str) -> list[Rule]:
        """The rule with this id, or those of the paragraph that it begins ("10.4": 10.4a to 10.4m)."""
        if text in self.rules:
            return [self.rules[text]]
        return [rule for id_, rule in self.rules.items() if id_.startswith(text) and not id_[len(text)].isdigit()]


def load_catalogue(path: Path) -> Catalogue:
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
    return Catalogue(data["title"], rules, examples, hashlib.blake2b(text.encode(), digest_size=8).hexdigest())
