"""The odds of attacks, in lines: every number with its rule, and the chance of each result."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from stavka.scenes.scene import Chances, Odds

LABEL: Final = 8
"""The least width of a line's label."""


def odds_lines(odds: Odds) -> Iterator[str]:
    """Each figure with its parts, the shifts of column and roll, the results without and with support, and notes."""
    labels = odds["labels"]
    attack, defence, column = labels["attack"], labels["defence"], labels["column"]
    wide = max(LABEL, len(attack), len(defence), len(column))
    for on, name, value in (("attack", attack, odds["attack"]), ("defence", defence, odds["defence"])):
        yield f"{label(name, wide)} {value:3}  {parts(odds, on)}".rstrip()
    for on, name in (("column", column), ("roll", "roll")):
        told = parts(odds, on)
        if told:
            yield f"{label(name, wide)} {told}"
    if odds["results"]:
        yield f"{label('result', wide)} {odds['column']}: {chances(odds)}"
    for support in odds["support"]:
        other = "" if support["column"] == odds["column"] else f", {support['column']}"
        yield f"{support['text']}{other} [{support['rule']}]: {chances(support)}"
    yield from (f"{note['text']} [{note['rule']}]" for note in odds["notes"])


def label(text: str, wide: int) -> str:
    return f"{text[:1].lower()}{text[1:]:{wide - 1}}"


def parts(odds: Odds, on: str) -> str:
    """The lines of one figure; a rule that several lines in a row share is named once."""
    lines = [line for line in odds["lines"] if line["on"] == on]
    sign = "+" if on in ("column", "roll") else ""
    found = []
    for rule, group in groupby(lines, key=lambda line: line["rule"]):
        texts = [line["text"] + (f" {line['value']:{sign}g}" if line["value"] or not sign else "") for line in group]
        found.append(f"{', '.join(texts)} [{rule}]")
    return "; ".join(found)


def chances(found: Chances) -> str:
    return "  ".join(f"{result['text']} {percent(result['share'])}" for result in found["results"])


def percent(share: float) -> str:
    return f"{100 * share:.1f}%".replace(".0%", "%")
