"""The data files of the game: their schemas, and how they are loaded.

    files = load_files()                      # or load_files(Path("mine.toml")), with an owner's own values
    files.units[3].attack, files.tables.crt[0].results[5], files.scenarios.scenario[0].turns

A fault in a file is a `DataError` that names file, line, key and what was expected. docs/data-format.md describes the
files; the rules by which values of different records must agree are in checks/files.py.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, Literal, NamedTuple

from stavka.data import (
    Count,
    HexNumber,
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
from stavka.games.traces.checks.files import check_files

FOLDER: Final = Path(__file__).parent / "data"
FACES: Final = 6
CPS: Final = 8  # a number of Soviet-controlled CP is from 0 to 7

# ---- units.toml

Side = Literal["axis", "soviet"]
Nation = Literal["german", "romanian", "hungarian", "soviet", "guards"]
UnitType = Literal[
    "infantry",
    "mountain infantry",
    "cavalry",
    "airborne",
    "security division",
    "armour",
    "mechanised infantry",
    "hq",
]
Category = Literal["PR", "IR", "AR", "airborne"]
Arrival = Literal["rail", "replacement", "airborne", "major city"]


class Version(Struct, frozen=True):
    """The other side of a Front HQ, after the optional conversion (14.2)."""

    label: Text
    name: Text
    attack: Count
    defence: Count
    move: Count
    range: Count


class Unit(Struct, frozen=True):
    """A counter. It is set up in `hex`, or `enters` later, or starts in a Major City of its owner's choice."""

    id: Id
    label: Text
    name: Text
    side: Side
    nation: Nation
    formation: Text
    type: UnitType
    size: Literal["XX", "XXX", "XXXX", "XXXXX"]
    steps: Literal[1, 2]
    attack: Count
    defence: Count
    move: Count
    attack2: Count | None = None
    defence2: Count | None = None
    move2: Count | None = None
    range: Count | None = None
    hex: HexNumber | None = None
    enters: Annotated[int, between(1, 9)] | Category | None = None
    arrives: Arrival | None = None
    parent: Text | None = None
    ukrainian: Version | None = None


class Units(Struct, frozen=True):
    unit: tuple[Unit, ...]


# ---- tables.toml

Halvings = Literal[0, 1, 2]
Outcome = Annotated[str, matching(r"^(-|A[1-9]|[1-9]|[1-9]?RR?)\Z", 'a result such as "-", "A1", "R" or "1RR"')]


class Result(NamedTuple):
    """A CRT result: steps lost by the attackers and by the defenders, hexes that the defenders retreat."""

    text: str
    attacker: int
    defender: int
    retreat: int


def parse_result(outcome: str) -> Result:
    """Read a result: `A2` costs the attackers 2 steps, `1RR` the defenders 1 and 2 hexes of retreat, `-` costs
    nothing."""
    steps = int("".join(filter(str.isdigit, outcome)) or 0)
    by_attackers = outcome.startswith("A")
    return Result(outcome, steps * by_attackers, steps * (not by_attackers), outcome.count("R"))


class Terrain(Struct, frozen=True):
    """A terrain: the cost of entering the hex, and the penalty of an attack on it: columns to the left, halvings."""

    id: Literal["clear", "rough", "swamp"]
    cost: Count
    shift: Count
    halvings: Halvings


class City(Struct, frozen=True):
    """A city: the values that it adds to the terrain of its hex; `cost` is "terrain" if the city does not change it."""

    id: Literal["city", "major city"]
    cost: Count | Literal["terrain"]
    shift: Count
    halvings: Halvings


class Hexside(Struct, frozen=True):
    """A type of hexside: the additional cost of crossing it ("all": it takes every MP), and how often it halves an
    attack."""

    id: Literal["minor river", "major river", "bridged minor river", "bridged major river"]
    cost: Count | Literal["all"]
    halvings: Halvings


class Column(Struct, frozen=True):
    """A column of the CRT: its ratio in halves (3 is 1.5 to 1), its results for a die of 1 to 6."""

    id: Id
    halves: Positive
    results: Annotated[tuple[Outcome, ...], exactly(FACES)]


