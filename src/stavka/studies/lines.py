"""Games as lines of JSON: a line is written as soon as a game is over, so that a run can be interrupted and resumed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from stavka.engine.state import Json


class OtherSeriesError(ValueError):
    """A file holds something else than the results of a series; the sentence says what."""


def read(path: Path) -> list[Any]:
    """The objects in the lines of a file; empty if there is no file. A last line that was cut off is left out."""
    text = path.read_text("utf-8") if path.exists() else ""
    return [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()]


def append(path: Path, line: Any) -> None:
    """Append a line. The remains of a line that was cut off before it are removed."""
    with path.open("r+b" if path.exists() else "w+b") as out:
        end = out.seek(0, 2)
        out.seek(max(0, end - 1))
        if end and out.read(1) != b"\n":
            out.seek(0)
            end = out.read().rfind(b"\n") + 1
            out.truncate(end)
        out.seek(end)
        out.write(json.dumps(line).encode() + b"\n")


class Kept:
    """The results of a series by their keys, kept in a file if there is one.

    The first line of the file says what they are results of. A result that is in the file is not worked out again."""

    def __init__(self, path: Path | None, series: Json) -> None:
        """Read what is in the file. OtherSeriesError if it holds the results of another series."""
        self.path, self.series = path, json.loads(json.dumps(series))
        self.results: dict[Any, Any] = {}
        if path is not None and path.exists():
            self.take(path)

    def take(self, path: Path) -> None:
        try:
            lines = read(path)
            if lines:
                found, *rest = lines
                self.compare(path, found["series"])
                self.results = dict(rest)
        except (OSError, TypeError, KeyError, UnicodeDecodeError, json.JSONDecodeError):
            raise OtherSeriesError(f"{path}: this is not a file in which a study keeps its games") from None

    def compare(self, path: Path, found: Json) -> None:
        for name, value in self.series.items():
            if found.get(name) != value:
                raise OtherSeriesError(
                    f"{path}: it keeps the games of another series; {name}: expected {value}, found {found.get(name)}"
                )

    def add(self, key: str | int, result: Any) -> None:
        """Keep a result, plain data."""
        if self.path is not None:
            if not self.results and not read(self.path):
                append(self.path, {"series": self.series})
            append(self.path, [key, result])
        self.results[key] = result
