"""The data files of the game: what may stand in them, and how they are loaded.

    units = load_units()                      # or load_units(Path("mine.toml")), with an owner's own values
    units.unit[3].attack, units.formation[0].markers, load_map().behind("slope")

A fault in a file is a `DataError` that names file, line, key and what was expected. docs/data-format.md describes the
files.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, Literal

from stavka.data import Count, Id, Positive, Struct, Text, between, load, matching
from stavka.data.hexmap import HexMap, joined
from stavka.data.hexmap import read as read_map

FOLDER: Final = Path(__file__).parent / "data"
TITLE: Final = "Roads to Moscow"
MAPS: Final = ("map-mozhaysk.txt", "map-mtsensk.txt")

HexNumber = Annotated[str, matching(r"^M[TZ][0-9]{4}\Z", 'a hex number such as "MT3406"')]
Turn = Annotated[str, matching(r"^([4-9]|1[0-9])(AM|PM)\Z", 'a turn such as "16AM"')]
Entry = Literal["GS", "SN", "SA", "GW", "G7", "SE"]
Side = Literal["german", "soviet"]
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
    """What is activated as a whole: so many AMs (`markers`), and its Combination Value."""

    id: Id
    label: Text
    name: Text
    side: Side
    map: Literal["MT", "MZ"]
    markers: Literal[1, 2]
    combination: Count


class Placement(Struct, frozen=True):
    """How a unit comes into a scenario: in a `hex`, or in any hex within two of one (`near`), or in a `turn` at an
    `entry` area (of an Optional Group, if it has an `option`), or in a `box`."""

    hex: HexNumber | None = None
    near: HexNumber | None = None
    turn: Turn | None = None
    entry: Entry | None = None
    option: Literal["OG1", "OG2", "OS"] | None = None
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


def load_units(overlay: Path | None = None) -> Units:
    return load(FOLDER / "units.toml", Units, overlay)


def load_map() -> HexMap:
    """Both maps in one hex space; a scenario uses one of them."""
    return joined(TITLE, [read_map(FOLDER / name) for name in MAPS])
