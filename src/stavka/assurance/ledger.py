"""The rule ledger of a game: which rules code implements, which are shown by a test that can fail, which have nothing
to implement, and which are missing.

A rule counts as implemented if a statement or a data line carries its tag, `# [10.4d]`, and as shown if the last run of
the mutation job (`make rules-mutation`) switched such a statement off and a situation citing the rule failed."""

from __future__ import annotations

import json
import re
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from stavka.engine.catalogue import Catalogue, load_catalogue
from stavka.engine.state import Json

TAG: Final = re.compile(r"#\s*\[(?P<ids>(?:\d|[A-Z]+\.)[^\]]*)\]")
KILLS: Final = "mutation.json"
"""The file with the findings of the mutation job, beside the catalogue: {"noticed": {key: by what}, "survived": [key]},
with the keys of `keyed`."""


class Site(NamedTuple):
    """A line that implements rules."""

    file: Path
    line: int
    rules: tuple[str, ...]
    text: str
    """The line without its indentation."""


def sites(package: Path) -> Iterator[Site]:
    """Every tagged line of a game's code and data."""
    for file in sorted([*package.rglob("*.py"), *package.glob("data/*.toml")]):
        for number, text in enumerate(file.read_text("utf-8").splitlines(), 1):
            match = TAG.search(text)
            if match:
                yield Site(file, number, tuple(id_.strip() for id_ in match["ids"].split(",")), text.strip())


def keyed(package: Path) -> Iterator[tuple[str, Site, str]]:
    """Key, site and rule for every rule of every tagged line. A key has the file, the rule, and a hash of the text, so
    that a finding about a line stays valid when the line moves, but not when it changes."""
    seen: Counter[str] = Counter()
    for site in sites(package):
        for rule in site.rules:
            key = f"{site.file.relative_to(package).as_posix()} {rule} {zlib.crc32(site.text.encode()):08x}"
            seen[key] += 1
            yield key if seen[key] == 1 else f"{key} {seen[key]}", site, rule


def read_noticed(package: Path) -> dict[str, str]:
    """For each key that was noticed when it was switched off, what noticed it; from the last result of the mutation
    job."""
    results = package / KILLS
    noticed: dict[str, str] = json.loads(results.read_text("utf-8"))["noticed"] if results.exists() else {}
    return noticed


class Ledger(NamedTuple):
    catalogue: Catalogue
    places: dict[str, list[str]]
    """For each rule, the places in code and data that implement it."""
    killed: dict[str, str]
    """For each rule, a place that was switched off so that a situation failed."""

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
    noticed = read_noticed(package)
    killed = {rule: f"{key.split()[0]}: {noticed[key]}" for key, _, rule in keyed(package) if key in noticed}
    return Ledger(catalogue, places, killed)
