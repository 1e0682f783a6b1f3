"""The data files of the game: their schemas, and how they are loaded.

    files = load_files()                      # or load_files(Path("mine.toml")), with an owner's own values
    files.units[3].attack, files.tables.mobile[0].results[5], files.hexmap.behind("slope")

A fault in a file is a `DataError` that names file, line, key and what was expected. docs/data-format.md describes the
files; the rules by which values of different records must agree are in checks/files.py.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Final, Literal, NamedTuple

from stavka.data import Count, Id, Positive, Struct, Text, Whole, between, exactly, matching
from stavka.data.gamefiles import Constant, GameFiles, Modifier, Option, Overlay, read_files
from stavka.games.moscow.checks.files import check_files

FOLDER: Final = Path(__file__).parent / "data"
TITLE: Final = "Roads to Moscow"
MAPS: Final = ("map-mozhaysk.txt", "map-mtsensk.txt")
CRT_ROLLS: Final = 12  # modified rolls of combat: 0 or less to 11 or more

HexNumber = Annotated[str, matching(r"^M[TZ][0-9]{4}\Z", 'a hex number such as "MT3406"')]
Turn = Annotated[str, matching(r"^([4-9]|1[0-9])(AM|PM)\Z", 'a turn such as "16AM"')]
Entry = Literal["GS", "SN", "SA", "GW", "G7", "SE"]
Group = Literal["OG1", "OG2", "OS"]
Sheet = Literal["MT", "MZ"]
Side = Literal["german", "soviet"]
Weather = Literal["dry", "cloudy", "rain"]

# ---- units.toml

UnitType = Literal[
    "reconnaissance",
    "motorcycle infantry",
    "bicycle infantry",
    "motorized infantry",
    "infantry",
    "motorized engineers",
    "engineers",
    "cavalry",
    "anti-aircraft",
    "heavy anti-aircraft",
    "anti-tank",
    "field artillery",
    "rocket artillery",
    "hq",
    "armor",
    "armored car",
    "leader",
    "fuel",
    "air",
]
Rating = Annotated[int, between(1, 10)]


class Formation(Struct, frozen=True):
    """A Formation, which is activated as a whole: the number of its AMs (`markers`), and its Combination Value."""

    id: Id
    label: Text
    name: Text
    side: Side
    map: Sheet
    markers: Literal[1, 2]
    combination: Count


class Placement(Struct, frozen=True):
    """The way in which a unit comes into a scenario: in a `hex`, or in any hex within two of one (`near`), or in a
    `turn` at an `entry` area (of an Optional Group, if it has an `option`), or in a `box`."""

    hex: HexNumber | None = None
    near: HexNumber | None = None
    turn: Turn | None = None
    entry: Entry | None = None
    option: Group | None = None
    box: Literal["ready", "pool"] | None = None
    reduced: bool | None = None


class Unit(Struct, frozen=True):
    """A counter. Without a `formation` it is an Army unit (air and Fuel units are neither)."""

    id: Id
    label: Text
    name: Text
    side: Side
    nation: Literal["german", "ss", "luftwaffe", "soviet"]
    type: UnitType
    formation: Id | None = None
    parent: Text | None = None
    size: Literal["I", "II", "III", "X", "XX"] | None = None
    steps: Literal[1, 2] | None = None
    attack: Count | None = None
    defence: Count | None = None
    red_attack: bool | None = None
    red_defence: bool | None = None
    attack_only: bool | None = None
    move: Positive | None = None
    move_class: Literal["red", "orange", "foot"] | None = None
    er: Rating | None = None
    stacking: Count | None = None
    range: Positive | None = None
    support: Positive | None = None
    cas: Positive | None = None
    fuel: Positive | None = None
    attack2: Count | None = None
    defence2: Count | None = None
    er2: Rating | None = None
    zoc: Literal["full", "own"] | None = None
    command: Count | None = None
    nkvd: bool | None = None
    arko: bool | None = None
    scenario1: Placement | None = None
    scenario2: Placement | None = None
    scenario3: Placement | None = None
    scenario4: Placement | None = None

    @property
    def placements(self) -> dict[int, Placement]:
        """The scenarios that it is in."""
        given = (self.scenario1, self.scenario2, self.scenario3, self.scenario4)
        return {n: placement for n, placement in enumerate(given, 1) if placement is not None}


class Units(Struct, frozen=True):
    formation: tuple[Formation, ...]
    unit: tuple[Unit, ...]


# ---- tables.toml: the Terrain Effects Chart


class Terrain(Struct, frozen=True):
    """A terrain: halves of an MP by class of movement, in Dry or Cloudy weather and in Rain; DRM of an attack on the
    hex and of an Overrun."""

    id: Literal["clear", "rough", "marsh", "woods", "hamlet", "village", "town"]
    motorized_halves: Count
    motorized_rain_halves: Count
    foot_halves: Count
    foot_rain_halves: Count
    drm: Whole
    overrun_drm: Whole | Literal["barred"]


class Road(Struct, frozen=True):
    """Halves of an MP to follow a Road, Trail or Railway; "terrain": the cost of the hex without its woods."""

    id: Literal["main road", "minor road", "trail into clear", "trail into other", "railway"]
    motorized_halves: Positive
    motorized_rain_halves: Positive | Literal["terrain"]
    foot_halves: Positive
    foot_rain_halves: Positive | Literal["terrain"]


class Hexside(Struct, frozen=True):
    """Halves of an MP added to cross ("all": the whole MA), DRM if all attackers cross it, halvings of those who do."""

    id: Literal["stream", "river", "slope"]
    motorized_halves: Count | Literal["all"]
    motorized_rain_halves: Count | Literal["all"]
    foot_halves: Count | Literal["all"]
    foot_rain_halves: Count | Literal["all"]
    drm: Whole
    overrun_drm: Whole | Literal["barred"]
    halvings: Literal[0, 1]


class Work(Struct, frozen=True):
    """An enemy Strongpoint or Fortified Line: halves of an MP added, DRM of an attack on it."""

    id: Literal["strongpoint", "fortified line"]
    halves: Count
    drm: Whole
    overrun_drm: Literal["barred"]


# ---- tables.toml: combat

FORCE: Final = r"(E|[1-3]R?d?|Rd?|d)"
OUTCOME: Final = rf"^(?:-|A{FORCE}(?:/D{FORCE})?|D{FORCE})(\*?)\Z"
Outcome = Annotated[str, matching(OUTCOME, 'a result such as "A1/D2R*"')]


class Force(NamedTuple):
    """The effect of a result on one side."""

    steps: int = 0
    eliminated: bool = False
    retreat: bool = False
    disrupted: bool = False


class Result(NamedTuple):
    """A cell of a CRT; `red`: printed in red."""

    attacker: Force
    defender: Force
    red: bool


def parse_result(outcome: str) -> Result:
    match = re.match(OUTCOME, outcome)
    assert match is not None, outcome
    return Result(_force(match[1]), _force(match[2] or match[3]), match[4] == "*")


def _force(text: str | None) -> Force:
    text = text or ""
    steps = int(text[0]) if text[:1].isdigit() else 0
    return Force(steps, "E" in text, "R" in text, "d" in text)


class Column(Struct, frozen=True):
    """A column of a CRT: its odds, its results for modified rolls of 0 (or less) to 11 (or more)."""

    id: Id
    attack: Positive
    defence: Positive
    results: Annotated[tuple[Outcome, ...], exactly(CRT_ROLLS)]


class Automatic(Struct, frozen=True):
    """The result of an attack below the lowest column."""

    id: Literal["assault", "mobile"]
    result: Outcome


class Coordination(Struct, frozen=True):
    """DRMs of a weather or a Sequence on the checks of close air support, artillery and attacking ground units."""

    id: Weather | Literal["mobile", "assault"]
    cas: Whole
    artillery: Whole
    ground: Whole


# ---- tables.toml: fuel, turns, constants


class FuelRow(Struct, frozen=True):
    """Fuel units for a modified roll of `least` or more; the first row is for all lower rolls."""

    id: Id
    units: Count
    least: Whole | None = None


class Box(Struct, frozen=True):
    """A box of the Turn Record Track: the highest dice for Dry and for Cloudy, the historical condition, Winter."""

    turn: Turn
    map: Sheet
    dry: Annotated[int, between(0, 10)]
    cloudy: Annotated[int, between(0, 10)]
    historical: Weather
    winter: bool = False


class Constants(Struct, frozen=True):
    stacking: Constant
    er_floor: Constant
    disrupted_er: Constant
    oos_er: Constant
    low_fuel_er: Constant
    winter_halves: Constant
    oos_foot_halves: Constant
    disrupted_halves: Constant
    zoc_halves: Constant
    overrun_halves: Constant
    supply_line: Constant
    supply_line_short: Constant
    reserve_turns: Constant
    cup_extra: Constant
    combine: Constant
    command_range: Constant
    army_outside: Constant
    army_motorized: Constant
    army_other: Constant
    apart_activations: Constant
    refusal_retreat: Constant
    refusal_advance: Constant
    no_retreat_steps: Constant
    no_retreat_drm: Constant
    silenced: Constant
    uncoordinated_drm: Constant
    combined_arms_drm: Constant
    engineers_drm: Constant
    drm_limit: Constant
    retreat: Constant
    special_retreat: Constant
    advance: Constant
    distant_guns: Constant
    cas_range: Constant
    cas_units: Constant
    overrun_cas: Constant
    overrun_loss: Constant
    fuel_rain_drm: Modifier
    fuel_single: Constant


class Tables(Struct, frozen=True):
    terrain: tuple[Terrain, ...]
    road: tuple[Road, ...]
    hexside: tuple[Hexside, ...]
    work: tuple[Work, ...]
    assault: tuple[Column, ...]
    mobile: tuple[Column, ...]
    automatic: tuple[Automatic, ...]
    coordination: tuple[Coordination, ...]
    fuel: tuple[FuelRow, ...]
    track: tuple[Box, ...]
    constants: Constants


# ---- scenarios.toml


class Marker(Struct, frozen=True):
    """AMs that a Formation has from a turn on (if its Optional Group is called). `any` is the special AM of a side."""

    id: Id
    turn: Turn
    count: Literal[1, 2]
    option: Group | None = None
    side: Side | None = None


class OptionalGroup(Struct, frozen=True):
    """Reinforcements that their owner may call from a turn on, and what that changes in the attacker's VP."""

    id: Group
    title: Text
    side: Side
    turn: Turn
    points: Whole


