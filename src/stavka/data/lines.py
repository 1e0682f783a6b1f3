"""Find the lines of values in a TOML file: the line of every key path.

`tomllib` says what a file holds but not where. `scan` walks through text that `tomllib` has already accepted, so it
checks nothing: it only has to know where a key, a string, an array and an inline table begin and end.

A key path is a tuple of keys and places in arrays: the `attack` of the third `[[unit]]` is `("unit", 2, "attack")`."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left
from typing import Final

KeyPath = tuple[str | int, ...]

_SPACE: Final = re.compile(r"[ \t]*")
_BLANK: Final = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_KEY: Final = re.compile(r"""[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'""")
_STRING: Final = re.compile(
    r'''"""(?:\\.|[^\\])*?""""{0,2}'''
    r"""|'''.*?''''{0,2}"""
    r'''|"(?:[^"\\\n]|\\.)*"'''
    r"""|'[^'\n]*'""",
    re.DOTALL,
)
_SCALAR: Final = re.compile(r"[^,\]}#\n]+")


class ScanError(ValueError):
    """The scanner lost its way: the text was not valid TOML, as it must be."""


def scan(text: str) -> dict[KeyPath, int]:
    """The line (from 1) of each table, key and array item in a valid TOML text whose line ends are plain newlines."""
    return _Scanner(text).run()


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.ends = [i for i, character in enumerate(text) if character == "\n"]
        self.lines: dict[KeyPath, int] = {}
        self.items: dict[KeyPath, int] = {}  # number of `[[name]]` headers so far

    def run(self) -> dict[KeyPath, int]:
        table: KeyPath = ()
        while self._blank():
            table = self._header() if self._next("[") else self._pair(table)
        return self.lines

    # ---- the grammar

    def _header(self) -> KeyPath:
        line = self._line()
        array = self._skip("[[")
        if not array:
            self._skip("[")
        *parents, last = self._keys()
        self._skip("]]" if array else "]")
        path: KeyPath = ()
        for key in parents:
            path = self._latest((*path, key))
            self.lines.setdefault(path, line)
        path = (*path, last)
        self.lines.setdefault(path, line)
        if not array:
            return self._latest(path)
        self.items[path] = self.items.get(path, 0) + 1
        path = self._latest(path)
        self.lines[path] = line
        return path

    def _latest(self, path: KeyPath) -> KeyPath:
        """The path of a header, which in an array of tables means the last table of it."""
        count = self.items.get(path, 0)
        return (*path, count - 1) if count else path

    def _pair(self, table: KeyPath) -> KeyPath:
        line = self._line()
        path = table
        for key in self._keys():
            path = (*path, key)
            self.lines.setdefault(path, line)
        if not self._skip("="):
            raise ScanError(f"no value on line {line}")
        self._take(_SPACE)
        self._value(path)
        return table

    def _keys(self) -> list[str]:
        keys: list[str] = []
        while not keys or self._skip("."):
            self._take(_SPACE)
            keys.append(_plain_key(self._take(_KEY)))
            self._take(_SPACE)
        return keys

    def _value(self, path: KeyPath) -> None:
        self.lines[path] = self._line()
        if self._next("["):
            self._array(path)
        elif self._next("{"):
            self._inline(path)
        else:
            self._take(_STRING if self._next('"') or self._next("'") else _SCALAR)

    def _array(self, path: KeyPath) -> None:
        self._skip("[")
        index = 0
        while self._blank() and not self._skip("]"):
            self._value((*path, index))
            index += 1
            self._blank()
            self._skip(",")

    def _inline(self, path: KeyPath) -> None:
        self._skip("{")
        while self._blank() and not self._skip("}"):
            self._pair(path)
            self._blank()
            self._skip(",")

    # ---- the text

    def _line(self) -> int:
        return bisect_left(self.ends, self.at) + 1

    def _next(self, mark: str) -> bool:
        return self.text.startswith(mark, self.at)

    def _skip(self, mark: str) -> bool:
        found = self._next(mark)
        self.at += len(mark) * found
        return found

    def _blank(self) -> bool:
        """Skip blanks, line ends and comments, and return whether anything is left."""
        self._take(_BLANK)
        return self.at < len(self.text)

    def _take(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.at)
        if match is None:
            raise ScanError(f"line {self._line()}")
        self.at = match.end()
        return match.group()


def _plain_key(key: str) -> str:
    if key[0] not in "\"'":
        return key
    value = tomllib.loads(f"key = {key}")["key"]
    assert isinstance(value, str)
    return value
