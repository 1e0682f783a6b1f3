"""The data files of the game: their schemas, and how they are loaded.

    files = load_files()                      # or load_files(Path("mine.toml")), with an owner's own values
    files.units[3].combat, files.tables.crt[0].results[5], files.hexmap.features["soviet source"]

A fault in a file is a `DataError` that names file, line, key and what was expected. docs/data-format.md describes the
files; the rules by which values of different records must agree are in checks/files.py.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, Literal, NamedTuple

from stavka.data import Count, HexNumber, Id, Positive, Struct, Text, Whole, between, exactly, matching
from stavka.data.gamefiles import Constant, GameFiles, Modifier, Overlay, read_files
from stavka.games.luki.checks.files import check_files

FOLDER: Final = Path(__file__).parent / "data"
FACES: Final = 6
ROLLS: Final = 11  # 2d6: 2 to 12
CRT_ROLLS: Final = 13  # modified rolls of combat: 2 or less to 14 or more

Turn = Annotated[int, between(1, 9)]
Die = Annotated[int, between(1, 6)]
Side = Literal["german", "soviet"]

# ---- units.toml

Nation = Literal["wehrmacht", "ss", "luftwaffe", "soviet", "guards"]
Motorized = Literal[
    "commando",
    "motorized engineer",
    "armored/mechanized infantry",
    "motorized infantry",
    "armored reconnaissance",
    "tank",
]
NonMotorized = Literal[
    "alarm",
    "engineer",
    "partially motorized engineer",
    "infantry",
    "partially motorized infantry",
    "mountain infantry",
    "parachute",
    "security infantry",
    "partially motorized security infantry",
    "ski",
]
UnitType = Motorized | NonMotorized | Literal["strongpoint"]
Arrival = Literal["start", "intro", "1-III", "1-IV", "1-VI", "R", "B"]


class Unit(Struct, frozen=True):
    """A unit; one of four steps has two counters. It is set up in `hex`, or it `enters`: at the `start` in the east
    (14.1e), in the `intro`ductory segment (14.1g), in a segment of turn 1 (14.2), in a later turn, drawn from the cup
    (`R`) or formed by the conversion of strongpoints (`B`)."""

    id: Id
    label: Text
    name: Text
    side: Side
    nation: Nation
    type: UnitType
    size: Literal["II", "III", "KG", "X"]
    steps: Literal[1, 2, 4]
    combat: tuple[Positive, ...]
    """The CF for each number of steps, that of the full unit first."""
    tactical: Positive
    command: Text
    """The corps or group that it fought under; no game effect."""
    move: Positive | None = None
    formation: Id | None = None
    hex: HexNumber | None = None
    enters: Annotated[int, between(2, 9)] | Arrival | None = None
    zoc: bool = True
    integrity: bool = False
    """Whether the unit has a red TV (2.41d)."""
    infiltration: bool = False
    """Whether the unit has a red MA (2.42f)."""


class Units(Struct, frozen=True):
    unit: tuple[Unit, ...]


# ---- tables.toml: the Terrain Effects Chart


class Terrain(Struct, frozen=True):
    """A type of hex: halves of MP to enter it by class, DRM and AP of an attack on it, how often it halves the
    attackers, and whether a second hex of advance may lead out of it or into it."""

    id: Literal["clear", "forest", "swamp", "lake", "village", "city"]
    motorized_halves: Count
    foot_halves: Count
    drm: Whole
    attack_ap: Count
    halvings: Literal[0, 1, 2]
    second_advance: bool


class Hexside(Struct, frozen=True):
    """Halves of MP added to cross ("all": every MP), DRMs if all or some attackers cross it, halvings of those."""

    id: Literal["creek", "lowat"]
    motorized_halves: Count | Literal["all"]
    foot_halves: Count | Literal["all"]
    all_drm: Whole
    some_drm: Whole
    halvings: Literal[0, 1, 2]


# ---- tables.toml: activity and combat

Outcome = Annotated[str, matching(r"^[0-9]/[0-9]\Z", 'a result such as "1/2"')]


class Result(NamedTuple):
    """Hits of the attacker and of the defender."""

    attacker: int
    defender: int


def parse_result(outcome: str) -> Result:
    attacker, defender = outcome.split("/")
    return Result(int(attacker), int(defender))


class Column(Struct, frozen=True):
    """A column of the CRT: its odds, its results for modified rolls of 2 (or less) to 14 (or more)."""

    id: Id
    attack: Positive
    defence: Positive
    results: Annotated[tuple[Outcome, ...], exactly(CRT_ROLLS)]


class Activity(Struct, frozen=True):
    """The AP that some C3I points buy, for 2d6 of 2 to 12."""

    level: Annotated[int, between(1, 3)]
    results: Annotated[tuple[Count, ...], exactly(ROLLS)]


Kind = Literal["armour", "guards", "motorized", "tank"]
Target = Literal["forest", "swamp", "lake", "village", "city", "strongpoint"]


class Chit(Struct, frozen=True):
    """A combat chit: what it does, and when. It has no effect unless all conditions hold that it names:

    role: its side attacks or defends; own, enemy: such a unit takes part on that side; units: so many of its own do;
    without: no such unit of its own side takes part; target: the hex attacked is one of these or has a strongpoint in
    it; elsewhere: it is none of these; rail: the hex is in range of a connected Soviet rail hex.
    """

    id: Id
    side: Side
    number: Positive
    name: Text
    effect: Literal["drm", "own hits", "enemy hits", "halve own hits", "halve enemy unit"]
    value: Count
    """DRM in favour of its owner; hits taken from the owner's or added to those of the enemy."""
    enters: Turn | None = None
    leaves: Turn | None = None
    role: Literal["attack", "defence"] | None = None
    own: Kind | None = None
    enemy: Kind | None = None
    units: Positive | None = None
    without: Kind | None = None
    target: tuple[Target, ...] = ()
    elsewhere: tuple[Target, ...] = ()
    rail: bool = False


