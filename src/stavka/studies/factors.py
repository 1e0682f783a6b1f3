"""Values of a game that an experiment changes, by their names in the data files.

    objective.melenka.value=1..7            from 1 to 7
    unit.ge.*.tactical=-1..+1               from one less to one more, for every record whose id matches
    unit.ge.*.attack,unit.ge.*.defence=-1..+1     several together

A name is the way to a value through a data file: tables, the id of a record, the key. A list of numbers, such as the
strengths of a counter, is changed number by number. A relative change leaves a 0 as it is and makes nothing else
less than 1."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from typing import Any, Final, NamedTuple

from stavka import games
from stavka.data.document import KEYS, Table, read
from stavka.data.gamefiles import PARTS
from stavka.data.schema import ORIGIN
from stavka.studies.designs import LOW, Levels
from stavka.studies.simulate import OwnValues

SPEC: Final = re.compile(r"(?P<names>[^=]+)=(?P<low>[+-]?\d+)\.\.(?P<high>[+-]?\d+)")
FORM: Final = "NAME=LOW..HIGH, such as objective.melenka.value=1..7 or unit.ge.*.tactical=-1..+1"

Steps = tuple[str | tuple[str, Any], ...]
"""The way to a value: keys of tables, and for each record of a list the field that identifies it with its value."""


class FactorError(ValueError):
    """Something names no value that an experiment can change; one sentence."""


class Target(NamedTuple):
    """A value in the data files."""

    file: str
    steps: Steps
    value: Any


class Factor(NamedTuple):
    """Values that are changed together, between a low and a high level."""

    text: str
    targets: tuple[Target, ...]
    low: int
    high: int
    is_relative: bool

    @property
    def name(self) -> str:
        return self.text.partition("=")[0]

    def at(self, level: int, value: Any) -> Any:
        """What a value of the files becomes at a level."""
        chosen = self.low if level == LOW else self.high
        return [self.one(chosen, each) for each in value] if isinstance(value, list) else self.one(chosen, value)

    def one(self, chosen: int, value: int) -> int:
        if not self.is_relative:
            return chosen
        return max(1, value + chosen) if value else 0


def read_factor(text: str, game: str) -> Factor:
    """The factor that a text names."""
    found = SPEC.fullmatch(text)
    if not found:
        raise FactorError(f"{text}: expected {FORM}")
    low, high = found["low"], found["high"]
    signed = [number[0] in "+-" or int(number) == 0 for number in (low, high)]
    is_relative = any(number[0] in "+-" for number in (low, high))
    if is_relative and not all(signed):
        raise FactorError(f"{text}: expected a sign before both numbers or before neither")
    if int(low) >= int(high):
        raise FactorError(f"{text}: expected a low number, then a higher one")
    targets = [target for name in found["names"].split(",") for target in find(name, game)]
    return Factor(text, tuple(targets), int(low), int(high), is_relative)


def find(name: str, game: str) -> list[Target]:
    """The values of a game with this name."""
    found: list[Target] = []
    for part in PARTS:
        path = games.folder(game) / "data" / part
        if path.exists():
            document = read(path)
            found += [Target(part, steps, value) for steps, value in within(document.data, name)]
    unique = {target.steps: target for target in found}
    if not unique:
        raise FactorError(f"{name}: no value in {', '.join(PARTS)} of {game} has this name")
    for target in unique.values():
        values = target.value if isinstance(target.value, list) else [target.value]
        if not all(isinstance(value, int) and not isinstance(value, bool) for value in values):
            raise FactorError(f"{name}: expected the name of a number, found {json.dumps(target.value)}")
    return list(unique.values())


def within(data: Any, name: str) -> Iterator[tuple[Steps, Any]]:
    """The values with a name below a table or a list of records."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key in ORIGIN:
                continue
            if name == key:
                yield (key,), value
            elif name.startswith(f"{key}."):
                for steps, found in within(value, name[len(key) + 1 :]):
                    yield (key, *steps), found
    elif isinstance(data, list):
        cuts = [at for at, letter in enumerate(name) if letter == "."]
        for record in data:
            key = next((key for key in KEYS if isinstance(record, dict) and key in record), None)
            if key is None:
                continue
            for at in cuts:
                if fnmatchcase(str(record[key]), name[:at]):
                    rest = {name: value for name, value in record.items() if name != key}
                    for steps, found in within(rest, name[at + 1 :]):
                        yield ((key, record[key]), *steps), found


def changed(factors: Sequence[Factor], levels: Levels) -> OwnValues:
    """The overlay in which each factor has its level."""
    root: Table = {}
    for factor, level in zip(factors, levels, strict=True):
        for target in factor.targets:
            enter(root, target.steps, factor.at(level, target.value))
    text = "".join(f"{key} = {toml(value)}\n" for key, value in root.items())
    return OwnValues("experiment.toml", text.encode())


def enter(table: Table, steps: Steps, value: Any) -> None:
    """Write a value into a table, in the form of an overlay."""
    at: Any = table
    for step, after in zip(steps, (*steps[1:], None), strict=True):
        if isinstance(step, tuple):
            key, id_ = step
            record = next((each for each in at if each[key] == id_), None)
            if record is None:
                record = {key: id_}
                at.append(record)
            at = record
        elif after is None:
            at[step] = value
        else:
            at = at.setdefault(step, [] if isinstance(after, tuple) else {})


def toml(value: Any) -> str:
    """A value as TOML in one line."""
    if isinstance(value, dict):
        inner = ", ".join(f"{json.dumps(key)} = {toml(each)}" for key, each in value.items())
        return f"{{ {inner} }}"
    if isinstance(value, list):
        return f"[{', '.join(toml(each) for each in value)}]"
    return json.dumps(value, ensure_ascii=False)
