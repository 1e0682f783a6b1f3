"""Games as data: a row for each decision, as Parquet files with a schema and a data card.

    stavka export moscow mtsensk -o mtsensk --games 1000 [--observations]

    import pyarrow.parquet as pq
    table = pq.read_table("mtsensk/decisions")

Everything in a row is what the seat that decides knows, except the result of the game. A file holds `PART` games, is
written as a whole and is not made again. Game i is game i of `stavka sim` with the same players and seed."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from stavka import games
from stavka.engine.agent import Agent, Sight
from stavka.engine.machine import Game
from stavka.engine.offer import HEX, OPTION, UNIT, Offer, Pick
from stavka.research.observing import VERSION, Observation, Observer
from stavka.research.referee import Kit, kit
from stavka.studies.lines import OtherSeriesError
from stavka.studies.play import play_out
from stavka.studies.pool import Spread, workers
from stavka.studies.simulate import Series, cast, winner

FORMAT: Final = 1
"""The version of the columns."""
PART: Final = 10
"""The games of a file."""
ROWS, SCHEMA, CARD = "decisions", "schema.json", "README.md"
KINDS: Final[Mapping[int, str]] = {UNIT: "unit", HEX: "hex", OPTION: "option"}


class BrokenGameError(RuntimeError):
    """A game broke off; the sentence says which."""


class Export(NamedTuple):
    """What is exported."""

    series: Series
    observations: bool

    @property
    def kit(self) -> Kit:
        """The actions and the observer of the game; with an overlay, of the game with its values."""
        if self.series.overlay is None:
            return kit(self.series.game)
        game = self.series.load()
        observer = Observer(game)
        return Kit(game, observer.actions, observer)


class Column(NamedTuple):
    name: str
    type: pa.DataType
    says: str


def columns(export: Export) -> list[Column]:
    """The columns of the table, in order."""
    observer = export.kit.observer
    found = [
        Column("game", pa.int32(), "The number of the game in the series."),
        Column("decision", pa.int32(), "The number of the decision in its game, from 0."),
        Column("turn", pa.int16(), "The turn."),
        Column("side", pa.string(), "The side that decides."),
        Column("step", pa.string(), "The step of the sequence of play that asks."),
        Column("units", pa.int16(), "The number of units that are offered."),
        Column("hexes", pa.int16(), "The number of hexes that are offered."),
        Column("options", pa.int16(), "The number of options that are offered."),
        Column("offered", pa.int16(), "The size of the offer: units, hexes and options together."),
        Column("kind", pa.string(), "The kind of the pick: unit, hex or option."),
        Column("pick", pa.string(), "The pick, in the words of records."),
        Column("action", pa.int32(), "The pick, as a number of the action space (docs/research.md)."),
        Column("features", pa.list_(pa.int16(), len(observer.tracks)), "The tracks of the observation, by number."),
        Column("result", pa.string(), "The result of the game. The seat does not know it yet."),
        Column(
            "score", pa.float32(), "The points of the side that decides: 1, 0.5 or 0. The seat does not know it yet."
        ),
    ]
    if export.observations:
        size = observer.number * len(observer.columns)
        found += [
            Column("mask", pa.list_(pa.int32()), "The actions that are offered."),
            Column("cells", pa.list_(pa.int32()), "The places of the planes, flattened, that are not 0; without those "
                   "planes that never change."),
            Column("values", pa.list_(pa.uint8()), "The numbers at these places."),
            Column("table", pa.list_(pa.int16(), size), "The table of units, row by row."),
        ]  # fmt: skip
    return found


def schema(export: Export) -> pa.Schema:
    return pa.schema([pa.field(each.name, each.type, metadata={"says": each.says}) for each in columns(export)])


class Scribe(Agent):
    """A program whose decisions are written down."""

    def __init__(self, inner: Agent, book: Book) -> None:
        self.inner, self.book = inner, book

    def choose(self, sight: Sight[Any] | None, offer: Offer) -> Pick:
        assert sight is not None
        pick = self.inner.choose(None if self.inner.blind else sight, offer)
        self.book.note(sight, offer, pick)
        return pick

    def close(self, result: str) -> None:
        self.inner.close(result)


class Book:
    """The decisions of a game, column by column."""

    def __init__(self, export: Export, number: int) -> None:
        self.export, self.number = export, number
        self.kit = export.kit
        self.fixed = len(self.kit.observer.ground)
        self.rows: dict[str, list[Any]] = {each.name: [] for each in columns(export)}
        self.sides: list[int] = []

    def note(self, sight: Sight[Any], offer: Offer, pick: Pick) -> None:
        game, s, seat = self.kit.game, sight.position, offer.seat
        seen = self.kit.observer.of_sight(sight, seat, decides=True)
        side = game.side_of(s, seat)
        counts = [bits.bit_count() for bits in (offer.units, offer.hexes, offer.options)]
        row = {
            "game": self.number,
            "decision": len(self.sides),
            "turn": int(getattr(s, "turn", 0)),
            "side": game.sides[side],
            "step": s.stack[-1].step,
            **dict(zip(("units", "hexes", "options"), counts, strict=True)),
            "offered": sum(counts),
            "kind": KINDS[pick[0]],
            "pick": game.write_pick(pick),
            "action": self.kit.actions.encode(pick),
            "features": seen.tracks,
        }
        if self.export.observations:
            row |= self.observed(seen, offer)
        for name, value in row.items():
            self.rows[name].append(value)
        self.sides.append(side)

    def observed(self, seen: Observation, offer: Offer) -> dict[str, Any]:
        """An observation without what never changes, as the table keeps it."""
        varying = seen.planes[self.fixed :].reshape(-1)
        there = np.flatnonzero(varying)
        return {
            "mask": np.array(self.kit.actions.list(offer), np.int32),
            "cells": (there + self.fixed * self.kit.observer.cells).astype(np.int32),
            "values": varying[there],
            "table": np.ascontiguousarray(seen.units).reshape(-1),
        }

    def closed(self, game: Game[Any], result: str) -> pa.Table:
        """The table of the game, now that its result is known."""
        won = winner(result)
        points = [1.0 if won == game.sides[side] else 0.0 if won in game.sides else 0.5 for side in self.sides]
        self.rows |= {"result": [result] * len(points), "score": points}
        return pa.table(self.rows, schema(self.export))


def played(export: Export, number: int) -> pa.Table:
    """The decisions of a game."""
    game, state, agents, dice = cast(export.series, number)
    book = Book(export, number)
    try:
        outcome = play_out(game, state, [Scribe(agent, book) for agent in agents], dice)
    except Exception as error:
        raise BrokenGameError(f"game {number} broke off: {type(error).__name__}: {error}") from error
    return book.closed(game, outcome.result)


def packed(export: Export, numbers: range) -> bytes:
    """A file with the decisions of some games, a row group for each."""
    out = io.BytesIO()
    with pq.ParquetWriter(out, schema(export), compression="zstd") as writer:
        for number in numbers:
            writer.write_table(played(export, number))
    return out.getvalue()


# -- the folder -----------------------------------------------------------------------------------------------------


def described(export: Export) -> Any:
    """What is written in schema.json, as plain data."""
    observer = export.kit.observer
    return {
        "format": FORMAT,
        "observations": VERSION if export.observations else None,
        "series": export.series.identity(),
        "columns": [{"name": each.name, "type": str(each.type), "says": each.says} for each in columns(export)],
        "features": [{"name": each.name, "says": each.says} for each in observer.tracks],
        "planes": [{"name": each.name, "says": each.says} for each in observer.planes],
        "shape": [len(observer.planes), *observer.shape],
        "unit_columns": [{"name": each.name, "says": each.says} for each in observer.columns],
        "units": list(export.kit.game.unit_ids),
    }


def write(export: Export, folder: Path, number: int, spread: Spread, tell: Callable[[int], None]) -> None:
    """Write what is missing of the first games; `tell` is called with the games of each file, also of those there."""
    rows, description = folder / ROWS, described(export)
    check(folder / SCHEMA, description)
    rows.mkdir(parents=True, exist_ok=True)
    (folder / SCHEMA).write_text(json.dumps(description, indent=1) + "\n", "utf-8")
    wanted = [range(first, min(number, first + PART)) for first in range(0, number, PART)]
    missing = [part for part in wanted if not any(after >= part.stop for after, _ in files_from(rows, part.start))]
    for part in wanted:
        if part not in missing:
            tell(len(part))
    if missing:
        with workers(spread) as crew:
            for part, content in crew.each(partial(packed, export), missing):
                keep(rows, part, content)
                tell(len(part))
    (folder / CARD).write_text(card(export, folder), "utf-8")


def check(path: Path, description: Any) -> None:
    """Refuse a folder with other data."""
    if not path.exists():
        return
    try:
        found = json.loads(path.read_text("utf-8"))
        differing = [name for name, value in description.items() if found.get(name) != json.loads(json.dumps(value))]
    except (ValueError, AttributeError):
        raise OtherSeriesError(f"{path}: this is not the schema of an export") from None
    if differing:
        raise OtherSeriesError(f"{path}: the folder holds other games or columns; {differing[0]} differs")


def files_from(rows: Path, first: int) -> Iterator[tuple[int, Path]]:
    """The files that begin with a game, each with the number after its last game."""
    for path in rows.glob(f"games-{first:07d}-*.parquet"):
        yield int(path.stem.rpartition("-")[2]) + 1, path


def keep(rows: Path, part: range, content: bytes) -> None:
    """Write a file as a whole, in place of a shorter one. An unfinished one has a name that readers of Parquet skip."""
    shorter = [path for _, path in files_from(rows, part.start)]
    path = rows / f"games-{part.start:07d}-{part.stop - 1:07d}.parquet"
    unfinished = rows / f".{path.name}"
    unfinished.write_bytes(content)
    unfinished.replace(path)
    for other in shorter:
        other.unlink()


def card(export: Export, folder: Path) -> str:
    """The data card: what the data are, how they were made, and what they are not."""
    series, about = export.series, games.about(export.series.game)
    files = sorted((folder / ROWS).glob("*.parquet"))
    rows = sum(pq.read_metadata(path).num_rows for path in files)
    number = sum(pq.read_metadata(path).num_row_groups for path in files)
    size = sum(path.stat().st_size for path in files)
    title = next(item["title"] for item in about["scenarios"] if item["key"] == series.scenario)
    players = ", ".join(f"{side} {name}" for side, name in zip(about["sides"], series.players, strict=True))
    options = ", ".join(name for name, on in series.options.items() if on) or "none"
    listed = "\n".join(f"| `{each.name}` | {each.type} | {each.says} |" for each in columns(export))
    identity = series.identity()
    return f"""# {about["title"]}, {title}: {number} games

