"""Reach and supply in positions of random games, against the obvious implementation that shares no code with them."""

from stavka.engine.kinds import Side, hexes_in, units_in
from stavka.games.traces.game import load
from stavka.games.traces.rules.c08_supply.supply_lines import on_map, supplied_hexes, supply_sources
from stavka.games.traces.rules.c09_movement import major_crossings, movement_allowance, normal_reach
from stavka.hexes import Hex
from stavka.studies.bench_naive import table
from stavka.studies.naive import NaiveMap
from stavka.studies.timing import positions

GAME = load()
NAIVE = NaiveMap(GAME.hexmap, {"clear": 1, "rough": 2, "swamp": 2})
FOUND = positions(GAME, 2)[::4]


def test_reach_of_every_unit_is_that_of_the_naive_search() -> None:
    compared = 0
    for s in FOUND:
        for unit in units_in(on_map(s)):
            points, origin = movement_allowance(GAME, s, unit), s.place[unit]
            cost = {GAME.grid.number(Hex(h)): c for h, c in normal_reach(GAME, s, unit, points, origin).cost.items()}
            if points:
                for h in hexes_in(major_crossings(GAME, s, unit, origin)):
                    cost[GAME.grid.number(h)] = min(points, cost.get(GAME.grid.number(h), points))
            naive = NAIVE.reach(table(GAME, s, GAME.side[unit]), GAME.grid.number(origin), points)
            assert cost == naive, (GAME.unit_ids[unit], GAME.grid.number(origin), points)
            compared += 1
    assert compared > 500


def test_supply_of_both_sides_is_that_of_the_naive_flood() -> None:
    for s in FOUND:
        for side in (Side(0), Side(1)):
            sources = set(GAME.grid.numbers(supply_sources(GAME, s, side)))
            naive = NAIVE.supplied(table(GAME, s, side)._replace(sources=sources))
            assert set(GAME.grid.numbers(supplied_hexes(GAME, s, side))) == naive