class Objective(Struct, frozen=True):
    """A hex that is worth VP to the attacker who controls it and can supply it."""

    id: Id
    hex: HexNumber
    value: Whole


class Loss(Struct, frozen=True):
    """The change in the attacker's VP from the loss of such a step or unit."""

    id: Literal["german armor step", "soviet armor step", "rocket unit"]
    value: Whole


class FuelStart(Struct, frozen=True):
    """Fuel units on the map at the start."""

    hex: HexNumber
    units: Positive


class Relief(Struct, frozen=True):
    """A Leader with whose arrival another leaves the game."""

    id: Id
    relieves: Id


class Scenario(Struct, frozen=True):
    id: Id
    number: Annotated[int, between(1, 4)]
    """The unit's key `scenario1` and so on, and the label of features of the map."""
    title: Text
    map: Sheet
    first: Turn
    turns: Positive
    attacker: Side
    threshold: Whole
    """The least VP with which the attacker wins."""
    marker: tuple[Marker, ...]
    objective: tuple[Objective, ...]
    loss: tuple[Loss, ...]
    first_marker: Id
    """The Formation whose AM the German player plays first, or `choice`."""
    fuel: bool = False
    fuel_entry: tuple[HexNumber, ...] = ()
    fuel_start: FuelStart | None = None
    group: tuple[OptionalGroup, ...] = ()
    automatic: tuple[HexNumber, ...] = ()
    """The attacker wins at once by holding all of them."""
    retreat_back: Side | None = None
    """The side whose units do not retreat towards the enemy's edge."""
    closed_entry: tuple[Entry, ...] = ()
    """Entry areas that stay closed to the enemy when all units have entered."""
    relief: tuple[Relief, ...] = ()


class Area(Struct, frozen=True):
    """An entry area; `otherwise`: the one in its place when the enemy holds all its hexes or has a ZOC in them."""

    id: Entry
    side: Side
    otherwise: Entry | None = None


class Scenarios(Struct, frozen=True):
    scenario: tuple[Scenario, ...]
    area: tuple[Area, ...]
    option: tuple[Option, ...]


# ---- all of them


class Files(GameFiles[Unit, Tables, Scenarios]):
    """The files of the game, whose maps are both in one hex space; a scenario uses one of them."""

    @property
    def formations(self) -> tuple[Formation, ...]:
        units = self.records[0]
        assert isinstance(units, Units)
        return units.formation


def load_files(overlay: Overlay | None = None, folder: Path = FOLDER) -> Files:
    """Load and check everything that the game needs; with an overlay, its values replace ours."""
    return read_files(Files, folder, overlay, (Units, Tables, Scenarios), check_files, maps=MAPS, title=TITLE)
