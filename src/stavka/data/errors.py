"""The one exception of this package."""

from __future__ import annotations


class DataError(Exception):
    """A data file cannot be used: one sentence names the file, the line and what was expected.

    `line` is 0 if there is no line to name, as when the file does not exist."""

    def __init__(self, file: str, line: int, text: str) -> None:
        super().__init__(f"{file} line {line}: {text}" if line else f"{file}: {text}")
        self.file, self.line, self.text = file, line, text
