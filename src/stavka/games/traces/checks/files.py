"""Checks that no schema can make: values of different records, and of different files, must agree.

Each check raises a DataError for the line at fault, in an overlay or in a file of ours. No check demands that a table
be sensible: an owner may design any chart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stavka.data import ORIGIN, Loaded
from stavka.data.gamefiles import check_complete, check_hex, check_honoured, check_nation, check_rows

if TYPE_CHECKING:
    from stavka.data.hexmap import HexMap
    from stavka.games.traces.files import Scenarios, Tables, Unit, Units

NATIONS: Final = {"axis": ("german", "romanian", "hungarian"), "soviet": ("soviet", "guards")}
MECHANISED: Final = ("armour", "mechanised infantry")
REDUCED: Final = ("attack2", "defence2", "move2")
ROWS: Final = {
    "terrain": ("clear", "rough", "swamp"),
    "city": ("city", "major city"),
    "hexside": ("minor river", "major river", "bridged minor river", "bridged major river"),
    "marker": ("offensive", "defensive"),
}
RACE: Final = ("crossing", "mechanised_supplied", "other_supplied", "mechanised_unsupplied", "other_unsupplied")
# Values that have a place in the files but that the rules code does not read, or not in every range: better refused
# than accepted and ignored. An entry goes when the code learns it.
HONOURED: Final[dict[tuple[str, str, str], tuple[object, ...]]] = {
    ("city", "city", "cost"): ("terrain",),
    ("city", "major city", "cost"): ("terrain",),
    ("hexside", "minor river", "cost"): tuple(range(10)),
    ("hexside", "major river", "cost"): ("all",),
    ("hexside", "bridged minor river", "cost"): (0,),
    ("hexside", "bridged major river", "cost"): (0,),
    ("constants", "stack_hqs", "value"): (1,),
    ("constants", "second_hqs", "value"): (0, 1),
}
SINGLE_CHITS: Final = ("supply", "reinforcement", "airborne", "stavka", "okh")


def check_files(units: Loaded[Units], tables: Loaded[Tables], scenarios: Loaded[Scenarios], hexmap: HexMap) -> None:
    for index, unit in enumerate(units.value.unit):
        _check_values(units, index, unit)
        _check_headquarters(units, index, unit)
        _check_arrival(units, index, unit)
    _check_airborne(units)
    check_rows(tables, ROWS)
    check_honoured(tables, HONOURED)
    _check_crt(tables)
    _check_chits(tables, units.value)
    _check_turns(tables, scenarios)
    _check_victory(scenarios)
    _check_set_up(units, tables.value, hexmap)
    _check_hexes(tables, scenarios, hexmap)


# ---- units


def _check_values(units: Loaded[Units], index: int, unit: Unit) -> None:
    for key in REDUCED:
        value = getattr(unit, key)
        if value is None and unit.steps == 2:
            raise units.error(("unit", index, key), "expected a value, as the unit has two steps, found none")
        if value is not None and unit.steps == 1:
            raise units.error(("unit", index, key), f"expected no value, as the unit has one step, found {value}")
    if unit.type not in MECHANISED:
        for attack, defence in (("attack", "defence"), ("attack2", "defence2")):
            if getattr(unit, attack) != getattr(unit, defence):
                raise units.error(("unit", index, defence), f"expected the same as {attack}, as for all {unit.type}")
    check_nation(units, index, NATIONS)


def _check_headquarters(units: Loaded[Units], index: int, unit: Unit) -> None:
    is_hq = unit.type == "hq"
    if (unit.range is not None) != is_hq:
        raise units.error(("unit", index, "range"), "expected a Command Range for HQs and nobody else")
    if (unit.ukrainian is not None) != (is_hq and unit.side == "soviet"):
        raise units.error(("unit", index, "ukrainian"), "expected a Ukrainian version for Soviet HQs and nobody else")


def _check_arrival(units: Loaded[Units], index: int, unit: Unit) -> None:
    path = ("unit", index)
    free = unit.arrives == "major city"
    if [unit.hex is not None, unit.enters is not None, free].count(True) != 1:
        raise units.error(path, 'expected one of hex, enters, or arrives = "major city"')
    if (unit.enters is None) != (unit.arrives is None or free):
        raise units.error((*path, "arrives"), "expected a value for a unit that enters later and for no other unit")
    if unit.enters is not None and (unit.enters in ("PR", "IR", "AR")) != (unit.side == "axis"):
        wanted = "PR, IR or AR for an Axis unit, a number or airborne for a Soviet unit"
        raise units.error((*path, "enters"), f"expected {wanted}, found {unit.enters}")
    if unit.enters is not None and (unit.enters == "airborne") != (unit.arrives == "airborne"):
        raise units.error((*path, "arrives"), "expected airborne for the airborne unit and for no other unit")


def _check_airborne(units: Loaded[Units]) -> None:
    found = [unit.id for unit in units.value.unit if unit.enters == "airborne"]
    if len(found) != 1:
        raise units.error(("unit",), f"expected one unit that enters by airborne drop, found {len(found)}")


def _check_set_up(units: Loaded[Units], tables: Tables, hexmap: HexMap) -> None:
    limits = (tables.constants.stack_combat_units.value, tables.constants.stack_hqs.value)
    stacks: dict[str, list[Unit]] = {}
    for index, unit in enumerate(units.value.unit):
        if unit.hex is None:
            continue
        path = ("unit", index, "hex")
        check_hex(units, path, unit.hex, hexmap)
        stack = stacks.setdefault(unit.hex, [])
        stack.append(unit)
        if stack[0].side != unit.side:
            raise units.error(path, f"expected a hex without enemy units, found {unit.hex} with {stack[0].id}")
        if sum((other.type == "hq") == (unit.type == "hq") for other in stack) > limits[unit.type == "hq"]:
            raise units.error(path, f"expected a hex with room, found {unit.hex}, which is full")


# ---- tables


def _check_crt(tables: Loaded[Tables]) -> None:
    before = 0
    for index, column in enumerate(tables.value.crt):
        if column.halves <= before:
            raise tables.error(("crt", index, "halves"), f"expected more than {before}, found {column.halves}")
        ratio = f"{column.halves // 2}{'.5' * (column.halves % 2)}-1"
        if column.id.removesuffix("+") != ratio:
            raise tables.error(("crt", index, "halves"), f"expected twice the ratio {column.id}, found that of {ratio}")
        before = column.halves
    if not before:
        raise tables.error(("crt",), "expected at least one column, found none")


def _check_chits(tables: Loaded[Tables], units: Units) -> None:
    hqs = {unit.id: unit.side for unit in units.unit if unit.type == "hq"}
    for index, chit in enumerate(tables.value.chit):
        path = ("chit", index, "hq")
        if (chit.kind == "hq") != (chit.hq is not None):
            raise tables.error(path, "expected an HQ for a chit of kind hq and for no other chit")
        if chit.hq is not None and hqs.get(chit.hq) != chit.owner:
            raise tables.error(path, f"expected an HQ of the {chit.owner} side, found {chit.hq}")
    check_complete(tables, "chit", hqs, [chit.hq for chit in tables.value.chit])
    for each in SINGLE_CHITS:
        count = sum(chit.kind == each for chit in tables.value.chit)
        if count != 1:
            raise tables.error(("chit",), f"expected one row of kind {each}, found {count}")


def _check_turns(tables: Loaded[Tables], scenarios: Loaded[Scenarios]) -> None:
    turns = range(1, max((scenario.turns for scenario in scenarios.value.scenario), default=0) + 1)
    check_complete(tables, "stavka", turns, [row.turn for row in tables.value.stavka])
    check_complete(tables, "track", turns, [box.turn for box in tables.value.track])
    for index, box in enumerate(tables.value.track):
        chits = sum(chit.count for chit in tables.value.chit if chit.owner == "axis" and chit.first_turn <= box.turn)
        if box.axis_chits > chits:
            text = f"expected at most {chits}, as the Axis side has no more chits then, found {box.axis_chits}"
            raise tables.error(("track", index, "axis_chits"), text)
    markers = sum(marker.count for marker in tables.value.marker)
    for cps, number in enumerate(tables.value.luftwaffe.by_cps):
        if number > markers:
            text = f"expected at most {markers}, as there are no more markers, found {number}"
            raise tables.error(("luftwaffe", "by_cps", cps), text)


# ---- scenarios and hexes


def _check_victory(scenarios: Loaded[Scenarios]) -> None:
    """Check that a scenario does not pay for something that its conditions never count, which would deceive its
    author."""
    for index, scenario in enumerate(scenarios.value.scenario):
        for field in scenario.quarters.__struct_fields__:
            counted = (field in RACE) == (scenario.victory == "race")
            if getattr(scenario.quarters, field) and not counted and field not in ORIGIN:
                path = ("scenario", index, "quarters", field)
                raise scenarios.error(path, f"expected nothing, as the {scenario.victory} does not count it")


def _check_hexes(tables: Loaded[Tables], scenarios: Loaded[Scenarios], hexmap: HexMap) -> None:
    cities = {place.hex for place in hexmap.places if place.kind == "major city"}
    for index, order in enumerate(scenarios.value.order):
        if order.hex not in cities:
            raise scenarios.error(("order", index, "hex"), f"expected a Major City hex of the map, found {order.hex}")
    kremenchuk = tables.value.kremenchuk
    check_hex(tables, ("kremenchuk", "hex"), kremenchuk.hex, hexmap)
    for index, number in enumerate(kremenchuk.crossings):
        check_hex(tables, ("kremenchuk", "crossings", index), number, hexmap)
