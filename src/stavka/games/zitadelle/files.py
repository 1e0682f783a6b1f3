"""The data files of the game: their schemas, and how they are loaded.

    files = load_files()                      # or load_files(Path("mine.toml")), with an owner's own values
    files.units[3].at, files.tables.crt[0].results[5], files.hexmap.labelled("zone")["A"]

A fault in a file is a `DataError` that names file, line, key and what was expected. docs/data-format.md describes the
files; the rules by which values of different records must agree are in checks/files.py.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, Literal

from stavka.data import (
    Count,
    Id,
    Positive,
    Struct,
    Text,
    Whole,
    between,
    exactly,
    matching,
)
from stavka.data.gamefiles import Constant, GameFiles, Modifier, Option, Overlay, read_files
from stavka.games.zitadelle.checks.files import check_files

FOLDER: Final = Path(__file__).parent / "data"
TITLE: Final = "Zitadelle: Duel for Kursk"
MAPS: Final = ("map-north.txt", "map-south.txt")
ROLLS: Final = 11  # 2d6: 2 to 12
AT_ROLLS: Final = 13  # modified rolls of AT fire: 0 or less to 12 or more

HexNumber = Annotated[str, matching(r"^[NS][0-9]{4}\Z", 'a hex number such as "N2317"')]
Zone = Annotated[str, matching(r"^[A-Z]\Z", 'the letter of a deployment zone, such as "C"')]
Area = Annotated[str, matching(r"^[NS][0-9]\Z", 'an entry area such as "S3"')]
Turn = Annotated[int, between(1, 9)]
Sector = Literal["N", "S"]
Side = Literal["german", "soviet"]

# ---- units.toml

Nation = Literal["wehrmacht", "ss", "luftwaffe", "soviet", "guards"]
UnitType = Literal[
    "panzer regiment (pzkw iv)",
    "panzer regiment (pzkw iv & vi)",
    "heavy panzer battalion (tiger)",
    "panzer battalion (panther)",
    "panzer battalion (pzkw iv)",
    "heavy tank destroyer battalion (ferdinand)",
    "assault gun battalion (stg iii)",
    "assault panzer battalion (brummbaer)",
    "panzergrenadier regiment",
    "ss panzergrenadier regiment",
    "motorized infantry regiment",
    "infantry regiment",
    "jaeger battalion",
    "panzer engineer company",
    "artillery brigade",
    "multiple rocket artillery regiment",
    "heavy multiple rocket artillery regiment",
    "level bomber",
    "dive bomber",
    "tiger company",
    "tank brigade (t34/76)",
    "guards tank brigade (t34/76)",
    "tank brigade (kv1c)",
    "tank brigade (churchill)",
    "rifle regiment",
    "guards rifle regiment",
    "guards airborne regiment",
    "motorized rifle brigade",
    "guards motorized rifle brigade",
    "mechanized rifle brigade",
    "guards mechanized rifle brigade",
    "front hq",
]


class Unit(Struct, frozen=True):
    """A counter. It is set up in its `zone` (in `hex` unless its owner chooses another), or `enters` in a turn at an
    entry `area`, or flies in a `sector`, or stands in for the unit that it is `part_of` (13.41, 13.44)."""

    id: Id
    label: Text
    name: Text
    side: Side
    nation: Nation
    formation: Id
    type: UnitType
    size: Literal["I", "II", "III", "X", "XXXXX"]
    steps: Literal[0, 1, 2]
    parent: Text | None = None
    at: Count | None = None
    armour: Positive | None = None
    combat: Count | None = None
    at2: Count | None = None
    armour2: Positive | None = None
    combat2: Count | None = None
    factor: Positive | None = None
    zone: Zone | None = None
    hex: HexNumber | None = None
    enters: Turn | None = None
    area: Area | None = None
    sector: Sector | None = None
    part_of: Id | None = None
    reserve: bool = False
    """Whether the unit is in Rokossovsky's reserve (8.5)."""
    model: bool = False
    """Set up by the Model option instead of entering later (11.21)."""


class Units(Struct, frozen=True):
    unit: tuple[Unit, ...]


# ---- tables.toml: the Terrain Effects Chart


class Terrain(Struct, frozen=True):
    """A hex: MP by class, columns to the left in an assault, what AT fire and dive bombing at it add to the dice."""

    id: Literal["open", "village", "town", "woods", "heights", "heights-village"]
    motorised: Count
    foot: Count
    shift: Count
    at_drm: Whole
    bomb_drm: Whole


class Fortification(Struct, frozen=True):
    """A fortification on top of the terrain: MP added for either side, by class, the shift for Soviet non-armoured
    units in it, the DRM of Soviet rifle units that fire from it, and whether a unit that leaves it rolls for mines
    (8.33)."""

    id: Literal["entrenchment", "improvised position"]
    german_motorised: Count
    german_foot: Count
    soviet_motorised: Count
    soviet_foot: Count
    shift: Count
    firing_drm: Whole
    mines: bool


