"""Checks that no schema can make: values of different records, and of different files, must agree.

Each check raises a DataError for the line at fault, in an overlay or in a file of ours. No check demands that a table
be sensible: an owner may design any chart."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from stavka.data import Loaded
from stavka.data.gamefiles import check_complete, check_hex, check_honoured, check_nation, check_rows
from stavka.games.moscow.counters import ANY, APART, CHOICE, GUNS
from stavka.games.moscow.turns import half_day, turns_of

if TYPE_CHECKING:
    from stavka.data.hexmap import HexMap
    from stavka.games.moscow.files import Placement, Scenario, Scenarios, Tables, Unit, Units

NATIONS: Final = {"german": ("german", "ss", "luftwaffe"), "soviet": ("soviet",)}
ROWS: Final = {
    "terrain": ("clear", "rough", "marsh", "woods", "hamlet", "village", "town"),
    "road": ("main road", "minor road", "trail into clear", "trail into other", "railway"),
    "hexside": ("stream", "river", "slope"),
    "work": ("strongpoint", "fortified line"),
    "automatic": ("assault", "mobile"),
    "coordination": ("dry", "cloudy", "rain", "mobile", "assault"),
}
COSTS: Final = ("motorized_halves", "motorized_rain_halves", "foot_halves", "foot_rain_halves")
HALVES: Final = tuple(range(40))
DRMS: Final = tuple(range(-9, 10))
# Values that have a place in the files but that the rules know in one way only: better refused than ignored.
HONOURED: Final[dict[tuple[str, str, str], tuple[object, ...]]] = {
    **{("hexside", "river", key): ("all",) for key in COSTS},
    **{("hexside", row, key): HALVES for row in ("stream", "slope") for key in COSTS},
    ("hexside", "river", "overrun_drm"): ("barred",),
    ("hexside", "river", "halvings"): (1,),
    **{("hexside", row, "overrun_drm"): DRMS for row in ("stream", "slope")},
    **{("hexside", row, "halvings"): (0,) for row in ("stream", "slope")},
    **{("road", row, key): HALVES for row in ("main road", "minor road") for key in COSTS},
    **{
        ("road", row, key): ("terrain",)
        for row in ("trail into clear", "trail into other", "railway")
        for key in ("motorized_rain_halves", "foot_rain_halves")
    },
    **{("terrain", row, "overrun_drm"): DRMS for row in ROWS["terrain"] if row != "town"},
    ("terrain", "town", "overrun_drm"): ("barred",),
}
START: Final = "german start"
"""The hexes that the German side controls at the start, by scenario."""


def check_files(units: Loaded[Units], tables: Loaded[Tables], scenarios: Loaded[Scenarios], hexmap: HexMap) -> None:
    check_rows(tables, ROWS)
    check_honoured(tables, HONOURED)
    _check_crts(tables)
    _check_fuel_table(tables)
    _check_track(tables)
    _check_areas(scenarios, hexmap)
    for number in range(len(scenarios.value.scenario)):
        _check_scenario(scenarios, number, tables.value, units.value, hexmap)
    _check_formations(units)
    for index in range(len(units.value.unit)):
        _check_unit(units, index)
        for number in units.value.unit[index].placements:
            _check_placement(units, index, number, scenarios.value, tables.value, hexmap)
    _check_set_up(units, tables.value)


# ---- units


def _check_formations(units: Loaded[Units]) -> None:
    sides = {each.id: each.side for each in units.value.formation}
    for index, unit in enumerate(units.value.unit):
        if unit.formation is None:
            continue
        if sides.get(unit.formation) != unit.side:
            text = f"expected a {unit.side} formation of this file, found {unit.formation}"
            raise units.error(("unit", index, "formation"), text)
        if unit.type in APART:
            raise units.error(("unit", index, "formation"), f"expected none, as a {unit.type} unit belongs to none")


def _check_unit(units: Loaded[Units], index: int) -> None:
    unit, path = units.value.unit[index], ("unit", index)
    check_nation(units, index, NATIONS)
    for name, wanted, whom in _wanted(unit):
        if (getattr(unit, name) is not None) != wanted:
            found = getattr(unit, name)
            text = f"expected {'a value' if wanted else 'none'} {whom}, found {'nothing' if wanted else found}"
            raise units.error((*path, name), text)
    if unit.red_attack and unit.type != "armor":
        raise units.error((*path, "red_attack"), "expected an armor unit, as nobody else attacks in red")
    if unit.arko and unit.type != "hq":
        raise units.error((*path, "arko"), "expected an HQ")
    if not unit.placements:
        raise units.error(path, "expected at least one scenario that it is in, found none")


def _wanted(unit: Unit) -> tuple[tuple[str, bool, str], ...]:
    """The values that a unit of a kind must have: the key, whether it must have one, and the units concerned."""
    combat, gun, two = unit.type not in APART, unit.type in GUNS, unit.steps == 2
    return (
        *((name, combat, "for a combat unit" if combat else f"for a {unit.type} unit") for name in COMBAT),
        *((name, gun, "for artillery" if gun else "for what is no artillery") for name in ("range", "support")),
        *((name, two, "for a unit of two steps" if two else "for a unit without a second step") for name in SECOND),
        ("command", unit.type in ("hq", "leader"), "for an HQ or Leader, and nobody else"),
        ("cas", unit.type == "air", "for an air unit, and nobody else"),
        ("fuel", unit.type == "fuel", "for a Fuel unit, and nobody else"),
        ("er", unit.type != "fuel", "for all but Fuel units"),
        *((name, unit.type != "air", "for all but air units") for name in ("move", "move_class")),
    )


COMBAT: Final = ("steps", "attack", "defence", "stacking", "zoc")
SECOND: Final = ("attack2", "defence2", "er2")


def _check_placement(
    units: Loaded[Units], index: int, number: int, scenarios: Scenarios, tables: Tables, hexmap: HexMap
) -> None:
    unit, path = units.value.unit[index], ("unit", index, f"scenario{number}")
    placement = unit.placements[number]
    scenario = next((each for each in scenarios.scenario if each.number == number), None)
    if scenario is None:
        raise units.error(path, f"expected a scenario of scenarios.toml, found no number {number}")
    _check_way(units, path, unit, placement)
    for key in ("hex", "near"):
        where = getattr(placement, key)
        if where is not None:
            check_hex(units, (*path, key), where, hexmap)
            if not where.startswith(scenario.map):
                raise units.error((*path, key), f"expected a hex of the map {scenario.map}, found {where}")
    if placement.turn is not None and placement.turn not in turns_of(scenario, tables):
        text = f"expected a turn of the scenario, found {placement.turn}"
        raise units.error((*path, "turn"), text)
    area = next((each for each in scenarios.area if each.id == placement.entry), None)
    if area is not None and area.side != unit.side:
        raise units.error((*path, "entry"), f"expected an entry area of the {unit.side} side, found {area.id}")
    if placement.option is not None and placement.option not in [group.id for group in scenario.group]:
        text = f"expected an Optional Group of the scenario, found {placement.option}"
        raise units.error((*path, "option"), text)
    if unit.formation is not None and unit.formation not in [marker.id for marker in scenario.marker]:
        raise units.error(path, f"expected activation markers for {unit.formation} in the scenario, found none")


def _check_way(units: Loaded[Units], path: tuple[str | int, ...], unit: Unit, placement: Placement) -> None:
    """Check the way in which a unit comes: into a hex, near one, in a turn at an area, or into a box."""
    ways = [key for key in ("hex", "near", "turn", "box") if getattr(placement, key) is not None]
    if len(ways) != 1:
        raise units.error(path, f"expected one of hex, near, turn and box, found {' and '.join(ways) or 'none'}")
    if (placement.turn is None) != (placement.entry is None):
        raise units.error(path, "expected turn and entry together")
    box = {"air": "ready", "fuel": "pool"}.get(unit.type)
    if placement.box != box and not (unit.type == "air" and placement.turn is not None):
        wanted = f'"{box}" for a unit of this type' if box else "none for a ground unit"
        raise units.error((*path, "box"), f"expected {wanted}, found {placement.box or 'nothing'}")
    if placement.reduced and unit.steps != 2:
        raise units.error((*path, "reduced"), "expected a unit of two steps")


def _check_set_up(units: Loaded[Units], tables: Tables) -> None:
    """Check that a hex has at most nine stacking points at the start (3.32), all of one side."""
    limit = tables.constants.stacking.value
    points: Counter[tuple[int, str]] = Counter()
    owners: dict[tuple[int, str], str] = {}
    for index, unit in enumerate(units.value.unit):
        for number, placement in unit.placements.items():
            if placement.hex is None:
                continue
            key, path = (number, placement.hex), ("unit", index, f"scenario{number}", "hex")
            if owners.setdefault(key, unit.side) != unit.side:
                raise units.error(path, f"expected a hex without the enemy, found {placement.hex}")
            points[key] += unit.stacking or 0
            if points[key] > limit:
                raise units.error(path, f"expected a hex with room, found {placement.hex}, which is full")


# ---- tables


def _check_crts(tables: Loaded[Tables]) -> None:
    for name in ("assault", "mobile"):
        before = 0.0
        for index, column in enumerate(getattr(tables.value, name)):
            if column.id != f"{column.attack}-{column.defence}":
                text = f"expected the odds that are its id, found {column.attack} to {column.defence}"
                raise tables.error((name, index, "attack"), text)
            if column.attack / column.defence <= before:
                raise tables.error((name, index), f"expected better odds than in the column before, found {column.id}")
            before = column.attack / column.defence
        if not before:
            raise tables.error((name,), "expected at least one column, found none")


def _check_fuel_table(tables: Loaded[Tables]) -> None:
    before: int | None = None
    for index, row in enumerate(tables.value.fuel):
        path = ("fuel", index, "least")
        if (row.least is None) != (index == 0):
            raise tables.error(path, "expected a number for every row but the first")
        if before is not None and row.least is not None and row.least <= before:
            raise tables.error(path, f"expected more than {before}, found {row.least}")
        before = row.least
    if not tables.value.fuel:
        raise tables.error(("fuel",), "expected at least one row, found none")


def _check_track(tables: Loaded[Tables]) -> None:
    """Check that half days follow each other, and that Cloudy begins where Dry ends."""
    before: dict[str, int] = {}
    for index, box in enumerate(tables.value.track):
        if box.cloudy < box.dry:
            raise tables.error(("track", index, "cloudy"), f"expected {box.dry} or more, found {box.cloudy}")
        half = half_day(box.turn)
        if half != before.get(box.map, half - 1) + 1:
            raise tables.error(
                ("track", index, "turn"), f"expected the half day after the one before, found {box.turn}"
            )
        before[box.map] = half


# ---- scenarios


def _check_areas(scenarios: Loaded[Scenarios], hexmap: HexMap) -> None:
    marked = hexmap.labelled("entry")
    areas = {area.id: area.side for area in scenarios.value.area}
    check_complete(scenarios, "area", marked, areas)
    for index, area in enumerate(scenarios.value.area):
        if area.id not in marked:
            raise scenarios.error(("area", index), f"expected hexes of the entry area {area.id} on the map, found none")
        if area.otherwise is not None and areas.get(area.otherwise) != area.side:
            text = f"expected an entry area of the {area.side} side, found {area.otherwise}"
            raise scenarios.error(("area", index, "otherwise"), text)


def _check_scenario(scenarios: Loaded[Scenarios], index: int, tables: Tables, units: Units, hexmap: HexMap) -> None:
    scenario, path = scenarios.value.scenario[index], ("scenario", index)
    turns = turns_of(scenario, tables)
    if not turns or turns[0] != scenario.first:
        raise scenarios.error((*path, "first"), f"expected a turn of the map {scenario.map}, found {scenario.first}")
    if len(turns) != scenario.turns:
        raise scenarios.error((*path, "turns"), f"expected {len(turns)} at most, found {scenario.turns}")
    _check_markers(scenarios, index, turns, units)
    _check_groups(scenarios, index, turns)
    for name, hexes in _hexes_of(scenario):
        for at, number in enumerate(hexes):
            where = (*path, name, at, "hex") if name == "objective" else (*path, name, at)
            check_hex(scenarios, where, number, hexmap)
            if not number.startswith(scenario.map):
                raise scenarios.error(where, f"expected a hex of the map {scenario.map}, found {number}")
    if not scenario.objective:
        raise scenarios.error((*path, "objective"), "expected at least one objective, found none")
    if scenario.fuel != bool(scenario.fuel_entry):
        raise scenarios.error(
            (*path, "fuel_entry"), "expected hexes where Fuel units enter if, and only if, there is fuel"
        )
    leaders = {unit.id for unit in units.unit if unit.type == "leader"}
    for at, relief in enumerate(scenario.relief):
        for key in ("id", "relieves"):
            if getattr(relief, key) not in leaders:
                text = f"expected a Leader, found {getattr(relief, key)}"
                raise scenarios.error((*path, "relief", at, key), text)
    if str(scenario.number) not in hexmap.labelled(START):
        raise scenarios.error(path, f"expected hexes marked {START!r} {scenario.number} on the map, found none")


def _hexes_of(scenario: Scenario) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return (
        ("objective", tuple(each.hex for each in scenario.objective)),
        ("automatic", scenario.automatic),
        ("fuel_entry", scenario.fuel_entry),
    )


def _check_markers(scenarios: Loaded[Scenarios], index: int, turns: list[str], units: Units) -> None:
    scenario = scenarios.value.scenario[index]
    formations = {each.id: each for each in units.formation}
    for at, marker in enumerate(scenario.marker):
        path = ("scenario", index, "marker", at)
        if (marker.side is not None) != (marker.id == ANY):
            raise scenarios.error((*path, "side"), f'expected a side for the marker "{ANY}", and for no other')
        if marker.id != ANY:
            formation = formations.get(marker.id)
            if formation is None or formation.map != scenario.map:
                raise scenarios.error(
                    (*path, "id"), f"expected a formation of the map {scenario.map}, found {marker.id}"
                )
            if formation.markers != marker.count:
                text = f"expected the {formation.markers} of units.toml, found {marker.count}"
                raise scenarios.error((*path, "count"), text)
        if marker.turn not in turns:
            raise scenarios.error((*path, "turn"), f"expected a turn of the scenario, found {marker.turn}")
        if marker.option is not None and marker.option not in [group.id for group in scenario.group]:
            raise scenarios.error(
                (*path, "option"), f"expected an Optional Group of the scenario, found {marker.option}"
            )
    first = [m.id for m in scenario.marker if m.turn == scenario.first and m.id != ANY and m.option is None]
    german = [id_ for id_ in first if formations[id_].side == "german"]
    if scenario.first_marker not in (CHOICE, *german):
        text = f'expected "{CHOICE}" or a german formation of the first turn, found {scenario.first_marker}'
        raise scenarios.error(("scenario", index, "first_marker"), text)
    if not german:
        raise scenarios.error(("scenario", index, "marker"), "expected german markers in the first turn, found none")


def _check_groups(scenarios: Loaded[Scenarios], index: int, turns: list[str]) -> None:
    for at, group in enumerate(scenarios.value.scenario[index].group):
        if group.turn not in turns:
            path = ("scenario", index, "group", at, "turn")
            raise scenarios.error(path, f"expected a turn of the scenario, found {group.turn}")
