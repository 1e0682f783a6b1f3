"""Checks that no schema can make: values of different records, and of different files, must agree.

Each check raises a DataError for the line at fault, in an overlay or in a file of ours. No check demands that a table
be sensible: an owner may design any chart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from stavka.data import Loaded
from stavka.data.gamefiles import check_complete, check_hex, check_honoured, check_nation, check_rows

if TYPE_CHECKING:
    from stavka.data.hexmap import HexMap
    from stavka.games.zitadelle.files import Scenarios, Tables, Unit, Units

NATIONS: Final = {"german": ("wehrmacht", "ss", "luftwaffe"), "soviet": ("soviet", "guards")}
AIR: Final = ("level bomber", "dive bomber")
BOMBARDMENT: Final = (
    "artillery brigade",
    "multiple rocket artillery regiment",
    "heavy multiple rocket artillery regiment",
)
ENGINEERS: Final = "panzer engineer company"
TIGERS: Final = "tiger company"
HQ: Final = "front hq"
WITHOUT_RATINGS: Final = (*AIR, *BOMBARDMENT, ENGINEERS, TIGERS)
FULL: Final = ("at", "combat")
REDUCED: Final = ("at2", "combat2")
FEATURES: Final = ("entrenchment", "improvised position", "german side", "german edge", "zone", "entry", "victory")
ROWS: Final = {
    "terrain": ("open", "village", "town", "woods", "heights", "heights-village"),
    "fortification": ("entrenchment", "improvised position"),
    "hexside": ("stream", "river", "lake"),
    "road": ("primary road", "secondary road"),
}
# Values that have a place in the files but that the rules know in one way only: better refused than ignored.
HONOURED: Final[dict[tuple[str, str, str], tuple[object, ...]]] = {
    **{("hexside", "lake", key): ("no",) for key in ("motorised", "foot")},
    **{("hexside", "lake", key): (0,) for key in ("shift", "at_drm")},
    **{("hexside", water, key): tuple(range(20)) for water in ("stream", "river") for key in ("motorised", "foot")},
}


def check_files(units: Loaded[Units], tables: Loaded[Tables], scenarios: Loaded[Scenarios], hexmap: HexMap) -> None:
    _check_rows(tables)
    check_honoured(tables, HONOURED)
    _check_crt(tables)
    _check_numbers(tables, scenarios)
    _check_victory(tables, hexmap)
    for index, unit in enumerate(units.value.unit):
        _check_ratings(units, index, unit)
        _check_formation(units, index, unit, tables.value)
        _check_arrival(units, index, unit, hexmap)
    _check_parts(units)
    _check_set_up(units, tables.value)
    _check_chits(tables, units.value)


# ---- units


def _check_ratings(units: Loaded[Units], index: int, unit: Unit) -> None:
    """Check that combat units have AT and combat strength, bombardment units a factor, and two-step units a reduced
    side."""
    path = ("unit", index)
    rated = unit.type not in WITHOUT_RATINGS
    for key in FULL:
        if (getattr(unit, key) is not None) != rated:
            raise units.error((*path, key), f"expected a value for combat units and nobody else ({unit.type})")
    for key in REDUCED:
        if (getattr(unit, key) is not None) != (unit.steps == 2):
            raise units.error((*path, key), "expected a value for units with two steps and nobody else")
    if (unit.armour2 is not None) != (unit.armour is not None and unit.steps == 2):
        raise units.error((*path, "armour2"), "expected a value for armoured units with two steps and nobody else")
    if (unit.factor is not None) != (unit.type in BOMBARDMENT):
        raise units.error((*path, "factor"), "expected a bombardment factor for bombardment units and nobody else")
    if (unit.steps == 0) != (not rated):
        wanted = "1 or 2" if rated else "0"
        raise units.error((*path, "steps"), f"expected {wanted} for this type ({unit.type}), found {unit.steps}")
    check_nation(units, index, NATIONS)


def _check_formation(units: Loaded[Units], index: int, unit: Unit, tables: Tables) -> None:
    if unit.type in (*AIR, HQ):
        return
    formations = {each.id for each in tables.formation if each.side == unit.side}
    if unit.formation not in formations:
        text = f"expected a {unit.side} formation of tables.toml, found {unit.formation}"
        raise units.error(("unit", index, "formation"), text)


def _check_arrival(units: Loaded[Units], index: int, unit: Unit, hexmap: HexMap) -> None:
    path = ("unit", index)
    ways = [unit.zone is not None, unit.enters is not None, unit.sector is not None, unit.part_of is not None]
    if ways.count(True) != 1:
        raise units.error(path, "expected one of zone, enters, sector and part_of")
    if (unit.hex is not None) != (unit.zone is not None):
        raise units.error((*path, "hex"), "expected a hex for a unit with a zone and for no other unit")
    if (unit.area is not None) != (unit.enters is not None):
        raise units.error((*path, "area"), "expected an entry area for a unit that enters later and for no other unit")
    if (unit.sector is not None) != (unit.type in AIR):
        raise units.error((*path, "sector"), "expected a sector for air units and nobody else")
    if unit.area is not None and unit.area not in hexmap.labelled("entry"):
        raise units.error((*path, "area"), f"expected an entry area of the map, found {unit.area}")
    if unit.zone is not None:
        zone = hexmap.labelled("zone").get(unit.zone)
        if zone is None:
            raise units.error((*path, "zone"), f"expected a deployment zone of the map, found {unit.zone}")
        if unit.hex not in zone:
            raise units.error((*path, "hex"), f"expected a hex of zone {unit.zone}, found {unit.hex}")
    if unit.model and unit.enters is None:
        raise units.error((*path, "model"), "expected units that enter later")
    if unit.reserve and unit.zone is None:
        raise units.error((*path, "reserve"), "expected units that are set up")


def _check_parts(units: Loaded[Units]) -> None:
    """Check that every panzer regiment has two battalions, and each Tiger battalion three companies (13.42a,
    13.45a)."""
    whole = {unit.id: unit for unit in units.value.unit}
    parts: dict[str, int] = {}
    for index, unit in enumerate(units.value.unit):
        if unit.part_of is None:
            continue
        parent = whole.get(unit.part_of)
        if parent is None or parent.formation != unit.formation:
            text = f"expected a unit of the same formation, found {unit.part_of}"
            raise units.error(("unit", index, "part_of"), text)
        parts[parent.id] = parts.get(parent.id, 0) + 1
    for index, unit in enumerate(units.value.unit):
        wanted = 2 if unit.type.startswith("panzer regiment") else 3 if unit.type.startswith("heavy panzer") else 0
        if parts.get(unit.id, 0) != wanted:
            text = f"expected {wanted} units part_of {unit.id}, found {parts.get(unit.id, 0)}"
            raise units.error(("unit", index), text)


def _check_set_up(units: Loaded[Units], tables: Tables) -> None:
    """Check the stacks of the set-up: room, and one formation in a hex. Front HQs are optional and may join any."""
    constants = tables.constants
    stacks: dict[str, list[Unit]] = {}
    for index, unit in enumerate(units.value.unit):
        if unit.hex is None or unit.type == HQ:
            continue
        stack = stacks.setdefault(unit.hex, [])
        stack.append(unit)
        thirds = sum(_thirds(each, constants.battalion_thirds.value) for each in stack)
        guns = sum(each.type in BOMBARDMENT for each in stack)
        engineers = sum(each.type == ENGINEERS for each in stack)
        limits = (constants.stack_thirds, constants.stack_bombardment, constants.stack_engineers)
        if any(found > limit.value for found, limit in zip((thirds, guns, engineers), limits, strict=True)):
            raise units.error(("unit", index, "hex"), f"expected a hex with room, found {unit.hex}, which is full")
        if unit.formation != stack[0].formation:
            text = f"expected a hex without other formations, found {unit.hex} with {stack[0].id}"
            raise units.error(("unit", index, "hex"), text)


def _thirds(unit: Unit, battalion: int) -> int:
    if unit.type in WITHOUT_RATINGS:
        return 0
    return battalion if unit.side == "german" and unit.size == "II" else 3


# ---- tables


def _check_rows(tables: Loaded[Tables]) -> None:
    check_rows(tables, ROWS)
    check_complete(tables, "morale", range(1, 13), [row.level for row in tables.value.morale])
    check_complete(tables, "scatter", range(2, 13), [row.roll for row in tables.value.scatter])


def _check_crt(tables: Loaded[Tables]) -> None:
    before = 0.0
    for index, column in enumerate(tables.value.crt):
        if column.id != f"{column.attack}-{column.defence}" or 1 not in (column.attack, column.defence):
            text = f"expected odds such as 3-1 or 1-2 that are its id, found {column.attack} to {column.defence}"
            raise tables.error(("crt", index, "attack"), text)
        if column.attack / column.defence <= before:
            raise tables.error(("crt", index), f"expected better odds than in the column before, found {column.id}")
        before = column.attack / column.defence
    if not before:
        raise tables.error(("crt",), "expected at least one column, found none")
    for index, strength in enumerate(tables.value.at_fire):
        if strength.strength != index + 1:
            raise tables.error(("at_fire", index, "strength"), f"expected {index + 1}, found {strength.strength}")


def _check_numbers(tables: Loaded[Tables], scenarios: Loaded[Scenarios]) -> None:
    turns = range(1, max((scenario.turns for scenario in scenarios.value.scenario), default=0) + 1)
    check_complete(tables, "track", turns, [box.turn for box in tables.value.track])
    for index, row in enumerate(tables.value.scatter):
        if (row.direction is not None) != (row.hexes > 0):
            raise tables.error(("scatter", index, "direction"), "expected a direction where hexes is 1 or more")


def _check_chits(tables: Loaded[Tables], units: Units) -> None:
    """Check that each chit has a box, and that every Soviet reinforcement comes with exactly one chit (13.32)."""
    chits = tables.value.chit
    boxes = [chit.box for chit in chits]
    for index, chit in enumerate(chits):
        if chit.box in boxes[:index]:
            raise tables.error(("chit", index, "box"), f"expected a box of its own, found {chit.box}")
    for unit in units.unit:
        if unit.side == "soviet" and unit.enters is not None:
            count = sum(chit.turn == unit.enters and chit.area in (None, unit.area) for chit in chits)
            if count != 1:
                raise tables.error(("chit",), f"expected one chit that brings {unit.id}, found {count}")


def _check_victory(tables: Loaded[Tables], hexmap: HexMap) -> None:
    for kind in FEATURES:
        if not hexmap.features.get(kind):
            raise tables.error((), f"expected hexes marked {kind!r} on the maps, found none")
    for path, number in _hexes(tables.value):
        check_hex(tables, path, number, hexmap)
    before: int | None = None
    for index, level in enumerate(tables.value.victory):
        if (level.least is None) != (index == 0):
            raise tables.error(("victory", index, "least"), "expected a number for every level but the lowest")
        if before is not None and level.least is not None and level.least <= before:
            raise tables.error(("victory", index, "least"), f"expected more than {before}, found {level.least}")
        before = level.least


def _hexes(tables: Tables) -> Iterator[tuple[tuple[str | int, ...], str]]:
    yield ("belgorod", "hex"), tables.belgorod.hex
    for index, objective in enumerate(tables.objective):
        yield ("objective", index, "hex"), objective.hex