class Formation(Struct, frozen=True):
    """A division or brigade, and how many of its units make integrity in a hex."""

    id: Id
    label: Text
    name: Text
    side: Side
    integrity: Positive


class Event(Struct, frozen=True):
    """A random event: who may do what."""

    roll: Die
    name: Text
    player: Literal["phasing", "other", "german"]
    grants: Literal["movement", "attack", "release attempt", "c3i"]


# ---- tables.toml: turns, isolation, victory


class Box(Struct, frozen=True):
    """A space of the turn track: the C3I points of either side."""

    turn: Turn
    date: Text
    soviet: Count
    german: Count


class Draw(Struct, frozen=True):
    """German variable reinforcements that may be drawn in a turn, for a die of 1 to 6."""

    turn: Turn
    results: Annotated[tuple[Count, ...], exactly(FACES)]


Limit = Literal["full", "half", "hex", "none"]


class Condition(Struct, frozen=True):
    """A space of the Kessel Track: the limits of movement, the DRMs, whether units check for attrition, and the 2d6
    that release the garrison of Velikye Luki."""

    level: Annotated[int, between(1, 6)]
    name: Text
    motorized: Limit
    foot: Limit
    attack_drm: Whole
    defence_drm: Whole
    attrition: bool
    release: Annotated[int, between(2, 12)]


class KesselStart(Struct, frozen=True):
    """The space in which a new Kessel of a side starts, by where its units are."""

    id: Side
    velikye_luki: Annotated[int, between(1, 6)]
    city: Annotated[int, between(1, 6)]
    village: Annotated[int, between(1, 6)]
    elsewhere: Annotated[int, between(1, 6)]


class Attrition(Struct, frozen=True):
    """The lowest roll that costs a unit a step in a condition of its Kessel, in a city or village and elsewhere."""

    level: Annotated[int, between(1, 6)]
    settled: Annotated[int, between(2, 7)]
    elsewhere: Annotated[int, between(2, 7)]


class Conversion(Struct, frozen=True):
    """Breakout steps for a number of strongpoint steps, for a die of 1 to 6."""

    id: Id
    least: Count
    results: Annotated[tuple[Count, ...], exactly(FACES)]


class Objective(Struct, frozen=True):
    """A hex that is worth VP to the Soviet side each turn: if a unit of it is there, or if the side holds it (U71)."""

    id: Id
    hex: HexNumber
    name: Text
    value: Positive
    condition: Literal["occupied", "held"]


class Constants(Struct, frozen=True):
    stack_soviet: Constant
    stack_formation_extra: Constant
    stack_german: Constant
    c3i_most: Constant
    move_ap: Constant
    road_halves: Constant
    chits_equal: Constant
    chits_superior: Constant
    chits_inferior: Constant
    automatic_attacker: Constant
    automatic_defender: Constant
    drm_limit: Constant
    lake_all_drm: Modifier
    lake_some_drm: Modifier
    concentric_tv: Constant
    combined_arms_tv: Constant
    integrity_tv: Constant
    rail_range: Constant
    retreat_motorized: Constant
    retreat_foot: Constant
    retreat_extra_loss: Constant
    refusal: Constant
    event_low: Constant
    event_high: Constant
    infiltration_factor: Constant
    infiltration_occupied: Constant
    infiltration_zoc: Constant
    infiltration_guided: Constant
    cut_off_vp: Constant
    railway_vp: Constant
    breakout_supplied_vp: Constant
    breakout_outside_vp: Constant


class Tables(Struct, frozen=True):
    terrain: tuple[Terrain, ...]
    hexside: tuple[Hexside, ...]
    crt: tuple[Column, ...]
    activity: tuple[Activity, ...]
    chit: tuple[Chit, ...]
    formation: tuple[Formation, ...]
    event: tuple[Event, ...]
    track: tuple[Box, ...]
    variable: tuple[Draw, ...]
    kessel: tuple[Condition, ...]
    kessel_start: tuple[KesselStart, ...]
    attrition: tuple[Attrition, ...]
    conversion: tuple[Conversion, ...]
    objective: tuple[Objective, ...]
    constants: Constants


# ---- scenarios.toml


class Victory(Struct, frozen=True):
    """A level of victory and the least VP for it; the lowest has none."""

    id: Id
    title: Text
    winner: Side | Literal["nobody"]
    least: Whole | None = None


class Scenario(Struct, frozen=True):
    id: Id
    title: Text
    turns: Turn
    victory: tuple[Victory, ...]
    """From the lowest."""


class Opening(Struct, frozen=True):
    """A part of turn 1, and the DRM of Soviet attacks in it."""

    id: Literal["introductory", "first", "second", "third", "limited"]
    drm: Whole


class Rank(Struct, frozen=True):
    """A rank of the units that may be on top of a stack: these types, if no unit of a rank before it is there."""

    level: Annotated[int, between(1, 7)]
    name: Text
    types: tuple[UnitType, ...]


class Scenarios(Struct, frozen=True):
    scenario: tuple[Scenario, ...]
    opening: tuple[Opening, ...]
    top: tuple[Rank, ...]


# ---- all of them


class Files(GameFiles[Unit, Tables, Scenarios]):
    """The files of the game."""


def load_files(overlay: Overlay | None = None, folder: Path = FOLDER) -> Files:
    """Load and check everything that the game needs; with an overlay, its values replace ours."""
    return read_files(Files, folder, overlay, (Units, Tables, Scenarios), check_files, goals="objective")