{rows} decisions of {number} games between programs, {size} bytes in {len(files)} Parquet files (`{ROWS}`). One row is
one decision of a seat; answers of chance have no rows.

- Players: {players}. Seed `{series.seed}`; game i is game i of `stavka sim` with these players and this seed.
- Optional rules: {options}. Overlay: {series.overlay.name if series.overlay else "none"}.
- Data `{identity["data"]}`, rules `{identity["rules"]}`, format {FORMAT}, observations v{VERSION}.

## Columns
| column | type | what it holds |
|---|---|---|
{listed}

`{SCHEMA}` names the numbers in `features`, the planes, the columns of the table of units, and the units.

## What to know before you use it
- A row holds what the seat that decides may know, and the result, which it does not know. The rows of both sides of a
  game together show more than one player ever sees.
- The games are those of programs: they say how these programs play, and nothing of people.
- Rows of one game depend on each other. Divide data by games, never by rows.
- Values of the game that no rulebook prints are reconstructed (`stavka data {series.game}`).

Apache-2.0, as Stavka is. Geography from Natural Earth (public domain).
"""


def observation(observer: Observer, row: Mapping[str, Any]) -> Observation:
    """The observation in a row (`table.slice(n, 1).to_pylist()[0]`) of an export with observations."""
    planes = np.zeros(len(observer.planes) * observer.cells, np.uint8)
    planes[: observer.ground.size] = observer.ground.reshape(-1)
    planes[np.asarray(row["cells"], np.int64)] = np.asarray(row["values"], np.uint8)
    return Observation(
        planes.reshape(len(observer.planes), *observer.shape),
        np.asarray(row["table"], np.int16).reshape(observer.number, len(observer.columns)),
        np.asarray(row["features"], np.int16),
    )
