"""The data files: what may stand in them, and how they are loaded."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, Literal

from stavka.data import Count, HexNumber, Id, Positive, Struct, Text, between, exactly
from stavka.data.gamefiles import Constant, GameFiles, Overlay, check_hex, check_rows, read_files
from stavka.data.hexmap import HexMap
from stavka.data.loading import Loaded

FOLDER: Final = Path(__file__).parent / "data"

Side = Literal["league", "crown"]
TerrainName = Literal["clear", "wood", "hill", "town"]
Outcome = Literal["A", "-", "R", "D", "DR"]


class Unit(Struct, frozen=True):
    """A counter. It is set up in `hex`, or it `enters` in a turn with the column of its side."""

    id: Id
    label: Text
    name: Text
    side: Side
    type: Literal["infantry", "grenadiers", "cavalry"]
    combat: Annotated[tuple[Positive, ...], exactly(2)]
    move: Positive
    formation: Id | None = None
    hex: HexNumber | None = None
    enters: Annotated[int, between(1, 8)] | None = None

    size = "III"  # every counter is a regiment

    @property
    def nation(self) -> str:
        return self.side


class Units(Struct, frozen=True):
    unit: tuple[Unit, ...]


class Terrain(Struct, frozen=True):
    id: TerrainName
    cost: Positive
    shift: Count


class Column(Struct, frozen=True):
    """A column of the Combat Results Table."""

    id: Id
    attack: Positive
    defence: Positive
    results: Annotated[tuple[Outcome, ...], exactly(6)]


class Formation(Struct, frozen=True):
    id: Id
    label: Text
    name: Text
    side: Side


class Objective(Struct, frozen=True):
    id: Id
    hex: HexNumber
    value: Positive


class Constants(Struct, frozen=True):
    stack: Constant
    river_cost: Constant
    road_cost: Constant
    river_shift: Constant


class Tables(Struct, frozen=True):
    terrain: tuple[Terrain, ...]
    crt: tuple[Column, ...]
    formation: tuple[Formation, ...]
    objective: tuple[Objective, ...]
    constants: Constants


class Scenario(Struct, frozen=True):
    id: Id
    title: Text
    turns: Positive
    least: Positive


class Scenarios(Struct, frozen=True):
    scenario: tuple[Scenario, ...]


class Files(GameFiles[Unit, Tables, Scenarios]):
    """The files of the game."""


def check_files(units: Loaded[Units], tables: Loaded[Tables], scenarios: Loaded[Scenarios], hexmap: HexMap) -> None:
    """Check that the values of the files agree."""
    check_rows(tables, {"terrain": hexmap.kinds.terrain})
    for number, unit in enumerate(units.value.unit):
        if (unit.hex is None) == (unit.enters is None):
            raise units.error(("unit", number), "expected either a hex or the turn in which it enters")
        if unit.hex is not None:
            check_hex(units, ("unit", number, "hex"), unit.hex, hexmap)
    for number, goal in enumerate(tables.value.objective):
        check_hex(tables, ("objective", number, "hex"), goal.hex, hexmap)


def load_files(overlay: Overlay | None = None, folder: Path = FOLDER) -> Files:
    """Load and check everything that the game needs; with an overlay, its values replace ours."""
    return read_files(Files, folder, overlay, (Units, Tables, Scenarios), check_files, goals="objective")
