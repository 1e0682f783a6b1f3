"""Reach, supply, railways and Kessels against a slow search, hex by hex, in positions of random games."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush

import pytest

from games.luki.walks import GAME, encircled, walk
from stavka.engine.kinds import Side, Unit, hexes_in, last_unit, members, units_in
from stavka.games.luki.rules.c06_supply import kessel
from stavka.games.luki.rules.c06_supply import supply_lines as supply
from stavka.games.luki.rules.c10_movement import moves as movement
from stavka.games.luki.rules.c10_movement.costs import step_lines
from stavka.games.luki.rules.c10_movement.moves import Move
from stavka.games.luki.state import GERMAN, SOVIET, Position
from stavka.hexes import Hex

G, GRID = GAME, GAME.grid
SEEDS = pytest.mark.parametrize("seed", range(3))
MOVE = Move()


def positions(seed: int) -> list[Position]:
    found = [encircled(seed).clone()]
    found += [s.clone() for i, s in enumerate(walk(seed, s=encircled(seed))) if i % 400 == 200 and not s.result]
    return found


def near(hex_: Hex) -> list[Hex]:
    return [there for there in GRID.neighbours[hex_] if there >= 0]


def zone(s: Position, side: Side) -> set[int]:
    """The EZOC of a side."""
    exerting = [u for u in units_in(G.side_units[1 - side]) if s.place[u] >= 0 and G.units[u].zoc]
    return {there for unit in exerting for there in near(s.place[unit]) if not G.cities >> there & 1}


def units_at(s: Position, side: Side) -> set[int]:
    return {s.place[unit] for unit in units_in(G.side_units[side]) if s.place[unit] >= 0}


def slow_reach(s: Position, unit: Unit, points: int) -> dict[int, float]:
    """The least cost of every hex, one step after the other; -1 for a whole move across the Lowat."""
    side, start = G.side[unit], s.place[unit]
    zones, enemies = zone(s, side), units_at(s, 1 - side)
    best: dict[int, float] = {}
    queue: list[tuple[float, int]] = [(0, start)]
    done: set[int] = set()
    while queue:
        spent, here = heappop(queue)
        if here in done:
            continue
        done.add(here)
        if here != start and here in zones:
            continue
        for there in near(Hex(here)):
            if there in enemies or (here == start and start in zones and there in zones):
                continue
            if GRID.between(G.unbridged, Hex(here), there):
                if here == start and points:
                    best.setdefault(there, -1)
                continue
            cost = spent + sum(value for _, _, value in step_lines(G, unit, Hex(here), there))
            if cost <= points / 2 and not 0 <= best.get(there, 1e9) <= cost:
                best[there] = cost
                heappush(queue, (cost, there))
    best.pop(start, None)
    return best


@SEEDS
def test_reach(seed: int) -> None:
    compared = 0
    for s in positions(seed):
        s.segment, s.released = 1, 1
        for unit in units_in(G.movable_units):
            points = movement.points(G, s, unit)
            if s.place[unit] < 0 or points <= 0 or unit % 3 != seed:
                continue
            hexes, whole, found = MOVE.find(G, s, movement.Moving(1 << unit, [points]))
            assert found is not None
            slow = slow_reach(s, unit, points)
            assert set(members(hexes)) == set(slow), G.unit_ids[unit]
            for hex_, cost in slow.items():
                if cost >= 0 and not whole >> hex_ & 1:
                    assert found.cost_of(Hex(hex_)) == 2 * cost, (G.unit_ids[unit], GRID.number(Hex(hex_)))
            compared += 1
    assert compared > 20


def slow_flood(start: set[Hex], may_enter: Callable[[Hex], bool], steps: Callable[[Hex], list[Hex]]) -> set[Hex]:
    found = {hex_ for hex_ in start if may_enter(hex_)}
    queue = list(found)
    while queue:
        for there in steps(Hex(queue.pop())):
            if there not in found and may_enter(there):
                found.add(there)
                queue.append(there)
    return found


@SEEDS
def test_supply_railways_and_kessels(seed: int) -> None:
    isolated = 0
    for s in positions(seed):
        for side in (SOVIET, GERMAN):
            zones, enemies, friends = zone(s, side), units_at(s, 1 - side), units_at(s, side)
            sources = set(hexes_in(G.sources[side]))

            def passes(hex_: Hex, z: set[int] = zones, e: set[int] = enemies, f: set[int] = friends) -> bool:
                return hex_ not in e and (hex_ not in z or hex_ in f)

            def free(hex_: Hex, z: set[int] = zones, e: set[int] = enemies) -> bool:
                return hex_ not in e and hex_ not in z

            def along(hex_: Hex) -> list[Hex]:
                return [there for there in near(hex_) if GRID.between(G.rails, hex_, there)]

            fed = slow_flood(sources, passes, near)
            assert set(members(supply.supplied(G, s, side))) == fed
            rails = slow_flood({h for h in sources if G.rail_hexes >> h & 1}, free, along)
            assert set(members(supply.connected_rail(G, s, side))) == rails
            assert set(members(supply.open_to_sources(G, s, side))) == slow_flood(sources, free, near)
            cut = {u for u in units_in(G.side_units[side]) if s.place[u] >= 0 and s.place[u] not in fed}
            assert set(members(kessel.isolated(G, s, side))) == cut
            groups = kessel.groups(G, s, side, sum(1 << unit for unit in cut))
            for group in groups:
                first = s.place[last_unit(group)]
                linked = slow_flood({first}, passes, near)
                assert set(members(group)) == {unit for unit in cut if s.place[unit] in linked}
            assert sum(group.bit_count() for group in groups) == len(cut)
            isolated += len(cut)
    assert isolated > 5
