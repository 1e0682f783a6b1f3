"""The findings of the mutation job about a game so far: mutation.json for the ledger and the next run, and
docs/rules-mutation-GAME.md for people."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from pathlib import Path

from stavka.assurance.ledger import KILLS, Site, keyed, read_ledger, read_noticed

DOCS = Path(__file__).parents[3] / "docs"
EVERY = 60.0
"""Seconds between two writes of the findings: those since the last write are lost if a run is broken off."""


class Noticed:
    """Verdicts by key. Verdicts on lines that have changed, and by situations that are gone, are dropped."""

    def __init__(self, package: Path, situations: set[str]) -> None:
        self.package = package
        self.keys = {(site, rule): key for key, site, rule in keyed(package)}
        here = set(self.keys.values())
        self.noticed = {
            key: by
            for key, by in read_noticed(package).items()
            if key in here and (by.endswith("it hangs") or any(by.endswith(f": {name}") for name in situations))
        }
        self.survived: set[str] = set()
        if (package / KILLS).exists():
            before = json.loads((package / KILLS).read_text("utf-8"))["survived"]
            self.survived = here.intersection(before) - self.noticed.keys()
        self.saved = time.monotonic()

    def add(self, site: Site, verdicts: Mapping[str, str]) -> None:
        """Add the findings about the rules of a line: what noticed each of them, if anything."""
        for rule, by in verdicts.items():
            key = self.keys[site, rule]
            self.noticed.pop(key, None)
            self.survived.discard(key)
            if by:
                self.noticed[key] = by
            else:
                self.survived.add(key)
        if time.monotonic() - self.saved > EVERY:
            self.save()

    def save(self) -> None:
        self.saved = time.monotonic()
        found = {"noticed": dict(sorted(self.noticed.items())), "survived": sorted(self.survived)}
        (self.package / KILLS).write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")
        if DOCS.is_dir() and DOCS.parent / "src" in self.package.parents:  # a game of somebody else's has no page here
            (DOCS / f"rules-mutation-{self.package.name}.md").write_text(self.page(), "utf-8")

    def report(self) -> str:
        untried = len(self.keys) - len(self.noticed) - len(self.survived)
        return f"{len(self.keys)} rule sites, {len(self.noticed)} noticed" + (
            f", {len(self.survived)} survived, {untried} not tried yet." if self.survived or untried else "."
        )

    def page(self) -> str:
        coverage = read_ledger(self.package).coverage(self.package.name)
        lines = [
            f"# Rule mutation: {self.package.name}",
            "",
            f"Written by `make rules-mutation`. {self.report()}",
            f"Rules: {coverage['total']} in all, {coverage['implemented']} implemented, {coverage['shown']} shown, "
            f"{coverage['descriptive']} descriptive, {len(coverage['not_done'])} not done.",
            "",
            "| rule | where | what was done, and the situation that failed |",
            "|---|---|---|",
            *(
                f"| {rule} | {site.file.relative_to(self.package)} | {self.word(key)} |"
                for (site, rule), key in self.keys.items()
            ),
        ]
        return "\n".join(lines) + "\n"

    def word(self, key: str) -> str:
        return self.noticed.get(key) or ("**survived**" if key in self.survived else "not tried yet")