class ByCps(Struct, frozen=True):
    """A number for each number of Soviet-controlled CP, from 0 to 7."""

    by_cps: Annotated[tuple[Count, ...], exactly(CPS)]


class Presence(Struct, frozen=True):
    """A row of the STAVKA Presence Table."""

    turn: Positive
    by_cps: Annotated[tuple[bool, ...], exactly(CPS)]


class Box(Struct, frozen=True):
    """A box of the Turn Track."""

    turn: Positive
    month: Text
    axis_chits: Count


class Chit(Struct, frozen=True):
    id: Id
    kind: Literal["supply", "hq", "reinforcement", "airborne", "stavka", "okh"]
    owner: Literal["axis", "soviet", "both"]
    label: Text
    count: Positive
    first_turn: Positive
    hq: Id | None = None


class Marker(Struct, frozen=True):
    """Luftwaffe markers of a kind."""

    id: Literal["offensive", "defensive"]
    label: Text
    count: Count


class NpHalves(Struct, frozen=True):
    """Prices in halves of a Negotiation Point."""

    order: Count
    pr: Count
    ir: Count
    ar: Count


class Kremenchuk(Struct, frozen=True):
    """The Crossing Points that are taken from the town across the river."""

    hex: HexNumber
    crossings: tuple[HexNumber, ...]


class Constants(Struct, frozen=True):
    stack_combat_units: Constant
    stack_hqs: Constant
    relocation_distance: Constant
    second_hqs: Constant
    soviet_chits: Constant
    offensive_shift: Constant
    defensive_drm: Modifier
    oos_penalty: Constant
    isolated_penalty: Constant
    road_cost: Constant
    strategic_cost_halves: Constant
    ezoc_leave: Constant
    ezoc_enter: Constant
    airborne_range: Constant
    cp_proximity: Constant
    conversion_turn: Constant


class Tables(Struct, frozen=True):
    terrain: tuple[Terrain, ...]
    city: tuple[City, ...]
    hexside: tuple[Hexside, ...]
    crt: tuple[Column, ...]
    luftwaffe: ByCps
    negotiation: ByCps
    okh_command: ByCps
    stavka: tuple[Presence, ...]
    track: tuple[Box, ...]
    chit: tuple[Chit, ...]
    marker: tuple[Marker, ...]
    np_halves: NpHalves
    kremenchuk: Kremenchuk
    constants: Constants


# ---- scenarios.toml


class Quarters(Struct, frozen=True):
    """The Soviet VP for each item, in quarters of a point: five items in the Race, the others in the Campaign."""

    crossing: Whole = 0
    mechanised_supplied: Whole = 0
    other_supplied: Whole = 0
    mechanised_unsupplied: Whole = 0
    other_unsupplied: Whole = 0
    major_city: Whole = 0
    panzer: Whole = 0
    german: Whole = 0
    minor: Whole = 0
    german_hq: Whole = 0
    soviet_hq: Whole = 0
    breakthrough: Whole = 0


class Scenario(Struct, frozen=True):
    """`victory` says whose conditions are used, those of the Race (13.2) or of the Campaign (13.3)."""

    id: Id
    title: Text
    turns: Positive
    threshold: Whole
    victory: Literal["race", "campaign"]
    special_activation: Count
    quarters: Quarters


class Order(Struct, frozen=True):
    """A Supreme Command Order at the start."""

    id: Id
    hex: HexNumber
    name: Text


class Scenarios(Struct, frozen=True):
    scenario: tuple[Scenario, ...]
    order: tuple[Order, ...]
    option: tuple[Option, ...]


# ---- all of them


class Files(GameFiles[Unit, Tables, Scenarios]):
    """The files of the game."""


def load_files(overlay: Overlay | None = None, folder: Path = FOLDER) -> Files:
    """Load and check everything that the game needs; with an overlay, its values replace ours."""
    return read_files(Files, folder, overlay, (Units, Tables, Scenarios), check_files)
