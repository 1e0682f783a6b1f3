"""Checks that no schema can make: values of different records, and of different files, must agree.

Each check raises a DataError for the line at fault, in an overlay or in a file of ours. No check demands that a table
be sensible: an owner may design any chart."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from stavka.data import Loaded
from stavka.data.gamefiles import check_complete, check_hex, check_honoured, check_nation, check_rows
from stavka.games.luki.board import CITY, RAILWAY

if TYPE_CHECKING:
    from stavka.data.hexmap import HexMap
    from stavka.games.luki.files import Scenarios, Tables, Unit, Units

NATIONS: Final = {"german": ("wehrmacht", "ss", "luftwaffe"), "soviet": ("soviet", "guards")}
STRONGPOINT: Final = "strongpoint"
FEATURES: Final = ("german source", "soviet source")
ARRIVALS: Final = {
    "start": "soviet",
    "intro": "soviet",
    "1-III": "german",
    "1-IV": "soviet",
    "1-VI": "soviet",
    "R": "german",
    "B": "german",
}
ROWS: Final = {
    "terrain": ("clear", "forest", "swamp", "lake", "village", "city"),
    "hexside": ("creek", "lowat"),
    "kessel_start": ("german", "soviet"),
}
OPENINGS: Final = ("introductory", "first", "second", "third", "limited")
HALVES: Final = tuple(range(20))
# Values that have a place in the files but that the rules know in one way only: better refused than ignored.
HONOURED: Final[dict[tuple[str, str, str], tuple[object, ...]]] = {
    **{("hexside", "lowat", key): ("all",) for key in ("motorized_halves", "foot_halves")},
    **{("hexside", "creek", key): HALVES for key in ("motorized_halves", "foot_halves")},
}
HALVING: Final = ("halve own hits", "halve enemy unit")


def check_files(units: Loaded[Units], tables: Loaded[Tables], scenarios: Loaded[Scenarios], hexmap: HexMap) -> None:
    _check_tables(tables, scenarios.value)
    check_honoured(tables, HONOURED)
    _check_crt(tables)
    _check_chits(tables)
    _check_conversion(tables)
    _check_map(tables, hexmap)
    _check_scenarios(scenarios)
    _check_top(scenarios, units.value)
    for index, unit in enumerate(units.value.unit):
        _check_unit(units, index, unit)
        _check_formation(units, index, unit, tables.value)
        _check_arrival(units, index, unit, hexmap)
    _check_singles(units)
    _check_set_up(units, tables.value)


# ---- units


def _check_unit(units: Loaded[Units], index: int, unit: Unit) -> None:
    path = ("unit", index)
    if len(unit.combat) != unit.steps:
        text = f"expected a CF for each of {unit.steps} steps, found {len(unit.combat)}"
        raise units.error((*path, "combat"), text)
    if (unit.move is None) != (unit.type == STRONGPOINT):
        raise units.error((*path, "move"), "expected a movement allowance for all units but strongpoints")
    check_nation(units, index, NATIONS)


def _check_formation(units: Loaded[Units], index: int, unit: Unit, tables: Tables) -> None:
    path = ("unit", index)
    formations = {each.id for each in tables.formation if each.side == unit.side}
    if unit.formation is not None and unit.formation not in formations:
        text = f"expected a {unit.side} formation of tables.toml, found {unit.formation}"
        raise units.error((*path, "formation"), text)
    if unit.integrity and unit.formation is None:
        raise units.error((*path, "integrity"), "expected a unit of a formation")


def _check_arrival(units: Loaded[Units], index: int, unit: Unit, hexmap: HexMap) -> None:
    path = ("unit", index)
    if (unit.hex is None) == (unit.enters is None):
        raise units.error(path, "expected either hex or enters")
    if isinstance(unit.enters, str) and ARRIVALS[unit.enters] != unit.side:
        text = f'expected a {ARRIVALS[unit.enters]} unit, as nobody else enters by "{unit.enters}"'
        raise units.error((*path, "enters"), text)
    if unit.type == STRONGPOINT and unit.hex is None:
        raise units.error((*path, "hex"), "expected a hex, as strongpoints do not move")
    if unit.hex is not None:
        check_hex(units, (*path, "hex"), unit.hex, hexmap)
        if unit.side == "soviet":
            raise units.error((*path, "hex"), "expected no hex, as the Soviet player sets his units up as he likes")


def _check_singles(units: Loaded[Units]) -> None:
    """Check that one unit infiltrates (13.5a), and that there are breakout units to form (13.42f)."""
    found = sum(unit.infiltration for unit in units.value.unit)
    if found != 1:
        raise units.error(("unit",), f"expected one unit with infiltration, found {found}")
    if not any(unit.enters == "B" for unit in units.value.unit):
        raise units.error(("unit",), "expected at least one breakout unit, found none")


def _check_set_up(units: Loaded[Units], tables: Tables) -> None:
    """Check that a hex has at most six units at the start, or any number of one formation (8.2, U16)."""
    limit = tables.constants.stack_german.value
    stacks: dict[str, list[Unit]] = {}
    for index, unit in enumerate(units.value.unit):
        if unit.hex is None:
            continue
        stack = stacks.setdefault(unit.hex, [])
        stack.append(unit)
        whole = None not in {each.formation for each in stack} and len({each.formation for each in stack}) == 1
        if len(stack) > limit and not whole:
            raise units.error(("unit", index, "hex"), f"expected a hex with room, found {unit.hex}, which is full")


# ---- tables


def _check_tables(tables: Loaded[Tables], scenarios: Scenarios) -> None:
    value = tables.value
    turns = range(1, max((scenario.turns for scenario in scenarios.scenario), default=0) + 1)
    check_rows(tables, ROWS)
    check_complete(tables, "activity", range(1, value.constants.c3i_most.value + 1), [a.level for a in value.activity])
    check_complete(tables, "event", range(1, 7), [event.roll for event in value.event])
    check_complete(tables, "track", turns, [box.turn for box in value.track])
    check_complete(tables, "variable", turns[1:], [draw.turn for draw in value.variable])
    check_complete(tables, "kessel", range(1, 7), [condition.level for condition in value.kessel])
    checked = [condition.level for condition in value.kessel if condition.attrition]
    check_complete(tables, "attrition", checked, [row.level for row in value.attrition])


def _check_crt(tables: Loaded[Tables]) -> None:
    before = 0.0
    for index, column in enumerate(tables.value.crt):
        if column.id != f"{column.attack}-{column.defence}":
            text = f"expected the odds that are its id, found {column.attack} to {column.defence}"
            raise tables.error(("crt", index, "attack"), text)
        if column.attack / column.defence <= before:
            raise tables.error(("crt", index), f"expected better odds than in the column before, found {column.id}")
        before = column.attack / column.defence
    if not before:
        raise tables.error(("crt",), "expected at least one column, found none")


def _check_chits(tables: Loaded[Tables]) -> None:
    for index, chit in enumerate(tables.value.chit):
        path = ("chit", index)
        wanted = f"{'ge' if chit.side == 'german' else 'so'}.{chit.number}"
        if chit.id != wanted:
            raise tables.error((*path, "number"), f"expected the side and number of its id, found those of {wanted}")
        if chit.enters is not None and chit.leaves is not None and chit.leaves <= chit.enters:
            raise tables.error((*path, "leaves"), f"expected a turn after {chit.enters}, found {chit.leaves}")
        if chit.rail and chit.side == "german":
            raise tables.error((*path, "rail"), "expected Soviet chits, as no others need a railway")
        if chit.effect in HALVING and chit.value != 1:
            raise tables.error((*path, "value"), f"expected 1, the game knows nothing else; found {chit.value}")
        if chit.effect == "halve enemy unit" and chit.enemy is None:
            raise tables.error((*path, "enemy"), "expected the kind of unit that it halves")


def _check_conversion(tables: Loaded[Tables]) -> None:
    before = -1
    for index, row in enumerate(tables.value.conversion):
        if row.id != f"{row.least}+":
            raise tables.error(("conversion", index, "least"), f"expected the number of its id, found {row.least}")
        if row.least <= before or (index == 0 and row.least):
            wanted = "0" if index == 0 else f"more than {before}"
            raise tables.error(("conversion", index, "least"), f"expected {wanted}, found {row.least}")
        before = row.least
    if before < 0:
        raise tables.error(("conversion",), "expected at least one row, found none")


def _check_map(tables: Loaded[Tables], hexmap: HexMap) -> None:
    """Check that the map has everything that the rules look for."""
    for kind in FEATURES:
        if not hexmap.features.get(kind):
            raise tables.error((), f"expected hexes marked {kind!r} on the map, found none")
    if not any(area.terrain == "city" and area.name == CITY for area in hexmap.areas):
        raise tables.error((), f"expected the city of {CITY} on the map, found none")
    if not any(chain.name == RAILWAY for chain in hexmap.chains):
        raise tables.error((), f"expected the railway {RAILWAY} on the map, found none")
    for index, objective in enumerate(tables.value.objective):
        check_hex(tables, ("objective", index, "hex"), objective.hex, hexmap)


# ---- scenarios


def _check_scenarios(scenarios: Loaded[Scenarios]) -> None:
    check_complete(scenarios, "opening", OPENINGS, [part.id for part in scenarios.value.opening])
    for number, scenario in enumerate(scenarios.value.scenario):
        before: int | None = None
        for index, level in enumerate(scenario.victory):
            path = ("scenario", number, "victory", index, "least")
            if (level.least is None) != (index == 0):
                raise scenarios.error(path, "expected a number for every level but the lowest")
            if before is not None and level.least is not None and level.least <= before:
                raise scenarios.error(path, f"expected more than {before}, found {level.least}")
            before = level.least


def _check_top(scenarios: Loaded[Scenarios], units: Units) -> None:
    """Check that each type has one rank (3.6c)."""
    ranks = scenarios.value.top
    for index, rank in enumerate(ranks):
        if rank.level != index + 1:
            raise scenarios.error(("top", index, "level"), f"expected {index + 1}, found {rank.level}")
    listed = Counter(each for rank in ranks for each in rank.types)
    for unit in units.unit:
        if listed[unit.type] != 1:
            text = f'expected one rank for the type "{unit.type}", found {listed[unit.type]}'
            raise scenarios.error(("top",), text)
