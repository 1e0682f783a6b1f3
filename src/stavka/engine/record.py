"""Records: a game as text that can be read, compared line by line, and replayed to the identical state.

    stavka record 1
    game: traces
    scenario: campaign
    options: {"hq_conversion": false, "vp_bid": false}
    overlay: none
    data: 3f0c...          fingerprint of map, counters and tables
    rules: 77ab...         fingerprint of the rule catalogue
    commitment: ...        hash of the secret seed, known before play
    seed: ...              added when the game is over

    1 axis 2634  = 0f3a9c2e71d04b55
    2 chance defensive  = ...

A move line is a number, who chose, what, and after `=` the fingerprint of the state that follows. A line that begins
with `#`, and what follows a `#` in a move line, is a comment. docs/records.md describes the format."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

FIRST_LINE: Final = "stavka record 1"
HEADER_KEYS: Final = ("game", "scenario", "options", "overlay", "data", "rules", "commitment", "seed")
MOVE: Final = re.compile(
    r"(?P<number>[0-9]{1,9}) +(?P<who>[a-z]{1,32}) +(?P<what>[^\s=]{1,64})(?: +(?:= *(?P<digest>[0-9a-f]{16})))?"
)
LONGEST: Final = 255
"""The most characters in a line of the header; options and seeds may be longer."""
SHOWN: Final = 60
"""The number of characters of a wrong line that an error repeats."""


class RecordError(Exception):
    """A record cannot be read or replayed."""

    def __init__(self, name: str, line: int, text: str) -> None:
        super().__init__(f"{name} line {line}: {text}")


@dataclass(frozen=True, slots=True)
class Move:
    """One move: who chose, what, the fingerprint of the position that follows, and its line in the text."""

    who: str
    what: str
    digest: str = ""
    line: int = 0


@dataclass
class Record:
    """A game as a list of moves: what it was played with, who chose what, and the seed once it may be known."""

    game: str
    scenario: str
    options: Mapping[str, Any]
    overlay: str
    data: str
    rules: str
    commitment: str
    seed: str = ""
    moves: list[Move] = field(default_factory=list)
    at: Mapping[str, int] = field(default_factory=dict, compare=False)
    """The numbers of the header's lines in the text from which the record was read."""
    notes: Mapping[int, Sequence[str]] = field(default_factory=dict, compare=False)
    """Comments, by the number of moves before them."""

    def error(self, name: str, key: str, text: str) -> RecordError:
        """An error about a line of the header."""
        return RecordError(name, self.at.get(key, 1), text)

    def write(self) -> str:
        """The record as text."""
        return "\n".join(self.lines()) + "\n"

    def lines(self) -> Iterator[str]:
        """The lines of the text."""
        yield FIRST_LINE
        for key in HEADER_KEYS:
            value = getattr(self, key)
            if key == "options":
                value = json.dumps(dict(value), sort_keys=True)
            if value or key != "seed":
                yield f"{key}: {value or 'none'}"
        yield ""
        for number, move in enumerate(self.moves, 1):
            yield from self.comments(number - 1)
            yield move_line(number, move)
        yield from self.comments(len(self.moves))

    def comments(self, moves: int) -> Iterator[str]:
        """The comment lines that come after a number of moves."""
        return (f"# {note}" for note in self.notes.get(moves, ()))


def move_line(number: int, move: Move) -> str:
    """Write a move as a line of a record."""
    return f"{number} {move.who} {move.what}" + (f" = {move.digest}" if move.digest else "")


def read_record(text: str, name: str = "record") -> Record:
    """Read the record in a text. RecordError names the line and what was expected."""
    lines = text.split("\n")
    if lines[0].strip() != FIRST_LINE:
        raise RecordError(name, 1, f"expected {FIRST_LINE!r}")
    if "\0" in text:
        raise RecordError(name, text[: text.index("\0")].count("\n") + 1, "expected text without NUL characters")
    header: dict[str, str] = {}
    at: dict[str, int] = {}
    moves: list[Move] = []
    for number, raw in enumerate(lines[1:], 2):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        key, colon, value = line.partition(":")
        if not (colon and key in HEADER_KEYS):
            moves.append(_move(name, number, line.split("#", 1)[0].strip(), len(moves) + 1))
        elif moves or key in header:
            raise RecordError(name, number, f"'{key}:' must appear once, before the moves")
        elif len(line) > LONGEST and key not in ("options", "seed"):
            raise RecordError(name, number, f"expected at most {LONGEST} characters, found {len(line)}")
        else:
            header[key], at[key] = value.strip(), number
    for key in HEADER_KEYS:
        if key not in header and key != "seed":
            raise RecordError(name, len(lines), f"expected a line '{key}: ...' before the moves")
    return Record(
        header["game"],
        header["scenario"],
        _options(name, at["options"], header["options"]),
        "" if header["overlay"] == "none" else header["overlay"],
        header["data"],
        header["rules"],
        header["commitment"],
        header.get("seed", ""),
        moves,
        at,
    )


def _move(name: str, at: int, line: str, expected: int) -> Move:
    match = MOVE.fullmatch(line)
    if match is None:
        raise RecordError(name, at, f"expected a move such as '{expected} axis 1731', found {line[:SHOWN]!r}")
    if int(match["number"]) != expected:
        raise RecordError(name, at, f"expected move number {expected}, found {match['number']}")
    return Move(match["who"], match["what"], match["digest"] or "", at)


def _options(name: str, at: int, text: str) -> dict[str, Any]:
    try:
        options = json.loads(text)
    except (ValueError, RecursionError):
        options = None
    if not isinstance(options, dict):
        raise RecordError(name, at, f"expected the options as a JSON object, found {text[:SHOWN]!r}")
    return options