class Hexside(Struct, frozen=True):
    """MP added to cross ("no": it cannot be crossed), the shift if all attackers cross it, the DRM of fire across."""

    id: Literal["stream", "river", "lake"]
    motorised: Count | Literal["no"]
    foot: Count | Literal["no"]
    shift: Count
    at_drm: Whole


class Road(Struct, frozen=True):
    """MP in place of terrain and fortification; `bridges`: the hexsides that then cost nothing."""

    id: Literal["primary road", "secondary road"]
    motorised: Count
    foot: Count
    bridges: tuple[Literal["stream", "river"], ...]


# ---- tables.toml: combat

AssaultResult = Literal["AE", "A3", "A2", "A1", "AC", "BC", "DC", "D1", "D2", "D3", "DE"]


class Column(Struct, frozen=True):
    """A column of the assault CRT: its odds, its results for 2d6 of 2 to 12."""

    id: Id
    attack: Positive
    defence: Positive
    results: Annotated[tuple[AssaultResult, ...], exactly(ROLLS)]


class AtColumn(Struct, frozen=True):
    """A column of the AT fire table: numbers for modified rolls of 0 (or less) to 12 (or more)."""

    strength: Positive
    results: Annotated[tuple[Count, ...], exactly(AT_ROLLS)]


class Scatter(Struct, frozen=True):
    """A result of scatter: the distance and the direction, on the page, of a dive bomber's strike from the hex at which
    it was aimed."""

    roll: Annotated[int, between(2, 12)]
    hexes: Count
    direction: Literal["NE", "E", "SE", "SW", "W", "NW"] | None = None


# ---- tables.toml: morale, turns, victory


class Level(Struct, frozen=True):
    """A level of the PM tracks, and the MA that each side reads there."""

    level: Annotated[int, between(1, 12)]
    german: Count
    soviet: Count


class Formation(Struct, frozen=True):
    """A German corps or Soviet army: its PM level at the start, and whether it is on the level-bombing display."""

    id: Id
    label: Text
    name: Text
    side: Side
    sector: Sector
    level: Annotated[int, between(1, 12)]
    target: bool = False


class Box(Struct, frozen=True):
    """A space of the turn track: the German air units of either sector."""

    turn: Turn
    date: Text
    north: Count
    south: Count


class Chit(Struct, frozen=True):
    """A chit of the variable Soviet entry (13.3): it brings what enters in its `turn` (at its `area`, if it has one),
    in the turn of the `box` that it is dealt to."""

    id: Id
    label: Text
    box: Zone
    turn: Turn
    area: Area | None = None


class Objective(Struct, frozen=True):
    """A hex that is worth VP to the German side."""

    id: Id
    hex: HexNumber
    name: Text
    value: Positive


class Belgorod(Struct, frozen=True):
    """The VP lost once and for all when the Soviet side retakes it."""

    hex: HexNumber
    value: Count


class Victory(Struct, frozen=True):
    """A level of victory and the least German VP for it; the lowest has none."""

    id: Id
    title: Text
    winner: Side
    least: Whole | None = None


class Constants(Struct, frozen=True):
    stack_thirds: Constant
    battalion_thirds: Constant
    stack_bombardment: Constant
    stack_engineers: Constant
    screened_drm: Modifier
    integrity_shift: Constant
    integrity_units: Constant
    lethal: Constant
    surrounded_drm: Modifier
    retreat: Constant
    hq_level: Constant
    lowest_level: Constant
    bombing_success: Constant
    dive_bomber_at: Constant
    interdiction_cost: Constant
    interdiction_range: Constant
    tiger_at: Constant
    tiger_armour: Constant
    step_vp: Constant
    recovery_units: Constant


class Tables(Struct, frozen=True):
    terrain: tuple[Terrain, ...]
    fortification: tuple[Fortification, ...]
    hexside: tuple[Hexside, ...]
    road: tuple[Road, ...]
    crt: tuple[Column, ...]
    at_fire: tuple[AtColumn, ...]
    scatter: tuple[Scatter, ...]
    morale: tuple[Level, ...]
    formation: tuple[Formation, ...]
    track: tuple[Box, ...]
    chit: tuple[Chit, ...]
    objective: tuple[Objective, ...]
    belgorod: Belgorod
    victory: tuple[Victory, ...]
    constants: Constants


# ---- scenarios.toml


class Scenario(Struct, frozen=True):
    id: Id
    title: Text
    turns: Turn


class Scenarios(Struct, frozen=True):
    scenario: tuple[Scenario, ...]
    option: tuple[Option, ...]


# ---- all of them


class Files(GameFiles[Unit, Tables, Scenarios]):
    """The files of the game."""


def load_files(overlay: Overlay | None = None, folder: Path = FOLDER) -> Files:
    """Load and check everything that the game needs; with an overlay, its values replace ours."""
    return read_files(
        Files, folder, overlay, (Units, Tables, Scenarios), check_files, maps=MAPS, title=TITLE, goals="victory"
    )
