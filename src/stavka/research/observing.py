"""What a seat sees, as arrays: planes over the cells of the map, a table of units, a row of tracks.

Everything is worked out from the seat's sight, the redacted position, and from what the game declares in its `Features`
(`agents/features.py`), so an observation cannot hold what the seat may not know. docs/research.md describes the fields;
`Observer.planes`, `.columns` and `.tracks` name them in order. `VERSION` counts up when their meaning changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stavka import games
from stavka.agents.features import Features
from stavka.engine.agent import Sight
from stavka.engine.frames import Frame
from stavka.engine.machine import Game
from stavka.research.actions import Actions

VERSION: Final = 0
"""The version of the observations, the `v0` of the environments' names."""
MOST: Final = 1 << 15
"""Numbers of units and tracks are below this, and above minus this."""
OWN, ENEMY = "own", "enemy"


class Field(NamedTuple):
    """A plane, a column of the table of units or a track."""

    name: str
    says: str


class Observation(NamedTuple):
    planes: NDArray[np.uint8]
    """(planes, lines, length)"""
    units: NDArray[np.int16]
    """(units, columns)"""
    tracks: NDArray[np.int16]


class FrameFields(NamedTuple):
    """What the frames of a class say that goes into an observation: the names of their fields."""

    units: tuple[str, ...]
    unit_sets: tuple[str, ...]
    hexes: tuple[str, ...]
    hex_lists: tuple[str, ...]
    hex_sets: tuple[str, ...]
    numbers: tuple[str, ...]


