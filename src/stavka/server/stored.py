"""A game as it is stored: its record and its log can be read from the rows, even if its rules have changed."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from stavka.engine import chance
from stavka.engine.machine import Game
from stavka.engine.record import Move, Record
from stavka.engine.state import Event
from stavka.server.match import ENDS, PICK, ROLL, RULES, TAKEBACK, UNDO, read_events
from stavka.server.presenting import Language
from stavka.server.rows import StoredMove, TableRow


class Change(NamedTuple):
    """A pick with the answers of chance to it; rows of the start, which nobody picked, have no seat."""

    seat: int | None
    rows: Sequence[StoredMove]
    is_compared: bool = True
    """Whether the fingerprints are those of the record: not if a pick before it was taken back."""


class StoredGame:
    def __init__(self, row: TableRow, rows: Sequence[StoredMove], sides: Sequence[str]) -> None:
        self.row, self.rows, self.sides = row, rows, sides
        self.notes: dict[int, list[str]] = {}
        """The comments of the record, by the number of moves before them."""
        self.changes = self.kept()

    def kept(self) -> list[Change]:
        """The picks that were made and not taken back."""
        kept: list[Change] = []
        for _, group in groupby(self.rows, lambda row: row.change):
            rows = list(group)
            first = rows[0]
            if first.kind in (PICK, ROLL):
                kept.append(Change(first.seat if first.kind == PICK else None, rows))
            elif first.kind == UNDO:
                number = int(first.what or 1)
                while number > 0:
                    at = last_of(first.seat, kept)
                    number -= sum(row.kind == PICK for row in kept[at].rows)  # the picks of an order belong together
                    kept[at:] = [change._replace(is_compared=False) for change in kept[at + 1 :]]
            elif first.kind == TAKEBACK:
                del kept[last_of(first.seat, kept) :]
            elif first.kind == RULES:
                data, rules = first.what.split()
                self.note(kept, f"from here on with data {data} and rules {rules}, as agreed")
            elif first.kind in ENDS:
                self.note(kept, first.what)
        return kept

    def note(self, kept: Sequence[Change], text: str) -> None:
        self.notes.setdefault(sum(len(change.rows) for change in kept), []).append(text)

    def record(self) -> Record:
        row = self.row
        return Record(
            row.game,
            row.scenario,
            json.loads(row.options),
            "",
            row.data_hash or "unknown",
            row.rules_hash or "unknown",
            chance.commitment(row.seed),
            row.seed if row.result else "",
            list(self.moves()),
            notes=self.notes,
        )

    def moves(self) -> Iterator[Move]:
        for change in self.changes:
            for row in change.rows:
                who = "chance" if row.kind == ROLL else self.sides[row.seat or 0]
                yield Move(who, row.what, row.digest if change.is_compared else "")

    def log(self, game: Game[Any] | None, seats: Collection[int], lang: Language) -> Iterator[str]:
        """The log that the holder of these seats was told, one sentence for each event; the whole log when the game is
        over."""
        start = game.new(self.row.scenario, json.loads(self.row.options)) if game is not None else None
        for change in self.changes:
            for event in read_events(change.rows[0].told):
                if self.row.result or event.seats is None or set(event.seats) & set(seats):
                    yield event.name if game is None else sentence(game, start, event, lang)


def last_of(seat: int | None, changes: Sequence[Change]) -> int:
    return max(i for i, change in enumerate(changes) if change.seat == seat)


def sentence(game: Game[Any], start: Any, event: Event, lang: Language) -> str:
    """An event as a sentence. An event that this version does not know is given as it is stored."""
    try:
        return game.say(start, event, lang)
    except (LookupError, ValueError, TypeError, AttributeError, AssertionError):
        values = ", ".join(f"{key} {value}" for key, value in event.values.items())
        return f"{event.name}: {values}" if values else event.name
