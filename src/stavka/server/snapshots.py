"""A position that is stored with the moves, so that a game need not be played through to be opened.

A snapshot is taken every so many changes, at a moment when no pick can be taken back; the moves since are played as
before. It is a shortcut and never the truth: it names the data and rules with which it was made, and the fingerprint of
the moves before it. If anything does not fit, the game is played through from its first move."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any, Final, Protocol

import msgspec

EVERY: Final = 64
"""The changes from one snapshot to the next."""


class Snapshot(msgspec.Struct, array_like=True):
    """A game after a number of rows: the position, and what does not follow from the rows."""

    data: str
    rules: str
    rows: int
    changes: int
    moves: str
    """The fingerprint of the rows."""
    digest: str
    """The fingerprint of the position."""
    state: dict[str, Any]
    events: int
    out: list[int]
    """The numbers of the rows that have been taken back."""
    digests: dict[int, str]
    """The fingerprints of the record that differ from those of the rows, since a pick before them was taken back."""
    takebacks: int
    played_with: list[str]
    clocks: list[ClockFace]
    """The clocks of the game, and those that everybody may know; empty if the game has none."""


class ClockFace(msgspec.Struct, array_like=True):
    left: dict[int, float]
    since: dict[int, float]


WRITER: Final = msgspec.json.Encoder()
READER: Final = msgspec.json.Decoder(Snapshot)


def write(snapshot: Snapshot) -> str:
    return WRITER.encode(snapshot).decode()


def read(text: str) -> Snapshot | None:
    """The snapshot that was written; None if it cannot be read, as one of another version."""
    try:
        return READER.decode(text)
    except msgspec.DecodeError:
        return None


class Row(Protocol):
    """A row of `moves`, as it is stored or about to be."""

    @property
    def n(self) -> int: ...
    @property
    def change(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def what(self) -> str: ...
    @property
    def digest(self) -> str: ...
    @property
    def seen_by(self) -> int | None: ...


class Fingerprint:
    """The fingerprint of rows, which grows with them."""

    def __init__(self) -> None:
        self.number = 0
        self.hash = hashlib.blake2b(digest_size=16)

    def of(self, rows: Sequence[Row]) -> str:
        """The fingerprint of all rows. Those that it has read before are not read again."""
        self.add(rows[self.number :])
        return self.hash.hexdigest()

    def add(self, rows: Iterable[Row]) -> None:
        for row in rows:
            line = (row.n, row.change, row.kind, row.seat, row.what, row.digest, row.seen_by)
            self.hash.update(repr(line).encode())
            self.number += 1
