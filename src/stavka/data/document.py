"""A data file as it was read: its values and their lines."""

from __future__ import annotations

import json
import re
import tomllib
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from stavka.data.errors import DataError
from stavka.data.lines import KeyPath, scan

Table = dict[str, Any]

# The field by which a record is known, in errors and in overlays: the first of these that the record has.
KEYS: Final = ("id", "turn", "level", "roll", "strength")

LONGEST: Final = 60  # most characters of a value that an error repeats

_AT: Final = re.compile(r"(?s)(?P<what>.*?)\s*\(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)")
_BARE: Final = re.compile(r"[\w.+/-]+")


class Place(NamedTuple):
    file: str
    line: int


Places = dict[KeyPath, Place]


@dataclass(frozen=True)
class Document:
    file: str
    data: Table
    locate: Callable[[], Places] = field(compare=False)
    """Finds the lines of all values. It is only called when something has to be named, as most files are in order."""

    @cached_property
    def places(self) -> Places:
        return self.locate()

    def place(self, path: KeyPath) -> Place:
        """The line of `path` or, if it is not in the file, of the nearest table around it."""
        for length in range(len(path), 0, -1):
            if path[:length] in self.places:
                return self.places[path[:length]]
        return Place(self.file, 1)

    def error(self, path: KeyPath, text: str) -> DataError:
        place = self.place(path)
        return DataError(place.file, place.line, ": ".join([*names(self.data, path), text]))


def read(path: Path) -> Document:
    """Read a TOML file. DataError names the line at which it stops being TOML."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise DataError(path.name, 0, f"cannot be read ({error.strerror or error})") from None
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise DataError(path.name, line, "expected text in UTF-8") from None
    return parse(text, path.name)


@lru_cache(maxsize=16)
def parse(text: str, file: str) -> Document:
    """The document in a text. The files of a game are read again for each overlay, and parsed once: nobody changes the
    values of a document."""
    text = text.replace("\r\n", "\n")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _syntax_error(file, text, str(error)) from None
    except RecursionError:
        raise DataError(file, 1, "expected fewer brackets inside one another") from None
    except ValueError as error:  # such as a number of thousands of digits, or the date 2001-02-30
        raise DataError(file, _line_of_value(text), f"not valid TOML: {_one_line(str(error))}") from None
    return Document(file, data, lambda: {path: Place(file, line) for path, line in scan(text).items()})


def _syntax_error(file: str, text: str, message: str) -> DataError:
    match = _AT.fullmatch(message)
    if match is None:
        return DataError(file, 1, f"not valid TOML: {_one_line(message)}")
    what = _one_line(match["what"])
    what = what[:1].lower() + what[1:]
    if match["line"] is None:
        return DataError(file, text.count("\n") + 1, f"not valid TOML: {what} at the end of the file")
    return DataError(file, int(match["line"]), f"not valid TOML: {what} at column {match['column']}")


def _line_of_value(text: str) -> int:
    """The line of a value on which `tomllib` fails: it can read everything above that line, or finds it unfinished."""
    lines = text.split("\n")

    def stumbles(number: int) -> bool:
        try:
            tomllib.loads("\n".join(lines[:number]))
        except tomllib.TOMLDecodeError:
            return False
        except ValueError:
            return True
        return False

    return bisect_left(range(len(lines)), True, lo=1, key=stumbles)


def names(data: Any, path: KeyPath) -> list[str]:
    """A path in a reader's words: `("unit", 2, "attack")` is `["unit ax.17pz", "attack"]`."""
    out: list[str] = []
    for step in path:
        data = _inside(data, step)
        if isinstance(step, str):
            out.append(plain(step))
        else:
            out[-1:] = [f"{out[-1] if out else 'item'} {_name_of(data, step)}"]
    return out


def _inside(data: Any, step: str | int) -> Any:
    if isinstance(data, dict):
        return data.get(str(step))
    return data[step] if isinstance(data, (list, tuple)) and isinstance(step, int) and step < len(data) else None


def _name_of(item: Any, index: int) -> str:
    if isinstance(item, dict):
        for key in KEYS:
            if isinstance(item.get(key), str | int):
                return plain(str(item[key])) if isinstance(item[key], str) else shown(item[key])
    return f"no. {index + 1}"


def plain(text: str) -> str:
    """A word unchanged, anything else in quotation marks, so that a sentence stays one line."""
    return text if _BARE.fullmatch(text) and len(text) <= LONGEST else shown(text)


def shown(value: Any) -> str:
    """A value as text for an error."""
    if isinstance(value, str):
        quoted = json.dumps(value, ensure_ascii=not value.isprintable())
        return quoted if len(quoted) <= LONGEST else f'{quoted[: LONGEST - 4]}..."'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if value.bit_length() < 64 else "a very large integer"
    if isinstance(value, (list, tuple)):
        return "an empty list" if not value else f"a list of {len(value)}"
    return "a table" if isinstance(value, dict) else str(value)


def _one_line(text: str) -> str:
    return " ".join(text.split())
