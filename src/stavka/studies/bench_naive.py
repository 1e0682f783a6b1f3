"""The part of the benchmark for Traces of War alone: reach and supply beside a naive implementation."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median
from typing import Any

from stavka.engine.kinds import Side, Unit, units_in
from stavka.games.traces.game import Traces
from stavka.games.traces.rules.c08_supply.supply_lines import can_trace, enemy_cities, on_map
from stavka.games.traces.rules.c09_movement import movement_allowance, normal_reach
from stavka.games.traces.state import AXIS, SOVIET, Position
from stavka.hexes import Hex
from stavka.studies.naive import NaiveMap, Table
from stavka.studies.timing import microseconds


def table(g: Traces, s: Position, side: Side) -> Table:
    numbers = g.grid.numbers
    return Table(
        set(numbers(s.occupied[side])),
        set(numbers(s.occupied[1 - side])),
        set(numbers(enemy_cities(g, s, side))),
        set(numbers(g.sources[side])),
    )


def beside_naive(g: Traces, found: list[Position]) -> dict[str, float]:
    """Medians in microseconds over many positions, of our functions and the naive ones on the same units."""
    naive = NaiveMap(g.hexmap, {terrain.id: terrain.cost for terrain in g.files.tables.terrain})
    rng = Random(1)
    ours: list[Callable[[], Any]] = []
    theirs: list[Callable[[], Any]] = []
    for s in found:
        for unit in rng.sample(list(units_in(on_map(s) & g.combat_units)), 3):
            points, side, place = movement_allowance(g, s, unit), g.side[unit], s.place[unit]
            ours.append(partial(fresh_reach, g, s, unit, points, place))
            here = table(g, s, side)
            theirs.append(partial(naive.reach, here, g.grid.number(place), points))
    tables = [(s, side, table(g, s, side)) for s in found for side in (SOVIET, AXIS)]
    return {
        "reach_us": median(microseconds(ours)),
        "naive_reach_us": median(microseconds(theirs)),
        "supply_us": median(microseconds([partial(can_trace, g, s, side) for s, side, _ in tables])),
        "naive_supply_us": median(microseconds([partial(naive.supplied, here) for _, _, here in tables])),
    }


def fresh_reach(g: Traces, s: Position, unit: Unit, points: int, origin: Hex) -> Any:
    s.memo = None
    return normal_reach(g, s, unit, points, origin).mask
