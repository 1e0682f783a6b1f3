"""What a network is given of a decision: a row of numbers for each pick on offer, whatever the size of the map and the
number of units.

A unit or hex on offer is described by the planes around its hex, ring by ring, and by where that lies, on the map and
relative to what the decision is about. A unit also has its row of the table. So a network that has learned on a small
scenario can play on a large one. Everything comes from an `Observation`, which holds nothing hidden."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stavka.research.observing import Field, Observation
from stavka.research.referee import Kit

RINGS: Final = (0,), (1,), (2,), (3, 4, 5)
"""The distances from a hex at which the planes are added up, each time to one number for each plane."""
ASKED, CELL, KIND, OWN = "asked", "cell", "kind", "own"
OF_UNITS: Final = OWN, CELL, ASKED
STEPS: Final = "step", "step above"
NEAR: Final = 6.0
"""Distances on the map are divided by this."""
WHERE: Final = 6
"""The numbers that say where a candidate is."""
SMALL: Final = 127
"""Numbers of the table of units are cut off here."""

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]


class Names(NamedTuple):
    """The fields that a network knows, by name: observations may later have more."""

    planes: tuple[str, ...]
    printed: tuple[str, ...]
    """The printed values of units that are added up by hex, as more planes."""
    columns: tuple[str, ...]
    tracks: tuple[str, ...]
    steps: tuple[str, ...]
    options: tuple[str, ...]
    kinds: tuple[str, ...]


class Look(NamedTuple):
    """A decision as a network is given it."""

    around: Bytes
    """(candidates, rings * planes): the planes around the place of each candidate; zeros if it has none."""
    where: NDArray[np.float16]
    """(candidates, WHERE)."""
    option: NDArray[np.int16]
    """The number of the option that each candidate is; the number of all options if it is none, or an unknown one."""
    unit: NDArray[np.int16]
    """The number of the unit that each candidate is; the number of all units if it is none."""
    units: NDArray[np.int8]
    """(units, columns): in place of the cell, 1 for a unit on the map."""
    asked: NDArray[np.bool_]
    """Whether the decision is about each unit."""
    tracks: NDArray[np.int16]
    steps: NDArray[np.int16]
    """The step of the sequence of play and the one above it, by their numbers; the number of all steps if there is
    none."""
    about: Bytes
    """(rings * planes): the planes around what the decision is about, the mean over its hexes."""


CANDIDATES: Final = 4
"""The arrays of a look that have a row for each candidate: the first ones."""


class UnknownFieldError(LookupError):
    """A network knows a field that the observations do not have."""


class Looking:
    """Looks at the decisions of a game. It remembers none."""

    def __init__(self, shared: Kit, names: Names | None = None) -> None:
        self.actions, observer, game = shared.actions, shared.observer, shared.game
        self.names = names = names or all_names(shared)
        self.planes = numbers(names.planes, observer.planes)
        self.columns = numbers(names.columns, observer.columns)
        self.tracks = numbers(names.tracks, observer.tracks)
        self.printed = numbers(names.printed, observer.columns)
        self.own, self.cell, self.asked = numbers(OF_UNITS, observer.columns).tolist()
        (self.asked_plane,) = numbers((ASKED,), observer.planes).tolist()
        self.step_tracks = numbers(STEPS, observer.tracks)
        self.cell_column = names.columns.index(CELL)
        self.steps = translated([*game.steps, ""], names.steps)
        self.options = translated([*game.option_names, ""], names.options)
        self.kinds = translated(observer.kinds, names.kinds)[observer.kind]
        """The number of the kind of each unit."""
        self.cells = self.actions.lines * self.actions.length
        self.width = len(names.planes) + 2 * len(names.printed)
        """The planes, with those of printed values."""
        self.rings = self.find_rings(game)
        self.spot = self.find_spots(game)

    def find_rings(self, game: Any) -> list[Ints]:
        """For each ring the cells around each cell; `cells` where the map ends."""
        grid, found = game.grid, []
        for distances in RINGS:
            most = sum(6 * n or 1 for n in distances)
            ring = np.full((self.cells + 1, most), self.cells, np.int64)
            for hex_ in grid.bits(grid.all):
                hexes = sum(grid.ring(hex_, n) if n else 1 << hex_ for n in distances)
                around = [self.actions.cells[each] for each in grid.bits(hexes)]
                ring[self.actions.cells[hex_], : len(around)] = around
            found.append(ring)
        return found

    def find_spots(self, game: Any) -> NDArray[np.float32]:
        """Where the middle of each cell lies on the page."""
        spots = np.zeros((self.cells + 1, 2), np.float32)
        for hex_ in game.grid.bits(game.grid.all):
            spots[self.actions.cells[hex_]] = game.grid.centre(hex_)
        return spots

    def look(self, seen: Observation, offered: Ints) -> Look:
        """What a seat sees of its decision between these actions."""
        actions, units = self.actions, seen.units
        place = np.where(units[:, self.cell] < 0, self.cells, units[:, self.cell]).astype(np.int64)
        is_unit = (offered >= actions.first_unit) & (offered < actions.first_cell)
        unit = np.where(is_unit, offered - actions.first_unit, actions.units)
        option = self.options[np.minimum(offered, actions.options)]
        cells = np.where(offered >= actions.first_cell, offered - actions.first_cell, self.cells)
        cells[is_unit] = place[unit[is_unit]]
        table = self.table(seen, place)
        about = np.zeros(self.cells + 1, bool)
        about[:-1] = seen.planes[self.asked_plane].reshape(-1) > 0
        about[place[units[:, self.asked] > 0]] = True
        about[-1] = False
        asked = np.flatnonzero(about)
        rows = units[:, self.columns].clip(-SMALL, SMALL).astype(np.int8)
        rows[:, self.cell_column] = place < self.cells
        empty = np.zeros(len(self.rings) * self.width, np.uint8)
        return Look(
            self.around(table, cells),
            self.where(cells, asked),
            option,
            unit.astype(np.int16),
            rows,
            units[:, self.asked] > 0,
            seen.tracks[self.tracks],
            self.steps[seen.tracks[self.step_tracks]],
            self.around(table, asked).mean(axis=0).astype(np.uint8) if len(asked) else empty,
        )

    def table(self, seen: Observation, place: Ints) -> Bytes:
        """A row for each cell: its planes, and the printed values of the units in it, own and enemy ones."""
        found = np.zeros((self.cells + 1, self.width), np.uint8)
        planes = seen.planes.reshape(len(seen.planes), -1)
        at = len(self.planes)
        found[:-1, :at] = planes[self.planes].T
        there = np.flatnonzero(place < self.cells)
        values = np.maximum(seen.units[there][:, self.printed], 0)
        sums = np.zeros((2, self.cells + 1, len(self.printed)), np.int64)
        np.add.at(sums, (1 - seen.units[there, self.own], place[there]), values)
        found[:, at:] = np.concatenate(tuple(sums.clip(0, 255)), axis=1)
        return found

    def around(self, table: Bytes, cells: Ints) -> Bytes:
        found = np.empty((len(cells), len(self.rings), self.width), np.uint8)
        for number, ring in enumerate(self.rings):
            near = table[ring[cells]]
            found[:, number] = near[:, 0] if near.shape[1] == 1 else np.minimum(near.sum(axis=1, dtype=np.uint16), 255)
        return found.reshape(len(cells), -1)

    def where(self, cells: Ints, asked: Ints) -> NDArray[np.float16]:
        """Where each candidate lies: on the map, and from what the decision is about."""
        found = np.zeros((len(cells), WHERE), np.float16)
        there, spots = cells < self.cells, self.spot[cells]
        found[there, :2] = (spots / self.spot.max(axis=0) - 0.5)[there]
        found[:, 2] = there
        if len(asked):
            apart = (spots - self.spot[asked].mean(axis=0)) / NEAR
            found[there, 3:5] = apart[there]
            found[there, 5] = np.hypot(apart[:, 0], apart[:, 1])[there]
        return found


def all_names(shared: Kit) -> Names:
    """All fields of the observations of a game."""
    observer = shared.observer
    return Names(
        tuple(field.name for field in observer.planes),
        tuple(observer.features.printed),
        tuple(field.name for field in observer.columns if field.name != KIND),
        tuple(field.name for field in observer.tracks if field.name not in STEPS),
        tuple(shared.game.steps),
        tuple(shared.game.option_names),
        tuple(observer.kinds),
    )


def numbers(names: Sequence[str], fields: Sequence[Field]) -> Ints:
    """The places of these names among the fields."""
    known = {field.name: number for number, field in enumerate(fields)}
    for name in names:
        if name not in known:
            raise UnknownFieldError(f"the observations have no field {name!r}, which the network knows")
    return np.array([known[name] for name in names], np.int64)


def translated(words: Sequence[str], known: Sequence[str]) -> NDArray[np.int16]:
    """The place of each word among those that a network knows; the number of these if it does not know it."""
    return np.array([known.index(word) if word in known else len(known) for word in words], np.int16)