class Observer:
    """Makes the observations of a game. It belongs to one game, of which it remembers no position."""

    def __init__(self, game: Game[Any], actions: Actions | None = None) -> None:
        self.game, self.actions = game, actions or Actions(game)
        self.features: Features = games.features(game.key)
        self.shape = self.actions.lines, self.actions.length
        self.cells = self.actions.lines * self.actions.length
        self.number = self.actions.units
        self.steps = {name: number for number, name in enumerate(game.steps)}
        self.frames = {step.frame.step: self.frame_fields(step.frame) for step in game.steps.values()}
        self.numbers = sorted(self.features.numbers)
        self.sides = np.array(list(game.side), np.int64)
        self.name_kinds()
        self.cell_of = np.array([*self.actions.cells, -1], np.int64)
        self.ground = self.fixed_planes()
        self.printed = self.fixed_columns()
        self.planes: Final = tuple(self.plane_fields())
        """The planes in order."""
        self.columns: Final = tuple(self.column_fields())
        """The columns of the table of units in order."""
        self.tracks: Final = tuple(self.track_fields())
        """The tracks in order."""

    # -- fields -----------------------------------------------------------------------------------------------------

    def name_kinds(self) -> None:
        kinds = self.features.kind(self.game)
        self.kinds = sorted(set(kinds))
        """The kinds of units, in the order of the planes."""
        self.kind = np.array([self.kinds.index(kind) for kind in kinds], np.int64)

    def frame_fields(self, frame: type[Frame]) -> FrameFields:
        found: dict[str, list[str]] = {name: [] for name in FrameFields._fields}
        for each in fields(frame):  # type: ignore[arg-type]  # every frame is a dataclass
            kind = str(each.type)
            if kind == "Unit":
                found["units"].append(each.name)
            elif kind == "Hex":
                found["hexes"].append(each.name)
            elif kind == "list[Hex]":
                found["hex_lists"].append(each.name)
            elif each.name in self.features.unit_sets:
                found["unit_sets"].append(each.name)
            elif each.name in self.features.hex_sets:
                found["hex_sets"].append(each.name)
            elif each.name in self.features.numbers:
                found["numbers"].append(each.name)
        return FrameFields(*map(tuple, found.values()))

    def plane_fields(self) -> Iterator[Field]:
        yield Field("hex", "1 where there is a hex")
        for name, fixed in self.features.ground.items():
            yield Field(name, fixed.says)
        for whose in (OWN, ENEMY):
            for name, seen in self.features.sided.items():
                yield Field(f"{whose} {name}", f"{seen.says} Of the {whose} side.")
        for name, seen in self.features.hexes.items():
            yield Field(name, seen.says)
        yield Field("asked", "Hexes that the decision under way, or one above it, is about.")
        for whose in (OWN, ENEMY):
            for kind in self.kinds:
                yield Field(f"{whose} {kind}", f"The number of {whose} units of this kind that the seat sees.")
        for whose in (OWN, ENEMY):
            yield Field(f"{whose} steps", f"The steps of all {whose} units that the seat sees.")

    def column_fields(self) -> Iterator[Field]:
        yield Field("own", "1: a unit of the seat's side, 0: of the other side")
        yield Field("kind", "the number of its kind, in the order of the planes")
        for name, fixed in self.features.printed.items():
            yield Field(name, fixed.says)
        yield Field("cell", "the cell in which it is; below 0: a place off the map, by the game's code")
        yield Field("steps", "its steps")
        for name, seen in self.features.rows.items():
            yield Field(name, seen.says)
        for name, seen in self.features.units.items():
            yield Field(name, f"{seen.says} 1: yes, 0: no.")
        yield Field("asked", "1 for a unit that the decision under way, or one above it, is about")

    def track_fields(self) -> Iterator[Field]:
        yield Field("turn", "the turn")
        yield Field("side", "the side that the seat plays, by its number")
        yield Field("decides", "1 if the seat has a decision to make")
        yield Field("step", "the step of the sequence of play, by its number; -1: the game is over")
        yield Field("step above", "the step from which it was called; -1: none")
        for name in self.numbers:
            yield Field(f"frame {name}", f"the value `{name}` of the decision under way, or of one above it; else -1")
        for name, track in self.features.tracks.items():
            for part in track.names(self.game):
                yield Field(f"{name} {part}".strip(), track.says)

    # -- what never changes -----------------------------------------------------------------------------------------

    def fixed_planes(self) -> NDArray[np.uint8]:
        sets = [self.game.grid.all, *(fixed.of(self.game) for fixed in self.features.ground.values())]
        return self.unpacked_hexes(sets)

    def fixed_columns(self) -> NDArray[np.int16]:
        rows = [self.kind, *(np.array(list(fixed.of(self.game))) for fixed in self.features.printed.values())]
        return np.stack(rows).astype(np.int16)

    def unpacked_hexes(self, sets: Sequence[int]) -> NDArray[np.uint8]:
        """Sets of hexes as planes of zeros and ones over the cells."""
        size = self.actions.hex_bytes
        packed = np.frombuffer(b"".join([hexes.to_bytes(size, "little") for hexes in sets]), np.uint8)
        bits = np.unpackbits(packed.reshape(len(sets), size), axis=1, bitorder="little")
        found: NDArray[np.uint8] = bits.take(self.actions.hexes, axis=1)
        return found

    # -- observing --------------------------------------------------------------------------------------------------

    def observe(self, state: Any, seat: int, *, decides: bool) -> Observation:
        """The observation of a seat. decides: whether it has a decision to make."""
        return self.of_sight(self.game.see(state, seat), seat, decides=decides)

    def of_sight(self, sight: Sight[Any], seat: int, *, decides: bool) -> Observation:
        g, s = self.game, sight.position
        side = g.side_of(s, seat)
        units, hexes, numbers = self.asked(s)
        return Observation(
            self.observed_planes(s, side, hexes),
            self.observed_units(s, side, units),
            self.observed_tracks(sight, side, numbers, decides=decides),
        )

    def asked(self, s: Any) -> tuple[int, int, dict[str, int]]:
        """The units, the hexes and the numbers of the frames on the stack."""
        units = hexes = 0
        numbers: dict[str, int] = {}
        for frame in s.stack:
            known = self.frames[frame.step]
            for name in known.units:
                units |= one(getattr(frame, name))
            for name in known.unit_sets:
                units |= max(0, getattr(frame, name))
            for name in known.hexes:
                hexes |= one(getattr(frame, name))
            for name in known.hex_lists:
                for hex_ in getattr(frame, name):
                    hexes |= one(hex_)
            for name in known.hex_sets:
                hexes |= max(0, getattr(frame, name))
            for name in known.numbers:
                value = getattr(frame, name)
                numbers[name] = max(value, default=-1) if isinstance(value, list) else value
        return units, hexes, numbers

    def observed_planes(self, s: Any, side: Any, asked: int) -> NDArray[np.uint8]:
        g, sided = self.game, self.features.sided.values()
        sets = [seen.of(g, s, side) for seen in sided]
        sets += [seen.of(g, s, 1 - side) for seen in sided]
        sets += [seen.of(g, s) for seen in self.features.hexes.values()]
        sets.append(asked)
        fixed, varying, kinds = len(self.ground), len(sets), len(self.kinds)
        found = np.empty((len(self.planes), self.cells), np.uint8)
        found[:fixed] = self.ground
        found[fixed : fixed + varying] = self.unpacked_hexes(sets)
        counted = found[fixed + varying :]
        counted.fill(0)
        place = np.frombuffer(s.place, np.int16)
        there = np.flatnonzero(place >= 0)
        cell, enemy = self.cell_of[place[there]], (self.sides[there] != side).astype(np.int64)
        flat = counted.reshape(-1)
        np.add.at(flat, (enemy * kinds + self.kind[there]) * self.cells + cell, np.uint8(1))
        steps = np.frombuffer(s.steps, np.uint8)[there]
        np.add.at(flat, (2 * kinds + enemy) * self.cells + cell, steps)
        return found.reshape(len(self.planes), *self.shape)

    def observed_units(self, s: Any, side: Any, asked: int) -> NDArray[np.int16]:
        g, number = self.game, self.number
        printed, rows, sets = self.printed, self.features.rows.values(), self.features.units.values()
        found = np.empty((len(self.columns), number), np.int16)
        found[0] = self.sides == side
        at = 1 + len(printed)
        found[1:at] = printed
        place = np.frombuffer(s.place, np.int16)
        found[at] = np.where(place >= 0, self.cell_of[place], place)
        found[at + 1] = np.frombuffer(s.steps, np.uint8)
        at += 2
        for seen in rows:
            found[at] = list(seen.of(g, s))
            at += 1
        size = number // 8 + 1
        packed = b"".join([seen.of(g, s).to_bytes(size, "little") for seen in sets] + [asked.to_bytes(size, "little")])
        bits = np.frombuffer(packed, np.uint8).reshape(-1, size)
        found[at:] = np.unpackbits(bits, axis=1, count=number, bitorder="little")
        return found.T

    def observed_tracks(
        self, sight: Sight[Any], side: int, numbers: dict[str, int], *, decides: bool
    ) -> NDArray[np.int16]:
        s = sight.position
        stack = [self.steps[frame.step] for frame in s.stack[-2:]]
        above, step = ([-1, -1, *stack])[-2:] if not s.result else (-1, -1)
        found = [s.turn, side, decides, step, above]
        found += [numbers.get(name, -1) for name in self.numbers]
        for track in self.features.tracks.values():
            found += track.of(self.game, sight)
        return np.array(found, np.int64).clip(1 - MOST, MOST - 1).astype(np.int16)


def one(index: int) -> int:
    """The set of one unit or hex; empty if there is none."""
    return 1 << index if index >= 0 else 0
