"""The rule ledger of a game: which rules code carries out, which are shown by a test that can fail, which say nothing
that code could do, and which are not done.

A rule counts as implemented when a statement or a data line carries its tag, `# [10.4d]`, and as shown when the last
run of the mutation job (`make rules-mutation`) switched such a statement off and a situation citing the rule failed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from stavka.engine.rules import Catalogue, load_catalogue
from stavka.engine.state import Json

TAG: Final = re.compile(r"#\s*\[(?P<ids>(?:\d|[A-Z]+\.)[^\]]*)\]")
KILLS: Final = "mutation.json"
"""The last result of the mutation job, beside the catalogue: {"killed": {rule: site}, "survived": [...]}."""


class Site(NamedTuple):
    """A line that carries out rules."""

    file: Path
    line: int
    rules: tuple[str, ...]


def sites(package: Path) -> Iterator[Site]:
    """Every tagged line of a game's code and data."""
    for file in sorted([*package.rglob("*.py"), *package.glob("data/*.toml")]):
        for number, text in enumerate(file.read_text("utf-8").splitlines(), 1):
            match = TAG.search(text)
            if match:
                yield Site(file, number, tuple(id_.strip() for id_ in match["ids"].split(",")))


class Ledger(NamedTuple):
    catalogue: Catalogue
    places: dict[str, list[str]]
    """For each rule the places in code and data that carry it out."""
    killed: dict[str, str]
    """For each rule a place that was switched off, upon which a situation failed."""

    def status(self, rule: str) -> str:
        if rule in self.killed and rule in self.places:
            return "shown"
        if rule in self.places:
            return "implemented"
        return "descriptive" if self.catalogue.rules[rule].descriptive else "not done"

    def coverage(self, game: str) -> Json:
        state = {rule: self.status(rule) for rule in self.catalogue.rules}
        return {
            "game": game,
            "total": len(state),
            "implemented": sum(x in ("shown", "implemented") for x in state.values()),
            "shown": sum(x == "shown" for x in state.values()),
            "descriptive": sum(x == "descriptive" for x in state.values()),
            "not_done": [rule for rule, x in state.items() if x == "not done"],
        }


def read_ledger(package: Path) -> Ledger:
    catalogue = load_catalogue(package / "rules.toml")
    places: dict[str, list[str]] = {}
    for site in sites(package):
        for rule in site.rules:
            if rule not in catalogue.rules:
                raise ValueError(f"{site.file.name} line {site.line}: no rule {rule!r} in the catalogue")
            places.setdefault(rule, []).append(f"{site.file.relative_to(package)}:{site.line}")
    results = package / KILLS
    killed = json.loads(results.read_text("utf-8"))["killed"] if results.exists() else {}
    return Ledger(catalogue, places, killed)
